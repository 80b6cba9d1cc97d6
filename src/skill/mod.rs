//! One skill as text: bytes to a document, a YAML tree with spans, the known fields,
//! edits by span and colour roles. Pure: text in, values out.

pub mod bytes;
pub mod colour;
pub mod document;
pub mod due;
pub mod edit;
mod entry;
pub mod fence;
pub mod fields;
pub mod hidden;
mod line_ends;
pub mod lines;
pub mod links;
pub mod mentions;
pub mod merge;
pub mod near;
pub mod number;
pub mod place;
pub mod scalar;
pub mod shared;
pub mod stock;
pub mod yaml;

/// A range of bytes in a text, end excluded; both ends lie on character boundaries.
pub type Span = std::ops::Range<usize>;
