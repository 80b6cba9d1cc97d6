//! Other programs change, delete and write again what is open here.

use std::fs;

use super::harness::{Bench, skill};
use skillkiln::workbench::app::{Disk, Effect, Message};

const OWN: &str = "skills/custom/mine/SKILL.md";

fn own() -> Bench {
    Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        ("skills/theirs/SKILL.md", &skill("theirs", "Does theirs.")),
    ])
}

fn selected(bench: &Bench) -> &str {
    bench.model.row().map_or("", |row| row.name.as_str())
}

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

#[test]
fn a_save_without_the_project_folder_says_why_once_and_keeps_the_text() {
    for seen in [true, false] {
        let mut bench = own();
        bench.keys("<Enter>x");
        fs::remove_dir_all(bench.path("")).expect("removed");
        if seen {
            bench.rescan();
            bench.keys("<Esc><Esc>");
        }
        bench
            .keys("<Ctrl+S>")
            .hides("Not saved")
            .shows("save failed");
        bench.shows("make the folder again");
        assert!(text(&bench).starts_with("x---"), "{seen}");
        assert_eq!(bench.model.unsaved().len(), 1);
        fs::create_dir(bench.path("")).expect("made again");
        bench.keys("<Esc><Ctrl+S>k");
        let saved = bench.file(OWN);
        assert!(saved.is_some_and(|text| text.starts_with("x---")), "{seen}");
    }
}

#[test]
fn only_what_is_there_can_be_taken() {
    let mut bench = own();
    bench.keys("<Enter>x");
    // Deleted, and nobody has looked yet.
    fs::remove_dir_all(bench.path("skills/custom")).expect("removed");
    bench
        .keys("<Ctrl+S>")
        .shows("deleted it")
        .hides("take theirs")
        .keys("k")
        .hides("Not saved");
    assert!(bench.file(OWN).is_some_and(|text| text.starts_with("x---")));
}

#[test]
fn a_project_folder_that_goes_is_told_and_its_return_too() {
    let mut bench = own();
    let aside = bench.path("").parent().expect("a folder").join("aside");
    fs::rename(bench.path(""), &aside).expect("moved");
    bench.rescan();
    bench
        .shows("the project folder")
        .shows("not there any more");
    // Told once.
    bench.keys("<Esc>");
    bench.rescan();
    bench.hides("not there any more");
    fs::rename(&aside, bench.path("")).expect("moved back");
    bench.rescan();
    bench.shows("is back");
    assert_eq!(bench.group("Skills"), ["mine", "theirs"]);
}

#[test]
fn the_selection_stays_on_a_skill_that_is_saved_after_its_folder_went() {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.keys("<Esc>");
    // The answer to the save comes before the next scan.
    let path = bench.path(OWN).canonicalize().err().map(|_| ());
    assert_eq!(path, Some(()), "still there");
    let path = bench.model.shown.clone().expect("shown");
    let bytes: std::sync::Arc<[u8]> = text(&bench).as_bytes().into();
    bench.take(vec![Message::Disk(Disk::Saved { path, bytes })]);
    assert_eq!(selected(&bench), "mine");
    assert!(text(&bench).starts_with("x---"));
}

#[test]
fn the_selection_comes_back_with_a_folder_that_is_written_anew() {
    let mut bench = own();
    assert_eq!(selected(&bench), "mine");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    assert_eq!(selected(&bench), "theirs");
    bench.write(OWN, &skill("mine", "Again."));
    assert_eq!(selected(&bench), "mine");
    // Whoever has moved on is left there.
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.keys("k");
    bench.write(OWN, &skill("mine", "And again."));
    assert_eq!(selected(&bench), "theirs");
}

#[test]
fn what_comes_back_from_the_trash_is_selected() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "x")),
        ("skills/custom/a/SKILL.md", &skill("a", "y")),
        ("skills/z/SKILL.md", &skill("z", "z")),
    ]);
    let own = bench.model.list.selected.clone();
    bench.keys("dy").hides("Delete a").keys("ju");
    assert_eq!(bench.model.list.selected, own);
    assert!(
        bench
            .effects
            .iter()
            .any(|e| matches!(e, Effect::Restore { .. }))
    );
}

#[test]
fn messages_name_who_did_it_and_the_newest_is_read_first() {
    let mut bench = own();
    bench.keys("<Enter>x");
    bench.write(OWN, &skill("mine", "Theirs."));
    bench.shows("Another program").hides("Something went wrong");
    bench.model.complain("the second");
    bench.keys("y").shows("the second").shows("2 messages");
    bench.keys("<Esc>").shows("changed by another program");
}

#[test]
fn a_message_lies_above_the_dialog_and_goes_first() {
    let mut bench = own();
    bench.keys("n");
    bench.model.complain("the disk is on fire");
    bench
        .keys("a")
        .shows("the disk is on fire")
        .keys("<Esc>")
        .hides("the disk is on fire")
        .shows("New skill")
        .keys("<Esc>")
        .hides("New skill");
}
