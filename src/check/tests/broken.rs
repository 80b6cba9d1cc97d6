//! Skills as people break them: what is told, where, and the text after the fix.

use super::*;

/// The text after the first fix of the first finding of `rule`, which lies at `place` (line:column and
/// characters).
#[track_caller]
fn mends(text: &str, rule: &str, place: &str, after: &str) {
    mends_for(&["agentworks", "agentskills"], text, rule, place, after);
}

#[track_caller]
fn mends_for(hosts: &[&str], text: &str, rule: &str, place: &str, after: &str) {
    let found = check(hosts, text);
    let finding = found.iter().find(|finding| finding.rule == rule);
    let finding = finding.unwrap_or_else(|| panic!("no {rule}: {found:#?}\n{text}"));
    let start = LineIndex::new(text).position(text, finding.range.start);
    let len = text[finding.range.clone()].chars().count();
    let at = format!("{}:{}+{len}", start.line, start.column);
    assert_eq!(at, place, "{text}\n{finding:#?}");
    let fix = finding.fixes.first();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {finding:#?}\n{text}"));
    assert_eq!(apply(text, &fix.edits), after, "{text}");
}

/// All rules that find something.
fn told(text: &str) -> Vec<&'static str> {
    let found = check(&["agentworks", "agentskills"], text);
    found.iter().map(|finding| finding.rule).collect()
}

fn sound() -> String {
    with(&format!("name: demo\n{DESCRIPTION}"))
}

#[test]
fn a_rule_of_the_text_is_not_the_missing_fence() {
    let head = format!("---\nname: demo\n{DESCRIPTION}");
    for body in [
        "\n# Title\n\nSome text here.\n\n---\n\nMore.\n",
        "\nSome text here.\n\n---\n\nMore.\n",
        "\n## Steps\n\n- one\n- two\n\n---\n\nMore.\n",
        "\n# Title\n\n| a | b |\n|---|---|\n\n---\n",
        "\n# Title\n\n---\n\nMore.\n",
        "\n# Title\n\nSome text here.\n",
    ] {
        let text = format!("{head}{body}");
        let after = format!("{head}---\n{body}");
        mends(&text, "frontmatter/unclosed", "1:1+3", &after);
        assert_eq!(told(&text), ["frontmatter/unclosed"], "{text}");
        quiet(&after);
    }
    let found = check(
        &["agentworks"],
        &format!("{head}\n# Title\n\nSome text.\n\n---\n"),
    );
    let message = &found[0].message;
    assert!(message.contains("before line 4"), "{message}");
    assert!(message.contains("the dashes in line 9"), "{message}");
    assert_eq!(found[0].severity, Severity::Error);
    // Comments among the fields, and rules below the block.
    quiet(&with(&format!(
        "name: demo\n\n# What the model sees\n\n{DESCRIPTION}"
    )));
    quiet(&format!("{}\nText.\n\n---\n\nMore.\n", sound()));
}

#[test]
fn fields_without_an_opening_fence() {
    let sound = sound();
    let bare = sound.replacen("---\n", "", 1);
    let len = "name: demo".len();
    let place = format!("1:1+{len}");
    mends(&bare, "frontmatter/missing", &place, &sound);
    mends(
        &format!("\n{bare}"),
        "frontmatter/missing",
        &format!("2:1+{len}"),
        &sound,
    );
    let open = format!("name: demo\n{DESCRIPTION}\n# Body\n\nText.\n");
    let closed = format!("---\nname: demo\n{DESCRIPTION}---\n\n# Body\n\nText.\n");
    mends(&open, "frontmatter/missing", &place, &closed);
    // A text that begins with a word and a colon.
    for text in ["Note: read this.\n\n---\n\nText.\n", "license: see below\n"] {
        let found = check(&["agentworks"], text);
        assert!(found[0].message.starts_with("there is no frontmatter"));
    }
}

