use super::*;
use crate::host::read::{Input as File, Raw, read};
use crate::host::{Profiles, Reading};
use crate::skill::bytes::decode;
use crate::skill::document::Document;
use crate::skill::edit::apply;
use crate::skill::lines::LineIndex;

mod brackets;
mod broken;
mod causes;
mod conflicts;
mod descriptions;
mod differs;
mod fixes;
mod frontmatter;
mod listed;
mod names;
mod others;
mod pasted;
mod spoilt;
mod strayed;
mod yaml;

const FOLDER: &str = "demo";

fn check_bytes(hosts: &[&str], file: &str, bytes: &[u8]) -> (String, Vec<Finding>) {
    check_bytes_in(FOLDER, hosts, file, bytes)
}

/// As [`check`], in a folder of another name.
fn check_in(folder: &str, hosts: &[&str], text: &str) -> Vec<Finding> {
    let file = format!("skills/{folder}/SKILL.md");
    check_bytes_in(folder, hosts, &file, text.as_bytes()).1
}

fn check_bytes_in(
    folder: &str,
    hosts: &[&str],
    file: &str,
    bytes: &[u8],
) -> (String, Vec<Finding>) {
    let profiles = Profiles::bundled();
    let profiles: Vec<_> = hosts
        .iter()
        .map(|id| profiles.get(id).expect("a profile"))
        .collect();
    let input = File {
        raw: &Raw::new(bytes),
        folder_name: folder,
        reference: folder,
        path: "",
        single: false,
        kept: None,
    };
    let readings: Vec<Reading> = profiles
        .iter()
        .map(|profile| read(profile, input))
        .collect();
    let judged: Vec<_> = profiles.iter().copied().zip(&readings).collect();
    let decoded = decode(bytes);
    let document = Document::parse(&decoded.text);
    let found = check_file(&Input {
        file,
        folder: Some(folder),
        text: &decoded.text,
        encoding: &decoded.encoding,
        document: &document,
        readings: &judged,
        beside: None,
        config: Config::standard(),
        parts: &Parts::default(),
    });
    (decoded.text.clone(), found)
}

fn check(hosts: &[&str], text: &str) -> Vec<Finding> {
    check_bytes(hosts, "skills/demo/SKILL.md", text.as_bytes()).1
}

/// `rule severity line:column-line:column`, for both hosts.
fn lines(text: &str) -> Vec<String> {
    let index = LineIndex::new(text);
    let found = check(&["agentworks", "agentskills"], text);
    found
        .iter()
        .map(|finding| {
            let start = index.position(text, finding.range.start);
            let len = text[finding.range.clone()].chars().count();
            format!(
                "{} {} {}:{}+{len} {}",
                finding.severity.word(),
                finding.rule,
                start.line,
                start.column,
                finding.hosts.join(",")
            )
        })
        .collect()
}

fn with(yaml: &str) -> String {
    format!("---\n{yaml}---\nBody.\n")
}

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    assert_eq!(lines(text), expected, "\n{text}");
}

#[track_caller]
fn quiet(text: &str) {
    finds(text, &[]);
}

const DESCRIPTION: &str = "description: Does it. Use when asked.\n";

/// A sound name and the given description line.
fn described(line: &str) -> String {
    with(&format!("name: demo\n{line}\n"))
}

fn named(line: &str) -> String {
    with(&format!("{line}\n{DESCRIPTION}"))
}

#[test]
fn rules_have_ids_of_their_group_and_a_summary() {
    let mut seen = std::collections::HashSet::new();
    for rule in rules() {
        assert!(seen.insert(rule.id), "{} is there twice", rule.id);
        assert_eq!(rule.id.split('/').count(), 2);
        assert!(!rule.summary.ends_with('.') && !rule.summary.is_empty());
        assert!(rule.effect.is_empty() || rule.effect.contains("{}"));
    }
}

#[test]
fn a_sound_file_has_no_findings() {
    quiet(&with(&format!("name: demo\n{DESCRIPTION}")));
    quiet(&with(
        "name: demo\ndescription: 'Reads a: b'' when asked'\nlicense: MIT\n",
    ));
    quiet(&with(
        "name: demo\ndescription: >-\n  Folded text,\n  use when asked.\n",
    ));
    quiet(&with(&format!("name: demo\n{DESCRIPTION}")).replace('\n', "\r\n"));
}

fn fixed(text: &str, fix: usize) -> String {
    let found = check(&["agentworks", "agentskills"], text);
    let fix = &found.first().expect("a finding").fixes.get(fix);
    let fix = fix.unwrap_or_else(|| panic!("no fix: {found:?}"));
    apply(text, &fix.edits)
}

#[test]
fn safe_fixes_lead_to_a_file_that_loads() {
    for text in [
        described("description: Modes: short, when asked"),
        described("description: @home when asked"),
        described("description: [a] [b] when asked"),
        format!("\u{feff}{}", with(&format!("name: demo\n{DESCRIPTION}"))),
        format!("\n{}", with(&format!("name: demo\n{DESCRIPTION}"))),
    ] {
        let found = check(&["agentworks", "agentskills"], &text);
        assert!(found[0].fixes[0].safe, "{text}");
        quiet(&fixed(&text, 0));
    }
}

#[test]
fn other_fixes_lead_to_a_file_that_loads() {
    for text in [
        format!(
            "<!-- x -->\n{}",
            with(&format!("name: demo\n{DESCRIPTION}"))
        ),
        format!("---\nname: demo\n{DESCRIPTION}\n# Body\n"),
        format!("-{}", with(&format!("name: demo\n{DESCRIPTION}"))),
        format!("---name: demo\n{DESCRIPTION}---\n"),
        described("description: \"Never closed when asked"),
        described("description: \"C:\\dir when asked\""),
        described("description: Builds, if asked.\n\n  Keywords: kit"),
        described("description: # Does it when asked"),
        with(DESCRIPTION),
        named("name: other"),
    ] {
        let after = fixed(&text, 0);
        let found = check(&["agentworks", "agentskills"], &after);
        let errors = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        assert_eq!(errors.count(), 0, "{after}\n{found:?}");
    }
}

#[test]
fn messages_say_what_happens_to_whom() {
    let found = check(&["agentworks"], &described("description: Modes: short"));
    assert_eq!(
        found[0].message,
        "`: ` starts a new value here, so AgentWorks drops the file."
    );
    assert_eq!(found[0].fixes[0].title, "quote the value");
}

#[test]
fn templates_and_lessons_are_sound() {
    use crate::skill::stock::{LEARN, offered};
    for template in offered(true) {
        let text = &template.fill(FOLDER, "Does it: use when asked")[0].text;
        quiet(text);
        let text = &template.fill(FOLDER, "")[0].text;
        let found = check(&["agentworks"], text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].rule, "description/empty");
    }
    for lesson in LEARN {
        let found = lines(lesson.text);
        let expected = format!(
            "warning name/folder 2:7+{} agentskills",
            lesson.id.chars().count()
        );
        assert_eq!(found, [expected]);
    }
}
