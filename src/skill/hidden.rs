//! Characters that cannot be seen, and what is shown in their place.
//!
//! Skill text is untrusted: whatever moves the cursor, changes the direction of writing or hides
//! text from the reader is shown as a symbol, in every pane, list and message.

use std::borrow::Cow;

/// Why a character is not shown as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// Moves the cursor or drives the terminal (ESC, BEL, a lone CR).
    Control,
    /// Changes the direction of writing.
    Direction,
    /// Takes no room.
    ZeroWidth,
    /// A tag character: an invisible copy of an ASCII character.
    Tag,
    /// Takes room, shows nothing.
    Blank,
}

impl Hidden {
    /// What people read.
    pub fn label(self) -> &'static str {
        match self {
            Self::Control => "control character",
            Self::Direction => "direction mark",
            Self::ZeroWidth => "zero-width character",
            Self::Tag => "tag character",
            Self::Blank => "invisible character",
        }
    }
}

/// Ranges of characters nobody sees (Unicode: Default_Ignorable_Code_Point, Cc, and blanks that look
/// like nothing). Line feed and tab are handled by whoever draws and are not here.
const RANGES: &[(u32, u32, Hidden)] = &[
    (0x00, 0x08, Hidden::Control),
    (0x0b, 0x1f, Hidden::Control),
    (0x7f, 0x9f, Hidden::Control),
    (0xad, 0xad, Hidden::ZeroWidth),
    (0x34f, 0x34f, Hidden::ZeroWidth),
    (0x61c, 0x61c, Hidden::Direction),
    (0x115f, 0x1160, Hidden::Blank),
    (0x17b4, 0x17b5, Hidden::ZeroWidth),
    (0x180b, 0x180f, Hidden::ZeroWidth),
    (0x200b, 0x200d, Hidden::ZeroWidth),
    (0x200e, 0x200f, Hidden::Direction),
    (0x2028, 0x2029, Hidden::Control),
    (0x202a, 0x202e, Hidden::Direction),
    (0x2060, 0x2065, Hidden::ZeroWidth),
    (0x2066, 0x2069, Hidden::Direction),
    (0x206a, 0x206f, Hidden::ZeroWidth),
    (0x2800, 0x2800, Hidden::Blank),
    (0x3164, 0x3164, Hidden::Blank),
    (0xfe00, 0xfe0f, Hidden::ZeroWidth),
    (0xfeff, 0xfeff, Hidden::ZeroWidth),
    (0xffa0, 0xffa0, Hidden::Blank),
    (0xfff0, 0xfffb, Hidden::ZeroWidth),
    (0x1bca0, 0x1bca3, Hidden::ZeroWidth),
    (0x1d173, 0x1d17a, Hidden::ZeroWidth),
    (0xe0000, 0xe007f, Hidden::Tag),
    (0xe0080, 0xe0fff, Hidden::ZeroWidth),
];

/// Short names of the ones people meet.
const NAMES: &[(char, &str)] = &[
    ('\u{7f}', "␡"),
    ('\u{85}', "‹NEL›"),
    ('\u{ad}', "‹SHY›"),
    ('\u{34f}', "‹CGJ›"),
    ('\u{61c}', "‹ALM›"),
    ('\u{200b}', "‹ZWSP›"),
    ('\u{200c}', "‹ZWNJ›"),
    ('\u{200d}', "‹ZWJ›"),
    ('\u{200e}', "‹LRM›"),
    ('\u{200f}', "‹RLM›"),
    ('\u{2028}', "‹LS›"),
    ('\u{2029}', "‹PS›"),
    ('\u{202a}', "‹LRE›"),
    ('\u{202b}', "‹RLE›"),
    ('\u{202c}', "‹PDF›"),
    ('\u{202d}', "‹LRO›"),
    ('\u{202e}', "‹RLO›"),
    ('\u{2060}', "‹WJ›"),
    ('\u{2066}', "‹LRI›"),
    ('\u{2067}', "‹RLI›"),
    ('\u{2068}', "‹FSI›"),
    ('\u{2069}', "‹PDI›"),
    ('\u{feff}', "‹BOM›"),
    ('\u{e007f}', "‹tag end›"),
];

