//! Where the skills of a catalogue lie, in short, and what of them fits a budget.

use super::layers::LayerState;
use super::place::Place;
use super::profile::{Budget, Profile};
use super::settings::Settings;
use super::survey::Copy;
use super::tree::FileTree;

/// Layer folders with their short names, strongest layer first.
#[derive(Debug, Default)]
pub(super) struct Roots {
    /// Folder and number of each layer, by the layer's place in the survey.
    by_layer: Vec<Option<(String, usize)>>,
}

impl Roots {
    /// The folders of layers that hold one of `copies`.
    pub(super) fn of(
        profile: &Profile,
        place: &Place,
        layers: &[LayerState],
        copies: &[&Copy],
    ) -> Self {
        let mut by_layer = vec![None; layers.len()];
        let mut number = 0;
        for (at, layer) in layers.iter().enumerate().rev() {
            let shown = profile.layer[layer.row].shown_at.as_ref();
            let folder = layer
                .path
                .clone()
                .or_else(|| shown.map(|path| place.fixed(path)));
            if let Some(folder) = folder
                && copies.iter().any(|copy| copy.layer == at)
            {
                by_layer[at] = Some((folder, number));
                number += 1;
            }
        }
        Self { by_layer }
    }

    /// The lines that explain the short names; `{alias}` and `{folder}` are filled in.
    pub(super) fn lines(&self, pattern: &str) -> String {
        let known = self.by_layer.iter().rev().flatten();
        known
            .map(|(folder, number)| {
                let line = pattern.replace("{alias}", &format!("r{number}"));
                line.replace("{folder}", folder)
            })
            .collect()
    }

    /// The place of a skill file: short where it lies below its layer's folder, else whole and
    /// without links.
    pub(super) fn place(&self, tree: &FileTree, copy: &Copy) -> String {
        let root = self.by_layer.get(copy.layer).and_then(Option::as_ref);
        let own = match (&copy.path, root) {
            (Some(path), _) => tree.real_path(path),
            (None, Some((folder, _))) => format!("{folder}/{}/SKILL.md", copy.name),
            (None, None) => String::new(),
        };
        let below = root.and_then(|(folder, number)| {
            let rest = own.strip_prefix(folder.as_str())?.strip_prefix('/')?;
            Some(format!("r{number}/{rest}"))
        });
        below.unwrap_or(own)
    }
}

/// One entry, as far as its cost goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Bytes of the line without description.
    pub(super) bare: usize,
    /// Bytes of the line with one, the description aside.
    pub(super) around: usize,
}

/// How many characters of each description stay; fewer entries than descriptions where the last
/// ones go.
pub(super) fn fit(
    budget: &Budget,
    settings: &Settings,
    costs: &[Cost],
    texts: &[&str],
) -> Vec<usize> {
    let window = settings.text(&budget.option);
    let window = window
        .and_then(|text| text.parse().ok())
        .unwrap_or(budget.window);
    let mut left = window * budget.percent / 100;
    let tokens = |bytes: usize| bytes.div_ceil(budget.bytes_per_token.max(1));
    let line = |at: usize, held: usize| match held {
        0 => tokens(costs[at].bare),
        held => tokens(costs[at].around + held),
    };
    let whole: usize = texts
        .iter()
        .enumerate()
        .map(|(at, text)| line(at, text.len()))
        .sum();
    if whole <= left {
        return texts.iter().map(|text| text.chars().count()).collect();
    }
    let mut kept = Vec::new();
    for at in 0..texts.len() {
        match left.checked_sub(line(at, 0)) {
            Some(rest) => left = rest,
            None => return kept,
        }
        kept.push(0);
    }
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
    kept
}
