//! What opens something and stands in an address: it is used for the one look that it was given for,
//! and neither kept nor shown.

/// Parts of the names that secrets have in queries, in lower case.
const PARTS: [&str; 9] = [
    "token",
    "secret",
    "passw",
    "signature",
    "credential",
    "apikey",
    "api_key",
    "api-key",
    "auth",
];

/// Whole names that secrets have in queries, in lower case.
const NAMES: [&str; 6] = ["key", "sig", "pwd", "pass", "jwt", "private_key"];

/// A secret has this name in a query.
fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    NAMES.contains(&name.as_str()) || PARTS.iter().any(|part| name.contains(part))
}

/// An address in its parts: up to `//`, user and password, host and path, query and fragment with
/// what begins them. `None` for what is none.
fn parts(text: &str) -> Option<(&str, &str, &str, &str)> {
    let start = text.find("://")? + 3;
    let rest = &text[start..];
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let user = rest[..end].rfind('@').map_or(0, |at| at + 1);
    let query = rest.find(['?', '#']).unwrap_or(rest.len());
    Some((
        &text[..start],
        &rest[..user],
        &rest[user..query],
        &rest[query..],
    ))
}

/// The members of a query, each with what stands before it: `?`, `&`, `;`, `#`.
fn members(query: &str) -> Vec<&str> {
    let starts = query.char_indices();
    let starts = starts.filter(|(_, c)| matches!(c, '?' | '&' | ';' | '#'));
    let mut starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    starts.push(query.len());
    let pairs = starts.windows(2);
    pairs
        .filter_map(|pair| query.get(pair[0]..pair[1]))
        .collect()
}

/// The name of the secret in a member of a query.
fn secret_in(member: &str) -> Option<&str> {
    let (name, value) = member.get(1..)?.split_once('=')?;
    (!value.is_empty() && is_secret(name)).then_some(name)
}

/// The text without user name, password and secrets of the query; what is no address stays.
pub fn without_secrets(text: &str) -> String {
    let Some((scheme, _, host, query)) = parts(text) else {
        return text.to_owned();
    };
    let mut out = format!("{scheme}{host}");
    let mut asks = false;
    for member in members(query).iter().filter(|one| secret_in(one).is_none()) {
        // The first that stays begins the query.
        let joined = matches!(member.chars().next(), Some('&' | ';')) && !asks;
        out.push_str(if joined { "?" } else { &member[..1] });
        out.push_str(&member[1..]);
        asks |= !member.starts_with('#');
    }
    out
}

/// As [`without_secrets`], with `***` where a secret of the query stood: what a person types again.
pub fn masked(text: &str) -> String {
    let Some((scheme, _, host, query)) = parts(text) else {
        return text.to_owned();
    };
    let query = members(query)
        .into_iter()
        .map(|member| match secret_in(member) {
            Some(name) => format!("{}{name}=***", &member[..1]),
            None => member.to_owned(),
        });
    format!("{scheme}{host}{}", query.collect::<String>())
}

/// What becomes of the secrets in an address that was typed, for people; `None` where there are none.
pub fn told(text: &str) -> Option<String> {
    let (_, user, _, query) = parts(text)?;
    let names: Vec<&str> = members(query).into_iter().filter_map(secret_in).collect();
    let user = (!user.is_empty()).then(|| {
        "the user name and password in the address are sent nowhere and not kept".to_owned()
    });
    let query = (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!(
            "{names} in the address opens it this once and is not kept; `outdated` and `update` ask \
             without it"
        )
    });
    match (user, query) {
        (Some(user), Some(query)) => Some(format!("{user}; {query}")),
        (user, query) => user.or(query),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_an_address_is_taken_out_and_the_rest_stays() {
        for (text, clean, shown) in [
            ("https://h/a.zip", "https://h/a.zip", "https://h/a.zip"),
            (
                "owner/repo@skill?token=x",
                "owner/repo@skill?token=x",
                "owner/repo@skill?token=x",
            ),
            ("https://me:pw@h/a", "https://h/a", "https://h/a"),
            (
                "https://ghp_x@h:1/a@b",
                "https://h:1/a@b",
                "https://h:1/a@b",
            ),
            (
                "https://h/a?token=s",
                "https://h/a",
                "https://h/a?token=***",
            ),
            (
                "https://h?Access_Token=s&v=2",
                "https://h?v=2",
                "https://h?Access_Token=***&v=2",
            ),
            (
                "https://h/a?v=2&sig=s#top",
                "https://h/a?v=2#top",
                "https://h/a?v=2&sig=***#top",
            ),
            (
                "https://h/a#access_token=s",
                "https://h/a",
                "https://h/a#access_token=***",
            ),
            (
                "https://h/a?X-Amz-Signature=s;b=é",
                "https://h/a?b=é",
                "https://h/a?X-Amz-Signature=***;b=é",
            ),
            (
                "https://h/a?token=&keyword=x",
                "https://h/a?token=&keyword=x",
                "https://h/a?token=&keyword=x",
            ),
            (
                "http://u:p@h?private_token=s",
                "http://h",
                "http://h?private_token=***",
            ),
        ] {
            assert_eq!(without_secrets(text), clean);
            assert_eq!(masked(text), shown);
            assert_eq!(told(text).is_some(), text != clean, "{text}");
            assert!(told(text).is_none_or(|told| !told.contains("=s")), "{text}");
        }
    }
}
