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
