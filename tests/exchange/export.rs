//! Skills sent on.

use std::fs;

use serde_json::{Value as Json, json};
use skillkiln::exchange::archive::unpack;
use skillkiln::exchange::limits::Limits;

use super::desk::{Desk, tree};
use super::shapes::skill;

fn rules(said: &Json) -> Vec<&str> {
    let found = said["findings"].as_array().unwrap().iter();
    found.map(|found| found["rule"].as_str().unwrap()).collect()
}

#[test]
fn an_archive_imports_again_byte_for_byte() {
    let desk = Desk::new();
    let folder = "p/skills/custom/one";
    desk.file(&format!("{folder}/SKILL.md"), skill("one"));
    desk.file(&format!("{folder}/scripts/run.sh"), "#!/bin/sh\n");
    desk.file(&format!("{folder}/empty"), "");
    desk.file(&format!("{folder}/.git/config"), "x");
    let (a, b) = (desk.path("a.zip"), desk.path("b.zip"));
    let said = desk.json(&["export", "one", "--to", &a]);
    let files = json!(["one/SKILL.md", "one/empty", "one/scripts/run.sh"]);
    assert_eq!((&said["file"], &said["files"]), (&json!(a), &files));
    // Another time, other times of the files.
    desk.file(&format!("{folder}/empty"), "");
    desk.json(&["export", "one", "--to", &b]);
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    assert_eq!(desk.refused(&["export", "one", "--to", &a]), "exists");
    desk.json(&["export", "one", "--to", &a, "--force"]);
    let hash = desk.json(&["import", &a])["skills"][0]["hash"].clone();
    fs::remove_dir_all(desk.at(&format!("{folder}/.git"))).unwrap();
    let before = tree(&desk.at(folder));
    fs::rename(desk.at(folder), desk.at("away")).unwrap();
    desk.json(&[
        "import",
        &a,
        "--install",
        "--expect",
        hash.as_str().unwrap(),
    ]);
    assert_eq!(tree(&desk.at(folder)), before);
}

#[test]
fn the_rules_of_the_target_come_first() {
    let desk = Desk::new();
    let text = "---\nname: one\ndescription: Makes <b>bold</b> text. Use when bold is wanted.\nmodel: x\n---\n\nBody\n";
    desk.file("p/skills/custom/one/SKILL.md", text);
    let to = desk.path("one.zip");
    let (code, said) = desk.run(&["export", "one", "--to", &to, "--for", "claude.ai"]);
    assert_eq!((code, &said["refused"]), (1, &json!("target-refuses")));
    assert!(
        rules(&said).contains(&"field/unknown") && rules(&said).contains(&"description/markup")
    );
    assert!(!desk.at("one.zip").exists());
    let (code, said) = desk.run(&["export", "one", "--to", &to, "--for", "agentskills"]);
    assert_eq!(code, 1, "{said}");
    desk.json(&["export", "one", "--to", &to, "--for", "agentworks"]);
    desk.json(&[
        "export",
        "one",
        "--to",
        &to,
        "--for",
        "claude.ai",
        "--force",
    ]);
    let long = format!(
        "---\nname: one\ndescription: {}\n---\n\nBody\n",
        "x".repeat(1025)
    );
    desk.file("p/skills/custom/one/SKILL.md", long);
    let (_, said) = desk.run(&[
        "export",
        "one",
        "--to",
        &to,
        "--for",
        "claude.ai",
        "--force",
    ]);
    assert!(rules(&said).contains(&"description/length"));
}

#[test]
fn an_upload_has_one_skill_file() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    let to = desk.path("one.zip");
    let known = |id: &str| desk.run(&["export", "one", "--to", &to, "--for", id, "--force"]);
    assert!(!rules(&known("claude-ai").1).contains(&"file/depth"));
    desk.file("p/skills/custom/one/more/SKILL.md", skill("more"));
    for id in ["claude-ai", "claude.ai"] {
        let (_, said) = known(id);
        assert!(rules(&said).contains(&"file/depth"), "{said}");
    }
}

