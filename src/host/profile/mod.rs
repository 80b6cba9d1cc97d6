//! Host profiles: what differs between runtimes, as data from `assets/hosts/*.toml`.
//!
//! A profile picks strategies (how fences are found, which YAML family, what a collision does) and
//! gives them their parameters (the [`axes`]). A runtime that behaves like a known one in every axis is a TOML file.

mod axes;
mod budget;
mod bundled;
mod catalogue;
mod code;
mod exchange;
mod fields;
mod readers;
mod sources;
mod tools;
mod walks;
mod worlds;

use std::collections::BTreeMap;

use serde::Deserialize;

use super::place::Place;
use super::settings::Settings;
use super::tree::{FileTree, Target, join};
use crate::skill::lines::LineIndex;

pub use axes::*;
pub use budget::*;
pub use catalogue::*;
pub use code::Code;
pub use exchange::*;
pub use fields::*;
pub use readers::*;
pub use sources::*;
pub use tools::*;
pub use walks::*;
pub use worlds::*;

/// One host, as its TOML file says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Stable id (`agentworks`), lower-case letters, digits and hyphens.
    pub id: String,
    /// What people read.
    pub title: String,
    /// The version of the runtime that is described.
    pub version: String,
    /// How what is said here was found out.
    #[serde(default)]
    pub established: Established,
    /// Signs in a project that this host is used there.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// Options a user can give with `--option KEY=VALUE`.
    #[serde(default)]
    pub option: Vec<HostOption>,
    /// Configuration files that give options, weakest first.
    #[serde(default)]
    pub config: Vec<Config>,
    /// Folders that depend on the place, usable as `{name}` in layer paths.
    #[serde(default)]
    pub variable: Vec<Variable>,
    /// The option that switches skills on; when it says no there is no layer at all.
    #[serde(default)]
    pub enabled_by: Option<String>,
    /// Layers, weakest first. A folder that comes twice stays at its strongest place.
    pub layer: Vec<Layer>,
    /// How one file is read.
    pub reader: Reader,
    /// How the prompt reads one, where it does so in a way of its own. What it cannot read it lists by the
    /// folder alone.
    #[serde(default)]
    pub prompt_reader: Option<Reader>,
    /// What happens when names meet.
    pub collision: Collision,
    /// The order of the list.
    #[serde(default)]
    pub order: Order,
    /// A field that, when true, keeps a skill from the model.
    #[serde(default)]
    pub hidden_by: Option<String>,
    /// Fields that keep a skill from the model where they hold anything.
    #[serde(default)]
    pub hidden_with: Vec<String>,
    /// Fields that name where a skill is good for something; elsewhere it is kept from the model.
    #[serde(default)]
    pub only_for: Vec<OnlyFor>,
    /// The text the model gets.
    pub catalogue: Catalogue,
    /// Agent types that carry skills.
    #[serde(default)]
    pub agents: Option<Agents>,
    /// How presets, steps and people choose skills.
    #[serde(default)]
    pub select: Select,
    /// How skills are searched.
    #[serde(default)]
    pub search: Search,
    /// What the model gets when it asks for one skill.
    #[serde(default)]
    pub activation: Activation,
    /// The file in which the host keeps where skills came from, by their references.
    #[serde(default)]
    pub lock: Option<String>,
    /// Which files go with a skill.
    #[serde(default)]
    pub beside: Beside,
    /// What the host tells the model about writing skills.
    #[serde(default)]
    pub write_tools: Option<WriteTools>,
    /// How it takes skills in from elsewhere.
    #[serde(default)]
    pub exchange: Exchange,
}

/// A profile that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("host profile {file}: {reason}")]
pub struct ProfileError {
    /// The file it came from.
    pub file: String,
    /// What is wrong, for people.
    pub reason: String,
}

/// A folder a scan has to look into for a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScanRoot {
    /// The folder.
    pub path: String,
    /// Levels below it that are listed (1 = its own entries).
    pub depth: usize,
    /// Names whose bytes are needed: an exact name (compared without ASCII case) or `*.md`.
    pub contents: Vec<String>,
}

/// The profiles the program knows, in the order people see them.
#[derive(Clone, Debug, Default)]
pub struct Profiles {
    list: Vec<Profile>,
}

