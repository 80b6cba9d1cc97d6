use super::*;

#[test]
fn missing() {
    finds(
        "# Title\n",
        &["error frontmatter/missing 1:1+7 agentworks,agentskills"],
    );
    finds(
        " \n",
        &["error frontmatter/missing 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn not_first() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("<!-- x -->\n{text}"),
        &["error frontmatter/not-first 1:1+11 agentworks,agentskills"],
    );
    finds(
        &format!("\n{text}"),
        &["error frontmatter/not-first 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn bom() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("\u{feff}{text}"),
        &["error frontmatter/bom 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn unclosed() {
    finds(
        &format!("---\nname: demo\n{DESCRIPTION}\n# Body\n"),
        &["error frontmatter/unclosed 1:1+3 agentworks,agentskills"],
    );
}

#[test]
fn fence() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("-{text}"),
        &["error frontmatter/fence 1:1+4 agentworks,agentskills"],
    );
    finds(
        &text.replace("---\nBody", " ---\n# Body"),
        &["error frontmatter/fence 4:1+4 agentworks"],
    );
    quiet(&text.replace("---\nBody", "---  \nBody"));
}

#[test]
fn inner_fence() {
    finds(
        &described("description: a --- b, when asked"),
        &["error frontmatter/inner-fence 3:16+3 agentskills"],
    );
    quiet(&described("description: a -- b, when asked"));
}

#[test]
fn empty() {
    finds(
        "---\n---\nBody\n",
        &["error frontmatter/empty 1:1+3 agentworks,agentskills"],
    );
    finds(
        &with("# only a comment\n"),
        &["error frontmatter/empty 2:1+16 agentworks,agentskills"],
    );
}

#[test]
fn not_a_mapping() {
    finds(
        &with("- a\n"),
        &["error frontmatter/not-a-mapping 2:1+3 agentworks,agentskills"],
    );
    finds(
        &with("text\n"),
        &["error frontmatter/not-a-mapping 2:1+4 agentworks,agentskills"],
    );
}

#[test]
fn second_document() {
    // AgentWorks reads no licence.
    for (below, hosts) in [
        ("license: MIT\n", "agentskills"),
        ("allowed-tools:\n  - Read\n", "agentworks,agentskills"),
    ] {
        finds(
            &with(&format!("name: demo\n{DESCRIPTION}...\n{below}")),
            &[&format!("error frontmatter/second-document 4:1+3 {hosts}")],
        );
    }
}

/// A host that loads the file and takes the wrong words from it.
#[test]
fn a_frontmatter_nobody_sees_is_an_error_for_who_loads_the_file() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    for (rule, text) in [
        ("frontmatter/bom", format!("\u{feff}{sound}")),
        ("frontmatter/not-first", format!("\n{sound}")),
        (
            "frontmatter/unclosed",
            format!("---\nname: demo\n{DESCRIPTION}\n# Body\n"),
        ),
        ("frontmatter/fence", sound.replacen("---", "---  ", 1)),
    ] {
        let mut told = 0;
        for host in ["hermes", "kimi", "openhands", "cline"] {
            let profiles = crate::host::Profiles::bundled();
            let profile = profiles.get(host).expect("a profile");
            let reading = crate::host::read_at(profile, text.as_bytes(), "demo/SKILL.md");
            let said = reading.description.as_deref().unwrap_or_default();
            if !reading.loaded() || said.contains("Use when asked") {
                continue;
            }
            told += 1;
            let found = check(&[host], &text);
            let finding = found.iter().find(|finding| finding.rule == rule);
            let finding = finding.unwrap_or_else(|| panic!("{rule} {host}: {found:#?}"));
            assert_eq!(finding.severity, Severity::Error, "{finding:#?}");
            assert!(finding.message.contains("description"), "{finding:#?}");
            // What the author wants changes what the host reads.
            assert!(finding.fixes.iter().all(|fix| !fix.safe), "{finding:#?}");
        }
        assert!(told > 0, "{rule}: every host reads it");
    }
}

#[test]
fn a_last_line_without_end_is_told_where_it_decides() {
    let text = "---\nname: demo\ndescription: Use when: asked\n---";
    let found = check(&["agentskills"], text);
    let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
    assert!(rules.contains(&"yaml/colon-in-value"), "{rules:?}");
    assert!(!rules.contains(&"frontmatter/fence"), "{found:#?}");
}
