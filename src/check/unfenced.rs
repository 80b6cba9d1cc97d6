//! Files without frontmatter, and those whose fields stand where no host looks for them: without an
//! opening fence, as JSON, as TOML.

use serde_json::{Map, Value};

use super::buried::buried;
use super::difference::difference;
use super::dressed::dressed;
use super::text::{orders, without_orders};
use super::{Fault, Finding, Input};
use crate::skill::Span;
use crate::skill::document::{Document, known_key};
use crate::skill::edit::Edit;
use crate::skill::lines::{after_line, lines_in};
use crate::skill::scalar;

/// What the fix is called that writes a block of its own.
const ADD: &str = "add the frontmatter";

const OPEN: &str = "---\n";

pub(super) fn missing(input: &Input<'_>) -> Vec<Fault> {
    let buried = || buried(input).is_some() && difference(input).is_none();
    if input.front().is_some() || buried() {
        return Vec::new();
    }
    let body = input.document.body.clone();
    let mut lines = lines_in(input.text, body.clone());
    let written = |line: &Span| !input.text[line.clone()].trim().is_empty();
    let Some(first) = lines.find(written) else {
        let line = lines_in(input.text, body.clone()).next();
        let what = "the file is empty";
        let help = "Write a skill: frontmatter with name and description, then the text.";
        // Nothing is there that could be mended.
        return vec![Fault::new(
            line.unwrap_or(body.start..body.start),
            what,
            help,
        )];
    };
    let known = difference(input)
        .or_else(|| terminal(input, &first))
        .or_else(|| dressed(input, &first))
        .or_else(|| bare_fields(input, &first))
        .or_else(|| json(input, &first));
    let found = known.or_else(|| toml(input, &first));
    let fault = found.unwrap_or_else(|| {
        let line = lines_in(input.text, body).next().unwrap_or(first);
        let what = "there is no frontmatter";
        let help =
            "Begin the file with --- on the first line, then name and description, then --- again.";
        whole_head(input, line, what, help)
    });
    vec![fault]
}

fn whole_head(input: &Input<'_>, range: Span, what: &str, help: &str) -> Fault {
    let end = input.document.line_ends.text();
    let head = format!("---{end}{}---{end}{end}", first_fields(input));
    let edits = vec![Edit::insert(input.document.body.start, head)];
    Fault::new(range, what, help).fix(ADD, false, edits)
}

/// Offers no frontmatter where fields stand further down: a second block above would hide them. That it
/// would help tells why a host drops the file, all the same.
pub(super) fn none_made_up(input: &Input<'_>, found: &mut [Finding]) {
    let adds = |finding: &Finding| finding.fixes.iter().any(|fix| fix.title == ADD);
    if input.front().is_some() || !found.iter().any(adds) || !has_fields(input) {
        return;
    }
    for finding in found {
        finding.fixes.retain(|fix| fix.title != ADD);
    }
}

/// First lines of a file in which fields are looked for.
const FIRST: usize = 20;

/// A name or a description stands in the first lines, whatever is around it: marks, quotes, a table.
fn has_fields(input: &Input<'_>) -> bool {
    const AROUND: [char; 7] = ['"', '\'', '`', '*', '\\', '_', ' '];
    const BEHIND: [char; 4] = [':', '：', '=', '|'];
    let is_field = |line: &str, key: &str| {
        let mut found = line.match_indices(key);
        found.any(|(at, _)| {
            let apart = !line[..at].ends_with(char::is_alphanumeric);
            let behind = line[at + key.len()..].trim_start_matches(AROUND);
            apart && behind.starts_with(BEHIND)
        })
    };
    let mut lines = lines_in(input.text, input.document.body.clone()).take(FIRST);
    lines.any(|line| {
        let line = without_orders(&input.text[line]).to_ascii_lowercase();
        ["name", "description"]
            .iter()
            .any(|key| is_field(&line, key))
    })
}

/// Orders to a terminal among the fields, as programs that show a file in colours print them.
fn terminal(input: &Input<'_>, first: &Span) -> Option<Fault> {
    let orders = orders(input.text);
    let at = orders.first().filter(|at| at.start <= first.end)?.clone();
    if !has_fields(input) {
        return None;
    }
    let what = "orders to a terminal stand among the fields, so nobody finds them";
    let help = "Copy the file itself, not what a terminal shows of it.";
    let edits = orders.into_iter().map(Edit::delete).collect();
    let shown = at.start..at.start + 1;
    Some(Fault::new(shown, what, help).fix("remove the orders to the terminal", false, edits))
}

