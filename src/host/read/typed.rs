//! A map of typed values, and what a program makes of those it knows.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::profile::{Field, FieldRule, NotAMap, OnError, Reader, Trim, Wrong};
use super::super::reading::{Dropped, Value};
use super::fences::Cut;
use super::text::Text;
use super::{Fields, bad_yaml, explain, js, simple};
use crate::skill::Span;
use crate::skill::yaml::{self, Anchors, Core, Dialect, Entry, Kind, Node};

/// The values of the root map by key, in the order of the text.
pub(super) type Values = Vec<(String, Value, Span)>;

/// Decodes the frontmatter into the fields the host knows.
pub(super) fn decode(reader: &Reader, cut: &Cut) -> Result<Fields, Dropped> {
    let start = cut.text.in_file(0..3.min(cut.text.text.len()));
    let first = values(reader, cut);
    let again = match (&first, reader.on_error) {
        (Err(_), OnError::BlockColons) => simple::block_colons(cut),
        _ => None,
    };
    let first = match (first, reader.on_error) {
        (Err(_), OnError::Simple) => Ok(simple::pairs(cut)),
        (first, _) => first,
    };
    if let (Err(why), OnError::Empty) = (&first, reader.on_error) {
        let mut fields = hold(reader, Values::new(), &start)?;
        fields.lost = Some(why.clone());
        return Ok(fields);
    }
    let held = first.and_then(|values| hold(reader, values, &start));
    let again = match (&held, reader.on_error) {
        (Err(_), OnError::Lines) => return hold(reader, simple::named(cut), &start),
        (Err(_), OnError::Quote) => simple::quoted(reader, cut),
        _ => again,
    };
    match again {
        Some(text) => repaired(reader, cut, text, &start),
        None => held,
    }
}

/// The fields of a frontmatter that was put right. Its characters stand nowhere in the file, so all
/// spans are those of the whole frontmatter.
fn repaired(reader: &Reader, cut: &Cut, text: String, start: &Span) -> Result<Fields, Dropped> {
    let whole = cut.text.in_file(cut.yaml.clone());
    let mended = Cut::new(Text::exact(text.as_str()), 0..text.len(), 0..0);
    let placed = |mut why: Dropped| {
        why.at = Some(whole.clone());
        why
    };
    let values = values(reader, &mended).map_err(placed)?;
    let values = values
        .into_iter()
        .map(|(key, value, _)| (key, value, whole.clone()))
        .collect();
    hold(reader, values, start)
}

fn values(reader: &Reader, cut: &Cut) -> Result<Values, Dropped> {
    if cut.yaml.is_empty() && reader.not_a_map == NotAMap::Empty {
        return Ok(Values::new());
    }
    // Of a long text only the part that is read is looked at.
    let stand_in = stand_in(reader, &cut.text.text[cut.yaml.clone()]);
    let text = match stand_in {
        Some(stand_in) => Cow::Owned(cut.text.text.replace('\0', stand_in)),
        None => Cow::Borrowed(&*cut.text.text),
    };
    let root = cut.parsed(&text, reader.yaml).map_err(|error| {
        let mut why = bad_yaml(cut.text.in_file(error.at.clone()), explain(&error));
        if reader.yaml.decodes_structures() && begins_as_text(&text[cut.yaml.clone()]) {
            // It meets the text that is no map before the fault.
            why.code = "wrong-type";
        }
        why
    })?;
    let entries = match root.as_deref().map(|root| &root.kind) {
        Some(Kind::Mapping { entries, .. }) => entries,
        _ if reader.not_a_map == NotAMap::Empty => return Ok(Values::new()),
        None if reader.yaml.decodes_structures() => return Ok(Values::new()),
        _ => {
            return Err(Dropped {
                code: "not-a-mapping",
                at: Some(cut.text.in_file(cut.yaml.clone())),
                message: "the frontmatter is not a list of `key: value` lines".to_owned(),
                detail: None,
            });
        }
    };
    if let Some(root) = &root {
        sound(root, reader.yaml, cut)?;
    }
    let anchors = root.as_deref().map(Anchors::of);
    let Some(anchors) = anchors else {
        return Ok(Values::new());
    };
    let mut out = Values::new();
    let mut merged = Vec::new();
    for entry in entries {
        if is_merge(entry, reader.yaml) {
            merged.extend(maps(&anchors, &entry.value));
            continue;
        }
        let collection = matches!(
            anchors.target(&entry.key).kind,
            Kind::Sequence { .. } | Kind::Mapping { .. }
        );
        if collection && reader.yaml.decodes_structures() {
            let at = cut.text.in_file(entry.key.span.clone());
            return Err(refused("wrong-type", at, "a key is no text".to_owned()));
        }
        if let Some((at, why)) = mistagged(reader, entry, &anchors) {
            return Err(bad_yaml(cut.text.in_file(at), why));
        }
        take(&mut out, entry, &anchors, reader.yaml, cut);
    }
    // Of several maps the first that holds a key gives it; a map that is named again gives nothing.
    let mut once = HashSet::new();
    merged.retain(|map| once.insert(map.as_ptr()));
    let mut own: HashSet<String> = out.iter().map(|(key, ..)| key.clone()).collect();
    for entry in merged.into_iter().flatten() {
        let key = anchors.target(&entry.key).text().unwrap_or_default();
        if own.insert(key.to_owned()) {
            take(&mut out, entry, &anchors, reader.yaml, cut);
        }
    }
    if let Some(stand_in) = stand_in {
        for (key, value, _) in &mut out {
            *key = key.replace(stand_in, "\0");
            if let Value::Text(text) = value {
                *text = text.replace(stand_in, "\0");
            }
        }
    }
    Ok(out)
}

