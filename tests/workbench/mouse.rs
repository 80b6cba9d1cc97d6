//! Everything that has a place on the screen is a target for the mouse.

use std::time::Duration;

use super::harness::{Bench, skill};
use skillkiln::workbench::app::dialog::Dialog;
use skillkiln::workbench::app::layout::Pane;
use skillkiln::workbench::app::message::{Disk, Done, Message, MouseKind};
use skillkiln::workbench::app::model::Mode;
use skillkiln::workbench::app::preview::Tab;
use skillkiln::workbench::app::update;

fn bench(width: u16, height: u16) -> Bench {
    Bench::sized(
        &[
            ("skills/review/SKILL.md", &skill("review", "Reviews.")),
            ("skills/custom/mine/SKILL.md", &skill("mine", "Mine.")),
            ("skills/custom/mine/references/a.md", "Alpha\n"),
            (
                "skills/custom/lost/SKILL.md",
                "---\nname: lost\ndescription: a: b\n---\n\nB.\n",
            ),
        ],
        width,
        height,
    )
}

#[test]
fn hints_in_the_footer_and_the_header_are_their_commands() {
    for (width, height) in [(120, 40), (80, 24), (60, 15)] {
        let mut bench = bench(width, height);
        bench
            .click("? help")
            .shows("What you can do here")
            .click("Esc closes");
        assert!(bench.model.dialog.is_none());
        bench.click("n new skill").shows("New skill");
        bench.click("Esc cancels");
        assert!(bench.model.dialog.is_none());
        bench.click("BUILD");
        assert_eq!(bench.model.mode, Mode::Browse);
        bench.click("BROWSE");
        assert_eq!(bench.model.mode, Mode::Build);
        bench.click("agentworks ▾").shows("Look with the eyes of");
    }
}

#[test]
fn a_message_is_closed_and_the_names_of_panes_are_gone_to() {
    let mut bench = bench(60, 15);
    bench.model.complain("something is not as it should be");
    bench
        .resize(61, 15)
        .click("something is not")
        .hides("something is not");
    bench.click(" Preview ");
    assert_eq!(bench.model.prefs.focus, Pane::Preview);
    bench.click(" Text ");
    assert_eq!(bench.model.prefs.focus, Pane::Editor);
}

#[test]
fn what_is_said_of_a_problem_is_a_target() {
    let mut bench = bench(120, 40);
    bench.click("lost").click("goes to the place");
    assert_eq!(bench.model.prefs.focus, Pane::Editor);
    bench.click("yaml/colon-in-value").shows("Problem");
    bench.click("[c close]").click("fix: ").click("[a apply]");
    assert_eq!(bench.group("Not loaded"), [""; 0]);
}

#[test]
fn a_click_selects_and_a_second_one_goes_there() {
    let mut bench = bench(120, 40);
    bench
        .click("review            S")
        .click("mine              C");
    assert_eq!(bench.model.row().map(|row| &*row.name), Some("mine"));
    assert_eq!(bench.model.prefs.focus, Pane::List);
    bench.click("mine              C");
    assert_eq!(bench.model.prefs.focus, Pane::Editor);
    bench.click("Files").click("references/a.md");
    assert_eq!(bench.model.prefs.focus, Pane::Preview);
    bench.click("references/a.md").shows("Alpha");
    bench
        .click("Prompt")
        .click("as if all")
        .shows("The prompt for");
}

#[test]
fn choices_are_clicked_and_the_wheel_moves_among_them() {
    let mut bench = bench(80, 24);
    bench.keys("<Ctrl+P>");
    let at = |bench: &Bench| match &bench.model.dialog {
        Some(Dialog::Pick(pick)) => pick.at,
        _ => panic!("no pick"),
    };
    bench.mouse(MouseKind::WheelDown, "Commands");
    bench.mouse(MouseKind::WheelDown, "Commands");
    assert_eq!(at(&bench), 2);
    bench.mouse(MouseKind::WheelUp, "Commands");
    assert_eq!(at(&bench), 1);
    bench.keys("skills by").click("skills by hosts");
    assert!(matches!(bench.model.dialog, Some(Dialog::Matrix(_))));
    bench
        .keys("<Esc>")
        .resize(120, 40)
        .keys("<Ctrl+P>")
        .hides("q quit")
        .click("Not ");
    assert!(bench.model.dialog.is_none(), "a click outside closes");
}

