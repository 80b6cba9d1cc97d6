//! Fixes lose no text, and only what changes no reading is called safe.

use super::*;

const TWO: &[&str] = &["agentworks", "agentskills"];
const USE: &str = "Use when asked.";

/// The first finding of `rule`.
#[track_caller]
fn found(hosts: &[&str], text: &str, rule: &str) -> Finding {
    let all = check(hosts, text);
    let found = all.iter().find(|finding| finding.rule == rule);
    found
        .unwrap_or_else(|| panic!("no {rule}: {all:#?}\n{text}"))
        .clone()
}

/// The text after the first fix of `rule`, and whether it is safe.
#[track_caller]
fn mended(hosts: &[&str], text: &str, rule: &str) -> (String, bool) {
    let finding = found(hosts, text, rule);
    let fix = finding.fixes.first();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {finding:#?}"));
    (apply(text, &fix.edits), fix.safe)
}

#[track_caller]
fn mends(rule: &str, before: &str, after: &str, safe: bool) {
    let (fixed, is_safe) = mended(TWO, &with(before), rule);
    assert_eq!(fixed, with(after), "{rule}");
    assert_eq!(is_safe, safe, "safe: {before}");
}

#[test]
fn quotes_take_the_whole_line() {
    mends(
        "yaml/colon-in-value",
        "name: demo\ndescription: Fix: issue #12. Use when asked\n",
        "name: demo\ndescription: \"Fix: issue #12. Use when asked\"\n",
        true,
    );
}

#[test]
fn a_safe_fix_makes_one_host_more_load() {
    // Two faults: the file loads after both fixes.
    let text = "name: demo\ndescription: a: b\nlicense: c: d\n";
    let once = "name: demo\ndescription: \"a: b\"\nlicense: c: d\n";
    mends("yaml/colon-in-value", text, once, true);
    let fixes: Vec<_> = check(TWO, &with(text))
        .into_iter()
        .flat_map(|finding| finding.fixes)
        .collect();
    assert_eq!(fixes.iter().filter(|fix| fix.safe).count(), 2);
    // A list where the name must be: no host loads it after the quotes either.
    let text = "name: [a]\ndescription: Does it.\nlicense: c: d\n";
    let fixed = "name: [a]\ndescription: Does it.\nlicense: \"c: d\"\n";
    mends("yaml/colon-in-value", text, fixed, false);
}

#[test]
fn a_safe_fix_changes_no_reading() {
    // This reader holds the text to the end of the line, others stop at the colon.
    let text = described("description: Modes: it's \"short\" # or long");
    let hosts = ["minibot", "agentworks"];
    let (fixed, safe) = mended(&hosts, &text, "yaml/colon-in-value");
    assert!(!safe, "{fixed}");
    assert!(fixed.contains("# or long"), "{fixed}");
}

/// The description minibot holds.
fn minibot(text: &str) -> Option<String> {
    let profiles = Profiles::bundled();
    let minibot = profiles.get("minibot").expect("a profile");
    crate::host::read_at(minibot, text.as_bytes(), "demo/SKILL.md").description
}

#[test]
fn an_indented_field_is_not_taken_for_the_name() {
    let text = with("name: demo\n  description: Does it. Use when asked.\n");
    all_fixes_keep(&text, USE);
    let (fixed, safe) = mended(TWO, &text, "yaml/continuation-is-a-key");
    assert_eq!(fixed, with(&format!("name: demo\n{DESCRIPTION}")));
    assert!(!safe);
    all_fixes_keep(&with("name: dem\n  description:x\n"), "description");
}

#[track_caller]
fn all_fixes_keep(text: &str, words: &str) {
    let found = check(TWO, text);
    let fixes: Vec<_> = found.iter().flat_map(|finding| &finding.fixes).collect();
    assert!(!fixes.is_empty(), "{found:#?}");
    for fix in fixes {
        let after = apply(text, &fix.edits);
        assert!(after.contains(words), "{}: {after}", fix.title);
    }
}

#[test]
fn inner_values_are_quoted_alone() {
    let head = format!("name: demo\n{DESCRIPTION}");
    for (rule, before, after) in [
        (
            "reserved-start",
            "metadata:\n  author: @me\n",
            "metadata:\n  author: \"@me\"\n",
        ),
        (
            "colon-in-value",
            "metadata:\n  note: a: b\n",
            "metadata:\n  note: \"a: b\"\n",
        ),
        (
            "reserved-start",
            "allowed-tools:\n  - @all\n",
            "allowed-tools:\n  - \"@all\"\n",
        ),
        (
            "reserved-start",
            "allowed-tools:\n- @all\n",
            "allowed-tools:\n- \"@all\"\n",
        ),
        (
            "reserved-start",
            "allowed-tools:\n  - Read\n  - Bash(git: *)\n  - Edit\n",
            "allowed-tools:\n  - Read\n  - \"Bash(git: *)\"\n  - Edit\n",
        ),
        (
            "reserved-start",
            "allowed-tools: [Read, @all]\n",
            "allowed-tools: [Read, \"@all\"]\n",
        ),
    ] {
        let (fixed, _) = mended(
            TWO,
            &with(&format!("{head}{before}")),
            &format!("yaml/{rule}"),
        );
        assert_eq!(fixed, with(&format!("{head}{after}")));
    }
}

#[test]
fn text_behind_a_mark_of_comments_is_kept() {
    let line = "description: Fix issue #12 and C # code";
    let text = described(line);
    let quoted = described("description: \"Fix issue #12 and C # code\"");
    let finding = found(TWO, &text, "yaml/comment-ate-value");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(&text[finding.range.clone()], "#12 and C # code");
    let fixed = mended(TWO, &text, "yaml/comment-ate-value");
    assert_eq!(fixed, (quoted.clone(), false));
    assert_eq!(mended(&["minibot"], &text, "host/differs").0, quoted);
    let found = found(
        TWO,
        &described("description: Does it # note"),
        "yaml/comment-ate-value",
    );
    assert_eq!(found.severity, Severity::Warning);
}

#[test]
fn no_comment_becomes_text_unasked() {
    let text = named("name: demo two # skillkiln: allow name/folder");
    let (fixed, safe) = mended(&["minibot"], &text, "host/differs");
    assert!(fixed.contains("# skillkiln: allow name/folder"), "{fixed}");
    assert!(!safe, "{fixed}");
}

#[test]
fn fences_stand_alone() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    for before in [
        sound.replacen("---", "--- yaml", 1),
        sound.replacen("---\n", "--- ", 1),
        sound.replacen("---\n", "---", 1),
        sound.replace("---\nBody", "---Body"),
        sound.replace("---\nBody", "--- Body"),
    ] {
        assert_eq!(
            mended(TWO, &before, "frontmatter/fence").0,
            sound,
            "{before}"
        );
    }
}

