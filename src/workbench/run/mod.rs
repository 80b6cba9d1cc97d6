//! The rim: the terminal, its keys, the disk, the clipboard. Everything that is not a pure function
//! of a message lives here.

mod background;
mod batch;
mod beside;
mod caught;
mod clipboard;
mod compare;
pub mod courier;
mod errands;
pub mod executor;
mod input;
mod keeper;
mod pacing;
mod program;
pub mod reckon;
mod sends;
mod signals;
mod taken_back;
pub mod terminal;
pub mod themes;

use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};

use crate::host::{Pace, Place, Profiles};
use crate::library::Dirs;
use crate::library::recovery::Unsaved;
use crate::workbench::app::recovery::{self, Recovering};
use crate::workbench::app::update::split;
use crate::workbench::app::work::Work;
use crate::workbench::app::{self, Effect, Message, Model};
use crate::workbench::view::{theme::Palette, view};
use courier::Travels;
use executor::{Executor, ForTerminal};
use input::Input;
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
    /// Those for a light background, when the terminal is to be asked what it has.
    pub light: Option<Palette>,
    /// Takes the mouse.
    pub mouse: bool,
    /// Starts in Build.
    pub build: bool,
    /// What is said first.
    pub greeting: Option<String>,
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
    /// The other program ended.
    Ended(io::Result<ExitStatus>),
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
    let mut palette = options.palette.clone();
    if let Some(for_light) = &options.light {
        let (light, typed) = background::ask(&mut ear)?;
        if light == Some(true) {
            palette = for_light.clone();
        }
        for event in typed {
            if let Some(message) = input::message(event, started) {
                // The receiver is here.
                let _ = sender.send(Happened::Message(message));
            }
        }
    }
    screen.draw(|frame| view(&model, &palette, frame))?;
    caught::tell(sender.clone());
    let input = Input::start(sender.clone(), started, ear, probe)?;
    let mut worker = Worker::start(&options, sender.clone())?;
    worker.carry_out(Effect::Scan)?;
    worker.carry_out(Effect::Recovery(Recovering::Look))?;
    let mut all = Loop {
        model,
        screen,
        sender,
        receiver,
        waiting: VecDeque::new(),
        input: Some(input),
        started,
        dirs: options.dirs,
        worker,
        guard,
        palette,
        by_background: options.light.map(|light| [options.palette, light]),
        probe,
        code: None,
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
    if let Some(view) = options.dirs.remembered_view(&options.place.project) {
        split::take_up(&mut model, view);
    }
    if options.build {
        model.mode = app::model::Mode::Build;
    }
    if let Some(greeting) = &options.greeting {
        model.say(greeting.as_str());
    }
    model
}

/// The exit code of a program that Ctrl+C ended: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

struct Loop {
    model: Model,
    /// Never dropped: it would complain about a terminal that is gone. The guard restores everything.
    screen: ManuallyDrop<Terminal<CrosstermBackend<io::Stdout>>>,
    sender: Sender<Happened>,
    receiver: Receiver<Happened>,
    /// What happened while another program had the terminal.
    waiting: VecDeque<Happened>,
    /// `None` while another program reads the keys.
    input: Option<Input>,
    started: Instant,
    dirs: Dirs,
    worker: Worker,
    guard: terminal::Guard,
    palette: Palette,
    /// The colours for a dark and for a light background, when the terminal was asked.
    by_background: Option<[Palette; 2]>,
    probe: Probe,
    /// It was told to leave, with this exit code.
    code: Option<i32>,
    /// Why it ended, for people.
    last_words: Option<String>,
}

impl Loop {
    /// Writes every unsaved text to the recovery files, unless it was left in order: then that was
    /// ordered. Gives what there is to say about it.
    fn keep_unsaved(&self) -> Option<String> {
        if self.model.done {
            self.worker.keeper.finish();
            return None;
        }
        // The model may be what failed.
        let unsaved = caught::quietly(|| recovery::unsaved(&self.model)).ok()?;
        self.worker.keeper.flush(&unsaved);
        self.kept(&unsaved)
    }

