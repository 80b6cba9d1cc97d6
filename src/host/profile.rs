//! Host profiles: what differs between runtimes, as data from `assets/hosts/*.toml`.
//!
//! A profile picks strategies (how fences are found, which YAML family, what a collision does) and
//! gives them their parameters. A runtime that behaves like a known one in every axis is a TOML file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::place::Place;
use super::settings::Settings;
use super::tree::{FileTree, Target, join};
use crate::skill::yaml::Dialect;

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
    /// Layers, weakest first. A folder that comes twice stays at its strongest place.
    pub layer: Vec<Layer>,
    /// How one file is read.
    pub reader: Reader,
    /// What happens when names meet.
    pub collision: Collision,
    /// The order of the list.
    #[serde(default)]
    pub order: Order,
    /// A field that, when true, keeps a skill from the model.
    #[serde(default)]
    pub hidden_by: Option<String>,
    /// The text the model gets.
    pub catalogue: Catalogue,
    /// How presets, steps and people choose skills.
    #[serde(default)]
    pub select: Select,
}

/// How skills are chosen for a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Select {
    /// The folder references are joined to; a reference then loads its own folder, whatever
    /// discovery shows, and a name chooses nothing. Absent: skills are chosen by name.
    #[serde(default)]
    pub references_below: Option<String>,
}

/// A sign in a project that a host is used there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// A path below the project; a part may be `*` (any one name); a final `/` wants a folder.
    pub path: String,
    /// How strong it is; the greatest of all hosts wins.
    pub priority: u32,
}

/// An option of a host: given with `--option`, else read from its configuration, else the default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostOption {
    /// Its key.
    pub key: String,
    /// One line for people.
    pub help: String,
    /// The value when nobody gives one; lists are written with commas.
    #[serde(default)]
    pub default: Option<String>,
}

/// A configuration file of the host, whose keys become options.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where it is, with `{project}` or `{home}` in front.
    pub file: String,
    /// The option that names another file.
    #[serde(default)]
    pub option: Option<String>,
    /// How it is written.
    pub format: ConfigFormat,
    /// Tables whose keys are options: the path of the table, and what stands before the key in the
    /// option's name.
    pub tables: Vec<ConfigTable>,
}

/// One table of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigTable {
    /// Its path (`tools.skills`); empty for the top of the file.
    pub path: String,
    /// Stands before each key (`storage_`).
    #[serde(default)]
    pub prefix: String,
}

/// How a configuration file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConfigFormat {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

/// A folder whose place depends on an option or on what exists.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variable {
    /// How layer paths name it: `{name}`.
    pub name: String,
    /// The option that sets it, when given and not empty.
    #[serde(default)]
    pub option: Option<String>,
    /// Otherwise the first of these folders that exists.
    #[serde(default)]
    pub first_existing: Vec<String>,
    /// Otherwise this.
    pub default: String,
    /// An empty option takes the layers away that stand on this variable; otherwise it means the
    /// project folder.
    #[serde(default)]
    pub empty_is_absent: bool,
}

/// The nature of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayerKind {
    /// Inside the runtime's own code.
    Builtin,
    /// Brought by plugins.
    Plugin,
    /// In the home folder.
    User,
    /// In the project.
    Project,
    /// In the project, made by its own author tools.
    Custom,
}

impl LayerKind {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Plugin => "plugin",
            Self::User => "user",
            Self::Project => "project",
            Self::Custom => "custom",
        }
    }
}

/// One layer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Layer {
    /// Stable id, unique within the host.
    pub id: String,
    /// What people read.
    pub label: String,
    /// One letter for the list.
    pub badge: char,
    /// Its nature.
    pub kind: LayerKind,
    /// The folder, with `{project}`, `{home}` or a variable in front; absent for builtins.
    #[serde(default)]
    pub path: Option<String>,
    /// An option with a list of folders: one layer each, the first the strongest.
    #[serde(default)]
    pub list: Option<String>,
    /// The layer is absent when this option holds something.
    #[serde(default)]
    pub unless: Option<String>,
    /// The layer is absent when this option is empty or false.
    #[serde(default)]
    pub when: Option<String>,
    /// Links in the path of the folder itself are resolved before it is compared or shown.
    #[serde(default)]
    pub resolve: bool,
    /// The host's own word for where its skills come from; absent: the layer id.
    #[serde(default)]
    pub origin: Option<String>,
    /// How a skill of this layer is referred to; `{folder}` is its folder name.
    #[serde(default = "folder_reference")]
    pub reference: String,
    /// skillkiln writes here.
    #[serde(default)]
    pub write: bool,
    /// How the folder is searched.
    #[serde(default)]
    pub walk: Walk,
    /// Skills the runtime brings itself; their text is not known and stands as a placeholder.
    #[serde(default)]
    pub builtin: Vec<Builtin>,
}

fn folder_reference() -> String {
    "{folder}".to_owned()
}

/// A skill that lives in the runtime's code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Builtin {
    /// Its name.
    pub name: String,
    /// Placeholder for its description, in our words.
    pub description: String,
    /// Offered without being asked for by name.
    #[serde(default)]
    pub always: bool,
}

