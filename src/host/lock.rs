//! What the lock file of a host, or of the `npx skills` tool, says of a skill: where it was installed
//! from.

use serde_json::Value as Json;

use super::place::Place;
use super::profile::{LockKey, Profile};
use super::settings::Settings;
use super::survey::Copy;
use super::tree::{FileTree, join, split};

/// The entry of a skill's reference in the host's own lock file. `None` without one, and when the file
/// cannot be read (AgentWorks, recorded in `discovery.json`).
pub fn host_entry(profile: &Profile, tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    copy.path.as_ref()?;
    let settings = Settings::of(profile, tree, place);
    let path = place.expand(profile, &settings, tree, profile.lock.as_ref()?)?;
    entry(tree, &path, &copy.reference)
}

/// As [`host_entry`]; else the one in a lock beside its folder, where skillkiln itself writes it.
pub fn lock_entry(profile: &Profile, tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    let beside = || {
        copy.path.as_ref()?;
        // A skill that is one file is called as that file, without its ending.
        let (area, folder) = split(copy.folder.as_deref().or(copy.path.as_deref())?)?;
        let key = match (profile.exchange.lock_key, &copy.folder) {
            (LockKey::Name, _) => &copy.name,
            (LockKey::Folder, Some(_)) => folder,
            (LockKey::Folder, None) => folder.rsplit_once('.').map_or(folder, |(stem, _)| stem),
        };
        entry(tree, &format!("{area}/skills-lock.json"), key)
    };
    host_entry(profile, tree, place, copy).or_else(beside)
}

/// The name of the file that `npx skills` writes into the folder it runs in.
pub const NPX_LOCK: &str = "skills-lock.json";

/// The folder, from there, that `npx skills` keeps the skills in; those of some hosts are links to
/// the ones there. Skills of all projects lie in the one of the home.
pub const NPX_SKILLS: &str = ".agents/skills";

/// The folder, from the home, that `npx skills` keeps its lock of those in, and the name of that lock (as
/// 1.7.4 has it).
pub const NPX_HOME: &str = ".agents";
/// See [`NPX_HOME`].
pub const NPX_HOME_LOCK: &str = ".skill-lock.json";

/// One lock of `npx skills`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NpxLock {
    /// That of the project.
    Project,
    /// That of the home, for all projects.
    Home,
}

impl NpxLock {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Project, Self::Home];

    /// The folder that it tells of, from which [`NPX_SKILLS`] counts.
    pub fn base(self, place: &Place) -> &str {
        match self {
            Self::Project => &place.project,
            Self::Home => &place.home,
        }
    }

    /// The file.
    pub fn file(self, place: &Place) -> String {
        let base = self.base(place);
        match self {
            Self::Project => join(base, NPX_LOCK),
            Self::Home => join(&join(base, NPX_HOME), NPX_HOME_LOCK),
        }
    }

    /// A folder that `npx skills` may have put skills of this lock into: of the many that it knows
    /// each is called `skills`, and those of the home lie in hidden folders of it.
    pub fn keeps(self, place: &Place, folder: &str) -> bool {
        let inner = |outer: &str| {
            folder
                .strip_prefix(outer)
                .filter(|rest| rest.starts_with('/'))
        };
        let below = inner(self.base(place)).filter(|below| below.ends_with("/skills"));
        match self {
            Self::Project => below.is_some(),
            // What lies in the project is of the project.
            Self::Home => {
                let ours = place.project != place.home && inner(&place.project).is_some();
                below.is_some_and(|below| below.starts_with("/.")) && !ours
            }
        }
    }
}

/// How `npx skills` calls the folder of a skill (recorded of 1.5.18).
pub fn npx_folder(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | '.' | '_' => out.push(c),
            _ if out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    let out = out.trim_matches(['.', '-']);
    match out.get(..255).unwrap_or(out) {
        "" => "unnamed-skill".to_owned(),
        out => out.to_owned(),
    }
}

/// The entry of a skill in a lock of `npx skills`: that of the project, or that of the home.
pub fn npx_entry(tree: &FileTree, place: &Place, copy: &Copy) -> Option<Json> {
    let folder = copy.folder.as_deref()?;
    let (area, name) = split(folder)?;
    NpxLock::ALL.into_iter().find_map(|which| {
        let own = join(&join(which.base(place), NPX_SKILLS), name);
        // One's own skill of this name, beside the one that was installed.
        let other = tree.entry(&own).is_some() && tree.real_path(&own) != tree.real_path(folder);
        if other || !which.keeps(place, area) {
            return None;
        }
        let lock = tree.content(&which.file(place))?;
        let lock: Json = serde_json::from_slice(lock).ok()?;
        let mut skills = lock.get("skills")?.as_object()?.iter();
        let (_, entry) = skills.find(|(key, _)| npx_folder(key) == name)?;
        entry.is_object().then(|| entry.clone())
    })
}

fn entry(tree: &FileTree, path: &str, key: &str) -> Option<Json> {
    let lock: Json = serde_json::from_slice(tree.content(path)?).ok()?;
    let entry = lock.get("skills")?.get(key)?;
    entry.is_object().then(|| entry.clone())
}
