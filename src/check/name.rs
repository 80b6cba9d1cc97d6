//! The name.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::alike::{confusable, in_other_characters, plain, refused, simple};
use super::description::blanks_before;
use super::indent::OUTDENT;
use super::input::{is_null, value_or_key};
use super::limit::Over;
use super::rename::{TAKE_FOLDER, is_sentence, may_be, renamed, single_hyphens};
use super::value::comment_on_line;
use super::{Fault, Input, Rule, Severity};
use crate::host::Profile;
use crate::host::names::first_bad_char;
use crate::host::profile::{Field, Limit, Shape, Validate};
use crate::skill::Span;
use crate::skill::document::line_at;
use crate::skill::edit::{self, Edit, NewValue};
use crate::skill::fields::field;
use crate::skill::hidden::visible_line;
use crate::skill::lines::lines_in;
use crate::skill::place::place;
use crate::skill::yaml::{Kind, Node};

/// Characters a name may have (agentskills).
pub(super) const MOST: usize = 64;

/// Hosts that ask for a name when they validate; those whose reader does say so in their profile.
const ASKING: &[&str] = &["agentworks", "agentskills"];
const SPEC: &[&str] = &["agentskills"];

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "name/missing",
        severity: Severity::Warning,
        hosts: ASKING,
        explains: &[
            "missing-name",
            "name-missing",
            "name-or-description-missing",
            "bad-fields",
            "missing",
        ],
        effect: "{} asks for one",
        summary: "There is no name",
        find: missing,
    },
    Rule {
        id: "name/empty",
        severity: Severity::Warning,
        hosts: ASKING,
        explains: &[
            "empty-name",
            "missing-name",
            "name-missing",
            "name-or-description-missing",
            "name-not-allowed",
            "name-not-directory",
            "name-outside-2-to-60",
            "bad-fields",
            "missing",
            "length",
            "not-a-string",
            "form",
            "folder",
            "name-characters",
        ],
        effect: "{} asks for one",
        summary: "The name is empty",
        find: empty,
    },
    Rule {
        id: "name/not-text",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "empty-name",
            "missing-name",
            "name-missing",
            "name-or-description-missing",
            "not-a-string",
            "wrong-type",
            "bad-fields",
            "form",
        ],
        effect: "",
        summary: "The name is a list or a map",
        find: not_text,
    },
    Rule {
        id: "name/characters",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "name-characters",
            "name-character",
            "name-not-allowed",
            "name-outside-2-to-60",
            "form",
            "folder",
        ],
        effect: "refused by {} where a skill is checked or imported",
        summary: "A character that names must not have",
        find: characters,
    },
    Rule {
        id: "name/length",
        severity: Severity::Warning,
        hosts: &[],
        // A name that is cut is no longer that of the folder.
        explains: &[
            "name-too-long",
            "name-outside-2-to-60",
            "length",
            "name-not-folder",
        ],
        effect: "refused by {}",
        summary: "The name is longer, or shorter, than a host allows (64 characters)",
        find: length,
    },
    Rule {
        id: "name/case",
        severity: Severity::Warning,
        hosts: SPEC,
        explains: &["name-not-lowercase", "form"],
        effect: "refused by {}",
        summary: "The name has a capital letter",
        find: case,
    },
    Rule {
        id: "name/hyphens",
        severity: Severity::Warning,
        hosts: SPEC,
        explains: &[
            "name-edge-hyphen",
            "name-double-hyphen",
            "name-hyphen-edge",
            "name-hyphen-double",
            "form",
        ],
        effect: "refused by {}",
        summary: "A hyphen at an end of the name, or two in a row",
        find: hyphens,
    },
    Rule {
        id: "name/folder",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["name-not-directory", "name-not-folder", "folder"],
        effect: "",
        summary: "The name differs from the folder",
        find: folder,
    },
    Rule {
        id: "name/confusable",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "A letter or hyphen that only looks like another one",
        find: confusable,
    },
    Rule {
        id: "name/builtin",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "A host has a skill of its own under this name",
        find: builtin,
    },
];

/// The judged hosts whose reader takes no file without a name.
fn requiring(input: &Input<'_>) -> Vec<String> {
    let requires = |profile: &Profile| {
        let mut fields = profile.reader.field.iter();
        fields.any(|field| field.key == "name" && field.required)
    };
    let hosts = input.readings.iter().map(|(profile, _)| *profile);
    hosts
        .filter(|profile| requires(profile))
        .map(|profile| profile.id.clone())
        .collect()
}

