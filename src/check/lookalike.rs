//! Characters that only look like ASCII ones.

/// Letters and hyphens of other scripts that look like these ASCII ones (Unicode confusables, the
/// ones in use).
const LOOKALIKES: &[(&str, &str)] = &[
    (
        "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}\u{fe63}\u{ff0d}",
        "-",
    ),
    ("аΑАα", "a"),
    ("ВΒ", "B"),
    ("сСϲ", "c"),
    ("ԁ", "d"),
    ("еЕΕ", "e"),
    ("һНΗ", "h"),
    ("іІΙι", "i"),
    ("јЈ", "j"),
    ("кКΚκ", "k"),
    ("ӏ", "l"),
    ("мМΜ", "m"),
    ("Ν", "n"),
    ("оОΟο", "o"),
    ("рРΡρ", "p"),
    ("ԛ", "q"),
    ("ѕЅ", "s"),
    ("тТΤτ", "t"),
    ("υ", "u"),
    ("ѵν", "v"),
    ("ԝω", "w"),
    ("хХΧχ", "x"),
    ("уУΥγ", "y"),
    ("Ζ", "z"),
];

/// The ASCII character `c` looks like.
pub(super) fn twin(c: char) -> Option<&'static str> {
    match c as u32 {
        code @ 0xff21..=0xff5a if c.is_alphabetic() => {
            const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
            let at = ((code - 0xff21) % 0x20) as usize;
            LETTERS.get(at..at + 1)
        }
        _ if c.is_ascii() => None,
        _ => LOOKALIKES
            .iter()
            .find(|(alike, _)| alike.contains(c))
            .map(|(_, ascii)| *ascii),
    }
}

#[cfg(test)]
mod tests {
    use super::twin;

    #[test]
    fn twins() {
        assert_eq!(twin('\u{430}'), Some("a"));
        assert_eq!(twin('\u{2013}'), Some("-"));
        assert_eq!(twin('\u{ff41}'), Some("a"));
        assert_eq!(twin('\u{ff3a}'), Some("z"));
        assert_eq!(twin('a'), None);
        assert_eq!(twin('é'), None);
        assert_eq!(twin('日'), None);
    }
}
