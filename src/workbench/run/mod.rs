//! The rim: the terminal, its keys, the disk, the clipboard. Everything that is not a pure function
//! of a message lives here.

mod background;
mod caught;
mod clipboard;
mod compare;
pub mod executor;
mod input;
mod keeper;
pub mod reckon;
mod signals;
pub mod terminal;

use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};

use crate::host::{Place, Profiles};
use crate::library::Dirs;
use crate::workbench::app::recovery::{self, Recovering};
use crate::workbench::app::{self, Effect, Message, Model};
use crate::workbench::view::{theme::Palette, view};
use executor::{Executor, ForTerminal};
use keeper::Keeper;
use signals::Signal;

/// How the workbench is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Every host known.
    pub profiles: Arc<Profiles>,
    /// The host to look with; `None` = the one remembered, else the first found.
    pub host: Option<String>,
    /// Where it stands.
    pub place: Place,
    /// The program's own folders.
    pub dirs: Dirs,
    /// Colours.
    pub palette: Palette,
    /// Takes the mouse.
    pub mouse: bool,
    /// Asks the terminal whether its background is light, where the palette depends on it.
    pub ask_background: bool,
    /// Starts in Build.
    pub build: bool,
}

/// Sees each message before it is taken in.
pub type Probe = fn(&Message);

/// Something that happened, from any thread.
#[derive(Debug)]
pub enum Happened {
    /// For the model.
    Message(Message),
    /// A signal.
    Signal(Signal),
    /// The terminal told the colour of its background; true when it is light.
    Background(bool),
    /// A thread panicked, with these words.
    Fault(String),
    /// The thread that reads keys panicked, with these words.
    Deaf(String),
    /// The terminal is gone: so is the person.
    InputGone,
}

/// Runs the workbench until it is left. Gives the exit code.
///
/// # Errors
/// When there is no terminal, or it cannot be written to.
pub fn run(options: Options) -> io::Result<i32> {
    run_probed(options, |_| {})
}

