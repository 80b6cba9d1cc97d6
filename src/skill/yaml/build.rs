//! Tokens to nodes, with a stack of its own so that no nesting can exhaust the machine's.

#[path = "block_keys.rs"]
mod block_keys;
#[path = "misplaced.rs"]
mod misplaced;

use std::collections::{HashMap, HashSet};

use super::scan::{Scan, Scanner, fault};
use super::token::{Kind as Tok, Token};
use super::{Entry, ErrorKind, Kind, Node, Span, Style};

/// Collections below this many levels are checked but kept without their children.
pub const DEPTH: usize = 128;

/// The way a collection is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    BlockSequence,
    /// Items on the column of the key they belong to.
    LooseSequence,
    FlowSequence,
    BlockMapping,
    FlowMapping,
    /// `[key: value]`
    Pair,
}

/// A collection that is being read.
struct Frame {
    form: Form,
    span: Span,
    open: Span,
    open_line: usize,
    properties: Properties,
    items: Vec<Node>,
    entries: Vec<Entry>,
    key: Option<Node>,
    fresh: bool,
    /// The key in hand was written without `?` and without `:`.
    bare: bool,
}

/// Anchor and tag before a node.
#[derive(Default)]
struct Properties {
    anchor: Option<String>,
    tag: Option<String>,
}

/// What the parser does next.
enum Step {
    /// Read a node; `block` collections and loose sequences are allowed or not.
    Node { block: bool, loose: bool },
    /// A node is complete.
    Done(Node),
}

pub(super) struct Builder<'a> {
    scanner: Scanner<'a>,
    frames: Vec<Frame>,
    tags: HashMap<String, String>,
    anchors: HashSet<String>,
    /// End and line of the token taken last.
    past: (usize, usize),
    start: usize,
}

impl<'a> Builder<'a> {
    pub fn new(scanner: Scanner<'a>, start: usize) -> Self {
        Self {
            scanner,
            frames: Vec::new(),
            tags: HashMap::new(),
            anchors: HashSet::new(),
            past: (start, 0),
            start,
        }
    }

    /// Takes anchors of a text before this one for known.
    pub fn know(&mut self, anchors: &HashSet<String>) {
        self.anchors.extend(anchors.iter().cloned());
    }

    /// Every anchor known at the end.
    pub fn into_anchors(self) -> HashSet<String> {
        self.anchors
    }

    /// The first document; `None` when the text has none.
    pub fn document(&mut self) -> Scan<Option<Node>> {
        match self.scanner.peek()?.kind {
            Tok::StreamEnd => return Ok(None),
            Tok::Version(..) | Tok::TagDirective(..) | Tok::OtherDirective | Tok::DocumentStart => {
                self.directives()?;
                self.take()?;
                if matches!(
                    self.scanner.peek()?.kind,
                    Tok::Version(..)
                        | Tok::TagDirective(..)
                        | Tok::OtherDirective
                        | Tok::DocumentStart
                        | Tok::DocumentEnd
                        | Tok::StreamEnd
                ) {
                    let root = empty(self.past.0);
                    return self.end_of_document(root);
                }
            }
            _ => {}
        }
        let root = self.node()?;
        self.end_of_document(root)
    }

    /// What may follow the first document.
    fn end_of_document(&mut self, root: Node) -> Scan<Option<Node>> {
        // The end of the document is only known when the token after it is.
        let (whole, single) = (self.scanner.rules.whole, self.scanner.rules.single);
        let dots_only = self.scanner.rules.dots_only;
        let next = &self.scanner.peek()?.kind;
        if whole && !matches!(next, Tok::StreamEnd | Tok::DocumentStart | Tok::DocumentEnd) {
            return Err(self.not_a_neighbour());
        }
        if dots_only {
            while self.scanner.peek()?.kind == Tok::DocumentEnd {
                self.take()?;
            }
            let next = self.scanner.peek()?;
            if next.kind != Tok::StreamEnd {
                return Err(fault(ErrorKind::TextAfterValue, next.span()));
            }
            return Ok(Some(root));
        }
        if single && *next == Tok::DocumentEnd {
            let dots = self.take()?.span();
            if self.scanner.peek()?.kind != Tok::StreamEnd {
                return Err(fault(ErrorKind::TextAfterValue, dots));
            }
        }
        let next = self.scanner.peek()?;
        if single && next.kind == Tok::DocumentStart {
            return Err(fault(ErrorKind::TextAfterValue, next.span()));
        }
        Ok(Some(root))
    }

