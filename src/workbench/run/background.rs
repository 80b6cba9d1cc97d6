//! Asking the terminal for the colour of its background (OSC 11). The answer comes in like keys, so
//! it is taken out from among them, also when it comes late: it must never be typed into a text.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

/// Longer than this nobody waits for a colour.
const PATIENCE: Duration = Duration::from_millis(50);
/// An answer has no more characters than this.
const LONGEST: usize = 40;

/// What an event turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It may be a part of the answer.
    Held,
    /// These are no answer: they were typed.
    Typed(Vec<Event>),
    /// The answer; true for a light background, `None` when it makes no sense.
    Background(Option<bool>),
}

/// Takes the answer out of what comes in.
#[derive(Clone, Debug, Default)]
pub struct Ear {
    held: Vec<Event>,
    text: String,
}

impl Ear {
    /// Takes one event.
    pub fn hear(&mut self, event: Event) -> Heard {
        let key = match &event {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            _ => return self.typed(event),
        };
        let (KeyCode::Char(c), modifiers) = (key.code, key.modifiers) else {
            return self.typed(event);
        };
        let alt = modifiers.contains(KeyModifiers::ALT);
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        if self.held.is_empty() {
            // A terminal's ESC ] reads as Alt+].
            if !alt || c != ']' {
                return Heard::Typed(vec![event]);
            }
            self.held.push(event);
            return Heard::Held;
        }
        if (alt && c == '\\') || (ctrl && c == 'g') {
            self.held.clear();
            return Heard::Background(light(&std::mem::take(&mut self.text)));
        }
        self.text.push(c);
        let start = "11;rgb";
        let fits = self.text.starts_with(start) || start.starts_with(&self.text);
        if alt || ctrl || !fits || self.text.len() > LONGEST {
            return self.typed(event);
        }
        self.held.push(event);
        Heard::Held
    }

    fn typed(&mut self, event: Event) -> Heard {
        self.text.clear();
        self.held.push(event);
        Heard::Typed(std::mem::take(&mut self.held))
    }
}

/// Whether `11;rgb:RRRR/GGGG/BBBB` is a light colour.
fn light(answer: &str) -> Option<bool> {
    let (_, colour) = answer.strip_prefix("11;")?.split_once(':')?;
    let mut parts = colour.split('/').map(|part| {
        let digits = u32::try_from(part.len())
            .ok()
            .filter(|n| (1..=4).contains(n))?;
        let most = 16_u32.pow(digits) - 1;
        let value = u32::from_str_radix(part, 16).ok()?;
        Some(value * 1000 / most)
    });
    let mut next = || parts.next().flatten();
    let (red, green, blue) = (next()?, next()?, next()?);
    // How bright people see it, in thousandths (Rec. 601).
    Some((299 * red + 587 * green + 114 * blue) / 1000 > 500)
}

/// Asks, and waits a moment. Gives the answer and what was typed meanwhile.
///
/// # Errors
/// When the terminal cannot be written to or read from.
pub fn ask(ear: &mut Ear) -> io::Result<(Option<bool>, Vec<Event>)> {
    let mut out = io::stdout();
    out.write_all(b"\x1b]11;?\x1b\\")?;
    out.flush()?;
    let end = Instant::now() + PATIENCE;
    let mut typed = Vec::new();
    while event::poll(end.saturating_duration_since(Instant::now()))? {
        match ear.hear(event::read()?) {
            Heard::Held => {}
            Heard::Typed(events) => typed.extend(events),
            Heard::Background(light) => return Ok((light, typed)),
        }
    }
    Ok((None, typed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEvent;

    fn key(c: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers))
    }

    fn hear(ear: &mut Ear, text: &str) -> Vec<Heard> {
        text.chars()
            .map(|c| ear.hear(key(c, KeyModifiers::NONE)))
            .collect()
    }

    #[test]
    fn an_answer_is_taken_out_whole() {
        for (colour, expected) in [
            ("11;rgb:ffff/ffff/ffff", Some(true)),
            ("11;rgb:1e/1E/2e", Some(false)),
            ("11;rgba:f/f/f/f", Some(true)),
            ("11;rgb:00000/0/0", None),
            ("11;rgb:zz/0/0", None),
        ] {
            let mut ear = Ear::default();
            assert_eq!(ear.hear(key(']', KeyModifiers::ALT)), Heard::Held);
            let parts = hear(&mut ear, colour);
            assert!(parts.iter().all(|part| *part == Heard::Held), "{colour}");
            let end = ear.hear(key('\\', KeyModifiers::ALT));
            assert_eq!(end, Heard::Background(expected), "{colour}");
            let after = key('x', KeyModifiers::NONE);
            assert_eq!(ear.hear(after.clone()), Heard::Typed(vec![after]));
        }
    }

    #[test]
    fn what_only_begins_like_an_answer_was_typed() {
        let mut ear = Ear::default();
        let first = key(']', KeyModifiers::ALT);
        ear.hear(first.clone());
        let [one, x] = ['1', 'x'].map(|c| key(c, KeyModifiers::NONE));
        assert_eq!(ear.hear(one.clone()), Heard::Held);
        assert_eq!(ear.hear(x.clone()), Heard::Typed(vec![first, one, x]));
    }

    #[test]
    fn an_answer_without_an_end_does_not_swallow_keys_for_ever() {
        let mut ear = Ear::default();
        ear.hear(key(']', KeyModifiers::ALT));
        let heard = hear(&mut ear, &format!("11;rgb:{}", "0".repeat(60)));
        assert!(heard.iter().any(|part| matches!(part, Heard::Typed(_))));
    }
}
