//! Whole projects: what is kept between checks, and what comments and the configuration silence.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use skillkiln::check::{Checked, Checks, Config, Judge, Scope, check_paced};
use skillkiln::host::{Cache, FileTree, Pace, Place, Profiles, survey};

pub(super) fn look(
    tree: &FileTree,
    hosts: &[&str],
    config: &Config,
    checks: &mut Checks,
) -> Vec<Checked> {
    paced(tree, hosts, config, checks, &Pace::default()).expect("nobody stops it")
}

fn paced(
    tree: &FileTree,
    hosts: &[&str],
    config: &Config,
    checks: &mut Checks,
    pace: &Pace,
) -> Option<Vec<Checked>> {
    let place = Place {
        project: "/p".to_owned(),
        home: "/home".to_owned(),
        options: BTreeMap::new(),
    };
    let profiles = Profiles::bundled();
    let known: Vec<_> = hosts.iter().map(|id| profiles.get(id).unwrap()).collect();
    let surveys: Vec<_> = known
        .iter()
        .map(|profile| survey(profile, tree, &place, &mut Cache::default()))
        .collect();
    let judges: Vec<_> = known
        .iter()
        .zip(&surveys)
        .map(|(profile, survey)| Judge { profile, survey })
        .collect();
    let scope = Scope {
        tree,
        place: &place,
        judges: &judges,
        config,
        only: None,
    };
    check_paced(&scope, checks, pace)
}

fn rules(files: &[Checked]) -> Vec<String> {
    let of = |file: &Checked| -> Vec<String> {
        let path = file.path.trim_start_matches("/p/").to_owned();
        let found = file.findings.iter();
        found
            .map(|finding| format!("{path} {}", finding.rule))
            .collect()
    };
    files.iter().flat_map(of).collect()
}

fn skill(name: &str, more: &str, body: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: Does it. Use when asked.\n{more}---\n{body}\n")
        .into_bytes()
}

fn sound(files: &[(&str, Vec<u8>)]) -> FileTree {
    let mut tree = FileTree::new();
    for (path, bytes) in files {
        tree.set_file(&format!("/p/{path}"), bytes.clone());
    }
    tree
}

/// Every host that looks for folders only says so of a single file among them.
#[test]
fn a_single_file_where_a_folder_is_due_is_told_for_every_host() {
    let profiles = Profiles::bundled();
    let (mut told, mut loaded) = (Vec::new(), Vec::new());
    for profile in profiles.iter() {
        let place = Place {
            project: "/p".to_owned(),
            home: "/home".to_owned(),
            options: BTreeMap::new(),
        };
        let empty = survey(profile, &FileTree::new(), &place, &mut Cache::default());
        // Folders of plugins hold skills one level down.
        let layers = empty.layers.iter().filter(|layer| layer.kind != "plugin");
        let layers = layers.map(|layer| layer.path.clone());
        let Some(root) = layers.flatten().find(|path| path.starts_with("/p/")) else {
            continue;
        };
        let mut tree = FileTree::new();
        let path = format!("{root}/lone.md");
        tree.set_file(&path, skill("lone", "", "Text."));
        tree.set_file(&format!("{root}/README.md"), b"About.\n".to_vec());
        let survey = survey(profile, &tree, &place, &mut Cache::default());
        let files = look(
            &tree,
            &[&profile.id],
            Config::standard(),
            &mut Checks::default(),
        );
        let found = rules(&files);
        let flat: Vec<_> = found
            .iter()
            .filter(|line| line.ends_with(" file/flat"))
            .collect();
        assert!(
            flat.iter().all(|line| line.contains("lone.md")),
            "{}: {flat:?}",
            profile.id
        );
        match survey
            .copies()
            .any(|copy| copy.path.as_deref() == Some(&path))
        {
            true => {
                assert!(flat.is_empty(), "{}: {flat:?}", profile.id);
                loaded.push(profile.id.clone());
            }
            false if !flat.is_empty() => told.push(profile.id.clone()),
            false => {}
        }
    }
    for host in [
        "agentworks",
        "vscode",
        "claude-code",
        "codex",
        "gemini",
        "cursor",
    ] {
        assert!(told.iter().any(|id| id == host), "{host}: {told:?}");
    }
    assert!(loaded.iter().any(|id| id == "replio"), "{loaded:?}");
}

