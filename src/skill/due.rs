//! What is due at a place of the frontmatter: the name of a field, or a value of one.
//!
//! It is told from the lines alone, so it is also known while a line is half written and no reader
//! of YAML would take it.

use super::Span;
use super::document::{key_of, known_key, line_at, yaml_span};
use super::lines::{after_line, lines_in};
use super::yaml::Style;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// The name of a field; `true` when its colon is written already.
    Field(bool),
    /// What stands indented below the field of this name: a key of its own, or an item; `true` when
    /// a colon is written already.
    Below(&'a str, bool),
    /// A value of the field of this name, or an item of its list.
    Value(&'a str),
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The quotes that were begun.
    pub style: Option<Style>,
    /// It stands inside `[a, b]`.
    pub flow: bool,
    /// It is one item of a list.
    pub item: bool,
    /// A blank has to stand before it.
    pub blank: bool,
}

/// A place where something is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due<'a> {
    /// What is due.
    pub what: What<'a>,
    /// What is typed of it, before the cursor and without an opening quote.
    pub typed: &'a str,
    /// The bytes an answer takes the place of.
    pub span: Span,
    /// How it is written.
    pub form: Form,
    /// The keys or items that are there already, this one apart.
    pub present: Vec<&'a str>,
}

/// What is due at `cursor`, a byte of `text` between two characters; `None` outside the frontmatter,
/// in a comment, in a text of several lines, and behind something finished.
pub fn due(text: &str, cursor: usize) -> Option<Due<'_>> {
    let (yaml, closed) = yaml_span(text)?;
    let line = line_at(text, cursor);
    // Where nothing closes, a line that is only begun looks like the start of the body.
    let inside = line.start < yaml.end || !closed && line.start == yaml.end;
    if line.start < yaml.start || !inside {
        return None;
    }
    let place = Place {
        text,
        yaml,
        line,
        cursor,
    };
    let rest = place.before().trim_start_matches(' ');
    if rest.starts_with(['#', '\t']) || place.in_quotes() {
        return None;
    }
    if let Some(item) = rest.strip_prefix("- ") {
        return place.item(item.trim_start());
    }
    if rest.len() == place.before().len() {
        return match split_key(rest) {
            Some((key, value)) => place.value(key, value),
            None => place.key(What::Field, rest),
        };
    }
    place.below(rest)
}

/// The cursor in its line.
struct Place<'a> {
    text: &'a str,
    yaml: Span,
    line: Span,
    cursor: usize,
}

/// The line above that a line belongs to.
struct Parent<'a> {
    key: &'a str,
    /// What follows the colon.
    value: &'a str,
    /// Where the value begins.
    at: usize,
}

