//! Where skill files lie: too deep, loose, behind links that lead nowhere.

use std::collections::BTreeSet;

use super::project::{Found, Judge, Says, Scope};
use super::{Rule, Severity};
use crate::host::stray::{self, NEAR};
use crate::host::survey::{Copy, NotLoaded};
use crate::host::tree::{FileTree, Kind, join, split};
use crate::host::{Fault, Profile};
use crate::skill::Span;
use crate::skill::hidden::visible_line;

const fn row(id: &'static str, severity: Severity, summary: &'static str) -> Rule {
    Rule {
        id,
        severity,
        hosts: &[],
        explains: &[],
        effect: "",
        summary,
        find: |_| Vec::new(),
    }
}

const LINK: &str = "file/link";
const TAKES_ALL: &str = "host/takes-all";

/// A link below a folder of skills that leads back up to one it lies in.
const LINK_UP: &str = "link-up";

pub(super) const RULES: &[Rule] = &[
    row(
        "file/depth",
        Severity::Error,
        "A skill lies deeper than a host looks",
    ),
    row(
        "file/flat",
        Severity::Warning,
        "A single file where a host wants a folder",
    ),
    row(
        "file/place",
        Severity::Error,
        "A skill file where a host never looks",
    ),
    row(
        LINK,
        Severity::Error,
        "A link that leads nowhere, in a circle, or out of the skill",
    ),
    row(
        "file/unreadable",
        Severity::Error,
        "A file or folder that cannot be read",
    ),
    row(
        TAKES_ALL,
        Severity::Error,
        "One file or link keeps a host from loading any skill",
    ),
];

/// What the codes of a walk mean: the rule, how bad, and what to do.
const CODES: &[(&str, &str, Severity, &str)] = &[
    (
        "depth",
        "file/depth",
        Severity::Error,
        "Move the folder up, directly below the folder of skills.",
    ),
    (
        "flat",
        "file/flat",
        Severity::Warning,
        "Make a folder of this name, and move the file into it as SKILL.md.",
    ),
    (
        "name-case",
        "file/name-case",
        Severity::Error,
        "Rename the file; where letters do not count, rename it to something else first.",
    ),
    (
        "root-file",
        "file/place",
        Severity::Error,
        "Make a folder for the skill, and move the file into it.",
    ),
    (
        "container",
        "file/place",
        Severity::Error,
        "Make a folder for the skill, and move the file into it.",
    ),
    (
        "ignored-folder",
        "file/place",
        Severity::Warning,
        "Give the folder another name if it is a skill.",
    ),
    (
        NEAR,
        "file/place",
        Severity::Warning,
        "Move the skill into the folder of that name.",
    ),
    (
        "ignored",
        "file/place",
        Severity::Warning,
        "Take that line out of the ignore file if it is a skill.",
    ),
    (
        "below-a-skill",
        "file/place",
        Severity::Error,
        "Move the skill file above it into a folder of its own.",
    ),
    (
        "in-a-skill",
        "file/place",
        Severity::Warning,
        "Move it out of that folder if it is a skill of its own.",
    ),
    (
        "folder",
        "file/place",
        Severity::Error,
        "Make a single file of it.",
    ),
    (
        "beyond-the-limit",
        "file/place",
        Severity::Error,
        "Have fewer folders there.",
    ),
    (LINK_UP, LINK, Severity::Warning, "Remove the link."),
    (
        "dangling-link",
        LINK,
        Severity::Error,
        "Point the link to the skill, or remove it.",
    ),
    (
        "link-loop",
        LINK,
        Severity::Error,
        "Point the link to the skill, or remove it.",
    ),
    (
        "link",
        LINK,
        Severity::Error,
        "Put the folder itself here instead of a link.",
    ),
    (
        "unreadable",
        "file/unreadable",
        Severity::Error,
        "Look at the rights and the kind of what is there.",
    ),
    (
        "special-file",
        "file/unreadable",
        Severity::Error,
        "Put the file itself here.",
    ),
    (
        NO_NAME,
        "file/unreadable",
        Severity::Error,
        "Rename it, in UTF-8.",
    ),
];

/// What is called so that it cannot be opened here, while the host may well open it.
const NO_NAME: &str = "name-encoding";

