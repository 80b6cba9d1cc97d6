//! Methods of texts, lists, dictionaries, paths and open files.

use std::rc::Rc;

use super::files;
use super::object::{MOST_ITEMS, Object};
use super::runner::{Run, Runner, Stop};
use super::string;

impl<'t> Runner<'_, 't> {
    /// A method of an object; `None` when what it does is not known.
    pub(super) fn of_object(
        &mut self,
        object: &Object<'t>,
        method: &str,
        args: &[Object<'t>],
        keywords: &[(&'t str, Object<'t>)],
    ) -> Run<Option<Object<'t>>> {
        match object {
            Object::Text(text) => Ok(of_text(text, method, args, keywords)),
            Object::Path(path) => self.of_path(path, method, args, keywords),
            Object::File(path) if method == "read" && args.is_empty() => self.read(path),
            Object::List(_) | Object::Dict(_) if !keywords.is_empty() => Ok(None),
            Object::List(_) => Ok(self.of_list(object, method, args)),
            Object::Dict(_) => Ok(self.of_dict(object, method, args)),
            _ => Ok(None),
        }
    }

    fn of_list(
        &mut self,
        object: &Object<'t>,
        method: &str,
        args: &[Object<'t>],
    ) -> Option<Object<'t>> {
        let Object::List(items) = object else {
            return None;
        };
        let more = match (method, args) {
            ("append", [one]) => Some(vec![one.clone()]),
            ("extend", [more]) => more.items(),
            ("copy", []) => return object.items().map(Object::list),
            _ => return None,
        };
        let long = items.borrow().as_ref().map_or(0, Vec::len) > MOST_ITEMS;
        self.extend(object, items, more.filter(|_| !long));
        Some(Object::None)
    }

    fn of_dict(
        &mut self,
        object: &Object<'t>,
        method: &str,
        args: &[Object<'t>],
    ) -> Option<Object<'t>> {
        let Object::Dict(table) = object else {
            return None;
        };
        if method == "update" {
            let [other] = args else {
                return None;
            };
            if self.unsure.is_some() || other.holds(object) {
                return None;
            }
            table.borrow_mut().update(other);
            return Some(Object::None);
        }
        let known = table.borrow();
        if known.open {
            return None;
        }
        let entries = known.entries.iter();
        match (method, args) {
            ("get", [key, default @ ..]) if default.len() < 2 => match known.get(key) {
                Some(value) => Some(value.clone()),
                None => {
                    key.value()?;
                    Some(default.first().cloned().unwrap_or(Object::None))
                }
            },
            ("keys", []) => Some(Object::list(entries.map(|(key, _)| key.clone()).collect())),
            ("values", []) => Some(Object::list(
                entries.map(|(_, value)| value.clone()).collect(),
            )),
            ("items", []) => {
                let pair = |(key, value): &(Object<'t>, Object<'t>)| {
                    Object::Tuple(Rc::from([key.clone(), value.clone()]))
                };
                Some(Object::list(entries.map(pair).collect()))
            }
            ("copy", []) => {
                let entries = known.entries.clone();
                let copy = super::object::Table {
                    entries,
                    open: false,
                };
                Some(Object::dict(copy))
            }
            _ => None,
        }
    }

    fn of_path(
        &mut self,
        path: &str,
        method: &str,
        args: &[Object<'t>],
        keywords: &[(&'t str, Object<'t>)],
    ) -> Run<Option<Object<'t>>> {
        let made = |path: String| Some(Object::Path(Rc::from(path)));
        if method == "read_text" {
            let by_place = args.first().into_iter();
            let by_name = keywords.iter().map(|(_, value)| value);
            let plain = by_place.chain(by_name).all(files::is_utf8);
            return if plain { self.read(path) } else { Ok(None) };
        }
        if method == "open" {
            let reads = |mode: &Object<'t>| matches!(mode, Object::Text(mode) if &**mode == "r");
            let plain = args.iter().all(reads)
                && keywords
                    .iter()
                    .all(|(key, value)| *key == "encoding" && files::is_utf8(value));
            return Ok(plain.then(|| Object::File(Rc::from(path))));
        }
        if !keywords.is_empty() {
            return Ok(None);
        }
        Ok(match (method, args) {
            ("resolve" | "absolute", []) => made(files::straight(path)),
            ("as_posix" | "__str__", []) => Some(Object::text(path)),
            ("joinpath", parts) => {
                let mut whole = Some(path.to_owned());
                for part in parts {
                    let part = files::path_of(part);
                    whole = whole
                        .zip(part)
                        .map(|(whole, part)| files::joined(&whole, &part));
                }
                whole.and_then(made)
            }
            ("with_name", [Object::Text(name)]) => made(files::joined(&files::parent(path), name)),
            ("with_suffix", [Object::Text(end)]) => {
                let name = files::last(path);
                let stem = files::stem(&name);
                made(files::joined(&files::parent(path), &format!("{stem}{end}")))
            }
            ("exists" | "is_file", []) => self.files.is_file(path).map(Object::Bool),
            ("iterdir", []) | ("glob", [Object::Text(_)]) => {
                let end = match args {
                    [Object::Text(pattern)] => match pattern.strip_prefix('*') {
                        Some(end) if !end.contains(['*', '?', '[', '/']) => end.to_owned(),
                        _ => return Ok(None),
                    },
                    _ => String::new(),
                };
                self.files.names(path).map(|names| {
                    let names = names.into_iter().filter(|name| name.ends_with(&end));
                    let below =
                        names.map(|name| Object::Path(Rc::from(files::joined(path, &name))));
                    Object::list(below.collect())
                })
            }
            _ => None,
        })
    }

    /// The text of a file, when it lies in the plugin's folder.
    fn read(&mut self, path: &str) -> Run<Option<Object<'t>>> {
        match self.files.read(path) {
            Ok(text) => Ok(text.map(Object::text)),
            Err(why) => Err(Stop::Raise(why)),
        }
    }
}

