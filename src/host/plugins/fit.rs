//! Whether a plugin fits the runtime, as far as its manifest tells.

use serde_json::{Map, Value as Json};

use crate::host::profile::Plugins;

/// What a manifest asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The runtime refuses the plugin, and why.
    pub(super) refused: Option<String>,
    /// Needs that only the machine it runs on can tell about.
    pub(super) open: Vec<String>,
}

/// Judges a manifest against the version of the runtime that is described.
pub(super) fn fit(plugins: &Plugins, version: &str, manifest: &Map<String, Json>) -> Fit {
    let mut fit = Fit::default();
    let wanted = manifest.get(&plugins.wants).and_then(Json::as_str);
    if let Some(wanted) = wanted.filter(|wanted| !wanted.trim().is_empty()) {
        match allows(wanted, version) {
            Some(true) => {}
            Some(false) => {
                fit.refused = Some(format!("it wants version {wanted}, and this is {version}"));
            }
            None => fit.open.push(format!("{} {wanted}", plugins.wants)),
        }
    }
    for key in &plugins.needs {
        let needs = match manifest.get(key) {
            Some(Json::String(text)) => text.clone(),
            Some(Json::Array(items)) => {
                let items: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
                items.join(", ")
            }
            Some(Json::Object(entries)) => {
                let names: Vec<&str> = entries.keys().map(String::as_str).collect();
                names.join(", ")
            }
            _ => continue,
        };
        if !needs.trim().is_empty() {
            fit.open.push(format!("{key} {needs}"));
        }
    }
    fit
}

/// Whether a version satisfies constraints such as `>=0.30, <1`; `None` when they are written in a
/// way that is not known.
fn allows(constraints: &str, version: &str) -> Option<bool> {
    let version = numbers(version)?;
    let mut all = true;
    for constraint in constraints.split(',') {
        let constraint = constraint.trim();
        let at = constraint.find(|c: char| c.is_ascii_digit())?;
        let (operator, bound) = (constraint[..at].trim(), constraint[at..].trim());
        let (bound, any) = match bound.strip_suffix(".*") {
            Some(start) => (start, true),
            None => (bound, false),
        };
        let bound = numbers(bound)?;
        let longest = version.len().max(bound.len());
        let padded = |numbers: &[u64]| {
            let mut padded = numbers.to_vec();
            padded.resize(longest, 0);
            padded
        };
        let order = padded(&version).cmp(&padded(&bound));
        let starts = |length: usize| padded(&version).starts_with(&padded(&bound)[..length]);
        all &= match operator {
            "==" if any => starts(bound.len()),
            "!=" if any => !starts(bound.len()),
            _ if any => return None,
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            ">=" => order.is_ge(),
            ">" => order.is_gt(),
            "<=" => order.is_le(),
            "<" => order.is_lt(),
            "~=" if bound.len() > 1 => order.is_ge() && starts(bound.len() - 1),
            _ => return None,
        };
    }
    Some(all)
}

fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_judged_as_python_packages_write_them() {
        let judged = |constraints| allows(constraints, "0.36.0");
        for good in [
            ">=0.36",
            ">= 0.30, <1",
            "==0.36",
            "==0.36.*",
            "~=0.30",
            "!=0.35",
            "<=0.36.0",
        ] {
            assert_eq!(judged(good), Some(true), "{good}");
        }
        for bad in [
            ">0.36",
            "<0.36",
            "==0.36.1",
            "~=0.35.2",
            ">=0.30,<0.36",
            "!=0.36.*",
        ] {
            assert_eq!(judged(bad), Some(false), "{bad}");
        }
        for unknown in ["0.36", "^0.36", ">=0.x", "latest", ""] {
            assert_eq!(judged(unknown), None, "{unknown}");
        }
    }
}
