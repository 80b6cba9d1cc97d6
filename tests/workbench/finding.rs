//! Finding, replacing, going to a line.

use super::harness::{Bench, skill};

const OWN: &str = "skills/custom/mine/SKILL.md";
const BODY: &str = "---\nname: mine\ndescription: Does it. Use when asked.\n---\n\nThe cat.\nA Cat, a concat.\nNo dog.\n";

fn own() -> Bench {
    let mut bench = Bench::new(&[(OWN, BODY)]);
    bench.keys("e<Ctrl+Home>");
    bench
}

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

fn selected(bench: &Bench) -> Option<&str> {
    bench.model.text().expect("open").editor.selected_text()
}

#[test]
fn matches_show_while_typing_with_their_number() {
    let mut bench = own();
    bench.keys("<Ctrl+F>c").keys("at").shows("1 of 3");
    assert_eq!((bench.place().0, selected(&bench)), (6, Some("cat")));
    bench
        .keys("<Enter>")
        .shows("2 of 3")
        .keys("<Down>")
        .shows("3 of 3");
    bench
        .keys("<Down>")
        .shows("1 of 3")
        .keys("<Up>")
        .shows("3 of 3");
    // What nobody wrote is told, and the cursor is back where it was.
    bench.keys("<Ctrl+F>zebra").shows("no match");
    assert_eq!(bench.place().0, 7);
    assert!(!text(&bench).contains("zebra"));
}

#[test]
fn letter_case_and_whole_words_count_when_asked() {
    let mut bench = own();
    bench
        .keys("<Ctrl+F>cat<Alt+C>")
        .shows("of 2")
        .keys("<Alt+W>")
        .shows("of 1");
    bench
        .keys("<Alt+C>")
        .shows("of 2")
        .keys("<Alt+W>")
        .shows("of 3");
}

#[test]
fn escape_closes_the_bar_and_the_search_goes_on_without_it() {
    let mut bench = own();
    bench
        .keys("<Ctrl+F>cat<Esc>")
        .hides("Alt+C case")
        .hides("Esc again");
    assert_eq!(selected(&bench), Some("cat"));
    bench
        .keys("<F4>")
        .shows("2 of 3")
        .keys("<Shift+F4>")
        .shows("1 of 3");
    // Typing is typing again.
    bench.keys("x");
    assert!(text(&bench).contains("The x.\n"));
    bench.keys("<Ctrl+F>").shows("find     cat");
}

#[test]
fn replacing_one_and_all_are_steps_that_can_be_undone() {
    let mut bench = own();
    bench
        .keys("<Ctrl+F>cat<Tab>cow")
        .shows("Alt+A all")
        .keys("<Enter>");
    assert!(text(&bench).contains("The cow.\nA Cat"));
    bench.shows("1 of 2").keys("<Enter>");
    assert!(text(&bench).contains("A cow, a concat."));
    bench.keys("<Ctrl+Z><Ctrl+Z>");
    assert_eq!(text(&bench), BODY);
    bench.shows("of 3").keys("<Alt+A>").shows("3 replaced");
    assert!(text(&bench).contains("The cow.\nA cow, a concow.\n"));
    bench.keys("<Ctrl+Z>");
    assert_eq!(text(&bench), BODY);
    assert!(bench.model.completing().is_none());
}

#[test]
fn a_selection_is_what_is_looked_for() {
    let mut bench = own();
    bench
        .keys("<Ctrl+End><Up><Shift+Right><Shift+Right><Ctrl+F>")
        .shows("1 of 1");
    bench.shows("find     No");
    // It is selected, to be typed over.
    bench.keys("cat").shows("find     cat");
}

#[test]
fn pasting_goes_into_the_bar() {
    let mut bench = own();
    bench.keys("<Ctrl+F>");
    bench.take(vec![skillkiln::workbench::app::Message::Paste(
        "dog\nx".to_owned(),
    )]);
    bench.shows("find     dog").shows("1 of 1");
    assert_eq!(text(&bench), BODY);
}

