//! What several test files share.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its own part; a panic is a failure

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// The recorded cases of `tests/vectors/<file>`.
pub fn cases(file: &str) -> Vec<Json> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let json: Json = serde_json::from_str(&text).unwrap();
    let cases = json["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{file} holds no case");
    cases
}

/// The bytes of a case's file: as text, or as base64 where it is no text.
pub fn bytes(case: &Json) -> Vec<u8> {
    use base64::Engine as _;
    match case["file_text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => base64::engine::general_purpose::STANDARD
            .decode(case["file_base64"].as_str().unwrap())
            .unwrap(),
    }
}

/// Collects what differs over many cases, and fails once with all of it.
#[derive(Default)]
pub struct Differences(Vec<String>);

impl Differences {
    /// Notes a difference when the two are not equal.
    pub fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, ours: T, theirs: T) {
        if ours != theirs {
            self.0
                .push(format!("{what}\n   ours   {ours:?}\n   theirs {theirs:?}"));
        }
    }
}

impl Drop for Differences {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let count = self.0.len();
            assert!(
                self.0.is_empty(),
                "{count} differences:\n{}",
                self.0.join("\n")
            );
        }
    }
}

/// A folder of the checkout's neighbourhood that may be absent (`../shared/corpus`).
pub fn corpus(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpus")
        .join(name);
    path.is_dir().then_some(path)
}
