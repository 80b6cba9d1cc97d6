//! The name.

use unicode_normalization::UnicodeNormalization as _;

use super::field::near;
use super::input::{is_null, value_or_key};
use super::value::comment_on_line;
use super::yaml::OUTDENT;
use super::{Fault, Input, Rule, Severity};
use crate::host::Profile;
use crate::skill::Span;
use crate::skill::edit::{self, Edit, NewValue};
use crate::skill::fields::field;
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
            "bad-fields",
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
        ],
        effect: "",
        summary: "The name is a list or a map",
        find: not_text,
    },
    Rule {
        id: "name/characters",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["name-characters", "name-character", "name-not-allowed"],
        effect: "refused when {} checks or imports the skill",
        summary: "A character that names must not have",
        find: characters,
    },
    Rule {
        id: "name/length",
        severity: Severity::Warning,
        hosts: SPEC,
        explains: &["name-too-long"],
        effect: "refused by {}",
        summary: "The name has more than 64 characters",
        find: length,
    },
    Rule {
        id: "name/case",
        severity: Severity::Warning,
        hosts: SPEC,
        explains: &["name-not-lowercase"],
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
        ],
        effect: "refused by {}",
        summary: "A hyphen at an end of the name, or two in a row",
        find: hyphens,
    },
    Rule {
        id: "name/folder",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["name-not-directory", "name-not-folder"],
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
        summary: "A letter or hyphen that only looks like an ASCII one",
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
    if input.has("name") || input.entries().is_empty() {
        return Vec::new();
    }
    let mut fault = Fault::new(
        front.open.clone(),
        "there is no name",
        "Add `name:`, the same as the folder.",
    );
    fault.minded_by = requiring(input);
    if let Some((title, edits)) = near(input, "name") {
        return vec![fault.fix(title, false, edits)];
    }
    let named = input.folder.map_or(Err(()), |folder| {
        edit::add(input.text, input.document, "name", NewValue::Text(folder)).map_err(|_| ())
    });
    vec![fault.fix_if("take the name of the folder", false, named)]
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
    let mut fault = Fault::new(
        value_or_key(entry),
        "the name is empty",
        "Write the name of the folder.",
    );
    fault.minded_by = requiring(input);
    let named = input.folder.map_or(Err(()), |folder| {
        edit::set(input.text, input.document, "name", NewValue::Text(folder)).map_err(|_| ())
    });
    vec![fault.fix_if("take the name of the folder", false, named)]
}

fn not_text(input: &Input<'_>) -> Vec<Fault> {
    let Some(entry) = input.entry("name") else {
        return Vec::new();
    };
    match &entry.value.kind {
        Kind::Scalar { .. } | Kind::Alias(_) => Vec::new(),
        _ if input.is_broken(entry) => Vec::new(),
        _ => vec![Fault::new(
            entry.value.span.clone(),
            "the name must be one text",
            "Write one name on the line of the key.",
        )],
    }
}

fn name<'a>(input: &Input<'a>) -> Option<(&'a str, &'a Node)> {
    let (name, node) = input.scalar("name")?;
    let sound = input
        .entry("name")
        .is_some_and(|entry| !input.is_broken(entry));
    (sound && !name.is_empty()).then_some((name, node))
}

/// The place of the character number `index` of the trimmed name.
fn at(input: &Input<'_>, node: &Node, index: usize) -> crate::skill::Span {
    let blanks = node.text().map_or(0, |value| {
        value.chars().take_while(|c| c.is_whitespace()).count()
    });
    place(input.text, node, blanks + index)
}

/// AgentWorks (import, recorded): A-Z a-z 0-9 - _; agentskills: lower-case letters and digits of any
/// script and hyphens. One finding, at the first character that one of them refuses.
fn characters(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let agentworks = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let agentskills = |c: char| c.nfkc().all(|c| c.is_alphanumeric() || c == '-');
    let refused = |host, allowed: &dyn Fn(char) -> bool| {
        let bad = name.chars().position(|c| !allowed(c))?;
        input.judges(host).then_some((bad, host))
    };
    let dropping = input.readings.iter().filter_map(|(profile, reading)| {
        let dropped = reading.dropped.as_ref()?;
        let field = profile
            .reader
            .field
            .iter()
            .find(|field| field.key == "name")?;
        let letters = field.letters?;
        let bad = name.chars().position(|c| !letters.has(c));
        (dropped.code == "name-not-allowed").then_some((bad?, profile.id.as_str()))
    });
    let found: Vec<_> = [
        refused("agentworks", &agentworks),
        refused("agentskills", &agentskills),
    ]
    .into_iter()
    .flatten()
    .chain(dropping)
    .collect();
    let Some(first) = found.iter().map(|(index, _)| *index).min() else {
        return Vec::new();
    };
    let c = name.chars().nth(first).unwrap_or(' ');
    let what = format!(
        "`{}` in a name",
        crate::skill::hidden::visible_line(&c.to_string())
    );
    let mut fault = Fault::new(
        at(input, node, first),
        what,
        "Use small letters, digits and hyphens.",
    );
    fault.minded_by = found.iter().map(|(_, host)| (*host).to_owned()).collect();
    vec![fault]
}

fn length(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let count = name.chars().count();
    if count <= MOST {
        return Vec::new();
    }
    let beyond = at(input, node, MOST).start..at(input, node, count - 1).end;
    vec![Fault::new(
        beyond,
        format!("the name has {count} characters, {MOST} are allowed"),
        "Shorten it here.",
    )]
}

