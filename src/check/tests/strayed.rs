//! Text that stands where fields do: it becomes the text it is meant for, and never a field.

use super::*;

const HOSTS: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "codex",
    "gemini",
    "opencode",
    "claude-code",
];

/// The first finding that is no hint, with the line it stands in.
#[track_caller]
fn first(text: &str) -> (Finding, usize) {
    let found = check(HOSTS, text);
    let first = found
        .iter()
        .find(|one| one.severity > Severity::Hint && one.rule != "host/noted");
    let first = first.unwrap_or_else(|| panic!("nothing: {text}")).clone();
    let line = LineIndex::new(text).position(text, first.range.start).line;
    (first, line)
}

/// As in [`first`]; its first fix leads to a text with this frontmatter that nobody finds an error in.
#[track_caller]
fn mends(yaml: &str, rule: &str, line: usize, after: &str) {
    let text = with(yaml);
    let (found, at) = first(&text);
    assert_eq!((found.rule, at), (rule, line), "{text}{found:#?}");
    let fix = found.fixes.first();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {found:#?}"));
    let fixed = apply(&text, &fix.edits);
    assert_eq!(fixed, with(after));
    let left = check(HOSTS, &fixed);
    let errors: Vec<_> = left
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// The descriptions that hosts hold of this frontmatter.
fn held(yaml: &str) -> Vec<Option<String>> {
    let text = with(yaml);
    let profiles = Profiles::bundled();
    let read = |id: &&str| {
        let profile = profiles.get(id).expect("a profile");
        crate::host::read_at(profile, text.as_bytes(), "demo/SKILL.md").description
    };
    HOSTS.iter().map(read).collect()
}

#[test]
fn examples_between_tags_are_text_of_the_description() {
    let yaml = "name: demo\ndescription: Use this agent when asked. Examples:\n\n<example>\nContext: user asks\n\
                user: \"hi\"\nuser: \"again\"\n</example>\n\nmodel: sonnet\n";
    let after = "name: demo\ndescription: 'Use this agent when asked. Examples: <example> Context: user asks user: \
                 \"hi\" user: \"again\" </example>'\n\nmodel: sonnet\n";
    mends(yaml, "yaml/syntax", 5, after);
    let found = check(HOSTS, &with(yaml));
    let of_fields = found.iter().filter(|one| {
        let rules = ["field/typo", "yaml/duplicate-key", "yaml/colon-in-value"];
        rules.contains(&one.rule)
    });
    assert_eq!(of_fields.count(), 0, "{found:#?}");
    let said = "Use this agent when asked. Examples: <example> Context: user asks user: \"hi\" user: \"again\" </example>";
    assert!(held(after).iter().all(|held| held.as_deref() == Some(said)));
}

#[test]
fn a_list_in_the_middle_of_a_description() {
    let yaml = "name: demo\ndescription: Reads PDFs and\n- Word\n- Excel\nUse when asked.\n";
    let after = "name: demo\ndescription: Reads PDFs and - Word - Excel Use when asked.\n";
    mends(yaml, "yaml/syntax", 4, after);
}

#[test]
fn a_block_whose_lines_are_not_indented_keeps_them_all() {
    let yaml = "name: demo\ndescription: >\nReads PDFs: use\nwhen \"asked\n\nlicense: MIT\n";
    let after = "name: demo\ndescription: 'Reads PDFs: use when \"asked'\n\nlicense: MIT\n";
    mends(yaml, "yaml/syntax", 4, after);
    // Without a closing fence the fields below still belong to the block.
    let text = format!("---\n{yaml}\n# Title\n\nBody.\n");
    let front = Document::parse(&text).front.expect("a block");
    assert_eq!(&text[front.yaml], yaml);
    let text = "---\nname: demo\nDo it: now.\n\n# Title\n\nlicense: MIT\n";
    let front = Document::parse(text).front.expect("a block");
    assert_eq!(&text[front.yaml], "name: demo\n");
}

#[test]
fn a_sentence_with_a_colon_is_no_field() {
    let rule = "yaml/continuation-is-a-key";
    let license = "license: MIT\n";
    mends(
        &format!(
            "name: demo\ndescription: Reads PDFs and\nNote: more files. Use when asked.\n{license}"
        ),
        rule,
        4,
        &format!(
            "name: demo\ndescription: \"Reads PDFs and Note: more files. Use when asked.\"\n{license}"
        ),
    );
    mends(
        "name: demo\ndescription: Reads PDFs. Use when asked.\nNote: it reads no other files.\n",
        rule,
        4,
        "name: demo\ndescription: \"Reads PDFs. Use when asked. Note: it reads no other files.\"\n",
    );
    // Fields of one's own.
    for line in [
        "Made-by: Jane Doe",
        "origin: Made by hand in a shed.",
        "Source: handbook, page 3",
    ] {
        let yaml = format!("name: demo\ndescription: Does it. Use when asked.\n{line}\n");
        let (found, at) = first(&with(&yaml));
        assert_eq!((found.rule, at), ("field/unknown", 4), "{line}");
    }
}

#[test]
fn no_text_becomes_a_field() {
    // The value is none of those that the field has.
    let text = with(&format!("name: demo\n{DESCRIPTION}Context: user asks\n"));
    let found = check(HOSTS, &text);
    let typo = found
        .iter()
        .find(|one| one.rule == "field/typo")
        .expect("a typo");
    assert!(typo.fixes.is_empty(), "{typo:#?}");
    let text = with(&format!("name: demo\n{DESCRIPTION}Context: fork\n"));
    let found = check(HOSTS, &text);
    let typo = found
        .iter()
        .find(|one| one.range.start == text.find("Context").expect("there"));
    assert_eq!(typo.expect("a finding").fixes.len(), 1);
    // What stands beside it is no field either.
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}some more words here\nuser: hi\n"
    ));
    let moved = check(HOSTS, &text);
    let moved = moved
        .iter()
        .find(|one| one.rule == "field/unknown")
        .expect("unknown");
    assert!(moved.fixes.is_empty(), "{moved:#?}");
}

