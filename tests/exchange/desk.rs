//! The program on a project of its own.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value as Json;
use tempfile::TempDir;

pub struct Desk {
    temp: TempDir,
    /// Environment of every call.
    pub env: Vec<(String, String)>,
}

impl Desk {
    pub fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        for name in ["p", "home"] {
            fs::create_dir(temp.path().join(name)).unwrap();
        }
        Self {
            temp,
            env: Vec::new(),
        }
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join(path)
    }

    pub fn path(&self, path: &str) -> String {
        self.at(path).to_str().unwrap().to_owned()
    }

    pub fn file(&self, path: &str, bytes: impl AsRef<[u8]>) -> String {
        let whole = self.at(path);
        fs::create_dir_all(whole.parent().unwrap()).unwrap();
        fs::write(&whole, bytes).unwrap();
        self.path(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.plain(args);
        command.args(["--format", "json"]);
        command
    }

    /// What is said for people.
    pub fn words(&self, args: &[&str]) -> String {
        let output = self.plain(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// As people call it.
    pub fn plain(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skillkiln"));
        command
            .args(["--project", &self.path("p"), "--home", &self.path("home")])
            .args(args)
            .current_dir(self.at("p"))
            .env("SKILLKILN_STATE", self.path("state"))
            .env("SKILLKILN_CONFIG", self.path("config"));
        for key in [
            "GH_TOKEN",
            "GITHUB_TOKEN",
            "HTTPS_PROXY",
            "https_proxy",
            "ALL_PROXY",
            "all_proxy",
        ] {
            command.env_remove(key);
        }
        command.envs(self.env.clone());
        command
    }

    /// Exit code and the one value that was printed.
    pub fn run(&self, args: &[&str]) -> (i32, Json) {
        let output = self.command(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        let json =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{args:?}: {text}{words}"));
        (output.status.code().unwrap(), json)
    }

    /// The hash that the look into a source of one skill shows.
    pub fn hash(&self, source: &str) -> String {
        let looked = self.json(&["import", source]);
        looked["skills"][0]["hash"].as_str().unwrap().to_owned()
    }

    /// A call that must succeed.
    pub fn json(&self, args: &[&str]) -> Json {
        let (code, json) = self.run(args);
        assert_eq!(code, 0, "{args:?}: {json}");
        json
    }

    /// A call that must be refused; its code.
    pub fn refused(&self, args: &[&str]) -> String {
        let (code, json) = self.run(args);
        assert_eq!(code, 1, "{args:?}: {json}");
        assert!(json["detail"].is_string(), "{json}");
        json["refused"].as_str().unwrap().to_owned()
    }
}

/// Every file below a folder with its text, by path.
pub fn tree(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                found.push((name, text));
            }
        }
    }
    found.sort();
    found
}

/// The file of notes of what was done here.
pub fn journal(desk: &Desk) -> PathBuf {
    let folder = fs::read_dir(desk.at("state/journal")).unwrap();
    let mut files = folder.map(|entry| entry.unwrap().path());
    files
        .find(|file| file.extension().is_some_and(|end| end == "json"))
        .unwrap()
}