#[test]
fn a_flat_file_says_what_it_loses_and_comes_back_as_a_folder() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    desk.file("p/skills/custom/one/a.md", "a");
    let to = desk.path("one.md");
    let said = desk.json(&["export", "one", "--to", &to, "--for", "replio"]);
    assert_eq!(desk.read("one.md"), "Body of one.\n");
    let lost = said["lost"].to_string();
    assert!(lost.contains("frontmatter") && lost.contains("a.md"));
    // What is lost is told before, where that is wanted, and nothing is written.
    let dry = desk.path("dry.md");
    let args = ["export", "one", "--to", &dry, "--for", "replio"];
    let told = desk.json(&[&args[..], &["--dry-run"]].concat());
    assert_eq!(
        (&told["lost"], &told["written"]),
        (&said["lost"], &json!(false))
    );
    assert!(!desk.at("dry.md").exists());
    let there = ["export", "one", "--to", &to, "--for", "replio", "--dry-run"];
    assert_eq!(desk.refused(&there), "exists");
    let told = desk.words(&[&args[..], &["--dry-run"]].concat());
    assert!(told.contains("does not go along: a.md"), "{told}");
    desk.file("p/.replio/skills/flat.md", "# Flat\n\nText\n");
    let to = desk.path("flat.zip");
    let said = desk.json(&["export", "flat", "--to", &to, "--host", "replio"]);
    assert_eq!(said["files"], json!(["flat/SKILL.md"]));
    let seen = desk.json(&["import", &desk.path("flat.zip")]);
    assert_eq!(seen["skills"][0]["name"], "flat");
    assert_eq!(seen["skills"][0]["description"], "Flat");
}

#[test]
fn a_skill_is_deployed_when_that_is_confirmed() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    desk.file("p/skills/custom/one/a.md", "a");
    let args = ["deploy", "one", "--to", "agentskills:project"];
    let (code, said) = desk.run(&args);
    assert_eq!((code, &said["refused"]), (1, &json!("not-confirmed")));
    let folder = desk.path("p/.agents/skills/one");
    let files = json!([format!("{folder}/SKILL.md"), format!("{folder}/a.md")]);
    assert_eq!(said["files"], files);
    assert!(!desk.at("p/.agents").exists());
    let yes = [&args[..], &["--yes"]].concat();
    assert_eq!(desk.json(&yes)["files"], files);
    assert_eq!(
        tree(&desk.at("p/.agents/skills/one")),
        tree(&desk.at("p/skills/custom/one"))
    );
    desk.file("p/skills/custom/one/a.md", "b");
    desk.file("p/skills/custom/one/new.md", "new");
    // What is there now, which others put there.
    for other in [
        "gone.md",
        "deep/gone.md",
        ".git/config",
        "node_modules/x/i.js",
    ] {
        desk.file(&format!("p/.agents/skills/one/{other}"), "theirs");
    }
    let touched = [
        (".git/", "trashed"),
        ("SKILL.md", "same"),
        ("a.md", "replaced"),
        ("deep/gone.md", "trashed"),
        ("gone.md", "trashed"),
        ("new.md", "new"),
        ("node_modules/", "trashed"),
    ];
    let touched =
        touched.map(|(path, what)| json!({ "path": format!("{folder}/{path}"), "what": what }));
    let force = [&args[..], &["--force"]].concat();
    for (args, code) in [
        (&args[..], "skill_exists"),
        (&yes, "skill_exists"),
        (&force, "not-confirmed"),
    ] {
        let (_, said) = desk.run(args);
        let found = (&said["refused"], &said["touched"]);
        assert_eq!(found, (&json!(code), &json!(touched)), "{args:?}");
        let told = desk.plain(args).output().unwrap();
        let told = String::from_utf8(told.stderr).unwrap();
        for line in [
            format!("would replace {folder}/a.md"),
            format!("would move {folder}/deep/gone.md to the trash"),
            format!("would move {folder}/.git/ to the trash"),
            format!("would write {folder}/new.md"),
        ] {
            assert!(told.contains(&line), "{line}: {told}");
        }
    }
    assert_eq!(desk.read("p/.agents/skills/one/a.md"), "a");
    let said = desk.json(&[&yes[..], &["--force"]].concat());
    assert_eq!(said["trashed"], folder.as_str());
    assert_eq!(desk.read("p/.agents/skills/one/a.md"), "b");
    // What is there already needs no leave and no trash.
    let said = desk.json(&args);
    assert_eq!(
        (&said["files"][0], &said["trashed"]),
        (&touched[1]["path"], &Json::Null)
    );
    let told = desk.words(&yes);
    assert!(told.contains("holds the same already"), "{told}");
    let said = desk.json(&["deploy", "one", "--to", "replio:local", "--yes"]);
    assert_eq!(said["files"], json!([desk.path("p/.replio/skills/one.md")]));
    assert_eq!(desk.read("p/.replio/skills/one.md"), "Body of one.\n");
    assert_eq!(
        desk.refused(&["deploy", "one", "--to", "minibot:builtin", "--yes"]),
        "bad-target"
    );
}

