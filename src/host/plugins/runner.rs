//! Follows the statements of a module and of its hook, without running anything: what is known stays
//! known, what is not makes everything it touches unknown too.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use super::files::Files;
use super::hook::{Call, Registered};
use super::object::Object;
use crate::host::read::text::Text;

/// Steps followed in one module; code that takes more is not followed to its end.
const STEPS: usize = 20_000;

/// Levels of expressions, blocks and calls.
const DEEP: usize = 90;

pub(super) const MAYBE_LEFT: &str = "the function may have returned before";
pub(super) const IN_A_BRANCH: &str = "it depends on a condition";
pub(super) const OTHER_USE: &str = "the registry is handed on to other code";

/// Why following ends before the code does.
pub(super) enum Stop {
    /// The code raises this error.
    Raise(String),
    /// The code goes on, and is not followed.
    Lost(&'static str),
}

/// What following a piece of code gives.
pub(super) type Run<T> = Result<T, Stop>;

/// How a statement ends.
pub(super) enum Flow<'t> {
    Next,
    Return(Object<'t>),
    Break,
    Continue,
}

/// The names of a module, a class or a running function.
pub(super) struct Frame<'t> {
    pub(super) id: usize,
    /// The frame a function was written in.
    pub(super) outer: usize,
    pub(super) names: HashMap<&'t str, Object<'t>>,
    /// Names that belong to the module.
    pub(super) global: HashSet<&'t str>,
    /// Names that are the function's own wherever it binds them.
    pub(super) local: HashSet<&'t str>,
    /// The body of a class, whose names its functions do not see.
    pub(super) class: bool,
}

/// The frame of the module.
pub(super) const MODULE: usize = 0;

pub(super) struct Runner<'a, 't> {
    pub(super) source: &'t str,
    pub(super) text: &'a Text<'a>,
    pub(super) method: &'a str,
    pub(super) files: &'a Files<'a>,
    pub(super) frames: Vec<Frame<'t>>,
    /// Where functions were written that are not of the module itself: node id and frame.
    pub(super) written_in: HashMap<usize, usize>,
    /// Names may come from `from x import *`.
    pub(super) wildcard: bool,
    pub(super) out: Registered,
    /// Set once later statements may not run at all.
    pub(super) unsure: Option<&'static str>,
    frames_made: usize,
    steps: usize,
    deep: usize,
}

impl<'a, 't> Runner<'a, 't> {
    pub(super) fn new(
        source: &'t str,
        text: &'a Text<'a>,
        method: &'a str,
        files: &'a Files<'a>,
    ) -> Self {
        let mut runner = Self {
            source,
            text,
            method,
            files,
            frames: Vec::new(),
            written_in: HashMap::new(),
            wildcard: false,
            out: Registered::default(),
            unsure: None,
            frames_made: 0,
            steps: 0,
            deep: 0,
        };
        runner.open(MODULE);
        for (name, value) in [
            ("__name__", Object::Named(Rc::from("__name__"))),
            ("__file__", Object::text(files.source)),
        ] {
            runner.frames[0].names.insert(name, value);
        }
        runner
    }

    /// Opens a frame; it is closed by popping it.
    pub(super) fn open(&mut self, outer: usize) {
        self.frames.push(Frame {
            id: self.frames_made,
            outer,
            names: HashMap::new(),
            global: HashSet::new(),
            local: HashSet::new(),
            class: false,
        });
        self.frames_made += 1;
    }

