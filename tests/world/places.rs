//! Which of several files a host takes, by which way it comes to them, and what it says of the others.

use skillkiln::host::matrix::matrix;
use skillkiln::host::{Cache, FileTree, Profile, Profiles, Selector, Survey, render, survey};

use crate::ground::{PROJECT, host, place};

fn skill(name: &str, description: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: {description}\n---\nb\n").into_bytes()
}

fn seen(id: &str, tree: &FileTree) -> Survey {
    survey(&host(id), tree, &place(PROJECT), &mut Cache::default())
}

fn project(path: &str) -> String {
    format!("{PROJECT}/{path}")
}

/// deepagents 0.7.32, run: what sorts before the `/` behind `pdf` stands before it, and the last wins.
#[test]
fn of_two_folders_of_which_one_begins_as_the_other_the_longer_comes_first() {
    for sign in ["-", " ", ".", "+", "0", "a"] {
        let mut tree = FileTree::new();
        let (short, long) = (
            project("skills/pdf"),
            project(&format!("skills/pdf{sign}x")),
        );
        for folder in [&short, &long] {
            tree.set_file(
                &format!("{folder}/SKILL.md"),
                skill("pdf", "Use when asked."),
            );
        }
        let found = seen("deepagents", &tree);
        let winner = match sign {
            "0" | "a" => long,
            _ => short,
        };
        assert_eq!(
            found.skills[0].copy.folder.as_deref(),
            Some(&*winner),
            "{sign:?}"
        );
    }
}

/// No host says of one file that it loads and that it does not, nor twice why not.
#[test]
fn a_file_is_told_once() {
    let mut tree = FileTree::new();
    for path in [
        ".agents/skills/Alpha/Skill.md",
        ".agents/skills/beta/skill.md",
        ".agents/skills/Skill.md",
        ".agents/skills/notes.md",
        ".pi/skills/Skill.md",
        ".pi/skills/gamma/SKILL.MD",
        ".opencode/skill/SKILL.md",
        ".opencode/skill/a/SKILL.md",
        ".claude/Skills/b/SKILL.md",
        "skill/c/SKILL.md",
        "skill/SKILL.md",
        "skills/top/mid/low/skill.md",
        ".minibot/skills/top/mid/low/skill.md",
        ".agents/skills/top/mid/low/SKILL.md",
    ] {
        tree.set_file(&project(path), skill("x", "Use when asked."));
    }
    for profile in Profiles::bundled().iter() {
        let found = seen(&profile.id, &tree);
        let mut told: Vec<&str> = found
            .copies()
            .filter_map(|copy| copy.path.as_deref())
            .collect();
        told.extend(found.not_loaded.iter().map(|lost| &*lost.path));
        told.sort_unstable();
        let all = told.len();
        told.dedup();
        assert_eq!(told.len(), all, "{}: {:#?}", profile.id, found.not_loaded);
    }
}

/// A single file of almost the name of a skill file is one of pi's where those count.
#[test]
fn what_loads_as_a_single_file_is_not_told_to_be_misspelt() {
    let mut tree = FileTree::new();
    let path = project(".agents/skills/Alpha/Skill.md");
    tree.set_file(&path, skill("al", "Use when asked."));
    let found = seen("pi", &tree);
    assert_eq!(found.skills[0].copy.path.as_deref(), Some(&*path));
    assert_eq!(found.not_loaded, []);
    // In its own folder only the skill file itself counts below the root (pi 1.6.0, run).
    tree.set_file(
        &project(".pi/skills/low/Skill.md"),
        skill("low", "Use when asked."),
    );
    assert_eq!(seen("pi", &tree).not_loaded[0].why.code, "name-case");
}