/// The name of the folder, and a place for the description.
pub(super) fn first_fields(input: &Input<'_>) -> String {
    let name = scalar::inline(input.folder.unwrap_or("my-skill"), None, false);
    let end = input.document.line_ends.text();
    format!("name: {name}{end}description: \"\"{end}")
}

/// Fields from the first line on, without a fence above them.
fn bare_fields(input: &Input<'_>, first: &Span) -> Option<Fault> {
    known_key(&input.text[first.clone()])?;
    let fenced = format!("{OPEN}{}", &input.text[first.start..]);
    let front = Document::parse(&fenced).front?;
    let own = |entry: &crate::skill::yaml::Entry| {
        entry
            .key
            .text()
            .is_some_and(|key| matches!(key, "name" | "description"))
    };
    if front.close.is_none() && !front.tree.entries().iter().any(own) {
        return None;
    }
    let end = input.document.line_ends.text();
    let above = input.document.body.start..first.start;
    let mut edits = vec![Edit::replace(above, format!("---{end}"))];
    let (what, title) = match front.close {
        Some(_) => ("the opening fence is missing", "add the opening fence"),
        None => {
            let at = first.start + front.yaml.end - OPEN.len();
            let own_line = match input.text[..at].ends_with(['\n', '\r']) {
                true => "",
                false => end,
            };
            edits.push(Edit::insert(at, format!("{own_line}---{end}")));
            ("the fields stand without fences", "put them between fences")
        }
    };
    let help = "The file must begin with ---, on its first line.";
    Some(Fault::new(first.clone(), what, help).fix(title, false, edits))
}

/// An object of JSON in the place of the frontmatter.
fn json(input: &Input<'_>, first: &Span) -> Option<Fault> {
    let rest = input.text[first.start..].trim_start();
    let start = input.text.len() - rest.len();
    if !rest.starts_with('{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Map<String, Value>>();
    let fields = values.next()?.ok()?;
    let end = start + values.byte_offset();
    let fault = Fault::new(
        start..start + 1,
        "the frontmatter is JSON, without fences",
        "Write the fields as YAML, between lines of three dashes.",
    );
    head(input, fault, &fields, input.document.body.start..end)
}

/// Fields of TOML between lines of three plus signs.
fn toml(input: &Input<'_>, first: &Span) -> Option<Fault> {
    const PLUS: &str = "+++";
    let plus = |line: &Span| input.text[line.clone()].trim() == PLUS;
    if !plus(first) {
        return None;
    }
    let from = after_line(input.text, first.end, input.text.len());
    let close = lines_in(input.text, from..input.text.len()).find(plus)?;
    let fields: Map<String, Value> = toml::from_str(&input.text[from..close.start]).ok()?;
    let fault = Fault::new(
        first.clone(),
        "the frontmatter is TOML, between plus signs",
        "Write the fields as YAML, between lines of three dashes.",
    );
    head(input, fault, &fields, input.document.body.start..close.end)
}

/// The fault when these are the fields of a skill, with the fix that writes them as YAML in the place
/// of what stands at `span`.
fn head(input: &Input<'_>, fault: Fault, fields: &Map<String, Value>, span: Span) -> Option<Fault> {
    let own = ["name", "description"];
    if !own.iter().any(|key| fields.contains_key(*key)) {
        return None;
    }
    let end = input.document.line_ends.text();
    let mut yaml = format!("---{end}");
    let first = own.iter().filter_map(|key| fields.get_key_value(*key));
    let rest = fields
        .iter()
        .filter(|(key, _)| !own.contains(&key.as_str()));
    for (key, value) in first.chain(rest) {
        let value = match value {
            Value::String(text) => scalar::inline(text, None, false),
            // JSON is YAML on one line.
            other => other.to_string(),
        };
        yaml += &format!("{}: {value}{end}", scalar::inline(key, None, false));
    }
    yaml += "---";
    let edits = vec![Edit::replace(span, yaml)];
    Some(fault.fix("write them as YAML between fences", false, edits))
}
