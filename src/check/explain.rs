//! A page for every rule: why it is there, an example it finds and one it leaves alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::report::wrapped;
use super::{Rule, Severity};

/// What a page says beside the row of the rule table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Why it matters, and for whom.
    pub why: String,
    /// A file the rule finds something in. Several files: each after a line `=== PATH`.
    pub bad: String,
    /// Where: `line:column`, and in a page of several files `path:line:column`.
    pub at: String,
    /// What looks alike and is left alone.
    pub good: String,
    /// Ids of the hosts that judge the examples; none: AgentWorks and the reference library.
    #[serde(default)]
    pub hosts: Vec<String>,
}

/// The pages in the binary, one file a group.
const GROUPS: &[(&str, &str)] = &[
    ("allow", include_str!("../../assets/rules/allow.toml")),
    ("body", include_str!("../../assets/rules/body.toml")),
    (
        "description",
        include_str!("../../assets/rules/description.toml"),
    ),
    ("field", include_str!("../../assets/rules/field.toml")),
    ("file", include_str!("../../assets/rules/file.toml")),
    (
        "frontmatter",
        include_str!("../../assets/rules/frontmatter.toml"),
    ),
    ("host", include_str!("../../assets/rules/host.toml")),
    ("layer", include_str!("../../assets/rules/layer.toml")),
    ("name", include_str!("../../assets/rules/name.toml")),
    ("prompt", include_str!("../../assets/rules/prompt.toml")),
    ("text", include_str!("../../assets/rules/text.toml")),
    ("yaml", include_str!("../../assets/rules/yaml.toml")),
];

static PAGES: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| {
    let mut pages = BTreeMap::new();
    for (group, text) in GROUPS {
        // A test reads every page, so that none is ever lost here.
        let read: BTreeMap<String, Page> = toml::from_str(text).unwrap_or_default();
        pages.extend(
            read.into_iter()
                .map(|(name, page)| (format!("{group}/{name}"), page)),
        );
    }
    pages
});

/// The page of a rule.
pub fn page(rule: &str) -> Option<&'static Page> {
    PAGES.get(rule)
}

/// The hosts a rule is about, in words: by their ids, or how they are found.
pub fn minding(rule: &Rule) -> String {
    match (rule.hosts, rule.explains) {
        ([], []) => "those that judge, where the file touches what they do".to_owned(),
        ([], _) => "those whose reader drops or misreads it".to_owned(),
        (hosts, _) => hosts.join(", "),
    }
}

/// The page as text for people, in lines of at most `width` columns but for the examples.
pub fn text(rule: &Rule, width: usize) -> String {
    let wrapped = |text: &str| {
        let lines = text.lines().map(|line| wrapped(line, width, ""));
        lines.collect::<Vec<_>>().join("\n")
    };
    let worse = match (rule.explains, rule.severity) {
        ([], _) | (_, Severity::Error) => "",
        _ => "; error where a judged host drops the file for it",
    };
    let head = format!("{} ({}{worse})", rule.id, rule.severity.word());
    let summary = format!("{}.", rule.summary);
    let hosts = format!("Hosts that mind: {}.", minding(rule));
    let mut out = String::new();
    for line in [head, summary, hosts] {
        out.push_str(&wrapped(&line));
        out.push('\n');
    }
    if let Some(page) = page(rule.id) {
        out.push_str(&format!("\n{}\n", wrapped(page.why.trim())));
        for (title, example) in [("Found", &page.bad), ("Left alone", &page.good)] {
            out.push_str(&format!("\n{title}:\n\n"));
            for line in example.lines() {
                out.push_str(&format!("    {line}\n"));
            }
        }
        let allow = format!(
            "To allow it: `# skillkiln: allow {0}` on a line of its own above the field, or \
             `<!-- skillkiln: allow {0} -->` in the text, for all of the file.",
            rule.id
        );
        out.push_str(&format!("\n{}\n", wrapped(&allow)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules;

    #[test]
    fn every_page_is_read_and_belongs_to_a_rule() {
        let mut count = 0;
        for (group, text) in GROUPS {
            let read: BTreeMap<String, Page> =
                toml::from_str(text).unwrap_or_else(|error| panic!("{group}: {error}"));
            for name in read.keys() {
                let id = format!("{group}/{name}");
                assert!(crate::check::rule(&id).is_some(), "{id} is no rule");
            }
            count += read.len();
        }
        let without: Vec<_> = rules().filter(|rule| page(rule.id).is_none()).collect();
        let without: Vec<_> = without.iter().map(|rule| rule.id).collect();
        assert_eq!(without, [""; 0], "rules without a page");
        assert_eq!(count, rules().count());
    }
}
