//! Installed skills: how they stand, what changed at their source, and both merged.

use super::harness::{Bench, skill};

pub const LOCK: &str = "skills/custom/skills-lock.json";
pub const HERE: &str = "skills/custom/pdf/SKILL.md";
pub const THERE: &str = "from/pdf/SKILL.md";
pub const TEXT: &str = "---\nname: pdf\ndescription: Reads PDF files. Use it for those.\n---\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n\n# Three\n\nThird.\n";

/// `pdf` is installed from a folder of the project.
pub fn bench(width: u16, height: u16) -> Bench {
    let files = [
        (
            "skills/code-review/SKILL.md",
            skill("code-review", "Standard."),
        ),
        (THERE, TEXT.to_owned()),
        ("from/pdf/a.md", "a\n".to_owned()),
        ("from/pdf/b.md", "b\n".to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    let mut bench = Bench::sized(&files, width, height);
    bench.keys("ifrom<Enter>i").shows("pdf is installed");
    bench
}

pub fn row(bench: &Bench) -> String {
    let lines = bench.lines();
    let is = |line: &&String| line.contains("pdf") && line.starts_with('▌');
    lines.iter().find(is).cloned().unwrap_or_default()
}

#[test]
fn the_list_and_the_files_tell_how_an_installed_skill_stands() {
    let mut bench = bench(120, 40);
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
    bench
        .keys("5")
        .shows("installed from")
        .shows("↓ as it was installed");
    bench.write(HERE, &TEXT.replace("First.", "Mine."));
    bench.write("skills/custom/pdf/own.md", "mine\n");
    assert!(row(&bench).starts_with("▌~pdf"), "{}", bench.text());
    bench
        .shows("~ edited here")
        .shows("changed    SKILL.md")
        .shows("extra      own.md");
    // Every file, one key away.
    bench
        .keys("v")
        .shows("Installed skills")
        .shows("unchanged  a.md")
        .shows("extra      own.md");
    std::fs::remove_file(bench.path("skills/custom/pdf/b.md")).expect("removed");
    bench.keys("<Esc>").rescan();
    bench.keys("v").shows("missing    b.md").keys("own<Enter>");
    let shown = bench.model.shown.clone().expect("a file");
    assert!(shown.ends_with("pdf/own.md"), "{shown}");
}

#[test]
fn without_installed_skills_the_commands_say_so() {
    let mut bench = Bench::new(&[("skills/code-review/SKILL.md", &skill("code-review", "S."))]);
    bench
        .keys("v")
        .shows("no skill here was installed from elsewhere; i installs one");
    bench
        .keys("O")
        .shows("no skill here was installed from elsewhere");
    bench
        .keys("I")
        .shows("no skill here was installed from elsewhere");
    let mut bench = self::bench(120, 40);
    bench.keys("gI").shows("pdf");
    bench
        .write(LOCK, "[]")
        .keys("v")
        .shows("skills-lock.json cannot be read");
}

#[test]
fn nothing_to_update_is_told() {
    let mut bench = bench(120, 40);
    bench
        .keys("O")
        .shows("Every installed skill is as it is at its source")
        .shows("up to date");
    bench
        .keys("u")
        .shows("there is no update for this one")
        .keys("<Esc>");
    bench.hides("Every installed skill");
}

#[test]
fn an_update_keeps_what_was_changed_here_and_is_taken_back_whole() {
    let mut bench = bench(120, 40);
    bench.write(HERE, &TEXT.replace("First.", "Mine."));
    bench.write("skills/custom/pdf/own.md", "mine\n");
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    bench.write("from/pdf/new.md", "new\n");
    std::fs::remove_file(bench.path("from/pdf/b.md")).expect("removed");
    let (mine, lock) = (bench.file(HERE), bench.file(LOCK));
    bench.keys("I").shows("1 update, nothing is written yet");
    bench.shows("edited here and changed at its source");
    bench.shows("merged    SKILL.md  changed here and at its source");
    bench
        .shows("added     new.md")
        .shows("removed   b.md")
        .shows("yours     own.md");
    // What changed on both sides, to read.
    bench
        .goes_to(true, "merged")
        .keys("<Enter>")
        .shows("What changed here");
    bench.shows("Theirs.").shows("Mine.").keys("<Esc>");
    assert_eq!(bench.file(HERE), mine);
    bench
        .keys("u")
        .shows("Update pdf?")
        .shows("stays yours")
        .keys("<Enter>")
        .hides("Update pdf?");
    assert_eq!(bench.file(HERE), mine);
    bench.keys("uy").shows("pdf is updated; u takes it back");
    let merged = TEXT.replace("First.", "Mine.").replace("Third.", "Theirs.");
    assert_eq!(bench.file(HERE), Some(merged));
    assert_eq!(
        bench.file("skills/custom/pdf/own.md").as_deref(),
        Some("mine\n")
    );
    assert_eq!(
        bench.file("skills/custom/pdf/new.md").as_deref(),
        Some("new\n")
    );
    assert!(bench.file("skills/custom/pdf/b.md").is_none());
    assert!(row(&bench).starts_with("▌~pdf"), "{}", bench.text());
    bench.keys("u");
    assert_eq!((bench.file(HERE), bench.file(LOCK)), (mine, lock));
    assert!(bench.file("skills/custom/pdf/b.md").is_some());
    // It is known by now that there is something new.
    assert!(row(&bench).starts_with("▌↕pdf"), "{}", bench.text());
}

#[test]
fn a_conflict_is_merged_by_hunks_before_anything_is_written() {
    let mut bench = bench(120, 40);
    bench.write(HERE, &TEXT.replace("Second.", "Mine."));
    bench.write(
        THERE,
        &TEXT.replace("Second.", "Theirs.").replace("Third.", "New."),
    );
    bench.keys("O").shows("conflict");
    bench
        .keys("u")
        .shows("Enter merges it")
        .hides("Update pdf?");
    bench.keys("<Enter><Enter>").shows("Merge SKILL.md");
    let edges = bench.lines();
    let edges = edges.iter().filter(|line| line.contains('╰'));
    assert_eq!(edges.count(), 1, "{}", bench.text());
    bench
        .shows("both changed it")
        .keys("<Enter>")
        .shows("not decided yet");
    // Leaving it decides nothing.
    bench
        .keys("<Esc>")
        .shows("conflict  SKILL.md")
        .keys("<Enter>b<Enter>");
    bench
        .shows("merged    SKILL.md")
        .keys("uy")
        .shows("pdf is updated");
    let merged = TEXT
        .replace("Second.", "Mine.\nTheirs.")
        .replace("Third.", "New.");
    assert_eq!(bench.file(HERE), Some(merged));
}

#[test]
fn a_whole_side_is_taken_with_one_key() {
    let mut bench = bench(120, 40);
    bench.write("skills/custom/pdf/a.md", "mine\n");
    bench.write("from/pdf/a.md", "theirs\n");
    bench.keys("I<Enter><End>").shows("conflict  a.md");
    bench
        .keys("t")
        .shows("changed   a.md")
        .keys("m")
        .shows("yours     a.md");
    bench.keys("t").keys("uy").shows("pdf is updated");
    assert_eq!(
        bench.file("skills/custom/pdf/a.md").as_deref(),
        Some("theirs\n")
    );
}

#[test]
fn unsaved_text_and_changes_made_meanwhile_are_never_written_over() {
    let mut bench = bench(120, 40);
    bench.write(THERE, &TEXT.replace("First.", "Theirs."));
    bench
        .keys("e<Ctrl+End>Typed.<Esc><Esc>I")
        .shows("1 update")
        .keys("u")
        .shows("save it first");
    bench.keys("<Esc><Ctrl+S>I").shows("1 update");
    bench.write("skills/custom/pdf/a.md", "changed meanwhile\n");
    bench.keys("uy").shows("was changed meanwhile");
    assert_eq!(
        bench.file("skills/custom/pdf/a.md").as_deref(),
        Some("changed meanwhile\n")
    );
    assert!(!bench.file(HERE).expect("a text").contains("Theirs."));
}

#[test]
fn a_source_that_is_gone_is_told_and_a_missing_skill_is_offered_again() {
    let mut bench = bench(120, 40);
    std::fs::rename(bench.path("from"), bench.path("gone")).expect("moved");
    bench.keys("O").shows("not known").keys("<Esc>");
    std::fs::rename(bench.path("gone"), bench.path("from")).expect("moved");
    std::fs::remove_dir_all(bench.path("skills/custom/pdf")).expect("removed");
    bench.rescan();
    bench
        .keys("v")
        .shows("missing")
        .keys("<Esc>O")
        .shows("1 update")
        .keys("uy");
    bench.shows("pdf is updated");
    assert_eq!(bench.file(HERE).as_deref(), Some(TEXT));
}

#[test]
fn small_screens_do_it_too() {
    for (width, height) in [(80, 24), (60, 15)] {
        let mut bench = bench(width, height);
        bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
        bench
            .keys("O")
            .shows("1 update")
            .shows("↑ pdf")
            .keys("<Enter>");
        bench
            .keys("<End>")
            .shows("changed   SKILL.md")
            .keys("<Enter>")
            .shows("+Theirs.");
        bench.keys("<Esc><Esc>uy").shows("pdf is updated");
    }
}

#[test]
fn a_renamed_skill_keeps_its_line_and_undo_gives_it_back() {
    let mut bench = bench(120, 40);
    let lock = bench.file(LOCK);
    bench.keys("r<Ctrl+U>paper<Enter>").shows("it is paper now");
    assert!(bench.file(LOCK).expect("a lock").contains("\"paper\""));
    assert!(bench.text().contains("▌~paper"), "{}", bench.text());
    bench.keys("u").shows("it is pdf again");
    assert_eq!(bench.file(LOCK), lock);
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
}

#[test]
fn the_footer_offers_what_can_be_done_with_an_installed_skill() {
    let mut bench = bench(160, 40);
    bench.keys("<Esc>").shows("I update").shows("i import");
    bench.keys("g");
    while bench
        .model
        .row()
        .is_none_or(|row| row.name != "code-review")
    {
        bench.keys("j");
    }
    bench.hides("I update");
}

#[test]
fn a_skill_that_is_one_file_is_known_and_updated_too() {
    let replio = ".replio/skills/pdf.md";
    let mut bench = Bench::new(&[
        (".replio/skills/other.md", "# Other\n"),
        (THERE, TEXT),
        ("from/pdf/more.md", "more\n"),
    ]);
    bench
        .keys("Hreplio<Enter>ifrom<Enter>i")
        .shows("pdf is installed");
    let body = |text: &str| {
        text.split_once("---\n\n")
            .map(|(_, body)| format!("\n{body}"))
    };
    let here = bench.file(replio).expect("a file");
    assert_eq!(here.trim_start(), body(TEXT).expect("a body").trim_start());
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
    bench.write(replio, &here.replace("First.", "Mine."));
    assert!(row(&bench).starts_with("▌~pdf"), "{}", bench.text());
    bench.keys("v").shows("changed    pdf.md").keys("<Esc>");
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    bench.keys("I").shows("merged    pdf.md").keys("uy");
    bench.shows("pdf is updated");
    let merged = here.replace("First.", "Mine.").replace("Third.", "Theirs.");
    assert_eq!(bench.file(replio), Some(merged));
    bench.keys("u");
    assert_eq!(bench.file(replio), Some(here.replace("First.", "Mine.")));
    // A delete takes its line along, and gives it back.
    let lock = bench.file(".replio/skills/skills-lock.json");
    bench.keys("dy").shows("in the trash");
    let without = bench
        .file(".replio/skills/skills-lock.json")
        .expect("a lock");
    assert!(!without.contains("\"pdf\""), "{without}");
    bench.keys("u");
    assert_eq!(bench.file(".replio/skills/skills-lock.json"), lock);
}

/// What was installed into another folder of the host carries its mark too, and is brought up to date
/// when the folder was named and allowed; undo knows the way back.
#[test]
fn a_skill_in_another_folder_of_the_host_is_known_too() {
    use skillkiln::exchange::place::{files_in, hash_of};
    const OTHER: &str = "skills/pdf/SKILL.md";
    pub const LOCK: &str = "skills/skills-lock.json";
    let mut bench = Bench::sized(&[(OTHER, TEXT), (THERE, TEXT)], 120, 40);
    let source = bench.path("from/pdf").display().to_string();
    let hash = hash_of(&files_in(&source).expect("files"));
    let lock = format!(
        r#"{{"version": 1, "skills": {{"pdf": {{"source": {source:?}, "sourceType": "local",
            "computedHash": "{hash}"}}}}}}"#
    );
    bench.write(LOCK, &lock);
    bench.keys("g");
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
    bench
        .keys("d")
        .shows("`skillkiln remove pdf --dest skills` deletes it");
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    bench
        .keys("Iu")
        .shows("Update pdf?")
        .shows("lies in skills/, which is not the write area.");
    bench.keys("y").shows("pdf is updated; u takes it back");
    assert_eq!(bench.file(OTHER), Some(TEXT.replace("Third.", "Theirs.")));
    assert!(row(&bench).starts_with("▌↓pdf"), "{}", bench.text());
    bench.keys("u");
    assert_eq!(bench.file(OTHER).as_deref(), Some(TEXT));
    assert!(bench.file(LOCK).is_some_and(|text| text.contains(&hash)));
    assert!(row(&bench).starts_with("▌↑pdf"), "{}", bench.text());
}

