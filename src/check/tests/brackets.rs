//! Lists and maps in brackets that one character would mend.

use super::*;

const TWO: &[&str] = &["agentworks", "agentskills"];

fn listed(value: &str) -> String {
    with(&format!(
        "name: demo\n{DESCRIPTION}allowed-tools: {value}\n"
    ))
}

/// The only error: its rule, where it is, and the text after its fix.
#[track_caller]
fn error(text: &str) -> (&'static str, String, Option<String>) {
    let mut found = check(TWO, text);
    found.retain(|finding| finding.severity == Severity::Error);
    let [one] = &found[..] else {
        panic!("{found:#?}\n{text}");
    };
    let at = LineIndex::new(text).position(text, one.range.start);
    let after = one.fixes.first().map(|fix| apply(text, &fix.edits));
    (one.rule, format!("{}:{}", at.line, at.column), after)
}

#[test]
fn the_quote_or_comma_is_named_and_mended() {
    const QUOTE: &str = "yaml/unclosed-quote";
    for (value, at, mended) in [
        ("[\"Read, \"Write\"]", "4:17", "[\"Read\", \"Write\"]"),
        ("[\"Read\", \"Write]", "4:25", "[\"Read\", \"Write\"]"),
        (
            "['Read, 'Write', 'Bash']",
            "4:17",
            "['Read', 'Write', 'Bash']",
        ),
        (
            "[\"Read\", \"Write, \"Bash\"]",
            "4:25",
            "[\"Read\", \"Write\", \"Bash\"]",
        ),
        ("[\"Read\"\", \"Write\"]", "4:23", "[\"Read\", \"Write\"]"),
        ("[\"\"Read\", \"Write\"]", "4:18", "[\"Read\", \"Write\"]"),
        ("[\"Read', \"Write\"]", "4:22", "[\"Read\", \"Write\"]"),
        ("['Read\", 'Write']", "4:22", "['Read', 'Write']"),
        ("[\"Read\" \"Write\"]", "4:24", "[\"Read\", \"Write\"]"),
        ("[\"Read\"\n  \"Write\"]", "5:3", "[\"Read\",\n  \"Write\"]"),
        ("[\"Read\"; \"Write\"]", "4:23", "[\"Read\", \"Write\"]"),
        ("[\"Read\", \"Write\"],", "4:33", "[\"Read\", \"Write\"]"),
        ("['Read', 'don't']", "4:29", "['Read', 'don''t']"),
        (
            "[\n  \"Read,\n  \"Write\"\n  ]",
            "5:3",
            "[\n  \"Read\",\n  \"Write\"\n  ]",
        ),
        (
            "[\"Bash(a, b)\", \"Read]",
            "4:31",
            "[\"Bash(a, b)\", \"Read\"]",
        ),
        ("[@Read\", \"Write\"]", "4:17", "[\"@Read\", \"Write\"]"),
    ] {
        let (rule, place, after) = error(&listed(value));
        assert_eq!((rule, place.as_str()), (QUOTE, at), "{value}");
        assert_eq!(after, Some(listed(mended)), "{value}");
    }
    let of_map = |value: &str| {
        with(&format!(
            "name: demo\n{DESCRIPTION}metadata:\n  own: {value}\n  two: x\n"
        ))
    };
    for (value, at, mended) in [
        ("{\"a: \"b\"}", "5:9", "{\"a\": \"b\"}"),
        (
            "{\"a\": \"b, \"c\": \"d\"}",
            "5:14",
            "{\"a\": \"b\", \"c\": \"d\"}",
        ),
        ("[\"a, \"b\"]", "5:9", "[\"a\", \"b\"]"),
    ] {
        let text = of_map(value);
        let mut found = check(&["agentworks"], &text);
        found.retain(|one| one.severity == Severity::Error);
        let at_of = |one: &Finding| LineIndex::new(&text).position(&text, one.range.start);
        let [one] = &found[..] else {
            panic!("{found:#?}\n{text}");
        };
        assert_eq!(
            format!("{}:{}", at_of(one).line, at_of(one).column),
            at,
            "{value}"
        );
        assert_eq!(apply(&text, &one.fixes[0].edits), of_map(mended));
    }
}

#[test]
fn where_two_ways_are_meant_the_quote_is_named_and_no_fix_guessed() {
    let (rule, at, after) = error(&listed("[\"a, b, \"c\"]"));
    assert_eq!(
        (rule, at.as_str(), after),
        ("yaml/unclosed-quote", "4:17", None)
    );
}

#[test]
fn brackets_of_text_stay_with_their_rules() {
    let text = with("name: demo\ndescription: [a] \"b\" when asked\n");
    assert_eq!(error(&text).0, "yaml/text-after-value");
    let (rule, _, after) = error(&listed("[Read, Bash"));
    assert_eq!((rule, after), ("yaml/syntax", Some(listed("[Read, Bash]"))));
}
