//! Two texts of one file, and which of them stays: after a crash, and when another program wrote it.

use std::sync::Arc;
use std::time::Duration;

use super::dialog::Ask;
use super::difference::Difference;
use super::ink::{Ink, Line};
use super::layout::Area;
use super::merging::Merging;
use super::model::Model;
use super::recovery::Offer;
use super::text::Text;
use crate::skill::merge::Merge;

/// What has to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// Comes back with the answer.
    pub generation: u64,
    /// What both began with.
    pub base: String,
    /// The text of the person.
    pub ours: String,
    /// The text of the file.
    pub theirs: String,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// From the file to the text of the person.
    pub difference: Difference,
    /// Both, cut into hunks.
    pub merge: Merge,
}

/// What it is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A text that was left behind, and how many more there are.
    Left(Box<Offer>, usize),
    /// A file that another program changed while its text was not saved.
    Outside {
        /// The file.
        path: String,
        /// What it holds now; `None` when it is gone.
        theirs: Option<Arc<[u8]>>,
        /// It was noticed while saving.
        saving: bool,
        /// Why it cannot be written over: something else stands in its place, or the system forbids it.
        barred: Option<String>,
    },
}

/// How it is looked at.
#[derive(Debug)]
pub enum View {
    /// What is to be done?
    Question,
    /// Really thrown away?
    Sure,
    /// The difference, from this row on.
    Difference(usize),
    /// Hunk by hunk.
    Merge(Box<Merging>),
}

/// The dialog.
#[derive(Debug)]
pub struct Weigh {
    /// What it is about.
    pub subject: Subject,
    /// How it is looked at.
    pub view: View,
    /// The answer that Enter gives.
    pub at: usize,
    /// It takes keys: nobody was typing when it came, or has paused since.
    pub armed: bool,
    /// The text that was compared.
    pub ours: Arc<str>,
    /// Generation of the comparison.
    pub generation: u64,
    /// The comparison, once it is here.
    pub weighed: Option<Arc<Weighed>>,
}

/// What can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The text of the person: taken back, or kept.
    Mine,
    /// The text of the file.
    Theirs,
    /// Show the difference.
    Difference,
    /// Go through it hunk by hunk.
    Merge,
    /// Write it to a file of another name.
    Elsewhere,
    /// To the clipboard.
    Copy,
    /// Throw the text of the person away.
    ThrowAway,
    /// Decide another time.
    Later,
}

type Answers = &'static [(char, &'static str, Answer)];

const LEFT: Answers = &[
    ('t', "take it back", Answer::Mine),
    ('d', "difference", Answer::Difference),
    ('x', "throw away", Answer::ThrowAway),
    ('l', "later", Answer::Later),
];
const OUTSIDE: Answers = &[
    ('m', "merge by hunks", Answer::Merge),
    ('d', "difference", Answer::Difference),
    ('k', "keep mine", Answer::Mine),
    ('t', "take theirs", Answer::Theirs),
    ('l', "later", Answer::Later),
];
const GONE: Answers = &[
    ('k', "keep mine", Answer::Mine),
    ('l', "later", Answer::Later),
];
const BARRED: Answers = &[
    ('n', "save under another name", Answer::Elsewhere),
    ('c', "copy the text", Answer::Copy),
    ('x', "throw away", Answer::ThrowAway),
    ('l', "later", Answer::Later),
];
const SURE: Answers = &[
    ('y', "throw it away", Answer::ThrowAway),
    ('c', "cancel", Answer::Later),
];

impl Weigh {
    /// The area of the difference on a screen.
    pub fn area(screen: Area) -> Area {
        screen.centred(screen.width, screen.height.saturating_sub(2))
    }

    /// The rows of the difference on a screen.
    pub fn rows(&self, screen: Area) -> Vec<Line> {
        let Some(weighed) = &self.weighed else {
            return vec![Line::of("Comparing …", Ink::Dim)];
        };
        let columns = Self::area(screen).width.saturating_sub(4);
        let lines = weighed.difference.lines(columns, true).into_iter();
        lines.flat_map(|line| line.wrap(columns)).collect()
    }

    /// The file it is about.
    pub fn path(&self) -> &str {
        match &self.subject {
            Subject::Left(offer, _) => &offer.kept.unsaved.path,
            Subject::Outside { path, .. } => path,
        }
    }

    /// The file, when another program changed it.
    pub fn outside(&self) -> Option<&str> {
        matches!(self.subject, Subject::Outside { .. }).then(|| self.path())
    }

    /// Nothing was begun yet.
    pub fn asks(&self) -> bool {
        matches!(self.view, View::Question | View::Difference(_))
    }

    /// What can be answered now.
    pub fn answers(&self) -> Answers {
        match (&self.view, &self.subject) {
            (View::Sure, _) => SURE,
            (_, Subject::Left(..)) => LEFT,
            (
                _,
                Subject::Outside {
                    barred: Some(_), ..
                },
            ) => BARRED,
            (_, Subject::Outside { theirs: None, .. }) => GONE,
            _ => OUTSIDE,
        }
    }