/// How a layer's folder is searched.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Walk {
    /// Names of the skill file, best first.
    pub files: Vec<String>,
    /// Folder names that are never entered.
    pub prune: Vec<String>,
    /// Folder names that only hold other layers: never a skill themselves.
    pub containers: Vec<String>,
    /// Links to folders and files are followed.
    pub links: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            files: vec!["SKILL.md".to_owned()],
            prune: Vec::new(),
            containers: Vec::new(),
            links: true,
        }
    }
}

/// How one file is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reader {
    /// How the frontmatter is cut out.
    pub fences: Fences,
    /// How its YAML becomes fields.
    pub family: Family,
    /// The YAML rules the family stands on.
    pub yaml: Dialect,
    /// What the host knows, in its order.
    pub field: Vec<Field>,
    /// Where the name comes from when the field is absent or empty.
    #[serde(default)]
    pub name_fallback: NameFallback,
    /// Rules of the host's own validation, which loading does not apply; shown as notes.
    #[serde(default)]
    pub validate: Validate,
}

/// How frontmatter is cut out of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fences {
    /// Three dashes at byte 0; closed by the first LF and three dashes; both parts trimmed of
    /// Unicode white space; blank text is an error of its own (AgentWorks, recorded).
    PrefixLfDashes,
    /// Three dashes at byte 0; cut at the second `---` anywhere; universal line ends
    /// (skills-ref 0.1.1, recorded).
    AnywhereDashes,
}

/// How YAML becomes fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Decoded into a typed structure, as Go's yaml.v3 does.
    Struct,
    /// Every scalar is text; flow style, anchors, tags and repeated keys are refused (strictyaml).
    AllText,
}

/// The type a host wants for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldRule {
    /// A text; the host's own way with other scalars.
    Text,
    /// true or false; absent is false.
    Bool,
    /// true or false; absent is told from false.
    MaybeBool,
    /// A list of texts.
    TextList,
    /// Anything; kept as it is.
    Any,
}

/// One field of a host.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Field {
    /// The key as written.
    pub key: String,
    /// The type it must have.
    pub rule: FieldRule,
    /// What the host does with it: one line for the Reading tab.
    #[serde(default)]
    pub effect: String,
}

/// Where a name comes from when the field gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameFallback {
    /// Nowhere.
    #[default]
    None,
    /// The reference (folder path below the skills folder).
    Reference,
}

/// A validation that a host runs apart from loading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Validate {
    /// None.
    #[default]
    None,
    /// AgentWorks: on import, validate and save.
    Agentworks,
    /// The agentskills reference validator.
    Agentskills,
}

/// What happens when two skills have one name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Collision {
    /// Across layers.
    pub across: Winner,
    /// Within one layer.
    pub within: Winner,
    /// A builtin takes the place of a disk skill whose reference is its name.
    #[serde(default)]
    pub builtin_takes_reference: bool,
    /// Why the winner rests on our own decision, if it does.
    #[serde(default)]
    pub note: Option<String>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The strongest layer (the last in the profile), or the first found within a layer.
    Strongest,
    /// Nobody: all are kept.
    All,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By reference, code points.
    #[default]
    Reference,
    /// By name, code points.
    Name,
}

/// The catalogue text as a template. `{name}`, `{description}` and `{location}` are slots.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Catalogue {
    /// What stands first.
    pub open: String,
    /// Between what stands first and the first entry.
    #[serde(default)]
    pub first: String,
    /// One skill.
    pub entry: String,
    /// One skill without description, when that looks different.
    #[serde(default)]
    pub bare: Option<String>,
    /// Between two entries.
    #[serde(default)]
    pub between: String,
    /// What stands last.
    #[serde(default)]
    pub close: String,
    /// Shown although there is no skill.
    #[serde(default)]
    pub when_empty: bool,
    /// White space around the description is removed.
    #[serde(default)]
    pub trim_description: bool,
    /// Skills without a name are left out.
    #[serde(default)]
    pub skip_nameless: bool,
    /// How name and description are escaped; the location never is.
    #[serde(default)]
    pub escape: Escape,
}

/// How text is escaped in a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// Not at all.
    #[default]
    None,
    /// `&`, `<`, `>`, `"` as `&quot;`, `'` as `&#x27;` (Python's html.escape).
    Html,
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

/// The files in the binary: file name and text.
const BUNDLED: &[(&str, &str)] = &[
    (
        "agentworks.toml",
        include_str!("../../assets/hosts/agentworks.toml"),
    ),
    (
        "agentskills.toml",
        include_str!("../../assets/hosts/agentskills.toml"),
    ),
];

/// Levels listed below a layer's folder: the skill folders, and enough of what they hold for the
/// Files tab and for skills that lie too deep.
const SCAN_DEPTH: usize = 7;

impl Profiles {
    /// The profiles inside the binary.
    pub fn bundled() -> Self {
        let mut profiles = Self::default();
        for (file, text) in BUNDLED {
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
            let placed = layer.path.is_some() || layer.list.is_some();
            if !placed && layer.kind != LayerKind::Builtin {
                return Err(fail(format!("the layer {:?} has no path", layer.id)));
            }
        }
        Ok(profile)
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
            let given = layer.list.iter().flat_map(|key| settings.list(key));
            let listed = given.map(|path| place.absolute(path));
            let fixed = layer
                .path
                .iter()
                .flat_map(|path| place.expand_all(self, &settings, path));
            roots.extend(listed.chain(fixed).map(|path| ScanRoot {
                path,
                depth: SCAN_DEPTH,
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
