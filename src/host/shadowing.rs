//! What hides what: every name of a survey that more than one file stands for.

use std::sync::Arc;

use super::profile::Profile;
use super::survey::{Copy, Skill, Survey};
use super::tree::FileTree;

/// How a copy stands to the one that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Another text.
    Differs,
    /// Another file with the same bytes.
    Identical,
    /// The very same file, met a second time by a link.
    SameFile,
    /// The host takes fields from each of them.
    Merged,
}

/// Where a copy is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Label of its layer.
    pub layer: String,
    /// The file it stands in; `None` where there is no file.
    pub path: Option<Arc<str>>,
    /// Byte of that file where it begins.
    pub at: usize,
}

/// A name with the copy that wins, and those it hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hiding {
    /// The name.
    pub name: String,
    /// The copy the host uses.
    pub winner: Spot,
    /// The copies it hides, strongest first.
    pub hidden: Vec<(Spot, Relation)>,
    /// Which of them wins is not fixed.
    pub open: bool,
}

/// Every name of a survey that hides something, in the order of the survey.
pub fn hiding(profile: &Profile, survey: &Survey, tree: &FileTree) -> Vec<Hiding> {
    let all = survey.skills.iter();
    all.filter_map(|skill| of_skill(profile, survey, tree, skill))
        .collect()
}

fn of_skill(profile: &Profile, survey: &Survey, tree: &FileTree, skill: &Skill) -> Option<Hiding> {
    let merged = !skill.fields_from.is_empty();
    let shadows = skill.shadows.iter().map(|copy| {
        let relation = match merged {
            true => Relation::Merged,
            false => relation(tree, &skill.copy, copy),
        };
        (spot(survey, copy), relation)
    });
    let mut hidden: Vec<(Spot, Relation)> = shadows.collect();
    // Hosts that count a file once leave the other ways to it out before names are compared.
    let again = survey.not_loaded.iter().filter(|lost| {
        let winner = skill.copy.path.as_deref();
        lost.why.code == "same-file" && winner.is_some_and(|path| tree.same_file(path, &lost.path))
    });
    hidden.extend(again.map(|lost| {
        let layer = lost.layer.and_then(|layer| survey.layers.get(layer));
        let spot = Spot {
            layer: layer.map_or_else(String::new, |layer| layer.label.clone()),
            path: Some(lost.path.clone()),
            at: 0,
        };
        (spot, Relation::SameFile)
    }));
    (!hidden.is_empty()).then(|| Hiding {
        name: skill.copy.name.clone(),
        winner: spot(survey, &skill.copy),
        open: profile.open(skill),
        hidden,
    })
}

fn spot(survey: &Survey, copy: &Copy) -> Spot {
    let layer = survey.layers.get(copy.layer);
    let source = copy.source.as_ref();
    Spot {
        layer: layer.map_or_else(String::new, |layer| layer.label.clone()),
        path: copy
            .path
            .clone()
            .or(source.map(|source| source.path.as_str().into())),
        at: source.map_or(0, |source| source.span.start),
    }
}

fn relation(tree: &FileTree, winner: &Copy, other: &Copy) -> Relation {
    let (Some(one), Some(two)) = (winner.path.as_deref(), other.path.as_deref()) else {
        return Relation::Differs;
    };
    if tree.same_file(one, two) {
        Relation::SameFile
    } else if tree.content(one).is_some() && tree.content(one) == tree.content(two) {
        Relation::Identical
    } else {
        Relation::Differs
    }
}
