//! Files that the system does not let us write.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::harness::{Bench, skill};

const OWN: &str = "skills/custom/mine/SKILL.md";

fn mode(bench: &Bench, path: &str, mode: u32) {
    let to = fs::Permissions::from_mode(mode);
    fs::set_permissions(bench.path(path), to).expect("permissions");
}

#[test]
fn a_file_that_cannot_be_written_is_not_typed_into() {
    let mut bench = Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        ("skills/custom/other/SKILL.md", &skill("other", "Other.")),
    ]);
    bench.hides("read only");
    mode(&bench, OWN, 0o444);
    // It is asked anew whenever the file is shown.
    bench
        .keys("jk<Enter>")
        .shows("read only: the permissions of the file forbid writing")
        .keys("z")
        .shows("the permissions of the file forbid writing")
        .shows("copies the skill");
    let text = bench.model.text().expect("open");
    assert!(!text.unsaved() && !text.writable());
    // The other one is what it was.
    bench.keys("<Esc>j<Enter>z").shows("● unsaved");
    mode(&bench, OWN, 0o644);
    bench.keys("<Esc><Esc>k<Enter>z");
    assert!(bench.model.text().expect("open").unsaved());
}

#[test]
fn what_was_typed_already_stays_a_text_to_type_in() {
    let mut bench = Bench::new(&[(OWN, &skill("mine", "Does mine."))]);
    bench.keys("e<Ctrl+End>more");
    mode(&bench, OWN, 0o444);
    bench.rescan();
    bench.keys(" and more");
    let text = bench.model.text().expect("open").editor.text();
    assert!(text.ends_with("more and more"), "{text}");
    bench.keys("<Ctrl+S>").shows("Not saved");
}

#[test]
fn a_text_that_cannot_be_written_any_more_is_kept_in_one_s_own_way() {
    let mut bench = Bench::new(&[(OWN, &skill("mine", "Does mine."))]);
    bench.keys("e<Ctrl+End>more");
    mode(&bench, OWN, 0o444);
    let before = bench.model.text().expect("open").editor.text().to_owned();
    bench
        .keys("<Ctrl+S>")
        .shows("Not saved")
        .shows("the file is marked so; change its permissions")
        .keys("<Esc>");
    assert_eq!(bench.model.unsaved().len(), 1);
    bench
        .keys("<Ctrl+S>n")
        .shows("mine-2/SKILL.md")
        .keys("<Enter>");
    let own = "skills/custom/mine-2/SKILL.md";
    assert_eq!(bench.file(own).as_deref(), Some(&*before));
    assert_eq!(bench.file(OWN), Some(skill("mine", "Does mine.")));
    assert!(bench.model.unsaved().is_empty());
    // Or it is made writable, and saved where it was.
    let mut bench = Bench::new(&[(OWN, &skill("mine", "Does mine."))]);
    bench.keys("e<Ctrl+End>more");
    mode(&bench, OWN, 0o444);
    bench.keys("<Ctrl+S>l");
    mode(&bench, OWN, 0o644);
    bench.keys("<Ctrl+S>").shows("saved");
    assert_eq!(bench.file(OWN).as_deref(), Some(&*before));
}

/// A project with a skill folder, and a supporting file, that are links to elsewhere.
fn linked() -> Bench {
    let mut bench = Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        ("elsewhere/out/SKILL.md", &skill("out", "Lies elsewhere.")),
        ("elsewhere/out/references/a.md", "A.\n"),
    ]);
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, bench.path(at)).expect("a link");
    link("../../elsewhere/out", "skills/custom/out");
    fs::create_dir(bench.path("skills/custom/mine/references")).expect("a folder");
    link(
        "../../../../elsewhere/out/references/a.md",
        "skills/custom/mine/references/a.md",
    );
    bench.rescan();
    bench
}

const LINK: &str = "out is a link to ../../elsewhere/out";

#[test]
fn what_lies_behind_a_link_is_read_only_from_the_start_and_says_why() {
    let mut bench = linked();
    for key in ["e", "o"] {
        let mut bench = linked();
        bench.keys("j").keys(key).shows("read only: ");
        bench.shows(LINK).shows("`D` copies the");
        bench.hides("already your own");
    }
    bench.keys("j").shows("read only").keys("e").shows(LINK);
    bench.keys("<Enter>z").shows(LINK);
    assert!(bench.model.unsaved().is_empty());
    bench.keys("<Esc>r").shows(LINK).hides("Rename");
    // A delete takes the link alone, and says so.
    bench
        .keys("d")
        .shows("the link alone: ../../elsewhere/out stays as it is")
        .keys("y");
    assert!(bench.file("elsewhere/out/SKILL.md").is_some());
    assert!(fs::symlink_metadata(bench.path("skills/custom/out")).is_err());
    bench.keys("u");
    assert!(fs::symlink_metadata(bench.path("skills/custom/out")).is_ok());
}

#[test]
fn files_behind_links_are_opened_to_read_and_nothing_else_is_offered() {
    let mut bench = linked();
    bench.keys("j5").shows("references/a.md").keys("j");
    for key in ["r", "d"] {
        bench.keys(key).shows(LINK).hides("Esc cancels");
    }
    bench.keys("n").hides("New file").hides("New skill");
    bench.shows(LINK);
    bench.hides("d delete").keys("<Enter>z").shows(LINK);
    let mut bench = linked();
    bench.keys("5").shows("references/a.md").keys("j");
    for key in ["r", "d"] {
        bench
            .keys(key)
            .shows("references/a.md is a link")
            .hides("Esc cancels");
    }
    bench.keys("<Enter>z").shows("references/a.md is a link");
    assert!(bench.model.unsaved().is_empty());
}

#[test]
fn what_was_typed_before_a_link_took_the_place_is_saved_as_one_s_own() {
    let mut bench = linked();
    bench.keys("e<Ctrl+End>more");
    let before = bench.model.text().expect("open").editor.text().to_owned();
    let folder = bench.path("skills/custom/mine");
    fs::rename(&folder, bench.path("elsewhere/mine")).expect("moved");
    std::os::unix::fs::symlink("../../elsewhere/mine", &folder).expect("a link");
    bench.rescan();
    bench
        .keys("<Ctrl+S>")
        .shows("nothing is written through links");
    bench.keys("n").shows("mine-2/SKILL.md").keys("<Enter>");
    let own = bench.file("skills/custom/mine-2/SKILL.md");
    assert_eq!(own.as_deref(), Some(&*before));
    assert_eq!(
        bench.file("elsewhere/mine/SKILL.md"),
        Some(skill("mine", "Does mine."))
    );
}
