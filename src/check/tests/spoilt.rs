//! Fields that are none as they are written: for whom, where, and what mends them.

use super::*;

const ALL: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "claude-code",
];

/// All that is found but hints: rule, the marked text and the text after the first fix.
fn told(hosts: &[&str], text: &str) -> Vec<(&'static str, String, Option<String>)> {
    let found = check(hosts, text);
    let graver = found.iter().filter(|f| f.severity > Severity::Hint);
    graver
        .map(|f| {
            let fix = f.fixes.first();
            let after = fix.map(|fix| apply(text, &fix.edits));
            (f.rule, text[f.range.clone()].to_owned(), after)
        })
        .collect()
}

/// One fault, told once for all hosts; its fix leads to `after`, where none is left.
#[track_caller]
fn mends(hosts: &[&str], text: &str, rule: &str, marked: &str, after: &str) {
    let found = told(hosts, text);
    let [(told, at, fixed)] = &found[..] else {
        panic!("{found:#?}\n{text}");
    };
    assert_eq!((*told, at.as_str()), (rule, marked), "{text}");
    assert_eq!(fixed.as_deref(), Some(after), "{text}");
    assert_eq!(super::super::rule(rule).map(|rule| rule.id), Some(rule));
    let left = told_errors(hosts, after);
    assert!(left.is_empty(), "{left:#?}\n{after}");
}

fn told_errors(hosts: &[&str], text: &str) -> Vec<Finding> {
    let mut found = check(hosts, text);
    found.retain(|finding| finding.severity == Severity::Error);
    found
}

#[test]
fn fields_in_other_dress() {
    let sound = with(&format!("name: demo\n{DESCRIPTION}"));
    let said = DESCRIPTION.trim_start_matches("description: ");
    for (yaml, rule, marked) in [
        (
            format!("\"name\": demo\n'description': {said}"),
            "yaml/beyond-reader",
            "\"name\"",
        ),
        (
            format!("name = demo\ndescription = {said}"),
            "frontmatter/not-a-mapping",
            "=",
        ),
        (
            format!("- name: demo\n- {DESCRIPTION}"),
            "frontmatter/not-a-mapping",
            "name: demo\n- description: Does it. Use when asked.",
        ),
        (
            format!("- name: demo\n  {DESCRIPTION}"),
            "frontmatter/not-a-mapping",
            "name: demo\n  description: Does it. Use when asked.",
        ),
        (
            format!("  name: demo\n  {DESCRIPTION}"),
            "yaml/indented-fields",
            "description",
        ),
        (format!(" name: demo\n{DESCRIPTION}"), "yaml/syntax", " "),
        (
            format!("name: demo; {DESCRIPTION}"),
            "yaml/colon-in-value",
            ":",
        ),
        (
            format!("name: demo, {DESCRIPTION}"),
            "yaml/colon-in-value",
            ":",
        ),
        (format!("Name: demo\n{DESCRIPTION}"), "field/typo", "Name"),
        (
            format!("name: demo\ndescripton: {said}"),
            "field/typo",
            "descripton",
        ),
    ] {
        let marked = marked.trim_start_matches("- ");
        let text = with(&yaml);
        let found = told(ALL, &text);
        assert!(
            found.len() == 1 && found[0].1.ends_with(marked),
            "{found:#?}\n{text}"
        );
        mends(ALL, &text, rule, &found[0].1, &sound);
    }
    let text = with(&format!("**name**: demo\n**description:** {said}"));
    let found = told(ALL, &text);
    let rules: Vec<_> = found.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(rules, ["yaml/reserved-start"; 2], "{found:#?}");
    let fixes: Vec<Fix> = check(ALL, &text)
        .into_iter()
        .flat_map(|f| f.fixes)
        .collect();
    assert_eq!(apply(&text, &apart(&fixes).0), sound);
}

