//! All skills by all hosts.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::{Effect, Message};

/// A skill one host refuses (a list in brackets) and another reads otherwise (the comment).
const NOTES: &str = "---\nname: notes\ndescription: Keeps notes. # short\nallowed-tools: [Read, Grep]\n---\n\nKeep.\n";
const FILE: &str = ".agents/skills/notes/SKILL.md";

fn bench(width: u16, height: u16) -> Bench {
    Bench::sized(
        &[
            (FILE, NOTES),
            (".agents/skills/other/SKILL.md", &skill("other", "Other.")),
            (".minibot/skills/own/SKILL.md", &skill("own", "Own.")),
            ("skillkiln.toml", "hosts = [\"agentskills\", \"minibot\"]\n"),
        ],
        width,
        height,
    )
}

/// The row of a skill in the table.
fn row(bench: &Bench, name: &str) -> String {
    let lines = bench.lines();
    let is = |line: &&String| line.starts_with(&format!("│ {name} "));
    lines.iter().find(is).cloned().unwrap_or_default()
}

#[test]
fn skills_by_hosts_and_the_reason_one_key_away() {
    let mut bench = bench(120, 40);
    bench
        .keys("Hminibot<Enter>M")
        .shows("Skills by hosts")
        .shows("3 skills by 2 hosts that judge  1 not well");
    let notes = row(&bench, "notes");
    assert!(
        notes.contains("✗ dropped") && notes.contains("◐ altered"),
        "{notes}"
    );
    let own = row(&bench, "own");
    assert!(own.contains("·") && own.contains("● loaded"), "{own}");
    // Only what is wrong; all hosts.
    bench.keys("w").shows("only these are shown");
    assert_eq!(row(&bench, "other"), "");
    bench.keys("a").shows("by all ").keys("aw");
    assert_ne!(row(&bench, "other"), "");
    // To the very character that decides, with the host selected under Hosts.
    bench
        .keys("g<Home>")
        .shows("dropped at 4:16")
        .shows("loaded by 1 of 2")
        .keys("<Enter>");
    assert_eq!(bench.place(), (4, "allowed-tools: ".len() + 1));
    let chosen = bench.model.preview.host;
    assert_eq!(
        bench.model.preview.verdicts[chosen].verdict.host,
        "agentskills"
    );
    bench.hides("Skills by hosts");
}

#[test]
fn it_is_worked_out_outside_and_never_on_a_key() {
    let mut bench = bench(120, 40);
    let asked = |bench: &Bench| {
        let asks = bench.effects.iter();
        asks.filter(|effect| matches!(effect, Effect::Matrix(_)))
            .count()
    };
    assert_eq!(asked(&bench), 0);
    bench.keys("M");
    assert_eq!(asked(&bench), 1);
    bench.keys("jjllwwaakk");
    assert_eq!(asked(&bench), 1);
    // What was changed meanwhile is seen; what is selected stays.
    bench.keys("gjj").shows("own for");
    bench.write(".agents/skills/a/SKILL.md", &skill("a", "Another."));
    assert_eq!(asked(&bench), 2);
    bench.shows("4 skills").shows("own for");
}

#[test]
fn an_answer_that_was_overtaken_is_dropped_and_progress_is_told() {
    let mut bench = bench(120, 40);
    bench.keys("M");
    let Some(Effect::Matrix(question)) = bench
        .effects
        .iter()
        .rev()
        .find(|e| matches!(e, Effect::Matrix(_)))
        .cloned()
    else {
        panic!("nothing was asked");
    };
    let generation = question.generation;
    bench.take(vec![Message::MatrixProgress {
        generation,
        done: 3,
        of: 9,
    }]);
    bench.shows("working it out: 3 of 9 hosts");
    let empty = std::sync::Arc::default();
    bench.take(vec![Message::Matrix {
        generation: generation - 1,
        matrix: std::sync::Arc::clone(&empty),
    }]);
    bench.shows("3 skills");
    bench.take(vec![Message::Matrix {
        generation,
        matrix: empty,
    }]);
    bench.shows("There is no skill that these hosts could load.");
}

#[test]
fn unsaved_text_is_judged_and_a_set_says_what_is_an_error() {
    let mut bench = Bench::new(&[
        (FILE, NOTES),
        (
            "skillkiln.toml",
            "[sets.ci]\nhosts = [\"replio\"]\nerrors = [\"not-looked-for\"]\n",
        ),
    ]);
    bench.keys("Hagentskills<Enter>M").shows("✗ dropped");
    let at = |bench: &Bench| bench.model.matrix.matrix.clone().expect("known");
    let replio = at(&bench).columns(["replio"])[0];
    assert_eq!(
        at(&bench).skills[0].cells[replio].state.id(),
        "not-looked-for"
    );
    bench.keys("<End>").shows("an error for ci").keys("<Esc>");
    bench.keys("e<Ctrl+Home><Down><Down><Down><End><Shift+Home><Backspace>allowed-tools: Read");
    bench.keys("<Down><F6><F6>M");
    bench
        .keys("<Home>")
        .shows("Skills by hosts")
        .hides("✗ dropped");
}

#[test]
fn small_screens_scroll_both_ways_to_what_is_selected() {
    for (width, height) in [(80, 24), (60, 15), (40, 10)] {
        let mut bench = bench(width, height);
        for i in 0..30 {
            let name = format!("skill-{i:02}");
            let path = format!(".agents/skills/{name}/SKILL.md");
            bench.write(&path, &skill(&name, "One of many."));
        }
        bench.keys("Hagentskills<Enter>Ma").shows("Skills by hosts");
        bench.keys("G<End>");
        let last = bench
            .model
            .matrix
            .matrix
            .as_ref()
            .expect("known")
            .skills
            .last()
            .expect("a skill")
            .name
            .clone();
        bench.shows(&format!("{last} for"));
        assert_ne!(row(&bench, &last), "", "{}", bench.text());
        bench.shows("←");
        bench.keys("g<Home>").hides("←").hides("↑").shows("→");
    }
}

#[test]
fn what_stands_beyond_the_edges_is_told_by_its_side() {
    let mut bench = bench(100, 24);
    for i in 0..30 {
        let name = format!("skill-{i:02}");
        let path = format!(".agents/skills/{name}/SKILL.md");
        bench.write(&path, &skill(&name, "One of many."));
    }
    bench.keys("Hagentskills<Enter>Ma");
    let table = bench.model.matrix.matrix.clone().expect("known");
    let edge = |bench: &Bench| bench.lines()[1].clone();
    let number = |edge: &str, arrow: &str| -> usize {
        let after = edge.split_once(arrow).map(|(_, after)| after.trim_start());
        let digits = after.and_then(|after| after.split(' ').next());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    };
    let first = edge(&bench);
    let right = number(&first, "→");
    assert!(first.contains(&format!("→ {right} hosts")), "{first}");
    assert!(first.contains("skills") && !first.contains('←'), "{first}");
    let shown = table.hosts.len() - right;
    // One column further than there is room for, the first one goes.
    bench.keys(&"l".repeat(shown));
    let second = edge(&bench);
    assert!(second.contains("← 1 host  "), "{second}");
    assert_eq!(number(&second, "→"), right - 1, "{second}");
    bench.keys("<End>");
    let last = edge(&bench);
    assert_eq!(number(&last, "←"), right, "{last}");
    // Only what is wrong: fewer rows, and the columns still say where they are.
    bench.keys("w").shows("only these are shown");
    let wrong = edge(&bench);
    assert!(wrong.contains("← ") && !wrong.contains('→'), "{wrong}");
}
