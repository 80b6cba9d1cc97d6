//! The only reader of standard input: crossterm's events become messages.

use std::io::{self, IsTerminal};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::background::{Ear, Heard};
use super::{Happened, Probe};
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::message::{Message, Mouse, MouseKind};

/// How often it is looked whether the terminal is still there.
const ALIVE: Duration = Duration::from_secs(1);

/// Starts the thread that reads keys. It ends with the program, or when the terminal is gone.
///
/// # Errors
/// When no thread can be started.
pub fn listen(
    sender: Sender<Happened>,
    started: Instant,
    mut ear: Ear,
    probe: Probe,
) -> io::Result<()> {
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            loop {
                let Ok(event) = event::read() else {
                    // The loop may have ended first.
                    let _ = sender.send(Happened::InputGone);
                    return;
                };
                let happened = match ear.hear(event) {
                    Heard::Held | Heard::Background(None) => Vec::new(),
                    Heard::Background(Some(light)) => vec![Happened::Background(light)],
                    Heard::Typed(events) => events
                        .into_iter()
                        .filter_map(|event| message(event, started))
                        .map(Happened::Message)
                        .collect(),
                };
                for happened in happened {
                    if let Happened::Message(message) = &happened {
                        probe(message);
                    }
                    if sender.send(happened).is_err() {
                        return;
                    }
                }
            }
        })?;
    Ok(())
}

/// Starts the thread that notices when the terminal vanishes. A terminal that hangs up does not
/// always send a signal, and crossterm's reader takes its endless end of file for silence.
///
/// # Errors
/// When no thread can be started.
pub fn watch(sender: Sender<Happened>) -> io::Result<()> {
    let there = || io::stdin().is_terminal() || io::stdout().is_terminal();
    std::thread::Builder::new()
        .name("terminal".to_owned())
        .spawn(move || {
            while there() {
                std::thread::sleep(ALIVE);
            }
            // The loop may have ended first.
            let _ = sender.send(Happened::InputGone);
        })?;
    Ok(())
}

/// What an event means to the model.
pub fn message(event: Event, started: Instant) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            Some(Message::Key(chord(key)?, started.elapsed()))
        }
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Mouse(event) => mouse(event).map(Message::Mouse),
        Event::Resize(width, height) => Some(Message::Resize(width, height)),
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
