//! Faults people reported in public, each as a small project: what is found, at which character, for
//! whom; and what the first fix makes of it.

use std::collections::BTreeSet;

use skillkiln::check::{Checks, Config, Severity};
use skillkiln::host::{Cache, FileTree, Place, Profiles, survey};
use skillkiln::skill::edit::apply;
use skillkiln::skill::lines::LineIndex;

use super::project::look;

/// The hosts that read the folder of the first file.
const AGENTS: &[&str] = &["agentskills", "codex", "gemini", "opencode", "pi", "cline"];
const GEMINI: &[&str] = &["gemini"];
const OPENCODE: &[&str] = &["opencode"];
const CLAUDE: &[&str] = &["claude-code"];

struct Pain {
    /// What hurts.
    hurts: &'static str,
    files: &'static [(&'static str, &'static str)],
    links: &'static [(&'static str, &'static str)],
    hosts: &'static [&'static str],
    finds: &'static [Found],
    /// The first file after the first fix of the first finding.
    fixed: Option<&'static str>,
}

struct Found {
    rule: &'static str,
    /// `path:line:column`.
    at: &'static str,
    severity: Severity,
    /// All the hosts it concerns.
    hosts: &'static [&'static str],
}

const fn error(rule: &'static str, at: &'static str, hosts: &'static [&'static str]) -> Found {
    let severity = Severity::Error;
    Found {
        rule,
        at,
        severity,
        hosts,
    }
}

const fn milder(found: Found, severity: Severity) -> Found {
    Found { severity, ..found }
}

const PLAIN: Pain = Pain {
    hurts: "",
    files: &[],
    links: &[],
    hosts: AGENTS,
    finds: &[],
    fixed: None,
};

const BODY: &str = "---\nname: x\ndescription: Does it. Use when asked.\n---\nBody.\n";
const HELLO: &str = "---\nname: hello\ndescription: Does it. Use when asked.\n---\nBody.\n";
const OTHER: &str = "---\nname: x\ndescription: Does it. Use when asked.\n---\nOther.\n";

