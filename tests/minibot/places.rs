//! Folders that links, `..` and odd values of the configuration lead to.

use crate::{host, place};
use skillkiln::host::{Cache, Fault, FileTree, Place, Survey, survey};

fn configured(tree: &FileTree, config: &str) -> Survey {
    let mut tree = tree.clone();
    tree.set_file("/CWD/config.toml", config.as_bytes());
    survey(&host(), &tree, &place(), &mut Cache::default())
}

/// The folders that are searched, the strongest first, without what MiniBot brings.
fn folders(found: &Survey) -> Vec<&str> {
    let paths = found.layers.iter().rev();
    paths.filter_map(|layer| layer.path.as_deref()).collect()
}

fn skills(paths: &str) -> String {
    format!("[tools.skills]\nnative = false\nwrite_path = \"\"\npaths = {paths}\n")
}

#[test]
fn two_dots_after_a_link_mean_the_parent_of_what_it_leads_to() {
    let mut tree = FileTree::new();
    tree.set_file("/X/deep/er/SKILL.md", &b""[..]);
    tree.set_link("/CWD/link", "/X/deep/er");
    let found = configured(
        &tree,
        &skills(r#"["link/..", "./link/../..", "gone/../rel"]"#),
    );
    assert_eq!(folders(&found), ["/X/deep", "/X", "/CWD/rel"]);
    let found = configured(&tree, "[tools.skills]\nwrite_path = \"link/../new\"\n");
    assert_eq!(folders(&found)[0], "/X/deep/new");
    // A link whose end no one has looked at yet still says where it leads.
    let mut tree = FileTree::new();
    tree.set_link("/CWD/link", "../far/away");
    let found = configured(&tree, &skills(r#"["link/../x", "link/y"]"#));
    assert_eq!(folders(&found), ["/far/x", "/far/away/y"]);
}

#[test]
fn a_folder_in_the_list_takes_the_place_of_the_usual_ones_whatever_it_is_called() {
    for name in ["no", "false", "0", "off", ""] {
        let found = configured(&FileTree::new(), &skills(&format!("[{name:?}]")));
        let path = if name.is_empty() {
            "/CWD".to_owned()
        } else {
            format!("/CWD/{name}")
        };
        assert_eq!(folders(&found), [path], "{name:?}");
    }
    let usual = configured(&FileTree::new(), &skills("[]"));
    assert_eq!(folders(&usual).len(), 4);
}

#[test]
fn the_root_of_the_disk_is_a_folder_too() {
    let found = configured(&FileTree::new(), "[tools.skills]\nwrite_path = \"/\"\n");
    assert_eq!(folders(&found)[0], "");
    assert!(found.layers.iter().next_back().unwrap().writable);
}

/// What is told of the configuration.
fn told(found: &Survey) -> Vec<&str> {
    let messages = found.faults.iter().map(|fault| match fault {
        Fault::Config { path, message } => {
            assert_eq!(path, "/CWD/config.toml");
            message.as_str()
        }
        other => panic!("{other}"),
    });
    messages.collect()
}

#[test]
fn what_the_configuration_cannot_mean_is_told_and_passed_over() {
    let tree = FileTree::new();
    let usual = configured(&tree, "");
    let table = |line: &str| format!("[tools.skills]\n{line}\n");
    for (line, message) in [
        (
            "paths = \"x\"",
            "`tools.skills.paths` must be a list of texts",
        ),
        (
            "paths = [\"x\", 3]",
            "`tools.skills.paths` must be a list of texts",
        ),
        (
            "native_disabled = \"create-skill\"",
            "`tools.skills.native_disabled` must be a list of texts",
        ),
        (
            "native = \"perhaps\"",
            "`tools.skills.native` must be true or false",
        ),
        (
            "enabled = 2",
            "`tools.skills.enabled` must be true or false",
        ),
        ("write_path = 3", "`tools.skills.write_path` must be a text"),
        (
            "write_path = []",
            "`tools.skills.write_path` must be a text",
        ),
    ] {
        let found = configured(&tree, &table(line));
        assert_eq!(told(&found), [message]);
        assert_eq!(
            (&found.layers, &found.skills),
            (&usual.layers, &usual.skills),
            "{line}"
        );
    }
    for broken in ["[tools.skills\n", "paths = [\n", "a = 1\na = 2\n"] {
        let found = configured(&tree, broken);
        assert!(told(&found)[0].starts_with("it is no TOML: "), "{broken}");
        assert_eq!(found.skills, usual.skills);
    }
    let mut bad = FileTree::new();
    bad.set_file("/CWD/config.toml", &b"[tools.skills]\n# \xff\n"[..]);
    let found = survey(&host(), &bad, &place(), &mut Cache::default());
    assert_eq!(told(&found), ["it is not UTF-8"]);
}

#[test]
fn what_the_configuration_can_mean_is_taken() {
    for no in [
        "false", "0", "0.0", "\"no\"", "\"Off\"", "\"F\"", "\"n\"", "\"0\"",
    ] {
        let found = configured(
            &FileTree::new(),
            &format!("[tools.skills]\nnative = {no}\n"),
        );
        assert!(found.faults.is_empty() && found.skills.is_empty(), "{no}");
    }
    for yes in ["true", "1", "\"YES\"", "\"t\"", "\"on\""] {
        let config = format!("[tools.skills]\ninstall = {yes}\nunknown = 2024-01-01\n");
        let found = configured(&FileTree::new(), &config);
        assert!(found.faults.is_empty(), "{yes}");
        assert_eq!(found.skills.len(), 3, "{yes}");
    }
}

#[test]
fn a_configuration_file_that_is_given_must_be_there() {
    let place = Place {
        options: [("config".to_owned(), "gone.toml".to_owned())].into(),
        ..place()
    };
    let found = survey(&host(), &FileTree::new(), &place, &mut Cache::default());
    let message =
        "/CWD/gone.toml: there is no such file; it is passed over here, and the default is shown";
    assert_eq!(found.faults[0].to_string(), message);
    let usual = survey(
        &host(),
        &FileTree::new(),
        &crate::place(),
        &mut Cache::default(),
    );
    assert!(usual.faults.is_empty());
}
