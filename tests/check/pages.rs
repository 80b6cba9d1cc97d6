//! The page of every rule: its bad example is found at the place it says, its good one left alone.

use std::collections::BTreeMap;

use skillkiln::check::explain::{Page, page};
use skillkiln::check::{Checks, Config, Finding, Judge, Scope, check_project, rules};
use skillkiln::host::{Cache, FileTree, Place, Profile, Profiles, survey};
use skillkiln::skill::lines::LineIndex;

/// Pages whose examples are told in words: the files would be too long, or no text.
fn spelt_out(rule: &str) -> Option<(Example, Example)> {
    let head = "---\nname: demo\ndescription: Reviews code. Use when asked.\n---\n";
    let lines = |count: usize| one(format!("{head}{}", "Step.\n".repeat(count)).into_bytes());
    let large = |kilobytes: usize| {
        let line = format!("{}\n", "a".repeat(1023));
        one(format!("{head}{}", line.repeat(kilobytes)).into_bytes())
    };
    let words = |count: usize| one(format!("{head}{}", "hello ".repeat(count)).into_bytes());
    let latin = |letter: &[u8]| {
        let text = [
            &b"---\nname: demo\ndescription: caf"[..],
            letter,
            b" when asked\n---\nx\n",
        ];
        one(text.concat())
    };
    let mut folder = one(head.as_bytes().to_vec());
    folder.files = vec![("/p/skills/demo/SKILL.md/x".to_owned(), Vec::new())];
    let many = |count: usize, characters: usize| Example {
        files: (0..count)
            .map(|at| {
                let text = "a".repeat(characters);
                let text = format!("---\nname: s{at:02}\ndescription: {text}\n---\nx\n");
                let path = format!(".agents/skills/s{at:02}/SKILL.md");
                (absolute(&path), text.into_bytes())
            })
            .collect(),
        links: Vec::new(),
    };
    Some(match rule {
        // Its own skills cost 432 of the 10,000 tokens, so that 184 are left for each, 8 of them for
        // what stands around 704 characters.
        "prompt/budget" => (many(52, 1_000), many(40, 800)),
        "body/long" => (lines(501), lines(500)),
        "body/tokens" => (words(6_000), words(4_000)),
        "file/encoding" => (latin(b"\xe9"), latin("é".as_bytes())),
        "file/large" => (large(300), large(200)),
        "file/unreadable" => (folder, one(head.as_bytes().to_vec())),
        _ => return None,
    })
}

#[derive(Default)]
struct Example {
    files: Vec<(String, Vec<u8>)>,
    links: Vec<(String, String)>,
}

fn one(bytes: Vec<u8>) -> Example {
    Example {
        files: vec![("/p/skills/demo/SKILL.md".to_owned(), bytes)],
        links: Vec::new(),
    }
}

/// `home/` is the home folder, all else lies in the project.
fn absolute(path: &str) -> String {
    match path.strip_prefix("home/") {
        Some(rest) => format!("/home/{rest}"),
        None => format!("/p/{path}"),
    }
}

fn example(text: &str, hosts: &[&str]) -> Example {
    let mut example = Example::default();
    if !text.starts_with("=== ") {
        let folder = match hosts {
            ["minibot"] => ".minibot/skills/demo/SKILL.md",
            ["agentskills"] => ".agents/skills/demo/SKILL.md",
            _ => "skills/demo/SKILL.md",
        };
        example = one(text.as_bytes().to_vec());
        example.files[0].0 = absolute(folder);
        return example;
    }
    for part in text.split("=== ").skip(1) {
        let (path, content) = part.split_once('\n').unwrap();
        match path.split_once(" -> ") {
            Some((from, to)) => example.links.push((absolute(from), to.to_owned())),
            None => example
                .files
                .push((absolute(path), content.as_bytes().to_vec())),
        }
    }
    example
}

/// What is found, by path.
fn check(example: &Example, hosts: &[&str], config: &Config) -> Vec<(String, Finding)> {
    let place = Place {
        project: "/p".to_owned(),
        home: "/home".to_owned(),
        options: BTreeMap::new(),
    };
    let mut tree = FileTree::new();
    tree.add_folder("/p");
    tree.add_folder("/home");
    for (path, bytes) in &example.files {
        tree.set_file(path, bytes.clone());
    }
    for (path, to) in &example.links {
        tree.set_link(path, to);
    }
    let profiles = Profiles::bundled();
    let known: Vec<&Profile> = hosts.iter().map(|id| profiles.get(id).unwrap()).collect();
    // The reference library looks elsewhere; a file of the project is given to it by name.
    let known: Vec<Profile> = known
        .into_iter()
        .map(|profile| {
            let mut profile = profile.clone();
            if hosts.len() > 1 && profile.id == "agentskills" {
                profile.layer.retain(|layer| layer.id == "project");
                profile.layer[0].path = Some("/p/skills".to_owned());
            }
            profile
        })
        .collect();
    let surveys: Vec<_> = known
        .iter()
        .map(|profile| survey(profile, &tree, &place, &mut Cache::default()))
        .collect();
    let judges: Vec<Judge<'_>> = known
        .iter()
        .zip(&surveys)
        .map(|(profile, survey)| Judge { profile, survey })
        .collect();
    let scope = Scope {
        tree: &tree,
        place: &place,
        judges: &judges,
        config,
        only: None,
    };
    let checked = check_project(&scope, &mut Checks::default());
    let mut found = Vec::new();
    for file in checked {
        let lines = LineIndex::new(&file.text);
        for finding in file.findings.iter().cloned() {
            let at = lines.position(&file.text, finding.range.start);
            let place = format!("{}:{}:{}", file.path, at.line, at.column);
            found.push((place, finding));
        }
    }
    found
}

fn hosts(page: &Page) -> Vec<&str> {
    match page.hosts.as_slice() {
        [] => vec!["agentworks", "agentskills"],
        hosts => hosts.iter().map(String::as_str).collect(),
    }
}

#[test]
fn examples_do_what_their_pages_say() {
    let mut wrong = Vec::new();
    for rule in rules() {
        // No file makes a bundled host give a reason, or a note, that no rule knows.
        if matches!(rule.id, "host/dropped" | "host/noted") {
            continue;
        }
        let page = page(rule.id).unwrap();
        let hosts = hosts(page);
        let on = format!("[rules]\n\"{}\" = \"on\"\n", rule.id);
        let config = Config::parse(&on, &[]).unwrap();
        let (bad, good) = spelt_out(rule.id)
            .unwrap_or_else(|| (example(&page.bad, &hosts), example(&page.good, &hosts)));
        let parts = page.at.split(':').count();
        let at = match parts {
            2 => format!("{}:{}", bad.files[0].0.trim_end_matches("/x"), page.at),
            _ => absolute(&page.at),
        };
        let found = check(&bad, &hosts, &config);
        let is = |(_, finding): &&(String, Finding)| finding.rule == rule.id;
        let places: Vec<_> = found.iter().filter(is).map(|(place, _)| place).collect();
        if places.first() != Some(&&at) {
            let all: Vec<_> = found.iter().map(|(place, f)| (place, f.rule)).collect();
            wrong.push(format!("{}: due at {at}, found {all:?}", rule.id));
        }
        let found = check(&good, &hosts, &config);
        let noise: Vec<_> = found.iter().filter(is).collect();
        if !noise.is_empty() {
            wrong.push(format!("{}: the good example: {noise:?}", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
