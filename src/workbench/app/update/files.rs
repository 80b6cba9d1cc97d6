//! Supporting files: opening them, and making new ones.

use crate::host::tree::split;
use crate::workbench::app::dialog::{Dialog, NewFile};
use crate::workbench::app::effect::Effect;
use crate::workbench::app::layout::Pane;
use crate::workbench::app::model::Model;
use crate::workbench::edit::Field;

use super::{list, mode};

/// Opens the selected file in the editor.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let Some(file) = model.preview.files.get(model.preview.file).cloned() else {
        return Vec::new();
    };
    let title = model.row().map_or(String::new(), |row| row.name.clone());
    let effects = list::show_file(model, &file.path, &title);
    model.prefs.focus = Pane::Editor;
    model.prefs.flipped = false;
    effects
}

/// Asks for the name of a new file.
pub fn ask_new(model: &mut Model) -> Vec<Effect> {
    let folder = model.row().and_then(|row| {
        let (folder, _) = split(row.path.as_deref()?)?;
        Some(folder.to_owned())
    });
    if let Some(folder) = folder {
        mode::build(model);
        model.dialog = Some(Dialog::NewFile(NewFile {
            folder,
            name: Field::new("references/"),
            problem: None,
        }));
    }
    Vec::new()
}
