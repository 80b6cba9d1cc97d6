//! Other hosts: what they make of the text, and looking with their eyes.

use skillkiln::host::matrix::matrix;
use skillkiln::host::verdict::Verdict;
use skillkiln::host::{Cache, Profile, Survey, survey};
use skillkiln::workbench::app::dialog::Dialog;
use skillkiln::workbench::app::layout::Pane;
use skillkiln::workbench::app::matrix::shown;
use skillkiln::workbench::app::preview::hosts::{Group, Told};

use super::harness::{Bench, skill};
use skillkiln::workbench::app::Message;

/// A skill one host refuses (a list in brackets) and another reads otherwise (the comment).
const NOTES: &str = "---\nname: notes\ndescription: Keeps notes. # short\nallowed-tools: [Read, Grep]\n---\n\nKeep.\n";
const FILE: &str = ".agents/skills/notes/SKILL.md";

fn notes() -> Bench {
    Bench::new(&[
        (FILE, NOTES),
        (".agents/skills/other/SKILL.md", &skill("other", "Other.")),
        (".minibot/README.md", "Here.\n"),
    ])
}

/// The row of a host under Hosts.
fn row(bench: &Bench, host: &str) -> String {
    let lines = bench.lines();
    let has = |line: &&String| {
        ["●", "◐", "◌", "✗", "○"]
            .iter()
            .any(|dot| line.contains(&format!("{dot} {host} ")))
    };
    let line = lines.iter().find(has).expect("a row of the host");
    let at = line.find(&format!(" {host} ")).expect("the name");
    line[at..].trim().to_owned()
}

/// Keys that select a host under Hosts.
fn to(bench: &Bench, host: &str) -> String {
    let told = bench.model.preview.verdicts.iter();
    let at = told.into_iter().position(|told| told.verdict.host == host);
    format!("g{}", "j".repeat(at.expect("the host is told of")))
}

fn select(bench: &mut Bench, name: &str) {
    bench.keys(&format!("/{name}<Enter>"));
    assert_eq!(bench.model.row().map(|row| row.name.as_str()), Some(name));
}

#[test]
fn one_skill_for_many_runtimes_is_seen_with_all_eyes_and_repaired() {
    let mut bench = notes();
    bench
        .keys("H")
        .shows("found here")
        .keys("agentskills<Enter>");
    assert_eq!(bench.model.host, "agentskills");
    assert_eq!(bench.group("Not loaded"), ["notes"]);
    select(&mut bench, "notes");
    bench.keys("4");
    assert!(
        row(&bench, "agentskills").contains("dropped at 4:16"),
        "{}",
        bench.text()
    );
    assert!(
        row(&bench, "minibot").contains("altered: description"),
        "{}",
        bench.text()
    );
    bench.shows("Keeps notes. # short");
    assert!(row(&bench, "agentworks").contains("not looked for"));
    assert!(row(&bench, "replio").contains("not looked for"));
    // To the very character that decides.
    bench.keys("<F6><F6>");
    let keys = to(&bench, "agentskills");
    bench.keys(&keys).keys("<Enter>");
    assert_eq!(bench.place(), (4, "allowed-tools: ".len() + 1));
    // With the eyes of MiniBot the whole screen follows.
    bench.keys("<F6>");
    let keys = to(&bench, "minibot");
    bench.keys(&keys).keys("h");
    assert_eq!(bench.model.host, "minibot");
    assert_eq!(bench.group("Not loaded"), [""; 0]);
    assert!(
        bench.prompt().contains("- notes: Keeps notes. # short"),
        "{}",
        bench.prompt()
    );
    bench.shows("read only").shows("minibot ▾");
    // Back, and mended for both.
    let keys = to(&bench, "agentskills");
    bench.keys(&keys).keys("h");
    assert_eq!(bench.model.host, "agentskills");
    bench
        .keys("<Shift+F6>")
        .keys("<Ctrl+Home><Down><Down><End>");
    for _ in 0.." # short".len() {
        bench.keys("<Backspace>");
    }
    assert!(
        row(&bench, "minibot").contains("loaded"),
        "{}",
        bench.text()
    );
    bench.keys("<Down><End><Shift+Home><Backspace>allowed-tools: Read Grep");
    assert!(
        row(&bench, "agentskills").contains("loaded"),
        "{}",
        bench.text()
    );
    assert_eq!(bench.group("Not loaded"), [""; 0]);
    bench.keys("<Ctrl+S>");
    assert!(
        bench
            .file(FILE)
            .expect("saved")
            .contains("notes.\nallowed-tools: Read Grep\n")
    );
    assert_eq!(bench.model.unsaved(), [""; 0]);
}