#[test]
fn text_of_several_lines_fits_on_one() {
    let one = "name: demo\ndescription: Reads PDFs. Use when asked.\n";
    let two = "name: demo\ndescription: >\n  Reads PDFs.\n Use when asked.\n";
    let found = check(HOSTS, &with(two));
    let error = found.iter().find(|one| one.rule == "yaml/syntax");
    let fix = &error.expect("an error").fixes[0];
    assert_eq!(apply(&with(two), &fix.edits), with(one));
    mends(
        "name: demo\ndescription: \"Reads PDFs.\n\n  Use when asked.\nlicense: MIT\n",
        "yaml/unclosed-quote",
        3,
        &format!("{one}license: MIT\n"),
    );
    let tabs = with("name: demo\ndescription: |\n\tReads PDFs.\n\tUse when asked.\n");
    let found = check(HOSTS, &tabs);
    let error = found.iter().find(|one| one.rule == "yaml/tab");
    let fix = &error.expect("an error").fixes[0];
    assert_eq!(apply(&tabs, &fix.edits), with(one));
    // Where a block is read, it stays one, and all of its lines are mended together.
    let text = with("name: demo\ndescription: |\n\tReads PDFs.\n\tUse when asked.\n");
    let found = check(&["agentworks"], &text);
    let fix = &found.first().expect("a finding").fixes[0];
    let after = with("name: demo\ndescription: |\n  Reads PDFs.\n  Use when asked.\n");
    assert_eq!(apply(&text, &fix.edits), after);
}

#[test]
fn backslashes_of_a_path_are_none_of_an_escape() {
    let plain = "name: demo\ndescription: 'Look in C:\\temp\\new. Use when asked.'\n";
    let double = plain.replace('\'', "\"");
    mends(&double, "yaml/escape", 3, plain);
    let said = "Look in C:\\temp\\new. Use when asked.";
    assert!(held(plain).iter().all(|held| held.as_deref() == Some(said)));
    // Twice, and no path at all.
    for sound in [
        "\"Look in C:\\\\temp. Use when asked.\"",
        "\"One.\\tUse when asked.\"",
    ] {
        let text = described(&format!("description: {sound}"));
        let found = check(&["agentworks"], &text);
        assert!(
            found.iter().all(|one| one.rule != "yaml/escape"),
            "{found:#?}"
        );
    }
}

#[test]
fn what_helps_together_with_the_others_is_offered() {
    // Gemini CLI takes quotes for text as long as any line is no YAML.
    let text = with("name: \"demo\ndescription: Use when: asked\nlicense: MIT\n");
    let found = check(HOSTS, &text);
    let fixes: Vec<_> = found
        .iter()
        .filter_map(|one| one.fixes.first().cloned())
        .collect();
    let (edits, count) = apart(&fixes);
    assert_eq!(count, 2, "{found:#?}");
    let after = apply(&text, &edits);
    assert!(check(HOSTS, &after).is_empty(), "{after}");
}

#[test]
fn a_comment_of_a_programming_language() {
    let after = "# a skill\nname: demo\ndescription: Does it. Use when asked.\n";
    let before = after.replace("# a skill", "/* a skill */");
    mends(&before, "yaml/syntax", 2, after);
}

