//! What a plugin's hook registers, as far as its text tells.

use tree_sitter::{Parser, Tree};

use super::call::Arguments;
use super::files::{Files, Seen};
use super::object::Object;
use super::runner::{Runner, Stop};
use crate::host::Value;
use crate::host::read::text::Text;
use crate::host::tree::FileTree;
use crate::skill::Span;

/// What the hook of one source registers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registered {
    /// In the order of the code.
    pub calls: Vec<Call>,
    /// The source cannot be imported, and why.
    pub broken: Option<String>,
    /// The hook fails at its end, and why.
    pub fails: Option<String>,
    /// Files and folders this rests on, beside the source itself.
    pub seen: Vec<Seen>,
}

/// One call of the registry.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// A dictionary that stands in the code.
    Entry(Entry),
    /// Something only running the code would tell.
    Computed {
        /// The name of the skill, where that much stands in the code.
        name: Option<String>,
        /// Where, in bytes of the file.
        span: Span,
        /// Why it is not known.
        why: &'static str,
    },
}

/// One dictionary.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name it is registered by; empty when the registry ignores it.
    pub name: String,
    /// Keys and values; `None` for a value only running the code would tell.
    pub fields: Vec<(String, Option<Value>)>,
    /// Where it stands, in bytes of the file.
    pub span: Span,
}

/// The hooks of one source, read one after the other.
pub(super) struct Module<'a> {
    text: Text<'a>,
    tree: Tree,
}

impl<'a> Module<'a> {
    /// Takes a source apart.
    ///
    /// # Errors
    /// Why Python would not import it.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, &'static str> {
        let decoded = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
        if decoded.contains('\0') {
            return Err("it holds a NUL byte");
        }
        let text = Text::universal(decoded);
        let mut parser = Parser::new();
        let language = tree_sitter_python::LANGUAGE.into();
        let tree = match parser.set_language(&language) {
            Ok(()) => parser.parse(&*text.text, None),
            Err(_) => None,
        };
        let tree = tree.ok_or("it cannot be parsed here")?;
        match tree.root_node().has_error() {
            true => Err("it is no valid Python"),
            false => Ok(Self { text, tree }),
        }
    }

    /// What `hook(registry)` hands to `registry.method(...)`.
    pub(super) fn registered(&self, hook: &str, method: &str, files: &Files<'_>) -> Registered {
        let source: &str = &self.text.text;
        let mut runner = Runner::new(source, &self.text, method, files);
        // Names may be made in ways that are not followed.
        runner.wildcard = ["globals()", "exec(", "setattr("]
            .iter()
            .any(|way| source.contains(way));
        let root = self.tree.root_node();
        match runner.block(root) {
            Ok(_) => {}
            Err(Stop::Raise(why)) if runner.unsure.is_none() => {
                runner.out.broken = Some(format!("it cannot be imported: {why}"));
                return runner.finish();
            }
            Err(Stop::Raise(_)) => {}
            Err(Stop::Lost(why)) => {
                runner.computed(root, None, why);
                return runner.finish();
            }
        }
        runner.frames.truncate(1);
        runner.unsure = None;
        let function = match runner.known(hook) {
            None if runner.wildcard => Object::Unknown,
            None => return runner.finish(),
            Some(function) => function,
        };
        let Object::Function(function) = function else {
            let at = source.find(hook).unwrap_or(0);
            let end = (at + hook.len()).min(source.len());
            runner.out.calls.push(Call::Computed {
                name: None,
                span: self.text.in_file(at..end),
                why: "the hook is not a plain function of this file",
            });
            return runner.finish();
        };
        if runner.idle(function) {
            return runner.finish();
        }
        let arguments = Arguments {
            places: vec![Object::Registry],
            keywords: Vec::new(),
            open: false,
        };
        match runner.run(function, &arguments) {
            Ok(_) => {}
            Err(Stop::Raise(why)) => runner.out.fails = Some(why),
            Err(Stop::Lost(why)) => {
                let name = function.child_by_field_name("name").unwrap_or(function);
                runner.computed(name, None, why);
            }
        }
        runner.finish()
    }
}

impl Runner<'_, '_> {
    fn finish(mut self) -> Registered {
        // Objects that hold each other would never be freed.
        for frame in &self.frames {
            frame.names.values().for_each(Object::hand_over);
        }
        self.out.seen = self.files.seen.borrow().clone();
        self.out
    }
}

/// Reads a plugin's source: what `hook(registry)` hands to `registry.method(...)`.
pub fn registered(bytes: &[u8], hook: &str, method: &str) -> Registered {
    read_in(&FileTree::new(), "/plugin.py", bytes, hook, method)
}

/// Reads a plugin's source at its place: it may read files of its folder.
pub(super) fn read_in(
    tree: &FileTree,
    path: &str,
    bytes: &[u8],
    hook: &str,
    method: &str,
) -> Registered {
    match Module::of(bytes) {
        Ok(module) => module.registered(hook, method, &Files::new(tree, path)),
        Err(why) => Registered {
            broken: Some(why.to_owned()),
            ..Registered::default()
        },
    }
}

/// `str(entry["name"])`; an entry without a true name, and what is no dictionary, is ignored and has
/// an empty one. `None` when it is not known.
pub(super) fn named(entry: &Object<'_>) -> Option<String> {
    let table = match entry {
        Object::Dict(table) => table.borrow(),
        Object::Unknown | Object::Named(_) | Object::Method(..) => return None,
        _ => return Some(String::new()),
    };
    match table.get(&Object::text("name")) {
        Some(name) if !table.open => text_or_empty(name),
        None if !table.open => Some(String::new()),
        _ => None,
    }
}

/// `str(value or "")`.
fn text_or_empty(value: &Object<'_>) -> Option<String> {
    match value.truth()? {
        true => value.shown(),
        false => Some(String::new()),
    }
}

/// What the registry keeps of an entry.
pub(super) fn entry(name: String, entry: &Object<'_>, span: Span) -> Entry {
    let mut fields = Vec::new();
    if let Object::Dict(table) = entry {
        for (key, value) in &table.borrow().entries {
            // A key that is no text is none of those the registry looks at.
            let Object::Text(key) = key else {
                continue;
            };
            let value = match &**key {
                "content" | "description" => text_or_empty(value).map(Value::Text),
                "name" => Some(Value::Text(name.clone())),
                _ => value.value(),
            };
            fields.push((key.to_string(), value));
        }
    }
    Entry { name, fields, span }
}
