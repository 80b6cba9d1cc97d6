//! Python expressions whose value the text alone tells.

use tree_sitter::Node;

use super::names::Names;
use super::string;
use crate::host::keyed::Keyed;
use crate::host::{Value, python};

/// Expressions nested deeper count as set by code.
const DEEP: usize = 40;

/// Names that stand for something else than what they are bound to, such as the name of a loop.
pub(super) type Loops<'t> = Vec<(&'t str, Node<'t>)>;

/// Works out expressions at one place of the hook.
pub(super) struct Literals<'a, 't> {
    pub(super) names: &'a Names<'t>,
    pub(super) loops: &'a Loops<'t>,
    /// The byte where the value is needed.
    pub(super) at: usize,
}

impl<'t> Literals<'_, 't> {
    /// The value, or `None` when only running the code would tell.
    pub(super) fn value(&self, node: Node<'t>) -> Option<Value> {
        self.worked_out(node, DEEP)
    }

    /// The expression itself: parentheses and names looked through.
    pub(super) fn expression(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut node = node;
        for _ in 0..DEEP {
            node = match node.kind() {
                "parenthesized_expression" => node.named_child(0)?,
                "identifier" => self.bound(node)?,
                _ => return Some(node),
            };
        }
        None
    }

    fn bound(&self, node: Node<'t>) -> Option<Node<'t>> {
        let name = self.names.text(node);
        if let Some((_, node)) = self.loops.iter().rev().find(|(known, _)| *known == name) {
            return Some(*node);
        }
        let value = self.names.value(name, self.at)?;
        let fixed = matches!(
            value.kind(),
            "string"
                | "concatenated_string"
                | "integer"
                | "float"
                | "true"
                | "false"
                | "none"
                | "call"
                | "unary_operator"
                | "binary_operator"
                | "identifier"
                | "parenthesized_expression"
                | "tuple"
        );
        (fixed || !self.names.may_change(name)).then_some(value)
    }

    fn worked_out(&self, node: Node<'t>, deep: usize) -> Option<Value> {
        let deep = deep.checked_sub(1)?;
        let text = self.names.text(node);
        match node.kind() {
            "string" => self.string(node).map(Value::Text),
            "concatenated_string" => {
                let mut cursor = node.walk();
                let parts = node.named_children(&mut cursor);
                let parts = parts.filter(|part| part.kind() == "string");
                let parts: Option<Vec<_>> = parts.map(|part| self.string(part)).collect();
                parts.map(|parts| Value::Text(parts.concat()))
            }
            "none" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "integer" => integer(text).map(Value::Integer),
            "float" => python::float(text).map(Value::Float),
            "unary_operator" => {
                let operator = node.child_by_field_name("operator")?;
                let value = self.worked_out(node.child_by_field_name("argument")?, deep)?;
                negated(self.names.text(operator), value)
            }
            "binary_operator" => {
                let operator = node.child_by_field_name("operator")?;
                let left = self.worked_out(node.child_by_field_name("left")?, deep)?;
                let right = self.worked_out(node.child_by_field_name("right")?, deep)?;
                match (self.names.text(operator), left, right) {
                    ("+", Value::Text(left), Value::Text(right)) => {
                        Some(Value::Text(left + &right))
                    }
                    _ => None,
                }
            }
            "list" | "tuple" => self.items(node, deep).map(Value::List),
            "dictionary" => self.dictionary(node, deep),
            "call" => self.call(node, deep).map(Value::Text),
            "parenthesized_expression" => self.worked_out(node.named_child(0)?, deep),
            "identifier" => self.worked_out(self.bound(node)?, deep),
            _ => None,
        }
    }

    fn items(&self, node: Node<'t>, deep: usize) -> Option<Vec<Value>> {
        let mut cursor = node.walk();
        let items = node.named_children(&mut cursor);
        let items = items.filter(|item| item.kind() != "comment");
        items.map(|item| self.worked_out(item, deep)).collect()
    }

    fn dictionary(&self, node: Node<'t>, deep: usize) -> Option<Value> {
        let mut entries = Keyed::default();
        let mut cursor = node.walk();
        for pair in node.named_children(&mut cursor) {
            if pair.kind() == "comment" {
                continue;
            }
            let Value::Text(key) = self.worked_out(pair.child_by_field_name("key")?, deep)? else {
                return None;
            };
            let value = self.worked_out(pair.child_by_field_name("value")?, deep)?;
            entries.put(key, value);
        }
        Some(Value::Map(entries.entries))
    }

    /// `textwrap.dedent("...")`, and text methods without arguments.
    fn call(&self, node: Node<'t>, deep: usize) -> Option<String> {
        let function = node.child_by_field_name("function")?;
        let arguments = node.child_by_field_name("arguments")?;
        let mut cursor = arguments.walk();
        let mut arguments = arguments.named_children(&mut cursor);
        let argument = arguments.find(|argument| argument.kind() != "comment");
        if arguments.any(|more| more.kind() != "comment") {
            return None;
        }
        let text = |node| match self.worked_out(node, deep) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        match (self.called(function).as_deref(), argument) {
            (Some("textwrap.dedent"), Some(argument)) => {
                return text(argument).map(|text| string::dedent(&text));
            }
            (_, Some(_)) => return None,
            (_, None) => {}
        }
        if function.kind() != "attribute" {
            return None;
        }
        let object = text(function.child_by_field_name("object")?)?;
        let method = function.child_by_field_name("attribute")?;
        string::method(self.names.text(method), &object)
    }

    /// What a function is called where it comes from.
    fn called(&self, function: Node<'t>) -> Option<String> {
        match function.kind() {
            "identifier" => self
                .names
                .imported(self.names.text(function))
                .map(str::to_owned),
            "attribute" => {
                let object = function.child_by_field_name("object")?;
                let module = match object.kind() {
                    "identifier" => self.names.imported(self.names.text(object))?,
                    _ => return None,
                };
                let name = function.child_by_field_name("attribute")?;
                Some(format!("{module}.{}", self.names.text(name)))
            }
            _ => None,
        }
    }

    fn string(&self, node: Node<'t>) -> Option<String> {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        let open = children.next()?;
        let mut close = None;
        for child in children {
            match child.kind() {
                "interpolation" => return None,
                "string_end" => close = Some(child),
                _ => {}
            }
        }
        let content = open.end_byte()..close?.start_byte();
        string::value(self.names.text(open), &self.names.source()[content])
    }
}

/// The decimal text of an integer literal.
fn integer(text: &str) -> Option<String> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let radix = match digits.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => return python::int(&digits),
    };
    u128::from_str_radix(&digits[2..], radix)
        .ok()
        .map(|number| number.to_string())
}

fn negated(operator: &str, value: Value) -> Option<Value> {
    Some(match (operator, value) {
        ("-", Value::Integer(digits)) => Value::Integer(match digits.strip_prefix('-') {
            Some(size) => size.to_owned(),
            None if digits == "0" => digits,
            None => format!("-{digits}"),
        }),
        ("-", Value::Float(number)) => Value::Float(-number),
        ("+", value @ (Value::Integer(_) | Value::Float(_))) => value,
        _ => return None,
    })
}
