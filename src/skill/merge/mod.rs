//! Three texts become one: what two sides made of a common base, line by line. What only one side
//! changed is taken by itself; where both did, someone has to choose.
//!
//! Lines end with LF, CR LF or CR and keep their ends, so the result is exact to the byte. Changes that
//! touch each other belong together, as they do for most merge programs.

mod regions;

use std::borrow::Cow;

use self::regions::{Lines, one_line_end, regions};
use super::Span;
use super::document::line_ends;

/// What happened to a stretch of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nobody changed it.
    Same,
    /// Only our side changed it.
    Ours,
    /// Only their side changed it.
    Theirs,
    /// Both sides made the same of it.
    Both,
    /// Each side made something else of it.
    Conflict,
}

/// One of the three texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// What both sides started from.
    Base,
    /// Our text.
    Ours,
    /// Their text.
    Theirs,
}

/// A stretch of whole lines: bytes of each text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// What happened to it.
    pub kind: Kind,
    /// In the base.
    pub base: Span,
    /// In our text.
    pub ours: Span,
    /// In their text.
    pub theirs: Span,
}

/// What becomes of a hunk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The lines of one text.
    Take(Side),
    /// Ours, and theirs after them.
    OursThenTheirs,
    /// Theirs, and ours after them.
    TheirsThenOurs,
    /// Something else.
    Text(String),
}

/// Three texts, cut into hunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    base: String,
    ours: String,
    theirs: String,
    hunks: Vec<Hunk>,
}

impl Merge {
    /// Compares two sides with their base. Where one side did nothing but change every line end, the
    /// texts are compared with that line end, so that it is no conflict with everything.
    pub fn new(base: &str, ours: &str, theirs: &str) -> Self {
        let end = one_line_end([base, ours, theirs]);
        let with = |text: &str| match end {
            Some(end) if line_ends(text).text() != end => regions::with_line_end(text, end),
            _ => text.to_owned(),
        };
        let (base, ours, theirs) = (with(base), with(ours), with(theirs));
        let hunks = hunks(&base, &ours, &theirs);
        Self {
            base,
            ours,
            theirs,
            hunks,
        }
    }

    /// The hunks, which together are each of the texts.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Hunks that someone has to choose for.
    pub fn conflicts(&self) -> usize {
        let conflicts = self.hunks.iter().filter(|h| h.kind == Kind::Conflict);
        conflicts.count()
    }

    /// The whole of one text, with the line ends it is compared with.
    pub fn whole(&self, side: Side) -> &str {
        match side {
            Side::Base => &self.base,
            Side::Ours => &self.ours,
            Side::Theirs => &self.theirs,
        }
    }

    /// The lines of a hunk in one text.
    pub fn lines(&self, hunk: &Hunk, side: Side) -> &str {
        let span = match side {
            Side::Base => &hunk.base,
            Side::Ours => &hunk.ours,
            Side::Theirs => &hunk.theirs,
        };
        &self.whole(side)[span.clone()]
    }

    /// What happens to each hunk by itself; `None` for conflicts.
    pub fn choices(&self) -> Vec<Option<Choice>> {
        let choice = |hunk: &Hunk| match hunk.kind {
            Kind::Same | Kind::Ours | Kind::Both => Some(Choice::Take(Side::Ours)),
            Kind::Theirs => Some(Choice::Take(Side::Theirs)),
            Kind::Conflict => None,
        };
        self.hunks.iter().map(choice).collect()
    }

    /// What a choice makes of a hunk.
    pub fn outcome<'a>(&'a self, hunk: &Hunk, choice: &'a Choice) -> Cow<'a, str> {
        let both = |first, second| {
            let mut text = self.lines(hunk, first).to_owned();
            self.append(&mut text, self.lines(hunk, second));
            Cow::Owned(text)
        };
        match choice {
            Choice::Take(side) => self.lines(hunk, *side).into(),
            Choice::OursThenTheirs => both(Side::Ours, Side::Theirs),
            Choice::TheirsThenOurs => both(Side::Theirs, Side::Ours),
            Choice::Text(text) => text.as_str().into(),
        }
    }

    /// The merged text; `choices` belong to the hunks by their order.
    ///
    /// # Errors
    /// The index of the first hunk without a choice.
    pub fn resolve(&self, choices: &[Option<Choice>]) -> Result<String, usize> {
        let mut text = String::with_capacity(self.ours.len());
        for (at, hunk) in self.hunks.iter().enumerate() {
            let choice = choices.get(at).and_then(Option::as_ref).ok_or(at)?;
            self.append(&mut text, &self.outcome(hunk, choice));
        }
        Ok(text)
    }

    /// The merged text when nobody has to choose.
    pub fn clean(&self) -> Option<String> {
        self.resolve(&self.choices()).ok()
    }

    /// Adds lines; a line without an end that is no longer the last one gets one.
    fn append(&self, text: &mut String, more: &str) {
        if !text.is_empty() && !more.is_empty() && !text.ends_with(['\n', '\r']) {
            text.push_str(line_ends(&self.ours).text());
        }
        text.push_str(more);
    }
}

