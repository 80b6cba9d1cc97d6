//! The YAML engine against recorded readers, against the faults people make, and against anything at all.

use skillkiln::skill::yaml::{Kind, Node};

mod faults;
mod javascript;
mod properties;
mod recorded;
mod salvage;
mod types;

/// Keys and values as `{key=value|key=value}`, items as `[a,b]`, tags as `<tag>`.
fn shape(node: &Node) -> String {
    let tag = match node.tag.as_deref() {
        None | Some("!") => String::new(),
        Some(tag) => format!("<{}>", tag.replace("tag:yaml.org,2002:", "!!")),
    };
    let text = match &node.kind {
        Kind::Scalar { value, .. } => value.clone(),
        Kind::Alias(name) => format!("*{name}"),
        Kind::Sequence { items, .. } => {
            format!(
                "[{}]",
                items.iter().map(shape).collect::<Vec<_>>().join(",")
            )
        }
        Kind::Mapping { entries, .. } => {
            let entries = entries
                .iter()
                .map(|entry| format!("{}={}", shape(&entry.key), shape(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join("|"))
        }
    };
    tag + &text
}
