//! Text without what terminals take for commands (the skills installer, recorded).

use super::is_js_space;

/// The text as it is shown: commands and control characters taken out, line ends as one blank, trimmed.
pub(super) fn plain(text: &str) -> String {
    let text = without(text, |rest| {
        let inner = rest.strip_prefix("\u{1b}]")?;
        let ends = ["\u{7}", "\u{1b}\\"];
        let end = ends
            .iter()
            .filter_map(|end| Some(inner.find(end)? + end.len()));
        Some(2 + end.min()?)
    });
    let text = without(&text, |rest| {
        let inner = rest.strip_prefix('\u{1b}')?.strip_prefix(['P', '^', '_'])?;
        Some(2 + inner.find("\u{1b}\\")? + 2)
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
fn without(text: &str, piece: impl Fn(&str) -> Option<usize>) -> String {
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
    }
}
