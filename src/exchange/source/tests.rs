//! What the recordings leave open.

use std::fs;

use super::*;

fn read(text: &str, grammar: Grammar) -> Result<Source, &'static str> {
    let nowhere = Path::new("/nowhere");
    parse(text, grammar, GITHUB, nowhere, nowhere).map_err(|refusal| refusal.code())
}

fn repo(source: &Source) -> &Repo {
    match &source.place {
        Place::GitHub(repo) => repo,
        other => panic!("{other:?}"),
    }
}

#[test]
fn short_forms_and_addresses_beyond_the_recordings() {
    let install = |text: &str| read(text, Grammar::Install);
    for (text, owner, name, reference, path) in [
        ("https://github.com:443/o/r", "o", "r", None, ""),
        ("https://me:pw@github.com/o/r.git", "o", "r", None, ""),
        ("  o/r \n", "o", "r", None, ""),
        ("https://github.com/o/r/tree/", "o", "r", None, ""),
        (
            "https://github.com/o/r/blob/v1/a/SKILL.md?plain=1#L3",
            "o",
            "r",
            Some("v1"),
            "a",
        ),
        ("o/r/../x", "o", "r", None, "../x"),
    ] {
        let source = install(text).unwrap();
        let repo = repo(&source);
        assert_eq!(
            (repo.owner.as_str(), repo.name.as_str()),
            (owner, name),
            "{text}"
        );
        assert_eq!(
            (repo.reference.as_deref(), repo.path.as_str()),
            (reference, path),
            "{text}"
        );
    }
    for (text, code) in [
        ("", "not-a-source"),
        ("   ", "not-a-source"),
        ("@skill", "not-a-source"),
        ("ftp://github.com/o/r", "not-https"),
        ("o r/x", "bad-owner-or-repo"),
        ("../x/y/..", "no-such-file"),
        ("./o/r", "no-such-file"),
        ("https://github.com/../..", "bad-owner-or-repo"),
        ("ö/r", "bad-owner-or-repo"),
    ] {
        assert_eq!(install(text), Err(code), "{text}");
    }
}

#[test]
fn folder_addresses_beyond_the_recordings() {
    for (text, code) in [
        ("https://github.com/u/r/tree/main/%zz", "not-a-url"),
        ("https://github.com:x/u/r/tree/main", "not-a-url"),
        ("https://git hub.com/u/r/tree/main", "not-a-url"),
        ("https://github.com/u/r/tree/main/a\u{7f}", "not-a-url"),
        ("git@github.com:u/r.git", "not-a-url"),
        (":x", "not-a-url"),
        ("https://github.com:443/u/r/tree/main", "not-github"),
        ("github.com:u/r", "not-github"),
        ("/github.com/u/r/tree/main", "not-github"),
        ("https://github.com", "not-a-tree-url"),
        ("https://github.com/u/r/tree", "not-a-tree-url"),
        ("https://github.com/u/r/tree/", "not-a-tree-url"),
        ("https://github.com/u/r/Tree/main", "not-a-tree-url"),
    ] {
        assert_eq!(read(text, Grammar::FolderUrl), Err(code), "{text}");
    }
    let source = read("//github.com/u/r/tree/main/a;b,c", Grammar::FolderUrl).unwrap();
    assert_eq!(
        source.url.unwrap(),
        "https://api.github.com/repos/u/r/contents/a%3Bb%2Cc?ref=main"
    );
}

#[test]
fn a_host_of_folder_addresses_may_take_the_rest_too() {
    let source = read("o/r@x", Grammar::FolderUrlFirst).unwrap();
    assert_eq!(source.skill.as_deref(), Some("x"));
    let source = read("http://github.com/o/r/tree/a/b", Grammar::FolderUrlFirst).unwrap();
    assert!(repo(&source).exact);
    assert_eq!(
        read("http://x.org/z", Grammar::FolderUrlFirst),
        Err("not-https")
    );
}

