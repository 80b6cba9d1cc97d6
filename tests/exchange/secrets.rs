//! What opens an address and was typed in it: it is sent where it has to be, and neither kept nor shown.

use serde_json::Value as Json;

use super::desk::{Desk, tree};
use super::server::{Answer, Server};
use super::shapes::{gz, skill, tar};

const AREA: &str = "p/skills/custom";

/// A server that gives the archive only to those who have the secret, and a desk that trusts it.
fn served() -> (Server, Desk) {
    let archive = gz(&tar(&[("one/SKILL.md", &skill("one"))]));
    let server = Server::start(move |path| match path {
        "/a.tgz?token=hunter2" | "/a.tgz?v=1&X-Amz-Signature=hunter2" | "/open.tgz" => {
            Answer::Whole(archive.clone())
        }
        "/page?token=hunter2" => Answer::Whole(b"<!doctype html>".to_vec()),
        _ => Answer::Status(403),
    });
    let mut desk = Desk::new();
    let pem = desk.file("ca.pem", &server.pem);
    desk.env = vec![("SKILLKILN_CA".to_owned(), pem)];
    (server, desk)
}

/// Whatever is printed, on both ways.
fn said(desk: &Desk, args: &[&str]) -> (Option<i32>, String) {
    let output = desk.plain(args).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn it_opens_the_address_and_stays_nowhere() {
    for (path, kept) in [
        ("/a.tgz?token=hunter2", "/a.tgz"),
        ("/a.tgz?v=1&X-Amz-Signature=hunter2", "/a.tgz?v=1"),
    ] {
        let (server, desk) = served();
        let address = server.address(path);
        let look = desk.json(&["import", &address]);
        assert_eq!(look["source"], server.address(kept));
        assert!(look["withheld"].as_str().unwrap().contains("is not kept"));
        let seal = look["skills"][0]["seal"].as_str().unwrap();
        for more in [&[][..], &["--format", "json"]] {
            let looks = [&["import", &address], more].concat();
            let (code, words) = said(&desk, &looks);
            assert!(words.contains("is not kept"), "{words}");
            assert!(words.contains("=***"), "{words}");
            assert!(code == Some(0) && !words.contains("hunter2"), "{words}");
        }
        let install = ["import", &address, "--install", "--expect", seal];
        let (code, words) = said(&desk, &install);
        assert!(code == Some(0) && !words.contains("hunter2"), "{words}");
        let lock: Json =
            serde_json::from_str(&desk.read(&format!("{AREA}/skills-lock.json"))).unwrap();
        assert_eq!(lock["skills"]["one"]["source"], server.address(kept));
        for folder in ["p", "home", "state", "config"] {
            for (file, text) in tree(&desk.at(folder)) {
                assert!(!text.contains("hunter2"), "{folder}/{file}: {text}");
            }
        }
        // Without it the source cannot be asked, and that is said.
        let (code, found) = desk.run(&["outdated"]);
        assert_eq!((code, &found[0]["state"]), (1, &"unknown".into()));
        assert!(found[0]["reason"].as_str().unwrap().contains("403"));
    }
}

#[test]
fn a_refusal_does_not_tell_it() {
    let (server, desk) = served();
    let host = &server.host;
    for address in [
        format!("https://{host}/none?access_token=hunter2"),
        format!("https://me:hunter2@{host}/none"),
        format!("https://me:hunter2@{host}/page?token=hunter2"),
        format!("http://me:hunter2@{host}/none?token=hunter2"),
        "https://hunter2@github.example/?token=hunter2".to_owned(),
        "ftp://hunter2@example.org/x?secret=hunter2".to_owned(),
        "https://github.com/o%20o/r?token=hunter2".to_owned(),
    ] {
        for more in [&[][..], &["--format", "json"], &["--host", "agentworks"]] {
            let (code, words) = said(&desk, &[&["import", &address], more].concat());
            assert!(!words.contains("hunter2"), "{address}: {words}");
            assert_eq!(code, Some(1), "{address}: {words}");
        }
    }
}

#[test]
fn a_password_is_said_to_be_sent_nowhere() {
    let (server, desk) = served();
    let address = format!("https://me:hunter2@{}/open.tgz", server.host);
    let (code, words) = said(&desk, &["import", &address]);
    assert!(code == Some(0) && words.contains("sent nowhere"), "{words}");
    assert!(!words.contains("hunter2"), "{words}");
    assert!(server.asked().iter().all(|(_, token)| token.is_none()));
}

#[test]
fn what_another_program_wrote_into_a_lock_is_not_shown_either() {
    let desk = Desk::new();
    desk.file("p/.agents/skills/one/SKILL.md", skill("one"));
    let lock = r#"{"version": 1, "skills": {"one": {"source": "https://u:hunter2@h/x.git?token=hunter2",
        "sourceUrl": "https://u:hunter2@h/x.git", "sourceType": "git", "computedHash": "0"}}}"#;
    desk.file("p/skills-lock.json", lock);
    for call in [
        &["verify"][..],
        &["outdated"],
        &["update"],
        &["show", "one"],
    ] {
        for more in [&[][..], &["--format", "json"]] {
            let call = [call, &["--host", "codex"], more].concat();
            let (_, words) = said(&desk, &call);
            assert!(!words.contains("hunter2"), "{call:?}: {words}");
            assert!(words.contains("one"), "{call:?}: {words}");
        }
    }
    assert_eq!(desk.read("p/skills-lock.json"), lock);
}
