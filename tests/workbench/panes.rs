//! What the panes have room for.

use super::harness::{Bench, skill};

#[test]
fn every_problem_that_is_counted_can_be_gone_to() {
    // Several findings at one place, and one about the file as a whole.
    let long = format!(
        "---\nname: Big\ndescription: x\n---\n{}",
        "word ".repeat(230_000)
    );
    let short = "---\nname: Not_mine\ndescription: \nlicence: x\n---\n".to_owned();
    for text in [long, short] {
        let mut bench = Bench::new(&[("skills/custom/big/SKILL.md", &text)]);
        let counted = bench.model.tallies.values().next().expect("checked").count;
        assert!(counted > 1, "{counted}");
        bench.keys("<Enter>");
        let findings = bench.model.text().expect("open").findings.len();
        assert!(findings >= counted, "{findings} of {counted}");
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..findings {
            bench.keys("<Ctrl+G>");
            let finding = bench.model.text().and_then(|text| text.finding_here());
            let finding = finding.expect("a problem");
            met.insert((finding.rule, finding.range.start));
        }
        assert_eq!(met.len(), findings, "{met:?}");
    }
}

#[test]
fn sizes_and_marks_of_files_show_in_a_narrow_preview() {
    let long = "references/a-rather-long-name-that-takes-more-than-the-preview-has.md";
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", &skill("mine", "x")),
        (&format!("skills/custom/mine/{long}"), "12345678"),
        ("skills/custom/mine/scripts/run.sh", "#!/bin/sh\n"),
    ]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let run = bench.path("skills/custom/mine/scripts/run.sh");
        std::fs::set_permissions(run, std::fs::Permissions::from_mode(0o755)).expect("set");
    }
    for width in [80, 100, 120] {
        bench.resize(width, 40).keys("<Alt+5>");
        bench.rescan();
        bench.shows("     8 B").shows("    10 B x").shows("has.md");
        if width == 80 {
            bench.keys("<Tab>");
        }
    }
    // The whole screen, from the list as well.
    bench.keys("f").shows(long);
    bench.keys("f").hides(long);
}

#[test]
fn files_tell_where_coding_agents_would_find_the_skill() {
    let mut bench = Bench::new(&[("skills/custom/mine/SKILL.md", &skill("Mine too", "x"))]);
    bench
        .keys("<Alt+5>")
        .shows(".claude/skills/mine-too")
        .shows(".agents/skills/mine-too");
}

#[test]
fn going_to_the_next_pane_leaves_what_shows_beside_the_list() {
    use skillkiln::workbench::app::layout::Pane;
    let files = [("skills/custom/a/SKILL.md", &*skill("a", "A."))];
    let focus = |bench: &Bench| bench.model.prefs.focus;
    let mut bench = Bench::sized(&files, 80, 24);
    // The preview shows: keys never fall into a text that was not there.
    bench.keys("4").shows("loaded by");
    for (key, there) in [
        ("<Tab>", Pane::Preview),
        ("<Tab>", Pane::List),
        ("<Shift+Tab>", Pane::Preview),
        ("<Shift+Tab>", Pane::List),
    ] {
        bench.keys(key).shows("loaded by");
        assert_eq!(focus(&bench), there, "{key}");
    }
    bench.keys("<Ctrl+T>").hides("loaded by").keys("<Tab>");
    assert_eq!(focus(&bench), Pane::Editor);
    for (width, round) in [(60, 3), (120, 3), (80, 2)] {
        let mut bench = Bench::sized(&files, width, 24);
        let mut met = Vec::new();
        for _ in 0..round {
            bench.keys("<F6>");
            met.push(focus(&bench));
        }
        let all = [Pane::Editor, Pane::Preview, Pane::List];
        let expected = all
            .into_iter()
            .filter(|pane| round == 3 || *pane != Pane::Preview);
        assert_eq!(met, expected.collect::<Vec<_>>(), "{width}");
    }
}