/// What the walks of the judged hosts met and did not take.
pub(super) fn find(scope: &Scope<'_>, found: &mut Vec<Found>) {
    unread_folders(scope, found);
    let mut folders: Vec<&str> = Vec::new();
    for judge in scope.judges {
        for item in judge
            .survey
            .not_loaded
            .iter()
            .filter(|item| item.reading.is_none() && item.source.is_none())
        {
            // Where no skill loads at all, nothing is found twice either.
            if item.why.code != LINK_UP || judge.survey.nothing_loads().is_none() {
                found.extend(miss(judge.profile, item));
            }
        }
        let entries = judge.survey.not_loaded.iter();
        found.extend(entries.filter_map(|item| entry(judge.profile, item)));
        takes_all(judge, scope.only, found);
        let skills = judge.survey.skills.iter();
        let unread = skills.filter_map(|skill| unread(scope.tree, judge.profile, &skill.copy));
        found.extend(unread);
        for copy in judge.survey.copies() {
            let (Some(folder), Some(path)) = (&copy.folder, &copy.path) else {
                continue;
            };
            if folders.binary_search(&&**folder).is_err() {
                links(scope.tree, folder, path, judge.profile, found);
            }
        }
        let own = judge
            .survey
            .copies()
            .filter_map(|copy| copy.folder.as_deref());
        folders.extend(own);
        folders.sort_unstable();
        folders.dedup();
    }
}

fn miss(profile: &Profile, item: &NotLoaded) -> Option<Found> {
    let (code, rule, severity, help) = CODES.iter().find(|(code, ..)| *code == item.why.code)?;
    let why = visible_line(&item.why.message);
    let says = match *code {
        NO_NAME => Says(
            format!("{why}, so nobody knows here what "),
            (" makes", " make"),
            " of it.".to_owned(),
        ),
        LINK_UP => Says(
            format!("{why}, so "),
            (" finds", " find"),
            " what lies there again at every level.".to_owned(),
        ),
        _ => Says(
            format!("{why}, so "),
            (" does", " do"),
            " not load it.".to_owned(),
        ),
    };
    Some(Found {
        path: item.path.to_string(),
        rule,
        severity: *severity,
        says: vec![(says, vec![profile.id.clone()])],
        help: (*help).to_owned(),
        range: 0..0,
        related: Vec::new(),
    })
}

/// What a host takes for a skill and fails on, where there is no text in which that could be told.
fn unread(tree: &FileTree, profile: &Profile, copy: &Copy) -> Option<Found> {
    let fails = visible_line(copy.reading.fails.as_deref()?);
    let path = copy.path.as_deref()?;
    tree.content(path).is_none().then(|| Found {
        path: path.to_owned(),
        rule: "file/unreadable",
        severity: Severity::Error,
        says: vec![(
            Says(
                String::new(),
                (" fails on it", " fail on it"),
                format!(": {fails}."),
            ),
            vec![profile.id.clone()],
        )],
        help: "Put the file itself here.".to_owned(),
        range: 0..0,
        related: Vec::new(),
    })
}

/// The files and links for which a host loads no skill at all.
fn takes_all(judge: &Judge<'_>, only: Option<&BTreeSet<String>>, found: &mut Vec<Found>) {
    let lost = &judge.survey.not_loaded;
    for fault in &judge.survey.faults {
        let Fault::All { path, message } = fault else {
            continue;
        };
        found.extend(taken_along(judge, only, path, message));
        let of = |before: String, path: &str, range: Span, help: &str| Found {
            path: path.to_owned(),
            rule: TAKES_ALL,
            severity: Severity::Error,
            says: vec![(
                Says(
                    before,
                    (" loads", " load"),
                    " no skill at all, the sound ones neither.".to_owned(),
                ),
                vec![judge.profile.id.clone()],
            )],
            help: help.to_owned(),
            range,
            related: Vec::new(),
        };
        let item = lost.iter().find(|item| *item.path == **path);
        if item.is_some_and(|item| item.why.code == LINK_UP) {
            // Links that keep a search going are to blame together.
            let links = lost.iter().filter(|one| one.why.code == LINK_UP);
            found.extend(links.map(|item| {
                let why = visible_line(&item.why.message);
                let before = format!("{why}, and so does another: the search never ends, so ");
                of(before, &item.path, 0..0, "Remove the link.")
            }));
            continue;
        }
        let range = item.and_then(|item| item.why.at.clone()).unwrap_or(0..0);
        let before = format!("{}, so ", visible_line(message));
        let help = "Mend it or take it away; all other skills wait for it.";
        found.push(of(before, path, range, help));
    }
}

/// Sound files that were asked for, while the one that keeps them from loading was not.
fn taken_along(
    judge: &Judge<'_>,
    only: Option<&BTreeSet<String>>,
    culprit: &str,
    message: &str,
) -> Vec<Found> {
    let only = only.filter(|only| !only.contains(culprit));
    let asked = |path: &&String| {
        let mut copies = judge.survey.copies();
        copies.any(|copy| copy.path.as_deref() == Some(&**path))
    };
    let asked = only.into_iter().flatten().filter(asked);
    let found = asked.map(|path| {
        let (file, why) = (visible_line(culprit), visible_line(message));
        let says = Says(
            format!("{why} in {file}, so "),
            (" loads", " load"),
            " no skill at all, this one neither.".to_owned(),
        );
        Found {
            path: path.clone(),
            rule: TAKES_ALL,
            severity: Severity::Error,
            says: vec![(says, vec![judge.profile.id.clone()])],
            help: format!("Mend {file} or take it away."),
            range: 0..0,
            related: vec![(culprit.to_owned(), "what keeps it from loading")],
        }
    });
    found.collect()
}

