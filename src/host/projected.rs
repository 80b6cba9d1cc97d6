//! What a coding agent would find on disk for a skill (AgentWorks, recorded in `listing.json`).

use super::names::projected_folder;
use super::reading::Value;
use super::survey::Copy;

/// Characters that make the runtime quote a description.
const SPECIAL: &[char] = &[
    ':', '#', '{', '}', '[', ']', ',', '&', '*', '!', '|', '>', '<', '\'', '"', '%', '@', '`', '?',
    '-', '=', '\\', '\n', '\r', '\t',
];

/// Folder and skill file that the runtime makes for a copy.
pub fn projected(copy: &Copy) -> Option<(String, String)> {
    let reading = &copy.reading;
    let description = reading.description.as_deref().unwrap_or_default();
    let hidden = reading.field("disable-model-invocation") == Some(&Value::Bool(true));
    skill_file(
        &copy.name,
        description,
        hidden,
        reading.body.as_deref().unwrap_or_default(),
    )
}

/// Folder and skill file made of what the runtime holds; `None` when the name leaves no folder.
/// All author frontmatter but name, description and `disable-model-invocation` is lost there.
pub fn skill_file(
    name: &str,
    description: &str,
    hidden: bool,
    body: &str,
) -> Option<(String, String)> {
    let folder = projected_folder(name);
    if folder.is_empty() {
        return None;
    }
    let mut text = format!("---\nname: {folder}\n");
    let description = description.trim();
    if description.contains(SPECIAL) {
        let escaped = description.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("description: \"{escaped}\"\n");
    } else if !description.is_empty() {
        text += &format!("description: {description}\n");
    }
    if hidden {
        text += "disable-model-invocation: true\n";
    }
    text += "---\n";
    let body = body.trim_end_matches('\n');
    if !body.is_empty() {
        text += &format!("\n{body}\n");
    }
    Some((folder, text))
}
