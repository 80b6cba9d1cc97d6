//! Skills that are no files of their own, and agents that carry skills: the part of a profile that
//! says where those stand.

use serde::Deserialize;

use super::ScanRoot;
use crate::host::place::Place;

/// Plugins whose code registers skills. Their sources are read; they are never run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plugins {
    /// Folders that hold plugins, weakest first: a later plugin takes the place of an earlier one
    /// of its name.
    pub folders: Vec<String>,
    /// The option that lists the plugins in force; an empty list means all of them.
    pub enabled_by: String,
    /// What a plugin folder must hold to be one; its keys are `name` and `entry`.
    pub manifest: String,
    /// The source file when the manifest names none.
    pub entry: String,
    /// The key of the manifest that says which versions of the runtime it fits.
    #[serde(default)]
    pub wants: String,
    /// Keys of the manifest that say what else it needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The module function that registers skills; it gets one argument, the registry.
    pub hook: String,
    /// The registry's method that takes one skill as a dictionary.
    pub method: String,
}

/// Agent types that carry skills, and where they are written down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Agents {
    /// Folders with the files, weakest first; fields are overlaid.
    pub folders: Vec<String>,
    /// JSON files in each folder, weakest first; a later one takes a name over whole.
    pub files: Vec<String>,
    /// The JSON file in each folder whose stages may add skills.
    pub teams: String,
    /// Module functions of plugins that register agent types, as the hook of the plugin layer does
    /// with skills.
    #[serde(default)]
    pub hooks: Vec<String>,
    /// Module functions of plugins that register teams.
    #[serde(default)]
    pub team_hooks: Vec<String>,
    /// Names the runtime brings itself; their prompts are not known.
    pub builtin: Vec<String>,
    /// What stands for a prompt that is not known.
    pub builtin_prompt: String,
    /// What a job without any prompt is told, in our words.
    pub job_prompt: String,
    /// Stands on the line before what an agent type remembers, below the section.
    #[serde(default)]
    pub memory_heading: String,
    /// The option that says how many characters of it there may be.
    #[serde(default)]
    pub memory_limit: String,
    /// Stands on the line before the task of a job.
    #[serde(default)]
    pub task_heading: String,
    /// Stands on the line before what the runs of a job remember.
    #[serde(default)]
    pub run_memory_heading: String,
    /// The option that, when false, leaves the root agent without an agent type.
    pub root_when: String,
    /// The option that names the root agent's type.
    pub root_name: String,
    /// The option that takes the place of the root agent's prompt and skills.
    pub root_prompt: String,
}

/// A JSON file of skills.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rows {
    /// What stands in it.
    pub form: RowForm,
    /// An option that picks rows by their `orgId`.
    #[serde(default)]
    pub org: Option<String>,
    /// An option that picks rows by their `userId`.
    #[serde(default)]
    pub user: Option<String>,
}

/// What the objects of a JSON file of skills are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowForm {
    /// Rows of a store: `content` is the text of a skill file, or the body beside ready fields.
    Store,
    /// Specs of subagents, each a skill for delegation only.
    Specs,
}

/// Skills chosen by what the user intends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Intents {
    /// The field that lists the intents of a skill; one of them must be the text asked for.
    pub field: String,
    /// The field that says how a skill comes up.
    pub by: String,
    /// Its values that let an intent choose the skill; any other leaves only its name.
    pub values: Vec<String>,
}

/// Levels listed below a folder of plugins: the plugins and what their sources are sorted into.
const PLUGIN_DEPTH: usize = 4;

impl Plugins {
    /// Where a scan has to look for plugins.
    pub fn scan_roots(&self, place: &Place) -> Vec<ScanRoot> {
        let root = |folder: &String| ScanRoot {
            path: place.fixed(folder),
            depth: PLUGIN_DEPTH,
            contents: ["*.py", "*.json", "*.md", "*.txt"]
                .map(str::to_owned)
                .into(),
        };
        self.folders.iter().map(root).collect()
    }
}

impl Agents {
    /// Where a scan has to look for agent types and teams.
    pub fn scan_roots(&self, place: &Place) -> Vec<ScanRoot> {
        let names = self.files.iter().chain([&self.teams]);
        let contents: Vec<String> = names.cloned().collect();
        let root = |folder: &String| ScanRoot {
            path: place.fixed(folder),
            depth: 1,
            contents: contents.clone(),
        };
        self.folders.iter().map(root).collect()
    }
}
