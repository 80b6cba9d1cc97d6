//! Typing, modes, leaving.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Effect;
use skillkiln::workbench::app::model::Mode;

const OWN: &str = "skills/custom/mine/SKILL.md";

fn own() -> Bench {
    Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        ("skills/theirs/SKILL.md", &skill("theirs", "Does theirs.")),
    ])
}

#[test]
fn browse_is_a_lock_that_typing_in_ones_own_skill_opens() {
    let mut bench = own();
    bench.shows("BROWSE").keys("<Enter>x");
    assert_eq!(bench.model.mode, Mode::Build);
    bench
        .shows("Build: skills/custom/ may be changed")
        .keys("y")
        .hides("may be changed");
    assert!(
        bench
            .model
            .text()
            .expect("open")
            .editor
            .text()
            .starts_with("xy---")
    );
}

#[test]
fn a_read_only_text_says_how_to_get_ones_own_copy() {
    let mut bench = own();
    bench
        .keys("j<Enter>z")
        .shows("read only: `o` makes your own copy");
    assert_eq!(bench.model.mode, Mode::Browse);
    assert!(bench.model.unsaved().is_empty());
    // Letters are commands there.
    bench.keys("o").shows("Override theirs");
}

#[test]
fn back_to_browse_asks_about_unsaved_text() {
    let mut bench = own();
    let before = bench.file(OWN);
    bench.keys("<Enter>x<F5>").shows("Lock again?").keys("x");
    assert_eq!(bench.model.mode, Mode::Browse);
    assert_eq!(bench.file(OWN), before);
    assert!(bench.model.unsaved().is_empty());
    bench.keys("x<F5>s");
    assert_eq!(
        bench.file(OWN).map(|text| text.starts_with("x---")),
        Some(true)
    );
}

#[test]
fn quitting_asks_save_discard_or_cancel() {
    let mut bench = own();
    bench
        .keys("<Enter>x<Ctrl+Q>")
        .shows("Quit?")
        .shows("skills/custom/mine/SKILL.md");
    bench.keys("c").hides("Quit?");
    assert!(!bench.model.done);
    bench.keys("<Ctrl+Q>s");
    assert!(bench.model.done);
    assert_eq!(bench.effects.last(), Some(&Effect::Quit));
    assert_eq!(
        bench.file(OWN).map(|text| text.starts_with("x---")),
        Some(true)
    );

    let mut bench = own();
    let before = bench.file(OWN);
    bench.keys("<Enter>x<Ctrl+Q>x");
    assert!(bench.model.done);
    assert_eq!(bench.file(OWN), before);
}

#[test]
fn control_c_twice_quits_and_once_does_not() {
    let mut bench = own();
    bench
        .keys("<Ctrl+C>")
        .shows("Ctrl+C again quits")
        .keys("j<Ctrl+C>");
    assert!(!bench.model.done);
    bench.keys("<Ctrl+C>");
    assert!(bench.model.done);
}

#[test]
fn escape_leaves_one_thing_at_a_time_and_stray_letters_are_ignored() {
    let mut bench = own();
    bench.keys("e<Ctrl+A>");
    assert!(
        bench
            .model
            .text()
            .expect("open")
            .editor
            .selection()
            .is_some()
    );
    bench.keys("<Esc>");
    assert!(
        bench
            .model
            .text()
            .expect("open")
            .editor
            .selection()
            .is_none()
    );
    bench
        .keys("<Esc>")
        .shows("Esc again for the list")
        .quick("<Esc>dq");
    assert!(bench.model.dialog.is_none() && !bench.model.done);
    bench.keys("d").shows("Delete mine");
}

#[test]
fn one_undo_takes_back_a_paste_and_copying_reaches_the_clipboard() {
    let mut bench = own();
    bench.keys("e");
    bench.take(vec![skillkiln::workbench::app::Message::Paste(
        "one\ntwo\n".to_owned(),
    )]);
    bench.shows("● unsaved").keys("<Ctrl+Z>").hides("● unsaved");
    bench.keys("<Shift+End><Ctrl+C>");
    assert_eq!(bench.effects.last(), Some(&Effect::Copy("---".to_owned())));
    bench.keys("<Ctrl+V><Ctrl+V>");
    assert!(
        bench
            .model
            .text()
            .expect("open")
            .editor
            .text()
            .starts_with("------\n")
    );
}