#[test]
fn fences_of_other_marks() {
    let sound = sound();
    for (mark, at) in [
        ("—--", "1+1"),
        ("--—", "3+1"),
        ("—", "1+1"),
        ("***", "1+3"),
        ("+++", "1+3"),
        ("___", "1+3"),
        ("--", "1+2"),
        ("----", "1+4"),
        ("- - -", "1+5"),
        ("---yaml", "4+4"),
    ] {
        let open = sound.replacen("---", mark, 1);
        mends(&open, "frontmatter/fence", &format!("1:{at}"), &sound);
        let close = sound.replace("---\nBody", &format!("{mark}\nBody"));
        mends(&close, "frontmatter/fence", &format!("4:{at}"), &sound);
        let found = check(&["agentskills"], &open);
        assert!(
            found.iter().any(|f| f.rule == "frontmatter/fence"
                && f.severity == Severity::Error
                && !f.message.contains("exactly")),
            "{found:#?}"
        );
    }
    let code = sound.replacen("---", "```yaml", 1);
    mends(&code, "frontmatter/fence", "1:1+7", &sound);
    let both = code.replace("---\nBody", "```\nBody");
    let half = sound.replace("---\nBody", "```\nBody");
    mends(&both, "frontmatter/fence", "1:1+7", &half);
    // Rules and code of the text.
    for rule in ["***", "+++", "--", "- - -", "```yaml\na: b\n```"] {
        quiet(&format!("{sound}\n{rule}\n\nMore.\n"));
    }
}

#[test]
fn frontmatter_in_other_languages() {
    let after = "---\nname: demo\ndescription: \"Modes: a. Use when asked.\"\n---\n\n# Body\n";
    let rule = "frontmatter/missing";
    let object = "\"name\": \"demo\", \"description\": \"Modes: a. Use when asked.\"";
    mends(&format!("{{{object}}}\n\n# Body\n"), rule, "1:1+1", after);
    let lines = object.replace(", ", ",\n  ");
    mends(
        &format!("{{\n  {lines}\n}}\n\n# Body\n"),
        rule,
        "1:1+1",
        after,
    );
    let toml = "+++\nname = \"demo\"\ndescription = 'Modes: a. Use when asked.'\n+++\n\n# Body\n";
    mends(toml, rule, "1:1+3", after);
    for text in ["{\"a\": 1}\n", "{name}\n", "+++\na = 1\n+++\n"] {
        let found = check(&["agentworks"], text);
        assert!(found[0].message.starts_with("there is no frontmatter"));
    }
}

#[test]
fn a_missing_blank_is_told_where_the_fence_is_missing_too() {
    let text = format!("---\nname:demo\n{DESCRIPTION}\n# Body\n\nText.\n");
    let after = format!("---\nname:demo\n{DESCRIPTION}---\n\n# Body\n\nText.\n");
    mends(&text, "frontmatter/unclosed", "1:1+3", &after);
    assert!(
        lines(&text)
            .iter()
            .any(|line| line.contains(" yaml/syntax 2:5+1 "))
    );
    quiet(&after.replace("name:", "name: "));
}

#[test]
fn an_empty_block_gets_its_first_fields() {
    let after = "---\nname: demo\ndescription: \"\"\n---\nBody.\n";
    mends(&with(""), "frontmatter/empty", "1:1+3", after);
    mends(&with("{}\n"), "frontmatter/empty", "2:1+2", after);
    mends(
        &with("# note\n"),
        "frontmatter/empty",
        "2:1+6",
        &after.replace("name", "# note\nname"),
    );
}

#[test]
fn fields_that_are_indented_begin_their_lines() {
    let sound = sound();
    for (yaml, rule, place) in [
        (
            " name: demo\ndescription: Does it. Use when asked.\n",
            "yaml/syntax",
            "2:1+1",
        ),
        (
            "  name: demo\n description: Does it. Use when asked.\n",
            "yaml/continuation-is-a-key",
            "3:2+12",
        ),
        (
            "name: demo\n description: Does it. Use when asked.\n",
            "yaml/continuation-is-a-key",
            "3:2+12",
        ),
        (
            "\tname: demo\ndescription: Does it. Use when asked.\n",
            "yaml/tab",
            "2:1+1",
        ),
        (
            "name: demo\n\tdescription: Does it. Use when asked.\n",
            "yaml/tab",
            "3:1+1",
        ),
    ] {
        mends(&with(yaml), rule, place, &sound);
    }
    // What stands below a field keeps its place.
    let yaml = format!("  name: demo\n{DESCRIPTION}metadata:\n  name: x\n");
    mends(
        &with(&yaml),
        "yaml/syntax",
        "2:1+2",
        &with(yaml.trim_start()),
    );
    quiet(&with(yaml.trim_start()));
}

