//! Marks that a merge left in a file.

use super::*;

const SIDES: &str = "<<<<<<< HEAD\ndescription: One. Use when asked.\n=======\ndescription: Two. Use when asked.\n>>>>>>> b\n";

fn rules_at(text: &str) -> Vec<(&'static str, usize, Severity)> {
    let index = LineIndex::new(text);
    let found = check(&["agentworks", "agentskills"], text);
    let row = |one: &Finding| {
        let at = index.position(text, one.range.start);
        assert!(one.rule != "text/conflict-marker" || one.fixes.is_empty());
        (one.rule, at.line, one.severity)
    };
    found.iter().map(row).collect()
}

#[test]
fn marks_between_fields_are_all_that_is_told() {
    const RULE: &str = "text/conflict-marker";
    let error = Severity::Error;
    let text = with(&format!("name: demo\n{SIDES}"));
    let wanted = [(RULE, 3, error), (RULE, 5, error), (RULE, 7, error)];
    assert_eq!(rules_at(&text), wanted, "{text}");
    let base = SIDES.replace("=======", "||||||| base\ndescription: Old.\n=======");
    let text = with(&format!("name: demo\n{base}"));
    let lines = rules_at(&text)
        .into_iter()
        .map(|(rule, line, _)| (rule, line));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [3, 5, 7, 9].map(|line| (RULE, line))
    );
    // Around the whole block, and around the fence.
    for text in [
        format!(
            "<<<<<<< HEAD\n{}=======\n{}>>>>>>> b\n",
            named("name: demo"),
            named("name: demo")
        ),
        "---\nname: demo\n<<<<<<< HEAD\nlicense: a\n---\nOne.\n=======\nlicense: b\n---\nTwo.\n>>>>>>> b\n"
            .to_owned(),
    ] {
        let found = rules_at(&text);
        let marks = found.iter().filter(|(rule, ..)| *rule == RULE);
        assert_eq!(marks.count(), 3, "{text}\n{found:?}");
        assert!(
            found
                .iter()
                .any(|(rule, _, severity)| (*rule, *severity) == (RULE, error))
        );
    }
}

#[test]
fn marks_in_the_text_are_a_warning() {
    let text = format!("{}\n{SIDES}", named("name: demo"));
    let found = rules_at(&text);
    let wanted = [7, 9, 11].map(|line| ("text/conflict-marker", line, Severity::Warning));
    assert_eq!(found, wanted, "{text}");
}

#[test]
fn marks_that_do_not_belong_together_are_none() {
    for body in [
        "A title\n=======\n\nText.\n",
        "<<<<<<< HEAD\nText.\n",
        "<<<<<<< HEAD\none\n>>>>>>> b\n",
        "```\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> b\n```\n",
        "In line <<<<<<< HEAD\n=======\n>>>>>>> b\n",
        "<<<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> b\n",
    ] {
        quiet(&format!("{}{body}", named("name: demo")));
    }
}
