//! Fences and the block between them.

use super::blind::{blind, hit, sample};
use super::buried::{bare, buried};
use super::{Fault, Input, Rule, Severity};
use crate::skill::document::{Front, key_of};
use crate::skill::edit::Edit;
use crate::skill::lines::{line_end, lines_in, without_end};
use crate::skill::scalar;
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
        explains: &[
            "no-frontmatter",
            "bad-fields",
            "missing-description",
            "description-missing",
            "missing-name",
            "unclosed-frontmatter",
            "name-missing",
            "name-or-description-missing",
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
        explains: &[
            "unclosed-frontmatter",
            "bad-yaml",
            "not-a-mapping",
            "no-frontmatter",
            "missing-name",
            "missing-description",
            "description-missing",
            "name-missing",
            "name-or-description-missing",
            "line-without-colon",
            "bad-fields",
        ],
        effect: "",
        summary: "A fence is not exactly three dashes on a line of their own",
        find: fence,
    },
    Rule {
        id: "frontmatter/inner-fence",
        severity: Severity::Warning,
        hosts: &["agentworks", "agentskills"],
        explains: &["bad-yaml", "not-a-mapping", "unclosed-frontmatter"],
        effect: "",
        summary: "Dashes in the block that some reader takes for its end",
        find: inner_fence,
    },
    Rule {
        id: "frontmatter/empty",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "no-frontmatter",
            "unclosed-frontmatter",
            "bad-yaml",
            "not-a-mapping",
            "bad-fields",
            "name-missing",
            "missing-name",
            "description-missing",
            "missing-description",
            "name-or-description-missing",
            "wrong-type",
        ],
        effect: "",
        summary: "The frontmatter holds no field",
        find: empty,
    },
    Rule {
        id: "frontmatter/not-a-mapping",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-fields",
            "bad-yaml",
            "not-a-mapping",
            "name-missing",
            "description-missing",
            "missing-description",
            "name-or-description-missing",
            "wrong-type",
        ],
        effect: "",
        summary: "The frontmatter is one text or a list, not fields",
        find: not_a_mapping,
    },
    Rule {
        id: "frontmatter/second-document",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["bad-yaml", "line-without-colon"],
        effect: "",
        summary: "A line of three dots ends the YAML before the closing fence",
        find: second_document,
    },
];

/// A closing fence, and what is below it.
const SOUND_END: &str = "---\n\nBody.\n";

fn missing(input: &Input<'_>) -> Vec<Fault> {
    if input.front().is_some() || buried(input).is_some() {
        return Vec::new();
    }
    let body = input.document.body.clone();
    let nothing = input.text[body.clone()].trim().is_empty();
    let first = lines_in(input.text, body.clone())
        .next()
        .unwrap_or(body.start..body.start);
    let (what, help) = if nothing {
        (
            "the file is empty",
            "Write a skill: frontmatter with name and description, then the text.",
        )
    } else {
        (
            "there is no frontmatter",
            "Begin the file with --- on the first line, then name and description, then --- again.",
        )
    };
    let name = input.folder.unwrap_or("my-skill");
    let end = input.document.line_ends.text();
    let name = scalar::inline(name, None, false);
    let head = format!("---{end}name: {name}{end}description: \"\"{end}---{end}{end}");
    let edits = vec![Edit::insert(body.start, head)];
    vec![Fault::new(first, what, help).fix("add the frontmatter", false, edits)]
}

fn not_first(input: &Input<'_>) -> Vec<Fault> {
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
    let Some(front) = input.front().filter(|front| front.close.is_none()) else {
        return Vec::new();
    };
    let end = input.document.line_ends.text();
    let at = front.yaml.end;
    let own_line = if input.text[..at].ends_with(['\n', '\r']) {
        ""
    } else {
        end
    };
    let line = 1 + lines_in(input.text, 0..at).count();
    let what = format!(
        "no line of three dashes closes the frontmatter, it seems to end before line {line}"
    );
    let mut fault = Fault::new(
        front.open.clone(),
        what,
        "Put a line of exactly three dashes after the last field.",
    );
    fault.stops_yaml = true;
    let fault = fault.related(at..at, "it seems to end here");
    let fault = fault.shown_by(input, &sample("", "---", "\n# Body\n"));
    let edits = vec![Edit::insert(at, format!("{own_line}---{end}"))];
    vec![fault.fix("close it after the last field", false, edits)]
}

fn fence(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front() else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let help = "A fence is a line of exactly three dashes.";
    let more_on_line = front.yaml.start == front.open.end && !front.yaml.is_empty();
    let open = input.text[front.open.clone()].trim_end();
    faults.extend(fence_lines(input, front));
    if open != "---" || more_on_line {
        let edit = open_alone(input, front);
        let what = "the opening fence is not exactly three dashes";
        let mut fault = Fault::new(front.open.clone(), what, help);
        fault.stops_yaml = open.len() > 3;
        let line = front.open.start..line_end(input.text, front.open.end, input.text.len());
        let fault = fault.shown_by(input, &sample("", &input.text[line], SOUND_END));
        faults.push(fault.fix("write three dashes", false, vec![edit]));
    }
    if let Some(close) = &front.close
        && input.text[close.clone()].trim_end() != "---"
    {
        let written = input.text[close.clone()].trim();
        let behind = written.trim_start_matches(['-', '.']).trim();
        let end = match behind {
            "" => "",
            _ => input.document.line_ends.text(),
        };
        let edit = Edit::replace(close.clone(), format!("---{end}{behind}"));
        let what = "the closing fence is not exactly three dashes";
        let mut fault = Fault::new(close.clone(), what, help);
        fault.stops_yaml = true;
        let end = format!("{}\n\nBody.\n", &input.text[close.clone()]);
        let fault = fault.shown_by(input, &sample("", "---", &end));
        faults.push(fault.fix("write three dashes", false, vec![edit]));
    }
    faults
}