#[test]
fn blanks_of_another_kind() {
    let sound = sound();
    for blank in ['\u{a0}', '\u{3000}', '\u{2003}', '\u{202f}'] {
        for (yaml, place) in [
            (
                format!("name:{blank}demo\ndescription: Does it. Use when asked.\n"),
                "2:6+1",
            ),
            (
                format!("name{blank}: demo\ndescription: Does it. Use when asked.\n"),
                "2:5+1",
            ),
            (
                format!("name: demo\ndescription:{blank}Does it. Use when asked.\n"),
                "3:13+1",
            ),
            (
                format!("name: demo\n{blank}description: Does it. Use when asked.\n"),
                "3:1+1",
            ),
        ] {
            let text = with(&yaml);
            mends(&text, "yaml/blank", place, &sound);
            let found = check(&["agentskills"], &text);
            let blank = found.iter().find(|finding| finding.rule == "yaml/blank");
            assert_eq!(blank.map(|f| f.severity), Some(Severity::Error), "{text}");
            assert!(found.iter().all(|f| !f.rule.starts_with("yaml/syntax")));
            assert!(found.iter().all(|f| f.rule != "field/typo"), "{found:#?}");
        }
    }
    let head = format!("name: demo\n{DESCRIPTION}");
    mends(
        &with(&format!("{head}metadata:\n\u{a0}\u{a0}a: b\n")),
        "yaml/blank",
        "5:1+2",
        &with(&format!("{head}metadata:\n  a: b\n")),
    );
    mends(
        &with(&format!("{head}allowed-tools:\n  -\u{a0}Read\n")),
        "yaml/blank",
        "5:4+1",
        &with(&format!("{head}allowed-tools:\n  - Read\n")),
    );
    let rules = |yaml: &str| told(&with(&format!("{head}{yaml}")));
    assert_eq!(rules("allowed-tools:\n  -\u{a0}Read\n"), ["yaml/blank"]);
    assert_eq!(rules("metadata:\n\u{a0}\u{a0}a: b\n"), ["yaml/blank"]);
    // At the ends of a name it is a letter of the name for one host.
    for name in [" \u{a0}demo", " demo\u{a0}"] {
        let text = sound.replace(" demo", name);
        let finding = check(&["agentworks"], &text);
        assert_eq!(finding[0].rule, "name/characters");
        assert_eq!(apply(&text, &finding[0].fixes[0].edits), sound);
    }
    // In a text they are text.
    quiet(&described("description: Does\u{a0}it, a. Use when asked."));
    quiet(&with(&format!(
        "{head}license: |-\n  Does it.\n  \u{a0}a: b\n"
    )));
}

