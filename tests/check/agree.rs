//! What is said of one host agrees wherever it is said: whatever the table of all hosts calls dropped
//! has a finding that names the host.

use skillkiln::check::{Checks, Config, Finding, Judge, Scope, Severity, check_project};
use skillkiln::host::matrix::matrix;
use skillkiln::host::verdict::State;
use skillkiln::host::{Cache, FileTree, Place, Profile, Profiles, Selector, render, survey};

fn place() -> Place {
    Place {
        project: "/p".to_owned(),
        home: "/home".to_owned(),
        ..Place::default()
    }
}

/// The folder of skills a host looks into first, in the project.
fn root(profile: &Profile) -> Option<(String, Option<String>)> {
    let mut tree = FileTree::new();
    tree.add_folder("/p");
    let seen = survey(profile, &tree, &place(), &mut Cache::default());
    let mut layers = seen.layers.iter().rev();
    layers.find_map(|layer| {
        let path = layer.path.clone()?;
        let row = &profile.layer[layer.row];
        let walked = row.rows.is_none() && row.plugins.is_none() && !row.walk.root_only;
        (walked && path.starts_with("/p/")).then(|| (path, row.walk.flat.clone()))
    })
}

/// Where things go, and how.
struct Ground<'t> {
    tree: &'t mut FileTree,
    root: &'t str,
    flat: Option<&'t str>,
}

impl Ground<'_> {
    fn put(&mut self, below: &str, bytes: &[u8]) {
        let path = match self.flat {
            Some(end) => format!("{}/{below}{end}", self.root),
            None => format!("{}/{below}/SKILL.md", self.root),
        };
        self.tree.set_file(&path, bytes);
    }

    fn skill(&mut self, below: &str, name: &str) {
        let text =
            format!("---\nname: {name}\ndescription: Use when asked for {below}.\n---\nDo.\n");
        self.put(below, text.as_bytes());
    }

    fn link(&mut self, name: &str, to: &str) {
        self.tree.set_link(&format!("{}/{name}", self.root), to);
    }

    fn file(&mut self, below: &str, text: &str) {
        self.tree
            .set_file(&format!("{}/{below}", self.root), text.as_bytes());
    }
}

type Mishap = (&'static str, fn(&mut Ground<'_>));

const MISHAPS: &[Mishap] = &[
    ("a sound one", |at| at.skill("fine", "fine")),
    ("bytes that are no UTF-8", |at| {
        at.put(
            "latin",
            b"---\nname: latin\ndescription: caf\xe9 when asked\n---\nx\n",
        );
    }),
    ("broken YAML", |at| {
        at.put("broken", b"---\nname: broken\ndescription: [a\n---\nx\n")
    }),
    ("an integer too long", |at| {
        let digits = "9".repeat(4_301);
        let text = format!("---\nname: big\ndescription: Use when asked.\nn: {digits}\n---\nx\n");
        at.put("big", text.as_bytes());
    }),
    ("no frontmatter", |at| at.put("bare", b"Do it.\n")),
    ("an empty file", |at| at.put("empty", b"")),
    ("the name of another folder", |at| {
        at.skill("folder", "other")
    }),
    ("a link to the folder it lies in", |at| at.link("self", ".")),
    ("a second such link", |at| at.link("self2", ".")),
    ("a skill file in the root", |at| {
        at.file(
            "SKILL.md",
            "---\nname: top\ndescription: Use when asked.\n---\nx\n",
        );
    }),
    ("a skill in a skill", |at| {
        at.skill("outer", "outer");
        at.skill("outer/inner", "inner");
    }),
    ("a skill in a group", |at| {
        at.skill("group/grouped", "grouped")
    }),
    ("a skill far down", |at| at.skill("a/b/c/d/e/f/g", "g")),
    ("a folder whose name begins with a dot", |at| {
        at.skill(".dot", "dot")
    }),
    ("a folder that many pass over", |at| {
        at.skill("node_modules", "node_modules")
    }),
    ("a folder where the file is due", |at| {
        at.file("dir/SKILL.md/x", "x")
    }),
    ("a single file", |at| {
        at.file(
            "loose.md",
            "---\nname: loose\ndescription: Use it.\n---\nx\n",
        )
    }),
    ("a link to nowhere", |at| at.link("gone", "../nowhere")),
    ("two of one name", |at| {
        at.skill("one", "twin");
        at.skill("two", "twin");
    }),
    ("a file in other letters", |at| {
        at.file(
            "cased/Skill.md",
            "---\nname: cased\ndescription: Use it.\n---\nx\n",
        );
    }),
    ("a folder an ignore file names", |at| {
        at.file(".gitignore", "ign\n");
        at.skill("ign", "ign");
    }),
];

