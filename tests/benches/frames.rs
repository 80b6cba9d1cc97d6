//! Key press to finished frame: `cargo bench --bench frames [-- KEYS [TITLE]]`; with a title only the rows
//! for typing whose title holds it.
//!
//! A project of 200 skills for each of the five hosts on a screen of 120x40. Each round presses a key, brings everything up to
//! date that follows from it, and draws into a buffer. Prints p50 and p99, the first frame,
//! which comes before the disk is read, and the bytes a key sends to the terminal. In the end the
//! program itself runs: how often it wakes up while nobody does anything, and what 20,000 skills cost.

#[cfg(unix)]
mod program;

use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::backend::{CrosstermBackend, TestBackend};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use skillkiln::host::{Place, Profiles};
use skillkiln::library::Dirs;
use skillkiln::workbench::app::key::{Chord, Code};
use skillkiln::workbench::app::list::{Group, List, Row, Tally};
use skillkiln::workbench::app::{Effect, Message, Model, settle, update};
use skillkiln::workbench::run::executor::Executor;
use skillkiln::workbench::run::{Options, model};
use skillkiln::workbench::view::{
    theme::{Depth, Palette},
    view,
};

const FRAMES: usize = 10_000;
const SKILLS: usize = 200;

fn main() {
    let keys = std::env::args().filter_map(|arg| arg.parse().ok()).next();
    let keys: usize = keys.unwrap_or(FRAMES);
    let wanted = std::env::args().skip(1);
    let wanted = wanted.filter(|arg| arg.parse::<usize>().is_err() && !arg.starts_with("--"));
    let wanted = wanted.collect::<Vec<_>>().join(" ");
    let is_wanted = |title: &str| title.contains(&wanted);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = folder.path().join("project");
    let line = "Read the diff before `the description`, then look for **behaviour**, not style.\n";
    for i in 0..SKILLS {
        let lines = match i {
            0 => 7_000 / line.len(),
            1 => 2_000,
            2 => 5_000,
            _ => 40,
        };
        for (folder, flat) in [
            ("skills/custom", false),
            (".agents/skills", false),
            ("skills/builtin", false),
            (".replio/skills", true),
        ] {
            skill(&project.join(folder), i, flat, &line.repeat(lines));
        }
    }
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let options = Options {
        profiles: Arc::new(Profiles::bundled()),
        host: None,
        place: Place {
            project: text(&project),
            home: text(&folder.path().join("home")),
            ..Place::default()
        },
        dirs: Dirs::at(folder.path().join("state"), folder.path().join("config")),
        palette: Palette::bundled("dark", Depth::True).expect("a theme"),
        mouse: false,
        light: None,
        build: true,
        greeting: None,
    };
    if wanted.is_empty() {
        first_frame(&options);
    }
    let eyes = |host: &str| Options {
        host: Some(host.to_owned()),
        ..options.clone()
    };
    for (title, index, at) in [
        ("7 KB, in the body", 0, "<Ctrl+End>"),
        ("7 KB, in the description", 0, "description"),
        ("2,000 lines, in the body", 1, "<Ctrl+End>"),
        ("2,000 lines, in the description", 1, "description"),
        ("5,000 lines, in the body", 2, "<Ctrl+End>"),
        ("5,000 lines, in the description", 2, "description"),
    ] {
        if is_wanted(title) {
            let eyes = eyes("agentworks");
            typing(&eyes, title, index, at == "description", "Alt+1", keys);
        }
    }
    for (title, host, tab) in [
        ("7 KB, Hosts open", "agentworks", "Alt+4"),
        ("7 KB, all bodies in the prompt", "pleach", "Alt+1"),
        ("7 KB, Reading open", "minibot", "Alt+2"),
        ("7 KB, merged layers open", "replio", "Alt+3"),
    ] {
        if is_wanted(title) {
            typing(&eyes(host), title, 0, true, tab, keys);
        }
    }
    // Most hosts look into `.agents/skills`.
    for (title, index, description) in [
        ("7 KB, all hosts, body", 0, false),
        ("7 KB, all hosts, description", 0, true),
        ("2,000 lines, all hosts, body", 1, false),
        ("2,000 lines, all hosts, description", 1, true),
    ] {
        let eyes = eyes("agentskills");
        if is_wanted(title) {
            typing(&eyes, title, index, description, "Alt+4", keys);
        }
    }
    if !wanted.is_empty() {
        return;
    }
    offering(&eyes("agentworks"), keys);
    faulty(&eyes("agentworks"), keys);
    faulty(&eyes("agentskills"), keys);
    finding(&eyes("agentworks"), keys);
    moving(&eyes("agentworks"), keys);
    filtering();
    sending(&eyes("agentworks"), keys);
    #[cfg(unix)]
    {
        program::idle();
        program::large();
    }
}

