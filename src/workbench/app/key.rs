//! Keys as the program speaks of them: what the table lists, what people read, what arrives.

use std::fmt;
use std::str::FromStr;

/// The key itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A character as it arrives (`D` needs no shift flag).
    Char(char),
    /// Enter.
    Enter,
    /// Esc.
    Esc,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// F1 to F12.
    F(u8),
}

/// A key with its modifiers. For characters `shift` is part of the character, never a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chord {
    /// The key.
    pub code: Code,
    /// Ctrl is held.
    pub ctrl: bool,
    /// Alt is held.
    pub alt: bool,
    /// Shift is held.
    pub shift: bool,
}

impl Chord {
    /// A key without modifiers.
    pub const fn plain(code: Code) -> Self {
        Self {
            code,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    /// The character this chord types, when it types one.
    pub fn typed(&self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Why terminals do not send it: as a rule it arrives as another key.
    pub fn unsent(&self) -> Option<&'static str> {
        match self.code {
            Code::Char('m') if self.ctrl => Some("terminals send Enter for it"),
            Code::Char('i') if self.ctrl => Some("terminals send Tab for it"),
            Code::Char('[') if self.ctrl => Some("terminals send Esc for it"),
            Code::Char('0'..='3' | '8' | '9' | '.') if self.ctrl => {
                Some("most terminals send the character alone")
            }
            Code::Enter if self.shift || self.ctrl => Some("most terminals send Enter for it"),
            _ => None,
        }
    }

    /// As the footer writes it: `^S` for Ctrl+S, arrows as such.
    pub fn short(&self) -> String {
        let plain = !(self.ctrl || self.alt || self.shift);
        match self.code {
            Code::Up if plain => "↑".to_owned(),
            Code::Down if plain => "↓".to_owned(),
            Code::Char(c) if self.ctrl && !self.alt && !self.shift => {
                format!("^{}", c.to_uppercase())
            }
            _ => self.to_string(),
        }
    }
}

/// Names of the keys that are not characters.
const NAMES: &[(&str, Code)] = &[
    ("Enter", Code::Enter),
    ("Esc", Code::Esc),
    ("Tab", Code::Tab),
    ("Backspace", Code::Backspace),
    ("Delete", Code::Delete),
    ("Left", Code::Left),
    ("Right", Code::Right),
    ("Up", Code::Up),
    ("Down", Code::Down),
    ("Home", Code::Home),
    ("End", Code::End),
    ("PgUp", Code::PageUp),
    ("PgDn", Code::PageDown),
    ("Space", Code::Char(' ')),
];

/// A key name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key")]
pub struct UnknownKey(pub String);

impl FromStr for Chord {
    type Err = UnknownKey;

    /// Reads `Ctrl+S`, `Alt+Enter`, `F6`, `?`.
    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let unknown = || UnknownKey(text.to_owned());
        let mut chord = Self::plain(Code::Esc);
        let mut rest = text;
        loop {
            let (flag, tail) = if let Some(tail) = rest.strip_prefix("Ctrl+") {
                (&mut chord.ctrl, tail)
            } else if let Some(tail) = rest.strip_prefix("Alt+") {
                (&mut chord.alt, tail)
            } else if let Some(tail) = rest.strip_prefix("Shift+") {
                (&mut chord.shift, tail)
            } else {
                break;
            };
            *flag = true;
            rest = tail;
        }
        let mut chars = rest.chars();
        chord.code = if let Some((_, code)) = NAMES.iter().find(|(name, _)| *name == rest) {
            *code
        } else if let (Some(c), None) = (chars.next(), chars.next()) {
            // Ctrl+S and Ctrl+s are the same byte on every terminal.
            Code::Char(if chord.ctrl || chord.alt {
                c.to_ascii_lowercase()
            } else {
                c
            })
        } else if let Some(Ok(n @ 1..=12)) = rest.strip_prefix('F').map(str::parse) {
            Code::F(n)
        } else {
            return Err(unknown());
        };
        if chord.shift && matches!(chord.code, Code::Char(_)) {
            return Err(unknown());
        }
        Ok(chord)
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (flag, name) in [
            (self.ctrl, "Ctrl+"),
            (self.alt, "Alt+"),
            (self.shift, "Shift+"),
        ] {
            if flag {
                f.write_str(name)?;
            }
        }
        if let Some((name, _)) = NAMES.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            Code::Char(c) if self.ctrl || self.alt => write!(f, "{}", c.to_uppercase()),
            Code::Char(c) => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_as_it_is_written() {
        for text in [
            "Ctrl+S",
            "Alt+Enter",
            "Shift+Tab",
            "F6",
            "F12",
            "?",
            "D",
            "Space",
            "Alt+1",
            "Ctrl+Shift+Left",
        ] {
            let chord: Chord = text.parse().expect(text);
            let written = chord.to_string();
            assert_eq!(written.parse::<Chord>().as_ref(), Ok(&chord), "{text}");
        }
        assert_eq!("Ctrl+S".parse::<Chord>().expect("key").short(), "^S");
        assert_eq!(
            "Alt+Enter".parse::<Chord>().expect("key").short(),
            "Alt+Enter"
        );
    }

    #[test]
    fn what_no_terminal_sends_is_no_key() {
        for text in ["", "F13", "F0", "Shift+a", "Ctrl+Foo", "Hyper+x"] {
            assert!(text.parse::<Chord>().is_err(), "{text}");
        }
    }
}