fn missing(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    if let Some(fault) = input.merged("name") {
        return vec![fault];
    }
    let there = input.has("name") || input.is_elsewhere("name");
    if there || input.entries().is_empty() {
        return Vec::new();
    }
    if let Some(fault) = input.behind_colon("name") {
        return vec![fault];
    }
    let mut fault = Fault::new(
        front.open.clone(),
        "there is no name",
        "Add `name:`, the same as the folder.",
    );
    fault.minded_by = requiring(input);
    let folder = input.folder.filter(|_| !input.is_written("name"));
    let named = folder.map_or(Err(()), |folder| {
        edit::add(input.text, input.document, "name", NewValue::Text(folder)).map_err(|_| ())
    });
    vec![fault.fix_if(TAKE_FOLDER, false, named)]
}

fn empty(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("name") else {
        return Vec::new();
    };
    let blank = is_null(&entry.value)
        || entry
            .value
            .text()
            .is_some_and(|name| name.trim().is_empty());
    let commented = comment_on_line(input.text, entry.key.span.end).is_some();
    if !blank || commented || input.is_broken(entry) {
        return Vec::new();
    }
    let Some(empty) = input.empty_for("name", &entry.value) else {
        return Vec::new();
    };
    let mut fault = Fault::new(
        value_or_key(entry),
        empty.what("name"),
        "Write the name of the folder.",
    );
    let asking = input.judged(ASKING).into_iter().chain(requiring(input));
    fault.minded_by = asking.filter(|id| empty.hosts.contains(id)).collect();
    fault.by = Some(empty.hosts);
    fault.only = Some(&[]);
    let named = input.folder.map_or(Err(()), |folder| {
        edit::set(input.text, input.document, "name", NewValue::Text(folder)).map_err(|_| ())
    });
    vec![fault.fix_if(TAKE_FOLDER, false, named)]
}

fn not_text(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("name") else {
        return Vec::new();
    };
    match &entry.value.kind {
        Kind::Scalar { .. } | Kind::Alias(_) => Vec::new(),
        _ if input.is_broken(entry) => Vec::new(),
        _ => {
            let help = "Write one name on the line of the key.";
            let range = entry.value.span.clone();
            let fault = Fault::new(range, "the name must be one text", help);
            let folder = input.folder.filter(|folder| may_be(input, folder));
            let named = folder.map_or(Err(()), |folder| {
                let value = NewValue::Text(folder);
                edit::set(input.text, input.document, "name", value).map_err(|_| ())
            });
            vec![fault.fix_if(TAKE_FOLDER, false, named)]
        }
    }
}

pub(super) fn name<'a>(input: &Input<'a>) -> Option<(&'a str, &'a Node)> {
    let (name, node) = input.scalar("name")?;
    let sound = input
        .entry("name")
        .is_some_and(|entry| !input.is_broken(entry));
    (sound && !name.is_empty()).then_some((name, node))
}

/// The place of the character number `index` of the trimmed name.
pub(super) fn at(input: &Input<'_>, node: &Node, index: usize) -> Span {
    place(input.text, node, blanks_before(node) + index)
}

/// AgentWorks (import, recorded): A-Z a-z 0-9 - _, blanks around the name not taken away;
/// agentskills: lower-case letters and digits of any script and hyphens; and what profiles say. One
/// finding, at the first character that one of them refuses.
fn characters(input: &Input<'_>) -> Vec<Fault> {
    let Some((trimmed, node)) = name(input) else {
        return Vec::new();
    };
    let whole = node.text().unwrap_or(trimmed);
    let blanks = blanks_before(node);
    let agentworks = |name: &str| first_bad_char(name).and_then(|bad| name.find(bad));
    let mut refusing = Vec::new();
    let mut noting = Vec::new();
    for (profile, reading) in input.readings {
        let refused = match profile.reader.validate {
            Validate::Agentworks => agentworks(whole).map(|at| whole[..at].chars().count()),
            Validate::Agentskills => refused(trimmed).map(|index| index + blanks),
            Validate::None => None,
        };
        let field = profile.field("name").and_then(|field| field.letters);
        let dropped = reading.dropped.as_ref();
        let letters = field.filter(|_| dropped.is_some_and(|why| why.code == "name-not-allowed"));
        let dropping = letters.and_then(|letters| bad(whole, |c| letters.has(c)));
        let shaped = profile.field("name").and_then(|field| shape(field, whole));
        let kept = reading.name.as_deref() == Some(whole);
        let (held, before) = match kept {
            true => (whole, 0),
            false => (trimmed, blanks),
        };
        let broken = |limit: &Limit| {
            bad(held, |c| {
                limit.only.is_none_or(|set| set.has(c)) && !limit.without.contains(c)
            })
        };
        let noted = limits(profile, "name").filter_map(broken).min();
        refusing.extend(
            refused
                .or(dropping)
                .or(shaped)
                .map(|index| (index, &profile.id)),
        );
        noting.extend(noted.map(|index| (index + before, &profile.id)));
    }
    let found = || refusing.iter().chain(&noting);
    let Some(first) = found().map(|(index, _)| *index).min() else {
        return Vec::new();
    };
    let what = match whole.chars().nth(first).unwrap_or(' ') {
        ' ' => "a blank in a name".to_owned(),
        '\n' | '\r' => "a line break in a name".to_owned(),
        c if c.is_whitespace() => format!("white space (U+{:04X}) in a name", c as u32),
        c if is_combining_mark(c) => format!("the mark U+{:04X} in a name", c as u32),
        c => format!("`{}` in a name", visible_line(&c.to_string())),
    };
    let mut fault = Fault::new(
        place(input.text, node, first),
        what,
        "Use small letters, digits and hyphens.",
    );
    fault.minded_by = found().map(|(_, host)| (*host).clone()).collect();
    fault.effect = (!noting.is_empty()).then_some(MINDED);
    if whole == trimmed {
        let title = "write it in small letters, digits and hyphens";
        let clean = simple(trimmed);
        return vec![match clean.is_empty() || !may_be(input, &clean) {
            true => fault,
            false => renamed(input, fault, title, &clean),
        }];
    }
    let rest = node.span.start..line_at(input.text, node.span.start).end;
    let edits = match input.text[rest.clone()].trim() == trimmed {
        true => Ok(vec![Edit::replace(rest, trimmed)]),
        false => edit::set(input.text, input.document, "name", NewValue::Text(trimmed)),
    };
    vec![fault.fix_if("write the name alone", false, edits)]
}