/// Levels listed below a layer's folder: the skill folders, and enough of what they hold for the
/// Files tab and for skills that lie too deep.
const SCAN_DEPTH: usize = 7;

/// Levels listed at most, where a host searches any depth.
const DEEPEST: usize = 16;

/// The files of a workflow that choose skills.
const WORKFLOW_FILES: [&str; 2] = ["workflow.json", "step_config.json"];

impl Profiles {
    /// The profiles inside the binary.
    pub fn bundled() -> Self {
        let mut profiles = Self::default();
        for (file, text) in bundled::BUNDLED {
            // A test reads every bundled profile, so that none is ever lost here.
            let _ = profiles.add(file, text);
        }
        profiles
    }

    /// Adds a profile from the text of its file; one of the same id takes the place of the old.
    pub fn add(&mut self, file: &str, text: &str) -> Result<&Profile, ProfileError> {
        let profile = Profile::parse(file, text)?;
        let at = self.list.iter().position(|known| known.id == profile.id);
        let at = match at {
            Some(at) => {
                self.list[at] = profile;
                at
            }
            None => {
                self.list.push(profile);
                self.list.len() - 1
            }
        };
        Ok(&self.list[at])
    }

    /// By id.
    pub fn get(&self, id: &str) -> Option<&Profile> {
        self.list.iter().find(|profile| profile.id == id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.list.iter()
    }

    /// The hosts a project shows signs of, strongest first.
    pub fn detected(&self, tree: &FileTree, place: &Place) -> Vec<&Profile> {
        let mut found: Vec<_> = self
            .iter()
            .filter_map(|profile| Some((profile.detect(tree, place)?, profile)))
            .collect();
        found.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        found.into_iter().map(|(_, profile)| profile).collect()
    }
}

impl Profile {
    /// The host brings a skill of this name itself.
    pub fn has_builtin(&self, name: &str) -> bool {
        let mut builtins = self.layer.iter().flat_map(|layer| &layer.builtin);
        builtins.any(|builtin| builtin.name == name)
    }

    /// Reads a profile from the text of its file.
    pub fn parse(file: &str, text: &str) -> Result<Self, ProfileError> {
        let fail = |reason: String| ProfileError {
            file: file.to_owned(),
            reason,
        };
        let profile: Self = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
        if profile.id.is_empty()
            || !profile
                .id
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            return Err(fail(format!(
                "id {:?}: use lower-case letters, digits, -",
                profile.id
            )));
        }
        if profile.layer.is_empty() {
            return Err(fail("it has no layer".to_owned()));
        }
        let mut seen = BTreeMap::new();
        for layer in &profile.layer {
            if seen.insert(&layer.id, ()).is_some() {
                return Err(fail(format!("the layer {:?} is there twice", layer.id)));
            }
            let placed = layer.path.is_some() || layer.list.is_some() || layer.plugins.is_some();
            if !placed && layer.kind != LayerKind::Builtin {
                return Err(fail(format!("the layer {:?} has no path", layer.id)));
            }
        }
        match profile.unknown_slot() {
            Some(slot) => Err(fail(place_of(text, &slot, &profile))),
            None => Ok(profile),
        }
    }

    /// A folder in front of a path, `{name}`, that is none of the known ones.
    fn unknown_slot(&self) -> Option<String> {
        let layers = self.layer.iter().filter_map(|layer| layer.path.as_ref());
        let config = self.config.iter().map(|config| &config.file);
        let variables = self.variable.iter();
        let folders = variables.flat_map(|own| own.first_existing.iter().chain([&own.default]));
        let more = [&self.lock, &self.select.workflows];
        let fixed = config.chain(folders).map(|path| (path, false));
        let paths = layers.chain(more.into_iter().flatten());
        let mut all = paths.map(|path| (path, true)).chain(fixed);
        all.find_map(|(path, variables)| {
            let mut slots = path.match_indices('{').map(|(start, _)| {
                let len = path[start..].find('}').map(|len| len + 1);
                (
                    start,
                    &path[start..len.map_or(path.len(), |len| start + len)],
                )
            });
            let known = |slot: &str| {
                let own = self.variable.iter().map(|own| own.name.as_str());
                let own = own.filter(|_| variables).chain(["project", "home"]);
                own.into_iter().any(|name| slot == format!("{{{name}}}"))
            };
            let wrong = slots.find(|(start, slot)| *start > 0 || !known(slot));
            wrong.map(|(_, slot)| slot.to_owned())
        })
    }

