//! What the recordings do not hold, and the libraries of the hosts were asked for.

use skillkiln::host::{Cache, FileTree, Selector, read_at, render, survey};

use crate::ground::{PROJECT, host, place};

fn description(id: &str, text: &str) -> Option<String> {
    read_at(&host(id), text.as_bytes(), "/p/a/SKILL.md").description
}

/// js-yaml 4.1 and yaml 2 with `merge`, asked in Node: the first of the maps wins.
#[test]
fn of_several_merged_maps_the_first_gives_the_value() {
    let text = "---\nname: a\nx: &x {description: first}\ny: &y {description: second}\n\
                <<: [*x, *y]\n---\nb\n";
    for id in ["opencode", "gemini"] {
        assert_eq!(description(id, text).as_deref(), Some("first"), "{id}");
    }
}

/// js-yaml 4.1, yaml 2.9, PyYAML 6.0.3 (libyaml 0.2.5), Codex 0.171.0 and pydantic 2, asked: emoji as JSON
/// writes them, and an apostrophe that only Go takes.
#[test]
fn escapes_in_double_quotes_are_those_of_the_library() {
    let of = |id: &str, value: &str| {
        let text = format!("---\nname: a\ndescription: {value}\n---\nb\n");
        description(id, &text)
    };
    let emoji = r#""go \ud83d\ude80 on""#;
    for id in [
        "gemini", "opencode", "pi", "cline", "strands", "kimi", "adk",
    ] {
        assert_eq!(of(id, emoji).as_deref(), Some("go \u{1f680} on"), "{id}");
    }
    for id in ["codex", "openhands", "vibe"] {
        assert_eq!(of(id, emoji), None, "{id}");
    }
    let half = r#""\ude80\ud83d""#;
    for id in ["opencode", "pi", "strands"] {
        assert_eq!(of(id, half).as_deref(), Some("\u{fffd}\u{fffd}"), "{id}");
    }
    let apostrophe = r#""it\'s""#;
    assert_eq!(of("agentworks", apostrophe).as_deref(), Some("it's"));
    for id in [
        "opencode",
        "pi",
        "cline",
        "strands",
        "vibe",
        "codex",
        "openhands",
    ] {
        assert_eq!(of(id, apostrophe), None, "{id}");
    }
    // The line as it stands.
    assert_eq!(of("gemini", apostrophe).as_deref(), Some(apostrophe));
}

/// js-yaml 4.1 and 3.14 and yaml 2.9, asked: names of anchors are any characters, tabs may follow a colon below
/// a `?`, `!` alone is nothing, and a number is no `!!float`.
#[test]
fn the_readers_in_javascript_take_odd_signs_as_their_libraries_do() {
    let of = |id: &str, value: &str| {
        let text = format!("---\nname: a\n{value}\n---\nb\n");
        description(id, &text)
    };
    for id in ["gemini", "opencode", "pi"] {
        let held = of(id, "description: &amp; Salt");
        assert_eq!(held.as_deref(), Some("Salt"), "{id}");
        let held = of(id, "? description\n: \t \"q\"");
        assert_eq!(held.as_deref(), Some("q"), "{id}");
    }
    assert_eq!(of("opencode", "description: !"), None);
    assert_eq!(of("pi", "description: !!float 1").as_deref(), Some("1"));
    assert_eq!(of("pi", "description: d\nx: !!timestamp q"), None);
}

/// OpenCode 1.18.33 (js-yaml 3), run: behind a value in quotes or brackets the next entry may stand on the same
/// line, so that the file is sound and its value not what it seems.
#[test]
fn behind_a_closed_value_opencode_reads_the_next_entry() {
    let of = |id: &str, value: &str| {
        let text = format!("---\nname: a\ndescription: {value}\n---\nb\n");
        description(id, &text)
    };
    // A list is no text, and nothing has failed that would be mended.
    assert_eq!(of("opencode", "[beta] Use: when asked"), None);
    let quoted = r#""Quoted" and then: more"#;
    assert_eq!(of("opencode", quoted).as_deref(), Some("Quoted"));
    assert_eq!(of("opencode", "'a' \"b\": c").as_deref(), Some("a"));
    // What has no colon is no entry.
    assert_eq!(of("opencode", "\"Quoted\" and then"), None);
    assert_eq!(of("pi", quoted), None);
    assert_eq!(of("opencode", "2024-1-1").as_deref(), Some("2024-1-1"));
    assert_eq!(of("opencode", "2024-01-01"), None);
}

