//! Bytes that are not UTF-8, decoded by a guess as charset-normalizer makes it: the marks of UTF-16 and
//! UTF-32 tell; otherwise the first encoding in its list that makes sense of short, mostly plain text.
//! Recorded with few inputs: what other bytes become is not certain.

/// The upper half of code page 1006.
const CP_1006: &str = "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\
     \u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\
     \u{9c}\u{9d}\u{9e}\u{9f}\u{a0}\u{6f0}\u{6f1}\u{6f2}\u{6f3}\u{6f4}\u{6f5}\u{6f6}\u{6f7}\
     \u{6f8}\u{6f9}\u{60c}\u{61b}\u{ad}\u{61f}\u{fe81}\u{fe8d}\u{fe8e}\u{fe8e}\u{fe8f}\u{fe91}\
     \u{fb56}\u{fb58}\u{fe93}\u{fe95}\u{fe97}\u{fb66}\u{fb68}\u{fe99}\u{fe9b}\u{fe9d}\u{fe9f}\
     \u{fb7a}\u{fb7c}\u{fea1}\u{fea3}\u{fea5}\u{fea7}\u{fea9}\u{fb84}\u{feab}\u{fead}\u{fb8c}\
     \u{feaf}\u{fb8a}\u{feb1}\u{feb3}\u{feb5}\u{feb7}\u{feb9}\u{febb}\u{febd}\u{febf}\u{fec1}\
     \u{fec5}\u{fec9}\u{feca}\u{fecb}\u{fecc}\u{fecd}\u{fece}\u{fecf}\u{fed0}\u{fed1}\u{fed3}\
     \u{fed5}\u{fed7}\u{fed9}\u{fedb}\u{fb92}\u{fb94}\u{fedd}\u{fedf}\u{fee0}\u{fee1}\u{fee3}\
     \u{fb9e}\u{fee5}\u{fee7}\u{fe85}\u{feed}\u{fba6}\u{fba8}\u{fba9}\u{fbaa}\u{fe80}\u{fe89}\
     \u{fe8a}\u{fe8b}\u{fef1}\u{fef2}\u{fef3}\u{fbb0}\u{fbae}\u{fe7c}\u{fe7d}";

/// The upper half of code page 1125.
const CP_1125: &str = "\u{410}\u{411}\u{412}\u{413}\u{414}\u{415}\u{416}\u{417}\u{418}\u{419}\u{41a}\u{41b}\
     \u{41c}\u{41d}\u{41e}\u{41f}\u{420}\u{421}\u{422}\u{423}\u{424}\u{425}\u{426}\u{427}\
     \u{428}\u{429}\u{42a}\u{42b}\u{42c}\u{42d}\u{42e}\u{42f}\u{430}\u{431}\u{432}\u{433}\
     \u{434}\u{435}\u{436}\u{437}\u{438}\u{439}\u{43a}\u{43b}\u{43c}\u{43d}\u{43e}\u{43f}\
     \u{2591}\u{2592}\u{2593}\u{2502}\u{2524}\u{2561}\u{2562}\u{2556}\u{2555}\u{2563}\u{2551}\
     \u{2557}\u{255d}\u{255c}\u{255b}\u{2510}\u{2514}\u{2534}\u{252c}\u{251c}\u{2500}\u{253c}\
     \u{255e}\u{255f}\u{255a}\u{2554}\u{2569}\u{2566}\u{2560}\u{2550}\u{256c}\u{2567}\u{2568}\
     \u{2564}\u{2565}\u{2559}\u{2558}\u{2552}\u{2553}\u{256b}\u{256a}\u{2518}\u{250c}\u{2588}\
     \u{2584}\u{258c}\u{2590}\u{2580}\u{440}\u{441}\u{442}\u{443}\u{444}\u{445}\u{446}\u{447}\
     \u{448}\u{449}\u{44a}\u{44b}\u{44c}\u{44d}\u{44e}\u{44f}\u{401}\u{451}\u{490}\u{491}\
     \u{404}\u{454}\u{406}\u{456}\u{407}\u{457}\u{b7}\u{221a}\u{2116}\u{a4}\u{25a0}\u{a0}";

