//! AgentWorks: what workflow files choose, whatever their JSON looks like, and what goes along.

#![allow(clippy::unwrap_used)]

use skillkiln::host::workflow::{Steps, effective, preset, steps};
use skillkiln::host::{Cache, Copy, FileTree, Place, Profile, Profiles, attach, meant, survey};

fn host() -> Profile {
    Profiles::bundled().get("agentworks").unwrap().clone()
}

fn place() -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: Default::default(),
    }
}

fn read(text: &str) -> Steps {
    steps("step_config.json", text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The list of step `s` in a file of one step.
fn list(configs: &str) -> Option<Vec<String>> {
    let text = format!(r#"{{"steps":[{{"id":"s","agent_configs":{configs}}}]}}"#);
    read(&text).of("s").map(<[String]>::to_vec)
}

fn some(list: &[&str]) -> Option<Vec<String>> {
    Some(list.iter().map(|word| (*word).to_owned()).collect())
}

#[test]
fn of_keys_that_come_twice_the_last_counts_in_any_case() {
    assert_eq!(
        list(r#"{"enabled_skills":["a"],"enabled_skills":["b"]}"#),
        some(&["b"])
    );
    assert_eq!(
        list(r#"{"Enabled_Skills":["a"],"enabled_skills":["b"],"Enabled_Skills":["c"]}"#),
        some(&["c"])
    );
    assert_eq!(list(r#"{"ENABLED_SKILLS":["a"]}"#), some(&["a"]));
    // Folding knows two letters beyond ASCII.
    assert_eq!(list(r#"{"enabled_ſ\u212aills":["a"]}"#), some(&["a"]));
    assert_eq!(
        list(r#"{"enabled-skills":["a"],"enabledSkills":["b"]}"#),
        None
    );
    assert_eq!(
        list(r#"{"enabled_skills":["a"],"enabled_skills":null}"#),
        None
    );
}

#[test]
fn a_structure_that_comes_twice_holds_the_fields_of_both() {
    let step = |step: &str| {
        let text = format!(r#"{{"steps":[{step}]}}"#);
        read(&text).of("s").map(<[String]>::to_vec)
    };
    let first = r#""agent_configs":{"enabled_skills":["a"]}"#;
    assert_eq!(
        step(&format!(r#"{{"id":"s",{first},"agent_configs":{{}}}}"#)),
        some(&["a"])
    );
    assert_eq!(
        step(&format!(r#"{{"id":"s",{first},"agent_configs":null}}"#)),
        None
    );
    assert_eq!(
        step(&format!(r#"{{"id":"x","id":"s","id":null,{first}}}"#)),
        some(&["a"])
    );
    let twice = r#"{"steps":[{"id":"s"}],"Steps":[{"id":"t"}]}"#;
    assert_eq!(read(twice).steps, [("t".to_owned(), None)]);
    assert_eq!(read(r#"{"steps":[{"id":"s"}],"steps":null}"#).steps, []);
}

#[test]
fn null_leaves_a_value_as_it_is() {
    assert_eq!(read("null"), Steps::default());
    assert_eq!(read("{}"), Steps::default());
    assert_eq!(read(r#"{"steps":null}"#), Steps::default());
    assert_eq!(list("null"), None);
    assert_eq!(
        list(r#"{"enabled_skills":["a",null,"b"]}"#),
        some(&["a", "", "b"])
    );
    let nameless = read(r#"{"steps":[null,{"id":null},{"title":"t"},{"id":"s"}]}"#);
    assert_eq!(nameless.steps, [("s".to_owned(), None)]);
    assert!(nameless.repaired && nameless.refused_by_plan_tools);
}

#[test]
fn one_value_of_another_type_refuses_the_file() {
    for text in [
        "[]",
        "\"s\"",
        "1",
        "true",
        r#"{"steps":{}}"#,
        r#"{"steps":"s"}"#,
        r#"{"steps":["s"]}"#,
        r#"{"steps":[[]]}"#,
        r#"{"steps":[{"id":1}]}"#,
        r#"{"steps":[{"id":["s"]}]}"#,
        r#"{"steps":[{"id":"s","title":1}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":[]}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":"x"}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":{}}}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":[1]}}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":[["a"]]}}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":true}}]}"#,
        // The first of two is wrong too.
        r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":"x","enabled_skills":["a"]}}]}"#,
        r#"{"steps":[{"id":"s","agent_configs":{"selected_servers":"x"}}]}"#,
        // No JSON.
        "",
        " ",
        "{",
        "{} {}",
        "{\"steps\":[],}",
        "// c\n{}",
        "/* c */ {}",
        "\u{feff}{}",
        "{'steps':[]}",
        "{steps:[]}",
        "{\"x\":NaN}",
        "{\"x\":01}",
        "{\"x\":\"\n\"}",
    ] {
        assert!(steps("f", text).is_err(), "{text}");
    }
}

#[test]
fn what_the_runtime_does_not_look_at_may_be_anything() {
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    for odd in [
        "1e999",
        "-0",
        "\"\\ud800\"",
        "{\"a\":1,\"a\":2}",
        deep.as_str(),
    ] {
        let text = format!(
            r#"{{"version":{odd},"steps":[{{"id":"s","validation_schema":{odd},"agent_configs":{{"model":{odd},"enabled_skills":["a"]}}}}]}}"#
        );
        assert_eq!(
            read(&text).of("s"),
            Some(&["a".to_owned()][..]),
            "{odd:.20}"
        );
    }
}

#[test]
fn ids_are_trimmed_as_unicode_has_it_and_compared_exactly() {
    let text = r#"{"steps":[{"id":"\u00a0s\u3000\n","agent_configs":{"enabled_skills":["a"]}},
        {"id":"S"},{"id":"\u200bs"},{"id":" \t\u0085"}]}"#;
    let held = read(text);
    let ids: Vec<&str> = held.steps.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["s", "S", "\u{200b}s"]);
    assert_eq!(held.of("s"), Some(&["a".to_owned()][..]));
    let twice = r#"{"steps":[{"id":"s","agent_configs":{"enabled_skills":["a"]}},{"id":" s"}]}"#;
    assert_eq!(read(twice).of("s"), None, "the last of equal ids counts");
}

#[test]
fn a_preset_is_read_by_the_same_rules() {
    let read = |text: &str| preset("workflow.json", text);
    for text in [
        r#"{"Capabilities":{"SELECTED_SKILLS":["a"]}}"#,
        r#"{"capabilities":{"selected_skills":["x"]},"capabilities":{"selected_skills":["a"]}}"#,
        r#"{"capabilities":{"selected_skills":["a"]},"capabilities":{"other":1}}"#,
        r#"{"selected_skills":["x"],"capabilities":{"selected_skills":["a"]},"selectedSkills":["y"]}"#,
        r#"{"selectedSkills":["y"],"selected_skills":["a"]}"#,
        r#"{"version":1e999,"selectedSkills":["a"]}"#,
    ] {
        assert_eq!(read(text).unwrap(), some(&["a"]), "{text}");
    }
    for text in [
        "null",
        r#"{"capabilities":null}"#,
        r#"{"capabilities":{"selected_skills":null},"selectedSkills":["y"]}"#,
        r#"{"selectedskills":["y"]}"#,
        r#"{"presets":{"selected_skills":["y"]}}"#,
    ] {
        assert_eq!(read(text).unwrap(), None, "{text}");
    }
    for text in [
        "[]",
        "\"a\"",
        r#"{"capabilities":[]}"#,
        r#"{"capabilities":{"selected_skills":"a"}}"#,
        r#"{"selected_skills":["a",1]}"#,
        r#"{"capabilities":{"selected_skills":["a"]},"selected_skills":3}"#,
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn an_empty_list_of_a_step_is_no_list() {
    let preset = ["p".to_owned()];
    let some: &[String] = &[];
    assert_eq!(
        effective(Some(some), Some(&preset), true),
        Some(&preset[..])
    );
    assert_eq!(effective(Some(some), Some(&preset), false), None);
}

const SKILL: &str = "---\ndescription: d\n---\nBody\n";

fn tree_of(files: &[(&str, &[u8])]) -> FileTree {
    let mut tree = FileTree::new();
    for (path, bytes) in files {
        tree.set_file(&format!("/p/{path}"), *bytes);
    }
    tree
}

#[test]
fn a_reference_is_joined_as_a_path_and_never_leaves_the_folder() {
    let skill = SKILL.as_bytes();
    let tree = tree_of(&[
        ("skills/a/SKILL.md", skill),
        ("skills/custom/SKILL.md", skill),
        ("skills/group/in/ner/SKILL.md", skill),
        ("skills/A/SKILL.md", skill),
        ("out/SKILL.md", skill),
        ("skills/low/skill.md", skill),
    ]);
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let get = |reference: &str| {
        let wanted = [reference.to_owned()];
        attach(&host(), &tree, &place(), &found, &wanted)
            .copies
            .pop()
    };
    let path = |copy: Option<Copy>| copy.and_then(|copy| copy.path);
    for (reference, folder) in [
        ("a", "a"),
        ("A", "A"),
        ("a/", "a"),
        ("./a", "a"),
        ("/a", "a"),
        ("group/in/ner", "group/in/ner"),
        ("group//in/./ner", "group/in/ner"),
        ("custom", "custom"),
    ] {
        let file = format!("/p/skills/{folder}/SKILL.md");
        assert_eq!(
            path(get(reference)).as_deref(),
            Some(&*file),
            "{reference:?}"
        );
    }
    for nothing in [
        "",
        ".",
        "/",
        "..",
        "../out",
        "a/../../out",
        "low",
        "ner",
        " a",
        "a/SKILL.md",
    ] {
        assert_eq!(path(get(nothing)), None, "{nothing:?}");
    }
    // A builtin is found by exactly its name.
    assert!(get("agent-browser").is_some_and(|copy| copy.path.is_none()));
    assert_eq!(get("Agent-Browser"), None);
}

#[test]
fn what_is_not_listed_is_still_meant_by_its_reference() {
    let skill = SKILL.as_bytes();
    let tree = tree_of(&[
        ("skills/build/SKILL.md", skill),
        ("skills/a/SKILL.md", skill),
    ]);
    let found = survey(&host(), &tree, &place(), &mut Cache::default());
    let names = |wanted: &str| -> Vec<String> {
        let all = meant(&host(), &tree, &place(), &found, wanted).into_iter();
        all.map(|copy| copy.reference.to_string()).collect()
    };
    assert_eq!(
        found
            .skills
            .iter()
            .filter(|skill| skill.copy.path.is_some())
            .count(),
        1
    );
    assert_eq!(names("build"), ["build"]);
    assert_eq!(names("a"), ["a"]);
    assert_eq!(names("gone"), [""; 0]);
}

#[test]
fn text_goes_along_with_a_skill_and_nothing_else() {
    let along = [
        "LICENSE",
        ".env",
        "data.json",
        "empty.txt",
        "references/a.md",
        "references/deep/er/b",
        "scripts/run.py",
        "x.svg.md",
    ];
    let behind = [
        "Skill.MD",
        "references/SKILL.md",
        "references/skill.md",
        "logo.PNG",
        "a/b.jpeg",
        "icon.ico",
        "art.svg",
        "doc.pdf",
        "pack.zip",
        "node_modules/x/index.js",
        ".git/config",
        "a/build/out.txt",
        "venv/x.py",
        "__pycache__/x.txt",
    ];
    let mut tree = tree_of(&[("skills/a/SKILL.md", SKILL.as_bytes())]);
    for name in along.iter().chain(&behind) {
        tree.set_file(&format!("/p/skills/a/{name}"), &b"text"[..]);
    }
    tree.set_file("/p/skills/a/empty.txt", &b""[..]);
    tree.set_file("/p/skills/a/nul", &b"a\0b"[..]);
    tree.set_file("/p/skills/a/latin", &b"caf\xe9"[..]);
    let carried = host()
        .beside
        .carried(&tree, "/p/skills/a", "/p/skills/a/SKILL.md");
    let carried: Vec<&str> = carried.iter().map(|file| file.path.as_str()).collect();
    let mut along = along;
    along.sort_unstable();
    assert_eq!(carried, along);
}
