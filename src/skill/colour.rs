//! Colour roles for frontmatter and body.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::Span;
use super::document::{Document, Front};
use super::lines::lines_in;
use super::mentions::mentions;
use super::yaml::{Kind, Node, Style};

/// What a piece of text is, for the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The `---` lines.
    Fence,
    /// A frontmatter key.
    Key,
    /// Punctuation: colons, brackets, list dashes.
    Punctuation,
    /// A text value.
    Text,
    /// A number, boolean or null as YAML sees it.
    Literal,
    /// A YAML comment.
    Comment,
    /// A Markdown heading.
    Heading,
    /// `*emphasis*`
    Emphasis,
    /// `**strong**`
    Strong,
    /// Inline code.
    Code,
    /// A fenced block.
    CodeBlock,
    /// The target or text of a link, or a file mention.
    Link,
    /// A list marker.
    Marker,
    /// A block quote.
    Quote,
    /// `$ARGUMENTS` and the like.
    Placeholder,
}

/// Pieces of `text` with their roles, in order, not overlapping.
pub fn roles(text: &str, document: &Document) -> Vec<(Span, Role)> {
    let mut roles = front_roles(text, document);
    roles.extend(body_roles(text, document.body.clone()));
    roles
}

/// The part of [`roles`] before the body. It depends on nothing in the body.
pub fn front_roles(text: &str, document: &Document) -> Vec<(Span, Role)> {
    let mut pieces = Pieces::new(text);
    if let Some(front) = &document.front {
        pieces.put(front.open.clone(), Role::Fence);
        yaml(&mut pieces, front);
        if let Some(close) = &front.close {
            pieces.put(close.clone(), Role::Fence);
        }
    }
    pieces.done
}

/// The part of [`roles`] in the body. It depends on nothing but `text[body]`, so that it can be kept,
/// moved by an offset, while only the frontmatter changes.
pub fn body_roles(text: &str, body: Span) -> Vec<(Span, Role)> {
    let mut pieces = Pieces::new(text);
    markdown(&mut pieces, body.clone());
    overlay(pieces.done, &special(text, body))
}

/// Collects pieces in order; neighbours of one role become one piece.
struct Pieces<'a> {
    text: &'a str,
    done: Vec<(Span, Role)>,
}

impl<'a> Pieces<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            done: Vec::new(),
        }
    }

    fn at(&self) -> usize {
        self.done.last().map_or(0, |(span, _)| span.end)
    }

    fn put(&mut self, span: Span, role: Role) {
        let span = span.start.max(self.at())..span.end;
        if span.is_empty() || self.text.get(span.clone()).is_none() {
            return;
        }
        match self.done.last_mut() {
            Some((last, same)) if *same == role && last.end == span.start => last.end = span.end,
            _ => self.done.push((span, role)),
        }
    }
}

fn yaml(pieces: &mut Pieces<'_>, front: &Front) {
    let mut nodes = Vec::new();
    if let Some(root) = &front.tree.root {
        leaves(root, false, &mut nodes);
    }
    nodes.sort_by_key(|(span, _)| span.start);
    let mut at = front.yaml.start;
    for (span, role) in nodes {
        let written = pieces.text.get(span.clone()).is_some();
        if written && span.start >= at && span.end <= front.yaml.end {
            between(pieces, at..span.start);
            at = span.end;
            pieces.put(span, role);
        }
    }
    between(pieces, at..front.yaml.end);
}

fn leaves(node: &Node, key: bool, out: &mut Vec<(Span, Role)>) {
    match &node.kind {
        Kind::Scalar { value, style } => {
            let role = match style {
                _ if key => Role::Key,
                Style::Plain if is_literal(value) => Role::Literal,
                _ => Role::Text,
            };
            out.push((node.span.clone(), role));
        }
        Kind::Alias(_) => out.push((node.span.clone(), Role::Literal)),
        Kind::Sequence { items, .. } => items.iter().for_each(|item| leaves(item, false, out)),
        Kind::Mapping { entries, .. } => {
            for entry in entries {
                leaves(&entry.key, true, out);
                leaves(&entry.value, false, out);
            }
        }
    }
}

