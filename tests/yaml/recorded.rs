//! Recorded outcomes.

use serde_json::Value;
use skillkiln::skill::yaml::{Dialect, parse};

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