    /// What there is to say about texts that are kept; those in the trash come back with their skill.
    fn kept(&self, unsaved: &[Unsaved]) -> Option<String> {
        let (texts, it) = match unsaved.iter().filter(|one| !one.shelved).count() {
            0 => return None,
            1 => ("1 unsaved text is".to_owned(), "it"),
            n => (format!("{n} unsaved texts are"), "them"),
        };
        let project = &self.model.place.project;
        Some(format!(
            "{texts} kept; the next start in {project} offers to take {it} back"
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
                        self.carry_out(effects)?;
                    }
                    Happened::Signal(Signal::Leave(code)) => return Ok(code),
                    Happened::Signal(Signal::Stop) => self.step_aside()?,
                    Happened::Signal(Signal::Continue) | Happened::Ended(_) => {}
                    Happened::Signal(Signal::Resized) => {
                        let size = self.screen.size()?;
                        resized = true;
                        let message = Message::Resize(size.width, size.height);
                        let effects = app::update(&mut self.model, message);
                        self.carry_out(effects)?;
                    }
                    Happened::Background(light) => {
                        if let Some(both) = &self.by_background {
                            self.palette = both[usize::from(light)].clone();
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
                if let Some(code) = self.code {
                    return Ok(code);
                }
                let waiting = self.waiting.pop_front();
                next = waiting.or_else(|| self.receiver.try_recv().ok());
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
        self.carry_out(effects)?;
        let (model, palette) = (&self.model, &self.palette);
        self.screen.draw(|frame| view(model, palette, frame))?;
        Ok(())
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::Program { path, name, text } => self.lend(path, &name, &text)?,
                Effect::RememberView(view) => {
                    // The disk thread may not live to do it; forgetting it costs a few keys.
                    let _ = self.dirs.remember_view(&self.model.place.project, view);
                }
                Effect::Recovery(Recovering::Close(kept)) => {
                    self.last_words = self.kept(&kept);
                    let order = Effect::Recovery(Recovering::Close(kept));
                    self.worker.carry_out(order)?;
                }
                other => self.worker.carry_out(other)?,
            }
        }
        Ok(())
    }

    /// Lends the terminal to the editor of the person's own, and takes over the text it leaves.
    fn lend(&mut self, path: String, name: &str, text: &str) -> io::Result<()> {
        let words = match program::chosen() {
            Ok(words) => words,
            Err(why) => {
                self.model.complain(why);
                return Ok(());
            }
        };
        let ear = self.input.take().map(Input::stop).unwrap_or_default();
        terminal::give_back();
        let result = match program::Errand::start(&words, name, text) {
            Ok((errand, child)) => self.wait(child).map(|status| errand.end(status)),
            Err(why) => Some(Err(why)),
        };
        let Some(result) = result else {
            return Ok(());
        };
        self.guard.enter()?;
        input::drain()?;
        let (sender, started) = (self.sender.clone(), self.started);
        self.input = Some(Input::start(sender, started, ear, self.probe)?);
        let size = self.forget()?;
        app::update(&mut self.model, Message::Resize(size.width, size.height));
        let message = Message::Edited {
            path,
            program: words.first().cloned().unwrap_or_default(),
            result,
        };
        let effects = app::update(&mut self.model, message);
        self.carry_out(effects)
    }

    /// Waits for another program that has the terminal; `None` when we are to leave meanwhile.
    fn wait(&mut self, mut child: Child) -> Option<io::Result<ExitStatus>> {
        let sender = self.sender.clone();
        let thread = std::thread::Builder::new().name("program".to_owned());
        let waits = thread.spawn(move || {
            // The loop only ends with the program.
            let _ = sender.send(Happened::Ended(child.wait()));
        });
        if let Err(error) = waits {
            return Some(Err(error));
        }
        while let Ok(happened) = self.receiver.recv() {
            match happened {
                Happened::Ended(status) => return Some(status),
                // Ctrl+C in the other program is none of our business.
                Happened::Signal(Signal::Leave(INTERRUPTED)) => {}
                Happened::Signal(Signal::Leave(code)) => {
                    self.code = Some(code);
                    return None;
                }
                // The shell stops all of its job.
                Happened::Signal(Signal::Stop) => signals::stop(),
                Happened::Signal(_) => {}
                other => self.waiting.push_back(other),
            }
        }
        None
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
    travels: Travels,
    /// Of everything that may take long.
    paces: [Pace; 2],
}

impl Worker {
    fn start(options: &Options, sender: Sender<Happened>) -> io::Result<Self> {
        let (orders, received) = mpsc::channel::<Effect>();
        let paces = [Work::Reading, Work::Checking].map(|work| {
            let to_loop = sender.clone();
            pacing::pace(work, move |message| {
                // The loop only ends with the program.
                let _ = to_loop.send(Happened::Message(message));
            })
        });
        let [reading, checking] = paces.clone();
        let to_loop = sender.clone();
        let questions = reckon::start(checking, move |message| {
            // The loop only ends with the program.
            let _ = to_loop.send(Happened::Message(message));
        })?;
        let to_loop = sender.clone();
        let recovery = options.dirs.recovery(&options.place.project);
        let keeper = Keeper::start(recovery, move |message| {
            // The loop only ends with the program.
            let _ = to_loop.send(Happened::Message(message));
        })?;
        let to_loop = sender.clone();
        let travels = Travels::start(options.dirs.clone(), None, move |message| {
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
                executor.watch(reading, move |message| {
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
            travels,
            paces,
        })
    }

    fn carry_out(&mut self, effect: Effect) -> io::Result<()> {
        let effect = match effect {
            Effect::Recovery(order) => {
                self.keeper.order(order);
                return Ok(());
            }
            Effect::Exchange(order) if order.travels() => {
                self.travels.order(*order);
                return Ok(());
            }
            Effect::Exchange(order) if order.asks() => {
                self.travels.ask(*order);
                return Ok(());
            }
            Effect::Cancel => {
                self.travels.cancel();
                return Ok(());
            }
            Effect::Stop(work) => {
                let [reading, checking] = &self.paces;
                match work {
                    Work::Reading => reading.stop(),
                    Work::Checking => checking.stop(),
                }
                return Ok(());
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
        Ok(())
    }
}