/// What a character hides, taken alone; `None` for all that can be seen, and for line feed and tab.
pub fn kind(c: char) -> Option<Hidden> {
    if (' '..='~').contains(&c) {
        return None;
    }
    let code = c as u32;
    let at = RANGES.partition_point(|(_, last, _)| *last < code);
    RANGES
        .get(at)
        .filter(|(first, ..)| *first <= code)
        .map(|(.., kind)| *kind)
}

/// The visible symbol of a character that hides something: a control picture (`␛`), a short name
/// (`‹ZWSP›`), the ASCII twin of a tag character (`‹tag a›`), or its number (`‹U+180E›`).
pub fn symbol(c: char) -> Option<Cow<'static, str>> {
    let kind = kind(c)?;
    if let Some((_, name)) = NAMES.iter().find(|(known, _)| *known == c) {
        return Some(Cow::Borrowed(name));
    }
    let code = c as u32;
    let picture = (code < 0x20)
        .then(|| char::from_u32(0x2400 + code))
        .flatten();
    let twin = char::from_u32(code.wrapping_sub(0xe0000)).filter(|twin| (' '..='~').contains(twin));
    Some(Cow::Owned(match (picture, twin) {
        (Some(picture), _) => picture.to_string(),
        (_, Some(twin)) if kind == Hidden::Tag => format!("‹tag {twin}›"),
        _ => format!("‹U+{code:04X}›"),
    }))
}

/// Every hidden character of a text with its byte offset, in order. Joiners and selectors inside an
/// emoji or between letters of scripts that need them do not count, nor does CR before LF.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char, Hidden)> {
    Walk {
        text,
        at: 0,
        before: None,
        flag: false,
    }
}

/// Bytes that are a character of their own which everybody sees.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

/// Length of the ASCII everybody sees (line feeds and tabs with it) that `bytes` starts with. Most of most texts is plain, so whole blocks
/// are looked at without a branch for each byte.
pub fn plain_run(bytes: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let whole = bytes
        .chunks_exact(BLOCK)
        .take_while(|block| block.iter().fold(true, |all, byte| all & is_plain(*byte)))
        .count()
        * BLOCK;
    let rest = bytes[whole..].iter().position(|byte| !is_plain(*byte));
    rest.map_or(bytes.len(), |rest| whole + rest)
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    before: Option<char>,
    flag: bool,
}

impl Iterator for Walk<'_> {
    type Item = (usize, char, Hidden);

    fn next(&mut self) -> Option<Self::Item> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        loop {
            let run = plain_run(&bytes[self.at..]);
            if run > 0 {
                self.at += run;
                self.before = Some(char::from(bytes[self.at - 1]));
                self.flag = false;
            }
            let at = self.at;
            let c = text[at..].chars().next()?;
            self.at += c.len_utf8();
            let kind = kind(c);
            let belongs = match c {
                '\r' => bytes.get(at + 1) == Some(&b'\n'),
                '\u{200c}' | '\u{200d}' => joins(c, self.before, text[self.at..].chars().next()),
                '\u{fe0e}' | '\u{fe0f}' => self.before.is_some_and(takes_selector),
                '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => {
                    self.before.is_some_and(is_ideograph)
                }
                '\u{e0020}'..='\u{e007f}' => self.flag,
                _ => false,
            };
            let in_flag = self.flag && kind == Some(Hidden::Tag) && c != '\u{e007f}';
            self.flag = c == '\u{1f3f4}' && ends_as_flag(&text[at..]) || in_flag;
            self.before = Some(c);
            if let Some(kind) = kind.filter(|_| !belongs) {
                return Some((at, c, kind));
            }
        }
    }
}

/// The text with every hidden character replaced by its symbol; borrowed when there is none.
/// Line feeds, tabs and CR LF stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if plain_run(text.as_bytes()) == text.len() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut done = 0;
    for (at, c, _) in hidden(text) {
        shown.push_str(&text[done..at]);
        shown.push_str(&symbol(c).unwrap_or_default());
        done = at + c.len_utf8();
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(&text[done..]);
    Cow::Owned(shown)
}

