//! Fields and values offered at the cursor.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::complete::area;
use skillkiln::workbench::app::message::{Message, Mouse, MouseKind};

const OWN: &str = "skills/custom/code-review/SKILL.md";

/// The cursor stands at the bar, in a text of one's own.
fn at(text: &str) -> Bench {
    at_sized(text, 120, 40)
}

fn at_sized(text: &str, width: u16, height: u16) -> Bench {
    let before = text.split('¦').next().unwrap_or_default();
    let whole = text.replace('¦', "");
    let mut bench = Bench::sized(&[(OWN, &whole)], width, height);
    bench.keys("e<Ctrl+Home>");
    let lines: Vec<&str> = before.split('\n').collect();
    for _ in 1..lines.len() {
        bench.keys("<Down>");
    }
    for _ in lines.last().unwrap_or(&"").chars() {
        bench.keys("<Right>");
    }
    bench
}

fn text(bench: &Bench) -> &str {
    bench.model.text().expect("open").editor.text()
}

fn titles(bench: &Bench) -> Vec<&str> {
    let open = bench.model.completing();
    let offers = open.map_or(&[][..], |open| &open.offers);
    offers.iter().map(|offer| offer.title.as_str()).collect()
}

const FRONT: &str =
    "---\nname: code-review\ndescription: Reviews. Use when asked.\n¦---\n\nBody.\n";

#[test]
fn a_field_is_offered_while_its_name_is_typed_and_its_value_after_it() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up>ef");
    assert_eq!(titles(&bench), ["effort"]);
    bench
        .shows("How hard the model should think.")
        .shows("known to agentworks, claude-code")
        .shows("Tab takes  Esc closes");
    bench.keys("<Tab>");
    assert!(
        text(&bench).contains("\neffort: \n---\n"),
        "{}",
        text(&bench)
    );
    assert_eq!(titles(&bench), ["low", "medium", "high", "xhigh", "max"]);
    bench.keys("<Down><Down><Enter>");
    assert!(text(&bench).contains("\neffort: high\n---\n"));
    assert_eq!(titles(&bench), Vec::<&str>::new());
    // Each one is one step.
    bench.keys("<Ctrl+Z>");
    assert!(text(&bench).contains("\neffort: \n---\n"));
}

#[test]
fn what_is_there_is_not_offered_and_what_the_host_knows_comes_first() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up><Ctrl+Space>");
    let titles = titles(&bench);
    assert!(!titles.contains(&"name") && !titles.contains(&"description"));
    assert_eq!(titles[0], "argument-hint");
    let own = titles
        .iter()
        .position(|t| *t == "user-invocable")
        .expect("known");
    let other = titles.iter().position(|t| *t == "license").expect("known");
    assert!(own < other, "{titles:?}");
}

#[test]
fn an_empty_line_offers_fields_and_takes_no_key_for_it() {
    let mut bench = at(FRONT);
    bench
        .keys("<Up><End><Enter>")
        .shows("↓ chooses  Esc closes");
    bench.keys("<Enter>");
    assert!(text(&bench).contains("asked.\n\n\n---\n"));
    bench.keys("<Tab>");
    assert!(text(&bench).contains("asked.\n\n  \n---\n"));
    bench.keys("<Ctrl+Z><Ctrl+Z>").keys("<Up>");
    assert_eq!(bench.place().0, 3);
    bench.keys("<End><Enter><Down><Enter>");
    assert!(
        text(&bench).contains("asked.\nargument-hint: \n"),
        "{}",
        text(&bench)
    );
}

#[test]
fn escape_closes_it_first_and_it_stays_closed_at_this_place() {
    let mut bench = at(FRONT);
    bench
        .keys("<Enter><Up>mo")
        .shows("The model to run it with.");
    bench
        .keys("<Esc>")
        .hides("The model to run it with.")
        .hides("Esc again");
    bench.keys("d").hides("The model to run it with.");
    bench
        .keys("<Ctrl+Space>")
        .shows("The model to run it with.");
    bench.keys("<Esc><Esc>").shows("Esc again for the list");
    bench
        .keys("<End><Enter>mo")
        .shows("known to agentworks, qwen, claude-code");
}

