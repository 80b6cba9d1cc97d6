//! Skills from elsewhere: a source is looked into, and what was chosen is installed.

use super::harness::{Bench, skill};
use skillkiln::exchange::Progress;
use skillkiln::workbench::app::exchange::News;
use skillkiln::workbench::app::message::{Mouse, MouseKind};
use skillkiln::workbench::app::{Effect, Message};

const LOCK: &str = "skills/custom/skills-lock.json";

/// A project for AgentWorks, and a folder of skills that no host looks at.
fn files() -> Vec<(&'static str, String)> {
    vec![
        (
            "skills/code-review/SKILL.md",
            skill("code-review", "Standard."),
        ),
        ("skills/custom/notes/SKILL.md", skill("notes", "Mine.")),
        (
            "from/pdf/SKILL.md",
            skill("pdf", "Reads PDF files. Use when a PDF is there."),
        ),
        (
            "from/pdf/scripts/get.sh",
            "#!/bin/sh\ncurl https://example.org/x\nrm -rf /tmp/x\n".to_owned(),
        ),
        (
            "from/pdf/references/long.md",
            "one\ntwo \u{1b}[31m\u{200b}\nthree\n".to_owned(),
        ),
        ("from/notes/SKILL.md", skill("notes", "Theirs.")),
        (
            "from/review/SKILL.md",
            skill("code-review", "From elsewhere."),
        ),
        (
            "from/broken/SKILL.md",
            "---\nname: broken\ndescription: a: b\n---\nx\n".to_owned(),
        ),
    ]
}

fn bench(width: u16, height: u16) -> Bench {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    Bench::sized(&files, width, height)
}

#[test]
fn a_source_is_looked_into_before_anything_is_written() {
    let mut bench = bench(120, 40);
    bench
        .keys("i")
        .shows("Import: where are the skills?")
        .shows("owner/repo@skill");
    bench
        .keys("from<Enter>")
        .shows("3 skills in")
        .shows("nothing is written yet");
    bench.shows("Not valid  1").shows("broken");
    bench.goes_to(false, "pdf");
    bench
        .shows("Reads PDF files. Use when a PDF is there.")
        .shows("skills/custom/pdf")
        .shows("3 files")
        .shows("● agentworks loads it")
        .shows("network       scripts/get.sh:2")
        .shows("deletion      scripts/get.sh:3")
        .shows("Characters nobody sees")
        .shows("references/long.md:2:");
    // The text of a file, never raw.
    bench
        .goes_to(true, "scripts/get.sh  ")
        .keys("<Enter>")
        .shows("rm -rf /tmp/x")
        .keys("<Esc>");
    bench
        .goes_to(true, "references/long.md  ")
        .keys("<Enter>")
        .shows("two ");
    bench
        .shows("[31m")
        .hides("\u{1b}")
        .hides("\u{200b}")
        .keys("<Esc><Esc>");
    // What is wrong says why, and cannot be installed.
    bench.goes_to(false, "broken");
    bench
        .shows("cannot be installed")
        .keys("i")
        .hides("Install broken");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_none());
    assert!(bench.file(LOCK).is_none());
    bench.keys("<Esc>").hides("nothing is written yet");
}

#[test]
fn installing_selects_the_skill_and_undo_takes_it_back_with_its_line_in_the_lock() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.keys("i").shows("pdf is installed; u takes it back");
    let selected = bench.model.list.selected.clone().expect("a row");
    assert!(
        selected.ends_with("skills/custom/pdf/SKILL.md"),
        "{selected}"
    );
    assert_eq!(
        bench.file("skills/custom/pdf/SKILL.md"),
        bench.file("from/pdf/SKILL.md")
    );
    let lock = bench.file(LOCK).expect("a lock");
    assert!(lock.contains("\"pdf\""), "{lock}");
    bench.keys("u").shows("in the trash");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_none());
    assert!(!bench.file(LOCK).expect("a lock").contains("\"pdf\""));
    bench.keys("U").shows("is back");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_some());
    assert_eq!(bench.file(LOCK), Some(lock.clone()));
    // A delete takes the line along, too; and gives it back.
    bench.keys("dy").shows("in the trash");
    assert!(!bench.file(LOCK).expect("a lock").contains("\"pdf\""));
    bench.keys("u");
    assert_eq!(bench.file(LOCK), Some(lock));
}