#[test]
fn what_a_host_would_not_import_is_not_packed_for_it() {
    let desk = Desk::new();
    let (to, main) = (desk.path("one.zip"), "p/skills/custom/one/SKILL.md");
    let heads = [
        "name: o@e\ndescription: Does it.",
        "name: one",
        "description: Does it.",
        "name: one\ndescription: Does it.\nallowed-tools: [\"\", x]",
    ];
    for head in heads {
        desk.file(main, format!("---\n{head}\n---\nBody\n"));
        let list = desk.json(&["list"]);
        let name = list["skills"].as_array().unwrap().iter();
        let mut name =
            name.filter(|skill| skill["path"].as_str().is_some_and(|at| at.contains("/one")));
        let name = name.next().unwrap()["name"].as_str().unwrap().to_owned();
        let args = ["export", &name, "--to", &to, "--for", "agentworks"];
        assert_eq!(desk.refused(&args), "target-refuses", "{head}");
        let said = desk.json(&[&args[..], &["--force"]].concat());
        assert!(rules(&said).contains(&"host/dropped"), "{said}");
        // The host itself says so.
        desk.refused(&["import", &to, "--host", "agentworks"]);
        fs::remove_file(&to).unwrap();
    }
    desk.file(main, skill("one"));
    desk.json(&["export", "one", "--to", &to, "--for", "agentworks"]);
}

#[test]
fn a_single_file_gets_one_head_and_no_second() {
    let desk = Desk::new();
    let to = desk.path("flat.zip");
    let packed = |text: &str| {
        desk.file("p/.replio/skills/flat.md", text);
        let args = ["export", "flat", "--to", &to, "--host", "replio", "--force"];
        desk.json(&args);
        let bundle = unpack(&fs::read(&to).unwrap(), &Limits::default()).unwrap();
        let main = &bundle.files["flat/SKILL.md"].bytes;
        String::from_utf8(main.to_vec()).unwrap()
    };
    let (mark, own) = ("\u{feff}", skill("flat"));
    // A rule opens no frontmatter.
    for text in [
        "---\n\n# Flat\n\nText\n",
        "---\nAlways: be brief.\n",
        "---\n\nText\n\n---\n\nMore\n",
    ] {
        let found = packed(text);
        let body = found
            .strip_prefix("---\nname: flat\ndescription: ")
            .unwrap();
        assert_eq!(body.split_once("\n---\n\n").unwrap().1, text);
    }
    // What has fields keeps them, and a mark that leads no text goes.
    for text in [own.clone(), format!("{mark}{own}")] {
        assert_eq!(packed(&text), text);
    }
    let found = packed(&format!("{mark}# Flat\n"));
    assert_eq!(found.matches(mark).count(), 0, "{found:?}");
    assert!(found.starts_with("---\nname: flat\n") && found.ends_with("\n---\n\n# Flat\n"));
}

/// A single file is replaced under its own name, whatever else is called nearly so; a new one does not
/// come beside such a name.
#[cfg(target_os = "linux")]
#[test]
fn a_single_file_and_another_that_differs_by_letter_case() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    desk.file("p/.replio/skills/One.md", "another");
    let before = tree(&desk.at("p/.replio"));
    let to = ["--to", "replio:local", "--yes", "--force"];
    let deploy = [&["deploy", "one"], &to[..]].concat();
    assert_eq!(desk.refused(&deploy), "skill_exists");
    assert_eq!(tree(&desk.at("p/.replio")), before);
    desk.file("p/.replio/skills/one.md", "old");
    let done = desk.json(&deploy);
    assert!(done["trashed"].is_string(), "{done}");
    assert_eq!(desk.read("p/.replio/skills/One.md"), "another");
    assert_ne!(desk.read("p/.replio/skills/one.md"), "old");
}

