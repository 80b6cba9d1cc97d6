//! Other names for skills, and taking back what was done to files.

use super::harness::{Bench, skill};

const OLD: &str = "skills/custom/old/SKILL.md";
const NEW: &str = "skills/custom/new/SKILL.md";

fn bench() -> Bench {
    Bench::new(&[
        (OLD, &skill("old", "Does it.")),
        ("skills/theirs/SKILL.md", &skill("theirs", "Does theirs.")),
    ])
}

fn selected(bench: &Bench) -> &str {
    bench.model.row().map_or("", |row| row.name.as_str())
}

#[test]
fn a_skill_gets_another_name_and_stays_selected_and_open() {
    let mut bench = bench();
    bench
        .keys("r")
        .shows("Rename old")
        .shows("it is called so now")
        .keys("new")
        .shows("skills/custom/new")
        .shows("name: new")
        .shows("is no skill any more")
        .keys("<Enter>")
        .hides("Rename old")
        .shows("it is new now");
    assert_eq!(bench.file(OLD), None);
    let renamed = skill("old", "Does it.").replace("name: old", "name: new");
    assert_eq!(bench.file(NEW), Some(renamed.clone()));
    assert_eq!(selected(&bench), "new");
    // Its text follows, and saves to the new place.
    bench.keys("<Enter>x<Ctrl+S>");
    assert_eq!(bench.file(NEW), Some(format!("x{renamed}")));
    assert_eq!(bench.file(OLD), None);
}

#[test]
fn names_that_do_not_fit_are_told_while_they_are_typed() {
    let mut bench = Bench::new(&[
        (OLD, &skill("old", "Does it.")),
        (NEW, &skill("new", "Is there.")),
    ]);
    bench.keys("jr<Ctrl+A>new").shows("exists already");
    bench.keys("<Enter>").shows("Rename old");
    bench.keys("<Ctrl+A>a/b<Enter>").shows("Rename old");
    bench.keys("<Ctrl+A><Backspace>").shows("needs a name");
    bench.keys("<Esc>").hides("Rename old");
    assert_eq!(bench.file(OLD), Some(skill("old", "Does it.")));
}

#[test]
fn unsaved_text_is_saved_before_its_name_changes() {
    let mut bench = bench();
    bench.keys("<Enter><Ctrl+End>x<Esc><Esc>r");
    bench.shows("save the text first");
    bench.hides("Rename old");
}

#[test]
fn only_one_s_own_skills_get_other_names_and_any_can_be_copied() {
    let mut bench = bench();
    bench
        .keys("jr")
        .shows("only your own skills get other names");
    bench.keys("D").shows("Duplicate theirs").keys("<Enter>");
    let copy = skill("theirs", "Does theirs.").replace("name: theirs", "name: theirs-2");
    assert_eq!(bench.file("skills/custom/theirs-2/SKILL.md"), Some(copy));
    assert_eq!(selected(&bench), "theirs-2");
    bench.keys("<Esc><Esc>u").shows("is in the trash");
    assert_eq!(bench.file("skills/custom/theirs-2/SKILL.md"), None);
    bench.keys("U").shows("is back");
    assert!(bench.file("skills/custom/theirs-2/SKILL.md").is_some());
}

#[test]
fn what_was_done_is_taken_back_after_a_restart() {
    let mut bench = bench();
    bench.keys("rnew<Enter>");
    // Under the standard skill of the same name there is then one's own copy.
    bench
        .keys("jo")
        .shows("Override theirs")
        .keys("y<Esc><Esc>");
    let own = "skills/custom/theirs/SKILL.md";
    assert!(bench.file(own).is_some());
    bench.keys("gdy");
    assert_eq!(bench.file(NEW), None);
    let mut bench = bench.dies();
    bench.keys("u").shows("is back");
    assert!(bench.file(NEW).is_some());
    bench.keys("u").shows("theirs is in the trash");
    assert_eq!(bench.file(own), None);
    bench.keys("u").shows("it is old again");
    assert_eq!(bench.file(OLD), Some(skill("old", "Does it.")));
    bench.keys("u").shows("nothing was done here").keys("<Esc>");
    bench.keys("UU");
    assert!(bench.file(NEW).is_some() && bench.file(own).is_some());
}

#[test]
fn taking_back_an_override_never_costs_unsaved_text() {
    let mut bench = bench();
    let own = "skills/custom/theirs/SKILL.md";
    bench.keys("joy").keys("precious<Esc><Esc>u");
    bench
        .shows("Take it back?")
        .shows("has text that is not saved")
        .keys("c");
    assert!(bench.file(own).is_some() && bench.model.unsaved().len() == 1);
    bench.keys("uy").shows("theirs is in the trash");
    assert!(bench.file(own).is_none() && bench.model.unsaved().is_empty());
    bench.keys("U").shows("precious").shows("● unsaved");
    bench.keys("<Ctrl+S>");
    assert!(
        bench
            .file(own)
            .is_some_and(|text| text.contains("precious"))
    );
}

#[test]
fn a_copy_of_what_is_not_saved_yet_has_what_is_on_the_screen() {
    let mut bench = bench();
    bench
        .keys("<Enter><Ctrl+End>on the screen<Esc><Esc>Dnew")
        .shows("the copy gets the text on the screen, which is not saved yet")
        .keys("<Enter>");
    let copy = bench.file(NEW).unwrap_or_default();
    assert!(copy.ends_with("on the screen"), "{copy}");
    assert!(copy.contains("name: new"), "{copy}");
    // The original stays as it is, saved or not.
    assert_eq!(bench.file(OLD), Some(skill("old", "Does it.")));
    assert_eq!(bench.model.unsaved().len(), 1);
}

#[test]
fn where_nothing_was_done_undo_says_so_and_allows_no_changes() {
    let mut bench = bench();
    for (key, said) in [("u", "nothing to take back"), ("U", "nothing to do again")] {
        bench.keys(key).shows(said).shows("BROWSE");
        bench.hides("Something went wrong");
    }
}

#[test]
fn a_rename_says_where_the_copy_lies_that_has_the_old_name_from_then_on() {
    let mut bench = Bench::new(&[
        (OLD, &skill("old", "Mine.")),
        ("skills/old/SKILL.md", &skill("old", "Theirs.")),
    ]);
    bench.keys("rnew").shows("old is the copy in standard");
}