fn of_text<'t>(
    text: &str,
    method: &str,
    args: &[Object<'t>],
    keywords: &[(&'t str, Object<'t>)],
) -> Option<Object<'t>> {
    if method == "format" {
        let places: Vec<_> = args.iter().map(Object::shown).collect();
        let named: Vec<_> = keywords
            .iter()
            .map(|(key, value)| (*key, value.shown()))
            .collect();
        return string::format(text, &places, &named).map(Object::text);
    }
    if !keywords.is_empty() {
        return None;
    }
    let ascii = text.is_ascii();
    Some(match (method, args) {
        ("strip" | "lstrip" | "rstrip", []) => Object::text(string::stripped(text, method, None)),
        ("strip" | "lstrip" | "rstrip", [Object::Text(set)]) => {
            Object::text(string::stripped(text, method, Some(set)))
        }
        ("replace", [Object::Text(old), Object::Text(new)]) => {
            Object::text(text.replace(&**old, new))
        }
        ("removeprefix", [Object::Text(start)]) => {
            Object::text(text.strip_prefix(&**start).unwrap_or(text))
        }
        ("removesuffix", [Object::Text(end)]) => {
            Object::text(text.strip_suffix(&**end).unwrap_or(text))
        }
        ("startswith", [Object::Text(start)]) => Object::Bool(text.starts_with(&**start)),
        ("endswith", [Object::Text(end)]) => Object::Bool(text.ends_with(&**end)),
        ("lower", []) if ascii => Object::text(text.to_ascii_lowercase()),
        ("upper", []) if ascii => Object::text(text.to_ascii_uppercase()),
        ("split", [Object::Text(by)]) if !by.is_empty() => {
            Object::list(text.split(&**by).map(Object::text).collect())
        }
        ("splitlines", []) => Object::list(
            crate::host::python::splitlines(text)
                .map(Object::text)
                .collect(),
        ),
        ("join", [all]) => {
            let items = all.items()?;
            let mut parts = Vec::new();
            for item in &items {
                match item {
                    Object::Text(part) => parts.push(&**part),
                    _ => return None,
                }
            }
            let length = parts
                .iter()
                .map(|part| part.len() + text.len())
                .sum::<usize>();
            (length <= super::object::MOST_TEXT).then(|| Object::text(parts.join(text)))?
        }
        _ => return None,
    })
}
