//! Other programs change, delete and write again what is open here.

use std::fs;

use super::harness::{Bench, skill};
use skillkiln::workbench::app::{Disk, Effect, Message};

const OWN: &str = "skills/custom/mine/SKILL.md";

fn own() -> Bench {
    Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        ("skills/theirs/SKILL.md", &skill("theirs", "Does theirs.")),
    ])
}

fn selected(bench: &Bench) -> &str {
    bench.model.row().map_or("", |row| row.name.as_str())
}

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

#[test]
fn a_save_without_the_project_folder_says_why_once_and_keeps_the_text() {
    for seen in [true, false] {
        let mut bench = own();
        bench.keys("<Enter>x");
        fs::remove_dir_all(bench.path("")).expect("removed");
        if seen {
            bench.rescan();
            bench.keys("<Esc><Esc>");
        }
        bench
            .keys("<Ctrl+S>")
            .hides("Not saved")
            .shows("save failed");
        bench.shows("make the folder again");
        assert!(text(&bench).starts_with("x---"), "{seen}");
        assert_eq!(bench.model.unsaved().len(), 1);
        fs::create_dir(bench.path("")).expect("made again");
        bench.keys("<Esc><Ctrl+S>k");
        let saved = bench.file(OWN);
        assert!(saved.is_some_and(|text| text.starts_with("x---")), "{seen}");
    }
}

#[test]
fn only_what_is_there_can_be_taken() {
    let mut bench = own();
    bench.keys("<Enter>x");
    // Deleted, and nobody has looked yet.
    fs::remove_dir_all(bench.path("skills/custom")).expect("removed");
    bench
        .keys("<Ctrl+S>")
        .shows("deleted it")
        .hides("take theirs")
        .keys("k")
        .hides("Not saved");
    assert!(bench.file(OWN).is_some_and(|text| text.starts_with("x---")));
}

#[test]
fn a_project_folder_that_goes_is_told_and_its_return_too() {
    let mut bench = own();
    let aside = bench.path("").parent().expect("a folder").join("aside");
    fs::rename(bench.path(""), &aside).expect("moved");
    bench.rescan();
    bench
        .shows("the project folder")
        .shows("not there any more");
    // Told once.
    bench.keys("<Esc>");
    bench.rescan();
    bench.hides("not there any more");
    fs::rename(&aside, bench.path("")).expect("moved back");
    bench.rescan();
    bench.shows("is back");
    assert_eq!(bench.group("Skills"), ["mine", "theirs"]);
}

#[test]
fn the_selection_stays_on_a_skill_that_is_saved_after_its_folder_went() {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.keys("<Esc>");
    // The answer to the save comes before the next scan.
    let path = bench.path(OWN).canonicalize().err().map(|_| ());
    assert_eq!(path, Some(()), "still there");
    let path = bench.model.shown.clone().expect("shown");
    let bytes: std::sync::Arc<[u8]> = text(&bench).as_bytes().into();
    bench.take(vec![Message::Disk(Disk::Saved { path, bytes })]);
    assert_eq!(selected(&bench), "mine");
    assert!(text(&bench).starts_with("x---"));
}

#[test]
fn the_selection_comes_back_with_a_folder_that_is_written_anew() {
    let mut bench = own();
    assert_eq!(selected(&bench), "mine");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    assert_eq!(selected(&bench), "theirs");
    bench.write(OWN, &skill("mine", "Again."));
    assert_eq!(selected(&bench), "mine");
    // Whoever has moved on is left there.
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.keys("k");
    bench.write(OWN, &skill("mine", "And again."));
    assert_eq!(selected(&bench), "theirs");
}

#[test]
fn what_comes_back_from_the_trash_is_selected() {
    let mut bench = Bench::new(&[
        ("skills/a/SKILL.md", &skill("a", "x")),
        ("skills/custom/a/SKILL.md", &skill("a", "y")),
        ("skills/z/SKILL.md", &skill("z", "z")),
    ]);
    let own = bench.model.list.selected.clone();
    bench.keys("dy").hides("Delete a").keys("ju");
    assert_eq!(bench.model.list.selected, own);
    assert!(
        bench
            .effects
            .iter()
            .any(|e| matches!(e, Effect::Restore { .. }))
    );
}

