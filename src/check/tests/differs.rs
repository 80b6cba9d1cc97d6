//! What a judged host holds otherwise than the file says, and what is offered against it.

use super::*;

/// The errors of a file: rule, place as `line:column`, hosts.
fn errors(hosts: &[&str], text: &str) -> Vec<(&'static str, String, String)> {
    let index = LineIndex::new(text);
    let found = check(hosts, text);
    let errors = found.iter().filter(|f| f.severity == Severity::Error);
    errors
        .map(|f| {
            let at = index.position(text, f.range.start);
            (
                f.rule,
                format!("{}:{}", at.line, at.column),
                f.hosts.join(" "),
            )
        })
        .collect()
}

/// The file has just this error, for these hosts.
#[track_caller]
fn one(hosts: &[&str], text: &str, rule: &str, at: &str, whom: &str) -> Finding {
    let found = errors(hosts, text);
    let expected = [(rule.to_owned(), at.to_owned(), whom.to_owned())];
    let told: Vec<_> = found
        .iter()
        .map(|(rule, at, hosts)| ((*rule).to_owned(), at.clone(), hosts.clone()))
        .collect();
    assert_eq!(told, expected, "{text}");
    let mut all = check(hosts, text);
    let at = all.iter().position(|f| f.severity == Severity::Error);
    all.remove(at.expect("an error"))
}

/// The text after the fix of this title.
#[track_caller]
fn after(text: &str, finding: &Finding, title: &str) -> String {
    let fix = finding.fixes.iter().find(|fix| fix.title == title);
    apply(text, &fix.unwrap_or_else(|| panic!("{finding:#?}")).edits)
}

const ALONE: &str = "put the comment on a line of its own";

#[test]
fn a_comment_behind_any_value_is_text_to_readers_of_lines() {
    for (host, yaml, at, mended) in [
        (
            "minibot",
            format!("name: demo # mine\n{DESCRIPTION}"),
            "2:7",
            format!("# mine\nname: demo\n{DESCRIPTION}"),
        ),
        (
            "pleach",
            format!("name: demo # mine\n{DESCRIPTION}"),
            "2:7",
            format!("# mine\nname: demo\n{DESCRIPTION}"),
        ),
        (
            "minibot",
            format!("name: demo\n{DESCRIPTION}compatibility: Linux # only\n"),
            "4:16",
            format!("name: demo\n{DESCRIPTION}# only\ncompatibility: Linux\n"),
        ),
        (
            "pleach",
            format!("name: demo\n{DESCRIPTION}intents:\n  - review # code\n"),
            "5:3",
            format!("name: demo\n{DESCRIPTION}intents:\n  # code\n  - review\n"),
        ),
        (
            "pleach",
            format!("name: demo\n{DESCRIPTION}allowed-tools: [Read] # one\n"),
            "4:16",
            format!("name: demo\n{DESCRIPTION}# one\nallowed-tools: [Read]\n"),
        ),
    ] {
        let text = with(&yaml);
        let finding = one(&[host], &text, "host/differs", at, host);
        let mended = with(&mended);
        assert_eq!(after(&text, &finding, ALONE), mended);
        assert!(errors(&[host], &mended).is_empty(), "{mended}");
    }
}

#[test]
fn a_comment_that_allows_a_finding_never_becomes_text() {
    let text = described("description: Use when asked. # skillkiln: allow description/long");
    let finding = one(
        &["agentskills", "minibot"],
        &text,
        "host/differs",
        "3:14",
        "minibot",
    );
    let titles: Vec<_> = finding.fixes.iter().map(|fix| fix.title.as_str()).collect();
    assert_eq!(titles, [ALONE]);
}

#[test]
fn a_list_over_several_lines_is_none_to_a_reader_of_lines() {
    let head = format!("name: demo\n{DESCRIPTION}");
    let text = with(&format!("{head}allowed-tools: [\n  Read,\n  Write\n]\n"));
    let finding = one(&["pleach"], &text, "host/differs", "4:16", "pleach");
    let mended = after(&text, &finding, "write one item on each line");
    assert_eq!(
        mended,
        with(&format!("{head}allowed-tools:\n  - Read\n  - Write\n"))
    );
}

