//! Skills that plugins register in Python code. The code is read, never run: what stands there as a
//! literal is taken, everything else is told as set by code.

mod builtins;
mod call;
mod expression;
mod files;
mod fit;
mod hook;
mod methods;
mod object;
mod runner;
mod string;
mod unknown;

use std::sync::Arc;

use serde_json::Value as Json;

use super::place::Place;
use super::profile::{Plugins, Profile};
use super::python;
use super::read::whole;
use super::reading::{Dropped, Note, Reading, Spans, Value};
use super::settings::Settings;
use super::survey::{Copy, NotLoaded, Source};
use super::tree::{FileTree, Kind, join};
use files::Files;
pub use files::Seen;
use fit::{Fit, fit};
pub use hook::{Call, Entry, Registered, registered};
use hook::{Module, read_in};

/// What stands for a text that only running the code would tell.
pub const SET_BY_CODE: &str = "(set by code, not shown)";

/// Sources already read, by path.
pub(super) type Sources = std::collections::HashMap<String, (Arc<[u8]>, Arc<Registered>)>;

/// One plugin as it lies on disk.
struct Plugin {
    name: String,
    /// What people look at when something is wrong: the manifest or the source.
    path: String,
    /// The source, or what keeps the runtime from loading it.
    entry: Result<String, String>,
    /// What its manifest asks for.
    fit: Fit,
}

/// The skills plugins bring, in the order they are registered, and what is not loaded.
pub(super) fn plugin_skills(
    profile: &Profile,
    plugins: &Plugins,
    layer: usize,
    tree: &FileTree,
    place: &Place,
    sources: &mut Sources,
) -> (Vec<Copy>, Vec<NotLoaded>) {
    let settings = Settings::of(profile, tree, place);
    let enabled = settings.list(&plugins.enabled_by);
    let mut out = Out {
        profile,
        layer,
        copies: Vec::new(),
        not_loaded: Vec::new(),
    };
    for plugin in found(profile, plugins, tree, place) {
        let listed = enabled.is_empty() || enabled.contains(&plugin.name.as_str());
        let source = plugin
            .entry
            .clone()
            .and_then(|entry| read(plugins, tree, &entry, sources).map(|read| (entry, read)));
        match source {
            Ok((entry, read)) if listed => match &plugin.fit.refused {
                None => out.loaded(&plugin, &entry, &read),
                Some(why) => {
                    let why = format!("the plugin `{}` is incompatible: {why}", plugin.name);
                    out.off(&plugin, &entry, &read, "plugin-incompatible", &why);
                }
            },
            Ok((entry, read)) => {
                let why = format!(
                    "the plugin `{}` is not in the list `{}` of config.json, so it is disabled",
                    plugin.name, plugins.enabled_by
                );
                out.off(&plugin, &entry, &read, "plugin-disabled", &why);
            }
            Err(why) if listed => out.broken(&plugin, why),
            // A plugin that is not in force is never looked into.
            Err(_) => {}
        }
    }
    (out.copies, out.not_loaded)
}

/// What plugins in force register with other hooks than that of skills: the plugin, its source, and
/// the entry. What is computed as a whole is left out.
pub(super) fn registered_by(
    profile: &Profile,
    hooks: &[String],
    tree: &FileTree,
    place: &Place,
) -> Vec<(String, String, Entry)> {
    let mut layers = profile.layer.iter();
    let plugins = layers.find_map(|layer| layer.plugins.as_ref());
    let Some(plugins) = plugins.filter(|_| !hooks.is_empty()) else {
        return Vec::new();
    };
    let settings = Settings::of(profile, tree, place);
    let enabled = settings.list(&plugins.enabled_by);
    let mut out = Vec::new();
    for plugin in found(profile, plugins, tree, place) {
        let listed = enabled.is_empty() || enabled.contains(&plugin.name.as_str());
        let source = plugin.entry.as_ref().ok();
        let source = source.and_then(|path| Some((path, tree.content(path)?)));
        let Some((path, bytes)) = source.filter(|_| listed && plugin.fit.refused.is_none()) else {
            continue;
        };
        // A source that does not name a hook has none; one that Python cannot read calls nothing.
        let named = |hook: &&String| memchr::memmem::find(bytes, hook.as_bytes()).is_some();
        let hooks: Vec<&String> = hooks.iter().filter(named).collect();
        if hooks.is_empty() {
            continue;
        }
        let Ok(module) = Module::of(bytes) else {
            continue;
        };
        for hook in hooks {
            let files = Files::new(tree, path);
            let calls = module.registered(hook, &plugins.method, &files).calls;
            let entries = calls.into_iter().filter_map(|call| match call {
                Call::Entry(entry) => Some((plugin.name.clone(), path.clone(), entry)),
                Call::Computed { .. } => None,
            });
            out.extend(entries);
        }
    }
    out
}

