//! Skills as people and models paste them: the cause is told first, at its character, and the fix leads to
//! what was meant.

use super::*;

const HOSTS: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "claude-code",
];

/// The first finding that is no hint is of `rule`, at `at` (line:column), and its first fix leads to
/// `after`, in which nobody finds an error.
#[track_caller]
fn mends(text: &str, rule: &str, at: &str, after: &str) {
    let found = check(HOSTS, text);
    let first = found.iter().find(|one| one.severity > Severity::Hint);
    let first = first.unwrap_or_else(|| panic!("nothing: {text}"));
    let place = LineIndex::new(text).position(text, first.range.start);
    let place = format!("{}:{}", place.line, place.column);
    assert_eq!(
        (first.rule, place.as_str()),
        (rule, at),
        "{text}\n{found:#?}"
    );
    let fix = first
        .fixes
        .first()
        .unwrap_or_else(|| panic!("no fix: {found:#?}"));
    assert_eq!(apply(text, &fix.edits), after, "{found:#?}");
    let left = check(HOSTS, after);
    let left: Vec<_> = left
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect();
    assert!(left.is_empty(), "{left:#?}\n{after}");
}

fn sound() -> String {
    with(&format!("name: demo\n{DESCRIPTION}"))
}

#[test]
fn quotes_of_typography() {
    const RULE: &str = "yaml/quotes-as-text";
    for (open, close) in [("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»")] {
        let text = described(&format!(
            "description: {open}Does it. Use when asked.{close}"
        ));
        mends(&text, RULE, "3:14", &sound());
    }
    mends(&named("name: “demo”"), RULE, "2:7", &sound());
    let tools = |items: &str| with(&format!("name: demo\n{DESCRIPTION}allowed-tools:\n{items}"));
    let text = tools("  - “Read”\n  - Write\n");
    mends(&text, RULE, "5:5", &tools("  - Read\n  - Write\n"));
    let text = described("description: “Does it: well. Use when asked.”");
    let after = described("description: \"Does it: well. Use when asked.\"");
    mends(&text, "yaml/colon-in-value", "3:22", &after);
    quiet(&described("description: “Read” and “write” when asked."));
    quiet(&described("description: Says “done” when asked."));
}

#[test]
fn one_quote_at_an_end() {
    let line = |value: &str| described(&format!("description: {value}"));
    mends(
        &line("Does it. Use when asked.\""),
        "yaml/quotes-as-text",
        "3:38",
        &sound(),
    );
    let after = line("\"Does it. Use when asked.\"");
    mends(
        &line("\"Does it. Use when asked.'"),
        "yaml/unclosed-quote",
        "3:14",
        &after,
    );
    let after = line("'Does \"it\" well. Use when asked.'");
    mends(
        &line("\"Does \"it\" well. Use when asked.\""),
        "yaml/text-after-value",
        "3:21",
        &after,
    );
    quiet(&line("Says \"done\" when asked by \"you\""));
    quiet(&line("Use when a screen has 5\""));
}

#[test]
fn marks_of_other_languages() {
    let fields = |name: &str, said: &str| with(&format!("name: {name}\ndescription: {said}\n"));
    let said = "\"Does it. Use when asked.\"";
    for mark in [",", ";"] {
        let text = fields("demo", &format!("{said}{mark}"));
        mends(
            &text,
            "yaml/text-after-value",
            "3:40",
            &fields("demo", said),
        );
    }
    let said = DESCRIPTION.trim_start_matches("description: ");
    let text = with(&format!("name: demo\ndescription => {said}"));
    mends(&text, "yaml/syntax", "3:13", &sound());
    let text = with(&format!(
        "name: demo\n<!--\nfoo: bar\nbaz\n-->\n{DESCRIPTION}"
    ));
    let after = with(&format!("name: demo\n# foo: bar\n# baz\n{DESCRIPTION}"));
    mends(&text, "yaml/syntax", "3:1", &after);
    assert_eq!(check(&["agentworks"], &text).len(), 1);
}

