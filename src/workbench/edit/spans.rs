//! Walking sorted spans beside the glyphs of a row, for colours and marks.

use crate::skill::Span;

/// Spans in order that do not overlap, such as colour roles. Asked with rising offsets, the whole
/// walk costs one pass over both.
#[derive(Clone, Debug)]
pub struct SpanWalk<'a, T> {
    spans: &'a [(Span, T)],
    at: usize,
}

impl<'a, T> SpanWalk<'a, T> {
    /// Begins at `offset`.
    pub fn new(spans: &'a [(Span, T)], offset: usize) -> Self {
        let at = spans.partition_point(|(span, _)| span.end <= offset);
        Self { spans, at }
    }

    /// What lies at `offset`, which is not less than the one asked before.
    pub fn at(&mut self, offset: usize) -> Option<&'a T> {
        while self.spans.get(self.at)?.0.end <= offset {
            self.at += 1;
        }
        let (span, value) = &self.spans[self.at];
        (span.start <= offset).then_some(value)
    }
}

/// Spans in order of their starts that may overlap or be empty, such as findings.
#[derive(Clone, Debug)]
pub struct MarkWalk<'a, T> {
    marks: &'a [(Span, T)],
    next: usize,
    open: Vec<usize>,
}

impl<'a, T> MarkWalk<'a, T> {
    /// Begins before the first mark.
    pub fn new(marks: &'a [(Span, T)]) -> Self {
        let open = Vec::new();
        Self {
            marks,
            next: 0,
            open,
        }
    }

    /// The marks that touch `span`, which does not begin before the one asked before; an empty
    /// mark touches the span that it stands at the start of or inside, an empty span the marks
    /// around it.
    pub fn touching(&mut self, span: Span) -> impl Iterator<Item = &'a T> {
        let end = span.end.max(span.start + 1);
        while self.marks.get(self.next).is_some_and(|m| m.0.start < end) {
            self.open.push(self.next);
            self.next += 1;
        }
        let marks = self.marks;
        self.open.retain(|i| {
            let mark = &marks[*i].0;
            mark.end.max(mark.start + 1) > span.start
        });
        self.open.iter().map(move |i| &marks[*i].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_found_by_rising_offsets() {
        let roles = [(0..3, 'a'), (5..6, 'b'), (6..9, 'c')];
        let mut walk = SpanWalk::new(&roles, 2);
        let seen: Vec<_> = (2..10).map(|at| walk.at(at).copied()).collect();
        let c = Some('c');
        assert_eq!(seen, [Some('a'), None, None, Some('b'), c, c, c, None]);
    }

    #[test]
    fn marks_overlap_and_may_be_empty() {
        let marks = [(0..9, 'a'), (2..3, 'b'), (4..4, 'c')];
        let mut walk = MarkWalk::new(&marks);
        let seen: Vec<String> = [1..2, 2..3, 3..4, 4..6, 6..7, 9..9]
            .into_iter()
            .map(|span| walk.touching(span).collect())
            .collect();
        assert_eq!(seen, ["a", "ab", "a", "ac", "a", ""]);
    }
}