#[test]
fn whoever_loses_text_of_broken_yaml_is_named_with_an_error() {
    for (host, yaml, rule, at) in [
        (
            "minibot",
            "name: demo\ndescription: Use when\n  you want: this\n",
            "yaml/continuation-is-a-key",
            "4:3",
        ),
        (
            "pleach",
            "name: demo\ndescription: Use when\n  you want: this\n",
            "yaml/continuation-is-a-key",
            "4:3",
        ),
        (
            "gemini",
            "name: demo\ndescription: Use when\n\n  you want: this\nlicense: MIT\n",
            "yaml/continuation-is-a-key",
            "5:3",
        ),
        (
            "minibot",
            "name: demo\ndescription:\n  - Use when asked.\n",
            "description/not-text",
            "4:3",
        ),
        (
            "minibot",
            "name: demo\n  description: Use when asked.\n",
            "yaml/continuation-is-a-key",
            "3:3",
        ),
        (
            "nanobot",
            "name: demo\ndescription: Reviews code: use when asked.\n",
            "yaml/colon-in-value",
            "3:26",
        ),
    ] {
        let finding = one(&[host], &with(yaml), rule, at, host);
        assert!(finding.message.contains(", so "), "{finding:?}");
    }
}

#[test]
fn whoever_loses_text_is_not_said_to_load_the_file() {
    let text = described("description: Use when\n  you want: this");
    let found = check(&["agentskills", "minibot"], &text);
    let finding = &found[0];
    assert_eq!(finding.hosts, ["agentskills", "minibot"]);
    assert!(!finding.message.contains("loads it"), "{finding:?}");
}

#[test]
fn hosts_that_lose_the_body_to_a_fence_are_named() {
    let head = format!("---\nname: demo\n{DESCRIPTION}");
    for (host, close) in [("opencode", "..."), ("kilo", "..."), ("gemini", "---x")] {
        let text = format!("{head}{close}\n\n# Title\n");
        one(
            &[host],
            &text,
            "frontmatter/fence",
            if close == "..." { "4:1" } else { "4:4" },
            host,
        );
    }
}

#[test]
fn returns_alone_hide_the_fields_from_those_who_want_line_feeds() {
    let text = with(&format!("name: demo\n{DESCRIPTION}")).replace('\n', "\r");
    for host in ["claude-code", "cline"] {
        let found = check(&[host], &text);
        let error = found.iter().find(|f| f.severity == Severity::Error);
        assert_eq!(error.map(|f| f.rule), Some("file/line-ends"), "{found:#?}");
    }
    let found = check(&["claude-code", "gemini"], &text);
    assert!(
        found
            .iter()
            .all(|f| !f.message.contains("Claude Code loads it")),
        "{found:#?}"
    );
}

#[test]
fn no_fix_leaves_a_host_worse_off() {
    // No quotes hold both marks for a reader that takes them as they are.
    let text = described("description: Foo: bar: use \"when\" it's asked.");
    let found = check(&["pleach"], &text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].fixes.is_empty(), "{found:#?}");
    assert!(
        found[0]
            .help
            .contains("Pleach would then drop the file or read"),
        "{}",
        found[0].help
    );
    // A block is none to it, the text in quotes is.
    let text = described("description: Use when\n  you want: this\n  and that.");
    let found = check(&["pleach"], &text);
    let titles: Vec<_> = found[0]
        .fixes
        .iter()
        .map(|fix| fix.title.as_str())
        .collect();
    assert_eq!(titles, ["quote the value"]);
    // Nor is one offered that changes nothing, or leads back to the finding.
    for yaml in ["execution: fast", "allowed-tools: [\"Read, \"Write\"]"] {
        let text = described(&format!("{DESCRIPTION}{yaml}"));
        for finding in check(&["agentworks", "pleach"], &text) {
            for fix in &finding.fixes {
                let mended = apply(&text, &fix.edits);
                let left = check(&["agentworks", "pleach"], &mended);
                assert!(mended != text && !left.contains(&finding), "{finding:#?}");
            }
        }
    }
}

