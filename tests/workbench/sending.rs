//! Skills sent on: packed into a file, and copied into folders of other hosts.

use super::harness::{Bench, skill};

const MINE: &str = "skills/custom/pdf/SKILL.md";

fn bench(width: u16, height: u16) -> Bench {
    let mine = skill("pdf", "Reads PDF files. Use it for those.");
    let files = [
        ("skills/standard/SKILL.md", skill("standard", "Standard.")),
        (MINE, mine),
        ("skills/custom/pdf/scripts/get.sh", "#!/bin/sh\n".to_owned()),
        (".agents/skills/other/SKILL.md", skill("other", "Other.")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    let mut bench = Bench::sized(&files, width, height);
    bench.keys("Hagentworks<Enter>");
    select(&mut bench, "pdf");
    bench
}

fn select(bench: &mut Bench, name: &str) {
    bench.keys("g");
    for _ in 0..9 {
        if bench.model.row().is_some_and(|row| row.name == name) {
            return;
        }
        bench.keys("j");
    }
    panic!("no {name}");
}

#[test]
fn an_export_shows_what_each_target_says_and_imports_again_byte_for_byte() {
    let mut bench = bench(120, 40);
    bench
        .keys("x")
        .shows("Export pdf")
        .shows("as it is")
        .shows("pdf/scripts/get.sh");
    bench
        .goes_to(false, "Replio")
        .shows("Does not go along")
        .shows("scripts/get.sh");
    bench
        .goes_to(false, "as it is")
        .keys("x")
        .shows("Write it to")
        .shows("pdf.zip");
    bench.keys("<Enter>").shows("wrote pdf.zip");
    assert!(bench.path("pdf.zip").exists());
    // What came out goes in.
    let mine = bench.file(MINE);
    bench
        .keys("dy")
        .shows("trash")
        .keys("ipdf.zip<Enter>")
        .shows("1 skill in")
        .keys("i");
    bench.shows("pdf is installed");
    assert_eq!(bench.file(MINE), mine);
}

#[test]
fn what_a_target_refuses_and_a_file_that_is_there_are_asked_about() {
    let mut bench = bench(120, 40);
    bench.write(
        MINE,
        "---\nname: pdf\ndescription: Reads <b>PDF</b>. Use it.\nextra: x\n---\nx\n",
    );
    bench.keys("x").goes_to(false, "claude.ai").shows("refused");
    bench
        .shows("claude.ai takes no field \"extra\"")
        .shows("SKILL.md:4:1");
    bench.keys("x<Ctrl+U>out.md<Enter>").shows("is named *.zip");
    bench
        .keys("<Ctrl+U>out.zip<Enter>")
        .shows("Write it all the same?");
    bench.keys("<Enter>").hides("Write it all the same?");
    assert!(!bench.path("out.zip").exists());
    bench.keys("<Enter>y").shows("wrote out.zip");
    std::fs::write(bench.path("out.zip"), "theirs").expect("a file");
    bench
        .keys("xx<Ctrl+U>out.zip<Enter>")
        .shows("Write over it?")
        .keys("c");
    assert_eq!(bench.file("out.zip").as_deref(), Some("theirs"));
    bench.keys("<Enter>y").shows("wrote out.zip");
    assert_ne!(bench.file("out.zip").as_deref(), Some("theirs"));
    bench.keys("xx<Ctrl+U>no/such/out.zip<Enter>");
    bench.keys("<Esc><Esc>").hides("Export pdf");
}

#[test]
fn a_copy_for_another_host_names_every_file_and_is_taken_back() {
    let mut bench = bench(120, 40);
    bench.keys("X").shows("Copy pdf to another host");
    bench
        .goes_to(false, "  .agents/skills")
        .shows("looked into by")
        .shows("codex");
    bench
        .shows(".agents/skills/pdf/SKILL.md")
        .shows(".agents/skills/pdf/scripts/get.sh");
    bench
        .keys("X")
        .shows("Copy pdf to")
        .shows("new       .agents/skills/pdf/SKILL.md");
    assert!(!bench.path(".agents/skills/pdf").exists());
    bench.keys("<Enter>");
    assert!(!bench.path(".agents/skills/pdf").exists());
    bench
        .keys("Xy")
        .shows("it is copied to .agents/skills; u takes it back");
    assert_eq!(bench.file(".agents/skills/pdf/SKILL.md"), bench.file(MINE));
    // The second time it replaces what is there.
    bench.write(MINE, &skill("pdf", "Another text. Use it."));
    bench
        .keys("X")
        .goes_to(false, "  .agents/skills")
        .shows("Goes to the trash");
    bench.keys("Xy").shows("it is copied");
    assert_eq!(bench.file(".agents/skills/pdf/SKILL.md"), bench.file(MINE));
    bench.keys("u");
    let old = skill("pdf", "Reads PDF files. Use it for those.");
    assert_eq!(bench.file(".agents/skills/pdf/SKILL.md"), Some(old));
    bench.keys("u");
    assert!(!bench.path(".agents/skills/pdf").exists());
    bench.keys("U");
    assert!(bench.path(".agents/skills/pdf/SKILL.md").exists());
}

#[test]
fn a_single_file_host_tells_what_is_lost() {
    let mut bench = bench(120, 40);
    bench
        .keys("X")
        .goes_to(false, ".replio/skills")
        .shows("Does not go along");
    bench.shows(".replio/skills/pdf.md").shows("scripts/get.sh");
    bench.keys("Xy").shows("it is copied");
    assert_eq!(
        bench.file(".replio/skills/pdf.md").as_deref(),
        Some("# pdf\n\nDo it.\n")
    );
}

#[test]
fn what_changed_after_it_was_shown_is_not_copied() {
    let mut bench = bench(120, 40);
    bench.keys("X").goes_to(false, "  .agents/skills");
    bench.write(MINE, &skill("pdf", "Changed."));
    bench.keys("Xy").shows("was changed meanwhile");
    assert!(!bench.path(".agents/skills/pdf").exists());
}

#[test]
fn why_a_skill_cannot_be_sent_is_told() {
    let mut bench = bench(120, 40);
    select(&mut bench, "standard");
    bench
        .keys("X")
        .shows("only your own skills are copied to other hosts");
    bench
        .keys("GX")
        .shows("no skill is selected that is loaded");
    bench.keys("x").shows("no skill is selected that is loaded");
    let mut bench = self::bench(120, 40);
    bench
        .keys("e<Ctrl+End>more<Esc><Esc>x")
        .shows("save the text first");
}

#[test]
fn small_screens_do_it_too() {
    for (width, height) in [(80, 24), (60, 15)] {
        let mut bench = bench(width, height);
        bench
            .keys("xx")
            .shows("Write it to")
            .keys("<Enter>")
            .shows("wrote pdf.zip");
        bench
            .keys("X")
            .goes_to(false, "  .agents/skills")
            .keys("X")
            .shows("Copy pdf to");
        bench.keys("y").shows("it is copied");
    }
}

#[test]
fn what_is_lost_is_asked_about_before_it_is_written() {
    let mut bench = bench(120, 40);
    bench.keys("x").goes_to(false, "Replio").keys("x<Enter>");
    bench
        .shows("Write it all the same?")
        .shows("not along: scripts/get.sh")
        .shows("not along: the frontmatter");
    bench.keys("<Enter>");
    assert!(!bench.path("pdf.md").exists());
    bench.keys("<Enter>y").shows("wrote pdf.md");
    assert_eq!(bench.file("pdf.md").as_deref(), Some("# pdf\n\nDo it.\n"));
}

#[test]
fn a_file_is_not_written_where_hosts_read() {
    let mut bench = bench(120, 40);
    for place in ["skills/custom/pdf.zip", ".agents/skills/pdf.zip"] {
        bench.keys(&format!("xx<Ctrl+U>{place}<Enter>"));
        bench.shows("elsewhere");
        assert!(!bench.path(place).exists(), "{place}");
        // What is typed stays, to be mended.
        bench.keys("<Ctrl+U>out.zip<Enter>").shows("wrote out.zip");
        std::fs::remove_file(bench.path("out.zip")).expect("removed");
        bench.keys("<Esc>");
    }
}

#[test]
fn every_file_that_goes_to_the_trash_is_named_before() {
    let mut bench = bench(120, 40);
    bench.write(".agents/skills/pdf/SKILL.md", "theirs\n");
    bench.write(".agents/skills/pdf/theirs/gone.md", "theirs\n");
    bench.write(".agents/skills/pdf/scripts/get.sh", "#!/bin/sh\n");
    bench.keys("X").goes_to(false, "  .agents/skills");
    let lines = [
        "replaced  .agents/skills/pdf/SKILL.md",
        "same      .agents/skills/pdf/scripts/get.sh",
        "trashed   .agents/skills/pdf/theirs/gone.md",
    ];
    for asked in [false, true] {
        if asked {
            bench.keys("X").shows("Copy pdf to");
        }
        for line in lines {
            bench.shows(line);
        }
    }
    bench.keys("y").shows("it is copied");
    assert!(!bench.path(".agents/skills/pdf/theirs").exists());
    bench.keys("u");
    assert!(bench.path(".agents/skills/pdf/theirs/gone.md").exists());
}

#[test]
fn what_may_hold_secrets_is_said_and_asked_about() {
    let mut bench = bench(120, 40);
    bench.write("skills/custom/pdf/.env", "TOKEN=1\n");
    bench
        .keys("x")
        .goes_to(false, "as it is")
        .shows("Goes along, and may hold secrets")
        .shows("secrets?");
    bench
        .keys("x<Enter>")
        .shows("Write it all the same?")
        .shows(".env goes along: settings like these often hold passwords");
    bench.keys("<Enter>").hides("Write it all the same?");
    assert!(!bench.path("pdf.zip").exists());
    bench.keys("<Enter>y").shows("wrote pdf.zip");
    bench
        .keys("X")
        .shows("Goes along, and may hold secrets")
        .keys("X")
        .shows(".env goes along");
}
