//! Other names for skills, and what takes them back.

use std::fs;
use std::sync::Arc;

use skillkiln::host::{Cache, Place, Profile, Profiles, Survey, survey};
use skillkiln::library::author::{
    AuthorError, Done, Plan, carry_out, duplicate_skill, override_skill, remove_skill, rename_skill,
};
use skillkiln::library::journal::{Flipped, JournalError};
use skillkiln::library::project::{guard, place, roots};
use skillkiln::library::{Dirs, Guard, Journal, Limits, Scene, scan};

use crate::Ground;

struct Bench {
    ground: Ground,
    profile: Profile,
    place: Place,
    tree: skillkiln::host::FileTree,
    survey: Survey,
}

impl Bench {
    fn new(host: &str, files: &[(&str, &str)]) -> Self {
        let ground = Ground::new();
        for (path, text) in files {
            ground.file(&format!("p/{path}"), text);
        }
        ground.folder("home");
        let profiles = Profiles::bundled();
        let place = place(&ground.disk("p"), &ground.disk("home"), Default::default()).unwrap();
        let mut bench = Self {
            profile: profiles.get(host).unwrap().clone(),
            tree: Default::default(),
            survey: Survey::default(),
            ground,
            place,
        };
        bench.look();
        bench
    }

    fn look(&mut self) {
        let roots = roots(Arc::new(Profiles::bundled()), self.place.clone());
        self.tree = scan(roots, &Limits::default());
        let mut cache = Cache::default();
        self.survey = survey(&self.profile, &self.tree, &self.place, &mut cache);
    }

    fn plan(&self, make: Make, name: &str, new: &str) -> Result<Plan, AuthorError> {
        let scene = Scene {
            profile: &self.profile,
            tree: &self.tree,
            place: &self.place,
            survey: &self.survey,
        };
        let copy = self.survey.find(name)[0].clone();
        match make {
            Make::Rename => rename_skill(scene, &copy, new),
            Make::Duplicate => duplicate_skill(scene, &copy, new, None),
            Make::Override => override_skill(scene, &copy),
            Make::Remove => remove_skill(scene, &copy),
        }
    }

    fn guard(&self) -> Guard {
        guard(&self.place, &self.survey, &self.dirs())
    }

    fn dirs(&self) -> Dirs {
        Dirs::at(self.ground.disk("state"), self.ground.disk("config"))
    }

    fn journal(&self) -> Journal {
        self.dirs().journal(&self.place.project)
    }

    #[track_caller]
    fn does(&mut self, make: Make, name: &str, new: &str) -> Done {
        let plan = self.plan(make, name, new).unwrap();
        let done = carry_out(&plan, &self.guard(), &self.profile.id).unwrap();
        self.journal().note(&self.profile.id, &done).unwrap();
        self.look();
        done
    }

    fn file(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.ground.disk(&format!("p/{path}"))).ok()
    }

    #[track_caller]
    fn undo(&mut self) -> Flipped {
        let mut done = self
            .journal()
            .undo(&self.profile.id, &self.guard())
            .unwrap();
        self.look();
        assert_eq!(done.len(), 1, "{done:?}");
        done.remove(0)
    }

    #[track_caller]
    fn redo(&mut self) -> Flipped {
        let mut done = self
            .journal()
            .redo(&self.profile.id, &self.guard())
            .unwrap();
        self.look();
        assert_eq!(done.len(), 1, "{done:?}");
        done.remove(0)
    }
}

#[derive(Clone, Copy)]
enum Make {
    Rename,
    Duplicate,
    Override,
    Remove,
}

const OLD: &str = "---\nname: old # mine\ndescription: d\n---\n\nold stays here.\r\n";
const NEW: &str = "---\nname: new # mine\ndescription: d\n---\n\nold stays here.\r\n";

fn one() -> Bench {
    Bench::new(
        "agentworks",
        &[
            ("skills/custom/old/SKILL.md", OLD),
            ("skills/custom/old/references/a.md", "A"),
        ],
    )
}