#[test]
fn limits_that_are_no_numbers() {
    let head = format!("name: demo\n{DESCRIPTION}execution:\n");
    let text = with(&format!("{head}  maxSteps: many\n  timeout: 5\n"));
    one(&["pleach"], &text, "field/value", "5:13", "pleach");
    let found = check(&["pleach"], &with(&format!("{head}  timeout: -1\n")));
    let told: Vec<_> = found.iter().map(|f| (f.rule, f.severity)).collect();
    assert_eq!(told, [("field/value", Severity::Warning)]);
    assert!(
        check(&["agentworks"], &text)
            .iter()
            .all(|f| f.rule != "field/value")
    );
    // What holds no fields at all has one cause, and no quotes mend it.
    let found = check(
        &["pleach"],
        &with(&format!("name: demo\n{DESCRIPTION}execution: fast\n")),
    );
    let told: Vec<_> = found.iter().map(|f| (f.rule, f.fixes.len())).collect();
    assert_eq!(told, [("field/type", 0)], "{found:#?}");
}

#[test]
fn an_item_that_is_indented_further() {
    let head = format!("name: demo\n{DESCRIPTION}allowed-tools:\n");
    let text = with(&format!("{head}  - Read\n    - Write\n"));
    let finding = one(
        &["agentworks"],
        &text,
        "yaml/item-in-item",
        "6:5",
        "agentworks",
    );
    let mended = with(&format!("{head}  - Read\n  - Write\n"));
    assert_eq!(
        after(&text, &finding, "begin it below the one above"),
        mended
    );
    // Text that goes on is none.
    let text = with(&format!("{head}  - Read\n    and Write\n"));
    assert!(errors(&["agentworks"], &text).is_empty());
}

#[test]
fn a_heading_ends_a_block_that_a_rule_of_the_text_would_close() {
    let body = "\n# Title\n\nNote: read it first.\n\n---\n\nMore.\n";
    let text = format!("---\nname: demo\n{DESCRIPTION}{body}");
    for host in ["agentworks", "agentskills", "minibot"] {
        let finding = one(&[host], &text, "frontmatter/unclosed", "1:1", host);
        let mended = after(&text, &finding, "close it after the last field");
        assert_eq!(mended, format!("---\nname: demo\n{DESCRIPTION}---\n{body}"));
        let all = check(&[host], &text);
        assert_eq!(all.len(), 1, "{all:#?}");
    }
    // Fields below a comment are fields.
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}\n# Own\n\nteam: core\n\n"
    ));
    assert!(errors(&["agentworks"], &text).is_empty());
}

#[test]
fn dashes_in_a_block_of_text_close_it() {
    let text = "---\nname: demo\ndescription: |\n  Use when\n---\n  asked.\n---\n\n# T\n";
    for host in ["agentskills", "minibot", "agentworks"] {
        let finding = one(&[host], text, "frontmatter/inner-fence", "5:1", host);
        let mended = after(text, &finding, "write two dashes");
        assert!(errors(&[host], &mended).is_empty(), "{mended}");
    }
    // A body may begin with indented code.
    let text =
        "---\nname: demo\ndescription: |\n  Use when asked.\n---\n    code\n\nText.\n\n---\n";
    assert!(errors(&["agentskills"], text).is_empty());
}

#[test]
fn a_field_without_its_colon() {
    for (line, mended) in [
        ("license MIT", "license: MIT"),
        ("license; MIT", "license: MIT"),
        ("license=\"MIT\"", "license: \"MIT\""),
        ("allowed-tools Read Write", "allowed-tools: Read Write"),
    ] {
        let text = described(&format!("{}{line}", DESCRIPTION));
        let found = check(&["agentskills"], &text);
        let titles: Vec<_> = found[0]
            .fixes
            .iter()
            .map(|fix| fix.title.as_str())
            .collect();
        assert_eq!(titles[0], "write a colon", "{found:#?}");
        let after = apply(&text, &found[0].fixes[0].edits);
        assert_eq!(after, described(&format!("{}{mended}", DESCRIPTION)));
    }
    // A line of text may begin with such a word.
    let text = described("description: Helps the\nauthor with every text.");
    let found = check(&["agentskills"], &text);
    assert!(
        found[0]
            .fixes
            .iter()
            .all(|fix| fix.title != "write a colon"),
        "{found:#?}"
    );
}