/// Those that reach beyond themselves: every other one is looked at beside each of them.
const FAR: &[&str] = &[
    "a sound one",
    "bytes that are no UTF-8",
    "a link to the folder it lies in",
    "a second such link",
    "a skill file in the root",
];

/// What lies there on purpose as a rule: the finding need not be an error.
const LIKELY_MEANT: &[&str] = &["flat", "ignored-folder", "ignored", "in-a-skill"];

/// What does not agree in one tree.
fn disagreements(profile: &Profile, tree: &FileTree) -> Vec<String> {
    let seen = survey(profile, tree, &place(), &mut Cache::default());
    let judges = [Judge {
        profile,
        survey: &seen,
    }];
    let checked = check_project(
        &Scope {
            tree,
            place: &place(),
            judges: &judges,
            config: Config::standard(),
            only: None,
        },
        &mut Checks::default(),
    );
    let found: Vec<&Finding> = checked
        .iter()
        .flat_map(|file| file.findings.iter())
        .collect();
    let names = |finding: &Finding| finding.hosts.contains(&profile.id);
    let error = |finding: &&&Finding| names(finding) && finding.severity == Severity::Error;
    let all = found
        .iter()
        .filter(error)
        .any(|one| one.rule == "host/takes-all");
    let mut wrong = Vec::new();
    if seen.nothing_loads().is_some() {
        if !all {
            wrong.push("nothing loads, and no finding says so".to_owned());
        }
        let prompt = render(profile, tree, &place(), &seen, &Selector::default());
        let text = prompt.map(|prompt| prompt.text).unwrap_or_default();
        if !text.is_empty() {
            wrong.push(format!("nothing loads, and the model gets {text:?}"));
        }
    } else if all {
        wrong.push("something loads, and a finding says that nothing does".to_owned());
    }
    for row in matrix(&[(profile, &seen)], tree, &place()).skills {
        let cell = &row.cells[0];
        let real = tree.real_path(&row.path);
        let mut here = found.iter().filter(|one| tree.real_path(&one.file) == real);
        if cell.state.loads()
            && here
                .clone()
                .any(|one| names(one) && one.rule == "file/depth")
        {
            wrong.push(format!("{} loads, and lies too deep", row.path));
        }
        if cell.state != State::Dropped || all {
            continue;
        }
        let code = cell.reason.as_deref().unwrap_or_default();
        let told = match LIKELY_MEANT.contains(&code) {
            true => here.any(|one| names(one)),
            false => here.any(|one| error(&one)),
        };
        if !told {
            wrong.push(format!(
                "{} is dropped ({code}), and no finding says so",
                row.path
            ));
        }
    }
    wrong
}

