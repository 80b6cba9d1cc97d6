//! Where a file stands in what a host finds, and by which ways the host comes to it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::reading::Reading;
use super::survey::{NotLoaded, Skill, Survey};
use super::tree::FileTree;

/// Where a file stands in a survey.
#[derive(Clone, Copy, Debug)]
pub enum Stands<'s> {
    /// It is a copy of this skill, and this is read in it.
    Skill(&'s Skill, &'s Reading),
    /// It is not loaded.
    Lost(&'s NotLoaded),
    /// The host does not look there.
    Nowhere,
}

impl Stands<'_> {
    /// How far the host comes with the file at `path`: the less, the further.
    pub(super) fn rank(&self, path: &str) -> u8 {
        match self {
            Self::Skill(skill, _) if skill.copy.path.as_deref() == Some(path) => 0,
            Self::Skill(..) => 1,
            Self::Lost(lost) if lost.why.code == "same-file" => 3,
            Self::Lost(_) => 2,
            Self::Nowhere => 4,
        }
    }
}

/// The other ways by which a host comes to files that lie behind links, by the path without them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways(BTreeMap<String, Vec<String>>);

impl Ways {
    /// Of everything a host finds.
    pub fn of(survey: &Survey, tree: &FileTree) -> Self {
        let copies = survey.copies().filter(|copy| copy.source.is_none());
        let copies = copies.filter_map(|copy| copy.path.as_deref());
        let lost = survey.not_loaded.iter().filter(|one| one.source.is_none());
        let mut ways: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in copies.chain(lost.map(|one| &*one.path)) {
            let real = tree.real_path(path);
            if real != path {
                ways.entry(real).or_default().push(path.to_owned());
            }
        }
        Self(ways)
    }

    /// The path by which the host comes furthest with the file at `path`, which may lead through links
    /// itself, and where that stands.
    pub fn best<'s>(
        &'s self,
        survey: &'s Survey,
        tree: &FileTree,
        path: &'s str,
    ) -> (Cow<'s, str>, Stands<'s>) {
        let real = tree.real_path(path);
        let others = self.0.get(&real).into_iter().flatten();
        let others = others.map(|way| Cow::Borrowed(way.as_str()));
        let own = [Cow::Borrowed(path), Cow::Owned(real.clone())];
        let all = own.into_iter().chain(others);
        let all = all.map(|way| (stands(survey, &way), way));
        let best = all.min_by_key(|(stands, way)| stands.rank(way));
        best.map_or((Cow::Borrowed(path), Stands::Nowhere), |(stands, way)| {
            (way, stands)
        })
    }
}

/// Where the file at `path` stands in a survey.
pub fn stands<'s>(survey: &'s Survey, path: &str) -> Stands<'s> {
    let is = |known: &str| known == path;
    for skill in &survey.skills {
        let copies = std::iter::once(&skill.copy).chain(&skill.shadows);
        let mut own = copies.filter(|copy| copy.path.as_deref().is_some_and(is));
        if let Some(copy) = own.next() {
            return Stands::Skill(skill, &copy.reading);
        }
    }
    lost(survey, path)
}

/// Where a file stands that is no copy of any skill.
pub(super) fn lost<'s>(survey: &'s Survey, path: &str) -> Stands<'s> {
    // A folder is told as lost in the place of what lies in it.
    let holds = |lost: &&NotLoaded| {
        let below = path.strip_prefix(&*lost.path);
        below.is_some_and(|rest| match rest.strip_prefix('/') {
            // Folders further down may lack a skill file or have one.
            Some(inside) => lost.why.code != "no-skill-file" || !inside.contains('/'),
            None => rest.is_empty(),
        })
    };
    match survey.not_loaded.iter().find(holds) {
        Some(lost) => Stands::Lost(lost),
        None => Stands::Nowhere,
    }
}
