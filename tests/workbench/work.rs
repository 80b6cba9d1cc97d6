//! Work that takes long is told of, can be stopped, and never keeps a key waiting.

use std::sync::Arc;

use super::harness::{Bench, skill};
use skillkiln::host::{Place, Profiles};
use skillkiln::workbench::app::header::counts;
use skillkiln::workbench::app::layout::Area;
use skillkiln::workbench::app::work::Work;
use skillkiln::workbench::app::{Effect, Message, Model, update};

fn far(work: Work) -> Message {
    let (done, of) = (340, 2000);
    Message::Progress { work, done, of }
}

fn checks(bench: &Bench) -> usize {
    let checks = bench.effects.iter();
    checks
        .filter(|effect| matches!(effect, Effect::Check(_)))
        .count()
}

#[test]
fn a_check_of_the_project_tells_how_far_it_is_and_is_stopped() {
    for stops in ["<Ctrl+C>", "<Esc>"] {
        let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
        bench.take(vec![far(Work::Checking)]);
        bench.shows("checking 340 of 2000  ^C stops").keys(stops);
        assert_eq!(bench.effects.last(), Some(&Effect::Stop(Work::Checking)));
        bench.shows("is stopped; p goes on").hides("checking 340");
        // What it still says is no news, and typing does not begin it anew.
        bench.take(vec![far(Work::Checking)]);
        let before = checks(&bench);
        bench.hides("checking 340").keys("e<Ctrl+End>more");
        assert_eq!(checks(&bench), before);
        bench.keys("<Esc><Esc>p");
        assert_eq!(checks(&bench), before + 1);
    }
}

#[test]
fn what_is_on_the_disk_is_checked_although_a_check_was_stopped() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
    bench.take(vec![far(Work::Checking)]);
    bench.keys("<Ctrl+C>");
    let before = checks(&bench);
    bench.write("skills/custom/b/SKILL.md", "---\nname: b\n---\n");
    assert!(checks(&bench) > before);
    bench
        .hides("^C stops")
        .keys("<Ctrl+C>")
        .shows("again quits");
}

#[test]
fn a_table_nobody_waits_for_is_not_worked_out() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
    let open = |bench: &mut Bench| {
        // Nothing is carried out: the answer is not here yet.
        let chord = "M".parse().expect("a key");
        let now = bench.model.now;
        update(&mut bench.model, Message::Key(chord, now));
        skillkiln::workbench::app::settle(&mut bench.model)
    };
    let asked = open(&mut bench);
    assert!(
        asked
            .iter()
            .any(|effect| matches!(effect, Effect::Matrix(_)))
    );
    bench.keys("<Esc>");
    assert_eq!(bench.effects.last(), Some(&Effect::Stop(Work::Checking)));
    let again = open(&mut bench);
    assert!(
        again
            .iter()
            .any(|effect| matches!(effect, Effect::Matrix(_)))
    );
}

#[test]
fn the_first_reading_tells_how_far_it_is_and_is_stopped() {
    let place = Place {
        project: "/p".to_owned(),
        home: "/h".to_owned(),
        ..Place::default()
    };
    let mut model = Model::new(Arc::new(Profiles::bundled()), "agentworks", place);
    let shown = |model: &Model| counts(model, Area::new(0, 0, 120, 1)).remove(0).text;
    assert_eq!(shown(&model), "reading …");
    update(&mut model, far(Work::Reading));
    assert_eq!(shown(&model), "reading … 340  ^C stops");
    let chord = "Ctrl+C".parse().expect("a key");
    let now = model.now;
    let effects = update(&mut model, Message::Key(chord, now));
    assert!(effects.contains(&Effect::Stop(Work::Reading)));
}

#[test]
fn everything_is_read_again_when_asked() {
    let mut bench = Bench::new(&[]);
    bench.keys("R").shows("reading everything again");
    assert!(bench.effects.contains(&Effect::Scan));
    // Only what was never known may be missing: a later reading is not stopped.
    bench.take(vec![far(Work::Reading)]);
    bench.shows("reading … 340").hides("^C stops");
}

#[test]
fn the_path_of_a_skill_is_held_once() {
    let own = ("skills/custom/a/SKILL.md", &*skill("a", "A."));
    let bench = Bench::new(&[own, ("skills/a/SKILL.md", &skill("a", "B."))]);
    let copies: Vec<_> = bench.model.live.survey.copies().collect();
    assert_eq!(copies.len(), 2);
    for copy in copies {
        let path = copy.path.as_ref().expect("a file");
        let mut rows = bench.model.list.rows.iter();
        let row = rows.find(|row| row.id == *path).expect("a row");
        let tally = bench.model.tallies.get_key_value(path);
        let (tally, _) = tally.expect("a tally");
        for other in [Some(&row.id), row.path.as_ref(), Some(tally)] {
            assert!(
                other.is_some_and(|other| Arc::ptr_eq(other, path)),
                "{path}"
            );
        }
        let folder = copy.folder.as_ref().expect("a folder");
        let shared = bench.model.disk.tree.shared_path(folder);
        assert!(Arc::ptr_eq(folder, &shared), "{folder}");
    }
}