/// Plugins by the place of the first of their name, each the last of that name.
fn found(profile: &Profile, plugins: &Plugins, tree: &FileTree, place: &Place) -> Vec<Plugin> {
    let mut all: Vec<Plugin> = Vec::new();
    for folder in &plugins.folders {
        let folder = place.fixed(folder);
        let Some((_, listed)) = tree.read_folder(&folder) else {
            continue;
        };
        for entry in &listed.entries {
            if matches!(entry.kind, Kind::Other) {
                continue;
            }
            let path = join(&folder, &entry.name);
            let version = &profile.version;
            let Some(plugin) = plugin(plugins, version, tree, &path, &entry.name) else {
                continue;
            };
            match all.iter_mut().find(|known| known.name == plugin.name) {
                Some(known) => *known = plugin,
                None => all.push(plugin),
            }
        }
    }
    all
}

/// A folder with a manifest, or a single source file with a manifest beside it or none.
fn plugin(
    plugins: &Plugins,
    version: &str,
    tree: &FileTree,
    path: &str,
    name: &str,
) -> Option<Plugin> {
    let fits = |manifest: &Manifest| {
        let keys = manifest.as_ref().ok();
        keys.map_or_else(Fit::default, |keys| fit(plugins, version, keys))
    };
    let single = name.strip_suffix(".py").filter(|stem| !stem.is_empty());
    if let Some(stem) = single
        && tree.file(path).is_some()
    {
        let beside = format!("{}.json", &path[..path.len() - ".py".len()]);
        let manifest = match tree.file(&beside) {
            Some(_) => manifest(tree, &beside),
            None => Ok(serde_json::Map::new()),
        };
        let name = named(&manifest, stem);
        return Some(Plugin {
            name,
            fit: fits(&manifest),
            path: path.to_owned(),
            entry: manifest.map(|_| path.to_owned()),
        });
    }
    let at = join(path, &plugins.manifest);
    tree.file(&at)?;
    let manifest = manifest(tree, &at);
    let entry = match &manifest {
        Ok(keys) => match keys.get("entry") {
            None => inside(path, &plugins.entry),
            Some(Json::String(entry)) => inside(path, entry),
            Some(_) => Err("its manifest names an entry that is no text".to_owned()),
        },
        Err(why) => Err(why.clone()),
    };
    let name = named(&manifest, name);
    Some(Plugin {
        name,
        fit: fits(&manifest),
        path: at,
        entry,
    })
}

/// The keys of a manifest, or why the runtime cannot use it.
type Manifest = Result<serde_json::Map<String, Json>, String>;

fn named(manifest: &Manifest, fallback: &str) -> String {
    let given = manifest.as_ref().ok().and_then(|keys| keys.get("name"));
    let given = given.and_then(Json::as_str).filter(|name| !name.is_empty());
    given.unwrap_or(fallback).to_owned()
}

fn manifest(tree: &FileTree, path: &str) -> Manifest {
    let bytes = tree.content(path).ok_or("its manifest was not read")?;
    match serde_json::from_slice(bytes) {
        Ok(Json::Object(keys)) => Ok(keys),
        Ok(_) => Err("its manifest is no JSON object".to_owned()),
        Err(error) => Err(format!("its manifest is no JSON: {error}")),
    }
}

/// An entry is only looked for inside the plugin's folder, whatever its manifest says.
fn inside(folder: &str, entry: &str) -> Result<String, String> {
    let parts: Vec<&str> = entry.split('/').filter(|part| *part != ".").collect();
    let stays = !parts.is_empty() && parts.iter().all(|part| !matches!(*part, "" | ".."));
    if stays {
        Ok(join(folder, &parts.join("/")))
    } else {
        Err(format!(
            "its entry {entry:?} is not a path inside the plugin's folder"
        ))
    }
}

fn read(
    plugins: &Plugins,
    tree: &FileTree,
    path: &str,
    sources: &mut Sources,
) -> Result<Arc<Registered>, String> {
    let file = tree
        .file(path)
        .ok_or_else(|| format!("its entry {path} is missing"))?;
    let Some(bytes) = &file.content else {
        let why = file.problem.as_deref().unwrap_or("it was not read");
        return Err(format!("its entry {path} cannot be read: {why}"));
    };
    let known = sources.get(path);
    let read = match known {
        Some((known, read))
            if (Arc::ptr_eq(known, bytes) || known == bytes)
                && read.seen.iter().all(|seen| seen.holds(tree)) =>
        {
            Arc::clone(read)
        }
        _ => {
            let read = read_in(tree, path, bytes, &plugins.hook, &plugins.method);
            let read = Arc::new(read);
            sources.insert(path.to_owned(), (Arc::clone(bytes), Arc::clone(&read)));
            read
        }
    };
    match &read.broken {
        Some(why) => Err(format!("{path}: {why}")),
        None => Ok(read),
    }
}

struct Out<'a> {
    profile: &'a Profile,
    layer: usize,
    copies: Vec<Copy>,
    not_loaded: Vec<NotLoaded>,
}

