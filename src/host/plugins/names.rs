//! What the names of a Python module stand for, as far as the text alone tells.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

/// Where a name is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The module itself.
    Module,
    /// The hook's own body.
    Hook,
    /// Another function, class or comprehension.
    Other,
}

/// One binding of a name.
#[derive(Clone, Copy)]
struct Binding<'t> {
    scope: Scope,
    /// What is bound, where it is one plain statement that always runs.
    value: Option<Node<'t>>,
    /// Where it stands.
    at: usize,
}

/// A node with the two above it.
#[derive(Clone, Copy)]
struct Way<'t> {
    node: Node<'t>,
    parent: Option<Node<'t>>,
    above: Option<Node<'t>>,
}

/// Every binding and every use of every name.
pub(super) struct Names<'t> {
    source: &'t str,
    /// The method that takes a copy of its argument.
    method: &'t str,
    bindings: HashMap<&'t str, Vec<Binding<'t>>>,
    /// Uses that may change what a name holds.
    touched: HashSet<&'t str>,
    /// Imported names: what they are called where they come from (`textwrap.dedent`).
    imports: HashMap<&'t str, String>,
    /// The last `from x import *`.
    wildcard: Option<usize>,
}

impl<'t> Names<'t> {
    /// Looks through a whole module; `hook` is the function whose own names matter, `method` what
    /// it calls with copies of its arguments.
    pub(super) fn of(
        source: &'t str,
        root: Node<'t>,
        hook: Option<Node<'t>>,
        method: &'t str,
    ) -> Self {
        let mut names = Self {
            source,
            method,
            bindings: HashMap::new(),
            touched: HashSet::new(),
            imports: HashMap::new(),
            wildcard: None,
        };
        // Asking a node for its parent is a search from the root, so the way down is kept.
        let mut open = vec![(
            Way {
                node: root,
                parent: None,
                above: None,
            },
            Scope::Module,
            true,
        )];
        while let Some((way, scope, straight)) = open.pop() {
            let (scope, straight) = names.enter(way, scope, straight, hook);
            let mut cursor = way.node.walk();
            open.extend(way.node.named_children(&mut cursor).map(|node| {
                let below = Way {
                    node,
                    parent: Some(way.node),
                    above: way.parent,
                };
                (below, scope, straight)
            }));
        }
        names
    }

    fn enter(
        &mut self,
        way: Way<'t>,
        scope: Scope,
        straight: bool,
        hook: Option<Node<'t>>,
    ) -> (Scope, bool) {
        let node = way.node;
        match node.kind() {
            "function_definition" | "class_definition" => {
                let value = (straight && node.kind() == "function_definition").then_some(node);
                if let Some(name) = node.child_by_field_name("name") {
                    self.bind(name, scope, value);
                }
                let own = hook.is_some_and(|hook| hook.id() == node.id());
                return match own {
                    true => (Scope::Hook, true),
                    false => (Scope::Other, false),
                };
            }
            "lambda"
            | "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression" => return (Scope::Other, false),
            "parameters" => self.bind_all(node, scope),
            // An inner assignment of a chain comes by itself, and is as straight as the outer one.
            "assignment" => {
                self.assignment(way, scope, straight);
                return (scope, straight);
            }
            "augmented_assignment" | "for_statement" => self.target(node, "left", scope),
            "named_expression" => self.target(node, "name", scope),
            "as_pattern_target" | "delete_statement" | "case_pattern" | "for_in_clause" => {
                self.bind_all(node, scope);
            }
            "global_statement" | "nonlocal_statement" => self.bind_all(node, Scope::Module),
            "import_statement" | "import_from_statement" => {
                self.import(node, scope, straight);
            }
            "identifier" => self.used(way),
            "module" | "block" | "expression_statement" => return (scope, straight),
            // The body of these always runs, at least to its first failing statement.
            "try_statement" | "with_statement" => return (scope, straight),
            _ => {}
        }
        (scope, false)
    }

    fn assignment(&mut self, way: Way<'t>, scope: Scope, straight: bool) {
        let node = way.node;
        let Some(left) = node.child_by_field_name("left") else {
            return;
        };
        let mut value = node.child_by_field_name("right");
        while let Some(next) = value.filter(|value| value.kind() == "assignment") {
            value = next.child_by_field_name("right");
        }
        match (left.kind(), value) {
            // An annotation alone binds nothing.
            ("identifier", None) => {}
            ("identifier", value) => self.bind(left, scope, value.filter(|_| straight)),
            _ => self.target(node, "left", scope),
        }
    }

    /// Names in a target are bound to something unknown; `x[...]` and `x.y` change `x`.
    fn target(&mut self, node: Node<'t>, field: &str, scope: Scope) {
        if let Some(target) = node.child_by_field_name(field) {
            self.bind_all(target, scope);
        }
    }

