//! A skill as a document: where the fences, the frontmatter and the body are.
//!
//! This is the view of the workbench: what the author means. What a runtime makes of the same bytes
//! is the business of its reader in [`crate::host`].

use super::Span;
use super::fence::{Odd, odd};
pub use super::line_ends::{LineEnds, line_ends};
use super::lines::{after_line, line_end, lines_in};
use super::yaml::{self, Tree};

/// Lines searched for an opening fence that is not on the first line.
const SEARCHED_LINES: usize = 40;

/// A line of prose that begins as a field does: `Note: read it first.`
fn is_sentence(key: &str, line: &str) -> bool {
    let words = line[key.len()..].split_whitespace().count();
    let capital = key.starts_with(|c: char| c.is_ascii_uppercase());
    let ends = line.trim_end().ends_with(['.', '!', '?', ':']);
    words > 2 && (capital || ends)
}

/// The frontmatter block.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// The opening fence line, without its line end. When YAML follows on the same line, only the
    /// dashes.
    pub open: Span,
    /// The YAML between the fences; up to the likely end when it never closes.
    pub yaml: Span,
    /// The closing fence line, without its line end; `None` when it never closes.
    pub close: Option<Span>,
    /// The tolerant tree of the YAML.
    pub tree: Tree,
}

/// One skill text, taken apart. Spans count bytes from the start of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// A byte-order mark stands first.
    pub bom: bool,
    /// Line ends used.
    pub line_ends: LineEnds,
    /// What stands before the opening fence, when it is not on the first line or not at its start
    /// (a byte-order mark apart).
    pub before: Option<Span>,
    /// The frontmatter, if there is one.
    pub front: Option<Front>,
    /// Everything after the closing fence line; everything when there is no frontmatter.
    pub body: Span,
}

impl Document {
    /// Takes a text apart; never fails.
    pub fn parse(text: &str) -> Self {
        let bom = text.starts_with('\u{feff}');
        let start = if bom { '\u{feff}'.len_utf8() } else { 0 };
        let open = opening(text, start);
        let before = open
            .as_ref()
            .filter(|open| open.dashes.start > start)
            .map(|open| start..open.dashes.start);
        let (front, body) = match open {
            Some(open) => {
                let (front, body) = front(text, open);
                (Some(front), body)
            }
            None => (None, start..text.len()),
        };
        Self {
            bom,
            line_ends: line_ends(text),
            before,
            front,
            body,
        }
    }

    /// The tree of the frontmatter, if there is one.
    pub fn tree(&self) -> Option<&Tree> {
        self.front.as_ref().map(|front| &front.tree)
    }
}

struct Opening {
    dashes: Span,
    yaml: usize,
    /// It is the fence of a block of code.
    code: bool,
}

/// Finds the opening fence: the first line made of dashes, or one further down that is followed by
/// a field skills have (a rule of the body is not). Something else that is meant for a fence counts
/// where nothing stands above it.
fn opening(text: &str, start: usize) -> Option<Opening> {
    let mut in_code = false;
    let mut above = false;
    for (number, line) in lines_in(text, start..text.len())
        .take(SEARCHED_LINES)
        .enumerate()
    {
        let content = text[line.clone()].trim();
        if content.is_empty() {
            continue;
        }
        if let (Some(made), false) = (odd(content), std::mem::replace(&mut above, true)) {
            let yaml = after_line(text, line.end, text.len());
            let leading = text[line.clone()].len() - text[line.clone()].trim_start().len();
            if opens_fields(text, yaml) {
                return Some(Opening {
                    dashes: line.start + leading..line.end,
                    yaml,
                    code: made == Odd::Code,
                });
            }
        }
        if content.starts_with("```") || content.starts_with("~~~") {
            in_code = !in_code;
        }
        if !content.starts_with("---") || in_code {
            continue;
        }
        let at = line.start + text[line.clone()].find('-').unwrap_or(0);
        let dashes = at..at + content.len() - content.trim_start_matches('-').len();
        let rest = &text[dashes.end..line.end];
        let next = after_line(text, line.end, text.len());
        if number == 0 && at == line.start || rest.trim().is_empty() && opens_fields(text, next) {
            let alone = rest.trim().is_empty();
            return Some(Opening {
                dashes: if alone { at..line.end } else { dashes.clone() },
                yaml: if alone { next } else { dashes.end },
                code: false,
            });
        }
    }
    None
}