#[test]
fn skills_that_only_other_hosts_look_for_are_not_hidden() {
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "Mine.")),
        (
            ".agents/skills/theirs/SKILL.md",
            &skill("theirs", "Theirs."),
        ),
    ]);
    bench.shows("M 1 more for other hosts").keys("/their");
    bench
        .shows("no name matches")
        .shows("Esc shows all")
        .shows("theirs")
        .shows("is for other hosts only")
        .keys("<Esc><Esc>/m")
        .hides("other hosts only")
        .keys("<Esc><Esc>/the")
        .shows("is for other hosts only")
        .keys("<Enter>M")
        .shows("theirs");
    // Where every file is listed, nothing is said.
    let mut bench = Bench::new(&[("skills/custom/mine/SKILL.md", &skill("mine", "Mine."))]);
    bench
        .hides("more for other hosts")
        .keys("/zzz")
        .shows("no name matches");
    bench.hides("other hosts only");
}

#[test]
fn the_shadowing_copy_is_one_key_away() {
    let mut bench = Bench::new(&[
        (".agents/skills/notes/SKILL.md", &skill("notes", "Weak.")),
        (".minibot/skills/notes/SKILL.md", &skill("notes", "Strong.")),
    ]);
    bench.keys("Hminibot<Enter>");
    assert_eq!(bench.group("Shadowed"), ["notes"]);
    let weak = bench.path(".agents/skills/notes/SKILL.md").canonicalize();
    bench.model.list.selected = weak.ok().and_then(|p| p.to_str().map(Into::into));
    bench.rescan();
    bench.keys("4");
    let shadowed = row(&bench, "minibot");
    assert!(shadowed.contains("shadowed"), "{shadowed}");
    bench.shows("by .minibot/skills/notes");
    bench.keys("<F6><F6>");
    let keys = to(&bench, "minibot");
    bench
        .keys(&keys)
        .keys("<Enter>")
        .shows("description: Strong.");
}

#[test]
fn hosts_stand_in_groups_and_the_total_counts_them() {
    let mut bench = notes();
    bench.write("skillkiln.toml", "[sets.more]\nhosts = [\"replio\"]\n");
    let home = bench.path("../home/.config/replio/skills");
    std::fs::create_dir_all(home).expect("a folder");
    let home = bench.path("../home/.codex/skills/x");
    std::fs::create_dir_all(home).expect("a folder");
    bench.rescan();
    select(&mut bench, "other");
    bench.keys("4");
    let told = &bench.model.preview.verdicts;
    let loaded = told
        .iter()
        .filter(|told| told.verdict.state.loads())
        .count();
    let total = format!(
        "loaded by {loaded} of {}",
        bench.model.profiles.iter().count()
    );
    assert_eq!(told.len(), bench.model.profiles.iter().count());
    bench.shows(&total);
    let lines = bench.lines();
    let at = |text: &str| lines.iter().position(|line| line.contains(text));
    let order = [
        at("Found here"),
        at("● minibot "),
        at("Named in skillkiln.toml  0 of 1"),
        at("○ replio "),
        at("No sign of these here"),
    ];
    assert!(order.iter().all(Option::is_some), "{}", bench.text());
    assert!(order.is_sorted(), "{order:?}\n{}", bench.text());
}

#[test]
fn below_the_prompt_stand_the_hosts_used_here_first_and_what_is_wrong_with_them() {
    let bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "Mine.")),
        (".agents/skills/a/SKILL.md", &skill("a", "A.")),
    ]);
    let lines = bench.lines();
    let at = lines.iter().position(|l| l.contains("In other hosts"));
    let below = &lines[at.expect("they are told") + 1..][..5];
    let told = |id: &str| below.iter().any(|line| line.contains(&format!(" {id} ")));
    // A sign of it is here; the second would drop the folder, and nothing says that it is used.
    assert!(told("agentskills"), "{below:#?}");
    assert!(!told("agno"), "{below:#?}");
}