/// One file that a link leads to once more is no second skill.
#[test]
fn a_file_reached_twice_is_told_once() {
    for profile in Profiles::bundled().iter() {
        let mut tree = sound(&[(".agents/skills/a/SKILL.md", skill("a", "", "Text."))]);
        tree.set_link("/p/.agents/skills/b", "a");
        let files = look(
            &tree,
            &[&profile.id],
            Config::standard(),
            &mut Checks::default(),
        );
        let found = rules(&files);
        let twice = |line: &String| line.ends_with("layer/same-layer");
        assert!(!found.iter().any(twice), "{}: {found:?}", profile.id);
    }
    // Two files are two.
    let tree = sound(&[
        (".agents/skills/a/SKILL.md", skill("a", "", "Text.")),
        (".agents/skills/b/SKILL.md", skill("a", "", "Other text.")),
    ]);
    let found = Profiles::bundled()
        .iter()
        .filter(|profile| {
            let files = look(
                &tree,
                &[&profile.id],
                Config::standard(),
                &mut Checks::default(),
            );
            rules(&files)
                .iter()
                .any(|line| line.ends_with("layer/same-layer"))
        })
        .count();
    assert!(found > 0);
}

#[test]
fn kept_findings_are_those_of_a_new_check() {
    let config = Config::standard();
    let mut checks = Checks::default();
    let mut tree = sound(&[
        ("skills/a/SKILL.md", skill("a", "", "Read references/b.md.")),
        ("skills/a/references/b.md", b"B".to_vec()),
        ("skills/c/SKILL.md", skill("c", "", "TODO: write")),
    ]);
    let first = look(&tree, &["agentworks"], config, &mut checks);
    assert_eq!(rules(&first), ["skills/c/SKILL.md body/placeholder"]);
    assert_eq!(look(&tree, &["agentworks"], config, &mut checks), first);
    tree.remove("/p/skills/a/references/b.md");
    tree.set_file("/p/skills/a/references/c.md", b"C".to_vec());
    tree = tree.with_text(
        "/p/skills/c/SKILL.md",
        "---\nname: c\ndescription: a: b\n---\nx\n",
    );
    let second = look(&tree, &["agentworks"], config, &mut checks);
    assert_eq!(
        rules(&second),
        [
            "skills/a/SKILL.md body/missing-file",
            "skills/c/SKILL.md yaml/colon-in-value",
        ]
    );
    assert_eq!(
        look(&tree, &["agentworks"], config, &mut Checks::default()),
        second
    );
    let off = Config::parse("[rules]\n\"body/missing-file\" = \"off\"\n", &[]).unwrap();
    let third = look(&tree, &["agentworks"], &off, &mut checks);
    assert_eq!(rules(&third), ["skills/c/SKILL.md yaml/colon-in-value"]);
}

#[test]
fn a_comment_alone_on_its_line_holds_for_the_file() {
    let allow = "# skillkiln: allow body/placeholder, layer/same-layer\n";
    let tree = sound(&[
        ("skills/a/SKILL.md", skill("a", allow, "TODO: x\n\nTODO: y")),
        ("skills/b/SKILL.md", skill("a", allow, "TODO: x")),
        (
            "skills/c/SKILL.md",
            skill(
                "c",
                "",
                "TODO: <!-- skillkiln: allow body/placeholder -->\n\nTODO: y",
            ),
        ),
    ]);
    let found = look(
        &tree,
        &["agentworks"],
        Config::standard(),
        &mut Checks::default(),
    );
    let found: Vec<_> = rules(&found);
    assert_eq!(
        found,
        [
            "skills/b/SKILL.md name/folder",
            "skills/c/SKILL.md body/placeholder"
        ]
    );
}

#[test]
fn excluded_files_are_not_checked() {
    let tree = sound(&[
        ("skills/a/SKILL.md", b"no skill".to_vec()),
        ("skills/b/SKILL.md", b"no skill".to_vec()),
        ("skills/b.md", b"loose".to_vec()),
    ]);
    let config = Config::parse("exclude = [\"skills/b\", \"skills/*.md\"]\n", &[]).unwrap();
    let found = look(&tree, &["agentworks"], &config, &mut Checks::default());
    let files: Vec<_> = found.iter().map(|file| &*file.path).collect();
    assert_eq!(files, ["/p/skills/a/SKILL.md"]);
}

