//! The only reader of standard input: crossterm's events become messages.

use std::io::{self, PipeReader, PipeWriter};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::background::{Ear, Heard};
use super::batch;
use super::{Happened, Probe};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::message::{Message, Mouse, MouseKind};

/// How long input that was heard of may take to become a key.
const AGAIN: Duration = Duration::from_millis(200);

/// For what is there already. Crossterm asks nobody when it is given no time at all.
pub(super) const NOW: Duration = Duration::from_millis(1);

/// The thread that reads keys. While it runs nobody else may read the terminal.
pub struct Input {
    thread: JoinHandle<Ear>,
    stop: PipeWriter,
}

impl Input {
    /// Starts the thread. It ends with the program, when it is stopped, or when the terminal is gone.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(
        sender: Sender<Happened>,
        started: Instant,
        mut ear: Ear,
        probe: Probe,
    ) -> io::Result<Self> {
        let (stopped, stop) = io::pipe()?;
        let thread = std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                let mut clicks = Clicks::default();
                loop {
                    match wait(&stopped) {
                        Ok(Waited::Keys) => {}
                        Ok(Waited::Stopped) => return ear,
                        Ok(Waited::Gone) | Err(_) => {
                            // The loop may have ended first.
                            let _ = sender.send(Happened::InputGone);
                            return ear;
                        }
                    }
                    if !read(&sender, started, &mut ear, &mut clicks, probe) {
                        return ear;
                    }
                }
            })?;
        Ok(Self { thread, stop })
    }

    /// Ends the thread, and waits until it reads no more. Gives what it was listening for.
    pub fn stop(self) -> Ear {
        drop(self.stop);
        // A panic of it was told already.
        self.thread.join().unwrap_or_default()
    }
}

/// What ended a wait.
enum Waited {
    Keys,
    Stopped,
    Gone,
}

/// Waits for keys without waking up in between. A terminal that hangs up does not always send a
/// signal, and crossterm's reader takes its endless end of file for silence.
#[cfg(unix)]
fn wait(stopped: &PipeReader) -> io::Result<Waited> {
    use rustix::event::{PollFd, PollFlags, poll};
    // What was read with something else waits inside of crossterm.
    if event::poll(NOW)? {
        return Ok(Waited::Keys);
    }
    let stdin = io::stdin();
    loop {
        let mut both = [
            PollFd::new(&stdin, PollFlags::IN),
            PollFd::new(stopped, PollFlags::IN),
        ];
        match poll(&mut both, None) {
            Err(rustix::io::Errno::INTR) => continue,
            done => done?,
        };
        let [keys, stop] = both.map(|one| one.revents());
        if !stop.is_empty() {
            return Ok(Waited::Stopped);
        }
        if keys.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Ok(Waited::Gone);
        }
        // Half of a key stands for nothing yet.
        if event::poll(AGAIN)? {
            return Ok(Waited::Keys);
        }
    }
}

/// Other systems are asked now and then whether the thread is to stop.
#[cfg(not(unix))]
fn wait(stopped: &PipeReader) -> io::Result<Waited> {
    let _ = stopped;
    loop {
        if event::poll(AGAIN)? {
            return Ok(Waited::Keys);
        }
    }
}

/// Reads everything there is; false when nobody wants it any more.
fn read(
    sender: &Sender<Happened>,
    started: Instant,
    ear: &mut Ear,
    clicks: &mut Clicks,
    probe: Probe,
) -> bool {
    while event::poll(NOW).unwrap_or(false) {
        let Ok(events) = batch::read() else {
            return true;
        };
        let heard = events.into_iter().flat_map(|event| match ear.hear(event) {
            Heard::Held | Heard::Background(None) => Vec::new(),
            Heard::Background(Some(light)) => vec![Happened::Background(light)],
            Heard::Typed(events) => events
                .into_iter()
                .filter_map(|event| message(event, started))
                .map(|message| clicks.count(message, started.elapsed()))
                .map(Happened::Message)
                .collect(),
        });
        for happened in heard {
            if let Happened::Message(message) = &happened {
                probe(message);
            }
            if sender.send(happened).is_err() {
                return false;
            }
        }
    }
    true
}

