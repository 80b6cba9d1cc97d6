use super::*;
use crate::host::profile::Limit;

#[test]
fn tools_as_one_text() {
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}allowed-tools: Read, Grep\n"
    ));
    finds(&text, &["error field/type 4:16+10 agentworks"]);
    let fixed = fixed(&text, 0);
    assert_eq!(
        fixed,
        with(&format!(
            "name: demo\n{DESCRIPTION}allowed-tools:\n  - Read\n  - Grep\n"
        ))
    );
    quiet(&fixed);
}

#[test]
fn booleans() {
    let text = |value| {
        with(&format!(
            "name: demo\n{DESCRIPTION}user-invocable: {value}\n"
        ))
    };
    let found = lines(&text("\"true\""));
    assert!(
        found.contains(&"error field/type 4:17+6 agentworks".into()),
        "{found:?}"
    );
    assert!(
        !lines(&text("true"))
            .iter()
            .any(|line| line.contains("field/type"))
    );
}

#[test]
fn misspelt_and_unknown() {
    let text = with(&format!("name: demo\n{DESCRIPTION}licence: MIT\n"));
    finds(&text, &["warning field/typo 4:1+7 agentskills"]);
    quiet(&fixed(&text, 0));
    finds(
        &with(&format!("name: demo\n{DESCRIPTION}origin: team\n")),
        &["warning field/unknown 4:1+6 agentskills"],
    );
}

#[test]
fn hidden_characters() {
    finds(
        &described("description: Use wh\u{200b}\u{200b}en asked"),
        &["warning text/hidden 3:20+2 agentworks,agentskills"],
    );
    finds(
        &with(&format!("name: demo\n{DESCRIPTION}")).replace("Body", "Bo\u{1b}dy"),
        &["warning text/control 5:3+1 agentworks,agentskills"],
    );
    quiet(&described("description: Use when 👩🏽\u{200d}💻 asks"));
}

#[test]
fn a_control_character_in_the_frontmatter_breaks_it() {
    let found = lines(&described("description: Use when\u{7}"));
    assert!(
        found
            .iter()
            .any(|line| line.starts_with("error") && line.contains(" 3:22+1 ")),
        "{found:?}"
    );
    assert!(
        !found.iter().any(|line| line.contains("host/dropped")),
        "{found:?}"
    );
}

#[test]
fn encodings() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    let mut bytes = text.clone().into_bytes();
    bytes[30] = 0xff;
    let (_, found) = check_bytes(&["agentworks", "agentskills"], "SKILL.md", &bytes);
    assert_eq!(found[0].rule, "file/encoding");
    assert_eq!(found[0].severity, Severity::Error);
    assert_eq!(found[0].range, 30..33);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&b"\xff\xfe"[..], &wide].concat();
    let (_, found) = check_bytes(&["agentworks", "agentskills"], "SKILL.md", &bytes);
    let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["file/encoding"]);
    assert_eq!(found[0].hosts, ["agentworks", "agentskills"]);
}

#[test]
fn line_ends() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &text.replace('\n', "\r"),
        &["error file/line-ends 1:4+1 agentworks"],
    );
    finds(
        &text.replacen('\n', "\r\n", 1),
        &["hint file/line-ends 1:4+1 agentworks,agentskills"],
    );
}

#[test]
fn file_names() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    let (_, found) = check_bytes(&["agentworks"], "skills/demo/skill.md", text.as_bytes());
    assert_eq!(found[0].rule, "file/name-case");
    let (_, found) = check_bytes(&["agentworks"], "skills/demo/notes.md", text.as_bytes());
    assert_eq!(found, []);
}

#[test]
fn a_comment_allows_one_place() {
    let text = described("description: Makes tables # skillkiln: allow description/no-trigger");
    quiet(&text);
}

