//! Journey 8: a small screen, no colours, no mouse; the first two journeys work.

use portable_pty::CommandBuilder;

use super::{Pty, colours};

const BROKEN: &str = "---\nname: broken\ndescription: Use when: asked\n---\n\nB.\n";

#[test]
fn a_skill_is_made_and_another_one_mended_on_sixty_columns() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["project", "home", "state"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
    command.arg("--no-mouse");
    let mut pty = Pty::run_sized(folder, command, &[("NO_COLOR", "1")], (60, 15));
    let custom = pty.path().join("project/skills/custom");
    let text = |name: &str| {
        let file = custom.join(name).join("SKILL.md");
        std::fs::read_to_string(file).expect("on the disk")
    };
    pty.shows("Learn");
    pty.press("n");
    pty.shows("New skill");
    pty.press("tiny\r");
    pty.shows("tiny SKILL.md");
    pty.press("Does it. Use when asked.");
    pty.shows("unsaved");
    pty.press("\x13");
    pty.shows("saved skills/custom/tiny");
    assert!(text("tiny").contains("Does it. Use when asked."));
    std::fs::create_dir(custom.join("broken")).expect("a folder");
    std::fs::write(custom.join("broken/SKILL.md"), BROKEN).expect("a file");
    // To the list, and down to what is not loaded.
    pty.press("\x1b[17~\x1b[17~");
    pty.shows("Not loaded");
    pty.press("/broken\r");
    pty.until("selects it", |shown| shown.contains("▌ broken"));
    pty.press("\r");
    pty.shows("3:22");
    pty.press("\x1b\r");
    pty.shows("+ description: \"Use when: asked\"");
    pty.press("\r");
    pty.shows("takes it back");
    pty.press("\x13");
    pty.shows("saved skills/custom/broken");
    assert!(text("broken").contains("description: \"Use when: asked\"\n"));
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
    assert_eq!(colours(&pty.raw), Vec::<String>::new());
    let raw = String::from_utf8_lossy(&pty.raw);
    assert!(!raw.contains("\x1b[?1000h"), "the mouse was taken");
}
