//! What aliases stand for.

use std::collections::HashMap;

use super::{Kind, Node};

/// The node each alias of a tree stands for. A name may be given more than once: an alias means the
/// last one before it.
pub struct Anchors<'a> {
    targets: HashMap<usize, &'a Node>,
}

impl<'a> Anchors<'a> {
    /// Finds the aliases of `root`.
    pub fn of(root: &'a Node) -> Self {
        let mut named: HashMap<&str, &Node> = HashMap::new();
        let mut targets = HashMap::new();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if let Some(anchor) = &node.anchor {
                named.insert(anchor, node);
            }
            match &node.kind {
                Kind::Alias(name) => {
                    if let Some(target) = named.get(name.as_str()) {
                        targets.insert(node.span.start, *target);
                    }
                }
                Kind::Sequence { items, .. } => open.extend(items.iter().rev()),
                Kind::Mapping { entries, .. } => {
                    let pairs = entries.iter().rev();
                    open.extend(pairs.flat_map(|entry| [&entry.value, &entry.key]));
                }
                Kind::Scalar { .. } => {}
            }
        }
        Self { targets }
    }

    /// The node itself, or what it stands for. Never an alias, unless its name is not known (which
    /// only a tolerant reading lets pass). What it stands for may hold the alias itself.
    pub fn target(&self, node: &'a Node) -> &'a Node {
        match node.kind {
            Kind::Alias(_) => self.targets.get(&node.span.start).copied().unwrap_or(node),
            _ => node,
        }
    }
}
