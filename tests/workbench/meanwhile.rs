//! Installed skills, and what happens to them between two looks: at their source, by another program, by
//! undo while something is being written.

use super::harness::Bench;
use super::updating::{self, HERE, LOCK, TEXT, THERE, row};

/// Two folders can have one hash in the format of locks; the list tells them apart as `outdated` does.
#[test]
fn the_mark_goes_by_the_files_and_not_by_the_hash_of_the_lock() {
    let mut bench = updating::bench(120, 40);
    // Both files and their texts are the letters of this one alone.
    bench.write("from/pdf/a.md", "a\nb.mdb\n");
    std::fs::remove_file(bench.path("from/pdf/b.md")).expect("removed");
    bench.keys("I").shows("1 update").keys("<Esc>");
    assert!(row(&bench).starts_with("▌↑pdf"), "{}", bench.text());
    let lock = bench.file(LOCK);
    bench.keys("Iuy").shows("pdf is updated");
    assert_eq!(bench.file(LOCK), lock);
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
}

/// `npx skills` keeps its lock in the project, for skills in `.agents/skills`.
#[test]
fn what_npx_skills_installed_is_marked_and_only_read() {
    // As 1.5.18 writes it.
    let lock = "{\n  \"version\": 1,\n  \"skills\": {\n    \"beta\": {\n      \"source\": \"from\",\n      \"sourceType\": \"local\",\n      \"computedHash\": \"7533aa5595c4955078d1c0e145ccfc7c01573335911bb69415c44ee219fbbca1\"\n    }\n  }\n}\n";
    let text = "---\nname: beta\ndescription: Beta does.\n---\nbody\n";
    let files = [
        (".agents/skills/beta/SKILL.md", text),
        ("from/beta/SKILL.md", text),
        ("skills-lock.json", lock),
    ];
    let mut bench = Bench::sized(&files, 120, 40);
    bench.keys("5").shows("↓beta");
    bench.shows("installed from from").shows("by npx skills");
    bench.write(
        ".agents/skills/beta/SKILL.md",
        &text.replace("body", "mine"),
    );
    bench.shows("~beta").shows("~ edited here");
    bench.write("from/beta/SKILL.md", &text.replace("body", "theirs"));
    bench.keys("v").shows("by npx skills").keys("<Esc>");
    bench.keys("I").shows("npx skills update beta").keys("u");
    bench.shows("there is no update for this one").keys("<Esc>");
    bench.shows("↕beta");
    assert_eq!(bench.file("skills-lock.json").as_deref(), Some(lock));
    assert!(bench.file(".agents/skills/skills-lock.json").is_none());
}

/// The text that is being written of a skill is kept by undo and redo, each with the version that it was
/// written in, and nobody else is said to have done anything.
#[test]
fn undo_of_an_update_puts_unsaved_text_aside() {
    let mut bench = updating::bench(120, 40);
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    bench.keys("Iuy").shows("pdf is updated");
    let updated = bench.file(HERE);
    bench.keys("e<Ctrl+End>new words<Esc><Esc>u");
    bench
        .shows("Take it back?")
        .shows("not saved")
        .keys("<Esc>");
    assert_eq!(bench.file(HERE), updated);
    bench.keys("uy").shows("is back").hides("another program");
    assert_eq!(bench.file(HERE).as_deref(), Some(TEXT));
    bench.hides("new words").hides("unsaved");
    // The version of before gets words of its own; redo puts those aside in their turn.
    bench.keys("e<Ctrl+End>old words<Esc><Esc>U");
    bench.shows("Do it again?").shows("not saved").keys("y");
    assert_eq!(bench.file(HERE), updated);
    bench.shows("new words").hides("old words");
    bench.hides("another program").shows("● unsaved");
    bench.keys("uy").shows("old words").hides("new words");
    bench.keys("Uy").shows("new words").keys("<Ctrl+S>");
    let saved = bench.file(HERE).expect("a skill");
    assert_eq!(saved, format!("{}new words", updated.expect("a skill")));
    // The import itself.
    let mut bench = updating::bench(120, 40);
    bench
        .keys("e<Ctrl+End>words<Esc><Esc>u")
        .shows("not saved")
        .keys("y");
    bench.shows("in the trash").hides("another program");
    assert!(bench.file(HERE).is_none());
    bench.keys("U").shows("words").shows("● unsaved");
}

