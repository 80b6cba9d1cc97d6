//! Keys at the start of a line that some readers refuse.

use super::super::scan::{Scan, fault};
use super::super::token::Kind as Tok;
use super::super::{Entry, ErrorKind, Kind, Node, Style};
use super::Builder;

impl Builder<'_> {
    /// Refuses a key without `?` that this family does not take for one where it stands.
    pub(super) fn block_key_fits(&mut self) -> Scan<()> {
        let rules = self.scanner.rules;
        if !rules.plain_first_keys && !rules.flow_keys_at_once {
            return Ok(());
        }
        let token = self.scanner.peek()?;
        let at = token.span();
        let marked = matches!(token.kind, Tok::Anchor(_) | Tok::Tag(..));
        let flow = matches!(token.kind, Tok::FlowSequenceStart | Tok::FlowMappingStart);
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        if rules.plain_first_keys && frame.fresh && marked {
            return Err(fault(ErrorKind::ReservedStart, at));
        }
        if !rules.flow_keys_at_once || !(flow || marked) {
            return Ok(());
        }
        let Some(before) = frame.entries.last().and_then(last_of) else {
            return Ok(());
        };
        let rest = self.scanner.text_from(self.past.0);
        let (gap, key) = rest.split_at(at.start - self.past.0);
        if (flow || opens_flow(key)) && interrupts(gap, self.keeps_blank_lines(before)) {
            return Err(fault(ErrorKind::Other, at));
        }
        Ok(())
    }

    /// The blank lines behind a value are its own.
    fn keeps_blank_lines(&self, value: &Node) -> bool {
        let block = matches!(
            value.kind,
            Kind::Scalar {
                style: Style::Literal | Style::Folded,
                ..
            }
        );
        let text = self.scanner.text_from(value.span.start);
        let header = text.lines().next().unwrap_or_default();
        let header = header.split('#').next().unwrap_or_default();
        block && header.contains('+')
    }
}

/// The node that ends an entry; `None` where nothing is written.
fn last_of(entry: &Entry) -> Option<&Node> {
    let mut node = &entry.value;
    loop {
        let inner = match &node.kind {
            Kind::Mapping { entries, flow } if !flow => entries.last().map(|entry| &entry.value),
            Kind::Sequence { items, flow } if !flow => items.last(),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return (!node.span.is_empty()).then_some(node),
        }
    }
}

/// A list or map in brackets begins here, maybe behind a tag and an anchor.
fn opens_flow(text: &str) -> bool {
    let mut words = text.split([' ', '\t']).filter(|word| !word.is_empty());
    let word = words.find(|word| !word.starts_with(['&', '!']));
    word.is_some_and(|word| word.starts_with(['[', '{']))
}

/// A blank line, or a comment no deeper than the key, stands between two entries.
fn interrupts(gap: &str, keeps: bool) -> bool {
    let mut lines = gap.split('\n').skip(1).collect::<Vec<_>>();
    let margin = lines.pop().unwrap_or_default().len();
    lines.into_iter().any(|line| {
        let text = line.trim_start_matches([' ', '\t', '\r']);
        match text.is_empty() {
            true => !keeps,
            false => line.len() - text.len() <= margin,
        }
    })
}