#[test]
fn whatever_is_dropped_has_a_finding_that_names_the_host() {
    let profiles = Profiles::bundled();
    let mut wrong = Vec::new();
    let mut hosts = 0;
    for profile in profiles.iter() {
        let Some((root, flat)) = root(profile) else {
            continue;
        };
        hosts += 1;
        for (one, first) in MISHAPS.iter().filter(|(one, _)| FAR.contains(one)) {
            for (other, second) in MISHAPS {
                let mut tree = FileTree::new();
                let mut ground = Ground {
                    tree: &mut tree,
                    root: &root,
                    flat: flat.as_deref(),
                };
                ground.skill("good", "good");
                first(&mut ground);
                second(&mut ground);
                let found = disagreements(profile, &tree).into_iter();
                wrong.extend(found.map(|what| format!("{}: {one}, {other}: {what}", profile.id)));
            }
        }
    }
    assert!(hosts > 25, "{hosts}");
    assert!(
        wrong.is_empty(),
        "{} times\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The findings of one rule, as `path: message`.
fn of_rule(tree: &FileTree, host: &str, rule: &str) -> Vec<String> {
    let found = super::project::look(tree, &[host], Config::standard(), &mut Checks::default());
    let found = found.iter().flat_map(|file| file.findings.iter());
    let found = found.filter(|finding| finding.rule == rule);
    found
        .map(|one| format!("{}: {}", one.file, one.message))
        .collect()
}

#[test]
fn a_link_back_up_is_told_with_what_it_does() {
    let skill = b"---\nname: real\ndescription: Use when asked.\n---\nDo.\n";
    for (host, root) in [
        ("hermes", "/p/.hermes/skills"),
        ("opencode", "/p/.opencode/skills"),
    ] {
        let mut tree = FileTree::new();
        tree.set_file(&format!("{root}/real/SKILL.md"), skill.as_slice());
        tree.set_link(&format!("{root}/self"), ".");
        let one = of_rule(&tree, host, "file/link");
        assert_eq!(one.len(), 1, "{one:?}");
        assert!(one[0].contains("again at every level"), "{one:?}");
        tree.set_link(&format!("{root}/real/back"), "..");
        let all = of_rule(&tree, host, "host/takes-all");
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(
            all.iter().all(|one| one.contains("the search never ends")),
            "{all:?}"
        );
    }
}

#[test]
fn where_the_winner_is_not_fixed_no_copy_is_the_victim() {
    let skill =
        |text: &str| format!("---\nname: twin\ndescription: Use when asked.\n---\n{text}\n");
    for (host, root) in [
        ("opencode", ".opencode/skills"),
        ("kilo", ".kilo/skills"),
        ("vibe", ".vibe/skills"),
        ("kimi", ".kimi/skills"),
    ] {
        let mut tree = FileTree::new();
        for folder in ["aaa", "zzz"] {
            let path = format!("/p/{root}/{folder}/SKILL.md");
            tree.set_file(&path, skill(folder).as_bytes());
        }
        let open = of_rule(&tree, host, "layer/undefined-winner");
        assert_eq!(open.len(), 2, "{host}: {open:?}");
        assert_eq!(of_rule(&tree, host, "layer/same-layer"), [""; 0], "{host}");
        let profiles = Profiles::bundled();
        let profile = profiles.get(host).expect("bundled");
        let seen = survey(profile, &tree, &place(), &mut Cache::default());
        let table = matrix(&[(profile, &seen)], &tree, &place());
        let open: Vec<bool> = table.skills.iter().map(|row| row.cells[0].open).collect();
        assert_eq!(open, [true, true], "{host}");
        assert!(table.skills.iter().all(|row| row.wrong(&[0])), "{host}");
    }
}

/// Folders that are called almost as those of skills, and what lies in them.
fn almost() -> FileTree {
    let skill = b"---\nname: x\ndescription: Use when asked.\n---\nDo.\n";
    let mut tree = FileTree::new();
    for folder in [
        ".claude/skill",
        ".claude/Skills",
        ".agents/skill",
        ".foo/skills",
    ] {
        tree.set_file(&format!("/p/{folder}/x/SKILL.md"), skill.as_slice());
    }
    tree.set_file("/p/.claude/skill/loose.md", skill.as_slice());
    tree.set_file("/p/.foo/skills/x/references/SKILL.md", skill.as_slice());
    tree
}

#[test]
fn a_folder_that_is_called_almost_as_the_one_looked_into_is_told() {
    let tree = almost();
    let mut found = of_rule(&tree, "claude-code", "file/place");
    let unread = found.extract_if(.., |one| one.contains("No host that is known here"));
    let unread: Vec<String> = unread.collect();
    let path = |one: &String| one.split(": ").next().unwrap_or_default().to_owned();
    let lost: Vec<String> = unread.iter().map(path).collect();
    // What lies in a skill is no skill.
    assert_eq!(
        lost,
        ["/p/.agents/skill/x/SKILL.md", "/p/.foo/skills/x/SKILL.md"]
    );
    let paths: Vec<&str> = found
        .iter()
        .filter_map(|one| one.split(": ").next())
        .collect();
    assert_eq!(
        paths,
        [
            "/p/.claude/Skills/x/SKILL.md",
            "/p/.claude/skill/loose.md",
            "/p/.claude/skill/x/SKILL.md",
        ],
        "{found:?}"
    );
    assert!(
        found[2].contains("the folder is called `skill`, not `skills`"),
        "{found:?}"
    );
    // To this host both are folders of skills.
    let mut tree = FileTree::new();
    let skill = b"---\nname: x\ndescription: Use when asked.\n---\nDo.\n";
    tree.set_file("/p/.opencode/skill/x/SKILL.md", skill.as_slice());
    assert_eq!(of_rule(&tree, "opencode", "file/place"), [""; 0]);
}

#[test]
fn a_skill_that_no_host_looks_for_has_its_row() {
    let profiles = Profiles::bundled();
    let tree = almost();
    let surveys: Vec<_> = profiles
        .iter()
        .map(|profile| {
            (
                profile,
                survey(profile, &tree, &place(), &mut Cache::default()),
            )
        })
        .collect();
    let hosts: Vec<_> = surveys
        .iter()
        .map(|(profile, seen)| (*profile, seen))
        .collect();
    let table = matrix(&hosts, &tree, &place());
    let all: Vec<usize> = (0..table.hosts.len()).collect();
    let rows: Vec<&str> = table.skills.iter().map(|row| row.path.as_str()).collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    for row in &table.skills {
        assert!(
            row.here && row.concerns(&all) && row.nobody(&all),
            "{}",
            row.path
        );
    }
    let claude = table.columns(["claude-code"])[0];
    let near = table
        .skills
        .iter()
        .find(|row| row.path == "/p/.claude/skill/x/SKILL.md");
    let cell = &near.expect("a row").cells[claude];
    assert_eq!(cell.reason.as_deref(), Some("near-name"));
    assert!(
        cell.sentence().contains("not `skills`"),
        "{}",
        cell.sentence()
    );
}

#[test]
fn a_single_file_is_told_by_every_host_that_wants_a_folder() {
    let text = b"---\nname: x\ndescription: Use when asked.\n---\nDo.\n";
    for (host, folder) in [
        ("vscode", ".github/skills"),
        ("claude-code", ".claude/skills"),
        ("codex", ".agents/skills"),
        ("gemini", ".gemini/skills"),
        ("opencode", ".opencode/skills"),
        ("vibe", ".vibe/skills"),
    ] {
        let mut tree = FileTree::new();
        tree.set_file(&format!("/p/{folder}/code-review.md"), text.as_slice());
        tree.set_file(&format!("/p/{folder}/README.md"), b"About.".as_slice());
        let found = of_rule(&tree, host, "file/flat");
        assert_eq!(found.len(), 1, "{host}: {found:?}");
        assert!(
            found[0].contains("code-review/SKILL.md"),
            "{host}: {found:?}"
        );
    }
}

#[test]
fn what_a_host_keeps_in_a_project_is_a_sign_of_it() {
    let profiles = Profiles::bundled();
    for (path, host) in [
        (".claude/settings.json", "claude-code"),
        ("CLAUDE.md", "claude-code"),
        (".gemini/settings.json", "gemini"),
        ("GEMINI.md", "gemini"),
        (".codex/config.toml", "codex"),
        (".cursor/rules/a.mdc", "cursor"),
        (".opencode/agent/a.md", "opencode"),
        (".qwen/settings.json", "qwen"),
        (".github/copilot-instructions.md", "vscode"),
    ] {
        let mut tree = FileTree::new();
        tree.set_file(&format!("/p/{path}"), b"{}".as_slice());
        let found = profiles.detected(&tree, &place());
        let found: Vec<&str> = found.iter().map(|profile| profile.id.as_str()).collect();
        assert_eq!(found, [host], "{path}");
    }
    // Skills say more than settings.
    let mut tree = FileTree::new();
    tree.set_file("/p/.claude/settings.json", b"{}".as_slice());
    tree.set_file("/p/.pi/skills/x/SKILL.md", b"x".as_slice());
    let first = profiles
        .detected(&tree, &place())
        .first()
        .map(|one| one.id.clone());
    assert_eq!(first.as_deref(), Some("pi"));
}

#[test]
fn what_was_counted_with_one_host_is_not_said_of_another() {
    let profiles = Profiles::bundled();
    let note = |id: &str| {
        profiles
            .get(id)
            .and_then(|host| host.collision.note.clone())
    };
    let (counted, not) = (
        note("opencode").expect("a note"),
        note("kilo").expect("a note"),
    );
    assert!(
        counted.contains("15 starts") && !not.contains("15"),
        "{not}"
    );
}

#[test]
fn what_stands_behind_the_start_a_host_reads_is_told() {
    let filler = "x".repeat(4_000);
    let text =
        format!("---\nname: big\nnote: {filler}\ndescription: Use when asked for it.\n---\nB\n");
    let mut tree = FileTree::new();
    tree.set_file("/p/.hermes/skills/big/SKILL.md", text.as_bytes());
    let found = of_rule(&tree, "hermes", "host/differs");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn two_of_one_name_that_a_host_lists_both_are_no_drop() {
    let skill =
        |text: &str| format!("---\nname: dup\ndescription: {text}. Use when asked.\n---\nx\n");
    let mut tree = FileTree::new();
    for group in ["cat", "dog"] {
        let path = format!("/p/.hermes/skills/{group}/dup/SKILL.md");
        tree.set_file(&path, skill(group).as_bytes());
    }
    let found = of_rule(&tree, "hermes", "layer/same-layer");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("Hermes lists both"), "{found:?}");
}
