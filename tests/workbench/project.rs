//! What shows only between files, and the settings of the project.

use skillkiln::workbench::app::commands::COMMANDS;

use crate::harness::{Bench, skill};

const ONE: &str = ".agents/skills/one/SKILL.md";

#[test]
fn the_problems_of_the_project_hold_what_only_shows_between_files() {
    let same = skill("one", "Use when asked for one.");
    let mut bench = Bench::new(&[
        (ONE, &same),
        (".agents/skills/deep/er/SKILL.md", "no skill"),
    ]);
    bench.model.host_fixed = true;
    bench.keys("p").shows("Problems");
    let whole = bench.text();
    bench.keys("missing").shows("frontmatter/missing");
    assert!(whole.contains("file/depth"), "{whole}");
    bench.keys("<Enter>");
    let shown = bench.model.shown.clone().expect("a text");
    assert!(shown.ends_with("deep/er/SKILL.md"), "{shown}");
}

#[test]
fn settings_switch_rules_and_are_followed_when_they_change() {
    let odd = skill("One", "Use when asked for one.");
    let mut bench = Bench::new(&[(ONE, &odd)]);
    let count = |bench: &Bench| -> usize { bench.model.tallies.values().map(|t| t.count).sum() };
    bench.keys("p").shows("name/folder").keys("<Esc>");
    let before = count(&bench);
    bench.write(
        "skillkiln.toml",
        "[rules]\n\"name/folder\" = \"off\"\n\"name/case\" = \"off\"\n",
    );
    bench.keys("p").hides("name/folder").keys("<Esc>");
    assert!(count(&bench) < before, "{before}\n{}", bench.text());
    bench.write("skillkiln.toml", "exclude = [\".agents/**\"]\n");
    assert_eq!(count(&bench), 0, "{}", bench.text());
    std::fs::remove_file(bench.path("skillkiln.toml")).expect("removed");
    bench.rescan();
    assert_eq!(count(&bench), before);
}

#[test]
fn a_fault_in_the_settings_is_told_with_its_line_until_it_is_mended() {
    let mut bench = Bench::new(&[(ONE, &skill("one", "Use when asked for one."))]);
    bench.write("skillkiln.toml", "\nhosts = [\"nobody\"]\n");
    bench.shows("skillkiln.toml:2:10").shows("nobody");
    bench.keys("<Esc>p").shows("skillkiln.toml 2:10");
    bench.keys("<Enter>");
    let shown = bench.model.shown.clone().expect("a text");
    assert!(shown.ends_with("/skillkiln.toml"), "{shown}");
    assert_eq!(bench.place(), (2, 10));
    bench.write("skillkiln.toml", "hosts = [\"agentskills\"]\n");
    assert!(bench.model.notices.iter().all(|notice| !notice.error));
}

#[test]
fn a_fix_is_shown_before_it_is_done() {
    let text = skill("two", "Use when asked for one.");
    let mut bench = Bench::new(&[(ONE, &text)]);
    bench.keys("<Enter><Ctrl+G><Alt+Enter>");
    bench.shows("- name: two").shows("+ name: one");
    bench.keys("<Esc>");
    let now = |bench: &Bench| bench.model.text().expect("a text").editor.text().to_owned();
    assert_eq!(now(&bench), text);
    bench.keys("<Alt+Enter>a");
    assert_eq!(now(&bench), text.replace("name: two", "name: one"));
}

#[test]
fn of_several_fixes_each_shows_its_edit_and_one_is_chosen() {
    let text = "---\nname: one\ndescription: Use when asked\n  note: for more\n---\nBody\n";
    let mut bench = Bench::new(&[(ONE, text)]);
    bench.keys("<Enter><Ctrl+G><Alt+Enter>");
    bench
        .shows("2 ways to fix it")
        .shows("make it a block of text")
        .shows("quote the value");
    let now = |bench: &Bench| bench.model.text().expect("a text").editor.text().to_owned();
    assert_eq!(now(&bench), text);
    bench.keys("2");
    let fixed = now(&bench);
    assert!(fixed.contains("description: \"Use when asked"), "{fixed}");
}

/// Terminals send Shift+F3 as they answer where the cursor stands, so nobody can press it.
#[test]
fn no_command_waits_for_f3_with_a_modifier() {
    let keys = COMMANDS.iter().flat_map(|command| command.keys);
    let held: Vec<_> = keys.filter(|(_, key)| key.ends_with("+F3")).collect();
    assert!(held.is_empty(), "{held:?}");
}

#[test]
fn all_safe_fixes_of_a_text_are_one_step() {
    let text = skill("one", "Use when: asked.").replace("---\n\n", "note: Mind: this.\n---\n\n");
    let mut bench = Bench::new(&[(ONE, &text)]);
    bench.keys("<Enter><Alt+F>").shows("2 safe fixes");
    let now = |bench: &Bench| bench.model.text().expect("a text").editor.text().to_owned();
    assert!(
        now(&bench).contains("description: \"Use when: asked.\""),
        "{}",
        now(&bench)
    );
    bench.keys("<Ctrl+Z>");
    assert_eq!(now(&bench), text);
}

#[test]
fn settings_that_name_no_host_are_a_fault_and_those_found_go_on_judging() {
    let odd = skill("One", "Use when asked for one.");
    let mut bench = Bench::new(&[(ONE, &odd)]);
    bench.write("skillkiln.toml", "hosts = []\n");
    bench.shows("skillkiln.toml:1:9: no host is named");
    bench.keys("<Esc>4").shows("Found here").hides("not judged");
    bench
        .keys("p")
        .shows("skillkiln.toml 1:9")
        .shows("name/folder");
    // With one named, that one judges.
    bench
        .keys("<Esc>")
        .write("skillkiln.toml", "hosts = [\"claude-code\"]\n");
    bench
        .shows("Found here, not judged")
        .hides("no host is named");
}

#[test]
fn a_key_that_two_commands_have_says_which_of_them_wins() {
    let mut bench = Bench::new(&[(ONE, &skill("one", "Use when asked for one."))]);
    bench.write("skillkiln.toml", "[keys]\nquit = [\"n\"]\n");
    bench
        .keys("L")
        .shows("where quit wins")
        .shows("where file.new wins");
}
