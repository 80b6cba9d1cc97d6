//! Files beside a skill file: other names, the trash, and back.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::dialog::Dialog;

const MINE: &str = "skills/custom/mine/SKILL.md";
const A: &str = "skills/custom/mine/references/a.md";
const B: &str = "skills/custom/mine/references/b.md";
const RUN: &str = "skills/custom/mine/scripts/run.sh";

/// The focus is in Files, on the skill file.
fn bench(width: u16, height: u16) -> Bench {
    let files = [
        (MINE, &*skill("mine", "x")),
        (A, "Alpha\n"),
        (RUN, "true\n"),
        ("skills/theirs/SKILL.md", &*skill("theirs", "x")),
        ("skills/theirs/references/a.md", "Theirs\n"),
    ];
    let mut bench = Bench::sized(&files, width, height);
    bench.keys("5");
    bench
}

#[test]
fn a_file_goes_to_the_trash_alone_and_comes_back_also_after_a_restart() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut bench = bench(width, height);
        bench
            .keys("jd")
            .shows("Delete references/a.md")
            .shows(A)
            .hides("Delete mine");
        // Enter gives the careful answer.
        bench.keys("<Enter>");
        assert!(bench.file(A).is_some());
        bench.keys("dy").shows("a.md is in the trash");
        assert_eq!(bench.file(A), None);
        assert!(bench.file(MINE).is_some() && bench.file(RUN).is_some());
        bench.keys("u").shows("is back");
        assert_eq!(bench.file(A).as_deref(), Some("Alpha\n"));
        bench.keys("U");
        assert_eq!(bench.file(A), None);
        let mut bench = bench.dies();
        bench.keys("u").shows("is back");
        assert_eq!(bench.file(A).as_deref(), Some("Alpha\n"));
    }
}

#[test]
fn a_file_gets_another_name_and_its_old_one_back() {
    let mut bench = bench(120, 40);
    bench
        .keys("jr")
        .shows("Rename references/a.md")
        .hides("Rename mine")
        .keys("<Enter>")
        .shows("it is called so already")
        .keys("<Ctrl+A>scripts/run.sh<Enter>")
        .shows("scripts/run.sh exists already")
        .keys("<Ctrl+A>../b.md<Enter>")
        .shows("cannot be a name")
        .keys("<Ctrl+A>zoo/b.md<Enter>")
        .shows("it is zoo/b.md now");
    assert_eq!(bench.file(A), None);
    let renamed = "skills/custom/mine/zoo/b.md";
    assert_eq!(bench.file(renamed).as_deref(), Some("Alpha\n"));
    assert_eq!(bench.file(MINE), Some(skill("mine", "x")));
    // It stays the selected one, though it stands elsewhere among the others now.
    bench.keys("d").shows("Delete zoo/b.md").keys("<Esc>");
    let mut bench = bench.dies();
    bench.keys("u").shows("it is a.md again");
    assert_eq!(bench.file(A).as_deref(), Some("Alpha\n"));
    assert_eq!(bench.file(renamed), None);
}

#[test]
fn unsaved_text_goes_along_with_its_file() {
    let mut bench = bench(120, 40);
    bench.keys("j<Enter>New <Esc><F6>");
    bench.keys("r<Ctrl+A>references/b.md<Enter>");
    assert_eq!(bench.file(B).as_deref(), Some("Alpha\n"));
    bench.keys("<Ctrl+S>");
    assert_eq!(bench.file(B).as_deref(), Some("New Alpha\n"));
    assert_eq!(bench.file(A), None);
    bench.keys("<F6><F6>").shows("New Alpha").keys("<Esc>");
}

#[test]
fn what_is_deleted_leaves_the_screen_and_its_unsaved_text_comes_back_with_it() {
    let mut bench = bench(120, 40);
    bench.keys("j<Enter>Precious <Esc><F6>d");
    bench.shows("unsaved text goes with it").keys("y");
    bench.hides("Precious").shows("name: mine");
    assert_eq!(bench.model.unsaved().len(), 0);
    bench.keys("u");
    assert_eq!(bench.model.unsaved().len(), 1);
    assert_eq!(bench.file(A).as_deref(), Some("Alpha\n"));
}

#[test]
fn where_a_file_is_selected_no_key_touches_the_whole_skill() {
    let mut bench = bench(120, 40);
    for key in ["d", "r"] {
        bench.keys(key).hides("Delete ").hides("Rename ");
        bench.shows("rename and delete that in the list");
    }
    // In the list the same keys mean the skill.
    let mut bench = Bench::new(&[(MINE, &skill("mine", "x")), (A, "Alpha\n")]);
    bench.keys("5<F6>d").shows("Delete mine").keys("<Esc>");
    bench.keys("r").shows("Rename mine");
}

#[test]
fn files_of_others_keep_their_names_and_their_place() {
    let mut bench = bench(120, 40);
    bench.keys("<F6>j5j");
    bench.shows("read only here");
    for key in ["d", "r"] {
        bench.keys(key).hides("Delete ").hides("Rename ");
    }
    assert!(bench.file("skills/theirs/references/a.md").is_some());
}

