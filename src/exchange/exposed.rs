//! Files that are sent on and should perhaps stay: settings with passwords, private keys.

use crate::library::write::NewFile;

/// Whole names, in lower case, and what such files hold.
const NAMES: [(&str, &str); 10] = [
    (".env", ENVIRONMENT),
    ("id_rsa", KEY),
    ("id_dsa", KEY),
    ("id_ecdsa", KEY),
    ("id_ed25519", KEY),
    (".netrc", LOGIN),
    (".npmrc", LOGIN),
    (".pypirc", LOGIN),
    (".git-credentials", LOGIN),
    (".htpasswd", LOGIN),
];

/// Ends of names.
const ENDS: [&str; 5] = [".p12", ".pfx", ".jks", ".keystore", ".kdbx"];

/// Ends of names like `.env.example`, which say that nothing real is in them.
const EXAMPLES: [&str; 4] = [".example", ".sample", ".template", ".dist"];

const ENVIRONMENT: &str = "settings like these often hold passwords and tokens";
const KEY: &str = "it is a private key, by its name";
const LOGIN: &str = "files like this hold passwords or tokens";
const STORE: &str = "files like this hold private keys";
const KEY_TEXT: &str = "a private key stands in it";

/// A file that is sent on and should perhaps not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// Its path.
    pub path: String,
    /// Why, for people.
    pub why: &'static str,
}

impl Exposed {
    /// For people.
    pub fn sentence(&self) -> String {
        format!("{} goes along: {}", self.path, self.why)
    }
}

/// Those of some files.
pub fn exposed(files: &[NewFile]) -> Vec<Exposed> {
    let found = files.iter().filter_map(|file| {
        let path = file.path.clone();
        let why = by_name(&file.path).or_else(|| holds_key(&file.bytes).then_some(KEY_TEXT))?;
        Some(Exposed { path, why })
    });
    found.collect()
}

fn by_name(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let known = NAMES.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, why)) => Some(why),
        None if name.starts_with(".env.") && !ends(&EXAMPLES) => Some(ENVIRONMENT),
        None => ends(&ENDS).then_some(STORE),
    }
}

/// A whole block of a key: a text that only tells what one looks like has no such lines below.
fn holds_key(bytes: &[u8]) -> bool {
    const LEAST: usize = 40;
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let coded = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    while let Some(line) = lines.next() {
        if line.starts_with(b"-----BEGIN ") && line.ends_with(b"PRIVATE KEY-----") {
            // An older form says first how it is locked.
            let mut below = lines.clone().take(4);
            if below.any(|line| line.len() >= LEAST && line.iter().all(coded)) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn told(path: &str, text: &str) -> Option<&'static str> {
        let file = NewFile {
            path: path.to_owned(),
            bytes: Arc::from(text.as_bytes()),
            executable: false,
        };
        exposed(&[file]).first().map(|found| found.why)
    }

    #[test]
    fn names_and_texts_tell_them() {
        let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";
        let key = format!("-----BEGIN PRIVATE KEY-----\n{line}\n-----END PRIVATE KEY-----\n");
        let locked = format!(
            "-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES\r\n\r\n{line}\r\n"
        );
        for (path, text, why) in [
            (".env", "", ENVIRONMENT),
            ("a/.ENV", "", ENVIRONMENT),
            (".env.local", "", ENVIRONMENT),
            ("keys/id_ed25519", "", KEY),
            ("store.p12", "", STORE),
            (".npmrc", "", LOGIN),
            ("a.pem", &key, KEY_TEXT),
            ("notes.md", &format!("See:\n{key}"), KEY_TEXT),
            ("old.key", &locked, KEY_TEXT),
        ] {
            assert_eq!(told(path, text), Some(why), "{path}");
        }
        let form = "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n";
        let public = format!("-----BEGIN PUBLIC KEY-----\n{line}\n");
        for (path, text) in [
            (".env.example", "A=1"),
            ("env.md", "A=1"),
            ("id_rsa.pub", ""),
            ("SKILL.md", form),
            ("cert.pem", &public),
        ] {
            assert_eq!(told(path, text), None, "{path}");
        }
    }
}