#[test]
fn messages_name_who_did_it_and_the_newest_is_read_first() {
    let mut bench = own();
    bench.keys("<Enter>x");
    bench.write(OWN, &skill("mine", "Theirs."));
    bench.shows("Another program").hides("Something went wrong");
    bench.model.complain("the second");
    bench.keys("y").shows("the second");
    bench.keys("<Esc>").hides("the second");
    bench.shows("Changed by another program");
}

#[test]
fn a_clean_text_follows_with_its_cursor_and_selection() {
    let mut bench = own();
    bench.keys("<Enter><Ctrl+End><Up><Shift+End>");
    let selected = |bench: &Bench| {
        let editor = &bench.model.text().expect("open").editor;
        editor.selected_text().map(str::to_owned)
    };
    assert_eq!(selected(&bench).as_deref(), Some("Do it."));
    let longer = skill("mine", "Another line above.").replace("# mine", "# mine\n\nMore.");
    bench.write(OWN, &longer);
    assert_eq!(text(&bench), longer);
    assert_eq!(selected(&bench).as_deref(), Some("Do it."));
    assert_eq!(bench.model.unsaved(), Vec::<String>::new());
}

/// Types at the end of the body, while another program writes another place.
fn both_changed(theirs: &str) -> Bench {
    let mut bench = own();
    bench.keys("<Enter><Ctrl+End>mine here<Ctrl+Home>");
    bench.write(
        OWN,
        &skill("mine", "Does mine.").replace("Does mine.", theirs),
    );
    bench
}

#[test]
fn mine_can_be_kept_and_is_written_with_the_next_save() {
    let mut bench = both_changed("Does theirs.");
    bench
        .shows("Changed by another program")
        .shows("merging loses nothing")
        .keys("k")
        .shows("your text stays");
    assert!(
        bench
            .file(OWN)
            .is_some_and(|text| text.contains("Does theirs."))
    );
    bench.keys("<Ctrl+S>").hides("Not saved");
    let saved = bench.file(OWN).expect("there");
    assert!(
        saved.contains("Does mine.") && saved.ends_with("mine here"),
        "{saved}"
    );
}

#[test]
fn theirs_can_be_taken_and_undo_brings_mine_back() {
    let mut bench = both_changed("Does theirs.");
    bench.keys("t");
    assert!(text(&bench).contains("Does theirs.") && !text(&bench).contains("mine here"));
    assert_eq!(bench.model.unsaved(), Vec::<String>::new());
    bench.keys("<Ctrl+Z>");
    assert!(text(&bench).ends_with("mine here"));
}

#[test]
fn the_difference_is_shown_and_leads_back_to_the_question() {
    let mut bench = both_changed("Does theirs.");
    bench
        .keys("d")
        .shows("3 - description: Does theirs.")
        .shows("3 + description: Does mine.")
        .shows("9 + mine here")
        .keys("<Esc>")
        .shows("keep mine");
    assert!(text(&bench).ends_with("mine here"));
}

#[test]
fn what_does_not_meet_is_merged_with_two_keys_as_one_step() {
    let mut bench = both_changed("Does theirs.");
    bench
        .keys("m")
        .shows("change 1 of 2")
        .shows("all are decided");
    bench.shows("they changed it").shows("you changed it");
    bench.keys("<Enter>").shows("merged");
    let merged = skill("mine", "Does theirs.") + "mine here";
    assert_eq!(text(&bench), merged);
    bench.keys("<Ctrl+Z>");
    assert!(text(&bench).contains("Does mine.") && text(&bench).ends_with("mine here"));
    bench.keys("<Ctrl+Y><Ctrl+S>").hides("Not saved");
    assert_eq!(bench.file(OWN), Some(merged));
}

