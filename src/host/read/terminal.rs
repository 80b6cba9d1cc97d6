//! Text without what terminals take for commands (the skills installer, recorded).

use super::is_js_space;

/// The text as it is shown: commands and control characters taken out, line ends as one blank, trimmed.
pub(super) fn plain(text: &str) -> String {
    // Each begin looks for its end; where none is left to come, none is looked for again.
    let mut open = true;
    let text = without(text, |rest| {
        let inner = rest.strip_prefix("\u{1b}]").filter(|_| open)?;
        let end = inner
            .match_indices(['\u{7}', '\u{1b}'])
            .find(|(at, end)| *end == "\u{7}" || inner[at + 1..].starts_with('\\'));
        open = end.is_some();
        let (at, end) = end?;
        let length = if end == "\u{7}" { 1 } else { 2 };
        Some(2 + at + length)
    });
    let mut open = true;
    let text = without(&text, |rest| {
        let inner = rest.strip_prefix('\u{1b}')?.strip_prefix(['P', '^', '_'])?;
        let end = open.then(|| inner.find("\u{1b}\\")).flatten();
        open = end.is_some();
        Some(2 + end? + 2)
    });
    let text = without(&text, |rest| {
        let inner = rest.strip_prefix("\u{1b}[")?.as_bytes();
        let run = |from: usize, low: u8, high: u8| {
            let rest = inner[from..].iter();
            from + rest.take_while(|byte| (low..=high).contains(*byte)).count()
        };
        let end = run(run(0, 0x30, 0x3f), 0x20, 0x2f);
        matches!(inner.get(end), Some(0x40..=0x7e)).then_some(2 + end + 1)
    });
    let text = without(&text, |rest| {
        let next = rest.strip_prefix('\u{1b}')?.as_bytes().first()?;
        (0x20..=0x7e).contains(next).then_some(2)
    });
    let shown = |c: &char| {
        let control = matches!(*c, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}');
        !control || matches!(*c, '\t' | '\n' | '\u{1b}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(shown) {
        match c {
            '\n' if out.ends_with('\n') => {}
            c => out.push(c),
        }
    }
    out.replace('\n', " ").trim_matches(is_js_space).to_owned()
}

/// The text without the pieces whose length `piece` tells where one begins.
fn without(text: &str, mut piece: impl FnMut(&str) -> Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match piece(rest) {
            Some(length) => rest = &rest[length..],
            None => {
                out.push('\u{1b}');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn commands_go_and_text_stays() {
        assert_eq!(plain("a\u{1b}[31mred\u{1b}[0m\u{1b}]0;t\u{7}b"), "aredb");
        assert_eq!(plain(" a\n\nb\tc\u{85}\u{c}\u{0} "), "a b\tc");
        assert_eq!(plain("\u{1b}é"), "\u{1b}é");
        assert_eq!(plain("\u{1b}]a\u{1b}[0mb\u{1b}\\c\u{1b}Pd\u{1b}\\e"), "ce");
        // Begins that never end lose their mark alone, however many there are.
        assert_eq!(plain("\u{1b}]a\u{1b}\\\u{1b}]b\u{1b}]c"), "bc");
        assert_eq!(plain(&"\u{1b}]x".repeat(200_000)), "x".repeat(200_000));
    }
}
