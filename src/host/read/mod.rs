//! Reading one file as one host does: cut the frontmatter, read its YAML, hold the fields.

mod all_text;
mod fences;
pub mod flat;
mod js;
mod js_fences;
pub(super) mod light;
mod py_fences;
mod py_nodes;
mod py_rules;
mod python;
mod raw;
mod rules;
mod simple;
mod structure;
mod terminal;
pub mod text;
mod typed;
mod validate;
pub mod whole;

pub use fences::is_js_space;
pub use raw::Raw;
pub use validate::{most, refuses};

use std::sync::Arc;

use super::profile::{Family, NameFallback, Profile, Reader};
use super::reading::{Dropped, Reading, Spans, Value};
use crate::skill::Span;
use crate::skill::shared::Shared;
use crate::skill::yaml::{ErrorKind, SyntaxError};

/// One file to read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its bytes, with what other readers found in them.
    pub raw: &'a Raw<'a>,
    /// The name of its folder.
    pub folder_name: &'a str,
    /// How the host refers to it (`custom/code-review`).
    pub reference: &'a str,
    /// Where it lies, for hosts that write that into what they hold; may be empty.
    pub path: &'a str,
    /// It is a skill without a folder of its own.
    pub single: bool,
    /// The bytes as they are kept, where the reading may lean on them instead of copying its body.
    pub kept: Option<&'a Arc<[u8]>>,
}

impl Input<'_> {
    /// A text that was cut out of the file.
    fn held(&self, text: &str) -> Shared {
        self.kept
            .map_or_else(|| text.into(), |kept| Shared::within(kept, text))
    }
}

/// Reads a file as the host of `profile` does.
pub fn read(profile: &Profile, input: Input<'_>) -> Reading {
    let mut reading = read_by(&profile.reader, input);
    if let Some(reader) = &profile.prompt_reader {
        let own = read_by(reader, input);
        reading.in_prompt = Some(Arc::new(Reading { body: None, ..own }));
    }
    reading
}

fn read_by(reader: &Reader, input: Input<'_>) -> Reading {
    if let Some(name) = whole_name(reader, input.path) {
        return match fences::whole(input.raw) {
            Ok(cut) => whole::finish(reader, name, Some(input.held(cut.body())), Vec::new()),
            Err(dropped) => dropped.into(),
        };
    }
    let cut = match fences::cut(reader, input.raw) {
        Ok(cut) => cut,
        Err(dropped) => {
            let reading = light::marked(reader, dropped);
            return validate::refused(reader.validate, reading);
        }
    };
    let fields = match reader.family {
        Family::Struct => structure::decode(reader, &cut),
        Family::AllText => all_text::decode(reader, &cut),
        Family::Flat => flat::decode(reader, &cut),
        Family::Typed => typed::decode(reader, &cut)
            .and_then(|fields| typed::placed(reader, fields, input.folder_name)),
        Family::Python => python::decode(reader, &cut, input),
        Family::Light => {
            let lossy = input.raw.text().is_err();
            let mut reading = light::read(reader, &cut, lossy);
            reading.body = reading.loaded().then(|| input.held(cut.body()));
            return reading;
        }
        Family::None => {
            let name = match reader.name_fallback {
                NameFallback::Reference => input.reference,
                NameFallback::None | NameFallback::Folder | NameFallback::AlwaysFolder => {
                    input.folder_name
                }
            };
            return whole::finish(reader, name, Some(input.held(cut.body())), Vec::new());
        }
    };
    let mut reading = match fields.and_then(|fields| accept(reader, &cut, fields)) {
        Ok(fields) => Reading {
            dropped: None,
            name: text_of(reader, &fields, "name"),
            description: text_of(reader, &fields, "description"),
            fields: fields.values,
            body: Some(match reader.body_end.as_str() {
                "" => input.held(cut.body()),
                end => format!("{}{end}", cut.body()).into(),
            }),
            spans: fields.spans,
            lost: fields.lost.map(Box::new),
            ..Reading::default()
        },
        Err(dropped) => return validate::refused(reader.validate, dropped.into()),
    };
    if reader.family == Family::Python {
        python::reread(reader, &cut, input, &mut reading);
        python::describe(reader, &mut reading);
    } else if reading.name.as_deref().is_none_or(str::is_empty)
        && reader.name_fallback == NameFallback::Reference
    {
        reading.name = Some(input.reference.to_owned());
    }
    if reader.family != Family::Python
        && reading.name.as_deref().is_none_or(str::is_empty)
        && reader.name_fallback == NameFallback::Folder
    {
        reading.name = Some(input.folder_name.to_owned());
    }
    if reader.name_fallback == NameFallback::AlwaysFolder {
        reading.name = Some(input.folder_name.to_owned());
    }
    if reader.family == Family::Typed {
        python::describe(reader, &mut reading);
    }
    validate::apply(reader.validate, &mut reading, input);
    rules::limits(reader, &mut reading);
    reading
}