/// Counts what a terminal would be sent.
#[derive(Clone, Default)]
struct Wire(Rc<Cell<usize>>);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes that a key sends to the terminal.
fn sending(options: &Options, keys: usize) {
    for (title, before, typed) in [
        ("bytes a key, typing", "e", ["x", "y", "Space", "Backspace"]),
        (
            "bytes a key, from skill to skill",
            "g",
            ["j", "j", "j", "k"],
        ),
    ] {
        let mut bench = Bench::start(options);
        bench.load();
        bench.press(before);
        let area = Rect::new(0, 0, 120, 40);
        let viewport = Viewport::Fixed(area);
        let wire = Wire::default();
        let backend = CrosstermBackend::new(wire.clone());
        let mut screen = Terminal::with_options(backend, TerminalOptions { viewport });
        let screen = screen.as_mut().expect("a screen");
        let mut draw = |bench: &Bench| {
            let before = wire.0.get();
            let (model, palette) = (&bench.model, &bench.palette);
            let drawn = screen.draw(|frame| view(model, palette, frame));
            drawn.expect("drawn");
            wire.0.get() - before
        };
        draw(&bench);
        let mut sent: Vec<usize> = (0..keys)
            .map(|i| {
                bench.press(typed[i % typed.len()]);
                draw(&bench)
            })
            .collect();
        sent.sort_unstable();
        let at = |part: usize| sent[(sent.len() * part / 100).min(sent.len() - 1)];
        println!("{title:36} p50 {:>10}  p99 {:>10}", at(50), at(99));
    }
}

/// The filter over a list of 20,000 rows.
fn filtering() {
    let rows = (0..20_000).map(|i| Row {
        id: format!("/skills/skill-{i}/SKILL.md").into(),
        group: Group::Skills,
        name: format!("skill-{i}-for-reviewing-changes"),
        path: None,
        reference: Arc::default(),
        badge: Some('S'),
        shadow: None,
        layer: None,
        reason: None,
        brief: String::new(),
        tally: Tally::default(),
        unsaved: false,
        kept: false,
        silent: None,
    });
    let mut list = List::default();
    list.refresh(rows.collect(), 36);
    let times = (0..200).map(|i| {
        let filter = ["r", "rev", "rev17", "schange", "zzz"][i % 5];
        let start = Instant::now();
        list.set_filter(filter.to_owned(), 36);
        start.elapsed()
    });
    report("filter over 20,000 rows", times.collect());
}

fn skill(root: &Path, index: usize, flat: bool, body: &str) {
    let (folder, file) = match flat {
        true => (root.to_owned(), format!("skill-{index:03}.md")),
        false => (
            root.join(format!("skill-{index:03}")),
            "SKILL.md".to_owned(),
        ),
    };
    fs::create_dir_all(&folder).expect("a folder");
    let description =
        "Does one thing well, and says when: use it when someone asks for it by name.";
    let text = format!(
        "---\nname: skill-{index:03}\ndescription: \"{description}\"\n---\n\n# Skill\n\n{body}"
    );
    fs::write(folder.join(file), text).expect("a file");
}

struct Bench {
    model: Model,
    screen: Terminal<TestBackend>,
    executor: Executor,
    palette: Palette,
    now: Duration,
}

impl Bench {
    fn start(options: &Options) -> Self {
        let mut bench = Self {
            model: model(options),
            palette: options.palette.clone(),
            screen: Terminal::new(TestBackend::new(120, 40)).expect("a screen"),
            executor: Executor::new(
                options.profiles.clone(),
                options.place.clone(),
                options.dirs.clone(),
            ),
            now: Duration::ZERO,
        };
        bench.model.size = (120, 40);
        bench
    }

    fn load(&mut self) {
        for message in self.executor.carry_out(Effect::Scan) {
            update(&mut self.model, message);
        }
        self.frame();
    }

    fn frame(&mut self) {
        settle(&mut self.model);
        let (model, palette) = (&self.model, &self.palette);
        self.screen
            .draw(|frame| view(model, palette, frame))
            .expect("drawn");
    }

