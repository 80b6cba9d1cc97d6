//! What a plugin's hook registers, as far as its text tells.

use tree_sitter::{Node, Parser};

use super::literal::{Literals, Loops};
use super::names::Names;
use crate::host::keyed::Keyed;
use crate::host::read::text::Text;
use crate::host::{Value, python};
use crate::skill::Span;

/// What the hook of one source registers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registered {
    /// In the order of the code.
    pub calls: Vec<Call>,
    /// The source cannot be imported, and why.
    pub broken: Option<String>,
    /// The hook fails at its end, and why.
    pub fails: Option<String>,
}

/// One call of the registry.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// A dictionary that stands in the code.
    Entry(Entry),
    /// Something only running the code would tell.
    Computed {
        /// The name of the skill, where that much stands in the code.
        name: Option<String>,
        /// Where, in bytes of the file.
        span: Span,
        /// Why it is not known.
        why: &'static str,
    },
}

/// One dictionary.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name it is registered by; empty when the registry ignores it.
    pub name: String,
    /// Keys and values; `None` for a value only running the code would tell.
    pub fields: Vec<(String, Option<Value>)>,
    /// Where it stands, in bytes of the file.
    pub span: Span,
}

const IN_A_BRANCH: &str = "it depends on a condition";
const MAYBE_LEFT: &str = "the function may have returned before";
const NO_LITERAL: &str = "its argument is no dictionary that stands in the code";
const NO_NAME: &str = "its name is computed";
const OTHER_USE: &str = "the registry is handed on to other code";

/// Reads a plugin's source: what `hook(registry)` hands to `registry.method(...)`.
pub fn registered(bytes: &[u8], hook: &str, method: &str) -> Registered {
    let broken = |why: &str| Registered {
        broken: Some(why.to_owned()),
        ..Registered::default()
    };
    let Ok(decoded) = std::str::from_utf8(bytes) else {
        return broken("it is not UTF-8");
    };
    if decoded.contains('\0') {
        return broken("it holds a NUL byte");
    }
    let text = Text::universal(decoded);
    let mut parser = Parser::new();
    let language = tree_sitter_python::LANGUAGE.into();
    let tree = match parser.set_language(&language) {
        Ok(()) => parser.parse(&*text.text, None),
        Err(_) => None,
    };
    let Some(tree) = tree else {
        return broken("it cannot be parsed here");
    };
    let root = tree.root_node();
    if root.has_error() {
        return broken("it is no valid Python");
    }
    let names = Names::of(&text.text, root, None, method);
    let function = match names.function(hook) {
        None => return Registered::default(),
        Some(Ok(function)) => function,
        Some(Err(at)) => {
            let span = text.in_file(at..at + hook.len());
            let why = "the hook is not a plain function of this file";
            return Registered {
                calls: vec![Call::Computed {
                    name: None,
                    span,
                    why,
                }],
                ..Registered::default()
            };
        }
    };
    let names = Names::of(&text.text, root, Some(function), method);
    let registry = match Signature::of(&names, function) {
        Signature::Takes(registry) => registry,
        Signature::Idle => return Registered::default(),
        Signature::Fails(why) => {
            return Registered {
                fails: Some(why.to_owned()),
                ..Registered::default()
            };
        }
    };
    let mut reader = Reader {
        names: &names,
        text: &text,
        registry,
        method,
        loops: Vec::new(),
        out: Registered::default(),
        unsure: None,
    };
    if names.binds_of_hook(registry) > 1 {
        reader.unsure = Some(OTHER_USE);
    }
    if let Some(body) = function.child_by_field_name("body") {
        reader.block(body);
    }
    reader.out
}

/// How the hook can be called with one argument.
enum Signature<'t> {
    /// The name of its first parameter.
    Takes(&'t str),
    /// A coroutine or a generator: calling it runs nothing.
    Idle,
    /// The call itself fails.
    Fails(&'static str),
}

impl<'t> Signature<'t> {
    fn of(names: &Names<'t>, function: Node<'t>) -> Self {
        if names.text(function).starts_with("async") || yields(function) {
            return Self::Idle;
        }
        let Some(parameters) = function.child_by_field_name("parameters") else {
            return Self::Fails("the hook takes no argument");
        };
        let mut first = None;
        let mut keyword_only = false;
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor) {
            let required = match parameter.kind() {
                "comment" | "positional_separator" | "dictionary_splat_pattern" => continue,
                "keyword_separator" | "list_splat_pattern" => {
                    keyword_only = true;
                    continue;
                }
                "identifier" => Some(parameter),
                "typed_parameter" => match parameter.named_child(0) {
                    Some(name) if name.kind() == "identifier" => Some(name),
                    Some(name) => {
                        keyword_only |= name.kind() == "list_splat_pattern";
                        continue;
                    }
                    None => continue,
                },
                _ => None,
            };
            let name = required.or_else(|| parameter.child_by_field_name("name"));
            match (first, keyword_only) {
                (None, false) => first = name,
                _ if required.is_some() => {
                    return Self::Fails("the hook needs more than one argument");
                }
                _ => {}
            }
        }
        match first {
            Some(name) => Self::Takes(names.text(name)),
            None => Self::Fails("the hook takes no argument"),
        }
    }
}

