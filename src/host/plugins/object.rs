//! Python objects, as far as the text of a module tells what they hold.

use std::cell::RefCell;
use std::rc::Rc;

use tree_sitter::Node;

use crate::host::{Value, python};

/// Objects nested deeper are not known.
const DEEP: usize = 24;

/// Bytes a text, and items a sequence, may have; more is not known.
pub(super) const MOST_TEXT: usize = 1 << 20;
pub(super) const MOST_ITEMS: usize = 4096;

/// Entries a dictionary may have.
const MOST_ENTRIES: usize = 512;

/// The items of a list; `None` once code that is not known may have changed them.
pub(super) type Items<'t> = Rc<RefCell<Option<Vec<Object<'t>>>>>;

/// The entries of a dictionary.
#[derive(Default)]
pub(super) struct Table<'t> {
    /// Keys and values, in order; each key once.
    pub(super) entries: Vec<(Object<'t>, Object<'t>)>,
    /// There may be other entries, and these may be others.
    pub(super) open: bool,
}

/// What a name, an attribute or an expression holds.
#[derive(Clone, Default)]
pub(super) enum Object<'t> {
    /// Only running the code would tell.
    #[default]
    Unknown,
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(Rc<str>),
    /// Bytes.
    Bytes(Rc<[u8]>),
    /// A list.
    List(Items<'t>),
    /// A tuple.
    Tuple(Rc<[Object<'t>]>),
    /// A dictionary.
    Dict(Rc<RefCell<Table<'t>>>),
    /// A `pathlib` path.
    Path(Rc<str>),
    /// A file that is open for reading.
    File(Rc<str>),
    /// Something of another module or of Python itself, by its full name.
    Named(Rc<str>),
    /// A function of this module.
    Function(Node<'t>),
    /// A class of this module; its attributes.
    Class(Rc<RefCell<Vec<(&'t str, Object<'t>)>>>),
    /// The registry the hook gets.
    Registry,
    /// A method of an object.
    Method(Rc<Object<'t>>, &'t str),
}

impl<'t> Object<'t> {
    /// A text, unless it is too long to be kept.
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        match text.as_ref() {
            text if text.len() <= MOST_TEXT => Self::Text(Rc::from(text)),
            _ => Self::Unknown,
        }
    }

    /// A list, unless it is too long to be kept.
    pub(super) fn list(items: Vec<Self>) -> Self {
        match items.len() {
            0..=MOST_ITEMS => Self::List(Rc::new(RefCell::new(Some(items)))),
            _ => Self::Unknown,
        }
    }

    /// A dictionary.
    pub(super) fn dict(table: Table<'t>) -> Self {
        Self::Dict(Rc::new(RefCell::new(table)))
    }

    /// `bool(object)`, where it is known.
    pub(super) fn truth(&self) -> Option<bool> {
        Some(match self {
            Self::Unknown => return None,
            Self::None => false,
            Self::Bool(truth) => *truth,
            Self::Int(number) => *number != 0,
            Self::Float(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Bytes(bytes) => !bytes.is_empty(),
            Self::List(items) => !items.borrow().as_ref()?.is_empty(),
            Self::Tuple(items) => !items.is_empty(),
            Self::Dict(table) => match (table.borrow().entries.is_empty(), table.borrow().open) {
                (false, false) => true,
                (true, false) => false,
                (_, true) => return None,
            },
            Self::Named(_) => return None,
            Self::Path(_)
            | Self::File(_)
            | Self::Function(_)
            | Self::Class(_)
            | Self::Registry
            | Self::Method(..) => true,
        })
    }

    /// Whether two objects are equal, where that is known.
    pub(super) fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => None,
            (Self::Text(one), Self::Text(other)) => Some(one == other),
            // `__name__` of a module that is imported.
            (Self::Named(name), Self::Text(text)) | (Self::Text(text), Self::Named(name))
                if &**name == "__name__" && &**text == "__main__" =>
            {
                Some(false)
            }
            _ => {
                let (one, other) = (self.value()?, other.value()?);
                let number = |value: &Value| match value {
                    Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
                    Value::Integer(digits) => digits.parse().ok(),
                    Value::Float(number) => Some(*number),
                    _ => None,
                };
                match (number(&one), number(&other)) {
                    (Some(one), Some(other)) => Some(one == other),
                    _ => Some(one == other),
                }
            }
        }
    }

    /// `str(object)`, where it is known.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Path(text) => Some(text.to_string()),
            other => other.repr(DEEP),
        }
    }

    /// `repr(object)`, where it is known.
    pub(super) fn quoted(&self) -> Option<String> {
        self.repr(DEEP)
    }

    fn repr(&self, deep: usize) -> Option<String> {
        let deep = deep.checked_sub(1)?;
        let joined = |items: &[Self]| {
            let items: Option<Vec<_>> = items.iter().map(|item| item.repr(deep)).collect();
            Some(items?.join(", ")).filter(|text| text.len() <= MOST_TEXT)
        };
        Some(match self {
            Self::None | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::Text(_) => {
                python::repr(&self.value()?)
            }
            Self::Bytes(bytes) => python::bytes_repr(bytes),
            Self::List(items) => format!("[{}]", joined(items.borrow().as_ref()?)?),
            Self::Tuple(items) => match items.len() {
                1 => format!("({},)", joined(items)?),
                _ => format!("({})", joined(items)?),
            },
            Self::Dict(table) => {
                let table = table.borrow();
                if table.open {
                    return None;
                }
                let entries = table.entries.iter().map(|(key, value)| {
                    Some(format!("{}: {}", key.repr(deep)?, value.repr(deep)?))
                });
                let entries: Option<Vec<_>> = entries.collect();
                format!("{{{}}}", entries?.join(", "))
            }
            _ => return None,
        })
    }

    /// The value the registry would hold; tuples as lists.
    pub(super) fn value(&self) -> Option<Value> {
        self.held(DEEP)
    }

    fn held(&self, deep: usize) -> Option<Value> {
        let deep = deep.checked_sub(1)?;
        let all = |items: &[Self]| {
            let items = items.iter().map(|item| item.held(deep));
            items.collect::<Option<Vec<_>>>().map(Value::List)
        };
        Some(match self {
            Self::None => Value::Null,
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Int(number) => Value::Integer(number.to_string()),
            Self::Float(number) => Value::Float(*number),
            Self::Text(text) => Value::Text(text.to_string()),
            Self::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
            Self::List(items) => all(items.borrow().as_ref()?)?,
            Self::Tuple(items) => all(items)?,
            Self::Dict(table) => {
                let table = table.borrow();
                if table.open {
                    return None;
                }
                let entries = table
                    .entries
                    .iter()
                    .map(|(key, value)| Some((key.shown()?, value.held(deep)?)));
                Value::Map(entries.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The items an iteration gives, where they are known.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        Some(match self {
            Self::List(items) => items.borrow().as_ref()?.clone(),
            Self::Tuple(items) => items.to_vec(),
            Self::Text(text) if text.len() <= MOST_ITEMS => {
                text.chars().map(|c| Self::text(c.to_string())).collect()
            }
            Self::Dict(table) if !table.borrow().open => {
                let table = table.borrow();
                table.entries.iter().map(|(key, _)| key.clone()).collect()
            }
            _ => return None,
        })
    }

    /// Code that is not known gets the object: what it holds may be anything afterwards.
    pub(super) fn hand_over(&self) {
        self.taint(DEEP);
    }

    fn taint(&self, deep: usize) {
        let Some(deep) = deep.checked_sub(1) else {
            return;
        };
        match self {
            Self::List(items) => {
                let items = items.borrow_mut().take();
                items.iter().flatten().for_each(|item| item.taint(deep));
            }
            Self::Tuple(items) => items.iter().for_each(|item| item.taint(deep)),
            Self::Dict(table) => {
                let entries = {
                    let mut table = table.borrow_mut();
                    table.open = true;
                    std::mem::take(&mut table.entries)
                };
                entries.iter().for_each(|(_, value)| value.taint(deep));
            }
            Self::Class(attributes) => {
                for (_, value) in attributes.borrow_mut().iter_mut() {
                    *value = Self::Unknown;
                }
            }
            Self::Method(object, _) => object.taint(deep),
            _ => {}
        }
    }

    /// Whether another object is in this one, or is it.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.reaches(other, DEEP)
    }

    fn reaches(&self, other: &Self, deep: usize) -> bool {
        let Some(deep) = deep.checked_sub(1) else {
            return true;
        };
        match (self, other) {
            (Self::List(one), Self::List(other)) if Rc::ptr_eq(one, other) => true,
            (Self::Dict(one), Self::Dict(other)) if Rc::ptr_eq(one, other) => true,
            (Self::List(items), _) => {
                let items = items.borrow();
                items.iter().flatten().any(|item| item.reaches(other, deep))
            }
            (Self::Tuple(items), _) => items.iter().any(|item| item.reaches(other, deep)),
            (Self::Dict(table), _) => {
                let table = table.borrow();
                let mut values = table.entries.iter();
                values.any(|(_, value)| value.reaches(other, deep))
            }
            (Self::Method(object, _), _) => object.reaches(other, deep),
            (Self::Registry, Self::Registry) => true,
            _ => false,
        }
    }
}

impl<'t> Table<'t> {
    /// The value of a key; `None` when it is not there, or not known to be.
    pub(super) fn get(&self, key: &Object<'t>) -> Option<&Object<'t>> {
        let same = |known: &Object<'t>| known.equals(key) == Some(true);
        let found = self.entries.iter().find(|(known, _)| same(known));
        found.map(|(_, value)| value)
    }

    /// Sets a key; one that is not known opens the dictionary.
    pub(super) fn put(&mut self, key: Object<'t>, value: Object<'t>) {
        if key.value().is_none() || self.entries.len() >= MOST_ENTRIES {
            self.entries.clear();
            self.open = true;
            return;
        }
        let known = self
            .entries
            .iter_mut()
            .find(|(known, _)| known.equals(&key) == Some(true));
        match known {
            Some((_, held)) => *held = value,
            None => self.entries.push((key, value)),
        }
    }

    /// Takes over all entries of another dictionary.
    pub(super) fn update(&mut self, other: &Object<'t>) {
        match other {
            Object::Dict(other) if !other.borrow().open => {
                let entries = other.borrow().entries.clone();
                for (key, value) in entries {
                    self.put(key, value);
                }
            }
            _ => {
                self.entries.clear();
                self.open = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_python_shows() {
        let one = Object::Tuple(Rc::from([Object::Int(1)]));
        assert_eq!(one.shown().as_deref(), Some("(1,)"));
        let mut table = Table::default();
        table.put(Object::text("k"), Object::Bytes(Rc::from(&b"x\xff'"[..])));
        let list = Object::list(vec![Object::dict(table), one]);
        assert_eq!(list.shown().as_deref(), Some(r#"[{'k': b"x\xff'"}, (1,)]"#));
    }

    #[test]
    fn what_code_gets_is_not_known_afterwards() {
        let inner = Object::list(vec![Object::None]);
        let outer = Object::Tuple(Rc::from([inner.clone()]));
        assert!(outer.holds(&inner) && !inner.holds(&outer));
        outer.hand_over();
        assert!(inner.items().is_none() && inner.truth().is_none());
    }
}