/// OpenCode 1.18.33, run: it mends a block only where dashes close it.
#[test]
fn opencode_mends_no_block_that_is_not_closed() {
    let text = "---\nname: a\ndescription: b: c\n";
    assert_eq!(description("opencode", text), None);
    let closed = format!("{text}---\n");
    assert_eq!(description("opencode", &closed).as_deref(), Some("b: c"));
}

/// agno 3.1.10 and pydantic-ai-harness 0.62.0, run: the name and that of the folder are compared in one
/// form; google-adk 2.13.0 compares the folder as it is written.
#[test]
fn a_folder_written_with_loose_accents_is_that_of_the_name() {
    let text = "---\nname: cafe\u{301}\ndescription: Use when asked.\n---\nb\n";
    for (id, loads) in [("agno", true), ("pydanticai", true), ("adk", false)] {
        let read = read_at(&host(id), text.as_bytes(), "/p/cafe\u{301}/SKILL.md");
        assert_eq!(read.dropped.is_none(), loads, "{id}: {:?}", read.dropped);
    }
}

/// deepagents 0.7.32 and google-adk 2.13.0, run: by the path with its last `/`; one folder after the other.
#[test]
fn the_order_of_a_list_is_that_of_the_program() {
    let names = |id: &str, files: &[(&str, &str)]| -> Vec<String> {
        let mut tree = FileTree::new();
        for (path, name) in files {
            let text = format!("---\nname: {name}\ndescription: Use when asked.\n---\nb\n");
            tree.set_file(path, text.as_bytes());
        }
        let found = survey(&host(id), &tree, &place("/W/P"), &mut Cache::default());
        let skills = found.skills.iter();
        skills
            .map(|skill| skill.copy.path.as_deref().unwrap().to_owned())
            .collect()
    };
    let deep = [
        ("/W/P/skills/a/SKILL.md", "a"),
        ("/W/P/skills/a-b/SKILL.md", "a-b"),
    ];
    assert_eq!(names("deepagents", &deep), [deep[1].0, deep[0].0]);
    let twice = [
        ("/H/skills/same/SKILL.md", "same"),
        ("/H/skills/zz/SKILL.md", "zz"),
        ("/W/P/skills/aa/SKILL.md", "aa"),
        ("/W/P/skills/same/SKILL.md", "same"),
    ];
    assert_eq!(names("adk", &twice), twice.map(|(path, _)| path));
}

/// hermes-agent 0.19.0, run: it asks the length of a description that is null, false or 0 unless a line of
/// the text has taken its place.
#[test]
fn hermes_fails_on_an_empty_description_that_is_no_text() {
    for (value, body, loads) in [
        ("", "# Head\n", false),
        ("no", "", false),
        ("-0", "", false),
        ("", "# Head\nLine\n", true),
        ("\"\"", "", true),
        ("[]", "", true),
    ] {
        let text = format!("---\nname: a\ndescription: {value}\n---\n{body}");
        let read = read_at(&host("hermes"), text.as_bytes(), "/p/a/SKILL.md");
        assert_eq!(read.dropped.is_none(), loads, "{value:?} {body:?}");
    }
}