#[test]
fn a_block_that_is_there_is_not_added_again() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    for before in [
        format!("\u{200b}{sound}"),
        format!("\u{2060}\n{sound}"),
        format!("```markdown\n{sound}```\n"),
        format!("```yaml\n{}", sound.replace("---\nBody", "---\n```\nBody")),
    ] {
        let finding = found(TWO, &before, "frontmatter/not-first");
        assert_eq!(finding.severity, Severity::Error);
        assert_eq!(mended(TWO, &before, "frontmatter/not-first").0, sound);
        let all = check(TWO, &before);
        assert!(
            all.iter()
                .all(|finding| finding.rule != "frontmatter/missing")
        );
    }
    // An example in a text is not the block of the file.
    let page = format!("# How to\n\n```\n{sound}```\n");
    found(TWO, &page, "frontmatter/missing");
}

#[test]
fn a_near_key_is_mended_before_another_is_added() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let typo = sound.replace("description", "descripton");
    assert_eq!(mended(TWO, &typo, "field/typo"), (sound.clone(), false));
    let wide = sound.replace("description: ", "description：");
    let fixes: Vec<_> = check(TWO, &wide)
        .into_iter()
        .flat_map(|finding| finding.fixes)
        .map(|fix| apply(&wide, &fix.edits))
        .collect();
    assert!(!fixes.is_empty());
    assert!(fixes.iter().all(|after| *after == sound), "{fixes:?}");
    let none = with("name: demo\n");
    let finding = found(TWO, &none, "description/missing");
    assert!(!finding.fixes[0].safe);
}

