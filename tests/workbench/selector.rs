//! The prompt for whom: every host's own way to choose, and nothing written by it.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Effect;

fn copied(bench: &Bench) -> &str {
    let last = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.as_str()),
        _ => None,
    });
    last.expect("something was copied")
}

#[test]
fn presets_steps_and_single_skills_choose_for_agentworks() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("skills/b/SKILL.md", &skill("b", "Beta.")),
        ("skills/custom/c/SKILL.md", &skill("c", "Gamma.")),
        (
            "Workflow/daily/workflow.json",
            r#"{"capabilities": {"selected_skills": ["a", "gone"]}}"#,
        ),
        (
            "Workflow/daily/planning/step_config.json",
            r#"{"steps": [{"id": "write", "agent_configs": {"enabled_skills": ["custom/c"]}}]}"#,
        ),
    ]);
    bench.shows("as if all were attached");
    bench
        .keys("s")
        .shows("preset daily, step write")
        .keys("daily<Enter>");
    assert!(bench.prompt().contains("Alpha."));
    assert!(!bench.prompt().contains("Beta."), "{}", bench.prompt());
    bench
        .shows("preset daily")
        .shows("left out, not loaded: gone");
    bench.keys("C");
    assert_eq!(copied(&bench), r#""selected_skills": ["a","gone"]"#);
    bench.keys("sstep write<Enter>");
    assert!(bench.prompt().contains("Gamma.") && !bench.prompt().contains("Alpha."));
    bench.keys("C");
    assert_eq!(copied(&bench), r#""enabled_skills": ["custom/c"]"#);
    bench.keys("c");
    assert_eq!(copied(&bench), bench.prompt());
    // What if: Enter adds, again takes back.
    bench
        .keys("sonly some<Enter>")
        .shows("Enter adds or takes back");
    bench
        .keys("<Enter><Down><Enter>")
        .shows("✓")
        .keys("<Enter><Esc>");
    bench.shows("only a");
    assert!(bench.prompt().contains("Alpha.") && !bench.prompt().contains("Gamma."));
    bench
        .keys("s<PgUp><Enter>")
        .shows("as if all were attached");
    assert!(bench.prompt().contains("Beta.") && bench.prompt().contains("Gamma."));
    assert!(
        !bench
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Save { .. }))
    );
}

#[test]
fn a_broken_workflow_says_why_it_chooses_nothing() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("Workflow/bad/workflow.json", r#"{"selected_skills": 3}"#),
    ]);
    bench
        .keys("sbad<Enter>")
        .shows("This choice gives no prompt");
    bench.shows("`selected_skills` must be a list of");
}

#[test]
fn agent_types_extras_and_jobs_choose_for_replio() {
    let mut bench = Bench::new(&[
        (".replio/skills/alpha.md", "Alpha body.\n"),
        (".replio/skills/beta.md", "Beta body.\n"),
        (
            ".replio/roles.json",
            r#"{"scribe": {"system_prompt": "You write.", "skills": ["alpha"]}}"#,
        ),
        (
            ".replio/teams.json",
            r#"{"desk": {"stages": [{"role": "scribe", "skills": ["beta"]}]}}"#,
        ),
    ]);
    bench.shows("all skills, as one section");
    bench.keys("sagent scribe<Enter>");
    assert!(
        bench.prompt().starts_with("You write.\n\n## Skills"),
        "{}",
        bench.prompt()
    );
    assert!(!bench.prompt().contains("Beta body."));
    bench
        .keys("sextra<Enter><Down><Enter><Esc>")
        .shows("agent scribe with beta");
    assert!(bench.prompt().contains("Beta body."));
    bench.keys("sjob scribe<Enter>").shows("job scribe");
    assert!(!bench.prompt().contains("Beta body."));
    bench.keys("steam desk<Enter>").shows("team desk, stage 1");
    assert!(bench.prompt().contains("Alpha body.") && bench.prompt().contains("Beta body."));
}

#[test]
fn a_query_or_a_name_asks_minibot() {
    let mut bench = Bench::new(&[(".minibot/skills/notes/SKILL.md", &skill("notes", "Keeps."))]);
    bench.shows("the catalogue");
    bench.keys("skeep<Down><Down><Down><Down><Down><Down><Enter>");
    bench.shows("search keep");
    assert!(
        bench.prompt().contains("\"query\": \"keep\""),
        "{}",
        bench.prompt()
    );
    bench.keys("sactivate notes<Enter>").shows("activate notes");
    assert!(
        bench.prompt().contains("skill-instructions"),
        "{}",
        bench.prompt()
    );
}

#[test]
fn an_intent_or_a_name_chooses_for_pleach() {
    let text = |name: &str, intent: &str| {
        format!("---\nname: {name}\nintents: [{intent}]\n---\n\nBody of {name}.\n")
    };
    let mut bench = Bench::new(&[
        ("skills/builtin/one/SKILL.md", &text("one", "review")),
        ("skills/builtin/two/SKILL.md", &text("two", "write")),
    ]);
    bench.keys("Hpleach<Enter>");
    assert!(
        bench.prompt().contains("[review]\nBody of one."),
        "{}",
        bench.prompt()
    );
    bench.keys("sintent write<Enter>").shows("intent write");
    assert_eq!(bench.prompt(), "Body of two.");
    bench
        .keys("snobody<Enter>")
        .shows("With this choice the model gets");
    bench.keys("sonly some<Enter><Enter><Esc>");
    assert_eq!(bench.prompt(), "Body of one.");
}

