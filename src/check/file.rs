//! The file as such: name, encoding, line ends, size.

use super::config::Limit;
use super::{Fault, Input, Rule, Severity};
use crate::skill::bytes::Encoding;
use crate::skill::document::LineEnds;
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
        "Rename it to SKILL.md.",
    )]
}

fn encoding(input: &Input<'_>) -> Vec<Fault> {
    let (range, what) = match input.encoding {
        Encoding::Utf8 => return Vec::new(),
        Encoding::Utf16 => (0..0, "the file is UTF-16"),
        Encoding::Invalid { at } => {
            let at = (*at).min(input.text.len());
            let len = input.text[at..].chars().next().map_or(0, char::len_utf8);
            (at..at + len, "this is not UTF-8")
        }
    };
    let mut fault = Fault::new(range, what, "Save the file as UTF-8.");
    fault.stops_yaml = true;
    vec![fault]
}

fn line_ends(input: &Input<'_>) -> Vec<Fault> {
    let text = input.text;
    let lone = |at: &usize| text.as_bytes().get(at + 1) != Some(&b'\n');
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
            vec![fault.fix("use LF line ends", false, edits)]
        }
        LineEnds::Mixed => {
            let crlf = text.matches("\r\n").count();
            let to_crlf = 2 * crlf > text.matches('\n').count();
            let bytes = text.as_bytes();
            let odd = |at: usize| match bytes[at] {
                b'\r' => !to_crlf || lone(&at),
                _ => to_crlf && (at == 0 || bytes[at - 1] != b'\r'),
            };
            let first = (0..bytes.len())
                .filter(|at| matches!(bytes[*at], b'\r' | b'\n'))
                .find(|at| odd(*at))
                .unwrap_or(0);
            let end = if to_crlf { "CR LF" } else { "LF" };
            vec![Fault::new(
                first..first + 1,
                format!("line ends are mixed, most are {end}"),
                format!("Save the file with {end} everywhere."),
            )]
        }
    }
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
