//! `check --fix`: many faults at once, and fixes that meet.

use std::fs;

use crate::Desk;

const JUDGE: [&str; 2] = ["--host", "agentskills"];

/// A file with this frontmatter after all fixes; a second run must leave it alone.
fn fixed(desk: &Desk, which: &str, hosts: &[&str], yaml: &str) -> String {
    let text = format!("---\nname: a\ndescription: {yaml}---\nbody\n");
    let path = desk.ground.file("p/.agents/skills/a/SKILL.md", text);
    let args = [&["check", &path, "--fix", which][..], hosts].concat();
    desk.run(&args);
    let once = fs::read_to_string(&path).unwrap();
    desk.run(&args);
    assert_eq!(fs::read_to_string(&path).unwrap(), once);
    once
}

#[test]
fn fields_of_ones_own_move_into_one_map_in_their_order() {
    let desk = Desk::new();
    let all = |yaml: &str| fixed(&desk, "all", &JUDGE, &format!("Use when asked.\n{yaml}"));
    let map = "metadata:\n  one: 1\n  two: 2 # why\n  three: 3\n---\n";
    let moved = all("one: 1\ntwo: 2 # why\nthree: 3\n");
    assert!(moved.ends_with(&format!("asked.\n{map}body\n")), "{moved}");
    // A misspelt map becomes the map, and takes them in.
    let moved = all("one: 1\ntwo: 2 # why\nmetdata:\n  three: 3\n");
    assert!(moved.ends_with(&format!("asked.\n{map}body\n")), "{moved}");
    // What is in the map already stays outside of it.
    let moved = all("one: 1\none-more: 1\nmetadata:\n  one: 2\n");
    let kept = "one: 1\nmetadata:\n  one-more: 1\n  one: 2\n";
    assert!(moved.contains(kept), "{moved}");
}

#[test]
fn a_thousand_fields_of_ones_own_move_into_one_map() {
    let desk = Desk::new();
    let fields: String = (0..1_200).map(|at| format!("k{at}x: {at}\n")).collect();
    let moved = fixed(&desk, "all", &JUDGE, &format!("Use when asked.\n{fields}"));
    assert_eq!(moved.matches("metadata:").count(), 1, "{moved}");
    assert_eq!(moved.matches("\n  k").count(), 1_200, "{moved}");
}

#[test]
fn two_misspelt_fields_do_not_become_the_same_one() {
    let desk = Desk::new();
    let yaml = "Use when asked.\nlicence: MIT\nlicens: BSD\n";
    let text = fixed(&desk, "all", &JUDGE, yaml);
    assert_eq!(text.matches("license:").count(), 1, "{text}");
}

#[test]
fn quotes_end_before_a_comment() {
    let desk = Desk::new();
    let allow = "# skillkiln: allow name/folder\n";
    let yaml = format!("Use when: asked {allow}");
    let text = fixed(&desk, "all", &JUDGE, &yaml);
    let line = format!("description: \"Use when: asked\" {allow}");
    assert!(text.contains(&line), "{text}");
    // A host that takes lines as they are holds the comment as text, so no change is safe, whether it
    // judges or not.
    let both = ["--host", "agentskills", "--host", "minibot"];
    for hosts in [&JUDGE[..], &both] {
        let text = fixed(&desk, "safe", hosts, &yaml);
        assert!(text.contains(&format!("description: {yaml}")), "{text}");
    }
    // A mark with a word right behind it is no comment to its author.
    let text = fixed(&desk, "safe", &JUDGE, "Fix: issue #12 when asked\n");
    assert!(text.contains("\"Fix: issue #12 when asked\""), "{text}");
}

#[test]
fn however_many_faults_a_file_has_all_of_them_are_mended() {
    let desk = Desk::new();
    let lists: String = (0..90).map(|at| format!("  l{at}: [a, b\n")).collect();
    let colons: String = (0..90).map(|at| format!("  c{at}: a: b\n")).collect();
    let quotes: String = (0..90)
        .map(|at| format!("  q{at}: [\"a, \"b\"]\n"))
        .collect();
    for (broken, sound) in [
        (&lists, lists.replace("b\n", "b]\n")),
        (&colons, colons.replace(": a: b", ": \"a: b\"")),
        (&quotes, quotes.replace("\"a,", "\"a\",")),
    ] {
        let head = "---\nname: a\ndescription: Use when asked.\nmetadata:\n";
        let text = |fields: &str| format!("{head}{fields}---\nbody\n");
        let path = desk
            .ground
            .file("p/.agents/skills/a/SKILL.md", text(broken));
        desk.run(&["check", &path, "--fix", "all", "--host", "codex"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), text(&sound));
    }
}