#[test]
fn what_is_there_is_shown_with_the_difference_and_asked_about() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    // In another layer: both stay.
    bench.goes_to(false, "code-review");
    bench.shows("of its name:").shows("differs");
    bench
        .keys("i")
        .shows("two copies will meet")
        .keys("<Enter>")
        .hides("two copies will meet");
    assert!(bench.file("skills/custom/code-review/SKILL.md").is_none());
    // In its place: what is there goes to the trash, and comes back.
    bench.goes_to(false, "notes");
    bench.shows("in its place:").goes_to(true, "differs");
    bench.keys("<Enter>").shows("description: Theirs.");
    bench
        .shows("description: Mine.")
        .keys("<Esc>i")
        .shows("goes to the trash");
    bench.keys("y").shows("notes is installed");
    assert_eq!(
        bench.file("skills/custom/notes/SKILL.md"),
        Some(skill("notes", "Theirs."))
    );
    bench.keys("u");
    assert_eq!(
        bench.file("skills/custom/notes/SKILL.md"),
        Some(skill("notes", "Mine."))
    );
    assert!(!bench.file(LOCK).expect("a lock").contains("\"notes\""));
    bench.keys("U");
    assert_eq!(
        bench.file("skills/custom/notes/SKILL.md"),
        Some(skill("notes", "Theirs."))
    );
    assert!(bench.file(LOCK).expect("a lock").contains("\"notes\""));
}

#[test]
fn local_edits_are_named_before_they_are_replaced() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.keys("i");
    bench.write("skills/custom/pdf/SKILL.md", &skill("pdf", "Changed here."));
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.shows("It was changed here after it had been installed.");
    bench
        .keys("i")
        .shows("what you changed goes to the trash")
        .keys("<Esc>");
    assert_eq!(
        bench.file("skills/custom/pdf/SKILL.md"),
        Some(skill("pdf", "Changed here."))
    );
}

#[test]
fn several_are_chosen_and_installed_together() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.keys("<Space>");
    bench.goes_to(false, "notes");
    bench.keys("<Space>i").shows("Install 2 skills?").keys("y");
    bench.shows("2 skills are installed");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_some());
    assert_eq!(
        bench.file("skills/custom/notes/SKILL.md"),
        Some(skill("notes", "Theirs."))
    );
}

#[test]
fn what_came_into_its_place_meanwhile_is_not_replaced() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.write(
        "skills/custom/pdf/SKILL.md",
        &skill("pdf", "Came meanwhile."),
    );
    bench.keys("i").shows("was changed meanwhile");
    assert_eq!(
        bench.file("skills/custom/pdf/SKILL.md"),
        Some(skill("pdf", "Came meanwhile."))
    );
}

#[test]
fn what_was_seen_is_what_is_written_whatever_became_of_the_source() {
    let mut bench = bench(120, 40);
    let seen = bench.file("from/pdf/SKILL.md");
    bench.keys("ifrom<Enter>");
    bench.goes_to(false, "pdf");
    bench.write("from/pdf/SKILL.md", &skill("pdf", "Changed at the source."));
    bench.keys("i").shows("pdf is installed");
    assert_eq!(bench.file("skills/custom/pdf/SKILL.md"), seen);
}

#[test]
fn a_source_that_is_none_says_why_and_the_question_stays() {
    let mut bench = bench(120, 40);
    bench.keys("i<Enter>").shows("type where the skills are");
    bench
        .keys("./none<Enter>")
        .shows("no such file or folder: ./none");
    bench
        .keys("x")
        .hides("does not exist")
        .shows("Import: where");
    bench
        .keys("<Ctrl+U>http://example.org/a.zip<Enter>")
        .shows("https");
    bench.keys("<Esc>").hides("Import: where");
}

#[test]
fn fetching_tells_how_far_it_is_and_can_be_given_up() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    let Some(Effect::Exchange(order)) = bench
        .effects
        .iter()
        .rev()
        .find(|effect| matches!(effect, Effect::Exchange(_)))
        .cloned()
    else {
        panic!("nothing was asked");
    };
    // As if the answer were still under way.
    bench.keys("<Esc>i");
    let generation = order.generation + 1;
    bench.model.exchange.generation = generation;
    let news = News::Progress(Progress {
        bytes: 120_000,
        total: Some(3_200_000),
    });
    bench.take(vec![Message::Exchange { generation, news }]);
    bench
        .shows("Looking … 120.0 KB of 3.2 MB")
        .shows("Esc cancels");
    bench
        .keys("<Esc>")
        .shows("cancelled; nothing was written")
        .shows("Import: where");
    assert!(bench.effects.contains(&Effect::Cancel));
    // An answer that comes all the same is dropped.
    let news = News::Looked(Err("too late".to_owned()));
    bench.take(vec![Message::Exchange { generation, news }]);
    bench.hides("too late");
}