#[test]
fn hosts_found_in_the_project_stand_first_in_the_picker() {
    let mut bench = Bench::new(&[(".replio/skills/a.md", "Do it.\n")]);
    bench.keys("H");
    let lines = bench.lines();
    let at = |text: &str| lines.iter().position(|line| line.contains(text));
    let (found, other) = (at("in use, found here"), at("agentskills reference"));
    assert!(found.is_some() && found < other, "{}", bench.text());
    bench.keys("<Enter>");
    assert_eq!(bench.model.host, "replio");
}

#[test]
fn tokens_are_counted_by_part_and_the_unsaved_edit_is_weighed() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "Does it."))]);
    let total = skillkiln::host::tokens::count(bench.prompt());
    bench.shows(&format!("{total} tokens  o200k"));
    let counts = bench.model.preview.tokens.counts.clone().expect("counted");
    assert_eq!(counts.parts.len(), bench.model.live.prompt.parts.len());
    bench.keys("<Enter><Down><Down><End> And more");
    let more = skillkiln::host::tokens::count(bench.prompt()) - total;
    assert!(more > 0);
    bench.shows(&format!("unsaved edit  +{more} token"));
}

/// While a text is not saved, its verdicts are found in a shorter way; they must be those of the same
/// text on disk.
#[test]
fn verdicts_while_typing_are_those_of_the_same_file_on_disk() {
    let with = |text: &str| {
        let mut bench = Bench::new(&[
            (FILE, text),
            (".agents/skills/other/SKILL.md", &skill("other", "Other.")),
            (".minibot/skills/third/SKILL.md", &skill("third", "Third.")),
            (".replio/skills/x.md", "Do it.\n"),
        ]);
        bench.keys("Hagentskills<Enter>4");
        let file = bench.path(FILE);
        bench.model.list.selected = file.to_str().map(Into::into);
        bench.rescan();
        bench
    };
    let shown = |bench: &Bench| -> Vec<String> {
        let root = bench.path("").display().to_string();
        let told = bench.model.preview.verdicts.iter();
        told.map(|told| format!("{:?}", told.verdict).replace(&root, ""))
            .collect()
    };
    let mut differ = 0;
    let first = skill("notes", "Keeps notes.");
    for front in [
        "name: notes\ndescription: Use when: asked",
        "name: other\ndescription: Keeps notes.",
        "name: fresh\ndescription: Keeps notes. # more",
        "name: Third\ndescription: Keeps notes.",
        "name: third\ndescription: Keeps notes.",
        "description: Keeps notes.",
        "name: notes\ndescription: \"Keeps",
        "name: notes\ndescription: [a, b]",
    ] {
        let text = format!("---\n{front}\n---\n\nKeep.\n");
        for (saved, typed) in [
            (first.as_str(), text.as_str()),
            (text.as_str(), first.as_str()),
        ] {
            let mut bench = with(saved);
            let before = shown(&bench);
            bench.keys("e<Ctrl+A><Delete>");
            bench.take(vec![Message::Paste(typed.to_owned())]);
            assert_eq!(bench.model.unsaved().len(), 1, "{front}");
            let there = with(typed);
            assert_eq!(
                bench.model.list.selected.is_some(),
                there.model.list.selected.is_some()
            );
            assert_eq!(shown(&bench), shown(&there), "{saved:?} -> {typed:?}");
            differ += usize::from(before != shown(&there));
        }
    }
    assert_eq!(differ, 16);
}

#[test]
fn of_very_many_folders_a_worker_tells_and_nothing_is_kept() {
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "Does mine.")),
        (
            "skills/custom/other/SKILL.md",
            &skill("other", "Does other."),
        ),
    ]);
    bench.shows("In other hosts").keys("4");
    let before = bench.model.preview.verdicts.clone();
    bench.keys("1");
    for n in 0..10_100 {
        let folder = format!("skills/custom/mine/references/{n}");
        std::fs::create_dir_all(bench.path(&folder)).expect("a folder");
    }
    bench.rescan();
    bench
        .shows("4 tells what other hosts do")
        .keys("4")
        .shows(&format!("of {}", before.len()));
    let states = |told: &[Told]| -> Vec<_> {
        let all = told.iter();
        let mut all: Vec<_> = all
            .map(|t| (t.verdict.host.clone(), t.verdict.state))
            .collect();
        all.sort();
        all
    };
    assert_eq!(states(&bench.model.preview.verdicts), states(&before));
    // What is typed counts when it is saved.
    bench
        .keys("e<Ctrl+End>more")
        .shows("as it is on disk; save to see what")
        .keys("<Ctrl+S>")
        .hides("as it is on disk");
    bench.keys("<Alt+1>");
    assert!(bench.model.matrix.matrix.is_none());
}