#[test]
fn a_file_that_cannot_be_read_is_one_finding() {
    use skillkiln::host::Kind;
    use skillkiln::host::tree::File;
    let mut tree = sound(&[("skills/a/SKILL.md", skill("a", "", "Body."))]);
    let file = File {
        problem: Some("permission denied".to_owned()),
        ..File::default()
    };
    tree.set("/p/skills/b/SKILL.md", Kind::File(file));
    let found = look(
        &tree,
        &["agentworks"],
        Config::standard(),
        &mut Checks::default(),
    );
    assert_eq!(rules(&found), ["skills/b/SKILL.md file/unreadable"]);
    assert!(found[1].findings[0].message.contains("permission denied"));
}

#[test]
fn one_finding_for_all_hosts_it_is_the_same_for() {
    let tree = sound(&[
        (".agents/skills/one/SKILL.md", skill("x", "", "One.")),
        (".agents/skills/two/SKILL.md", skill("x", "", "Two.")),
    ]);
    let hosts = ["agentskills", "minibot"];
    let found = look(&tree, &hosts, Config::standard(), &mut Checks::default());
    let same = found[1]
        .findings
        .iter()
        .find(|f| f.rule == "layer/same-layer")
        .unwrap();
    assert_eq!(same.hosts, ["agentskills", "minibot"]);
    // MiniBot drops the second, the reference library lists both.
    assert_eq!(same.severity.word(), "error");
    for told in [
        "MiniBot drops this one.",
        "agentskills reference lists both.",
    ] {
        assert!(same.message.contains(told), "{}", same.message);
    }
}

#[test]
fn frontmatter_is_no_matter_to_a_host_that_reads_none() {
    let tree = sound(&[(".replio/skills/x.md", b"Do it: now.\n".to_vec())]);
    let found = look(
        &tree,
        &["replio"],
        Config::standard(),
        &mut Checks::default(),
    );
    assert_eq!(rules(&found), [""; 0]);
    let tree = sound(&[(".replio/skills/x.md", b" \n".to_vec())]);
    let found = look(
        &tree,
        &["replio"],
        Config::standard(),
        &mut Checks::default(),
    );
    assert_eq!(rules(&found), [".replio/skills/x.md body/empty"]);
}

#[test]
fn a_check_that_is_stopped_says_nothing_and_goes_on_where_it_was() {
    let files: Vec<(String, Vec<u8>)> = (0..40)
        .map(|at| {
            (
                format!("skills/custom/s{at}/SKILL.md"),
                skill(&format!("s{at}"), "", "B."),
            )
        })
        .collect();
    let files: Vec<(&str, Vec<u8>)> = files.iter().map(|(p, b)| (&**p, b.clone())).collect();
    let tree = sound(&files);
    let (config, mut checks) = (Config::default(), Checks::default());
    let slot: Arc<Mutex<Option<Pace>>> = Arc::default();
    let told = Arc::new(Mutex::new(Vec::new()));
    let (own, heard) = (slot.clone(), told.clone());
    let pace = Pace::new(move |done, of| {
        heard.lock().unwrap().push((done, of));
        if done == 10 {
            own.lock().unwrap().as_ref().expect("itself").stop();
        }
    });
    *slot.lock().unwrap() = Some(pace.clone());
    let hosts = ["agentworks"];
    assert!(paced(&tree, &hosts, &config, &mut checks, &pace).is_none());
    let looked = std::mem::take(&mut *told.lock().unwrap());
    assert!(
        looked.contains(&(10, 40)) && looked.len() < 40,
        "{looked:?}"
    );
    *slot.lock().unwrap() = Some(Pace::default());
    pace.begin();
    told.lock().unwrap().clear();
    let found = paced(&tree, &hosts, &config, &mut checks, &pace).expect("not stopped");
    let left = told.lock().unwrap().len();
    assert_eq!((found.len(), left + looked.len()), (40, 40));
}
