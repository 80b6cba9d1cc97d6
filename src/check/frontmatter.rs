//! Fences and the block between them.

use super::blind::sample;
use super::buried::{bare, buried};
use super::colon::spoilt;
use super::difference::difference;
use super::dressed;
use super::early::{closed_early, early};
use super::fence::fence;
use super::inner::inner_fence;
use super::rules::unseen_fields;
use super::safe::blame;
use super::twice::twice;
use super::unfenced::{first_fields, missing};
use super::wrapped;
use super::{Fault, Input, Rule, Severity};
use crate::skill::Span;
use crate::skill::document::{early_end, known_key, line_at};
use crate::skill::edit::Edit;
use crate::skill::lines::{lines_in, without_end};
use crate::skill::yaml::Kind;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "frontmatter/missing",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "no-frontmatter",
            "empty-file",
            "empty-body",
            "unclosed-frontmatter",
            "bad-fields",
            "missing-description",
            "description-missing",
            "name-missing",
            "name-or-description-missing",
        ],
        effect: "",
        summary: "The file has no frontmatter, or nothing in it",
        find: missing,
    },
    Rule {
        id: "frontmatter/not-first",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "bad-yaml",
            "no-frontmatter",
            "bad-fields",
            "unclosed-frontmatter"
        ],
        effect: "",
        summary: "Something stands before the opening fence",
        find: not_first,
    },
    Rule {
        id: "frontmatter/bom",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "no-frontmatter",
            "bad-fields",
            "missing-description",
            "description-missing",
            "name-missing",
            "name-or-description-missing",
            "unclosed-frontmatter",
        ],
        effect: "",
        summary: "A byte-order mark stands before the opening fence",
        find: bom,
    },
    Rule {
        id: "frontmatter/unclosed",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "unclosed-frontmatter",
            "no-frontmatter",
            "bad-yaml",
            "not-a-mapping",
            "missing-description",
            "description-missing",
            "name-missing",
            "name-or-description-missing",
        ],
        effect: "",
        summary: "The frontmatter never closes",
        find: unclosed,
    },
    Rule {
        id: "frontmatter/fence",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "unclosed-frontmatter",
            "bad-yaml",
            "not-a-mapping",
            "no-frontmatter",
            "line-without-colon",
            "bad-fields"
        ],
        effect: "",
        summary: "A fence is not exactly three dashes on a line of their own",
        find: fence,
    },
    Rule {
        id: "frontmatter/inner-fence",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "bad-yaml",
            "not-a-mapping",
            "unclosed-frontmatter",
            "bad-fields",
            "line-without-colon"
        ],
        effect: "",
        summary: "Dashes in the block that some reader takes for its end",
        find: inner_fence,
    },
    Rule {
        id: "frontmatter/closed-early",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "no-frontmatter",
            "unclosed-frontmatter",
            "not-a-mapping",
            "bad-yaml",
            "bad-fields",
            "wrong-type"
        ],
        effect: "",
        summary: "A line of dashes ends the frontmatter before its last fields",
        find: closed_early,
    },
    Rule {
        id: "frontmatter/twice",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "A second block of fields stands below the first one",
        find: twice,
    },
    Rule {
        id: "frontmatter/empty",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "no-frontmatter",
            "unclosed-frontmatter",
            "bad-yaml",
            "not-a-mapping",
            "bad-fields",
            "wrong-type"
        ],
        effect: "",
        summary: "The frontmatter holds no field",
        find: empty,
    },
    Rule {
        id: "frontmatter/not-a-mapping",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields![
            "bad-fields",
            "bad-yaml",
            "not-a-mapping",
            "line-without-colon",
            "wrong-type"
        ],
        effect: "",
        summary: "The frontmatter is one text or a list, or its fields stand below another one",
        find: not_a_mapping,
    },
    Rule {
        id: "frontmatter/second-document",
        severity: Severity::Warning,
        hosts: &[],
        explains: unseen_fields!["bad-yaml", "line-without-colon", "wrong-type"],
        effect: "",
        summary: "A line of three dots ends the YAML before the closing fence",
        find: second_document,
    },
];

