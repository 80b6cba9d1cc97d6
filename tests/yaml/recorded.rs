//! Recorded outcomes.

use serde_json::Value;
use skillkiln::skill::yaml::{Dialect, parse};

use super::shape;

/// Dropped although the YAML is sound: the values do not fit the fields.
const SOUND: &[&str] = &[
    "name-map",
    "description-list",
    "description-map",
    "tools-single-string",
    "tools-space-string",
    "tools-empty-string",
    "tools-nested-list",
    "tools-map",
    "dmi-1",
    "dmi-maybe",
    "ui-false-quoted",
    "model-list",
    "argument-hint-list",
    "duplicate-unknown-key",
    "complex-key",
    "multiple-type-errors",
];

/// Dropped because there is nothing to read.
const EMPTY: &[&str] = &[
    "empty-frontmatter",
    "empty-frontmatter-blank-line",
    "comment-only-frontmatter",
];

#[test]
fn agentworks_files_parse_or_fail_as_recorded() {
    let vectors: Value =
        serde_json::from_str(include_str!("../vectors/agentworks/read.json")).expect("json");
    let cases = vectors["cases"].as_array().expect("cases");
    let mut seen = 0;
    for case in cases {
        let Some(text) = case["file_text"].as_str() else {
            continue;
        };
        let Some((yaml, _)) = text
            .strip_prefix("---")
            .and_then(|rest| rest.split_once("\n---"))
        else {
            continue;
        };
        let id = case["id"].as_str().expect("id");
        let yaml = yaml.trim();
        let dropped = case["expect"]["reason"] == "bad-yaml";
        let empty = EMPTY.contains(&id);
        seen += 1;
        let root = parse(yaml, 0..yaml.len(), Dialect::YamlV3);
        let sound = !dropped || empty || SOUND.contains(&id);
        assert_eq!(root.is_ok(), sound, "{id}: {root:?}");
        assert_eq!(root == Ok(None), empty, "{id}");
    }
    assert!(seen > 100, "{seen} cases");
}

