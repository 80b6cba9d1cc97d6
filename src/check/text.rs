//! Characters nobody sees.

use super::{Fault, Input, Rule, Severity};
use crate::skill::hidden::{Hidden, hidden, symbol};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "text/hidden",
        severity: Severity::Warning,
        hosts: &[],
        explains: &["bad-yaml"],
        effect: "",
        summary: "Characters that cannot be seen: zero-width, direction, tags",
        find: |input| runs(input, false),
    },
    Rule {
        id: "text/control",
        severity: Severity::Warning,
        hosts: &[],
        explains: &[
            "bad-yaml",
            "crash",
            "name-not-allowed",
            "name-or-description-missing",
            "other",
            "uncaught",
            "name-characters",
        ],
        effect: "",
        summary: "Control characters, such as ESC",
        find: |input| runs(input, true),
    },
];

/// One finding for each run of neighbours. A byte-order mark at the start and lone CRs have rules of
/// their own.
fn runs(input: &Input<'_>, control: bool) -> Vec<Fault> {
    let text = input.text;
    let mut faults: Vec<(Fault, usize)> = Vec::new();
    let wanted = hidden(text).filter(|(at, c, kind)| {
        (*kind == Hidden::Control) == control && *c != '\r' && (*at, *c) != (0, '\u{feff}')
    });
    for (at, c, kind) in wanted {
        let end = at + c.len_utf8();
        match faults.last_mut() {
            Some((fault, count)) if fault.range.end == at => {
                fault.range.end = end;
                *count += 1;
            }
            _ => {
                let shown = symbol(c).unwrap_or_default();
                let label = kind.label();
                let article = if label.starts_with(['a', 'e', 'i', 'o']) {
                    "an"
                } else {
                    "a"
                };
                let what = format!("{article} {label} here ({shown})");
                let mut fault = Fault::new(at..end, what, "Remove it, unless you want it there.");
                fault.stops_yaml = control && input.front().is_some_and(|f| f.yaml.contains(&at));
                faults.push((fault, 1));
            }
        }
    }
    faults
        .into_iter()
        .map(|(mut fault, count)| {
            if count > 1 {
                fault.what = format!("{count} hidden characters here, {}", fault.what);
            }
            let delete = crate::skill::edit::Edit::delete(fault.range.clone());
            fault.fix("remove it", false, vec![delete])
        })
        .collect()
}
