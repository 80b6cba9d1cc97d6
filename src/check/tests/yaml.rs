use super::*;

const BOTH: &str = "agentworks,agentskills";

#[track_caller]
fn breaks(line: &str, rule: &str, place: &str) {
    let expected = format!("error yaml/{rule} {place} {BOTH}");
    let text = described(line);
    let found = lines(&text);
    assert!(found.contains(&expected), "{found:?}\n{text}");
    assert!(
        found
            .iter()
            .all(|line| line.starts_with("error yaml/") || !line.starts_with("error")),
        "{found:?}"
    );
}

#[test]
fn colon_in_value() {
    breaks("description: Modes: short", "colon-in-value", "3:19+1");
    quiet(&described("description: Modes:short, when asked"));
}

#[test]
fn continuation_is_a_key() {
    let line = "description: Builds, if asked.\n\n  Keywords: kit";
    breaks(line, "continuation-is-a-key", "5:3+9");
    quiet(&described("description: Builds, if asked.\n  Keywords kit"));
}

#[test]
fn tab() {
    breaks("metadata:\n\ta: b", "tab", "4:1+1");
}

#[test]
fn duplicate_key() {
    let yaml = format!("name: demo\n{DESCRIPTION}name: demo\n");
    finds(
        &with(&yaml),
        &["error yaml/duplicate-key 4:1+4 agentworks,agentskills"],
    );
}

#[test]
fn reserved_start() {
    for c in ["@", "`", "%"] {
        let line = format!("description: {c}a when asked");
        breaks(&line, "reserved-start", "3:14+1");
    }
    quiet(&described("description: a@b `c` %d when asked"));
}

#[test]
fn unclosed_quote() {
    breaks("description: \"Never closed", "unclosed-quote", "3:14+1");
    breaks("description: 'Never closed", "unclosed-quote", "3:14+1");
}

#[test]
fn text_after_value() {
    breaks("description: [a] [b]", "text-after-value", "3:18+1");
    breaks("description: \"a\" and b", "text-after-value", "3:18+5");
}

#[test]
fn escape() {
    breaks("description: \"a\\d\"", "escape", "3:16+2");
    quiet(&described("description: \"a\\\\d when asked\""));
}

#[test]
fn comment_ate_value() {
    finds(
        &described("description: # Does it"),
        &["error yaml/comment-ate-value 3:14+9 agentworks,agentskills"],
    );
    finds(
        &described("description: Does it if asked # note"),
        &["warning yaml/comment-ate-value 3:31+6 agentworks,agentskills"],
    );
    quiet(&named("name: demo # note"));
}

#[test]
fn flow_style() {
    finds(
        &with(&format!("name: demo\n{DESCRIPTION}allowed-tools: [A]\n")),
        &["error yaml/flow-style 4:16+3 agentskills"],
    );
    quiet(&with(&format!(
        "name: demo\n{DESCRIPTION}allowed-tools:\n  - A\n"
    )));
}

#[test]
fn beyond_reader() {
    finds(
        &with(&format!("name: demo\n{DESCRIPTION}license: !!str MIT\n")),
        &["error yaml/beyond-reader 4:10+9 agentskills"],
    );
}

#[test]
fn ambiguous_scalar() {
    let text = with(&format!("name: demo\n{DESCRIPTION}license: 1.0\n"));
    finds(
        &text,
        &["hint yaml/ambiguous-scalar 4:10+3 agentworks,agentskills"],
    );
    quiet(&text.replace("1.0", "\"1.0\""));
    quiet(&text.replace("1.0", "1.0.2"));
}

#[test]
fn indented_fields() {
    let text = with(&format!("  name: demo\n  {DESCRIPTION}"));
    finds(&text, &["error yaml/indented-fields 3:3+11 agentworks"]);
    quiet(&fixed(&text, 0));
}

#[test]
fn one_fault_gives_one_finding() {
    let text = with(&format!("name: demo\n{DESCRIPTION}metadata:\n\tRead\n"));
    finds(&text, &["error yaml/tab 5:1+1 agentworks,agentskills"]);
    let text = with(&format!("name: demo\n{DESCRIPTION}")).replacen("---", "---yaml", 1);
    finds(
        &text,
        &["error frontmatter/fence 1:4+4 agentworks,agentskills"],
    );
    let text = described("description: a\u{2028}b when asked");
    finds(&text, &["error text/control 3:15+1 agentworks"]);
    let text = with(&format!("name: [a]\n{DESCRIPTION}"));
    finds(&text, &["error name/not-text 2:7+3 agentworks,agentskills"]);
}