impl<'a> Place<'a> {
    fn before(&self) -> &'a str {
        &self.text[self.line.start..self.cursor]
    }

    fn after(&self) -> &'a str {
        &self.text[self.cursor..self.line.end]
    }

    fn indent(&self) -> usize {
        let line = &self.text[self.line.clone()];
        line.len() - line.trim_start_matches(' ').len()
    }

    fn lines(&self, span: Span) -> impl Iterator<Item = &'a str> {
        let text = self.text;
        lines_in(text, span).map(move |line| &text[line])
    }

    fn above(&self) -> Vec<&'a str> {
        self.lines(self.yaml.start..self.line.start).collect()
    }

    fn below_line(&self) -> Span {
        let start = after_line(self.text, self.line.end, self.text.len());
        start..self.yaml.end.max(start)
    }

    /// The line goes on a text in quotes that began above. Where no quote closes it before the next field,
    /// the text is only begun.
    fn in_quotes(&self) -> bool {
        let mut open = None;
        for line in self.above() {
            let known = known_key(line).is_some();
            match open {
                Some(quote) if !known => open = Some(quote).filter(|_| !closes(line, quote)),
                _ => {
                    let value = split_key(line.trim_start()).map(|(_, value)| value.trim_start());
                    let quote = value.and_then(|value| value.chars().next());
                    open = quote.filter(|quote| {
                        matches!(quote, '"' | '\'')
                            && value.is_some_and(|value| !closes(&value[1..], *quote))
                    });
                }
            }
        }
        let Some(quote) = open else {
            return false;
        };
        let rest = self.line.start..self.yaml.end.max(self.line.end);
        let mut rest = self
            .lines(rest)
            .take_while(|line| known_key(line).is_none());
        rest.any(|line| closes(line, quote))
    }

    /// The field this line stands below, when its parent is one.
    fn parent(&self, indent: usize, item: bool) -> Option<Parent<'a>> {
        let above: Vec<Span> = lines_in(self.text, self.yaml.start..self.line.start).collect();
        for span in above.into_iter().rev() {
            let line = &self.text[span.clone()];
            let content = line.trim_start_matches(' ');
            let at = line.len() - content.len();
            let sibling = at > indent || at == indent && (!item || content.starts_with("- "));
            if content.trim().is_empty() || content.starts_with('#') || sibling {
                continue;
            }
            // What is deeper than one level belongs to no field we know.
            let (key, value) = split_key(line).filter(|_| at == 0)?;
            let value = value.trim_start_matches(' ');
            let at = span.end - value.len();
            return Some(Parent { key, value, at });
        }
        None
    }

    /// A key: `typed` stands before the cursor, the rest of the word may follow.
    fn key(&self, what: impl FnOnce(bool) -> What<'a>, typed: &'a str) -> Option<Due<'a>> {
        let typed = typed.trim_start_matches(['"', '\'']);
        let after = self.after();
        let rest = after.trim_start_matches(is_key_char);
        let follows = rest.trim_start_matches(['"', '\'']);
        let colon = follows.starts_with(':');
        if !typed.chars().all(is_key_char) || !(colon || follows.trim().is_empty()) {
            return None;
        }
        let (indent, start) = (self.indent(), self.line.start + self.indent());
        let same = |line: &&str| line.len() - line.trim_start_matches(' ').len() == indent;
        // Below a field, only its own keys count.
        let mine = |line: &&str| indent == 0 || line.is_empty() || line.starts_with(' ');
        let keys = |lines: Vec<&'a str>| -> Vec<&'a str> {
            let lines = lines.into_iter().take_while(mine).filter(same);
            lines
                .filter_map(|line| Some(split_key(line.trim_start_matches(' '))?.0))
                .collect()
        };
        let mut present = keys(self.above().into_iter().rev().collect());
        present.extend(keys(self.lines(self.below_line()).collect()));
        Some(Due {
            what: what(colon),
            typed,
            span: start.min(self.cursor)..self.line.end - follows.len(),
            form: Form::default(),
            present,
        })
    }

    /// The value that begins on the line of its key.
    fn value(&self, key: &'a str, written: &'a str) -> Option<Due<'a>> {
        let value = written.trim_start_matches([' ', '\t']);
        let start = self.cursor - value.len();
        if value.starts_with('[') {
            return self.flow(key, start);
        }
        let mut due = self.scalar(What::Value(key), value, start)?;
        due.form.blank = written.is_empty();
        Some(due)
    }

    fn item(&self, value: &'a str) -> Option<Due<'a>> {
        let indent = self.indent();
        let parent = self.parent(indent, true)?;
        if !is_open(parent.value) || split_key(value).is_some() {
            return None;
        }
        let start = self.cursor - value.len();
        let mut due = self.scalar(What::Value(parent.key), value, start)?;
        due.form.item = true;
        let item = |line: &&'a str| {
            let inner = line.get(indent..)?.strip_prefix("- ")?;
            line[..indent].trim().is_empty().then(|| bare(inner))
        };
        let above = self.above();
        due.present = above.iter().rev().map_while(item).collect();
        let below = self.lines(self.below_line()).collect::<Vec<_>>();
        due.present.extend(below.iter().map_while(item));
        Some(due)
    }

    /// An indented line that is no item.
    fn below(&self, rest: &'a str) -> Option<Due<'a>> {
        let parent = self.parent(self.indent(), false)?;
        if parent.value.starts_with('[') {
            return self.flow(parent.key, parent.at);
        }
        if !is_open(parent.value) || split_key(rest).is_some() {
            return None;
        }
        self.key(|colon| What::Below(parent.key, colon), rest)
    }

    /// A scalar from `start` to the end of its line.
    fn scalar(&self, what: What<'a>, value: &'a str, start: usize) -> Option<Due<'a>> {
        let after = self.after();
        let (style, typed, end) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let typed = &value[1..];
                if typed.contains(quote) {
                    return None;
                }
                let close = after.find(quote).map(|at| at + 1);
                let end = close.unwrap_or(after.trim_end().len());
                (Some(style_of(quote)), typed, end)
            }
            Some('|' | '>' | '&' | '*' | '!' | '{' | '[' | '#' | '@' | '`' | '%') => return None,
            _ if value.contains(" #") || value.contains(": ") => return None,
            _ => {
                let end = after.find(" #").unwrap_or(after.len());
                (None, value, after[..end].trim_end().len())
            }
        };
        Some(Due {
            what,
            typed,
            span: start..self.cursor + end,
            form: Form {
                style,
                ..Form::default()
            },
            present: Vec::new(),
        })
    }

    /// An item between brackets; `open` is the place of the opening one.
    fn flow(&self, key: &'a str, open: usize) -> Option<Due<'a>> {
        let until = self.line.end.max(self.cursor);
        let mut items: Vec<Span> = Vec::new();
        let mut quote = None;
        let mut start = open + 1;
        let mut end = until;
        for (at, c) in self.text[start..until].char_indices() {
            let at = open + 1 + at;
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') if self.text[start..at].trim().is_empty() => quote = Some(c),
                (None, '[' | '{') => return None,
                (None, ',') => {
                    items.push(start..at);
                    start = at + 1;
                }
                (None, ']') => {
                    end = at;
                    break;
                }
                (None, _) => {}
            }
        }
        items.push(start.min(end)..end);
        let here = items
            .iter()
            .position(|item| item.start <= self.cursor && self.cursor <= item.end)?;
        let item = items.swap_remove(here);
        let written = &self.text[item.start..self.cursor];
        let value = written.trim_start();
        let start = self.cursor - value.len();
        let whole = self.text[start..item.end].trim_end();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let typed = &value[usize::from(quote.is_some())..];
        if quote.is_some_and(|quote| typed.contains(quote)) {
            return None;
        }
        Some(Due {
            what: What::Value(key),
            typed,
            span: start..(start + whole.len()).max(self.cursor),
            form: Form {
                style: quote.map(style_of),
                flow: true,
                item: true,
                blank: false,
            },
            present: items
                .into_iter()
                .map(|item| bare(&self.text[item]))
                .collect(),
        })
    }
}