#[test]
fn fields_in_other_places() {
    let head = format!("name: demo\n{DESCRIPTION}");
    let inner: String = head.lines().map(|line| format!("  {line}\n")).collect();
    mends(
        &with(&format!("skill:\n{inner}")),
        "frontmatter/not-a-mapping",
        "2:1",
        &sound(),
    );
    let quoted: String = sound().lines().map(|line| format!("> {line}\n")).collect();
    mends(&quoted, "frontmatter/missing", "1:1", &sound());
    let answer = format!("Here is the skill:\n\n```markdown\n{}```\n", sound());
    let after = format!("---\n{head}---\n\nHere is the skill:\nBody.\n");
    mends(&answer, "frontmatter/not-first", "1:1", &after);
    let twice = format!("---\n{head}---\n\n{}", sound());
    let after = format!("---\n{head}---\n\nBody.\n");
    mends(&twice, "frontmatter/twice", "6:1", &after);
    let other = twice.replace("it. Use when asked.\n---\nBody", "that.\n---\nBody");
    let found = check(HOSTS, &other);
    assert!(
        found[0].rule == "frontmatter/twice" && found[0].fixes.is_empty(),
        "{found:#?}"
    );
    let text = with(&format!("```yaml\n{head}```\n"));
    let found = check(HOSTS, &text);
    assert!(
        found
            .iter()
            .all(|one| one.message.contains("code fence stands inside")),
        "{found:#?}"
    );
    let fixes: Vec<Fix> = found
        .iter()
        .flat_map(|one| one.fixes.first().cloned())
        .collect();
    assert_eq!(apply(&text, &apart(&fixes).0), sound());
}

#[test]
fn a_text_that_readers_of_lines_judge_too_is_joined() {
    let text = described("description: Does it.\nUse when asked.");
    mends(&text, "yaml/syntax", "4:1", &sound());
    let text = described("description: |\nDoes it. Use when asked.");
    let found = check(HOSTS, &text);
    let one = found
        .iter()
        .find(|one| one.rule == "yaml/syntax")
        .expect("a finding");
    assert_eq!(apply(&text, &one.fixes[0].edits), sound());
    for mark in ["> ", "|"] {
        let text = described(&format!("description: {mark}Does it. Use when asked."));
        mends(
            &text,
            "yaml/text-after-value",
            &format!("3:{}", 14 + mark.len()),
            &sound(),
        );
    }
}

#[test]
fn other_names_of_fields_and_hidden_characters_in_them() {
    for key in ["desc", "summary"] {
        let text = sound().replace("description", key);
        mends(&text, "field/typo", "3:1", &sound());
        let both = with(&format!("name: demo\n{DESCRIPTION}{key}: x\n"));
        let found = check(HOSTS, &both);
        assert!(
            found.iter().all(|one| one.rule != "field/typo"),
            "{found:#?}"
        );
    }
    let text = sound().replace("name", "na\u{200b}me");
    mends(&text, "field/typo", "2:3", &sound());
    let found = check(HOSTS, &text);
    assert!(
        found.len() == 1 && !found[0].message.contains('\u{200b}'),
        "{found:#?}"
    );
}

#[test]
fn lists_for_a_text_become_one() {
    let text = described("description: [\"Does it.\", \"Use when asked.\"]");
    mends(&text, "description/not-text", "3:14", &sound());
}

#[test]
fn a_name_between_marks_is_the_name() {
    for mark in ["`", "**", "*"] {
        let text = named(&format!("name: {mark}demo{mark}"));
        mends(&text, "yaml/reserved-start", "2:7", &sound());
        let found = check(&["agentworks", "qwen"], &text);
        assert!(
            found.iter().all(|one| one.rule != "host/dropped"),
            "{found:#?}"
        );
    }
    let text = named("name: *demo");
    let found = check(HOSTS, &text);
    assert!(
        found
            .iter()
            .flat_map(|one| &one.fixes)
            .all(|fix| fix.title != "remove the marks")
    );
}

#[test]
fn who_takes_the_second_of_two_names_or_indented_fences_is_told_why() {
    let twice = named("name: demo\nname: other");
    let fences: String = sound().lines().map(|line| format!("  {line}\n")).collect();
    for (host, text) in [("openhands", twice), ("kimi", fences)] {
        let found = check(&["agentworks", host], &text);
        assert!(
            found.iter().all(|one| one.rule != "host/dropped"),
            "{found:#?}"
        );
        assert!(
            found.iter().any(|one| one.hosts.contains(&host.to_owned())),
            "{found:#?}"
        );
    }
}

#[test]
fn a_file_that_is_indented_as_a_whole() {
    for indent in ["    ", "\t"] {
        let lines = sound().replace('\n', &format!("\n{indent}"));
        let text = format!("{indent}{}", lines.trim_end_matches([' ', '\t']));
        mends(&text, "frontmatter/not-first", "1:1", &sound());
        let found = check(&["agentworks"], &text);
        let what = "the whole frontmatter is indented";
        assert!(found[0].message.starts_with(what), "{found:#?}");
    }
}

