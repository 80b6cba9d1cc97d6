//! Fixes made to the end, as `check --fix` makes them, on every recorded file: no host that loaded a file
//! drops it then, and no words are lost.

use std::collections::BTreeSet;

use skillkiln::check::mend::Bench;
use skillkiln::check::{Config, check_alone};
use skillkiln::host::{Profile, Profiles, read_file};
use skillkiln::skill::bytes::decode;
use skillkiln::skill::document::Document;
use skillkiln::skill::edit::{Edit, apply};

use crate::common::{bytes, cases};

const HOSTS: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "claude-code",
];

/// Where broken files are recorded.
const RECORDINGS: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "world/codex",
    "world/opencode",
    "world/gemini",
];

/// Rounds after which it has to be done.
const ROUNDS: usize = 16;

/// The text after all fixes, or all safe ones.
fn mended(hosts: &[Profile], folder: &str, text: &str, all: bool) -> String {
    let config = Config::standard();
    let path = format!("{folder}/SKILL.md");
    let bench = Bench {
        path: &path,
        hosts,
        config,
    };
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let found = check_alone(&path, folder, text.as_bytes(), hosts, config);
        let edits = bench.edits(&text, &found.findings, |fix| all || fix.safe);
        let next = apply(&text, &edits);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

/// Words that say something: not the name, for which that of the folder is taken, nor what only stands
/// for nothing, names a language of the block, or a set of fields that is nowhere.
fn words(text: &str, but_name: bool) -> BTreeSet<String> {
    const NOTHING: &[&str] = &["null", "yaml", "base"];
    let document = Document::parse(text);
    let name = document.tree().and_then(|tree| tree.get("name"));
    let name = name.filter(|_| but_name);
    let name = name.map_or(0..0, |entry| entry.key.span.start..entry.value.span.end);
    // Escapes in double quotes may have become what they stand for.
    let rest = text.replacen(&text[name], "", 1);
    let rest = rest.replace("\\t", " ").replace("\\u00e9", "é");
    let words = rest.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let words = words.map(str::to_lowercase);
    words
        .filter(|word| !NOTHING.contains(&word.as_str()))
        .collect()
}

#[test]
fn no_fix_makes_a_host_drop_a_file_or_loses_words() {
    let profiles = Profiles::bundled();
    let hosts: Vec<Profile> = HOSTS
        .iter()
        .map(|id| profiles.get(id).unwrap().clone())
        .collect();
    let mut seen = BTreeSet::new();
    let mut failed = Vec::new();
    let mut changed = 0;
    for recording in RECORDINGS {
        for case in cases(&format!("{recording}/read.json")) {
            let bytes = bytes(&case);
            let decoded = decode(&bytes);
            let folder = case["folder_name"].as_str().or(case["dir_name"].as_str());
            let folder = folder.unwrap_or("demo");
            if !decoded.exact()
                || bytes.len() > 20_000
                || !seen.insert((folder.to_owned(), bytes.clone()))
            {
                continue;
            }
            let before = decoded.text;
            let loads = |text: &str| -> Vec<bool> {
                hosts
                    .iter()
                    .map(|host| read_file(host, text.as_bytes(), folder).loaded())
                    .collect()
            };
            for all in [false, true] {
                let after = mended(&hosts, folder, &before, all);
                changed += usize::from(after != before);
                for (host, (now, then)) in HOSTS
                    .iter()
                    .zip(loads(&before).into_iter().zip(loads(&after)))
                {
                    if now && !then {
                        failed.push(format!("{host} drops\n{before:?}\n{after:?}\n"));
                    }
                }
                let left = words(&after, false);
                let lost: Vec<String> = words(&before, true)
                    .into_iter()
                    .filter(|word| !left.contains(word))
                    .collect();
                if !lost.is_empty() {
                    failed.push(format!("lost {lost:?}\n{before:?}\n{after:?}\n"));
                }
            }
        }
    }
    assert!(changed > 100, "{changed}");
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed.join("\n"));
}

/// The text after all fixes, for these hosts.
fn all_mended(hosts: &[&str], text: &str) -> String {
    let profiles = Profiles::bundled();
    let hosts = hosts.iter().map(|id| profiles.get(id).unwrap().clone());
    mended(&hosts.collect::<Vec<_>>(), "a", text, true)
}

#[test]
fn what_nobody_looks_at_first_takes_no_words_out() {
    let conflict = "---\nname: a\n<<<<<<< HEAD\ndescription: Use when one asks for it.\n=======\n\
                    description: Reads other things whenever told.\n>>>>>>> b\n---\nBody.\n";
    for text in [
        // Line ends written as escapes: all stands behind the opening dashes.
        r"---\nname: a\ndescription: Reads PDFs. Use when asked.\n---\n# Pdf\n",
        conflict,
    ] {
        let left = all_mended(&["agentworks", "minibot"], text);
        for word in ["description", "Reads", "when"] {
            assert!(left.contains(word), "{text:?} became {left:?}");
        }
    }
}

