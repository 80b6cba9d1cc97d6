//! Faults are told where they are, to whom they matter, and once: by their true cause.

use super::*;

const TWO: &[&str] = &["agentworks", "agentskills"];

/// Rule, severity and marked text of all that is found.
fn told(hosts: &[&str], text: &str) -> Vec<(&'static str, Severity, String)> {
    told_in(FOLDER, hosts, text)
}

fn told_in(folder: &str, hosts: &[&str], text: &str) -> Vec<(&'static str, Severity, String)> {
    let found = check_in(folder, hosts, text);
    let one = |f: &Finding| (f.rule, f.severity, text[f.range.clone()].to_owned());
    found.iter().map(one).collect()
}

fn finding(hosts: &[&str], text: &str, rule: &str) -> Finding {
    let found = check(hosts, text);
    let one = found.iter().find(|finding| finding.rule == rule).cloned();
    one.unwrap_or_else(|| panic!("no {rule}: {found:#?}\n{text}"))
}

fn after(text: &str, finding: &Finding) -> String {
    let fix = finding.fixes.first();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {finding:#?}\n{text}"));
    apply(text, &fix.edits)
}

#[test]
fn hidden_characters_written_as_escapes() {
    for (escape, rule) in [
        ("\\e", "text/control"),
        ("\\x1b", "text/control"),
        ("\\0", "text/control"),
        ("\\u009b", "text/control"),
        ("\\P", "text/control"),
        ("\\u202e", "text/hidden"),
        ("\\u200B", "text/hidden"),
        ("\\U000E0041", "text/hidden"),
    ] {
        let text = described(&format!(
            "description: \"Does{escape} it. Use when asked.\""
        ));
        let finding = finding(&["agentskills"], &text, rule);
        assert_eq!(&text[finding.range.clone()], escape);
        assert_eq!(finding.hosts, ["agentskills"]);
        let sound = with(&format!("name: demo\n{DESCRIPTION}"));
        assert_eq!(after(&text, &finding).replace('"', ""), sound);
        // This host takes what stands between the quotes as it is.
        let found = told(&["minibot"], &text);
        assert!(
            found.iter().all(|(rule, ..)| !rule.starts_with("text/")),
            "{found:?}"
        );
        let inner = with(&format!(
            "name: demo\n{DESCRIPTION}metadata:\n  note: \"a{escape}{escape}b\"\n"
        ));
        let message = &check(&["agentskills"], &inner)[0].message;
        assert!(message.starts_with("2 escapes here"), "{message}");
        let twice = format!("{escape}{escape}");
        let wanted = (rule, Severity::Warning, twice);
        assert_eq!(told(&["agentskills"], &inner), [wanted]);
    }
    for line in [
        "description: \"Does\\tit\\\\e. Use when 👩🏽\\u200D💻 asks.\"",
        "description: 'Does\\e it. Use when asked.'",
        "description: Does\\e it. Use when asked.",
    ] {
        quiet(&described(line));
    }
}

#[test]
fn a_block_that_ends_before_its_last_fields() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let tools = sound.replacen(
        "---\nBody",
        "allowed-tools:\n  - Read\nmetadata:\n  a: b\n---\nBody",
        1,
    );
    for (text, marked, sound) in [
        (sound.replace("description", "---\ndescription"), 2, &sound),
        (
            sound.replace("description", "---\n\ndescription"),
            2,
            &sound.replace("description", "\ndescription"),
        ),
        (sound.replace("name", "---\nname"), 1, &sound),
        (tools.replace("allowed", "---\nallowed"), 3, &tools),
        // Only two lines of dashes, the second one too early.
        (
            format!("---\nname: demo\n---\n{DESCRIPTION}\nBody.\n"),
            2,
            &sound.replace("Body", "\nBody"),
        ),
    ] {
        let found = check(TWO, &text);
        let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, ["frontmatter/closed-early"], "{found:#?}\n{text}");
        assert_eq!(found[0].severity, Severity::Error, "{found:#?}");
        let line = LineIndex::new(&text)
            .position(&text, found[0].range.start)
            .line;
        assert_eq!(line, marked + 1, "{text}");
        assert_eq!(&after(&text, &found[0]), sound);
        assert!(!found[0].fixes[0].safe);
        quiet(sound);
    }
    // Text of the body that begins with a word and a colon.
    for body in [
        "license: see below\n\nMore.\n\n---\n\nMore.\n",
        "Note: this.\n---\nMore.\n",
        "name: demo\n---\nMore.\n",
        "# Title\n\n---\n",
    ] {
        quiet(&sound.replace("Body.\n", body));
    }
}

