//! The pieces a text is cut into before its tokens are looked for: words with what stands before them,
//! numbers, punctuation, white space. The cuts are those of the tokenizer's published pattern, whose
//! alternatives are tried in order.

use super::letters::{ASCII, Kind};

/// Cuts a text from its start to its end.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Pieces<'a> {
    /// All pieces of a text; together they are the text.
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Where the next piece starts.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The bytes from there on.
    pub fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Leaves out pieces that are known, of so many bytes together.
    pub fn skip_known(&mut self, length: usize) {
        self.at += length;
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest();
        let length = match plain(rest) {
            Some(length) => length,
            None => {
                let (kind, length) = Kind::at(self.text, self.at)?;
                end(self.text, self.at, kind, self.at + length) - self.at
            }
        };
        self.at += length;
        rest.get(..length)
    }
}

/// The length of the piece at the start where its bytes decide, as they do for most pieces of most texts:
/// a word of ASCII with a blank or a sign before it, a sign with a blank behind it, a line end or two.
/// `None` where the characters have to be asked.
#[inline]
fn plain(bytes: &[u8]) -> Option<usize> {
    let (first, rest) = bytes.split_first()?;
    let kind = kind(*first)?;
    match kind {
        Kind::Break => {
            let two = rest.get(1).copied().unwrap_or(b'.');
            return match (first, rest.first()) {
                (b'\n', Some(b'\n')) => is_seen(two).then_some(2),
                (b'\n', Some(next)) => is_seen(*next).then_some(1),
                _ => None,
            };
        }
        Kind::Other if rest.first() == Some(&b' ') => return Some(1),
        Kind::Lower | Kind::Upper | Kind::Other | Kind::Space => {}
        Kind::Letter | Kind::Mark | Kind::Number => return None,
    }
    let capitals = match kind {
        Kind::Lower => 0,
        _ => rest
            .iter()
            .take_while(|byte| byte.is_ascii_uppercase())
            .count(),
    };
    let small = rest.get(capitals..)?.iter();
    let small = small.take_while(|byte| byte.is_ascii_lowercase()).count();
    let next = rest.get(capitals + small);
    let ends = next.is_none_or(|next| next.is_ascii() && *next != b'\'');
    (ends && (small > 0 || kind == Kind::Lower)).then_some(1 + capitals + small)
}

/// The kind of a character of ASCII.
pub fn kind(byte: u8) -> Option<Kind> {
    ASCII.get(usize::from(byte)).copied()
}

/// A character of ASCII that is no white space.
pub fn is_seen(byte: u8) -> bool {
    kind(byte).is_some_and(|kind| !is_blank(kind))
}

/// Where the piece ends that starts with a character of this kind, itself ending at `second`.
fn end(text: &str, start: usize, kind: Kind, second: usize) -> usize {
    match kind {
        Kind::Upper | Kind::Lower | Kind::Letter => word(text, start).unwrap_or(second),
        Kind::Number => {
            let third = numeric(text, second);
            numeric(text, third)
        }
        // A mark stands for a small letter, too: before capitals alone it is a word of its own.
        Kind::Mark => match letters(text, second) {
            Some((end, true)) => contracted(text, end),
            _ => word(text, start).unwrap_or(second),
        },
        Kind::Other => word(text, second).unwrap_or_else(|| punctuation(text, second)),
        Kind::Break => blank(text, start),
        Kind::Space => word(text, second).unwrap_or_else(|| {
            let signs = run(text, second, is_sign);
            if text.as_bytes()[start] == b' ' && signs > second {
                return punctuation(text, signs);
            }
            blank(text, start)
        }),
    }
}

/// One more number, if there is one.
fn numeric(text: &str, at: usize) -> usize {
    match Kind::at(text, at) {
        Some((Kind::Number, length)) => at + length,
        _ => at,
    }
}

fn is_capital(kind: Kind) -> bool {
    matches!(kind, Kind::Upper | Kind::Letter | Kind::Mark)
}

fn is_small(kind: Kind) -> bool {
    matches!(kind, Kind::Lower | Kind::Letter | Kind::Mark)
}

fn is_sign(kind: Kind) -> bool {
    matches!(kind, Kind::Other | Kind::Mark)
}

fn is_blank(kind: Kind) -> bool {
    matches!(kind, Kind::Space | Kind::Break)
}

/// The end of the run of characters of a kind that starts at `at`.
fn run(text: &str, mut at: usize, wanted: impl Fn(Kind) -> bool) -> usize {
    while let Some((kind, length)) = Kind::at(text, at)
        && wanted(kind)
    {
        at += length;
    }
    at
}

/// The end of the word that starts at `at`; `None` when none does.
fn word(text: &str, at: usize) -> Option<usize> {
    letters(text, at).map(|(end, _)| contracted(text, end))
}

/// The end of the capitals and then small letters that start at `at`, and whether it is one of what may
/// stand for small letters; letters without case and marks are both.
fn letters(text: &str, at: usize) -> Option<(usize, bool)> {
    let mut capitals = at;
    let mut both = None;
    while let Some((kind, length)) = Kind::at(text, capitals)
        && is_capital(kind)
    {
        capitals += length;
        if kind != Kind::Upper {
            both = Some(capitals);
        }
    }
    let small = run(text, capitals, is_small);
    if small > capitals {
        return Some((small, true));
    }
    // Without a small letter behind them, capitals end at the last letter that may stand for one.
    let end = both.unwrap_or(capitals);
    (end > at).then_some((end, both.is_some()))
}

/// Over `'s`, `'re` and their like, in small or capital letters.
fn contracted(text: &str, at: usize) -> usize {
    let bytes = &text.as_bytes()[at..];
    let Some(rest) = bytes.strip_prefix(b"'") else {
        return at;
    };
    let two = rest.get(..2).map(|two| [two[0], two[1]]);
    match two.map(|two| two.map(|letter| letter.to_ascii_lowercase())) {
        Some([b'r' | b'v', b'e'] | [b'l', b'l']) => return at + 3,
        // The long s, of which `s` is the capital's other small letter.
        Some(_) if rest.starts_with("ſ".as_bytes()) => return at + 3,
        _ => {}
    }
    match rest.first().map(u8::to_ascii_lowercase) {
        Some(b's' | b't' | b'm' | b'd') => at + 2,
        _ => at,
    }
}

/// Signs, and behind them line ends and slashes.
fn punctuation(text: &str, at: usize) -> usize {
    let signs = run(text, at, is_sign);
    let more = &text.as_bytes()[signs..];
    let breaks = |byte: &&u8| matches!(byte, b'\r' | b'\n' | b'/');
    signs + more.iter().take_while(breaks).count()
}

/// White space: up to the last line end of the run, else all but the last character, which goes with
/// what follows.
fn blank(text: &str, start: usize) -> usize {
    let end = run(text, start, is_blank);
    let blanks = &text[start..end];
    if let Some(last) = blanks.rfind(['\r', '\n']) {
        return start + last + 1;
    }
    let last = blanks.chars().next_back().map_or(0, char::len_utf8);
    if end == text.len() || last == blanks.len() {
        return end;
    }
    end - last
}