/// Readers that go by lines of dashes pass over blank lines as Python's expressions do.
#[test]
fn blank_lines_without_end_below_the_dashes_are_read_to_their_end() {
    let blank = format!("---\n{}", "\n".repeat(200_000));
    let held = format!("{blank}name: a\ndescription: Held.\n---\nb\n");
    assert_eq!(description("deepagents", &blank), None);
    for id in ["deepagents", "nanobot"] {
        assert_eq!(description(id, &held).as_deref(), Some("Held."), "{id}");
    }
}

/// Every key is held, whatever it is and however many there are; the time is that of reading.
#[test]
fn thirty_thousand_keys_are_read_to_their_end() {
    let keys: String = (0..15_000).map(|i| format!("k{i}: v\n{i}: v\n")).collect();
    let text = format!("---\ndescription: One.\n{keys}name: a\nlast: 7\n---\nb\n");
    for id in ["deepagents", "kimi"] {
        assert_eq!(description(id, &text).as_deref(), Some("One."), "{id}");
    }
}

/// Compared with Codex 0.171.0: it stops after 2,000 folders, the nearest first, or 20,000 names.
#[test]
fn codex_stops_after_two_thousand_folders() {
    let codex = host("codex");
    let mut tree = FileTree::new();
    let text = |name: &str| format!("---\nname: {name}\ndescription: d\n---\n").into_bytes();
    for at in 0..2_100 {
        let path = format!("/W/P/.codex/skills/s{at:04}/SKILL.md");
        tree.set_file(&path, text(&format!("s{at:04}")));
    }
    let found = survey(&codex, &tree, &place("/W/P"), &mut Cache::default());
    let disk = found
        .skills
        .iter()
        .filter(|skill| skill.copy.path.is_some());
    assert_eq!(disk.count(), 1_999);
    let lost = found
        .not_loaded
        .iter()
        .filter(|lost| lost.why.code == "beyond-the-limit");
    assert_eq!(lost.count(), 101);

    let mut tree = FileTree::new();
    for name in ["a", "m", "n", "z", "m/q", "a/q"] {
        let path = format!("/W/P/.codex/skills/{name}/SKILL.md");
        tree.set_file(&path, text(&name.replace('/', "-")));
    }
    for at in 0..20_050 {
        tree.set_file(&format!("/W/P/.codex/skills/m/f{at:05}"), Vec::new());
    }
    let found = survey(&codex, &tree, &place("/W/P"), &mut Cache::default());
    let disk = found
        .skills
        .iter()
        .filter(|skill| skill.copy.path.is_some());
    let names: Vec<&str> = disk.map(|skill| skill.copy.name.as_str()).collect();
    assert_eq!(names, ["a", "m"]);
}

/// Compared with Codex 0.171.0: what the machine's owner gives comes last and hides nothing.
#[test]
fn codex_lists_what_the_machine_has_for_all() {
    let mut tree = FileTree::new();
    let text = |name: &str| format!("---\nname: {name}\ndescription: d\n---\n").into_bytes();
    tree.set_file("/etc/codex/skills/same/SKILL.md", text("same"));
    tree.set_file("/etc/codex/skills/adm/SKILL.md", text("adm"));
    tree.set_file("/W/P/.agents/skills/same/SKILL.md", text("same"));
    tree.set_file("/H/.agents/skills/u/SKILL.md", text("u"));
    let found = survey(&host("codex"), &tree, &place("/W/P"), &mut Cache::default());
    let paths = found
        .skills
        .iter()
        .filter_map(|skill| skill.copy.path.as_deref());
    assert_eq!(
        paths.collect::<Vec<_>>(),
        [
            "/W/P/.agents/skills/same/SKILL.md",
            "/H/.agents/skills/u/SKILL.md",
            "/etc/codex/skills/adm/SKILL.md",
            "/etc/codex/skills/same/SKILL.md",
        ]
    );
}