/// No import takes names that many disks do not tell apart, so none are sent either.
#[test]
fn names_that_are_one_on_many_disks_are_not_sent() {
    let pairs = [
        ("NOTES.md", "notes.md"),
        ("docs/a.md", "Docs/b.md"),
        ("e\u{301}.md", "\u{e9}.md"),
    ];
    for (one, other) in pairs {
        let desk = Desk::new();
        desk.file("p/skills/custom/one/SKILL.md", skill("one"));
        desk.file(&format!("p/skills/custom/one/{one}"), "1");
        desk.file(&format!("p/skills/custom/one/{other}"), "2");
        let to = desk.path("out.zip");
        assert_eq!(
            desk.refused(&["export", "one", "--to", &to]),
            "case-collision"
        );
        let deploy = ["deploy", "one", "--to", "agentskills:project", "--yes"];
        assert_eq!(desk.refused(&deploy), "case-collision");
        assert!(!desk.at("out.zip").exists() && !desk.at("p/.agents").exists());
    }
}

/// What is written is called what it is.
#[test]
fn a_zip_archive_is_not_called_anything_else() {
    let desk = Desk::new();
    desk.file("p/skills/custom/one/SKILL.md", skill("one"));
    for name in ["g.tar.gz", "g.TGZ", "g.tar", "g.7z", "g.md", "g.tar.zst"] {
        let to = desk.path(name);
        assert_eq!(
            desk.refused(&["export", "one", "--to", &to]),
            "not-zip-name",
            "{name}"
        );
        assert!(!desk.at(name).exists(), "{name}");
    }
    for name in ["g.zip", "h.skill", "i.ZIP", "j"] {
        desk.json(&["export", "one", "--to", &desk.path(name)]);
    }
}

/// Litter stays, and what may hold secrets is said, wherever a skill is sent.
#[test]
fn litter_stays_and_secrets_are_said() {
    let desk = Desk::new();
    for (name, text) in [
        ("SKILL.md", skill("one")),
        (".env", "TOKEN=1\n".to_owned()),
        (".DS_Store", "x".to_owned()),
        ("docs/.DS_Store", "x".to_owned()),
    ] {
        desk.file(&format!("p/skills/custom/one/{name}"), text);
    }
    let to = desk.path("out.zip");
    let lost = json!([".DS_Store", "docs/.DS_Store"]);
    for args in [
        &["export", "one", "--to", &to][..],
        &["deploy", "one", "--to", "agentskills:project", "--yes"],
    ] {
        let said = desk.json(args);
        assert_eq!(said["lost"], lost, "{args:?}");
        assert_eq!(said["exposed"][0]["path"], ".env", "{args:?}");
        let files = said["files"].as_array().unwrap();
        assert_eq!(files.len(), 2, "{said}");
    }
    let words = desk.words(&["export", "one", "--to", &to, "--force"]);
    assert!(words.contains("warning: .env goes along"), "{words}");
    assert!(
        words.contains("does not go along: docs/.DS_Store"),
        "{words}"
    );
    let (code, said) = desk.run(&["deploy", "one", "--to", "agentskills:user"]);
    assert_eq!((code, &said["exposed"][0]["path"]), (1, &json!(".env")));
}

/// Findings in a single file that a skill becomes tell where they are in that file.
#[test]
fn findings_tell_of_places_in_the_file_that_is_made() {
    let desk = Desk::new();
    let text = "---\nname: zz\ndescription: Zz. Use when zz.\n---\nText\u{200b} more\n";
    desk.file("p/skills/custom/zz/SKILL.md", text);
    desk.file("r/zz/SKILL.md", text);
    let (to, source) = (desk.path("zz.md"), desk.path("r"));
    let (_, packed) = desk.run(&["export", "zz", "--to", &to, "--for", "replio"]);
    let (_, looked) = desk.run(&["import", &source, "--host", "replio"]);
    for said in [&packed["findings"], &looked["skills"][0]["findings"]] {
        let mut all = said.as_array().unwrap().iter();
        let hidden = all.find(|one| one.to_string().contains("zero"));
        let hidden = hidden.unwrap_or_else(|| panic!("{said}"));
        let start = &hidden["range"]["start"];
        assert_eq!((&start["line"], &start["column"]), (&json!(1), &json!(5)));
    }
}
