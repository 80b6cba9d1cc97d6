//! Fields decoded into a typed structure, as Go's yaml.v3 does (recorded, and compared with it).
//!
//! The rules that matter: a text field takes any scalar verbatim; null leaves a field as it was;
//! a repeated top-level key or a key that is no scalar fails the file, known or not; merge keys
//! fill in what is not set.

use std::collections::HashSet;

use super::super::profile::{Field, FieldRule, Reader};
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::{Fields, bad_yaml, explain};
use crate::skill::Span;
use crate::skill::yaml::{self, Anchors, Core, Entry, Kind, Node};

/// Decodes the YAML of a file into the fields the host knows.
pub fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let root = cut
        .parsed(&cut.text.text, reader.yaml)
        .map_err(|error| bad_yaml(error.at.clone(), explain(&error)))?;
    let Some(root) = root else {
        return Err(bad_yaml(cut.yaml.clone(), "the frontmatter is empty"));
    };
    let mut decoder = Decoder {
        reader,
        anchors: Anchors::of(&root),
        fields: Fields::default(),
        fault: None,
        effort: Effort::default(),
    };
    decoder.root(&root);
    match decoder.fault {
        Some(fault) => Err(fault),
        None => Ok(decoder.fields),
    }
}

struct Decoder<'a> {
    reader: &'a Reader,
    anchors: Anchors<'a>,
    fields: Fields,
    /// The first fault; later ones would be reported beside it, and drop the file all the same.
    fault: Option<Dropped>,
    effort: Effort,
}

/// What is still to be merged.
enum Work<'a> {
    /// A map, written here or meant by an alias.
    Merge(&'a Node),
    /// Everything behind the alias entered last is done.
    Leave,
}

/// Nodes decoded, all and those behind aliases: yaml.v3 gives up when hardly anything is written out.
#[derive(Default)]
struct Effort {
    all: u32,
    aliased: u32,
}

impl Effort {
    /// False when the file asks for too much.
    fn count(&mut self, aliased: bool) -> bool {
        self.all += 1;
        self.aliased += u32::from(aliased);
        let most = match self.all {
            0..=400_000 => 0.99,
            4_000_000.. => 0.10,
            all => 0.99 - 0.89 * f64::from(all - 400_000) / 3_600_000.0,
        };
        self.aliased <= 100
            || self.all <= 1000
            || f64::from(self.aliased) / f64::from(self.all) <= most
    }
}

impl<'a> Decoder<'a> {
    fn root(&mut self, root: &'a Node) {
        match &root.kind {
            Kind::Mapping { entries, .. } => self.whole(entries),
            Kind::Scalar { .. } if self.typed(root) == Some(Core::Null) => {}
            _ => self.fail(
                root.span.clone(),
                "the frontmatter is not a list of `key: value` lines",
            ),
        }
    }

    /// Decodes the entries of the root, then what they merge: depth first, in the order of the text.
    fn whole(&mut self, entries: &'a [Entry]) {
        let mut work = Vec::new();
        let mut inside: Vec<usize> = Vec::new();
        let mut entered = HashSet::new();
        if let Some(merge) = self.mapping(entries, None, false) {
            self.plan(merge, &mut work);
        }
        let mut taken: HashSet<String> = entries
            .iter()
            .filter(|_| !work.is_empty())
            .filter_map(|entry| self.key(self.anchors.target(&entry.key)))
            .collect();
        while let Some(next) = work.pop() {
            let Work::Merge(node) = next else {
                if let Some(alias) = inside.pop() {
                    entered.remove(&alias);
                }
                continue;
            };
            if self.fault.is_some() {
                return;
            }
            if matches!(node.kind, Kind::Alias(_)) {
                if !entered.insert(node.span.start) {
                    return self.fail(node.span.clone(), "a map is merged into itself");
                }
                inside.push(node.span.start);
                work.push(Work::Leave);
            }
            let Kind::Mapping { entries, .. } = &self.anchors.target(node).kind else {
                return self.fail(node.span.clone(), "only a map can be merged with <<");
            };
            if let Some(merge) = self.mapping(entries, Some(&mut taken), !inside.is_empty()) {
                self.plan(merge, &mut work);
            }
        }
    }

    /// Lays out what the value of a merge key asks for.
    fn plan(&mut self, value: &'a Node, work: &mut Vec<Work<'a>>) {
        match &value.kind {
            Kind::Sequence { items, .. } => work.extend(items.iter().rev().map(Work::Merge)),
            _ => work.push(Work::Merge(value)),
        }
    }