    fn take(&mut self) -> Scan<Token> {
        let token = self.scanner.take()?;
        if !token.span().is_empty() {
            self.past = (token.end, token.start.line);
        }
        Ok(token)
    }

    fn directives(&mut self) -> Scan<()> {
        let mut versions = 0;
        let most = self.scanner.rules.minor;
        loop {
            let token = self.scanner.peek()?;
            let at = token.span();
            match &token.kind {
                Tok::Version(major, minor) => {
                    versions += 1;
                    if versions > 1
                        || *major != 1
                        || (*minor == 0 && most != u32::MAX)
                        || *minor > most
                    {
                        return Err(fault(ErrorKind::Directive, at));
                    }
                }
                Tok::TagDirective(handle, prefix) => {
                    let (handle, prefix) = (handle.clone(), prefix.clone());
                    if self.tags.insert(handle, prefix).is_some() {
                        return Err(fault(ErrorKind::Directive, at));
                    }
                }
                Tok::OtherDirective => {}
                Tok::DocumentStart => break,
                _ => return Err(fault(ErrorKind::Directive, self.start..self.past.0)),
            }
            self.take()?;
        }
        Ok(())
    }

    fn node(&mut self) -> Scan<Node> {
        let mut step = Step::Node {
            block: true,
            loose: false,
        };
        loop {
            step = match step {
                Step::Node { block, loose } => match self.begin(block, loose)? {
                    Some(node) => Step::Done(node),
                    None => self.proceed()?,
                },
                Step::Done(node) => {
                    if self.frames.is_empty() {
                        return Ok(node);
                    }
                    self.deliver(node);
                    self.proceed()?
                }
            };
        }
    }

    /// Reads a scalar or an alias, or opens a collection.
    fn begin(&mut self, block: bool, loose: bool) -> Scan<Option<Node>> {
        if matches!(self.scanner.peek()?.kind, Tok::Alias(_)) {
            return self.alias().map(Some);
        }
        let (properties, written) = self.properties()?;
        let token = self.scanner.peek()?;
        let form = match token.kind {
            Tok::Item if loose => Form::LooseSequence,
            Tok::Scalar(..) => {
                let token = self.take()?;
                let span = token.span();
                let kind = match token.kind {
                    Tok::Scalar(value, style) => Kind::Scalar { value, style },
                    _ => return Err(fault(ErrorKind::Other, span)),
                };
                return self.finish(properties, kind, span).map(Some);
            }
            Tok::FlowSequenceStart => Form::FlowSequence,
            Tok::FlowMappingStart => Form::FlowMapping,
            Tok::SequenceStart if block => Form::BlockSequence,
            Tok::MappingStart if block => Form::BlockMapping,
            _ if written => {
                let at = self.past.0;
                let kind = Kind::Scalar {
                    value: String::new(),
                    style: Style::Plain,
                };
                return self.finish(properties, kind, at..at).map(Some);
            }
            _ => return Err(self.no_node()),
        };
        let start = token.start;
        let open = token.span();
        if let Some(anchor) = &properties.anchor {
            // Known from its beginning, so that a collection may hold an alias of itself.
            let new = self.anchors.insert(anchor.clone());
            if !new && self.scanner.rules.anchors_once {
                return Err(fault(ErrorKind::ReservedStart, open));
            }
        }
        if form != Form::LooseSequence {
            self.take()?;
        }
        self.open(form, properties, open, start.line);
        Ok(None)
    }

    fn open(&mut self, form: Form, properties: Properties, open: Span, open_line: usize) {
        self.frames.push(Frame {
            form,
            span: open.clone(),
            open,
            open_line,
            properties,
            items: Vec::new(),
            entries: Vec::new(),
            key: None,
            fresh: true,
            bare: false,
        });
    }

    fn alias(&mut self) -> Scan<Node> {
        let token = self.take()?;
        let span = token.span();
        match token.kind {
            Tok::Alias(name) if self.anchors.contains(&name) => Ok(Node {
                span,
                kind: Kind::Alias(name),
                tag: None,
                anchor: None,
            }),
            _ => Err(fault(ErrorKind::UnknownAlias, span)),
        }
    }

