//! Where a host stands: project, home and options, and the folders that follow from them.

use std::collections::BTreeMap;

use super::profile::{Profile, Variable};
use super::tree::{FileTree, Target};

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

impl Place {
    /// Makes a path of an option or a pattern absolute: `~` is the home folder, a relative path
    /// lies in the project; `.` and `..` are worked out on the text.
    pub fn absolute(&self, path: &str) -> String {
        let joined = match path.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                format!("{}{rest}", self.home)
            }
            _ if path.starts_with('/') => path.to_owned(),
            _ => format!("{}/{path}", self.project),
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in joined.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        parts
            .iter()
            .fold(String::new(), |path, part| path + "/" + part)
    }

    /// The one folder a pattern means, given what exists.
    pub fn expand(&self, profile: &Profile, tree: &FileTree, pattern: &str) -> String {
        self.expand_with(pattern, |name| {
            let variable = profile
                .variable
                .iter()
                .find(|variable| variable.name == name)?;
            Some(self.value(profile, tree, variable))
        })
    }

    /// Every folder a pattern may mean, whatever exists: where a scan has to look.
    pub fn expand_all(&self, profile: &Profile, pattern: &str) -> Vec<String> {
        let Some(variable) = profile
            .variable
            .iter()
            .find(|v| pattern.contains(&format!("{{{}}}", v.name)))
        else {
            return vec![self.expand_with(pattern, |_| None)];
        };
        let values: Vec<String> = match self.option_of(variable) {
            Some(value) => vec![self.absolute(value)],
            None => variable
                .first_existing
                .iter()
                .chain([&variable.default])
                .map(|value| self.expand_with(value, |_| None))
                .collect(),
        };
        values
            .into_iter()
            .map(|value| self.expand_with(pattern, |_| Some(value.clone())))
            .collect()
    }

    fn value(&self, profile: &Profile, tree: &FileTree, variable: &Variable) -> String {
        if let Some(value) = self.option_of(variable) {
            return self.absolute(value);
        }
        variable
            .first_existing
            .iter()
            .map(|pattern| self.expand(profile, tree, pattern))
            .find(|path| matches!(tree.resolve(path), Ok(Target::Folder(_))))
            .unwrap_or_else(|| self.expand(profile, tree, &variable.default))
    }

    fn option_of(&self, variable: &Variable) -> Option<&str> {
        self.options
            .get(variable.option.as_ref()?)
            .map(String::as_str)
    }

    fn expand_with(&self, pattern: &str, known: impl Fn(&str) -> Option<String>) -> String {
        let Some((name, rest)) = pattern
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
        else {
            return self.absolute(pattern);
        };
        let folder = match name {
            "project" => self.project.clone(),
            "home" => self.home.clone(),
            name => known(name).unwrap_or_else(|| self.project.clone()),
        };
        self.absolute(&format!("{folder}{rest}"))
    }
}
