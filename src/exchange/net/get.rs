//! One download: request, redirects, body.

use std::io::Read;
use std::sync::Arc;

use ureq::http::{Response, header};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Error};

use super::{Cancel, Fetched, Net, Progress};
use crate::exchange::Refusal;
use crate::exchange::source::install::without_user;
use crate::library::system_words;

/// A certificate that counts, DER.
pub type Root = Certificate<'static>;

const CHUNK: usize = 64 << 10;

/// An https address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host, and port where one is given.
    pub authority: String,
    /// Path and query, at least `/`.
    pub path: String,
}

impl Address {
    /// Reads an address. User name and password are taken out: they are sent nowhere.
    ///
    /// # Errors
    /// `not-https` for anything else.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        // Neither a password nor a query that may hold a secret stands in what is told.
        let told = text.split(['?', '#']).next().unwrap_or_default();
        let told = without_user(told);
        let not = |why: &str| Refusal::new("not-https", format!("{told:?} {why}"));
        let (scheme, rest) = text
            .split_once("://")
            .ok_or_else(|| not("is no https address"))?;
        if !scheme.eq_ignore_ascii_case("https") {
            return Err(not("is no https address; nothing else is fetched"));
        }
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let authority = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        let in_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if authority.is_empty() || authority.starts_with(':') || !authority.chars().all(in_host) {
            return Err(not("has no host that could be asked"));
        }
        let slash = if path.starts_with('/') { "" } else { "/" };
        Ok(Self {
            authority: authority.to_ascii_lowercase(),
            path: format!("{slash}{}", plain(path)),
        })
    }

    /// Where a redirect from here leads.
    fn join(&self, location: &str) -> Result<Self, Refusal> {
        if location.contains("://") {
            return Self::parse(location);
        }
        if let Some(rest) = location.strip_prefix("//") {
            return Self::parse(&format!("https://{rest}"));
        }
        let before = self.path.split('?').next().unwrap_or_default();
        let folder = before.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = match location.chars().next() {
            Some('/') => location.to_owned(),
            Some('?') => format!("{before}{location}"),
            _ => format!("{folder}/{}", location.trim_start_matches("./")),
        };
        Self::parse(&format!("https://{}{path}", self.authority))
    }

    fn text(&self) -> String {
        format!("https://{}{}", self.authority, self.path)
    }

    /// Without the query, which may hold a secret that opens it for a while.
    pub(super) fn shown(&self) -> String {
        let path = self.path.split('?').next().unwrap_or_default();
        format!("https://{}{path}", self.authority)
    }
}