/// As [`run`]; `probe` sees each message first, on the thread that reads keys and on that of the loop,
/// where it may fail on purpose.
///
/// # Errors
/// As [`run`].
pub fn run_probed(options: Options, probe: Probe) -> io::Result<i32> {
    caught::run_the_loop();
    let started = Instant::now();
    terminal::on_panic();
    let (sender, receiver) = mpsc::channel();
    signals::listen(sender.clone())?;
    let guard = terminal::Guard::take(options.mouse)?;
    let screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut screen = ManuallyDrop::new(screen);
    let mut model = model(&options);
    let size = screen.size()?;
    model.size = (size.width, size.height);
    let mut ear = background::Ear::default();
    let mut palette = options.palette;
    if options.ask_background && palette.is_true_colour() {
        let (light, typed) = background::ask(&mut ear)?;
        palette = light.map_or(palette, Palette::true_colour);
        for event in typed {
            if let Some(message) = input::message(event, started) {
                // The receiver is here.
                let _ = sender.send(Happened::Message(message));
            }
        }
    }
    screen.draw(|frame| view(&model, palette, frame))?;
    caught::tell(sender.clone());
    input::listen(sender.clone(), started, ear, probe)?;
    input::watch(sender.clone())?;
    let mut worker = Worker::start(&options, sender)?;
    let first = vec![Effect::Scan, Effect::Recovery(Recovering::Look)];
    worker.carry_out(first)?;
    let mut all = Loop {
        model,
        screen,
        receiver,
        worker,
        guard,
        palette,
        asked: options.ask_background,
        probe,
        last_words: None,
    };
    // Whatever ends the loop, what is not saved is kept first.
    let end = catch_unwind(AssertUnwindSafe(|| all.run()));
    let kept = all.keep_unsaved();
    terminal::give_back();
    let said = all.last_words.iter().chain(&kept);
    for words in said {
        // The terminal may be what is gone.
        let _ = writeln!(io::stderr(), "skillkiln: {words}");
    }
    end.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The model as it starts.
pub fn model(options: &Options) -> Model {
    let remembered = || options.dirs.remembered_host(&options.place.project);
    let chosen = options.host.clone().or_else(remembered);
    let known = chosen.filter(|id| options.profiles.get(id).is_some());
    let first = || {
        options
            .profiles
            .iter()
            .next()
            .map(|profile| profile.id.clone())
    };
    let fixed = known.is_some();
    let host = known.or_else(first).unwrap_or_default();
    let mut model = Model::new(options.profiles.clone(), &host, options.place.clone());
    model.host_fixed = fixed;
    if options.build {
        model.mode = app::model::Mode::Build;
    }
    model
}

struct Loop {
    model: Model,
    /// Never dropped: it would complain about a terminal that is gone. The guard restores everything.
    screen: ManuallyDrop<Terminal<CrosstermBackend<io::Stdout>>>,
    receiver: Receiver<Happened>,
    worker: Worker,
    guard: terminal::Guard,
    palette: Palette,
    asked: bool,
    probe: Probe,
    /// Why it ended, for people.
    last_words: Option<String>,
}

impl Loop {
    /// Writes every unsaved text to the recovery files, or removes those when it was left in order.
    /// Gives what there is to say about it.
    fn keep_unsaved(&self) -> Option<String> {
        if self.model.done {
            self.worker.keeper.close();
            return None;
        }
        // The model may be what failed.
        let unsaved = caught::quietly(|| recovery::unsaved(&self.model)).ok()?;
        self.worker.keeper.flush(&unsaved);
        let texts = match unsaved.len() {
            0 => return None,
            1 => "1 unsaved text is".to_owned(),
            n => format!("{n} unsaved texts are"),
        };
        let project = &self.model.place.project;
        Some(format!(
            "{texts} kept; the next start in {project} offers to take it back"
        ))
    }

    /// Waits, takes in everything that is pending, draws once.
    fn run(&mut self) -> io::Result<i32> {
        while let Ok(first) = self.receiver.recv() {
            let mut next = Some(first);
            let mut resized = false;
            while let Some(happened) = next {
                match happened {
                    Happened::Message(message) => {
                        // A terminal that shrank lost what stood there, also when it has its old size
                        // again by now: what is drawn next must be all of it.
                        resized |= matches!(message, Message::Resize(..));
                        (self.probe)(&message);
                        let effects = app::update(&mut self.model, message);
                        self.worker.carry_out(effects)?;
                    }
                    Happened::Signal(Signal::Leave(code)) => return Ok(code),
                    Happened::Signal(Signal::Stop) => self.step_aside()?,
                    Happened::Signal(Signal::Continue) => {}
                    Happened::Background(light) => {
                        if self.asked && self.palette.is_true_colour() {
                            self.palette = Palette::true_colour(light);
                        }
                    }
                    Happened::Fault(why) => self.model.complain(format!(
                        "a part of skillkiln failed: {why}; save your text and start again"
                    )),
                    Happened::Deaf(why) => {
                        self.last_words = Some(format!("the part that reads keys failed: {why}"));
                        return Ok(101);
                    }
                    Happened::InputGone => return Ok(1),
                }
                if self.model.done {
                    return Ok(0);
                }
                next = self.receiver.try_recv().ok();
            }
            if resized {
                self.forget()?;
            }
            self.draw()?;
        }
        Ok(0)
    }

    fn draw(&mut self) -> io::Result<()> {
        let effects = app::settle(&mut self.model);
        self.worker.carry_out(effects)?;
        let (model, palette) = (&self.model, self.palette);
        self.screen.draw(|frame| view(model, palette, frame))?;
        Ok(())
    }

    /// Gives the terminal to the shell, and comes back as if nothing had happened.
    fn step_aside(&mut self) -> io::Result<()> {
        terminal::give_back();
        signals::stop();
        self.guard.enter()?;
        let size = self.forget()?;
        app::update(&mut self.model, Message::Resize(size.width, size.height));
        Ok(())
    }

    /// Clears the screen and forgets what was drawn. Asking the terminal where its cursor stands, as
    /// the library's own way does, would wait for an answer that the input thread takes.
    fn forget(&mut self) -> io::Result<Size> {
        let size = self.screen.size()?;
        self.screen
            .resize(Rect::new(0, 0, size.width, size.height))?;
        Ok(size)
    }
}

/// Carries out effects: the terminal's own at once, the disk's on a thread, one after the other,
/// and what has to be worked out on another.
struct Worker {
    orders: Sender<Effect>,
    questions: Sender<Effect>,
    keeper: Keeper,
}

impl Worker {
    fn start(options: &Options, sender: Sender<Happened>) -> io::Result<Self> {
        let (orders, received) = mpsc::channel::<Effect>();
        let to_loop = sender.clone();
        let questions = reckon::start(move |message| {
            // The loop only ends with the program.
            let _ = to_loop.send(Happened::Message(message));
        })?;
        let to_loop = sender.clone();
        let recovery = options.dirs.recovery(&options.place.project);
        let keeper = Keeper::start(recovery, move |message| {
            // The loop only ends with the program.
            let _ = to_loop.send(Happened::Message(message));
        })?;
        let mut executor = Executor::new(
            options.profiles.clone(),
            options.place.clone(),
            options.dirs.clone(),
        );
        std::thread::Builder::new()
            .name("disk".to_owned())
            .spawn(move || {
                let to_loop = sender.clone();
                executor.watch(move |message| {
                    // The loop only ends with the program.
                    let _ = to_loop.send(Happened::Message(message));
                });
                while let Ok(effect) = received.recv() {
                    for message in caught::carry_out(&mut executor, effect) {
                        if sender.send(Happened::Message(message)).is_err() {
                            return;
                        }
                    }
                }
            })?;
        Ok(Self {
            orders,
            questions,
            keeper,
        })
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            let effect = match effect {
                Effect::Recovery(order) => {
                    self.keeper.order(order);
                    continue;
                }
                other => other,
            };
            match executor::for_terminal(&effect) {
                ForTerminal::Copied(text) => clipboard::copy(&text)?,
                ForTerminal::Nothing => {}
                ForTerminal::NotYet => {
                    let to = if reckon::is_question(&effect) {
                        &self.questions
                    } else {
                        &self.orders
                    };
                    // The threads only end with the program.
                    let _ = to.send(effect);
                }
            }
        }
        Ok(())
    }
}
