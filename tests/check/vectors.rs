//! The checks against every recorded file of the hosts: what a host drops is explained by a rule,
//! what it loads is no error, and a safe fix changes nothing for a host that loads the file.

use crate::common::{Differences, bytes, cases, corpus};
use proptest::prelude::*;
use skillkiln::check::{Config, Finding, Input, Parts, Severity, check_file};
use skillkiln::host::profile::{Family, Fences};
use skillkiln::host::read::{Input as File, Raw, read};
use skillkiln::host::{Profile, Profiles, Reading};
use skillkiln::skill::bytes::decode;
use skillkiln::skill::document::Document;
use skillkiln::skill::edit::apply;

/// Hosts whose reading of single files is recorded.
const RECORDED: &[&str] = &["agentworks", "agentskills", "minibot", "pleach"];

/// Rules that find a file which loads, and is read as something else than it says.
const MISREAD: &[&str] = &[
    "frontmatter/inner-fence",
    "host/differs",
    "frontmatter/second-document",
    "yaml/comment-ate-value",
    "yaml/reserved-start",
    "description/not-text",
];

pub fn check(hosts: &[&Profile], folder: &str, bytes: &[u8]) -> (Vec<Reading>, Vec<Finding>) {
    let file = File {
        raw: &Raw::new(bytes),
        folder_name: folder,
        reference: folder,
        path: "",
        single: false,
        kept: None,
    };
    let readings: Vec<_> = hosts.iter().map(|host| read(host, file)).collect();
    let judged: Vec<_> = hosts.iter().copied().zip(&readings).collect();
    let decoded = decode(bytes);
    let document = Document::parse(&decoded.text);
    let findings = check_file(&Input {
        file: "SKILL.md",
        folder: Some(folder),
        text: &decoded.text,
        encoding: &decoded.encoding,
        document: &document,
        readings: &judged,
        beside: None,
        config: Config::standard(),
        parts: &Parts::default(),
    });
    for finding in &findings {
        assert!(decoded.text.get(finding.range.clone()).is_some());
        for fix in &finding.fixes {
            let inside = |span: &std::ops::Range<usize>| decoded.text.get(span.clone()).is_some();
            assert!(fix.edits.iter().all(|edit| inside(&edit.span)));
        }
    }
    (readings, findings)
}

/// The rules of the errors.
fn errors(findings: &[Finding]) -> Vec<&'static str> {
    let errors = findings.iter();
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.rule).collect()
}

fn recorded(host: &str) -> Vec<(String, String, Vec<u8>)> {
    cases(&format!("{host}/read.json"))
        .iter()
        .map(|case| {
            let folder = case["folder_name"].as_str().or(case["dir_name"].as_str());
            let id = case["id"].as_str().unwrap().to_owned();
            (id, folder.unwrap_or("demo").to_owned(), bytes(case))
        })
        .collect()
}

#[test]
fn every_recorded_drop_is_explained_and_nothing_else_is_an_error() {
    let profiles = Profiles::bundled();
    let mut differences = Differences::default();
    for host in RECORDED {
        let profile = profiles.get(host).unwrap();
        for (id, folder, bytes) in recorded(host) {
            let (readings, findings) = check(&[profile], &folder, &bytes);
            let errors = errors(&findings);
            let explained = match readings[0].loaded() {
                false => !errors.is_empty() && !errors.contains(&"host/dropped"),
                true => errors.iter().all(|rule| MISREAD.contains(rule)),
            };
            let dropped = &readings[0].dropped;
            differences.compare(
                &format!("{host} {id}: {dropped:?} {errors:?}"),
                explained,
                true,
            );
        }
    }
}

/// Hosts of the world whose reading of single files is recorded.
const WORLD: &[&str] = &[
    "codex",
    "opencode",
    "qwen",
    "gemini",
    "kilo",
    "pi",
    "cline",
    "adk",
    "agentframework",
    "agno",
    "deepagents",
    "hermes",
    "kimi",
    "nanobot",
    "openhands",
    "pydanticai",
    "skills",
    "strands",
    "vibe",
];

/// Where the reading of a host is recorded.
fn recording(host: &str) -> String {
    match host {
        _ if RECORDED.contains(&host) => host.to_owned(),
        // Kilo reads as opencode does, whose recording is the larger one.
        "kilo" => "world/opencode".to_owned(),
        _ => format!("world/{host}"),
    }
}

#[test]
fn every_note_of_a_host_is_explained_by_the_rule_for_it() {
    let profiles = Profiles::bundled();
    let mut differences = Differences::default();
    let mut noted = 0;
    for host in RECORDED.iter().chain(WORLD) {
        let profile = profiles.get(host).unwrap();
        for (id, folder, bytes) in recorded(&recording(host)) {
            let (readings, findings) = check(&[profile], &folder, &bytes);
            for note in &readings[0].notes {
                noted += 1;
                let explains = |finding: &Finding| {
                    let rule = skillkiln::check::rule(finding.rule);
                    rule.is_some_and(|rule| rule.explains.contains(&note.code))
                };
                // What keeps the file from loading is told first, and may be all there is to tell.
                let grave = |finding: &Finding| finding.severity == Severity::Error;
                let dropped = !readings[0].loaded() && findings.iter().any(grave);
                let explained = dropped || findings.iter().any(explains);
                let rules: Vec<_> = findings.iter().map(|finding| finding.rule).collect();
                let what = format!("{host} {id}: {} {rules:?}", note.code);
                differences.compare(&what, explained, true);
            }
        }
    }
    assert!(noted > 100, "{noted}");
}