    fn properties(&mut self) -> Scan<(Properties, bool)> {
        let mut properties = Properties::default();
        let mut written = (false, false);
        loop {
            match &self.scanner.peek()?.kind {
                Tok::Anchor(_) if !written.0 => written.0 = true,
                Tok::Tag(..) if !written.1 => written.1 = true,
                _ => return Ok((properties, written.0 || written.1)),
            }
            let token = self.take()?;
            let at = token.span();
            match token.kind {
                Tok::Anchor(name) => properties.anchor = Some(name),
                Tok::Tag(handle, suffix) => {
                    properties.tag = Some(self.resolve_tag(handle, suffix, at)?)
                }
                _ => {}
            }
        }
    }

    fn resolve_tag(&self, handle: String, suffix: String, at: Span) -> Scan<String> {
        let prefix = match handle.as_str() {
            "" => return Ok(suffix),
            handle => match (self.tags.get(handle), handle) {
                (Some(prefix), _) => prefix.as_str(),
                (None, "!") => "!",
                (None, "!!") => "tag:yaml.org,2002:",
                _ => return Err(fault(ErrorKind::ReservedStart, at)),
            },
        };
        Ok(format!("{prefix}{suffix}"))
    }

    fn finish(&mut self, properties: Properties, kind: Kind, span: Span) -> Scan<Node> {
        if let Some(anchor) = &properties.anchor {
            let new = self.anchors.insert(anchor.clone());
            if !new && self.scanner.rules.anchors_once {
                return Err(fault(ErrorKind::ReservedStart, span));
            }
        }
        Ok(Node {
            span,
            kind,
            tag: properties.tag,
            anchor: properties.anchor,
        })
    }

    /// Gives a complete node to the collection it stands in.
    fn deliver(&mut self, node: Node) {
        let kept = self.frames.len() <= DEPTH;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.span.end = frame.span.end.max(node.span.end);
        if frame.fresh && matches!(frame.form, Form::BlockMapping | Form::Pair) {
            frame.span.start = frame.span.start.min(node.span.start);
        }
        frame.fresh = false;
        match frame.form {
            Form::BlockSequence | Form::LooseSequence | Form::FlowSequence => {
                if kept {
                    frame.items.push(node);
                }
            }
            Form::BlockMapping | Form::FlowMapping | Form::Pair => match frame.key.take() {
                None => frame.key = Some(node),
                Some(key) if kept => frame.entries.push(Entry { key, value: node }),
                Some(_) => {}
            },
        }
    }

    /// Closes the innermost collection, which ends at `end` or with its last child.
    fn close(&mut self, end: usize) -> Step {
        let Some(frame) = self.frames.pop() else {
            return Step::Done(empty(end));
        };
        let kind = match frame.form {
            Form::BlockSequence | Form::LooseSequence => Kind::Sequence {
                items: frame.items,
                flow: false,
            },
            Form::FlowSequence => Kind::Sequence {
                items: frame.items,
                flow: true,
            },
            form => Kind::Mapping {
                entries: frame.entries,
                flow: form != Form::BlockMapping,
            },
        };
        let span = frame.span.start..frame.span.end.max(end);
        Step::Done(Node {
            span,
            kind,
            tag: frame.properties.tag,
            anchor: frame.properties.anchor,
        })
    }

    /// Goes on in the innermost collection.
    fn proceed(&mut self) -> Scan<Step> {
        let Some(frame) = self.frames.last() else {
            return Err(fault(ErrorKind::Other, self.scanner.here()));
        };
        match frame.form {
            Form::BlockSequence => self.block_item(true),
            Form::LooseSequence => self.block_item(false),
            Form::BlockMapping if frame.key.is_none() => self.block_key(),
            Form::BlockMapping => self.value(true, |next| {
                matches!(next, Tok::Key | Tok::Value | Tok::BlockEnd)
            }),
            Form::FlowSequence => self.flow_item(),
            Form::FlowMapping if frame.key.is_none() => self.flow_key(),
            Form::FlowMapping if frame.bare => Ok(self.missing()),
            Form::FlowMapping => self.value(false, |next| {
                matches!(next, Tok::Comma | Tok::FlowMappingEnd)
            }),
            Form::Pair => self.pair(),
        }
    }

    /// A node that is not written.
    fn missing(&self) -> Step {
        Step::Done(empty(self.past.0))
    }

