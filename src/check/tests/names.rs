use super::*;

#[test]
fn missing_and_empty() {
    finds(
        &with(DESCRIPTION),
        &["error name/missing 1:1+3 agentskills"],
    );
    finds(&named("name:"), &["error name/empty 2:1+4 agentskills"]);
    finds(&named("name: ' '"), &["error name/empty 2:7+3 agentskills"]);
}

#[test]
fn a_host_whose_reader_takes_no_file_without_a_name_asks_for_one() {
    // gemini takes an empty name where only its plain second reader takes the frontmatter.
    for (name, rule, plain) in [
        ("", "name/missing", Severity::Error),
        ("name:\n", "name/empty", Severity::Warning),
    ] {
        let text = with(&format!("{name}description: Fix: it, when asked\n"));
        let severity = |host: &str| {
            let found = check(&[host], &text);
            let found = found.iter().find(|finding| finding.rule == rule);
            found.map(|finding| finding.severity)
        };
        // Dropped for the colon already, or for the name alone, or named by the folder.
        assert_eq!(severity("adk"), Some(Severity::Warning), "{rule}");
        assert_eq!(severity("gemini"), Some(plain), "{rule}");
        assert_eq!(severity("codex"), None, "{rule}");
    }
}

#[test]
fn not_text() {
    finds(
        &named("name:\n  - demo"),
        &["error name/not-text 3:3+6 agentworks,agentskills"],
    );
}

#[test]
fn characters() {
    let found = lines(&named("name: de mo"));
    assert!(found.contains(&"warning name/characters 2:9+1 agentworks,agentskills".into()));
    let found = lines(&named("name: de_mo"));
    assert!(found.contains(&"warning name/characters 2:9+1 agentskills".into()));
}

#[test]
fn length() {
    let name = "a".repeat(70);
    let found = lines(&named(&format!("name: {name}")));
    assert!(
        found.contains(&"warning name/length 2:71+6 agentskills".into()),
        "{found:?}"
    );
    let found = lines(&named(&format!("name: {}", "a".repeat(64))));
    assert!(!found.iter().any(|line| line.contains("length")));
}

#[test]
fn case_hyphens_folder() {
    let found = lines(&named("name: 'aBc'"));
    assert!(found.contains(&"warning name/case 2:9+1 agentskills".into()));
    let found = lines(&named("name: a--b"));
    assert!(found.contains(&"warning name/hyphens 2:8+2 agentskills".into()));
    let found = lines(&named("name: ab-"));
    assert!(found.contains(&"warning name/hyphens 2:9+1 agentskills".into()));
    finds(
        &named("name: other"),
        &["warning name/folder 2:7+5 agentskills"],
    );
}

#[test]
fn confusable() {
    let found = lines(&named("name: dem\u{43e}"));
    assert!(
        found
            .iter()
            .any(|line| line.starts_with("warning name/confusable 2:10+1")),
        "{found:?}"
    );
    let found = lines(&named("name: δοκιμή"));
    assert!(!found.iter().any(|line| line.contains("confusable")));
}
