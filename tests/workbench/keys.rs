//! Keys that a project gives.

use super::harness::{Bench, skill};

fn bench(keys: &str) -> Bench {
    let settings = format!("[keys]\n{keys}");
    Bench::new(&[
        ("skills/custom/a/SKILL.md", &skill("a", "Alpha.")),
        ("skillkiln.toml", &settings),
    ])
}

#[test]
fn a_command_has_the_keys_it_was_given_and_no_other() {
    let mut bench = bench("\"skill.new\" = [\"N\", \"F9\"]\n");
    bench.shows("N new skill");
    bench
        .keys("n")
        .hides("New skill")
        .keys("N")
        .shows("New skill");
    bench.keys("<Esc><F9>").shows("New skill").keys("<Esc>");
    bench.keys("?").shows("N  F9").keys("<Esc>");
    bench.keys(":new skill").shows("N ");
    // Without the settings it is as it was.
    bench.keys("<Esc>").write("skillkiln.toml", "");
    bench
        .keys("N")
        .hides("New skill")
        .keys("n")
        .shows("New skill");
}

#[test]
fn a_letter_never_takes_the_place_of_typing() {
    let mut bench = bench("\"file.save\" = [\"W\", \"F8\"]\n");
    bench.keys("e<Ctrl+End>WW<F8>");
    let saved = bench.file("skills/custom/a/SKILL.md").expect("saved");
    assert!(saved.ends_with("WW"), "{saved}");
    bench.keys("X<Esc><Esc>").shows("unsaved").keys("W");
    let saved = bench.file("skills/custom/a/SKILL.md").expect("saved");
    assert!(saved.ends_with("WWX"), "{saved}");
}

#[test]
fn an_empty_list_takes_the_keys_away() {
    let mut bench = bench("\"quit\" = []\n");
    bench.hides("q quit").keys("q<Ctrl+Q>");
    assert!(!bench.model.done);
    bench.keys(":quit<Enter>");
    assert!(bench.model.done);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (keys, said) in [
        (
            "\"skill.nwe\" = [\"N\"]\n",
            "there is no command \"skill.nwe\"; known are skill.new",
        ),
        (
            "\"skill.new\" = [\"Hyper+x\"]\n",
            "\"Hyper+x\" is not a key",
        ),
        (
            "\"skill.new\" = [\"d\"]\n",
            "`d` is also skill.delete (outside text)",
        ),
        ("\"skill.new\" = [\"j\"]\n", "`j` is also list.down (list)"),
        (
            "\"skill.new\" = [\"Ctrl+M\"]\n",
            "`Ctrl+M` cannot be a key: terminals send Enter for it",
        ),
        (
            "\"skill.new\" = [\"Ctrl+I\"]\n",
            "`Ctrl+I` cannot be a key: terminals send Tab for it",
        ),
        (
            "\"skill.new\" = [\"Ctrl+[\"]\n",
            "terminals send Esc for it",
        ),
        (
            "\"skill.new\" = [\"Shift+Enter\"]\n",
            "`Shift+Enter` cannot be a key",
        ),
        (
            "\"quit\" = [\"Esc\"]\n",
            "`Esc` leaves one thing at a time, dialogs too, so it cannot be quit",
        ),
        (
            "\"text.undo\" = [\"z\"]\n",
            "`z` is typed there, so it cannot be text.undo",
        ),
        ("\"skill.new\" = \"N\"\n", "a list of texts is due here"),
    ] {
        let mut bench = bench(keys);
        let words = bench.model.notices.iter().map(|notice| notice.text.clone());
        let words: Vec<String> = words.collect();
        assert!(words.iter().any(|w| w.contains(said)), "{keys} {words:?}");
        assert!(words[0].starts_with("skillkiln.toml:2:"), "{words:?}");
        bench
            .keys("<Esc><Esc><Esc><Esc>p")
            .shows("skillkiln.toml 2:");
    }
    // Two that change places meet nothing.
    let bench = bench("\"skill.import\" = [\"x\"]\n\"skill.export\" = [\"i\"]\n");
    let words: Vec<_> = bench.model.notices.iter().map(|n| &n.text).collect();
    assert!(words.is_empty(), "{words:?}");
}

#[test]
fn keys_of_a_text_are_those_of_a_field_too() {
    let mut bench = bench("\"text.delete-word-back\" = [\"F9\"]\n");
    bench.keys("e<Ctrl+F>one two<Ctrl+W>");
    assert_eq!(bench.model.find.needle.text(), "one two");
    bench.keys("<F9>");
    assert_eq!(bench.model.find.needle.text(), "one ");
}