/// What a file is called that has no frontmatter for this host whatever it holds.
fn whole_name<'r>(reader: &'r Reader, path: &str) -> Option<&'r str> {
    if reader.whole_files.is_empty() {
        return None;
    }
    let file = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    reader.whole_files.get(&file).map(String::as_str)
}

/// Fields that are good for the host, with a body it takes.
fn accept(reader: &Reader, cut: &fences::Cut, fields: Fields) -> Result<Fields, Dropped> {
    let fence = cut.text.in_file(0..3.min(cut.text.text.len()));
    rules::check(reader, &fields, fence)?;
    if reader.refuse_empty_body && cut.body().is_empty() {
        let end = cut.text.text.len();
        return Err(Dropped {
            code: "empty-body",
            at: Some(cut.text.in_file(end..end)),
            message: "nothing stands below the frontmatter".to_owned(),
            detail: None,
        });
    }
    Ok(fields)
}

/// Fields as a family of readers gives them.
#[derive(Debug, Default)]
struct Fields {
    values: Vec<(String, Value)>,
    spans: Spans,
    /// Why none of them could be read.
    lost: Option<Dropped>,
}

impl Fields {
    fn put(&mut self, key: &str, value: Value, span: Span) {
        self.values.push((key.to_owned(), value));
        self.spans.insert(key, span);
    }
}

fn text_of(reader: &Reader, fields: &Fields, key: &str) -> Option<String> {
    let held = fields.values.iter().find(|(known, _)| known == key);
    match held {
        Some((_, Value::Text(text))) => Some(text.clone()),
        Some(_) => None,
        None => {
            let field = reader.field.iter().find(|field| field.key == key);
            field.and_then(|field| field.default.clone())
        }
    }
}

/// The drop of a file whose YAML a reader refuses.
fn bad_yaml(at: Span, message: impl Into<String>) -> Dropped {
    Dropped {
        code: "bad-yaml",
        at: Some(at),
        message: message.into(),
        detail: None,
    }
}

/// What a syntax error means, in a few words for a list and a status line.
fn explain(error: &SyntaxError) -> &'static str {
    match error.kind {
        ErrorKind::ColonInValue => "a second `: ` stands in the value",
        ErrorKind::Tab => "a tab stands where spaces are due",
        ErrorKind::UnclosedQuote => "a quote is never closed",
        ErrorKind::UnclosedFlow => "a bracket is never closed",
        ErrorKind::TextAfterValue => "text follows a finished value",
        ErrorKind::ReservedStart => "a value starts with a reserved character",
        ErrorKind::Escape => "a bad escape stands in double quotes",
        ErrorKind::MissingColon => "a line has no `key:`",
        ErrorKind::Indent => "a line is not indented as its neighbours",
        ErrorKind::Character => "a character stands here that YAML forbids",
        ErrorKind::UnknownAlias => "an alias has no anchor",
        ErrorKind::DuplicateKey => "a key is there twice",
        ErrorKind::Directive => "a directive stands here",
        ErrorKind::Other => "the YAML cannot be read",
    }
}
