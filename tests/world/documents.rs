//! Hosts that are known from documents and public source: each case with the sentence it rests on.

use skillkiln::host::profile::Established;
use skillkiln::host::{Cache, FileTree, Profiles, Selector, Survey, read_at, render, survey};

use crate::ground::{host, place};

/// What a host makes of a few files.
struct Case {
    host: &'static str,
    /// What it rests on, in short.
    says: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// Name, description and file of what it uses, in its order.
    uses: &'static [(&'static str, &'static str, &'static str)],
    /// Files it does not load, with the code.
    drops: &'static [(&'static str, &'static str)],
}

const GOOD: &str = "---\nname: notes\ndescription: Keeps notes.\n---\nBody line.\n";
const COLON: &str = "---\nname: notes\ndescription: Keeps: notes.\n---\n\nBody line.\nMore.\n";

const CASES: &[Case] = &[
    Case {
        host: "claude-code",
        says: "precedence is enterprise, then personal, then project; .agents is not read",
        files: &[
            (
                "/etc/claude-code/.claude/skills/a/SKILL.md",
                "---\ndescription: E\n---\nx\n",
            ),
            (
                "/H/.claude/skills/a/SKILL.md",
                "---\ndescription: U\n---\nx\n",
            ),
            (
                "/H/.claude/skills/b/SKILL.md",
                "---\ndescription: U\n---\nx\n",
            ),
            (
                "/W/P/.claude/skills/b/SKILL.md",
                "---\ndescription: P\n---\nx\n",
            ),
            (
                "/W/P/.agents/skills/c/SKILL.md",
                "---\ndescription: P\n---\nx\n",
            ),
        ],
        uses: &[
            ("a", "E", "/etc/claude-code/.claude/skills/a/SKILL.md"),
            ("b", "U", "/H/.claude/skills/b/SKILL.md"),
        ],
        drops: &[],
    },
    Case {
        host: "claude-code",
        says: "the skills of a plugin are called by the plugin and by their own folder",
        files: &[
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/plugins/tools/skills/notes/SKILL.md", GOOD),
            ("/W/P/plugins/tools/skills/small/skill.md", GOOD),
            ("/W/P/plugins/tools/other/SKILL.md", GOOD),
            ("/W/P/plugins/more/skills/notes/SKILL.md", GOOD),
            ("/W/P/plugins/skills/notes/SKILL.md", GOOD),
        ],
        uses: &[
            (
                "more:notes",
                "Keeps notes.",
                "/W/P/plugins/more/skills/notes/SKILL.md",
            ),
            (
                "notes",
                "Keeps notes.",
                "/W/P/.claude/skills/notes/SKILL.md",
            ),
            (
                "tools:notes",
                "Keeps notes.",
                "/W/P/plugins/tools/skills/notes/SKILL.md",
            ),
        ],
        drops: &[("/W/P/plugins/tools/skills/small/skill.md", "name-case")],
    },
    Case {
        host: "claude-code",
        says: "only direct children of the folder are found, and only SKILL.md in that spelling",
        files: &[
            ("/W/P/.claude/skills/common/hello/SKILL.md", GOOD),
            ("/W/P/.claude/skills/small/skill.md", GOOD),
        ],
        uses: &[],
        drops: &[
            ("/W/P/.claude/skills/common/hello/SKILL.md", "depth"),
            ("/W/P/.claude/skills/small/skill.md", "name-case"),
        ],
    },
    Case {
        host: "claude-code",
        says: "frontmatter that fails to parse loads with empty metadata: the folder is the name, the first line of the text the description",
        files: &[("/W/P/.claude/skills/memo/SKILL.md", COLON)],
        uses: &[("memo", "Body line.", "/W/P/.claude/skills/memo/SKILL.md")],
        drops: &[],
    },
    Case {
        host: "claude-code",
        says: "the name in the file is a label; what calls the skill is the folder",
        files: &[("/W/P/.claude/skills/memo/SKILL.md", GOOD)],
        uses: &[("memo", "Keeps notes.", "/W/P/.claude/skills/memo/SKILL.md")],
        drops: &[],
    },
    Case {
        host: "claude-ai",
        says: "six keys, a name of small letters, digits and single hyphens up to 64, a description up to 1,024 without angle brackets; whatever folder it comes from",
        files: &[
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/.pi/skills/notes/SKILL.md", GOOD),
            (
                "/W/P/skills/all/SKILL.md",
                "---\nname: all\ndescription: A\nlicense: MIT\ncompatibility: any\nmetadata: {a: [b]}\nallowed-tools: Read\n---\nx\n",
            ),
            ("/W/P/skills/colon/SKILL.md", COLON),
            (
                "/W/P/skills/extra/SKILL.md",
                "---\nname: extra\ndescription: A\nmodel: fast\n---\nx\n",
            ),
            (
                "/W/P/skills/less/SKILL.md",
                "---\nname: less\ndescription: When a < b\n---\nx\n",
            ),
            ("/W/P/skills/mute/SKILL.md", "---\nname: mute\n---\nx\n"),
            (
                "/W/P/skills/snake_case/SKILL.md",
                "---\nname: snake_case\ndescription: A\n---\nx\n",
            ),
        ],
        uses: &[
            ("all", "A", "/W/P/skills/all/SKILL.md"),
            ("notes", "Keeps notes.", "/W/P/.pi/skills/notes/SKILL.md"),
            (
                "notes",
                "Keeps notes.",
                "/W/P/.claude/skills/notes/SKILL.md",
            ),
        ],
        drops: &[
            ("/W/P/skills/colon/SKILL.md", "bad-yaml"),
            ("/W/P/skills/extra/SKILL.md", "invalid-skill"),
            ("/W/P/skills/less/SKILL.md", "bad-fields"),
            ("/W/P/skills/mute/SKILL.md", "description-missing"),
            ("/W/P/skills/snake_case/SKILL.md", "name-not-allowed"),
        ],
    },
    Case {
        host: "vscode",
        says: "missing name, another name than the folder and missing description are skipped, each with its reason",
        files: &[
            (
                "/W/P/.github/skills/a/SKILL.md",
                "---\ndescription: A\n---\nx\n",
            ),
            (
                "/W/P/.github/skills/b/SKILL.md",
                "---\nname: other\ndescription: B\n---\nx\n",
            ),
            ("/W/P/.github/skills/c/SKILL.md", "---\nname: c\n---\nx\n"),
            (
                "/W/P/.github/skills/d/SKILL.md",
                "---\nname: d\ndescription: D\n---\nx\n",
            ),
        ],
        uses: &[("d", "D", "/W/P/.github/skills/d/SKILL.md")],
        drops: &[
            ("/W/P/.github/skills/a/SKILL.md", "name-missing"),
            ("/W/P/.github/skills/b/SKILL.md", "name-not-folder"),
            ("/W/P/.github/skills/c/SKILL.md", "description-missing"),
        ],
    },
    Case {
        host: "vscode",
        says: "of one name the first found stays: .github, .agents, .claude, then the same in the home",
        files: &[
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/.agents/skills/notes/SKILL.md", GOOD),
            ("/H/.copilot/skills/notes/SKILL.md", GOOD),
        ],
        uses: &[(
            "notes",
            "Keeps notes.",
            "/W/P/.agents/skills/notes/SKILL.md",
        )],
        drops: &[],
    },
    Case {
        host: "goose",
        says: "the frontmatter is what stands between the first two ---, wherever they are, and all folders but .git, .hg and .svn are walked",
        files: &[
            (
                "/W/P/.goose/skills/deep/er/a/SKILL.md",
                "Junk.\n---\nname: a\ndescription: A\n--- b\n",
            ),
            ("/W/P/.goose/skills/.git/SKILL.md", GOOD),
            (
                "/W/P/.goose/skills/c/SKILL.md",
                "---\nname: a/b\ndescription: C\n---\nx\n",
            ),
            (
                "/W/P/.goose/skills/d/SKILL.md",
                "---\ndescription: D\n---\nx\n",
            ),
            ("/W/P/.goose/skills/e/SKILL.md", "---\nname: e\n---\nx\n"),
        ],
        uses: &[
            ("a", "A", "/W/P/.goose/skills/deep/er/a/SKILL.md"),
            ("e", "", "/W/P/.goose/skills/e/SKILL.md"),
        ],
        drops: &[
            ("/W/P/.goose/skills/.git/SKILL.md", "ignored-folder"),
            ("/W/P/.goose/skills/c/SKILL.md", "name-not-allowed"),
            ("/W/P/.goose/skills/d/SKILL.md", "name-missing"),
        ],
    },
    Case {
        host: "goose",
        says: "project .agents, .goose, .claude, then home .agents: the first found of a name stays",
        files: &[
            ("/H/.agents/skills/notes/SKILL.md", GOOD),
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/.goose/skills/notes/SKILL.md", GOOD),
        ],
        uses: &[("notes", "Keeps notes.", "/W/P/.goose/skills/notes/SKILL.md")],
        drops: &[],
    },
    Case {
        host: "cursor",
        says: ".cursor stands first of one scope, and the folders of Claude and Codex are read too, at any depth",
        files: &[
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/.cursor/skills/x/notes/SKILL.md", GOOD),
            (
                "/H/.codex/skills/other/SKILL.md",
                "---\nname: other\ndescription: O\n---\nx\n",
            ),
        ],
        uses: &[
            (
                "notes",
                "Keeps notes.",
                "/W/P/.cursor/skills/x/notes/SKILL.md",
            ),
            ("other", "O", "/H/.codex/skills/other/SKILL.md"),
        ],
        drops: &[],
    },
    Case {
        host: "amp",
        says: "a copy in .agents masks one in .claude; folders of the home are walked wholly, those of the project are not",
        files: &[
            ("/W/P/.claude/skills/notes/SKILL.md", GOOD),
            ("/W/P/.agents/skills/notes/SKILL.md", GOOD),
            ("/W/P/.agents/skills/far/too/SKILL.md", GOOD),
            (
                "/H/.config/agents/skills/far/o/SKILL.md",
                "---\nname: o\ndescription: O\n---\nx\n",
            ),
        ],
        uses: &[
            (
                "notes",
                "Keeps notes.",
                "/W/P/.agents/skills/notes/SKILL.md",
            ),
            ("o", "O", "/H/.config/agents/skills/far/o/SKILL.md"),
        ],
        drops: &[("/W/P/.agents/skills/far/too/SKILL.md", "depth")],
    },
];