#[test]
fn a_comment_inside_a_text_of_several_lines() {
    let text = described("description: Use when asked # one\n  two");
    let finding = one(
        &["agentskills"],
        &text,
        "yaml/comment-ate-value",
        "3:29",
        "agentskills",
    );
    let mended = after(&text, &finding, "quote the value");
    assert_eq!(
        mended,
        described("description: \"Use when asked # one two\"")
    );
}

#[test]
fn one_character_of_a_name_is_told_once() {
    for (name, rule) in [
        ("de\u{200b}mo", "name/characters"),
        ("de\u{2013}mo", "name/confusable"),
    ] {
        let text = named(&format!("name: {name}"));
        let found = check_in(name, &["agentskills", "minibot"], &text);
        let here: Vec<_> = found.iter().filter(|f| f.rule != "name/folder").collect();
        assert_eq!(here.len(), 1, "{found:#?}");
        assert_eq!(here[0].rule, rule);
        assert!(here[0].message.contains("refused by agentskills reference"));
        assert!(!here[0].fixes.is_empty());
    }
}

#[test]
fn each_host_is_told_of_its_own_limit() {
    let name = "a".repeat(66);
    let text = named(&format!("name: {name}"));
    let found = check_in(&name, &["agentskills", "minibot"], &text);
    let [one] = &found[..] else {
        panic!("{found:#?}");
    };
    assert_eq!(one.rule, "name/length");
    assert_eq!(one.range.start, "---\nname: ".len() + 60);
    assert_eq!(one.hosts, ["agentskills", "minibot"]);
    let what =
        "the name has 66 characters, 60 (MiniBot) and 64 (agentskills reference) are allowed";
    assert!(one.message.starts_with(what), "{}", one.message);
    // One of them alone is told of as before.
    let found = check_in(
        &name[..62],
        &["agentskills", "minibot"],
        &named(&format!("name: {}", &name[..62])),
    );
    assert!(
        found[0].message.contains("62 characters, 60 are allowed"),
        "{found:#?}"
    );
    let long = |count: usize, hosts: &[&str]| {
        let text = described(&format!("description: Use when {}", "a".repeat(count - 9)));
        let found = check(hosts, &text);
        let of_rule = found.iter().filter(|one| one.rule == "description/length");
        let of_rule: Vec<_> = of_rule.collect();
        assert!(of_rule.len() == 1, "{found:#?}");
        of_rule[0].message.clone()
    };
    let hosts = ["agentskills", "claude-code", "codex"];
    let said = long(1600, &hosts);
    let both = "1600 characters, more than 1024 (agentskills reference and Codex CLI) and 1536 (Claude Code)";
    assert!(said.contains(both), "{said}");
    let said = long(1100, &hosts);
    assert!(said.contains("1100 characters, more than 1024:"), "{said}");
    assert!(!said.contains("Claude Code"), "{said}");
    let hosts = ["agentskills", "claude-ai"];
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}compatibility: {}\n",
        "a".repeat(501)
    ));
    let found = check(&hosts, &text);
    let of_field: Vec<_> = found
        .iter()
        .filter(|one| one.rule == "field/length")
        .collect();
    assert!(of_field.len() == 1, "{found:#?}");
    assert!(
        of_field[0]
            .message
            .contains("501 characters, 500 are allowed"),
        "{found:#?}"
    );
}

#[test]
fn only_comments_allow() {
    let found = |text: &str| -> Vec<&'static str> {
        check(&["agentskills"], text)
            .iter()
            .map(|f| f.rule)
            .collect()
    };
    let block =
        "name: other\ndescription: |\n  Use when asked.\n  # skillkiln: allow name/folder\n";
    assert_eq!(found(&with(block)), ["name/folder"]);
    let quoted = "name: other\ndescription: \"Use when asked. # skillkiln: allow name/folder\"\n";
    assert_eq!(found(&with(quoted)), ["name/folder"]);
    let code = "TODO: x\n\n```\n<!-- skillkiln: allow body/placeholder -->\n```\n";
    let text = format!("---\nname: demo\n{DESCRIPTION}---\n\n{code}");
    assert_eq!(found(&text), ["body/placeholder"]);
    // As comments they count.
    let comment = "# skillkiln: allow name/folder\nname: other\ndescription: Use when asked.\n";
    assert!(found(&with(comment)).is_empty());
    let text = text.replace("```\n", "");
    assert!(found(&text).is_empty());
}
