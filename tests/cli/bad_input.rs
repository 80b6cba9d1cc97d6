//! Whatever lies on the disk: a clear message, and the program goes on.

use std::fs;

use serde_json::json;

use crate::{Desk, each};

#[test]
fn a_project_that_is_none() {
    let desk = Desk::new();
    fs::remove_dir_all(desk.ground.disk("p")).unwrap();
    for args in [
        &["list"][..],
        &["hosts"],
        &["new", "x"],
        &["check"],
        &["prompt"],
    ] {
        let text = desk.fails(2, args);
        assert!(
            text.contains("does not exist") && text.contains(&desk.ground.path("p")),
            "{text}"
        );
    }
    assert!(!desk.ground.exists("p"), "it is not made by accident");
    desk.ground.file("p", "a file");
    assert!(desk.fails(2, &["list"]).contains("not a folder"));
}

#[test]
fn files_of_every_bad_kind_are_listed_with_their_reason() {
    let desk = Desk::new();
    desk.skill("skills/good", "good", "stays");
    desk.ground.file(
        "p/skills/binary/SKILL.md",
        [b'-', b'-', b'-', b'\n', 0xff, 0xfe, 0],
    );
    desk.ground.file("p/skills/empty/SKILL.md", "");
    desk.ground
        .file("p/skills/large/SKILL.md", vec![b'x'; (5 << 20) + 1]);
    desk.ground.folder("p/skills/folder/SKILL.md");
    let list = desk.json(&["list"]);
    assert_eq!(each(&list["skills"], "name"), ["good"]);
    let dropped = &list["not_loaded"];
    for name in ["binary", "empty", "large"] {
        let path = desk.ground.path(&format!("p/skills/{name}/SKILL.md"));
        assert!(
            each(dropped, "path").contains(&path.as_str()),
            "{name}: {dropped:#}"
        );
    }
    assert!(each(dropped, "reason").contains(&"unreadable"));
    let text = desk.run(&["list"]).out;
    assert!(text.contains("larger than 5 MiB"), "{text}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_called_what_it_is() {
    let desk = Desk::new();
    desk.ground.folder("p/skills/pipe");
    let pipe = desk.ground.path("p/pipe.md");
    let inner = desk.ground.path("p/other/pipe/SKILL.md");
    desk.ground.folder("p/other/pipe");
    for path in [&pipe, &inner] {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    }
    let large = desk.ground.path("p/large.md");
    desk.ground.file("p/large.md", vec![b'x'; (5 << 20) + 1]);
    for (path, why) in [
        (pipe.as_str(), "not a file but a pipe"),
        (&inner, "not a file but a pipe"),
        ("/dev/zero", "not a file but a pipe, a socket or a device"),
        (&large, "larger than 5 MiB, the most that skillkiln reads"),
        ("/no/such/file", "there is no such file"),
    ] {
        let said = desk.run(&["check", path]);
        assert_eq!(said.code, 2, "{path}");
        assert!(
            said.err.contains(path) && said.err.contains(why),
            "{}",
            said.err
        );
    }
}

#[test]
fn five_megabytes_are_read() {
    let desk = Desk::new();
    let text = format!(
        "---\nname: a\ndescription: d\n---\n{}",
        "word ".repeat(1_000_000)
    );
    desk.ground.file("p/skills/a/SKILL.md", text);
    assert_eq!(each(&desk.json(&["list"])["skills"], "name"), ["a"]);
    assert_eq!(
        desk.json(&["read", &desk.ground.path("p/skills/a")])["loaded"],
        true
    );
}

/// The superuser reads everything; then the file is simply loaded.
#[cfg(unix)]
#[test]
fn a_file_without_rights_is_listed_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let path = desk.skill("skills/shut", "shut", "x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    let may = fs::read(&path).is_ok();
    let list = desk.json(&["list"]);
    assert_eq!(list["skills"].as_array().unwrap().len(), usize::from(may));
    let said = desk.run(&["read", &path]);
    assert_eq!(said.code, if may { 0 } else { 2 });
    assert_eq!(said.err.contains("permission"), !may);
}

#[test]
fn one_bad_file_stops_nothing() {
    let desk = Desk::new();
    let good = desk.skill("skills/a", "a", "x");
    let said = desk.run(&["read", "/no/such/file", &good, "--format", "json"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("/no/such/file"));
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json[0]["file"], json!(good));
    desk.fails(2, &["read", &desk.ground.path("p")]);
}

#[test]
fn a_state_folder_that_cannot_be_written_to_loses_nothing() {
    let desk = Desk::new();
    desk.skill("skills/custom/a", "a", "x");
    desk.ground.file("state", "a file where a folder is due");
    let text = desk.fails(1, &["remove", "a"]);
    assert!(text.contains("trash"), "{text}");
    assert!(desk.ground.exists("p/skills/custom/a/SKILL.md"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_skill_file_and_nobody_waits_for_it() {
    let desk = Desk::new();
    desk.ground.folder("p/skills/pipe");
    let path = desk.ground.path("p/skills/pipe/SKILL.md");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let text = desk.fails(2, &["read", &path]);
    assert!(text.contains("not a file"), "{text}");
    let list = desk.json(&["list"]);
    assert_eq!(each(&list["not_loaded"], "path"), [path.as_str()]);
    // Nor where single files are the skills.
    desk.ground.folder("p/.replio/skills");
    let flat = desk.ground.path("p/.replio/skills/pipe.md");
    let made = std::process::Command::new("mkfifo").arg(&flat).status();
    assert!(made.unwrap().success());
    let list = desk.json(&["list", "--host", "replio"]);
    assert_eq!(each(&list["not_loaded"], "reason"), ["special-file"]);
    assert_eq!(each(&list["not_loaded"], "path"), [flat.as_str()]);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_settings_is_not_waited_for() {
    let desk = Desk::new();
    let pipe = |path: &str| {
        let path = desk.ground.disk(path);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    desk.ground.folder("state");
    pipe("state/hosts.json");
    desk.ground.folder("config/hosts");
    pipe("config/hosts/x.toml");
    assert!(
        desk.run(&["list"])
            .err
            .contains("x.toml: this is not a file")
    );
    pipe("p/skillkiln.toml");
    let told = desk.fails(2, &["check"]);
    assert!(
        told.contains("skillkiln.toml: this is not a file"),
        "{told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_listed_as_not_loaded() {
    use std::os::unix::ffi::OsStrExt as _;
    let desk = Desk::new();
    let custom = std::path::PathBuf::from(desk.ground.path("p/skills/custom"));
    let odd = custom.join(std::ffi::OsStr::from_bytes(b"ba\xffd"));
    std::fs::create_dir_all(&odd).unwrap();
    std::fs::write(odd.join("SKILL.md"), "---\nname: x\n---\n").unwrap();
    let list = desk.json(&["list"]);
    assert_eq!(each(&list["not_loaded"], "reason"), ["name-encoding"]);
    // Nobody can tell whether it is in order, so a check does not pass.
    let said = desk.run(&["check", "--format", "json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let told: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(each(&told["diagnostics"], "rule"), ["file/unreadable"]);
    assert!(said.out.contains("not UTF-8"), "{}", said.out);
}

/// A link to what can be read for ever, or never, is not read, and not called broken.
#[cfg(unix)]
#[test]
fn links_to_devices_and_pipes_are_told_as_what_they_are() {
    let desk = Desk::new();
    for folder in ["zero", "null", "pipe"] {
        desk.ground.folder(&format!("p/skills/{folder}"));
    }
    let pipe = desk.ground.path("p/there");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let at = |name: &str| desk.ground.disk(&format!("p/skills/{name}"));
    crate::link("/dev/zero", &at("zero/SKILL.md"));
    crate::link("/dev/null", &at("null/SKILL.md"));
    crate::link("../../there", &at("pipe/SKILL.md"));
    crate::link("/dev/zero", &at("straight"));
    crate::link("/dev/nothing-there", &at("gone"));
    let list = desk.json(&["list"]);
    let reasons = [
        "dangling-link",
        "unreadable",
        "unreadable",
        "special-file",
        "unreadable",
    ];
    assert_eq!(each(&list["not_loaded"], "reason"), reasons);
    let told = desk.run(&["list"]).out;
    assert!(told.contains("neither a file nor a folder"), "{told}");
    assert_eq!(
        told.matches("SKILL.md is not a regular file").count(),
        3,
        "{told}"
    );
}