#[test]
fn folder_and_name_change_together_and_nothing_else() {
    let mut bench = one();
    let plan = bench.plan(Make::Rename, "old", "new").unwrap();
    let names: Vec<_> = plan.effects.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["new", "old"], "{:?}", plan.effects);
    bench.does(Make::Rename, "old", "new");
    assert_eq!(
        bench.file("skills/custom/new/SKILL.md").as_deref(),
        Some(NEW)
    );
    assert_eq!(
        bench.file("skills/custom/new/references/a.md").as_deref(),
        Some("A")
    );
    assert_eq!(bench.file("skills/custom/old/SKILL.md"), None);
    assert_eq!(bench.survey.find("new").len(), 1);
    assert!(bench.survey.find("old").is_empty());
}

#[test]
fn names_that_do_not_fit_or_are_taken_are_refused_before_anything_is_done() {
    let bench = Bench::new(
        "agentworks",
        &[
            ("skills/custom/old/SKILL.md", OLD),
            (
                "skills/custom/There/SKILL.md",
                "---\nname: there\ndescription: d\n---\n",
            ),
            (
                "skills/custom/folder/SKILL.md",
                "---\nname: by-its-text\ndescription: d\n---\n",
            ),
            (
                "skills/standard/SKILL.md",
                "---\nname: standard\ndescription: d\n---\n",
            ),
        ],
    );
    for name in [
        "a b",
        "../x",
        "",
        "con",
        "There",
        "there",
        "folder",
        "by-its-text",
        "old",
    ] {
        for make in [Make::Rename, Make::Duplicate] {
            let plan = bench.plan(make, "old", name);
            assert!(
                matches!(
                    plan,
                    Err(AuthorError::Name { .. } | AuthorError::Exists { .. })
                ),
                "{name}: {plan:?}"
            );
        }
    }
    // A copy of others is no obstacle: one's own is put before it, which the plan says.
    let plan = bench.plan(Make::Rename, "old", "standard").unwrap();
    let effect = plan.effects.iter().find(|e| e.name == "standard").unwrap();
    assert!(effect.before.is_some() && effect.after != effect.before);
    let others = bench.plan(Make::Rename, "standard", "new");
    assert!(
        matches!(others, Err(AuthorError::NotYours { .. })),
        "{others:?}"
    );
}

#[test]
fn a_name_that_cannot_be_changed_safely_is_left_alone() {
    let twice = "---\nname: &x old\ndescription: *x\n---\n";
    let bench = Bench::new("agentworks", &[("skills/custom/old/SKILL.md", twice)]);
    let plan = bench.plan(Make::Rename, "old", "new");
    assert!(
        matches!(plan, Err(AuthorError::NotNamed { .. })),
        "{plan:?}"
    );
    assert_eq!(
        bench.file("skills/custom/old/SKILL.md").as_deref(),
        Some(twice)
    );
}

#[test]
fn a_skill_that_is_a_file_keeps_its_ending() {
    let mut bench = Bench::new("replio", &[(".replio/skills/old.md", "Do it.\n")]);
    bench.does(Make::Rename, "old", "new");
    assert_eq!(
        bench.file(".replio/skills/new.md").as_deref(),
        Some("Do it.\n")
    );
    bench.does(Make::Duplicate, "new", "other");
    assert_eq!(
        bench.file(".replio/skills/other.md").as_deref(),
        Some("Do it.\n")
    );
    assert_eq!(
        bench.file(".replio/skills/new.md").as_deref(),
        Some("Do it.\n")
    );
}

#[test]
fn a_duplicate_is_whole_and_has_its_own_name() {
    let mut bench = Bench::new(
        "agentworks",
        &[
            ("skills/old/SKILL.md", OLD),
            ("skills/old/scripts/run.sh", "#!/bin/sh\n"),
        ],
    );
    bench.does(Make::Duplicate, "old", "new");
    assert_eq!(
        bench.file("skills/custom/new/SKILL.md").as_deref(),
        Some(NEW)
    );
    let script = bench.file("skills/custom/new/scripts/run.sh");
    assert_eq!(script.as_deref(), Some("#!/bin/sh\n"));
    assert_eq!(bench.file("skills/old/SKILL.md").as_deref(), Some(OLD));
}

