//! Every screen and every dialog at every small size, without a panic.

use super::harness::{Bench, skill};

/// Ways to each screen.
const SCREENS: &[&str] = &[
    "",
    "<Enter>",
    "<Enter>x",
    "1",
    "2",
    "3",
    "4",
    "5",
    "<F6><F6>f",
    "/co",
    "/nothing",
    "?",
    ":",
    ":zzz",
    "n",
    "nBad name",
    "o",
    "Gkkd",
    "p",
    "H",
    "e<Ctrl+A>",
    "exx<Ctrl+Q>",
    "exx<F5>",
    "5n",
    "4<F6><F6>j",
    "s",
    "Hminibot<Enter>nx<Enter>",
    "Hreplio<Enter>nx<Enter>3",
    "sonly some<Enter><Enter>",
    "Hminibot<Enter>sactivate<Enter>",
    "Hreplio<Enter>sagent<Enter>",
    "Hpleach<Enter>sintent",
];

fn project() -> Vec<(&'static str, String)> {
    vec![
        (
            "skills/code-review/SKILL.md",
            skill("code-review", "Reviews a change."),
        ),
        (
            "skills/custom/code-review/SKILL.md",
            skill("code-review", "技能 👩‍💻 e\u{301}"),
        ),
        (
            "skills/custom/code-review/scripts/run.sh",
            "#!/bin/sh\n".to_owned(),
        ),
        (
            "skills/custom/notes/SKILL.md",
            "---\nname: a: b\u{200b}\u{1b}\n".to_owned(),
        ),
        ("skills/empty/SKILL.md", String::new()),
    ]
}

#[test]
fn no_size_and_no_screen_panics() {
    let files = project();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    for way in SCREENS {
        let mut bench = Bench::new(&files);
        bench.keys(way);
        for width in 0..=60 {
            for height in 0..=20 {
                bench.resize(width, height);
            }
        }
        for (width, height) in [(79, 24), (80, 24), (99, 30), (100, 30), (200, 60)] {
            bench.resize(width, height);
        }
    }
}

#[test]
fn columns_hold_still_beside_wide_and_hidden_characters() {
    let files = project();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    let mut bench = Bench::new(&files);
    for way in ["", "j", "jj", "jjj", "2", "3"] {
        bench.keys(way);
        let rule = |line: &String| {
            let before: String = line.chars().take_while(|c| *c != '│').collect();
            unicode_width::UnicodeWidthStr::width(before.as_str())
        };
        let lines = bench.lines();
        let main: Vec<usize> = lines[2..36].iter().map(rule).collect();
        assert!(
            main.iter().all(|at| *at == main[0]),
            "{way}\n{}",
            bench.text()
        );
        for line in &lines {
            assert!(!line.contains(['\u{1b}', '\u{200b}']), "{line:?}");
        }
    }
}

#[test]
fn below_the_least_size_a_notice_stands_there() {
    let mut bench = Bench::sized(&[], 39, 9);
    bench.shows("skillkiln needs 40x10");
    bench
        .resize(40, 10)
        .hides("needs 40x10")
        .shows("agentworks")
        .shows("BROWSE")
        .shows("Learn");
}
