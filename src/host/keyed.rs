//! A small map that keeps the order of its keys.

use std::collections::HashMap;

/// Keys in the order they first came, each with its last value, as a dictionary keeps them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Keyed<T> {
    pub(crate) entries: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T> Keyed<T> {
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.places.get(key).map(|at| &self.entries[*at].1)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut T> {
        self.places.get(key).map(|at| &mut self.entries[*at].1)
    }

    pub(crate) fn put(&mut self, key: String, value: T) {
        match self.places.get(&key) {
            Some(at) => self.entries[*at].1 = value,
            None => {
                self.places.insert(key.clone(), self.entries.len());
                self.entries.push((key, value));
            }
        }
    }
}
