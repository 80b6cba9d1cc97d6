//! The body: its size, and the files it speaks of.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashSet;

use super::code::{Code, Parts};
use super::config::{Config, Limit};
use super::left_over::left_over;
use super::outside::outside;
use super::told::told_to;
use super::{Fault, Input, Rule, Severity};
use crate::host::supporting::Supporting;
use crate::host::tokens;
use crate::skill::Span;
use crate::skill::bytes::Encoding;
use crate::skill::colour::ARGUMENTS;
use crate::skill::document::Document;
use crate::skill::edit::Edit;
use crate::skill::hidden::visible_line;
use crate::skill::lines::lines_in;
use crate::skill::links::{Link, as_target};
use crate::skill::mentions::is_file;

const fn row(
    id: &'static str,
    severity: Severity,
    summary: &'static str,
    find: fn(&Input<'_>) -> Vec<Fault>,
) -> Rule {
    Rule {
        id,
        severity,
        hosts: &[],
        explains: &[],
        effect: "",
        summary,
        find,
    }
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        explains: &["empty-body", "blank-content"],
        ..row(
            "body/empty",
            Severity::Warning,
            "Nothing stands below the frontmatter",
            empty,
        )
    },
    row(
        "body/long",
        Severity::Hint,
        "The body has more lines than a model should have to read at once",
        long,
    ),
    row(
        "body/tokens",
        Severity::Hint,
        "The body costs more tokens than the specification advises",
        cost,
    ),
    row(
        "body/missing-file",
        Severity::Warning,
        "A file the text speaks of is not there",
        |input| files(input, missing),
    ),
    row(
        "body/outside",
        Severity::Hint,
        "A file the text speaks of lies outside of the folder of the skill",
        outside,
    ),
    row(
        "body/file-case",
        Severity::Warning,
        "A file the text speaks of is there in other letters, large or small",
        |input| match input.beside {
            Some([_, ..]) => files(input, other_case),
            _ => Vec::new(),
        },
    ),
    row(
        "body/deep-link",
        Severity::Hint,
        "A file the text speaks of lies more than one folder deep",
        |input| {
            let levels = |file: &Supporting| file.path.matches('/').count();
            let beside = input.beside.unwrap_or_default();
            match beside.iter().any(|file| levels(file) > 1) {
                true => files(input, deep),
                false => Vec::new(),
            }
        },
    ),
    row(
        "body/unmentioned-file",
        Severity::Hint,
        "A file of the skill that its text never speaks of",
        unmentioned,
    ),
    row(
        "body/placeholder",
        Severity::Warning,
        "Something left over from a template",
        left_over,
    ),
    Rule {
        hosts: &["agentworks", "claude-code"],
        ..row(
            "body/arguments",
            Severity::Hint,
            "`$ARGUMENTS` without `argument-hint`, or the other way round",
            arguments,
        )
    },
];

/// A rule that only looks at the body.
pub(super) fn is_of_body(rule: &str) -> bool {
    RULES.iter().any(|row| row.id == rule)
}

/// The body, when it is clear where it begins.
pub(super) fn body<'a>(input: &Input<'a>) -> Option<Span> {
    let closed = input.front().is_none_or(|front| front.close.is_some());
    closed.then(|| input.document.body.clone())
}

fn empty(input: &Input<'_>) -> Vec<Fault> {
    let Some(body) = body(input) else {
        return Vec::new();
    };
    let fails = input.readings.iter().any(|(_, r)| r.fails.is_some());
    let reads_all = input.front().is_none() && !fails;
    let nothing = |c: char| c.is_whitespace() || c == '\u{feff}';
    if reads_all || !input.text[body.clone()].trim_matches(nothing).is_empty() {
        return Vec::new();
    }
    let range = match input.front().and_then(|front| front.close.clone()) {
        Some(close) => close,
        None => body,
    };
    let mut fault = Fault::new(
        range,
        "the skill has no text",
        "Write below the frontmatter what the model is to do.",
    );
    let failing = input.readings.iter().filter(|(_, r)| r.fails.is_some());
    fault.breaks = failing.map(|(profile, _)| profile.id.clone()).collect();
    vec![fault]
}