/// Blanks behind the three dashes, and no line end behind the last ones: hosts that want exactly a
/// line of three dashes find no fence there.
fn fence_lines(input: &Input<'_>, front: &Front) -> Vec<Fault> {
    let fences = [Some(&front.open), front.close.as_ref()];
    let mut faults = Vec::new();
    for fence in fences.into_iter().flatten() {
        let line = fence.start..line_end(input.text, fence.start, input.text.len());
        let Some(blanks) = input.text[line.clone()].strip_prefix("---") else {
            continue;
        };
        if blanks.is_empty() || !blanks.trim_matches([' ', '\t']).is_empty() {
            continue;
        }
        let written = &input.text[line.clone()];
        let alone = match fence.start == front.open.start {
            true => sample("", written, SOUND_END),
            false => sample("", "---", &format!("{written}\n\nBody.\n")),
        };
        let blanks = line.start + 3..line.end;
        let mut fault = Fault::new(
            blanks.clone(),
            "blanks stand behind the three dashes",
            "A fence is a line of exactly three dashes.",
        );
        decided(input, &mut fault, &alone);
        faults.push(fault.fix("remove the blanks", true, vec![Edit::delete(blanks)]));
    }
    if let Some(close) = front
        .close
        .clone()
        .filter(|close| close.end == input.text.len())
    {
        let end = input.document.line_ends.text();
        let mut fault = Fault::new(
            close.clone(),
            "the file ends with the closing fence, without a line end",
            "End the last line.",
        );
        let written = &input.text[close.clone()];
        decided(input, &mut fault, &sample("", "---", written));
        let edits = vec![Edit::insert(close.end, end)];
        faults.push(fault.fix("end the last line", true, edits));
    }
    faults
}

/// Only hosts that fail on a file with this fault alone mind it.
fn decided(input: &Input<'_>, fault: &mut Fault, alone: &str) {
    let hosts = hit(input, alone);
    fault.misread_by = blind(input, &hosts);
    fault.by = Some(hosts);
    fault.only = Some(&[]);
    fault.stops_yaml = true;
}

/// The opening fence on a line of its own: a field or a comment behind it gets the next line, any
/// other word (`--- yaml`) is no part of the block and goes.
fn open_alone(input: &Input<'_>, front: &Front) -> Edit {
    let line = front.open.start..line_end(input.text, front.open.end, input.text.len());
    let behind = input.text[front.open.end..line.end].trim();
    let end = input.document.line_ends.text();
    match behind {
        "" => Edit::replace(front.open.clone(), "---"),
        _ if behind.starts_with('#') || key_of(behind).is_some() => {
            Edit::replace(line, format!("---{end}{behind}"))
        }
        _ => Edit::replace(line, "---"),
    }
}

/// AgentWorks ends the block at the first line that begins with three dashes, the reference library
/// at the first three dashes anywhere (both recorded).
fn inner_fence(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front().filter(|front| front.close.is_some()) else {
        return Vec::new();
    };
    let yaml = &input.text[front.yaml.clone()];
    let found = |at: usize, host: &str| {
        let range = front.yaml.start + at..front.yaml.start + at + 3;
        let mut fault = Fault::new(
            range,
            "these dashes count as the end of the frontmatter",
            "Write something else than three dashes here, or fewer.",
        );
        fault.misread_by = input.judged(&[host]);
        fault.stops_yaml = true;
        fault
    };
    let anywhere = yaml.find("---").filter(|_| input.judges("agentskills"));
    let line = yaml.find("\n---").map(|at| at + 1);
    let line = line.filter(|_| input.judges("agentworks"));
    match (anywhere, line) {
        (Some(a), Some(b)) if a == b => {
            let mut fault = found(a, "agentskills");
            fault.misread_by.extend(input.judged(&["agentworks"]));
            vec![fault]
        }
        (a, b) => a
            .map(|at| found(at, "agentskills"))
            .into_iter()
            .chain(b.map(|at| found(at, "agentworks")))
            .collect(),
    }
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
    if !nothing {
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
    vec![fault]
}

fn not_a_mapping(input: &Input<'_>) -> Vec<Fault> {
    let Some(root) = input.front().and_then(|front| front.tree.root.as_ref()) else {
        return Vec::new();
    };
    let what = match &root.kind {
        Kind::Mapping { .. } => return Vec::new(),
        Kind::Scalar { value, .. } if matches!(value.as_str(), "" | "~" | "null") => {
            return Vec::new();
        }
        Kind::Sequence { .. } => "the frontmatter is a list, not fields",
        _ => "the frontmatter is one text, not fields",
    };
    let mut fault = Fault::new(
        root.span.clone(),
        what,
        "Write one `field: value` on each line.",
    );
    fault.stops_yaml = true;
    vec![fault]
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
    let lost = !input.text[dots.end..front.yaml.end].trim().is_empty();
    let mut fault = Fault::new(
        dots.clone(),
        "three dots end the YAML here, what follows in the frontmatter is not read",
        "Remove the line.",
    );
    if lost {
        let loading = |host: &&(&crate::host::Profile, &crate::host::Reading)| host.1.loaded();
        let readers = input.readings.iter().filter(loading);
        fault.misread_by = readers.map(|(profile, _)| profile.id.clone()).collect();
    }
    let line = dots.start..crate::skill::lines::after_line(input.text, dots.end, input.text.len());
    vec![fault.fix("remove the line", false, vec![Edit::delete(line)])]
}
