//! Journeys 6 and 7: other programs write, and this one dies, in whatever way.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use skillkiln::host::{Place, Profiles};
use skillkiln::library::Dirs;
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::key::Code;
use skillkiln::workbench::run::{Options, Probe, run_probed};
use skillkiln::workbench::view::theme::Palette;

use super::{CHILD, PATIENCE, Pty};

const FILE: &str = "project/skills/custom/mine/SKILL.md";
const TEXT: &str = "---\nname: mine\ndescription: Does mine.\n---\n\nDo it.\n";
const OFFER: &str = "Unsaved text from last time";

fn program() -> CommandBuilder {
    CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"))
}

/// On a project with one skill, with something typed at the end of it.
fn typing(command: CommandBuilder, env: &[(&str, &str)]) -> Pty {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["home", "state", "project/skills/custom/mine"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    std::fs::write(folder.path().join(FILE), TEXT).expect("a file");
    let mut pty = Pty::run_in(folder, command, env);
    pty.shows("**mine**: Does mine.");
    // Into the text, to its end.
    pty.press("\r\x1b[1;5Fprecious");
    pty.shows("precious");
    pty.shows("● unsaved");
    pty
}

/// Every recovery file of the project.
fn kept(state: &Path) -> Vec<String> {
    let folders = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten();
    let projects = folders(&state.join("recovery"));
    let sessions = projects.flat_map(|project| folders(&project.path()).collect::<Vec<_>>());
    let files = sessions.flat_map(|session| folders(&session.path()).collect::<Vec<_>>());
    files
        .filter(|file| file.path().extension().is_some_and(|end| end == "json"))
        .filter_map(|file| std::fs::read_to_string(file.path()).ok())
        .collect()
}

impl Pty {
    /// Waits until the recovery files are as wanted, taking in what is drawn meanwhile.
    #[track_caller]
    fn until_kept(&mut self, wanted: impl Fn(&[String]) -> bool) {
        let state = self.path().join("state");
        let end = Instant::now() + PATIENCE;
        loop {
            let now = kept(&state);
            if wanted(&now) {
                return;
            }
            assert!(Instant::now() < end, "never kept so: {now:?}");
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.take(&bytes);
            }
        }
    }

    /// Starts the program again in the same place.
    fn again(mut self) -> Self {
        let folder = self.folder.take().expect("a folder");
        Self::run_in(folder, program(), &[])
    }

    /// The next start offers the text; taken back and saved it is on the disk.
    fn comes_back(self) {
        let mut pty = self.again();
        pty.shows(OFFER);
        pty.press("t");
        pty.shows("your text is back");
        pty.press("\x13");
        pty.shows("saved skills/custom/mine/SKILL.md");
        let saved = std::fs::read_to_string(pty.path().join(FILE)).expect("there");
        assert_eq!(saved, format!("{TEXT}precious"));
        pty.press("\x11");
        assert_eq!(pty.end(), 0);
        // Left in order, nothing is kept.
        assert_eq!(kept(&pty.path().join("state")), Vec::<String>::new());
    }
}

#[test]
fn killed_without_a_word_it_offers_the_text_at_the_next_start() {
    let mut pty = typing(program(), &[]);
    pty.until_kept(|files| files.iter().any(|file| file.contains("precious")));
    pty.signal("-KILL");
    pty.end();
    pty.comes_back();
}

#[test]
fn a_signal_keeps_what_was_typed_a_moment_ago() {
    for (name, code) in [("-HUP", 129), ("-TERM", 143)] {
        let mut pty = typing(program(), &[]);
        pty.signal(name);
        assert_eq!(pty.end(), code, "{name}");
        pty.is_restored();
        let raw = String::from_utf8_lossy(&pty.raw).into_owned();
        assert!(raw.contains("1 unsaved text is kept"), "{raw}");
        pty.comes_back();
    }
}

#[test]
fn leaving_a_screen_too_small_to_ask_on_keeps_it() {
    let mut pty = typing(program(), &[]);
    pty.resize(8, 30);
    pty.shows("1 unsaved text is kept");
    // Nobody sees what these would do.
    pty.press("\x1b\x1bdy");
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
    let raw = String::from_utf8_lossy(&pty.raw).into_owned();
    assert!(raw.contains("offers to take it back"), "{raw}");
    pty.comes_back();
}

