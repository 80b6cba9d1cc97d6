//! Fixes while one types: the hosts are asked about them when one is wanted.

use super::harness::Bench;

const OWN: &str = "skills/custom/demo/SKILL.md";

#[test]
fn a_fix_that_would_harm_a_judge_is_not_offered_whether_one_typed_or_not() {
    // No quotes hold both marks for a reader that takes them as they are.
    let text = "---\nname: demo\ndescription: Foo: bar: use \"when\" it's asked.\n---\n\nBody.\n";
    let settings = ("skillkiln.toml", "hosts = [\"pleach\"]\n");
    let mut bench = Bench::new(&[(OWN, text), settings]);
    bench.keys("e<Ctrl+Home><Down><Down><F3>");
    bench.shows("drop the file or read other words than are meant");
    let mut bench = Bench::new(&[(OWN, &text.replace(" asked.", "")), settings]);
    bench.keys("e<Ctrl+Home><Down><Down><End> asked.<Alt+Enter>");
    bench.shows("no edit mends it");
    bench
        .keys("<F3>")
        .shows("drop the file or read other words than are meant");
    let typed = bench.model.text().expect("open").editor.text();
    assert_eq!(typed, text);
}

#[test]
fn a_fix_that_harms_nobody_is_shown_and_made_while_one_types() {
    let text = "---\nname: demo\ndescription: Use when\n---\n\nBody.\n";
    let mut bench = Bench::new(&[(OWN, text)]);
    bench.keys("e<Ctrl+Home><Down><Down><End> asked: now<Alt+Enter>");
    bench.shows("Hosts that read the file today read the same.");
    bench.keys("<Enter>");
    let typed = bench.model.text().expect("open").editor.text();
    assert!(typed.contains("\"Use when asked: now\""), "{typed}");
    // Until a key comes after it, and then again.
    bench.keys("<Ctrl+Z><Alt+F>").shows("1 safe fix");
}
