//! Printing: results to standard output, complaints to standard error.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::arguments::Format;
use crate::library::author::AuthorError;
use crate::library::{ProjectError, Trashed, WriteError};
use crate::skill::hidden::{kind, plain_run, visible, visible_line};

/// Why a subcommand ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something was asked for that is not allowed or not there: exit code 1.
    #[error("{0}")]
    Refused(String),
    /// It was asked for in a way that means nothing, or it could not run: exit code 2.
    #[error("{0}")]
    CouldNotRun(String),
    /// It was refused, and standard output says so already: exit code 1.
    #[error("{0}")]
    Told(String),
    /// Nobody reads the output any more.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Refused(_) | Self::Told(_) => 1,
            Self::CouldNotRun(_) => 2,
            Self::Closed => 0,
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::CouldNotRun(format!("could not print: {error}")),
        }
    }
}

impl From<ProjectError> for Failure {
    fn from(error: ProjectError) -> Self {
        Self::CouldNotRun(error.to_string())
    }
}

impl From<AuthorError> for Failure {
    fn from(error: AuthorError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Standard output.
pub struct Output {
    format: Format,
    width: usize,
    out: BufWriter<Stdout>,
    /// One value was printed as JSON.
    printed: bool,
}

/// Columns of text for people where no terminal says how many there are.
const WIDTH: usize = 80;

/// Fewer are not worth to wrap for.
const LEAST: usize = 20;

impl Output {
    /// Prints in this format, to a terminal of so many columns.
    pub fn new(format: Format, columns: Option<usize>) -> Self {
        Self {
            format,
            width: columns.unwrap_or(WIDTH).max(LEAST),
            out: BufWriter::new(io::stdout()),
            printed: false,
        }
    }

    /// Columns that a line of text for people may take.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How results are printed.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Prints one value as JSON, or what `text` prints for people.
    pub fn print<J: Serialize>(
        &mut self,
        json: impl FnOnce() -> J,
        text: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                self.printed = true;
                writeln!(self.out, "{}", json_text(&json())?)?;
            }
            // Only `check` has the others, and prints them itself.
            Format::Text | Format::Sarif | Format::Github => text(self)?,
        }
        Ok(())
    }

    /// Whoever reads JSON gets one value, also of what was not done and says nothing of its own.
    ///
    /// # Errors
    /// When it cannot be printed.
    pub fn failed(&mut self, failure: &Failure) -> Result<(), Failure> {
        let code = match failure {
            Failure::Refused(_) => "refused",
            Failure::CouldNotRun(_) => "could-not-run",
            Failure::Told(_) | Failure::Closed => return Ok(()),
        };
        if self.format != Format::Json || self.printed {
            return Ok(());
        }
        let value = json!({ "refused": code, "detail": failure.to_string() });
        self.print(|| value, |_| Ok(()))?;
        self.end()
    }

    /// One line; what cannot be seen in it is shown.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", visible_line(text))
    }

    /// Several lines; what cannot be seen in them is shown.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        write!(self.out, "{}{end}", visible(text))
    }

    /// Text in which everything is visible already, with its colours.
    pub fn ready(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Exactly this text; on a terminal what cannot be seen in it is shown.
    pub fn exact(&mut self, text: &str) -> io::Result<()> {
        if io::stdout().is_terminal() {
            self.text(text)
        } else {
            self.out.write_all(text.as_bytes())
        }
    }

    /// Rows as columns, as wide as their widest cell; the last column ends where it ends.
    pub fn table(&mut self, indent: &str, rows: &[Vec<String>]) -> io::Result<()> {
        let rows: Vec<Vec<_>> = rows
            .iter()
            .map(|row| row.iter().map(|cell| visible_line(cell)).collect())
            .collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|at| {
                let cells = rows.iter().filter_map(|row| row.get(at));
                cells.map(|cell| cell.width()).max().unwrap_or(0)
            })
            .collect();
        for row in &rows {
            let mut line = indent.to_owned();
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                line.push_str(cell);
                // Nothing stands behind the last: one that is very wide must not widen all.
                if at + 1 < row.len() {
                    line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
                }
            }
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Everything is out.
    pub fn end(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

/// A value as JSON in which nothing is hidden: what people cannot see is written as `\u200b`.
///
/// # Errors
/// Those of `serde_json`.
pub fn json_text(value: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.as_str();
    loop {
        // A line feed stands between the members, and nowhere in a text.
        let (plain, odd) = rest.split_at(plain_run(rest.as_bytes()));
        shown.push_str(plain);
        let Some(c) = odd.chars().next() else { break };
        rest = &odd[c.len_utf8()..];
        if kind(c).is_none() {
            shown.push(c);
            continue;
        }
        let mut units = [0; 2];
        for unit in c.encode_utf16(&mut units) {
            shown.push_str(&format!("\\u{unit:04x}"));
        }
    }
    Ok(shown)
}

/// What became of something that was replaced, and the way back.
pub fn in_trash(old: &Trashed) -> String {
    let path = &old.path;
    format!("what was at {path} is in the trash; `undo` (`u` in the workbench) brings it back")
}

/// Somebody sits there who can answer.
pub fn is_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks a question that a person answers with yes, or does not.
///
/// # Errors
/// When nothing can be read.
pub fn asked(question: &str) -> Result<bool, Failure> {
    let could_not = |error: io::Error| Failure::CouldNotRun(error.to_string());
    write!(io::stderr(), "{question} [y/N] ").map_err(could_not)?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(could_not)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Says something on standard error.
pub fn complain(text: &str) {
    // Where standard error is closed nobody wants to know.
    let _ = writeln!(io::stderr(), "skillkiln: {}", visible(text));
}