fn style_of(quote: char) -> Style {
    match quote {
        '"' => Style::Double,
        _ => Style::Single,
    }
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// A key at the start of a line, without its quotes, and what follows the colon.
fn split_key(line: &str) -> Option<(&str, &str)> {
    if let Some(key) = key_of(line) {
        return Some((key, &line[key.len() + 1..]));
    }
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (key, rest) = line[1..].split_once(quote)?;
    let rest = rest.trim_start().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with(' ')).then_some((key, rest))
}

/// The quote that ends a text stands in this line of it.
fn closes(line: &str, quote: char) -> bool {
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let escapes = c == '\\' && quote == '"';
        let doubled = c == quote && quote == '\'' && chars.peek() == Some(&quote);
        if escapes || doubled {
            chars.next();
        } else if c == quote {
            return true;
        }
    }
    false
}

/// Nothing but a comment follows the colon: the value comes below.
fn is_open(value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || value.starts_with('#')
}

/// An item without blanks and quotes.
fn bare(item: &str) -> &str {
    item.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is due at the bar, as (what, typed, the text an answer takes the place of, present).
    fn at(marked: &str) -> Option<(String, String, String, Vec<String>)> {
        let cursor = marked.find('¦').expect("a bar");
        let text = marked.replace('¦', "");
        let due = due(&text, cursor)?;
        let what = match due.what {
            What::Field(_) => "field".to_owned(),
            What::Below(key, _) => format!("below {key}"),
            What::Value(key) => format!("value {key}"),
        };
        let present = due.present.iter().map(|s| (*s).to_owned()).collect();
        Some((
            what,
            due.typed.to_owned(),
            text[due.span].to_owned(),
            present,
        ))
    }

    #[track_caller]
    fn is(marked: &str, what: &str, typed: &str, replaced: &str, present: &[&str]) {
        let found = at(marked).expect(marked);
        let present: Vec<String> = present.iter().map(|s| (*s).to_owned()).collect();
        let wanted = (what.into(), typed.into(), replaced.into(), present);
        assert_eq!(found, wanted, "{marked}");
    }

    #[test]
    fn names_of_fields() {
        is("---\n¦\n---\n", "field", "", "", &[]);
        is("---\nna¦\n---\n", "field", "na", "na", &[]);
        is("---\nna¦me: x\n---\n", "field", "na", "name", &[]);
        is("---\n\"na¦\n---\n", "field", "na", "\"na", &[]);
        is(
            "---\nname: a\nd¦\nmodel: b\n---\n",
            "field",
            "d",
            "d",
            &["name", "model"],
        );
        // Nothing closes: the line looks like the start of the body.
        is("---\nname: a\nde¦", "field", "de", "de", &["name"]);
        // Keys of other levels are not fields.
        is(
            "---\nmetadata:\n  name: a\nx¦\n---\n",
            "field",
            "x",
            "x",
            &["metadata"],
        );
    }

    #[test]
    fn a_text_in_quotes_is_no_place_for_fields() {
        for marked in [
            "---\ndescription: \"Use\nna¦\nthis\"\n---\n",
            "---\ndescription: \"Use\n  na¦ \\\" it\"\n---\n",
            "---\ndescription: 'It''s\n\n¦\nthis'\nname: a\n---\n",
            "---\nlicense: \"MIT\n¦\"\n---\n",
        ] {
            assert_eq!(at(marked), None, "{marked}");
        }
        // It is only begun, or it ends above.
        let name = |marked: &str| is(marked, "field", "na", "na", &["description"]);
        name("---\ndescription: \"Use\nna¦\n---\n");
        name("---\ndescription: \"Use\nit\"\nna¦\n---\n");
        name("---\ndescription: 'It''s'\nna¦\n---\n");
        let begun = "---\ndescription: \"Use\nna¦\nlicense: \"MIT\"\n---\n";
        is(begun, "field", "na", "na", &["description", "license"]);
    }

    #[test]
    fn values_plain_and_in_quotes() {
        is("---\neffort: ¦\n---\n", "value effort", "", "", &[]);
        is(
            "---\neffort: l¦ow # why\n---\n",
            "value effort",
            "l",
            "low",
            &[],
        );
        is("---\neffort: \"l¦\n---\n", "value effort", "l", "\"l", &[]);
        is(
            "---\neffort: 'l¦ow'\n---\n",
            "value effort",
            "l",
            "'low'",
            &[],
        );
        is(
            "---\r\neffort: lo¦\r\n---\r\n",
            "value effort",
            "lo",
            "lo",
            &[],
        );
        let due = due("---\neffort:\n---\n", 11).expect("due");
        assert!(due.form.blank && due.span.is_empty());
    }

    #[test]
    fn items_in_brackets() {
        is("---\ntags: [¦\n---\n", "value tags", "", "", &[]);
        is(
            "---\ntags: [a, \"b\", c¦d, e]\n---\n",
            "value tags",
            "c",
            "cd",
            &["a", "b", "e"],
        );
        is("---\ntags: [a, 'b¦\n---\n", "value tags", "b", "'b", &["a"]);
        is(
            "---\ntags: [a,\n  b¦\n---\n",
            "value tags",
            "b",
            "b",
            &["a"],
        );
        assert_eq!(at("---\ntags: [a]¦\n---\n"), None);
    }

    #[test]
    fn items_below_their_field() {
        is(
            "---\ntags:\n  - a\n  - ¦\n  - c\n---\n",
            "value tags",
            "",
            "",
            &["a", "c"],
        );
        is(
            "---\ntags:\n- a\n- b¦\n---\n",
            "value tags",
            "b",
            "b",
            &["a"],
        );
        is("---\ntags:\n  ¦\n---\n", "below tags", "", "", &[]);
        is(
            "---\nx: 1\nmap:\n  a: 1\n  b¦\ny: 1\n---\n",
            "below map",
            "b",
            "b",
            &["a"],
        );
    }

    #[test]
    fn nothing_is_due() {
        for text in [
            "---\nname: a\n---\nBo¦dy\n",
            "---\nname: a\n---¦\n",
            "¦---\nname: a\n---\n",
            "Bo¦dy",
            "---\n# no¦\n---\n",
            "---\ndescription: |\n  na¦\n---\n",
            "---\ndescription: >-\n  one\n\n  two¦\n---\n",
            "---\ndescription: plain\n  na¦\n---\n",
            "---\neffort: |¦\n---\n",
            "---\neffort: low # w¦\n---\n",
            "---\neffort: \"low\"¦\n---\n",
            "---\nx:\n  y:\n    - a¦\n---\n",
            "---\ntags:\n  - a: ¦\n---\n",
            "---\nDo it¦\n---\n",
        ] {
            assert_eq!(at(text), None, "{text}");
        }
    }

    #[test]
    fn every_place_of_any_text_is_answered() {
        let text = "\u{feff}---\r\nname: \"é\ntags: [a, '技\n  - x\n m: {a: [\n\t- \n---\nbödy\n";
        let mut lines = Vec::new();
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            if let Some(due) = due(text, at) {
                lines.push(text[..at].matches('\n').count());
                assert!(due.span.start <= at && at <= due.span.end, "{at}");
                assert!(text.get(due.span).is_some(), "{at}");
            }
        }
        lines.dedup();
        assert_eq!(lines, [1, 2, 3, 4]);
    }
}