fn long(input: &Input<'_>) -> Vec<Fault> {
    let most = input.config.limit(Limit::BodyLines);
    let Some(body) = body(input).filter(|body| body.len() > most) else {
        return Vec::new();
    };
    // A line end more or less decides nothing here.
    let ends = memchr::memchr2_iter(b'\n', b'\r', input.text[body.clone()].as_bytes());
    if ends.count() < most {
        return Vec::new();
    }
    let mut lines = lines_in(input.text, body).skip(most);
    let Some(first) = lines.next() else {
        return Vec::new();
    };
    let count = most + 1 + lines.count();
    vec![Fault::new(
        first,
        format!("the body has {count} lines, more than {most}"),
        "Move details into files below references/ that the text names.",
    )]
}

fn cost(input: &Input<'_>) -> Vec<Fault> {
    let most = input.config.limit(Limit::BodyTokens);
    let Some(body) = body(input).filter(|body| body.len() > most) else {
        return Vec::new();
    };
    let Some(at) = tokens::beyond(&input.text[body.clone()], most) else {
        return Vec::new();
    };
    let first = input.text.floor_char_boundary(body.start + at);
    let len = input.text[first..].chars().next().map_or(0, char::len_utf8);
    vec![Fault::new(
        first..first + len,
        format!("the body costs more than {most} tokens"),
        "Move details into files below references/ that the text names.",
    )]
}

/// A file the text speaks of, with its path below the skill folder.
struct Mention<'a> {
    /// The path as written.
    span: Span,
    path: Cow<'a, str>,
    /// The target of a Markdown link: it is surely meant.
    link: Option<Link<'a>>,
    /// It may be an example: the skill has no such folder, and only the words before it say that it is
    /// to be read or run.
    unsure: bool,
}

/// Files spoken of that lie, or would lie, in the skill folder, in the order of the text. A path in
/// running text counts when the skill has that first folder, or when it is a usual folder of skills and
/// the model is told to read or run it: others speak of the project the skill works on.
fn spoken<'a>(input: &Input<'a>, beside: &[Supporting]) -> Vec<Mention<'a>> {
    let Some(body) = body(input) else {
        return Vec::new();
    };
    let code = Code::of(input, body.clone());
    let has = |first: &str| {
        let below = |file: &Supporting| {
            file.path
                .get(..first.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(first))
                && file.path.as_bytes().get(first.len()) == Some(&b'/')
        };
        beside.iter().any(below)
    };
    let below = |path: &str| !path.split('/').any(|part| matches!(part, ".." | "." | ""));
    let bytes = input.text.as_bytes();
    let mut targets = input.parts.links(input.text, &body);
    targets.retain(|link| !code.holds(link.span.start));
    let mut rest = targets.iter().map(|link| &link.span).peekable();
    let mut found = Vec::new();
    for span in input.parts.mentions(input.text, &body).iter().cloned() {
        while rest.next_if(|link| link.end <= span.start).is_some() {}
        let path = &input.text[span.clone()];
        let path = path.strip_prefix("./").unwrap_or(path);
        let in_link = rest.peek().is_some_and(|link| link.start < span.end);
        let before = bytes[..span.start].last();
        let cut = matches!(
            bytes.get(span.end),
            Some(b'*' | b'{' | b'<' | b'$' | b'[' | b'?')
        ) || matches!(before, Some(b'*' | b'>' | b'/' | b']' | b'%'));
        let first = path.split('/').next().unwrap_or_default();
        let told = || !code.in_block(span.start) && told_to(input.text, body.start, &span, first);
        let unsure = !has(first);
        if !in_link && !cut && below(path) && (!unsure || told()) {
            found.push(Mention {
                span,
                path: Cow::Borrowed(path),
                link: None,
                unsure,
            });
        }
    }
    found.extend(targets.into_iter().filter_map(|link| {
        let path = match &link.path {
            Cow::Borrowed(path) => Cow::Borrowed(path.strip_prefix("./").unwrap_or(path)),
            Cow::Owned(path) => Cow::Owned(path.strip_prefix("./").unwrap_or(path).to_owned()),
        };
        (below(&path) && is_file(&path)).then(|| Mention {
            span: link.span.clone(),
            path,
            link: Some(link),
            unsure: false,
        })
    }));
    found.sort_by_key(|mention| mention.span.start);
    found
}