/// A lock elsewhere that cannot be read is told, and keeps nobody from the skills that are known.
#[test]
fn a_broken_lock_elsewhere_stands_above_the_others() {
    let mut bench = bench(120, 40);
    bench.write("skills/skills-lock.json", "[]");
    bench
        .keys("v")
        .shows("skills/skills-lock.json cannot be read")
        .shows("unchanged  a.md");
}

/// What is said about the next key is not written over by the keys.
#[test]
fn a_message_on_a_small_screen_stands_alone() {
    let mut bench = bench(80, 24);
    bench.write(HERE, &TEXT.replace("Second.", "Mine."));
    bench.write(THERE, &TEXT.replace("Second.", "Theirs."));
    bench
        .keys("I")
        .shows("Space chooses")
        .keys("u")
        .shows("› pdf: a conflict; Enter merges it, m keeps yours, t takes theirs")
        .hides("Space chooses");
}

/// A skill that the host itself installed, by its own lock: that is told, and the lock only read.
#[test]
fn the_lock_of_the_host_is_shown_as_the_source() {
    let text = skill("code-review", "Standard.");
    let mut bench = Bench::sized(&[("skills/code-review/SKILL.md", &text)], 120, 40);
    let lock = r#"{"version": 1, "skills": {"code-review": {"source": "team/skills",
        "sourceType": "github", "computedHash": "0"}}}"#;
    bench.write("skills-lock.json", lock);
    bench
        .keys("g5")
        .shows("installed from team/skills")
        .shows("by AgentWorks itself");
    bench
        .keys("v")
        .shows("no skill here was installed from elsewhere");
    assert_eq!(bench.file("skills-lock.json").as_deref(), Some(lock));
}

