//! The editor of the person's own (`VISUAL`, else `EDITOR`), on a copy of the text in a folder of
//! its own. It is started directly, never by a shell.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};

use crate::library::system_words;

/// A text on its way through another program.
pub struct Errand {
    folder: tempfile::TempDir,
    file: PathBuf,
    before: String,
    program: String,
}

/// The program and its arguments, from the environment.
///
/// # Errors
/// What to do, when none is named or its quotes do not close.
pub fn chosen() -> Result<Vec<String>, String> {
    for key in ["VISUAL", "EDITOR"] {
        let value = std::env::var(key).unwrap_or_default();
        if value.trim().is_empty() {
            continue;
        }
        return split(&value).ok_or_else(|| format!("{key} has a quote that does not close"));
    }
    Err("no editor is named: set VISUAL or EDITOR, such as EDITOR=vim".to_owned())
}

/// Words as a shell takes them apart: quotes and backslashes keep blanks. Nothing else means
/// anything.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        end if end == c => break,
                        '\\' if c == '"' => word.push(chars.next()?),
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

impl Errand {
    /// Writes the text to a file of this name that only its owner may read, and starts the program
    /// on it.
    ///
    /// # Errors
    /// What went wrong, for people.
    pub fn start(words: &[String], name: &str, text: &str) -> Result<(Self, Child), String> {
        let (program, arguments) = words.split_first().ok_or("no editor is named")?;
        let failed = |error: io::Error| {
            let why = system_words(&error);
            format!("`{program}` could not be started: {why}")
        };
        let folder = tempfile::Builder::new().prefix("skillkiln-").tempdir();
        let folder = folder.map_err(failed)?;
        let file = folder.path().join(name);
        fs::write(&file, text).map_err(failed)?;
        let mut command = Command::new(program);
        let child = command.args(arguments).arg(&file).spawn().map_err(failed)?;
        let errand = Self {
            folder,
            file,
            before: text.to_owned(),
            program: program.clone(),
        };
        Ok((errand, child))
    }

    /// The text as the program left it. What cannot be taken over is kept where it is.
    ///
    /// # Errors
    /// What went wrong, for people.
    pub fn end(self, status: io::Result<ExitStatus>) -> Result<String, String> {
        let program = &self.program;
        let left = fs::read(&self.file);
        let why = match (&status, &left) {
            (Err(error), _) => Some(system_words(error)),
            (Ok(status), _) if !status.success() => Some(format!("it ended with {status}")),
            (_, Err(error)) => Some(system_words(error)),
            (Ok(_), Ok(_)) => None,
        };
        let text = left.map(String::from_utf8);
        let why = match (why, text) {
            (None, Ok(Ok(text))) => return Ok(text),
            (None, _) => "what it wrote is not UTF-8".to_owned(),
            (Some(why), Ok(Ok(text))) if text == self.before => {
                return Err(format!("`{program}`: {why}; the text is as it was"));
            }
            (Some(why), _) => why,
        };
        let kept = self.folder.keep();
        Err(format!(
            "`{program}`: {why}; the text here is as it was, what was written there is kept in {}",
            kept.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_keep_blanks_and_nothing_else_is_special() {
        let cases: [(&str, Option<&[&str]>); 8] = [
            ("vim", Some(&["vim"])),
            ("  code  --wait ", Some(&["code", "--wait"])),
            ("'/a b/vim' -u \"x y\"", Some(&["/a b/vim", "-u", "x y"])),
            (r"/a\ b/vim", Some(&["/a b/vim"])),
            (r#"e "a\"b" ''"#, Some(&["e", "a\"b", ""])),
            (
                "vim; rm $HOME `x` | y",
                Some(&["vim;", "rm", "$HOME", "`x`", "|", "y"]),
            ),
            ("'open", None),
            ("end\\", None),
        ];
        for (text, expected) in cases {
            let words = split(text);
            let words = words
                .as_ref()
                .map(|w| w.iter().map(String::as_str).collect());
            let expected = expected.map(<[&str]>::to_vec);
            assert_eq!(words, expected, "{text}");
        }
    }
}
