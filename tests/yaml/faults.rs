//! Each fault at its very characters. The place that must be named stands between `«` and `»`.

use skillkiln::skill::yaml::{Dialect, ErrorKind, parse, tolerant};

const FAULTS: &[(ErrorKind, &str)] = &[
    (
        ErrorKind::ColonInValue,
        "name: demo\ndescription: Use when«:» x",
    ),
    (ErrorKind::ColonInValue, "description: things to do«:»\n"),
    (
        ErrorKind::ColonInValue,
        "description: a longer text\n  that goes on, note«:» this",
    ),
    (ErrorKind::ColonInValue, "a: [b: c«:» d]"),
    (ErrorKind::ColonInValue, "a:\n  b: c«:» d\n"),
    (ErrorKind::ColonInValue, "description: é日😀«:» x"),
    (ErrorKind::Tab, "«\t»name: demo\n\tdescription: d"),
    (ErrorKind::Tab, "name: demo\n«\t»description: d"),
    (ErrorKind::Tab, "list:\n«\t»- a"),
    (ErrorKind::Tab, "list:\n-«\t»- a"),
    (ErrorKind::Tab, "text: |\n«\t»a"),
    (
        ErrorKind::UnclosedQuote,
        "name: demo\ndescription: «\"»oops",
    ),
    (ErrorKind::UnclosedQuote, "description: «'»it\n"),
    (ErrorKind::UnclosedFlow, "tools: «[»Read, Grep"),
    (ErrorKind::UnclosedFlow, "tools: «[»Read, Grep\nname: x"),
    (ErrorKind::UnclosedFlow, "a: «{»b: c\nname: x\n"),
    (ErrorKind::UnclosedFlow, "a: «[»b}"),
    (ErrorKind::TextAfterValue, "hint: [file] «[»--flag]"),
    (ErrorKind::TextAfterValue, "description: 'It'«s'»"),
    (ErrorKind::TextAfterValue, "description: \"a\" «b c»\n"),
    (ErrorKind::TextAfterValue, "description: \"a\" «b»: c"),
    (ErrorKind::TextAfterValue, "description: {{var}} «tool»"),
    (ErrorKind::TextAfterValue, "description: | «text»\n  more"),
    (ErrorKind::TextAfterValue, "a: [\"b\" «\"c\"»]"),
    (ErrorKind::ReservedStart, "description: «`»code` first"),
    (ErrorKind::ReservedStart, "description: «@»mention"),
    (ErrorKind::ReservedStart, "description: «%»d"),
    (ErrorKind::ReservedStart, "description: «*»bold* text"),
    (ErrorKind::ReservedStart, "description: «&» more"),
    (ErrorKind::ReservedStart, "description: «-» item"),
    (ErrorKind::ReservedStart, "description: «?» what"),
    (ErrorKind::ReservedStart, "description: «!a!b» c"),
    (ErrorKind::Escape, "path: \"C:«\\d»ir\""),
    (ErrorKind::Escape, "path: \"«\\x4»\""),
    (ErrorKind::Escape, "path: \"«\\uD800»\""),
    (ErrorKind::MissingColon, "name: demo\n«just text»\n"),
    (ErrorKind::MissingColon, "«name:demo»\ndescription: d"),
    (ErrorKind::MissingColon, "a:\n  «b c»\n  d: e"),
    (ErrorKind::Indent, "name: demo\n «description»: d"),
    (ErrorKind::Indent, "name: demo\n«-» a"),
    (ErrorKind::Indent, "a:\n  - b\n «-» c"),
    (ErrorKind::Indent, "text: |«0»\n a"),
    (ErrorKind::Character, "description: a«\u{7}»b"),
    (ErrorKind::Character, "description: \"a«\0»b\""),
    (ErrorKind::Character, "description: a«\u{7f}»b"),
    (ErrorKind::Character, "description: a«\u{9b}»b"),
    (ErrorKind::Character, "description: a«\u{fffe}»b"),
    (
        ErrorKind::UnknownAlias,
        "name: demo\ndescription: «*missing»",
    ),
    (ErrorKind::Directive, "«%YAML 1.2»\nname: demo"),
    (ErrorKind::Directive, "«%FOO x»\n---\nname: demo"),
];

fn marked(text: &str) -> (String, std::ops::Range<usize>) {
    let start = text.find('«').expect("a mark");
    let end = text.find('»').expect("a mark") - '«'.len_utf8();
    (text.replace(['«', '»'], ""), start..end)
}

#[test]
fn each_fault_is_named_at_its_characters() {
    for (kind, text) in FAULTS {
        let (text, at) = marked(text);
        let error = parse(&text, 0..text.len(), Dialect::YamlV3).expect_err(&text);
        assert_eq!((error.kind, error.at), (*kind, at), "in {text:?}");
    }
}

#[test]
fn the_editor_names_the_same_fault() {
    for (kind, text) in FAULTS {
        let (text, at) = marked(text);
        let errors = tolerant(&text, 0..text.len()).errors;
        assert!(
            errors
                .iter()
                .any(|error| error.kind == *kind && error.at == at),
            "in {text:?}: {errors:?}"
        );
    }
}

#[test]
fn spans_count_from_the_start_of_the_whole_text() {
    let text = "---\nname: a: b\n---\nbody: [";
    let error = parse(text, 4..14, Dialect::YamlV3).expect_err("a colon too many");
    assert_eq!(&text[error.at.clone()], ":");
    assert_eq!(error.at.start, 11);
}

#[test]
fn where_the_broken_thing_began_is_told() {
    let text = "a: [b: c: d]";
    let error = parse(text, 0..text.len(), Dialect::YamlV3).expect_err("two colons");
    assert_eq!(error.since, Some(3..4));
    let text = "a: b: c";
    let error = parse(text, 0..text.len(), Dialect::YamlV3).expect_err("two colons");
    assert_eq!(error.since, Some(3..4));
}
