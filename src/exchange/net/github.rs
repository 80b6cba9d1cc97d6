//! Repositories: one archive of the whole, from GitHub or from one's own.

use super::{Net, Watch, fetch};
use crate::exchange::Refusal;
use crate::exchange::archive::unpack;
use crate::exchange::bundle::Bundle;
use crate::exchange::source::{GITHUB, Repo};

/// A repository, fetched and unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedRepo {
    /// What was asked for, with the branch name as long as it turned out to be.
    pub repo: Repo,
    /// Its files, below the one folder that such archives have.
    pub bundle: Bundle,
    /// Where it came from.
    pub from: String,
}

/// The host that answers for programs.
pub(super) fn api_host(github: &str) -> String {
    match github.eq_ignore_ascii_case(GITHUB) {
        true => format!("api.{GITHUB}"),
        false => github.to_owned(),
    }
}

/// The archive of a repository. GitHub itself gives it without a token from another host than with
/// one; one's own GitHub has one address for both.
fn archive(net: &Net, repo: &Repo) -> Result<String, Refusal> {
    let repo = &Repo {
        reference: repo.reference.as_deref().map(in_path).transpose()?,
        ..repo.clone()
    };
    let reference = repo.reference();
    let (owner, name) = (&repo.owner, &repo.name);
    let public = net.github.eq_ignore_ascii_case(GITHUB);
    Ok(match (public, &net.token) {
        (true, None) => repo.codeload(),
        (true, Some(_)) => {
            format!("https://api.{GITHUB}/repos/{owner}/{name}/tarball/{reference}")
        }
        (false, _) => {
            let host = &net.github;
            format!("https://{host}/api/v3/repos/{owner}/{name}/tarball/{reference}")
        }
    })
}

/// The name of a branch, a tag or a commit as it stands in an address. It may come out of a lock that
/// others write: one that git knows nothing of must not lead to another address, which the token
/// would go to as well.
fn in_path(reference: &str) -> Result<String, Refusal> {
    let dots = reference.to_ascii_lowercase().replace("%2e", ".");
    let bad = |c: char| c.is_control() || " ~^:?*[\\".contains(c);
    if dots.contains("..")
        || dots.split('/').any(|part| matches!(part, "" | "."))
        || dots.contains(bad)
    {
        return Err(Refusal::new(
            "bad-reference",
            format!("{reference:?} cannot be the name of a branch, a tag or a commit"),
        ));
    }
    Ok(reference.replace('#', "%23"))
}

/// Fetches a repository. When there is no such branch, or no such folder in it, the branch name is
/// taken one name longer, as far as the path goes; the first refusal is the one that is told.
///
/// # Errors
/// As [`fetch`] and [`unpack`]; `bad-reference`; `path_not_found` when the folder is in none of them.
pub fn fetch_repo(net: &Net, repo: &Repo, watch: &mut Watch<'_>) -> Result<FetchedRepo, Refusal> {
    let mut at = repo.clone();
    let mut first = None;
    loop {
        match fetch_one(net, &at, watch) {
            Ok(found) => return Ok(found),
            Err(refusal) if matches!(refusal.code(), "not-found" | "path_not_found") => {
                // Once the branch is there, its missing folder is what matters.
                if first.is_none() || refusal.code() == "path_not_found" {
                    first = Some(refusal);
                }
            }
            // No branch is called so, and none that is longer.
            Err(refusal) if refusal.code() == "bad-reference" => {
                return Err(first.unwrap_or(refusal));
            }
            Err(refusal) => return Err(refusal),
        }
        match (at.longer(), first) {
            (Some(longer), kept) => (at, first) = (longer, kept),
            (None, Some(refusal)) => return Err(refusal),
            (None, None) => return Err(path_not_found(repo)),
        }
    }
}

fn fetch_one(net: &Net, repo: &Repo, watch: &mut Watch<'_>) -> Result<FetchedRepo, Refusal> {
    let fetched = fetch(net, &archive(net, repo)?, watch)?;
    let bundle = unpack(&fetched.bytes, &net.limits)?;
    if bundle.within(&repo.path).is_none() {
        return Err(path_not_found(repo));
    }
    Ok(FetchedRepo {
        repo: repo.clone(),
        bundle,
        from: fetched.from,
    })
}

fn path_not_found(repo: &Repo) -> Refusal {
    Refusal::new(
        "path_not_found",
        format!(
            "there is no folder {:?} in {}/{}",
            repo.path, repo.owner, repo.name
        ),
    )
}
