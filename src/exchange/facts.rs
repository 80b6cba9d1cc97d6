//! What a person should know about files before they are installed, said without judging.

use crate::library::write::NewFile;
use crate::skill::bytes::decode;
use crate::skill::hidden::{hidden, symbol};
use crate::skill::lines::LineIndex;

/// Something a script mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The file, relative to the skill.
    pub file: String,
    /// `network`, `deletion`, `environment`, `credentials`, `running`.
    pub about: &'static str,
    /// The first line that does, from 1.
    pub line: usize,
    /// The word there.
    pub word: &'static str,
}

/// A character that nobody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenAt {
    /// The file, relative to the skill.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in Unicode scalars.
    pub column: usize,
    /// How it is shown: `‹ZWSP›`.
    pub symbol: String,
}

impl Fact {
    /// For people.
    pub fn sentence(&self) -> String {
        let (file, line, about, word) = (&self.file, self.line, self.about, self.word);
        format!("{file}:{line} mentions {about} ({word:?})")
    }
}

impl HiddenAt {
    /// For people.
    pub fn sentence(&self) -> String {
        let (file, line, column) = (&self.file, self.line, self.column);
        format!("{file}:{line}:{column} holds {}", self.symbol)
    }
}

/// Hidden characters told at most; a file full of them is told by its first.
const MOST_HIDDEN: usize = 100;

/// Words, in lower case, and what they are about. Plain words: what is found is a place to read, not
/// a verdict.
const WORDS: &[(&str, &[&str])] = &[
    (
        "network",
        &[
            "http://",
            "https://",
            "curl ",
            "wget ",
            "ftp://",
            "ssh ",
            "scp ",
            "socket",
            "urllib",
            "requests.",
            "httpx",
            "fetch(",
            "xmlhttprequest",
            "axios",
            "invoke-webrequest",
            "net::http",
            "/dev/tcp/",
            "nc -",
        ],
    ),
    (
        "deletion",
        &[
            "rm -",
            "rmdir",
            "rmtree",
            "unlink",
            "os.remove",
            "rimraf",
            "fs.rm",
            "remove-item",
            "del /",
            "shred ",
            "truncate ",
            "mkfs",
            "git clean",
            "drop table",
            "fileutils.rm",
        ],
    ),
    (
        "environment",
        &[
            "os.environ",
            "getenv",
            "process.env",
            "printenv",
            "$env:",
            "env::var",
            "${",
            "$home",
            "$path",
        ],
    ),
    (
        "credentials",
        &[
            "password",
            "passwd",
            "api_key",
            "api-key",
            "apikey",
            "secret",
            "token",
            "credential",
            "private_key",
            "id_rsa",
            ".ssh/",
            ".aws/",
            ".netrc",
            "keychain",
            "authorization:",
        ],
    ),
    (
        "running",
        &[
            "eval ",
            "eval(",
            "exec(",
            "subprocess",
            "os.system",
            "child_process",
            "| sh",
            "| bash",
            "|sh",
            "|bash",
            "base64 -d",
            "iex ",
            "sudo ",
            "chmod +x",
            "popen(",
        ],
    ),
];

const SCRIPT_ENDS: [&str; 20] = [
    ".sh", ".bash", ".zsh", ".fish", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php",
    ".ps1", ".bat", ".cmd", ".lua", ".r", ".go", ".rs", ".jl",
];

/// Whether a file is something to run: by its name, its folder or its first two bytes.
pub fn is_script(file: &NewFile) -> bool {
    let lower = file.path.to_lowercase();
    let named = SCRIPT_ENDS.iter().any(|end| lower.ends_with(end));
    let placed = lower.split('/').rev().skip(1).any(|part| part == "scripts");
    (named || placed || file.executable || file.bytes.starts_with(b"#!")) && !lower.ends_with(".md")
}

/// What the scripts among `files` mention: each thing once a file.
pub fn facts(files: &[NewFile]) -> Vec<Fact> {
    let scripts = files.iter().filter(|file| is_script(file));
    scripts.flat_map(in_script).collect()
}

fn in_script(file: &NewFile) -> Vec<Fact> {
    let text = decode(&file.bytes).text.to_lowercase();
    let first = |word: &&'static str| Some((text.find(*word)?, *word));
    let told = WORDS.iter().filter_map(|(about, words)| {
        let (at, word) = words.iter().filter_map(first).min()?;
        Some(Fact {
            file: file.path.clone(),
            about,
            line: text[..at].matches('\n').count() + 1,
            word: word.trim(),
        })
    });
    told.collect()
}

/// Characters in texts that nobody sees.
pub fn hidden_in(files: &[NewFile]) -> Vec<HiddenAt> {
    let texts = files
        .iter()
        .filter_map(|file| Some((file, std::str::from_utf8(&file.bytes).ok()?)))
        .filter(|(_, text)| !text.contains('\0'));
    let found = texts.flat_map(|(file, text)| {
        let lines = LineIndex::new(text);
        let returns = |at: usize, c: char| c == '\r' && text[at + 1..].starts_with('\n');
        let all = hidden(text).filter(move |(at, c, _)| !returns(*at, *c));
        all.map(|(at, c, _)| {
            let place = lines.position(text, at);
            HiddenAt {
                file: file.path.clone(),
                line: place.line,
                column: place.column,
                symbol: symbol(c).map_or_else(|| c.to_string(), |symbol| symbol.into_owned()),
            }
        })
        .take(MOST_HIDDEN)
        .collect::<Vec<_>>()
    });
    found.take(MOST_HIDDEN).collect()
}
