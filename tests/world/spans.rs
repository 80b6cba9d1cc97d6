//! Where readings point, and which host a project shows signs of.

use skillkiln::host::{FileTree, Profiles, read_file};

use crate::HOSTS;
use crate::common::{bytes, cases};
use crate::ground::{host, place};

#[test]
fn every_fault_and_field_points_into_the_file() {
    for known in HOSTS {
        let host = host(known.id);
        // Kilo's own recordings hold no files; it reads as OpenCode does.
        let from = if known.read { known.id } else { "opencode" };
        for case in cases(&format!("world/{from}/read.json")) {
            let bytes = bytes(&case);
            let reading = read_file(&host, &bytes, "demo");
            let dropped = reading.dropped.iter().filter_map(|why| why.at.clone());
            for span in dropped.chain(reading.spans.values()) {
                let what = format!("{span:?} in {} {}", known.id, case["id"]);
                assert!(span.start <= span.end && span.end <= bytes.len(), "{what}");
                if let Ok(text) = std::str::from_utf8(&bytes) {
                    assert!(text.get(span).is_some(), "{what}");
                }
            }
        }
    }
}

#[test]
fn folders_that_many_hosts_share_choose_none_of_them() {
    let profiles = Profiles::bundled();
    let detected = |folder: &str| -> Vec<String> {
        let mut tree = FileTree::new();
        tree.set_file(&format!("/W/P/{folder}/demo/SKILL.md"), b"".to_vec());
        let found = profiles.detected(&tree, &place("/W/P"));
        found.into_iter().map(|host| host.id.clone()).collect()
    };
    assert_eq!(detected(".agents/skills"), ["agentskills"]);
    assert_eq!(detected(".claude/skills"), ["claude-code"]);
    assert_eq!(detected(".codex/skills"), ["codex"]);
    assert_eq!(detected(".kilo/skills"), ["kilo"]);
}