fn case(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let Some(index) = name.chars().position(char::is_uppercase) else {
        return Vec::new();
    };
    let lower = name.to_lowercase();
    let edits = edit::set(input.text, input.document, "name", NewValue::Text(&lower));
    vec![
        Fault::new(
            at(input, node, index),
            "a capital letter in the name",
            "Write it in small letters.",
        )
        .fix_if("write it in small letters", false, edits),
    ]
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
    let mut clean = name.trim_matches('-').to_owned();
    while clean.contains("--") {
        clean = clean.replace("--", "-");
    }
    let range = at(input, node, from).start..at(input, node, to).end;
    let fault = Fault::new(range, what, "Use single hyphens between words only.");
    if clean.is_empty() {
        return vec![fault];
    }
    let edits = edit::set(input.text, input.document, "name", NewValue::Text(&clean));
    vec![fault.fix_if("use single hyphens", false, edits)]
}

fn folder(input: &Input<'_>) -> Vec<Fault> {
    let (Some((name, node)), Some(folder)) = (name(input), input.folder) else {
        return Vec::new();
    };
    if name == folder || name.nfkc().eq(folder.nfkc()) {
        return Vec::new();
    }
    let (title, edits) = match folded_field(input, node) {
        Some(indent) => (OUTDENT, Ok(vec![Edit::delete(indent)])),
        // Words on further lines would be lost.
        None if input.text[node.span.clone()].contains(['\n', '\r']) => (OUTDENT, Ok(Vec::new())),
        None => (
            "take the name of the folder",
            edit::set(input.text, input.document, "name", NewValue::Text(folder)),
        ),
    };
    let what = format!(
        "the name is not that of the folder, `{}`",
        crate::skill::hidden::visible_line(folder)
    );
    vec![
        Fault::new(
            node.span.clone(),
            what,
            "Hosts differ in which one counts: change the name here, or rename the folder.",
        )
        .fix_if(title, false, edits),
    ]
}

/// The blanks before a further line of a name that is a field of its own.
fn folded_field(input: &Input<'_>, node: &Node) -> Option<Span> {
    lines_in(input.text, node.span.clone())
        .skip(1)
        .find_map(|line| {
            let written = &input.text[line.clone()];
            let content = written.trim_start();
            let key = content.split(':').next().filter(|key| *key != content)?;
            let start = line.start + written.len() - content.len();
            field(key).map(|_| line.start..start)
        })
}

/// Letters and hyphens of other scripts that look like these ASCII ones (Unicode confusables, the
/// ones in use).
const LOOKALIKES: &[(&str, &str)] = &[
    (
        "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}\u{fe63}\u{ff0d}",
        "-",
    ),
    ("аΑАα", "a"),
    ("ВΒ", "B"),
    ("сСϲ", "c"),
    ("ԁ", "d"),
    ("еЕΕ", "e"),
    ("һНΗ", "h"),
    ("іІΙι", "i"),
    ("јЈ", "j"),
    ("кКΚκ", "k"),
    ("ӏ", "l"),
    ("мМΜ", "m"),
    ("Ν", "n"),
    ("оОΟο", "o"),
    ("рРΡρ", "p"),
    ("ԛ", "q"),
    ("ѕЅ", "s"),
    ("тТΤτ", "t"),
    ("υ", "u"),
    ("ѵν", "v"),
    ("ԝω", "w"),
    ("хХΧχ", "x"),
    ("уУΥγ", "y"),
    ("Ζ", "z"),
];

/// The ASCII character `c` looks like.
fn twin(c: char) -> Option<&'static str> {
    match c as u32 {
        code @ 0xff21..=0xff5a if c.is_alphabetic() => {
            const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
            let at = ((code - 0xff21) % 0x20) as usize;
            LETTERS.get(at..at + 1)
        }
        _ if c.is_ascii() => None,
        _ => LOOKALIKES
            .iter()
            .find(|(alike, _)| alike.contains(c))
            .map(|(_, ascii)| *ascii),
    }
}

/// Only in a name that has ASCII letters as well: a name in Greek is Greek.
fn confusable(input: &Input<'_>) -> Vec<Fault> {
    let Some((name, node)) = name(input) else {
        return Vec::new();
    };
    let ascii = name.contains(|c: char| c.is_ascii_alphabetic());
    let alike = name
        .chars()
        .enumerate()
        .find_map(|(index, c)| Some((index, c, twin(c)?)));
    let Some((index, c, twin)) = alike.filter(|_| ascii) else {
        return Vec::new();
    };
    vec![Fault::new(
        at(input, node, index),
        format!("`{c}` (U+{:04X}) only looks like `{twin}`", c as u32),
        "Type the name again on your keyboard.",
    )]
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

#[cfg(test)]
mod tests {
    use super::twin;

    #[test]
    fn twins() {
        assert_eq!(twin('\u{430}'), Some("a"));
        assert_eq!(twin('\u{2013}'), Some("-"));
        assert_eq!(twin('\u{ff41}'), Some("a"));
        assert_eq!(twin('\u{ff3a}'), Some("z"));
        assert_eq!(twin('a'), None);
        assert_eq!(twin('é'), None);
        assert_eq!(twin('日'), None);
    }
}