/// A word or number that some YAML reader does not take as text.
fn is_literal(value: &str) -> bool {
    const WORDS: &[&str] = &["true", "false", "yes", "no", "on", "off", "null", "~"];
    let number = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && value.parse::<f64>().is_ok();
    number || WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// What stands between the scalars: comments, punctuation, and what the tree has lost to a fault.
fn between(pieces: &mut Pieces<'_>, span: Span) {
    let text = pieces.text;
    for line in lines_in(text, span) {
        let mut at = line.start;
        while at < line.end {
            let rest = &text[at..line.end];
            let Some(c) = rest.chars().next() else {
                break;
            };
            let end = at + c.len_utf8();
            if c == '#' && (at == 0 || text[..at].ends_with([' ', '\t', '\n', '\r'])) {
                pieces.put(at..line.end, Role::Comment);
                break;
            }
            if c.is_whitespace() {
                at = end;
            } else if c.is_ascii_punctuation() {
                pieces.put(at..end, Role::Punctuation);
                at = end;
            } else {
                let word = rest.find([' ', '\t', ':']).map_or(line.end, |len| at + len);
                let key =
                    text[word..line.end].starts_with(':') && text[..at].ends_with(['\n', '\r']);
                pieces.put(at..word, if key { Role::Key } else { Role::Text });
                at = word;
            }
        }
    }
}

fn markdown(pieces: &mut Pieces<'_>, body: Span) {
    let base = body.start;
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_ext(&pieces.text[body], options).into_offset_iter();
    let mut inside: Vec<Option<Role>> = Vec::new();
    let mut at = base;
    for (event, span) in parser {
        let span = base + span.start..base + span.end;
        let around = inside.last().copied().flatten();
        match event {
            Event::Start(tag) => {
                fill(pieces, &mut at, span.start, around);
                if matches!(tag, Tag::Item) {
                    let marker = marker(pieces.text, span.clone());
                    fill(pieces, &mut at, marker, Some(Role::Marker));
                }
                inside.push(role_of(&tag).or(around));
            }
            Event::End(_) => {
                fill(pieces, &mut at, span.end, around);
                inside.pop();
            }
            Event::Code(_) => {
                fill(pieces, &mut at, span.start, around);
                fill(pieces, &mut at, span.end, Some(Role::Code));
            }
            Event::InlineHtml(_) | Event::Html(_) => {
                fill(pieces, &mut at, span.start, around);
                fill(
                    pieces,
                    &mut at,
                    span.end,
                    around.or(Some(Role::Punctuation)),
                );
            }
            Event::TaskListMarker(_) => {
                fill(pieces, &mut at, span.start, around);
                fill(pieces, &mut at, span.end, Some(Role::Marker));
            }
            Event::Rule => {
                fill(pieces, &mut at, span.start, around);
                fill(pieces, &mut at, span.end, Some(Role::Punctuation));
            }
            _ => fill(pieces, &mut at, span.end, around),
        }
    }
}

fn fill(pieces: &mut Pieces<'_>, at: &mut usize, end: usize, role: Option<Role>) {
    if end > *at {
        if let Some(role) = role {
            pieces.put(*at..end, role);
        }
        *at = end;
    }
}

fn role_of(tag: &Tag<'_>) -> Option<Role> {
    match tag {
        Tag::Heading { .. } => Some(Role::Heading),
        Tag::Emphasis => Some(Role::Emphasis),
        Tag::Strong => Some(Role::Strong),
        Tag::CodeBlock(_) => Some(Role::CodeBlock),
        Tag::Link { .. } | Tag::Image { .. } => Some(Role::Link),
        Tag::BlockQuote(_) => Some(Role::Quote),
        _ => None,
    }
}

/// The end of a list marker: `-`, `*`, `+`, `1.` or `1)`.
fn marker(text: &str, item: Span) -> usize {
    let content = &text[item.clone()];
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    item.start + (digits + 1).min(content.len())
}

/// Placeholders and file mentions, which show in whatever they stand in.
fn special(text: &str, body: Span) -> Vec<(Span, Role)> {
    let mut found: Vec<_> = placeholders(text, body.clone())
        .into_iter()
        .map(|span| (span, Role::Placeholder))
        .collect();
    found.extend(
        mentions(text, body)
            .into_iter()
            .map(|span| (span, Role::Link)),
    );
    found.sort_by_key(|(span, _)| span.start);
    found
}

/// What a runtime puts the caller's text in place of.
pub const ARGUMENTS: &str = "$ARGUMENTS";

/// `$ARGUMENTS` and `{{NAME}}` in `text[span]`, in order.
pub fn placeholders(text: &str, span: Span) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = span.start;
    while let Some(next) = memchr::memchr2(b'$', b'{', &bytes[at..span.end]) {
        let start = at + next;
        let len = placeholder(&bytes[start..span.end]);
        at = start + len.max(1);
        if len > 0 {
            found.push(start..start + len);
        }
    }
    found
}

