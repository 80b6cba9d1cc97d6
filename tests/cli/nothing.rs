//! Hosts that load nothing because of one file, and hosts of which it is not fixed what they load.

use serde_json::json;

use crate::{Desk, each};

const LATIN: &[u8] = b"---\nname: bad\ndescription: caf\xe9 when asked\n---\nx\n";

#[test]
fn a_host_that_loads_nothing_offers_nothing() {
    let desk = Desk::new();
    let good = desk.skill(".kimi/skills/good", "good", "Use when asked");
    let bad = desk.ground.file("p/.kimi/skills/bad/SKILL.md", LATIN);
    let said = desk.run(&["list", "--host", "kimi"]);
    assert_eq!(said.code, 1, "{}", said.err);
    let first = said.out.lines().next().unwrap();
    assert!(
        first.starts_with("Kimi CLI loads no skill here: "),
        "{first}"
    );
    assert!(first.contains(&bad), "{first}");
    let said = desk.run(&["list", "--host", "kimi", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &list["skills"]), (1, &json!([])));
    assert_eq!(list["faults"].as_array().unwrap().len(), 1);
    assert!(each(&list["not_loaded"], "path").contains(&good.as_str()));
    let said = desk.run(&["prompt", "--host", "kimi"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("no skill loads at all"), "{}", said.err);
    // The one without the other.
    std::fs::remove_file(&bad).unwrap();
    let said = desk.run(&["prompt", "--host", "kimi"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("good"), "{}", said.out);
}

#[test]
fn a_race_is_told_as_one_wherever_the_copies_are_told() {
    let desk = Desk::new();
    desk.skill(".opencode/skills/x", "x", "One");
    desk.skill(".claude/skills/x", "x", "Two");
    let matrix = desk.json(&["matrix", "--host", "opencode"]);
    let rows = matrix["skills"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let cell = &row["verdicts"]["opencode"];
        assert_eq!(cell["open"], true, "{cell}");
        assert!(cell["message"].as_str().is_some(), "{cell}");
    }
    let text = desk.run(&["matrix", "--host", "opencode"]).out;
    assert!(
        text.contains("loaded?") && text.contains("shadowed?"),
        "{text}"
    );
    let list = desk.json(&["list", "--host", "opencode"]);
    let open = list["skills"].as_array().unwrap().iter();
    let open: Vec<bool> = open.map(|one| one["open"] == true).collect();
    assert_eq!(open.iter().filter(|open| **open).count(), 1);
    let list = desk.run(&["list", "--host", "opencode"]).out;
    assert!(list.contains("hides 1, not fixed"), "{list}");
    let layers = desk.run(&["layers", "x", "--host", "opencode"]).out;
    assert_eq!(layers.matches("may win").count(), 2, "{layers}");
    let said = desk.run(&["prompt", "--host", "opencode"]);
    assert!(
        said.err.contains("may show another copy of x"),
        "{}",
        said.err
    );
    // Whoever counts a hidden copy as an error counts one that may be hidden.
    let sets = "[sets.all]\nhosts = [\"opencode\"]\nerrors = [\"shadowed\"]\n";
    desk.ground.file("p/skillkiln.toml", sets);
    let said = desk.run(&["matrix", "--host", "opencode", "--format", "json"]);
    let matrix: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (said.code, matrix["errors"].as_array().unwrap().len()),
        (1, 2)
    );
}

#[test]
fn a_skill_where_nobody_looks_is_seen_from_a_real_folder() {
    let desk = Desk::new();
    desk.skill(".claude/skills/good", "good", "Use when asked");
    let typo = desk.skill(".claude/skill/lost", "lost", "Use when asked");
    let foreign = desk.skill(".foo/skills/far", "far", "Use when asked");
    let matrix = desk.json(&["matrix"]);
    assert_eq!(matrix["hosts"], json!(["claude-code"]));
    let paths = each(&matrix["skills"], "path");
    assert!(
        paths.contains(&typo.as_str()) && paths.contains(&foreign.as_str()),
        "{paths:?}"
    );
    let text = desk.run(&["matrix"]).out;
    assert_eq!(text.matches("looked for by none of 1").count(), 2, "{text}");
    assert!(
        text.contains("the folder is called `skill`, not `skills`"),
        "{text}"
    );
    let list = desk.run(&["list"]).out;
    assert!(list.contains("near-name"), "{list}");
    let said = desk.run(&["check", "--format", "json"]);
    assert!(
        said.out.contains("file/place") && said.out.contains("skill/lost"),
        "{}",
        said.out
    );
}

#[test]
fn a_value_as_long_as_a_file_is_told_by_its_start() {
    let desk = Desk::new();
    let digits = "9".repeat(4_301);
    let text = format!("---\nname: huge\ndescription: Use when asked.\nn: {digits}\n---\nx\n");
    desk.ground.file("p/skills/huge/SKILL.md", &text);
    for args in [
        &["matrix", "--host", "adk", "--host", "strands"][..],
        &["check", "--host", "adk", "--host", "strands"],
    ] {
        let said = desk.run(args);
        assert!(
            said.out.contains("(4301 characters)"),
            "{args:?}: {}",
            said.out
        );
        assert!(
            said.out.lines().all(|line| line.len() < 400),
            "{args:?}: {}",
            said.out
        );
    }
    // The key is one letter that some readers take for a truth; it is not what is in the way.
    let out = desk
        .run(&["check", "--host", "adk", "--host", "strands"])
        .out;
    assert!(!out.contains("yaml/key-not-text"), "{out}");
}

#[test]
fn copies_that_a_host_keeps_all_are_told_apart() {
    let desk = Desk::new();
    let one = desk.skill(".agents/skills/dup", "dup", "One");
    let two = desk.skill(".codex/skills/dup", "dup", "Two");
    let layers = desk.json(&["layers", "dup", "--host", "codex"]);
    assert_eq!(each(&layers["stack"], "state"), ["kept", "kept"]);
    let mut paths = each(&layers["stack"], "path");
    paths.sort_unstable();
    assert_eq!(paths, [one.as_str(), two.as_str()]);
    let matrix = desk.run(&["matrix", "--host", "codex"]).out;
    for folder in [".agents/skills/dup", ".codex/skills/dup"] {
        assert!(matrix.contains(&format!("dup  {folder}")), "{matrix}");
    }
    let said = desk.run(&["show", "dup", "--host", "codex"]);
    assert_eq!(said.code, 2, "{}", said.out);
    for path in [&one, &two] {
        assert!(said.err.contains(path.as_str()), "{}", said.err);
        assert_eq!(desk.run(&["show", path, "--host", "codex"]).code, 0);
    }
}

#[test]
fn what_the_settings_of_claude_code_say_of_its_list_is_shown() {
    let desk = Desk::new();
    desk.skill(".claude/skills/aa", "aa", "Use when asked for aa");
    desk.skill(".claude/skills/bb", "bb", "Use when asked for bb");
    let settings =
        r#"{ "skillListingMaxDescChars": 10, "skillOverrides": { "aa": "off", "bb": "on" } }"#;
    desk.ground.file("p/.claude/settings.json", settings);
    let said = desk.run(&["prompt", "--host", "claude-code"]);
    assert!(said.out.ends_with("- bb: Use when …"), "{}", said.out);
    assert!(!said.out.contains("aa"), "{}", said.out);
    assert!(
        said.err.contains("its settings say \"off\" of it"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("no more than 9 characters"),
        "{}",
        said.err
    );
}

#[test]
fn a_file_that_is_checked_alone_is_told_what_keeps_it_from_loading() {
    let desk = Desk::new();
    let good = desk.skill(".kimi/skills/good", "good", "Use when asked");
    let bad = desk.ground.file("p/.kimi/skills/bad/SKILL.md", LATIN);
    let said = desk.run(&["check", "--host", "kimi", &good]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(
        said.out.contains("host/takes-all") && said.out.contains("this one neither"),
        "{}",
        said.out
    );
    assert!(said.out.contains(&bad), "{}", said.out);
    std::fs::remove_file(&bad).unwrap();
    assert_eq!(desk.run(&["check", "--host", "kimi", &good]).code, 0);
}

#[test]
fn a_skill_in_a_folder_of_no_known_host_is_found() {
    let desk = Desk::new();
    desk.skill(".claude/skills/good", "good", "Use when asked");
    let far = desk.skill(".foo/skills/far", "far", "Use when asked");
    let dotted = desk.skill(".skills/near", "near", "Use when asked");
    // Some other agent reads these, judged here or not.
    desk.skill(".windsurf/skills/w", "w", "Use when asked");
    desk.skill(".agents/skills/a", "a", "Use when asked");
    let said = desk.run(&["check", "--host", "claude-code", "--format", "json"]);
    let all: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let found = all["diagnostics"].as_array().unwrap().iter();
    let found = found.filter(|one| one["rule"] == "file/place");
    let mut found: Vec<&str> = found.filter_map(|one| one["file"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, [far.as_str(), dotted.as_str()], "{}", said.out);
}

#[test]
fn the_upload_to_claude_ai_is_a_target_like_a_host() {
    let desk = Desk::new();
    desk.skill(".claude/skills/good", "good", "Use when asked");
    desk.skill(".pi/skills/angles", "angles", "Use when a < b");
    let extra = "---\nname: extra\ndescription: Use when asked.\nmodel: fast\n---\nB\n";
    desk.ground.file("p/.agents/skills/extra/SKILL.md", extra);
    let sets = "[sets.upload]\nhosts = [\"claude-ai\"]\nerrors = [\"dropped\"]\n";
    desk.ground.file("p/skillkiln.toml", sets);
    let said = desk.run(&["matrix", "--host", "claude-ai", "--format", "json"]);
    let matrix: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let state = |row: &serde_json::Value| {
        let state = &row["verdicts"]["claude-ai"]["state"];
        format!(
            "{} {}",
            row["name"].as_str().unwrap(),
            state.as_str().unwrap()
        )
    };
    let rows: Vec<String> = matrix["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(state)
        .collect();
    assert_eq!(rows, ["angles dropped", "extra dropped", "good loaded"]);
    let out = desk.run(&["check", "--host", "claude-ai"]).out;
    for told in [
        "error[description/markup] an angle bracket, so claude.ai upload drops the file.",
        "error[field/unknown]",
    ] {
        assert!(out.contains(told), "{out}");
    }
    assert!(!out.contains("good/SKILL.md"), "{out}");
}
