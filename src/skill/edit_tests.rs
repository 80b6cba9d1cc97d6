use proptest::prelude::*;

use super::*;
use crate::skill::yaml::Tree;

fn edited(
    text: &str,
    change: impl Fn(&str, &Document) -> Result<Vec<Edit>, EditError>,
) -> Result<String, EditError> {
    let document = Document::parse(text);
    change(text, &document).map(|edits| apply(text, &edits))
}

fn set_text(yaml: &str, key: &str, value: &str) -> String {
    let text = format!("---\n{yaml}---\nBody\n");
    let done = edited(&text, |t, d| set(t, d, key, NewValue::Text(value))).expect("an edit");
    inner(&done).to_owned()
}

fn set_list(yaml: &str, key: &str, items: &[&str]) -> String {
    let text = format!("---\n{yaml}---\nBody\n");
    let done = edited(&text, |t, d| set(t, d, key, NewValue::List(items))).expect("an edit");
    inner(&done).to_owned()
}

fn quote_in(yaml: &str, key: &str) -> String {
    let text = format!("---\n{yaml}---\nBody\n");
    let done = edited(&text, |t, d| quote(t, d, key)).expect("an edit");
    inner(&done).to_owned()
}

fn inner(text: &str) -> &str {
    text.strip_prefix("---\n")
        .and_then(|rest| rest.strip_suffix("---\nBody\n"))
        .expect("fences and body as before")
}

#[test]
fn edits_apply_in_any_order_and_never_twice_at_one_place() {
    let edits = [
        Edit::replace(4..5, "E"),
        Edit::insert(0, ">"),
        Edit::delete(1..3),
        Edit::replace(2..4, "lost"),
        Edit::delete(90..91),
    ];
    assert_eq!(apply("abcdef", &edits), ">adEf");
}

#[test]
fn the_cursor_moves_with_the_text() {
    let edits = [Edit::insert(2, "xx"), Edit::delete(4..6)];
    let places: Vec<_> = (0..8).map(|at| moved(at, &edits)).collect();
    assert_eq!(places, [0, 1, 4, 5, 6, 6, 6, 7]);
}

#[test]
fn set_replaces_the_value_and_nothing_else() {
    for (before, value, after) in [
        ("name: a\n", "b", "name: b\n"),
        ("name:   a   # note\n", "b", "name: b   # note\n"),
        ("name: a\n", "b: c", "name: \"b: c\"\n"),
        ("name: 'a'\n", "b", "name: 'b'\n"),
        ("name: \"a\"\n", "b\nc", "name: \"b\\nc\"\n"),
        ("name:\n", "b", "name: b\n"),
        ("name: # note\n", "b", "name: b # note\n"),
        ("name:\n  a\n", "b", "name: b\n"),
        ("name: # note\n  a\n", "b", "name: b # note\n"),
        ("name: a\n  goes on\nx: y\n", "b", "name: b\nx: y\n"),
        ("name: [a, b] # note\n", "b", "name: b # note\n"),
        ("name:\n  - a\n  - b\nx: y\n", "b", "name: b\nx: y\n"),
        ("name:\n- a\n- b\nx: y\n", "b", "name: b\nx: y\n"),
        ("name: {a: b}\n", "b", "name: b\n"),
        (
            "name: |\n  a\n\n  b\nx: y\n",
            "c\nd\n",
            "name: |\n  c\n  d\nx: y\n",
        ),
        (
            "name: >- # why\n    a\nx: y\n",
            "c",
            "name: >- # why\n    c\nx: y\n",
        ),
        (
            "name: |\n  a\n",
            " starts blank",
            "name: \" starts blank\"\n",
        ),
        ("name: !!str 12\n", "b", "name: b\n"),
        ("\"name\": a\n", "b", "\"name\": b\n"),
        ("  name: a\n  x: y\n", "b", "  name: b\n  x: y\n"),
    ] {
        assert_eq!(set_text(before, "name", value), after, "{before}");
    }
}

#[test]
fn lists_keep_the_way_they_are_written() {
    for (before, items, after) in [
        ("x: [a]\n", &["b", "c, d"][..], "x: [b, \"c, d\"]\n"),
        ("x:\n  - a\ny: z\n", &["b", "c"], "x:\n  - b\n  - c\ny: z\n"),
        ("x: a b # note\n", &["a", "b"], "x: # note\n  - a\n  - b\n"),
        ("x: # note\n  - a\n", &["b"], "x: # note\n  - b\n"),
        ("x: a\n", &[], "x: []\n"),
    ] {
        assert_eq!(set_list(before, "x", items), after, "{before}");
    }
}

