//! Skills that `npx skills -g` installed for all projects say so.

use super::harness::{Bench, skill};

/// The name that git gives a tree of this one file.
const HASH: &str = "680c78960486ceca0453075cc310f40c1c4054ac";

#[test]
fn a_skill_of_all_projects_tells_where_it_came_from() {
    let text = skill("alpha", "Does alpha. Use it for that.");
    let mut bench = Bench::new(&[("../home/.agents/skills/alpha/SKILL.md", &text)]);
    let lock = format!(
        "{{\"version\": 3, \"skills\": {{\"alpha\": {{\"source\": \"owner/repo\", \"sourceType\": \
         \"github\", \"skillPath\": \"SKILL.md\", \"skillFolderHash\": \"{HASH}\"}}}}}}"
    );
    bench.write("../home/.agents/.skill-lock.json", &lock);
    bench.keys("Hcodex<Enter>g5");
    bench
        .shows("installed from owner/repo")
        .shows("by npx skills, which also updates it")
        .shows("as it was installed");
}
