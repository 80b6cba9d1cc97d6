//! Fetching over https, and nothing else.
//!
//! Every hop of a redirect is looked at before it is followed; the token goes to the host it was
//! given for and to no other; limits hold while bytes arrive.

mod get;
mod github;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::Refusal;
use super::limits::Limits;
use super::source::GITHUB;

pub use get::{Address, Root, roots_of_pem};
pub use github::{FetchedRepo, fetch_repo};

/// How often a waiting download looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// What a download needs to know of the world.
#[derive(Clone, Debug)]
pub struct Net {
    /// The host (and port) of the GitHub that is meant: `github.com`, or one's own.
    pub github: String,
    /// What opens private repositories there.
    pub token: Option<Token>,
    /// Certificates that count beside those of the public authorities.
    pub roots: Vec<Root>,
    /// How much, how long.
    pub limits: Limits,
}

/// A secret. It is never shown, not even for debugging, and never written anywhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// This secret; `None` when it cannot be one (empty, or not of visible ASCII).
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Where the token of a GitHub is found, as GitHub's own command line has it.
const TOKENS: &[(bool, &[&str])] = &[
    (true, &["GH_TOKEN", "GITHUB_TOKEN"]),
    (false, &["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]),
];

/// The variables that may hold the token of the GitHub that is meant.
fn token_names(net_github: &str) -> &'static [&'static str] {
    let public = net_github.eq_ignore_ascii_case(GITHUB);
    let mut names = TOKENS.iter().filter(|(of_public, _)| *of_public == public);
    names.next().map_or(&[], |(_, names)| names)
}

impl Net {
    /// From the environment: `SKILLKILN_GITHUB` is the address of one's own GitHub, its token is in
    /// `GH_ENTERPRISE_TOKEN` or `GITHUB_ENTERPRISE_TOKEN` (of github.com: `GH_TOKEN`,
    /// `GITHUB_TOKEN`), and `SKILLKILN_CA` is a file of certificates (PEM) that count as well.
    /// `github` comes before the environment.
    ///
    /// # Errors
    /// `not-https` for a GitHub without https, `bad-certificates` for a file that holds none.
    pub fn from_env(github: Option<&str>) -> Result<Self, Refusal> {
        let given = |key: &str| std::env::var(key).ok().filter(|value| !value.is_empty());
        let base = github
            .map(str::to_owned)
            .or_else(|| given("SKILLKILN_GITHUB"));
        let github = match base {
            Some(base) => Address::parse(&base)?.authority,
            None => GITHUB.to_owned(),
        };
        let token = token_names(&github)
            .iter()
            .find_map(|name| given(name))
            .and_then(|text| Token::new(&text));
        let roots = match given("SKILLKILN_CA") {
            Some(file) => {
                let bad = |why: String| Refusal::new("bad-certificates", format!("{file}: {why}"));
                let pem = fs::read(&file).map_err(|error| bad(error.to_string()))?;
                roots_of_pem(&pem).map_err(bad)?
            }
            None => Vec::new(),
        };
        Ok(Self {
            github,
            token,
            roots,
            limits: Limits::default(),
        })
    }

    /// The host name of the GitHub, without its port.
    pub fn github_host(&self) -> &str {
        self.github.split(':').next().unwrap_or_default()
    }
}

/// How far a download is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that are here.
    pub bytes: u64,
    /// Bytes there will be, when the server says.
    pub total: Option<u64>,
}

/// Cancels a download from elsewhere. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends what listens to this.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// It was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches a download.
pub struct Watch<'a> {
    /// Ends it.
    pub cancel: Cancel,
    /// Is told how far it is.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// What was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where they came from in the end, without what may be secret in it.
    pub from: String,
}

enum News {
    Progress(Progress),
    End(Result<Fetched, Refusal>),
}

/// Fetches one address.
///
/// # Errors
/// `not-https`, `too-many-redirects`, `too-large`, `not-found`, `not-allowed`, `timed-out`,
/// `download-failed`, `cancelled`.
pub fn fetch(net: &Net, address: &str, watch: &mut Watch<'_>) -> Result<Fetched, Refusal> {
    let first = Address::parse(address)?;
    let shown = first.shown();
    let limits = net.limits.clone();
    let (send, receive) = channel();
    let job = net.clone();
    let cancel = watch.cancel.clone();
    // The network may keep a thread waiting; nobody waits for that thread.
    thread::spawn(move || {
        let told = send.clone();
        let end = get::get(&job, first, &cancel, &mut |progress| {
            told.send(News::Progress(progress)).is_ok()
        });
        // Nobody listens any more when it was cancelled.
        let _ = send.send(News::End(end));
    });
    let (start, mut heard) = (Instant::now(), Instant::now());
    loop {
        if watch.cancel.is_cancelled() {
            return Err(Refusal::new("cancelled", "it was cancelled"));
        }
        let silence = limits.silence.max(limits.connect);
        if heard.elapsed() > silence || start.elapsed() > limits.whole {
            return Err(Refusal::new(
                "timed-out",
                format!("{shown} does not answer in time"),
            ));
        }
        match receive.recv_timeout(LOOK.min(silence / 4)) {
            Ok(News::Progress(progress)) => {
                heard = Instant::now();
                (watch.progress)(progress);
            }
            Ok(News::End(end)) => return end,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Refusal::new("download-failed", "the download broke off"));
            }
        }
    }
}