    pub(super) fn frame(&mut self) -> &mut Frame<'t> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn text(&self, node: Node<'t>) -> &'t str {
        &self.source[node.byte_range()]
    }

    pub(super) fn children(node: Node<'t>) -> Vec<Node<'t>> {
        let mut cursor = node.walk();
        let children = node.named_children(&mut cursor);
        children.filter(|child| child.kind() != "comment").collect()
    }

    /// One step, one level deeper.
    pub(super) fn enter<T>(&mut self, work: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Stop::Lost("there is too much code to follow"));
        }
        if self.deep >= DEEP {
            return Err(Stop::Lost("the code is nested too deep to follow"));
        }
        self.deep += 1;
        let done = work(self);
        self.deep -= 1;
        done
    }

    /// Tells something the registry gets, or may get, that is not known.
    pub(super) fn computed(&mut self, node: Node<'t>, name: Option<String>, why: &'static str) {
        let span = self.text.in_file(node.byte_range());
        self.out.calls.push(Call::Computed { name, span, why });
    }

    /// Binds a name in the current frame.
    pub(super) fn bind(&mut self, name: &'t str, value: Object<'t>) {
        let module = self.frame().global.contains(name);
        let value = match module && self.unsure.is_some() {
            true => Object::Unknown,
            false => value,
        };
        let frame = match module {
            true => &mut self.frames[0],
            false => self.frame(),
        };
        frame.names.insert(name, value);
    }

    /// Statements one after the other.
    pub(super) fn block(&mut self, block: Node<'t>) -> Run<Flow<'t>> {
        for statement in Self::children(block) {
            match self.enter(|runner| runner.statement(statement))? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, node: Node<'t>) -> Run<Flow<'t>> {
        let field = |name| node.child_by_field_name(name);
        match node.kind() {
            "pass_statement" | "future_import_statement" => {}
            "break_statement" => return Ok(Flow::Break),
            "continue_statement" => return Ok(Flow::Continue),
            "return_statement" => {
                let value = match node.named_child(0) {
                    Some(value) => self.value(value)?,
                    None => Object::None,
                };
                return Ok(Flow::Return(value));
            }
            "raise_statement" => {
                let what = node.named_child(0).map_or("", |what| self.text(what));
                let what = what.split('(').next().unwrap_or_default().trim();
                return Err(Stop::Raise(match what {
                    "" => "it raises an error".to_owned(),
                    what => format!("it raises {what}"),
                }));
            }
            "expression_statement" => {
                for expression in Self::children(node) {
                    self.value(expression)?;
                }
            }
            "global_statement" => {
                for name in Self::children(node) {
                    let name = self.text(name);
                    self.frame().global.insert(name);
                }
            }
            "nonlocal_statement" => {
                // Who sees the new value, and when, is not followed.
                for name in Self::children(node) {
                    let name = self.text(name);
                    for frame in &mut self.frames[1..] {
                        if let Some(value) = frame.names.get_mut(name) {
                            *value = Object::Unknown;
                        }
                    }
                }
            }
            "import_statement" | "import_from_statement" => self.import(node),
            "function_definition" => self.define(node, Object::Function(node)),
            "class_definition" => self.class(node)?,
            "decorated_definition" => self.decorated(node)?,
            "if_statement" => return self.branch(node),
            "for_statement" => return self.for_loop(node),
            "while_statement" => {
                let known = field("condition").map(|condition| self.value(condition));
                if known.transpose()?.and_then(|value| value.truth()) != Some(false) {
                    self.give_up(node);
                }
            }
            "with_statement" => return self.with(node),
            "try_statement" => return self.attempt(node),
            "assert_statement" => {
                let known = node.named_child(0).map(|claim| self.value(claim));
                if known.transpose()?.and_then(|value| value.truth()) == Some(false) {
                    return Err(Stop::Raise("it raises AssertionError".to_owned()));
                }
            }
            _ => self.give_up(node),
        }
        Ok(Flow::Next)
    }

    fn define(&mut self, node: Node<'t>, value: Object<'t>) {
        let frame = match self.frame() {
            own if own.class => own.outer,
            own => own.id,
        };
        if frame != MODULE {
            self.written_in.insert(node.id(), frame);
        }
        if let Some(name) = node.child_by_field_name("name") {
            self.bind(self.text(name), value);
        }
    }

    /// A class: its body runs, what it binds are the attributes.
    fn class(&mut self, node: Node<'t>) -> Run<()> {
        let body = node.child_by_field_name("body");
        let based = node.child_by_field_name("superclasses");
        let based = based.is_some_and(|bases| !Self::children(bases).is_empty());
        let outer = self.frame().id;
        self.open(outer);
        self.frame().class = true;
        let done = body.map_or(Ok(Flow::Next), |body| self.block(body));
        let frame = self.frames.pop();
        done?;
        // A base may make something else of them (`Enum`).
        let names = frame.filter(|_| !based).map(|frame| frame.names);
        let attributes = names.unwrap_or_default().into_iter().collect();
        let class = Object::Class(Rc::new(RefCell::new(attributes)));
        self.define(node, class);
        Ok(())
    }

    /// A static method is a function; what other decorators make is not known.
    fn decorated(&mut self, node: Node<'t>) -> Run<()> {
        let Some(inner) = node.child_by_field_name("definition") else {
            return Ok(());
        };
        let children = Self::children(node);
        let decorators = children
            .iter()
            .filter(|child| child.kind() == "decorator")
            .map(|decorator| self.text(*decorator));
        let plain = decorators
            .collect::<Vec<_>>()
            .iter()
            .all(|text| text.trim_start_matches('@').trim() == "staticmethod");
        match (plain, inner.kind()) {
            (true, "function_definition") => self.define(inner, Object::Function(inner)),
            _ => {
                self.give_up(inner);
                self.define(inner, Object::Unknown);
            }
        }
        Ok(())
    }

    fn branch(&mut self, node: Node<'t>) -> Run<Flow<'t>> {
        let mut clauses = vec![node];
        let mut cursor = node.walk();
        clauses.extend(node.children_by_field_name("alternative", &mut cursor));
        for (at, clause) in clauses.iter().enumerate() {
            let condition = clause.child_by_field_name("condition");
            let truth = match condition {
                Some(condition) => self.value(condition)?.truth(),
                None => Some(true),
            };
            let body = clause
                .child_by_field_name("consequence")
                .or_else(|| clause.child_by_field_name("body"));
            match (truth, body) {
                (Some(true), Some(body)) => return self.block(body),
                (Some(_), _) => {}
                (None, _) => {
                    // One of the clauses from here on runs.
                    match at {
                        0 => self.give_up(node),
                        at => clauses[at..].iter().for_each(|rest| self.give_up(*rest)),
                    }
                    return Ok(Flow::Next);
                }
            }
        }
        Ok(Flow::Next)
    }

    fn for_loop(&mut self, node: Node<'t>) -> Run<Flow<'t>> {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(right), Some(body)) = (field("left"), field("right"), field("body"))
        else {
            return Ok(Flow::Next);
        };
        let plain = !self.text(node).starts_with("async");
        let items = self.value(right)?.items().filter(|_| plain);
        let Some(items) = items else {
            self.give_up(node);
            return Ok(Flow::Next);
        };
        for item in items {
            self.assign(left, item)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
        match field("alternative").and_then(|clause| clause.child_by_field_name("body")) {
            Some(body) => self.block(body),
            None => Ok(Flow::Next),
        }
    }

    fn with(&mut self, node: Node<'t>) -> Run<Flow<'t>> {
        let clause = Self::children(node)
            .into_iter()
            .find(|child| child.kind() == "with_clause");
        for item in clause.map(Self::children).unwrap_or_default() {
            let Some(value) = item.child_by_field_name("value") else {
                continue;
            };
            match (value.kind(), value.named_child(0)) {
                ("as_pattern", Some(object)) => {
                    let object = match self.value(object)? {
                        file @ Object::File(_) => file,
                        other => {
                            other.hand_over();
                            Object::Unknown
                        }
                    };
                    let alias = value.child_by_field_name("alias");
                    if let Some(target) = alias.and_then(|alias| alias.named_child(0)) {
                        self.assign(target, object)?;
                    }
                }
                _ => drop(self.value(value)?),
            }
        }
        match node.child_by_field_name("body") {
            Some(body) => self.block(body),
            None => Ok(Flow::Next),
        }
    }

    /// The body of a `try` is followed; what its other clauses do depends on how that went.
    fn attempt(&mut self, node: Node<'t>) -> Run<Flow<'t>> {
        let mut ended = Ok(Flow::Next);
        for clause in Self::children(node) {
            match clause.kind() {
                "block" => {
                    let frames = self.frames.len();
                    ended = self.block(clause);
                    self.frames.truncate(frames);
                }
                "else_clause" => {
                    if let (Ok(Flow::Next), Some(body)) =
                        (&ended, clause.child_by_field_name("body"))
                    {
                        ended = self.block(body);
                    }
                }
                "finally_clause" => {
                    if let Some(body) = Self::children(clause).first() {
                        match self.block(*body)? {
                            Flow::Next => {}
                            flow => return Ok(flow),
                        }
                    }
                }
                _ => {
                    self.give_up(clause);
                    if matches!(ended, Err(Stop::Raise(_))) {
                        ended = Ok(Flow::Next);
                    }
                }
            }
        }
        ended
    }

    fn import(&mut self, node: Node<'t>) {
        let module = node.child_by_field_name("module_name");
        let from = module.map(|module| self.text(module));
        let mut cursor = node.walk();
        let names: Vec<_> = node.children_by_field_name("name", &mut cursor).collect();
        for name in names {
            let whole = name.child_by_field_name("name").unwrap_or(name);
            let alias = name.child_by_field_name("alias");
            let path = self.text(whole);
            // `import a.b` binds `a`.
            let first = path.split('.').next().unwrap_or(path);
            let (bound, path) = match (alias, from) {
                (Some(alias), None) => (self.text(alias), path.to_owned()),
                (None, None) => (first, first.to_owned()),
                (alias, Some(from)) => (
                    alias.map_or(path, |alias| self.text(alias)),
                    format!("{from}.{path}"),
                ),
            };
            self.bind(bound, Object::Named(Rc::from(path)));
        }
        let all = |child: &Node<'t>| child.kind() == "wildcard_import";
        if Self::children(node).iter().any(all) {
            self.wildcard = true;
            // It may stand for any name that was there before.
            for value in self.frames[0].names.values_mut() {
                *value = Object::Unknown;
            }
        }
    }

    /// Binds what stands left of `=`.
    pub(super) fn assign(&mut self, target: Node<'t>, value: Object<'t>) -> Run<()> {
        match target.kind() {
            "identifier" => self.bind(self.text(target), value),
            "parenthesized_expression" | "as_pattern_target" => {
                if let Some(inner) = target.named_child(0) {
                    self.assign(inner, value)?;
                }
            }
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list"
            | "expression_list" => {
                let targets = Self::children(target);
                let starred = |node: &Node<'t>| node.kind().contains("splat");
                let items = value.items().filter(|_| !targets.iter().any(starred));
                if let Some(items) = &items
                    && items.len() != targets.len()
                {
                    return Err(Stop::Raise("it raises ValueError".to_owned()));
                }
                for (at, target) in targets.into_iter().enumerate() {
                    let item = items.as_ref().and_then(|items| items.get(at).cloned());
                    self.assign(target, item.unwrap_or_default())?;
                }
            }
            "subscript" => self.set_item(target, value)?,
            "attribute" => {
                if let Some(object) = target.child_by_field_name("object") {
                    self.value(object)?.hand_over();
                    self.give_away(target, &value);
                }
            }
            _ => {
                for inner in Self::children(target) {
                    self.assign(inner, Object::Unknown)?;
                }
            }
        }
        Ok(())
    }

    fn set_item(&mut self, target: Node<'t>, value: Object<'t>) -> Run<()> {
        let part = |name| target.child_by_field_name(name);
        let (Some(object), Some(key)) = (part("value"), part("subscript")) else {
            return Ok(());
        };
        let object = self.value(object)?;
        let key = self.value(key)?;
        match &object {
            Object::Dict(table)
                if self.unsure.is_none() && !value.holds(&object) && !key.holds(&object) =>
            {
                table.borrow_mut().put(key, value);
            }
            _ => {
                object.hand_over();
                self.give_away(target, &value);
            }
        }
        Ok(())
    }

    /// Something leaves for code that is not followed.
    pub(super) fn give_away(&mut self, node: Node<'t>, value: &Object<'t>) {
        if value.holds(&Object::Registry) {
            self.computed(node, None, OTHER_USE);
        }
        value.hand_over();
    }
}