    /// Where a scan has to look for this host in this place, as far as `tree` tells: once its
    /// configuration is in the tree, the folders it names are there too.
    pub fn scan_roots(&self, tree: &FileTree, place: &Place) -> Vec<ScanRoot> {
        let settings = Settings::of(self, tree, place);
        let mut roots = Vec::new();
        for config in &self.config {
            let file = settings.config_file(place, config);
            if let Some((folder, name)) = super::tree::split(&file) {
                let contents = vec![name.to_owned()];
                roots.push(ScanRoot {
                    path: folder.to_owned(),
                    depth: 1,
                    contents,
                });
            }
        }
        for layer in &self.layer {
            let mut contents = layer.walk.files.clone();
            contents.push("skills-lock.json".to_owned());
            contents.extend(
                self.catalogue
                    .group
                    .iter()
                    .flat_map(|group| group.file.clone()),
            );
            let ends = layer.walk.flat.iter().chain(&layer.walk.loose);
            contents.extend(ends.map(|end| format!("*{end}")));
            contents.extend(layer.walk.ignore_files.iter().cloned());
            let given = layer.list.iter().flat_map(|key| settings.list(key));
            let listed = given.map(|path| place.written(path));
            let anchors = place.anchors(tree, layer.ancestors);
            if layer.ancestors != Ancestors::None {
                let above = place.anchors(&FileTree::new(), Ancestors::ToGitOrTop);
                roots.extend(above.into_iter().map(|place| ScanRoot {
                    path: format!("{}/.git", place.project),
                    depth: 0,
                    contents: Vec::new(),
                }));
            }
            let fixed = layer.path.iter().flat_map(|path| {
                let all = anchors.iter();
                all.flat_map(|place| place.expand_all(self, &settings, path))
            });
            let paths: Vec<String> = listed.chain(fixed).collect();
            if layer.rows.is_some() {
                let files = paths.iter().filter_map(|path| super::tree::split(path));
                roots.extend(files.map(|(folder, name)| ScanRoot {
                    path: folder.to_owned(),
                    depth: 1,
                    contents: vec![name.to_owned()],
                }));
            }
            roots.extend(paths.into_iter().map(|path| {
                let depth = layer.walk.depth.unwrap_or(0);
                let depth = match path == place.project {
                    // The whole project is no folder of skills.
                    true => depth + 1,
                    false => depth.saturating_add(2).clamp(SCAN_DEPTH, DEEPEST),
                };
                ScanRoot {
                    path,
                    depth,
                    contents: contents.clone(),
                }
            }));
        }
        if let Some(lock) = &self.lock {
            let paths = place.expand_all(self, &settings, lock).into_iter();
            roots.extend(paths.filter_map(|path| {
                let (folder, name) = super::tree::split(&path)?;
                Some(ScanRoot {
                    path: folder.to_owned(),
                    depth: 1,
                    contents: vec![name.to_owned()],
                })
            }));
        }
        if let Some(tools) = &self.write_tools {
            let root = settings.text(&tools.file_root).unwrap_or_default();
            roots.push(ScanRoot {
                path: place.written(&root),
                depth: 1,
                contents: Vec::new(),
            });
        }
        let plugins = self.layer.iter().filter_map(|layer| layer.plugins.as_ref());
        roots.extend(plugins.flat_map(|plugins| plugins.scan_roots(place)));
        roots.extend(
            self.agents
                .iter()
                .flat_map(|agents| agents.scan_roots(place)),
        );
        if let Some(workflows) = &self.select.workflows {
            let mut contents: Vec<String> = WORKFLOW_FILES.map(str::to_owned).to_vec();
            let pointers = self
                .select
                .pointer
                .iter()
                .filter_map(|p| p.file.rsplit('/').next());
            contents.extend(pointers.map(str::to_owned));
            let paths = place.expand_all(self, &settings, workflows).into_iter();
            roots.extend(paths.map(|path| ScanRoot {
                path,
                depth: 4,
                contents: contents.clone(),
            }));
        }
        roots
    }