fn files(input: &Input<'_>, judge: fn(&Mention<'_>, &[Supporting]) -> Option<Fault>) -> Vec<Fault> {
    let Some(beside) = input.beside else {
        return Vec::new();
    };
    let mentions = spoken(input, beside);
    let mut told: HashSet<&str> = HashSet::new();
    let mut faults = Vec::new();
    for mention in &mentions {
        if told.insert(&mention.path) {
            faults.extend(judge(mention, beside));
        }
    }
    faults
}

fn there(path: &str, beside: &[Supporting]) -> bool {
    beside
        .binary_search_by(|file| file.path.as_str().cmp(path))
        .is_ok()
        || beside.iter().any(|file| {
            file.path
                .strip_prefix(path)
                .is_some_and(|rest| rest.starts_with('/'))
        })
}

fn in_other_case<'b>(path: &str, beside: &'b [Supporting]) -> Option<&'b str> {
    let alike = |file: &&Supporting| file.path.to_lowercase() == path.to_lowercase();
    beside.iter().find(alike).map(|file| file.path.as_str())
}

fn is_missing(mention: &Mention<'_>, beside: &[Supporting]) -> bool {
    !there(&mention.path, beside) && in_other_case(&mention.path, beside).is_none()
}

fn missing(mention: &Mention<'_>, beside: &[Supporting]) -> Option<Fault> {
    let what = if mention.link.is_some() {
        "this link leads to"
    } else {
        "the text speaks of"
    };
    is_missing(mention, beside).then(|| {
        let mut fault = Fault::new(
            mention.span.clone(),
            format!("{what} a file that is not there"),
            "Make the file, or correct its path.",
        );
        fault.severity = mention.unsure.then_some(Severity::Hint);
        fault
    })
}

fn other_case(mention: &Mention<'_>, beside: &[Supporting]) -> Option<Fault> {
    let real = in_other_case(&mention.path, beside).filter(|_| !there(&mention.path, beside))?;
    let (span, written) = match &mention.link {
        Some(link) => (mention.span.clone(), as_target(real, link.angled)),
        None => (
            mention.span.end - mention.path.len()..mention.span.end,
            real.to_owned(),
        ),
    };
    let fault = Fault::new(
        mention.span.clone(),
        format!("the file is called {}", visible_line(real)),
        "Large and small letters count on most systems.",
    );
    Some(fault.fix(
        "write it as the file is called",
        false,
        vec![Edit::replace(span, written)],
    ))
}

fn deep(mention: &Mention<'_>, beside: &[Supporting]) -> Option<Fault> {
    let levels = mention.path.matches('/').count();
    let reference = ["md", "txt"].contains(&mention.path.rsplit('.').next()?);
    (levels > 1 && reference && there(&mention.path, beside)).then(|| {
        Fault::new(
            mention.span.clone(),
            format!("this file lies {levels} folders deep"),
            "Keep what the model is to read one folder below SKILL.md.",
        )
    })
}

/// Files beside a skill that nobody has to name.
fn goes_without_saying(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let upper = name.to_ascii_uppercase();
    let parts = || path.split('/');
    parts().any(|part| part.starts_with('.') || part == "__pycache__" || part == "node_modules")
        || [
            "LICENSE",
            "LICENCE",
            "NOTICE",
            "README",
            "CHANGELOG",
            "__INIT__",
        ]
        .iter()
        .any(|known| upper.starts_with(known))
}

/// Named is a file whose name stands in the text, with or without its ending, or a folder above it. That
/// large and small letters are wrong there says another rule: both are asked in small letters for that.
fn named(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut folder = path;
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        if text.contains(&format!("{above}/")) || text.contains(&format!("`{above}`")) {
            return true;
        }
    }
    text.contains(stem)
}

/// Files looked for in the text; a skill with more brings data.
const LOOKED_FOR: usize = 40;

