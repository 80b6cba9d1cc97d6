//! Short words, which most pieces of most texts are: told by the eight bytes they begin in, without a
//! look at each.

use super::letters::Kind;
use super::pieces::{Pieces, is_seen, kind};
use super::table::rank;

/// Words that are kept: two to this power.
const PLACES: u32 = 12;

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The high bit of each byte.
const HIGH: u64 = 0x80 * EACH;

/// Words of at most seven bytes, each a token; what else comes to the same place takes it over.
#[derive(Debug)]
pub struct Words(Vec<u64>);

impl Default for Words {
    fn default() -> Self {
        Self(vec![0; 1 << PLACES])
    }
}

impl Words {
    /// Takes the pieces that come next as long as they are such words, or signs that are a token whatever
    /// stands around them; gives how many, `most` at most.
    pub fn take(&mut self, pieces: &mut Pieces<'_>, most: usize) -> usize {
        let mut rest = pieces.rest();
        let whole = rest.len();
        let mut count = 0;
        while count < most
            && let Some(eight) = rest.first_chunk()
        {
            let length = match word(u64::from_le_bytes(*eight)) {
                Some((word, length)) if self.is_token(word, &rest[..length]) => length,
                Some(_) => break,
                None => match sign(*eight) {
                    Some(length) => length,
                    None => break,
                },
            };
            rest = &rest[length..];
            count += 1;
        }
        pieces.skip_known(whole - rest.len());
        count
    }

    #[inline]
    fn is_token(&mut self, word: u64, bytes: &[u8]) -> bool {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let place = (word ^ (word >> 29)).wrapping_mul(MIX) >> (u64::BITS - PLACES);
        let Some(known) = self.0.get_mut(place as usize) else {
            return false;
        };
        if *known != word {
            if rank(bytes).is_none() {
                return false;
            }
            *known = word;
        }
        true
    }
}

/// The word that eight bytes begin with, a blank or a letter and small letters behind it, and its length;
/// `None` where they do not tell that the piece ends there.
#[inline]
fn word(eight: u64) -> Option<(u64, usize)> {
    let first = eight as u8;
    let blank = first == b' ';
    if !blank && !first.is_ascii_alphabetic() {
        return None;
    }
    let mut small = small(eight) | 0x80;
    let mut least = 2;
    if blank && ((eight >> 8) as u8).is_ascii_uppercase() {
        small |= 0x8000;
        least = 3;
    }
    let length = (!small & HIGH).trailing_zeros() as usize / 8;
    if length >= 8 || length < least && !first.is_ascii_lowercase() {
        return None;
    }
    let next = (eight >> (8 * length)) as u8;
    if !next.is_ascii() || next == b'\'' {
        return None;
    }
    Some((eight & !(u64::MAX << (8 * length)), length))
}

/// The length of a line end or two before something that is seen, or of a sign with a blank behind it.
#[inline]
fn sign([first, second, third, ..]: [u8; 8]) -> Option<usize> {
    match first {
        b'\n' if is_seen(second) => Some(1),
        b'\n' if second == b'\n' && is_seen(third) => Some(2),
        b'\n' => None,
        _ => (second == b' ' && kind(first) == Some(Kind::Other)).then_some(1),
    }
}

/// The high bit of each byte that is a small letter of ASCII.
#[inline]
fn small(eight: u64) -> u64 {
    let low = eight & !HIGH;
    let from_a = low + (0x80 - 0x61) * EACH;
    let above_z = low + (0x80 - 0x7b) * EACH;
    from_a & !above_z & !eight & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        let eight = text.as_bytes().first_chunk()?;
        let (word, length) = word(u64::from_le_bytes(*eight))?;
        assert_eq!(word.to_le_bytes()[..length], text.as_bytes()[..length]);
        assert_eq!(word.to_le_bytes()[length..], vec![0; 8 - length]);
        Some(&text[..length])
    }

    #[test]
    fn words_end_where_their_bytes_say_so() {
        for (text, word) in [
            (" the cat ", Some(" the")),
            ("the cat s", Some("the")),
            (" a 1234567", Some(" a")),
            ("a 12345678", Some("a")),
            (" Word. Next", Some(" Word")),
            ("Word\nNext", Some("Word")),
            (" sixlet 9", Some(" sixlet")),
            // Nothing tells where these end.
            (" sevenle 9", None),
            ("eightlet", None),
            (" don't do", None),
            (" naïve one", None),
            ("naï one two", None),
            // Capitals alone, and blanks before something else.
            ("A word or so", None),
            (" A word or", None),
            (" ABc word", None),
            ("ABc words", None),
            ("  two blanks", None),
            (" .sign here", None),
            (" 123456789", None),
            ("\n new line", None),
            // The next piece begins with a capital, a sign, a number.
            ("camelCase", Some("camel")),
            (" ab{z}z|~`", Some(" ab")),
            ("az1234567", Some("az")),
        ] {
            assert_eq!(found(text), word, "{text:?}");
        }
    }

    #[test]
    fn signs_that_are_taken_are_pieces_and_tokens() {
        let mut taken = 0;
        for first in 0..128u8 {
            for second in 0..128u8 {
                for third in [b'a', b'A', b'1', b' ', b'\n', b'-', b'\'', 0x0b, 0] {
                    let bytes = [first, second, third, b'x', b' ', b'y', b' ', b'z'];
                    let Some(length) = sign(bytes) else {
                        continue;
                    };
                    taken += 1;
                    let text = std::str::from_utf8(&bytes).expect("ASCII");
                    assert_eq!(Pieces::of(text).next(), Some(&bytes[..length]), "{text:?}");
                    assert!(rank(&bytes[..length]).is_some(), "{text:?}");
                }
            }
        }
        assert!(taken > 500, "{taken}");
        for text in ["\n\r\n12345", "\n é12345", "\n\né1234", "- \n12345"] {
            let eight = text.as_bytes().first_chunk().expect("eight bytes");
            let length = sign(*eight);
            let piece = Pieces::of(text).next().map(<[u8]>::len);
            assert!(length.is_none() || length == piece, "{text:?}");
        }
    }

    #[test]
    fn no_more_words_are_taken_than_asked_for() {
        let text = " the cat the cat 7 the cat and so on";
        let mut pieces = Pieces::of(text);
        let mut words = Words::default();
        assert_eq!(words.take(&mut pieces, 3), 3);
        assert_eq!(pieces.at(), " the cat the".len());
        assert_eq!(words.take(&mut pieces, 9), 1);
        assert_eq!(words.take(&mut pieces, 9), 0);
        assert_eq!(pieces.next(), Some(&b" "[..]));
        assert_eq!(pieces.next(), Some(&b"7"[..]));
        // The last bytes of a text are looked at one by one.
        assert_eq!(words.take(&mut pieces, 9), 3);
        assert_eq!(pieces.next(), Some(&b" so"[..]));
    }
}