fn opens_fields(text: &str, at: usize) -> bool {
    lines_in(text, at..text.len())
        .map(|line| &text[line])
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .is_some_and(|line| known_key(line).is_some())
}

/// The key a line starts with at column 1 (`name: x`, `name:`).
pub(crate) fn key_of(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let plain = !key.is_empty()
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    (plain && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}

/// The length of the key of a field skills have at the start of a line, whatever colon follows it:
/// one of another script, or one without a blank.
pub(crate) fn known_key(line: &str) -> Option<&'static str> {
    let known = super::fields::FIELDS.iter().map(|field| field.key);
    let rest = |key: &str| line.strip_prefix(key).map(str::trim_start);
    known
        .filter(|key| rest(key).is_some_and(|rest| rest.starts_with(COLONS)))
        .max_by_key(|key| key.len())
}

/// The colon, and those of other scripts.
pub(crate) const COLONS: [char; 5] = [':', '：', '﹕', '︓', '꞉'];

/// A line that can go on a YAML block: blank, comment, indented, list item or key.
pub(crate) fn goes_on(line: &str) -> bool {
    line.trim().is_empty()
        || line.starts_with(|c: char| c.is_whitespace() || c == '#')
        || line.starts_with("- ")
        || key_of(line).is_some()
        || known_key(line).is_some()
}

/// The YAML that begins behind `open`, and the fence that closes it; up to the likely end when none
/// does.
fn block(text: &str, open: &Opening) -> (Span, Option<Span>) {
    let start = open.yaml;
    match closing(text, start, open.code) {
        Some(close) => (start..close.start, Some(close)),
        None => (start..likely_end(text, start), None),
    }
}

fn front(text: &str, open: Opening) -> (Front, Span) {
    let (mut yaml, mut close) = block(text, &open);
    let mut tree = yaml::tolerant(text, yaml.clone());
    // What is YAML is left to be that.
    let broken = close.is_some() && !tree.errors.is_empty();
    let early = match broken {
        true => early_end(text, &yaml),
        false => None,
    };
    if let Some(early) = early.filter(|early| early.prose) {
        yaml.end = early.end;
        close = None;
        tree = yaml::tolerant(text, yaml.clone());
    }
    let body = close
        .as_ref()
        .map_or(yaml.end, |close| after_line(text, close.end, text.len()));
    let front = Front {
        open: open.dashes,
        tree,
        yaml,
        close,
    };
    (front, body..text.len())
}

/// Finds the closing fence: the first line that is exactly three dashes (blanks after it allowed).
/// An indented fence, one of more dashes or `...` counts when no YAML goes on below it; a line that
/// only begins with three dashes counts when there is nothing better. So does something else that is
/// meant for a fence; that of a block of code where such a one opened.
fn closing(text: &str, start: usize, code: bool) -> Option<Span> {
    let mut begins = None;
    for line in lines_in(text, start..text.len()) {
        let content = &text[line.clone()];
        if line.start == start && text[..start].ends_with('-') {
            continue;
        }
        if content.starts_with("---") && content.trim_end() == "---" {
            return Some(line);
        }
        let trimmed = content.trim();
        let fence = trimmed == "..." && content.starts_with('.')
            || trimmed.len() > 2 && trimmed.bytes().all(|byte| byte == b'-');
        if fence && ends_there(text, line.end) {
            return Some(line);
        }
        let meant = odd(content).is_some_and(|made| code || made != Odd::Code);
        if meant && !content.starts_with([' ', '\t']) && !goes_on_below(text, line.end) {
            return Some(line);
        }
        if begins.is_none() && content.starts_with("---") {
            begins = Some(line);
        }
    }
    begins
}

fn ends_there(text: &str, end: usize) -> bool {
    lines_in(text, after_line(text, end, text.len())..text.len())
        .map(|line| &text[line])
        .find(|line| !line.trim().is_empty())
        .is_none_or(|line| line.starts_with("# ") || !goes_on(line) && !line.starts_with("---"))
}

