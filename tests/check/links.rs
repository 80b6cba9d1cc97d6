//! Files that the text of a skill links to.

use skillkiln::check::{Config, Input, Parts, check_file};
use skillkiln::host::supporting::Supporting;
use skillkiln::skill::bytes::decode;
use skillkiln::skill::document::Document;
use skillkiln::skill::edit::apply;

/// What a rule marks in a body with these files beside it.
fn found(body: &str, beside: &[&str], rule: &str) -> Vec<String> {
    marked(body, beside, rule).0
}

/// The same, and the text after the first fix.
fn marked(body: &str, beside: &[&str], rule: &str) -> (Vec<String>, Option<String>) {
    let text = format!("---\nname: demo\ndescription: Use when asked.\n---\n{body}");
    let document = Document::parse(&text);
    let file = |path: &&str| Supporting {
        path: (*path).to_owned(),
        bytes: 1,
        executable: false,
        linked: false,
        through_link: false,
        no_text: false,
    };
    let beside: Vec<_> = beside.iter().map(file).collect();
    let findings = check_file(&Input {
        file: "SKILL.md",
        folder: Some("demo"),
        text: &text,
        encoding: &decode(text.as_bytes()).encoding,
        document: &document,
        readings: &[],
        beside: Some(&beside),
        config: Config::standard(),
        parts: &Parts::default(),
    });
    let of_rule: Vec<_> = findings
        .iter()
        .filter(|finding| finding.rule == rule)
        .collect();
    let fix = of_rule.iter().flat_map(|finding| &finding.fixes).next();
    let fixed = fix.map(|fix| apply(&text, &fix.edits)[text.len() - body.len()..].to_owned());
    let spans = of_rule
        .iter()
        .map(|finding| text[finding.range.clone()].to_owned());
    (spans.collect(), fixed)
}

#[test]
fn files_that_links_name_in_every_form_are_missed() {
    let found = |body: &str| found(body, &[], "body/missing-file");
    for body in [
        "[a](references/a.md)",
        "See [r].\n\n[r]: references/a.md",
        "[r]: references/a.md\n",
        "`code` and [a](references/a.md \"title\")",
        "[a](<references/a.md>)",
        "[a](references/a.md#part)",
    ] {
        assert_eq!(found(body), ["references/a.md"], "{body}");
    }
    for body in [
        "see [r]: references/a.md\n",
        "`[a](references/a.md)`",
        "`x\n` [a](references/a.md) `",
        "```\n[a](references/a.md)\n```\n",
    ] {
        assert_eq!(found(body), [""; 0], "{body}");
    }
    assert_eq!(found("a ` tick\n[a](references/a.md)"), ["references/a.md"]);
}

#[test]
fn a_file_the_model_is_sent_to_is_missed_without_a_link() {
    let found = |body: &str| found(body, &[], "body/missing-file");
    for body in [
        "Run `scripts/x.py` now.",
        "Then run scripts/x.py with care.",
        "First, execute ./scripts/x.py.",
        "Use python scripts/x.py on it.",
        "See `references/x.md` for more.",
        "For the rules read the file references/x.md.",
    ] {
        let path = match body.contains("scripts") {
            true => "scripts/x.py",
            false => "references/x.md",
        };
        let spans = found(body);
        assert_eq!(spans.len(), 1, "{body}");
        assert_eq!(spans[0].trim_start_matches("./"), path, "{body}");
    }
    // Examples, files that are only to be made, and those of the project.
    for body in [
        "For example, run `scripts/x.py`.",
        "Run a helper such as scripts/x.py.",
        "Create `scripts/x.py` and run it.",
        "When there is a scripts/x.py, run it.",
        "Put long text into references/x.md.",
        "Run `src/x.py`.",
        "The folder scripts/ is run.",
        "```\nrun scripts/x.py\n```",
        "A name (scripts/x.py) in brackets.",
    ] {
        assert_eq!(found(body), [""; 0], "{body}");
    }
}

#[test]
fn paths_out_of_the_folder_are_told() {
    let found = |body: &str| found(body, &[], "body/outside");
    for (body, path) in [
        ("See [x](../other/x.md).", "../other/x.md"),
        ("See `../other/x.md`.", "../other/x.md"),
        ("[x](references/../../x.md)", "references/../../x.md"),
    ] {
        assert_eq!(found(body), [path], "{body}");
    }
    for body in [
        "[x](references/../x.md)",
        "Import `../lib/x.ts` there.",
        "`[x](../x.md)` is a link.",
        "```\n[x](../x.md)\n```",
        "cd ../other",
    ] {
        assert_eq!(found(body), [""; 0], "{body}");
    }
}

#[test]
fn blanks_and_escapes_in_links_are_the_letters_they_stand_for() {
    let beside = ["references/a b.md", "references/x_y.md", "guide.md"];
    for body in [
        "[a](<references/a b.md>)",
        "[a](references/a%20b.md)",
        "[a](references/x\\_y.md)",
        "[a](./references/a%20b.md#part)",
        "[a]: <references/a b.md>",
        "[a](guide.md)",
    ] {
        assert_eq!(found(body, &beside, "body/missing-file"), [""; 0], "{body}");
    }
    for (body, target) in [
        ("[a](<references/b c.md>)", "references/b c.md"),
        ("[a](references/b%20c.md)", "references/b%20c.md"),
        ("[a](<b c.md> 'title')", "b c.md"),
        ("[a](other.md)", "other.md"),
    ] {
        assert_eq!(
            found(body, &beside, "body/missing-file"),
            [target],
            "{body}"
        );
    }
    // Links elsewhere, and what names no file of a skill.
    for body in [
        "[a](https://x.org/b.md)",
        "[a](../b.md)",
        "[a](page)",
        "[a](#b.md)",
    ] {
        assert_eq!(found(body, &beside, "body/missing-file"), [""; 0], "{body}");
    }
}

#[test]
fn a_file_that_a_link_names_in_escapes_is_spoken_of() {
    let beside = ["references/a b.md"];
    let unmentioned = |body: &str| found(body, &beside, "body/unmentioned-file");
    assert_eq!(unmentioned("[a](references/a%20b.md)"), [""; 0]);
    assert_eq!(unmentioned("Nothing."), ["Nothing."]);
}

#[test]
fn the_letters_of_a_link_are_corrected_as_links_are_written() {
    let beside = ["references/A b.md"];
    for (body, fixed) in [
        ("[a](references/a%20b.md)", "[a](references/A%20b.md)"),
        ("[a](<references/a b.md#x>)", "[a](<references/A b.md#x>)"),
    ] {
        let (_, after) = marked(body, &beside, "body/file-case");
        assert_eq!(after.as_deref(), Some(fixed));
    }
}

#[test]
fn a_link_that_is_code_or_only_shown_leads_nowhere() {
    let found = |body: &str| found(body, &[], "body/missing-file");
    for body in [
        "Text.\n\n    [a](references/a.md)\n",
        "Text.\n\n\t[a](references/a.md)\n\n    [b](references/b.md)\n",
        "Write \\[a](references/a.md) so.\n",
    ] {
        assert_eq!(found(body), [""; 0], "{body}");
    }
    for body in [
        "- item\n\n    [a](references/a.md)\n",
        "1. item\n\n   more\n\n    [a](references/a.md)\n",
        "Text goes on\n    [a](references/a.md)\n",
        "    code\n\nText [a](references/a.md)\n",
        "Two \\\\[a](references/a.md)\n",
    ] {
        assert_eq!(found(body), ["references/a.md"], "{body}");
    }
}