#[test]
fn the_first_word_of_a_text_is_no_anchor_and_no_tag() {
    let head = format!("name: demo\n{DESCRIPTION}");
    for mark in ["&", "!"] {
        for host in TWO {
            let text = described(&format!("description: {mark}home does it when asked"));
            let found = told(&[host], &text);
            let wanted = ("yaml/reserved-start", Severity::Error, mark.to_owned());
            assert_eq!(found, [wanted], "{host}");
            let finding = finding(&[host], &text, "yaml/reserved-start");
            let quoted = format!("description: \"{mark}home does it when asked\"");
            assert_eq!(after(&text, &finding), described(&quoted));
            // One of the two loads it, and would read another text.
            assert!(!finding.fixes[0].safe, "{host}");
        }
        let text = with(&format!("{head}metadata:\n  note: {mark}home is here\n"));
        let finding = finding(&["agentskills"], &text, "yaml/reserved-start");
        assert_eq!(&text[finding.range.clone()], mark);
        let quoted = with(&format!(
            "{head}metadata:\n  note: \"{mark}home is here\"\n"
        ));
        assert_eq!(after(&text, &finding), quoted);
        assert_eq!(check(&["minibot"], &text), []);
    }
    // Meant as what they are: marked with their name.
    let text = with(&format!(
        "{head}metadata:\n  a: &one b\n  c: *one\n  d: !!str 1\n"
    ));
    let found = told(&["agentskills"], &text);
    let marked: Vec<_> = found.iter().map(|(_, _, marked)| marked.as_str()).collect();
    assert_eq!(marked, ["&one b", "*one", "!!str 1"], "{found:?}");
    assert!(found.iter().all(|(rule, ..)| *rule == "yaml/beyond-reader"));
}

#[test]
fn a_safe_fix_is_right_for_hosts_that_do_not_judge() {
    // A reader of lines holds what stands between quotes as it is, escapes too.
    for (said, written, safe) in [
        ("a: \"b\" when asked", "'a: \"b\" when asked'", true),
        ("a: C:\\b when asked", "'a: C:\\b when asked'", true),
        ("it's: when asked", "\"it's: when asked\"", true),
        (
            "it's a: \"b\" when asked",
            "\"it's a: \\\"b\\\" when asked\"",
            false,
        ),
        (
            "it's a: \"b\" when asked # note",
            "\"it's a: \\\"b\\\" when asked\" # note",
            false,
        ),
    ] {
        let text = described(&format!("description: {said}"));
        let finding = finding(TWO, &text, "yaml/colon-in-value");
        assert_eq!(
            after(&text, &finding),
            described(&format!("description: {written}"))
        );
        assert_eq!(finding.fixes[0].safe, safe, "{said}");
        quiet_but(&after(&text, &finding), "yaml/comment-ate-value");
    }
}

/// Nothing is found but by `rule`.
#[track_caller]
fn quiet_but(text: &str, rule: &str) {
    let found = check(TWO, text);
    assert!(found.iter().all(|f| f.rule == rule), "{found:#?}\n{text}");
}

#[test]
fn a_name_that_only_looks_like_its_folder() {
    // Cyrillic letters, every one of them.
    let text = named("name: ехес");
    let found = check_in("exec", &["agentskills"], &text);
    let alike = found
        .iter()
        .find(|f| f.rule == "name/confusable")
        .expect("a finding");
    assert_eq!(&text[alike.range.clone()], "е");
    assert_eq!(after(&text, alike), named("name: exec"));
    assert!(found.iter().all(|f| !f.help.contains("ехес")), "{found:#?}");
    // A word of that alphabet, in a folder of the same name.
    assert_eq!(told_in("оса", &["agentskills"], &named("name: оса")), []);
    let mixed = named("name: dеmo");
    let alike = finding(&["agentskills"], &mixed, "name/confusable");
    assert_eq!(after(&mixed, &alike), named("name: demo"));
}