#[test]
fn a_backslash_is_written_twice_once() {
    for (written, after) in [
        // In single quotes all backslashes are text, where none is meant as an escape.
        (r#""Use \when asked""#, r"'Use \when asked'"),
        (r#""\when asked""#, r"'\when asked'"),
        (r#""Use \when""#, r"'Use \when'"),
        (r#""C:\when\files""#, r"'C:\when\files'"),
        (r#""Use \\ \when""#, r#""Use \\ \\when""#),
        (r#""Use it's \when""#, r#""Use it's \\when""#),
    ] {
        let text = described(&format!("description: {written}"));
        let column = 14 + written.rfind(r"\w").unwrap();
        mends(
            &text,
            "yaml/escape",
            &format!("3:{column}+2"),
            &described(&format!("description: {after}")),
        );
    }
    let text = described("description: \"Use it\\'s when asked\"");
    let after = described("description: \"Use it's when asked\"");
    mends(&text, "yaml/escape", "3:21+2", &after);
    quiet(&after);
}

#[test]
fn text_at_the_left_edge_goes_on_the_text_above() {
    for (yaml, place) in [
        (
            "description: Does it\n>and goes on. Use when asked.\n",
            "4:1+28",
        ),
        ("description: >-\n>Does it.\n>Use when asked.\n", "4:1+8"),
        ("description:\n>Does it. Use when asked.\n", "4:1+24"),
    ] {
        let text = with(&format!(
            "name: demo\n{}license: MIT\n",
            yaml.replace("\n>", "\n")
        ));
        let after = with(&format!(
            "name: demo\n{}license: MIT\n",
            yaml.replace("\n>", "\n  ")
        ));
        mends(&text, "yaml/syntax", place, &after);
        assert_eq!(told(&text), ["yaml/syntax"], "{text}");
        quiet(&after);
    }
    // A list has no text to go on.
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}metadata:\n  a: b\nwords here\n"
    ));
    let found = check(&["agentworks"], &text);
    assert!(
        found.iter().all(|finding| finding.fixes.is_empty()),
        "{found:#?}"
    );
}

#[test]
fn brackets_become_lines() {
    let head = format!("name: demo\n{DESCRIPTION}");
    for (before, after) in [
        (
            "metadata:\n  tags: [a, \"b: c\"]\n",
            "metadata:\n  tags:\n    - a\n    - \"b: c\"\n",
        ),
        (
            "metadata: {author: me, \"v\": \"1\"}\n",
            "metadata:\n  author: me\n  v: \"1\"\n",
        ),
        ("allowed-tools: [A, B]\n", "allowed-tools:\n  - A\n  - B\n"),
    ] {
        let text = with(&format!("{head}{before}"));
        let found = check(&["agentskills"], &text);
        let finding = found.iter().find(|f| f.rule == "yaml/flow-style");
        let fix = &finding.expect("brackets").fixes[0];
        let fixed = apply(&text, &fix.edits);
        assert_eq!(fixed, with(&format!("{head}{after}")));
        assert!(told(&fixed).iter().all(|rule| *rule != "yaml/flow-style"));
    }
    // What does not fit on one line each stays as it is.
    for line in [
        "metadata: {}\n",
        "metadata: {a: [b]}\n",
        "allowed-tools: [] # none\n",
    ] {
        let found = check(&["agentskills"], &with(&format!("{head}{line}")));
        let finding = found.iter().find(|f| f.rule == "yaml/flow-style");
        assert!(finding.expect("brackets").fixes.is_empty(), "{line}");
    }
}

#[test]
fn a_line_that_is_there_twice_is_removed() {
    let sound = sound();
    let text = with(&format!("name: demo\nname: demo\n{DESCRIPTION}"));
    mends(&text, "yaml/duplicate-key", "3:1+4", &sound);
    let found = check(&["agentworks", "agentskills"], &text);
    assert!(found[0].fixes[0].safe);
    let twice = with(&format!("name: demo\n{DESCRIPTION}{DESCRIPTION}"));
    mends(&twice, "yaml/duplicate-key", "4:1+11", &sound);
    // Which of two is meant only the author knows.
    let text = with(&format!("name: demo\nname: other\n{DESCRIPTION}"));
    let found = check(&["agentworks", "agentskills"], &text);
    let fixes = found
        .iter()
        .map(|finding| finding.fixes.len())
        .sum::<usize>();
    assert_eq!(fixes, 0, "{found:#?}");
}

/// Every fix of the name on its own leads to a file with nothing left to fix in it.
#[test]
fn fixes_of_a_name_agree() {
    for (folder, name) in [
        ("demo", "de--mo"),
        ("demo", "-de--mo-"),
        ("demo", "De-mo"),
        ("demo", "other"),
        ("de--mo", "de--mo"),
        ("Demo", "Demo"),
        ("-demo", "other"),
    ] {
        let mut text = named(&format!("name: {name}"));
        let mut rounds = 0;
        loop {
            let found = check_in(folder, &["agentworks", "agentskills"], &text);
            let Some(fix) = found.iter().find_map(|finding| finding.fixes.first()) else {
                break;
            };
            text = apply(&text, &fix.edits);
            rounds += 1;
            assert!(rounds < 3, "{folder} {name}: {text}");
        }
        if folder == "demo" {
            assert!(rounds == 1 && text == sound(), "{name}: {text}");
        }
        let found = check_in(folder, &["agentskills"], &text);
        let left: Vec<_> = found.iter().map(|finding| finding.rule).collect();
        let expected: &[&str] = if folder == "demo" {
            &[]
        } else {
            &["name/folder"]
        };
        assert_eq!(left, expected, "{text}");
        for finding in found {
            assert!(
                finding.help.contains("rename the folder to `"),
                "{finding:?}"
            );
        }
    }
}

#[test]
fn a_name_that_is_not_there_is_missing_for_whoever_asks() {
    let text = with(DESCRIPTION);
    mends_for(&["minibot"], &text, "name/missing", "1:1+3", &sound());
    let found = check(&["minibot"], &text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].severity, Severity::Error);
    // It is there, and this reader does not see it.
    let found = check(&["minibot"], &with(&format!(" name: demo\n{DESCRIPTION}")));
    assert!(
        found.iter().all(|finding| finding.rule != "name/missing"),
        "{found:#?}"
    );
}

/// All fixes together, as often as it takes: nothing is left that keeps a host from loading the file,
/// and no two fixes go on undoing each other.
#[test]
fn all_fixes_come_to_an_end() {
    let head = format!("name: demo\n{DESCRIPTION}");
    let sound = sound();
    for text in [
        format!("---\nname:demo\n{DESCRIPTION}\n# Title\n\nText here.\n\n---\n"),
        sound.replacen("---\n", "", 1),
        sound.replace("---", "***"),
        sound.replace("---", "—--").replace(": ", ":\u{a0}"),
        sound
            .replacen("---", "```yaml", 1)
            .replace("---\nB", "```\nB"),
        with("  name: Demo\n description: Does it. Use when asked.\n"),
        with("\tname: de--mo\ndescription: Does it\nand more. Use when: asked.\n"),
        with("name: \u{a0}demo\ndescription: \"Use \\when \\it\\'s asked\"\n"),
        with(&format!("{head}name: demo\nmetadata: {{a: b, a: b}}\n")),
        with(&format!("{head}metadata:\n\u{a0}\u{a0}a: [b, c]\n")),
        with(&format!("{head}allowed-tools:\n  -\u{a0}Read\n")),
        "{\"name\": \"Demo\", \"description\": \"Use when: asked.\"}\nBody.\n".to_owned(),
    ] {
        let hosts = ["agentworks", "agentskills"];
        let mut fixed = text.clone();
        let mut rounds = 0;
        loop {
            let found = check(&hosts, &fixed);
            let fixes = found.iter().filter_map(|finding| finding.fixes.first());
            let (edits, count) = apart(fixes);
            if count == 0 {
                let errors = found.iter().filter(|f| f.severity == Severity::Error);
                assert_eq!(errors.count(), 0, "{text}\n{fixed}\n{found:#?}");
                break;
            }
            fixed = apply(&fixed, &edits);
            rounds += 1;
            assert!(rounds < 8, "{text}\n{fixed}\n{found:#?}");
        }
    }
}

#[test]
fn tabs_before_all_fields_go_together() {
    let tabs = with(&format!(
        "\tname: demo\n\t{DESCRIPTION}\tmetadata:\n\t  a: b\n"
    ));
    let after = with(&format!("name: demo\n{DESCRIPTION}metadata:\n  a: b\n"));
    let hosts = ["agentworks", "agentskills", "minibot", "pleach"];
    let found = check(&hosts, &tabs);
    assert!(found.iter().all(|one| one.rule == "yaml/tab"), "{found:#?}");
    let fixes: Vec<Fix> = found
        .iter()
        .flat_map(|one| one.fixes.first().cloned())
        .collect();
    assert_eq!(apply(&tabs, &apart(&fixes).0), after);
    assert!(check(&hosts, &after).is_empty());
}

#[test]
fn the_comment_of_a_block_is_kept_when_the_block_goes() {
    let text = described("description: | # why\n  Does it.\n  Use when asked.");
    let found = check(&["minibot"], &text);
    let fixes = found
        .iter()
        .filter(|one| one.rule == "host/differs")
        .flat_map(|one| &one.fixes);
    let after: Vec<String> = fixes.map(|fix| apply(&text, &fix.edits)).collect();
    assert_eq!(
        after,
        [described("# why\ndescription: Does it. Use when asked.")]
    );
}

#[test]
fn what_was_not_tried_says_so() {
    let fields: String = (0..30).map(|at| format!("x{at}: a: b\n")).collect();
    let found = check(
        &["agentworks"],
        &with(&format!("name: demo\n{DESCRIPTION}{fields}")),
    );
    let said = |one: &&Finding| one.help.contains("was not tried on every host");
    let (said, silent): (Vec<_>, Vec<_>) = found.iter().partition(said);
    assert!(!said.is_empty() && !silent.is_empty());
    assert!(found.iter().all(|one| !one.fixes.is_empty()), "{found:#?}");
}