/// What was worked on since is not taken away by an undo that nobody was asked about, whatever put the
/// skill there.
#[test]
fn undo_asks_before_it_takes_what_was_changed_since() {
    let mut bench = bench(120, 40);
    let own = "skills/custom/pdf/own.md";
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    bench.keys("Iuy").shows("pdf is updated");
    let updated = bench.file(HERE);
    bench.write(own, "an hour of work\n");
    bench
        .keys("u")
        .shows("Take it back?")
        .shows("skills/custom/pdf")
        .shows("was changed since");
    bench.keys("<Enter>").hides("Take it back?");
    assert!(bench.file(own).is_some());
    assert_eq!(bench.file(HERE), updated);
    bench.keys("uy").shows("is back");
    assert!(bench.file(own).is_none());
    assert_eq!(bench.file(HERE).as_deref(), Some(TEXT));
    // Nothing was changed since that, so nobody is asked.
    bench.keys("U").shows("is back");
    assert_eq!(bench.file(own).as_deref(), Some("an hour of work\n"));
    bench.keys("u").shows("is back");
    // The import itself.
    let mine = TEXT.replace("First.", "Mine.");
    bench.write(HERE, &mine);
    bench.keys("u").shows("was changed since").keys("c");
    assert_eq!(bench.file(HERE), Some(mine));
    bench.keys("uy").shows("in the trash");
    assert!(bench.file(HERE).is_none());
}