/// npx skills looks into the project too, where a folder called almost right lies deeper than it looks.
#[test]
fn a_folder_that_is_called_almost_right_is_the_reason() {
    let mut tree = FileTree::new();
    for path in [".opencode/skill/SKILL.md", ".opencode/skill/a/SKILL.md"] {
        tree.set_file(&project(path), skill("a", "Use when asked."));
    }
    let codes = seen("skills", &tree).not_loaded;
    let codes: Vec<&str> = codes.iter().map(|lost| lost.why.code).collect();
    assert_eq!(codes, ["near-name"; 2]);
    // What is found all the same is not told.
    let mut tree = FileTree::new();
    tree.set_file(&project("skill/SKILL.md"), skill("a", "Use when asked."));
    let found = seen("skills", &tree);
    assert_eq!((found.skills.len(), found.not_loaded.len()), (1, 0));
}

/// The reason is the one of the file itself: how deep it lies, or nothing where that is not seen.
#[test]
fn what_a_folder_lacks_is_no_reason_for_a_file_far_below() {
    let told = |folders: &str, file: &str| {
        let mut tree = FileTree::new();
        let path = project(&format!(".agents/skills/{folders}/{file}"));
        tree.set_file(&path, skill("low", "Use when asked."));
        let (minibot, vibe) = (host("minibot"), host("openhands"));
        let surveys = [seen("minibot", &tree), seen("openhands", &tree)];
        let hosts: Vec<(&Profile, &Survey)> = [&minibot, &vibe].into_iter().zip(&surveys).collect();
        let table = matrix(&hosts, &tree, &place(PROJECT));
        let row = table.skills.iter().find(|row| row.path == path);
        let cell = row.expect("a row").cells[0].clone();
        (cell.state.id(), cell.reason)
    };
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(told("top", "skill.md"), ("dropped", code("name-case")));
    for file in ["SKILL.md", "skill.md"] {
        assert_eq!(told("top/mid", file), ("dropped", code("depth")), "{file}");
        assert_eq!(
            told("top/mid/low", file),
            ("dropped", code("depth")),
            "{file}"
        );
    }
    assert_eq!(told("1/2/3/4/5/6", "skill.md"), ("not-looked-for", None));
}

/// Codex 0.171.0, run: sorted by the path without links, shown by the way that was found first; a folder
/// of skills that is a link itself is shown without.
#[test]
fn codex_sorts_by_the_real_path_and_shows_the_one_it_came_by() {
    let lines = |tree: &FileTree| -> Vec<String> {
        let found = seen("codex", tree);
        let prompt = render(
            &host("codex"),
            tree,
            &place(PROJECT),
            &found,
            &Selector::default(),
        );
        let text = prompt.expect("nothing is chosen").text;
        let lines = text
            .lines()
            .filter(|line| line.contains(": d ") || line.contains(PROJECT));
        lines.map(str::to_owned).collect()
    };
    let two = |links: &[(&str, &str)], files: &[&str]| {
        let mut tree = FileTree::new();
        for file in files {
            let own = file.rsplit('/').next().unwrap();
            tree.set_file(
                &project(&format!("{file}/SKILL.md")),
                skill("same", &format!("d {own}")),
            );
        }
        for (link, target) in links {
            tree.set_link(&project(link), target);
        }
        lines(&tree)
    };
    let mine = ".agents/skills";
    let root = |at: usize, folder: &str| format!("- `r{at}` = `{}`", project(folder));
    let entry = |own: &str, place: &str| format!("- same: d {own} (file: {place}/SKILL.md)");
    assert_eq!(
        two(
            &[(".agents/skills/aaa", "zeta")],
            &[".agents/skills/mid", ".agents/skills/zeta"]
        ),
        [
            root(1, mine),
            entry("mid", "r1/mid"),
            entry("zeta", "r1/aaa")
        ]
    );
    let out = "../../elsewhere/real";
    assert_eq!(
        two(
            &[(".agents/skills/bbb", out), (".agents/skills/yyy", out)],
            &[".agents/skills/mid", "elsewhere/real"]
        ),
        [
            root(1, mine),
            entry("mid", "r1/mid"),
            entry("real", "r1/bbb")
        ]
    );
    assert_eq!(
        two(
            &[(".codex/skills/aaa", "../../.agents/skills/zeta")],
            &[".agents/skills/mid", ".agents/skills/zeta"]
        ),
        [
            root(0, ".codex/skills"),
            root(2, mine),
            entry("mid", "r2/mid"),
            entry("zeta", "r0/aaa")
        ]
    );
    assert_eq!(
        two(&[(mine, "../sk")], &["sk/aaa"]),
        [root(1, "sk"), entry("aaa", "r1/aaa")]
    );
}