/// Skills in folders of the project that no known host looks into.
fn unread_folders(scope: &Scope<'_>, found: &mut Vec<Found>) {
    let seen = scope.judges.iter().flat_map(|judge| {
        let copies = judge.survey.copies();
        let lost = judge.survey.not_loaded.iter();
        let copies = copies.filter_map(|copy| copy.path.as_deref());
        copies.chain(lost.map(|item| &*item.path))
    });
    // Most hosts see the same files.
    let seen: BTreeSet<&str> = seen.collect();
    let seen: BTreeSet<String> = seen.iter().map(|path| scope.tree.real_path(path)).collect();
    let lost = stray::lost(scope.tree, scope.place, &seen).into_iter();
    let hosts = scope.judges.iter().map(|judge| judge.profile.id.clone());
    let hosts: Vec<String> = hosts.collect();
    found.extend(lost.map(|lost| {
        let folder = scope.place.short(&lost.folder);
        let folder = visible_line(&folder);
        let what = format!("No host that is known here looks into {folder}.");
        Found {
            path: lost.path,
            rule: "file/place",
            severity: Severity::Warning,
            says: vec![(Says(what, ("", ""), String::new()), hosts.clone())],
            help: "Move the skill into a folder that its host reads, as .agents/skills.".to_owned(),
            range: 0..0,
            related: Vec::new(),
        }
    }));
}

/// An entry of a list, or a plugin, that is in force and fails. What is switched off, or only set by
/// code, is no fault.
fn entry(profile: &Profile, item: &NotLoaded) -> Option<Found> {
    let source = item.source.as_ref()?;
    if matches!(
        item.why.code,
        "plugin-disabled" | "plugin-incompatible" | "set-by-code"
    ) {
        return None;
    }
    let name = visible_line(&item.name);
    Some(Found {
        path: item.path.to_string(),
        rule: super::judge::DROPPED,
        severity: Severity::Error,
        says: vec![(
            Says(
                format!("{}, so ", visible_line(&item.why.message)),
                (" does", " do"),
                format!(" not load {name}."),
            ),
            vec![profile.id.clone()],
        )],
        help: format!("Correct {name} in this file."),
        range: source.span.clone(),
        related: Vec::new(),
    })
}

/// Levels of a skill folder whose links are looked at.
const LEVELS: usize = 4;

/// Links inside a skill: those that lead nowhere, and those that lead out of it.
fn links(tree: &FileTree, folder: &str, file: &str, profile: &Profile, found: &mut Vec<Found>) {
    let Some((real, _)) = tree.read_folder(folder) else {
        return;
    };
    let mut open = vec![(real.clone(), 0)];
    while let Some((path, level)) = open.pop() {
        for entry in tree
            .folder(&path)
            .into_iter()
            .flat_map(|folder| &folder.entries)
        {
            let inner = join(&path, &entry.name);
            match &entry.kind {
                Kind::Folder if level < LEVELS => open.push((inner, level + 1)),
                Kind::Link(target) => {
                    let Some(what) = bad_link(tree, &real, &inner, target) else {
                        continue;
                    };
                    let name = inner.strip_prefix(&real).unwrap_or(&inner);
                    let name = visible_line(name.trim_start_matches('/'));
                    found.push(Found {
                        path: file.to_owned(),
                        rule: LINK,
                        severity: Severity::Warning,
                        says: vec![(
                            Says(format!("The link {name} {what}."), ("", ""), String::new()),
                            vec![profile.id.clone()],
                        )],
                        help: format!("Put the file itself in the place of {name}."),
                        range: 0..0,
                        related: Vec::new(),
                    });
                }
                _ => {}
            }
        }
    }
}

/// Where a link leads is judged by its own text: what lies outside was not scanned.
fn bad_link(tree: &FileTree, root: &str, link: &str, target: &str) -> Option<&'static str> {
    let mut at: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => split(link)?
            .0
            .split('/')
            .filter(|part| !part.is_empty())
            .collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(at.pop()),
            part => at.push(part),
        }
    }
    let leads = format!("/{}", at.join("/"));
    let inside = leads == root || leads.strip_prefix(root).is_some_and(|r| r.starts_with('/'));
    match (inside, tree.resolve(link)) {
        (false, _) => Some("leads out of the skill"),
        (true, Err(_)) => Some("leads nowhere"),
        (true, Ok(_)) => None,
    }
}