const PAINS: &[Pain] = &[
    Pain {
        hurts: "a skill vanishes because of a colon in its description",
        files: &[(
            ".agents/skills/tidy-notes/SKILL.md",
            "---\nname: tidy-notes\ndescription: Cleans notes. Modes: short, long. Use when asked.\n---\nBody.\n",
        )],
        finds: &[error(
            "yaml/colon-in-value",
            ".agents/skills/tidy-notes/SKILL.md:3:33",
            &["agentskills", "pi", "cline"],
        )],
        fixed: Some(
            "---\nname: tidy-notes\ndescription: \"Cleans notes. Modes: short, long. Use when asked.\"\n---\nBody.\n",
        ),
        ..PLAIN
    },
    Pain {
        hurts: "a line that goes on reads as a field",
        files: &[(
            ".agents/skills/web-kit/SKILL.md",
            "---\nname: web-kit\ndescription: Builds pages. Use when asked.\n\n  Keywords: kit, pages\nlicense: MIT\n---\nBody.\n",
        )],
        finds: &[error(
            "yaml/continuation-is-a-key",
            ".agents/skills/web-kit/SKILL.md:5:3",
            &["agentskills", "codex", "gemini", "opencode", "pi", "cline"],
        )],
        ..PLAIN
    },
    Pain {
        hurts: "a file without frontmatter is only a line in a log",
        files: &[(".agents/skills/x/SKILL.md", "# My skill\nDo the thing.\n")],
        finds: &[error(
            "frontmatter/missing",
            ".agents/skills/x/SKILL.md:1:1",
            &["agentskills", "codex", "gemini", "opencode", "pi"],
        )],
        ..PLAIN
    },
    Pain {
        hurts: "a comment above the fence hides the whole block",
        files: &[(
            ".agents/skills/x/SKILL.md",
            "<!-- source: team handbook -->\n---\nname: x\ndescription: Plans a week. Use when asked.\n---\nBody.\n",
        )],
        finds: &[error(
            "frontmatter/not-first",
            ".agents/skills/x/SKILL.md:1:1",
            &["agentskills", "codex", "gemini", "opencode", "pi", "cline"],
        )],
        fixed: Some(
            "---\nname: x\ndescription: Plans a week. Use when asked.\n---\n\n<!-- source: team handbook -->\nBody.\n",
        ),
        ..PLAIN
    },
    Pain {
        hurts: "three bytes nobody sees",
        files: &[(
            ".agents/skills/x/SKILL.md",
            "\u{feff}---\nname: x\ndescription: Does it. Use when asked.\n---\nBody.\n",
        )],
        finds: &[error(
            "frontmatter/bom",
            ".agents/skills/x/SKILL.md:1:1",
            &["agentskills", "codex", "gemini"],
        )],
        fixed: Some(BODY),
        ..PLAIN
    },
    Pain {
        hurts: "carriage returns alone are no fault where nobody minds them",
        files: &[(
            ".agents/skills/x/SKILL.md",
            "---\r\nname: x\r\ndescription: Does it. Use when asked.\r\n---\r\nBody.\r\n",
        )],
        ..PLAIN
    },
    Pain {
        hurts: "the name is not that of the folder",
        files: &[(
            ".agents/skills/charts/SKILL.md",
            "---\nname: team-charts\ndescription: Draws charts. Use when asked.\n---\nBody.\n",
        )],
        finds: &[milder(
            error(
                "name/folder",
                ".agents/skills/charts/SKILL.md:2:7",
                &["agentskills"],
            ),
            Severity::Warning,
        )],
        fixed: Some("---\nname: charts\ndescription: Draws charts. Use when asked.\n---\nBody.\n"),
        ..PLAIN
    },
    Pain {
        hurts: "one that is still called by its name and stands in no list any more",
        files: &[(
            ".claude/skills/count-words/SKILL.md",
            "---\nname: count-words\ndescription: Counts words. Use when: a text is long\n---\nBody.\n",
        )],
        hosts: CLAUDE,
        finds: &[error(
            "yaml/colon-in-value",
            ".claude/skills/count-words/SKILL.md:3:36",
            CLAUDE,
        )],
        fixed: Some(
            "---\nname: count-words\ndescription: \"Counts words. Use when: a text is long\"\n---\nBody.\n",
        ),
        ..PLAIN
    },
    Pain {
        hurts: "the limit of the tools goes with the frontmatter",
        files: &[(
            ".claude/skills/read-only-audit/SKILL.md",
            "---\nname: read-only-audit\ndescription: Audits files: reads only. Use when asked.\nallowed-tools: Read\n---\nBody.\n",
        )],
        hosts: CLAUDE,
        finds: &[
            error(
                "field/not-in-force",
                ".claude/skills/read-only-audit/SKILL.md:4:1",
                CLAUDE,
            ),
            error(
                "yaml/colon-in-value",
                ".claude/skills/read-only-audit/SKILL.md:3:26",
                CLAUDE,
            ),
        ],
        ..PLAIN
    },
    Pain {
        hurts: "the limit of the tools stands below a comment",
        files: &[(
            ".claude/skills/x/SKILL.md",
            "<!-- ours -->\n---\nname: x\ndescription: Does it. Use when asked.\nallowed-tools: Read\n---\nBody.\n",
        )],
        hosts: CLAUDE,
        finds: &[
            error(
                "frontmatter/not-first",
                ".claude/skills/x/SKILL.md:1:1",
                CLAUDE,
            ),
            error(
                "field/not-in-force",
                ".claude/skills/x/SKILL.md:5:1",
                CLAUDE,
            ),
        ],
        ..PLAIN
    },
    Pain {
        hurts: "the name is not that of the folder, and some skip the skill for it",
        files: &[(
            ".agents/skills/charts/SKILL.md",
            "---\nname: team-charts\ndescription: Draws charts. Use when asked.\n---\nBody.\n",
        )],
        hosts: &["codex", "vscode", "openhands"],
        finds: &[error(
            "name/folder",
            ".agents/skills/charts/SKILL.md:2:7",
            &["vscode", "openhands"],
        )],
        fixed: Some("---\nname: charts\ndescription: Draws charts. Use when asked.\n---\nBody.\n"),
        ..PLAIN
    },
    Pain {
        hurts: "the copy in the home hides the one of the project",
        files: &[
            ("/home/.claude/skills/x/SKILL.md", BODY),
            (".claude/skills/x/SKILL.md", OTHER),
        ],
        hosts: CLAUDE,
        finds: &[milder(
            error("layer/shadowed", ".claude/skills/x/SKILL.md:2:7", CLAUDE),
            Severity::Hint,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "one folder too deep, for some",
        files: &[
            (".claude/skills/common/hello/SKILL.md", HELLO),
            (".agents/skills/common/hello/SKILL.md", HELLO),
        ],
        hosts: &["claude-code", "goose", "cursor"],
        finds: &[error(
            "file/depth",
            ".claude/skills/common/hello/SKILL.md:1:1",
            CLAUDE,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "two folders of one name, and one of them wins in silence",
        files: &[
            (".gemini/skills/one/SKILL.md", BODY),
            (".gemini/skills/two/SKILL.md", OTHER),
        ],
        hosts: GEMINI,
        finds: &[error(
            "layer/same-layer",
            ".gemini/skills/two/SKILL.md:2:7",
            GEMINI,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "the same bytes in two places",
        files: &[
            (".gemini/skills/x/SKILL.md", BODY),
            (".agents/skills/x/SKILL.md", BODY),
        ],
        hosts: GEMINI,
        finds: &[milder(
            error(
                "layer/identical-copy",
                ".gemini/skills/x/SKILL.md:2:7",
                GEMINI,
            ),
            Severity::Hint,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "two paths to one file are no conflict",
        files: &[("shared/x/SKILL.md", BODY)],
        links: &[
            (".gemini/skills", "../shared"),
            (".agents/skills", "../shared"),
        ],
        hosts: GEMINI,
        ..PLAIN
    },
    Pain {
        hurts: "the winner is another one at each start",
        files: &[
            (".opencode/skills/x/SKILL.md", BODY),
            (".claude/skills/x/SKILL.md", OTHER),
        ],
        hosts: OPENCODE,
        finds: &[
            error(
                "layer/undefined-winner",
                ".claude/skills/x/SKILL.md:2:7",
                OPENCODE,
            ),
            error(
                "layer/undefined-winner",
                ".opencode/skills/x/SKILL.md:2:7",
                OPENCODE,
            ),
        ],
        ..PLAIN
    },
    Pain {
        hurts: "a link that leads nowhere",
        files: &[("notes/skills/wrap-up/SKILL.md", BODY)],
        links: &[(".agents/skills/gone", "../../notes/gone")],
        finds: &[error("file/link", ".agents/skills/gone:1:1", AGENTS)],
        ..PLAIN
    },
    Pain {
        hurts: "a folder of a skill that is a link, which some do not follow",
        files: &[("notes/skills/x/SKILL.md", BODY)],
        links: &[("skills/x", "../notes/skills/x")],
        hosts: &["agentworks", "agentframework"],
        finds: &[error(
            "file/link",
            "skills/x/SKILL.md:1:1",
            &["agentframework"],
        )],
        ..PLAIN
    },
    Pain {
        hurts: "small letters in the file name",
        files: &[(".agents/skills/x/skill.md", BODY)],
        finds: &[error(
            "file/name-case",
            ".agents/skills/x/skill.md:1:1",
            // For pi it is a single file of that name, which loads.
            &["codex", "gemini", "opencode", "cline"],
        )],
        ..PLAIN
    },
    Pain {
        hurts: "one folder too deep",
        files: &[
            (".agents/skills/common/x/SKILL.md", BODY),
            (".gemini/skills/common/x/SKILL.md", BODY),
        ],
        finds: &[
            error(
                "file/depth",
                ".agents/skills/common/x/SKILL.md:1:1",
                &["agentskills", "gemini", "cline"],
            ),
            error("file/depth", ".gemini/skills/common/x/SKILL.md:1:1", GEMINI),
        ],
        ..PLAIN
    },
    Pain {
        hurts: "a file instead of a folder",
        files: &[(".agents/skills/x.md", BODY)],
        finds: &[milder(
            error(
                "file/flat",
                ".agents/skills/x.md:1:1",
                &["agentskills", "codex", "gemini", "opencode", "cline"],
            ),
            Severity::Warning,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "a key one refuses and others pass over",
        files: &[(
            ".agents/skills/x/SKILL.md",
            "---\nname: x\ndescription: Does it. Use when asked.\norigin: team\n---\nBody.\n",
        )],
        finds: &[milder(
            error(
                "field/unknown",
                ".agents/skills/x/SKILL.md:4:1",
                &["agentskills"],
            ),
            Severity::Warning,
        )],
        fixed: Some(
            "---\nname: x\ndescription: Does it. Use when asked.\nmetadata:\n  origin: team\n---\nBody.\n",
        ),
        ..PLAIN
    },
    Pain {
        hurts: "a text in a block breaks a list with one line for each skill",
        files: &[(
            ".minibot/skills/x/SKILL.md",
            "---\nname: x\ndescription: |\n  First line. Use when asked.\n  Second line.\n---\nBody.\n",
        )],
        hosts: &["minibot"],
        finds: &[milder(
            error(
                "description/multi-line",
                ".minibot/skills/x/SKILL.md:4:30",
                &["minibot"],
            ),
            Severity::Warning,
        )],
        ..PLAIN
    },
    Pain {
        hurts: "a list in brackets is YAML, and the reference refuses it",
        files: &[(
            ".agents/skills/x/SKILL.md",
            "---\nname: x\ndescription: Does it. Use when asked.\nmetadata:\n  tags: [one, two]\n---\nBody.\n",
        )],
        finds: &[error(
            "yaml/flow-style",
            ".agents/skills/x/SKILL.md:5:9",
            &["agentskills"],
        )],
        ..PLAIN
    },
];

fn tree(pain: &Pain) -> FileTree {
    let mut tree = FileTree::new();
    tree.add_folder("/p");
    for (path, text) in pain.files {
        let path = match path.starts_with('/') {
            true => (*path).to_owned(),
            false => format!("/p/{path}"),
        };
        tree.set_file(&path, text.as_bytes());
    }
    for (path, target) in pain.links {
        tree.set_link(&format!("/p/{path}"), target);
    }
    tree
}

#[test]
fn every_reported_fault_is_found_where_it_is_and_for_whom() {
    let profiles = Profiles::bundled();
    for pain in PAINS {
        let files = look(
            &tree(pain),
            pain.hosts,
            Config::standard(),
            &mut Checks::default(),
        );
        let mut seen = BTreeSet::new();
        let mut texts = Vec::new();
        for file in &files {
            let lines = LineIndex::new(&file.text);
            for finding in file.findings.iter() {
                let at = lines.position(&file.text, finding.range.start);
                let path = file.path.trim_start_matches("/p/");
                seen.insert((
                    finding.rule,
                    format!("{path}:{}:{}", at.line, at.column),
                    finding.severity.word(),
                    finding.hosts.join(" "),
                ));
                texts.push((finding, file.text.clone()));
            }
        }
        for (finding, _) in &texts {
            // Whoever it concerns is named.
            let named = finding.hosts.iter().all(|host| {
                let profile = profiles.get(host).unwrap();
                finding.message.contains(&profile.title)
            });
            let told = named || finding.severity != Severity::Error;
            assert!(told, "{}: {finding:#?}", pain.hurts);
        }
        for found in pain.finds {
            let wanted = (
                found.rule,
                found.at.to_owned(),
                found.severity.word(),
                found.hosts.join(" "),
            );
            assert!(seen.contains(&wanted), "{}: {seen:#?}", pain.hurts);
        }
        // Nothing else is an error; milder ones about the small examples may be there.
        let errors = seen.iter().filter(|row| row.2 == "error").count();
        let wanted = pain.finds.iter().filter(|f| f.severity == Severity::Error);
        assert_eq!(errors, wanted.count(), "{}: {seen:#?}", pain.hurts);
        if pain.finds.is_empty() {
            assert!(seen.is_empty(), "{}: {seen:#?}", pain.hurts);
        }
        if let Some(fixed) = pain.fixed {
            let (finding, text) = texts
                .iter()
                .find(|(finding, _)| finding.rule == pain.finds[0].rule)
                .unwrap();
            let fix = finding.fixes.first().expect(pain.hurts);
            assert_eq!(apply(text, &fix.edits), fixed, "{}", pain.hurts);
        }
    }
}

/// A folded paragraph counts as the text it stands for: each line end of it is one blank.
#[test]
fn a_description_too_long_is_marked_from_its_first_character_too_many() {
    let line = format!("{} Use when asked.", "a".repeat(74));
    assert_eq!(line.len(), 90);
    let text = |lines: usize| {
        let folded: String = (0..lines).map(|_| format!("  {line}\n")).collect();
        format!("---\nname: big\ndescription: >-\n{folded}---\nBody.\n")
    };
    let found = |lines: usize, host: &str| {
        let mut tree = FileTree::new();
        tree.set_file("/p/.agents/skills/big/SKILL.md", text(lines).into_bytes());
        let files = look(&tree, &[host], Config::standard(), &mut Checks::default());
        let all = files.into_iter().flat_map(|file| {
            let lines = LineIndex::new(&file.text);
            let text = file.text.clone();
            let all: Vec<_> = file.findings.iter().cloned().collect();
            all.into_iter().map(move |finding| {
                let at = lines.position(&text, finding.range.start);
                (finding.rule, finding.severity, at.line, at.column)
            })
        });
        all.filter(|found| found.0 == "description/length")
            .collect::<Vec<_>>()
    };
    // 11 lines are 11 * 90 + 10 = 1,000 characters, 12 are 1,091: the 1,025th stands in the last line,
    // behind its two blanks and 23 letters.
    let place = (15, 2 + 23 + 1);
    let at = |severity| [("description/length", severity, place.0, place.1)];
    assert_eq!(found(12, "codex"), at(Severity::Warning));
    assert_eq!(found(12, "agentskills"), at(Severity::Warning));
    assert_eq!(found(12, "gemini"), []);
    assert_eq!(found(11, "codex"), []);
    assert_eq!(found(11, "agentskills"), []);
}

#[test]
fn what_is_broken_stays_in_the_list_with_its_reason() {
    let profiles = Profiles::bundled();
    let place = Place {
        project: "/p".to_owned(),
        home: "/home".to_owned(),
        ..Place::default()
    };
    for pain in PAINS {
        for found in pain.finds.iter().filter(|f| f.severity == Severity::Error) {
            for host in found.hosts {
                let profile = profiles.get(host).unwrap();
                let tree = tree(pain);
                let seen = survey(profile, &tree, &place, &mut Cache::default());
                let path = format!("/p/{}", found.at.rsplitn(3, ':').last().unwrap());
                let lost = seen.not_loaded.iter().find(|lost| *lost.path == *path);
                let hidden = seen.skills.iter().flat_map(|skill| &skill.shadows);
                let hidden = hidden.filter_map(|copy| copy.path.as_deref());
                let told = lost.map(|lost| lost.why.message.as_str());
                // It loads, and how it loads is the fault.
                let mut copies = seen.copies();
                if copies.any(|copy| copy.path.as_deref() == Some(&*path)) {
                    continue;
                }
                assert!(
                    told.is_some_and(|why| !why.is_empty())
                        || hidden.into_iter().any(|p| p == path),
                    "{} {host}",
                    pain.hurts
                );
            }
        }
    }
}