#[test]
fn a_letter_of_two_characters() {
    let text = named("name: cafe\u{301}");
    let rules = |folder: &str, host: &str| -> Vec<_> {
        let found = told_in(folder, &[host], &text);
        found
            .into_iter()
            .map(|(rule, _, marked)| (rule, marked))
            .collect()
    };
    let letter = || ("name/confusable", "e\u{301}".to_owned());
    // The reference library takes both for the same, and refuses neither.
    assert_eq!(rules("café", "agentskills"), [letter()]);
    let mark = ("name/characters", "\u{301}".to_owned());
    assert_eq!(rules("cafe\u{301}", "agentworks"), [letter(), mark]);
    let found = check_in("café", &["agentskills"], &text);
    assert!(found[0].message.contains("U+0301"), "{found:#?}");
    assert_eq!(after(&text, &found[0]), named("name: café"));
    // The name alone would differ from the folder, and AgentWorks takes neither.
    for (folder, host) in [("cafe\u{301}", "agentskills"), ("café", "agentworks")] {
        let found = check_in(folder, &[host], &text);
        assert!(
            found
                .iter()
                .all(|f| f.rule != "name/confusable" || f.fixes.is_empty()),
            "{found:#?}"
        );
    }
    assert_eq!(told_in("café", &["agentskills"], &named("name: café")), []);
}

#[test]
fn a_word_for_nothing_is_empty_only_for_who_takes_it_so() {
    for word in ["null", "~"] {
        let text = described(&format!("description: {word}"));
        let hint = ("yaml/ambiguous-scalar", Severity::Hint, word.to_owned());
        let found = told(&["agentskills"], &text);
        assert!(found.contains(&hint), "{found:?}");
        assert!(found.iter().all(|(rule, ..)| *rule != "description/empty"));
        let empty = finding(TWO, &text, "description/empty");
        assert_eq!(empty.hosts, ["agentworks"]);
        assert!(empty.message.contains(word), "{empty:#?}");
        let text = named(&format!("name: {word}"));
        assert!(
            check(&["agentskills"], &text)
                .iter()
                .all(|f| f.rule != "name/empty")
        );
        assert_eq!(finding(TWO, &text, "name/empty").hosts, ["agentworks"]);
    }
    let found = told(&["agentskills"], &described("description:"));
    assert_eq!(found[0].0, "description/empty");
}

#[test]
fn a_missing_blank_is_the_only_cause() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    for (key, line) in [
        ("name", "name:demo\n"),
        ("description", "description:Does it. Use when asked.\n"),
    ] {
        let text = sound.replacen(&format!("{key}: "), &format!("{key}:"), 1);
        assert!(text.contains(line));
        for hosts in [TWO, &["minibot"], &["codex"], &["claude-code"], &["gemini"]] {
            let found = check(hosts, &text);
            let missing = format!("{key}/missing");
            assert!(found.iter().all(|f| f.rule != missing), "{found:#?}");
            assert!(
                found.iter().all(|f| !f.rule.starts_with("host/")),
                "{found:#?}"
            );
        }
        assert_eq!(
            told(TWO, &text),
            [("yaml/syntax", Severity::Error, ":".to_owned())]
        );
    }
    let text = with("name:demo\ndescription:Does it. Use when asked.\n");
    let found = check(TWO, &text);
    assert_eq!(found[0].rule, "frontmatter/not-a-mapping");
    assert_eq!(after(&text, &found[0]), sound);
}

#[test]
fn brackets_in_a_text_are_quoted() {
    for line in [
        "description: {a: b} when asked",
        "description: [a, b]",
        "description: {a: b}",
    ] {
        let text = described(line);
        let found = check(TWO, &text);
        let errors = found.iter().filter(|f| f.severity == Severity::Error);
        assert_eq!(errors.clone().count(), 1, "{found:#?}");
        for error in errors {
            let value = &line["description: ".len()..];
            assert_eq!(
                after(&text, error),
                described(&format!("description: \"{value}\""))
            );
        }
    }
    let text = with(&format!("name: demo\n{DESCRIPTION}license: [MIT]\n"));
    let fixed = after(&text, &finding(&["agentskills"], &text, "yaml/flow-style"));
    assert_eq!(fixed, text.replace("[MIT]", "\"[MIT]\""));
    let text = with(&format!("name: [a]\n{DESCRIPTION}"));
    assert_eq!(
        after(&text, &check(TWO, &text)[0]),
        with(&format!("name: demo\n{DESCRIPTION}"))
    );
}

#[test]
fn fields_that_stand_nowhere() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let text = sound.replace("description", "<<: *shared\ndescription");
    let found = check(TWO, &text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(&text[found[0].range.clone()], "*shared");
    assert_eq!(after(&text, &found[0]), sound);
}

