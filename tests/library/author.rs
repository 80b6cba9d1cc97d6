//! Plans say what they will change, before anything is.

use std::sync::Arc;

use skillkiln::host::{Cache, Copy, Place, Profile, Profiles, Reading, Survey, survey};
use skillkiln::library::author::{
    AuthorError, Effect, Plan, Step, Winner, carry_out, new_skill, override_skill,
    refuse_skill_name, remove_skill,
};
use skillkiln::library::project::{guard, place, roots};
use skillkiln::library::{Dirs, Limits, Scene, WriteError, scan};
use skillkiln::skill::stock::{TEMPLATES, offered, template};

use crate::{Ground, link};

/// A project and what one host sees in it now.
struct Seen {
    profile: Profile,
    tree: skillkiln::host::FileTree,
    place: Place,
    survey: Survey,
}

impl Seen {
    fn new(ground: &Ground) -> Self {
        Self::of(ground, "agentworks")
    }

    fn of(ground: &Ground, host: &str) -> Self {
        let profiles = Arc::new(Profiles::bundled());
        let (project, home) = (ground.disk("p"), ground.disk("home"));
        let place = place(&project, &home, Default::default()).unwrap();
        let tree = scan(
            roots(Arc::clone(&profiles), place.clone()),
            &Limits::default(),
        );
        let profile = profiles.get(host).unwrap().clone();
        let survey = survey(&profile, &tree, &place, &mut Cache::default());
        Self {
            profile,
            tree,
            place,
            survey,
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            profile: &self.profile,
            tree: &self.tree,
            place: &self.place,
            survey: &self.survey,
        }
    }

    fn find(&self, name: &str) -> &Copy {
        self.survey.find(name)[0]
    }
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n---\n")
}

fn winner(reference: &str, layer: &str, path: String) -> Option<Winner> {
    Some(Winner {
        reference: reference.to_owned(),
        layer: layer.to_owned(),
        path: Some(path),
    })
}

fn act(plan: &Plan, seen: &Seen, ground: &Ground) -> Result<(), WriteError> {
    let dirs = Dirs::at(ground.disk("state"), ground.disk("config"));
    let guard = guard(&seen.place, &seen.survey, &dirs);
    carry_out(plan, &guard, "agentworks").map(drop)
}

/// What a plan foresees is what a survey of the disk says afterwards, also through a linked folder.
#[test]
fn effects_come_true() {
    for linked in [false, true] {
        let ground = Ground::new();
        ground.file("p/skills/a/SKILL.md", skill("a"));
        if linked {
            std::fs::rename(ground.disk("p/skills"), ground.disk("p/kept")).unwrap();
            link("kept", &ground.disk("p/skills"));
        }
        let theirs = || winner("a", "standard", ground.path("p/skills/a/SKILL.md"));
        let own = || {
            winner(
                "custom/a",
                "custom",
                ground.path("p/skills/custom/a/SKILL.md"),
            )
        };

        let seen = Seen::new(&ground);
        let plan = override_skill(seen.scene(), seen.find("a")).unwrap();
        let foreseen = [Effect {
            name: "a".to_owned(),
            before: theirs(),
            after: own(),
        }];
        assert_eq!(plan.effects, foreseen, "linked: {linked}");
        assert!(!ground.exists("p/skills/custom"), "planning writes nothing");
        act(&plan, &seen, &ground).unwrap();

        let seen = Seen::new(&ground);
        assert_eq!(*seen.find("a").reference, *"custom/a");
        let plan = remove_skill(seen.scene(), seen.find("a")).unwrap();
        let foreseen = [Effect {
            name: "a".to_owned(),
            before: own(),
            after: theirs(),
        }];
        assert_eq!(plan.effects, foreseen, "linked: {linked}");
        act(&plan, &seen, &ground).unwrap();
        assert_eq!(*Seen::new(&ground).find("a").reference, *"a");
    }
}

#[test]
fn a_new_skill_with_the_name_of_another_says_that_it_hides_it() {
    let ground = Ground::new();
    ground.file("p/skills/a/SKILL.md", skill("a"));
    let seen = Seen::new(&ground);
    let plan = new_skill(seen.scene(), "a", &TEMPLATES[0], "d").unwrap();
    assert_eq!(plan.effects.len(), 1);
    assert_eq!(plan.effects[0].before.as_ref().unwrap().layer, "standard");
    let plan = new_skill(seen.scene(), "b", &TEMPLATES[0], "d").unwrap();
    assert_eq!(plan.effects[0].before, None);
    assert_eq!(plan.effects.len(), 1, "all other names stay");
}

#[test]
fn a_plan_that_is_late_is_refused() {
    let ground = Ground::new();
    ground.folder("p");
    let seen = Seen::new(&ground);
    let plan = new_skill(seen.scene(), "a", &TEMPLATES[0], "d").unwrap();
    ground.file("p/skills/custom/a/SKILL.md", "made meanwhile");
    let refused = act(&plan, &seen, &ground).unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }));
    assert_eq!(ground.text("p/skills/custom/a/SKILL.md"), "made meanwhile");
}

