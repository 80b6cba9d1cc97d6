//! What `check` does not say because somebody does not want to hear it, how wide it says the rest, and what
//! it says of names that are not quite right.

use crate::Desk;

const COLON: &str = "---\nname: a\ndescription: Use when: always\n---\nbody\n";
const CUT: &str = "---\nname: a\ndescription: Use when asked of #12 and more\n---\nbody\n";

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn a_rule_that_is_off_says_nothing_by_another_name() {
    for (text, rule) in [
        (COLON, "yaml/colon-in-value"),
        (CUT, "yaml/comment-ate-value"),
    ] {
        let desk = Desk::new();
        desk.ground.file("p/skills/custom/a/SKILL.md", text);
        let said = desk.run(&["check"]);
        assert_eq!(said.code, 1, "{}", said.out);
        assert_eq!(
            last(&said.out),
            "1 file checked: 1 error, 0 warnings, 0 hints"
        );
        let silent = "1 file checked: 0 errors, 0 warnings, 0 hints (1 silenced by comments or skillkiln.toml)";
        desk.ground.file(
            "p/skillkiln.toml",
            format!("[rules]\n\"{rule}\" = \"off\"\n"),
        );
        let off = desk.run(&["check"]);
        assert_eq!((off.code, last(&off.out)), (0, silent), "{}", off.out);
        // The same as by a comment.
        desk.ground.file("p/skillkiln.toml", "");
        let comment = format!("# skillkiln: allow {rule}\ndescription");
        let allowed = text.replace("description", &comment);
        desk.ground.file("p/skills/custom/a/SKILL.md", &allowed);
        let allowed = desk.run(&["check"]);
        assert_eq!(
            (allowed.code, last(&allowed.out)),
            (0, silent),
            "{}",
            allowed.out
        );
        // Another rule is no reason for it.
        desk.ground.file("p/skills/custom/a/SKILL.md", text);
        desk.ground
            .file("p/skillkiln.toml", "[rules]\n\"yaml/tab\" = \"off\"\n");
        assert_eq!(desk.run(&["check"]).code, 1);
    }
}

#[test]
fn a_drop_that_another_rule_is_silent_about_is_told() {
    let desk = Desk::new();
    let two = COLON.replace("---\nbody", "license: @me\n---\nbody");
    desk.ground.file("p/skills/custom/a/SKILL.md", &two);
    desk.ground.file(
        "p/skillkiln.toml",
        "[rules]\n\"yaml/colon-in-value\" = \"off\"\n",
    );
    let said = desk.run(&["check"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("yaml/reserved-start"), "{}", said.out);
    assert!(!said.out.contains("host/dropped"), "{}", said.out);
}

#[test]
fn text_for_people_fits_eighty_columns_where_no_terminal_says_otherwise() {
    let desk = Desk::new();
    let long = format!(
        "---\nname: a\ndescription: {} Use when: always\n---\nbody\n",
        "word ".repeat(60)
    );
    desk.ground.file("p/skills/custom/a/SKILL.md", &long);
    let hosts = [
        "agentworks",
        "agentskills",
        "minibot",
        "codex",
        "opencode",
        "claude-code",
    ];
    let hosts = hosts.iter().flat_map(|host| ["--host", host]);
    let args: Vec<&str> = ["check"].into_iter().chain(hosts).collect();
    let text = desk.run(&args).out;
    let wide: Vec<&str> = text
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert_eq!(wide, [""; 0], "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let pointer = lines
        .iter()
        .position(|line| line.trim_start_matches([' ', '|']) == "^");
    let pointer = pointer.expect("a pointer");
    let column = lines[pointer]
        .chars()
        .position(|c| c == '^')
        .expect("there");
    assert_eq!(lines[pointer - 1].chars().nth(column), Some(':'), "{text}");
    let page = desk.run(&["check", "--explain", "yaml/duplicate-key"]).out;
    assert!(
        page.lines().all(|line| line.chars().count() <= 80),
        "{page}"
    );
    // For programs a message stays one line.
    let github = desk
        .run(&[args.as_slice(), &["--format", "github"]].concat())
        .out;
    assert!(github.lines().any(|line| line.len() > 120), "{github}");
}

#[test]
fn names_that_are_not_quite_right() {
    let desk = Desk::new();
    desk.ground.file("p/skills/custom/a/SKILL.md", COLON);
    for (args, said) in [
        (
            &["check", "--explain", "yaml/colon"][..],
            "did you mean \"yaml/colon-in-value\"?",
        ),
        (
            &["check", "--explain", "hiden"],
            "did you mean \"text/hidden\"?",
        ),
        (
            &["check", "--explain", "quite/other"],
            "`--explain all` lists them",
        ),
        (
            &["check", "--host", "claude_code"],
            "did you mean \"claude-code\"?",
        ),
        (
            &["check", "--host", "codex", "--host", "gemni"],
            "did you mean \"gemini\"?",
        ),
        (
            &["hosts", "--host", "opencod"],
            "did you mean \"opencode\"?",
        ),
        (&["list", "--host", "minbot"], "did you mean \"minibot\"?"),
    ] {
        let run = desk.run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
        assert!(run.err.len() < 200, "{}", run.err);
    }
    for (line, said) in [
        (
            "hosts = [\"agentwork\"]",
            "skillkiln.toml:1:10: there is no host \"agentwork\"; did you mean \"agentworks\"?",
        ),
        (
            "[rules]\n\"yaml/colon-in-valu\" = \"off\"",
            "did you mean \"yaml/colon-in-value\"?",
        ),
        (
            "[rule]",
            "there is no setting \"rule\"; did you mean \"rules\"?",
        ),
        ("[limits]\nbody-line = 3", "did you mean \"body-lines\"?"),
    ] {
        desk.ground.file("p/skillkiln.toml", format!("{line}\n"));
        let run = desk.run(&["check"]);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.err.contains(said), "{line}: {}", run.err);
    }
}