    /// How strongly the project shows that this host is used here; `None` when nothing does.
    /// A greater number is stronger evidence.
    pub fn detect(&self, tree: &FileTree, place: &Place) -> Option<u32> {
        self.evidence
            .iter()
            .filter(|evidence| exists(tree, &place.project, &evidence.path))
            .map(|evidence| evidence.priority)
            .max()
    }

    /// The field table row of `key`.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.reader.field.iter().find(|field| field.key == key)
    }
}

/// Where a slot stands in the text of a profile, and which there are.
fn place_of(text: &str, slot: &str, profile: &Profile) -> String {
    let at = text.find(slot).unwrap_or(0);
    let at = LineIndex::new(text).position(text, at);
    let own = profile.variable.iter();
    let own: String = own.map(|own| format!(", {{{}}}", own.name)).collect();
    format!(
        "line {}, column {}: {slot} is no folder a path can begin with; known are {{project}}, {{home}}{own}",
        at.line, at.column
    )
}

/// Whether a pattern (parts, `*` for any one name, a final `/` for a folder) is there below `folder`.
fn exists(tree: &FileTree, folder: &str, pattern: &str) -> bool {
    let wants_folder = pattern.ends_with('/');
    let parts: Vec<&str> = pattern.trim_end_matches('/').split('/').collect();
    part_exists(tree, folder, &parts, wants_folder)
}

fn part_exists(tree: &FileTree, path: &str, parts: &[&str], wants_folder: bool) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return match tree.resolve(path) {
            Ok(Target::Folder(_)) => true,
            Ok(_) => !wants_folder,
            Err(_) => false,
        };
    };
    if *part != "*" {
        return part_exists(tree, &join(path, part), rest, wants_folder);
    }
    tree.read_folder(path).is_some_and(|(real, folder)| {
        folder
            .entries
            .iter()
            .any(|entry| part_exists(tree, &join(&real, &entry.name), rest, wants_folder))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(path: &str, variable: &str) -> Result<Profile, ProfileError> {
        let text = format!(
            r#"id = "x"
title = "X"
version = "1"
{variable}
[[layer]]
id = "p"
label = "p"
badge = "P"
kind = "project"
path = "{path}"

[reader]
fences = "prefix-splitlines"
family = "struct"
yaml = "yaml-v3"

[collision]
across = "strongest"
within = "all"

[catalogue]
open = ""
entry = "- {{name}}"
close = ""
"#
        );
        Profile::parse("x.toml", &text)
    }

    #[test]
    fn a_folder_nobody_knows_in_front_of_a_path_is_refused_with_its_place() {
        let own = "[[variable]]\nname = \"store\"\ndefault = \"{project}/s\"\n";
        for path in ["{home}/x", "{project}/x", "{store}/x", "/x", "x"] {
            parsed(path, own).expect(path);
        }
        for (path, slot, column) in [
            ("{hoem}/x", "{hoem}", 9),
            ("{store/x", "{store/x", 9),
            ("{project}/{home}", "{home}", 19),
        ] {
            let error = parsed(path, "").expect_err(path).to_string();
            let place = format!("line 10, column {column}: {slot} is no folder");
            assert!(error.contains(&place), "{error}");
        }
        // A variable does not stand on another.
        assert!(parsed("{a}", "[[variable]]\nname = \"a\"\ndefault = \"{b}\"\n").is_err());
    }

    #[test]
    fn options_take_what_their_default_is_or_what_they_say() {
        let option = |text: &str| -> HostOption { toml::from_str(text).expect(text) };
        let truth = option("key = \"a\"\nhelp = \"\"\ndefault = \"true\"");
        for (value, takes) in [("false", true), ("No", true), ("", true), ("flase", false)] {
            assert_eq!(truth.takes(value), takes, "{value}");
        }
        let whole = option("key = \"a\"\nhelp = \"\"\ndefault = \"2000\"");
        for (value, takes) in [("0", true), ("abc", false), ("-1", false), ("", false)] {
            assert_eq!(whole.takes(value), takes, "{value}");
        }
        let number = option("key = \"a\"\nhelp = \"\"\ntype = \"number\"");
        for (value, takes) in [("0.5", true), ("1", true), ("1,5", false), ("inf", false)] {
            assert_eq!(number.takes(value), takes, "{value}");
        }
        assert!(option("key = \"a\"\nhelp = \"\"").takes("anything"));
    }
}