/// The next line that is not blank is a field skills have, or goes on one, or is a better fence.
fn goes_on_below(text: &str, end: usize) -> bool {
    let rest = lines_in(text, after_line(text, end, text.len())..text.len());
    let mut rest = rest.map(|line| &text[line]);
    let below = rest.find(|line| !line.trim().is_empty());
    below.is_some_and(|line| {
        line.starts_with([' ', '\t']) || known_key(line).is_some() || line.trim_end() == "---"
    })
}

/// Where a block that never closes probably ends: before the first line no YAML has at its start,
/// or before a Markdown heading that follows a blank line.
fn likely_end(text: &str, start: usize) -> usize {
    let mut blank = false;
    let mut end = start;
    // The next field below, as far as it was looked for.
    let mut below = start;
    for line in lines_in(text, start..text.len()) {
        let content = &text[line.clone()];
        let glued = !blank && end > start && !content.starts_with(['#', '`', '~']);
        if !goes_on(content) && glued {
            if below < line.end {
                below = field_below(text, line.end).unwrap_or(text.len());
            }
            if below < text.len() {
                continue;
            }
        }
        if !goes_on(content) || blank && content.starts_with('#') {
            return end;
        }
        blank = content.trim().is_empty();
        if !blank && !is_heading(content) {
            end = after_line(text, line.end, text.len());
        }
    }
    end
}

/// A field skills have stands further down, before any heading, code or rule: text right below a field is
/// a part of it then.
fn field_below(text: &str, end: usize) -> Option<usize> {
    let from = after_line(text, end, text.len());
    let stops = |line: &str| line.starts_with(['#', '`', '~', '-']) || known_key(line).is_some();
    let mut lines = lines_in(text, from..text.len());
    let first = lines.find(|line| stops(&text[line.clone()]))?;
    known_key(&text[first.clone()]).map(|_| first.start)
}

/// A heading of Markdown, which YAML takes for a comment.
fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    rest.len() < line.len() && rest.starts_with(' ')
}

/// Text of the body between the fields of a block and the line that was taken for its closing fence.
pub(crate) struct Early {
    /// Where the fields end.
    pub(crate) end: usize,
    /// There is text that is no YAML; else nothing but headings, which YAML takes for comments.
    prose: bool,
}

/// Where a block ended whose closing fence is missing, while a rule of the text below was taken for
/// it: text, or a heading that stands alone, is between, and no field skills have.
pub(crate) fn early_end(text: &str, yaml: &Span) -> Option<Early> {
    let mut blank = false;
    let mut end = yaml.start;
    let mut found = None;
    let (mut prose, mut alone, mut keys) = (false, false, false);
    let mut lines = lines_in(text, yaml.clone())
        .map(|line| (&text[line.clone()], line))
        .peekable();
    while let Some((content, line)) = lines.next() {
        let is_blank = content.trim().is_empty();
        let words = !goes_on(content) && content.trim().contains(' ');
        let heading = blank && is_heading(content) && end > yaml.start;
        if found.is_some() && known_key(content).is_some() {
            return None;
        }
        if found.is_some() || blank && (words || heading) {
            found.get_or_insert(end);
            prose |= words || content.starts_with("- ");
            let below = lines.peek().is_some_and(|(next, _)| next.trim().is_empty());
            alone |= heading && below;
            keys |= key_of(content).is_some_and(|key| !is_sentence(key, content));
        } else if !is_blank && !is_heading(content) {
            end = after_line(text, line.end, text.len());
        }
        blank = is_blank;
    }
    let end = found.filter(|_| prose || alone && !keys)?;
    (!is_sentence_below(text, end..yaml.end)).then_some(Early { end, prose })
}

/// Lines of a sentence at most that stand below a description after an empty line.
const WRAPPED_LINES: usize = 3;

