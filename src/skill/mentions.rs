//! Files a skill mentions: `references/x.md`, `scripts/run.sh`.

use super::Span;

/// Endings that make a path a file mention.
const ENDINGS: &[&str] = &[
    "md", "txt", "py", "sh", "js", "mjs", "ts", "tsx", "json", "yaml", "yml", "toml", "html",
    "css", "csv", "tsv", "xml", "xsd", "sql", "pdf", "png", "svg", "jpg", "docx", "xlsx", "pptx",
    "rb", "go", "rs", "ps1", "bat", "ttf", "zip", "ipynb", "tmpl", "j2",
];

/// Folders of a skill whose files are mentioned whatever their ending.
const FOLDERS: &[&str] = &[
    "references",
    "reference",
    "scripts",
    "assets",
    "templates",
    "examples",
];

/// The relative file paths written in `text[span]`, in order: paths with a folder and a known ending,
/// and everything below the usual folders of a skill. Web addresses, absolute paths and paths from
/// the home folder are left out.
pub fn mentions(text: &str, span: Span) -> Vec<Span> {
    let bytes = &text.as_bytes()[..span.end];
    let mut found = Vec::new();
    let mut at = span.start;
    while let Some(slash) = memchr::memchr(b'/', &bytes[at..]) {
        let slash = at + slash;
        let start = bytes[at..slash]
            .iter()
            .rposition(|byte| !in_path(*byte))
            .map_or(at, |before| at + before + 1);
        let mut end = bytes[slash..]
            .iter()
            .position(|byte| !in_path(*byte))
            .map_or(span.end, |after| slash + after);
        at = end;
        while matches!(bytes[start..end].last(), Some(b'.' | b'-')) {
            end -= 1;
        }
        let before = start.checked_sub(1).map(|before| bytes[before]);
        if !matches!(before, Some(b'~' | b':' | b'$' | b'}' | b'@' | b'\\'))
            && is_mention(&text[start..end])
        {
            found.push(start..end);
        }
    }
    found
}

fn in_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-') || byte >= 0x80
}

fn is_mention(path: &str) -> bool {
    let path = path.strip_prefix("./").unwrap_or(path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    !folder.is_empty() && !path.starts_with('/') && !path.contains("//") && is_file(path)
}

/// A path that ends as files of skills do, or leads into one of their usual folders.
pub fn is_file(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let first = folder.split('/').next().unwrap_or(folder);
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    ending.is_some_and(|(_, ending)| ENDINGS.contains(&ending) || FOLDERS.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        mentions(text, 0..text.len())
            .into_iter()
            .map(|span| &text[span])
            .collect()
    }

    #[test]
    fn paths_below_the_skill() {
        assert_eq!(
            found("Read references/a.md, then run `./scripts/run.sh` (or [x](docs/b.html))."),
            ["references/a.md", "./scripts/run.sh", "docs/b.html"]
        );
        assert_eq!(found("../other/c.md."), ["../other/c.md"]);
        assert_eq!(found("scripts/tool.exe"), ["scripts/tool.exe"]);
    }

    #[test]
    fn what_only_looks_like_a_path() {
        for text in [
            "and/or",
            "https://example.com/a.md",
            "/etc/hosts.md",
            "~/notes/a.md",
            "${ROOT}/a/b.md",
            "1/2",
            "a / b.md",
            "//x.md",
            "src/",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
