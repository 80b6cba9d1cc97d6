//! The only reader of standard input: crossterm's events become messages.

use std::sync::mpsc::Sender;
use std::time::Instant;

use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::Happened;
use crate::workbench::app::key::{Chord, Code};
use crate::workbench::app::message::{Message, Mouse, MouseKind};

/// Starts the thread that reads keys. It ends with the program, or when the terminal is gone.
///
/// # Errors
/// When no thread can be started.
pub fn listen(sender: Sender<Happened>, started: Instant) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            loop {
                let happened = match event::read() {
                    Ok(event) => match message(event, started) {
                        Some(message) => Happened::Message(message),
                        None => continue,
                    },
                    Err(_) => Happened::InputGone,
                };
                let gone = matches!(happened, Happened::InputGone);
                if sender.send(happened).is_err() || gone {
                    return;
                }
            }
        })?;
    Ok(())
}

fn message(event: Event, started: Instant) -> Option<Message> {
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
