//! From the bytes of a file to text, and what was odd about them.

/// How the bytes of a file became text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8 (a byte-order mark stays in the text as U+FEFF).
    Utf8,
    /// Starts with the byte-order mark of UTF-16, or looks like it without one; the text is decoded for
    /// display only.
    Utf16,
    /// Not UTF-8: the offset of the first bad byte; bad bytes show as U+FFFD.
    Invalid {
        /// Offset of the first byte that is not part of a character.
        at: usize,
    },
}

/// Text as decoded for people; runtimes decode the bytes by their own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text; exact when `encoding` is [`Encoding::Utf8`], lossy otherwise.
    pub text: String,
    /// How it was decoded.
    pub encoding: Encoding,
}

impl Decoded {
    /// True when the text may be edited and saved: it stands for exactly the bytes of the file.
    pub fn exact(&self) -> bool {
        self.encoding == Encoding::Utf8
    }
}

/// Decodes the bytes of a file for showing and editing. Never fails.
pub fn decode(bytes: &[u8]) -> Decoded {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match unmarked(bytes) {
            Some(unit) => utf16(bytes, unit),
            None => utf8(bytes),
        },
    }
}

/// Where in the bytes of a file that stands which is at `at` in its decoded text (both from 0).
pub fn offset_in(bytes: &[u8], at: usize) -> usize {
    let Decoded { text, encoding } = decode(bytes);
    let before = &text[..text.floor_char_boundary(at)];
    match encoding {
        Encoding::Utf8 => at,
        Encoding::Utf16 => {
            let mark = usize::from(matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]));
            2 * (mark + before.encode_utf16().count())
        }
        Encoding::Invalid { .. } => {
            // Each run of bad bytes became one character.
            let bad = char::REPLACEMENT_CHARACTER.len_utf8();
            let (mut shown, mut read) = (0, 0);
            for chunk in bytes.utf8_chunks() {
                let valid = chunk.valid().len();
                if before.len() < shown + valid + bad {
                    return read + (before.len() - shown).min(valid);
                }
                shown += valid + bad;
                read += valid + chunk.invalid().len();
            }
            bytes.len()
        }
    }
}

/// Bytes at the start of a file that are looked at.
const LOOKED_AT: usize = 1024;

/// How UTF-16 without its mark is read: of Latin letters every other byte is NUL, of the others none.
fn unmarked(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let start = &bytes[..bytes.len().min(LOOKED_AT) & !1];
    let nul = |from: usize| {
        let every_other = start.iter().skip(from).step_by(2);
        every_other.filter(|byte| **byte == 0).count()
    };
    let most = |count: usize| count >= 4 && 4 * count >= 3 * (start.len() / 2);
    match (nul(0), nul(1)) {
        (0, odd) if most(odd) => Some(u16::from_le_bytes),
        (even, 0) if most(even) => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn utf8(bytes: &[u8]) -> Decoded {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded {
            text: text.to_owned(),
            encoding: Encoding::Utf8,
        },
        Err(error) => Decoded {
            text: String::from_utf8_lossy(bytes).into_owned(),
            encoding: Encoding::Invalid {
                at: error.valid_up_to(),
            },
        },
    }
}

/// The byte-order mark is left out: it says how to decode and is not part of the text.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded {
    let pairs = bytes.chunks_exact(2);
    let cut_short = !pairs.remainder().is_empty();
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let mut text: String = char::decode_utf16(units)
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if cut_short {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Decoded {
        text,
        encoding: Encoding::Utf16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_of_utf_8_stays() {
        let decoded = decode(b"\xef\xbb\xbf---\n");
        assert_eq!(decoded.text, "\u{feff}---\n");
        assert!(decoded.exact());
    }

    #[test]
    fn both_orders_of_utf_16_are_readable_but_not_exact() {
        for bytes in [
            &b"\xff\xfe-\0-\0\x3d\xd8\x00\xde"[..],
            &b"\xfe\xff\0-\0-\xd8\x3d\xde\x00"[..],
        ] {
            let decoded = decode(bytes);
            assert_eq!(decoded.text, "--\u{1f600}");
            assert_eq!(decoded.encoding, Encoding::Utf16);
            assert!(!decoded.exact());
        }
    }

    #[test]
    fn utf_16_without_its_mark_is_known_by_its_nuls() {
        let text = "---\nname: café\n---\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, text);
            assert_eq!(decoded.encoding, Encoding::Utf16);
        }
        for bytes in [
            &b"a\0b\0"[..],
            b"--\0-\0\0-\0--",
            b"name: a\0\n",
            b"\0\0\0\0\0\0\0\0\0\0",
        ] {
            assert_ne!(decode(bytes).encoding, Encoding::Utf16, "{bytes:?}");
        }
    }

    #[test]
    fn utf_16_cut_in_the_middle_shows_what_is_missing() {
        assert_eq!(decode(b"\xff\xfea\0b").text, "a\u{fffd}");
        assert_eq!(decode(b"\xff\xfe\x3d\xd8").text, "\u{fffd}");
    }

    #[test]
    fn places_of_the_text_are_found_in_the_bytes() {
        let text = "a\u{e9}\u{1f600}b";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [&b"\xff\xfe"[..], &wide].concat();
        for (at, offset) in [(0, 2), (1, 4), (3, 6), (7, 10), (8, 12)] {
            assert_eq!(offset_in(&marked, at), offset, "{at}");
        }
        // Two bad bytes that show as three each.
        let bytes = b"ab\xe9c\xff\xc3\xa9d";
        let text = decode(bytes).text;
        for (at, c) in text.char_indices() {
            let offset = offset_in(bytes, at);
            let shown = match bytes[offset] {
                0xe9 | 0xff => '\u{fffd}',
                0xc3 => '\u{e9}',
                byte => char::from(byte),
            };
            assert_eq!(shown, c, "{at}");
        }
        assert_eq!(offset_in(bytes, text.len()), bytes.len());
        assert_eq!(offset_in("é".as_bytes(), 2), 2);
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        let decoded = decode(b"caf\xe9 au lait");
        assert_eq!(decoded.text, "caf\u{fffd} au lait");
        assert_eq!(decoded.encoding, Encoding::Invalid { at: 3 });
    }
}
