//! Lines that are meant for a fence, three dashes on a line of their own, and are none.

/// What such a line is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    /// Dashes: two of them, or some with blanks between.
    Dashes,
    /// A character that only looks like a dash, as programs put it in place of two or three.
    Looks(char),
    /// Another character that Markdown or TOML draws a line with.
    Marks(char),
    /// The fence of a block of code.
    Code,
}

/// Characters that only look like the dash of the keyboard.
const DASHES: [char; 12] = [
    '\u{ad}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}',
    '\u{2500}', '\u{fe58}', '\u{fe63}', '\u{ff0d}',
];

/// Characters lines are drawn with.
const MARKS: [char; 4] = ['*', '+', '_', '='];

/// Words behind the fence of a block of code that say it holds fields.
const LANGUAGES: [&str; 4] = ["", "yaml", "yml", "frontmatter"];

/// What `line` is made of, when it is meant for a fence; `None` for one of three dashes and more.
pub fn odd(line: &str) -> Option<Odd> {
    let content = line.trim();
    let first = content.chars().next()?;
    if let Some(language) = code(content) {
        let mut known = LANGUAGES.iter();
        return known
            .any(|word| language.eq_ignore_ascii_case(word))
            .then_some(Odd::Code);
    }
    let marks = || content.chars().filter(|c| *c != ' ');
    let count = marks().count();
    if MARKS.contains(&first) {
        return (count > 2 && marks().all(|c| c == first)).then_some(Odd::Marks(first));
    }
    if !marks().all(|c| c == '-' || DASHES.contains(&c)) {
        return None;
    }
    match marks().find(|c| *c != '-') {
        Some(other) => Some(Odd::Looks(other)),
        None => (count == 2 || count > 2 && content.contains(' ')).then_some(Odd::Dashes),
    }
}

/// What stands behind the marks of a block of code.
fn code(content: &str) -> Option<&str> {
    let marks = ["```", "~~~"];
    let rest = marks.iter().find_map(|mark| content.strip_prefix(mark))?;
    Some(rest.trim_start_matches(['`', '~']).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_is_made_of() {
        for (line, made) in [
            ("--", Some(Odd::Dashes)),
            ("- - -", Some(Odd::Dashes)),
            (" -- ", Some(Odd::Dashes)),
            ("—--", Some(Odd::Looks('—'))),
            ("—", Some(Odd::Looks('—'))),
            ("-–-", Some(Odd::Looks('–'))),
            ("***", Some(Odd::Marks('*'))),
            ("* * *", Some(Odd::Marks('*'))),
            ("+++", Some(Odd::Marks('+'))),
            ("```yaml", Some(Odd::Code)),
            ("~~~", Some(Odd::Code)),
            ("```python", None),
            ("---", None),
            ("----", None),
            ("-", None),
            ("**", None),
            ("**bold**", None),
            ("- a", None),
            ("", None),
        ] {
            assert_eq!(odd(line), made, "{line:?}");
        }
    }
}