/// One sentence after an empty line right below a description, right above the closing fence: it goes on
/// the description.
fn is_sentence_below(text: &str, span: Span) -> bool {
    let above = &text[line_at(text, text[..span.start].trim_end().len())];
    let value = above.strip_prefix("description:").map(str::trim);
    let plain = |value: &str| !value.is_empty() && !value.starts_with(['|', '>', '"', '\'', '[']);
    if !value.is_some_and(plain) {
        return false;
    }
    let lines = lines_in(text, span).map(|line| text[line].trim_end());
    let lines: Vec<&str> = lines.skip_while(|line| line.is_empty()).collect();
    let words = |line: &&str| line.starts_with(char::is_alphabetic) && line.contains(' ');
    let last = lines.last().copied().unwrap_or_default();
    // A line of dashes right below a title makes a heading of it.
    lines.len() <= WRAPPED_LINES && lines.iter().all(words) && last.ends_with(['.', '!', '?'])
}

/// The YAML between the fences and whether they close, found without reading the YAML: up to the
/// likely end when they never close.
pub fn yaml_span(text: &str) -> Option<(Span, bool)> {
    let bom = text.starts_with('\u{feff}');
    let open = opening(text, if bom { '\u{feff}'.len_utf8() } else { 0 })?;
    let (yaml, close) = block(text, &open);
    Some((yaml, close.is_some()))
}

