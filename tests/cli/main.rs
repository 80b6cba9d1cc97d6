//! The command line by its JSON, on real folders.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

mod bad_input;
mod change;
mod check;
mod fix;
#[path = "../common/ground.rs"]
mod ground;
mod host;
mod look;
mod matrix;
mod nothing;
mod quiet;
mod tools;

use assert_cmd::Command;
use ground::{Ground, link};
use serde_json::Value as Json;

/// A project `p`, a home `home`, and the program's own folders beside them.
struct Desk {
    ground: Ground,
}

/// What one call gave.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        let ground = Ground::new();
        ground.folder("p");
        ground.folder("home");
        Self { ground }
    }

    /// A skill file of the project.
    fn skill(&self, folder: &str, name: &str, description: &str) -> String {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n");
        self.ground.file(&format!("p/{folder}/SKILL.md"), text)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skillkiln"));
        command
            .args(["--project", &self.ground.path("p")])
            .args(["--home", &self.ground.path("home")])
            .args(args)
            .env("SKILLKILN_STATE", self.ground.path("state"))
            .env("SKILLKILN_CONFIG", self.ground.path("config"))
            .env_remove("NO_COLOR");
        command
    }

    fn run(&self, args: &[&str]) -> Said {
        said(self.command(args))
    }

    /// A call that must succeed, as JSON.
    fn json(&self, args: &[&str]) -> Json {
        let said = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        serde_json::from_str(&said.out).unwrap()
    }

    /// A call that must fail with this code; gives what it complains about.
    fn fails(&self, code: i32, args: &[&str]) -> String {
        let said = self.run(args);
        assert_eq!(said.code, code, "{args:?}: {}{}", said.out, said.err);
        assert_eq!(said.out, "", "{args:?}");
        assert!(!said.err.is_empty(), "{args:?}");
        said.err
    }
}

fn said(mut command: Command) -> Said {
    let output = command.output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The keys of an object, in the order printed.
fn keys(json: &Json) -> Vec<&str> {
    json.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// One member of each item of a list.
fn each<'a>(list: &'a Json, key: &str) -> Vec<&'a str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item[key].as_str().unwrap()).collect()
}
