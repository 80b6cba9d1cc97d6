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
mod rules;
mod simple;
mod structure;
mod terminal;
pub mod text;
mod typed;
mod validate;
pub mod whole;

pub use fences::is_js_space;
pub use validate::{most, refuses};

use std::sync::Arc;

use super::profile::{Family, Field, NameFallback, Profile, Reader};
use super::reading::{Dropped, Reading, Spans, Value};
use crate::skill::Span;
use crate::skill::shared::Shared;
use crate::skill::yaml::{ErrorKind, SyntaxError};

/// One file to read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
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
    let cut = match fences::cut(&profile.reader, input.bytes) {
        Ok(cut) => cut,
        Err(dropped) => {
            let reading = light::marked(&profile.reader, dropped);
            return validate::refused(profile.reader.validate, reading);
        }
    };
    let fields = match profile.reader.family {
        Family::Struct => structure::decode(&profile.reader, &cut),
        Family::AllText => all_text::decode(&profile.reader, &cut),
        Family::Flat => flat::decode(&profile.reader, &cut),
        Family::Typed => typed::decode(&profile.reader, &cut)
            .and_then(|fields| typed::placed(&profile.reader, fields, input.folder_name)),
        Family::Python => python::decode(&profile.reader, &cut, input),
        Family::Light => {
            let lossy = std::str::from_utf8(input.bytes).is_err();
            let mut reading = light::read(&profile.reader, &cut, lossy);
            reading.body = reading.loaded().then(|| input.held(cut.body()));
            return reading;
        }
        Family::None => {
            let name = match profile.reader.name_fallback {
                NameFallback::Reference => input.reference,
                NameFallback::None | NameFallback::Folder | NameFallback::AlwaysFolder => {
                    input.folder_name
                }
            };
            return whole::finish(
                &profile.reader,
                name,
                Some(input.held(cut.body())),
                Vec::new(),
            );
        }
    };
    let mut reading = match fields.and_then(|fields| accept(&profile.reader, &cut, fields)) {
        Ok(fields) => Reading {
            dropped: None,
            name: text_of(&profile.reader, &fields, "name"),
            description: text_of(&profile.reader, &fields, "description"),
            fields: fields.values,
            body: Some(match profile.reader.body_end.as_str() {
                "" => input.held(cut.body()),
                end => format!("{}{end}", cut.body()).into(),
            }),
            spans: fields.spans,
            lost: fields.lost,
            ..Reading::default()
        },
        Err(dropped) => return validate::refused(profile.reader.validate, dropped.into()),
    };
    if profile.reader.family == Family::Python {
        python::reread(&profile.reader, &cut, input.folder_name, &mut reading);
        python::describe(&profile.reader, &mut reading);
    } else if reading.name.as_deref().is_none_or(str::is_empty)
        && profile.reader.name_fallback == NameFallback::Reference
    {
        reading.name = Some(input.reference.to_owned());
    }
    if profile.reader.family != Family::Python
        && reading.name.as_deref().is_none_or(str::is_empty)
        && profile.reader.name_fallback == NameFallback::Folder
    {
        reading.name = Some(input.folder_name.to_owned());
    }
    if profile.reader.name_fallback == NameFallback::AlwaysFolder {
        reading.name = Some(input.folder_name.to_owned());
    }
    if profile.reader.family == Family::Typed {
        python::describe(&profile.reader, &mut reading);
    }
    if let Some(most) = profile.reader.first_characters
        && cut.text.text.chars().count() >= most
    {
        reading.whole_description = whole(&profile.reader, input, "description");
    }
    let name = profile
        .reader
        .field
        .iter()
        .find(|field| field.key == "name");
    let most = name
        .and_then(|field| field.clip.as_ref())
        .map(|clip| clip.max);
    let length = reading.name.as_ref().map(|name| name.chars().count());
    if let (Some(most), Some(length)) = (most, length)
        && length >= most
    {
        reading.whole_name = whole(&profile.reader, input, "name");
    }
    validate::apply(profile.reader.validate, &mut reading, input);
    rules::limits(&profile.reader, &mut reading);
    reading
}

/// What the file itself gives for a field when all of it is read.
fn whole(reader: &Reader, input: Input<'_>, key: &str) -> Option<String> {
    let field = reader.field.iter().find(|field| field.key == key);
    let field = field.map(|field| Field {
        clip: None,
        ..field.clone()
    });
    let reader = Reader {
        first_characters: None,
        field: field.into_iter().collect(),
        ..reader.clone()
    };
    let cut = fences::cut(&reader, input.bytes).ok()?;
    let fields = python::decode(&reader, &cut, input).ok()?;
    text_of(&reader, &fields, key)
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
