//! `search` and `activate`, and MiniBot on real folders.

use crate::{Desk, link};
use serde_json::json;

const MINIBOT: &[&str] = &["--host", "minibot", "--option", "native=false"];

fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, MINIBOT].concat()
}

#[test]
fn a_linked_home_folder_is_searched_twice_as_minibot_does() {
    let desk = Desk::new();
    let file = "---\nname: alpha\ndescription: d\n---\nBody\n";
    let real = desk.ground.file("home/dot/skills/alpha/SKILL.md", file);
    link("dot", &desk.ground.disk("home/.minibot"));
    let list = desk.json(&with(&["list"]));
    let skill = &list["skills"][0];
    assert_eq!(skill["path"], json!(real));
    assert_eq!(skill["origin"], "project");
    assert_eq!(skill["shadows"][0]["layer"], "user");
    assert_eq!(skill["shadows"][0]["identical"], true);
    let found = desk.json(&with(&["search", "ALPHA"]));
    assert_eq!(found["names"], json!(["alpha"]));
    assert_eq!(
        found["write_dir"],
        json!(desk.ground.path("home/dot/skills"))
    );
    let paths = ["home/dot/skills", "p/.minibot/skills", "p/.agents/skills"];
    let paths = paths.map(|path| json!(desk.ground.path(path)));
    assert_eq!(found["discovery_paths"].as_array().unwrap()[..3], paths);
}

