//! The README names every host, its version, and how what is said of it was established.

use skillkiln::host::Profiles;
use skillkiln::host::profile::{Established, Profile};

/// Where a host keeps skills, the strongest folder first, as people write it.
fn folders(profile: &Profile) -> String {
    let patterns = profile.layer.iter().rev().filter_map(|layer| {
        let path = layer.path.as_deref()?;
        Some(match &layer.walk.within {
            Some(within) => format!("{path}/*/{}", within.folder),
            None => path.to_owned(),
        })
    });
    let mut shown: Vec<String> = Vec::new();
    for pattern in patterns {
        let variable = profile.variable.iter().find_map(|variable| {
            let rest = pattern.strip_prefix(&format!("{{{}}}", variable.name))?;
            Some(format!("{}{rest}", variable.default))
        });
        let path = variable.unwrap_or(pattern);
        let path = path.replace("{project}/", "").replace("{home}", "~");
        let path = path.replace("{project}", ".");
        let path = format!("`{path}`");
        if !shown.contains(&path) {
            shown.push(path);
        }
    }
    match shown.split_at_checked(4) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => shown.join(", "),
    }
}

fn row(profile: &Profile) -> String {
    let how = match profile.established {
        Established::Recorded => "recorded",
        Established::Documents => "documents",
    };
    format!(
        "| `{}` | {} | {} | {how} | {} |\n",
        profile.id,
        profile.title,
        profile.version,
        folders(profile)
    )
}

const OPEN: &str = "<!-- hosts -->\n";
const CLOSE: &str = "<!-- /hosts -->";
const HEAD: &str = "| id | runtime | version | established | where it looks, the strongest first |\n|---|---|---|---|---|\n";

/// Run with `SKILLKILN_WRITE_README=1` to write them.
#[test]
fn the_hosts_in_the_readme_are_those_of_the_profiles() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(OPEN).expect("the opening mark");
    let (hosts, after) = rest.split_once(CLOSE).expect("the closing mark");
    let rows: String = Profiles::bundled().iter().map(row).collect();
    let wanted = format!("{HEAD}{rows}");
    if std::env::var_os("SKILLKILN_WRITE_README").is_some() {
        let fresh = format!("{before}{OPEN}{wanted}{CLOSE}{after}");
        std::fs::write(path, fresh).expect("written");
        return;
    }
    assert_eq!(
        hosts, wanted,
        "stale: SKILLKILN_WRITE_README=1 cargo test --test world readme"
    );
}