/// The scanner takes U+0000 for the end of the text; where it is a character like any other,
/// another one of its length that the text does not hold stands for it meanwhile.
fn stand_in(reader: &Reader, text: &str) -> Option<&'static str> {
    let free = ["\u{1}", "\u{2}", "\u{3}", "\u{4}"];
    let allowed = reader.yaml.allows_every_character() && text.contains('\0');
    free.into_iter().find(|c| allowed && !text.contains(c))
}

fn take<'a>(
    out: &mut Values,
    entry: &'a Entry,
    anchors: &Anchors<'a>,
    dialect: Dialect,
    cut: &Cut,
) {
    let Some(key) = anchors.target(&entry.key).text() else {
        return;
    };
    let value = shallow(anchors.target(&entry.value), anchors, dialect);
    let span = cut.text.in_file(entry.value.span.clone());
    out.push((key.to_owned(), value, span));
}

/// What of an entry has a tag that does not fit, where a library looks at what the program knows only.
fn mistagged(reader: &Reader, entry: &Entry, anchors: &Anchors<'_>) -> Option<(Span, String)> {
    if !reader.yaml.decodes_structures() {
        return None;
    }
    let key = |entry: &Entry| anchors.target(&entry.key).text().map(str::to_owned);
    let name = key(entry)?;
    let field = reader.field.iter().find(|field| field.key == name)?;
    let unfit = |node: &Node| {
        let node = anchors.target(node);
        let error = yaml::core(node, reader.yaml)?.err()?;
        Some((node.span.clone(), error.to_string()))
    };
    let inner = match &anchors.target(&entry.value).kind {
        Kind::Mapping { entries, .. } => entries.as_slice(),
        _ => &[],
    };
    let known = |entry: &&Entry| key(entry).is_some_and(|key| field.within.contains(&key));
    let mut values = inner.iter().filter(known).map(|entry| &entry.value);
    unfit(&entry.value).or_else(|| values.find_map(unfit))
}

/// Whether the first line that holds anything is plain text without a key.
fn begins_as_text(yaml: &str) -> bool {
    let mut lines = yaml.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        line.starts_with(|c: char| c.is_alphanumeric())
            && !line.contains(": ")
            && !line.contains(":\t")
            && !line.ends_with(':')
    })
}

fn is_merge(entry: &Entry, dialect: Dialect) -> bool {
    matches!(yaml::core(&entry.key, dialect), Some(Ok(Core::Merge)))
}

/// The maps a merge key means, those that count first before the others.
fn maps<'a>(anchors: &Anchors<'a>, value: &'a Node) -> Vec<&'a [Entry]> {
    let map = |node: &'a Node| match &anchors.target(node).kind {
        Kind::Mapping { entries, .. } => Some(entries.as_slice()),
        _ => None,
    };
    match &anchors.target(value).kind {
        Kind::Sequence { items, .. } => items.iter().filter_map(map).collect(),
        _ => map(value).into_iter().collect(),
    }
}

