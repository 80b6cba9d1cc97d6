//! Where a host stands: project, home and options, and the folders that follow from them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::profile::{Ancestors, Profile, Variable};
use super::settings::Settings;
use super::tree::{FileTree, Target, parts};

/// The folders and options a survey depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The project folder (absolute, `/`).
    pub project: String,
    /// The home folder (absolute, `/`).
    pub home: String,
    /// Host options, `KEY=VALUE`; an empty value differs from an absent one.
    pub options: BTreeMap<String, String>,
}

/// The file with the project's settings, directly in the project.
pub const SETTINGS: &str = "skillkiln.toml";

impl Place {
    /// Makes a path of an option or a pattern absolute: `~` is the home folder, a relative path
    /// lies in the project; `.` and `..` are worked out on the text.
    pub fn absolute(&self, path: &str) -> String {
        collapsed(&self.written(path))
    }

    /// The same with every `..` as it stands: after a link it means another folder than the text
    /// says, which only a tree knows ([`FileTree::settled`]).
    pub fn written(&self, path: &str) -> String {
        let joined = match path.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                format!("{}{rest}", self.home)
            }
            _ if path.starts_with('/') => path.to_owned(),
            _ => format!("{}/{path}", self.project),
        };
        parts(&joined).fold(String::new(), |path, part| path + "/" + part)
    }

    /// A path as people read it: below the project without it, below the home with `~`.
    pub fn short<'a>(&self, path: &'a str) -> Cow<'a, str> {
        let below = |base: &str| {
            let rest = path.strip_prefix(base)?;
            rest.strip_prefix('/').filter(|_| !base.is_empty())
        };
        if let Some(rest) = below(&self.project) {
            return rest.into();
        }
        match below(&self.home) {
            Some(rest) => format!("~/{rest}").into(),
            None => path.into(),
        }
    }

    /// The places a layer is looked for in: this one, then those above it as far as they count.
    pub fn anchors(&self, tree: &FileTree, ancestors: Ancestors) -> Vec<Self> {
        let mut all = vec![self.clone()];
        if ancestors == Ancestors::None {
            return all;
        }
        let holds_git = |folder: &str| tree.entry(&format!("{folder}/.git")).is_some();
        let mut folder = self.project.as_str();
        if ancestors == Ancestors::GitRootAbove && holds_git(folder) {
            return Vec::new();
        }
        while !holds_git(folder) {
            match super::tree::split(folder) {
                Some((parent, _)) if !parent.is_empty() => folder = parent,
                _ if ancestors == Ancestors::ToGitOrTop => return all,
                _ if ancestors == Ancestors::GitRootAbove => return Vec::new(),
                _ => return vec![self.clone()],
            }
            all.push(Self {
                project: folder.to_owned(),
                ..self.clone()
            });
        }
        if matches!(ancestors, Ancestors::GitRoot | Ancestors::GitRootAbove) {
            all.drain(..all.len() - 1);
        }
        all
    }

    /// The folder a pattern without variables means.
    pub fn fixed(&self, pattern: &str) -> String {
        collapsed(&self.fill(pattern, |_| None))
    }

    /// The one folder a pattern means, given what exists; `None` when its variable is set to
    /// nothing by an option.
    pub fn expand(
        &self,
        profile: &Profile,
        settings: &Settings,
        tree: &FileTree,
        pattern: &str,
    ) -> Option<String> {
        let Some(variable) = variable(profile, pattern) else {
            return Some(self.fixed(pattern));
        };
        let value = match self.option_of(settings, variable) {
            Some(value) if value.is_empty() && variable.empty_is_absent => return None,
            Some(value) => tree.settled(&self.written(&value)),
            None => {
                let folders = variable
                    .first_existing
                    .iter()
                    .map(|folder| self.fixed(folder));
                let is_folder = |path: &String| matches!(tree.resolve(path), Ok(Target::Folder(_)));
                let first = folders.into_iter().find(is_folder);
                first.unwrap_or_else(|| self.fixed(&variable.default))
            }
        };
        Some(self.fill(pattern, |_| Some(value.clone())))
    }

    /// Every folder a pattern may mean, whatever exists: where a scan has to look, `..` as written.
    pub fn expand_all(&self, profile: &Profile, settings: &Settings, pattern: &str) -> Vec<String> {
        let Some(variable) = variable(profile, pattern) else {
            return vec![self.fixed(pattern)];
        };
        let values: Vec<String> = match self.option_of(settings, variable) {
            Some(value) if value.is_empty() && variable.empty_is_absent => Vec::new(),
            Some(value) => vec![self.written(&value)],
            None => {
                let all = variable.first_existing.iter().chain([&variable.default]);
                all.map(|folder| self.fixed(folder)).collect()
            }
        };
        values
            .into_iter()
            .map(|value| self.fill(pattern, |_| Some(value.clone())))
            .collect()
    }

    fn option_of(&self, settings: &Settings, variable: &Variable) -> Option<String> {
        settings.text(variable.option.as_ref()?)
    }

    fn fill(&self, pattern: &str, known: impl Fn(&str) -> Option<String>) -> String {
        let Some((name, rest)) = pattern
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
        else {
            return self.written(pattern);
        };
        let folder = match name {
            "project" => self.project.clone(),
            "home" => self.home.clone(),
            name => known(name).unwrap_or_else(|| self.project.clone()),
        };
        // The empty path is the root, whatever stands for a missing one.
        parts(&folder)
            .chain(parts(rest))
            .fold(String::new(), |path, part| path + "/" + part)
    }
}

/// `..` worked out on the text.
fn collapsed(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in parts(path) {
        match part {
            ".." => {
                kept.pop();
            }
            part => kept.push(part),
        }
    }
    kept.iter()
        .fold(String::new(), |path, part| path + "/" + part)
}

fn variable<'a>(profile: &'a Profile, pattern: &str) -> Option<&'a Variable> {
    let name = pattern.strip_prefix('{')?.split_once('}')?.0;
    profile
        .variable
        .iter()
        .find(|variable| variable.name == name)
}