#[test]
fn a_text_that_may_only_be_read_is_searched_and_not_changed() {
    let mut bench = Bench::new(&[("skills/theirs/SKILL.md", &skill("theirs", "A cat."))]);
    bench
        .keys("<Enter>/cat")
        .shows("1 of 1")
        .keys("<Tab>")
        .shows("read only");
    bench.keys("<Alt+A><Esc>").shows("read only");
    assert!(bench.model.unsaved().is_empty());
}

#[test]
fn the_bar_fits_every_size_and_is_left_with_its_pane() {
    for (width, height) in [(120, 40), (80, 24), (60, 15), (40, 10)] {
        let mut bench = Bench::sized(&[(OWN, BODY)], width, height);
        bench
            .keys("e<Ctrl+F>cat")
            .shows("find     cat")
            .shows("of 3");
        bench.keys("<Tab>cow").shows("replace  cow");
        bench.keys("<F6><Shift+F6>").hides("replace  cow");
    }
}

#[test]
fn a_line_and_a_column_are_gone_to() {
    let mut bench = own();
    bench
        .keys("<Ctrl+L>")
        .shows("Go to line")
        .shows("1 to 9")
        .keys("7<Enter>");
    assert_eq!(bench.place(), (7, 1));
    bench.keys("<Ctrl+L>6:5<Enter>");
    assert_eq!(bench.place(), (6, 5));
    bench
        .keys("<Ctrl+L>x<Enter>")
        .shows("such as 12 or 12:5")
        .keys("<Esc>");
    bench
        .keys("<Ctrl+L>99<Enter>")
        .shows("the text has 9 lines");
    assert_eq!(bench.place().0, 9);
    assert_eq!(text(&bench), BODY);
}

#[test]
fn lines_move_and_are_repeated_and_lists_go_on() {
    let mut bench = Bench::new(&[(OWN, "---\nname: mine\n---\none\ntwo\n")]);
    bench.keys("e<Ctrl+End><Up><Alt+Up>");
    assert_eq!(text(&bench), "---\nname: mine\n---\ntwo\none\n");
    bench.keys("<Alt+Down><Ctrl+D>");
    assert_eq!(text(&bench), "---\nname: mine\n---\none\ntwo\ntwo\n");
    bench.keys("<Ctrl+End>1. a<Enter>b<Enter><Enter>c");
    assert!(
        text(&bench).ends_with("two\n1. a\n2. b\nc"),
        "{}",
        text(&bench)
    );
}

#[test]
fn undo_goes_by_words_and_by_pauses() {
    let mut bench = own();
    bench.keys("<Ctrl+End>").quick("one two");
    bench.keys("<Ctrl+Z>");
    assert!(text(&bench).ends_with("dog.\none "));
    bench.keys("<Ctrl+Z>");
    assert_eq!(text(&bench), BODY);
    // A second passes before each of these.
    bench.quick("a").keys("<Ctrl+Z>").quick("ab");
    bench.keys("<Right>").quick("cd").keys("<Ctrl+Z>");
    assert!(text(&bench).ends_with("dog.\nab"));
}

#[test]
fn white_space_shows_when_asked() {
    let mut bench = own();
    bench
        .shows("The cat.")
        .keys("<F7>")
        .hides("The cat.")
        .shows("The·cat.");
    bench.keys("<F7>").shows("The cat.");
    assert_eq!(text(&bench), BODY);
}

#[test]
fn the_length_of_the_text_and_of_what_is_selected_is_told() {
    let mut bench = own();
    bench.keys("<Ctrl+End><Up><Up><Up><Up>");
    let words = BODY.split_whitespace().count();
    let characters = BODY.chars().count();
    bench.shows(&format!("{words} words  {characters} characters  9 lines"));
    bench
        .keys("<Down><Shift+End>")
        .shows("2 words  8 characters  selected");
}

#[test]
fn replacing_from_browse_says_that_changes_are_allowed_now() {
    let mut bench = Bench::new(&[("skills/custom/a/SKILL.md", &skill("a", "A."))]);
    bench.keys("<Enter><Ctrl+R>Do it<Tab>Done<Alt+A>");
    bench.shows("1 replaced; Ctrl+Z takes it back; Build, F5 locks again");
}