/// The files beside the skill that the text names, and those it never does although nobody else does:
/// neither where nobody looks.
fn told_apart<'a>(input: &Input<'a>) -> (Vec<&'a str>, Vec<&'a str>) {
    let (Some(beside), Some(body)) = (input.beside, body(input)) else {
        return Default::default();
    };
    if input.front().is_none() || beside.is_empty() || beside.len() > LOOKED_FOR {
        return Default::default();
    }
    let text = &input.text[body.clone()];
    // Most files are named as they are called; only for others the text is read in small letters.
    let small = LazyCell::new(|| text.to_lowercase());
    let coded: Vec<_> = input
        .parts
        .links(input.text, &body)
        .into_iter()
        .filter(|link| matches!(link.path, Cow::Owned(_)))
        .collect();
    let linked = |path: &str| {
        let whole = |link: &Link<'_>| link.path.strip_prefix("./").unwrap_or(&link.path) == path;
        coded.iter().any(whole)
    };
    let paths = beside.iter().map(|file| file.path.as_str());
    let (named, mut silent): (Vec<&str>, Vec<&str>) = paths
        .partition(|path| named(text, path) || linked(path) || named(&small, &path.to_lowercase()));
    silent.retain(|path| !goes_without_saying(path));
    (named, silent)
}

/// What a skill file says of the files beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// Files beside it that it names.
    pub named: Vec<String>,
    /// Files beside it that it never names, though a model reads them only then. A skill with very many
    /// files brings data: none of them is here or in `named`.
    pub silent: Vec<String>,
    /// Files it speaks of that are not there, each once, in the order of the text.
    pub missing: Vec<String>,
}

/// Which of the files beside a skill file its text names, by the same reading as `body/unmentioned-file`
/// and `body/missing-file`. Paths are relative to the folder of the skill.
pub fn spoken_of(text: &str, document: &Document, beside: &[Supporting]) -> Spoken {
    let (config, parts) = (Config::default(), Parts::default());
    let input = Input {
        file: "",
        folder: None,
        text,
        encoding: &Encoding::Utf8,
        document,
        readings: &[],
        beside: Some(beside),
        config: &config,
        parts: &parts,
    };
    let owned = |paths: Vec<&str>| paths.into_iter().map(str::to_owned).collect();
    let (named, silent) = told_apart(&input);
    let mut missing: Vec<String> = Vec::new();
    for mention in spoken(&input, beside) {
        let path = mention.path.as_ref();
        let known = missing.iter().any(|known| known == path);
        if is_missing(&mention, beside) && !known {
            missing.push(mention.path.into_owned());
        }
    }
    Spoken {
        named: owned(named),
        silent: owned(silent),
        missing,
    }
}

fn unmentioned(input: &Input<'_>) -> Vec<Fault> {
    let (_, silent) = told_apart(input);
    let (Some(body), Some((first, more))) = (body(input), silent.split_first()) else {
        return Vec::new();
    };
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let line = lines_in(input.text, body.clone())
        .find(|line| !input.text[line.clone()].trim().is_empty())
        .unwrap_or(body.start..body.start);
    vec![Fault::new(
        line,
        format!("the text never speaks of {}{more}", visible_line(first)),
        "A model reads a file only when the text says so: name it and say when to read it.",
    )]
}

fn arguments(input: &Input<'_>) -> Vec<Fault> {
    let Some(body) = body(input) else {
        return Vec::new();
    };
    let used = input.text[body.clone()].find(ARGUMENTS);
    let hint = input.entry("argument-hint");
    match (used, hint) {
        (Some(at), None) if input.front().is_some() => {
            let at = body.start + at;
            vec![Fault::new(
                at..at + ARGUMENTS.len(),
                "the text takes arguments, and no `argument-hint` says which",
                "Add `argument-hint:` with a few words, like \"[file]\".",
            )]
        }
        (None, Some(entry)) if !takes_some(&input.text[body]) => vec![Fault::new(
            super::input::value_or_key(entry),
            "there is an `argument-hint`, and the text uses no `$ARGUMENTS`",
            "Put `$ARGUMENTS` where the text of the caller belongs.",
        )],
        _ => Vec::new(),
    }
}

/// Arguments by number: `$0`, `$1`.
fn takes_some(body: &str) -> bool {
    let digit = |at: usize| body.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
    body.match_indices('$').any(|(at, _)| digit(at))
}
