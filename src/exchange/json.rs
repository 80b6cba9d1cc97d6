//! JSON as a text: where the members of an object stand, so that one of them is changed and every
//! other byte stays.

use std::ops::Range;

use serde::de::IgnoredAny;

/// One member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its key.
    pub key: String,
    /// From the quote before the key to the end of the value, in bytes of the text.
    pub whole: Range<usize>,
    /// The value.
    pub value: Range<usize>,
    /// What stands between the key and the value: a colon and white space.
    pub colon: Range<usize>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Both braces included.
    pub whole: Range<usize>,
    /// In the order of the text; a key may stand there more than once.
    pub members: Vec<Member>,
}

/// What is wrong with a text that should be one JSON value.
///
/// # Errors
/// The words of the reader.
pub fn check(text: &str) -> Result<(), String> {
    let read = serde_json::from_str::<IgnoredAny>(text);
    read.map(|_| ()).map_err(|error| error.to_string())
}

/// The object that begins at `at`, white space apart; `None` when there is another value. The text
/// has to be well ([`check`]).
pub fn object(text: &str, at: usize) -> Option<Object> {
    let start = blank(text, at);
    let mut at = start;
    eat(text, &mut at, b'{')?;
    let mut members = Vec::new();
    loop {
        at = blank(text, at);
        if eat(text, &mut at, b'}').is_some() {
            break;
        }
        let key_end = end_of(text, at);
        let mut value = blank(text, key_end);
        eat(text, &mut value, b':')?;
        let value = blank(text, value);
        let end = end_of(text, value);
        members.push(Member {
            key: serde_json::from_str(text.get(at..key_end)?).ok()?,
            whole: at..end,
            value: value..end,
            colon: key_end..value,
        });
        at = blank(text, end);
        // Without one the closing brace is next.
        let _ = eat(text, &mut at, b',');
    }
    Some(Object {
        whole: start..at,
        members,
    })
}

impl Object {
    /// The member with this key; of several the last, as every reader takes it.
    pub fn get(&self, key: &str) -> Option<&Member> {
        self.members.iter().rfind(|member| member.key == key)
    }

    /// The white space before the first member.
    pub fn lead<'t>(&self, text: &'t str) -> Option<&'t str> {
        let first = self.members.first()?;
        text.get(self.whole.start + 1..first.whole.start)
    }

    /// The white space between two members, behind the comma.
    pub fn gap<'t>(&self, text: &'t str) -> Option<&'t str> {
        let [first, second, ..] = self.members.as_slice() else {
            return None;
        };
        let between = text.get(first.whole.end..second.whole.start)?;
        between.split_once(',').map(|(_, gap)| gap)
    }

    /// Puts a member in before the one at `at`, or behind the last; `outer` is the white space before
    /// the first member and `inner` that before the closing brace where there is none yet.
    pub fn insert(&self, text: &mut String, at: usize, member: &str, outer: &str, inner: &str) {
        let gap = match (self.gap(text), self.lead(text)) {
            (Some(gap), _) => gap.to_owned(),
            (None, Some(lead)) if lead.contains('\n') => lead.to_owned(),
            _ => outer.to_owned(),
        };
        match (self.members.get(at), self.members.last()) {
            (Some(next), _) => text.insert_str(next.whole.start, &format!("{member},{gap}")),
            (None, Some(last)) => text.insert_str(last.whole.end, &format!(",{gap}{member}")),
            (None, None) => {
                let whole = format!("{{{outer}{member}{inner}}}");
                text.replace_range(self.whole.clone(), &whole);
            }
        }
    }

    /// Takes out the member at `at`, with its comma and the white space on one side.
    pub fn remove(&self, text: &mut String, at: usize) {
        let Some(member) = self.members.get(at) else {
            return;
        };
        let range = match (at.checked_sub(1), self.members.get(at + 1)) {
            (_, Some(next)) => member.whole.start..next.whole.start,
            (Some(before), None) => self.members[before].whole.end..member.whole.end,
            (None, None) => self.whole.start + 1..self.whole.end - 1,
        };
        text.replace_range(range, "");
    }
}

/// A text as JSON; `plain`: letters of every script as they are, else as `\u00e9`.
pub fn quoted(text: &str, plain: bool) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    if plain {
        return quoted;
    }
    let mut out = String::with_capacity(quoted.len());
    for c in quoted.chars() {
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        let mut units = [0; 2];
        for unit in c.encode_utf16(&mut units) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

fn eat(text: &str, at: &mut usize, wanted: u8) -> Option<()> {
    (byte(text, *at)? == wanted).then(|| *at += 1)
}

/// The first byte from `at` on that is no white space.
fn blank(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().iter().skip(at);
    let blanks = rest.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    at + blanks.count()
}

/// Where the value that begins at `at` ends.
fn end_of(text: &str, at: usize) -> usize {
    let (mut at, mut depth) = (at, 0_usize);
    while let Some(now) = byte(text, at) {
        match now {
            b'"' => at = end_of_text(text, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            _ => {
                let rest = text.as_bytes().iter().skip(at);
                let ends = |byte: &&u8| !b",:]} \t\n\r".contains(byte);
                at += rest.take_while(ends).count();
            }
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_text(text: &str, at: usize) -> usize {
    let mut at = at + 1;
    while let Some(now) = byte(text, at) {
        at += match now {
            b'\\' => 2,
            b'"' => return at + 1,
            _ => 1,
        };
    }
    at
}
