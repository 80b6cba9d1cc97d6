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
    pub word: String,
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
        let (file, line, about, word) = (&self.file, self.line, self.about, &self.word);
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
    let text = decode(&file.bytes).text;
    // Letter case can change where something stands, but not in which line.
    let lower = text.to_lowercase();
    let line = |text: &str, at: usize| text[..at].matches('\n').count() + 1;
    let variables = variables(&text);
    let told = WORDS.iter().filter_map(|(about, words)| {
        let words = words
            .iter()
            .filter_map(|word| Some((lower.find(*word)?, *word)));
        let word = words.min();
        let word = word.map(|(at, word)| (line(&lower, at), word.trim().to_owned()));
        let known = |variable: &&Variable| match *about {
            "environment" => true,
            "credentials" => variable.opens_something(),
            _ => false,
        };
        let variable = variables.iter().find(known);
        let variable = variable.map(|one| (line(&text, one.at), one.written.clone()));
        let found = word.into_iter().chain(variable);
        let (line, word) = found.min_by_key(|(line, _)| *line)?;
        let file = file.path.clone();
        Some(Fact {
            file,
            about,
            line,
            word,
        })
    });
    told.collect()
}

/// A variable of the environment, as a script writes it.
struct Variable {
    at: usize,
    written: String,
    name: String,
}

impl Variable {
    /// It is called as what opens something mostly is.
    fn opens_something(&self) -> bool {
        let name = self.name.to_uppercase();
        let parts = ["KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"];
        parts.iter().any(|part| name.contains(part))
    }
}

/// What stands before the name of a variable in languages that ask for it by a call.
const CALLS: [&str; 6] = [
    "environ",
    "getenv",
    "process.env",
    "env::var",
    "$env:",
    "ENV[",
];

/// Variables of the environment: `$NAME`, `${NAME}` and `%NAME%` in large letters, as their names are
/// written, and what a call asks for; in the order of the text.
fn variables(text: &str) -> Vec<Variable> {
    let name_at = |at: usize| -> &str {
        let rest = &text[at..];
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        match rest.starts_with(|c: char| c.is_ascii_digit()) {
            true => "",
            false => &rest[..end],
        }
    };
    let large = |name: &str| name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase());
    let mut found = Vec::new();
    for (at, sign) in text.match_indices(['$', '%']) {
        let brace = usize::from(sign == "$" && text[at + 1..].starts_with('{'));
        let start = at + 1 + brace;
        let name = name_at(start);
        let end = start + name.len();
        let closed = sign == "$" || text[end..].starts_with('%');
        if large(name) && closed {
            let end = end + usize::from(sign == "%" || text[end..].starts_with('}'));
            found.push(Variable {
                at,
                written: text[at..end].to_owned(),
                name: name.to_owned(),
            });
        }
    }
    for call in CALLS {
        for (at, _) in text.match_indices(call) {
            let behind = &text[at + call.len()..];
            let rest = behind.trim_start_matches(|c: char| "[(.\"'` ".contains(c));
            let rest = rest.strip_prefix("get").unwrap_or(rest);
            let rest = rest.trim_start_matches(|c: char| "[(\"'` ".contains(c));
            let name = name_at(text.len() - rest.len());
            if name.len() > 1 {
                found.push(Variable {
                    at,
                    written: name.to_owned(),
                    name: name.to_owned(),
                });
            }
        }
    }
    found.sort_by_key(|variable| variable.at);
    found
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, text: &str) -> Vec<(&'static str, usize, String)> {
        let file = NewFile {
            path: name.to_owned(),
            bytes: text.as_bytes().into(),
            executable: false,
        };
        let facts = facts(&[file]).into_iter();
        facts
            .map(|fact| (fact.about, fact.line, fact.word))
            .collect()
    }

    #[test]
    fn variables_of_the_environment_are_told_as_each_language_writes_them() {
        for (name, text, word, opens) in [
            ("a.sh", "echo $API_KEY", "$API_KEY", true),
            ("a.sh", "curl=1\necho \"${TOKEN}\"", "${TOKEN}", true),
            ("a.sh", "echo ${TOKEN:-none}", "${TOKEN", true),
            ("a.bat", "echo %API_KEY%", "%API_KEY%", true),
            ("a.sh", "echo $EDITOR", "$EDITOR", false),
            ("a.py", "os.environ['OPENAI_KEY']", "os.environ", true),
            ("a.py", "os.environ.get(\"EDITOR\")", "os.environ", false),
            ("a.js", "process.env.NPM_AUTH", "process.env", true),
            ("a.js", "process.env[\"LANG\"]", "process.env", false),
            ("a.rb", "ENV['MY_PASS']", "MY_PASS", true),
            ("a.ps1", "$env:MY_SECRET", "$env:", true),
            ("a.rs", "env::var(\"SIGN_KEY\")", "env::var", true),
        ] {
            let found = told(name, text);
            let line = text.matches('\n').count() + 1;
            let environment = ("environment", line, word.to_owned());
            assert!(found.contains(&environment), "{text}: {found:?}");
            let credentials = found.iter().any(|(about, ..)| *about == "credentials");
            assert_eq!(credentials, opens, "{text}: {found:?}");
        }
    }

    #[test]
    fn what_is_no_variable_of_the_environment_is_not_told() {
        for text in [
            "x = $1 + $i",
            "`${name} ${A}`",
            "100%",
            "50% OF 20%",
            "%s %d%%",
            "é$É$",
        ] {
            assert_eq!(told("a.js", text), [], "{text}");
        }
    }
}