#[test]
fn a_comment_on_its_own_line_allows_the_field_below() {
    let two = ["agentskills"];
    let rules = |yaml: &str| -> Vec<&str> {
        let found = check(&two, &with(yaml));
        found.iter().map(|one| one.rule).collect()
    };
    for mark in ["skillkiln: allow", "skillkiln:allow", "skillkiln:  allow:"] {
        let allow = format!("# {mark} field/unknown\n");
        let own = format!("name: demo\n{DESCRIPTION}{allow}one: 1\n");
        assert_eq!(rules(&own), [""; 0], "{mark}");
        let second = format!("{own}two: 2\n");
        assert_eq!(rules(&second), ["field/unknown"], "one place: {mark}");
        let below = format!("name: demo\n{DESCRIPTION}one:\n  - 1\n  - 2\n{allow}");
        assert_eq!(rules(&below), [""; 0], "none below: {mark}");
    }
    // The lines of a value belong to its field.
    let lines = "# skillkiln: allow text/hidden\n\nlicense: |\n  a\n  b\u{200b}c\n";
    assert_eq!(rules(&format!("name: demo\n{DESCRIPTION}{lines}")), [""; 0]);
    let inner = "metadata:\n  # skillkiln: allow text/hidden\n  a: b\u{200b}\n  c: d\u{200b}\n";
    assert_eq!(
        rules(&format!("name: demo\n{DESCRIPTION}{inner}")),
        ["text/hidden"]
    );
}

#[test]
fn another_word_than_allow_is_told() {
    let text = with(&format!(
        "# skillkiln: ignore name/folder\nname: demo\n{DESCRIPTION}"
    ));
    let found = check(&["agentskills"], &text);
    let [one] = &found[..] else {
        panic!("{found:#?}");
    };
    assert_eq!(
        (one.rule, &text[one.range.clone()]),
        ("allow/unused", "ignore")
    );
    let after = apply(&text, &one.fixes[0].edits);
    assert!(
        after.contains("# skillkiln: allow name/folder\n"),
        "{after}"
    );
}

#[test]
fn text_in_the_place_of_a_map_is_told_where_the_format_is_judged() {
    let text = with(&format!("name: demo\n{DESCRIPTION}metadata: by me\n"));
    let found = check(&["agentworks", "agentskills"], &text);
    let told: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.severity, &one.hosts[..]))
        .collect();
    let hosts = ["agentskills".to_owned()];
    assert_eq!(told, [("field/type", Severity::Warning, &hosts[..])]);
    assert_eq!(&text[found[0].range.clone()], "by me");
    assert!(check(&["agentworks"], &text).is_empty());
}

#[test]
fn what_is_no_skill_is_not_checked_without_end() {
    for line in [
        "@: @\n",
        "name: #\n",
        "a: b: c\n",
        "\tx\n",
        "[a]: {b: c}\n",
        "x\u{200b}: y\n",
    ] {
        let found = check(&["agentworks", "agentskills"], &with(&line.repeat(4_000)));
        assert!(found.len() < 2_000, "{line}: {}", found.len());
    }
}

#[test]
fn a_flag_that_limits_nothing_may_be_written_in_any_words() {
    let found = |line: &str| {
        let text = described(&format!("description: Fix: it, when asked\n{line}"));
        let found = check(&["claude-code"], &text);
        found.iter().any(|f| f.rule == "field/not-in-force")
    };
    for said in ["false", "False", "no", "\"off\""] {
        assert!(
            !found(&format!("disable-model-invocation: {said}")),
            "{said}"
        );
        assert!(found(&format!("user-invocable: {said}")), "{said}");
    }
    for said in ["true", "TRUE", "yes", "'on'"] {
        assert!(
            found(&format!("disable-model-invocation: {said}")),
            "{said}"
        );
        assert!(!found(&format!("user-invocable: {said}")), "{said}");
    }
    assert!(found("disable-model-invocation: nobody"));
}