#[test]
fn new_fields_stand_where_people_write_them() {
    let yaml = "# top\nname: a # x\nlicense: MIT\n# end\n";
    assert_eq!(
        set_text(yaml, "description", "Does it"),
        "# top\nname: a # x\ndescription: Does it\nlicense: MIT\n# end\n"
    );
    assert_eq!(
        set_text("license: MIT\n", "name", "a"),
        "name: a\nlicense: MIT\n"
    );
    assert_eq!(set_text("name: a\n", "origin", "b"), "name: a\norigin: b\n");
    assert_eq!(set_text("", "name", "a"), "name: a\n");
    assert_eq!(set_text("  x: y\n", "origin", "b"), "  x: y\n  origin: b\n");
    assert_eq!(set_text("x: |\n  a\n\n", "zz", "b"), "x: |\n  a\nzz: b\n\n");
}

#[test]
fn the_frontmatter_is_made_when_there_is_none() {
    let add_name = |text: &str| edited(text, |t, d| add(t, d, "name", NewValue::Text("a")));
    assert_eq!(add_name("").as_deref(), Ok("---\nname: a\n---\n"));
    assert_eq!(
        add_name("# Title\n").as_deref(),
        Ok("---\nname: a\n---\n\n# Title\n")
    );
    assert_eq!(
        add_name("# Title\r\n").as_deref(),
        Ok("---\r\nname: a\r\n---\r\n\r\n# Title\r\n")
    );
    assert_eq!(
        add_name("\u{feff}\nText").as_deref(),
        Ok("\u{feff}---\nname: a\n---\n\nText")
    );
}

#[test]
fn line_ends_are_those_of_the_frontmatter() {
    let text = "---\r\nname: a\r\n---\r\nBody\n";
    let done = edited(text, |t, d| {
        add(t, d, "allowed-tools", NewValue::List(&["A", "B"]))
    });
    assert_eq!(
        done.as_deref(),
        Ok("---\r\nname: a\r\nallowed-tools:\r\n  - A\r\n  - B\r\n---\r\nBody\n")
    );
}

#[test]
fn remove_takes_the_lines_of_the_field() {
    for (before, after) in [
        ("x: y\nname: a # b\n# c\n", "x: y\n# c\n"),
        (
            "name:\n  - a\n  # in\n  - b\n# out\nx: y\n",
            "# out\nx: y\n",
        ),
        ("name: |\n  a\n\n  b\nx: y\n", "x: y\n"),
        ("name: \"a\n  b\"\nx: y\n", "x: y\n"),
        ("name:\nx: y\n", "x: y\n"),
        ("x: y\nname: a: b\n", "x: y\n"),
    ] {
        let text = format!("---\n{before}---\nBody\n");
        let done = edited(&text, |t, d| remove(t, d, "name")).expect("an edit");
        assert_eq!(inner(&done), after, "{before}");
    }
}

#[test]
fn rename_changes_the_key_alone() {
    let text = "---\ndescripton: 'a' # b\n---\nBody\n";
    let done = edited(text, |t, d| rename(t, d, "descripton", "description"));
    assert_eq!(
        done.as_deref(),
        Ok("---\ndescription: 'a' # b\n---\nBody\n")
    );
}

#[test]
fn quote_keeps_the_text_the_author_wrote() {
    for (before, after) in [
        ("d: Modes: short, long.\n", "d: \"Modes: short, long.\"\n"),
        ("d: Modes: short # note\n", "d: \"Modes: short # note\"\n"),
        ("d: Fix: issue #12. So\n", "d: \"Fix: issue #12. So\"\n"),
        ("d: 12 # note\n", "d: \"12\" # note\n"),
        ("d: # text\n", "d: \"# text\"\n"),
        ("d: @home\n", "d: \"@home\"\n"),
        ("d: `code` first\n", "d: \"`code` first\"\n"),
        ("d: *bold* first\n", "d: \"*bold* first\"\n"),
        ("d: [a] [b]\n", "d: \"[a] [b]\"\n"),
        ("d: 'It's'\n", "d: \"It's\"\n"),
        ("d: \"a\" and \"b\"\n", "d: '\"a\" and \"b\"'\n"),
        ("d: \"never closed\n", "d: \"never closed\"\n"),
        ("d: Uses: C:\\x \"y\"\n", "d: 'Uses: C:\\x \"y\"'\n"),
        ("d: One: two\n  and three\n", "d: \"One: two and three\"\n"),
        ("d: One.\n\n  Words: two\n", "d: \"One.\\nWords: two\"\n"),
        ("d: 12\n", "d: \"12\"\n"),
        ("d: It's: so\nname: a\n", "d: \"It's: so\"\nname: a\n"),
    ] {
        assert_eq!(quote_in(before, "d"), after, "{before}");
        let text = format!("---\n{after}---\n");
        assert_eq!(
            Document::parse(&text).tree().map(|t| t.errors.len()),
            Some(0)
        );
    }
}