/// What stands in the way is named, and nothing takes its place.
#[cfg(unix)]
#[test]
fn something_of_ones_own_in_the_way_is_told_and_stays() {
    let mut bench = bench(120, 40);
    bench.write("from/pdf/n.md", "theirs\n");
    let link = bench.path("skills/custom/pdf/n.md");
    std::os::unix::fs::symlink("/nowhere/at/all", &link).expect("a link");
    bench
        .keys("I")
        .shows("a link stands there; move it away first");
    bench
        .goes_to(true, "n.md")
        .keys("t")
        .shows("move it away first");
    bench
        .keys("u")
        .shows("move it away first")
        .hides("Update pdf?");
    bench.keys("m").keys("uy").shows("pdf is updated");
    assert_eq!(
        std::fs::read_link(&link).expect("a link").to_str(),
        Some("/nowhere/at/all")
    );
}

/// Another name comes with an update only when somebody decided so, and said yes to it.
#[test]
fn another_name_is_decided_about_first() {
    let mut bench = bench(120, 40);
    bench.write(THERE, &TEXT.replace("name: pdf", "name: reader"));
    let why = "would be called \"reader\" and no longer \"pdf\"";
    bench.keys("I").shows("conflict").shows(why);
    bench.keys("u").shows("a conflict").hides("Update pdf?");
    bench.goes_to(true, "SKILL.md").keys("t").keys("u");
    bench.shows("Update pdf?").shows(why).keys("y");
    bench.shows("pdf is updated");
    let text = bench.file(HERE).expect("a skill");
    assert!(text.contains("name: reader"), "{text}");
}

