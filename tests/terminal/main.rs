//! The program in a real pseudo-terminal: it opens, survives any size, leaves everything as it was,
//! and makes a skill with keys alone. Waits for what the screen shows, never for time to pass.
#![cfg(unix)]

mod demo;
mod elsewhere;
mod program;
mod recovery;
mod small;

use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// However slow the machine is, what does not show after this long never will.
const PATIENCE: Duration = Duration::from_secs(60);

struct Pty {
    /// `None` once it was handed on to the next start.
    folder: Option<tempfile::TempDir>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    raw: Vec<u8>,
}

impl Pty {
    fn start(env: &[(&str, &str)]) -> Self {
        Self::run(CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln")), env)
    }

    fn run(command: CommandBuilder, env: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["project", "home", "state"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        Self::run_in(folder, command, env)
    }

    /// Runs where something ran before.
    fn run_in(folder: tempfile::TempDir, command: CommandBuilder, env: &[(&str, &str)]) -> Self {
        Self::run_sized(folder, command, env, (110, 30))
    }

    /// Runs on a screen of so many columns and rows.
    fn run_sized(
        folder: tempfile::TempDir,
        mut command: CommandBuilder,
        env: &[(&str, &str)],
        (cols, rows): (u16, u16),
    ) -> Self {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        command.cwd(folder.path().join("project"));
        command.env("HOME", folder.path().join("home"));
        command.env("SKILLKILN_STATE", folder.path().join("state"));
        command.env("TERM", "xterm-256color");
        command.env("RUST_BACKTRACE", "0");
        for (key, value) in env {
            command.env(key, value);
        }
        let child = pair.slave.spawn_command(command).expect("started");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (send, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            folder: Some(folder),
            master: pair.master,
            child,
            keys,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
            raw: Vec::new(),
        }
    }

    /// The folder of everything.
    fn path(&self) -> &std::path::Path {
        self.folder.as_ref().expect("still ours").path()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("typed");
        self.keys.flush().expect("typed");
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            let shown = self.screen.screen().contents();
            if wanted(&shown) {
                return;
            }
            match self
                .output
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("never {what}:\n{shown}"),
            }
        }
    }

    #[track_caller]
    fn shows(&mut self, text: &str) {
        self.until(&format!("shows {text:?}"), |shown| shown.contains(text));
    }

    fn take(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        self.raw.extend_from_slice(bytes);
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).expect("resized");
        self.screen.screen_mut().set_size(rows, cols);
    }

    /// Waits for the end, and takes in the last of the output. Gives the exit code.
    fn end(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    assert!(Instant::now() < end, "still running");
                    if let Some(status) = self.child.try_wait().expect("a status") {
                        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
                            self.take(&bytes);
                        }
                        return status.exit_code();
                    }
                }
            }
        }
        self.child.wait().expect("a status").exit_code()
    }

    /// The terminal is as it was before: no alternate screen, no modes, the cursor visible, lines
    /// edited by the system again.
    #[track_caller]
    fn is_restored(&self) {
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "still in the alternate screen");
        assert!(!screen.bracketed_paste(), "still in bracketed paste");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let settings = self.master.get_termios().expect("settings of the terminal");
        let shown = format!("{:?}", settings.local_flags);
        assert!(
            shown.contains("ICANON") && shown.contains("ECHO"),
            "{shown}"
        );
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("an id").to_string();
        let status = std::process::Command::new("kill")
            .args([name, &id])
            .status();
        assert!(status.expect("kill").success());
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A failed test leaves no program behind.
        let _ = self.child.kill();
    }
}

#[test]
fn it_opens_and_quits() {
    let mut pty = Pty::start(&[]);
    pty.shows("Learn");
    assert!(pty.screen.screen().alternate_screen());
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}

#[test]
fn it_survives_one_cell_and_comes_back() {
    let mut pty = Pty::start(&[]);
    pty.shows("Learn");
    pty.resize(1, 1);
    pty.resize(30, 110);
    // At once: a key that comes together with a change of size is read with it.
    pty.press("?");
    pty.shows("What you can do here");
    pty.press("\x1b");
    // Not while the screen is empty between two sizes: Esc and the next key at once are Alt and a key.
    pty.until("is closed", |shown| {
        shown.contains("new skill") && !shown.contains("What you can do here")
    });
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}

#[test]
fn a_signal_restores_the_terminal() {
    for (name, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let mut pty = Pty::start(&[]);
        pty.shows("Learn");
        pty.signal(name);
        assert_eq!(pty.end(), code, "{name}");
        pty.is_restored();
    }
}