#[test]
fn lines_that_begin_at_the_wrong_place() {
    let head = format!("name: demo\n{DESCRIPTION}");
    for (before, rule, marked, after) in [
        (
            "metadata:\n      a: b\n   c: d\n",
            "yaml/syntax",
            "c",
            "metadata:\n      a: b\n      c: d\n",
        ),
        (
            "license: >-\n    One.\n  Two.\n",
            "yaml/syntax",
            "Two.",
            "license: >-\n    One.\n    Two.\n",
        ),
        (
            "license: > One.\n  Two.\n",
            "yaml/text-after-value",
            "One.",
            "license: >\n  One.\n  Two.\n",
        ),
        (
            "license: MIT\n<!-- from the handbook -->\n",
            "yaml/syntax",
            "<!-- from the handbook -->",
            "license: MIT\n# from the handbook\n",
        ),
        (
            "license: MIT\n// why\n",
            "yaml/syntax",
            "// why",
            "license: MIT\n# why\n",
        ),
    ] {
        let text = with(&format!("{head}{before}"));
        let hosts = ["agentworks", "agentskills", "claude-code"];
        mends(
            &hosts,
            &text,
            rule,
            marked,
            &with(&format!("{head}{after}")),
        );
    }
}

#[test]
fn a_description_of_several_parts_becomes_one_text() {
    for (value, after) in [
        (
            "\n  - Does it.\n  - Use when asked\n  - or told",
            "Does it. Use when asked, or told",
        ),
        (
            "\n  what: Does it\n  when: asked",
            "\"what: Does it, when: asked\"",
        ),
    ] {
        let text = described(&format!("description:{value}"));
        let found = told(&["agentworks", "agentskills"], &text);
        let wanted = described(&format!("description: {after}"));
        assert_eq!(found[0].0, "description/not-text");
        assert_eq!(found[0].2.as_deref(), Some(&*wanted));
    }
    let text = described("description: |\n  Use when asked.\n\n  More.");
    let found = told(&["agentworks"], &text);
    assert_eq!(found[0].0, "description/multi-line");
    let after = found[0].2.clone().expect("a fix");
    assert!(after.contains("  Use when asked. More.\n"), "{after}");
    quiet(&after);
}

#[test]
fn dashes_inside_are_told_to_whoever_ends_the_block_there() {
    let inside = described("description: a --- b, use when asked");
    let alone = described("description: |-\n  a\n  ---\n  b, use when asked");
    for (text, hosts) in [
        (&inside, ["agentskills", "agno", "goose"]),
        (&alone, ["agentskills", "minibot", "vscode"]),
    ] {
        let found = check(&["agentworks", hosts[0], hosts[1], hosts[2]], text);
        let finding = found.iter().find(|f| f.rule == "frontmatter/inner-fence");
        let finding = finding.unwrap_or_else(|| panic!("{found:#?}"));
        assert_eq!(finding.hosts, hosts);
        assert_eq!(&text[finding.range.clone()], "---");
        let after = apply(text, &finding.fixes[0].edits);
        assert_eq!(
            after,
            text.replace("a --- b", "a -- b")
                .replace("  ---\n", "  --\n")
        );
    }
}

#[test]
fn words_parted_by_a_control_character_stay_apart() {
    for mark in ['\u{b}', '\u{85}', '\u{2028}'] {
        let text = described(&format!("description: Does{mark}it. Use when asked."));
        let sound = with(&format!("name: demo\n{DESCRIPTION}"));
        mends(
            &["agentworks", "minibot"],
            &text,
            "text/control",
            &mark.to_string(),
            &sound,
        );
        let beside = described(&format!("description: Does {mark}it. Use when asked."));
        let finding = &check(&["agentworks"], &beside)[0];
        assert_eq!(apply(&beside, &finding.fixes[0].edits), sound);
    }
}

#[test]
fn what_is_more_than_a_name_is_not_lost() {
    for name in ["demo; author: me", "demo: it", "two license: MIT"] {
        let text = named(&format!("name: {name}"));
        for finding in check(ALL, &text) {
            for fix in &finding.fixes {
                let after = apply(&text, &fix.edits);
                let kept = name.split([' ', ';']).all(|word| after.contains(word));
                assert!(kept, "{}: {after}", fix.title);
            }
        }
    }
}

#[test]
fn a_name_becomes_one_that_every_host_takes() {
    for (name, folder, after) in [
        ("My Skill!", "my-skill", "my-skill"),
        ("my_skill", "other", "other"),
        ("Crème brûlée", "Crème", "creme-brulee"),
    ] {
        let text = named(&format!("name: {name}"));
        let found = check_in(folder, &["agentworks", "agentskills"], &text);
        let finding = found.iter().find(|f| f.rule == "name/characters");
        let fix = &finding.unwrap_or_else(|| panic!("{found:#?}")).fixes[0];
        assert_eq!(apply(&text, &fix.edits), named(&format!("name: {after}")));
    }
}