#[test]
fn unsaved_text_stays_in_sight_with_the_eyes_of_another_host() {
    const MINE: &str = "skills/custom/mine/SKILL.md";
    let mut bench = Bench::new(&[
        (MINE, &skill("mine", "Does mine.")),
        (
            ".agents/skills/other/SKILL.md",
            &skill("other", "Does other."),
        ),
    ]);
    bench.keys("<Enter><Ctrl+End>precious<Esc><Esc>");
    bench.keys("<F2>agentskills<Enter>");
    assert_eq!(bench.model.host, "agentskills");
    assert_eq!(bench.group("Not saved"), ["mine"]);
    assert_eq!(bench.group("Skills"), ["other"]);
    bench
        .shows("1 unsaved")
        .shows("precious")
        .shows("not saved, and for AgentWorks");
    for tab in ["2", "3"] {
        bench.keys(tab).shows("agentskills reference does not look");
    }
    // It is read with other eyes, and only the host it is for changes it.
    bench
        .keys("<Enter>z")
        .shows("looks with it to go on")
        .hides("preciousz");
    bench.keys("<Esc><Esc>j");
    assert_eq!(
        bench.model.row().map(|row| row.name.as_str()),
        Some("other")
    );
    bench.keys("k<F2>agentworks<Enter>");
    assert_eq!(bench.group("Not saved"), [""; 0]);
    assert_eq!(bench.group("Skills"), ["mine"]);
    bench
        .keys("<F2>agentskills<Enter>/mine<Enter><Ctrl+S>")
        .shows("saved");
    assert!(
        bench
            .file(MINE)
            .is_some_and(|text| text.ends_with("precious"))
    );
    assert_eq!(bench.group("Not saved"), [""; 0]);
}

/// What is told of a verdict in few words.
fn gist(verdict: &Verdict) -> [String; 4] {
    let reason = verdict.reason.clone().unwrap_or_default();
    let (host, word) = (verdict.host.clone(), verdict.word());
    [host, word, reason, verdict.text.clone()]
}

/// What the table of all skills says of the selected one, as all texts would be saved.
fn of_table(bench: &Bench) -> Vec<[String; 4]> {
    let model = &bench.model;
    let tree = &model.live.tree;
    let look = |profile: &Profile| survey(profile, tree, &model.place, &mut Cache::default());
    let surveys: Vec<Survey> = model.profiles.iter().map(look).collect();
    let hosts: Vec<(&Profile, &Survey)> = model.profiles.iter().zip(&surveys).collect();
    let table = matrix(&hosts, tree, &model.place);
    let row = model.row().unwrap_or_else(|| panic!("{}", bench.text()));
    let real = tree.real_path(row.path.as_ref().unwrap_or(&row.id));
    let mut rows = table.skills.iter();
    let of_file = rows.find(|skill| tree.real_path(&skill.path) == real);
    of_file.expect("a row").cells.iter().map(gist).collect()
}

fn of_tab(bench: &Bench) -> Vec<[String; 4]> {
    let told = bench.model.preview.verdicts.iter();
    told.map(|told| gist(&told.verdict)).collect()
}