/// What yaml.v3 3.0.1 makes of a text: `!` an error, `-` nothing, else the shape of the first document.
#[rustfmt::skip]
const YAML_V3: &[(&str, &str)] = &[
    ("[a] [b]", "[a]"),
    ("  name: x\ndescription: y", "{name=x}"),
    ("a: b # c\n\t# d\ne: f", "!"),
    ("a: b\n\t# d\ne: f", "!"),
    ("-\ta", "!"),
    ("a:\tb", "{a=b}"),
    ("a: [b\n]", "{a=[b]}"),
    ("a: [b\nc: d]", "!"),
    ("{? a : b}: c", "{a=b}"),
    ("[]: c", "{[]=c}"),
    ("[a]: c", "{[a]=c}"),
    ("[[]]: c", "{[[]]=c}"),
    ("{a}: c", "{{a=}=c}"),
    ("x: {[? a: b]: c}", "!"),
    ("[? : x]", "!"),
    ("\u{feff}a: b", "{a=b}"),
    ("\u{feff}\u{feff}a: b", "{a=b}"),
    ("\u{feff}\u{feff}\n\n:b", ":b"),
    ("a: b\n\u{feff}c: d", "{a=b|\u{feff}c=d}"),
    ("a: b\u{85}c: d", "{a=b|c=d}"),
    ("a: b\u{2028}c: d", "{a=b|c=d}"),
    ("a: \"x\u{2028}y\"", "{a=x\u{2028}y}"),
    ("%YAML 1.1\n---\na: b", "{a=b}"),
    ("%YAML 1.2\n---\na: b", "!"),
    ("%TAG !e! tag:e,2000:\n---\na: !e!x b", "{a=<tag:e,2000:x>b}"),
    ("a: !e!x b", "!"),
    ("--- a", "a"),
    ("---\n...\nb: c", ""),
    ("...\na: b", "!"),
    ("a: b\n...\n`", "!"),
    ("a: b\n---\n`", "!"),
    ("a: b\n--- c\n\u{7}", "!"),
    ("a: |\n  b\n c", "!"),
    ("a: |2\n    b", "{a=  b}"),
    ("a: >\n  b\n   c\n\n  d\n", "{a=b\n c\n\nd\n}"),
    ("a: |+\n  b\n\n", "{a=b\n\n}"),
    ("a: \"x\\\n  y\"", "{a=xy}"),
    ("a: \"\\'\"", "{a='}"),
    ("a: '\n\n b'", "{a=\nb}"),
    ("a: \"b\n---\nc\"", "!"),
    ("? a\n: b", "{a=b}"),
    ("? a\nb: c", "{a=|b=c}"),
    ("a: *x", "!"),
    ("a: &x [*x]", "{a=[*x]}"),
    ("&x a: *x", "{a=*x}"),
    ("a: !!str", "{a=<!!str>}"),
    ("a: ! b", "{a=b}"),
    ("a: !<x> b", "{a=<x>b}"),
    ("a: [b, c,]", "{a=[b,c]}"),
    ("a: [,]", "!"),
    ("a: {b, c: }", "{a={b=|c=}}"),
    ("a: [a?b]", "!"),
    ("a: [-]", "{a=[-]}"),
    ("a: [- b]", "!"),
    ("a: {b:c}", "{a={b:c=}}"),
    ("a: {\"b\":c}", "{a={b=c}}"),
    ("a: [b]c", "!"),
    ("a: [b]#c", "{a=[b]}"),
    ("a: b#c", "{a=b#c}"),
    ("a: \"b\"#c", "{a=b}"),
    (": b", "!"),
    ("a:\n- b\n- c", "{a=[b,c]}"),
    ("a:\n- b\nc: d", "{a=[b]|c=d}"),
    ("- a\n-b", "!"),
    ("- - a\n  - b", "[[a,b]]"),
    ("a: - b", "!"),
    ("a: ? b", "!"),
    ("a: b: c", "!"),
    ("\"a\": b", "{a=b}"),
    ("'a' : b", "{a=b}"),
    ("[a\n]: b", "!"),
    ("\"a\nb\": c", "!"),
    ("a\nb: c", "!"),
    ("a: b\n c", "{a=b c}"),
    ("a: b\n c: d", "!"),
    ("a:\n  b\n c", "{a=b c}"),
    ("a: b\n\tc", "!"),
    ("a: b\n \tc", "{a=b c}"),
    ("a: \"b\n\tc\"", "{a=b c}"),
    ("\ta: b", "!"),
    ("a: [\n\tb]", "{a=[b]}"),
    ("\u{7f}", "!"),
    ("a: \u{fffe}", "!"),
    ("a: \u{1f600}", "{a=\u{1f600}}"),
    ("<<: {a: b}", "{<<={a=b}}"),
    ("a: @b", "!"),
    ("a: %b", "!"),
    ("a: `b", "!"),
    ("a: |b", "!"),
    ("a: |0\n b", "!"),
    ("a: !x|y b", "!"),
    ("a: 'b' c", "!"),
    ("#c", "-"),
    ("", "-"),
    ("\n", "-"),
    ("---", ""),
    ("~", "~"),
];

#[test]
fn yaml_v3_texts_have_the_recorded_shape() {
    for (text, expected) in YAML_V3 {
        let found = match parse(text, 0..text.len(), Dialect::YamlV3) {
            Ok(Some(root)) => shape(&root),
            Ok(None) => "-".to_owned(),
            Err(_) => "!".to_owned(),
        };
        assert_eq!(&found, expected, "in {text:?}");
    }
}

#[test]
fn a_key_meets_its_colon_within_1024_characters() {
    for (length, sound) in [(1024, true), (1025, false)] {
        let text = format!("{}: b", "é".repeat(length));
        let root = parse(&text, 0..text.len(), Dialect::YamlV3);
        assert_eq!(root.is_ok(), sound, "{length}");
    }
}