    /// Decodes entries and gives back the value of their merge key; `taken` holds the keys that
    /// merging may not set again.
    fn mapping(
        &mut self,
        entries: &'a [Entry],
        mut taken: Option<&mut HashSet<String>>,
        aliased: bool,
    ) -> Option<&'a Node> {
        let mut seen = HashSet::new();
        for entry in entries {
            // yaml.v3 compares the kind and the raw text, so that `1` and `"1"` are one key and
            // two keys that are lists are always the same.
            let raw = match &entry.key.kind {
                Kind::Alias(name) => name,
                _ => entry.key.text().unwrap_or_default(),
            };
            if !seen.insert((std::mem::discriminant(&entry.key.kind), raw)) {
                self.twice(entry);
                return None;
            }
        }
        let mut merge = None;
        let mut done = HashSet::new();
        for entry in entries {
            if !self.effort.count(aliased) {
                self.fail(entry.key.span.clone(), "aliases stand for too much");
                return None;
            }
            if self.typed(&entry.key) == Some(Core::Merge) {
                merge = Some(&entry.value);
                continue;
            }
            let Some(name) = self.key(self.anchors.target(&entry.key)) else {
                continue;
            };
            let reader = self.reader;
            let field = reader.field.iter().find(|field| field.key == name);
            if let Some(taken) = taken.as_deref_mut()
                && !taken.insert(name)
            {
                continue;
            }
            if let Some(field) = field {
                if !done.insert(&field.key) {
                    self.twice(entry);
                }
                self.field(field, entry);
            }
        }
        merge
    }

    fn twice(&mut self, entry: &Entry) {
        let name = entry.key.text().unwrap_or("this key");
        self.fail(entry.key.span.clone(), &format!("`{name}` is there twice"));
    }

    /// The text of a key; `None` for a null, which yaml.v3 passes over, and for what fails.
    fn key(&mut self, node: &'a Node) -> Option<String> {
        match self.typed(node)? {
            Core::Null => None,
            core => content(node, core),
        }
    }

    fn field(&mut self, field: &Field, entry: &'a Entry) {
        let node = self.anchors.target(&entry.value);
        let span = entry.value.span.clone();
        let collection = matches!(node.kind, Kind::Sequence { .. } | Kind::Mapping { .. });
        let core = match collection {
            true => None,
            false => self.typed(node),
        };
        if core == Some(Core::Null) {
            // Null leaves the default; the file still says the key is there.
            self.fields.spans.insert(&field.key, span);
            return;
        }
        let value = match field.rule {
            FieldRule::Text | FieldRule::StrictText => {
                core.and_then(|core| content(node, core)).map(Value::Text)
            }
            FieldRule::Bool | FieldRule::MaybeBool => {
                yaml::truth(node, self.reader.yaml).map(Value::Bool)
            }
            FieldRule::TextList => self.text_list(node),
            _ => Some(Value::Null),
        };
        match value {
            Some(value) => self.fields.put(&field.key, value, span),
            None => self.fail(span, &wanted(field, node)),
        }
    }

    /// The texts of a list; nulls are passed over.
    fn text_list(&mut self, node: &'a Node) -> Option<Value> {
        let Kind::Sequence { items, .. } = &node.kind else {
            return None;
        };
        let mut texts = Vec::new();
        for item in items {
            let item = self.anchors.target(item);
            match self.typed(item)? {
                Core::Null => {}
                core => texts.push(Value::Text(content(item, core)?)),
            }
        }
        Some(Value::List(texts))
    }

    /// The type of a scalar; a fault for anything else, and for a tag its text does not fit.
    fn typed(&mut self, node: &Node) -> Option<Core> {
        match yaml::core(node, self.reader.yaml) {
            Some(Ok(core)) => Some(core),
            Some(Err(error)) => {
                self.fail(node.span.clone(), &error.to_string());
                None
            }
            None => {
                if !matches!(node.kind, Kind::Alias(_)) {
                    self.fail(
                        node.span.clone(),
                        "a list or a map stands where a text is due",
                    );
                }
                None
            }
        }
    }

    fn fail(&mut self, at: Span, message: &str) {
        if self.fault.is_none() {
            self.fault = Some(bad_yaml(at, message));
        }
    }
}

/// The text of a scalar as a field holds it; what Go would keep as single bytes is shown as U+FFFD,
/// one for each byte.
fn content(node: &Node, core: Core) -> Option<String> {
    match core {
        Core::Binary(bytes) => Some(
            bytes
                .utf8_chunks()
                .flat_map(|chunk| {
                    let bad = std::iter::repeat_n('\u{fffd}', chunk.invalid().len());
                    chunk.valid().chars().chain(bad)
                })
                .collect(),
        ),
        _ => node.text().map(str::to_owned),
    }
}

fn wanted(field: &Field, node: &Node) -> String {
    let is = match node.kind {
        Kind::Sequence { .. } => "a list",
        Kind::Mapping { .. } => "a map",
        _ => "a text",
    };
    let due = match field.rule {
        FieldRule::Text | FieldRule::StrictText => "a text",
        FieldRule::Bool | FieldRule::MaybeBool => "true or false",
        FieldRule::TextList => "a list",
        FieldRule::Numbers => "a map of numbers",
        _ => "anything",
    };
    format!("`{}` must be {due}, here it is {is}", field.key)
}
