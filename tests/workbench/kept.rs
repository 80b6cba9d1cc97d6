//! Text from last time that was put off: where it shows, and the way back to it.

use std::fs;

use super::harness::{Bench, skill};

const OWN: &str = "skills/custom/mine/SKILL.md";
const NOTES: &str = "skills/custom/mine/references/notes.md";

/// Something was typed into a file, the program died, and what it left is put off.
fn put_off(keys: &str) -> Bench {
    let mut bench = Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        (NOTES, "Notes.\n"),
        ("skills/custom/other/SKILL.md", &skill("other", "Other.")),
    ]);
    bench.keys(keys);
    assert_eq!(bench.model.unsaved().len(), 1, "{}", bench.text());
    let mut bench = bench.dies();
    bench.shows("Unsaved text from last time").keys("l");
    bench.hides("Unsaved text from last time");
    bench
}

const TYPED: &str = "<Enter><Ctrl+End>precious";

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

#[test]
fn what_is_put_off_is_marked_and_asked_about_again() {
    let mut bench = put_off(TYPED);
    bench
        .shows("○mine")
        .shows("K asks again")
        .keys("j")
        .keys("k");
    bench.shows("text from last time is kept; K asks what becomes of it");
    for again in ["K", ":kept text<Enter>", "?kept<Enter>"] {
        bench
            .keys(again)
            .shows("Unsaved text from last time")
            .hides("after a pause")
            .keys("<Esc>");
        bench.shows("○mine");
    }
    bench.quick("Kt").shows("your text is back").hides("○mine");
    assert!(text(&bench).ends_with("precious"));
    bench
        .keys("<Ctrl+S><Esc><Esc>K")
        .shows("no text from last time is kept");
    bench.dies().hides("Unsaved text from last time");
}

#[test]
fn what_is_put_off_can_be_thrown_away_later_and_is_offered_again_at_the_next_start() {
    let bench = put_off(TYPED);
    let mut bench = bench.dies();
    bench.shows("Unsaved text from last time").keys("l");
    bench.keys("Kxy").hides("○mine");
    bench.dies().hides("Unsaved text from last time");
}

#[test]
fn what_is_put_off_follows_its_skill_to_another_name() {
    for keys in [TYPED, "5j<Enter><Ctrl+End>precious"] {
        let mut bench = put_off(keys);
        bench.keys("r<Ctrl+A>yours<Enter>").shows("○yours");
        // In this program, and in the next.
        bench.keys("K").shows("skills/custom/yours/").keys("l");
        let mut bench = bench.dies();
        bench.shows("skills/custom/yours/").keys("t");
        assert!(text(&bench).ends_with("precious"));
        assert!(bench.model.unsaved()[0].contains("/yours/"));
        bench.keys("<Ctrl+S>").shows("saved");
        assert!(!bench.path("skills/custom/mine").exists());
    }
}

#[test]
fn what_is_put_off_of_a_file_that_is_gone_has_a_row_of_its_own() {
    let mut bench = put_off(TYPED);
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    assert_eq!(bench.group("Not saved"), ["mine"]);
    bench.keys("gK").shows("The file is gone").keys("t");
    assert!(text(&bench).ends_with("precious"));
    bench.keys("<Ctrl+S>").shows("saved");
    assert!(
        bench
            .file(OWN)
            .is_some_and(|text| text.ends_with("precious"))
    );
}

#[test]
fn the_file_is_told_as_it_is_when_it_is_asked_again() {
    let mut bench = put_off(TYPED);
    bench.write(OWN, &skill("mine", "Does theirs."));
    bench
        .keys("gK")
        .shows("Another program changed the file since");
}

#[test]
fn the_copy_that_was_worked_on_is_selected_and_a_file_goes_by_its_skill() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "Standard.")),
        ("skills/b/SKILL.md", &skill("b", "Standard.")),
        ("skills/custom/b/SKILL.md", &skill("b", "Own.")),
    ]);
    bench.keys("j<Enter><Ctrl+Home>x");
    let mut bench = bench.dies();
    bench.shows("Unsaved text from last time");
    let own = |bench: &Bench| {
        let selected = bench.model.list.selected.clone().expect("selected");
        assert!(selected.ends_with("custom/b/SKILL.md"), "{selected}");
    };
    own(&bench);
    bench.keys("l");
    own(&bench);
    // Beside its skill file, what is taken back goes by the name of its skill.
    let mut bench = put_off("5j<Enter><Ctrl+End>precious");
    bench.keys("Kt").shows("mine references/notes.md");
}

#[test]
fn what_is_put_off_of_a_skill_that_is_deleted_here_is_told_in_place_of_its_text() {
    let mut bench = put_off(TYPED);
    bench.keys("gdy");
    assert_eq!(bench.group("Not saved"), ["mine"], "{}", bench.text());
    bench.hides("reading the file");
    bench
        .shows("its file is gone")
        .shows("K asks what becomes of it")
        .keys("Kt");
    assert!(text(&bench).ends_with("precious"));
}

#[test]
fn what_was_done_to_the_file_here_is_not_laid_on_another_program() {
    let mut bench = put_off(TYPED);
    bench.keys("g<Enter><Ctrl+Home><Down><Down><Down><Down><Down>z<Ctrl+S>");
    bench.shows("saved").keys("<Esc><Esc>K");
    bench.shows("The file was saved here since");
    bench.hides("Another program");
    // Who wrote it after that was another one.
    bench.keys("l");
    bench.write(OWN, &skill("mine", "Does theirs."));
    bench.keys("K").shows("Another program changed the file");
}

#[test]
fn what_is_taken_back_after_a_rename_keeps_the_new_name() {
    for dies in [false, true] {
        let mut bench = put_off(TYPED);
        bench.keys("r<Ctrl+A>yours<Enter>").shows("○yours");
        bench.keys("K").shows("The file has not changed since");
        bench.keys("l");
        if dies {
            bench = bench.dies();
            bench.shows("The file has not changed since").keys("l");
        }
        bench.keys("Kt");
        let own = text(&bench);
        assert!(own.contains("name: yours\n"), "{own}");
        assert!(own.ends_with("precious"), "{own}");
    }
    // Undone, it has the old one again; a name that was typed stays what it is.
    let mut bench = put_off(TYPED);
    bench.keys("r<Ctrl+A>yours<Enter>u").shows("○mine");
    bench
        .keys("K")
        .shows("The file has not changed since")
        .keys("t");
    assert!(text(&bench).contains("name: mine\n"));
    let mut bench = put_off("<Enter><Ctrl+Home><Down><End>-x");
    bench
        .keys("gr<Ctrl+A>yours<Enter>K")
        .shows("/yours/")
        .keys("t");
    assert!(text(&bench).contains("name: mine-x\n"), "{}", text(&bench));
}

#[test]
fn a_text_that_takes_the_place_of_unsaved_text_says_so_and_undo_brings_that_back() {
    let mut bench = put_off(TYPED);
    bench.keys("g<Enter><Ctrl+End>newer<Esc><Esc>K");
    bench.shows("The editor holds other unsaved text").keys("t");
    bench.shows("Ctrl+Z brings back the unsaved text that was in the editor");
    assert!(text(&bench).ends_with("precious"));
    bench.keys("<Ctrl+Z>");
    assert!(text(&bench).ends_with("newer"), "{}", text(&bench));
}