#[test]
fn quotes_of_the_writer_are_no_text() {
    let line = |value: &str| described(&format!("description: {value}"));
    let said = "Does it. Use when asked.";
    let after = line(&format!("\"{said}\""));
    let rule = "yaml/text-after-value";
    for quotes in ["\"\"", "\"\"\"", "''"] {
        let text = line(&format!("{quotes}{said}{quotes}"));
        let found = check(HOSTS, &text);
        let fixes = found.iter().flat_map(|one| &one.fixes);
        let results: Vec<String> = fixes.map(|fix| apply(&text, &fix.edits)).collect();
        assert_eq!(results.first(), Some(&after), "{quotes}: {found:#?}");
    }
    let single = line("'Use when the user says \"hello\" or \"bye\".'");
    let text = line("\"Use when the user says \"hello\" or \"bye\".\"");
    mends(&text, rule, "3:39", &single);
    let single = line("'Use when the user says \"x\": and'");
    mends(
        &line("\"Use when the user says \"x\": and"),
        rule,
        "3:39",
        &single,
    );
}

#[test]
fn two_blocks_that_are_one() {
    let text = format!("---\nname: demo\n---\n---\n{DESCRIPTION}---\nBody.\n");
    mends(&text, "frontmatter/closed-early", "3:1", &sound());
}

#[test]
fn lines_with_something_before_them() {
    let rule = "frontmatter/missing";
    let dress = |before: &dyn Fn(usize) -> String| -> String {
        let text = sound();
        let lines = text.lines().enumerate();
        lines
            .map(|(at, line)| format!("{}{line}\n", before(at + 1)))
            .collect()
    };
    mends(&dress(&|_| "+".to_owned()), rule, "1:1", &sound());
    mends(&dress(&|_| "> ".to_owned()), rule, "1:1", &sound());
    mends(&dress(&|at| format!("{at} ")), rule, "1:1", &sound());
    mends(&dress(&|at| format!("{at}: ")), rule, "1:1", &sound());
    mends(&dress(&|at| format!("  {at}\t")), rule, "1:1", &sound());
    mends(&dress(&|at| format!("{at:>4} | ")), rule, "1:1", &sound());
    let cells =
        "| name | description |\n| --- | --- |\n| demo | Does it. Use when asked. |\n\nBody.\n";
    mends(cells, rule, "1:1", &sound().replace("Body", "\nBody"));
    let cells = "| name | demo |\n|---|---|\n| description | Does it. Use when asked. |\n\nBody.\n";
    mends(cells, rule, "1:1", &sound().replace("Body", "\nBody"));
}

#[test]
fn line_breaks_that_are_written_as_letters() {
    let rule = "frontmatter/fence";
    let text = sound().replace('\n', "\\n");
    mends(&text, rule, "1:4", sound().trim_end());
    let json = serde_json::to_string(&sound()).expect("JSON");
    mends(&json, "frontmatter/missing", "1:5", sound().trim_end());
}

#[test]
fn an_order_to_the_terminal_goes_as_a_whole() {
    let text = described("description: Does \u{1b}[1mit\u{1b}[0m. Use when asked.");
    let found = check(HOSTS, &text);
    let fixes = found.iter().flat_map(|one| one.fixes.clone());
    let edits: Vec<_> = fixes.flat_map(|fix| fix.edits).collect();
    assert_eq!(apply(&text, &edits), sound());
}

#[test]
fn only_the_pair_of_an_outer_code_fence_goes() {
    let head = format!("---\nname: demo\n{DESCRIPTION}---\n\n");
    for (open, body, close, behind) in [
        ("````", "```\nls\n```\n", "````\n", ""),
        ("~~~~md", "~~~\nls\n~~~\n", "~~~~\n", ""),
        (
            "````markdown",
            "# R\n\n```sh\nls\n```\n\nDone.\n",
            "````\n",
            "",
        ),
        ("````", "```\nls\n```\n", "````\n", "\nHope it helps!\n"),
        (
            "```markdown",
            "```\nls\n```\n\n```sh\nx\n```\n",
            "```\n",
            "\nHope!\n",
        ),
        ("```markdown", "# R\n\nText.\n", "```\n", "\nLet me know!\n"),
        ("```markdown", "Run\n\n```sh\nls\n```\n", "", ""),
        ("```markdown", "Run\n\n~~~\nls\n~~~\n", "```\n", ""),
        ("````", "```\nls\n```\n", "", ""),
        ("```", "", "```\n", "# R\n\n```sh\nls\n```\n"),
    ] {
        let text = format!("{open}\n{head}{body}{close}{behind}");
        let after = format!("{head}{body}{behind}");
        mends(&text, "frontmatter/not-first", "1:1", &after);
    }
}

