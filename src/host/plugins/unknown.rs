//! Code that may run or not, or any number of times: all it touches is not known afterwards.

use std::collections::HashSet;

use tree_sitter::Node;

use super::object::Object;
use super::runner::{IN_A_BRANCH, MAYBE_LEFT, OTHER_USE, Runner};

impl<'t> Runner<'_, 't> {
    /// Gives a piece of code up: names it binds and what it may change are unknown, and what it hands
    /// to the registry is told.
    pub(super) fn give_up(&mut self, node: Node<'t>) {
        let own = every(node, |inner| !opens_scope(inner) || inner.id() == node.id());
        for inner in &own {
            for name in bound_by(*inner) {
                self.bind(self.text(name), Object::Unknown);
            }
        }
        if own.iter().any(|inner| leaves(*inner)) {
            self.unsure = Some(MAYBE_LEFT);
        }
        self.mentions(node);
        self.touch(node, &mut HashSet::new());
    }

    /// The names a function binds anywhere in its own body, but for those of the module.
    pub(super) fn own_names(&self, function: Node<'t>) -> HashSet<&'t str> {
        let own = every(function, |inner| {
            !opens_scope(inner) || inner.id() == function.id()
        });
        let (mut names, mut others) = (HashSet::new(), HashSet::new());
        for inner in own.into_iter().filter(|inner| inner.id() != function.id()) {
            let found = bound_by(inner);
            let texts = found.into_iter().map(|name| self.text(name));
            match inner.kind() {
                "global_statement" => others.extend(texts),
                _ => names.extend(texts),
            }
            if inner.kind() == "nonlocal_statement" {
                let all = every(inner, |_| true);
                others.extend(all.into_iter().map(|name| self.text(name)));
            }
        }
        names.retain(|name| !others.contains(name));
        names
    }

    /// Tells every place below `node` where the registry is used.
    fn mentions(&mut self, node: Node<'t>) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if let Some(argument) = self.registering(node) {
                let name = argument.and_then(|argument| self.name_of(argument));
                self.computed(node, name, IN_A_BRANCH);
            } else if node.kind() == "identifier" && self.is_registry(node) {
                self.computed(node, None, OTHER_USE);
            } else {
                open.extend(Self::children(node).into_iter().rev());
            }
        }
    }

    /// The argument of a call of the registry's method, when `node` is one.
    fn registering(&self, node: Node<'t>) -> Option<Option<Node<'t>>> {
        let function = node.child_by_field_name("function")?;
        let object = function.child_by_field_name("object")?;
        let method = function.child_by_field_name("attribute")?;
        let own = node.kind() == "call"
            && function.kind() == "attribute"
            && self.is_registry(object)
            && self.text(method) == self.method;
        let arguments = node.child_by_field_name("arguments");
        own.then(|| arguments.and_then(|arguments| Self::children(arguments).first().copied()))
    }

    fn is_registry(&self, node: Node<'t>) -> bool {
        let found = match node.kind() {
            "identifier" => self.known(self.text(node)),
            _ => None,
        };
        matches!(found, Some(Object::Registry))
    }

    /// The name in a dictionary, as far as it is known without following anything.
    fn name_of(&mut self, argument: Node<'t>) -> Option<String> {
        let side_effects = every(argument, |_| true);
        if side_effects.iter().any(|node| node.kind() == "call") && !self.is_plain_dict(argument) {
            return None;
        }
        let value = self.value(argument).ok()?;
        super::hook::named(&value).filter(|name| !name.is_empty())
    }

    fn is_plain_dict(&self, argument: Node<'t>) -> bool {
        let function = argument.child_by_field_name("function");
        function.is_some_and(|function| self.text(function) == "dict")
            && every(argument, |_| true)
                .iter()
                .filter(|node| node.kind() == "call")
                .count()
                == 1
    }

    /// Lists, dictionaries and classes the code names may be changed by it, also in functions of this
    /// module that it names.
    fn touch(&mut self, node: Node<'t>, seen: &mut HashSet<usize>) {
        if !seen.insert(node.id()) {
            return;
        }
        let mut functions = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            // The registry takes a copy of what it gets.
            if self.registering(node).is_some() {
                continue;
            }
            if node.kind() == "identifier" {
                match self.known(self.text(node)) {
                    Some(Object::Function(function)) => functions.push(function),
                    Some(object) => object.hand_over(),
                    None => {}
                }
            }
            open.extend(Self::children(node));
        }
        for function in functions {
            self.touch(function, seen);
        }
    }
}

/// A node and those below it, as far as `into` lets the search in.
pub(super) fn every<'t>(node: Node<'t>, into: impl Fn(Node<'t>) -> bool) -> Vec<Node<'t>> {
    let mut all = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        all.push(node);
        if into(node) {
            let mut cursor = node.walk();
            open.extend(node.named_children(&mut cursor));
        }
    }
    all
}

/// Whether names bound in a node are names of its own.
pub(super) fn opens_scope(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "function_definition"
            | "lambda"
            | "class_definition"
            | "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression"
    )
}

fn leaves(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "return_statement" | "raise_statement" | "break_statement" | "continue_statement"
    )
}

/// The names a node itself binds.
fn bound_by(node: Node<'_>) -> Vec<Node<'_>> {
    let targets: Vec<Node<'_>> = match node.kind() {
        "assignment" | "augmented_assignment" | "for_statement" => {
            node.child_by_field_name("left").into_iter().collect()
        }
        "named_expression" | "function_definition" | "class_definition" => {
            node.child_by_field_name("name").into_iter().collect()
        }
        "as_pattern_target" | "delete_statement" | "case_pattern" | "global_statement" => {
            vec![node]
        }
        "except_clause" => node.child_by_field_name("alias").into_iter().collect(),
        "import_statement" | "import_from_statement" => {
            let mut cursor = node.walk();
            let names = node.children_by_field_name("name", &mut cursor);
            let bound = names.filter_map(|name| {
                let alias = name.child_by_field_name("alias");
                alias.or_else(|| name.named_child(0))
            });
            bound.collect()
        }
        _ => Vec::new(),
    };
    let names = targets.into_iter().flat_map(|target| {
        // `x.y = 1` and `x[y] = 1` bind nothing.
        every(target, |inner| {
            !matches!(inner.kind(), "attribute" | "subscript")
        })
    });
    names.filter(|inner| inner.kind() == "identifier").collect()
}