#[test]
fn which_files_the_text_names_and_which_it_names_in_vain_is_told() {
    let text = "---\nname: mine\ndescription: x\n---\nRead references/a.md, then [x](references/gone.md).\n";
    let files = [
        (MINE, text),
        (A, "Alpha\n"),
        ("skills/custom/mine/other/silent.md", "Never named\n"),
        ("skills/custom/mine/LICENSE", "Free\n"),
    ];
    for (width, height) in [(120, 40), (80, 24)] {
        let mut bench = Bench::sized(&files, width, height);
        bench.keys("5");
        let line = |bench: &Bench, name: &str| {
            let lines = bench.lines().into_iter();
            let mut lines = lines.filter(|line| line.contains(name));
            lines.next_back().unwrap_or_default()
        };
        let silent = line(&bench, "other/silent.md");
        assert!(silent.contains('○'), "{silent}");
        let named = line(&bench, " references/a.md ");
        assert!(named.contains('✓'), "{named}");
        // Nobody has to name a licence.
        let licence = line(&bench, " LICENSE ");
        assert!(!licence.contains(['✓', '○']), "{licence}");
        bench.shows("✓ named in the text").shows("○ never named");
        bench.shows("references/gone.md  missing");
    }
}

#[test]
fn what_the_text_names_follows_the_text_before_it_is_saved() {
    let mut bench = Bench::new(&[(MINE, &skill("mine", "x")), (A, "Alpha\n")]);
    bench.keys("5").shows("B ○");
    bench.keys("e<Ctrl+End>Read references/a.md and references/b.md.");
    bench
        .hides("B ○")
        .shows("B ✓")
        .shows("✗ references/b.md  missing");
}

#[test]
fn the_keys_that_are_named_under_files_do_what_is_said_at_every_width() {
    for (width, height) in [(80, 24), (100, 30), (120, 40)] {
        let mut bench = bench(width, height);
        bench.shows("n makes a file");
        bench.keys("n").shows("New file").keys("<Esc>");
        // Back in the list, where it stands beside: n makes a skill there, and nothing says otherwise.
        bench.keys("<F6>").hides("n makes a file");
        bench.keys("n").hides("New file").shows("New skill for");
        bench.keys("<Esc>5n").shows("New file");
    }
}

#[test]
fn a_file_that_was_made_is_taken_back_also_after_a_restart() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut bench = bench(width, height);
        let made = "skills/custom/mine/notes/one.md";
        bench.keys("n<Ctrl+A>notes/one.md<Enter>").shows("one.md");
        assert_eq!(bench.file(made).as_deref(), Some(""));
        bench.keys("<Esc><Esc>u").shows("one.md is in the trash");
        assert_eq!(bench.file(made), None);
        assert!(!bench.path("skills/custom/mine/notes").exists());
        bench.keys("U").shows("is back");
        assert_eq!(bench.file(made).as_deref(), Some(""));
        let mut bench = bench.dies();
        bench.keys("u").shows("is in the trash");
        assert_eq!(bench.file(made), None);
        assert!(bench.file(MINE).is_some() && bench.file(A).is_some());
    }
}

#[test]
fn what_was_written_into_a_new_file_goes_to_the_trash_only_after_asking_and_comes_back() {
    let mut bench = bench(120, 40);
    bench.keys("n<Ctrl+A>references/new.md<Enter>Written.<Ctrl+S><Esc><Esc>");
    let made = "skills/custom/mine/references/new.md";
    assert_eq!(bench.file(made).as_deref(), Some("Written."));
    bench.keys("u").shows("changed since");
    assert_eq!(bench.file(made).as_deref(), Some("Written."));
    bench.keys("y").shows("in the trash");
    assert_eq!(bench.file(made), None);
    bench.keys("U").shows("is back");
    assert_eq!(bench.file(made).as_deref(), Some("Written."));
}

#[test]
fn unsaved_text_of_a_new_file_is_not_lost_when_it_is_taken_back() {
    let mut bench = bench(120, 40);
    bench.keys("n<Ctrl+A>references/new.md<Enter>Typed.<Esc><Esc>u");
    bench.shows("has text that is not saved");
    let made = bench.path("skills/custom/mine/references/new.md");
    assert!(made.exists());
    bench.keys("y").hides("unsaved");
    assert!(!made.exists());
    bench.keys("U").shows("1 unsaved");
    assert!(made.exists());
    let kept = bench.model.texts.values().find(|text| text.unsaved());
    assert_eq!(kept.expect("unsaved").editor.text(), "Typed.");
}

#[test]
fn a_folder_goes_with_its_only_file_and_comes_back_with_it() {
    for keys in ["jdy", "jr<Ctrl+A>zoo/b.md<Enter>"] {
        let mut bench = bench(120, 40);
        bench.keys(keys);
        assert!(
            !bench.path("skills/custom/mine/references").exists(),
            "{keys}"
        );
        bench.keys("u");
        assert_eq!(bench.file(A).as_deref(), Some("Alpha\n"), "{keys}");
        assert!(!bench.path("skills/custom/mine/zoo").exists(), "{keys}");
    }
}

#[test]
fn a_stray_file_has_none_of_the_skills_around_it_as_its_files() {
    let mut bench = Bench::new(&[
        ("skills/custom/notes.md", "Only notes."),
        ("skills/custom/other/SKILL.md", &skill("other", "x")),
        ("skills/custom/other/extra.md", "More."),
    ]);
    bench.keys("/notes<Enter>5");
    let row = bench.model.row().and_then(|row| row.path.clone());
    assert!(row.is_some_and(|path| path.ends_with("custom/notes.md")));
    let files = bench.model.preview.files.iter();
    let files: Vec<&str> = files.map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["notes.md"]);
    bench
        .hides("deletes it")
        .hides("makes a file")
        .shows("nothing lies beside it");
    bench.keys("n");
    assert!(!matches!(bench.model.dialog, Some(Dialog::NewFile(_))));
}