/// The same lines, each behind a mark.
fn marked(mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}\n")).collect()
}

#[test]
fn one_mark_of_a_difference_goes_from_every_line() {
    let after = format!("---\nname: demo\n{DESCRIPTION}---\n\n- a\n+ b\n\n+ c\nend\n");
    let text = marked("+", &after);
    mends(&text, "frontmatter/missing", "1:1", &after);
    let heads = [
        "diff --git a/SKILL.md b/SKILL.md\n--- /dev/null\n+++ b/SKILL.md\n@@ -0,0 +1,7 @@\n",
        "@@ -0,0 +1,7 @@\n",
    ];
    for head in heads {
        let text = format!("{head}{text}\\ No newline at end of file\n");
        mends(&text, "frontmatter/missing", "1:1", &after);
    }
    let front = format!("---\nname: demo\n{DESCRIPTION}---\n");
    let text = format!("{}\n- a\n", marked("+", &front));
    mends(
        &text,
        "frontmatter/missing",
        "1:1",
        &format!("{front}\n- a\n"),
    );
}

#[test]
fn lines_of_two_files_are_told_and_left_alone() {
    let new = format!(" ---\n name: demo\n-description: Old.\n+{DESCRIPTION} ---\n \n # R\n");
    for head in [
        "",
        "@@ -1,7 +1,7 @@\n",
        "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,7 +1,7 @@\n",
    ] {
        let text = format!("{head}{new}");
        let found = check(HOSTS, &text);
        assert!(
            found
                .iter()
                .any(|one| one.message.contains("a difference between two files")),
            "{text}{found:#?}"
        );
        assert!(found.iter().all(|one| one.fixes.is_empty()), "{found:#?}");
    }
}

#[test]
fn no_frontmatter_is_made_up_above_fields_in_any_dress() {
    for top in [
        "\\-\\-\\-\nname: demo\ndescription: Does\\_it\n\\-\\-\\-\n",
        "Here is your skill:\n\n```markdown\n---\nname: demo\n---\n```\n\nBye!\n",
        "{\n  \"name\": \"demo\",\n  \"description\": \"Does it.\",\n}\n",
        "```json\n{\"name\": \"demo\", \"description\": \"Does it.\"}\n```\n",
        "SKILL.md:1:---\nSKILL.md:2:name: demo\nSKILL.md:4:---\n",
        "| name | description | x |\n|---|---|---|\n| demo | a \\| b | c |\n",
        "**Name:** demo\n\n**Description**: Does it.\n",
    ] {
        let found = check(HOSTS, &format!("{top}\n# R\n"));
        let mut fixes = found.iter().flat_map(|one| &one.fixes);
        let made_up = |fix: &Fix| {
            let mut edits = fix.edits.iter();
            edits.any(|edit| edit.text.contains("description: \"\""))
        };
        assert!(!found.is_empty() && !fixes.any(made_up), "{top}{found:#?}");
    }
    for key in ["Skill Description", "when_to_use"] {
        let text = with(&format!("name: demo\n{key}: Does it. Use when asked.\n"));
        let found = check(HOSTS, &text);
        let mut fixes = found.iter().flat_map(|one| &one.fixes);
        assert!(fixes.all(|fix| !fix.title.contains("empty")), "{found:#?}");
    }
    let found = check(HOSTS, "# R\n\nThe name of it.\n");
    assert_eq!(found[0].fixes.len(), 1, "{found:#?}");
}

#[test]
fn orders_to_a_terminal_among_the_fields_go() {
    let after = sound();
    let dashes = after.replace("---", "\x1b[38;5;246m---\x1b[39m");
    for text in [
        dashes.replace("name:", "\x1b[34mname\x1b[0m:"),
        dashes,
        after.replacen("---", "\x1b[2m---\x1b[0m", 1),
    ] {
        mends(&text, "frontmatter/missing", "1:1", &after);
    }
}
