//! Paths that lead out of the folder of the skill.

use memchr::memmem;

use super::body::body;
use super::code::Code;
use super::told::leaves;
use super::{Fault, Input};
use crate::skill::Span;
use crate::skill::mentions::is_file;

/// How links begin to places that only one machine has.
const ELSEWHERE: [&str; 3] = ["](/", "](~/", "](file:"];

/// Links that lead out of the folder of the skill, and files of text there that are named.
pub(super) fn outside(input: &Input<'_>) -> Vec<Fault> {
    let (Some(body), Some(_)) = (body(input), input.beside) else {
        return Vec::new();
    };
    let mut found = elsewhere(input, &body);
    if input.text[body.clone()].contains("..") {
        found.extend(above(input, &body));
    }
    found.sort_by_key(|span| span.start);
    found
        .into_iter()
        .map(|span| {
            let what = "this path leads out of the folder of the skill";
            let help =
                "Where the skill is copied to, that file is missing: put it into the folder.";
            Fault::new(span, what, help)
        })
        .collect()
}

/// Targets of links that begin at the root of the disk, or at the home: files, and no pages of a site.
fn elsewhere(input: &Input<'_>, body: &Span) -> Vec<Span> {
    let text = input.text;
    let written = &text[body.clone()];
    let code = Code::of(input, body.clone());
    let targets = ELSEWHERE.iter().flat_map(|begins| {
        memmem::find_iter(written.as_bytes(), begins).map(|at| body.start + at + 2)
    });
    let targets = targets.filter_map(|start| {
        let end = start + text[start..].find([')', ' ', '\n', '\r', '#'])?;
        let path = &text[start..end];
        let root = path.strip_prefix('/').filter(|path| !path.starts_with('/'));
        let folders = [
            "etc/", "home/", "opt/", "root/", "tmp/", "usr/", "Users/", "var/",
        ];
        let on_disk = root.is_none_or(|path| folders.iter().any(|one| path.starts_with(one)));
        (on_disk && !path.starts_with("//") && !code.holds(start)).then_some(start..end)
    });
    targets.collect()
}

/// Paths that go up, and out at the top.
fn above(input: &Input<'_>, body: &Span) -> Vec<Span> {
    let code = Code::of(input, body.clone());
    let all = input.parts.links(input.text, body);
    let linked: Vec<Span> = all.iter().map(|link| link.span.clone()).collect();
    let links = all
        .into_iter()
        .filter(|link| !code.holds(link.span.start) && is_file(&link.path))
        .filter(|link| leaves(&link.path))
        .map(|link| link.span);
    let apart = |span: &Span| {
        let after = linked.partition_point(|link| link.end <= span.start);
        linked.get(after).is_none_or(|link| span.end <= link.start)
    };
    let named = input
        .parts
        .mentions(input.text, body)
        .iter()
        .filter(|span| apart(span) && !code.in_block(span.start))
        .filter(|span| {
            let path = &input.text[(*span).clone()];
            leaves(path) && path.ends_with(".md")
        })
        .cloned();
    links.chain(named).collect()
}
