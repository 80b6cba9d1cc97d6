//! Short forms of repositories and https addresses, as MiniBot's `install_skill` reads them
//! (recorded); the `npx skills` tool writes the same short forms.

use super::secrets::without_secrets;
use super::{Place, Repo, Source};
use crate::exchange::Refusal;
use crate::host::python::strip;

/// Reads a source.
///
/// # Errors
/// `not-a-source`, `not-https`, `bad-owner-or-repo`.
pub fn parse(text: &str, github: &str) -> Result<Source, Refusal> {
    let text = strip(text);
    match text.split_once("://") {
        Some((scheme, rest)) => address(text, scheme, rest, github),
        None => short(text),
    }
}

/// `owner/repo`, `owner/repo/path`, either with `@skill` behind it.
fn short(text: &str) -> Result<Source, Refusal> {
    let (base, skill) = text.split_once('@').unwrap_or((text, ""));
    let parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    let [owner, name, rest @ ..] = parts.as_slice() else {
        return Err(Refusal::new(
            "not-a-source",
            format!(
                "{text:?} is no source: give owner/repo, an https address, or a file or folder that is there"
            ),
        ));
    };
    let repo = Repo {
        owner: (*owner).to_owned(),
        name: (*name).to_owned(),
        reference: None,
        path: rest.join("/"),
        exact: false,
    };
    let skill = strip(skill);
    source(repo, (!skill.is_empty()).then(|| skill.to_owned()))
}

fn address(text: &str, scheme: &str, rest: &str, github: &str) -> Result<Source, Refusal> {
    if !scheme.eq_ignore_ascii_case("https") {
        return Err(Refusal::new(
            "not-https",
            format!(
                "{:?} is not an https address; nothing else is fetched",
                without_secrets(text)
            ),
        ));
    }
    match parts(rest, github).as_slice() {
        [owner, name, rest @ ..] => {
            let (reference, path) = match rest {
                ["tree" | "blob", reference, path @ ..] => {
                    let path = match path {
                        [folder @ .., "SKILL.md"] => folder,
                        path => path,
                    };
                    (Some((*reference).to_owned()), path.join("/"))
                }
                _ => (None, String::new()),
            };
            let repo = Repo {
                owner: (*owner).to_owned(),
                name: name.strip_suffix(".git").unwrap_or(name).to_owned(),
                reference,
                path,
                exact: false,
            };
            source(repo, None)
        }
        _ => Ok(file(text)),
    }
}

/// The names in the path of an address behind its `https://`; none where it is not of GitHub.
fn parts<'a>(rest: &'a str, github: &str) -> Vec<&'a str> {
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    match host_of(authority).eq_ignore_ascii_case(github) {
        true => path.split('/').filter(|part| !part.is_empty()).collect(),
        false => Vec::new(),
    }
}

/// The address of a file.
fn file(text: &str) -> Source {
    let clean = without_secrets(text);
    Source {
        name: clean.clone(),
        place: Place::Url(without_user(text)),
        skill: None,
        url: Some(clean),
        withheld: None,
    }
}

/// As [`parse`], but for addresses below a repository that hosts take for all of it as it is now: an
/// archive or a file to download is fetched as such, a release or a commit is that one.
///
/// # Errors
/// As [`parse`].
pub fn parse_any(text: &str, github: &str) -> Result<Source, Refusal> {
    let whole = strip(text);
    let rest = whole.split_once("://");
    let rest = rest.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("https"));
    let parts = rest.map_or_else(Vec::new, |(_, rest)| parts(rest, github));
    match parts.as_slice() {
        [_, _, "releases", "download", ..]
        | [_, _, "archive" | "raw" | "zipball" | "tarball", _, ..] => Ok(file(whole)),
        [owner, name, "releases", "tag", reference] | [owner, name, "commit", reference] => {
            let repo = Repo {
                owner: (*owner).to_owned(),
                name: (*name).to_owned(),
                reference: Some((*reference).to_owned()),
                path: String::new(),
                exact: false,
            };
            source(repo, None)
        }
        _ => parse(text, github),
    }
}

/// An address without the user name and the password in it: they are sent nowhere, so they need not
/// stand in a lock either. What is no address stays as it is.
pub fn without_user(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// The host name of `user:password@host:port`.
fn host_of(authority: &str) -> &str {
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    host.split_once(':').map_or(host, |(host, _)| host)
}

fn source(repo: Repo, skill: Option<String>) -> Result<Source, Refusal> {
    for name in [&repo.owner, &repo.name] {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if !name.chars().all(plain) || name.chars().all(|c| c == '.') {
            return Err(Refusal::new(
                "bad-owner-or-repo",
                format!("{name:?} cannot be the name of an owner or a repository"),
            ));
        }
    }
    Ok(Source {
        name: format!("{}/{}", repo.owner, repo.name),
        url: Some(repo.codeload()),
        skill,
        withheld: None,
        place: Place::GitHub(repo),
    })
}