/// Refuses what a library refuses once it has the tree: keys that are there twice, tags it does not
/// know or that do not fit.
fn sound(root: &Node, dialect: Dialect, cut: &Cut) -> Result<(), Dropped> {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let at = || cut.text.in_file(node.span.clone());
        let typed = !dialect.decodes_structures();
        if let (true, Some(Err(error))) = (typed, yaml::core(node, dialect)) {
            return Err(bad_yaml(at(), error.to_string()));
        }
        match &node.kind {
            Kind::Sequence { items, .. } => open.extend(items),
            Kind::Mapping { entries, .. } => {
                let mut seen = HashSet::new();
                for entry in entries {
                    let twice = match entry.key.text() {
                        Some(_) if is_merge(entry, dialect) => false,
                        Some(text) => !seen.insert(text),
                        None => false,
                    };
                    if twice && dialect.refuses_repeats() {
                        let mut why = bad_yaml(
                            cut.text.in_file(entry.key.span.clone()),
                            format!("`{}` is there twice", entry.key.text().unwrap_or_default()),
                        );
                        why.code = "bad-yaml";
                        return Err(why);
                    }
                    open.push(&entry.key);
                    open.push(&entry.value);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A value by its type; of what lists and maps hold only scalars are looked at.
fn shallow(node: &Node, anchors: &Anchors<'_>, dialect: Dialect) -> Value {
    let held = |node: &Node| match anchors.target(node) {
        node @ Node {
            kind: Kind::Scalar { .. },
            ..
        } => scalar(node, dialect),
        Node {
            kind: Kind::Mapping { .. },
            ..
        } => Value::Map(Vec::new()),
        Node {
            kind: Kind::Sequence { .. },
            ..
        } => Value::List(Vec::new()),
        _ => Value::Null,
    };
    match &node.kind {
        Kind::Scalar { .. } => scalar(node, dialect),
        Kind::Sequence { items, .. } => Value::List(items.iter().map(held).collect()),
        Kind::Mapping { entries, .. } => {
            let entries = entries.iter().filter_map(|entry| {
                let key = anchors.target(&entry.key).text()?;
                Some((key.to_owned(), held(&entry.value)))
            });
            Value::Map(entries.collect())
        }
        Kind::Alias(_) => Value::Null,
    }
}

fn scalar(node: &Node, dialect: Dialect) -> Value {
    let text = || node.text().unwrap_or_default().to_owned();
    match yaml::core(node, dialect) {
        Some(Ok(Core::Bool(truth))) => Value::Bool(truth),
        Some(Ok(Core::Int(digits))) => Value::Integer(digits),
        Some(Ok(Core::Float(number))) => Value::Float(number),
        Some(Ok(Core::Timestamp)) => Value::Date(text()),
        Some(Ok(Core::Binary(bytes))) => Value::Bytes(bytes),
        Some(Ok(Core::Text | Core::Merge)) => Value::Text(text()),
        Some(Ok(Core::Null) | Err(_)) | None => Value::Null,
    }
}

/// What the host holds of each field it knows.
fn hold(reader: &Reader, values: Values, start: &Span) -> Result<Fields, Dropped> {
    let mut fields = Fields::default();
    for field in &reader.field {
        let mut all = values.iter().filter(|(key, ..)| *key == field.key);
        if reader.yaml.decodes_structures()
            && let Some((_, _, span)) = all.nth(1)
        {
            let message = format!("`{}` is there twice", field.key);
            return Err(refused("duplicate-key", span.clone(), message));
        }
        let found = values.iter().rev().find(|(key, ..)| *key == field.key);
        // What is not written at all passes for absent where structures are decoded.
        let written = |span: &Span| !reader.yaml.decodes_structures() || !span.is_empty();
        let null = matches!(found, Some((_, Value::Null, span)) if written(span));
        if field.null_is_wrong && null {
            let span = found.map_or_else(|| start.clone(), |(.., span)| span.clone());
            let message = format!("`{}` holds nothing, not even an empty text", field.key);
            return Err(refused("wrong-type", span, message));
        }
        let (value, span) = match found {
            Some((_, value, span)) => (value.clone(), span.clone()),
            None => (Value::Null, start.clone()),
        };
        match one(field, value) {
            Ok(Some(value)) => fields.put(&field.key, value, span),
            Ok(None) if field.required => {
                let code = field.missing.map_or("bad-fields", |code| code.0);
                return Err(refused(code, span, format!("`{}` is missing", field.key)));
            }
            Ok(None) => {}
            Err((code, why)) => return Err(refused(code, span, format!("`{}` {why}", field.key))),
        }
    }
    Ok(fields)
}

fn refused(code: &'static str, at: Span, message: String) -> Dropped {
    Dropped {
        code,
        at: Some(at),
        message,
        detail: None,
    }
}

/// What a field holds; `None` for nothing.
fn one(field: &Field, value: Value) -> Result<Option<Value>, (&'static str, &'static str)> {
    let value = match (field.rule, value) {
        (_, Value::Null) => return Ok(None),
        (_, Value::Bool(false)) if field.falsy_is_absent => return Ok(None),
        (_, Value::Integer(digits)) if field.falsy_is_absent && digits == "0" => return Ok(None),
        (_, Value::Float(number))
            if field.falsy_is_absent && (number == 0.0 || number.is_nan()) =>
        {
            return Ok(None);
        }
        (FieldRule::StrictText, Value::Text(text)) => Value::Text(text),
        (FieldRule::Bool | FieldRule::MaybeBool, Value::Bool(truth)) => Value::Bool(truth),
        // A map without a prototype has no text, and the program fails on it.
        (FieldRule::JsText, Value::Map(_)) => return Err(("wrong-type", "has no text")),
        (FieldRule::JsText, value) => Value::Text(js::text(&value)),
        (FieldRule::TextList, Value::List(items)) => Value::List(items),
        (FieldRule::Map, Value::Map(entries)) => match misfit(field, &entries) {
            Some(why) => return Err(("wrong-type", why)),
            None => Value::Map(entries),
        },
        (FieldRule::Any, value) => value,
        _ if field.wrong == Wrong::Absent => return Ok(None),
        _ => {
            return Err(("wrong-type", "has the wrong type"));
        }
    };
    let Value::Text(text) = value else {
        return Ok(Some(value));
    };
    if field.falsy_is_absent && text.is_empty() {
        return Ok(None);
    }
    let plain;
    let text = match field.trim {
        Trim::Terminal => {
            plain = super::terminal::plain(&text);
            plain.as_str()
        }
        trim => trim.apply(&text),
    };
    let folded = match field.trim {
        Trim::Words => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        _ => Cow::Borrowed(text),
    };
    let text = folded.as_ref();
    let blank = text.trim_matches(super::is_js_space).is_empty();
    if (blank && field.blank_is_absent) || (text.is_empty() && field.empty_is_absent) {
        return Ok(None);
    }
    if !text
        .chars()
        .all(|c| field.letters.is_none_or(|set| set.has(c)))
    {
        return Err(("name-not-allowed", "has characters that are not allowed"));
    }
    if let (Some(most), Some(code)) = (field.at_most, field.too_long)
        && text.chars().nth(most).is_some()
    {
        return Err((code.0, "is too long"));
    }
    if let Some(cut) = field.clip.as_ref().and_then(|clip| clip.apply(text)) {
        return Ok(Some(Value::Text(cut)));
    }
    let text = match field.hyphenate.is_empty() {
        true => text.to_owned(),
        false => text.replace(|c| field.hyphenate.contains(c), "-"),
    };
    Ok(Some(Value::Text(text)))
}

/// What is wrong with those keys of a map that the host knows.
fn misfit(field: &Field, entries: &[(String, Value)]) -> Option<&'static str> {
    field.within.iter().find_map(|wanted| {
        let mut held = entries.iter().filter(|(key, _)| key == wanted);
        match (held.next(), held.next()) {
            (_, Some(_)) => Some("holds a key it knows twice"),
            (Some((_, Value::List(_) | Value::Map(_))), None) => {
                Some("holds a list or a map where a text is due")
            }
            _ => None,
        }
    })
}

/// Refuses a name that is not that of the folder, where the host does.
pub(super) fn placed(reader: &Reader, fields: Fields, folder: &str) -> Result<Fields, Dropped> {
    let named = reader.field.iter().filter(|field| field.is_folder);
    for field in named {
        let held = fields.values.iter().find(|(key, _)| *key == field.key);
        if let Some((_, Value::Text(text))) = held
            && text != folder
        {
            let at = fields.spans.get(&field.key).unwrap_or(0..0);
            let message = format!("`{}` is not the name of the folder", field.key);
            return Err(refused("name-not-folder", at, message));
        }
    }
    Ok(fields)
}
