//! Each conflict of an update is told as what it is, and can be decided as such.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::{Desk, tree};
use super::shapes::skill;

const HERE: &str = "p/skills/custom/one";

fn install(desk: &Desk) {
    let source = desk.path("s");
    let hash = desk.hash(&source);
    desk.json(&["import", &source, "--install", "--expect", &hash]);
}

fn reasons(said: &Json) -> Vec<(&str, &str)> {
    let all = said[0]["undecided"].as_array().unwrap().iter();
    all.map(|one| {
        (
            one["path"].as_str().unwrap(),
            one["reason"].as_str().unwrap(),
        )
    })
    .collect()
}

#[test]
fn every_conflict_tells_who_did_what() {
    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    for name in ["both.md", "gone-there.md", "gone-here.md", "file"] {
        desk.file(&format!("s/{name}"), "old\n");
    }
    desk.file("s/folder/in.md", "old\n");
    install(&desk);
    for name in ["both.md", "gone-there.md", "file", "folder/in.md", "new.md"] {
        desk.file(&format!("{HERE}/{name}"), "mine\n");
    }
    fs::remove_file(desk.at(&format!("{HERE}/gone-here.md"))).unwrap();
    for name in ["gone-there.md", "file", "folder/in.md"] {
        fs::remove_file(desk.at(&format!("s/{name}"))).unwrap();
    }
    fs::remove_dir(desk.at("s/folder")).unwrap();
    for name in ["both.md", "gone-here.md", "file/in.md", "folder", "new.md"] {
        desk.file(&format!("s/{name}"), "theirs\n");
    }
    let (code, said) = desk.run(&["update", "--yes"]);
    assert_eq!(code, 1);
    let wanted = [
        ("both.md", "changed here and at its source"),
        ("file", "a file here, a folder there"),
        (
            "file/in.md",
            "a file here, a folder there; decide about file first",
        ),
        (
            "folder",
            "a folder here, a file there; decide about folder/in.md first",
        ),
        ("folder/in.md", "changed here, deleted at its source"),
        ("gone-here.md", "deleted here, changed at its source"),
        ("gone-there.md", "changed here, deleted at its source"),
        ("new.md", "new here and there"),
    ];
    assert_eq!(reasons(&said), wanted);
    let words = desk.words(&["update", "--dry-run"]);
    assert!(
        words.contains("conflict gone-there.md: changed here, deleted at its source"),
        "{words}"
    );
    let detail = said[0]["detail"].as_str().unwrap();
    assert!(
        detail.contains("8 files are not decided about, both.md first"),
        "{detail}"
    );
}

#[test]
fn a_file_that_became_a_folder_is_decided_like_any_other() {
    let shapes = [("thing", "thing/in.md"), ("thing/in.md", "thing")];
    for (old, new) in shapes {
        let desk = || {
            let desk = Desk::new();
            desk.file("s/SKILL.md", skill("one"));
            desk.file(&format!("s/{old}"), "old");
            install(&desk);
            desk.file(&format!("{HERE}/{old}"), "mine");
            fs::remove_file(desk.at(&format!("s/{old}"))).unwrap();
            let _ = fs::remove_dir(desk.at("s/thing"));
            desk.file(&format!("s/{new}"), "theirs");
            desk
        };
        let theirs = desk();
        let said = theirs.json(&["update", "--theirs", "--yes"]);
        assert_eq!(said[0]["updated"], true, "{old}: {said}");
        assert_eq!(theirs.read(&format!("{HERE}/{new}")), "theirs", "{old}");
        assert_eq!(theirs.json(&["verify"])[0]["state"], "clean", "{old}");
        // By its name alone: what waited for it comes.
        let one = desk();
        let said = one.json(&["update", "--take", &format!("one/{old}=theirs"), "--yes"]);
        assert_eq!(said[0]["updated"], true, "{old}: {said}");
        let ours = desk();
        let said = ours.json(&["update", "--ours", "--yes"]);
        assert_eq!(said[0]["updated"], true, "{old}: {said}");
        assert_eq!(ours.read(&format!("{HERE}/{old}")), "mine", "{old}");
        // One of two that exclude each other is not enough.
        let half = desk();
        let before = tree(&half.at("p"));
        let take = format!("one/{new}=theirs");
        let (code, said) = half.run(&["update", "--take", &take, "--yes"]);
        assert_eq!(
            (code, &said[0]["refused"]),
            (1, &json!("conflicts")),
            "{old}"
        );
        assert_eq!(tree(&half.at("p")), before);
    }
}

#[test]
fn without_what_was_installed_it_is_said_that_nothing_can_be_merged() {
    let desk = Desk::new();
    let body = |first: &str, last: &str| format!("{}{first}\n\n2\n\n3\n\n{last}\n", skill("one"));
    desk.file("s/SKILL.md", body("1", "4"));
    install(&desk);
    desk.file(&format!("{HERE}/SKILL.md"), body("mine", "4"));
    desk.file("s/SKILL.md", body("1", "theirs"));
    // It merges as long as that is known.
    let said = desk.json(&["update", "--dry-run"]);
    assert_eq!(said[0]["changes"][0]["change"], "merged");
    fs::remove_dir_all(desk.at("state/exchange/base")).unwrap();
    let (_, said) = desk.run(&["update", "--yes"]);
    let detail = said[0]["detail"].as_str().unwrap();
    let why = "what was installed is not known here any more";
    assert!(detail.contains(why), "{detail}");
    assert!(desk.words(&["update", "--dry-run"]).contains(why));
}

/// Whoever comes second finds done what was to be done, and has nothing to take back.
#[test]
fn an_update_that_another_program_has_just_done_is_done() {
    use skillkiln::exchange::update::{Applied, apply, plan};
    use skillkiln::exchange::{Areas, Cancel, Ground, Net, Watch};
    use skillkiln::host::{Place, Profiles};
    use skillkiln::library::{Dirs, Project};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    let desk = Desk::new();
    desk.file("s/SKILL.md", skill("one"));
    install(&desk);
    desk.file("s/new.md", "new");
    let dirs = Dirs::at(desk.at("state"), desk.at("config"));
    let place = Place {
        project: desk.path("p"),
        home: desk.path("home"),
        options: BTreeMap::new(),
    };
    let profiles = Arc::new(Profiles::bundled());
    let project = Project::open(place, profiles, dirs.clone(), Some("agentworks")).unwrap();
    let profile = project.profile().unwrap();
    let survey = project.survey(profile);
    let config = skillkiln::check::Config::default();
    let ground = Ground {
        profile,
        judges: &[],
        tree: &project.tree,
        place: &project.place,
        survey: &survey,
        config: &config,
    };
    let mut areas = Areas::own(ground, &dirs).unwrap();
    let mut found = areas.verify(ground).unwrap();
    let mut progress = |_| {};
    let mut watch = Watch {
        cancel: Cancel::default(),
        progress: &mut progress,
    };
    let net = Net::from_env(None).unwrap();
    areas.ask(ground, &mut found, &net, &mut watch).unwrap();
    let area = areas.of(&found[0]).unwrap();
    let update = plan(ground, area, &found[0]).unwrap();
    desk.json(&["update", "--yes"]);
    let before = tree(&desk.at("state/trash"));
    assert_eq!(apply(area, &update).unwrap(), Applied::Already);
    assert_eq!(tree(&desk.at("state/trash")), before);
    // What is another is not.
    desk.file(&format!("{HERE}/new.md"), "mine");
    let refusal = apply(area, &update).unwrap_err();
    assert_eq!(refusal.code(), "changed-meanwhile");
}