#[test]
fn a_closed_terminal_keeps_it_too() {
    let mut pty = typing(program(), &[]);
    pty.silence();
    pty.hang_up();
    let end = Instant::now() + PATIENCE;
    while pty.child.try_wait().expect("a status").is_none() {
        assert!(Instant::now() < end, "still running");
        std::thread::yield_now();
    }
    // `silence` typed a letter.
    let mut pty = pty.again();
    pty.shows(OFFER);
    pty.press("d");
    pty.shows("+ precious");
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
}

/// Runs the workbench and panics on F12, when it is run by the tests below.
#[test]
fn child_that_panics_when_told() {
    let thread = match std::env::var(CHILD).as_deref() {
        Ok("loop") => fail_in_the_loop as Probe,
        Ok("input") => fail_in_the_input,
        _ => return,
    };
    let project = std::env::current_dir().expect("a folder");
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let home = std::path::PathBuf::from(std::env::var_os("HOME").expect("a home"));
    let options = Options {
        profiles: Arc::new(Profiles::bundled()),
        host: None,
        place: Place {
            project: text(&project),
            home: text(&home),
            ..Place::default()
        },
        dirs: Dirs::from_env(&home),
        palette: Palette::mono(),
        mouse: false,
        light: None,
        build: false,
        greeting: None,
    };
    let code = run_probed(options, thread).expect("a terminal");
    std::process::exit(code);
}

fn is_f12(message: &Message) -> bool {
    matches!(message, Message::Key(chord, _) if chord.code == Code::F(12))
}

fn reads_keys() -> bool {
    std::thread::current().name() == Some("input")
}

fn fail_in_the_loop(message: &Message) {
    assert!(reads_keys() || !is_f12(message), "as the loop was told to");
}

fn fail_in_the_input(message: &Message) {
    assert!(
        !reads_keys() || !is_f12(message),
        "as the input was told to"
    );
}

#[test]
fn a_panic_keeps_what_was_typed_a_moment_ago() {
    for place in ["loop", "input"] {
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
        command.args([
            "--exact",
            "recovery::child_that_panics_when_told",
            "--nocapture",
            "--test-threads=1",
        ]);
        let mut pty = typing(command, &[(CHILD, place)]);
        pty.press("\x1b[24~");
        assert_eq!(pty.end(), 101, "{place}");
        pty.is_restored();
        let raw = String::from_utf8_lossy(&pty.raw).into_owned();
        let left = raw.find("\x1b[?1049l").expect("left the screen");
        let said = raw.find("was told to").expect("said why");
        assert!(left < said, "{raw}");
        assert!(raw.contains("1 unsaved text is kept"), "{raw}");
        pty.comes_back();
    }
}

#[test]
fn another_program_s_edit_shows_and_meets_unsaved_text() {
    let mut pty = typing(program(), &[]);
    pty.press("\x13");
    pty.shows("saved skills/custom/mine/SKILL.md");
    let file = pty.path().join(FILE);
    let theirs = TEXT.replace("Does mine.", "Does theirs.") + "precious";
    std::fs::write(&file, &theirs).expect("written");
    // Clean: it follows.
    pty.shows("**mine**: Does theirs.");
    pty.press(" and more");
    pty.shows("precious and more");
    std::fs::write(&file, theirs.replace("Does theirs.", "Does others.")).expect("written");
    pty.shows("Changed by another program");
    pty.shows("merging loses nothing");
    // Letters still go to the text of whoever types on; saving asks at once.
    pty.press("\x13");
    pty.shows("Not saved");
    pty.shows("merging loses nothing");
    pty.press("m");
    pty.shows("change 1 of 2");
    pty.press("\r");
    pty.shows("merged");
    pty.press("\x13");
    pty.until("saves", |shown| !shown.contains("● unsaved"));
    let saved = std::fs::read_to_string(&file).expect("there");
    assert!(saved.contains("Does others."), "{saved}");
    assert!(saved.ends_with("precious and more"), "{saved}");
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
}