fn tree(files: &[(&str, &str)]) -> FileTree {
    let mut tree = FileTree::new();
    for folder in ["/W/P", "/H"] {
        tree.add_folder(folder);
    }
    for (path, text) in files {
        tree.set_file(path, text.as_bytes());
    }
    tree
}

fn seen(id: &str, tree: &FileTree) -> Survey {
    survey(&host(id), tree, &place("/W/P"), &mut Cache::default())
}

#[test]
fn what_documents_say_holds() {
    for case in CASES {
        let survey = seen(case.host, &tree(case.files));
        let what = format!("{}: {}", case.host, case.says);
        let used = survey.skills.iter().map(|skill| &skill.copy);
        let used: Vec<(&str, &str, &str)> = used
            .map(|copy| {
                (
                    copy.name.as_str(),
                    copy.reading.description.as_deref().unwrap_or_default(),
                    copy.path.as_deref().unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(used, case.uses, "{what}");
        let lost = survey.not_loaded.iter();
        let lost: Vec<(&str, &str)> = lost.map(|one| (&*one.path, one.why.code)).collect();
        assert_eq!(lost, case.drops, "{what}");
    }
}

/// A text that is not saved yet is read as the file will be.
#[test]
fn a_skill_of_a_plugin_has_one_name_however_it_is_come_to() {
    let path = "/W/P/plugins/tools/skills/notes/SKILL.md";
    let claude = host("claude-code");
    for (path, name) in [
        (path, "tools:notes"),
        ("/W/P/.claude/skills/notes/SKILL.md", "notes"),
        ("/W/P/tools/skills/notes/SKILL.md", "notes"),
    ] {
        let read = read_at(&claude, GOOD.as_bytes(), path);
        assert_eq!(read.name.as_deref(), Some(name), "{path}");
    }
    // Nobody is offered to copy a skill into a plugin.
    let tree = tree(&[(path, GOOD)]);
    let layers = seen("claude-code", &tree).layers;
    let plugin = layers.iter().find(|layer| layer.id == "plugin").unwrap();
    assert!(!plugin.takes_skills(&claude) && !plugin.writable);
}

#[test]
fn what_rests_on_documents_is_marked_so() {
    let profiles = Profiles::bundled();
    let documented: Vec<&str> = profiles
        .iter()
        .filter(|profile| profile.established == Established::Documents)
        .map(|profile| profile.id.as_str())
        .collect();
    assert_eq!(
        documented,
        [
            "pleach",
            "claude-code",
            "claude-ai",
            "vscode",
            "goose",
            "cursor",
            "amp"
        ]
    );
}

fn prompt(id: &str, tree: &FileTree, window: Option<usize>) -> skillkiln::host::Prompt {
    let selector = Selector {
        window,
        ..Selector::default()
    };
    let survey = seen(id, tree);
    render(&host(id), tree, &place("/W/P"), &survey, &selector).unwrap()
}

/// The entries of a catalogue of Claude Code, a line each.
fn entries(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("- ")).collect()
}

/// A skill whose whole line (`- name: description`) has `line` characters.
fn of_length(name: &str, line: usize) -> (String, String) {
    let description = "d".repeat(line - name.len() - 4);
    let text = format!("---\ndescription: {description}\n---\nx\n");
    (format!("/W/P/.claude/skills/{name}/SKILL.md"), text)
}

fn lengths(skills: &[(&str, usize)]) -> FileTree {
    let mut tree = tree(&[]);
    for (name, line) in skills {
        let (path, text) = of_length(name, *line);
        tree.set_file(&path, text.into_bytes());
    }
    tree
}

#[test]
fn claude_code_gives_its_list_a_hundredth_of_the_window_at_four_characters_a_token() {
    let skills: Vec<String> = (0..25).map(|n| format!("skill-{n:02}")).collect();
    let skills: Vec<(&str, usize)> = skills.iter().map(|name| (name.as_str(), 412)).collect();
    let tree = lengths(&skills);
    let prompt = prompt("claude-code", &tree, None);
    let spent = prompt.spent.unwrap();
    // 25 lines of 412 characters and 24 line ends.
    assert_eq!(
        (spent.wanted, spent.limit, spent.window),
        (10_324, 8_000, 200_000)
    );
    // The names take 25 * 10 + 24; of the other 7,726 each description takes 402.
    let whole = 7_726 / 402;
    let lines = entries(&prompt.text);
    assert_eq!(lines.len(), 25);
    let named = lines.iter().filter(|line| !line.contains(':')).count();
    assert_eq!(named, 25 - whole);
    let lost: Vec<&str> = prompt
        .shortened
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(lost.len(), 25 - whole);
    assert_eq!(lost[0], "skill-19");
    assert!(
        prompt
            .shortened
            .iter()
            .all(|one| one.kept == Some(0) && one.whole == 401 - 1)
    );
}

#[test]
fn a_greater_window_takes_nothing_and_a_small_one_leaves_every_name() {
    let tree = lengths(&[("one", 400), ("two", 800)]);
    let all = prompt("claude-code", &tree, Some(1_000_000));
    assert_eq!(
        (all.spent.unwrap().wanted, all.spent.unwrap().limit),
        (1_201, 40_000)
    );
    assert!(all.shortened.is_empty());
    let none = prompt("claude-code", &tree, Some(100));
    assert_eq!(entries(&none.text), ["- one", "- two"]);
}

#[test]
fn a_description_that_does_not_fit_leaves_its_room_to_those_behind() {
    // Names of 5 and 7 characters and a line end; 120 leave 107: not 495, but 93.
    let tree = lengths(&[("big", 500), ("small", 100)]);
    let cut = prompt("claude-code", &tree, Some(3_000));
    assert_eq!(cut.spent.unwrap().limit, 120);
    assert_eq!(entries(&cut.text)[0], "- big");
    assert_eq!(entries(&cut.text)[1].len(), 100);
}

#[test]
fn an_entry_of_claude_code_has_1536_characters_with_when_to_use() {
    let text = |description: String, more: &str| {
        format!("---\ndescription: {description}\nwhen_to_use: {more}\n---\nx\n")
    };
    let mut tree = tree(&[]);
    let short = text("Ships it.".to_owned(), "Before a release.");
    tree.set_file("/W/P/.claude/skills/a/SKILL.md", short.into_bytes());
    let long = text("d".repeat(1_530), "Always.");
    tree.set_file("/W/P/.claude/skills/b/SKILL.md", long.into_bytes());
    let prompt = prompt("claude-code", &tree, None);
    let lines = entries(&prompt.text);
    assert_eq!(lines[0], "- a: Ships it. - Before a release.");
    assert_eq!(lines[1].chars().count(), "- b: ".len() + 1_536);
    assert!(lines[1].ends_with("d - Al…"), "{}", lines[1]);
}

#[test]
fn the_settings_of_claude_code_give_another_share() {
    let mut tree = lengths(&[("one", 400)]);
    let settings = br#"{"skillListingBudgetFraction": 0.02, "model": "x"}"#;
    tree.set_file("/W/P/.claude/settings.json", settings.to_vec());
    assert_eq!(
        prompt("claude-code", &tree, None).spent.unwrap().limit,
        16_000
    );
}

#[test]
fn what_is_lost_is_not_listed_and_still_there() {
    let tree = tree(&[
        ("/W/P/.claude/skills/memo/SKILL.md", COLON),
        ("/W/P/.claude/skills/good/SKILL.md", GOOD),
    ]);
    assert_eq!(
        entries(&prompt("claude-code", &tree, None).text),
        ["- good: Keeps notes."]
    );
    let survey = seen("claude-code", &tree);
    let memo = &survey.find("memo")[0].reading;
    assert_eq!(memo.lost.as_ref().map(|why| why.code), Some("bad-yaml"));
    assert!(memo.fields.is_empty());
}

#[test]
fn catalogues_as_public_source_writes_them() {
    let tree = tree(&[
        ("/W/P/.agents/skills/notes/SKILL.md", GOOD),
        (
            "/W/P/.agents/skills/raw/SKILL.md",
            "---\nname: raw\ndescription: a </description> b\n---\nx\n",
        ),
    ]);
    let vscode = prompt("vscode", &tree, None).text;
    let entry = "<skill>\n<name>raw</name>\n<description>a </description> b</description>\n<file>/W/P/.agents/skills/raw/SKILL.md</file>\n</skill>\n</skills>";
    assert!(vscode.ends_with(entry), "{vscode}");
    let goose = prompt("goose", &tree, None).text;
    let list = "\n• notes - Keeps notes.\n• raw - a </description> b";
    assert!(goose.ends_with(list), "{goose}");
}

#[test]
fn codex_takes_as_much_from_each_of_many() {
    let mut tree = tree(&[]);
    for n in 0..119 {
        let text = format!("---\ndescription: {}\n---\nx\n", "w".repeat(300));
        let path = format!("/W/P/.agents/skills/skill-{n:03}/SKILL.md");
        tree.set_file(&path, text.into_bytes());
    }
    let cut = prompt("codex", &tree, Some(272_000));
    let spent = cut.spent.unwrap();
    assert_eq!((spent.limit, spent.counts.word()), (5_440, "tokens"));
    let own = cut.shortened.iter().filter(|one| one.path.is_some());
    let kept: Vec<usize> = own.map(|one| one.kept.unwrap()).collect();
    assert_eq!(kept.len(), 119);
    let (least, most) = (kept.iter().min().unwrap(), kept.iter().max().unwrap());
    assert!(most - least <= 4 && *least > 100, "{least} to {most}");
    for one in cut.shortened.iter().filter(|one| one.path.is_some()) {
        let line = format!("- {}: {} (file: ", one.name, "w".repeat(one.kept.unwrap()));
        assert!(cut.text.contains(&line), "{line}");
    }
}