#[test]
fn a_skill_in_the_code_of_the_host_has_nothing_to_copy() {
    let ground = Ground::new();
    ground.folder("p");
    let seen = Seen::new(&ground);
    let builtin = Copy {
        layer: 0,
        path: None,
        folder: None,
        reference: "built".into(),
        name: "built".to_owned(),
        reading: Arc::new(Reading::default()),
        source: None,
    };
    let error = override_skill(seen.scene(), &builtin).unwrap_err();
    assert!(matches!(error, AuthorError::NoFile { .. }));
    let error = remove_skill(seen.scene(), &builtin).unwrap_err();
    assert!(matches!(error, AuthorError::NotYours { .. }));
}

#[test]
fn no_copy_is_made_of_what_stands_behind_the_host_s_own_skill() {
    let ground = Ground::new();
    let path = ground.file("p/skills/agent-browser/SKILL.md", skill("agent-browser"));
    ground.file("p/skills/other/SKILL.md", skill("other"));
    let seen = Seen::new(&ground);
    let behind = seen.survey.skill_of(&path).unwrap();
    assert_eq!(behind.copy.path, None);
    let error = override_skill(seen.scene(), &behind.shadows[0]).unwrap_err();
    assert!(matches!(&error, AuthorError::Builtin { name, .. } if name == "agent-browser"));
    let words = error.to_string();
    assert!(words.contains("duplicate it under another name"), "{words}");
    assert!(override_skill(seen.scene(), seen.find("other")).is_ok());
    assert!(!ground.exists("p/skills/custom"));
}

#[test]
fn every_template_makes_a_skill_that_is_loaded_without_notes() {
    let ground = Ground::new();
    ground.folder("p");
    // Those a host with frontmatter offers; an empty file is a skill for others only.
    for template in offered(true) {
        let seen = Seen::new(&ground);
        let name = format!("from-{}", template.id);
        let plan = new_skill(seen.scene(), &name, template, "What it does.").unwrap();
        assert!(matches!(&plan.steps[..], [Step::Folder { .. }]));
        act(&plan, &seen, &ground).unwrap();
        let seen = Seen::new(&ground);
        assert_eq!(seen.find(&name).reading.notes, []);
    }
}

/// As a dialog asks for every letter typed.
#[test]
fn names_are_judged_by_disk_and_host() {
    let profiles = Profiles::bundled();
    let refuse = |host: &str, name: &str| {
        refuse_skill_name(
            profiles.get(host).unwrap(),
            template("minimal").unwrap(),
            name,
        )
    };
    for host in ["agentworks", "agentskills"] {
        assert_eq!(refuse(host, "code-review"), None);
        for name in ["", " ", "a/b", "..", "con", "a b", "a:b", "é\u{301}!"] {
            assert!(refuse(host, name).is_some(), "{host}: {name:?}");
        }
    }
    assert_eq!(refuse("agentworks", "Code_Review"), None);
    for name in ["Code", "a_b", "-a", "a--b", &"x".repeat(65)] {
        assert!(refuse("agentskills", name).is_some(), "{name}");
    }
}

/// A host of single files: a new one holds no frontmatter, an override holds the text below it.
#[test]
fn single_files_are_made_overridden_and_removed() {
    let ground = Ground::new();
    ground.file("p/.replio/config.json", "{\"plugins\": []}");
    ground.file("home/.config/replio/skills/far.md", "far text\r\n");
    let code = "def register_skills(r):\n    r.add_plugin({'name': 'coded', 'content': 'C', 'description': 'D'})\n    r.add_plugin({'name': 'a/b', 'content': 'C'})\n    r.add_plugin({'name': 'set', 'content': open('x').read()})\n";
    ground.file("p/.replio/plugins/one.py", code);
    let seen = Seen::of(&ground, "replio");
    let plan = new_skill(seen.scene(), "mine", &TEMPLATES[0], "What it does.").unwrap();
    act(&plan, &seen, &ground).unwrap();
    let text = ground.text("p/.replio/skills/mine.md");
    assert!(!text.starts_with("---") && !text.is_empty(), "{text:?}");
    for (name, expected) in [("far", "far text\r\n"), ("coded", "C")] {
        let plan = override_skill(seen.scene(), seen.find(name)).unwrap();
        act(&plan, &seen, &ground).unwrap();
        assert_eq!(
            ground.text(&format!("p/.replio/skills/{name}.md")),
            expected
        );
    }
    let slash = override_skill(seen.scene(), seen.find("a/b")).unwrap_err();
    assert!(matches!(slash, AuthorError::Name { .. }), "{slash}");
    let set = override_skill(seen.scene(), seen.find("set")).unwrap_err();
    assert!(matches!(set, AuthorError::NoFile { .. }), "{set}");

    let seen = Seen::of(&ground, "replio");
    let coded = seen.find("coded");
    assert_eq!(coded.reading.description.as_deref(), Some("D"));
    let yours = override_skill(seen.scene(), coded).unwrap_err();
    assert!(matches!(yours, AuthorError::Yours { .. }), "{yours}");
    let taken = new_skill(seen.scene(), "far", &TEMPLATES[0], "d").unwrap_err();
    assert!(matches!(taken, AuthorError::Exists { .. }), "{taken}");
    let plan = remove_skill(seen.scene(), coded).unwrap();
    act(&plan, &seen, &ground).unwrap();
    let seen = Seen::of(&ground, "replio");
    assert!(
        seen.find("coded").path.is_none(),
        "the plugin's own is back"
    );
}