    /// The question as it is shown.
    pub fn question(&self, model: &Model) -> Ask {
        let name = model.short_path(self.path()).into_owned();
        let mut lines = vec![Line::of(&name, Ink::Strong)];
        let title = match &self.subject {
            _ if matches!(self.view, View::Sure) => {
                let text =
                    "The unsaved text is thrown away for good; what is on disk stays as it is.";
                lines.push(Line::of(text, Ink::Warning));
                "Throw away?"
            }
            Subject::Left(offer, more) => {
                let text = model.texts.get(self.path());
                let held = text.is_some_and(Text::unsaved);
                lines.extend(self.of_left(offer, *more, held));
                "Unsaved text from last time"
            }
            Subject::Outside {
                theirs,
                saving,
                barred,
                ..
            } => {
                lines.extend(self.of_outside(theirs.is_some(), barred.as_deref()));
                match saving {
                    true => "Not saved",
                    false => "Changed by another program",
                }
            }
        };
        let answers = self.answers().iter();
        Ask {
            title: title.to_owned(),
            lines,
            answers: answers
                .map(|(key, title, _)| {
                    let nothing = super::dialog::Answer::Cancel;
                    (*key, (*title).to_owned(), nothing)
                })
                .collect(),
            at: self.at,
        }
    }

    fn of_left(&self, offer: &Offer, more: usize, held: bool) -> Vec<Line> {
        let kept = format!("Kept {} ago; it was never saved.", ago(offer.age));
        let base = &offer.kept.unsaved.base;
        let (file, ink) = match (&offer.now, base) {
            (None, None) => ("There is no such file yet.", Ink::Text),
            (None, Some(_)) => (
                "The file is gone; once the text is back, saving writes it again.",
                Ink::Warning,
            ),
            (now, base) if now == base => ("The file has not changed since.", Ink::Text),
            (now, _) if *now == offer.saved => (
                "The file was saved here since; once the text is back, both can be merged.",
                Ink::Warning,
            ),
            _ => (
                "Another program changed the file since; once the text is back, both can be merged.",
                Ink::Warning,
            ),
        };
        let mut lines = vec![Line::of(&kept, Ink::Text), Line::of(file, ink)];
        if held {
            let held = "The editor holds other unsaved text of it: taking this one back puts it in its place.";
            lines.push(Line::of(held, Ink::Warning));
        }
        lines.push(match &self.weighed {
            Some(weighed) => {
                let (added, removed) = weighed.difference.counts();
                let count = |n: usize| match n {
                    1 => "1 line".to_owned(),
                    n => format!("{n} lines"),
                };
                Line::of("Against the file on disk: ", Ink::Text)
                    .with(&format!("{} more", count(added)), Ink::Added)
                    .with(", ", Ink::Text)
                    .with(&format!("{} less", count(removed)), Ink::Removed)
            }
            None => Line::of("Comparing …", Ink::Dim),
        });
        match more {
            0 => {}
            1 => lines.push(Line::of("One more follows.", Ink::Dim)),
            more => lines.push(Line::of(&format!("{more} more follow."), Ink::Dim)),
        }
        lines
    }

    fn of_outside(&self, there: bool, barred: Option<&str>) -> Vec<Line> {
        let what = match (there, barred) {
            (_, Some(why)) => why.to_owned(),
            (true, None) => "Another program changed it after you opened it.".to_owned(),
            (false, None) => {
                "Another program deleted it; keeping yours writes it again.".to_owned()
            }
        };
        let mut lines = vec![Line::of(&what, Ink::Text)];
        if there {
            lines.push(match self.weighed.as_ref().map(|w| w.merge.conflicts()) {
                None => Line::of("Comparing …", Ink::Dim),
                Some(0) => Line::of(
                    "No line was changed by both: merging loses nothing.",
                    Ink::Good,
                ),
                Some(1) => Line::of(
                    "At one place you both changed the same lines.",
                    Ink::Warning,
                ),
                Some(n) => Line::of(
                    &format!("At {n} places you both changed the same lines."),
                    Ink::Warning,
                ),
            });
        }
        let safe = "Nothing is lost yet: your text is in the editor.";
        lines.push(Line::of(safe, Ink::Dim));
        lines
    }
}

/// A stretch of time, roughly.
fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
    let (n, unit) = match seconds {
        0..60 => return "a moment".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86400 => (seconds / 3600, "hour"),
        _ => (seconds / 86400, "day"),
    };
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_as_people_do() {
        for (seconds, told) in [
            (0, "a moment"),
            (59, "a moment"),
            (60, "1 minute"),
            (7199, "1 hour"),
            (7200, "2 hours"),
            (200_000, "2 days"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), told);
        }
    }
}
