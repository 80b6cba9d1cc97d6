//! What expressions are worth, as far as the text tells.

use std::rc::Rc;

use tree_sitter::Node;

use super::object::{MOST_ITEMS, MOST_TEXT, Object, Table};
use super::runner::{MODULE, Run, Runner, Stop};
use super::{builtins, string};
use crate::host::python;

impl<'t> Runner<'_, 't> {
    /// The value of an expression; what it does on the way is done.
    pub(super) fn value(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        self.enter(|runner| runner.worked_out(node))
    }

    fn worked_out(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let field = |name| node.child_by_field_name(name);
        let text = self.text(node);
        Ok(match node.kind() {
            "identifier" => self.named(text)?,
            "string" => self.string(node)?,
            "concatenated_string" => {
                let mut whole = String::new();
                for part in Self::children(node) {
                    match self.value(part)? {
                        Object::Text(part) => whole.push_str(&part),
                        _ => return Ok(Object::Unknown),
                    }
                }
                Object::text(whole)
            }
            "none" => Object::None,
            "true" => Object::Bool(true),
            "false" => Object::Bool(false),
            "integer" => integer(text).map_or(Object::Unknown, Object::Int),
            "float" => python::float(text).map_or(Object::Unknown, Object::Float),
            "parenthesized_expression" => match Self::children(node).first() {
                Some(inner) => self.value(*inner)?,
                None => Object::Unknown,
            },
            "unary_operator" => self.unary(node)?,
            "not_operator" => {
                let value = self.part(node, "argument")?;
                value
                    .truth()
                    .map_or(Object::Unknown, |truth| Object::Bool(!truth))
            }
            "binary_operator" => self.binary(node)?,
            "boolean_operator" => self.boolean(node)?,
            "comparison_operator" => self.comparison(node)?,
            "conditional_expression" => {
                let [then, condition, otherwise] = Self::children(node)[..] else {
                    return Ok(Object::Unknown);
                };
                match self.value(condition)?.truth() {
                    Some(true) => self.value(then)?,
                    Some(false) => self.value(otherwise)?,
                    None => {
                        self.give_up(then);
                        self.give_up(otherwise);
                        Object::Unknown
                    }
                }
            }
            "list" => self.items(node)?.map_or(Object::Unknown, Object::list),
            "tuple" | "expression_list" => match self.items(node)? {
                Some(items) => Object::Tuple(Rc::from(items)),
                None => Object::Unknown,
            },
            "dictionary" => Object::dict(self.dictionary(node)?),
            "list_comprehension" | "generator_expression" => {
                let mut items = Some(Vec::new());
                self.comprehended(node, &mut |runner, body| {
                    let item = runner.value(body)?;
                    if let Some(items) = &mut items {
                        items.push(item);
                    }
                    Ok(())
                })?
                .map_or(Object::Unknown, |()| {
                    Object::list(items.unwrap_or_default())
                })
            }
            "dictionary_comprehension" => {
                let mut table = Table::default();
                self.comprehended(node, &mut |runner, pair| {
                    let (key, value) = (runner.part(pair, "key")?, runner.part(pair, "value")?);
                    table.put(key, value);
                    Ok(())
                })?
                .map_or(Object::Unknown, |()| Object::dict(table))
            }
            "call" => self.call(node)?,
            "attribute" => self.attribute(node)?,
            "subscript" => self.subscript(node)?,
            "named_expression" => {
                let value = self.part(node, "value")?;
                if let Some(name) = field("name") {
                    self.assign(name, value.clone())?;
                }
                value
            }
            "assignment" => {
                let (Some(left), Some(right)) = (field("left"), field("right")) else {
                    // An annotation alone binds nothing.
                    return Ok(Object::None);
                };
                let value = self.value(right)?;
                self.assign(left, value.clone())?;
                value
            }
            "augmented_assignment" => self.augmented(node)?,
            "ellipsis" => Object::Unknown,
            _ => {
                self.give_up(node);
                Object::Unknown
            }
        })
    }

    pub(super) fn part(&mut self, node: Node<'t>, name: &str) -> Run<Object<'t>> {
        match node.child_by_field_name(name) {
            Some(part) => self.value(part),
            None => Ok(Object::Unknown),
        }
    }

    /// What a name stands for, where the code binds it.
    pub(super) fn known(&self, name: &str) -> Option<Object<'t>> {
        let mut frame = self.frames.last()?;
        loop {
            let own = frame
                .names
                .get(name)
                .filter(|_| !frame.global.contains(name));
            if own.is_none() && frame.local.contains(name) {
                return None;
            }
            if let Some(own) = own {
                return Some(own.clone());
            }
            if frame.id == MODULE || frame.global.contains(name) {
                return self.frames.first()?.names.get(name).cloned();
            }
            match self.frames.iter().find(|known| known.id == frame.outer) {
                Some(outer) => frame = outer,
                // The function around it has ended, and with it what the name was.
                None => return Some(Object::Unknown),
            }
        }
    }

    fn named(&mut self, name: &'t str) -> Run<Object<'t>> {
        if let Some(value) = self.known(name) {
            return Ok(value);
        }
        let unbound = self.frames.iter().any(|frame| frame.local.contains(name));
        if unbound {
            return Err(Stop::Raise(format!(
                "UnboundLocalError: {name} has no value yet"
            )));
        }
        if builtins::is_builtin(name) {
            return Ok(Object::Named(Rc::from(name)));
        }
        match self.wildcard {
            true => Ok(Object::Unknown),
            false => Err(Stop::Raise(format!(
                "NameError: name '{name}' is not defined"
            ))),
        }
    }

    /// Items of a list or tuple; `None` when they are not all known to be there.
    fn items(&mut self, node: Node<'t>) -> Run<Option<Vec<Object<'t>>>> {
        let mut items = Some(Vec::new());
        for child in Self::children(node) {
            if child.kind() == "list_splat" {
                let more = match child.named_child(0) {
                    Some(inner) => self.value(inner)?.items(),
                    None => None,
                };
                match (&mut items, more) {
                    (Some(items), Some(more)) => items.extend(more),
                    _ => items = None,
                }
                continue;
            }
            let item = self.value(child)?;
            if let Some(items) = &mut items {
                items.push(item);
            }
        }
        Ok(items)
    }

    fn dictionary(&mut self, node: Node<'t>) -> Run<Table<'t>> {
        let mut table = Table::default();
        for pair in Self::children(node) {
            match pair.kind() {
                "pair" => {
                    let (key, value) = (self.part(pair, "key")?, self.part(pair, "value")?);
                    table.put(key, value);
                }
                _ => {
                    let other = match pair.named_child(0) {
                        Some(inner) => self.value(inner)?,
                        None => Object::Unknown,
                    };
                    table.update(&other);
                }
            }
        }
        Ok(table)
    }

    /// Runs the body of a comprehension for each turn; `None` when its turns are not known.
    fn comprehended(
        &mut self,
        node: Node<'t>,
        each: &mut dyn FnMut(&mut Self, Node<'t>) -> Run<()>,
    ) -> Run<Option<()>> {
        let children = Self::children(node);
        let Some((body, clauses)) = children.split_first() else {
            return Ok(None);
        };
        let outer = self.frame().id;
        self.open(outer);
        let done = self.turns(*body, clauses, each);
        self.frames.pop();
        let done = done?;
        if done.is_none() {
            self.give_up(node);
        }
        Ok(done)
    }

    fn turns(
        &mut self,
        body: Node<'t>,
        clauses: &[Node<'t>],
        each: &mut dyn FnMut(&mut Self, Node<'t>) -> Run<()>,
    ) -> Run<Option<()>> {
        let Some((clause, rest)) = clauses.split_first() else {
            return self.enter(|runner| each(runner, body)).map(Some);
        };
        if clause.kind() == "if_clause" {
            let Some(condition) = clause.named_child(0) else {
                return Ok(None);
            };
            return match self.value(condition)?.truth() {
                Some(true) => self.turns(body, rest, each),
                Some(false) => Ok(Some(())),
                None => Ok(None),
            };
        }
        let (left, right) = (
            clause.child_by_field_name("left"),
            clause.child_by_field_name("right"),
        );
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(None);
        };
        let Some(items) = self.value(right)?.items() else {
            return Ok(None);
        };
        for item in items {
            self.assign(left, item)?;
            if self.turns(body, rest, each)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    fn unary(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let operator = node.child_by_field_name("operator");
        let operator = operator.map_or("", |operator| self.text(operator));
        Ok(match (operator, self.part(node, "argument")?) {
            ("-", Object::Int(number)) => number.checked_neg().map_or(Object::Unknown, Object::Int),
            ("-", Object::Float(number)) => Object::Float(-number),
            ("+", value @ (Object::Int(_) | Object::Float(_))) => value,
            _ => Object::Unknown,
        })
    }

    /// A chain of operators, from the left.
    fn binary(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let mut chain = Vec::new();
        let mut first = node;
        while first.kind() == "binary_operator" {
            let part = |name| first.child_by_field_name(name);
            let (Some(left), Some(operator), Some(right)) =
                (part("left"), part("operator"), part("right"))
            else {
                return Ok(Object::Unknown);
            };
            chain.push((self.text(operator), right));
            first = left;
        }
        let mut value = self.value(first)?;
        for (operator, right) in chain.into_iter().rev() {
            let right = self.value(right)?;
            value = operation(operator, value, right)?;
        }
        Ok(value)
    }

    fn augmented(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let (Some(left), Some(operator)) = (
            node.child_by_field_name("left"),
            node.child_by_field_name("operator"),
        ) else {
            return Ok(Object::Unknown);
        };
        let operator = self.text(operator).trim_end_matches('=');
        let before = self.value(left)?;
        let right = self.part(node, "right")?;
        let value = match (&before, operator) {
            (Object::List(items), "+") => {
                self.extend(&before, items, right.items());
                before
            }
            _ => operation(operator, before, right)?,
        };
        self.assign(left, value.clone())?;
        Ok(value)
    }

    fn boolean(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let left = self.part(node, "left")?;
        let operator = node.child_by_field_name("operator");
        let and = operator.is_some_and(|operator| self.text(operator) == "and");
        match left.truth() {
            Some(truth) if truth == and => self.part(node, "right"),
            Some(_) => Ok(left),
            None => {
                if let Some(right) = node.child_by_field_name("right") {
                    self.give_up(right);
                }
                Ok(Object::Unknown)
            }
        }
    }

    /// One comparison; chains of them are not looked into.
    fn comparison(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let operands = Self::children(node);
        let mut values = Vec::new();
        for operand in &operands {
            values.push(self.value(*operand)?);
        }
        let [left, right] = &values[..] else {
            return Ok(Object::Unknown);
        };
        let between = operands[0].end_byte()..operands[1].start_byte();
        let operator: Vec<&str> = self.source[between].split_whitespace().collect();
        let told = match operator.join(" ").as_str() {
            "==" => left.equals(right),
            "!=" => left.equals(right).map(|equal| !equal),
            "is" | "is not" if matches!(right, Object::None) => match left {
                Object::Unknown => None,
                left => Some(matches!(left, Object::None) == (operator.len() == 1)),
            },
            "in" => within(left, right),
            "not in" => within(left, right).map(|within| !within),
            order => match (left, right) {
                (Object::Int(left), Object::Int(right)) => match order {
                    "<" => Some(left < right),
                    "<=" => Some(left <= right),
                    ">" => Some(left > right),
                    ">=" => Some(left >= right),
                    _ => None,
                },
                _ => None,
            },
        };
        Ok(told.map_or(Object::Unknown, Object::Bool))
    }

    fn attribute(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let object = self.part(node, "object")?;
        let name = node.child_by_field_name("attribute");
        let name = name.map_or("", |name| self.text(name));
        Ok(match &object {
            Object::Unknown => Object::Unknown,
            Object::Named(path) => Object::Named(Rc::from(format!("{path}.{name}"))),
            Object::Class(attributes) => {
                let attributes = attributes.borrow();
                let own = attributes.iter().find(|(known, _)| *known == name);
                own.map_or(Object::Unknown, |(_, value)| value.clone())
            }
            Object::Path(path) => super::files::attribute(path, name)
                .unwrap_or_else(|| Object::Method(Rc::new(object.clone()), name)),
            _ => Object::Method(Rc::new(object), name),
        })
    }

    fn subscript(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let object = self.part(node, "value")?;
        let key = self.part(node, "subscript")?;
        let at = |items: &[Object<'t>]| {
            let Object::Int(at) = &key else {
                return Ok(Object::Unknown);
            };
            let from_end = if *at < 0 { items.len() as i128 } else { 0 };
            let item = usize::try_from(at + from_end).ok();
            match item.and_then(|at| items.get(at)) {
                Some(item) => Ok(item.clone()),
                None => Err(Stop::Raise("IndexError: index out of range".to_owned())),
            }
        };
        match &object {
            Object::Dict(table) => {
                let table = table.borrow();
                match (table.get(&key), key.shown()) {
                    (Some(value), _) => Ok(value.clone()),
                    (None, Some(_)) if !table.open => {
                        let key = key.quoted().unwrap_or_default();
                        Err(Stop::Raise(format!("KeyError: {key}")))
                    }
                    _ => Ok(Object::Unknown),
                }
            }
            Object::List(items) => match items.borrow().as_ref() {
                Some(items) => at(items),
                None => Ok(Object::Unknown),
            },
            Object::Tuple(items) => at(items),
            _ => Ok(Object::Unknown),
        }
    }

    fn string(&mut self, node: Node<'t>) -> Run<Object<'t>> {
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        let (Some(open), Some(close)) = (children.first(), children.last()) else {
            return Ok(Object::Unknown);
        };
        let prefix = self.text(*open);
        let mut from = open.end_byte();
        if string::is_bytes(prefix) {
            let content = &self.source[from..close.start_byte()];
            let bytes = string::bytes(prefix, content);
            return Ok(bytes.map_or(Object::Unknown, |bytes| Object::Bytes(Rc::from(bytes))));
        }
        let mut whole = Some(String::new());
        let mut add = |piece: Option<String>| match (&mut whole, piece) {
            (Some(whole), Some(piece)) => whole.push_str(&piece),
            _ => whole = None,
        };
        for child in &children {
            if child.kind() != "interpolation" {
                continue;
            }
            add(string::value(
                prefix,
                &self.source[from..child.start_byte()],
            ));
            add(self.interpolated(*child)?);
            from = child.end_byte();
        }
        add(string::value(
            prefix,
            &self.source[from..close.start_byte()],
        ));
        Ok(whole.map_or(Object::Unknown, Object::text))
    }

    /// What a slot of a formatted text shows.
    fn interpolated(&mut self, node: Node<'t>) -> Run<Option<String>> {
        let value = self.part(node, "expression")?;
        let field = |name| node.child_by_field_name(name);
        if field("format_specifier").is_some()
            || self
                .text(node)
                .trim_end_matches('}')
                .trim_end()
                .ends_with('=')
        {
            return Ok(None);
        }
        let conversion = field("type_conversion").map_or("", |how| self.text(how));
        Ok(match conversion {
            "" | "!s" => value.shown(),
            "!r" => value.quoted(),
            _ => None,
        })
    }
}

fn within<'t>(one: &Object<'t>, other: &Object<'t>) -> Option<bool> {
    match (one, other) {
        (Object::Text(one), Object::Text(other)) => Some(other.contains(&**one)),
        (_, Object::Text(_)) => None,
        _ => {
            let items = other.items()?;
            let known: Option<Vec<bool>> = items.iter().map(|item| item.equals(one)).collect();
            Some(known?.contains(&true))
        }
    }
}

/// Two values and an operator between them.
fn operation<'t>(operator: &str, left: Object<'t>, right: Object<'t>) -> Run<Object<'t>> {
    let times = |count: i128, length: usize, most: usize| {
        let count = usize::try_from(count).unwrap_or(0);
        (count.saturating_mul(length) <= most).then_some(count)
    };
    Ok(match (operator, &left, &right) {
        ("+", Object::Text(one), Object::Text(other)) => Object::text(format!("{one}{other}")),
        ("+", one, other) if !may_be_added(one, other) => {
            return Err(Stop::Raise(
                "TypeError: these two cannot be added".to_owned(),
            ));
        }
        ("+", Object::List(_), Object::List(_)) => match (left.items(), right.items()) {
            (Some(mut items), Some(more)) => {
                items.extend(more);
                Object::list(items)
            }
            _ => Object::Unknown,
        },
        ("+", Object::Tuple(one), Object::Tuple(other)) => {
            Object::Tuple(one.iter().chain(other.iter()).cloned().collect())
        }
        ("+", Object::Int(one), Object::Int(other)) => {
            one.checked_add(*other).map_or(Object::Unknown, Object::Int)
        }
        ("-", Object::Int(one), Object::Int(other)) => {
            one.checked_sub(*other).map_or(Object::Unknown, Object::Int)
        }
        ("*", Object::Text(text), Object::Int(count))
        | ("*", Object::Int(count), Object::Text(text)) => {
            let count = times(*count, text.len(), MOST_TEXT);
            count.map_or(Object::Unknown, |count| Object::text(text.repeat(count)))
        }
        ("*", Object::List(_), Object::Int(count)) => match left.items() {
            Some(items) => match times(*count, items.len(), MOST_ITEMS) {
                Some(count) => {
                    let all = std::iter::repeat_n(items, count).flatten();
                    Object::list(all.collect())
                }
                None => Object::Unknown,
            },
            None => Object::Unknown,
        },
        ("%", Object::Text(pattern), _) => {
            let values = match &right {
                Object::Tuple(items) => items.to_vec(),
                _ => vec![right.clone()],
            };
            let shown: Vec<_> = values.iter().map(Object::shown).collect();
            string::percent(pattern, &shown).map_or(Object::Unknown, Object::text)
        }
        ("/", Object::Path(one), Object::Text(other) | Object::Path(other)) => {
            Object::Path(Rc::from(super::files::joined(one, other)))
        }
        _ => Object::Unknown,
    })
}

/// Whether `+` can stand between two values; yes where that is not known.
fn may_be_added(one: &Object<'_>, other: &Object<'_>) -> bool {
    let kind = |object: &Object<'_>| match object {
        Object::Bool(_) | Object::Int(_) | Object::Float(_) => Some(0),
        Object::Text(_) => Some(1),
        Object::Bytes(_) => Some(2),
        Object::List(_) => Some(3),
        Object::Tuple(_) => Some(4),
        Object::Dict(_) | Object::None => Some(5),
        _ => None,
    };
    match (kind(one), kind(other)) {
        (Some(one), Some(other)) => one == other && one != 5,
        _ => true,
    }
}

/// An integer literal.
fn integer(text: &str) -> Option<i128> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let radix = match digits.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => return digits.parse().ok(),
    };
    i128::from_str_radix(&digits[2..], radix).ok()
}