#[test]
fn what_meets_is_merged_hunk_by_hunk() {
    for (keys, body) in [
        ("m", "Do it. Mine.\n"),
        ("t", "Do it. Theirs.\n"),
        ("b", "Do it. Mine.\nDo it. Theirs.\n"),
        ("B", "Do it. Theirs.\nDo it. Mine.\n"),
        ("o", "Do it.\n"),
        ("me<Ctrl+A>By hand.<Esc>", "By hand.\n"),
    ] {
        let mut bench = own();
        bench.keys("<Enter><Ctrl+End><Up><End> Mine.");
        let theirs = skill("mine", "Does theirs.").replace("Do it.", "Do it. Theirs.");
        bench.write(OWN, &theirs);
        bench.shows("At one place you both changed").keys("m");
        bench.shows("both changed it").shows("1 is not decided");
        // Not before everything has an outcome.
        bench.keys("<Enter>").shows("not decided yet");
        bench.keys(keys).shows("all are decided").keys("<Enter>");
        let wanted = skill("mine", "Does theirs.").replace("Do it.\n", body);
        assert_eq!(text(&bench), wanted, "{keys}");
        bench.keys("<Ctrl+S>").hides("Not saved");
        assert_eq!(bench.file(OWN), Some(wanted));
    }
}

#[test]
fn whoever_is_typing_goes_on_typing_until_a_pause() {
    let mut bench = own();
    bench.keys("<Enter><Ctrl+End>ab");
    bench.write(OWN, &skill("mine", "Does theirs."));
    bench.shows("Changed by another program");
    // As quick as people type: these letters are answers, too.
    bench.quick("take much");
    assert!(text(&bench).ends_with("abtake much"), "{}", text(&bench));
    bench.shows("Changed by another program").keys("d");
    bench.shows("9 + abtake much");
}

#[test]
fn another_change_is_asked_about_anew() {
    let mut bench = both_changed("Does theirs.");
    bench.keys("l").hides("Changed by another program");
    bench.write(OWN, &skill("mine", "Does other things."));
    bench.shows("Changed by another program").keys("d");
    bench.shows("3 - description: Does other things.");
    // While one looks, too.
    bench.write(OWN, &skill("mine", "And again."));
    bench.keys("d").shows("3 - description: And again.");
}

#[test]
fn a_file_that_is_no_text_any_more_is_not_merged() {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::write(bench.path(OWN), b"---\nname: mine\xff\n").expect("written");
    bench.rescan();
    bench.keys("m").shows("cannot be merged by lines").keys("k");
    assert!(text(&bench).starts_with("x---"));
}

#[test]
fn a_message_lies_above_the_dialog_and_goes_first() {
    let mut bench = own();
    bench.keys("n");
    bench.model.complain("the disk is on fire");
    bench
        .keys("a")
        .shows("the disk is on fire")
        .keys("<Esc>")
        .hides("the disk is on fire")
        .shows("New skill")
        .keys("<Esc>")
        .hides("New skill");
}

#[test]
fn what_is_said_of_other_files_is_not_what_is_said_of_the_project_folder() {
    let mut bench = own();
    let path = bench.model.shown.clone().expect("shown");
    let why = format!("{path}: no room is left");
    let failed = Disk::Failed {
        action: "save",
        about: path.clone(),
        path,
        why,
    };
    bench.take(vec![Message::Disk(failed)]);
    bench.shows("no room is left");
    let aside = bench.path("").parent().expect("a folder").join("aside");
    fs::rename(bench.path(""), &aside).expect("moved");
    bench.rescan();
    bench.shows("not there any more");
    fs::rename(&aside, bench.path("")).expect("moved back");
    bench.rescan();
    bench.shows("is back").hides("not there any more");
    // Nobody has read it yet.
    bench.shows("no room is left");
}

#[test]
fn what_another_program_wrote_is_never_taken_for_a_text_that_undo_leads_to() {
    let theirs = skill("mine", "Does theirs.");
    // Merged; kept mine; kept mine on saving, with the disk going away.
    for answer in ["m<Enter>", "k"] {
        let mut bench = own();
        bench.keys("<Enter><Ctrl+End>x").write(OWN, &theirs);
        bench.shows("another program").keys(answer);
        // Nothing is offered where nobody typed.
        assert!(bench.model.completing().is_none());
        for _ in 0..3 {
            assert_eq!(bench.model.unsaved().len(), 1, "{answer} {}", bench.text());
            bench.keys("<Ctrl+Z>");
        }
        assert_eq!(text(&bench), skill("mine", "Does mine."));
        bench.shows("1 unsaved").shows("● unsaved");
        // Done again and saved it is what was merged.
        bench.keys("<Ctrl+Y><Ctrl+Y><Ctrl+S>").shows("saved");
        assert!(bench.model.unsaved().is_empty());
        let saved = bench.file(OWN).expect("there");
        assert_eq!(saved.contains("Does theirs."), answer.starts_with('m'));
        assert!(saved.ends_with('x'));
    }
}