/// Links that lead back up show the same files by many ways, all of them longer.
#[test]
fn a_folder_reached_through_a_loop_of_links_is_told_once_and_rightly() {
    let mut tree = FileTree::new();
    for root in [
        ".agents/skills",
        ".minibot/skills",
        ".claude/skills",
        "skills",
    ] {
        for path in ["a/SKILL.md", "group/b/SKILL.md"] {
            let name = path.rsplit('/').nth(1).unwrap_or_default();
            tree.set_file(&project(&format!("{root}/{path}")), skill(name, "Does it."));
        }
        tree.set_link(&project(&format!("{root}/self")), ".");
        tree.set_link(&project(&format!("{root}/group/up")), "..");
        tree.set_link(&project(&format!("{root}/shared")), "../../lib");
    }
    tree.set_file(&project("lib/deep/c/SKILL.md"), skill("c", "Does it."));
    let mut deep = 0;
    for profile in Profiles::bundled().iter() {
        let found = seen(&profile.id, &tree);
        let misses = found.not_loaded.iter();
        let misses: Vec<_> = misses.filter(|miss| miss.why.code == "depth").collect();
        for miss in &misses {
            let why = &miss.why.message;
            assert!(!why.contains("exactly SKILL.md, not SKILL.md"), "{why}");
            let real = tree.real_path(&miss.path);
            let told = misses
                .iter()
                .filter(|other| tree.real_path(&other.path) == real);
            assert_eq!(told.count(), 1, "{} {}", profile.id, miss.path);
            assert!(
                !miss.path.contains("/self/"),
                "{} {}",
                profile.id,
                miss.path
            );
        }
        deep += misses.len();
    }
    assert!(deep > 4, "{deep}");
}

/// Hermes 0.19.0 reads each file twice: for the tool that lists skills, and for the prompt.
#[test]
fn where_the_prompt_reads_otherwise_than_the_tool_the_verdict_says_so() {
    let hermes = host("hermes");
    let home = format!("{}/.hermes/skills/group", place(PROJECT).home);
    let told = |front: &str| {
        let mut tree = FileTree::new();
        let text = format!("---\n{front}\n---\nBody.\n");
        tree.set_file(&format!("{home}/demo/SKILL.md"), text.into_bytes());
        let found = seen("hermes", &tree);
        let table = matrix(&[(&hermes, &found)], &tree, &place(PROJECT));
        let verdict = table.skills[0].cells[0].clone();
        let prompt = render(
            &hermes,
            &tree,
            &place(PROJECT),
            &found,
            &Selector::default(),
        );
        (verdict, prompt.expect("a prompt").text)
    };
    // The tool stumbles over a number for a name, the prompt takes its text.
    let (verdict, prompt) = told("name: 12\ndescription: Does it.");
    assert_eq!(verdict.state.id(), "dropped", "{verdict:?}");
    assert!(prompt.contains("- 12: Does it."), "{prompt}");
    let sentence = verdict.sentence();
    assert!(sentence.contains("its prompt lists it as 12"), "{sentence}");
    let (verdict, prompt) = told("name: demo\ndescription: Does it.");
    assert_eq!(verdict.state.id(), "loaded");
    assert!(prompt.contains("- demo: Does it."), "{prompt}");
    assert!(
        !format!("{verdict:?}").contains("its prompt"),
        "{verdict:?}"
    );
}