#[test]
fn a_note_is_said_once_and_not_where_something_worse_is() {
    let text = with(&format!(
        "name: demo\n{DESCRIPTION}metadata:\n  a:\n    b: c\n    d: e\n"
    ));
    let noted = |text: &str, hosts: &[&str]| {
        let found = check(hosts, text);
        found.iter().filter(|f| f.rule == "host/noted").count()
    };
    assert_eq!(noted(&text, &["pleach"]), 1);
    let text = described("description: [draft] Does it when asked");
    assert_eq!(noted(&text, &["pleach"]), 1);
    assert_eq!(noted(&text, &["pleach", "agentworks"]), 0);
}

#[test]
fn what_reads_the_words_of_the_author_is_not_told_to_misread_them() {
    let text = described("description: &home does it when asked");
    let found = check(&["minibot", "agentworks"], &text);
    let hosts: Vec<_> = found.iter().flat_map(|finding| &finding.hosts).collect();
    assert_eq!(hosts, ["agentworks"], "{found:#?}");
    // Of a field that is there twice each host takes one.
    let twice = with(&format!("name: demo\n{DESCRIPTION}description: Other.\n"));
    let found = check(&["minibot", "agentworks"], &twice);
    let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["yaml/duplicate-key"], "{found:#?}");
    assert_eq!(found[0].hosts, ["agentworks"]);
}

/// What is broken at random comes to an end under all fixes, does not grow, and whoever loads it loads it
/// after them.
#[test]
fn all_fixes_of_what_is_broken_at_random_come_to_an_end() {
    const PIECES: &[&str] = &[
        ": ",
        ":",
        " #",
        "\"",
        "'",
        "[",
        "]",
        "{",
        "- ",
        "---",
        "---\n",
        "\n",
        "\t",
        "  ",
        "\u{a0}",
        "\u{200b}",
        "&a ",
        "*a",
        "!x ",
        "@",
        "`",
        "|",
        "> ",
        "\\",
        "\u{1b}",
        "\u{85}",
        "：",
        " = ",
        "...\n",
        "<!-- x -->\n",
        "name: x\n",
        "description: y\n",
        "origin: z\n",
        "<<: *x\n",
        "é",
        "**",
        "\r",
    ];
    let long = "allowed-tools:\n  - Read\nmetadata:\n  author: me\n";
    let bases = [
        with(&format!("name: demo\n{DESCRIPTION}")),
        with(&format!(
            "name: demo\ndescription: >-\n  Does it.\n  Use when asked.\n{long}"
        )),
        with(&format!(
            "# why\nname: \"demo\"\ndescription: 'Use it''s: asked'\n{long}"
        )),
        format!("name: demo\n---\n{DESCRIPTION}# Title\n\n---\n"),
    ];
    // A row of numbers that is the same each time.
    let mut seed = 7_u64;
    let mut below = |most: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let hosts = ["agentworks", "agentskills", "minibot"];
    let profiles = Profiles::bundled();
    let loading = |text: &str| -> Vec<&str> {
        let loads = |host: &&str| {
            let profile = profiles.get(host).expect("a profile");
            crate::host::read_at(profile, text.as_bytes(), "demo/SKILL.md").loaded()
        };
        hosts.iter().copied().filter(|host| loads(host)).collect()
    };
    for _ in 0..250 {
        let mut text = bases[below(bases.len())].clone();
        for _ in 0..=below(2) {
            let at = text.floor_char_boundary(below(text.len()));
            match below(4) {
                0 => drop(text.remove(at)),
                _ => text.insert_str(at, PIECES[below(PIECES.len())]),
            }
        }
        let mut found = check(&hosts, &text);
        let mut fixed = text.clone();
        for round in 0.. {
            let (edits, count) = apart(found.iter().filter_map(|f| f.fixes.first()));
            if count == 0 {
                break;
            }
            fixed = apply(&fixed, &edits);
            let grown = fixed.len() > 2 * text.len() + 200;
            assert!(round < 12 && !grown, "{text:?}\n{fixed}\n{found:#?}");
            found = check(&hosts, &fixed);
        }
        let after = loading(&fixed);
        let kept = loading(&text).iter().all(|host| after.contains(host));
        assert!(kept, "{text:?}\n{fixed}\n{found:#?}");
    }
}
