//! What Python does with text, for the runtimes that are written in it: exactly its notion of white
//! space, lines, case and numbers, which differs from Rust's in places people meet.
//!
//! Facts recorded with Python 3.12 (Unicode 15.0).

mod fold;
mod guess;
mod letters;
pub mod load;
mod normal;
mod object;
mod repr;
mod text;
mod value;

pub use crate::skill::number::{float, float_repr, int};
pub use fold::casefold;
pub use guess::guess;
pub use letters::{is_alnum, is_printable};
pub use normal::{lower, nfkc};
pub use object::Object;
pub(crate) use repr::bytes_repr;
pub use repr::{repr, str};
pub use text::{has_odd_break, html_escape, is_break, is_space, rstrip, splitlines, strip};
pub use value::{text_or_empty, truth};
