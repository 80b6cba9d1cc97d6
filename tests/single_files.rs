//! Hosts whose skills are single files, before folders of other hosts.

#![allow(clippy::unwrap_used)]

use skillkiln::host::{Cache, FileTree, Place, Profiles, survey};

#[test]
fn a_folder_skill_is_told_once_and_what_lies_beside_it_is_no_skill() {
    let mut tree = FileTree::new();
    for path in ["review/SKILL.md", "review/references/a.md", "deep/er/b.md"] {
        tree.set_file(&format!("/p/.replio/skills/{path}"), &b"text"[..]);
    }
    let profiles = Profiles::bundled();
    let place = Place {
        project: "/p".into(),
        home: "/home/me".into(),
        ..Place::default()
    };
    let replio = profiles.get("replio").unwrap();
    let found = survey(replio, &tree, &place, &mut Cache::default());
    let told: Vec<_> = found
        .not_loaded
        .iter()
        .map(|one| (&*one.path, one.why.code))
        .collect();
    let expected = [
        ("/p/.replio/skills/deep/er/b.md", "depth"),
        ("/p/.replio/skills/review/SKILL.md", "folder"),
    ];
    assert_eq!(told, expected);
}