/// Length of the placeholder at the start of `rest`, 0 for none.
fn placeholder(rest: &[u8]) -> usize {
    let name = |from: usize| {
        let word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ');
        rest[from..].iter().take_while(word).count()
    };
    match rest {
        [b'{', b'{', ..] => match name(2) {
            len if len > 0 && rest[2 + len..].starts_with(b"}}") => len + 4,
            _ => 0,
        },
        _ if rest.starts_with(ARGUMENTS.as_bytes()) => ARGUMENTS.len(),
        _ => 0,
    }
}

/// Lays `over` on `under`; both in order.
fn overlay(under: Vec<(Span, Role)>, over: &[(Span, Role)]) -> Vec<(Span, Role)> {
    if over.is_empty() {
        return under;
    }
    let mut out = Vec::with_capacity(under.len() + 2 * over.len());
    let mut over = over.iter().peekable();
    let mut done = 0;
    for (span, role) in under {
        let mut start = span.start.max(done);
        while let Some((top, top_role)) = over.next_if(|(top, _)| top.start < span.end) {
            if top.start > start {
                out.push((start..top.start, role));
            }
            if top.start >= done {
                out.push((top.clone(), *top_role));
                done = top.end;
            }
            start = start.max(done);
        }
        if start < span.end {
            out.push((start..span.end, role));
            done = span.end;
        }
    }
    for (top, role) in over {
        if top.start >= done {
            out.push((top.clone(), *role));
            done = top.end;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Vec<(&str, Role)> {
        body_roles(text, 0..text.len())
            .into_iter()
            .map(|(span, role)| (&text[span], role))
            .collect()
    }

    fn role_at(text: &str, part: &str) -> Option<Role> {
        let at = text.find(part).expect("part of the text");
        body_roles(text, 0..text.len())
            .into_iter()
            .find(|(span, _)| span.contains(&at))
            .map(|(_, role)| role)
    }

    #[test]
    fn blocks_of_the_body() {
        let text = "# Title\n\nPlain *em* **strong** `code`.\n\n- item\n2. two\n\n> quoted\n\n```sh\nls\n```\n";
        for (part, role) in [
            ("# Title", Some(Role::Heading)),
            ("Plain", None),
            ("*em*", Some(Role::Emphasis)),
            ("**strong", Some(Role::Strong)),
            ("`code`", Some(Role::Code)),
            ("- item", Some(Role::Marker)),
            ("item", None),
            ("2.", Some(Role::Marker)),
            ("> quoted", Some(Role::Quote)),
            ("quoted", Some(Role::Quote)),
            ("```sh", Some(Role::CodeBlock)),
            ("ls", Some(Role::CodeBlock)),
        ] {
            assert_eq!(role_at(text, part), role, "{part}");
        }
    }

    #[test]
    fn the_innermost_role_counts() {
        assert_eq!(
            body("# A `b` c"),
            [
                ("# A ", Role::Heading),
                ("`b`", Role::Code),
                (" c", Role::Heading)
            ]
        );
    }

    #[test]
    fn links_mentions_and_placeholders() {
        assert_eq!(
            body("See [x](http://y) and `references/a.md` with $ARGUMENTS, {{name}}."),
            [
                ("[x](http://y)", Role::Link),
                ("`", Role::Code),
                ("references/a.md", Role::Link),
                ("`", Role::Code),
                ("$ARGUMENTS", Role::Placeholder),
                ("{{name}}", Role::Placeholder),
            ]
        );
        assert_eq!(body("{{}} {{a}x {a} $5"), []);
    }

    #[test]
    fn laid_over_pieces_may_span_several() {
        let under = vec![
            (0..4, Role::Code),
            (4..8, Role::Strong),
            (10..12, Role::Code),
        ];
        let over = [
            (2..6, Role::Link),
            (9..9 + 2, Role::Placeholder),
            (20..21, Role::Link),
        ];
        assert_eq!(
            overlay(under, &over),
            [
                (0..2, Role::Code),
                (2..6, Role::Link),
                (6..8, Role::Strong),
                (9..11, Role::Placeholder),
                (11..12, Role::Code),
                (20..21, Role::Link),
            ]
        );
    }
}
