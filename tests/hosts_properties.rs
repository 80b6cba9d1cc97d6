//! Whatever bytes stand in a file, no reader fails on them, and none takes more than its share of time.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use skillkiln::host::plugins::registered;
use skillkiln::host::{Cache, FileTree, Place, Profiles, Selector, read_file, render, survey};

fn place() -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: [("store".to_owned(), "rows.json".to_owned())].into(),
    }
}

/// Bytes everywhere a host looks for something: the whole way must end.
fn all_the_way(bytes: &[u8]) {
    let mut tree = FileTree::new();
    for path in [
        "/p/.replio/skills/a.md",
        "/home/me/.config/replio/skills/a.md",
        "/p/.replio/config.json",
        "/p/.replio/roles.json",
        "/p/.replio/teams.json",
        "/p/.replio/plugins/one.py",
        "/p/.replio/plugins/two/manifest.json",
        "/p/skills/builtin/a/SKILL.md",
        "/p/.pleach/subagents.json",
        "/p/rows.json",
    ] {
        tree.set_file(path, bytes);
    }
    for profile in Profiles::bundled().iter() {
        let found = survey(profile, &tree, &place(), &mut Cache::default());
        for agent in [None, Some("a".to_owned())] {
            let selector = Selector {
                agent,
                ..Selector::default()
            };
            if let Ok(prompt) = render(profile, &tree, &place(), &found, &selector) {
                let parts = prompt.parts.iter();
                let whole: String = parts.map(|part| &prompt.text[part.span.clone()]).collect();
                assert_eq!(whole, prompt.text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        all_the_way(&bytes);
    }

    #[test]
    fn frontmatter_of_all_sorts(
        lines in prop::collection::vec("[ \t]{0,4}[-a-c:\\[\\],|>&*'\"#{}\u{feff}\u{2028}\u{85} ]{0,12}", 0..12),
        end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let text = format!("---{end}name: n{end}{}{end}---{end}body", lines.join(end));
        all_the_way(text.as_bytes());
        let profiles = Profiles::bundled();
        let reading = read_file(profiles.get("pleach").unwrap(), text.as_bytes(), "f");
        for span in reading.spans.values().chain(reading.notes.iter().filter_map(|n| n.at.clone())) {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?}");
        }
    }

    #[test]
    fn code_of_all_sorts(
        body in prop::collection::vec(
            prop::sample::select(vec![
                "registry.add_plugin(", "{'name': ", "'a'", "f'{x}'", "**", "e", ")", "}", "\n    ",
                "e = ", "for e in [", "]:", "\n        ", "return", "dedent(", "+", "'\\\\u00", "try:", "x",
            ]),
            0..30,
        ),
    ) {
        let source = format!("def register_skills(registry):\n    {}\n", body.concat());
        let read = registered(source.as_bytes(), "register_skills", "add_plugin");
        prop_assert!(read.calls.len() <= 30);
    }
}

/// Reads a quarter of a megabyte: what grew with the square would hardly come to an end here. How
/// fast it is, a benchmark tells.
fn comes_to_an_end(text: impl Fn(usize) -> String, read: impl Fn(&str)) {
    read(&text(256 << 10));
}

#[test]
fn long_texts_are_read_to_their_end() {
    let profiles = Profiles::bundled();
    let repeat = |line: &'static str| {
        move |size: usize| format!("---\nname: n\n{}---\nb", line.repeat(size / line.len()))
    };
    let keys = |size: usize| {
        let keys: String = (0..size / 16)
            .map(|at| format!("key{at:07}: v\n"))
            .collect();
        format!("---\nname: n\n{keys}---\nb")
    };
    let code = |one: fn(usize) -> String| {
        move |size: usize| {
            let calls: String = (0..size / 64).map(one).collect();
            format!("def register_skills(r):\n    pass\n{calls}")
        }
    };
    let calls =
        code(|at| format!("    r.add_plugin({{'name': 'n{at}', 'content': 'some text here'}})\n"));
    let names =
        code(|at| format!("    n{at} = 'some text here, some text here, some text here'\n"));
    for host in ["pleach", "replio"] {
        let profile = profiles.get(host).unwrap();
        let read = |text: &str| drop(read_file(profile, text.as_bytes(), "f"));
        for line in [
            "- item\n",
            "a:\n  b: c\n",
            "    deep: er\n",
            " \n",
            "\r",
            "---x\n",
        ] {
            comes_to_an_end(repeat(line), read);
        }
        comes_to_an_end(keys, read);
    }
    let read = |text: &str| {
        let read = registered(text.as_bytes(), "register_skills", "add_plugin");
        assert_eq!(read.broken, None);
    };
    comes_to_an_end(calls, read);
    comes_to_an_end(names, read);
    let wide = |size: usize| {
        let pairs: String = (0..size / 16)
            .map(|at| format!("'k{at:07}': 1, "))
            .collect();
        format!("def register_skills(r):\n    r.add_plugin({{'name': 'n', {pairs}}})\n")
    };
    comes_to_an_end(wide, read);
}

#[test]
fn deep_nesting_ends() {
    for open in ["[", "(", "{'name': "] {
        let source = format!(
            "def register_skills(r):\n    r.add_plugin({}\n",
            open.repeat(20_000)
        );
        registered(source.as_bytes(), "register_skills", "add_plugin");
    }
    let source = format!(
        "def register_skills(r):\n    r.add_plugin({}{{}}{})\n",
        "(".repeat(2000),
        ")".repeat(2000)
    );
    registered(source.as_bytes(), "register_skills", "add_plugin");
}

#[test]
fn a_cache_handed_from_host_to_host_gives_each_its_own_reading() {
    let profiles = Profiles::bundled();
    let place = Place {
        project: "/p".to_owned(),
        home: "/h".to_owned(),
        ..Place::default()
    };
    let mut tree = FileTree::new();
    let text = "---\nname: notes\ndescription: Keeps notes. # short\n---\n\nKeep.\n";
    tree.set_file("/p/.agents/skills/notes/SKILL.md", text.as_bytes());
    let mut cache = Cache::default();
    let mut described = |id: &str| {
        let host = profiles.get(id).expect(id);
        let seen = survey(host, &tree, &place, &mut cache);
        let found = seen.skills.iter().find(|skill| skill.copy.name == "notes");
        found.and_then(|skill| skill.copy.reading.description.clone())
    };
    let (all, comment) = ("Keeps notes. # short", "Keeps notes.");
    assert_eq!(described("minibot").as_deref(), Some(all));
    assert_eq!(described("agentskills").as_deref(), Some(comment));
    assert_eq!(described("minibot").as_deref(), Some(all));
}