#[test]
fn rows_are_clicked_and_the_wheel_moves() {
    let mut bench = bench(120, 40);
    bench.keys("ifrom<Enter>");
    let row = bench
        .lines()
        .iter()
        .position(|line| line.contains(" pdf "))
        .expect("a row");
    let press = |y: usize, x: u16| {
        let y = u16::try_from(y).expect("a row");
        let kind = MouseKind::Press;
        Message::Mouse(Mouse { kind, x, y })
    };
    bench.take(vec![press(row, 5)]);
    bench.shows("Reads PDF files.");
    let file = bench
        .lines()
        .iter()
        .position(|line| line.contains("references/long.md  "))
        .expect("a file");
    bench.take(vec![press(file, 50), press(file, 50)]);
    bench.shows("three");
}

#[test]
fn small_screens_show_one_side_at_a_time() {
    for (width, height) in [(80, 24), (60, 15), (40, 10)] {
        let mut bench = bench(width, height);
        bench.keys("ifrom<Enter>").shows("pdf");
        bench.goes_to(false, "pdf");
        bench.keys("<Enter>").shows("Reads PDF files.");
        // Every line comes in sight.
        bench
            .keys("<End>")
            .shows("scripts/get.sh")
            .keys("<Enter>")
            .shows("curl");
        bench.keys("<Esc><Esc>i").shows("pdf is installed");
    }
}

#[test]
fn what_has_no_room_is_counted_and_the_keys_behind_are_not_offered() {
    for (width, height) in [(120, 40), (80, 24), (60, 15), (40, 10)] {
        let mut bench = bench(width, height);
        bench.keys("ifrom<Enter>");
        bench.goes_to(false, "pdf");
        bench.keys("<Enter>g").hides("? help").hides("q quit");
        let screen = bench.text();
        let rows = usize::from(height);
        let all = screen.contains("scripts/get.sh  ") && screen.contains("SKILL.md  ");
        assert!(all || screen.contains(" more "), "{screen}");
        assert!(rows > 15 || screen.contains(" more "), "{screen}");
        // At the end nothing is left.
        bench.keys("<End>").hides(" more ");
        bench.shows("Esc back");
        bench.keys("<Esc><Esc>").shows("? help");
    }
}

#[test]
fn letter_case_alone_is_told_before() {
    let mut bench = Bench::new(&[
        ("skills/custom/Notes/SKILL.md", &skill("Notes", "Mine.")),
        ("from/a/SKILL.md", &skill("notes", "Theirs.")),
        ("from/b/SKILL.md", &skill("pdf", "One.")),
        ("from/c/SKILL.md", &skill("PDF", "Another.")),
    ]);
    bench.keys("ifrom<Enter>").shows("letter case");
    bench
        .goes_to(false, "notes")
        .shows("skills/custom/Notes")
        .shows("It cannot be installed beside that one");
    bench.keys("i").shows("but for letter case");
    assert!(bench.file("skills/custom/notes/SKILL.md").is_none());
    bench
        .keys("<Esc>")
        .goes_to(false, "pdf")
        .shows("c of this source")
        .keys("<Space>");
    // Both at once would leave one half of what was asked for.
    bench.goes_to(false, "PDF").keys("<Space>i");
    bench.shows("choose one of pdf and PDF");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_none());
    bench.keys("<Space>i").shows("pdf is installed");
}

#[test]
fn what_hosts_alter_is_told_before() {
    let mut bench = Bench::new(&[
        (".minibot/skills/mine/SKILL.md", &skill("mine", "Mine.")),
        (
            "from/SKILL.md",
            "---\nname: one\ndescription: Keeps notes. # short\n---\nx\n",
        ),
    ]);
    bench.keys("ifrom<Enter>");
    bench.shows("◐ minibot loads it and alters it");
}

#[test]
fn what_a_list_leaves_out_is_told_before() {
    let long = skill("one", &"Use when asked. ".repeat(80));
    let mut bench = Bench::new(&[
        (".codex/skills/mine/SKILL.md", &skill("mine", "Mine.")),
        ("from/SKILL.md", &long),
    ]);
    bench.keys("Hcodex<Enter>ifrom<Enter>");
    bench.shows("◐ codex loads it and alters it: 1021 characters");
}