/// Everything that cannot stand in a request line, escaped.
fn plain(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// The certificates in a PEM text.
///
/// # Errors
/// When there is none, or one that cannot be read.
pub fn roots_of_pem(pem: &[u8]) -> Result<Vec<Root>, String> {
    let mut roots = Vec::new();
    for item in parse_pem(pem) {
        match item {
            Ok(PemItem::Certificate(root)) => roots.push(root),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    match roots.is_empty() {
        true => Err("there is no certificate in it".to_owned()),
        false => Ok(roots),
    }
}

/// Fetches `first` or what it leads to; `told` says false when nobody waits any more.
pub(super) fn get(
    net: &Net,
    first: Address,
    cancel: &Cancel,
    told: &mut dyn FnMut(Progress) -> bool,
) -> Result<Fetched, Refusal> {
    let agent = agent(net);
    let mut at = first;
    for _ in 0..=net.limits.redirects {
        let response = ask(net, &agent, &at)?;
        if !told(Progress::default()) || cancel.is_cancelled() {
            break;
        }
        let status = response.status().as_u16();
        match status {
            200 => return body(net, response, &at, cancel, told),
            301 | 302 | 303 | 307 | 308 => {
                let location = response.headers().get(header::LOCATION);
                let location = location.and_then(|value| value.to_str().ok());
                let location = location.ok_or_else(|| failed(&at, "a redirect to nowhere"))?;
                at = at.join(location)?;
            }
            404 | 410 => {
                let what = format!(
                    "{} is not there, or not for you{}",
                    at.shown(),
                    way_in(net, &at)
                );
                return Err(Refusal::new("not-found", what));
            }
            401 | 403 | 429 => {
                let what = format!("{} answers {status}{}", at.shown(), way_in(net, &at));
                return Err(Refusal::new("not-allowed", what));
            }
            _ => return Err(failed(&at, &format!("the server answers {status}"))),
        }
    }
    if cancel.is_cancelled() {
        return Err(Refusal::new("cancelled", "it was cancelled"));
    }
    let most = net.limits.redirects;
    Err(Refusal::new(
        "too-many-redirects",
        format!("{} leads on more than {most} times", at.shown()),
    ))
}

/// What opens more of the GitHub that was asked.
fn way_in(net: &Net, at: &Address) -> String {
    let github = at.authority == net.github || at.authority.ends_with(&format!(".{}", net.github));
    match (github, &net.token) {
        (false, _) => String::new(),
        (true, None) => format!(
            "; {} opens what is private",
            super::token_names(&net.github).join(" or ")
        ),
        (true, Some(_)) => "; the token that was found does not open it".to_owned(),
    }
}

fn agent(net: &Net) -> Agent {
    let public = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
    let public = public.map(|root| Certificate::from_der(root).to_owned());
    let roots: Vec<Root> = public.chain(net.roots.iter().cloned()).collect();
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(ring)
        .build();
    Agent::config_builder()
        .https_only(true)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .user_agent(concat!("skillkiln/", env!("CARGO_PKG_VERSION")))
        .tls_config(tls)
        .timeout_connect(Some(net.limits.connect))
        .timeout_recv_response(Some(net.limits.silence))
        .timeout_global(Some(net.limits.whole))
        .build()
        .new_agent()
}

fn ask(net: &Net, agent: &Agent, at: &Address) -> Result<Response<Body>, Refusal> {
    let mut request = agent.get(at.text());
    if let Some(token) = net.token.as_ref().filter(|_| is_api(net, at)) {
        request = request.header(header::AUTHORIZATION, token.header());
    }
    request.call().map_err(|error| trouble(at, error))
}

/// The token belongs to this host, and the address is one of those it is for.
fn is_api(net: &Net, at: &Address) -> bool {
    at.authority == super::github::api_host(&net.github)
}

fn body(
    net: &Net,
    mut response: Response<Body>,
    at: &Address,
    cancel: &Cancel,
    told: &mut dyn FnMut(Progress) -> bool,
) -> Result<Fetched, Refusal> {
    let most = net.limits.download;
    let too_large = || {
        Refusal::new(
            "too-large",
            format!("{} has more than {most} bytes", at.shown()),
        )
    };
    let length = response.headers().get(header::CONTENT_LENGTH);
    let total = length
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<u64>().ok());
    if total.is_some_and(|total| total > most) {
        return Err(too_large());
    }
    let mut reader = response.body_mut().with_config().limit(most + 1).reader();
    let mut bytes = Vec::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = reader
            .read(&mut chunk)
            .map_err(|error| failed(at, &format!("it broke off: {error}")))?;
        bytes.extend_from_slice(&chunk[..count]);
        if bytes.len() as u64 > most {
            return Err(too_large());
        }
        if count == 0 {
            break;
        }
        let progress = Progress {
            bytes: bytes.len() as u64,
            total,
        };
        if !told(progress) || cancel.is_cancelled() {
            return Err(Refusal::new("cancelled", "it was cancelled"));
        }
    }
    if total.is_some_and(|total| total != bytes.len() as u64) {
        return Err(failed(at, "it broke off before its end"));
    }
    Ok(Fetched {
        bytes,
        from: at.shown(),
    })
}

fn trouble(at: &Address, error: Error) -> Refusal {
    match error {
        Error::Timeout(_) => Refusal::new(
            "timed-out",
            format!("{} does not answer in time", at.shown()),
        ),
        Error::HostNotFound => failed(at, "there is no such host, or no network"),
        Error::Io(error) => failed(at, &in_words(&error)),
        error => failed(at, &error.to_string()),
    }
}

/// What the system or the certificates say.
fn in_words(error: &std::io::Error) -> String {
    let words = system_words(error);
    if words.contains("invalid peer certificate") {
        return format!("{words}; SKILLKILN_CA names a file of certificates that count as well");
    }
    match words.contains("lookup address") {
        true => "there is no such host, or no network".to_owned(),
        false => words,
    }
}

fn failed(at: &Address, why: &str) -> Refusal {
    Refusal::new("download-failed", format!("{}: {why}", at.shown()))
}
