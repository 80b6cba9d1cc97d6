//! The program dies with unsaved text (journey 7).

use std::fs;

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Effect;
use skillkiln::workbench::app::recovery::Recovering;

const OWN: &str = "skills/custom/mine/SKILL.md";
const OTHER: &str = "skills/custom/other/SKILL.md";

fn bench() -> Bench {
    Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        (OTHER, &skill("other", "Does other.")),
    ])
}

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

/// Types at the end of the first skill, and dies.
fn died() -> Bench {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>precious");
    bench.dies()
}

#[test]
fn unsaved_text_is_offered_and_taken_back_as_unsaved() {
    let mut bench = died();
    bench
        .shows("Unsaved text from last time")
        .shows(OWN)
        .shows("The file has not changed since.")
        .shows("1 line more, 0 lines less")
        .keys("d")
        .shows("9 + precious")
        .keys("<Esc>t")
        .shows("your text is back");
    assert!(text(&bench).ends_with("precious"));
    assert_eq!(bench.model.unsaved().len(), 1);
    // The file is as it was until it is saved, and undo leads to it.
    assert_eq!(bench.file(OWN), Some(skill("mine", "Does mine.")));
    bench.keys("<Ctrl+Z>");
    assert_eq!(text(&bench), skill("mine", "Does mine."));
    bench.keys("<Ctrl+Y><Ctrl+S>").shows("saved");
    assert!(
        bench
            .file(OWN)
            .is_some_and(|text| text.ends_with("precious"))
    );
    bench.dies().hides("Unsaved text from last time");
}

#[test]
fn it_outlives_dying_again_before_anything_else_happens() {
    let mut bench = died();
    bench.keys("t");
    let mut bench = bench.dies();
    bench.shows("Unsaved text from last time").keys("t");
    assert!(text(&bench).ends_with("precious"));
}

#[test]
fn what_is_put_off_is_offered_at_the_next_start() {
    let mut bench = died();
    bench.keys("l").hides("Unsaved text from last time");
    let mut bench = bench.dies();
    bench.shows("Unsaved text from last time").keys("<Esc>");
    bench.dies().shows("Unsaved text from last time");
}

#[test]
fn throwing_away_is_asked_twice_and_then_done() {
    let mut bench = died();
    bench.keys("x").shows("for good").keys("<Enter>");
    bench.shows("take it back").keys("xy");
    bench.hides("Unsaved text from last time");
    assert_eq!(bench.file(OWN), Some(skill("mine", "Does mine.")));
    bench.dies().hides("Unsaved text from last time");
}

#[test]
fn a_file_that_changed_since_is_merged_after_taking_back() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>precious");
    let path = bench.path(OWN);
    fs::write(path, skill("mine", "Does theirs.")).expect("written");
    let mut bench = bench.dies();
    bench.shows("changed the file since").keys("t");
    bench.shows("merging loses nothing").keys("m<Enter>");
    assert_eq!(text(&bench), skill("mine", "Does theirs.") + "precious");
}

#[test]
fn a_file_that_is_gone_is_written_again() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>precious");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    let mut bench = bench.dies();
    bench.shows("The file is gone").keys("t<Esc>");
    assert!(text(&bench).ends_with("precious"));
    bench.keys("<Ctrl+S>");
    assert!(
        bench
            .file(OWN)
            .is_some_and(|text| text.ends_with("precious"))
    );
}

#[test]
fn several_texts_are_offered_one_after_the_other() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>one<Esc><Esc>j<Enter><Ctrl+End>two");
    assert_eq!(bench.model.unsaved().len(), 2);
    let mut bench = bench.dies();
    bench.shows("One more follows").keys("t");
    bench
        .hides("One more follows")
        .shows("take it back")
        .keys("t");
    assert_eq!(bench.model.unsaved().len(), 2);
    let release = Effect::Recovery(Recovering::Release);
    assert_eq!(bench.effects.iter().filter(|e| **e == release).count(), 1);
}

