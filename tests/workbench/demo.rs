//! The sample of `skillkiln demo` shows what there is to be shown.

use super::harness::Bench;
use skillkiln::cli::demo::FILES;

#[test]
fn the_sample_has_layers_that_hide_one_another_and_faults_that_can_be_mended() {
    let files: Vec<(String, &str)> = FILES
        .iter()
        .map(|(path, text)| {
            let path = match path.strip_prefix("sample/") {
                Some(path) => path.to_owned(),
                None => format!("../home/{path}"),
            };
            (path, *text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let mut bench = Bench::new(&files);
    assert_eq!(bench.model.host, "agentworks");
    assert_eq!(bench.group("Shadowed"), ["code-review"]);
    assert_eq!(bench.group("Not loaded"), ["incident-notes", "old-notes"]);
    bench.shows("meeting-minutes").keys("S");
    bench
        .shows("What hides what")
        .shows("AgentWorks")
        .shows(".agents/skills/code-review/SKILL.md")
        .keys("<Esc>p")
        .shows("body/missing-file")
        .keys("<Esc>/incident<Enter><Enter>")
        .shows("yaml/colon-in-value")
        .keys("<Alt+Enter><Enter>");
    assert_eq!(bench.group("Not loaded"), ["old-notes"]);
}
