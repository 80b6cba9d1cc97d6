//! `skillkiln demo`: a sample that leaves nothing behind.

use std::fs;
use std::path::Path;

use portable_pty::CommandBuilder;

use super::Pty;

/// Starts the demo, with a folder of its own for temporary files.
fn start(args: &[&str]) -> Pty {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["project", "home", "state", "tmp"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let tmp = folder.path().join("tmp").display().to_string();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
    command.arg("demo");
    command.args(args);
    Pty::run_in(folder, command, &[("TMPDIR", &tmp)])
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn the_sample_goes_and_nothing_else_was_touched() {
    let mut pty = start(&[]);
    pty.shows("nothing of yours is touched");
    pty.shows("incident-notes");
    assert_eq!(entries(&pty.path().join("tmp")), 1);
    // Something is done in it, which is remembered in it.
    pty.press("n");
    pty.shows("New skill");
    pty.press("mine\r");
    pty.shows("made mine");
    pty.press("typed");
    pty.shows("1 unsaved");
    pty.press("\x11");
    pty.shows("Quit?");
    pty.press("x");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
    for name in ["tmp", "project", "home", "state"] {
        assert_eq!(entries(&pty.path().join(name)), 0, "{name}");
    }
}

#[test]
fn a_sample_that_is_kept_is_told_of() {
    let mut pty = start(&["--keep"]);
    pty.shows("incident-notes");
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.shows("the sample is in");
    let kept = fs::read_dir(pty.path().join("tmp"))
        .expect("a folder")
        .flatten();
    let kept = kept.map(|entry| entry.path()).next().expect("kept");
    assert!(
        kept.join("home/sample/skills/custom/incident-notes/SKILL.md")
            .is_file()
    );
}

#[test]
fn a_sample_that_was_not_left_in_order_is_told_of() {
    let mut pty = start(&[]);
    pty.shows("incident-notes");
    pty.signal("-TERM");
    assert_eq!(pty.end(), 143);
    pty.shows("the sample is in");
    assert_eq!(entries(&pty.path().join("tmp")), 1);
}