/// Whether a function's own body yields.
fn yields(function: Node<'_>) -> bool {
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        let inner = matches!(
            node.kind(),
            "function_definition" | "lambda" | "class_definition"
        );
        if node.kind() == "yield" {
            return true;
        }
        if !inner || node.id() == function.id() {
            let mut cursor = node.walk();
            open.extend(node.named_children(&mut cursor));
        }
    }
    false
}

struct Reader<'a, 't> {
    names: &'a Names<'t>,
    text: &'a Text<'a>,
    registry: &'t str,
    method: &'a str,
    loops: Loops<'t>,
    out: Registered,
    /// Set once later statements may not run at all.
    unsure: Option<&'static str>,
}

impl<'t> Reader<'_, 't> {
    /// Reads statements that run one after the other; false when the rest of the function is left.
    fn block(&mut self, block: Node<'t>) -> bool {
        let mut cursor = block.walk();
        let statements: Vec<_> = block.named_children(&mut cursor).collect();
        statements
            .into_iter()
            .all(|statement| self.statement(statement))
    }

    fn statement(&mut self, node: Node<'t>) -> bool {
        match node.kind() {
            "return_statement" => {
                self.mentions(node, OTHER_USE);
                return false;
            }
            "raise_statement" => {
                if self.unsure.is_none() {
                    self.out.fails = Some("it raises an error".to_owned());
                }
                return false;
            }
            "expression_statement" => {
                let call = node.named_child(0).filter(|call| self.is_call(*call));
                match (call, node.named_child_count()) {
                    (Some(call), 1) => self.call(call),
                    _ => self.mentions(node, OTHER_USE),
                }
            }
            "with_statement" => match node.child_by_field_name("body") {
                Some(body) => return self.block(body),
                None => self.mentions(node, OTHER_USE),
            },
            "try_statement" => return self.attempt(node),
            "for_statement" if self.unrolled(node) => {}
            "comment" | "pass_statement" | "import_statement" | "import_from_statement" => {}
            _ => {
                self.mentions(node, IN_A_BRANCH);
                if leaves(node) {
                    self.unsure = Some(MAYBE_LEFT);
                }
            }
        }
        true
    }

    /// The body of a `try` runs; what its other clauses do depends on how that went.
    fn attempt(&mut self, node: Node<'t>) -> bool {
        let mut goes_on = true;
        let mut cursor = node.walk();
        let clauses: Vec<_> = node.named_children(&mut cursor).collect();
        for clause in clauses {
            match clause.kind() {
                "block" => goes_on = self.block(clause),
                "finally_clause" => {
                    if let Some(body) = clause.named_child(0) {
                        goes_on &= self.block(body);
                    }
                }
                _ => {
                    self.mentions(clause, IN_A_BRANCH);
                    if leaves(clause) {
                        self.unsure = Some(MAYBE_LEFT);
                    }
                }
            }
        }
        goes_on
    }

    /// A loop over a list that stands in the code, whose body always runs to its end.
    fn unrolled(&mut self, node: Node<'t>) -> bool {
        let parts = (
            node.child_by_field_name("left"),
            node.child_by_field_name("right"),
            node.child_by_field_name("body"),
        );
        let (Some(left), Some(right), Some(body)) = parts else {
            return false;
        };
        let own =
            left.kind() == "identifier" && self.names.binds_of_hook(self.names.text(left)) == 1;
        let plain = own
            && node.child_by_field_name("alternative").is_none()
            && !leaves(body)
            && !self.names.may_change(self.names.text(left));
        let list = self.literals(right.start_byte()).expression(right);
        let Some(list) = list.filter(|list| plain && matches!(list.kind(), "list" | "tuple"))
        else {
            return false;
        };
        let mut cursor = list.walk();
        let items: Vec<_> = list.named_children(&mut cursor).collect();
        if items.iter().any(|item| item.kind() == "list_splat") {
            return false;
        }
        for item in items.into_iter().filter(|item| item.kind() != "comment") {
            self.loops.push((self.names.text(left), item));
            self.block(body);
            self.loops.pop();
        }
        true
    }

    fn is_call(&self, node: Node<'t>) -> bool {
        if node.kind() != "call" {
            return false;
        }
        let Some(function) = node.child_by_field_name("function") else {
            return false;
        };
        let part = |field| {
            let part = function.child_by_field_name(field);
            part.map(|part| (part.kind(), self.names.text(part)))
        };
        function.kind() == "attribute"
            && part("object") == Some(("identifier", self.registry))
            && part("attribute") == Some(("identifier", self.method))
    }

    fn literals(&self, at: usize) -> Literals<'_, 't> {
        Literals {
            names: self.names,
            loops: &self.loops,
            at,
        }
    }

    fn call(&mut self, node: Node<'t>) {
        let entry = self.entry(node);
        let span = self.text.in_file(node.byte_range());
        let name = match entry.as_ref().map(|fields| named(fields)) {
            Some(Name::Is(name)) => Some(name),
            Some(Name::Computed) | None => None,
        };
        let call = match (entry, name, self.unsure) {
            (_, name, Some(why)) => Call::Computed { name, span, why },
            (Some(fields), Some(name), None) => Call::Entry(Entry { name, fields, span }),
            (Some(_), None, None) => Call::Computed {
                name: None,
                span,
                why: NO_NAME,
            },
            (None, ..) => Call::Computed {
                name: None,
                span,
                why: NO_LITERAL,
            },
        };
        self.out.calls.push(call);
    }

    /// Keys and values of the one argument of a call.
    fn entry(&self, call: Node<'t>) -> Option<Vec<(String, Option<Value>)>> {
        let arguments = call.child_by_field_name("arguments")?;
        let mut cursor = arguments.walk();
        let mut arguments = arguments.named_children(&mut cursor);
        let argument = arguments.find(|argument| argument.kind() != "comment")?;
        if arguments.any(|more| more.kind() != "comment") {
            return None;
        }
        let literals = self.literals(call.start_byte());
        let node = literals.expression(argument)?;
        let pairs = match node.kind() {
            "dictionary" => node,
            "call" if self.is_dict(node) => node.child_by_field_name("arguments")?,
            _ => return None,
        };
        let mut fields = Keyed::default();
        let mut cursor = pairs.walk();
        for pair in pairs.named_children(&mut cursor) {
            let key = match pair.kind() {
                "comment" => continue,
                "pair" => match literals.value(pair.child_by_field_name("key")?) {
                    Some(Value::Text(key)) => Some(key),
                    // A key that is no text is none of those the registry looks at.
                    Some(_) => continue,
                    None => None,
                },
                "keyword_argument" => pair
                    .child_by_field_name("name")
                    .map(|name| self.names.text(name).to_owned()),
                _ => None,
            };
            let Some(key) = key else {
                // Keys that are not known may be any of those the registry looks at.
                for key in ["name", "content", "description", "tags"] {
                    fields.put(key.to_owned(), None);
                }
                continue;
            };
            let value = pair
                .child_by_field_name("value")
                .and_then(|value| literals.value(value));
            fields.put(key, value);
        }
        Some(fields.entries)
    }

    fn is_dict(&self, call: Node<'t>) -> bool {
        let function = call.child_by_field_name("function");
        function.is_some_and(|function| {
            self.names.text(function) == "dict" && !self.names.is_bound("dict")
        })
    }

    /// Tells every place below `node` where the registry is used.
    fn mentions(&mut self, node: Node<'t>, why: &'static str) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_call(node) {
                let fields = self.entry(node);
                let name = match fields.as_deref().map(named) {
                    Some(Name::Is(name)) => Some(name),
                    _ => None,
                };
                let span = self.text.in_file(node.byte_range());
                self.out.calls.push(Call::Computed { name, span, why });
            } else if node.kind() == "identifier" && self.names.text(node) == self.registry {
                let span = self.text.in_file(node.byte_range());
                self.out.calls.push(Call::Computed {
                    name: None,
                    span,
                    why: OTHER_USE,
                });
            } else {
                let mut cursor = node.walk();
                let children: Vec<_> = node.named_children(&mut cursor).collect();
                open.extend(children.into_iter().rev());
            }
        }
    }
}

enum Name {
    /// What the registry calls the entry; empty when it ignores it.
    Is(String),
    Computed,
}

/// `str(entry["name"])`; an entry without a true name is ignored.
fn named(fields: &[(String, Option<Value>)]) -> Name {
    match fields.iter().find(|(key, _)| key == "name") {
        None => Name::Is(String::new()),
        Some((_, None)) => Name::Computed,
        Some((_, Some(value))) => Name::Is(python::text_or_empty(value)),
    }
}

/// Whether a statement may leave the function or the loop around it.
fn leaves(node: Node<'_>) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match node.kind() {
            "return_statement" | "raise_statement" | "break_statement" | "continue_statement" => {
                return true;
            }
            "function_definition" | "lambda" | "class_definition" => continue,
            _ => {}
        }
        let mut cursor = node.walk();
        open.extend(node.named_children(&mut cursor));
    }
    false
}