#[test]
fn unsaved_text_stays_while_another_skill_is_looked_at() {
    let mut bench = own();
    bench
        .keys("<Enter><Ctrl+End>x<F6><F6>j")
        .shows("theirs SKILL.md")
        .shows("1 unsaved");
    bench.keys("k").shows("● unsaved");
    assert_eq!(bench.model.unsaved().len(), 1);
}

#[test]
fn a_file_changed_by_another_program_is_followed_when_clean() {
    let mut bench = own();
    bench.keys("<Enter>");
    bench.write(OWN, &skill("mine", "Does it better."));
    bench.shows("Does it better.").hides("● unsaved");
    assert_eq!(bench.model.row().map(|row| row.name.as_str()), Some("mine"));
}

#[test]
fn a_file_changed_by_another_program_never_costs_unsaved_text() {
    let mut bench = own();
    bench.keys("<Enter>x");
    let theirs = skill("mine", "Theirs.");
    bench
        .write(OWN, &theirs)
        .shows("Changed by another program");
    let mine = bench.model.text().expect("open").editor.text().to_owned();
    assert!(mine.starts_with("x---"));
    bench.keys("<Esc><Ctrl+S>").shows("Not saved").keys("<Esc>");
    assert_eq!(bench.file(OWN).as_ref(), Some(&theirs));
    bench.keys("<Ctrl+S>k");
    assert_eq!(bench.file(OWN).as_ref(), Some(&mine));
    bench.keys("y");
    bench.write(OWN, &theirs).keys("<Esc><Ctrl+S>t");
    assert_eq!(bench.model.text().expect("open").editor.text(), theirs);
    bench.keys("<Ctrl+Z>").shows("● unsaved");
}

#[test]
fn a_deleted_file_never_costs_unsaved_text() {
    let mut bench = own();
    bench.keys("<Enter>x");
    std::fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench
        .shows("deleted by another program")
        .keys("<Esc><Ctrl+S>");
    assert_eq!(
        bench.file(OWN).map(|text| text.starts_with("x---")),
        Some(true)
    );
}

#[test]
fn the_next_problem_is_found_from_anywhere() {
    let mut bench = Bench::new(&[(OWN, "---\nname: mine\ndescription: a: b\n---\n\nx\n")]);
    bench.keys("<Ctrl+G>");
    assert_eq!(bench.place().0, 3);
    bench.shows("error");
}

/// Two skills of one's own, and only the first of them passes the filter.
fn filtered() -> Bench {
    let mut bench = Bench::new(&[
        ("skills/custom/alpha/SKILL.md", &skill("alpha", "First.")),
        (
            "skills/custom/beta/SKILL.md",
            "---\nname: beta\ndescription: Use when: x\n---\n\nB.\n",
        ),
    ]);
    bench.keys("/alp<Enter>");
    assert_eq!(bench.model.list.filter, "alp");
    bench
}

#[test]
fn what_a_filter_hides_is_shown_when_it_is_gone_to_and_takes_what_is_typed() {
    let mut bench = filtered();
    bench.keys("p<Enter>").keys("more");
    let shown = |bench: &Bench| bench.model.text().map(|text| text.title.clone());
    assert_eq!(shown(&bench).as_deref(), Some("beta"));
    assert_eq!(bench.model.list.filter, "");
    assert_eq!(bench.model.unsaved().len(), 1);
    assert!(bench.model.unsaved()[0].ends_with("beta/SKILL.md"));
}

#[test]
fn a_new_skill_that_a_filter_would_hide_is_opened_all_the_same() {
    let mut bench = filtered();
    bench.keys("ngamma<Enter>").keys("Does gamma.<Ctrl+S>");
    let made = bench.file("skills/custom/gamma/SKILL.md").expect("made");
    assert!(made.contains("Does gamma."), "{made}");
    let first = bench.file("skills/custom/alpha/SKILL.md").expect("there");
    assert!(!first.contains("gamma"), "{first}");
}

#[test]
fn a_skill_whose_name_is_changed_under_a_filter_stays_open() {
    let mut bench = filtered();
    bench
        .keys("e<Ctrl+Home><Down><End>")
        .keys("<Ctrl+Backspace>other");
    let text = bench.model.text().expect("still open").editor.text();
    assert!(text.starts_with("---\nname: other\n"), "{text}");
    assert_eq!(bench.model.row().map(|row| &*row.name), Some("other"));
    // Filtered anew it is only looked for by its name.
    bench.keys("<Ctrl+S><Esc><Esc>/alp<Enter>");
    bench.shows("no name matches");
}