/// Each conflict says who did what: `t` on one of them takes a file away.
#[cfg(unix)]
#[test]
fn conflicts_say_what_they_are() {
    let mut bench = bench(120, 40);
    for (name, text) in [("a.md", "mine\n"), ("new.md", "mine\n")] {
        bench.write(&format!("skills/custom/pdf/{name}"), text);
    }
    bench.write("from/pdf/new.md", "theirs\n");
    bench.write("from/pdf/b.md", "theirs\n");
    bench.write(THERE, &TEXT.replace("Third.", "Theirs."));
    std::fs::remove_file(bench.path("from/pdf/a.md")).expect("removed");
    std::fs::remove_file(bench.path("skills/custom/pdf/b.md")).expect("removed");
    let outside = bench.path("from/elsewhere.md");
    std::fs::write(&outside, "local").expect("written");
    std::fs::remove_file(bench.path(HERE)).expect("removed");
    std::os::unix::fs::symlink(&outside, bench.path(HERE)).expect("a link");
    bench.rescan();
    bench
        .keys("vSKILL")
        .shows("link       SKILL.md")
        .keys("<Esc><Esc>O")
        .shows("conflict  a.md  changed here, deleted at its source")
        .shows("conflict  b.md  deleted here, changed at its source")
        .shows("conflict  new.md  new here and there")
        .shows("conflict  SKILL.md  a link stands there; move it away first");
}

/// Whether a file may be run is told, and does not come with an update.
#[cfg(unix)]
#[test]
fn a_file_that_may_be_run_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |bench: &Bench, path: &str, mode: u32| {
        let to = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(bench.path(path), to).expect("permissions");
    };
    let mut bench = bench(120, 40);
    mode(&bench, "skills/custom/pdf/b.md", 0o755);
    bench.rescan();
    bench
        .keys("vb.md")
        .shows("mode       b.md")
        .keys("<Esc><Esc>");
    mode(&bench, "from/pdf/a.md", 0o755);
    bench
        .keys("O")
        .shows("1 update")
        .shows("mode       a.md  may be run at its source, and not here")
        .keys("uy")
        .shows("pdf is updated");
    let meta = std::fs::metadata(bench.path("skills/custom/pdf/a.md")).expect("a file");
    assert_eq!(meta.permissions().mode() & 0o111, 0);
    bench.keys("O").shows("Every installed skill is as it is");
}