/// A closing fence, and what is below it.
pub(super) const SOUND_END: &str = "---\n\nBody.\n";

fn not_first(input: &Input<'_>) -> Vec<Fault> {
    if difference(input).is_some() {
        return Vec::new();
    }
    if let Some(buried) = buried(input) {
        return vec![buried.fault(input)];
    }
    let (Some(before), Some(front)) = (input.document.before.clone(), input.front()) else {
        return Vec::new();
    };
    let content = &input.text[before.clone()];
    let blank = bare(content).is_empty();
    let what = if blank {
        "white space stands before the opening ---"
    } else {
        "text stands before the opening ---"
    };
    let fault = Fault::new(
        before.clone(),
        what,
        "The file must begin with ---, on its first line.",
    )
    .shown_by(input, &sample(content, "---", SOUND_END));
    if blank {
        return vec![fault.fix("remove it", true, vec![Edit::delete(before)])];
    }
    let moved = front.close.as_ref().map(|_| {
        let end = input.document.line_ends.text();
        let text = format!("{end}{}{end}", without_end(content));
        vec![
            Edit::delete(before),
            Edit::insert(input.document.body.start, text),
        ]
    });
    vec![fault.fix(
        "move it below the frontmatter",
        false,
        moved.unwrap_or_default(),
    )]
}

fn bom(input: &Input<'_>) -> Vec<Fault> {
    let mark = '\u{feff}'.len_utf8();
    if !input.document.bom {
        return Vec::new();
    }
    vec![
        Fault::new(
            0..mark,
            "a byte-order mark (3 bytes nobody sees) stands before the text",
            "Save the file as UTF-8 without a byte-order mark.",
        )
        .shown_by(input, &sample("\u{feff}", "---", SOUND_END))
        .fix(
            "remove the byte-order mark",
            true,
            vec![Edit::delete(0..mark)],
        ),
    ]
}

fn unclosed(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    let one_line = dressed::one_line(input, &line_at(input.text, front.open.start));
    if one_line.is_some() || difference(input).is_some() {
        return Vec::new();
    }
    let early = front
        .close
        .as_ref()
        .and_then(|_| early_end(input.text, &front.yaml));
    let at = match (&front.close, early) {
        (None, _) => front.yaml.end,
        (Some(_), Some(early)) if front.tree.errors.is_empty() => early.end,
        _ => return Vec::new(),
    };
    let end = input.document.line_ends.text();
    let own_line = if input.text[..at].ends_with(['\n', '\r']) {
        ""
    } else {
        end
    };
    let line = 1 + lines_in(input.text, 0..at).count();
    let ends = format!(
        "no line of three dashes closes the frontmatter, it seems to end before line {line}"
    );
    let late = late_fence(input, at);
    let what = match &late {
        Some(dashes) => {
            let late = 1 + lines_in(input.text, 0..dashes.start).count();
            format!("{ends}; the dashes in line {late} come too late")
        }
        None => ends,
    };
    let mut fault = Fault::new(
        front.open.clone(),
        what,
        "Put a line of exactly three dashes after the last field.",
    );
    match front.close {
        None => fault.stops_yaml = true,
        // Hosts take the heading for a comment, and the text below it for fields.
        Some(_) => {
            fault.by = Some(Vec::new());
            fault.misread_by = input.lacking_below(at);
        }
    }
    let mut fault = fault.related(at..at, "it seems to end here");
    fault
        .related
        .extend(late.map(|dashes| (dashes, "hosts take this for the end")));
    if front.close.is_none() {
        fault = fault.shown_by(input, &sample("", "---", "\n# Body\n"));
    }
    let fields = !input.text[front.yaml.start..at].trim().is_empty();
    let edits = vec![Edit::insert(at, format!("{own_line}---{end}"))];
    let edits = edits.into_iter().filter(|_| fields).collect();
    vec![fault.fix("close it after the last field", false, edits)]
}