/// The first character that is in no form a host asks for. Capital letters and hyphens have rules of
/// their own.
fn shape(field: &Field, whole: &str) -> Option<usize> {
    let shape = field.shape?;
    let trimmed = field.trim.apply(whole);
    let line = match shape {
        Shape::KebabLine => trimmed.strip_suffix('\n').unwrap_or(trimmed),
        _ => trimmed,
    };
    let allowed = |c: char| match shape {
        Shape::UnicodeKebab => c.is_alphanumeric() || c == '-',
        Shape::KebabOrSnake => c.is_ascii_alphanumeric() || matches!(c, '-' | '_'),
        Shape::Kebab | Shape::KebabLine => c.is_ascii_alphanumeric() || c == '-',
    };
    let cut = whole.len() - whole.trim_start().len();
    let before = match trimmed.len() == whole.len() {
        true => 0,
        false => whole[..cut].chars().count(),
    };
    bad(line, allowed).map(|index| index + before)
}

/// What hosts do of which some refuse and some only tell.
const MINDED: &str = "minded by {}";

/// The place of the first character that is not allowed.
fn bad(name: &str, allowed: impl Fn(char) -> bool) -> Option<usize> {
    name.chars().position(|c| !allowed(c))
}

/// What the profile notes of a field.
fn limits<'a>(profile: &'a Profile, key: &str) -> impl Iterator<Item = &'a Limit> {
    let limits = profile.reader.limit.iter();
    limits.filter(move |limit| limit.field == key)
}

/// More characters than a judged host allows, or fewer than one asks for.
fn length(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let count = name.chars().count();
    let mut faults = Vec::new();
    let over = Over::of(input, "name", count, 0);
    if let Some(most) = over.lowest() {
        let beyond = at(input, node, most).start..at(input, node, count - 1).end;
        let mut fault = Fault::new(
            beyond,
            format!(
                "the name has {count} characters, {} are allowed",
                over.words()
            ),
            "Shorten it here.",
        );
        let validates = |profile: &Profile| profile.reader.validate == Validate::Agentskills;
        fault.minded_by = over.ids();
        fault.by = Some(fault.minded_by.clone());
        fault.effect = (!over.hosts().all(validates)).then_some(MINDED);
        faults.push(fault);
    }
    let least = |profile: &Profile| limits(profile, "name").filter_map(|limit| limit.min).max();
    for (profile, _) in input.readings {
        if let Some(least) = least(profile).filter(|least| count < *least) {
            let mut fault = Fault::new(
                node.span.clone(),
                format!("the name has {count} character, at least {least} are asked for"),
                "Write a whole word.",
            );
            fault.minded_by = vec![profile.id.clone()];
            fault.effect = Some(MINDED);
            faults.push(fault);
        }
    }
    faults
}

fn case(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let Some(index) = name.chars().position(char::is_uppercase) else {
        return Vec::new();
    };
    let fault = Fault::new(
        at(input, node, index),
        "a capital letter in the name",
        "Write it in small letters.",
    );
    vec![renamed(
        input,
        fault,
        "write it in small letters",
        &name.to_lowercase(),
    )]
}

