//! To the clipboard.

use crate::workbench::app::effect::Effect;
use crate::workbench::app::model::Model;

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
