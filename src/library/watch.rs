//! Watching folders for changes made by anyone.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::is_own_temp;
use super::mounts::{mounted, remote};

/// What a watcher tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// These paths (absolute) are new, gone or other than before.
    Changed(Vec<String>),
    /// Something was missed; only a whole scan helps.
    Missed,
}

/// Watches single folders, each without what lies below it.
pub struct Watch {
    watcher: Option<RecommendedWatcher>,
    watched: BTreeSet<Arc<str>>,
    problem: Option<String>,
    /// Why changes made elsewhere are not told.
    remote: Option<String>,
}

impl Watch {
    /// Tells through `send` (as whatever message `wrap` makes of it) until dropped.
    pub fn new<M: Send + 'static>(
        send: Sender<M>,
        wrap: impl Fn(Signal) -> M + Send + 'static,
    ) -> Self {
        let tell = move |event: notify::Result<Event>| {
            if let Some(signal) = signal(event) {
                // Nobody listens any more: the thread is about to end.
                let _ = send.send(wrap(signal));
            }
        };
        let config = Config::default().with_follow_symlinks(false);
        let (watcher, problem) = match RecommendedWatcher::new(tell, config) {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            watcher,
            watched: BTreeSet::new(),
            problem,
            remote: None,
        }
    }

    /// Watches exactly `folders` from now on and returns those it did not watch before; what happened
    /// in them until now was seen by nobody. Folders that are gone are left out silently.
    pub fn follow(&mut self, folders: BTreeSet<Arc<str>>) -> Vec<String> {
        let mut added = Vec::new();
        let Some(watcher) = &mut self.watcher else {
            return added;
        };
        self.problem = None;
        for path in self.watched.difference(&folders) {
            // The system ends the watch of a folder that is gone by itself.
            let _ = watcher.unwatch(Path::new(&**path));
        }
        let mut watched = BTreeSet::new();
        for path in folders {
            if self.watched.contains(&path) {
                watched.insert(path);
                continue;
            }
            let disk = if path.is_empty() { "/" } else { &*path };
            match watcher.watch(Path::new(disk), RecursiveMode::NonRecursive) {
                Ok(()) => {
                    added.push(path.to_string());
                    watched.insert(path);
                }
                Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => {}
                Err(error) if gone_or_closed(&error) => {}
                Err(error) => {
                    self.problem = Some(error.to_string());
                    break;
                }
            }
        }
        if watched != self.watched {
            let mounts = mounted();
            self.remote = watched.iter().find_map(|folder| {
                let kind = remote(&mounts, folder)?;
                Some(format!(
                    "{folder} lies on a network file system ({kind}), which does not tell of them"
                ))
            });
        }
        self.watched = watched;
        added
    }

    /// A folder that went away and came back needs new watches, for itself and all below it. True when
    /// there were some.
    pub fn lose(&mut self, path: &str) -> bool {
        let below = format!("{path}/");
        let lost: Vec<Arc<str>> = self
            .watched
            .range::<str, _>((Bound::Included(path), Bound::Unbounded))
            .take_while(|known| known.starts_with(path))
            .filter(|known| ***known == *path || known.starts_with(&below))
            .cloned()
            .collect();
        for path in &lost {
            self.watched.remove(path);
            if let Some(watcher) = &mut self.watcher {
                let _ = watcher.unwatch(Path::new(&**path));
            }
        }
        !lost.is_empty()
    }

    /// Why not everything is told of: then one has to look again and again.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref().or(self.remote.as_deref())
    }
}

fn gone_or_closed(error: &notify::Error) -> bool {
    matches!(&error.kind, notify::ErrorKind::Io(error) if matches!(
        error.kind(),
        std::io::ErrorKind::NotFound
            | std::io::ErrorKind::PermissionDenied
            | std::io::ErrorKind::NotADirectory
    ))
}

/// What of an event matters: not that something was opened or read, not our own temporary files.
fn signal(event: notify::Result<Event>) -> Option<Signal> {
    let Ok(event) = event else {
        return Some(Signal::Missed);
    };
    if event.need_rescan() {
        return Some(Signal::Missed);
    }
    if matches!(event.kind, EventKind::Access(_)) {
        return None;
    }
    let paths: Vec<String> = event
        .paths
        .into_iter()
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            !name.is_some_and(is_own_temp)
        })
        .filter_map(|path| path.into_os_string().into_string().ok())
        .collect();
    (!paths.is_empty()).then_some(Signal::Changed(paths))
}