#[test]
fn hints_follow_the_keys_a_command_was_given() {
    let keys = [
        ("skill.new", "F9"),
        ("list.filter", "F10"),
        ("prompt.select", "F11"),
        ("host.use", "z"),
        ("problem.next", "F12"),
        ("find.open", "F8"),
        ("list.open", "y"),
    ];
    let keys: Vec<String> = keys
        .iter()
        .map(|(id, key)| format!("{id:?} = [{key:?}]\n"))
        .collect();
    let settings = format!("[keys]\n{}", keys.concat());
    let mut bench = Bench::new(&[("skillkiln.toml", &settings)]);
    bench
        .shows("F9 makes your first skill")
        .shows("F9  makes your first skill")
        .shows("y   reads the page")
        .shows("F10 filter");
    bench.write(
        "skills/custom/a/SKILL.md",
        "---\nname: b\ndescription: x\n---\nA [b](c.md).\n",
    );
    bench
        .shows("(F11)")
        .keys("g44")
        .shows("z use it")
        .keys("e<Ctrl+Home>")
        .shows("F12 goes to the next");
    bench
        .keys("<F4>")
        .shows("nothing is looked for; F8 asks what");
}

#[test]
fn messages_follow_the_keys_a_command_was_given() {
    let settings = "[keys]\n\"skill.undo\" = [\"F9\"]\n\"skill.redo\" = [\"F10\"]\n\
        \"mode.switch\" = [\"F8\"]\n\"text.undo\" = [\"Ctrl+U\"]\n\"leave\" = [\"F12\"]\n\
        \"find.word\" = [\"Alt+Z\"]\n\"quit\" = [\"Ctrl+B\"]\n\"cancel\" = [\"Ctrl+N\"]\n";
    let mut bench = Bench::new(&[
        ("skillkiln.toml", settings),
        (
            "skills/custom/a/SKILL.md",
            "---\nname: a\ndescription: a: b\n---\nA.\n",
        ),
    ]);
    bench.keys("e").shows("F8 locks again").keys("<F12>");
    bench.shows("F12 again for the list").keys("<F12>");
    bench
        .keys("/a<Enter>")
        .keys("<Ctrl+N>")
        .shows("Ctrl+N again quits");
    bench
        .keys("g<Enter><Alt+Enter><Enter>")
        .shows("Ctrl+U takes it back");
    bench
        .keys("<Ctrl+F>")
        .shows("Alt+Z word")
        .keys("<F12><F12><F12>");
    bench
        .keys("<Ctrl+S>dy")
        .shows("in the trash; F9 brings it back");
    bench
        .keys("<F9><F10>")
        .shows("in the trash; F9 takes it back");
    bench.resize(30, 5).shows("Ctrl+B quits");
}

#[test]
fn a_key_of_two_commands_stands_at_one_of_them_below() {
    let mut bench = bench("\"skill.import\" = [\"n\"]\n");
    bench.keys("<Esc>").shows("n import").hides("n new skill");
}

#[test]
fn sentences_name_the_keys_that_commands_have_now() {
    let settings = "[keys]\n\"skill.override\" = [\"F9\"]\n\"skill.new\" = [\"F10\"]\n";
    let mut bench = Bench::new(&[
        ("skillkiln.toml", settings),
        ("skills/theirs/SKILL.md", &skill("theirs", "Theirs.")),
    ]);
    bench
        .keys("<Enter>z")
        .shows("read only: `F9` makes your own copy")
        .keys("<Esc>G<Enter>z")
        .shows("a page to read; `F10` makes a skill of your own");
}

#[test]
fn sentences_name_the_keys_that_were_given() {
    let mut bench = bench("");
    bench.write("skills/theirs/SKILL.md", &skill("theirs", "Theirs."));
    bench.keys("G<Tab>").shows("`n` makes a skill of your own");
    let keys = "[keys]\n\"skill.new\" = [\"F9\"]\n\"skill.undo\" = [\"F10\"]\n\"skill.override\" = [\"F11\"]\n";
    bench.write("skillkiln.toml", keys);
    bench.shows("`F9` makes a skill of your own");
    bench
        .keys("<Esc>gj<Tab>")
        .shows("`F11` makes your own copy");
    bench.keys("<Esc>gd").shows("F10 brings it back");
    bench.keys("y").shows("F10 brings it back");
}

#[test]
fn a_command_whose_wanted_keys_cannot_be_keeps_its_own() {
    let mut bench = bench("\"quit\" = [\"Esc\"]\n");
    bench.keys("<Esc><Esc>n").shows("New skill").keys("<Esc>");
    bench.hides("New skill for");
    assert!(!bench.model.done);
    bench.keys("q");
    assert!(bench.model.done);
}

#[test]
fn pages_that_teach_name_the_keys_as_they_are() {
    let mut bench = bench("\"skill.override\" = [\"N\"]\n\"skill.new\" = []\n");
    bench.keys("G").shows("layers-and-shadowing");
    let page = |bench: &Bench| bench.model.text().expect("open").editor.text().to_owned();
    let told = |bench: &Bench, how: &str| {
        let page = page(bench);
        assert!(
            page.contains(&format!("Select the skill and {how}.")),
            "{page}"
        );
        assert!(!page.contains("{{"), "{page}");
    };
    told(&bench, "press `N`");
    bench.write("skillkiln.toml", "[keys]\n\"skill.override\" = []\n");
    told(&bench, "choose *override* in the palette");
    bench.write("skillkiln.toml", "");
    told(&bench, "press `o`");
    assert_eq!(bench.model.unsaved(), Vec::<String>::new());
}