#[test]
fn answers_are_buttons() {
    let mut bench = bench(120, 40);
    bench
        .keys("/review<Enter>")
        .keys("o")
        .shows("Override review");
    bench.click("Esc cancels");
    assert!(bench.model.dialog.is_none());
    bench.keys("o").click("[y ");
    assert!(bench.file("skills/custom/review/SKILL.md").is_some());
    bench.keys("x<Ctrl+Q>").click("c cancel");
    assert!(!bench.model.done);
    bench.keys("<Ctrl+Q>").click("x discard");
    assert!(bench.model.done);
}

#[test]
fn the_template_of_a_new_skill_is_clicked() {
    let mut bench = bench(120, 40);
    bench
        .keys("nwhole")
        .click("With a reference")
        .shows("whole/scripts/run.sh");
    bench
        .mouse(MouseKind::WheelUp, "New skill")
        .hides("whole/scripts/run.sh");
    bench.click("Enter creates");
    assert!(bench.file("skills/custom/whole/SKILL.md").is_some());
}

#[test]
fn cells_of_the_table_are_clicked() {
    let mut bench = bench(120, 40);
    bench.keys("M").click("lost");
    bench.shows("lost for agentworks");
    bench.mouse(MouseKind::WheelDown, "Skills by hosts");
    bench.shows("mine for agentworks");
    bench.click("lost").click("✗ dropped");
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.model.preview.tab, Tab::Hosts);
}

#[test]
fn two_texts_of_a_file_are_weighed_with_the_mouse_alone() {
    let text = skill("mine", "Mine.");
    let mut bench = bench(120, 40);
    bench
        .keys("/mine<Enter><Enter>")
        .keys("<Ctrl+End>my line<Enter>");
    bench.write(
        "skills/custom/mine/SKILL.md",
        &text.replace("description: Mine.", "description: Theirs."),
    );
    bench
        .shows("answers count after a pause")
        .click("d difference");
    bench
        .shows("answers")
        .click("d difference")
        .shows("my line");
    bench
        .mouse(MouseKind::WheelDown, "my line")
        .click("Esc back");
    bench.click("m merge by hunks").shows("change 1 of 2");
    bench
        .click("2  line")
        .shows("change 2 of 2")
        .click("m mine");
    bench.click("Enter applies  Esc");
    let merged = bench.model.text().expect("a text").editor.text().to_owned();
    assert!(
        merged.contains("Theirs.") && merged.contains("my line"),
        "{merged}"
    );
}

#[test]
fn what_is_typed_while_a_skill_is_made_goes_into_it() {
    let mut bench = bench(120, 40);
    bench.keys("nfresh");
    let press = |bench: &mut Bench, key: &str| {
        let chord = key.parse().expect("a key");
        let now = bench.model.now + Duration::from_millis(30);
        // Nothing is carried out yet: the disk is slow.
        update(&mut bench.model, Message::Key(chord, now));
    };
    press(&mut bench, "Enter");
    press(&mut bench, "S");
    let path = bench.path("skills/custom/fresh/SKILL.md");
    bench.take(vec![Message::Disk(Disk::Made {
        path: path.canonicalize().unwrap_or(path).display().to_string(),
        what: Done {
            what: "made".to_owned(),
            then: None,
        },
        fresh: true,
    })]);
    press(&mut bench, "p");
    assert!(bench.model.dialog.is_none(), "p lists no problems");
    bench.write(
        "skills/custom/fresh/SKILL.md",
        &skill("fresh", "to be replaced"),
    );
    let text = bench.model.text().expect("open").editor.text();
    assert!(text.contains("description: Sp\n"), "{text}");
}