fn hyphens(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let letters: Vec<char> = name.chars().collect();
    let double = letters.windows(2).position(|pair| pair == ['-', '-']);
    let last = letters.len() - 1;
    let (from, to, what) = match double {
        _ if letters[0] == '-' => (0, 0, "the name begins with a hyphen"),
        Some(index) => (index, index + 1, "two hyphens in a row in the name"),
        None if letters[last] == '-' => (last, last, "the name ends with a hyphen"),
        None => return Vec::new(),
    };
    let clean = single_hyphens(name);
    let range = at(input, node, from).start..at(input, node, to).end;
    let fault = Fault::new(range, what, "Use single hyphens between words only.");
    if clean.is_empty() {
        return vec![fault];
    }
    vec![renamed(input, fault, "use single hyphens", &clean)]
}

fn folder(input: &Input<'_>) -> Vec<Fault> {
    let (Some((name, node)), Some(folder)) = (name(input), input.folder) else {
        return Vec::new();
    };
    if name == folder {
        return padded(input, node, folder);
    }
    if name.nfkc().eq(folder.nfkc()) {
        return vec![in_other_characters(input, node, folder)];
    }
    let (title, edits) = match folded_field(input, node) {
        Some(edits) => (OUTDENT, Ok(edits)),
        // Words on further lines would be lost.
        None if input.text[node.span.clone()].contains(['\n', '\r']) => (OUTDENT, Ok(Vec::new())),
        // The name would only get another fault, or lose what is more than a name.
        None if !may_be(input, folder) || is_sentence(input) => (TAKE_FOLDER, Ok(Vec::new())),
        None => (
            TAKE_FOLDER,
            edit::set(input.text, input.document, "name", NewValue::Text(folder)),
        ),
    };
    let alike = plain(name) == plain(folder);
    let help = match !alike && may_be(input, name) {
        true => {
            let name = visible_line(name);
            format!(
                "Hosts differ in which one counts: change the name here, or rename the folder to `{name}`."
            )
        }
        false => "Hosts differ in which one counts: change the name here, or rename the folder."
            .to_owned(),
    };
    let what = format!(
        "the name {} that of the folder, `{}`",
        if alike { "only looks like" } else { "is not" },
        visible_line(folder)
    );
    vec![Fault::new(node.span.clone(), what, help).fix_if(title, false, edits)]
}

/// A name that is that of the folder but for white space around it, which some hosts keep.
fn padded(input: &Input<'_>, node: &Node, folder: &str) -> Vec<Fault> {
    if node.text().is_none_or(|whole| whole == whole.trim()) {
        return Vec::new();
    }
    let edits = edit::set(input.text, input.document, "name", NewValue::Text(folder));
    let mut fault = Fault::new(
        node.span.clone(),
        "white space belongs to the name",
        "Write the name alone, on the line of the key.",
    );
    fault.only = Some(&[]);
    vec![fault.fix_if("write the name alone", false, edits)]
}

/// The edits that make a field of a further line of a name that is one.
fn folded_field(input: &Input<'_>, node: &Node) -> Option<Vec<Edit>> {
    lines_in(input.text, node.span.clone())
        .skip(1)
        .find_map(|line| {
            let written = &input.text[line.clone()];
            let content = written.trim_start();
            let key = content.split(':').next().filter(|key| *key != content)?;
            let start = line.start + written.len() - content.len();
            field(key)?;
            let colon = start + key.len() + 1;
            let value = &input.text[colon..line.end];
            let blank =
                (!value.is_empty() && !value.starts_with(' ')).then(|| Edit::insert(colon, " "));
            Some(
                [Edit::delete(line.start..start)]
                    .into_iter()
                    .chain(blank)
                    .collect(),
            )
        })
}

/// AgentWorks looks builtin names up first, by the folder (recorded).
fn builtin(input: &Input<'_>) -> Vec<Fault> {
    let reference = input.folder.unwrap_or_default();
    let minds: Vec<_> = input
        .readings
        .iter()
        .filter(|(profile, _)| profile.has_builtin(reference))
        .map(|(profile, _)| profile)
        .collect();
    let Some(first) = minds.first() else {
        return Vec::new();
    };
    let range = match name(input) {
        Some((_, node)) => node.span.clone(),
        None => input.front().map_or(0..0, |front| front.open.clone()),
    };
    let mut fault = Fault::new(
        range,
        format!(
            "{} has a skill `{reference}` of its own, and uses that one",
            first.title
        ),
        "Give the folder another name.",
    );
    fault.minded_by = minds.iter().map(|profile| profile.id.clone()).collect();
    vec![fault]
}