#[test]
fn a_comment_that_only_names_us_allows_nothing() {
    let found = |comment: &str| {
        let text = described(&format!("description: Does it when asked # {comment}"));
        let found = check(&["agentworks"], &text);
        found.iter().any(|f| f.rule == "yaml/comment-ate-value")
    };
    assert!(found("skillkiln: sorts"));
    assert!(!found("skillkiln: allow description/short"));
}

fn rules_of(hosts: &[&str], text: &str) -> Vec<(&'static str, Severity, String)> {
    let found = check(hosts, text);
    let shown = |finding: &Finding| text[finding.range.clone()].to_owned();
    found
        .iter()
        .map(|finding| (finding.rule, finding.severity, shown(finding)))
        .collect()
}

#[test]
fn fields_of_other_hosts_are_refused_by_who_knows_only_its_own() {
    let text = with(&format!("name: demo\n{DESCRIPTION}argument-hint: '[x]'\n"));
    let field = |severity| ("field/unknown", severity, "argument-hint".to_owned());
    assert!(rules_of(&["agentskills"], &text).contains(&field(Severity::Warning)));
    // Another judged host uses it: it is meant.
    let both = rules_of(&["agentworks", "agentskills"], &text);
    assert!(both.contains(&field(Severity::Hint)), "{both:?}");
    assert!(
        !rules_of(&["agentworks"], &text)
            .iter()
            .any(|found| found.0 == "field/unknown")
    );
    let dropped = rules_of(&["agno"], &text);
    assert!(dropped.contains(&field(Severity::Error)), "{dropped:?}");
}

#[test]
fn a_field_is_marked_from_the_first_character_too_many() {
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}compatibility: {}xyz\n",
        "a".repeat(500)
    ));
    let found = rules_of(&["agentskills"], &text);
    assert_eq!(
        found,
        [("field/length", Severity::Warning, "xyz".to_owned())]
    );
    assert!(rules_of(&["agentworks"], &text).is_empty());
}

#[test]
fn white_space_that_belongs_to_a_name_is_marked() {
    for (name, marked) in [
        ("\"demo \"", " "),
        ("de\u{a0}mo", "\u{a0}"),
        ("demo\u{a0}", "\u{a0}"),
    ] {
        let found = rules_of(&["agentworks"], &named(&format!("name: {name}")));
        let wanted = ("name/characters", Severity::Warning, marked.to_owned());
        assert!(found.contains(&wanted), "{name} {found:?}");
    }
}

#[test]
fn what_a_profile_of_ones_own_notes_is_told() {
    let bundled = Profiles::bundled();
    let base = bundled.get("pi").expect("a profile");
    let mut own = base.clone();
    own.reader.limit = base
        .reader
        .limit
        .iter()
        .filter(|limit| limit.field == "description")
        .cloned()
        .map(|limit| Limit {
            max: Some(5),
            ..limit
        })
        .collect();
    assert_eq!(own.reader.limit.len(), 1);
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    let reading = read(
        &own,
        File {
            raw: &Raw::new(text.as_bytes()),
            folder_name: FOLDER,
            reference: FOLDER,
            path: "",
            single: false,
            kept: None,
        },
    );
    let document = Document::parse(&text);
    let config = |text: &str| Config::parse(text, &[]).expect("settings");
    let found = |config: &Config| {
        let found = check_file(&Input {
            file: "SKILL.md",
            folder: Some(FOLDER),
            text: &text,
            encoding: &decode(text.as_bytes()).encoding,
            document: &document,
            readings: &[(&own, &reading)],
            beside: None,
            config,
            parts: &Parts::default(),
        });
        found
            .iter()
            .map(|finding| (finding.rule, text[finding.range.clone()].to_owned()))
            .collect::<Vec<_>>()
    };
    let said = "Does it. Use when asked.".to_owned();
    assert_eq!(found(&config("")), [("host/noted", said)]);
    // Who switches off the rule for it wants to hear nothing of it.
    assert!(found(&config("[rules]\n\"description/length\" = \"off\"\n")).is_empty());
    assert!(found(&config("[rules]\n\"host/noted\" = \"off\"\n")).is_empty());
}

