//! The known frontmatter fields: type, hosts that use them, one line of help.

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// One text.
    Text,
    /// true or false.
    Bool,
    /// A list of texts.
    List,
    /// Keys and values.
    Map,
}

/// One known field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key as written.
    pub key: &'static str,
    /// What it holds.
    pub kind: FieldType,
    /// Ids of the hosts that know it.
    pub hosts: &'static [&'static str],
    /// Values to choose from; empty when anything goes. For a list they are worth offering, among
    /// others; for a map they are its known keys.
    pub values: &'static [&'static str],
    /// One line for people.
    pub help: &'static str,
}

const fn field_of(
    key: &'static str,
    kind: FieldType,
    hosts: &'static [&'static str],
    values: &'static [&'static str],
    help: &'static str,
) -> Field {
    Field {
        key,
        kind,
        hosts,
        values,
        help,
    }
}

use FieldType::{Bool, List, Map, Text};

/// Hosts that read a name and a description (Replio reads no frontmatter).
const ALL: &[&str] = &[
    "agentworks",
    "agentskills",
    "minibot",
    "pleach",
    "claude-code",
    "codex",
    "gemini",
    "opencode",
    "goose",
    "vscode",
    "cursor",
    "amp",
];
const SPEC: &[&str] = &["agentskills", "claude-code", "cursor"];
const TOOLS: &[&str] = &["agentworks", "agentskills", "pleach", "claude-code"];
const CALLED: &[&str] = &["agentworks", "claude-code"];
/// What Claude Code calls its tools, by its documentation; other coding agents understand them too.
const CODING_TOOLS: &[&str] = &[
    "Read",
    "Grep",
    "Glob",
    "Edit",
    "Write",
    "Bash",
    "WebFetch",
    "WebSearch",
];
const BOOLS: &[&str] = &["true", "false"];

/// Every known field, in the order people write them.
pub const FIELDS: &[Field] = &[
    field_of(
        "name",
        Text,
        ALL,
        &[],
        "How the skill is called; best the same as its folder.",
    ),
    field_of(
        "description",
        Text,
        ALL,
        &[],
        "What it does and when to use it: the model chooses by this.",
    ),
    field_of(
        "when_to_use",
        Text,
        &["claude-code"],
        &[],
        "More on when to use it, added to the description.",
    ),
    field_of(
        "version",
        Text,
        &["pleach"],
        &[],
        "The version of the skill; quote it, 1.0 is a number to some.",
    ),
    field_of("author", Text, &["pleach"], &[], "Who wrote it."),
    field_of(
        "license",
        Text,
        SPEC,
        &[],
        "The licence of the skill, by name or by file.",
    ),
    field_of(
        "compatibility",
        Text,
        &["agentskills", "minibot", "claude-code", "cursor"],
        &[],
        "What it needs to run: product, programs, network (at most 500 characters).",
    ),
    field_of(
        "metadata",
        Map,
        &["agentskills", "claude-code", "codex", "goose", "cursor"],
        &[],
        "Keys and values of your own; text only, one level.",
    ),
    field_of(
        "tags",
        List,
        &["replio"],
        &[],
        "Words to find it by (Replio: from plugins only).",
    ),
    field_of(
        "intents",
        List,
        &["pleach"],
        &[],
        "The intents that bring it in.",
    ),
    field_of(
        "activation",
        Text,
        &["pleach"],
        &["auto", "intent-matched", "manual"],
        "When it is brought in: always, when an intent matches, or only by name.",
    ),
    field_of(
        "argument-hint",
        Text,
        CALLED,
        &[],
        "Shown after the name when it is called by hand, like [file].",
    ),
    field_of(
        "arguments",
        List,
        &["claude-code"],
        &[],
        "Names of the arguments, to use them as $name in the body.",
    ),
    field_of(
        "allowed-tools",
        List,
        TOOLS,
        CODING_TOOLS,
        "Tools it may use. AgentWorks takes a list only, never one text.",
    ),
    field_of(
        "disallowed-tools",
        List,
        &["claude-code"],
        CODING_TOOLS,
        "Tools it may not use.",
    ),
    field_of("model", Text, CALLED, &[], "The model to run it with."),
    field_of(
        "effort",
        Text,
        CALLED,
        &["low", "medium", "high", "xhigh", "max"],
        "How hard the model should think.",
    ),
    field_of(
        "context",
        Text,
        CALLED,
        &["fork"],
        "`fork` runs it in a context of its own.",
    ),
    field_of(
        "agent",
        Text,
        CALLED,
        &[],
        "The kind of agent that runs it, with `context: fork`.",
    ),
    field_of(
        "disable-model-invocation",
        Bool,
        &["agentworks", "claude-code", "cursor"],
        BOOLS,
        "true: the model is not offered it, people still call it by name.",
    ),
    field_of(
        "user-invocable",
        Bool,
        CALLED,
        BOOLS,
        "false: people do not see it in the list of commands.",
    ),
    field_of(
        "execution",
        Map,
        &["pleach"],
        &["maxSteps", "timeout"],
        "Runs it in a child runtime: maxSteps, timeout (milliseconds).",
    ),
    field_of(
        "paths",
        List,
        &["claude-code", "cursor"],
        &[],
        "Files it is about: offered only when one of them is in play.",
    ),
    field_of(
        "hooks",
        Map,
        &["claude-code"],
        &[],
        "Commands that run at certain moments while it is active.",
    ),
    field_of(
        "shell",
        Text,
        &["claude-code"],
        &["bash", "powershell"],
        "The shell for commands in the body.",
    ),
];

/// A known field by its key.
pub fn field(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.key == key)
}

/// Where a field stands in the order people write them; unknown ones come last.
pub fn rank(key: &str) -> usize {
    FIELDS
        .iter()
        .position(|field| field.key == key)
        .unwrap_or(FIELDS.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_field_is_there_once_with_hosts_and_one_line_of_help() {
        let keys: HashSet<_> = FIELDS.iter().map(|field| field.key).collect();
        assert_eq!(keys.len(), FIELDS.len());
        for field in FIELDS {
            assert!(!field.hosts.is_empty(), "{}", field.key);
            assert!(field.help.ends_with('.') && !field.help.contains('\n'));
            assert!(field.help.chars().count() <= 80, "{}", field.key);
        }
    }

    #[test]
    fn bools_offer_both_values() {
        for known in FIELDS.iter().filter(|field| field.kind == Bool) {
            assert_eq!(known.values, BOOLS);
        }
    }

    #[test]
    fn the_ten_fields_of_agentworks() {
        let keys: Vec<_> = FIELDS
            .iter()
            .filter(|field| field.hosts.contains(&"agentworks"))
            .map(|field| field.key)
            .collect();
        let expected = "name description argument-hint allowed-tools model effort context agent \
            disable-model-invocation user-invocable";
        assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn order() {
        assert_eq!(rank("name"), 0);
        assert!(rank("description") < rank("license"));
        assert_eq!(rank("origin"), FIELDS.len());
    }
}
