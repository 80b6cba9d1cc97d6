//! Where the YAML libraries of JavaScript differ from the others: js-yaml 3.15.2 and 4.1.1, `yaml` 2.9.1,
//! all run.

use skillkiln::skill::yaml::{Core, Dialect, Kind, Tree, parse, plain};

const SCHEMES: [Dialect; 3] = [Dialect::JsYaml3, Dialect::JsYaml, Dialect::Yaml2];

/// A text, and whether js-yaml 3, js-yaml 4 and `yaml` 2 take it.
const KEYS: &[(&str, [bool; 3])] = &[
    // A tag or an anchor before the first key of a map.
    ("!!str a: b\nc: d", [false, false, true]),
    ("&x a: b", [false, false, true]),
    ("!!str &x a: b", [false, false, true]),
    ("&x 'a': b", [false, false, true]),
    ("&x [a]: b", [false, false, true]),
    ("a:\n  !!str b: c", [false, false, true]),
    ("a:\n  &x b: c\n  d: e", [false, false, true]),
    ("- !!str b: c", [false, false, true]),
    ("- - &x b: c", [false, false, true]),
    // Elsewhere they may stand.
    ("&x\na: b", [true, true, true]),
    ("!!map\na: b", [true, true, true]),
    ("a: b\n!!str c: d", [true, true, true]),
    ("a: b\n&x c: d", [true, true, true]),
    ("a: !!map\n  b: c", [true, true, true]),
    ("? !!str a\n: b", [true, true, true]),
    ("&x {a: b}", [true, true, true]),
    ("a: &x q\nb:\n  *x : c", [true, true, true]),
    // A key in brackets behind a blank line or a comment.
    ("a: 1\n[b]: c", [true, true, true]),
    ("a: 1 # x\n[b]: c", [true, true, true]),
    ("a: 1\n  # x\n[b]: c", [true, true, true]),
    ("a: 1\n\n[b]: c", [true, true, false]),
    ("a: 1\n \n[b]: c", [true, true, false]),
    ("a: 1\n# x\n[b]: c", [true, true, false]),
    ("a: 1\n\n{b}: c", [true, true, false]),
    ("a: 1\n\n&k [b]: c", [true, true, false]),
    ("a: 1\n# x\n!!seq [b]: c", [true, true, false]),
    ("[a]: b\n\n[c]: d", [true, true, false]),
    ("a: 'x'\n\n[b]: c", [true, true, false]),
    ("a: [x]\n\n[b]: c", [true, true, false]),
    ("a: |\n  x\n\n[b]: c", [true, true, false]),
    ("a: |+\n  x\n\n\n[b]: c", [true, true, true]),
    ("a: |+\n  x\n\n# y\n[b]: c", [true, true, false]),
    ("a:\n  - x\n\n[b]: c", [true, true, false]),
    ("a:\n- x\n# c\n[b]: c", [true, true, false]),
    ("a:\n  b: c\n  # c\n[b]: c", [true, true, true]),
    ("a:\n  b:\n    c: d\n\n  [z]: c", [true, true, false]),
    ("- a: 1\n\n  [b]: c", [true, true, false]),
    ("- a: 1\n\n- [b]: c", [true, true, true]),
    ("\n[b]: c\nd: e", [true, true, true]),
    ("# c\n[b]: c", [true, true, true]),
    ("a:\n\n[b]: c", [true, true, true]),
    ("a: &q\n\n[b]: c", [true, true, true]),
    ("? a\n\n[b]: c", [true, true, true]),
    ("? a\n: b\n\n[b]: c", [true, true, false]),
    ("a: 1\n\n? [b]\n: c", [true, true, true]),
];

#[test]
fn keys_that_some_libraries_refuse() {
    for (text, expected) in KEYS {
        let found = SCHEMES.map(|dialect| parse(text, 0..text.len(), dialect).is_ok());
        assert_eq!(found, *expected, "{text:?}");
    }
}

/// A value, and what js-yaml (both) and `yaml` 2 make of it; `None` where they fail.
const BLOCKS: &[(&str, Option<&str>, Option<&str>)] = &[
    ("|+\n  a\n\n", Some("a\n\n"), Some("a\n\n")),
    ("|+\n  a\n\n  ", Some("a\n\n\n"), Some("a\n\n")),
    ("|+\n  a\n ", Some("a\n\n"), Some("a\n")),
    (">+\n  a\n   ", Some("a\n \n"), Some("a\n \n")),
    (">+\n   d\n    c\n ", Some("d\n c\n\n"), Some("d\n c\n")),
    ("|2+\n    c\n  ", Some("  c\n\n"), Some("  c\n")),
    (">+\n  ", Some("\n"), Some("\n")),
    ("|+\n\n\n ", Some("\n\n\n"), Some("\n\n")),
    ("|\n  a\n\n  ", Some("a\n"), Some("a\n")),
    ("|-\n  a\n ", Some("a"), Some("a")),
    ("|+\n  a", Some("a\n"), Some("a\n")),
];

#[test]
fn blanks_behind_the_last_line_end_of_a_block() {
    for (value, js, yaml) in BLOCKS {
        let text = format!("v: {value}");
        let held = |dialect| {
            let root = parse(&text, 0..text.len(), dialect).ok()?;
            let errors = Vec::new();
            let tree = Tree { root, errors };
            match &tree.get("v")?.value.kind {
                Kind::Scalar { value, .. } => Some(value.clone()),
                _ => None,
            }
        };
        let found = SCHEMES.map(held);
        let expected = [js, js, yaml].map(|text| text.map(str::to_owned));
        assert_eq!(found, expected, "{value:?}");
    }
}

/// What no digit, sign or point begins is a text, whatever follows; `<<` merges maps in js-yaml.
#[test]
fn plain_texts_that_begin_as_no_number() {
    let dialects = SCHEMES.into_iter().chain([Dialect::Pyyaml]);
    for dialect in dialects {
        for (text, kind) in [
            ("a1", "Text"),
            ("_1", "Text"),
            ("e5", "Text"),
            ("x0x1", "Text"),
            ("1", "Int"),
            ("-1", "Int"),
            ("+1", "Int"),
            ("0x1F", "Int"),
            (".5", "Float"),
            ("1.5", "Float"),
            ("-.inf", "Float"),
            (".nan", "Float"),
            ("~", "Null"),
            ("true", "Bool"),
        ] {
            let found = format!("{:?}", plain(text, dialect));
            assert!(found.starts_with(kind), "{dialect:?} {text}: {found}");
        }
        let merge = plain("<<", dialect);
        let text = dialect == Dialect::Yaml2;
        assert_eq!(merge == Core::Text, text, "{dialect:?}");
    }
}
