//! What the budget of a catalogue takes from which skill.

use std::collections::BTreeMap;
use std::sync::Arc;

use skillkiln::check::{Checks, Config, Finding, Judge, Scope, Severity, check_project};
use skillkiln::host::{Cache, FileTree, Place, Profiles, survey};

fn found(window: &str, descriptions: &[&str]) -> Vec<(String, Finding)> {
    found_by("codex", ".agents", window, descriptions)
}

fn found_by(
    host: &str,
    folder: &str,
    window: &str,
    descriptions: &[&str],
) -> Vec<(String, Finding)> {
    let place = Place {
        project: "/p".to_owned(),
        home: "/home".to_owned(),
        options: BTreeMap::from([("window".to_owned(), window.to_owned())]),
    };
    let mut tree = FileTree::new();
    for (at, description) in descriptions.iter().enumerate() {
        let text = format!("---\nname: s{at}\ndescription: {description}\n---\nx\n");
        tree.set_file(
            &format!("/p/{folder}/skills/s{at}/SKILL.md"),
            text.into_bytes(),
        );
    }
    let profiles = Profiles::bundled();
    let profile = profiles.get(host).unwrap();
    let survey = survey(profile, &tree, &place, &mut Cache::default());
    let scope = Scope {
        tree: &tree,
        place: &place,
        judges: &[Judge {
            profile,
            survey: &survey,
        }],
        config: Config::standard(),
        only: None,
    };
    let files = check_project(&scope, &mut Checks::default());
    let all = files.into_iter().flat_map(|file| {
        let text = file.text.clone();
        let rest = move |finding: &Finding| text[finding.range.clone()].to_owned();
        Arc::unwrap_or_clone(file.findings)
            .into_iter()
            .map(move |finding| (rest(&finding), finding))
    });
    all.filter(|(_, finding)| finding.rule == "prompt/budget")
        .collect()
}

#[test]
fn the_first_character_that_is_not_listed() {
    // 2 % of 30,250 are 605 tokens: 432 for the skills that come with the host, whose descriptions are
    // shorter, and 173 for a line of 30 bytes and 650 characters in 662 bytes.
    let letters = format!("{}{},rest", "ä".repeat(12), "a".repeat(638));
    let found = found("30250", &[&letters]);
    let [(at, finding)] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(finding.severity, Severity::Warning);
    assert_eq!(
        (at.as_str(), finding.hosts.as_slice()),
        (",", &["codex".to_owned()][..])
    );
    assert!(
        finding.message.contains("lists 650 characters"),
        "{}",
        finding.message
    );
}

#[test]
fn what_is_not_listed_at_all_is_an_error() {
    // 6 tokens, less than any line has.
    let found = found("300", &["one", "two"]);
    assert_eq!(found.len(), 2);
    for (_, finding) in &found {
        assert_eq!(finding.severity, Severity::Error);
        assert!(
            finding.message.contains("leaves this one out"),
            "{}",
            finding.message
        );
    }
}

#[test]
fn a_short_line_takes_the_room_that_longer_ones_leave() {
    // 20 tokens: one line that comes with the host, and one of 8.
    let found = found("1000", &["one", "two"]);
    let told: Vec<bool> = found
        .iter()
        .map(|(_, finding)| finding.message.contains("leaves this one out"))
        .collect();
    assert_eq!(told, [false, true]);
}

#[test]
fn all_that_fits_is_quiet() {
    assert_eq!(found("", &["one", "two"]), []);
}

#[test]
fn whole_descriptions_go_one_after_the_other() {
    // 1 % of 10,000 tokens at 4 characters each are 400: three names of 4 characters with two line ends,
    // 386 for descriptions of 250, 100 and 250 characters and the two before each.
    let (long, short) = ("x".repeat(250), "y".repeat(100));
    let found = found_by("claude-code", ".claude", "10000", &[&long, &short, &long]);
    let [(_, finding)] = found.as_slice() else {
        panic!("{found:?}");
    };
    // Which descriptions go depends on what is used most, so that it is not said as a fact.
    assert_eq!(finding.severity, Severity::Warning);
    assert!(
        finding.message.contains("(620 of 400 characters)"),
        "{}",
        finding.message
    );
    assert!(
        finding.message.contains("may list this one"),
        "{}",
        finding.message
    );
    assert!(finding.help.contains("not known"), "{}", finding.help);
    assert!(finding.file.ends_with("s2/SKILL.md"), "{}", finding.file);
    assert!(
        finding.message.contains("without its description"),
        "{}",
        finding.message
    );
}

#[test]
fn what_a_host_cuts_of_one_description_is_an_error_with_what_is_lost() {
    let trigger = "Use when somebody asks for a report.";
    for (host, folder, kept, fits) in [
        ("hermes", ".hermes", 57, 60),
        ("codex", ".agents", 1_021, 1_024),
        ("claude-code", ".claude", 1_535, 1_536),
    ] {
        let long = format!("{}{trigger}", "d".repeat(kept));
        let found = found_by(host, folder, "500000", &[&long, &"d".repeat(fits)]);
        let [(at, finding)] = found.as_slice() else {
            panic!("{host}: {found:?}");
        };
        assert_eq!(finding.severity, Severity::Error, "{host}");
        assert!(
            finding.file.ends_with("s0/SKILL.md"),
            "{host}: {}",
            finding.file
        );
        assert_eq!(at, "U", "{host}");
        let told = format!("of {} characters", long.len());
        for part in [told.as_str(), trigger] {
            assert!(
                finding.message.replace(',', "").contains(part),
                "{host}: {}",
                finding.message
            );
        }
    }
}