#[test]
fn several_that_were_installed_at_once_are_taken_back_at_once() {
    let mut bench = bench(120, 40);
    let mine = bench.file("skills/custom/notes/SKILL.md");
    bench.keys("ifrom<Enter>");
    for name in ["pdf", "notes", "code-review"] {
        bench.goes_to(false, name).keys("<Space>");
    }
    bench
        .keys("iy")
        .shows("3 skills are installed; u takes all of them back");
    let lock = bench.file(LOCK);
    bench.keys("u").shows("3 skills are taken back");
    assert!(bench.file("skills/custom/pdf/SKILL.md").is_none());
    assert!(bench.file("skills/custom/code-review/SKILL.md").is_none());
    assert_eq!(bench.file("skills/custom/notes/SKILL.md"), mine);
    assert!(!bench.file(LOCK).expect("a lock").contains("computedHash"));
    bench.keys("u").shows("nothing was done here");
    bench.keys("<Esc>U").shows("3 skills are done again");
    assert_eq!(bench.file(LOCK), lock);
    let theirs = Some(skill("notes", "Theirs."));
    assert_eq!(bench.file("skills/custom/notes/SKILL.md"), theirs);
}

/// The same bytes from another place: what is taken back is where they came from.
#[test]
fn undo_gives_back_the_source_of_the_same_files() {
    let mut bench = bench(120, 40);
    bench.write("twin/SKILL.md", &skill("notes", "Theirs."));
    bench
        .keys("ifrom<Enter>")
        .goes_to(false, "notes")
        .keys("iy");
    let first = bench.file(LOCK);
    bench.keys("itwin<Enter>").goes_to(false, "notes").keys("i");
    bench.shows("holds the same files already").keys("y");
    let second = bench.file(LOCK);
    assert!(second.as_ref().expect("a lock").contains("/twin"));
    for _ in 0..2 {
        bench.keys("u");
        assert_eq!(bench.file(LOCK), first);
        bench.keys("U");
        assert_eq!(bench.file(LOCK), second);
    }
}

/// The program itself, as a person calls it beside the workbench.
fn call(bench: &Bench, args: &[&str]) {
    let root = bench.path("").parent().expect("a folder").to_owned();
    let root = root.canonicalize().expect("a real path");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skillkiln"))
        .arg("--project")
        .arg(root.join("project"))
        .arg("--home")
        .arg(root.join("home"))
        .args(args)
        .current_dir(root.join("project"))
        .env("SKILLKILN_STATE", root.join("state"))
        .env("SKILLKILN_CONFIG", root.join("config"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
}

#[test]
fn what_was_done_without_a_screen_is_taken_back_on_it() {
    let mut bench = bench(120, 40);
    let mine = bench.file("skills/custom/notes/SKILL.md");
    bench.keys("ifrom<Enter>").goes_to(false, "notes");
    let hash = bench.text();
    let hash = hash.lines().find_map(|line| line.split_once("hash      "));
    let hash = hash
        .expect("a hash")
        .1
        .trim_end_matches(['│', ' '])
        .to_owned();
    bench.keys("<Esc>");
    let from = ["import", "from", "--skill", "notes", "--install", "--force"];
    call(&bench, &[&from[..], &["--expect", &hash]].concat());
    let installed = bench.file(LOCK).expect("a lock");
    bench.write("from/notes/new.md", "new\n");
    call(&bench, &["update", "--yes"]);
    call(
        &bench,
        &["deploy", "notes", "--to", "agentskills:project", "--yes"],
    );
    bench.rescan();
    let lock = bench.file(LOCK).expect("a lock");
    assert!(bench.path(".agents/skills/notes/new.md").exists());
    bench.keys("u").shows("notes is in the trash");
    assert!(!bench.path(".agents/skills/notes").exists());
    bench.keys("u").shows("is back");
    assert!(!bench.path("skills/custom/notes/new.md").exists());
    let before = bench.file(LOCK).expect("a lock");
    assert!(before != lock && before == installed, "{before}");
    bench.keys("u");
    assert_eq!(bench.file("skills/custom/notes/SKILL.md"), mine);
    assert!(!bench.file(LOCK).expect("a lock").contains("\"notes\""));
    bench.keys("UUU");
    assert_eq!(bench.file(LOCK), Some(lock));
    assert!(bench.path(".agents/skills/notes/new.md").exists());
}
