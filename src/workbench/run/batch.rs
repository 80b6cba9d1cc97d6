//! Esc and what came with it. The parser takes the two ESC of Esc followed at once by Home for one Esc
//! and gives the rest, `[1~`, as characters, which must never be typed into a text.

use std::io;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::input::NOW;

/// Events that are looked at together, at most.
const MOST: usize = 64;

/// Keys by what terminals send after ESC.
const KEYS: &[(&str, KeyCode)] = &[
    ("[A", KeyCode::Up),
    ("[B", KeyCode::Down),
    ("[C", KeyCode::Right),
    ("[D", KeyCode::Left),
    ("[F", KeyCode::End),
    ("[H", KeyCode::Home),
    ("[Z", KeyCode::BackTab),
    ("OA", KeyCode::Up),
    ("OB", KeyCode::Down),
    ("OC", KeyCode::Right),
    ("OD", KeyCode::Left),
    ("OF", KeyCode::End),
    ("OH", KeyCode::Home),
    ("[1~", KeyCode::Home),
    ("[3~", KeyCode::Delete),
    ("[4~", KeyCode::End),
    ("[5~", KeyCode::PageUp),
    ("[6~", KeyCode::PageDown),
    ("[7~", KeyCode::Home),
    ("[8~", KeyCode::End),
];

/// Waits for the next event; after Esc, also takes what has come already.
///
/// # Errors
/// When the terminal cannot be read.
pub fn read() -> io::Result<Vec<Event>> {
    let mut events = vec![event::read()?];
    if events.iter().all(is_esc) {
        while events.len() < MOST && event::poll(NOW)? {
            events.push(event::read()?);
        }
    }
    Ok(mend(&events))
}

/// The events with every key that was taken apart after an Esc put together again.
fn mend(events: &[Event]) -> Vec<Event> {
    let mut mended = Vec::with_capacity(events.len());
    let mut rest = events;
    while let [first, after @ ..] = rest {
        mended.push(first.clone());
        rest = after;
        let sent = |(text, _): &&(&str, KeyCode)| {
            let mut typed = after.iter().map(plain);
            text.chars().all(|c| typed.next() == Some(Some(c)))
        };
        if is_esc(first)
            && let Some((text, code)) = KEYS.iter().find(sent)
        {
            mended.push(Event::Key(KeyEvent::new(*code, KeyModifiers::NONE)));
            rest = &after[text.len()..];
        }
    }
    mended
}

fn is_esc(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.code == KeyCode::Esc
        && key.modifiers.is_empty() && key.kind == KeyEventKind::Press)
}

/// The character an event types. Capitals may carry their shift.
fn plain(event: &Event) -> Option<char> {
    match event {
        Event::Key(key) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => match key.code {
            KeyCode::Char(c) if key.kind != KeyEventKind::Release => Some(c),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(codes: &[KeyCode]) -> Vec<Event> {
        let key = |code: &KeyCode| Event::Key(KeyEvent::new(*code, KeyModifiers::NONE));
        codes.iter().map(key).collect()
    }

    fn typed(text: &str) -> Vec<KeyCode> {
        text.chars()
            .map(|c| {
                if c == '\u{1b}' {
                    KeyCode::Esc
                } else {
                    KeyCode::Char(c)
                }
            })
            .collect()
    }

    #[test]
    fn a_key_right_after_esc_is_not_typed() {
        for (text, code) in KEYS {
            let come = keys(&typed(&format!("\u{1b}{text}x")));
            let meant = keys(&[KeyCode::Esc, *code, KeyCode::Char('x')]);
            assert_eq!(mend(&come), meant, "{text}");
        }
    }

    #[test]
    fn other_characters_stay_as_they_are() {
        for text in [
            "",
            "[1~",
            "\u{1b}",
            "\u{1b}[1",
            "\u{1b}x[1~",
            "\u{1b}\u{1b}:q",
        ] {
            let come = keys(&typed(text));
            assert_eq!(mend(&come), come, "{text:?}");
        }
    }
}