/// Walks along both lists of changes; those that touch each other become one hunk.
fn hunks(base: &str, ours: &str, theirs: &str) -> Vec<Hunk> {
    let mut ids = regions::Ids::default();
    let [base, ours, theirs] = [base, ours, theirs].map(|text| Lines::new(text, &mut ids));
    let mut left = regions(&base, &ours).into_iter().peekable();
    let mut right = regions(&base, &theirs).into_iter().peekable();
    let mut hunks = Vec::new();
    // Lines of the base, of ours and of theirs that are done with.
    let mut done = [0; 3];
    let mut push = |done: &mut [usize; 3], kind, upto: [usize; 3]| {
        if *done != upto {
            hunks.push(Hunk {
                kind,
                base: base.span(done[0]..upto[0]),
                ours: ours.span(done[1]..upto[1]),
                theirs: theirs.span(done[2]..upto[2]),
            });
        }
        *done = upto;
    };
    loop {
        let starts = [left.peek(), right.peek()];
        let starts = starts.into_iter().flatten().map(|region| region.base.start);
        let Some(start) = starts.min() else { break };
        let same = start - done[0];
        let before = done.map(|line| line + same);
        push(&mut done, Kind::Same, before);
        let mut end = start;
        // How much longer a side is than the base in this hunk.
        let (mut longer, mut changed) = ([0_isize; 2], [false; 2]);
        loop {
            let touching = |region: &regions::Region| region.base.start <= end;
            let (side, region) = if let Some(region) = left.next_if(touching) {
                (0, region)
            } else if let Some(region) = right.next_if(touching) {
                (1, region)
            } else {
                break;
            };
            end = end.max(region.base.end);
            changed[side] = true;
            longer[side] += region.side.len().cast_signed() - region.base.len().cast_signed();
        }
        let lines = end - start;
        let upto = [
            end,
            (done[1] + lines).saturating_add_signed(longer[0]),
            (done[2] + lines).saturating_add_signed(longer[1]),
        ];
        let equal = ours.ids[done[1]..upto[1]] == theirs.ids[done[2]..upto[2]];
        let kind = match changed {
            [_, false] => Kind::Ours,
            [false, _] => Kind::Theirs,
            _ if equal => Kind::Both,
            _ => Kind::Conflict,
        };
        push(&mut done, kind, upto);
    }
    let all = [base.ids.len(), ours.ids.len(), theirs.ids.len()];
    push(&mut done, Kind::Same, all);
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(base: &str, ours: &str, theirs: &str) -> Vec<(Kind, String, String, String)> {
        let merge = Merge::new(base, ours, theirs);
        let row = |hunk: &Hunk| {
            let text = |side| merge.lines(hunk, side).to_owned();
            (
                hunk.kind,
                text(Side::Base),
                text(Side::Ours),
                text(Side::Theirs),
            )
        };
        merge.hunks().iter().map(row).collect()
    }

    fn row(kind: Kind, base: &str, ours: &str, theirs: &str) -> (Kind, String, String, String) {
        (kind, base.to_owned(), ours.to_owned(), theirs.to_owned())
    }

    #[test]
    fn each_kind_of_hunk_is_told_apart() {
        assert_eq!(
            kinds(
                "a\nb\nc\nd\ne\nf\ng\n",
                "a\nB\nc\nd\ne\nX\ng\n1\n",
                "a\nb\nc\nD\ne\nY\ng\n1\n"
            ),
            [
                row(Kind::Same, "a\n", "a\n", "a\n"),
                row(Kind::Ours, "b\n", "B\n", "b\n"),
                row(Kind::Same, "c\n", "c\n", "c\n"),
                row(Kind::Theirs, "d\n", "d\n", "D\n"),
                row(Kind::Same, "e\n", "e\n", "e\n"),
                row(Kind::Conflict, "f\n", "X\n", "Y\n"),
                row(Kind::Same, "g\n", "g\n", "g\n"),
                row(Kind::Both, "", "1\n", "1\n"),
            ]
        );
    }

    #[test]
    fn a_deletion_beside_a_change_is_a_conflict() {
        let merge = Merge::new("a\nb\n", "a\n", "a\nB\n");
        assert_eq!(merge.conflicts(), 1);
        assert_eq!(merge.clean(), None);
        assert_eq!(merge.resolve(&merge.choices()), Err(1));
    }

    #[test]
    fn each_choice_gives_its_lines() {
        let merge = Merge::new("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n");
        let with = |choice: Choice| {
            let mut choices = merge.choices();
            choices[1] = Some(choice);
            merge.resolve(&choices)
        };
        for (choice, text) in [
            (Choice::Take(Side::Base), "a\nb\nc\n"),
            (Choice::Take(Side::Ours), "a\nX\nc\n"),
            (Choice::Take(Side::Theirs), "a\nY\nc\n"),
            (Choice::OursThenTheirs, "a\nX\nY\nc\n"),
            (Choice::TheirsThenOurs, "a\nY\nX\nc\n"),
            (Choice::Text("mine".to_owned()), "a\nmine\nc\n"),
            (Choice::Text(String::new()), "a\nc\n"),
        ] {
            assert_eq!(with(choice.clone()).as_deref(), Ok(text), "{choice:?}");
        }
    }

    #[test]
    fn a_last_line_without_an_end_gets_one_when_more_follows() {
        let merge = Merge::new("a\r\n", "a\r\nX", "a\r\nY");
        let mut choices = merge.choices();
        choices[1] = Some(Choice::OursThenTheirs);
        assert_eq!(merge.resolve(&choices).as_deref(), Ok("a\r\nX\r\nY"));
    }

    #[test]
    fn other_line_ends_alone_are_no_conflict() {
        let merge = Merge::new("a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nB\nc\n");
        assert_eq!(merge.clean().as_deref(), Some("a\r\nB\r\nc\r\n"));
        let merge = Merge::new("a\nb\nc\n", "a\nB\nc\n", "a\r\nb\r\nc\r\n");
        assert_eq!(merge.clean().as_deref(), Some("a\r\nB\r\nc\r\n"));
        // A side that mixes them did more than that.
        let merge = Merge::new("a\nb\n", "a\r\nb\n", "a\nB\n");
        assert_eq!(merge.conflicts(), 1);
    }
}