/// As [`visible`], for places of one line: line feeds, tabs and CR become symbols too.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    if !shown.contains(['\n', '\t', '\r']) {
        return shown;
    }
    let one_line: String = shown
        .replace("\r\n", "\n")
        .chars()
        .map(|c| match c {
            '\n' => '⏎',
            '\t' => '⇥',
            '\r' => '␍',
            c => c,
        })
        .collect();
    Cow::Owned(one_line)
}

fn joins(joiner: char, before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    let emoji = joiner == '\u{200d}'
        && (takes_selector(before) || matches!(before, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}'))
        && takes_selector(after)
        && !after.is_ascii();
    emoji || needs_joiners(before) && needs_joiners(after)
}

/// Characters that may be shown as an emoji (a wide net: a selector after them is harmless).
fn takes_selector(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}'
        | '\u{2100}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
        && c != '\u{2800}'
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Arabic, Syriac, the scripts of India and their neighbours spell with joiners.
fn needs_joiners(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{7bf}' | '\u{860}'..='\u{dff}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && kind(c).is_none()
}

/// A black flag, tag letters and the end mark: a flag of a region (three to six letters or digits).
fn ends_as_flag(text: &str) -> bool {
    let mut tags = text.chars().skip(1);
    let letters = tags
        .by_ref()
        .take_while(|c| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}'))
        .count();
    let end = text.chars().nth(letters + 1);
    (3..=6).contains(&letters) && end == Some('\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_in_order() {
        assert!(RANGES.iter().all(|(first, last, _)| first <= last));
        assert!(RANGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn plain_text_is_not_copied() {
        for text in ["", "one\n\ttwo", "naïve café 日本語", "a\r\nb"] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn what_drives_a_terminal_is_shown() {
        assert_eq!(visible("a\x1b[31mb\x07\0\x7f"), "a␛[31mb␇␀␡");
        assert_eq!(visible("a\rb"), "a␍b");
        assert_eq!(visible("\u{9b}31m"), "‹U+009B›31m");
        assert_eq!(visible("a\u{2028}b\u{85}"), "a‹LS›b‹NEL›");
    }

    #[test]
    fn what_hides_or_turns_text_is_shown() {
        assert_eq!(visible("ad\u{200b}min"), "ad‹ZWSP›min");
        assert_eq!(visible("x\u{202e}y\u{2066}z"), "x‹RLO›y‹LRI›z");
        assert_eq!(visible("\u{feff}---"), "‹BOM›---");
        assert_eq!(visible("a\u{e0068}\u{e0069}"), "a‹tag h›‹tag i›");
        assert_eq!(visible("a\u{180e}"), "a‹U+180E›");
        assert_eq!(visible("a\u{fe0f}\u{200d}b"), "a‹U+FE0F›‹ZWJ›b");
    }

    #[test]
    fn emoji_and_scripts_that_need_joiners_stay_whole() {
        for text in [
            "👨\u{200d}👩\u{200d}👧",
            "❤\u{fe0f}\u{200d}🔥",
            "👩🏽\u{200d}💻",
            "1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
        ] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn a_flag_cannot_carry_a_message() {
        let shown = visible("🏴\u{e0068}\u{e0069}\u{e0020}\u{e0061}\u{e007f}");
        assert_eq!(shown, "🏴‹tag h›‹tag i›‹tag  ›‹tag a›‹tag end›");
    }

    #[test]
    fn one_line_stays_one_line() {
        assert_eq!(visible_line("a\tb\r\nc\nd\re"), "a⇥b⏎c⏎d␍e");
    }

    #[test]
    fn every_hidden_character_is_shown_as_something_seen() {
        for c in (0..=0x10ffff).filter_map(char::from_u32) {
            if let Some(symbol) = symbol(c) {
                assert!(symbol.chars().all(|shown| kind(shown).is_none()));
            }
            let gone = c.is_control() && !matches!(c, '\n' | '\t');
            assert!(!gone || kind(c).is_some(), "{c:?}");
        }
    }
}
