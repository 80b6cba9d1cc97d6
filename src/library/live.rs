//! A thread that scans, watches and tells when the tree is another.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::scan::{Limits, Roots, Scanner};
use super::watch::{Signal, Watch};
use crate::host::Pace;
use crate::host::tree::FileTree;

/// Changes this close together are told together.
const QUIET: Duration = Duration::from_millis(40);
/// However busy the disk is, a change waits no longer than this.
const PATIENCE: Duration = Duration::from_millis(200);
/// How often one looks where watching fails.
const POLL: Duration = Duration::from_secs(2);

/// What the thread tells.
#[derive(Clone, Debug)]
pub struct News {
    /// Everything, as it is now (cheap to clone).
    pub tree: FileTree,
    /// Paths the system named as changed; empty for a whole scan.
    pub changed: Vec<String>,
    /// Why changes are only seen every two seconds, when the system cannot watch everything.
    pub polling: Option<String>,
    /// The first scan was stopped: this is what it came to.
    pub stopped: bool,
    /// The answer to the roots given as the n-th: 0 for those of [`Live::start`].
    pub round: u64,
}

enum Message {
    Roots(Roots),
    Look(Vec<String>),
    Again,
    Signal(Signal),
    Stop,
}

/// Keeps a file tree in step with the disk until dropped.
pub struct Live {
    send: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Live {
    /// Scans `roots` on a thread of its own and tells the tree, then tells every change. The first
    /// telling always comes, also for folders that do not exist.
    pub fn start(roots: Roots, limits: Limits, tell: impl FnMut(News) + Send + 'static) -> Self {
        Self::paced(roots, limits, Pace::default(), tell)
    }

    /// As [`Live::start`]; the pace is told how far a scan is, and may stop the first one.
    pub fn paced(
        roots: Roots,
        limits: Limits,
        pace: Pace,
        tell: impl FnMut(News) + Send + 'static,
    ) -> Self {
        let (send, receive) = mpsc::channel();
        let to_self = send.clone();
        let thread = std::thread::spawn(move || {
            let watch = Watch::new(to_self, Message::Signal);
            let scanner = Scanner::new(roots, limits);
            Keeper::new(scanner, watch, pace, tell).run(&receive);
        });
        Self {
            send,
            thread: Some(thread),
        }
    }

    /// Scans other folders from now on; always answered.
    pub fn roots(&self, roots: Roots) {
        self.order(Message::Roots(roots));
    }

    /// Looks at these paths at once (after a change of our own); always answered.
    pub fn look(&self, paths: Vec<String>) {
        self.order(Message::Look(paths));
    }

    /// Scans everything again; always answered.
    pub fn again(&self) {
        self.order(Message::Again);
    }

    fn order(&self, message: Message) {
        // The thread only ends when told to, or with the program.
        let _ = self.send.send(message);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.order(Message::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Keeper<T> {
    scanner: Scanner,
    watch: Watch,
    pace: Pace,
    tell: T,
    round: u64,
    /// When to look at everything again, after events were missed.
    due: Option<Instant>,
    /// How long to wait then.
    pause: Duration,
}

impl<T: FnMut(News)> Keeper<T> {
    fn new(scanner: Scanner, watch: Watch, pace: Pace, tell: T) -> Self {
        Self {
            scanner,
            watch,
            pace,
            tell,
            round: 0,
            due: None,
            pause: QUIET,
        }
    }

    fn run(mut self, receive: &Receiver<Message>) {
        self.whole(true);
        loop {
            let message = match self.wait() {
                Some(wait) => receive.recv_timeout(wait),
                None => receive.recv().map_err(RecvTimeoutError::from),
            };
            let message = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => {
                    self.due = None;
                    self.whole(false);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mut batch = Batch::default();
            let mut stop = batch.take(message);
            // Orders are carried out at once; signals wait for their companions.
            let until = Instant::now() + PATIENCE;
            while !stop && !batch.urgent() {
                let wait = QUIET.min(until.saturating_duration_since(Instant::now()));
                match receive.recv_timeout(wait) {
                    Ok(message) => stop = batch.take(message),
                    Err(_) => break,
                }
                if Instant::now() >= until {
                    break;
                }
            }
            if stop {
                return;
            }
            self.carry_out(batch);
        }
    }

    /// How long to wait for a message before looking at everything.
    fn wait(&self) -> Option<Duration> {
        match self.due {
            Some(due) => Some(due.saturating_duration_since(Instant::now())),
            None => self.watch.problem().map(|_| POLL),
        }
    }

    fn carry_out(&mut self, batch: Batch) {
        if let Some(roots) = batch.roots {
            self.scanner.set_roots(roots);
            self.round += 1;
            self.whole(true);
        } else if batch.again {
            self.whole(batch.again);
        } else if batch.missed {
            // Reading makes events too: the scan of very many folders must not cause the next one.
            self.due = Some(Instant::now() + self.pause);
            self.pause = POLL;
        } else {
            let mut lost = false;
            for path in &batch.changed {
                lost |= self.watch.lose(path);
            }
            if !lost && !batch.asked && !self.scanner.concerns(&batch.changed) {
                return;
            }
            let mut other = self.scanner.refresh(&batch.changed);
            loop {
                let added = self.watch.follow(self.scanner.watch_list());
                if added.is_empty() {
                    break;
                }
                other |= self.scanner.refresh(&added);
            }
            if other || batch.asked {
                self.say(batch.changed);
            }
        }
    }

    /// Scans everything, and once more after the watches stand: what changed in between would
    /// otherwise be seen by nobody.
    fn whole(&mut self, say: bool) {
        // Only what is answered in any case is told of: nobody else would hear of its end.
        self.scanner.set_pace(if say {
            self.pace.clone()
        } else {
            Pace::default()
        });
        let other = self.scanner.scan();
        let stopped = say && self.pace.stopped();
        self.scanner.set_pace(Pace::default());
        if other || say {
            self.tell(Vec::new(), stopped);
        }
        if stopped {
            self.watch.follow(self.scanner.watch_list());
            return;
        }
        while !self.watch.follow(self.scanner.watch_list()).is_empty() && self.scanner.scan() {
            self.say(Vec::new());
        }
    }

    fn say(&mut self, changed: Vec<String>) {
        self.tell(changed, false);
    }

    fn tell(&mut self, changed: Vec<String>, stopped: bool) {
        (self.tell)(News {
            stopped,
            tree: self.scanner.tree().clone(),
            changed,
            polling: self.watch.problem().map(str::to_owned),
            round: self.round,
        });
    }
}

/// What came together.
#[derive(Default)]
struct Batch {
    roots: Option<Roots>,
    changed: Vec<String>,
    asked: bool,
    again: bool,
    missed: bool,
}

impl Batch {
    /// True when it is the order to stop.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Roots(roots) => self.roots = Some(roots),
            Message::Look(paths) => {
                self.asked = true;
                self.changed.extend(paths);
            }
            Message::Again => self.again = true,
            Message::Signal(Signal::Changed(paths)) => self.changed.extend(paths),
            Message::Signal(Signal::Missed) => self.missed = true,
            Message::Stop => return true,
        }
        false
    }

    fn urgent(&self) -> bool {
        self.roots.is_some() || self.asked || self.again
    }
}