#[test]
fn nothing_is_offered_in_a_body_and_keys_mean_what_they_mean() {
    let mut bench = at("---\nname: code-review\ndescription: x\n---\n\n¦\n");
    bench.keys("na");
    assert!(bench.model.completing().is_none());
    bench.keys("<Tab><Enter>na");
    assert!(text(&bench).contains("\nna  \nna\n"), "{:?}", text(&bench));
    bench.keys("<Ctrl+Space>").shows("nothing is known here");
}

#[test]
fn the_name_of_the_folder() {
    let mut bench = at("---\nname:¦\ndescription: x\n---\n");
    bench.keys(" ");
    assert_eq!(titles(&bench), ["code-review"]);
    bench.shows("the name of the folder").keys("co<Tab>");
    assert!(text(&bench).starts_with("---\nname: code-review\ndescription"));
}

#[test]
fn items_of_lists_in_every_form() {
    for (before, keys, after) in [
        ("allowed-tools: [¦\n", "Re<Tab>", "allowed-tools: [Read\n"),
        (
            "allowed-tools: [Read, ¦]\n",
            "g<Tab>",
            "allowed-tools: [Read, Grep]\n",
        ),
        (
            "allowed-tools: [Read, \"¦\"]\n",
            "g<Tab>",
            "allowed-tools: [Read, \"Grep\"]\n",
        ),
        (
            "allowed-tools: ¦\n",
            "ex<Tab>",
            "allowed-tools: [execute_shell_command]\n",
        ),
        (
            "allowed-tools:\n  - Read\n  - ¦\n",
            "gl<Tab>",
            "allowed-tools:\n  - Read\n  - Glob\n",
        ),
        (
            "allowed-tools:\n ¦\n",
            " <Ctrl+Space><Tab>",
            "allowed-tools:\n  - execute_shell_command\n",
        ),
        ("effort: '¦'\n", "me<Enter>", "effort: 'medium'\n"),
        ("user-invocable: ¦\n", "f<Tab>", "user-invocable: false\n"),
    ] {
        let start = "---\nname: code-review\ndescription: x\n";
        let mut bench = at(&format!("{start}{before}---\n"));
        bench.keys(keys);
        assert_eq!(
            text(&bench),
            format!("{start}{after}---\n"),
            "{before} {keys}"
        );
    }
    // What is in the list is not offered again.
    let mut bench = at("---\nname: x\nallowed-tools: [Read, ¦]\n---\n");
    bench.keys("<Ctrl+Space>");
    assert!(!titles(&bench).contains(&"Read") && titles(&bench).contains(&"Grep"));
}

#[test]
fn a_list_is_written_as_the_host_takes_it() {
    let file = ".agents/skills/one/SKILL.md";
    let text_of =
        |value: &str| format!("---\nname: one\ndescription: x\nallowed-tools:{value}\n---\n");
    let mut bench = Bench::new(&[(file, &text_of(""))]);
    assert_eq!(bench.model.host, "agentskills");
    bench.keys("e<Ctrl+Home><Down><Down><Down><End> Re<Tab> gr<Tab>");
    assert_eq!(text(&bench), text_of(" Read Grep"));
}

#[test]
fn a_text_in_quotes_is_written_in_peace() {
    let other = "---\nname: other\ndescription: x\nagent: my own agent\n---\n";
    let own = "---\nagent: \"\"\n---\n";
    let mut bench = Bench::new(&[(OWN, own), ("skills/custom/other/SKILL.md", other)]);
    bench.keys("e<Ctrl+Home><Down><End><Left>my");
    assert_eq!(titles(&bench), ["my own agent"]);
    bench.keys(" o");
    assert_eq!(titles(&bench), [""; 0]);
    bench.keys("<Ctrl+Space>");
    assert_eq!(titles(&bench), ["my own agent"]);
}