#[test]
fn arguments_take_the_place_of_the_placeholder_in_any_choice() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Fixes $ARGUMENTS well.")),
        ("skills/b/SKILL.md", &skill("b", "Nothing to fill in.")),
    ]);
    bench.shows("Fixes $ARGUMENTS well.");
    bench
        .keys("sarguments<Enter>")
        .shows("takes the place of $ARGUMENTS");
    // What is typed is meant as it stands, also where it looks like a choice.
    bench.keys("no arg<Enter>").shows("arguments: no arg; as");
    assert!(
        bench.prompt().contains("Fixes no arg well."),
        "{}",
        bench.prompt()
    );
    // Another choice keeps them.
    bench.keys("sonly some<Enter><Enter><Esc>");
    assert!(bench.prompt().contains("Fixes no arg well."));
    assert!(!bench.prompt().contains("Nothing to fill in."));
    bench.keys("sarguments<Enter><Enter>");
    assert!(bench.prompt().contains("$ARGUMENTS"), "{}", bench.prompt());
    bench
        .keys("s<PgUp><Enter>")
        .shows("as if all were attached");
    assert!(bench.prompt().contains("Nothing to fill in."));
}

#[test]
fn skills_of_which_nothing_reaches_the_model_say_why() {
    let hidden =
        "---\nname: a\ndescription: Does it.\ndisable-model-invocation: true\n---\nDo it.\n";
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", hidden)]);
    bench
        .shows("Nothing of the skills here reaches the")
        .shows("the skill itself says");
    let mut bench = Bench::new(&[(".replio/skills/notes.md", "")]);
    bench.keys("<F2>replio<Enter>");
    bench.shows("its text is empty");
}

#[test]
fn what_keeps_a_loaded_skill_from_the_model_is_told() {
    let hidden = "---\nname: b\ndescription: Beta.\ndisable-model-invocation: true\n---\nB\n";
    let mut bench = Bench::new(&[
        ("skills/b/SKILL.md", hidden),
        (
            "Workflow/w/workflow.json",
            r#"{"capabilities": {"selected_skills": ["b"]}}"#,
        ),
    ]);
    bench.keys("spreset w<Enter>").shows("nothing of skills");
    bench.shows("not offered to the model: b");
    bench.keys("2").shows("and does not offer it to the model");
}

#[test]
fn configuration_that_is_not_taken_is_told_beside_the_prompt() {
    let mut bench = Bench::new(&[
        (".minibot/skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("config.toml", "[tools.skills]\nnative = 7\n"),
    ]);
    bench
        .shows("configuration:")
        .shows("`tools.skills.native` must be true");
    assert!(bench.prompt().contains("Alpha."));
    bench.keys("2").shows("configuration:");
}

#[test]
fn files_that_stay_behind_are_marked_with_the_reason() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Alpha.")),
        ("skills/a/logo.png", "x"),
        ("skills/a/ref.md", "x"),
    ]);
    bench.keys("5").shows("left out").shows("ref.md");
    bench.keys("<Down>").shows("left out: no text");
}

/// Skills of Claude Code with descriptions of 300 characters.
fn long_list() -> Bench {
    let text = |name: &str| skill(name, &"d".repeat(300));
    let files: Vec<(String, String)> = (0..6)
        .map(|n| format!("s{n}"))
        .map(|name| (format!(".claude/skills/{name}/SKILL.md"), text(&name)))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    Bench::new(&files)
}

#[test]
fn a_window_says_who_loses_what() {
    let mut bench = long_list();
    assert_eq!(bench.model.host, "claude-code");
    bench.shows("of 8,000 chars").shows("window 200k");
    assert!(bench.prompt().contains("- s5: ddd"), "{}", bench.prompt());
    bench.keys("swindow<Enter>").shows("as the host has it");
    bench.keys("20k<Enter>").shows("window 20,000; all skills");
    bench
        .shows("of 800 chars")
        .shows("name only: s2 −300, s3 −300, s4 −300,");
    assert!(bench.prompt().contains("- s1: ddd"), "{}", bench.prompt());
    assert!(bench.prompt().ends_with("- s4\n- s5"), "{}", bench.prompt());
    // What is chosen besides does not take the window away.
    bench
        .keys("sonly some<Enter><Enter><Esc>")
        .shows("window 20,000; only s0");
    bench.keys("swindow<Enter><Enter>").shows("of 8,000 chars");
}

#[test]
fn what_is_no_window_is_refused_and_can_be_put_right() {
    let mut bench = long_list();
    bench
        .keys("swindow<Enter>30k<Enter>")
        .shows("window 30,000");
    for no in ["abc", "0", "-5", "12x", "1e5"] {
        bench.keys(&format!("swindow<Enter>{no}"));
        bench.shows("type a number of tokens").keys("<Enter>");
        assert!(bench.model.dialog.is_some(), "{no}: {}", bench.text());
        bench.shows(no).keys("<Esc>");
        // What was chosen before stays.
        bench.shows("window 30,000");
    }
    bench.keys("swindow<Enter>abc<Enter><Backspace><Backspace><Backspace>40k<Enter>");
    bench.shows("window 40,000");
}
