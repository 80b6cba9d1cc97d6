//! Addresses of GitHub folders, as AgentWorks' import dialog reads them (recorded): parsed by Go's
//! `net/url`, then `owner/repo/tree/branch[/path]`.

use super::{GITHUB, Place, Repo, Source};
use crate::exchange::Refusal;

/// Reads a folder address.
///
/// # Errors
/// `not-a-url`, `not-github`, `not-a-tree-url`.
pub fn parse(text: &str, github: &str) -> Result<Source, Refusal> {
    let (host, path) = go_url(text)
        .ok_or_else(|| Refusal::new("not-a-url", format!("{text:?} is not an address")))?;
    if host != github {
        return Err(Refusal::new(
            "not-github",
            format!(
                "{text:?} is not an address of {github}: give https://{github}/owner/repo/tree/branch/folder"
            ),
        ));
    }
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let [owner, name, "tree", branch, rest @ ..] = parts.as_slice() else {
        return Err(Refusal::new(
            "not-a-tree-url",
            format!(
                "{text:?} is not the address of a folder: give https://{github}/owner/repo/tree/branch/folder"
            ),
        ));
    };
    let repo = Repo {
        owner: (*owner).to_owned(),
        name: (*name).to_owned(),
        reference: Some((*branch).to_owned()),
        path: rest.join("/"),
        exact: true,
    };
    Ok(Source {
        name: format!("{owner}/{name}"),
        url: Some(contents_url(&repo)),
        skill: None,
        withheld: None,
        place: Place::GitHub(repo),
    })
}

/// What the dialog asks GitHub for: the listing of the folder.
fn contents_url(repo: &Repo) -> String {
    format!(
        "https://api.{GITHUB}/repos/{}/{}/contents/{}?ref={}",
        repo.owner,
        repo.name,
        path_escape(&repo.path),
        repo.reference.as_deref().unwrap_or_default()
    )
}

/// Host (with its port) and unescaped path of an address; `None` where Go finds no address in it.
/// User names, query and fragment are passed over.
fn go_url(text: &str) -> Option<(&str, String)> {
    if text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
        return None;
    }
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    unescape(fragment)?;
    let (scheme, rest) = scheme(text)?;
    let rest = rest.split_once('?').map_or(rest, |(before, _)| before);
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            return Some(("", String::new()));
        }
        if rest
            .split('/')
            .next()
            .is_some_and(|first| first.contains(':'))
        {
            return None;
        }
    }
    let after = rest.strip_prefix("//");
    let Some(after) = after.filter(|_| !scheme.is_empty() || !rest.starts_with("///")) else {
        return Some(("", unescape(rest)?));
    };
    let (authority, path) = match after.find('/') {
        Some(at) => after.split_at(at),
        None => (after, ""),
    };
    Some((host(authority)?, unescape(path)?))
}

/// The scheme and what follows its colon; an empty one where there is none.
fn scheme(text: &str) -> Option<(&str, &str)> {
    for (at, c) in text.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if at > 0 => {}
            ':' if at == 0 => return None,
            ':' => return Some((&text[..at], &text[at + 1..])),
            _ => break,
        }
    }
    Some(("", text))
}

/// The host of an authority, with its port; `None` where either cannot be one.
fn host(authority: &str) -> Option<&str> {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (user, host),
        None => ("", authority),
    };
    let in_user = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !user.chars().all(in_user) {
        return None;
    }
    unescape(user)?;
    let name = match host.rsplit_once(':') {
        Some((_, port)) if !port.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        Some((name, _)) => name,
        None => host,
    };
    // Characters of a host name are never escaped; these others are let through as they are.
    let in_host = |c: char| {
        !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.~!$&'()*+,;=:[]<>\"".contains(c)
    };
    name.chars().all(in_host).then_some(host)
}

/// `%41` as `A`; `None` for a `%` without two hexadecimal digits.
fn unescape(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%' {
            let digits = bytes.get(at + 1..at + 3)?;
            let digits = std::str::from_utf8(digits).ok()?;
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            out.push(u8::from_str_radix(digits, 16).ok()?);
            at += 3;
        } else {
            out.push(*byte);
            at += 1;
        }
    }
    Some(String::from_utf8_lossy(&out).into_owned())
}

/// Go's `url.PathEscape`.
fn path_escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+:=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
