//! Dashes inside the block that some readers take for its end.

use super::blind::differ;
use super::{Fault, Input};
use crate::host::profile::Family;
use crate::skill::Span;
use crate::skill::document::goes_on;
use crate::skill::edit::Edit;
use crate::skill::lines::lines_in;
use crate::skill::yaml::{Kind, Style};

/// A way to find such dashes, and the lines of a sound file that show who takes them for the end: `@` is
/// where they stand.
type Way = (fn(&str) -> Option<usize>, &'static str);

const WAYS: &[Way] = &[
    (|yaml| yaml.find(DASHES), "license: a @ b\n"),
    (begins, "@x: y\n"),
    (alone, "license: |\n  a\n  @\n  b\n"),
];

const DASHES: &str = "---";

/// The first line that begins with three dashes.
fn begins(yaml: &str) -> Option<usize> {
    let mut lines = lines_in(yaml, 0..yaml.len());
    let line = lines.find(|line| yaml[line.clone()].starts_with(DASHES))?;
    Some(line.start)
}

/// The first line of nothing but three dashes, blanks around them apart.
fn alone(yaml: &str) -> Option<usize> {
    let line = lines_in(yaml, 0..yaml.len()).find(|line| yaml[line.clone()].trim() == DASHES)?;
    Some(line.start + yaml[line].find('-')?)
}

/// Each host is told of the first place where it ends the block.
pub(super) fn inner_fence(input: &Input<'_>) -> Vec<Fault> {
    let Some(front) = input.front().filter(|front| front.close.is_some()) else {
        return Vec::new();
    };
    let yaml = &input.text[front.yaml.clone()];
    let mut faults: Vec<(usize, Vec<String>)> = Vec::new();
    for (find, lines) in WAYS {
        let Some(at) = find(yaml) else {
            continue;
        };
        let [sound, sample] = ["--", DASHES].map(|dashes| {
            let lines = lines.replace('@', dashes);
            format!("---\nname: demo\n{lines}description: Use when asked.\n---\n\nBody.\n")
        });
        let told = |host: &String| faults.iter().any(|(_, hosts)| hosts.contains(host));
        let mut hosts = differ(input, &sound, &sample);
        hosts.retain(|host| !told(host));
        match faults.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => known.extend(hosts),
            None if hosts.is_empty() => {}
            None => faults.push((at, hosts)),
        }
    }
    let fault = |(at, hosts): (usize, Vec<String>)| {
        let count = yaml[at..].len() - yaml[at..].trim_start_matches('-').len();
        let start = front.yaml.start + at;
        let whole: Span = start..start + count;
        let mut fault = Fault::new(
            start..start + DASHES.len(),
            "these dashes count as the end of the frontmatter",
            "Write something else than three dashes here, or fewer.",
        );
        let loads = |host: &String| {
            let mut readings = input.readings.iter();
            readings.any(|(profile, reading)| profile.id == *host && reading.loaded())
        };
        fault.misread_by = hosts.iter().filter(|host| loads(host)).cloned().collect();
        fault.by = Some(hosts);
        fault.only = Some(&[]);
        fault.stops_yaml = true;
        let edits = vec![Edit::replace(whole, "--")];
        fault.fix("write two dashes", false, edits)
    };
    let cut = cut_block(input);
    faults.into_iter().map(fault).chain(cut).collect()
}

/// The closing fence stands in a block of text: an indented line goes on below it, and another fence
/// follows.
fn cut_block(input: &Input<'_>) -> Option<Fault> {
    let front = input.front()?;
    let close = front.close.clone()?;
    let last = input.entries().last()?;
    let block = match &last.value.kind {
        Kind::Scalar { style, .. } => matches!(style, Style::Literal | Style::Folded),
        _ => false,
    };
    let body = input.document.body.clone();
    let mut lines = lines_in(input.text, body.clone()).map(|line| &input.text[line]);
    let first = lines.next()?;
    let indented = first.starts_with(' ') && !first.trim().is_empty();
    let fenced = lines.find(|line| !goes_on(line) || line.trim_end() == DASHES);
    if !block || !indented || fenced.is_none_or(|line| line.trim_end() != DASHES) {
        return None;
    }
    let mut fault = Fault::new(
        close.clone(),
        "these dashes end the frontmatter, and the text above them seems to go on below",
        "Write something else than three dashes here, or fewer, indented as the text.",
    );
    let readings = input.readings.iter();
    let cut = readings.filter(|(profile, reading)| {
        let held = reading.body.as_deref().unwrap_or_default();
        let reads = profile.reader.family != Family::None;
        reads && reading.loaded() && held.trim_start().starts_with(first.trim())
    });
    fault.misread_by = cut.map(|(profile, _)| profile.id.clone()).collect();
    fault.by = Some(Vec::new());
    let indent = &first[..first.len() - first.trim_start().len()];
    let edits = vec![Edit::replace(close, format!("{indent}--"))];
    Some(fault.fix("write two dashes", false, edits))
}
