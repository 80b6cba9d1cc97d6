//! The text being written: commands in; text, cursor, selection and cells out.
//!
//! [`Editor`] is the one way in. It owns the exact bytes of a text, so that spans of roles and
//! findings are its spans too; it knows graphemes, wraps at words and shows what is hidden. Pure:
//! no screen, no clock, no disk.
//!
//! ```
//! use std::time::Duration;
//! use skillkiln::workbench::edit::{Command, Editor, Viewport};
//!
//! let mut editor = Editor::new("- one\r\n");
//! editor.set_viewport(Viewport { width: 20, height: 5, wrap: true, white_space: false });
//! editor.apply(Command::SetCursor(5), Duration::ZERO);
//! editor.apply(Command::Newline, Duration::ZERO);
//! editor.apply(Command::Insert("two".into()), Duration::ZERO);
//! assert_eq!(editor.text(), "- one\r\n- two\r\n");
//! assert_eq!(editor.cursor_cell(), Some((1, 5)));
//!
//! let rows = editor.rows();
//! let drawn: String = rows.glyphs(&rows.rows[1]).map(|glyph| glyph.text).collect();
//! assert_eq!(drawn, "- two");
//! ```

mod buffer;
mod change;
mod command;
mod editor;
mod field;
mod geometry;
mod glyph;
pub mod grapheme;
mod history;
mod list;
mod motion;
mod search;
mod spans;
mod wrap;

pub use command::{Command, Motion, Outcome};
pub use editor::{Editor, Viewport};
pub use field::Field;
pub use geometry::{Row, RowEnd, Rows, Scroll};
pub use glyph::{Glyph, Glyphs, ShownAs, TAB, flag_letter, is_flag_letter};
pub use search::{Search, find_all};
pub use spans::{MarkWalk, SpanWalk};
