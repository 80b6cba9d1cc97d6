//! Lists, and maps, that are written as something else, and limits under another name.

use super::*;

const HOSTS: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "claude-code",
];

fn head(rest: &str) -> String {
    with(&format!("name: demo\n{DESCRIPTION}{rest}"))
}

/// The first finding that is no hint is of `rule` at `at` (line:column) and begins with these words; its
/// first fix leads to `after`, in which nobody finds an error.
#[track_caller]
fn mends(before: &str, (rule, at, says): (&str, &str, &str), after: &str) {
    let text = head(before);
    let found = check(HOSTS, &text);
    let first = found
        .iter()
        .find(|one| one.severity > Severity::Hint && one.rule != "host/noted");
    let first = first.unwrap_or_else(|| panic!("nothing: {text}"));
    let place = LineIndex::new(&text).position(&text, first.range.start);
    let place = format!("{}:{}", place.line, place.column);
    assert_eq!((first.rule, place.as_str()), (rule, at), "{text}{found:#?}");
    assert!(first.message.starts_with(says), "{first:#?}");
    let fix = first.fixes.first();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {first:#?}"));
    assert_eq!(apply(&text, &fix.edits), head(after));
    let left = check(HOSTS, &head(after));
    let errors: Vec<_> = left
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

const TWO: &str = "allowed-tools:\n  - Read\n  - Write\n";

#[test]
fn items_without_a_blank_or_with_another_mark() {
    let blank = "a blank is missing after this dash";
    let glued = "allowed-tools:\n  -Read\n  -Write\n";
    mends(glued, ("field/type", "5:3", blank), TWO);
    let edge = head("allowed-tools:\n- Read\n-Write\n");
    let found = check(HOSTS, &edge);
    let item = found.iter().find(|one| one.rule == "yaml/syntax");
    let item = item.expect("an item");
    assert!(item.message.starts_with(blank), "{item:#?}");
    let after = head("allowed-tools:\n- Read\n- Write\n");
    assert_eq!(apply(&edge, &item.fixes[0].edits), after);
    let bullets = "allowed-tools:\n  • Read\n  • Write\n";
    mends(bullets, ("field/type", "5:3", "`•` begins no item"), TWO);
    let stars = "allowed-tools:\n  * Read\n  * Write\n";
    mends(
        stars,
        ("yaml/reserved-start", "5:3", "`*` begins no item"),
        TWO,
    );
    let found = check(HOSTS, &head(stars));
    let told = found.iter().filter(|one| one.rule == "yaml/reserved-start");
    assert_eq!(told.count(), 1, "{found:#?}");
    // A text that begins with a dash.
    let found = check(&["claude-code"], &head("allowed-tools: -Read\n"));
    assert!(
        found.iter().all(|one| one.rule != "field/type"),
        "{found:#?}"
    );
}

#[test]
fn semicolons_between_items() {
    let says = "a semicolon parts no items";
    let lines = "allowed-tools:\n  - Read; Write\n";
    mends(lines, ("field/type", "5:9", says), TWO);
    let found = check(HOSTS, &head("allowed-tools: [Read; Write]\n"));
    let mark = found
        .iter()
        .find(|one| one.rule == "field/type")
        .expect("a semicolon");
    assert_eq!(
        apply(
            &head("allowed-tools: [Read; Write]\n"),
            &mark.fixes[0].edits
        ),
        head("allowed-tools: [Read, Write]\n")
    );
    quiet(&head("allowed-tools:\n  - Bash(a; b)\n"));
}

#[test]
fn a_key_without_its_colon_above_a_list() {
    let says = "the colon after `allowed-tools` is missing";
    let before = "allowed-tools\n  - Read\n  - Write\n";
    mends(before, ("yaml/syntax", "4:1", says), TWO);
}

#[test]
fn what_belongs_below_metadata() {
    let says = "`metadata` is empty";
    let after = "metadata:\n  version: \"1.0\"\n  author: me\nlicense: MIT\n";
    let lost = "metadata:\nversion: \"1.0\"\nauthor: me\nlicense: MIT\n";
    mends(lost, ("field/type", "4:1", says), after);
    let own = "metadata:\nmade-by: me\n";
    mends(
        own,
        ("field/type", "4:1", says),
        "metadata:\n  made-by: me\n",
    );
    for sound in ["metadata:\nlicense: MIT\n", "metadata:\n\nmade-by: me\n"] {
        let found = check(HOSTS, &head(sound));
        assert!(
            found.iter().all(|one| one.rule != "field/type"),
            "{found:#?}"
        );
    }
    let text = head("metadata:\n  - version: \"1\"\n    author: me\n  - by: me\n");
    let found = check(&["codex"], &text);
    let fix = found
        .iter()
        .find(|one| one.rule == "field/type")
        .expect("a list");
    let after = head("metadata:\n  version: \"1\"\n  author: me\n  by: me\n");
    assert_eq!(apply(&text, &fix.fixes[0].edits), after);
}

#[test]
fn a_misspelt_limit_is_not_in_force() {
    for (key, meant) in [
        ("allowed_tools", "allowed-tools"),
        ("alowed-tools", "allowed-tools"),
        ("Allowed-Tools", "allowed-tools"),
        ("disallowed_tools", "disallowed-tools"),
        ("Disable-Model-Invocation", "disable-model-invocation"),
    ] {
        let text = head(&format!("{key}: true\n"));
        let found = check(&["claude-code"], &text);
        let [one] = found.as_slice() else {
            panic!("{key}: {found:#?}");
        };
        assert_eq!(
            (one.rule, one.severity),
            ("field/not-in-force", Severity::Error)
        );
        assert_eq!(
            (one.hosts.as_slice(), &text[one.range.clone()]),
            (&["claude-code".to_owned()][..], key)
        );
        assert!(
            one.message.contains(&format!("`{key}: true`")),
            "{}",
            one.message
        );
        let after = apply(&text, &one.fixes[0].edits);
        assert_eq!(after, head(&format!("{meant}: true\n")));
        // A host that does not know the limit loses nothing.
        let found = check(&["minibot"], &text);
        assert!(
            found.iter().all(|one| one.severity < Severity::Error),
            "{found:#?}"
        );
    }
    let harmless = check(&["claude-code"], &head("Disable-Model-Invocation: false\n"));
    assert!(
        harmless.iter().all(|one| one.rule == "field/typo"),
        "{harmless:#?}"
    );
    // Where one host wants a list, the fix writes one.
    let text = head("allowed_tools: Read, Write\n");
    let found = check(&["agentworks", "claude-code"], &text);
    assert_eq!(apply(&text, &found[0].fixes[0].edits), head(TWO));
}
