//! Finding the theme somebody asked for.

use std::path::Path;

use crate::library::system_words;
use crate::workbench::view::theme::{Depth, Palette};

/// What is wrong with a theme, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("theme {name}: {why}")]
pub struct ThemeError {
    /// What was asked for.
    pub name: String,
    /// What is wrong.
    pub why: String,
}

/// The theme somebody asked for: one of their own in `folder`, one of ours, or a file.
///
/// # Errors
/// When there is none, or something is wrong in it.
pub fn named(name: &str, folder: &Path, depth: Depth) -> Result<Palette, ThemeError> {
    let fail = |why: String| ThemeError {
        name: name.to_owned(),
        why,
    };
    let own = folder.join(format!("{name}.toml"));
    let is_name = !name.contains(['/', '\\', '.']);
    let file = match is_name {
        true if own.is_file() => own,
        true => {
            let known: Vec<&str> = Palette::names().collect();
            let (known, folder) = (known.join(", "), folder.display());
            return Palette::bundled(name, depth).ok_or_else(|| {
                fail(format!(
                    "there is none of this name; known are auto, {known}, and the files in {folder}"
                ))
            });
        }
        false => name.into(),
    };
    let text = std::fs::read_to_string(&file)
        .map_err(|error| fail(format!("{}: {}", file.display(), system_words(&error))))?;
    Palette::parse(&text, depth).map_err(|why| fail(format!("{}: {why}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_own_come_first_and_what_is_not_there_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let why = named("dusk", folder.path(), Depth::True).expect_err("none");
        assert!(why.to_string().contains("known are auto, dark"), "{why}");
        let why = named("./no.toml", folder.path(), Depth::True).expect_err("none");
        assert!(why.to_string().contains("no.toml"), "{why}");
        let file = folder.path().join("dark.toml");
        std::fs::write(&file, "base = \"light\"\n").expect("a file");
        let light = Palette::bundled("light", Depth::True);
        let dark = named("dark", folder.path(), Depth::True).expect("a theme");
        assert_eq!(Some(dark), light);
        let path = file.to_str().expect("UTF-8");
        let dark = named(path, Path::new("/nowhere"), Depth::True).expect("a theme");
        assert_eq!(Some(dark), light);
    }
}
