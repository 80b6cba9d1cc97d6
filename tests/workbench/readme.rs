//! The keys in the README are those of the table.

use std::fs;
use std::path::Path;

use skillkiln::workbench::app::commands::readme;

const OPEN: &str = "<!-- keys -->\n";
const CLOSE: &str = "<!-- /keys -->";

/// Run with `SKILLKILN_WRITE_README=1` to write them.
#[test]
fn the_keys_in_the_readme_are_those_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&path).expect("README.md");
    let (before, rest) = text.split_once(OPEN).expect("the opening mark");
    let (keys, after) = rest.split_once(CLOSE).expect("the closing mark");
    if std::env::var_os("SKILLKILN_WRITE_README").is_some() {
        let fresh = format!("{before}{OPEN}{}{CLOSE}{after}", readme());
        fs::write(&path, fresh).expect("written");
        return;
    }
    assert_eq!(
        keys,
        readme(),
        "stale: SKILLKILN_WRITE_README=1 cargo test --test workbench readme"
    );
}