#[test]
fn one_fix_that_takes_words_out_does_not_hide_among_many() {
    let typos = "licens: MIT\ncompatibilty: any\nmetadat: {}\nversoin: 1\n";
    let body = "Draws seven green maps.\n";
    let text = format!("---\nname: a\ndescription: Use when asked.\n{typos}---\n{body}");
    let hosts = [Profiles::bundled().get("agentskills").unwrap().clone()];
    let (path, config) = ("a/SKILL.md", Config::standard());
    let bench = Bench {
        path,
        hosts: &hosts,
        config,
    };
    let mut found = check_alone(path, "a", text.as_bytes(), &hosts, config);
    let findings = std::sync::Arc::make_mut(&mut found.findings);
    let mut fixed = findings.iter_mut().filter(|one| !one.fixes.is_empty());
    let last = fixed.next_back().unwrap();
    last.fixes[0].edits = vec![Edit::delete(text.len() - body.len()..text.len())];
    assert!(fixed.count() > 1, "{findings:#?}");
    let left = apply(&text, &bench.edits(&text, findings, |_| true));
    assert!(left.contains(body), "{left}");
    assert_ne!(left, text);
}

#[test]
fn backslashes_of_paths_do_not_become_blanks() {
    let file = |value: &str| format!("---\nname: a\ndescription: {value}\n---\nBody.\n");
    for (value, words) in [
        (
            r#""Reads C:\Users\files and \d+ patterns. Use when asked.""#,
            &["Users", "files"][..],
        ),
        (
            r#""Look in C:\temp\new. Use when asked.""#,
            &[r"C:\temp\new"],
        ),
        (r#""Regex \d+ and \w. Use when asked.""#, &[r"\d+", r"\w"]),
    ] {
        for hosts in [
            HOSTS,
            &["minibot"],
            &["agentworks"],
            &["claude-code", "minibot"],
        ] {
            let left = all_mended(hosts, &file(value));
            for word in words {
                assert!(left.contains(word), "{hosts:?}: {value} became {left}");
            }
        }
    }
}

#[test]
fn what_one_host_reads_does_not_become_a_comment() {
    let text = "---\nname: a\ndescription: Reads PDFs # all of them. Use when asked.\n---\nBody.\n";
    for hosts in [&["minibot"][..], HOSTS] {
        let left = all_mended(hosts, text);
        let profiles = Profiles::bundled();
        let minibot = profiles.get("minibot").unwrap();
        let read = read_file(minibot, left.as_bytes(), "a");
        let held = read.description.unwrap_or_default();
        assert!(held.contains("all of them. Use when asked"), "{left}");
    }
}

#[test]
fn a_description_that_hosts_take_from_the_text_is_none_to_keep() {
    let body = "---\n\nUse pdftotext to read the file.\n";
    let after = format!("---\nname: a\ndescription: Reads PDFs. Use when asked.\n{body}");
    for (from, to) in [
        ("description:", "descripton:"),
        ("description:", "---\ndescription:"),
        ("description:", "\u{a0}description:"),
        ("description: ", "description："),
        (
            "description: Reads PDFs. Use when asked.",
            "description: # Reads PDFs. Use when asked.",
        ),
    ] {
        let before = after.replace(from, to);
        let left = all_mended(HOSTS, &before);
        let read = |host: &&str| {
            let profile = Profiles::bundled().get(host).unwrap().clone();
            read_file(&profile, left.as_bytes(), "a").description
        };
        for host in HOSTS {
            let said = read(host);
            let said = said.as_deref().map(|said| said.trim_start_matches("# "));
            assert_eq!(
                said,
                Some("Reads PDFs. Use when asked."),
                "{host}: {before:?} became {left:?}"
            );
        }
    }
}

#[test]
fn where_the_first_fix_would_harm_the_next_one_is_tried() {
    let text = "---\nname: a\ndescription: Reads PDFs # all of them. Use when asked.\n---\nBody.\n";
    let quoted = text
        .replace("Reads", "\"Reads")
        .replace("asked.", "asked.\"");
    assert_eq!(all_mended(&["minibot"], text), quoted);
}

#[test]
fn a_field_that_was_a_part_of_the_description_is_one_then() {
    let all = [HOSTS, &["codex", "gemini", "opencode"]].concat();
    let after = "---\nname: a\ndescription: \"Use when: asked\"\nlicense: MIT\n---\nBody.\n";
    let before = after
        .replace("name: a", "name: \"a")
        .replace("\"Use when: asked\"\n", "Use when: asked\n\t");
    assert_eq!(all_mended(&all, &before).replace("\"a\"", "a"), after);
    let before =
        "---\nname: a\ndescription: \"Reads PDFs and\nmore. Use when asked.\"\n---\nBody.\n";
    let after = before
        .replace("\"Reads PDFs and\n", "Reads PDFs and ")
        .replace("asked.\"", "asked.");
    let left = all_mended(&["minibot"], before);
    assert_eq!(left.replace('"', ""), after);
}
