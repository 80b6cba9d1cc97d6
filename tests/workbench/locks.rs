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
        .shows("the permissions of the file forbid writing");
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
    bench.keys("<Ctrl+S>").shows("save failed");
}