#[cfg(unix)]
#[test]
fn the_tab_says_of_every_skill_what_the_table_says() {
    let long = skill("big", &"Use when asked. ".repeat(80));
    let mut bench = Bench::new(&[
        (".agents/skills/big/SKILL.md", &long),
        (FILE, NOTES),
        (".agents/skills/odd/Skill.md", &skill("odd", "Odd.")),
        (".minibot/skills/notes/SKILL.md", &skill("notes", "Other.")),
        ("lib/far/SKILL.md", &skill("far", "Far.")),
    ]);
    std::fs::create_dir_all(bench.path(".claude")).expect("a folder");
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, bench.path(at)).expect("a link");
    link("../.agents/skills", ".claude/skills");
    link("../../lib/far", ".agents/skills/far-link");
    bench.rescan();
    bench.keys("4");
    for host in ["agentskills", "codex", "claude-code"] {
        bench.keys(&format!("H{host}<Enter>"));
        for name in ["big", "notes", "far"] {
            bench.keys(&format!("/{}{name}<Enter>", "<Backspace>".repeat(9)));
            let (mut tab, mut table) = (of_tab(&bench), of_table(&bench));
            tab.sort();
            table.sort();
            assert_eq!(tab, table, "{host} {name}");
        }
    }
    // Of a text that is not saved as well.
    bench.keys(&format!("/{}big<Enter>", "<Backspace>".repeat(9)));
    let vscode = |bench: &Bench| {
        let told = of_tab(bench);
        let own = told.into_iter().find(|told| told[0] == "vscode");
        own.expect("it is told")[3].clone()
    };
    assert!(vscode(&bench).starts_with("1024 characters"));
    bench.keys("e<Ctrl+Home><Down><Down><End><Shift+Home><Backspace>description: Use when asked.");
    assert_eq!(vscode(&bench), "loaded");
    let (mut tab, mut table) = (of_tab(&bench), of_table(&bench));
    tab.sort();
    table.sort();
    assert_eq!(tab, table);
}

#[test]
fn hosts_that_do_not_judge_stand_apart_however_they_are_known() {
    let files = [
        (FILE, NOTES),
        (".minibot/skills/own/SKILL.md", &*skill("own", "Own.")),
    ];
    let groups = |bench: &mut Bench| -> Vec<String> {
        select(bench, "notes");
        bench.keys("4");
        let told = bench.model.preview.verdicts.iter();
        let judging = told.filter(|told| told.group < Group::Passed);
        let mut ids: Vec<String> = judging.map(|told| told.verdict.host.clone()).collect();
        ids.sort();
        ids
    };
    let columns = |config: &str, host: &str| -> Vec<String> {
        let mut bench = Bench::new(&files);
        bench.write("skillkiln.toml", config);
        bench.rescan();
        bench.keys(&format!("H{host}<Enter>"));
        let groups = groups(&mut bench);
        bench.keys("M");
        let table = bench.model.matrix.matrix.clone().expect("known");
        let Some(Dialog::Matrix(open)) = &bench.model.dialog else {
            panic!("{}", bench.text());
        };
        let shown = shown(&bench.model, open, &table).columns.into_iter();
        let mut columns: Vec<String> = shown.map(|at| table.hosts[at].host.clone()).collect();
        columns.sort();
        assert_eq!(groups, columns, "{config} {host}");
        columns
    };
    let found = columns("", "codex");
    assert!(found.contains(&"minibot".to_owned()) && !found.contains(&"codex".to_owned()));
    assert_eq!(columns("hosts = [\"codex\"]\n", "minibot"), ["codex"]);
    let mut bench = Bench::new(&files);
    bench.write("skillkiln.toml", "hosts = [\"codex\"]\n");
    bench.rescan();
    bench.keys("Hcodex<Enter>");
    select(&mut bench, "notes");
    bench.keys("4").shows("Found here, not judged");
    // The problems are those of the one host, with its eyes and with others.
    let counts = ["codex", "minibot", "agentskills"].map(|host| {
        bench.keys(&format!("H{host}<Enter>"));
        bench.model.problems
    });
    assert_eq!(counts[0], counts[1]);
    assert_eq!(counts[0], counts[2]);
}

#[test]
fn the_keys_come_to_the_hosts_with_the_second_press_and_the_foot_names_only_keys_that_work() {
    let mut bench = notes();
    bench.keys("4");
    assert_eq!(bench.model.prefs.focus, Pane::List);
    bench.shows("4 brings the keys here").hides("use it");
    let before = bench.model.preview.host;
    bench.keys("4");
    assert_eq!(bench.model.prefs.focus, Pane::Preview);
    bench
        .shows("use it")
        .hides("brings the keys here")
        .keys("j");
    assert_ne!(bench.model.preview.host, before);
}