#[test]
fn line_ends_become_those_most_lines_have() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let crlf = sound.replace('\n', "\r\n");
    for (text, wanted) in [
        (sound.replacen('\n', "\r\n", 2), &sound),
        (crlf.replacen("\r\n", "\n", 1), &crlf),
        (
            sound.replace("Body.", "Bo\rdy."),
            &sound.replace("Body.", "Bo\ndy."),
        ),
    ] {
        let finding = finding(TWO, &text, "file/line-ends");
        assert_eq!(&after(&text, &finding), wanted);
        quiet(wanted);
    }
}

#[test]
fn what_cannot_be_mended_here_says_how() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&b"\xff\xfe"[..], &wide].concat();
    let (_, found) = check_bytes(TWO, "SKILL.md", &bytes);
    assert!(found[0].help.contains("iconv -f UTF-16"), "{found:#?}");
    let (_, found) = check_bytes(TWO, "skills/demo/skill.md", text.as_bytes());
    assert!(
        found[0].help.contains("Rename it to SKILL.md"),
        "{found:#?}"
    );
}

/// More faults than are asked about one by one.
#[test]
fn many_safe_fixes_are_all_made() {
    let fields: String = (0..70).map(|at| format!("k{at}: a: b\n")).collect();
    let text = with(&format!("name: demo\n{DESCRIPTION}{fields}"));
    let found = check(&["agentworks"], &text);
    let fixes = || found.iter().flat_map(|finding| &finding.fixes);
    assert_eq!(fixes().filter(|fix| fix.safe).count(), 70);
    let (edits, count) = apart(fixes());
    assert_eq!(count, 70);
    assert!(
        check(&["agentworks"], &apply(&text, &edits))
            .iter()
            .all(|f| f.severity < Severity::Error)
    );
}

#[test]
fn a_carriage_return_alone_or_twice_is_the_cause() {
    let hosts = [
        "agentworks",
        "agentskills",
        "minibot",
        "pleach",
        "claude-code",
    ];
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let parted = sound.replace("it. Use", "it.\rUse");
    let twice = sound.replace('\n', "\r\r\n");
    let fields = sound.replace("demo\n", "demo\r");
    for (text, marked, after) in [
        (&parted, 36, &sound),
        (&twice, 3, &sound.replace('\n', "\r\n")),
        (&fields, 14, &sound),
    ] {
        let found = check(&hosts, text);
        let first = &found[0];
        assert_eq!(
            (first.rule, first.range.start),
            ("file/line-ends", marked),
            "{found:#?}"
        );
        assert!(
            found.iter().all(|one| one.rule == "file/line-ends"),
            "{found:#?}"
        );
        assert_eq!(first.severity, Severity::Error);
        assert_eq!(&apply(text, &first.fixes[0].edits), after);
        assert!(check(&hosts, after).is_empty(), "{after}");
    }
}

#[test]
fn an_escape_of_too_few_digits_says_so_and_single_quotes_mend_it() {
    let of = |escape: &str| described(&format!("description: \"Does {escape} when asked\""));
    for (escape, said) in [
        ("\\x4", "`\\x` takes two digits"),
        ("\\u12g", "`\\u` takes four digits"),
        ("\\U1234567", "`\\U` takes eight digits"),
        ("\\UFFFFFFFF", "there is no character of this number"),
        ("\\d", "starts no escape that YAML knows"),
    ] {
        let text = of(escape);
        let hosts = ["agentworks", "agentskills", "minibot", "pleach"];
        let found = check(&hosts, &text);
        let [one] = &found[..] else {
            panic!("{found:#?}");
        };
        assert!(
            one.rule == "yaml/escape" && one.message.contains(said),
            "{one:#?}"
        );
        let after = apply(&text, &one.fixes[0].edits);
        assert_eq!(
            after,
            described(&format!("description: 'Does {escape} when asked'"))
        );
        assert!(check(&hosts, &after).is_empty(), "{after}");
    }
}

#[test]
fn marks_behind_the_colon_are_the_cause_for_readers_of_lines_too() {
    for marks in ["**", "__", "`"] {
        let sound = with(&format!("name: demo\n{DESCRIPTION}"));
        let text = sound.replace("name: ", &format!("name:{marks} "));
        let found = check(&["agentworks", "qwen", "claude-code"], &text);
        assert!(
            found.iter().all(|one| one.rule != "host/dropped"),
            "{found:#?}"
        );
        let colon = found
            .iter()
            .find(|one| one.message.contains("marks stand between"));
        let colon = colon.unwrap_or_else(|| panic!("{found:#?}"));
        assert_eq!(apply(&text, &colon.fixes[0].edits), sound);
    }
}
