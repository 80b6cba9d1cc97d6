//! The judged hosts look at skills as if they lay where they would go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::candidate::Candidate;
use super::find::SKILL_FILE;
use super::preview::Ground;
use crate::check::{self, Checked, Checks, Finding, Scope, check_project};
use crate::host::cuts::Cuts;
use crate::host::matrix::name_of;
use crate::host::stands::{Stands, stands};
use crate::host::tree::join;
use crate::host::verdict::{Judge, Subject, Verdict};
use crate::host::{Cache, FileTree, Survey, survey};
use crate::skill::bytes::decode;
use crate::skill::document::Document;

/// The files of one skill: the name of its folder (empty for a single file), and each with its bytes.
type Files<'f> = (&'f str, Vec<(&'f str, &'f Arc<[u8]>)>);

/// Skills where they would lie, and what each judge sees then.
struct Laid {
    tree: FileTree,
    surveys: Vec<Survey>,
    /// The skill files.
    only: BTreeSet<String>,
}

/// Fills in what the checks say of the skills, and what each judge makes of them.
pub(super) fn judge(ground: Ground<'_>, dest: &str, skills: &mut [Candidate]) {
    let real = ground.tree.real_path(dest);
    let folders = skills.iter().map(|skill| {
        let (folder, files) = match &skill.flat {
            Some(flat) => ("", std::slice::from_ref(&flat.file)),
            None => (skill.folder.as_str(), skill.files.as_slice()),
        };
        let files = files.iter();
        let files = files.map(|file| (file.path.as_str(), &file.bytes));
        (folder, files.collect::<Vec<_>>())
    });
    let laid = lay(ground, &real, folders);
    let mut found = checked(ground, &laid);
    let pairs = ground.judges.iter().zip(&laid.surveys);
    let cuts = pairs.map(|(profile, survey)| Cuts::of(profile, survey, &laid.tree, ground.place));
    let cuts: Vec<Cuts> = cuts.collect();
    for skill in skills.iter_mut() {
        let file = |dest: &str| match &skill.flat {
            Some(_) => join(dest, &skill.folder),
            None => join(&join(dest, &skill.folder), SKILL_FILE),
        };
        let path = file(&real);
        let verdicts = verdicts(ground, &laid, &cuts, [&file(dest), &path]);
        skill.findings = found.remove(&path).unwrap_or_default();
        skill.verdicts = verdicts;
    }
}

/// What the judges find in skills that would lie in folders of `dest`, by skill file. Of two that
/// would get one folder the first lies there.
pub(super) fn findings<'f>(
    ground: Ground<'_>,
    dest: &str,
    folders: impl Iterator<Item = Files<'f>>,
) -> BTreeMap<String, Vec<Finding>> {
    checked(ground, &lay(ground, dest, folders))
}

fn lay<'f>(ground: Ground<'_>, dest: &str, folders: impl Iterator<Item = Files<'f>>) -> Laid {
    let mut tree = ground.tree.clone();
    let mut only = BTreeSet::new();
    for (name, files) in folders {
        let folder = join(dest, name);
        let main = files.iter().find(|(path, _)| *path == SKILL_FILE);
        let main = main.or(files.first()).map_or("", |(path, _)| path);
        if only.insert(join(&folder, main)) {
            if !name.is_empty() {
                tree.remove(&folder);
            }
            for (path, bytes) in files {
                tree.set_file(&join(&folder, path), Arc::clone(bytes));
            }
        }
    }
    let look = |profile| survey(profile, &tree, ground.place, &mut Cache::default());
    let surveys = ground.judges.iter().map(look).collect();
    Laid {
        tree,
        surveys,
        only,
    }
}

fn checked(ground: Ground<'_>, laid: &Laid) -> BTreeMap<String, Vec<Finding>> {
    let pairs = ground.judges.iter().zip(&laid.surveys);
    let judges: Vec<check::Judge<'_>> = pairs
        .map(|(profile, survey)| check::Judge { profile, survey })
        .collect();
    let scope = Scope {
        tree: &laid.tree,
        place: ground.place,
        judges: &judges,
        config: ground.config,
        only: Some(&laid.only),
    };
    let checked = check_project(&scope, &mut Checks::once());
    let findings = |one: Checked| (one.path.to_string(), Arc::unwrap_or_clone(one.findings));
    checked.into_iter().map(findings).collect()
}

/// What each judge makes of the file at one of these paths: as the layer is written, and without links.
fn verdicts(ground: Ground<'_>, laid: &Laid, cuts: &[Cuts], paths: [&str; 2]) -> Vec<Verdict> {
    let [_, real] = paths;
    let bytes = laid.tree.content(real).cloned().unwrap_or_default();
    let text = decode(&bytes).text;
    let document = Document::parse(&text);
    let pairs = ground.judges.iter().zip(&laid.surveys);
    pairs
        .zip(cuts)
        .map(|((profile, survey), cuts)| {
            let mut ways = paths.iter().map(|path| (*path, stands(survey, path)));
            let found = ways.find(|(_, at)| !matches!(at, Stands::Nowhere));
            let (path, at) = found.unwrap_or((real, Stands::Nowhere));
            let subject = Subject {
                path,
                name: name_of(path),
                bytes: &bytes,
                text: &text,
                document: &document,
            };
            let judge = Judge {
                profile,
                place: ground.place,
                subject,
            };
            let mut verdict = judge.verdict(survey, at, None);
            cuts.tell(profile, path, &mut verdict);
            verdict
        })
        .collect()
}
