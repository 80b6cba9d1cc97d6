//! Keys in, drawn lines and files out. Effects run through the same executor as in the program,
//! one after the other, on a real temporary folder; time moves only when a test says so.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use skillkiln::host::{Place, Profiles};
use skillkiln::library::Dirs;
use skillkiln::workbench::app::dialog::Dialog;
use skillkiln::workbench::app::key::{Chord, Code};
use skillkiln::workbench::app::message::{Mouse, MouseKind};
use skillkiln::workbench::app::recovery::Recovering;
use skillkiln::workbench::app::{Effect, Message, Model, settle, update};
use skillkiln::workbench::run::courier::Courier;
use skillkiln::workbench::run::executor::Executor;
use skillkiln::workbench::run::{Options, model};
use skillkiln::workbench::view::{theme::Palette, view};

/// A workbench on a folder of its own.
pub struct Bench {
    /// The model, for what no line on the screen tells.
    pub model: Model,
    /// Everything that was asked of the outside.
    pub effects: Vec<Effect>,
    options: Options,
    palette: Palette,
    folder: tempfile::TempDir,
    executor: Executor,
    screen: Terminal<TestBackend>,
    now: Duration,
}

impl Bench {
    /// A workbench of 120x40 on a project with these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self::sized(files, 120, 40)
    }

    /// A workbench of this size on a project with these files.
    pub fn sized(files: &[(&str, &str)], width: u16, height: u16) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["project", "home"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        for (path, text) in files {
            write(&folder.path().join("project").join(path), text);
        }
        let text = |name: &str| {
            let root = folder.path().canonicalize().expect("a real path");
            root.join(name).to_str().expect("UTF-8").to_owned()
        };
        let options = Options {
            profiles: Arc::new(Profiles::bundled()),
            host: None,
            place: Place {
                project: text("project"),
                home: text("home"),
                ..Place::default()
            },
            dirs: Dirs::at(folder.path().join("state"), folder.path().join("config")),
            palette: Palette::mono(),
            mouse: false,
            light: None,
            build: false,
            greeting: None,
        };
        Self::with_options(options, folder, width, height)
    }

    /// A workbench as started with these options.
    pub fn with_options(
        options: Options,
        folder: tempfile::TempDir,
        width: u16,
        height: u16,
    ) -> Self {
        let executor = Executor::new(
            options.profiles.clone(),
            options.place.clone(),
            options.dirs.clone(),
        );
        let mut bench = Self {
            model: model(&options),
            effects: Vec::new(),
            palette: options.palette.clone(),
            options,
            folder,
            executor,
            screen: Terminal::new(TestBackend::new(width, height)).expect("a screen"),
            now: Duration::from_secs(10),
        };
        bench.model.size = (width, height);
        bench.rescan();
        bench
    }

    /// The program dies, and is started again in the same place.
    pub fn dies(self) -> Self {
        let (width, height) = self.model.size;
        // With it go its locks.
        drop(self.executor);
        let mut bench = Self::with_options(self.options, self.folder, width, height);
        let order = Effect::Recovery(Recovering::Look);
        let messages = bench.executor.carry_out(order);
        bench.take(messages);
        bench
    }

    /// Skills from elsewhere come this way.
    pub fn over(&mut self, courier: Courier) {
        self.executor.send(courier);
    }

    /// Looks at the disk again, as the watcher does after a change.
    pub fn rescan(&mut self) {
        let messages = self.executor.carry_out(Effect::Scan);
        self.take(messages);
    }

    /// Presses keys: characters as they are, others as `<Enter>`, `<Ctrl+S>`; `<lt>` is `<`, `<gt>` is `>`. A
    /// second passes before each.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for chord in parse(keys) {
            self.now += Duration::from_secs(1);
            self.take(vec![Message::Key(chord, self.now)]);
        }
        self
    }

    /// Presses keys quickly, a hundredth of a second apart.
    pub fn quick(&mut self, keys: &str) -> &mut Self {
        for chord in parse(keys) {
            self.now += Duration::from_millis(10);
            self.take(vec![Message::Key(chord, self.now)]);
        }
        self
    }

    /// Presses the mouse where the screen shows this text, or turns its wheel there.
    #[track_caller]
    pub fn mouse(&mut self, kind: MouseKind, text: &str) -> &mut Self {
        let lines = self.lines();
        let found = lines.iter().enumerate();
        let mut found = found.filter_map(|(y, line)| Some((y, &line[..line.find(text)?])));
        let Some((y, before)) = found.next() else {
            panic!("{text:?} is not on\n{}", lines.join("\n"));
        };
        let cells = |n: usize| u16::try_from(n).expect("on the screen");
        let x = cells(unicode_width::UnicodeWidthStr::width(before));
        let mouse = Mouse {
            kind,
            x,
            y: cells(y),
        };
        self.take(vec![Message::Mouse(mouse)]);
        self
    }

    /// Clicks where the screen shows this text.
    #[track_caller]
    pub fn click(&mut self, text: &str) -> &mut Self {
        self.mouse(MouseKind::Press, text)
    }

    /// Takes messages in, carries out what they ask, and draws.
    pub fn take(&mut self, messages: Vec<Message>) {
        let mut queue = VecDeque::from(messages);
        loop {
            let message = queue.pop_front();
            let last = message.is_none();
            let effects = match message {
                Some(message) => update(&mut self.model, message),
                None => settle(&mut self.model),
            };
            let settled = last && effects.is_empty();
            for effect in effects {
                self.effects.push(effect.clone());
                queue.extend(self.executor.carry_out(effect));
            }
            if settled {
                break;
            }
        }
        self.draw();
    }

    /// Another size.
    pub fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.screen.backend_mut().resize(width, height);
        self.screen.autoresize().expect("resized");
        self.take(vec![Message::Resize(width, height)]);
        self
    }

    fn draw(&mut self) {
        let (model, palette) = (&self.model, &self.palette);
        self.screen
            .draw(|frame| view(model, palette, frame))
            .expect("drawn");
    }

    /// The lines on the screen, without the blanks at their ends.
    pub fn lines(&self) -> Vec<String> {
        let buffer = self.screen.backend().buffer();
        let width = usize::from(buffer.area.width).max(1);
        buffer
            .content
            .chunks(width)
            .map(|row| {
                let mut line = String::new();
                let mut skip = 0;
                for cell in row {
                    if skip == 0 {
                        line.push_str(cell.symbol());
                        skip = unicode_width::UnicodeWidthStr::width(cell.symbol());
                    }
                    skip = skip.saturating_sub(1);
                }
                line.trim_end().to_owned()
            })
            .collect()
    }

    /// The cells on the screen.
    pub fn buffer(&self) -> &ratatui::buffer::Buffer {
        self.screen.backend().buffer()
    }

    /// Everything on the screen.
    pub fn text(&self) -> String {
        self.lines().join("\n")
    }

    /// Fails unless the screen shows this text on one line.
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> &mut Self {
        assert!(
            self.text().contains(text),
            "{text:?} is not on\n{}",
            self.text()
        );
        self
    }

    /// Fails when the screen shows this text.
    #[track_caller]
    pub fn hides(&mut self, text: &str) -> &mut Self {
        assert!(
            !self.text().contains(text),
            "{text:?} is on\n{}",
            self.text()
        );
        self
    }

    /// A path in the project.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("project").join(path)
    }

    /// The text of a file of the project.
    pub fn file(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.path(path)).ok()
    }

    /// Another program writes a file of the project.
    pub fn write(&mut self, path: &str, text: &str) -> &mut Self {
        write(&self.path(path), text);
        self.rescan();
        self
    }

    /// The prompt as the host gives it, with unsaved text.
    pub fn prompt(&self) -> &str {
        &self.model.live.prompt.text
    }

    /// Column and row of the terminal's cursor on the screen.
    pub fn cursor(&mut self) -> (u16, u16) {
        let at = self.screen.get_cursor_position().expect("a cursor");
        (at.x, at.y)
    }

    /// Line and column of the cursor in the text.
    pub fn place(&self) -> (usize, usize) {
        let place = self.model.text().expect("a text").editor.position();
        (place.line, place.column)
    }

    /// On the screen about what lies elsewhere: goes to the line with this text, on the left or, from
    /// there, on the right.
    #[track_caller]
    pub fn goes_to(&mut self, inside: bool, text: &str) -> &mut Self {
        let line = |bench: &Self| {
            let Some(Dialog::Look(look)) = &bench.model.dialog else {
                panic!("no such screen on\n{}", bench.text());
            };
            let board = if inside { &look.details } else { &look.things };
            let (section, entry) = board.at.expect("something is selected");
            (
                look.inside,
                board.sections[section].entries[entry].line.text(),
            )
        };
        if line(self).0 != inside {
            self.keys(if inside { "<Enter>" } else { "<Esc>" });
        }
        self.keys("g");
        for _ in 0..100 {
            if line(self).1.contains(text) {
                return self;
            }
            self.keys("j");
        }
        panic!("no {text:?} on\n{}", self.text());
    }

    /// Rows under a heading of the list, by name.
    pub fn group(&self, title: &str) -> Vec<&str> {
        let rows = self.model.list.rows.iter();
        rows.filter(|row| row.group.title() == title)
            .map(|row| row.name.as_str())
            .collect()
    }
}

fn write(path: &std::path::Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a file");
}

fn parse(keys: &str) -> Vec<Chord> {
    let mut chords = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|tail| tail.split_once('>'));
        if let Some((name, tail)) = named {
            let name = match name {
                "lt" => "<",
                "gt" => ">",
                name => name,
            };
            chords.push(name.parse().expect(name));
            rest = tail;
        } else {
            chords.push(Chord::plain(Code::Char(c)));
            rest = &rest[c.len_utf8()..];
        }
    }
    chords
}

/// A skill that loads everywhere.
pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nDo it.\n")
}