#[test]
fn what_was_saved_or_discarded_is_not_offered() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>saved<Ctrl+S>");
    let mut bench = bench.dies();
    bench.hides("Unsaved text from last time");
    bench.keys("<Enter><Ctrl+End>gone<F5>x").shows("Browse");
    bench.dies().hides("Unsaved text from last time");
}

#[test]
fn a_recovery_file_that_another_start_made_needless_is_let_go() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>same");
    let path = bench.path(OWN);
    fs::write(path, skill("mine", "Does mine.") + "same").expect("written");
    let bench = bench.dies();
    bench.dies().hides("Unsaved text from last time");
}

/// The first skill is deleted with something typed at its end.
fn deleted() -> Bench {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>precious<Esc><Esc>dy");
    assert_eq!(bench.file(OWN), None, "{}", bench.text());
    assert_eq!(bench.model.shelf.len(), 1);
    bench
}

#[test]
fn unsaved_text_of_a_deleted_skill_comes_back_with_it_whatever_happens_between() {
    let ways: [fn(Bench) -> Bench; 3] = [
        |bench| bench,
        Bench::dies,
        |mut bench| {
            bench.keys("<Ctrl+Q>");
            assert!(bench.model.done, "{}", bench.text());
            // Twice: what nobody takes up stays for the start after the next one.
            let mut bench = bench.dies();
            bench.keys("<Ctrl+Q>");
            bench.dies()
        },
    ];
    for way in ways {
        let mut bench = way(deleted());
        bench.hides("Unsaved text from last time");
        bench.keys("u").shows("is back").shows("1 unsaved");
        assert_eq!(bench.file(OWN), Some(skill("mine", "Does mine.")));
        assert!(text(&bench).ends_with("precious"), "{}", bench.text());
        bench.keys("<Enter><Ctrl+S>").shows("saved");
        assert!(
            bench
                .file(OWN)
                .is_some_and(|text| text.ends_with("precious"))
        );
        bench.keys("<Ctrl+Q>");
        assert!(bench.model.done);
        bench.dies().hides("Unsaved text from last time");
    }
}

#[test]
fn what_stands_in_the_place_of_a_deleted_skill_is_offered_its_text() {
    let mut bench = deleted();
    bench.keys("nmine<Enter>");
    assert!(bench.model.unsaved().is_empty(), "{}", bench.text());
    assert!(!text(&bench).contains("precious"));
    bench.dies().shows("Unsaved text from last time").shows(OWN);
}

#[test]
fn what_was_taken_back_can_be_saved_when_its_folder_is_gone() {
    const AGENTS: &str = ".agents/skills/mine/SKILL.md";
    const NOTES: &str = "skills/custom/mine/notes.md";
    // The only skill of a host that is not the first one; a file beside a skill that is gone.
    for (path, keys, gone) in [
        (AGENTS, "<Enter><Ctrl+End>precious", ".agents"),
        (OWN, "<Enter><Ctrl+End>precious", "skills"),
        (NOTES, "5j<Enter><Ctrl+End>precious", "skills"),
        (NOTES, "5j<Enter><Ctrl+End>precious", "skills/custom/mine"),
    ] {
        let skill_file = if path == AGENTS { AGENTS } else { OWN };
        let mut bench = Bench::new(&[(skill_file, &skill("mine", "Does mine."))]);
        if path == NOTES {
            bench.write(NOTES, "Notes.\n");
        }
        bench.keys(keys);
        assert_eq!(
            bench.model.shown,
            bench
                .path(path)
                .canonicalize()
                .ok()
                .map(|p| p.display().to_string()),
            "{}",
            bench.text()
        );
        fs::remove_dir_all(bench.path(gone)).expect("removed");
        let mut bench = bench.dies();
        bench.shows("The file is gone").keys("t<Esc>");
        assert!(text(&bench).ends_with("precious"), "{}", bench.text());
        bench.keys("<Ctrl+S>");
        let saved = bench.file(path);
        assert!(
            saved.is_some_and(|text| text.ends_with("precious")),
            "{path} {}",
            bench.text()
        );
        assert!(bench.model.unsaved().is_empty(), "{}", bench.text());
    }
}
