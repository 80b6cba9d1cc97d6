//! Searching a folder through many levels, as most terminal agents do.

use super::super::profile::{LooseName, Walk};
use super::super::tree::{Entry, FileTree, Folder, Kind, Target, join};
use super::bounded::reach;
use super::ignored::Ignored;
use super::{Found, Miss, flat};

/// Folders searched at most below one root; links can lead to the same ones again and again.
const FOLDERS: usize = 20_000;

/// Levels below a skill file that ends the search on which others are told.
const STOPPED: usize = 4;

/// Searches one layer's folder.
pub(super) fn walk(tree: &FileTree, root: &str, walk: &Walk) -> (Vec<Found>, Vec<Miss>) {
    let mut out = Deep {
        tree,
        walk,
        depth: walk.depth.unwrap_or(1),
        root,
        left: FOLDERS,
        found: Vec::new(),
        missed: Vec::new(),
    };
    match tree.resolve(root) {
        Ok(Target::Folder(real)) => {
            let above = Ignored::default();
            out.folder(root, &real, &mut vec![real.clone()], false, &above);
        }
        Ok(_) => {}
        Err(lost) if matches!(tree.entry(root), Some(Kind::Link(_))) => {
            out.missed.push(Miss::lost(root, root, lost));
        }
        Err(_) => {}
    }
    if walk.loose_below {
        // Single files come first, by the parts of their paths.
        let parts = |found: &Found| -> Vec<String> {
            match &found.folder {
                None => found.path.split('/').map(str::to_owned).collect(),
                Some(_) => Vec::new(),
            }
        };
        out.found
            .sort_by_cached_key(|found| (found.folder.is_some(), parts(found)));
    }
    if walk.by_path {
        out.found.sort_by(|a, b| a.path.cmp(&b.path));
    }
    if let Some(reached) = reach(tree, root, walk) {
        out.keep(&reached);
    }
    (out.found, out.missed)
}

struct Deep<'a> {
    tree: &'a FileTree,
    walk: &'a Walk,
    depth: usize,
    root: &'a str,
    left: usize,
    found: Vec<Found>,
    missed: Vec<Miss>,
}