#[test]
fn what_a_host_of_the_world_drops_is_explained_by_the_rule_for_it() {
    let profiles = Profiles::bundled();
    let mut differences = Differences::default();
    for host in WORLD {
        let profile = profiles.get(host).unwrap();
        for (id, folder, bytes) in recorded(&recording(host)) {
            let (readings, findings) = check(&[profile], &folder, &bytes);
            let errors = errors(&findings);
            let last_resort = errors.contains(&"host/dropped");
            let explained = (readings[0].loaded() || !errors.is_empty()) && !last_resort;
            let dropped = &readings[0].dropped;
            let what = format!("{host} {id}: {dropped:?} {errors:?}");
            differences.compare(&what, explained, true);
        }
    }
}

#[test]
fn what_is_no_text_is_one_finding() {
    let profiles = Profiles::bundled();
    let hosts: Vec<_> = profiles.iter().collect();
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    })
    .take(4096)
    .collect();
    let (_, findings) = check(&hosts, "demo", &noise);
    let rules: Vec<_> = findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["file/encoding"]);
}

#[test]
fn what_is_not_shown_of_a_rule_is_counted() {
    let text = format!(
        "---\nname: demo\ndescription: Use when asked.\n---\n{}",
        "a\u{200b}".repeat(250)
    );
    let profiles = Profiles::bundled();
    let host = profiles.get("agentskills").unwrap();
    let (_, findings) = check(&[host], "demo", text.as_bytes());
    let hidden = |finding: &&Finding| finding.rule == "text/hidden";
    assert_eq!(findings.iter().filter(hidden).count(), 200);
    let last = findings.iter().rfind(hidden).unwrap();
    assert!(
        last.message
            .ends_with("And 50 more of the same in this file.")
    );
}

#[test]
fn well_kept_public_skills_have_no_errors() {
    let profiles = Profiles::bundled();
    // Smaller readers take folded texts otherwise, which is told.
    let strict = ["agentworks", "agentskills"];
    let hosts: Vec<_> = strict.iter().filter_map(|id| profiles.get(id)).collect();
    for name in [
        "dotnet-skills",
        "google-gemini-gemini-skills",
        "obra-superpowers",
    ] {
        let mut folders: Vec<_> = corpus(name).into_iter().collect();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if entry.file_name() == "SKILL.md" {
                    let name = folder.file_name().unwrap().to_str().unwrap();
                    let (_, findings) = check(&hosts, name, &std::fs::read(&path).unwrap());
                    let grave = |finding: &&Finding| finding.severity == Severity::Error;
                    let errors: Vec<_> = findings.iter().filter(grave).collect();
                    assert!(errors.is_empty(), "{}: {errors:?}", path.display());
                }
            }
        }
    }
}

#[test]
fn safe_fixes_keep_what_hosts_read_today() {
    let profiles = Profiles::bundled();
    // A host that reads no frontmatter never meets a file made for one that does.
    let reads_front = |profile: &&Profile| profile.reader.family != Family::None;
    let hosts: Vec<_> = profiles.iter().filter(reads_front).collect();
    let mut differences = Differences::default();
    for host in RECORDED {
        for (id, folder, bytes) in recorded(host) {
            let (before, findings) = check(&hosts, &folder, &bytes);
            // Bytes that are no text are never written back.
            if !decode(&bytes).exact() {
                continue;
            }
            let fixes = findings.iter().flat_map(|finding| &finding.fixes);
            for fix in fixes.filter(|fix| fix.safe) {
                let fixed = apply(&decode(&bytes).text, &fix.edits);
                let (after, _) = check(&hosts, &folder, fixed.as_bytes());
                // A host that found no frontmatter read nothing that could be kept.
                let read = |reading: &Reading| reading.loaded() && !reading.spans.is_empty();
                let pairs = before.iter().zip(&after).zip(&hosts);
                for ((before, after), host) in pairs.filter(|((b, _), _)| read(b)) {
                    // Where the body is the whole file, every change is one of it.
                    let whole = host.reader.fences == Fences::BlankedLines;
                    let held = |reading: &Reading| {
                        (
                            reading.name.clone(),
                            reading.description.clone().filter(|text| !text.is_empty()),
                            reading
                                .body
                                .as_deref()
                                .map(str::to_owned)
                                .filter(|_| !whole),
                        )
                    };
                    let what = format!("{id}: {}\n{fixed}", fix.title);
                    differences.compare(&what, held(after), held(before));
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_checked(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..120),
            "(---|name|description|license|: |\n|\r\n|\"|'|\\[|# |\\||>|- |\t|a|é|`|\\*|\\{|&|!|  |\u{200b}){0,40}".prop_map(String::into_bytes),
            "---\n(name: |description: |allowed-tools: |: |\n|\r\n|\"|'|\\[|# |\\||>|- |\t|a|é|`|\\*|\\{|&|!|\\\\|  |\u{200b}){0,30}\n---\nx".prop_map(String::into_bytes),
        ],
    ) {
        let profiles = Profiles::bundled();
        let hosts: Vec<_> = profiles.iter().collect();
        let (readings, findings) = check(&hosts, "demo", &bytes);
        let errors: Vec<_> = findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        for (host, reading) in hosts.iter().zip(&readings) {
            let told = errors.iter().any(|error| error.hosts.contains(&host.id));
            prop_assert!(reading.loaded() || told, "{} {:?}", host.id, reading.dropped);
        }
        let document = decode(&bytes).text;
        skillkiln::check::report::text(&findings, |_| Some(&document), false, 80);
        skillkiln::check::report::json(1, &findings, |_| Some(&document));
    }
}