/// Compared with Codex 0.171.0: an entry that does not fit leaves its room to shorter ones behind it.
#[test]
fn a_long_name_that_does_not_fit_makes_room_for_a_short_one() {
    let codex = host("codex");
    let mut tree = FileTree::new();
    for at in 0..60 {
        let long = if at % 2 == 1 {
            "-".to_owned() + &"x".repeat(50)
        } else {
            String::new()
        };
        let text = format!(
            "---\nname: s{at:02}{long}\ndescription: {}\n---\n",
            "word ".repeat(30)
        );
        let path = format!("{PROJECT}/.agents/skills/s{at:02}/SKILL.md");
        tree.set_file(&path, text.into_bytes());
    }
    let mut place = place(PROJECT);
    place
        .options
        .insert("window".to_owned(), "16450".to_owned());
    let found = survey(&codex, &tree, &place, &mut Cache::default());
    let prompt = render(&codex, &tree, &place, &found, &Selector::default()).unwrap();
    let shown = |name: &str| prompt.text.contains(&format!("- {name}: (file:"));
    assert!(shown("s18") && shown("s20") && !shown("s22"));
    assert!(!prompt.text.contains("- s19-"));
    let lost = prompt.shortened.iter().filter(|one| one.kept.is_none());
    assert_eq!(lost.count(), 40);
}

/// Compared with Codex 0.171.0: the lines of the folders cost what they have over 138 bytes.
#[test]
fn many_folders_take_room_from_the_descriptions() {
    let codex = host("codex");
    let spent = |folders: &[&str]| {
        let mut tree = FileTree::new();
        for (at, folder) in folders.iter().enumerate() {
            let text = format!(
                "---\nname: s{at}\ndescription: {}\n---\n",
                "d".repeat(1_000)
            );
            tree.set_file(&format!("{folder}/s{at}/SKILL.md"), text.into_bytes());
        }
        let mut place = place(PROJECT);
        place
            .options
            .insert("window".to_owned(), "20000".to_owned());
        let found = survey(&codex, &tree, &place, &mut Cache::default());
        let prompt = render(&codex, &tree, &place, &found, &Selector::default()).unwrap();
        let lines = prompt.text.lines().filter(|line| line.contains("(file: "));
        lines
            .map(|line| (line.len() + 1).div_ceil(4))
            .sum::<usize>()
    };
    let agents = format!("{PROJECT}/.agents/skills");
    let codex_own = format!("{PROJECT}/.codex/skills");
    let (home, home_own) = ("/H/.agents/skills", "/H/.codex/skills");
    assert_eq!(spent(&[&agents]), 400);
    assert_eq!(spent(&[&agents, home]), 400);
    assert_eq!(spent(&[&agents, &codex_own]), 391);
    assert_eq!(spent(&[&agents, home, &codex_own]), 384);
    assert_eq!(spent(&[&agents, home, &codex_own, home_own]), 377);
}

/// A key that waits for its colon waits no longer than the text goes on.
#[test]
fn brackets_that_stay_open_are_read_to_their_end() {
    let parts = ["{", "[", "a", "'a'", "\n", "? ", "&x "];
    let profiles = skillkiln::host::Profiles::bundled();
    for at in 0..parts.len().pow(4) {
        let text: String = (0..4)
            .map(|place| parts[at / parts.len().pow(place) % parts.len()])
            .collect();
        let text = format!("---\nname: {{{text}\n---\nb\n");
        for profile in profiles.iter() {
            read_at(profile, text.as_bytes(), "/p/a/SKILL.md");
        }
    }
}

/// hermes-agent 0.19.0, run: its list tool answers with `json.dumps(..., ensure_ascii=False)`.
#[test]
fn the_list_of_hermes_shows_a_value_as_json() {
    for (value, shown) in [
        ("[a, b]", r#"["a", "b"]"#),
        ("{k: [1, x]}", r#"{"k": [1, "x"]}"#),
        ("[yes, ~, 1.0, \"q\\\"é\"]", r#"[true, null, 1.0, "q\"é"]"#),
    ] {
        let text = format!("---\nname: a\ndescription: {value}\n---\nb\n");
        assert_eq!(
            description("hermes", &text).as_deref(),
            Some(shown),
            "{value}"
        );
    }
}