/// Set in the process that is to panic.
const CHILD: &str = "SKILLKILN_TEST_CHILD";

/// Takes the terminal and panics, when it is run by the test below.
#[test]
fn child_that_panics() {
    if std::env::var_os(CHILD).is_some() {
        skillkiln::workbench::run::terminal::on_panic();
        let _guard = skillkiln::workbench::run::terminal::Guard::take(true).expect("a terminal");
        panic!("as it was told to");
    }
}

#[test]
fn a_panic_restores_the_terminal_before_it_speaks() {
    let itself = std::env::current_exe().expect("this test");
    let mut command = CommandBuilder::new(itself);
    command.args([
        "--exact",
        "child_that_panics",
        "--nocapture",
        "--test-threads=1",
    ]);
    let mut pty = Pty::run(command, &[(CHILD, "1")]);
    assert_eq!(pty.end(), 101);
    pty.is_restored();
    let raw = String::from_utf8_lossy(&pty.raw).into_owned();
    assert!(raw.contains("\x1b[?1049h"), "never entered: {raw}");
    let left = raw.find("\x1b[?1049l").expect("left the alternate screen");
    let spoke = raw.find("panicked").expect("spoke");
    assert!(left < spoke);
}

#[test]
fn a_skill_made_with_keys_alone_is_on_the_disk() {
    let mut pty = Pty::start(&[("NO_COLOR", "1")]);
    pty.shows("makes your first skill");
    pty.press("n");
    pty.shows("New skill");
    pty.press("first-skill\r");
    pty.shows("first-skill SKILL.md");
    pty.press("Does it. Use when asked.");
    pty.shows("unsaved edit");
    pty.press("\x13");
    pty.shows("saved skills/custom/first-skill/SKILL.md");
    let file = pty
        .path()
        .join("project/skills/custom/first-skill/SKILL.md");
    let text = std::fs::read_to_string(file).expect("on the disk");
    assert!(text.contains("name: first-skill\n"), "{text}");
    assert!(text.contains("Does it. Use when asked."), "{text}");
    pty.press("\x11");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
    assert_eq!(colours(&pty.raw), Vec::<String>::new());
}

/// The sequences in the output that set a colour.
fn colours(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(raw);
    let styles = text.split("\x1b[").filter_map(|rest| {
        let (numbers, _) = rest.split_once('m')?;
        numbers
            .chars()
            .all(|c| c.is_ascii_digit() || c == ';')
            .then_some(numbers)
    });
    let coloured = |style: &&str| {
        style
            .split(';')
            .any(|n| matches!(n.parse(), Ok(30..=38 | 40..=48 | 90..=107)))
    };
    styles.filter(coloured).map(str::to_owned).collect()
}

#[test]
fn what_another_program_writes_shows_by_itself() {
    let mut pty = Pty::start(&[]);
    pty.shows("makes your first skill");
    let folder = pty.path().join("project/skills/from-outside");
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = "---\nname: from-outside\ndescription: Came by itself.\n---\n\nBody.\n";
    std::fs::write(folder.join("SKILL.md"), text).expect("a file");
    pty.shows("**from-outside**: Came by");
    pty.press("q");
    assert_eq!(pty.end(), 0);
}

#[test]
fn stopping_gives_the_terminal_to_the_shell_and_takes_it_again() {
    let mut pty = Pty::start(&[]);
    pty.shows("Learn");
    pty.signal("-TSTP");
    pty.until_left();
    pty.is_restored();
    // It gives the terminal back first: told to go on before it stands, it would stand for ever.
    pty.until_stopped();
    pty.signal("-CONT");
    pty.shows("Learn");
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
}

impl Pty {
    /// Waits until the system says that the program stands.
    fn until_stopped(&self) {
        let end = Instant::now() + PATIENCE;
        let id = self.child.process_id().expect("an id").to_string();
        let state = || match std::fs::read_to_string(format!("/proc/{id}/stat")) {
            Ok(stat) => stat.rsplit(") ").next().unwrap_or_default().to_owned(),
            Err(_) => {
                let ps = std::process::Command::new("ps")
                    .args(["-o", "stat=", "-p", &id])
                    .output();
                String::from_utf8_lossy(&ps.expect("ps").stdout)
                    .trim()
                    .to_owned()
            }
        };
        while !state().starts_with('T') {
            assert!(Instant::now() < end, "never stopped");
        }
    }

    fn until_left(&mut self) {
        let end = Instant::now() + PATIENCE;
        while self.screen.screen().alternate_screen() {
            let wait = end.saturating_duration_since(Instant::now());
            let bytes = self
                .output
                .recv_timeout(wait)
                .expect("never left the screen");
            self.take(&bytes);
        }
    }
}

