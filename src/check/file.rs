//! The file as such: name, encoding, line ends, size.

use super::blind::{is_blind, sample};
use super::config::Limit;
use super::frontmatter::SOUND_END;
use super::safe::blame;
use super::{Fault, Input, Rule, Severity};
use crate::skill::bytes::Encoding;
use crate::skill::document::{LineEnds, key_of, line_at};
use crate::skill::edit::Edit;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "file/name-case",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "The file is not named exactly SKILL.md",
        find: name_case,
    },
    Rule {
        id: "file/encoding",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "no-frontmatter",
            "unclosed-frontmatter",
            "unreadable",
            "not-utf8",
            "bad-fields",
            "name-missing",
            "description-missing",
            "name-or-description-missing",
            "crash",
        ],
        effect: "",
        summary: "The file is not UTF-8",
        find: encoding,
    },
    Rule {
        id: "file/line-ends",
        severity: Severity::Hint,
        hosts: &[],
        explains: &[
            "unclosed-frontmatter",
            "no-frontmatter",
            "name-or-description-missing",
        ],
        effect: "",
        summary: "Line ends of more than one kind, or of the kind hosts do not know",
        find: line_ends,
    },
    Rule {
        id: "file/large",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[],
        effect: "",
        summary: "The file is larger than a skill should be (256 KB)",
        find: large,
    },
];

/// Only a name that is the right one but for its case: other files are not skills at all.
fn name_case(input: &Input<'_>) -> Vec<Fault> {
    let name = input.file.rsplit(['/', '\\']).next().unwrap_or_default();
    if name == "SKILL.md" || !name.eq_ignore_ascii_case("SKILL.md") {
        return Vec::new();
    }
    vec![Fault::new(
        0..0,
        format!("the file is named {name}, and many hosts look for SKILL.md only"),
        "Rename it to SKILL.md; where letters do not count, to something else first.",
    )]
}

fn encoding(input: &Input<'_>) -> Vec<Fault> {
    // Nothing is written over bytes that are not what is shown.
    let (range, what, help) = match input.encoding {
        Encoding::Utf8 => return Vec::new(),
        Encoding::Utf16 => (
            0..0,
            "the file is UTF-16",
            "Save the file as UTF-8, as by `iconv -f UTF-16 -t UTF-8 OLD > NEW`.",
        ),
        Encoding::Invalid { at } => {
            let at = (*at).min(input.text.len());
            let len = input.text[at..].chars().next().map_or(0, char::len_utf8);
            (
                at..at + len,
                "this is not UTF-8",
                "Save the file as UTF-8; one of old Windows by `iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW`.",
            )
        }
    };
    let mut fault = Fault::new(range, what, help);
    fault.stops_yaml = true;
    let blind = input.readings.iter();
    let blind = blind.filter(|(profile, reading)| is_blind(profile, reading));
    fault.misread_by = blind.map(|(profile, _)| profile.id.clone()).collect();
    vec![fault]
}

fn line_ends(input: &Input<'_>) -> Vec<Fault> {
    let text = input.text;
    match input.document.line_ends {
        LineEnds::Lf | LineEnds::CrLf => Vec::new(),
        LineEnds::Cr => {
            let first = text.find('\r').unwrap_or(0);
            let edits = text
                .match_indices('\r')
                .map(|(at, _)| Edit::replace(at..at + 1, "\n"))
                .collect();
            let mut fault = Fault::new(
                first..first + 1,
                "lines end with CR alone, which hosts do not take for a line end",
                "Save the file with LF line ends.",
            );
            fault.stops_yaml = true;
            let returns = sample("", "---", SOUND_END).replace('\n', "\r");
            let fault = fault.shown_by(input, &returns);
            vec![fault.fix("use LF line ends", false, edits)]
        }
        LineEnds::Mixed => vec![mixed(input)],
    }
}

/// Line ends of several kinds, with the edits that make all of them the kind most of them are.
fn mixed(input: &Input<'_>) -> Fault {
    let text = input.text;
    let bytes = text.as_bytes();
    let to_crlf = 2 * text.matches("\r\n").count() > text.matches('\n').count();
    let (end, name) = match to_crlf {
        true => ("\r\n", "CR LF"),
        false => ("\n", "LF"),
    };
    let yaml = input.front().map_or(0..0, |front| front.yaml.clone());
    // What goes on behind a return of the carriage alone was never meant to be a line.
    let goes_on = |at: usize| {
        let next = text[line_at(text, at)].trim_start();
        let begins = next.is_empty() || next.starts_with(['#', '-']) || key_of(next).is_some();
        yaml.contains(&at) && !begins
    };
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['\r', '\n']) {
        let start = at + next;
        // A line end that was converted twice (CR CR LF) is one all the same.
        let returns = bytes[start..].iter().take_while(|byte| **byte == b'\r');
        let returns = returns.count();
        at = start + 1;
        let ended = bytes.get(start + returns) == Some(&b'\n');
        if ended {
            at += returns;
        }
        match &text[start..at] {
            "\r" if !ended && goes_on(at) => edits.push(Edit::replace(start..at, " ")),
            written if written != end => edits.push(Edit::replace(start..at, end)),
            _ => {}
        }
    }
    let first = edits.first().map_or(0..0, |edit| edit.span.clone());
    let what = match &text[first.clone()] {
        "\r" => "CR alone stands here, a line end to some readers and none to others".to_owned(),
        "\n" | "\r\n" => format!("line ends are mixed, most are {name}"),
        _ => "this line ends with CR CR LF, which is two line ends to many readers".to_owned(),
    };
    let help = format!("Save the file with {name} everywhere.");
    let mut fault = Fault::new(first.start..first.start + 1, what, help);
    blame(input, &mut fault, &edits);
    fault.stops_yaml = edits.iter().any(|edit| edit.text == " ");
    fault.fix(&format!("use {name} everywhere"), false, edits)
}

fn large(input: &Input<'_>) -> Vec<Fault> {
    let most = 1024 * input.config.limit(Limit::FileKilobytes);
    if input.text.len() <= most {
        return Vec::new();
    }
    let first = input.text.floor_char_boundary(most);
    vec![Fault::new(
        first..first,
        format!("the file has {} KB", input.text.len() / 1024),
        "Move what is long into files the skill mentions.",
    )]
}