#[test]
fn what_lies_on_the_disk_comes_first() {
    let temp = tempfile::tempdir().unwrap();
    fs::create_dir_all(temp.path().join("owner/repo")).unwrap();
    fs::write(temp.path().join("x.zip"), "").unwrap();
    for text in ["owner/repo", "./x.zip", "x.zip", "~/x.zip", "."] {
        let here = temp.path();
        let source = parse(text, Grammar::FolderUrl, GITHUB, here, here).unwrap();
        assert!(matches!(source.place, Place::Local(_)), "{text}");
        assert_eq!(source.url, None);
    }
}

/// A path that was mistyped is no repository that somebody else has.
#[test]
fn a_path_that_is_not_there_is_never_asked_of_github() {
    for text in [
        "arc/nope.zip",
        "nope.tar.gz",
        "arc/NOPE.ZIP",
        "a/b/SKILL.md",
        "notes.md",
        "./nope",
        "../nope/x",
        "~/nope",
        "~",
        "/no/such/folder",
        r"C:\skills\one",
    ] {
        for grammar in [Grammar::Any, Grammar::FolderUrlFirst] {
            assert_eq!(
                read(text, grammar),
                Err("no-such-file"),
                "{text} {grammar:?}"
            );
        }
    }
    // Hosts read this as a repository (recorded).
    assert!(read("/owner/repo", Grammar::Install).is_ok());
    assert!(read("owner/repo.md@skill", Grammar::Any).is_ok());
    assert_eq!(
        read("github.com/o/r/blob/main/x.md", Grammar::FolderUrl),
        Err("not-github")
    );
}

/// What GitHub offers for download, and its pages about one state, mean that and not what the
/// repository is today.
#[test]
fn downloads_and_releases_are_what_they_say() {
    for text in [
        "https://github.com/o/r/releases/download/v1/one.zip",
        "https://github.com/o/r/archive/refs/tags/v1.tar.gz",
        "https://github.com/o/r/raw/main/one/SKILL.md",
    ] {
        for grammar in [Grammar::Any, Grammar::FolderUrlFirst] {
            let source = read(text, grammar).unwrap();
            assert_eq!(source.place, Place::Url(text.to_owned()), "{text}");
        }
        // Hosts take it for the repository (recorded).
        let source = read(text, Grammar::Install).unwrap();
        assert_eq!(repo(&source).reference, None, "{text}");
    }
    for (text, reference) in [
        ("https://github.com/o/r/releases/tag/v1.2", Some("v1.2")),
        ("https://github.com/o/r/commit/abc123", Some("abc123")),
        ("https://github.com/o/r/issues/1", None),
        ("https://github.com/o/archive", None),
        ("https://github.com/o/r/archive", None),
    ] {
        let source = read(text, Grammar::Any).unwrap();
        assert_eq!(repo(&source).reference.as_deref(), reference, "{text}");
    }
    let other = "https://example.org/o/r/releases/tag/v1";
    assert_eq!(
        read(other, Grammar::Any).unwrap().place,
        Place::Url(other.to_owned())
    );
}

/// What is in an address to open it is sent nowhere, and kept nowhere.
#[test]
fn a_password_in_an_address_is_dropped() {
    for (text, kept) in [
        ("https://me:pw@x.org/a.zip", "https://x.org/a.zip"),
        (
            "https://pw@x.org:8443/a@b.zip?v=1#x",
            "https://x.org:8443/a@b.zip?v=1#x",
        ),
        ("https://x.org/@me/a.zip", "https://x.org/@me/a.zip"),
    ] {
        let source = read(text, Grammar::Any).unwrap();
        assert_eq!(source.name, kept);
        assert_eq!(source.place, Place::Url(kept.to_owned()));
    }
}

#[test]
fn a_branch_name_grows_into_the_path() {
    let source = read(
        "https://github.com/o/r/tree/feature/x/skills/a",
        Grammar::Install,
    )
    .unwrap();
    let longer = repo(&source).longer().unwrap();
    assert_eq!(longer.reference.as_deref(), Some("feature/x"));
    assert_eq!(longer.path, "skills/a");
    let longest = longer.longer().unwrap().longer().unwrap();
    assert_eq!(longest.reference.as_deref(), Some("feature/x/skills/a"));
    assert_eq!((longest.path.as_str(), longest.longer()), ("", None));
}