#[test]
fn the_terminal_is_asked_for_its_background_and_the_answer_is_never_typed() {
    let light = "38;2;3;97;148";
    let mut pty = Pty::start(&[("COLORTERM", "truecolor")]);
    pty.until_raw("\x1b]11;?");
    // Late, and among keys: in the name of a new skill it would be seen.
    pty.shows("makes your first skill");
    pty.press("n");
    pty.shows("New skill");
    pty.press("a\x1b]11;rgb:ffff/ffff/ffff\x1b\\b");
    pty.shows("skills/custom/ab/SKILL.md");
    pty.until_raw(light);
    pty.press("\x1b");
    pty.until("closes the dialog", |shown| !shown.contains("New skill"));
    pty.press("q");
    assert_eq!(pty.end(), 0);
    pty.is_restored();
    // Nothing is asked where nothing depends on it.
    let mut pty = Pty::start(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]);
    pty.shows("Learn");
    assert!(!String::from_utf8_lossy(&pty.raw).contains("\x1b]11"));
    pty.press("q");
    assert_eq!(pty.end(), 0);
}

/// A shell and a session without a controlling terminal around it keep every signal away.
#[cfg(target_os = "linux")]
#[test]
fn it_ends_when_its_terminal_vanishes_without_a_signal() {
    let told = tempfile::tempdir().expect("a temporary folder");
    let pipe = told.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let mut command = CommandBuilder::new("sh");
    let script = r#"trap "" HUP; setsid -w "$0"; echo $? > "$1""#;
    command.args(["-c", script, env!("CARGO_BIN_EXE_skillkiln")]);
    command.arg(&pipe);
    let mut pty = Pty::run(command, &[]);
    pty.shows("Learn");
    let (send, ended) = mpsc::channel();
    std::thread::spawn(move || {
        // The test has given up when nobody listens.
        let _ = send.send(std::fs::read_to_string(pipe));
    });
    pty.silence();
    // Its last output is out, and it stays as long as the terminal does.
    assert!(ended.recv_timeout(Duration::from_millis(300)).is_err());
    pty.hang_up();
    let code = ended.recv_timeout(PATIENCE).expect("still running");
    // In order, whether it was noticed by looking or by a draw that failed.
    let code = code.expect("a code");
    assert!(matches!(code.trim(), "1" | "2"), "{code}");
}

impl Pty {
    #[track_caller]
    fn until_raw(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !String::from_utf8_lossy(&self.raw).contains(text) {
            let wait = end.saturating_duration_since(Instant::now());
            let bytes = self.output.recv_timeout(wait).expect("never sent");
            self.take(&bytes);
        }
    }

    /// Lets the reader go of the terminal, which it does with the next output.
    fn silence(&mut self) {
        self.output = mpsc::channel().1;
        self.press("z");
    }

    /// Closes our end of the terminal.
    fn hang_up(&mut self) {
        let other = native_pty_system()
            .openpty(PtySize::default())
            .expect("a pseudo-terminal");
        self.keys = other.master.take_writer().expect("a writer");
        self.master = other.master;
    }
}

#[test]
fn a_theme_that_is_not_there_or_wrong_is_told_before_anything_shows() {
    for (name, said) in [("dusk", "known are auto, dark"), ("./bad.toml", "no role")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["project", "home", "state"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let file = folder.path().join("project/bad.toml");
        std::fs::write(file, "[sixteen]\nshiny = { bold = true }\n").expect("a file");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
        command.args(["--theme", name]);
        let mut pty = Pty::run_in(folder, command, &[]);
        assert_eq!(pty.end(), 2);
        let raw = String::from_utf8_lossy(&pty.raw).into_owned();
        assert!(raw.contains(said), "{raw}");
        assert!(!raw.contains("\x1b[?1049h"), "{raw}");
    }
}

#[test]
fn a_theme_has_true_colours_where_there_are_some_and_sixteen_elsewhere() {
    for (colorterm, true_colour) in [("truecolor", true), ("", false)] {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
        command.args(["--theme", "light"]);
        let mut pty = Pty::run(command, &[("COLORTERM", colorterm), ("NO_COLOR", "")]);
        pty.shows("Learn");
        pty.press("q");
        assert_eq!(pty.end(), 0);
        let found = colours(&pty.raw);
        assert!(!found.is_empty());
        let real = found.iter().any(|style| style.contains("38;2;"));
        assert_eq!(real, true_colour, "{found:?}");
    }
}