/// The line of `text` that holds `at`, without its line end.
pub fn line_at(text: &str, at: usize) -> Span {
    let start = text[..at]
        .rfind(['\n', '\r'])
        .map_or(0, |before| before + 1);
    start..line_end(text, at, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opening fence, YAML, closing fence.
    type Block<'a> = (&'a str, &'a str, Option<&'a str>);

    fn parts(text: &str) -> (Option<Block<'_>>, &str) {
        let document = Document::parse(text);
        let front = document.front.map(|front| {
            (
                &text[front.open],
                &text[front.yaml],
                front.close.map(|close| &text[close]),
            )
        });
        (front, &text[document.body])
    }

    #[test]
    fn fences_frontmatter_and_body() {
        assert_eq!(
            parts("---\nname: a\n---\nBody\n"),
            (Some(("---", "name: a\n", Some("---"))), "Body\n")
        );
        assert_eq!(parts("---\n---\n"), (Some(("---", "", Some("---"))), ""));
        assert_eq!(parts("---\n---"), (Some(("---", "", Some("---"))), ""));
    }

    #[test]
    fn line_ends_of_every_kind() {
        assert_eq!(
            parts("---\r\nname: a\r\n---\r\nBody\r\n"),
            (Some(("---", "name: a\r\n", Some("---"))), "Body\r\n")
        );
        assert_eq!(
            parts("---\rname: a\r---\rBody"),
            (Some(("---", "name: a\r", Some("---"))), "Body")
        );
        let kind = |text| Document::parse(text).line_ends;
        assert_eq!(kind("a"), LineEnds::Lf);
        assert_eq!(kind("a\nb\n"), LineEnds::Lf);
        assert_eq!(kind("a\r\nb\r\n"), LineEnds::CrLf);
        assert_eq!(kind("a\rb\r"), LineEnds::Cr);
        assert_eq!(kind("a\r\nb\n"), LineEnds::Mixed);
        assert_eq!(kind("a\r\nb\r"), LineEnds::Mixed);
        assert_eq!(kind("a\rb\n"), LineEnds::Mixed);
    }

    #[test]
    fn a_byte_order_mark_is_told_from_text_before_the_fence() {
        let document = Document::parse("\u{feff}---\nname: a\n---\n");
        assert!(document.bom);
        assert_eq!(document.before, None);
        assert_eq!(document.front.map(|front| front.open), Some(3..6));
    }

    #[test]
    fn text_before_the_fence() {
        let text = "<!-- source: handbook -->\n---\nname: a\n---\nBody";
        let document = Document::parse(text);
        assert_eq!(document.before, Some(0..26));
        assert_eq!(
            parts(text),
            (Some(("---", "name: a\n", Some("---"))), "Body")
        );
        assert_eq!(Document::parse("\n---\nname: a\n---\n").before, Some(0..1));
        assert_eq!(Document::parse(" ---\nname: a\n---\n").before, Some(0..1));
    }

    #[test]
    fn rules_and_examples_in_a_body_are_no_frontmatter() {
        for text in [
            "# Title\n\n---\n\nText: more\n\n---\n",
            "Title\n---\nSome text\n",
            "```\n---\nname: a\n---\n```\n",
            "",
            "-- -\n",
        ] {
            assert_eq!(parts(text), (None, text));
        }
    }

    #[test]
    fn fences_that_are_not_quite_right() {
        for (open, close) in [
            ("----", "---"),
            ("---  ", "---\t"),
            ("---", "----"),
            ("---", " ---"),
            ("---", "..."),
            ("---", "--- end"),
        ] {
            let text = format!("{open}\nname: a\n{close}\n\n# Body\n");
            assert_eq!(
                parts(&text),
                (Some((open, "name: a\n", Some(close))), "\n# Body\n")
            );
        }
    }

    #[test]
    fn lines_that_are_meant_for_a_fence() {
        for (open, close) in [
            ("—--", "---"),
            ("***", "***"),
            ("+++", "---"),
            ("--", "--"),
            ("```yaml", "```"),
            ("---", "—-"),
            ("---", "***"),
            ("---", "- - -"),
        ] {
            let text = format!("{open}\nname: a\n{close}\n\nText.\n");
            let expected = Some((open, "name: a\n", Some(close)));
            assert_eq!(parts(&text), (expected, "\nText.\n"), "{text}");
        }
        // Rules and code in a text.
        for text in ["***\n\nText: a\n", "```yaml\nwords\n```\n", "—\nText\n"] {
            assert_eq!(parts(text), (None, text));
        }
    }

    #[test]
    fn a_rule_of_the_text_closes_nothing() {
        for body in [
            "\n# Title\n\nSome text here.\n\n---\n\nMore.\n",
            "\nSome text here.\n\n---\n",
            "\n## Steps\n\n- one\n- two\n\n---\n",
            "# Title\n\nSome text here.\n\n***\n\nMore.\n",
            "\n# Title\n\n| a | b |\n|---|---|\n\n---\n",
        ] {
            let text = format!("---\nname: a\ndescription: b\n{body}");
            let expected = Some(("---", "name: a\ndescription: b\n", None));
            assert_eq!(parts(&text), (expected, body), "{text}");
        }
    }

    #[test]
    fn what_stands_late_in_a_block_belongs_to_it() {
        for yaml in [
            "name: a\n\n# Below, what is our own\nmetadata:\n  a: b\n",
            "name: a\n\n# Title\n\nlicense: MIT\n",
            "name: a\n\nwords in a line\n\nlicense: MIT\n",
            "description: \"a\n\nwords in a line\n\nmore\"\n",
            "name: a\nwords that go on\n",
            "name: a\n\nlicen\n",
            "name: a\n# the end\n",
            "name: a\n\n# Title\n\n",
        ] {
            let text = format!("---\n{yaml}---\nBody");
            assert_eq!(parts(&text), (Some(("---", yaml, Some("---"))), "Body"));
        }
    }

    #[test]
    fn a_fence_inside_a_block_text_does_not_close() {
        let text = "---\ndescription: |\n  one\n  ---\n  two\nname: a\n---\nBody";
        let yaml = "description: |\n  one\n  ---\n  two\nname: a\n";
        assert_eq!(parts(text), (Some(("---", yaml, Some("---"))), "Body"));
    }

    #[test]
    fn yaml_on_the_fence_line_belongs_to_the_yaml() {
        assert_eq!(
            parts("---name: a\ndescription: b\n---\nBody"),
            (
                Some(("---", "name: a\ndescription: b\n", Some("---"))),
                "Body"
            )
        );
    }

    #[test]
    fn a_block_that_never_closes_has_a_likely_end() {
        for (text, yaml, body) in [
            ("---\nname: a\n\n# Title\n", "name: a\n", "\n# Title\n"),
            ("---\nname: a\nDo it.\n", "name: a\n", "Do it.\n"),
            ("---\nname: a\n", "name: a\n", ""),
            ("---", "", ""),
        ] {
            assert_eq!(parts(text), (Some(("---", yaml, None)), body));
        }
    }
}