/// The rule of the text that is taken for the end of a block whose own fence is missing.
fn late_fence(input: &Input<'_>, from: usize) -> Option<Span> {
    lines_in(input.text, from..input.text.len())
        .find(|line| input.text[line.clone()].trim_end() == "---")
}

fn empty(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    let nothing = match front.tree.root.as_ref().map(|root| &root.kind) {
        None => front.tree.errors.is_empty(),
        Some(Kind::Mapping { entries, .. }) => entries.is_empty() && front.tree.errors.is_empty(),
        Some(Kind::Scalar { value, .. }) => matches!(value.as_str(), "" | "~" | "null"),
        Some(_) => false,
    };
    let line = || line_at(input.text, front.open.start);
    if !nothing || early(input).is_some() || dressed::one_line(input, &line()).is_some() {
        return Vec::new();
    }
    let written = &input.text[front.yaml.clone()];
    let start = front.yaml.start + (written.len() - written.trim_start().len());
    let range = match written.trim() {
        "" => front.open.clone(),
        text => start..start + text.len(),
    };
    let mut fault = Fault::new(
        range,
        "the frontmatter holds no field",
        "Write at least `name:` and `description:` between the fences.",
    );
    fault.stops_yaml = true;
    let fields = first_fields(input);
    let comment = |line: Span| {
        matches!(
            input.text[line].trim_start().chars().next(),
            None | Some('#')
        )
    };
    let edits = match &front.close {
        None => Vec::new(),
        // Comments stay.
        Some(close) if lines_in(input.text, front.yaml.clone()).all(comment) => {
            vec![Edit::insert(close.start, fields)]
        }
        Some(_) => vec![Edit::replace(front.yaml.clone(), fields)],
    };
    vec![fault.fix("add a name and a place for the description", false, edits)]
}

fn not_a_mapping(input: &Input<'_>) -> Vec<Fault> {
    let Some(root) = input.front().and_then(|front| front.tree.root.as_ref()) else {
        return Vec::new();
    };
    let what = match &root.kind {
        Kind::Mapping { .. } => return wrapped::fault(input).into_iter().collect(),
        Kind::Scalar { value, .. } if matches!(value.as_str(), "" | "~" | "null") => {
            return Vec::new();
        }
        Kind::Sequence { .. } => "the frontmatter is a list, not fields",
        _ => "the frontmatter is one text, not fields",
    };
    let help = "Write one `field: value` on each line.";
    let spoilt = spoilt(input);
    let mut fault = match spoilt.first() {
        // Colons that are none make one text of the fields.
        Some(first) => Fault::new(first.colon.clone(), first.what.clone(), help),
        None => Fault::new(root.span.clone(), what, help),
    };
    fault.stops_yaml = true;
    let edits = spoilt.into_iter().flat_map(|field| field.fix.1).collect();
    let fault = fault.fix("write the colons as YAML wants them", false, edits);
    let items = match root.kind {
        Kind::Sequence { flow: false, .. } => unlisted(input),
        _ => Vec::new(),
    };
    vec![fault.fix("write the items as fields", false, items)]
}

/// The edits that make fields of a list whose items are fields: `- name: demo`.
fn unlisted(input: &Input<'_>) -> Vec<Edit> {
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    let mut edits = Vec::new();
    for line in lines_in(input.text, yaml) {
        let content = &input.text[line.clone()];
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let known = content.strip_prefix("- ").and_then(known_key).is_some();
        if !known && !content.starts_with("  ") {
            return Vec::new();
        }
        edits.push(Edit::delete(line.start..line.start + 2));
    }
    edits
}

fn second_document(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    let dots = lines_in(input.text, front.yaml.clone())
        .find(|line| input.text[line.clone()].trim_end() == "...");
    let Some(dots) = dots else {
        return Vec::new();
    };
    let mut fault = Fault::new(
        dots.clone(),
        "three dots end the YAML here, what follows in the frontmatter is not read",
        "Remove the line.",
    );
    let line = dots.start..crate::skill::lines::after_line(input.text, dots.end, input.text.len());
    let edits = vec![Edit::delete(line)];
    blame(input, &mut fault, &edits);
    vec![fault.fix("remove the line", false, edits)]
}