impl Deep<'_> {
    /// A folder as found at `path`; `inside` holds the folders around it without links, itself
    /// last. The root is the first.
    fn folder(
        &mut self,
        path: &str,
        real: &str,
        inside: &mut Vec<String>,
        in_skill: bool,
        above: &Ignored,
    ) {
        let Some(folder) = self.tree.folder(real) else {
            return;
        };
        let level = inside.len() - 1;
        let called = if self.walk.real_names { real } else { path };
        let name = called.rsplit('/').next().unwrap_or(path);
        let names = &self.walk.ignore_files;
        let here = match names.is_empty() {
            true => Ignored::default(),
            false => above.with(self.tree, names, real, self.below(path)),
        };
        if let Some(problem) = &folder.problem {
            let why = format!("the folder cannot be read: {problem}");
            self.miss(path, name, "unreadable", why);
        }
        let before = self.found.len();
        let has = self.own(path, name, folder, level, &here);
        if has && self.walk.stop {
            return self.stopped(path, folder, level == 0, STOPPED);
        }
        let shallow = level > 0 && self.walk.shallow.iter().any(|other| other == name);
        if self.walk.root_only || shallow {
            return;
        }
        let mut entries: Vec<&Entry> = folder.entries.iter().collect();
        if self.walk.reverse {
            entries.reverse();
        }
        // The skill file of the root waits for its turn among the folders.
        let late = level == 0 && self.walk.root_file_by_name && has;
        let mut waiting = late.then(|| self.found.remove(before));
        for entry in entries {
            let past = waiting
                .as_ref()
                .is_some_and(|found| *join(path, &entry.name) > *found.path);
            if past {
                self.found.extend(waiting.take());
            }
            self.entry((path, real), entry, inside, in_skill || has, has, &here);
        }
        self.found.extend(waiting);
    }

    /// A path below the root.
    fn below<'p>(&self, path: &'p str) -> &'p str {
        path.strip_prefix(self.root)
            .unwrap_or(path)
            .trim_start_matches('/')
    }

    /// Keeps what the search gets to before it stops.
    fn keep(&mut self, reached: &std::collections::HashSet<String>) {
        let met = |found: &Found| {
            found
                .folder
                .as_ref()
                .is_none_or(|folder| reached.contains(&**folder))
        };
        let (kept, lost) = std::mem::take(&mut self.found).into_iter().partition(met);
        self.found = kept;
        let most = self.walk.folders_at_most.unwrap_or_default();
        let names = self
            .walk
            .names_at_most
            .map_or(String::new(), |names| format!(" and {names} names"));
        for found in lost {
            let why = format!(
                "this host stops after {most} folders{names} below one root, the nearest first"
            );
            self.miss(&found.path, &found.folder_name, "beyond-the-limit", why);
        }
    }

    /// The skill file of a folder; whether it has one the host uses.
    fn own(
        &mut self,
        path: &str,
        name: &str,
        folder: &Folder,
        level: usize,
        ignored: &Ignored,
    ) -> bool {
        let Some(main) = self.main_of(folder) else {
            self.other_case(path, name, folder, level);
            return false;
        };
        let file = join(path, &main);
        if level > self.depth {
            let why = "it lies too deep for this host".to_owned();
            self.miss(&file, name, "depth", why);
            return false;
        }
        if ignored.holds(self.below(&file), false) {
            let why = "a line of an ignore file names it".to_owned();
            self.miss(&file, name, "ignored", why);
            return false;
        }
        if level == 0 && !self.walk.root_file {
            let why = format!("a {main} needs a folder of its own here");
            self.miss(&file, &main, "root-file", why);
            return false;
        }
        let mut entries = folder.entries.iter();
        let kind = entries.find(|entry| *entry.name == *main);
        let kind = kind.map(|entry| &entry.kind);
        let linked = matches!(kind, Some(Kind::Link(_)));
        let target = match kind {
            Some(Kind::File(main)) => Ok(Target::File(String::new(), main)),
            _ => self.tree.resolve(&file),
        };
        match target {
            Ok(Target::File(..)) if linked && self.walk.no_file_links => {
                let why = format!("a {main} that is a link is passed over");
                self.miss(&file, name, "link", why);
                false
            }
            Ok(target) if self.walk.any_kind || matches!(target, Target::File(..)) => {
                self.found.push(Found {
                    path: file.into(),
                    folder: Some(self.tree.shared_path(path)),
                    folder_name: name.into(),
                });
                true
            }
            Ok(_) => {
                let code = match self.walk.chokes_on_folders {
                    true => "folder-for-file",
                    false => "unreadable",
                };
                self.miss(&file, name, code, format!("{main} is no regular file"));
                false
            }
            Err(lost) => {
                self.missed.push(Miss::lost(&file, name, lost));
                false
            }
        }
    }

    /// The skill file of a folder, if its name is one.
    fn main_of(&self, folder: &Folder) -> Option<String> {
        let alike = |file: &String, entry: &Entry| match self.walk.any_case {
            true => file.eq_ignore_ascii_case(&entry.name) && !matches!(entry.kind, Kind::Folder),
            false => *file == *entry.name,
        };
        self.walk.files.iter().find_map(|file| {
            let mut entries = folder.entries.iter();
            let found = entries.find(|entry| alike(file, entry))?;
            Some(found.name.to_string())
        })
    }

    fn other_case(&mut self, path: &str, name: &str, folder: &Folder, level: usize) {
        let alike = |entry: &&Entry| {
            let mut files = self.walk.files.iter();
            // Where single files are skills it may be one of those.
            files.any(|file| file.eq_ignore_ascii_case(&entry.name))
                && self.loose_stem(&entry.name, level).is_none()
        };
        if let Some(entry) = folder.entries.iter().find(alike) {
            let wanted = self.walk.files.first().map_or("SKILL.md", String::as_str);
            let why = format!(
                "the file must be called exactly {wanted}, not {}",
                entry.name
            );
            self.miss(&join(path, &entry.name), name, "name-case", why);
        }
    }

    fn entry(
        &mut self,
        (path, real_path): (&str, &str),
        entry: &Entry,
        inside: &mut Vec<String>,
        in_skill: bool,
        beside: bool,
        ignored: &Ignored,
    ) {
        // In a skill single files are none; also in that of the root.
        let no_files = in_skill && (self.walk.loose_below || self.walk.loose.is_none());
        if no_files && matches!(entry.kind, Kind::File(_)) {
            return;
        }
        let below = join(path, &entry.name);
        let linked = matches!(entry.kind, Kind::Link(_));
        let leads = match &entry.kind {
            // Only links have to be followed.
            Kind::Folder => Ok(Some(join(real_path, &entry.name))),
            Kind::File(_) => Ok(None),
            Kind::Other => return,
            Kind::Link(_) => match self.tree.resolve(&below) {
                Ok(Target::Folder(real)) => Ok(Some(real)),
                Ok(Target::File(..)) => Ok(None),
                Ok(Target::Other) => return,
                Err(lost) => Err(lost),
            },
        };
        let real = match leads {
            Ok(Some(real)) => real,
            Ok(None) if no_files || ignored.holds(self.below(&below), false) => return,
            Ok(None) => return self.loose(path, &below, &entry.name, inside.len() - 1),
            Err(lost) => {
                self.missed.push(Miss::lost(&below, &entry.name, lost));
                return;
            }
        };
        let support = beside && self.walk.prune_in_skill.contains(&entry.name.to_string());
        let skipped = match support {
            true => Some((
                "ignored-folder",
                "it holds files of the skill it lies in".to_owned(),
            )),
            false => self
                .passed_over(&entry.name, linked, inside.len())
                .or_else(|| {
                    let held = ignored.holds(self.below(&below), true);
                    let why = "a line of an ignore file names the folder".to_owned();
                    held.then_some(("ignored", why))
                }),
        };
        if let Some((code, why)) = skipped {
            return self.unseen(&below, &real, &entry.name, code, why);
        }
        if linked && self.walk.hangs_on_loops && inside.contains(&real) {
            let why = format!("this link leads back up to {real}");
            self.miss(&below, &entry.name, "link-up", why);
        }
        // A folder inside itself holds nothing that was not found before.
        let deep = self.depth > 1 || self.walk.loose_below;
        if self.left == 0 || (deep && inside.contains(&real)) {
            return;
        }
        self.left -= 1;
        inside.push(real.clone());
        // Single files are not looked for behind links.
        self.folder(&below, &real, inside, in_skill || linked, ignored);
        inside.pop();
    }

    /// Why a folder is not entered.
    fn passed_over(
        &self,
        name: &str,
        linked: bool,
        level: usize,
    ) -> Option<(&'static str, String)> {
        if linked && !self.walk.links {
            Some(("link", "this host does not follow links".to_owned()))
        } else if self.walk.skip_hidden && name.starts_with('.') {
            let why = "folders whose name begins with a dot are never looked into".to_owned();
            Some(("ignored-folder", why))
        } else if self.walk.prune.iter().any(|pruned| pruned == name) {
            let why = format!("folders called `{name}` are never looked into");
            Some(("ignored-folder", why))
        } else if level > self.depth && !self.walk.loose_below {
            let why = "it lies too deep for this host".to_owned();
            Some(("depth", why))
        } else {
            None
        }
    }

    /// A folder that is not entered, where it has what looks like a skill.
    fn unseen(&mut self, path: &str, real: &str, name: &str, code: &'static str, why: String) {
        let Some(folder) = self.tree.folder(real) else {
            return;
        };
        let has = |file: &&String| folder.entries.iter().any(|entry| *entry.name == ***file);
        if let Some(main) = self.walk.files.iter().find(has) {
            self.miss(&join(path, main), name, code, why);
        }
    }

    /// What lies below a folder whose skill file ends the search.
    ///
    /// Below the skill file of the root all other skills lie; what lies in a skill's own folder may
    /// well be a file of it.
    fn stopped(&mut self, path: &str, folder: &Folder, root: bool, levels: usize) {
        for entry in &folder.entries {
            let below = join(path, &entry.name);
            let Ok(Target::Folder(real)) = self.tree.resolve(&below) else {
                continue;
            };
            let linked = matches!(entry.kind, Kind::Link(_));
            if self.passed_over(&entry.name, linked, 0).is_some() {
                continue;
            }
            let (code, why) = match root {
                true => ("below-a-skill", "the skill file above it ends the search"),
                false => ("in-a-skill", "it lies in the folder of another skill"),
            };
            let before = self.missed.len();
            self.unseen(&below, &real, &entry.name, code, why.to_owned());
            if self.missed.len() == before
                && levels > 1
                && !linked
                && let Some(folder) = self.tree.folder(&real)
            {
                self.stopped(&below, folder, root, levels - 1);
            }
        }
    }

    /// The name without its ending of a single file that is a skill, by its name and its level.
    fn loose_stem<'n>(&self, name: &'n str, level: usize) -> Option<&'n str> {
        let end = self.walk.loose.as_ref()?;
        let stem = match self.walk.loose_any_case {
            true => without_end(name, end),
            false => name.strip_suffix(end.as_str()),
        };
        let main = |file: &String| {
            let any_case = self.walk.any_case || self.walk.loose_any_case;
            file == name || (any_case && file.eq_ignore_ascii_case(name))
        };
        let mut skipped = self.walk.not_loose.iter();
        stem.filter(|_| {
            !(self.walk.skip_hidden && name.starts_with('.'))
                && ((level == 0) != self.walk.loose_in_folders || self.walk.loose_below)
                && !self.walk.files.iter().any(main)
                && !skipped.any(|other| other == name)
        })
    }

    /// A file that is no skill file by its name.
    fn loose(&mut self, path: &str, file: &str, name: &str, level: usize) {
        if self.walk.loose.is_none() {
            return self.flat(file, name, level);
        }
        let Some(stem) = self.loose_stem(name, level) else {
            return;
        };
        let folder = match self.walk.loose_name {
            LooseName::Folder => path.rsplit('/').next().unwrap_or(path),
            LooseName::Stem => stem,
            LooseName::Path => {
                let below = file.strip_prefix(self.root).unwrap_or(file);
                let length = below.len() - (name.len() - stem.len());
                below[..length].trim_start_matches('/')
            }
        };
        self.found.push(Found {
            path: file.into(),
            folder: None,
            folder_name: folder.into(),
        });
    }

    /// A single file in the root, where every skill needs a folder.
    fn flat(&mut self, file: &str, name: &str, level: usize) {
        let hidden = self.walk.skip_hidden && name.starts_with('.');
        if level == 0 && !self.walk.root_only && !hidden {
            self.missed.extend(flat(self.walk, file, name));
        }
    }

    fn miss(&mut self, path: &str, name: &str, code: &'static str, why: String) {
        self.missed.push(Miss::new(path, name, code, why));
    }
}

/// The name without its ending, compared without case.
fn without_end<'n>(name: &'n str, end: &str) -> Option<&'n str> {
    let at = name.len().checked_sub(end.len())?;
    let tail = name.get(at..)?;
    tail.eq_ignore_ascii_case(end).then_some(&name[..at])
}
