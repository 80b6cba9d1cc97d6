//! To the clipboard.

use crate::workbench::app::effect::Effect;
use crate::workbench::app::model::Model;
use crate::workbench::app::selection;

/// Copies the exact text the model gets.
pub fn prompt(model: &mut Model) -> Vec<Effect> {
    let text = model.live.prompt.text.clone();
    model.clipboard.clone_from(&text);
    model.say(format!(
        "copied the prompt: {} characters, as {} gives it",
        text.chars().count(),
        model.host_title()
    ));
    vec![Effect::Copy(text)]
}

/// Copies the line that makes the choice last in a preset or a step.
pub fn json_line(model: &mut Model) -> Vec<Effect> {
    let Some(line) = selection::json_line(model) else {
        return Vec::new();
    };
    model.clipboard.clone_from(&line);
    model.say(format!("copied {line}"));
    vec![Effect::Copy(line)]
}
