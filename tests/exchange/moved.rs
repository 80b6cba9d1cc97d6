//! An installed skill that somebody moved or gave another name by hand is never installed a second time
//! without a word.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

/// `one` is installed for a host, and its source has something new.
fn desk(host: &str) -> Desk {
    let desk = Desk::new();
    desk.file(
        "s/one/SKILL.md",
        format!("{}\nmore\nwords\nof\nit\n", skill("one")),
    );
    desk.file("s/one/a.md", "a");
    desk.file("s/two/SKILL.md", skill("two"));
    for name in ["one", "two"] {
        let source = desk.path(&format!("s/{name}"));
        let look = desk.json(&["import", &source, "--host", host]);
        let hash = look["skills"][0]["seal"].as_str().unwrap();
        let install = [
            "import",
            &source,
            "--install",
            "--expect",
            hash,
            "--host",
            host,
        ];
        desk.json(&install);
    }
    desk.file("s/one/a.md", "new");
    desk
}

/// Nothing is written, and both places are named.
fn refused(desk: &Desk, host: &str, from: &str, to: &str) {
    let before = tree(&desk.at("p"));
    let (_, said) = desk.run(&["verify", "--host", host]);
    assert_eq!(said[0]["state"], "missing", "{said}");
    assert!(said[0]["reason"].as_str().unwrap().contains(to), "{said}");
    let (code, said) = desk.run(&["update", "--yes", "--host", host]);
    assert_eq!((code, &said[0]["refused"]), (1, &json!("moved")), "{said}");
    let detail = said[0]["detail"].as_str().unwrap();
    for place in [from, to] {
        assert!(detail.contains(&desk.path(place)), "{detail}");
    }
    assert_eq!(tree(&desk.at("p")), before);
}

#[test]
fn a_folder_with_another_name_is_known_by_what_it_holds() {
    let area = "p/skills/custom";
    let [from, to] = ["one", "uno"].map(|name| format!("{area}/{name}"));
    let desk = desk("agentworks");
    fs::rename(desk.at(&from), desk.at(&to)).unwrap();
    refused(&desk, "agentworks", &from, &to);
    // Also where somebody wrote in it since, and changed its name in the text.
    let text = desk.read(&format!("{to}/SKILL.md"));
    desk.file(
        &format!("{to}/SKILL.md"),
        text.replace("name: one", "name: uno"),
    );
    desk.file(&format!("{to}/own.md"), "own");
    refused(&desk, "agentworks", &from, &to);
    // Back in its place it is brought up to date, and `rename` takes the line along.
    fs::rename(desk.at(&to), desk.at(&from)).unwrap();
    desk.json(&["update", "--yes"]);
    assert_eq!(desk.read(&format!("{from}/a.md")), "new");
    // Gone for good it comes again.
    fs::remove_dir_all(desk.at(&from)).unwrap();
    let said = desk.json(&["update", "--yes"]);
    assert_eq!(said[0]["updated"], true, "{said}");
    assert!(desk.at(&from).is_dir());
}

#[test]
fn a_folder_in_another_layer_is_known_too() {
    let desk = desk("agentworks");
    let (from, to) = ("p/skills/custom/one", "p/skills/one");
    fs::rename(desk.at(from), desk.at(to)).unwrap();
    refused(&desk, "agentworks", from, to);
}

#[test]
fn of_a_host_that_goes_by_names_another_name_is_one() {
    let desk = desk("agentskills");
    let [from, to] = ["one", "uno"].map(|name| format!("p/.agents/skills/{name}"));
    // The same name in a folder of another name is the same skill.
    fs::rename(desk.at(&from), desk.at(&to)).unwrap();
    let said = desk.json(&["outdated", "--host", "agentskills"]);
    assert_eq!(said[0]["path"], desk.path(&to), "{said}");
    let text = desk.read(&format!("{to}/SKILL.md"));
    desk.file(
        &format!("{to}/SKILL.md"),
        text.replace("name: one", "name: uno"),
    );
    refused(&desk, "agentskills", &from, &to);
}

#[test]
fn another_skill_is_not_taken_for_it() {
    let desk = desk("agentworks");
    fs::remove_dir_all(desk.at("p/skills/custom/one")).unwrap();
    desk.file("p/skills/custom/other/SKILL.md", skill("other"));
    let said: Json = desk.json(&["update", "--yes"]);
    assert_eq!(said[0]["updated"], true, "{said}");
}
