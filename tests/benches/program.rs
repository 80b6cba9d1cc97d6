//! The program itself in a pseudo-terminal: how often it wakes up while nobody does anything, and what a
//! large library costs it.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

/// Skills of the large library, over all its layers.
const MANY: usize = 20_000;
/// How long nobody does anything.
const IDLE: Duration = Duration::from_secs(10);
/// Nothing comes after this long: it has settled.
const QUIET: Duration = Duration::from_secs(2);

struct Program {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Program {
    fn start(folder: &Path) -> Self {
        let (cols, rows) = (120, 40);
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_skillkiln"));
        command.cwd(folder.join("project"));
        command.args(["--theme", "dark"]);
        command.env("HOME", folder.join("home"));
        command.env("SKILLKILN_STATE", folder.join("state"));
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("started");
        drop(pair.slave);
        let keys = pair.master.take_writer().expect("a writer");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (send, output) = mpsc::channel();
        std::thread::spawn(move || {
            // As long as it is read from, the terminal is there.
            let _master = pair.master;
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            keys,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
        }
    }

    /// Waits until the screen shows this text.
    fn shows(&mut self, text: &str) {
        while !self.screen.screen().contents().contains(text) {
            let bytes = self.output.recv().expect("it still runs");
            self.screen.process(&bytes);
        }
    }

    /// Waits until nothing is drawn any more.
    fn settles(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(QUIET) {
            self.screen.process(&bytes);
        }
    }

    fn end(mut self) {
        self.keys.write_all(b"\x11").expect("typed");
        while self.output.recv().is_ok() {}
        self.child.wait().expect("ended");
    }

    /// A number of each of its threads, as the system tells it; none where it does not.
    fn told(&self, key: &str) -> Vec<(String, u64)> {
        let id = self.child.process_id().unwrap_or(0);
        let tasks = fs::read_dir(format!("/proc/{id}/task"));
        let tasks = tasks.into_iter().flatten().flatten();
        let told = |task: &Path| {
            let text = fs::read_to_string(task.join("status")).ok()?;
            let after = |key| Some(text.lines().find_map(|line| line.strip_prefix(key))?.trim());
            let number = after(key)?.split_whitespace().next()?.parse().ok()?;
            Some((after("Name:")?.to_owned(), number))
        };
        tasks.filter_map(|task| told(&task.path())).collect()
    }
}

fn skill(folder: &Path, name: &str) {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let text = format!(
        "---\nname: {name}\ndescription: Does {name} well. Use it when somebody asks for it.\n---\n\n{}",
        "Read the diff before the description, then look for behaviour, not style.\n".repeat(20)
    );
    fs::write(folder.join("SKILL.md"), text).expect("a file");
}

fn folders() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["project", "home", "state"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    folder
}

/// How often all its threads together wake up in a second while nobody does anything.
pub fn idle() {
    let folder = folders();
    for n in 0..200 {
        let skills = folder.path().join("project/skills/custom");
        skill(&skills, &format!("skill-{n:03}"));
    }
    let mut program = Program::start(folder.path());
    program.shows("200 skills");
    program.settles();
    // What goes on in the folders above wakes up the thread that watches, whoever does it.
    let waked = |program: &Program, watching: bool| -> u64 {
        let told = program.told("voluntary_ctxt_switches:").into_iter();
        let of = told.filter(|(name, _)| name.starts_with("notify") == watching);
        of.map(|(_, times)| times).sum()
    };
    let before = [false, true].map(|watching| waked(&program, watching));
    std::thread::sleep(IDLE);
    let [times, watching] = [0, 1].map(|i| waked(&program, i == 1) - before[i]);
    let drawn: usize = program.output.try_iter().map(|bytes| bytes.len()).sum();
    tell("wake-ups a second, idle", &rate(times));
    tell("the same, of the watcher", &rate(watching));
    tell("bytes a second to the terminal, idle", &rate(drawn as u64));
    program.end();
}

fn rate(times: u64) -> String {
    format!("{:.1}", times as f64 / IDLE.as_secs_f64())
}

/// Start to the first numbers on the screen, and the memory when all is worked out.
pub fn large() {
    let folder = folders();
    let layers = [
        "project/.minibot/skills",
        "project/.agents/skills",
        "home/.agents/skills",
    ];
    for n in 0..MANY {
        let layer = folder.path().join(layers[n % layers.len()]);
        // One in a hundred stands in two layers.
        let name = if n % 100 == 1 { n - 1 } else { n };
        skill(&layer, &format!("skill-{name:05}"));
    }
    let start = Instant::now();
    let mut program = Program::start(folder.path());
    program.shows(" skills  ");
    let shown = start.elapsed();
    program.settles();
    let memory = |program: &Program| {
        let kb = program.told("VmRSS:").first().map_or(0, |(_, kb)| *kb);
        format!("{} MB", kb / 1024)
    };
    let at_rest = memory(&program);
    // What is free is given back when memory is asked for next, as with any key.
    program.keys.write_all(&[b'j'; 40]).expect("keys");
    program.settles();
    let in_use = memory(&program);
    tell(
        "20,000 skills over 3 layers, shown",
        &format!("{shown:.2?}"),
    );
    tell("20,000 skills, memory at rest", &at_rest);
    tell("20,000 skills, memory after 40 keys", &in_use);
    program.end();
}

fn tell(what: &str, number: &str) {
    println!("{what:36} {number:>14}");
}
