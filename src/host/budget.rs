//! What of a catalogue fits its budget.

use std::sync::Arc;

use super::profile::{Budget, Counts, Loses};
use super::settings::Settings;

/// One entry, as far as its cost goes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// What the entry without description has: bytes or characters, as the budget counts.
    pub(super) bare: usize,
    /// What the entry with one has, the description aside.
    pub(super) around: usize,
}

/// What a catalogue costs and what it may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// What all entries would cost whole.
    pub wanted: usize,
    /// What they may cost.
    pub limit: usize,
    /// What is counted.
    pub counts: Counts,
    /// The model's window it follows from, in tokens.
    pub window: usize,
}

/// An entry that does not fit the budget of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The name the host uses.
    pub name: String,
    /// The skill file, where there is one.
    pub path: Option<Arc<str>>,
    /// Characters of its description that stay; `None` when the entry goes.
    pub kept: Option<usize>,
    /// Characters its description has before that.
    pub whole: usize,
    /// It is too long by itself, whatever the others cost.
    pub alone: bool,
}

impl Budget {
    /// The window in force, in tokens: the one asked for, else that of the option, else the usual one.
    pub fn window_in(&self, settings: &Settings, asked: Option<usize>) -> usize {
        let given = || settings.text(&self.option)?.parse().ok();
        asked.or_else(given).unwrap_or(self.window)
    }

    /// What the entries may cost together.
    fn limit(&self, settings: &Settings, window: usize) -> usize {
        let share = self.share.as_ref().and_then(|key| settings.text(key));
        let share = share.and_then(|text| text.trim().parse::<f64>().ok());
        let share = share.filter(|share| *share > 0.0 && *share <= 1.0);
        let whole = match self.counts {
            Counts::Tokens => window,
            Counts::Characters => window.saturating_mul(self.per_token),
        };
        match share {
            #[allow(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of at most one of a window of some million"
            )]
            Some(share) => (whole as f64 * share).floor() as usize,
            None => whole.saturating_mul(self.percent) / 100,
        }
    }

    /// How a text is measured.
    pub(super) fn measure(&self, text: &str) -> usize {
        match self.counts {
            Counts::Tokens => text.len(),
            Counts::Characters => text.chars().count(),
        }
    }

    /// What one entry costs.
    fn price(&self, measured: usize) -> usize {
        match self.counts {
            Counts::Tokens => measured.div_ceil(self.per_token.max(1)),
            Counts::Characters => measured,
        }
    }
}

/// How many characters of each description stay (`None` where the entry goes as a whole), and what
/// that is about. The first text of `shape` stands between two entries, the second is that of the
/// folders they lie in.
pub(super) fn fit(
    budget: &Budget,
    settings: &Settings,
    window: Option<usize>,
    (between, roots): (&str, &str),
    costs: &[Cost],
    texts: &[&str],
) -> (Vec<Option<usize>>, Spent) {
    let window = budget.window_in(settings, window);
    let beside = roots.len().saturating_sub(budget.roots_free) / budget.per_token.max(1);
    let limit = budget.limit(settings, window).saturating_sub(beside);
    let line = |at: usize, held: usize| match held {
        0 => budget.price(costs[at].bare),
        held => budget.price(costs[at].around + held),
    };
    let gaps = budget.measure(between) * texts.len().saturating_sub(1);
    let all = texts.iter().enumerate();
    let wanted = all
        .map(|(at, text)| line(at, budget.measure(text)))
        .sum::<usize>()
        + gaps;
    let spent = Spent {
        wanted,
        limit,
        counts: budget.counts,
        window,
    };
    let kept = match budget.loses {
        _ if wanted <= limit => texts
            .iter()
            .map(|text| Some(text.chars().count()))
            .collect(),
        Loses::Characters => in_turn(limit, line, texts),
        Loses::Descriptions => whole_or_none(limit.saturating_sub(gaps), budget, line, texts),
    };
    (kept, spent)
}

/// One character each in turn, until nothing is left.
///
/// Where not even the bare entries fit, an entry that does not leaves its room to those behind it
/// (compared with Codex 0.171.0).
fn in_turn(
    limit: usize,
    line: impl Fn(usize, usize) -> usize,
    texts: &[&str],
) -> Vec<Option<usize>> {
    let mut left = limit;
    let mut take = |at: usize| {
        left = left.checked_sub(line(at, 0))?;
        Some(0)
    };
    let bare: Vec<Option<usize>> = (0..texts.len()).map(&mut take).collect();
    if bare.contains(&None) {
        return bare;
    }
    let mut kept = vec![0; texts.len()];
    let mut rest: Vec<_> = texts.iter().map(|text| text.chars().peekable()).collect();
    let mut bytes = vec![0; texts.len()];
    let mut more = true;
    while more {
        more = false;
        for at in 0..texts.len() {
            let Some(next) = rest[at].peek().map(|c| c.len_utf8()) else {
                continue;
            };
            let price = line(at, bytes[at] + next).saturating_sub(line(at, bytes[at]));
            if price <= left {
                left -= price;
                bytes[at] += next;
                kept[at] += 1;
                rest[at].next();
                more = true;
            }
        }
    }
    kept.into_iter().map(Some).collect()
}

/// All names, then whole descriptions in the order of the entries as long as they fit; one that does
/// not fit leaves its room to those behind it.
fn whole_or_none(
    limit: usize,
    budget: &Budget,
    line: impl Fn(usize, usize) -> usize,
    texts: &[&str],
) -> Vec<Option<usize>> {
    let names: usize = (0..texts.len()).map(|at| line(at, 0)).sum();
    let mut left = limit.saturating_sub(names);
    let each = texts.iter().enumerate().map(|(at, text)| {
        let more = line(at, budget.measure(text)).saturating_sub(line(at, 0));
        match left.checked_sub(more) {
            Some(rest) => {
                left = rest;
                Some(text.chars().count())
            }
            None => Some(0),
        }
    });
    each.collect()
}
