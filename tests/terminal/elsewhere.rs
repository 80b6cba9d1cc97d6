//! Skills from elsewhere with keys alone, over the threads of the program itself.

use portable_pty::CommandBuilder;

use super::Pty;

#[test]
fn a_skill_is_looked_at_installed_edited_updated_and_taken_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["home", "state", "project/skills/custom", "project/from"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    let text = |last: &str| {
        format!("---\nname: paper\ndescription: Folds paper.\n---\n\nFold.\n\nTurn.\n\n{last}\n")
    };
    let there = folder.path().join("project/from/SKILL.md");
    let here = folder.path().join("project/skills/custom/paper/SKILL.md");
    std::fs::write(&there, text("Done.")).expect("a file");
    let program = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
    let mut pty = Pty::run_in(folder, program, &[]);
    pty.shows("Learn");
    pty.press("i");
    pty.shows("Import: where are the skills?");
    pty.press("from\r");
    pty.shows("1 skill in");
    assert!(!here.exists());
    pty.press("i");
    pty.shows("paper is installed");
    pty.shows("▌↓paper");
    std::fs::write(&here, text("Done.").replace("Fold.", "Crease.")).expect("a file");
    pty.shows("▌~paper");
    std::fs::write(&there, text("Ready.")).expect("a file");
    pty.press("I");
    pty.shows("1 update");
    pty.press("u");
    pty.shows("Update paper?");
    pty.press("y");
    pty.shows("paper is updated");
    let merged = std::fs::read_to_string(&here).expect("a file");
    assert_eq!(merged, text("Ready.").replace("Fold.", "Crease."));
    pty.press("u");
    pty.shows("is back");
    let back = std::fs::read_to_string(&here).expect("a file");
    assert_eq!(back, text("Done.").replace("Fold.", "Crease."));
    // The list knows, too, once the folder was read again.
    pty.shows("▌↕paper");
    pty.press("x");
    pty.shows("Export paper");
    pty.press("x");
    pty.shows("Write it to");
    pty.press("\r");
    pty.shows("wrote paper.zip");
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}