#[test]
fn values_that_other_skills_here_have() {
    let other = "---\nname: other\ndescription: x\nagent: reviewer\n---\n";
    let mine = "---\nname: mine\ndescription: x\nagent:\n---\n";
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", mine),
        ("skills/custom/other/SKILL.md", other),
    ]);
    bench.keys("e<Ctrl+Home><Down><Down><Down><End> ");
    bench.shows("reviewer").shows("one skill here has it");
}

#[test]
fn moving_away_closes_it_and_nothing_waits() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up>m<Left>");
    assert!(bench.model.completing().is_none());
    bench.keys("<Enter>");
    assert!(text(&bench).contains("\n\nm\n---"));
    bench
        .keys("<End>o")
        .shows("The model to run it with.")
        .keys("<F6>");
    assert!(bench.model.completing().is_none());
}

#[test]
fn keys_that_arrive_together_are_answered_one_after_the_other() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up>").quick("ef<Tab>hi<Tab>");
    assert!(
        text(&bench).contains("\neffort: high\n---"),
        "{}",
        text(&bench)
    );
}

#[test]
fn the_popup_stays_off_the_line_of_the_cursor_and_on_the_screen() {
    let many = "x: 1\n".repeat(12);
    for (width, height) in [(120, 40), (80, 24), (60, 15), (40, 10)] {
        for text in [
            FRONT.to_owned(),
            FRONT.replace("description", &format!("{many}description")),
        ] {
            let mut bench = at_sized(&text, width, height);
            bench.keys("<Enter><Up><Ctrl+Space>");
            for keys in ["", "<Down><Down>a"] {
                bench.keys(keys).shows("Tab takes");
                let popup = area(&bench.model).expect("a popup").area;
                assert!(popup.x + popup.width <= width && popup.y + popup.height <= height);
                let (_, row) = bench.cursor();
                assert!(
                    !(popup.y..popup.y + popup.height).contains(&row),
                    "{popup:?} {row}\n{}",
                    bench.text()
                );
            }
        }
    }
}

#[test]
fn the_mouse_takes_an_offer() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up>effort: ");
    let rows = area(&bench.model).expect("a popup").rows;
    bench.take(vec![Message::Mouse(Mouse {
        kind: MouseKind::Press,
        x: rows.x + 1,
        y: rows.y + 1,
    })]);
    assert!(text(&bench).contains("\neffort: medium\n"));
}

#[test]
fn read_only_texts_are_left_alone() {
    let mut bench = Bench::new(&[("skills/theirs/SKILL.md", &skill("theirs", "x"))]);
    bench.keys("<Enter><Down><Ctrl+Space>");
    assert!(bench.model.completing().is_none());
}

#[test]
fn asked_for_on_a_whole_value_every_other_one_is_offered_too() {
    let mut bench = at("---\nname: code-review\ndescription: x\neffort: high¦\n---\n");
    bench
        .keys("<Ctrl+Space>")
        .shows("How hard the model should think.");
    bench.keys("<Down><Enter>");
    assert!(text(&bench).contains("\neffort: xhigh\n"));
}

#[test]
fn keys_of_a_map_are_offered_below_it() {
    let mut bench = at(FRONT);
    bench.keys("<Enter><Up>exec<Tab>");
    assert!(
        text(&bench).contains("\nexecution:\n  \n---"),
        "{}",
        text(&bench)
    );
    assert_eq!(titles(&bench), ["maxSteps", "timeout"]);
    bench.keys("t<Tab>5");
    assert!(text(&bench).contains("\nexecution:\n  timeout: 5\n---"));
}

#[test]
fn prose_is_left_alone() {
    let other = "---\nname: other\ndescription: Use it.\n---\n";
    let mine = "---\nname: mine\ndescription:\n---\n";
    let mut bench = Bench::new(&[
        ("skills/custom/mine/SKILL.md", mine),
        ("skills/custom/other/SKILL.md", other),
    ]);
    bench.keys("e<Ctrl+Home><Down><Down><End> Us");
    assert!(bench.model.completing().is_none());
}
