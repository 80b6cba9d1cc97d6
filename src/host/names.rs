//! Names as AgentWorks makes and checks them (recorded in `names.json`).

/// The first character a frontmatter name may not hold on import and save.
pub fn first_bad_char(name: &str) -> Option<char> {
    name.chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '-' && *c != '_')
}

/// The folder an import makes of a name: spaces become hyphens, what is not a letter, a digit,
/// `-` or `_` goes, the rest is lower-cased; `skill` when nothing is left.
pub fn import_folder(name: &str) -> String {
    let folder: String = name
        .chars()
        .map(|c| if c == ' ' { '-' } else { c })
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if folder.is_empty() {
        "skill".to_owned()
    } else {
        folder
    }
}

/// The folder a coding agent gets for a skill; empty when the skill is not projected.
pub fn projected_folder(name: &str) -> String {
    let folder: String = name
        .trim()
        .to_lowercase()
        .chars()
        .map(|c| {
            if matches!(c, ' ' | '/' | '\\') {
                '-'
            } else {
                c
            }
        })
        .filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
        .collect();
    folder.trim_matches('-').to_owned()
}