#[test]
fn each_action_is_taken_back_and_done_again_after_a_restart() {
    let mut bench = Bench::new(
        "agentworks",
        &[
            ("skills/custom/old/SKILL.md", OLD),
            (
                "skills/theirs/SKILL.md",
                "---\nname: theirs\ndescription: d\n---\n",
            ),
        ],
    );
    // Every journal is read anew: nothing is remembered but on the disk.
    let start = bench.ground.names("p");
    bench.does(Make::Rename, "old", "new");
    bench.does(Make::Duplicate, "new", "third");
    bench.does(Make::Override, "theirs", "");
    bench.does(Make::Remove, "new", "");
    let end = bench.ground.names("p");
    let path = |name: &str| bench.ground.path(&format!("p/skills/custom/{name}"));
    let (old, new) = (path("old"), path("new"));
    let (third, theirs) = (path("third"), path("theirs"));
    assert_eq!(bench.undo(), Flipped::Restored(new.clone()));
    assert_eq!(bench.undo(), Flipped::Trashed(theirs.clone()));
    assert_eq!(bench.undo(), Flipped::Trashed(third.clone()));
    assert_eq!(bench.undo(), Flipped::Renamed(new.clone(), old.clone()));
    assert_eq!(
        bench.file("skills/custom/old/SKILL.md").as_deref(),
        Some(OLD)
    );
    assert_eq!(bench.ground.names("p"), start);
    let nothing = bench.journal().undo("agentworks", &bench.guard());
    assert!(matches!(nothing, Err(JournalError::Nothing(_))));
    assert_eq!(bench.redo(), Flipped::Renamed(old, new.clone()));
    assert_eq!(bench.redo(), Flipped::Restored(third));
    assert_eq!(bench.redo(), Flipped::Restored(theirs));
    assert_eq!(bench.redo(), Flipped::Trashed(new));
    assert_eq!(bench.ground.names("p"), end);
}

#[test]
fn undoing_a_rename_keeps_what_was_written_since() {
    let mut bench = one();
    bench.does(Make::Rename, "old", "new");
    let path = bench.ground.disk("p/skills/custom/new/SKILL.md");
    fs::write(&path, NEW.replace("stays", "stayed")).unwrap();
    bench.undo();
    let text = bench.file("skills/custom/old/SKILL.md");
    assert_eq!(text, Some(OLD.replace("stays", "stayed")));
}

#[test]
fn a_new_action_ends_what_could_be_done_again() {
    let mut bench = one();
    bench.does(Make::Duplicate, "old", "second");
    bench.undo();
    bench.does(Make::Duplicate, "old", "third");
    let nothing = bench.journal().redo("agentworks", &bench.guard());
    assert!(
        matches!(nothing, Err(JournalError::Nothing(_))),
        "{nothing:?}"
    );
}

#[test]
fn what_can_never_be_taken_back_does_not_stand_in_the_way() {
    let mut bench = one();
    bench.does(Make::Duplicate, "old", "second");
    bench.does(Make::Duplicate, "old", "third");
    fs::remove_dir_all(bench.ground.disk("p/skills/custom/third")).unwrap();
    let gone = bench.journal().undo("agentworks", &bench.guard());
    assert!(matches!(gone, Err(JournalError::Write(_))), "{gone:?}");
    let second = bench.ground.path("p/skills/custom/second");
    assert_eq!(bench.undo(), Flipped::Trashed(second));
}

#[test]
fn a_place_that_is_taken_again_keeps_what_is_there() {
    let mut bench = one();
    bench.does(Make::Remove, "old", "");
    bench.ground.file("p/skills/custom/old/SKILL.md", "another");
    bench.look();
    let (old, beside) = (
        bench.ground.path("p/skills/custom/old"),
        bench.ground.path("p/skills/custom/old-2"),
    );
    let back = Flipped::Beside(old, beside.clone());
    assert_eq!(bench.undo(), back);
    // Redo takes away what came back, and nothing else.
    assert_eq!(bench.redo(), Flipped::Trashed(beside));
    assert_eq!(
        bench.file("skills/custom/old/SKILL.md").as_deref(),
        Some("another")
    );
    // It comes back to where it was taken from.
    bench.undo();
    assert_eq!(
        bench.file("skills/custom/old-2/SKILL.md").as_deref(),
        Some(OLD)
    );
}
