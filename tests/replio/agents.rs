//! Agent types, jobs and teams.

use serde_json::json;
use skillkiln::host::{FileTree, Run, Selector, agents, stages};

use crate::{GLOBAL, LOCAL, config, host, place, put_plugin, put_roles, rendered};

#[test]
fn jobs_do_not_reach_plugins_and_extras_are_added_once() {
    let mut tree = FileTree::new();
    put_plugin(
        &mut tree,
        "def register_skills(r):\n    r.add_plugin({'name': 'p', 'content': 'P'})\n    r.add_plugin({'name': 'a', 'description': 'D'})\n",
    );
    config(&mut tree, json!({ "plugins": ["myplug"] }));
    for name in ["a", "b"] {
        tree.set_file(&format!("{LOCAL}/skills/{name}.md"), name.as_bytes());
    }
    tree.set_file(
        &format!("{LOCAL}/types.json"),
        &br#"{"r": {"skills": ["b"], "system_prompt": "old"}, "t": {"skills": "a"}}"#[..],
    );
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "r": { "skills": ["a", "p", "a"] } }),
    );
    let text = |agent: &str, extra: &[&str], run, base: Option<&str>| {
        let selector = Selector {
            agent: Some(agent.into()),
            extra: extra.iter().map(|name| name.to_string()).collect(),
            run,
            base: base.map(str::to_owned),
            ..Selector::default()
        };
        rendered(&tree, &selector).unwrap().text
    };
    let piece = |names: &[&str]| {
        let pieces: Vec<_> = names
            .iter()
            .map(|name| format!("### {name}\n\n{}", if *name == "p" { "P" } else { name }))
            .collect();
        format!("## Skills\n\n{}", pieces.join("\n\n"))
    };
    assert_eq!(
        text("r", &["b", "a", "", "b"], Run::Delegate, None),
        piece(&["a", "p", "a", "b"])
    );
    assert_eq!(text("t", &[], Run::Delegate, None), piece(&["a"]));
    assert_eq!(
        text("r", &[], Run::Job, Some(" J \n")),
        format!("J\n\n{}", piece(&["a", "a"]))
    );
    let told = text("r", &[], Run::Job, None);
    assert!(
        told.ends_with(&piece(&["a", "a"])) && told.starts_with('('),
        "{told}"
    );
}

#[test]
fn a_built_in_role_has_a_prompt_that_is_not_known() {
    let mut tree = FileTree::new();
    tree.set_file(&format!("{LOCAL}/skills/a.md"), &b"A"[..]);
    let of = |tree: &FileTree| {
        let selector = Selector {
            agent: Some("writer".into()),
            extra: vec!["a".into()],
            ..Selector::default()
        };
        rendered(tree, &selector).unwrap().text
    };
    assert!(of(&tree).starts_with("(the prompt of this built-in"));
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "writer": { "system_prompt": "" } }),
    );
    assert_eq!(of(&tree), "## Skills\n\n### a\n\nA");
}

#[test]
fn stages_of_teams_add_skills() {
    let mut tree = FileTree::new();
    let teams =
        json!({ "t": { "stages": ["writer", { "role": "editor", "skills": ["a", "b"] }] } });
    tree.set_file(
        &format!("{GLOBAL}/teams.json"),
        teams.to_string().into_bytes(),
    );
    let found = stages(&host(), &tree, &place());
    let [one] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!((&*one.team, one.at, &*one.agent), ("t", 1, "editor"));
    assert_eq!(one.skills, ["a", "b"]);
}

#[test]
fn plugins_register_agent_types_below_all_files_and_jobs_do_not_reach_them() {
    let mut tree = FileTree::new();
    put_plugin(
        &mut tree,
        "def register_roles(r):\n    r.add_plugin({'name': 'p', 'system_prompt': 'P', 'skills': ['a']})\n    r.add_plugin({'name': 'q', 'skills': ('a', 'a')})\n",
    );
    config(&mut tree, json!({ "plugins": ["myplug"] }));
    tree.set_file(&format!("{LOCAL}/skills/a.md"), &b"A"[..]);
    put_roles(&mut tree, LOCAL, &json!({ "q": { "system_prompt": "Q" } }));
    let text = |agent: &str, run| {
        let selector = Selector {
            agent: Some(agent.into()),
            run,
            ..Selector::default()
        };
        rendered(&tree, &selector).map(|prompt| prompt.text)
    };
    let piece = "### a\n\nA";
    assert_eq!(
        text("p", Run::Delegate).unwrap(),
        format!("P\n\n## Skills\n\n{piece}")
    );
    assert!(text("p", Run::Job).is_err());
    assert_eq!(
        text("q", Run::Delegate).unwrap(),
        format!("Q\n\n## Skills\n\n{piece}\n\n{piece}")
    );
    assert_eq!(text("q", Run::Job).unwrap(), "Q");
    config(&mut tree, json!({}));
    let found = agents(&host(), &tree, &place());
    assert!(found.iter().all(|agent| agent.name != "p"));
}

#[test]
fn a_memory_follows_the_section_and_a_job_takes_task_and_memory_before_it() {
    let mut tree = FileTree::new();
    tree.set_file(&format!("{LOCAL}/skills/a.md"), &b"A"[..]);
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "r": { "system_prompt": "P \n", "skills": ["a"] }, "none": { "system_prompt": "N \n" } }),
    );
    let text = |tree: &FileTree, agent: &str, run, memory: &str| {
        let selector = Selector {
            agent: Some(agent.into()),
            run,
            memory: Some(memory.into()),
            task: (run == Run::Job).then(|| "Do it.".into()),
            base: (run == Run::Job).then(|| "J".into()),
            ..Selector::default()
        };
        rendered(tree, &selector).unwrap().text
    };
    let section = "## Skills\n\n### a\n\nA";
    assert_eq!(
        text(&tree, "r", Run::Delegate, "M"),
        format!("P\n\n{section}\n\n## Role memory\nM")
    );
    assert_eq!(
        text(&tree, "none", Run::Delegate, "M"),
        "N\n\n## Role memory\nM"
    );
    assert_eq!(text(&tree, "none", Run::Delegate, ""), "N \n");
    assert_eq!(
        text(&tree, "r", Run::Job, "M"),
        format!("P \n\n\n## Job task\nDo it.\n\nJ\n\n## Run memory\nM\n\n{section}")
    );
    config(&mut tree, json!({ "memory_max_chars": 2 }));
    assert!(text(&tree, "none", Run::Delegate, "éàü").ends_with("\néà"));
}

#[test]
fn skills_that_are_no_list_make_the_agent_type_fail() {
    let mut tree = FileTree::new();
    put_roles(
        &mut tree,
        LOCAL,
        &json!({ "r": { "skills": 5 }, "z": { "skills": 0 } }),
    );
    let faults = |agent: &str| {
        let selector = Selector {
            agent: Some(agent.into()),
            ..Selector::default()
        };
        rendered(&tree, &selector).unwrap().faults.len()
    };
    assert_eq!((faults("r"), faults("z")), (1, 0));
}