    fn block_item(&mut self, indented: bool) -> Scan<Step> {
        match self.scanner.peek()?.kind {
            Tok::Item => {
                self.take()?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.span.end = self.past.0;
                }
                Ok(match self.scanner.peek()?.kind {
                    Tok::Item | Tok::BlockEnd => self.missing(),
                    Tok::Key | Tok::Value if !indented => self.missing(),
                    _ => Step::Node {
                        block: true,
                        loose: false,
                    },
                })
            }
            Tok::BlockEnd if indented => {
                self.take()?;
                Ok(self.close(0))
            }
            _ if !indented => Ok(self.close(0)),
            _ => Err(self.not_a_neighbour()),
        }
    }

    fn block_key(&mut self) -> Scan<Step> {
        let bare = self.scanner.rules.bare_values;
        match self.scanner.peek()?.kind {
            Tok::Key => {
                // Without a `?` a key has no characters of its own.
                if self.take()?.span().is_empty() {
                    self.block_key_fits()?;
                }
                Ok(match self.scanner.peek()?.kind {
                    Tok::Key | Tok::Value | Tok::BlockEnd => self.missing(),
                    _ => Step::Node {
                        block: true,
                        loose: true,
                    },
                })
            }
            Tok::Value if bare => Ok(self.missing()),
            Tok::BlockEnd => {
                self.take()?;
                Ok(self.close(0))
            }
            _ => Err(self.not_a_neighbour()),
        }
    }

    /// The value of a key, or nothing when `ends` says that the entry ends here.
    fn value(&mut self, block: bool, ends: fn(&Tok) -> bool) -> Scan<Step> {
        if self.scanner.peek()?.kind != Tok::Value {
            return Ok(self.missing());
        }
        self.take()?;
        if ends(&self.scanner.peek()?.kind) {
            return Ok(self.missing());
        }
        Ok(Step::Node {
            block,
            loose: block,
        })
    }

    fn flow_item(&mut self) -> Scan<Step> {
        if let Some(end) = self.flow_end(&Tok::FlowSequenceEnd)? {
            return Ok(end);
        }
        let token = self.scanner.peek()?;
        if token.kind != Tok::Key {
            return Ok(Step::Node {
                block: false,
                loose: false,
            });
        }
        let (open, line) = (token.span(), token.start.line);
        self.take()?;
        self.open(Form::Pair, Properties::default(), open, line);
        self.proceed()
    }

    fn flow_key(&mut self) -> Scan<Step> {
        if let Some(end) = self.flow_end(&Tok::FlowMappingEnd)? {
            return Ok(end);
        }
        let bare = self.scanner.peek()?.kind != Tok::Key;
        if let Some(frame) = self.frames.last_mut() {
            frame.bare = bare;
        }
        if bare {
            return Ok(Step::Node {
                block: false,
                loose: false,
            });
        }
        self.take()?;
        Ok(match self.scanner.peek()?.kind {
            Tok::Value | Tok::Comma | Tok::FlowMappingEnd => self.missing(),
            _ => Step::Node {
                block: false,
                loose: false,
            },
        })
    }

    /// Passes the comma between two entries, and closes the collection at its bracket.
    fn flow_end(&mut self, bracket: &Tok) -> Scan<Option<Step>> {
        let fresh = self.frames.last().is_none_or(|frame| frame.fresh);
        if self.scanner.peek()?.kind != *bracket && !fresh {
            if self.scanner.peek()?.kind != Tok::Comma {
                return Err(self.flow_is_open());
            }
            self.take()?;
        }
        if self.scanner.peek()?.kind != *bracket {
            return Ok(None);
        }
        self.take()?;
        Ok(Some(self.close(self.past.0)))
    }

    fn pair(&mut self) -> Scan<Step> {
        let (fresh, keyed) = match self.frames.last() {
            Some(frame) => (frame.fresh, frame.key.is_some()),
            None => (true, false),
        };
        if keyed {
            return self.value(false, |next| {
                matches!(next, Tok::Comma | Tok::FlowSequenceEnd)
            });
        }
        if !fresh {
            return Ok(self.close(0));
        }
        if matches!(
            self.scanner.peek()?.kind,
            Tok::Value | Tok::Comma | Tok::FlowSequenceEnd
        ) {
            // libyaml and its ports pass over the token that shows the key to be missing.
            if self.scanner.rules.eats_after_question {
                self.take()?;
            }
            return Ok(self.missing());
        }
        Ok(Step::Node {
            block: false,
            loose: false,
        })
    }
}

/// An empty plain scalar.
fn empty(at: usize) -> Node {
    Node {
        span: at..at,
        kind: Kind::Scalar {
            value: String::new(),
            style: Style::Plain,
        },
        tag: None,
        anchor: None,
    }
}
