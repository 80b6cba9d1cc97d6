//! Calls: of the registry, of functions of the module, and of anything else.

use tree_sitter::Node;

use super::hook::{Call, named};
use super::object::{Items, Object};
use super::runner::{Flow, MAYBE_LEFT, MODULE, OTHER_USE, Run, Runner, Stop};
use super::unknown::every;

const NO_LITERAL: &str = "its argument is no dictionary that can be read from the code";
const NO_NAME: &str = "its name is computed";

/// What a call hands over.
pub(super) struct Arguments<'t> {
    pub(super) places: Vec<Object<'t>>,
    pub(super) keywords: Vec<(&'t str, Object<'t>)>,
    /// There may be more of them.
    pub(super) open: bool,
}

impl<'t> Runner<'_, 't> {
    /// A call.
    pub(super) fn call(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let function = self.part(node, "function")?;
        let arguments = match node.child_by_field_name("arguments") {
            Some(arguments) if arguments.kind() == "generator_expression" => Arguments {
                places: vec![self.value(arguments)?],
                keywords: Vec::new(),
                open: false,
            },
            Some(arguments) => self.arguments(arguments)?,
            None => return Ok(Object::Unknown),
        };
        match &function {
            Object::Method(object, name) => match &**object {
                Object::Registry if *name == self.method => {
                    self.register(node, &arguments)?;
                    return Ok(Object::Unknown);
                }
                Object::Registry => self.computed(node, None, OTHER_USE),
                object if !arguments.open => {
                    let keywords = &arguments.keywords;
                    let done = self.of_object(object, name, &arguments.places, keywords)?;
                    if let Some(value) = done {
                        return Ok(value);
                    }
                    object.hand_over();
                }
                object => object.hand_over(),
            },
            Object::Function(function) => return self.run(*function, &arguments),
            Object::Named(name) if !arguments.open => {
                let known = self.library(name, &arguments.places, &arguments.keywords)?;
                if let Some(value) = known {
                    return Ok(value);
                }
            }
            _ => {}
        }
        let keywords = arguments.keywords.iter().map(|(_, value)| value);
        let all: Vec<_> = arguments.places.iter().chain(keywords).cloned().collect();
        for value in all {
            self.give_away(node, &value);
        }
        Ok(Object::Unknown)
    }

    fn arguments(&mut self, node: Node<'t>) -> Run<Arguments<'t>> {
        let mut all = Arguments {
            places: Vec::new(),
            keywords: Vec::new(),
            open: false,
        };
        for argument in Self::children(node) {
            let inner = argument.named_child(0);
            match (argument.kind(), inner) {
                ("keyword_argument", _) => {
                    let value = self.part(argument, "value")?;
                    if let Some(name) = argument.child_by_field_name("name") {
                        all.keywords.push((self.text(name), value));
                    }
                }
                ("list_splat", Some(inner)) => match self.value(inner)?.items() {
                    Some(items) => all.places.extend(items),
                    None => all.open = true,
                },
                ("dictionary_splat", Some(inner)) => {
                    self.value(inner)?.hand_over();
                    all.open = true;
                }
                _ => all.places.push(self.value(argument)?),
            }
        }
        Ok(all)
    }

    /// The registry takes one dictionary, and looks at nothing else.
    fn register(&mut self, node: Node<'t>, arguments: &Arguments<'t>) -> Run<()> {
        let span = self.text.in_file(node.byte_range());
        let entry = match &arguments.places[..] {
            [entry] if arguments.keywords.is_empty() && !arguments.open => entry,
            _ if arguments.open || !arguments.keywords.is_empty() => {
                self.computed(node, None, NO_LITERAL);
                return Ok(());
            }
            _ => {
                let count = arguments.places.len();
                let why = format!("TypeError: {}() gets {count} arguments", self.method);
                return Err(Stop::Raise(why));
            }
        };
        let name = named(entry);
        match (name, self.unsure, entry) {
            (name, Some(why), _) => self.computed(node, name.filter(|n| !n.is_empty()), why),
            // What has no name is ignored.
            (Some(name), None, _) if name.is_empty() => {}
            (Some(name), None, entry) => {
                let entry = super::hook::entry(name, entry, span);
                self.out.calls.push(Call::Entry(entry));
            }
            (None, None, Object::Dict(_)) => self.computed(node, None, NO_NAME),
            (None, None, _) => self.computed(node, None, NO_LITERAL),
        }
        Ok(())
    }

    /// Whether calling a function runs nothing: a coroutine or a generator.
    pub(super) fn idle(&self, function: Node<'t>) -> bool {
        let own = every(function, |inner| {
            inner.id() == function.id() || !super::unknown::opens_scope(inner)
        });
        let waits = self.text(function).starts_with("async");
        waits || own.iter().any(|inner| inner.kind() == "yield")
    }

    /// A function of this module.
    pub(super) fn run(&mut self, node: Node<'t>, arguments: &Arguments<'t>) -> Run<Object<'t>> {
        if self.idle(node) {
            // Calling it runs nothing; what happens to the result is not followed.
            for value in &arguments.places {
                self.give_away(node, value);
            }
            return Ok(Object::Unknown);
        }
        let outer = self.written_in.get(&node.id()).copied().unwrap_or(MODULE);
        self.open(outer);
        let own = self.own_names(node);
        self.frame().local = own;
        let before = self.unsure;
        let done = self.enter(|runner| {
            runner.bind_parameters(node, arguments)?;
            match node.child_by_field_name("body") {
                Some(body) => runner.block(body),
                None => Ok(Flow::Next),
            }
        });
        self.frames.pop();
        let left = before.is_none() && self.unsure.is_some();
        self.unsure = before;
        match (done, left) {
            (Ok(Flow::Return(value)), false) => Ok(value),
            (Ok(_), false) => Ok(Object::None),
            (Ok(_), true) => Ok(Object::Unknown),
            (Err(Stop::Raise(_)), true) => {
                self.unsure = Some(MAYBE_LEFT);
                Ok(Object::Unknown)
            }
            (Err(stop), _) => Err(stop),
        }
    }

    fn bind_parameters(&mut self, function: Node<'t>, arguments: &Arguments<'t>) -> Run<()> {
        let parameters = function.child_by_field_name("parameters");
        let mut places = arguments.places.iter();
        let mut keywords = arguments.keywords.clone();
        let mut keyword_only = false;
        for parameter in parameters.map(Self::children).unwrap_or_default() {
            let inner = match parameter.kind() {
                "typed_parameter" => parameter.named_child(0).unwrap_or(parameter),
                _ => parameter,
            };
            match inner.kind() {
                "keyword_separator" => keyword_only = true,
                "positional_separator" => {}
                "list_splat_pattern" => {
                    keyword_only = true;
                    let rest = Object::Tuple(places.by_ref().cloned().collect());
                    let rest = if arguments.open {
                        Object::Unknown
                    } else {
                        rest
                    };
                    if let Some(name) = inner.named_child(0) {
                        self.bind(self.text(name), rest);
                    }
                }
                "dictionary_splat_pattern" => {
                    for (_, value) in keywords.drain(..) {
                        self.give_away(inner, &value);
                    }
                    if let Some(name) = inner.named_child(0) {
                        self.bind(self.text(name), Object::Unknown);
                    }
                }
                _ => {
                    let name = inner.child_by_field_name("name").unwrap_or(inner);
                    let default = inner.child_by_field_name("value");
                    let name = self.text(name);
                    let by_place = if keyword_only {
                        None
                    } else {
                        places.next().cloned()
                    };
                    let by_name = keywords.iter().position(|(known, _)| *known == name);
                    let value = match (by_place, by_name) {
                        (Some(value), _) => value,
                        (None, Some(at)) => keywords.remove(at).1,
                        (None, None) if arguments.open => Object::Unknown,
                        (None, None) => match default {
                            Some(default) => self.value(default)?,
                            None => {
                                let why = format!("TypeError: the argument {name} is missing");
                                return Err(Stop::Raise(why));
                            }
                        },
                    };
                    self.bind(name, value);
                }
            }
        }
        if places.next().is_some() || (!keywords.is_empty() && !arguments.open) {
            return Err(Stop::Raise(
                "TypeError: there are too many arguments".to_owned(),
            ));
        }
        Ok(())
    }

    /// Adds items to a list in its place.
    pub(super) fn extend(
        &mut self,
        list: &Object<'t>,
        items: &Items<'t>,
        more: Option<Vec<Object<'t>>>,
    ) {
        let circle = more
            .iter()
            .flatten()
            .any(|item| item.holds(list) || item.holds(&Object::Registry));
        let more = more.filter(|_| !circle && self.unsure.is_none());
        let added = match (more, items.borrow_mut().as_mut()) {
            (Some(more), Some(items)) => {
                items.extend(more);
                true
            }
            _ => false,
        };
        if !added {
            list.hand_over();
        }
    }
}