#[test]
fn a_field_below_a_broken_value_stays_a_field() {
    for blank in ["\t", "  "] {
        let text = with(&format!(
            "name: demo\ndescription: Use when: asked\n{blank}license: MIT\n"
        ));
        let after = with("name: demo\ndescription: \"Use when: asked\"\nlicense: MIT\n");
        let found = check(HOSTS, &text);
        let fixes = found.iter().flat_map(|one| &one.fixes);
        let results: Vec<String> = fixes.map(|fix| apply(&text, &fix.edits)).collect();
        assert!(results.contains(&after), "{found:#?}");
        assert!(
            results.iter().all(|text| !text.contains("asked license")),
            "{results:#?}"
        );
    }
}

#[test]
fn no_key_of_other_letters_or_over_two_lines_stops_the_check() {
    for yaml in [
        "name: demo\ndescription: Does it and\n\"é\": x y z w.\n",
        "name: demo\ndescription: Does it.\n\"meta\\\ndata\":\nby: me\n",
        "name: demo\ndescription: \"Look in C:\\temp é\n",
        "name: demo\ndescription: Does it.\nmetadata:",
    ] {
        assert!(!check(HOSTS, &with(yaml)).is_empty(), "{yaml}");
    }
    let text = format!("{}\n<your é\n", named("name: demo"));
    assert!(
        check(HOSTS, &text)
            .iter()
            .all(|one| one.rule != "body/placeholder")
    );
}

#[test]
fn a_sentence_below_an_empty_line_goes_on_the_description() {
    let one = "name: demo\ndescription: Reads PDFs. Use when the user asks.\n";
    let below = one.replace(". Use", ".\n\nUse");
    mends(&below, "yaml/syntax", 5, one);
    let license = "license: MIT\n";
    mends(
        &format!("{below}{license}"),
        "yaml/syntax",
        5,
        &format!("{one}{license}"),
    );
    mends(
        &below.replace("when the", "when: the"),
        "yaml/continuation-is-a-key",
        5,
        "name: demo\ndescription: \"Reads PDFs. Use when: the user asks.\"\n",
    );
    // A paragraph of the body is none, nor is a heading above its line of dashes.
    for body in ["Text of the body.\n\n---\n", "The Title\n---\n"] {
        let text = format!("---\nname: demo\n{DESCRIPTION}\n{body}\nMore.\n");
        let (found, _) = first(&text);
        assert_eq!(found.rule, "frontmatter/unclosed", "{text}");
    }
}

#[test]
fn a_key_of_several_words_is_a_sentence() {
    let rule = "yaml/continuation-is-a-key";
    for lines in [
        "Use when: the user asks.",
        "Use this when: the user asks",
        "Triggers: review, check",
        "Triggers: review, check\nDo NOT use for: style.",
        "do not use for: style",
    ] {
        let said = lines.replace('\n', " ");
        let license = "license: MIT\n";
        mends(
            &format!("name: demo\ndescription: Reads PDFs.\n{lines}\n{license}"),
            rule,
            4,
            &format!("name: demo\ndescription: \"Reads PDFs. {said}\"\n{license}"),
        );
    }
    // Elsewhere it is no field either, and is left where it stands.
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}license: MIT\nMade in: a shed\n"
    ));
    let found = check(HOSTS, &text);
    assert!(
        found.iter().any(|one| one.rule == "field/unknown")
            && found.iter().all(|one| one.fixes.is_empty()),
        "{found:#?}"
    );
    // A field of one's own below a text that lacks a word of when.
    for line in ["origin: a shed", "Origins: [a, b]"] {
        let text = with(&format!("name: demo\ndescription: Reads PDFs.\n{line}\n"));
        let (found, at) = first(&text);
        assert_eq!((found.rule, at), ("field/unknown", 4), "{line}");
    }
}

#[test]
fn three_quotes_hold_no_lines() {
    let block =
        "name: demo\ndescription: |-\n  Reads PDFs: all.\n  Use when asked.\nlicense: MIT\n";
    let mark = "\"\"\"";
    for (open, lines) in [
        ("\n", "Reads PDFs: all.\nUse when asked.\n"),
        ("\n", "  Reads PDFs: all.\n  Use when asked.\n"),
        ("", "Reads PDFs: all.\nUse when asked."),
    ] {
        let yaml = format!("name: demo\ndescription: {mark}{open}{lines}{mark}\nlicense: MIT\n");
        let text = with(&yaml);
        let found = check(&["codex", "agentskills"], &text);
        let errors: Vec<_> = found
            .iter()
            .filter(|one| one.severity > Severity::Hint)
            .collect();
        assert_eq!(errors.len(), 1, "{text}{found:#?}");
        assert_eq!(errors[0].rule, "yaml/syntax", "{text}");
        assert!(errors[0].message.starts_with("three quotes"), "{found:#?}");
        assert_eq!(apply(&text, &errors[0].fixes[0].edits), with(block));
    }
}