#[test]
fn a_text_whose_file_is_gone_is_unsaved_whatever_is_undone() {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::remove_file(bench.path(OWN)).expect("removed");
    bench.rescan();
    bench.keys("<Esc><Ctrl+Z>");
    bench.rescan();
    assert_eq!(text(&bench), skill("mine", "Does mine."));
    bench.shows("1 unsaved").keys("<Ctrl+S>").shows("saved");
    assert_eq!(bench.file(OWN), Some(skill("mine", "Does mine.")));
}

#[test]
fn what_took_the_place_of_a_deleted_skill_stays_and_what_was_deleted_comes_back_beside_it() {
    let mut bench = own();
    bench.keys("dy").write(OWN, &skill("mine", "Made anew."));
    bench.keys("u").shows("back as mine-2");
    assert_eq!(bench.file(OWN), Some(skill("mine", "Made anew.")));
    let back = bench.file("skills/custom/mine-2/SKILL.md");
    assert_eq!(back, Some(skill("mine", "Does mine.")));
}

#[test]
fn the_name_of_the_text_shows_whatever_is_said_beside_it() {
    for (width, height) in [(120, 40), (100, 24), (80, 24), (60, 15)] {
        let files = [(OWN, &*skill("mine", "Does mine."))];
        let mut bench = Bench::sized(&files, width, height);
        bench
            .keys("<Enter>x")
            .write(OWN, &skill("mine", "Does theirs."));
        bench.keys("l");
        let head = |bench: &Bench| {
            let area = bench.model.layout().editor.expect("shown");
            let line = bench.lines()[usize::from(area.y)].clone();
            line.chars()
                .skip(area.x.into())
                .take(area.width.into())
                .collect::<String>()
        };
        assert!(
            head(&bench).contains("mine") && head(&bench).contains("changed"),
            "{}",
            head(&bench)
        );
        fs::remove_file(bench.path(OWN)).expect("removed");
        bench.rescan();
        assert!(
            head(&bench).contains("mine") && head(&bench).contains("gone"),
            "{}",
            head(&bench)
        );
    }
}

/// A folder takes the place of the file of an unsaved text; `seen`: before it is saved.
fn folder_instead(seen: bool) -> Bench {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::remove_file(bench.path(OWN)).expect("removed");
    fs::create_dir(bench.path(OWN)).expect("made");
    if seen {
        bench.rescan();
        bench.shows("put a folder in the place of").keys("<Esc>");
    }
    bench
        .keys("<Ctrl+S>")
        .shows("Now a folder stands in its place")
        .hides("keep mine");
    bench
}

#[test]
fn where_a_folder_took_the_place_of_the_file_the_text_goes_to_another_one() {
    for seen in [true, false] {
        let mut bench = folder_instead(seen);
        let before = text(&bench).to_owned();
        bench
            .keys("n")
            .shows("Save under another name")
            .shows("mine-2/SKILL.md")
            .keys("<Enter>");
        let saved = "skills/custom/mine-2/SKILL.md";
        assert_eq!(bench.file(saved).as_deref(), Some(&*before), "{seen}");
        assert_eq!(text(&bench), before);
        assert_eq!(bench.model.unsaved(), Vec::<String>::new());
        assert!(bench.path(OWN).is_dir());
        // From now on it is that file.
        bench.keys("y<Ctrl+S>");
        assert_eq!(bench.file(saved), Some(format!("xy{}", &before[1..])));
    }
}

#[test]
fn a_text_without_a_place_can_be_copied_thrown_away_or_kept_and_is_never_lost_by_the_way() {
    let mut bench = folder_instead(true);
    let before = text(&bench).to_owned();
    bench.keys("c").shows("save under another name");
    let copied = bench
        .effects
        .iter()
        .any(|effect| *effect == Effect::Copy(before.clone()));
    assert!(copied);
    // Another name that is taken is refused, and Esc leads back to the text.
    bench
        .keys("n<Ctrl+A>mine<Enter>")
        .shows("exists already")
        .keys("<Esc>");
    assert_eq!(text(&bench), before);
    bench.keys("<Ctrl+S>l");
    assert_eq!(text(&bench), before);
    bench.keys("<Ctrl+S>x").shows("Throw away?").keys("c");
    assert_eq!(text(&bench), before);
    bench.keys("xy");
    assert_eq!(bench.model.unsaved(), Vec::<String>::new());
    assert!(bench.path(OWN).is_dir());
}