/// Whoever changes the skill while its update is decided about costs nobody the decisions: those about
/// the same lines stay, and the others are asked for.
#[test]
fn what_was_decided_stays_when_the_skill_is_changed_meanwhile() {
    let mut bench = updating::bench(120, 40);
    let mine = TEXT
        .replace("First.", "Mine one.")
        .replace("Third.", "Mine three.");
    let theirs = TEXT
        .replace("First.", "Their one.")
        .replace("Third.", "Their three.");
    bench.write(HERE, &mine);
    bench.write(THERE, &theirs);
    bench.write("skills/custom/pdf/a.md", "mine\n");
    bench.write("from/pdf/a.md", "theirs\n");
    bench.write("skills/custom/pdf/b.md", "mine\n");
    bench.write("from/pdf/b.md", "theirs\n");
    bench.keys("I<Enter>").goes_to(true, "a.md").keys("t");
    bench.goes_to(true, "b.md").keys("t");
    bench.goes_to(true, "SKILL.md").keys("<Enter>t");
    // Left and opened again, what was chosen is chosen still.
    bench.shows("1 is not decided").keys("<Esc><Enter>");
    bench.shows("1 is not decided").keys("m<Enter>");
    bench
        .shows("merged    SKILL.md")
        .keys("u")
        .shows("Update pdf?");
    let changed = mine
        .replace("Mine three.", "Mine three, later.")
        .replace("# Two", "# Two, too");
    bench.write(HERE, &changed);
    bench.write("skills/custom/pdf/b.md", "mine, later\n");
    bench
        .keys("y")
        .shows("was changed meanwhile")
        .shows("what you decided");
    assert_eq!(bench.file(HERE), Some(changed));
    bench.keys("<Esc>").shows("conflict  SKILL.md");
    bench.shows("changed   a.md").shows("conflict  b.md");
    bench.goes_to(true, "b.md").keys("m");
    // Of the two places the one that is the same is decided.
    bench.goes_to(true, "SKILL.md").keys("<Enter>");
    bench.shows("1 is not decided").shows("Mine three, later.");
    bench.keys("b<Enter>uy").shows("pdf is updated");
    let merged = theirs
        .replace("# Two", "# Two, too")
        .replace("Their three.", "Mine three, later.\nTheir three.");
    assert_eq!(bench.file(HERE), Some(merged));
    assert_eq!(
        bench.file("skills/custom/pdf/a.md").as_deref(),
        Some("theirs\n")
    );
    let b = bench.file("skills/custom/pdf/b.md");
    assert_eq!(b.as_deref(), Some("mine, later\n"));
}

/// What somebody moved by hand is not installed a second time, and the screen does not say that all is well.
#[test]
fn a_skill_that_was_moved_is_known_where_it_is() {
    let mut bench = updating::bench(120, 40);
    let here = bench.path("skills/custom/pdf");
    std::fs::rename(&here, bench.path("skills/custom/reader")).expect("moved");
    bench.rescan();
    bench
        .keys("v")
        .shows("reader holds what was installed there");
    bench.keys("<Esc>O").shows("No update can be brought here");
    bench.shows("its line in the lock goes").keys("u");
    bench.shows("there is no update for this one");
    assert!(!here.exists());
}

/// Undo of a rename writes the skill file anew: text of it that is not saved is asked about and kept.
#[test]
fn undo_of_a_rename_puts_unsaved_text_aside() {
    let mut bench = updating::bench(120, 40);
    bench.keys("r<Ctrl+U>paper<Enter>").shows("it is paper now");
    bench.keys("e<Ctrl+End>words<Esc><Esc>u");
    bench
        .shows("Take it back?")
        .shows("not saved")
        .keys("<Esc>");
    assert!(bench.file(HERE).is_none());
    bench
        .keys("uy")
        .shows("it is pdf again")
        .hides("another program");
    assert_eq!(bench.file(HERE).as_deref(), Some(TEXT));
    bench.hides("unsaved").shows("# Three");
    bench.keys("U").shows("● unsaved").shows("words");
    bench.hides("another program").keys("<Ctrl+S>");
    let saved = bench.file("skills/custom/paper/SKILL.md");
    let paper = TEXT.replace("name: pdf", "name: paper");
    assert_eq!(saved, Some(format!("{paper}words")));
}