impl Out<'_> {
    fn loaded(&mut self, plugin: &Plugin, path: &str, read: &Registered) {
        if let Some(why) = &read.fails {
            let message = format!(
                "the plugin `{}` ends in an error, its hook fails: {why}",
                plugin.name
            );
            self.miss(path, &plugin.name, "plugin-error", None, message, None);
        }
        for call in &read.calls {
            match call {
                Call::Entry(entry) if !entry.name.is_empty() => {
                    let mut reading = reading(self.profile, entry);
                    reading.notes.extend(notes(plugin, read));
                    self.copies.push(Copy {
                        layer: self.layer,
                        path: None,
                        folder: None,
                        reference: entry.name.as_str().into(),
                        name: entry.name.clone(),
                        reading: Arc::new(reading),
                        source: Some(Box::new(Source {
                            path: path.to_owned(),
                            span: entry.span.clone(),
                        })),
                    });
                }
                // Without a name nothing is registered.
                Call::Entry(_) => {}
                Call::Computed { name, span, why } => {
                    let name = name.clone().unwrap_or_else(|| plugin.name.clone());
                    let message = format!(
                        "set by code in the plugin `{}`, not shown: {why}",
                        plugin.name
                    );
                    self.miss(
                        path,
                        &name,
                        "set-by-code",
                        Some(span.clone()),
                        message,
                        None,
                    );
                }
            }
        }
    }

    /// A plugin that is there and not in force.
    fn off(
        &mut self,
        plugin: &Plugin,
        path: &str,
        read: &Registered,
        code: &'static str,
        message: &str,
    ) {
        for call in &read.calls {
            let (name, span, reading) = match call {
                Call::Entry(entry) if entry.name.is_empty() => continue,
                Call::Entry(entry) => {
                    let reading = Arc::new(reading(self.profile, entry));
                    (entry.name.clone(), entry.span.clone(), Some(reading))
                }
                Call::Computed { name, span, .. } => {
                    let name = name.clone().unwrap_or_else(|| plugin.name.clone());
                    (name, span.clone(), None)
                }
            };
            self.miss(path, &name, code, Some(span), message.to_owned(), reading);
        }
    }

    fn broken(&mut self, plugin: &Plugin, why: String) {
        let message = format!("the plugin `{}` does not load: {why}", plugin.name);
        self.miss(
            &plugin.path,
            &plugin.name,
            "plugin-error",
            None,
            message,
            None,
        );
    }

    fn miss(
        &mut self,
        path: &str,
        name: &str,
        code: &'static str,
        at: Option<crate::skill::Span>,
        message: String,
        reading: Option<Arc<Reading>>,
    ) {
        let why = Dropped {
            code,
            at: at.clone(),
            message,
            detail: None,
        };
        self.not_loaded.push(NotLoaded {
            layer: Some(self.layer),
            path: path.into(),
            name: name.to_owned(),
            why,
            reading,
            source: Some(Box::new(Source {
                path: path.to_owned(),
                span: at.unwrap_or(0..0),
            })),
        });
    }
}

/// The hook fails after some entries: those stay until the plugins are loaded again.
fn notes(plugin: &Plugin, read: &Registered) -> Vec<Note> {
    let note = |code, message| Note {
        code,
        at: None,
        message,
        assumed: false,
    };
    let name = &plugin.name;
    let fails = read.fails.iter().map(|why| {
        let message = format!(
            "the plugin `{name}` fails after this entry ({why}): it stays until the next reload"
        );
        note("plugin-error", message)
    });
    let needs = plugin.fit.open.iter().map(|need| {
        let message = format!("the plugin `{name}` needs {need}, which cannot be judged here");
        note("plugin-needs", message)
    });
    fails.chain(needs).collect()
}

/// What the registry holds of one entry.
fn reading(profile: &Profile, entry: &Entry) -> Reading {
    let mut fields = Vec::new();
    let mut body = None;
    let mut notes = Vec::new();
    for (key, value) in &entry.fields {
        if value.is_none() {
            notes.push(Note {
                code: "set-by-code",
                at: Some(entry.span.clone()),
                message: format!("`{key}` is set by code, not shown"),
                assumed: false,
            });
        }
        match (key.as_str(), value) {
            ("name", _) => {}
            ("content", Some(value)) => body = Some(python::text_or_empty(value).into()),
            ("content", None) => body = Some(SET_BY_CODE.into()),
            ("description", Some(value)) => {
                fields.push((key.clone(), Value::Text(python::text_or_empty(value))))
            }
            ("description", None) => fields.push((key.clone(), Value::Text(SET_BY_CODE.into()))),
            ("tags", Some(value)) => fields.push((key.clone(), whole::letters(value))),
            (_, Some(value)) => fields.push((key.clone(), value.clone())),
            (_, None) => fields.push((key.clone(), Value::Text(SET_BY_CODE.into()))),
        }
    }
    let mut reading = whole::finish(&profile.reader, &entry.name, body, fields);
    reading.notes.splice(0..0, notes);
    reading.spans = Spans::default();
    reading
}