#[test]
fn the_configuration_names_folders_and_options_go_before_it() {
    let desk = Desk::new();
    let config =
        "[tools.skills]\npaths = [\"./rel\", \"~/tld\"]\nwrite_path = \"\"\nnative = false\n";
    desk.ground.file("p/config.toml", config);
    desk.ground
        .file("p/rel/a/SKILL.md", "---\nname: one\n---\nBody\n");
    desk.ground
        .file("home/tld/b/SKILL.md", "---\nname: two\n---\nBody\n");
    desk.ground.file(
        "p/.minibot/skills/c/SKILL.md",
        "---\nname: three\n---\nBody\n",
    );
    let names = |args: &[&str]| {
        let list = desk.json(&[&["list", "--host", "minibot"], args].concat());
        let skills = list["skills"].as_array().unwrap().iter();
        skills
            .map(|skill| skill["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    desk.ground.file("p/empty.toml", "");
    assert_eq!(names(&[]), ["one", "two"]);
    assert_eq!(names(&["--option", "paths="]), ["three"]);
    assert_eq!(names(&["--option", "paths=~/tld,rel"]), ["two", "one"]);
    assert_eq!(
        names(&["--option", "config=empty.toml", "--option", "native=false"]),
        ["three"]
    );
    assert!(names(&["--option", "enabled=false"]).is_empty());
}

#[test]
fn activate_answers_as_the_tool_does_and_exits_1_when_there_is_none() {
    let desk = Desk::new();
    desk.ground.file(
        "p/.minibot/skills/x/SKILL.md",
        "---\nname: one\n---\nDo it.\n",
    );
    desk.ground.file("p/.minibot/skills/x/a/b.md", "b");
    let answer = desk.json(&with(&["activate", "one"]));
    assert_eq!(
        answer["instructions"],
        "<skill-instructions>\nDo it.\n</skill-instructions>"
    );
    assert_eq!(answer["resources"], json!(["a/b.md"]));
    let none = desk.run(&with(&["activate", "x", "--format", "json"]));
    assert_eq!(none.code, 1);
    assert!(none.out.contains("skill_not_found"), "{}", none.out);
    desk.fails(2, &with(&["activate", " "]));
    desk.fails(2, &["activate", "x", "--host", "agentworks"]);
}

#[test]
fn a_skill_is_activated_with_all_its_files_however_deep() {
    let desk = Desk::new();
    let deep = "d/".repeat(40);
    desk.ground
        .file("p/.minibot/skills/a/SKILL.md", "---\nname: a\n---\nBody\n");
    desk.ground
        .file(&format!("p/.minibot/skills/a/{deep}x.md"), "x");
    desk.ground.file("far/y.md", "y");
    link(
        &desk.ground.path("far"),
        &desk.ground.disk("p/.minibot/skills/a/far"),
    );
    let answer = desk.json(&with(&["activate", "a"]));
    assert_eq!(answer["resources"], json!([format!("{deep}x.md")]));
    let shown = desk.json(&with(&["show", "a"]));
    assert_eq!(shown["files"][0]["path"], json!(format!("{deep}x.md")));
    let left = json!([{
        "path": "far/y.md", "bytes": 1, "reason": "behind a link to a folder",
    }]);
    assert_eq!(shown["left_out"], left);
}

#[test]
fn links_and_dots_in_the_configuration_lead_where_the_system_leads() {
    let desk = Desk::new();
    desk.ground
        .file("far/skills/a/SKILL.md", "---\nname: a\n---\nBody\n");
    desk.ground.folder("far/deep/er");
    link("../far/deep/er", &desk.ground.disk("p/link"));
    let config = "[tools.skills]\npaths = [\"link/../../skills\"]\n\
        [tools.file_storage]\nenabled = true\nroot_dir = \"link\"\n";
    desk.ground.file("p/config.toml", config);
    let list = desk.json(&with(&["list"]));
    let path = desk.ground.path("far/skills/a/SKILL.md");
    assert_eq!(list["skills"][0]["path"], json!(path));
    let to = desk.ground.path("far/deep/er/new");
    let found = desk.json(&with(&["search", "--option", &format!("write_path={to}")]));
    assert_eq!(found["write_dir_access"], "write_file");
    assert_eq!(found["write_dir_filesystem_path"], "new");
}

#[test]
fn a_broken_configuration_is_complained_about() {
    let desk = Desk::new();
    desk.ground.file("p/config.toml", "[tools.skills\n");
    for call in [
        &["list"][..],
        &["prompt"],
        &["search", "x"],
        &["activate", "create-skill"],
    ] {
        let said = desk.run(&[call, &["--host", "minibot"]].concat());
        assert_eq!(said.code, 0, "{call:?}");
        assert!(
            said.err.contains("config.toml: it is no TOML: "),
            "{call:?}: {}",
            said.err
        );
        assert_eq!(said.err.matches("no TOML").count(), 1, "{call:?}");
    }
}

#[test]
fn shells_and_manuals_are_told_every_subcommand() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = desk.run(&["completions", shell]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{shell}");
        for word in ["layers", "import", "--project", "--theme"] {
            assert!(
                said.out.contains(word.trim_start_matches("--")),
                "{shell} {word}"
            );
        }
    }
    let said = desk.run(&["man"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains(".TH skillkiln 1"), "{}", said.out);
    assert!(said.out.contains("layers"), "{}", said.out);
    assert!(desk.fails(2, &["completions", "tcsh"]).contains("bash"));
}

#[test]
fn a_search_that_finds_nothing_says_so_and_whose_search_it_is() {
    let desk = Desk::new();
    desk.ground.file(
        "p/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\n---\nBody\n",
    );
    let none = desk.run(&["search", "zebra"]);
    assert_eq!((none.code, none.out.trim()), (0, ""));
    assert!(
        none.err.contains("no skill holds \"zebra\""),
        "{}",
        none.err
    );
    assert!(
        none.err.contains("AgentWorks has no search of its own"),
        "{}",
        none.err
    );
    let minibot = desk.run(&with(&["search", "zebra"]));
    assert!(!minibot.err.contains("of its own"), "{}", minibot.err);
}

#[test]
fn arguments_stand_in_what_is_activated_where_the_host_puts_them() {
    let desk = Desk::new();
    let text = "---\nname: a\ndescription: d\n---\nReview $ARGUMENTS.\n";
    desk.ground.file("p/skills/a/SKILL.md", text);
    let said = desk.run(&["activate", "a", "--args", "the branch"]);
    assert_eq!(
        (said.code, said.out.trim(), said.err.as_str()),
        (0, "Review the branch.", "")
    );
    desk.ground.file("p/.minibot/skills/a/SKILL.md", text);
    let other = desk.run(&with(&["activate", "a", "--args", "x"]));
    assert!(other.out.contains("Review $ARGUMENTS."), "{}", other.out);
    assert!(
        other
            .err
            .contains("puts nothing in the place of $ARGUMENTS")
    );
}

#[test]
fn a_row_of_a_store_is_told_with_the_file_that_holds_it() {
    let desk = Desk::new();
    let rows = r#"[{"name": "rowed", "content": "---\nname: rowed\ndescription: d\n---\nB\n"}]"#;
    let store = desk.ground.file("p/store.json", rows);
    let option = format!("store={store}");
    let host = ["--host", "pleach", "--option", &option];
    for command in ["show", "layers"] {
        let said = desk.run(&[&[command, "rowed"], &host[..]].concat());
        assert!(
            said.out.contains(&format!("inside {store}")),
            "{}",
            said.out
        );
    }
}
