//! What the model gets, against what was recorded.

use serde_json::{Value as Json, json};
use skillkiln::host::prompt::From;
use skillkiln::host::{Cache, FileTree, Prompt, Selector, Survey, render, survey};

use crate::common::{Differences, cases};
use crate::ground::{PROJECT, at, host, place, tree};

/// Hosts whose catalogue was recorded.
const HOSTS: &[&str] = &[
    "codex",
    "gemini",
    "opencode",
    "kilo",
    "qwen",
    "pi",
    "hermes",
    "kimi",
    "openhands",
    "strands",
    "deepagents",
    "agentframework",
    "agno",
    "adk",
    "nanobot",
];

/// The skills of a case: listed, or made by the rule the recording gives in words.
fn skills(case: &Json) -> Json {
    if let Some(list) = case.get("skills") {
        return list.clone();
    }
    let rule = case["skills_rule"].as_str().unwrap();
    let words: usize = rule
        .rsplit_once("'word ' * ")
        .unwrap()
        .1
        .chars()
        .take_while(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .unwrap();
    let dir = case["skills_dir"].as_str().unwrap();
    (0..case["n_skills"].as_u64().unwrap())
        .map(|n| {
            let text = format!(
                "---\nname: skill-{n:03}\ndescription: Skill number {n} does one job. {}\n---\nBody.\n",
                "word ".repeat(words)
            );
            json!({ "path": format!("{{P}}/{dir}/skill-{n:03}/SKILL.md"), "text": text })
        })
        .collect()
}

/// The text with what comes with the product as the recordings write it.
fn without_builtins(prompt: &Prompt, survey: &Survey) -> String {
    let builtin = |name: &str| {
        let mut all = survey.skills.iter().map(|skill| &skill.copy);
        all.any(|copy| copy.path.is_none() && copy.name == name)
    };
    let part = |part: &skillkiln::host::Part| match &part.from {
        From::Skill { name, .. } if builtin(name) => {
            let text = &prompt.text[part.span.clone()];
            if let Some(rest) = text.strip_prefix(&format!("- {name}: ")) {
                // A list of lines: only the description is not known.
                let (own, file) = rest.split_at(rest.find("(file:").unwrap());
                return match own.chars().count().checked_sub(1) {
                    Some(held) => format!("- {name}: {{{{builtin {held} chars}}}} {file}"),
                    None => text.to_owned(),
                };
            }
            let indent = &text[..text.len() - text.trim_start().len()];
            format!("{indent}{{{{builtin {name}}}}}\n")
        }
        _ => prompt.text[part.span.clone()].to_owned(),
    };
    prompt.parts.iter().map(part).collect()
}

/// Hosts whose order is the disk's: the lines are compared as a set.
const ANY_ORDER: &[&str] = &["agno", "nanobot"];

/// Whether each whole line of `part` is one of ours, in any order; with `all`, nothing else may be.
fn same_lines(ours: &str, part: &str, all: bool) -> bool {
    let mut left: Vec<&str> = ours.split('\n').collect();
    let lines: Vec<&str> = part.split('\n').collect();
    let whole = match all {
        true => lines.as_slice(),
        false => lines.get(1..lines.len() - 1).unwrap_or_default(),
    };
    let framing = |line: &str| line.trim_start().starts_with("{{framing");
    let found = whole.iter().filter(|line| !framing(line)).all(|line| {
        let at = left.iter().position(|our| our == line);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    let framed = whole.iter().filter(|line| framing(line)).count();
    found && (!all || left.len() == framed)
}

/// Lines of framing are our own words: any line that is not empty stands for one.
fn same(ours: &str, theirs: &str) -> bool {
    let mut theirs = theirs.split('\n');
    let mut ours = ours.split('\n');
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return true,
            (Some(our), Some(their)) => {
                let framing = their.trim_start().starts_with("{{framing");
                if !(our == their || (framing && !our.is_empty())) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// As many lines of `ours` as `part` has, from the start or from the end; the last line of a part
/// may be cut anywhere, and so may the first one of an end.
fn excerpt(ours: &str, part: &str, end: bool) -> bool {
    let our_lines: Vec<&str> = ours.split('\n').collect();
    let lines: Vec<&str> = part.split('\n').collect();
    if our_lines.len() < lines.len() {
        return false;
    }
    let from = if end {
        our_lines.len() - lines.len()
    } else {
        0
    };
    let last = lines.len() - 1;
    lines.iter().enumerate().all(|(at, their)| {
        let our = our_lines[from + at];
        let framing = their.trim_start().starts_with("{{framing");
        our == *their
            || (framing && !our.is_empty())
            || (!end && at == last && our.starts_with(their))
            || (end && at == 0 && our.ends_with(their))
    })
}

/// The text a host gives of these files.
fn given(id: &str, files: &[(&str, String)]) -> String {
    let skills: Vec<Json> = files
        .iter()
        .map(|(path, text)| json!({ "path": format!("{{P}}/{path}"), "text": text }))
        .collect();
    let (host, tree, place) = (host(id), tree(&json!(skills)), place(PROJECT));
    let found = survey(&host, &tree, &place, &mut Cache::default());
    let prompt = render(&host, &tree, &place, &found, &Selector::default());
    prompt.expect("nothing is chosen").text
}

fn skill(name: &str, more: &str) -> String {
    format!("---\nname: {name}\ndescription: Use when asked.\n{more}---\nBody.\n")
}

// Run with agno 3.1.10: names of the files, sorted, hidden ones and folders left out.
#[test]
fn agno_lists_the_scripts_and_references_of_a_skill() {
    let file = |name: &str| format!("skills/ag/{name}");
    let names = [
        "scripts/run.py",
        "scripts/a.sh",
        "scripts/.hid",
        "scripts/in/x.py",
    ];
    let more = ["references/r.md"];
    let beside = names
        .iter()
        .chain(&more)
        .map(|name| (file(name), "x".to_owned()));
    let own = [(file("SKILL.md"), skill("ag", ""))];
    let files: Vec<(String, String)> = own.into_iter().chain(beside).collect();
    let files: Vec<(&str, String)> = files.iter().map(|(p, t)| (p.as_str(), t.clone())).collect();
    let text = given("agno", &files);
    let lines = "  <scripts>a.sh, run.py</scripts>\n  <references>r.md</references>\n</skill>";
    assert!(text.contains(lines), "{text}");
    let text = given("agno", &files[..1]);
    assert!(
        text.contains("  <scripts>none</scripts>\n</skill>"),
        "{text}"
    );
    assert!(!text.contains("<references>"), "{text}");
}

// Run with deepagents 0.7.32: blanks and commas part the words of a text; what is no text in a list is
// passed over.
#[test]
fn deep_agents_list_the_tools_a_skill_allows() {
    for (field, line) in [
        ("Read Bash", "\n  -> Allowed tools: Read, Bash\n"),
        ("Read,Bash", "\n  -> Allowed tools: Read, Bash\n"),
        (
            "[Read, 3, \" Bash \"]",
            "\n  -> Allowed tools: Read, Bash\n",
        ),
        ("3", "."),
        ("\" \"", "."),
    ] {
        let more = format!("allowed-tools: {field}\n");
        let text = given("deepagents", &[("skills/aa/SKILL.md", skill("aa", &more))]);
        let entry = text.split("- **aa**: ").nth(1).expect("an entry");
        let entry = entry.split("  -> Read `").next().expect("a start");
        assert_eq!(
            entry.contains("Allowed tools"),
            line.len() > 1,
            "{field}: {entry}"
        );
        assert!(entry.contains(line), "{field}: {entry}");
    }
}

// Run with hermes-agent 0.19.0.
#[test]
fn hermes_tells_what_a_group_is_and_cuts_no_name_in_its_prompt() {
    let long = "n".repeat(70);
    let about = "---\ndescription: \"'Dev things'\"\n---\nx\n".to_owned();
    let text = given(
        "hermes",
        &[
            (".hermes/skills/dev/lint/SKILL.md", skill("lint", "")),
            (".hermes/skills/dev/DESCRIPTION.md", about),
            (".hermes/skills/long/SKILL.md", skill(&long, "")),
        ],
    );
    assert!(
        text.contains("\n  dev: Dev things\n    - lint: Use when asked.\n"),
        "{text}"
    );
    assert!(
        text.contains(&format!("\n  long:\n    - {long}: Use")),
        "{text}"
    );
}

// Run with hermes-agent 0.19.0 on Linux.
#[test]
fn hermes_keeps_back_what_is_for_other_systems() {
    let kept = |field: &str| {
        let text = given(
            "hermes",
            &[(".hermes/skills/aa/SKILL.md", skill("aa", field))],
        );
        !text.contains("- aa: ")
    };
    for (field, back) in [
        ("platforms: [nosuch]\n", true),
        ("platforms: nosuch\n", true),
        ("platforms: [nosuch, \" Linux \", MacOS, windows]\n", false),
        ("platforms: []\n", false),
        ("platforms: ''\n", false),
        ("platforms: ''\n", false),
        ("platforms:\n", false),
        ("environments: [kanban]\n", true),
        ("environments: S6\n", true),
        ("environments: [kanban, beach]\n", false),
        ("environments: []\n", false),
    ] {
        assert_eq!(kept(field), back, "{field}");
    }
}

// Run with hermes-agent 0.19.0.
#[test]
fn what_hermes_tells_of_a_group_is_any_value_and_whole() {
    let long = "x".repeat(1_500);
    for (about, told) in [
        ("12".to_owned(), "12"),
        ("[a, b]".to_owned(), "['a', 'b']"),
        (long.clone(), long.as_str()),
    ] {
        let files = [
            (".hermes/skills/g/a/SKILL.md", skill("a", "")),
            (
                ".hermes/skills/g/DESCRIPTION.md",
                format!("---\ndescription: {about}\n---\nx\n"),
            ),
        ];
        let text = given("hermes", &files);
        assert!(
            text.contains(&format!("\n  g: {told}\n")),
            "{about}: {text}"
        );
    }
}

// Run with @qwen-code/qwen-code 0.24.4: what comes with it takes 5,733 of 8,000 characters.
#[test]
fn a_list_that_is_too_long_for_qwen_has_first_lines_only() {
    let path = |at: usize| format!(".qwen/skills/s{at}/SKILL.md");
    let text = |first: &str, at: usize| {
        format!(
            "---\nname: s{at}\ndescription: \"{first}\\nSecond.\\n\"\nwhen_to_use: Whenever\n---\nx\n"
        )
    };
    let one = [(path(0), text("  First", 0))];
    let one: Vec<(&str, String)> = one.iter().map(|(p, t)| (p.as_str(), t.clone())).collect();
    let told = given("qwen", &one);
    assert!(
        told.contains("\n  First\nSecond.\n — Whenever (project)\n"),
        "{told}"
    );
    // 150 letters each, 20 times, are more than what is left.
    let all: Vec<(String, String)> = (0..20)
        .map(|at| (path(at), text(&"w".repeat(150), at)))
        .collect();
    let all: Vec<(&str, String)> = all.iter().map(|(p, t)| (p.as_str(), t.clone())).collect();
    let told = given("qwen", &all);
    assert!(
        told.contains(&format!("\n{} (project)\n", "w".repeat(150))),
        "{told}"
    );
    assert!(
        !told.contains("Second.") && !told.contains("Whenever"),
        "{told}"
    );
}

// Run with @qwen-code/qwen-code 0.24.4.
#[test]
fn qwen_waits_with_what_is_for_files() {
    let listed = |field: &str| {
        let text = given("qwen", &[(".qwen/skills/aa/SKILL.md", skill("aa", field))]);
        text.contains("\naa\n")
    };
    assert!(!listed("paths: [\"src/**\"]\n"));
    assert!(listed("paths: []\n") && listed(""));
}

#[test]
fn gives_the_model_what_was_recorded() {
    let mut differences = Differences::default();
    for id in HOSTS {
        let host = host(id);
        for case in cases(&format!("world/{id}/prompt.json")) {
            let tree = tree(&skills(&case));
            let mut place = place(PROJECT);
            if let Some((_, window)) = case["id"].as_str().unwrap().split_once("@window-") {
                place.options.insert("window".to_owned(), window.to_owned());
            }
            let found = survey(&host, &tree, &place, &mut Cache::default());
            let prompt = render(&host, &tree, &place, &found, &Selector::default()).unwrap();
            let text = without_builtins(&prompt, &found);
            let what = format!("{id} {}", case["id"]);
            // A title made of the folder the recording was made in.
            let name = PROJECT.rsplit('/').next().unwrap();
            let ours = format!("**{}{} Skills**", &name[..1], name[1..].to_lowercase());
            let expect = &case["expect"];
            if let Some(whole) = expect["structure"].as_str() {
                let whole = at(whole).replace("**Proj Skills**", &ours);
                let fits = match ANY_ORDER.contains(id) {
                    true => same_lines(&text, &whole, true),
                    false => same(&text, &whole),
                };
                if !fits {
                    differences.compare(&what, text.as_str(), whole.as_str());
                }
            }
            for (key, end) in [("head", false), ("tail", true)] {
                if let Some(part) = expect[key].as_str().map(at) {
                    let part = part.replace("**Proj Skills**", &ours);
                    let fits = match ANY_ORDER.contains(id) {
                        true => same_lines(&text, &part, false),
                        false => excerpt(&text, &part, end),
                    };
                    differences.compare(&format!("{what} {key}"), fits, true);
                }
            }
        }
    }
}

// Run with hermes-agent 0.19.0: the list tool wants texts, UTF-8 and the first 4,000 characters; the prompt
// takes any value, lists what it cannot read by the folder alone, and a name once in each group. What is for
// another system hides nothing.
#[test]
fn the_prompt_of_hermes_reads_the_files_in_a_way_of_its_own() {
    let far = format!(
        "pad: {}\nname: late\ndescription: Beyond",
        "p".repeat(4_100)
    );
    let files: [(&str, &[u8]); 13] = [
        ("P/.hermes/skills/ok", b"name: ok\ndescription: Fine"),
        ("P/.hermes/skills/num", b"name: num\ndescription: 123"),
        ("P/.hermes/skills/yes", b"name: yes\ndescription: true"),
        ("P/.hermes/skills/lst", b"name: lst\ndescription: [a, b]"),
        ("P/.hermes/skills/nul", b"name:\ndescription: no"),
        ("P/.hermes/skills/bad", b"name: other\ndescription: \xff"),
        (
            "H/.agents/skills/bad",
            b"name: bad\ndescription: Behind a bare one",
        ),
        ("P/.hermes/skills/far", far.as_bytes()),
        (
            "P/.hermes/skills/dev/b",
            b"name: twice\ndescription: second",
        ),
        ("P/.hermes/skills/dev/a", b"name: twice\ndescription: first"),
        (
            "P/.hermes/skills/ops/c",
            b"name: twice\ndescription: in another group",
        ),
        (
            "P/.hermes/skills/mac",
            b"name: mac\ndescription: elsewhere\nplatforms: [nosuch]",
        ),
        ("H/.hermes/skills/mac", b"name: mac\ndescription: Here"),
    ];
    let mut tree = FileTree::new();
    for (folder, fields) in files {
        let folder = match folder.strip_prefix("P/") {
            Some(rest) => format!("{PROJECT}/{rest}"),
            None => format!("/{folder}"),
        };
        let text = [b"---\n", fields, b"\n---\nBody.\n"].concat();
        tree.set_file(&format!("{folder}/SKILL.md"), text);
    }
    let host = host("hermes");
    let found = survey(&host, &tree, &place(PROJECT), &mut Cache::default());
    let prompt = render(&host, &tree, &place(PROJECT), &found, &Selector::default());
    let text = prompt.expect("nothing is chosen").text;
    let (_, text) = text.split_once("<available_skills>\n").expect("a list");
    let (listed, _) = text.split_once("</available_skills>").expect("its end");
    let expected = "  bad:
    - bad
  dev:
    - twice: first
  far:
    - late: Beyond
  lst:
    - lst: ['a', 'b']
  mac:
    - mac: Here
  nul:
    - None
  num:
    - num: 123
  ok:
    - ok: Fine
  ops:
    - twice: in another group
  yes:
    - True: True
";
    assert_eq!(listed, expected);
    let offered = found.skills.iter().filter(|skill| skill.offered);
    let names: Vec<&str> = offered.map(|skill| skill.copy.name.as_str()).collect();
    assert_eq!(names, ["bad", "far", "lst", "mac", "ok", "twice"]);
    let twice = &found.skills.last().expect("twice").shadows;
    let both = |copy| host.lists_twice(&found, &found.skills.last().expect("twice").copy, copy);
    assert_eq!(twice.iter().map(both).collect::<Vec<_>>(), [false, true]);
}
