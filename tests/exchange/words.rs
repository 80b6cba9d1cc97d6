//! What is said of calls that cannot be done.

use std::fs;

use serde_json::{Value as Json, json};

use super::desk::Desk;
use super::shapes::skill;

/// Whoever reads JSON gets exactly one value, whatever was asked for.
#[test]
fn a_call_that_could_not_run_prints_one_value_too() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    let to = desk.path("x.zip");
    for args in [
        &["update", "nope"][..],
        &["export", "nope", "--to", &to],
        &["export", "one", "--to", &to, "--for", "nobody"],
        &["deploy", "nope", "--to", "agentskills:project"],
        &["deploy", "one", "--to", "agentskills"],
        &["deploy", "one", "--to", "nobody:project"],
        &["deploy", "one", "--to", "agentskills:nowhere"],
        &["show", "nope"],
        &["layers", "nope"],
        &["remove", "nope"],
        &["verify", "--host", "nobody"],
        &["update", "--take", "nope=theirs"],
    ] {
        let (code, said) = desk.run(args);
        assert_eq!(
            (code, &said["refused"]),
            (2, &json!("could-not-run")),
            "{args:?}"
        );
        let output = desk.plain(args).output().unwrap();
        assert!(output.stdout.is_empty(), "{args:?}");
        let words = String::from_utf8(output.stderr).unwrap();
        let detail = said["detail"].as_str().unwrap();
        assert_eq!(words, format!("skillkiln: {detail}\n"), "{args:?}");
    }
    // What was refused says so as before.
    desk.file("p/skills/custom/two/SKILL.md", skill("two"));
    let (code, said) = desk.run(&["rename", "one", "two"]);
    assert_eq!((code, &said["refused"]), (1, &json!("refused")), "{said}");
}

/// A name that was mistyped may have been meant as a path.
#[test]
fn what_is_no_address_is_said_to_be_no_file_either() {
    let desk = Desk::new();
    let detail = |args: &[&str]| {
        let (code, said) = desk.run(args);
        assert_eq!(code, 1, "{said}");
        said["detail"].as_str().unwrap().to_owned()
    };
    for host in ["agentworks", "minibot"] {
        let told = detail(&["import", "nosuch", "--host", host]);
        assert!(told.contains("file or folder"), "{told}");
    }
    let told = detail(&["import", "https://x.example/a", "--host", "agentworks"]);
    assert!(!told.contains("file or folder"), "{told}");
}

#[test]
fn a_pipe_in_an_archive_is_said_to_be_one() {
    let desk = Desk::new();
    let mut header = tar::Header::new_ustar();
    header.set_path("one/f").unwrap();
    header.set_entry_type(tar::EntryType::Fifo);
    header.set_size(0);
    header.set_cksum();
    let mut archive = tar::Builder::new(Vec::new());
    archive.append(&header, &[][..]).unwrap();
    let source = desk.file("a.tar", archive.into_inner().unwrap());
    let (_, said) = desk.run(&["import", &source]);
    assert!(
        said["detail"]
            .as_str()
            .unwrap()
            .contains("a pipe or a device"),
        "{said}"
    );
}

/// A name that a command line takes for an option is said to be one, and can be given.
#[test]
fn a_name_that_looks_like_an_option_is_said() {
    let desk = Desk::new();
    desk.file("s/a/SKILL.md", skill("-rf"));
    desk.file("s/b/SKILL.md", skill("other"));
    let source = desk.path("s");
    let words = desk.words(&["import", &source]);
    assert_eq!(
        words.matches("its name begins with -").count(),
        1,
        "{words}"
    );
    let said = desk.json(&["import", &source, "--skill", "-rf"]);
    assert_eq!(said["skills"][0]["name"], "-rf");
}

/// A skill that lies where it would go is not offered to be installed.
#[test]
fn nothing_is_offered_that_would_be_refused() {
    let desk = Desk::new();
    let own = desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    let folder = own.strip_suffix("/SKILL.md").unwrap();
    let said = desk.json(&["import", folder]);
    assert_eq!(said["skills"][0]["install"], Json::Null);
    let words = desk.words(&["import", folder]);
    assert!(words.contains("it cannot come from itself"), "{words}");
    assert!(!words.contains("--install"), "{words}");
}

/// What was made for a copy goes with it, and what somebody put there stays.
#[test]
fn undo_of_a_copy_takes_the_folders_that_were_made_for_it() {
    use skillkiln::library::write::Grant;
    use skillkiln::library::{Dirs, Guard};
    for own in [false, true] {
        let desk = Desk::new();
        desk.file("p/skills/custom/one/SKILL.md", skill("one"));
        desk.json(&["deploy", "one", "--to", "agentskills:user", "--yes"]);
        assert!(desk.at("home/.agents/skills/one/SKILL.md").exists());
        if own {
            desk.file("home/.agents/mine.txt", "mine");
        }
        let dirs = Dirs::at(desk.at("state"), desk.at("config"));
        let journal = dirs.journal(&desk.path("p"));
        let area = desk.path("home/.agents/skills");
        let guard = Guard::new(
            vec![Grant::area(&desk.path("home"), &area).unwrap()],
            dirs.trash(),
        );
        journal.undo("agentworks", &guard).unwrap();
        assert!(!desk.at("home/.agents/skills").exists());
        assert_eq!(desk.at("home/.agents").exists(), own);
        assert!(desk.at("home").exists());
        journal.redo("agentworks", &guard).unwrap();
        assert!(desk.at("home/.agents/skills/one/SKILL.md").exists());
        journal.undo("agentworks", &guard).unwrap();
        assert_eq!(
            fs::read_dir(desk.at("home")).unwrap().count(),
            usize::from(own)
        );
    }
}