/// Throws away what was typed and nobody read.
///
/// # Errors
/// When the terminal cannot be read.
pub fn drain() -> io::Result<()> {
    while event::poll(NOW)? {
        event::read()?;
    }
    Ok(())
}

/// Presses at one place in quick succession.
#[derive(Default)]
struct Clicks {
    last: Option<(Mouse, Duration)>,
    count: u8,
}

/// Presses further apart are two.
const TWICE: Duration = Duration::from_millis(400);

impl Clicks {
    /// Tells presses that follow another one at once; after the third it begins anew.
    fn count(&mut self, message: Message, now: Duration) -> Message {
        let Message::Mouse(mouse) = message else {
            if matches!(message, Message::Key(..)) {
                self.last = None;
            }
            return message;
        };
        if mouse.kind != MouseKind::Press {
            self.last = None;
            return message;
        }
        let last = self.last.replace((mouse, now));
        let again =
            last.is_some_and(|(known, at)| known == mouse && now.saturating_sub(at) < TWICE);
        self.count = if again { self.count % 3 + 1 } else { 1 };
        match self.count {
            1 => message,
            n => Message::PressedAgain(mouse, n),
        }
    }
}

/// What an event means to the model.
pub fn message(event: Event, started: Instant) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            Some(Message::Key(chord(key)?, started.elapsed()))
        }
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Mouse(event) => mouse(event).map(Message::Mouse),
        // Elsewhere a signal tells, also while nobody types.
        Event::Resize(width, height) if cfg!(not(unix)) => Some(Message::Resize(width, height)),
        _ => None,
    }
}

/// Our name for a key. Characters carry their shift; Ctrl and Alt make letters small.
fn chord(key: KeyEvent) -> Option<Chord> {
    let mut shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let code = match key.code {
        KeyCode::Char(c) => {
            shift = false;
            Code::Char(if ctrl || alt {
                c.to_ascii_lowercase()
            } else {
                c
            })
        }
        KeyCode::BackTab => {
            shift = true;
            Code::Tab
        }
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::F(n) => Code::F(n),
        _ => return None,
    };
    Some(Chord {
        code,
        ctrl,
        alt,
        shift,
    })
}

fn mouse(event: MouseEvent) -> Option<Mouse> {
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Press,
        MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
        MouseEventKind::ScrollUp => MouseKind::WheelUp,
        MouseEventKind::ScrollDown => MouseKind::WheelDown,
        _ => return None,
    };
    Some(Mouse {
        kind,
        x: event.column,
        y: event.row,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_at_one_place_at_once_are_counted() {
        let mut clicks = Clicks::default();
        let press = |x: u16| Mouse {
            kind: MouseKind::Press,
            x,
            y: 3,
        };
        let mut count = |x: u16, at: u64| {
            let at = Duration::from_millis(at);
            match clicks.count(Message::Mouse(press(x)), at) {
                Message::PressedAgain(_, n) => n,
                _ => 1,
            }
        };
        let at_once: Vec<u8> = (0..5).map(|n| count(5, n * 100)).collect();
        assert_eq!(at_once, [1, 2, 3, 1, 2]);
        // Elsewhere, and later, it begins anew.
        assert_eq!([count(6, 500), count(6, 600)], [1, 2]);
        assert_eq!([count(6, 1100), count(6, 1499)], [1, 2]);
        assert_eq!(count(6, 1900), 1);
    }

    #[test]
    fn what_comes_in_between_makes_it_another_press() {
        let press = Mouse {
            kind: MouseKind::Press,
            x: 1,
            y: 1,
        };
        let drag = Mouse {
            kind: MouseKind::Drag,
            ..press
        };
        let typed = Message::Key(Chord::plain(Code::Char('a')), Duration::ZERO);
        for between in [Message::Mouse(drag), typed] {
            let mut clicks = Clicks::default();
            clicks.count(Message::Mouse(press), Duration::ZERO);
            clicks.count(between, Duration::ZERO);
            let next = clicks.count(Message::Mouse(press), Duration::ZERO);
            assert!(matches!(next, Message::Mouse(_)), "{next:?}");
        }
    }
}
