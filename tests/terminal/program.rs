//! The editor of the person's own: the terminal is lent and comes back.

use std::os::unix::fs::PermissionsExt;

use super::Pty;

/// Starts with a skill of one's own in the text, and an editor that is this script.
fn start(script: &str) -> Pty {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["project/skills/custom/mine", "home", "state", "my tools"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    let skill = "---\nname: mine\ndescription: Mine.\n---\n\nBody.\n";
    std::fs::write(
        folder.path().join("project/skills/custom/mine/SKILL.md"),
        skill,
    )
    .expect("a file");
    let editor = folder.path().join("my tools/editor");
    std::fs::write(&editor, format!("#!/bin/sh\n{script}")).expect("a script");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&editor, mode).expect("may be run");
    let words = format!("'{}' --flag", editor.display());
    let command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
    let mut pty = Pty::run_in(folder, command, &[("EDITOR", &words), ("VISUAL", "")]);
    pty.shows("Body.");
    pty.press("e\x0f");
    pty
}

#[test]
fn what_another_editor_saves_is_taken_over_as_one_step() {
    let mut pty = start(
        "stty -a | grep -q ' icanon' && echo cooked $1 ${2##*/}\nread line\necho \"$line\" >> \"$2\"\n",
    );
    // The terminal is as every program expects it, and the keys are that program's alone.
    pty.shows("cooked --flag SKILL.md");
    assert!(!pty.screen.screen().alternate_screen());
    pty.press("written elsewhere\r");
    pty.shows("taken over from");
    pty.shows("written elsewhere");
    assert!(pty.screen.screen().alternate_screen());
    pty.press("\x1a");
    pty.until("is as it was", |shown| !shown.contains("written elsewhere"));
    pty.press("\x19\x13");
    pty.shows("saved skills/custom/mine/SKILL.md");
    let file = pty.path().join("project/skills/custom/mine/SKILL.md");
    let text = std::fs::read_to_string(file).expect("on the disk");
    assert!(text.ends_with("Body.\nwritten elsewhere\n"), "{text}");
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}

#[test]
fn an_editor_that_fails_changes_nothing_and_is_told() {
    let mut pty = start("exit 3\n");
    pty.shows("it ended with exit status: 3; the text is as it was");
    pty.press("\x1b");
    pty.until("is read", |shown| !shown.contains("Something went wrong"));
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    let mut pty = start("printf '\\377' > \"$2\"\n");
    pty.shows("what it wrote is not UTF-8");
    pty.press("\x1b");
    pty.until("is read", |shown| !shown.contains("Something went wrong"));
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}