/// openhands-sdk 1.58.2, run: `load_project_skills`, and `AgentContext` for what is in the catalogue.
#[test]
fn openhands_names_files_of_other_programs_and_lists_single_files_by_their_triggers() {
    let listed = |files: &[(&str, &str)]| -> (Vec<String>, String) {
        let mut tree = FileTree::new();
        for (path, text) in files {
            tree.set_file(&project(path), text.as_bytes());
        }
        let found = seen("openhands", &tree);
        let openhands = host("openhands");
        let all = Selector::default();
        let prompt = render(&openhands, &tree, &place(PROJECT), &found, &all);
        let names = found.skills.iter().map(|skill| skill.copy.name.clone());
        (names.collect(), prompt.expect("a prompt").text)
    };
    let fields = "---\nname: foo\ndescription: d\n---\nBody A\n";
    for (path, name) in [
        (".agents/skills/AGENTS.md", "agents"),
        (".openhands/skills/agents.md", "agents"),
        (".openhands/microagents/a/Agent.md", "agents"),
        (".agents/skills/sub/CLAUDE.md", "claude"),
        (".openhands/microagents/GEMINI.md", "gemini"),
        (".agents/skills/other.md", "foo"),
    ] {
        let (names, prompt) = listed(&[(path, fields)]);
        assert_eq!(names, [name], "{path}");
        assert!(prompt.contains("no available skills"), "{prompt}");
    }
    let single = ".agents/skills/h.md";
    let folder = ".agents/skills/h/SKILL.md";
    for (path, field, there) in [
        (single, "", false),
        (single, "triggers: [x]", true),
        (single, "triggers: []", false),
        (single, "paths: [x]", false),
        (
            single,
            "triggers: [x]\ndisable-model-invocation: true",
            false,
        ),
        (folder, "", true),
        (folder, "triggers: [x]", true),
        (folder, "paths: [x]", false),
        (folder, "paths: x", false),
        (folder, "paths: []", true),
        (folder, "disable-model-invocation: true", false),
    ] {
        let text = format!("---\nname: h\ndescription: d\n{field}\n---\nB\n");
        let (names, prompt) = listed(&[(path, &text)]);
        assert_eq!(names, ["h"], "{path} {field}");
        assert_eq!(
            prompt.contains("<name>h</name>"),
            there,
            "{path} {field}: {prompt}"
        );
    }
}

/// nanobot-ai 0.3.5, run with commands and variables that are not there.
#[test]
fn nanobot_tells_what_a_skill_needs_and_is_missing() {
    let nanobot = host("nanobot");
    for (metadata, told) in [
        (
            "{nanobot: {requires: {bins: [nocmd], env: [NOENV]}}}",
            " (unavailable: CLI: nocmd, ENV: NOENV)",
        ),
        (
            "{nanobot: {requires: {bins: [nocmd, sh]}}}",
            " (unavailable: CLI: nocmd)",
        ),
        ("{nanobot: {requires: {bins: [sh]}}}", ""),
        (
            "{openclaw: {requires: {env: [NOENV]}}}",
            " (unavailable: ENV: NOENV)",
        ),
        ("{nanobot: {}, openclaw: {requires: {env: [NOENV]}}}", ""),
        (
            "'{\"nanobot\": {\"requires\": {\"bins\": [\"nocmd\"]}}}'",
            " (unavailable: CLI: nocmd)",
        ),
        ("'{broken'", ""),
        ("{nanobot: {requires: [nocmd]}}", ""),
        ("{nanobot: {requires: {bins: nocmd}}}", ""),
        (
            "{nanobot: {requires: {bins: [5, nocmd]}}}",
            " (unavailable: CLI: nocmd)",
        ),
        ("nothing", ""),
    ] {
        let mut tree = FileTree::new();
        let text = format!("---\nname: a\ndescription: d\nmetadata: {metadata}\n---\nB\n");
        tree.set_file(&project("skills/a/SKILL.md"), text.into_bytes());
        let mut place = place(PROJECT);
        let missing = "nocmd, NOENV".to_owned();
        place.options.insert("missing".to_owned(), missing);
        let found = survey(&nanobot, &tree, &place, &mut Cache::default());
        let prompt = render(&nanobot, &tree, &place, &found, &Selector::default());
        let expected = format!("- **a** — d{told}  `a/SKILL.md`");
        let prompt = prompt.expect("a prompt").text;
        assert!(prompt.ends_with(&expected), "{metadata}: {prompt}");
    }
}
