//! What still says everything where there is little room.

use super::harness::{Bench, skill};

fn lost_and_unsaved(width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(
        &[
            ("skills/custom/mine/SKILL.md", &*skill("mine", "Does mine.")),
            (
                "skills/custom/off/SKILL.md",
                "---\nname: off\ndescription: \"x\n---\n",
            ),
        ],
        width,
        height,
    );
    bench.keys("<Enter><Ctrl+End>x<Esc><Esc>");
    bench
}

#[test]
fn the_header_keeps_the_mode_and_says_in_words_what_is_not_loaded_as_long_as_it_can() {
    for (width, words) in [
        (120, "1 not loaded"),
        (80, "1 not loaded"),
        (60, "1 not loaded"),
        (45, "1 off"),
    ] {
        let mut bench = lost_and_unsaved(width, 15);
        bench.shows("BUILD").shows("agentworks").shows(words);
        bench.shows(if width < 60 { "1 ●" } else { "1 unsaved" });
    }
}

#[test]
fn a_message_longer_than_a_row_takes_the_row_above() {
    let mut bench = lost_and_unsaved(60, 15);
    bench
        .model
        .say("one two three four five six seven eight nine ten eleven twelve");
    bench
        .resize(61, 15)
        .shows("one two three")
        .shows("twelve")
        .hides("…welve");
    bench.keys("j").hides("twelve");
}

#[test]
fn the_header_of_a_text_shortens_the_skill_and_keeps_the_file() {
    let name = "dispatching-parallel-agents-in-very-many-places";
    for width in [120, 100, 80, 60, 45] {
        let own = format!("skills/custom/{name}/SKILL.md");
        let file = format!("skills/custom/{name}/scripts/helper.js");
        let files = [(own.as_str(), &*skill(name, "x")), (file.as_str(), "1;\n")];
        let mut bench = Bench::sized(&files, width, 24);
        bench.keys("<Enter>").shows("SKILL.md").shows("dispatc");
        bench
            .keys("<Esc><Esc>5j<Enter>")
            .shows("helper.js")
            .shows("dispatc");
    }
}

#[test]
fn a_line_that_is_not_wrapped_ends_before_what_it_costs() {
    let long =
        "Use when facing two or more independent tasks that can be worked on without shared state.";
    for width in [80, 120] {
        let mut bench = Bench::sized(&[("skills/a/SKILL.md", &skill("a", long))], width, 24);
        bench.keys("<F6><F6>");
        if width == 80 {
            bench.keys("<Ctrl+T>");
        }
        bench.keys("<Alt+1>");
        while bench.model.preview.wrap {
            bench.model.prefs.focus = skillkiln::workbench::app::layout::Pane::Preview;
            bench.keys("w");
        }
        let lines = bench.lines();
        let line = lines
            .iter()
            .find(|line| line.contains("- **a**: Use"))
            .expect("shown");
        let (text, cost) = line.rsplit_once(' ').expect("a cost");
        assert!(cost.parse::<usize>().is_ok(), "{line}");
        assert!(text.trim_end().ends_with('…'), "{line}");
    }
}

#[test]
fn in_every_tab_something_says_how_the_keys_come_there() {
    for (width, height) in [(120, 40), (80, 24)] {
        for tab in ["4", "5"] {
            let files = [("skills/custom/mine/SKILL.md", &*skill("mine", "Does mine."))];
            let mut bench = Bench::sized(&files, width, height);
            bench.keys(&format!("<Alt+{tab}>")).keys("<Esc>");
            bench.model.prefs.focus = skillkiln::workbench::app::layout::Pane::List;
            bench
                .keys("<F1><Esc>")
                .shows(&format!("{tab} brings the keys here"));
            let before = bench.lines();
            bench.keys(tab).hides("brings the keys here");
            // Nothing else moves.
            let after = bench.lines();
            let differ = before.iter().zip(&after).filter(|(a, b)| a != b).count();
            assert!(differ <= 4, "{}\n{}", before.join("\n"), bench.text());
        }
    }
}

#[test]
fn dialogs_leave_no_stripes_of_what_lies_below() {
    for keys in [
        "d", "n", "r", "D", ":", "?", "o", "i", "<Ctrl+L>", "H", "5n",
    ] {
        let files = [("skills/custom/mine/SKILL.md", &*skill("mine", "Does mine."))];
        let mut bench = Bench::sized(&files, 60, 15);
        bench.keys(keys);
        if bench.model.dialog.is_none() {
            continue;
        }
        let lines = bench.lines();
        let framed = lines
            .iter()
            .filter(|line| line.contains('╭') || line.contains('╰'));
        for line in framed {
            let at = line.chars().position(|c| c == '╭' || c == '╰');
            assert!(at == Some(0) || at > Some(3), "{keys}\n{}", bench.text());
        }
    }
}

#[test]
fn what_is_one_file_goes_by_one_name() {
    let page = Bench::sized(&[], 120, 24);
    let head = |bench: &Bench| bench.lines()[2].clone();
    assert!(
        head(&page).contains("│  write-a-skill  read only"),
        "{}",
        page.text()
    );
    let flat = Bench::sized(&[(".replio/skills/notes.md", "Notes.\n")], 120, 24);
    assert!(head(&flat).contains("│  notes.md  1:1"), "{}", flat.text());
}
