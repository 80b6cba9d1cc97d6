//! Short forms of repositories and https addresses, as MiniBot's `install_skill` reads them
//! (recorded); the `npx skills` tool writes the same short forms.

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
            format!("{text:?} is not an https address; nothing else is fetched"),
        ));
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [owner, name, rest @ ..] if host_of(authority).eq_ignore_ascii_case(github) => {
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
        _ => {
            let text = without_user(text);
            Ok(Source {
                name: text.clone(),
                place: Place::Url(text.clone()),
                skill: None,
                url: Some(text),
            })
        }
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
        place: Place::GitHub(repo),
    })
}
