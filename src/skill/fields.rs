//! The known frontmatter fields: type, hosts that use them, one line of help.

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// One text.
    Text,
    /// true or false.
    Bool,
    /// A list of texts.
    List,
    /// Keys and values.
    Map,
}

/// One known field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key as written.
    pub key: &'static str,
    /// What it holds.
    pub kind: FieldType,
    /// Ids of the hosts that know it.
    pub hosts: &'static [&'static str],
    /// One line for people.
    pub help: &'static str,
}

/// Every known field, in the order people write them.
pub const FIELDS: &[Field] = &[];
