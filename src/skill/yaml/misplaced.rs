//! What stands where it cannot: the fault that a builder meets, and its characters.

use super::super::scan::fault;
use super::super::token::{Kind as Tok, Token};
use super::super::{ErrorKind, SyntaxError};
use super::{Builder, Form};

impl Builder<'_> {
    fn current(&mut self) -> Option<Token> {
        self.scanner.visible()
    }

    /// Where a node is due there is none.
    pub(super) fn no_node(&mut self) -> SyntaxError {
        let Some(token) = self.current() else {
            return fault(ErrorKind::Other, self.scanner.here());
        };
        match token.kind {
            Tok::StreamEnd if !self.frames.is_empty() => self.flow_is_open(),
            Tok::Anchor(_) | Tok::Tag(..) | Tok::Item | Tok::Key => {
                fault(ErrorKind::ReservedStart, token.span())
            }
            _ => fault(ErrorKind::Other, token.span()),
        }
    }

    /// Neither a key nor an item nor the end of the block.
    pub(super) fn not_a_neighbour(&mut self) -> SyntaxError {
        let (_, line) = self.past;
        let Some(token) = self.current() else {
            return fault(ErrorKind::Other, self.scanner.here());
        };
        let since = self.frames.last().map(|frame| frame.open.clone());
        let kind = if token.start.line == line {
            ErrorKind::TextAfterValue
        } else {
            ErrorKind::Indent
        };
        SyntaxError {
            kind,
            at: token.span(),
            since: since.filter(|_| kind == ErrorKind::Indent),
        }
    }

    /// A flow collection meets something that neither separates nor closes.
    pub(super) fn flow_is_open(&mut self) -> SyntaxError {
        let token = self.current();
        let open = self
            .frames
            .iter()
            .rev()
            .find(|frame| matches!(frame.form, Form::FlowSequence | Form::FlowMapping));
        let (Some(token), Some(open)) = (token, open) else {
            return fault(ErrorKind::Other, self.scanner.here());
        };
        let kind = match token.kind {
            _ if token.start.line != open.open_line => ErrorKind::UnclosedFlow,
            Tok::StreamEnd | Tok::FlowSequenceEnd | Tok::FlowMappingEnd => ErrorKind::UnclosedFlow,
            Tok::Value => ErrorKind::ColonInValue,
            _ => ErrorKind::TextAfterValue,
        };
        let (at, since) = match kind {
            ErrorKind::UnclosedFlow => (open.open.clone(), None),
            _ => (token.span(), Some(open.open.clone())),
        };
        SyntaxError { kind, at, since }
    }
}