    fn key(&mut self, chord: Chord) {
        self.now += Duration::from_secs(1);
        update(&mut self.model, Message::Key(chord, self.now));
        self.frame();
    }

    fn press(&mut self, key: &str) {
        self.key(key.parse().expect(key));
    }
}

fn first_frame(options: &Options) {
    let start = Instant::now();
    let mut bench = Bench::start(options);
    bench.frame();
    println!(
        "{:36}{:>12?}",
        "first frame, before the disk",
        start.elapsed()
    );
    let start = Instant::now();
    bench.load();
    println!(
        "{:36}{:>12?}",
        "scan, survey, check and draw 200",
        start.elapsed()
    );
}

fn typing(options: &Options, title: &str, index: usize, description: bool, tab: &str, keys: usize) {
    let mut bench = Bench::start(options);
    bench.load();
    for _ in 0..index {
        bench.press("j");
    }
    bench.press("e");
    bench.press(tab);
    if description {
        bench.press("Down");
        bench.press("Down");
        bench.press("End");
        bench.press("Left");
    } else {
        bench.press("Ctrl+End");
    }
    let times = (0..keys).map(|i| {
        // Words and now and then a deletion, so that the text stays as long as it is.
        let chord = match i % 12 {
            5 => Chord::plain(Code::Char(' ')),
            6..=11 => Chord::plain(Code::Backspace),
            _ => Chord::plain(Code::Char('x')),
        };
        let start = Instant::now();
        bench.key(chord);
        start.elapsed()
    });
    report(title, times.collect());
}

/// A field typed and deleted again, with fields and values offered all the while.
fn offering(options: &Options, keys: usize) {
    let mut bench = Bench::start(options);
    bench.load();
    for key in ["e", "Ctrl+Home", "Down", "Down", "End", "Enter"] {
        bench.press(key);
    }
    let typed = ["e", "f", "f", "o", "r", "t", ":", "Space"];
    let times = (0..keys).map(|i| {
        let key = typed.get(i % 16).copied().unwrap_or("Backspace");
        let start = Instant::now();
        bench.press(key);
        let time = start.elapsed();
        assert!(i % 16 > 7 || bench.model.completing().is_some());
        time
    });
    report("7 KB, fields and values offered", times.collect());
}

/// Typing in a description below fields with faults in them, of which each has a fix.
fn faulty(options: &Options, keys: usize) {
    let mut bench = Bench::start(options);
    bench.load();
    for key in ["e", "Ctrl+Home", "Down", "Down", "End", "Enter"] {
        bench.press(key);
    }
    let fields =
        "metadat: a\nversion:1\nlicense: MIT: x\ncompatibility: yes: no\nallowed_tools: Read";
    for c in fields.chars() {
        bench.key(Chord::plain(match c {
            '\n' => Code::Enter,
            c => Code::Char(c),
        }));
    }
    let times = (0..keys).map(|i| {
        let code = if i % 12 < 6 {
            Code::Char('x')
        } else {
            Code::Backspace
        };
        let start = Instant::now();
        bench.key(Chord::plain(code));
        start.elapsed()
    });
    report("7 KB, five faults with fixes", times.collect());
    let text = bench.model.text().expect("a text");
    assert!(text.findings.len() >= 4, "{:?}", text.findings);
}

/// Words looked for in a text of 2,000 lines.
fn finding(options: &Options, keys: usize) {
    let mut bench = Bench::start(options);
    bench.load();
    for key in ["j", "e", "Ctrl+F"] {
        bench.press(key);
    }
    let typed = ["s", "t", "y", "l", "e"];
    let times = (0..keys).map(|i| {
        let key = typed.get(i % 10).copied().unwrap_or("Backspace");
        let start = Instant::now();
        bench.press(key);
        start.elapsed()
    });
    report("2,000 lines, finding", times.collect());
}

fn moving(options: &Options, keys: usize) {
    let mut bench = Bench::start(options);
    bench.load();
    let times = (0..keys).map(|i| {
        let down = (i / 190) % 2 == 0;
        let start = Instant::now();
        bench.press(if down { "j" } else { "k" });
        start.elapsed()
    });
    report("from skill to skill in the list", times.collect());
}

fn report(title: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println!("{title:36} p50 {:>10?}  p99 {:>10?}", at(50), at(99));
}