#[test]
fn a_text_that_is_not_that_of_the_bytes_gets_no_fix() {
    let text = b"---\nname: demo\ndescription: Caf\xe9: use when asked\n---\nBody.\n";
    let (_, found) = check_bytes(&["agentworks"], "skills/demo/SKILL.md", text);
    assert!(!found.is_empty());
    assert!(
        found.iter().all(|finding| finding.fixes.is_empty()),
        "{found:#?}"
    );
}

#[test]
fn a_comment_that_names_no_rule_is_asked_which_one_is_meant() {
    let text = with(&format!(
        "name: demo\n# skillkiln: allow yaml/colon\n{DESCRIPTION}"
    ));
    let found = check(&["agentworks"], &text);
    let [unused] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert_eq!(unused.rule, "allow/unused");
    assert_eq!(unused.help, "Did you mean `yaml/colon-in-value`?");
    let fixed = apply(&text, &unused.fixes[0].edits);
    assert_eq!(fixed, text.replace("yaml/colon", "yaml/colon-in-value"));
}

#[test]
fn values_that_are_not_quite_right() {
    let head = |line: &str| with(&format!("name: demo\n{DESCRIPTION}{line}\n"));
    for (rule, line, help, after) in [
        (
            "field/value",
            "effort: hihg",
            "Did you mean `high`?",
            Some("effort: high"),
        ),
        (
            "field/value",
            "context: forks",
            "Did you mean `fork`?",
            Some("context: fork"),
        ),
        (
            "field/value",
            "context: other",
            "Write `fork`, or remove the field.",
            None,
        ),
        (
            "field/type",
            "user-invocable: flase",
            "Write true or false, without quotes.",
            Some("user-invocable: false"),
        ),
    ] {
        let text = head(line);
        let found = check(&["agentworks"], &text);
        let one = found.iter().find(|one| one.rule == rule);
        let one = one.unwrap_or_else(|| panic!("{line}: {found:#?}"));
        assert_eq!(one.help, help, "{line}");
        let fixed = one.fixes.first().map(|fix| apply(&text, &fix.edits));
        assert_eq!(fixed, after.map(head), "{line}");
    }
}

#[test]
fn characters_as_a_page_of_the_web_writes_them() {
    let text = described("description: Reads &quot;PDFs&quot; &amp; more. Use when asked.");
    let found = check(&["agentworks"], &text);
    let [one] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert_eq!(
        (one.rule, &text[one.range.clone()]),
        ("description/markup", "&quot;")
    );
    let after = described("description: Reads \"PDFs\" & more. Use when asked.");
    assert_eq!(apply(&text, &one.fixes[0].edits), after);
    quiet(&described(
        "description: Reads R&D; and Q&A. Use when asked.",
    ));
}

#[test]
fn a_block_may_allow_what_is_wrong_with_it_as_a_whole() {
    let text = "---\nname: demo\n# skillkiln: allow frontmatter/unclosed\ndescription: Does it. Use when asked.\n\n# Body\n";
    assert!(
        check(&["agentworks"], text).is_empty(),
        "{:#?}",
        check(&["agentworks"], text)
    );
}

#[test]
fn what_is_left_for_later() {
    let body = |body: &str| format!("{}\n{body}\n", named("name: demo"));
    for (text, left) in [
        ("- [ ] TODO write it", Some("TODO")),
        ("Call it <your-name-here>.", Some("<your-name-here>")),
        ("- [ ] write the TODO list", None),
        ("Run `x <your-name-here>`.", None),
        ("Put <your-name> there.", None),
    ] {
        let text = body(text);
        let found = check(&["agentworks"], &text);
        let found = found.iter().find(|one| one.rule == "body/placeholder");
        assert_eq!(found.map(|one| &text[one.range.clone()]), left, "{text}");
    }
}
