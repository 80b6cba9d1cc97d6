//! What disks throw at people.

use std::fs;

use super::harness::{Bench, skill};

#[test]
fn a_project_folder_that_is_not_there_is_told_and_can_be_made() {
    let mut bench = Bench::new(&[]);
    fs::remove_dir(bench.path("")).expect("removed");
    bench.rescan();
    bench.keys("nfirst<Enter>");
    let made = bench.file("skills/custom/first/SKILL.md").is_some();
    let told = bench.text().contains("not made: ");
    assert!(made || told, "{}", bench.text());
}

#[test]
fn a_file_that_is_not_utf_8_opens_read_only_with_a_message() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", "")]);
    fs::write(
        bench.path("skills/custom/a/SKILL.md"),
        b"---\nname: \xff\xfe\n---\n",
    )
    .expect("written");
    bench.rescan();
    bench.keys("<Enter>z").shows("not UTF-8");
    assert!(bench.model.unsaved().is_empty());
}

#[test]
fn five_megabytes_and_nothing_at_all_open() {
    let long = format!("{}{}", skill("long", "x"), "word ".repeat(1 << 20));
    let mut bench = Bench::new(&[
        ("skills/custom/long/SKILL.md", &long),
        ("skills/custom/none/SKILL.md", ""),
    ]);
    let at = |bench: &Bench, name: &str| {
        let rows = &bench.model.list.rows;
        rows.iter()
            .find(|row| row.name == name)
            .map(|row| row.id.clone())
    };
    for name in ["long", "none"] {
        bench.model.list.selected = at(&bench, name);
        bench.rescan();
        bench.shows(&format!("{name} SKILL.md"));
        bench
            .keys("e")
            .keys("x")
            .shows("● unsaved")
            .keys("<Ctrl+Z><Esc><Esc>");
    }
}

#[test]
fn a_large_text_keeps_its_findings_while_it_is_not_saved() {
    let text = "---\nname: long\ndescription: Reviews: code\n---\n";
    let text = format!("{text}{}", "word ".repeat(230_000));
    let mut bench = Bench::new(&[("skills/custom/long/SKILL.md", &text)]);
    let rules = |bench: &Bench| -> Vec<&str> {
        let text = bench.model.text().expect("an open text");
        text.findings.iter().map(|finding| finding.rule).collect()
    };
    bench.keys("<Enter>");
    assert!(rules(&bench).contains(&"yaml/colon-in-value"));
    bench.keys("<Ctrl+End>x").shows("● unsaved");
    assert!(rules(&bench).contains(&"yaml/colon-in-value"));
}

#[test]
fn a_dangling_link_stands_under_not_loaded() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "x"))]);
    #[cfg(unix)]
    {
        fs::create_dir(bench.path("skills/b")).expect("a folder");
        std::os::unix::fs::symlink("nowhere", bench.path("skills/b/SKILL.md")).expect("a link");
    }
    bench.rescan();
    bench.keys("j<Enter>xx1").hides("● unsaved");
}

#[cfg(unix)]
#[test]
fn a_save_that_fails_keeps_the_text_and_says_why() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "x"))]);
    bench.keys("<Enter>y");
    // A link where the file was: it is never written through.
    let path = bench.path("skills/custom/a/SKILL.md");
    fs::remove_file(&path).expect("removed");
    std::os::unix::fs::symlink("/dev/full", &path).expect("a link");
    bench
        .keys("<Ctrl+S>")
        .shows("is a link, and nothing is written");
    let text = bench.model.text().expect("still open").editor.text();
    assert!(text.starts_with("y---"));
    assert!(!bench.model.unsaved().is_empty());
    bench
        .keys("<Esc>")
        .hides("Not saved")
        .hides("Another program");
    bench.keys("<Ctrl+S>").shows("a link that leads to no file");
}