    fn bind_all(&mut self, node: Node<'t>, scope: Scope) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if node.kind() == "identifier" {
                self.bind(node, scope, None);
                continue;
            }
            let mut cursor = node.walk();
            open.extend(node.named_children(&mut cursor));
        }
    }

    fn import(&mut self, node: Node<'t>, scope: Scope, straight: bool) {
        let module = node.child_by_field_name("module_name");
        let from = module.map(|module| self.text(module));
        let mut cursor = node.walk();
        for name in node.children_by_field_name("name", &mut cursor) {
            let (whole, bound) = match name.kind() {
                "aliased_import" => (
                    name.child_by_field_name("name"),
                    name.child_by_field_name("alias"),
                ),
                // `import a.b` binds `a`.
                _ => (Some(name), name.named_child(0)),
            };
            let (Some(whole), Some(bound)) = (whole, bound) else {
                continue;
            };
            self.bind(bound, scope, None);
            if straight && matches!(scope, Scope::Module | Scope::Hook) {
                let whole = self.text(whole);
                let path = match from {
                    Some(from) => format!("{from}.{whole}"),
                    None => whole.to_owned(),
                };
                self.imports.insert(self.text(bound), path);
            }
        }
        let mut cursor = node.walk();
        if node
            .named_children(&mut cursor)
            .any(|child| child.kind() == "wildcard_import")
        {
            self.wildcard = Some(node.start_byte());
        }
    }

    fn bind(&mut self, name: Node<'t>, scope: Scope, value: Option<Node<'t>>) {
        let at = name.start_byte();
        self.bindings
            .entry(self.text(name))
            .or_default()
            .push(Binding { scope, value, at });
    }

    /// Notes a use that may change a list or a dictionary: everything but standing as a value.
    fn used(&mut self, way: Way<'t>) {
        let (node, Some(parent)) = (way.node, way.parent) else {
            return;
        };
        let quiet = match parent.kind() {
            "argument_list" => way.above.is_some_and(|call| {
                let function = call.child_by_field_name("function");
                let called =
                    function.and_then(|function| function.child_by_field_name("attribute"));
                called.is_some_and(|called| self.text(called) == self.method)
            }),
            // Another name for the same list or dictionary.
            "assignment" => parent.child_by_field_name("left") == Some(node),
            "attribute"
            | "subscript"
            | "keyword_argument"
            | "return_statement"
            | "list_splat"
            | "yield"
            | "delete_statement"
            | "augmented_assignment" => false,
            _ => true,
        };
        if !quiet {
            self.touched.insert(self.text(node));
        }
    }

    /// What a name stands for at `at` in the hook, when it is bound once, by a plain statement.
    pub(super) fn value(&self, name: &str, at: usize) -> Option<Node<'t>> {
        let all = self.bindings.get(name)?;
        let own: Vec<_> = all.iter().filter(|one| one.scope == Scope::Hook).collect();
        let scope = if own.is_empty() {
            let module = all.iter().filter(|one| one.scope == Scope::Module);
            module.collect()
        } else {
            own
        };
        let [one] = scope.as_slice() else {
            return None;
        };
        let late = one.scope == Scope::Hook && one.at > at;
        let hidden = one.scope == Scope::Module && self.wildcard.is_some_and(|at| at > one.at);
        if late || hidden { None } else { one.value }
    }

    /// The last function of this name in the module, or `Err` when the name may be anything else;
    /// `None` when the module does not bind it at all.
    pub(super) fn function(&self, name: &str) -> Option<Result<Node<'t>, usize>> {
        let all = self.bindings.get(name)?;
        let module = all.iter().filter(|one| one.scope == Scope::Module);
        let mut module: Vec<_> = module.collect();
        module.sort_by_key(|one| one.at);
        let last = module.last()?;
        let plain = |node: &Node<'t>| node.kind() == "function_definition";
        let all_plain = module
            .iter()
            .all(|one| one.value.as_ref().is_some_and(plain));
        Some(match last.value {
            Some(node) if all_plain => Ok(node),
            _ => Err(last.at),
        })
    }

    /// Whether a list or dictionary of this name may have been changed after it was written.
    pub(super) fn may_change(&self, name: &str) -> bool {
        self.touched.contains(name)
    }

    /// Whether a name is bound by the module or the hook.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.bindings
            .get(name)
            .is_some_and(|all| all.iter().any(|one| one.scope != Scope::Other))
    }

    /// Whether a name in the hook is only ever what loops set it to.
    pub(super) fn binds_of_hook(&self, name: &str) -> usize {
        let all = self
            .bindings
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default();
        all.iter().filter(|one| one.scope == Scope::Hook).count()
    }

    /// What a name is called where it comes from: `textwrap.dedent`.
    pub(super) fn imported(&self, name: &str) -> Option<&str> {
        let once = self.bindings.get(name).is_some_and(|all| all.len() == 1);
        self.imports.get(name).map(String::as_str).filter(|_| once)
    }

    /// The whole module.
    pub(super) fn source(&self) -> &'t str {
        self.source
    }

    /// The text of a node.
    pub(super) fn text(&self, node: Node<'t>) -> &'t str {
        &self.source[node.byte_range()]
    }
}
