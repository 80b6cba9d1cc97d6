//! What a search for skills gives: the ranking of the host's own search tool, or a plain one where
//! a host has none.

use std::cmp::Ordering;

use serde_json::{Value as Json, json};

use super::Place;
use super::profile::{Profile, Search};
use super::python::{casefold, strip};
use super::sequence::ratio;
use super::settings::Settings;
use super::survey::{Skill, Survey};
use super::tree::FileTree;
use super::write_access::{WriteAccess, write_access};

/// What a search gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Hits {
    /// The query without white space around it; `None` when nothing is left.
    pub query: Option<String>,
    /// How many skills there are to search.
    pub total: usize,
    /// Nothing held the query: these only look like it.
    pub fuzzy: bool,
    /// The skills, best first.
    pub hits: Vec<Hit>,
}

/// One skill that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its name.
    pub name: String,
    /// Its description as the search shows it.
    pub description: String,
    /// The host's own word for where it comes from.
    pub source: String,
    /// Why it stands where it stands; `None` without a query.
    pub key: Option<Key>,
}

/// A rank: smaller stands first.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// 0 the name, 1 its start, 2 inside it, 3 inside the description, 4 only alike.
    pub tier: u8,
    /// Within a tier: the length of the name, the place of the find in code points, or minus the
    /// likeness.
    pub number: f64,
    /// The case-folded name.
    pub name: String,
}

impl Key {
    fn compare(&self, other: &Self) -> Ordering {
        self.tier
            .cmp(&other.tier)
            .then(self.number.total_cmp(&other.number))
            .then_with(|| self.name.cmp(&other.name))
    }
}

/// Searches the skills of a survey as the host does.
pub fn search(profile: &Profile, survey: &Survey, query: &str) -> Hits {
    let query = Some(strip(query)).filter(|query| !query.is_empty());
    let mut ranked: Vec<(&Skill, Option<Key>)> = match query {
        None => survey.skills.iter().map(|skill| (skill, None)).collect(),
        Some(query) => {
            let query = casefold(query);
            let key = |skill| key(&profile.search, skill, &query);
            survey
                .skills
                .iter()
                .map(|skill| (skill, Some(key(skill))))
                .collect()
        }
    };
    let tier = |key: &Option<Key>| key.as_ref().map_or(0, |key| key.tier);
    let fuzzy = ranked.iter().all(|(_, key)| tier(key) == ALIKE);
    ranked.retain(|(_, key)| {
        let alike = key
            .as_ref()
            .is_some_and(|key| key.tier == ALIKE && key.number < 0.0);
        tier(key) < ALIKE || (fuzzy && alike)
    });
    ranked.sort_by(|(a, a_key), (b, b_key)| match (a_key, b_key) {
        (Some(a), Some(b)) => a.compare(b),
        _ => a.copy.name.cmp(&b.copy.name),
    });
    ranked.truncate(profile.search.limit.unwrap_or(usize::MAX));
    let hits: Vec<Hit> = ranked
        .into_iter()
        .map(|(skill, key)| hit(&profile.search, skill, key))
        .collect();
    Hits {
        query: query.map(str::to_owned),
        total: survey.skills.len(),
        fuzzy: fuzzy && !hits.is_empty(),
        hits,
    }
}

/// The tier of what does not hold the query.
const ALIKE: u8 = 4;

fn key(search: &Search, skill: &Skill, query: &str) -> Key {
    let name = casefold(&skill.copy.name);
    let description = casefold(
        skill
            .copy
            .reading
            .description
            .as_deref()
            .unwrap_or_default(),
    );
    let place = |text: &str| text.find(query).map(|at| text[..at].chars().count());
    let (tier, number) = if name == query {
        (0, 0.0)
    } else if name.starts_with(query) {
        (1, name.chars().count() as f64)
    } else if let Some(at) = place(&name) {
        (2, at as f64)
    } else if let Some(at) = place(&description) {
        (3, at as f64)
    } else if search.alike {
        (ALIKE, -ratio(query, &name).max(ratio(query, &description)))
    } else {
        (ALIKE, 0.0)
    };
    Key { tier, number, name }
}

fn hit(search: &Search, skill: &Skill, key: Option<Key>) -> Hit {
    let description = strip(
        skill
            .copy
            .reading
            .description
            .as_deref()
            .unwrap_or_default(),
    );
    let shown = if description.is_empty() {
        &search.bare
    } else {
        description
    };
    Hit {
        name: skill.copy.name.clone(),
        description: shown.to_owned(),
        source: skill.origin.to_string(),
        key,
    }
}

/// A search as JSON: the ranking, and for a host that tells it where new skills could be written.
pub fn search_json(
    profile: &Profile,
    tree: &FileTree,
    place: &Place,
    survey: &Survey,
    query: &str,
) -> Json {
    let found = search(profile, survey, query);
    let names: Vec<&str> = found.hits.iter().map(|hit| hit.name.as_str()).collect();
    let matches: Vec<Json> = found
        .hits
        .iter()
        .map(
            |hit| json!({ "name": hit.name, "description": hit.description, "source": hit.source }),
        )
        .collect();
    let mut out = json!({
        "query": found.query,
        "total": found.total,
        "fuzzy": found.fuzzy,
        "names": names,
        "matches": matches,
    });
    let settings = Settings::of(profile, tree, place);
    if let Some(access) = write_access(profile, &settings, tree, place, survey) {
        let WriteAccess {
            write_dir,
            access,
            filesystem_path,
            discovery_paths,
        } = access;
        out["write_dir"] = json!(write_dir);
        out["write_dir_access"] = json!(access);
        out["write_dir_filesystem_path"] = json!(filesystem_path);
        out["discovery_paths"] = json!(discovery_paths);
    }
    out
}