#[test]
fn refusals() {
    let text = |yaml: &str| format!("---\n{yaml}---\n");
    let fails = |text: &str, key: &str| {
        edited(text, |t, d| set(t, d, key, NewValue::Text("x"))).expect_err("a refusal")
    };
    let name = || "name".to_owned();
    assert_eq!(fails("---\nname: a\n", "name"), EditError::Unclosed);
    assert_eq!(fails("---\nname: a\n", "other"), EditError::Unclosed);
    assert_eq!(fails(&text("- a\n"), "name"), EditError::NotFields);
    assert_eq!(fails(&text("{name: a}\n"), "name"), EditError::NotFields);
    assert_eq!(fails(&text("? name\n: a\n"), "name"), EditError::NotFields);
    assert_eq!(
        fails(&text("name: a\nname: b\n"), "name"),
        EditError::Twice(name())
    );
    assert_eq!(
        fails(&text("name: &x a\nother: *x\n"), "name"),
        EditError::Anchored(name())
    );
    assert_eq!(
        fails(&text("name: a\n"), "a b"),
        EditError::BadKey("a b".into())
    );
    let doc = text("name: a\nother: |\n  b\n");
    let missing = edited(&doc, |t, d| remove(t, d, "x"));
    assert_eq!(missing, Err(EditError::Missing("x".into())));
    let present = edited(&doc, |t, d| rename(t, d, "other", "name"));
    assert_eq!(present, Err(EditError::Present(name())));
    let block = edited(&doc, |t, d| quote(t, d, "other"));
    assert_eq!(block, Err(EditError::NotText("other".into())));
}

/// A value as people write it, valid below a key at the start of a line.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}( [a-z#]{1,5}){0,3}",
        "'[a-z :#\"]{0,9}'",
        "\"[a-z :#']{0,9}\"",
        Just(String::new()),
        "\\[[a-z]{1,4}(, [a-z]{1,4}){0,2}\\]",
        "[|>][+-]?\n  [a-z]{1,5}\n\n  [a-z]{1,5}",
        "\n  [a-z]{1,5}\n  [a-z]{1,5}",
        "(\n  - [a-z]{1,5}){1,3}",
        "(\n- [a-z]{1,5}){1,3}",
        "(\n  [a-e]: [a-z]{1,5}){1,1}",
        "[0-9]{1,3}( # [a-z]{1,5})?",
        "[a-z]{1,5}\n{1,2}  # [a-z]{1,5}",
    ]
}

fn document() -> impl Strategy<Value = (String, Vec<String>)> {
    let comment = prop_oneof![
        Just(""),
        Just("# between\n"),
        Just("\n"),
        Just("\n# between\n\n")
    ];
    let fields = prop::collection::vec((value(), comment), 1..5);
    (fields, prop::bool::ANY).prop_map(|(fields, crlf)| {
        let mut yaml = String::new();
        let mut keys = Vec::new();
        for (number, (value, comment)) in fields.iter().enumerate() {
            let key = ["name", "description", "license", "origin", "model"][number];
            keys.push(key.to_owned());
            let space = if value.is_empty() || value.starts_with('\n') {
                ""
            } else {
                " "
            };
            yaml.push_str(&format!("{comment}{key}:{space}{value}\n"));
        }
        let text = format!("---\n{yaml}---\nBody\n");
        let text = if crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        };
        (text, keys)
    })
}