#[test]
fn what_was_deleted_comes_back_beside_what_took_its_name_with_its_unsaved_text() {
    let mut bench = own();
    bench
        .keys("<Enter>x<Esc><F6><F6>d")
        .shows("unsaved text")
        .keys("y");
    assert_eq!(bench.file(OWN), None);
    bench.write(OWN, &skill("mine", "Another."));
    bench
        .keys("u")
        .hides("Something went wrong")
        .shows("back as mine-2");
    // Neither is lost, and the unsaved text is where its file is.
    let back = "skills/custom/mine-2/SKILL.md";
    assert!(bench.file(OWN).is_some_and(|text| text.contains("Another")));
    assert!(
        bench
            .file(back)
            .is_some_and(|text| text.contains("Does mine"))
    );
    let unsaved = bench.model.unsaved();
    assert!(
        unsaved.len() == 1 && unsaved[0].ends_with(back),
        "{unsaved:?}"
    );
    // Saved, it is the file that came back that is written; then it goes and comes like any other.
    let path = unsaved[0].to_string();
    assert!(bench.model.texts[&path].editor.text().starts_with("x---"));
    bench.keys("Uy").hides("Something went wrong");
    assert!(bench.file(back).is_none() && bench.file(OWN).is_some());
    bench.keys("u");
    assert!(bench.file(back).is_some() && bench.file(OWN).is_some());
    assert_eq!(bench.model.unsaved().len(), 1);
}

#[test]
fn the_open_skill_that_another_program_deletes_is_told_and_what_one_deletes_is_not_theirs() {
    let mut bench = own();
    bench.keys("<Enter>");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.shows("custom/mine/SKILL.md was deleted by another program");
    let mut bench = own();
    bench.keys("dy");
    assert_eq!(bench.file(OWN), None);
    bench.hides("by another program").shows("in the trash");
}

#[test]
fn what_is_promised_of_a_deleted_file_is_what_the_key_does_with_the_open_text() {
    const OTHER: &str = "skills/custom/other/SKILL.md";
    let mut bench = Bench::new(&[
        (OWN, &skill("mine", "Does mine.")),
        (OTHER, &skill("other", "Does other.")),
    ]);
    bench.keys("<Enter><Ctrl+End>x<Esc><Esc>j<Enter><Ctrl+End>y");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.shows("custom/mine/SKILL.md was deleted by another program");
    bench.shows("open it, then Ctrl+S writes it again");
    bench.keys("<Ctrl+S>");
    let other = bench.file(OTHER);
    assert!(
        other.is_some_and(|text| text.ends_with("y")),
        "{}",
        bench.text()
    );
    assert_eq!(bench.file(OWN), None);
    // It is still so, and the way is still named.
    bench.shows("open it, then Ctrl+S writes it again");
    let path = bench.model.unsaved()[0].clone();
    bench.model.list.selected = Some(path.into());
    bench.rescan();
    bench.shows("Ctrl+S writes it again");
    bench.hides("open it, then");
    bench
        .keys("<Ctrl+S>")
        .hides("was deleted by another program");
    assert!(bench.file(OWN).is_some_and(|text| text.ends_with("x")));
}

#[test]
fn what_is_said_of_a_deleted_file_goes_when_the_file_is_back() {
    let mut bench = own();
    bench.keys("<Enter>x");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.shows("was deleted by another program");
    let typed = text(&bench).to_owned();
    bench.write(OWN, &typed);
    bench.hides("was deleted by another program");
    // Another text came back: that is asked about, and nothing is said of a deleted file.
    bench.keys("z");
    fs::remove_dir_all(bench.path("skills/custom/mine")).expect("removed");
    bench.rescan();
    bench.shows("was deleted by another program");
    bench.write(OWN, &skill("mine", "Theirs."));
    bench.hides("was deleted by another program");
    bench.shows("Changed by another program");
}
