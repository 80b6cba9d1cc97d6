//! Keys in quotes, which readers of lines do not take for the names of fields.

use super::safe::blame;
use super::{Fault, Input};
use crate::skill::edit::Edit;
use crate::skill::fields::field;
use crate::skill::yaml::{Entry, Kind, Style};

/// All of them at once: a host that minds one minds each.
pub(super) fn quoted(input: &Input<'_>) -> Option<Fault> {
    let bare = |entry: &Entry| match &entry.key.kind {
        Kind::Scalar {
            value,
            style: Style::Single | Style::Double,
        } if field(value).is_some() => Some(Edit::replace(entry.key.span.clone(), value)),
        _ => None,
    };
    let edits: Vec<Edit> = input.entries().iter().filter_map(bare).collect();
    let mut fault = Fault::new(
        edits.first()?.span.clone(),
        "a field whose name stands in quotes is none to a reader of lines",
        "Write the names of fields without quotes.",
    );
    blame(input, &mut fault, &edits);
    fault.only = Some(&[]);
    Some(fault.fix("write them without quotes", true, edits))
}