fn others<'a>(text: &'a str, tree: &'a Tree, key: &str) -> Vec<(String, String, &'a str)> {
    tree.entries()
        .iter()
        .filter(|entry| entry.key.text() != Some(key))
        .map(|entry| {
            let name = entry.key.text().unwrap_or_default().to_owned();
            let bytes = &text[entry.key.span.start..entry.value.span.end.max(entry.key.span.end)];
            (name, shape(&entry.value), bytes.trim_end())
        })
        .collect()
}

/// The value without its place.
fn shape(node: &crate::skill::yaml::Node) -> String {
    match &node.kind {
        Kind::Scalar { value, style } => format!("{style:?} {value:?}"),
        Kind::Alias(name) => format!("*{name}"),
        Kind::Sequence { items, .. } => items.iter().map(|item| shape(item) + ";").collect(),
        Kind::Mapping { entries, .. } => entries
            .iter()
            .map(|entry| format!("{}={};", shape(&entry.key), shape(&entry.value)))
            .collect(),
    }
}

proptest! {
    #[test]
    fn an_edit_changes_only_what_it_says(
        (text, keys) in document(),
        pick in 0..5_usize,
        new in prop_oneof!["[ -~]{0,12}", "[a-z\n]{0,6}", "\\PC{0,4}"],
    ) {
        let document = Document::parse(&text);
        let tree = document.tree().expect("frontmatter");
        prop_assume!(tree.errors.is_empty());
        let key = &keys[pick % keys.len()];
        let check = |edits: &[Edit], gone: bool| {
            let after = apply(&text, edits);
            let again = Document::parse(&after);
            let tree_after = again.tree().expect("frontmatter");
            prop_assert_eq!(&tree_after.errors, &vec![], "{}", after);
            prop_assert_eq!(others(&text, tree, key), others(&after, tree_after, key), "{}", after);
            prop_assert_eq!(&text[document.body.clone()], &after[again.body.clone()]);
            prop_assert_eq!(tree_after.get(key).is_none(), gone);
            prop_assert_eq!(document.line_ends, again.line_ends, "{:?}", after);
            let comments = |text: &str| text.matches("# between").count();
            prop_assert_eq!(comments(&text), comments(&after));
            Ok(tree_after.get(key).and_then(|entry| entry.value.text().map(str::to_owned)))
        };
        let edits = set(&text, &document, key, NewValue::Text(&new)).expect("set");
        prop_assert_eq!(check(&edits, false)?, Some(new.clone()));
        let edits = set(&text, &document, key, NewValue::List(&[&new, "b"])).expect("list");
        check(&edits, false)?;
        let edits = remove(&text, &document, key).expect("remove");
        check(&edits, true)?;
        if let Ok(edits) = quote(&text, &document, key) {
            check(&edits, false)?;
        }
    }

    #[test]
    fn nothing_panics_and_spans_lie_inside(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "(---|name|description|: |\n|\r\n|\"|'|\\[|# |\\||>|- |\t|a|é|`|\\*|\\{|&|!|  ){0,40}".prop_map(String::into_bytes),
            "---\n(name|description|: |\n|\r\n|\"|'|\\[|# |\\||>|- |\t|a|é|`|\\*|\\{|&|!|  ){0,40}\n---\nx".prop_map(String::into_bytes),
        ],
    ) {
        let text = crate::skill::bytes::decode(&bytes).text;
        let document = Document::parse(&text);
        prop_assert!(text.get(document.body.clone()).is_some());
        if let Some(front) = &document.front {
            prop_assert!(text.get(front.yaml.clone()).is_some());
            prop_assert!(front.open.end <= front.yaml.start && front.yaml.end <= document.body.start);
        }
        let roles = crate::skill::colour::roles(&text, &document);
        prop_assert!(roles.iter().all(|(span, _)| text.get(span.clone()).is_some()));
        prop_assert!(roles.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start));
        crate::skill::hidden::visible(&text);
        for key in ["name", "description", "a"] {
            for edits in [
                set(&text, &document, key, NewValue::Text("x: y")),
                set(&text, &document, key, NewValue::List(&["x", "y"])),
                add(&text, &document, key, NewValue::Bool(true)),
                remove(&text, &document, key),
                quote(&text, &document, key),
                rename(&text, &document, key, "other"),
            ].into_iter().flatten() {
                prop_assert!(edits.iter().all(|edit| text.get(edit.span.clone()).is_some()));
                let pairs: Vec<_> = in_order(&edits);
                prop_assert!(pairs.windows(2).all(|p| p[0].span.end <= p[1].span.start));
            }
        }
    }
}