#[test]
fn a_blank_is_missing_after_the_colon() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    for before in [
        sound.replace("name: ", "name:"),
        sound.replace("description: ", "description:"),
        with(&format!("{DESCRIPTION}name:demo\n")),
    ] {
        let all = check(TWO, &before);
        let told = all
            .iter()
            .find(|f| f.message.contains("a blank is missing"));
        let told = told.unwrap_or_else(|| panic!("{before}\n{all:#?}"));
        let after = apply(&before, &told.fixes[0].edits);
        assert!(check(TWO, &after).is_empty(), "{after}");
    }
}

#[test]
fn a_list_gets_its_bracket() {
    let head = format!("name: demo\n{DESCRIPTION}");
    for (before, after) in [
        (
            "allowed-tools: [Read, Bash\n",
            "allowed-tools: [Read, Bash]\n",
        ),
        (
            "allowed-tools: [Read, Bash,\nlicense: MIT\n",
            "allowed-tools: [Read, Bash]\nlicense: MIT\n",
        ),
        (
            "allowed-tools: [Read, Bash # note\n",
            "allowed-tools: [Read, Bash] # note\n",
        ),
        ("metadata: {a: b\n", "metadata: {a: b}\n"),
    ] {
        let (fixed, safe) = mended(TWO, &with(&format!("{head}{before}")), "yaml/syntax");
        assert_eq!(fixed, with(&format!("{head}{after}")));
        assert!(!safe);
    }
    let open = |count: usize| -> String {
        let lists = (0..count).map(|at| format!("list{at}: [a\n"));
        let text = with(&format!("{head}{}", lists.collect::<String>()));
        let found = check(TWO, &text);
        let count = found.iter().flat_map(|finding| &finding.fixes).count();
        format!(
            "{} {count}",
            found.iter().filter(|f| f.rule == "yaml/syntax").count()
        )
    };
    assert_eq!([open(3), open(60)], ["3 3", "60 60"]);
}

#[test]
fn a_line_reader_finds_no_escapes() {
    let text = described("description: Say \"it's\": done when asked");
    let (fixed, safe) = mended(&["minibot", "agentworks"], &text, "yaml/colon-in-value");
    assert_eq!(
        fixed,
        described("description: >-\n  Say \"it's\": done when asked")
    );
    assert_eq!(minibot(&text), minibot(&fixed));
    // There are readers of lines that know no blocks either.
    assert!(!safe, "{fixed}");
    let text = described("description: Say \"it\": done when asked");
    let (fixed, safe) = mended(&["minibot", "agentworks"], &text, "yaml/colon-in-value");
    assert_eq!(
        fixed,
        described("description: 'Say \"it\": done when asked'")
    );
    assert!(safe);
    assert_eq!(minibot(&text), minibot(&fixed));
}

#[test]
fn an_anchor_or_a_tag_takes_the_first_word() {
    for word in ["&home", "!important"] {
        let text = described(&format!("description: {word} does it when asked"));
        let finding = found(&["agentworks"], &text, "yaml/reserved-start");
        assert_eq!(finding.severity, Severity::Error, "{word}");
        assert_eq!(&text[finding.range], &word[..1]);
        let quoted = described(&format!("description: \"{word} does it when asked\""));
        let fixed = mended(&["agentworks"], &text, "yaml/reserved-start");
        assert_eq!(fixed, (quoted, false));
    }
}

#[test]
fn articles_fit() {
    let text = described("description: a\u{3164}b when asked");
    let finding = found(&["agentworks"], &text, "text/hidden");
    assert!(
        finding.message.starts_with("an invisible character"),
        "{}",
        finding.message
    );
}
