//! Against the tokenizer that another crate brings, which takes no short cuts.

use proptest::prelude::*;

use super::{beyond, count};

fn lengths(text: &str) -> Vec<usize> {
    let other = bpe_openai::o200k_base();
    let tokens = other.encode(text);
    tokens.iter().map(|id| other.bpe.token_len(*id)).collect()
}

fn agrees(text: &str) {
    let lengths = lengths(text);
    assert_eq!(count(text), lengths.len(), "{text:?}");
    let mut at = 0;
    for (most, length) in lengths.iter().enumerate() {
        if lengths.len() < 200 || most % 97 == 0 {
            assert_eq!(beyond(text, most), Some(at), "{most} of {text:?}");
        }
        at += length;
    }
    assert_eq!(beyond(text, lengths.len()), None, "{text:?}");
}

#[test]
fn the_first_token_beyond() {
    assert_eq!(beyond("hello world", 2), None);
    assert_eq!(beyond("hello world", 1), Some(5));
    assert_eq!(beyond("hello world", 0), Some(0));
    assert_eq!(beyond("", 0), None);
}

#[test]
fn counts_as_the_published_tokenizer_does() {
    // Counts published with the tokenizer's own examples.
    assert_eq!(count(""), 0);
    assert_eq!(count("hello world"), 2);
    assert_eq!(count("tiktoken is great!"), 6);
}

#[test]
fn cuts_where_the_pattern_cuts() {
    for text in [
        "It's we'RE they'LL I'D o'clock 'tis x'ſ y'ſa Z'Ve a's'",
        "HTTPServer XMLHttp ABCabc ABc a1B22c3333d44444",
        "a  b   c\td \t e\n\n\n  f  \n  g   \r\n\r\n h   ",
        "   ",
        " \n ",
        "\u{85}\u{2028}  x\u{a0}\u{3000}y",
        "foo,\n/bar ://\n//\r/x /\n\n/ - - -- ---\n",
        "- [ ] do `this`, {\"k\": [1, 2.50]}; $100'000 #tag @me",
        "日本語のテキスト、と English。ひらがな",
        "e\u{301}A\u{301}B \u{301}x .\u{301}\u{301} ABC\u{301}D \u{301}ABC \u{301}'s",
        "\u{301}A \u{301}AB's \u{301}\u{301}A. \u{301}Aʰ \u{301}ʰA\u{301}\n\u{301}A",
        "\u{301}Ab \u{fa0}\u{10c7} ",
        "ǅenan ªº ʰX Ⅷ ½ ² ١٢٣٤٥ Ⓐ ǅ'S",
        "👩‍👩‍👧‍👦 🇩🇪 ❤️\u{200d}🔥 \u{200b}\u{feff}\u{202e}",
        "xqzjvkwpfbmgq ABDJKFHKJDSHFKJ aGVsbG8gd29ybGQhIQ==",
    ] {
        agrees(text);
    }
}

#[test]
fn long_pieces() {
    for unit in ["a", "ab", " ", "=", "\n", "日", "é", "-=", "Aa", "qZ"] {
        agrees(&unit.repeat(700));
    }
}

/// No word is as long as this, so that it is counted in stretches: as many tokens, but for one a stretch.
#[test]
fn a_piece_longer_than_any_word_is_counted_in_stretches() {
    for unit in ["x", "日本", "aGVsbG8"] {
        let text = format!(
            "Some words first. {} And more.",
            unit.repeat(20_000 / unit.len())
        );
        let lengths = lengths(&text);
        let all = lengths.len();
        assert_eq!(beyond(&text, all + 20), None, "{unit}");
        assert!(beyond(&text, all - 20).is_some(), "{unit}");
        // Before the long one it is exact, and in it never far away.
        assert_eq!(beyond(&text, 3), Some(lengths[..3].iter().sum()));
        for most in [10, all / 4, all / 2, all - 40] {
            let exact: usize = lengths[..most].iter().sum();
            let found = beyond(&text, most).expect("beyond");
            assert!(
                found.abs_diff(exact) <= 6 * 16,
                "{unit} {most}: {found} {exact}"
            );
        }
    }
}

#[test]
fn every_character_is_of_the_kind_the_pattern_takes_it_for() {
    // One character between such as show the kind of their neighbour.
    let all = (0..0x3000).chain((0x3000..0x3_2000).step_by(29));
    let all: Vec<char> = all.filter_map(char::from_u32).collect();
    for some in all.chunks(512) {
        let text: String = some
            .iter()
            .flat_map(|c| ['A', *c, 'B', 'b', *c, *c, ' ', '.', *c, 'c', ' ', ' ', *c])
            .collect();
        assert_eq!(count(&text), lengths(&text).len(), "from {:?}", some[0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        agrees(&text);
    }

    #[test]
    fn nasty_text(parts in prop::collection::vec(prop::sample::select(vec![
        "a", "B", "ab", "The", " ", "  ", "\n", "\r\n", "\t", "/", "'", "'s", "'LL", "'re", "1", "2345",
        ".", ",", "—", "é", "É", "ß", "日", "ा", "\u{301}", "ʰ", "ǅ", "\u{a0}", "\u{2028}", "😀", "\u{200d}",
        "ſ", "½", "_", "`", "==", "tokenizer", "SKILL", "\0", "\u{feff}",
    ]), 0..40)) {
        agrees(&parts.concat());
    }
}
