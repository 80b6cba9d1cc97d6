//! Nothing panics, spans lie in the text, and both readings agree on what is sound.

use proptest::prelude::*;
use skillkiln::skill::Span;
use skillkiln::skill::yaml::{Dialect, ErrorKind, Kind, Node, parse, tolerant};

/// Pieces out of which broken YAML is likely to arise.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "key: v",
        ": ",
        ":",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "- ",
        "-",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "\"",
        "'",
        "#",
        " #",
        "|\n",
        ">-\n",
        "&a ",
        "*a",
        "!",
        "!!str ",
        "---\n",
        "...\n",
        "%",
        "\\",
        "\\x",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "é",
        "😀",
        "\u{7}",
        "<<: ",
        "\n  ",
        "\n- ",
        "%TAG ! x:\n",
        "`",
        "@",
        "~",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn check_span(text: &str, span: &Span, within: &Span) -> Result<(), TestCaseError> {
    prop_assert!(within.start <= span.start && span.start <= span.end && span.end <= within.end);
    prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
    Ok(())
}

fn check_node(text: &str, node: &Node, within: &Span) -> Result<(), TestCaseError> {
    check_span(text, &node.span, within)?;
    match &node.kind {
        Kind::Sequence { items, .. } => {
            for item in items {
                check_node(text, item, &node.span)?;
            }
        }
        Kind::Mapping { entries, .. } => {
            for entry in entries {
                check_node(text, &entry.key, &node.span)?;
                check_node(text, &entry.value, &node.span)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn check(text: &str, span: Span) -> Result<(), TestCaseError> {
    let strict = parse(text, span.clone(), Dialect::YamlV3);
    let kept = tolerant(text, span.clone());
    if let Some(root) = &kept.root {
        check_node(text, root, &span)?;
    }
    for error in &kept.errors {
        check_span(text, &error.at, &span)?;
    }
    match strict {
        Ok(root) => {
            if let Some(root) = &root {
                check_node(text, root, &span)?;
            }
            match kept.errors.first() {
                None => prop_assert_eq!(root, kept.root),
                // The strict reader never looks at what follows the root.
                Some(error) => {
                    let end = root.map_or(span.start, |root| root.span.end);
                    let rest = text[end..span.end].trim();
                    prop_assert!(!rest.is_empty(), "{:?} in {:?}", error, text);
                }
            }
        }
        Err(error) => {
            check_span(text, &error.at, &span)?;
            prop_assert!(!kept.errors.is_empty());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text, 0..text.len())?;
    }

    #[test]
    fn likely_text(text in pieces()) {
        check(&text, 0..text.len())?;
    }

    #[test]
    fn text_in_a_file(text in pieces()) {
        let file = format!("---\n{text}\n---\nbody: [");
        check(&file, 4..4 + text.len())?;
    }
}

/// Both readings of a text come to an end: what grew with the square would not. How fast they are, a
/// benchmark tells.
fn to_the_end(text: &str) {
    let _ = parse(text, 0..text.len(), Dialect::YamlV3);
    let _ = tolerant(text, 0..text.len());
}

#[test]
fn long_and_deep_texts_cost_no_more_than_their_length() {
    let length = 60_000;
    for piece in [
        "[", "{", "- ", "? ", "a: ", "[a: ", "&a ", "'", "\"\\", "|\n", "#\n", "\t", "*", "!",
        "a\n",
    ] {
        to_the_end(&piece.repeat(length / piece.len()));
        to_the_end(&format!("a: {}", piece.repeat(length / piece.len())));
    }
    for line in [
        "k: v\n",
        "k: [\n",
        "k: \"\n",
        "k: a: b\n",
        "\tk: v\n",
        "k\n",
        "- [\n",
        " k: v\nk: v\n",
    ] {
        to_the_end(&line.repeat(length / line.len()));
    }
    let stairs: String = (0..1400)
        .map(|depth| format!("{}k:\n", " ".repeat(depth)))
        .collect();
    to_the_end(&stairs);
    to_the_end(&format!("{stairs}x: y: z"));
}

#[test]
fn depth_is_limited_as_yaml_v3_limits_it() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for (levels, sound) in [(1000, true), (10_000, true), (10_001, false)] {
        let text = deep(levels);
        let root = parse(&text, 0..text.len(), Dialect::YamlV3);
        assert_eq!(root.is_ok(), sound, "{levels}");
        assert_eq!(root.clone(), root);
    }
    let text = "[".repeat(1_000_000);
    let error = parse(&text, 0..text.len(), Dialect::YamlV3).expect_err("too deep");
    assert_eq!(error.kind, ErrorKind::Other);
}