/// The upper half of code page 1250; U+FFFD where it has nothing.
const CP_1250: &str = "\u{20ac}\u{fffd}\u{201a}\u{fffd}\u{201e}\u{2026}\u{2020}\u{2021}\u{fffd}\u{2030}\u{160}\
     \u{2039}\u{15a}\u{164}\u{17d}\u{179}\u{fffd}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\
     \u{2013}\u{2014}\u{fffd}\u{2122}\u{161}\u{203a}\u{15b}\u{165}\u{17e}\u{17a}\u{a0}\u{2c7}\
     \u{2d8}\u{141}\u{a4}\u{104}\u{a6}\u{a7}\u{a8}\u{a9}\u{15e}\u{ab}\u{ac}\u{ad}\u{ae}\
     \u{17b}\u{b0}\u{b1}\u{2db}\u{142}\u{b4}\u{b5}\u{b6}\u{b7}\u{b8}\u{105}\u{15f}\u{bb}\
     \u{13d}\u{2dd}\u{13e}\u{17c}\u{154}\u{c1}\u{c2}\u{102}\u{c4}\u{139}\u{106}\u{c7}\u{10c}\
     \u{c9}\u{118}\u{cb}\u{11a}\u{cd}\u{ce}\u{10e}\u{110}\u{143}\u{147}\u{d3}\u{d4}\u{150}\
     \u{d6}\u{d7}\u{158}\u{16e}\u{da}\u{170}\u{dc}\u{dd}\u{162}\u{df}\u{155}\u{e1}\u{e2}\
     \u{103}\u{e4}\u{13a}\u{107}\u{e7}\u{10d}\u{e9}\u{119}\u{eb}\u{11b}\u{ed}\u{ee}\u{10f}\
     \u{111}\u{144}\u{148}\u{f3}\u{f4}\u{151}\u{f6}\u{f7}\u{159}\u{16f}\u{fa}\u{171}\u{fc}\
     \u{fd}\u{163}\u{2d9}";

/// The text of bytes that are not UTF-8.
pub fn guess(bytes: &[u8]) -> String {
    match bytes {
        [0xFF, 0xFE, 0, 0, rest @ ..] => wide(rest, u32::from_le_bytes),
        [0, 0, 0xFE, 0xFF, rest @ ..] => wide(rest, u32::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => narrow(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => narrow(rest, u16::from_be_bytes),
        _ => None,
    }
    .unwrap_or_else(|| by_table(bytes))
}

fn wide(bytes: &[u8], read: fn([u8; 4]) -> u32) -> Option<String> {
    let units = bytes.chunks(4);
    units
        .map(|unit| char::from_u32(read(unit.try_into().ok()?)))
        .collect()
}

fn narrow(bytes: &[u8], read: fn([u8; 2]) -> u16) -> Option<String> {
    let units = bytes.chunks(2);
    let units: Option<Vec<u16>> = units
        .map(|unit| Some(read(unit.try_into().ok()?)))
        .collect();
    String::from_utf16(&units?).ok()
}

/// Letters and signs of Latin text, as far as the bytes can stand for those; else Arabic letters, which
/// make no sense right beside Latin ones.
fn by_table(bytes: &[u8]) -> String {
    let latin: Vec<char> = CP_1250.chars().collect();
    let plain = |byte: &u8| {
        let c = latin[usize::from(*byte & 0x7F)];
        c.is_alphabetic() || (0x82..=0x97).contains(byte) && c != '\u{fffd}'
    };
    if bytes.iter().filter(|byte| **byte >= 0x80).all(plain) {
        return decoded(bytes, &latin);
    }
    let touches = bytes.windows(2).any(|pair| {
        let letter = |byte: u8| byte.is_ascii_alphabetic();
        (pair[0] >= 0x80 && letter(pair[1])) || (pair[1] >= 0x80 && letter(pair[0]))
    });
    let table: Vec<char> = if touches { CP_1125 } else { CP_1006 }.chars().collect();
    decoded(bytes, &table)
}

fn decoded(bytes: &[u8], table: &[char]) -> String {
    let one = |byte: &u8| match byte {
        0..0x80 => char::from(*byte),
        byte => table[usize::from(*byte - 0x80)],
    };
    bytes.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_and_tables_guess() {
        assert_eq!(guess(b"\xff\xfea\0b\0"), "ab");
        assert_eq!(guess(b"\xfe\xff\0a"), "a");
        assert_eq!(guess(b"Body \xff\xfe\n"), "Body \u{fe7d}\u{fe7c}\n");
        assert_eq!(guess(b"a\xffb"), "a\u{a0}b");
        assert_eq!(guess(b"Pr\xfcfung \x97 gro\xdf"), "Prüfung — groß");
        assert_eq!(CP_1250.chars().count(), 128);
        assert_eq!(CP_1006.chars().count(), 128);
        assert_eq!(CP_1125.chars().count(), 128);
    }
}
