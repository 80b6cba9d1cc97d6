//! Downloads: what is followed, what is refused, what the token is for.

use std::time::Duration;

use skillkiln::exchange::limits::Limits;
use skillkiln::exchange::net::{Fetched, FetchedRepo, Token, fetch, fetch_repo, roots_of_pem};
use skillkiln::exchange::source::Repo;
use skillkiln::exchange::{Cancel, Net, Progress, Refusal, Watch};

use super::server::{Answer, Server};
use super::shapes::{gz, skill, tar};

fn net(server: &Server) -> Net {
    Net {
        github: server.host.clone(),
        token: Token::new("the-secret"),
        roots: roots_of_pem(server.pem.as_bytes()).unwrap(),
        limits: Limits::default(),
    }
}

fn watched<T>(run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    run(&mut Watch {
        cancel: Cancel::default(),
        progress: &mut |_| {},
    })
}

fn get(server: &Server, path: &str) -> Result<Fetched, Refusal> {
    watched(|watch| fetch(&net(server), &server.address(path), watch))
}

fn refused(server: &Server, path: &str) -> &'static str {
    get(server, path).unwrap_err().code()
}

#[test]
fn redirects_are_followed_five_times_and_looked_at() {
    let server = Server::start(
        |path| match path.split('?').next().unwrap().split_once("/hop/") {
            Some((_, "0")) => Answer::Whole(b"here".to_vec()),
            Some((_, count)) => {
                let next = count.parse::<usize>().unwrap() - 1;
                // Absolute paths and relative ones.
                Answer::To(match next % 2 {
                    0 => format!("/hop/{next}"),
                    _ => format!("./{next}"),
                })
            }
            None => match path {
                "/plain" => Answer::To("http://127.0.0.1/x".to_owned()),
                "/file" => Answer::To("file:///etc/passwd".to_owned()),
                "/secret" => Answer::To("/hop/0?token=hidden".to_owned()),
                _ => Answer::Status(404),
            },
        },
    );
    assert_eq!(get(&server, "/hop/5").unwrap().bytes, b"here");
    assert_eq!(refused(&server, "/hop/6"), "too-many-redirects");
    assert_eq!(refused(&server, "/plain"), "not-https");
    assert_eq!(refused(&server, "/file"), "not-https");
    assert_eq!(refused(&server, "/none"), "not-found");
    for path in ["/hop/0?token=hidden", "/secret"] {
        let fetched = get(&server, path).unwrap();
        assert_eq!(fetched.from, server.address("/hop/0"), "{path}");
    }
}

#[test]
fn answers_that_are_slow_cut_or_too_large() {
    let server = Server::start(|path| match path {
        "/cut" => Answer::Cut(1000, vec![b'x'; 500]),
        "/said" => Answer::Cut((10 << 20) + 1, Vec::new()),
        "/endless" => Answer::Endless,
        "/silence" => Answer::Silence,
        "/stalled" => Answer::Stalled(vec![b'x'; 10]),
        "/full" => Answer::Whole(vec![b'x'; 10 << 20]),
        "/broken" => Answer::Status(500),
        _ => Answer::Status(403),
    });
    assert_eq!(refused(&server, "/cut"), "download-failed");
    assert_eq!(refused(&server, "/said"), "too-large");
    assert_eq!(refused(&server, "/endless"), "too-large");
    assert_eq!(refused(&server, "/broken"), "download-failed");
    assert_eq!(refused(&server, "/other"), "not-allowed");
    assert_eq!(get(&server, "/full").unwrap().bytes.len(), 10 << 20);
    let mut hasty = net(&server);
    hasty.limits.silence = Duration::from_millis(300);
    hasty.limits.connect = Duration::from_millis(300);
    for path in ["/silence", "/stalled"] {
        let refusal = watched(|watch| fetch(&hasty, &server.address(path), watch)).unwrap_err();
        assert_eq!(refusal.code(), "timed-out", "{path}: {refusal}");
    }
}

#[test]
fn it_can_be_cancelled_and_tells_how_far_it_is() {
    let server = Server::start(|path| match path {
        "/whole" => Answer::Whole(vec![b'x'; 300_000]),
        _ => Answer::Stalled(vec![b'x'; 10]),
    });
    let cancel = Cancel::default();
    let ends = cancel.clone();
    // Cancelled as soon as the first bytes are here; the server never ends.
    let mut progress = |progress: Progress| {
        if progress.bytes > 0 {
            ends.cancel();
        }
    };
    let mut watch = Watch {
        cancel,
        progress: &mut progress,
    };
    let refusal = fetch(&net(&server), &server.address("/stalled"), &mut watch).unwrap_err();
    assert_eq!(refusal.code(), "cancelled");
    let mut last = Progress::default();
    let mut watch = Watch {
        cancel: Cancel::default(),
        progress: &mut |progress| last = progress,
    };
    fetch(&net(&server), &server.address("/whole"), &mut watch).unwrap();
    assert_eq!((last.bytes, last.total), (300_000, Some(300_000)));
}

#[test]
fn a_certificate_nobody_knows_is_refused() {
    let server = Server::start(|_| Answer::Whole(b"x".to_vec()));
    let mut strangers = net(&server);
    strangers.roots.clear();
    let refusal = watched(|watch| fetch(&strangers, &server.address("/"), watch)).unwrap_err();
    assert_eq!(refusal.code(), "download-failed");
    assert!(server.asked().is_empty());
}

fn repo(reference: Option<&str>, path: &str) -> Repo {
    Repo {
        owner: "o".to_owned(),
        name: "r".to_owned(),
        reference: reference.map(str::to_owned),
        path: path.to_owned(),
        exact: false,
    }
}

fn get_repo(server: &Server, repo: &Repo) -> Result<FetchedRepo, Refusal> {
    watched(|watch| fetch_repo(&net(server), repo, watch))
}

#[test]
fn repositories_of_ones_own_github() {
    let archive = gz(&tar(&[
        ("o-r-1/skills/a/SKILL.md", &skill("a")),
        ("o-r-1/README.md", "x"),
    ]));
    let elsewhere = Server::start({
        let archive = archive.clone();
        move |_| Answer::Whole(archive.clone())
    });
    let away = elsewhere.address("/archive?token=1");
    let server = Server::start(move |path| match path {
        "/api/v3/repos/o/r/tarball/HEAD" => Answer::To("/o/r/legacy.tar.gz".to_owned()),
        "/api/v3/repos/o/r/tarball/feature/x" => Answer::Whole(archive.clone()),
        "/api/v3/repos/o/r/tarball/main" => Answer::Whole(archive.clone()),
        "/api/v3/repos/o/r/tarball/away" => Answer::To(away.clone()),
        "/o/r/legacy.tar.gz" => Answer::Whole(archive.clone()),
        _ => Answer::Status(404),
    });
    let found = get_repo(&server, &repo(None, "")).unwrap();
    assert_eq!(found.bundle.root(), "o-r-1");
    assert_eq!(found.from, server.address("/o/r/legacy.tar.gz"));
    let token = Some("Bearer the-secret".to_owned());
    assert!(server.asked().iter().all(|(_, sent)| *sent == token));
    // A branch with a slash in its name.
    let found = get_repo(&server, &repo(Some("feature"), "x/skills/a")).unwrap();
    assert_eq!(found.repo.reference.as_deref(), Some("feature/x"));
    assert_eq!(found.repo.path, "skills/a");
    let refusal = get_repo(&server, &repo(Some("nowhere"), "x")).unwrap_err();
    assert_eq!(refusal.code(), "not-found");
    for path in ["skills/b", "../o-r-1", "README.md"] {
        let refusal = get_repo(&server, &repo(Some("main"), path)).unwrap_err();
        assert_eq!(refusal.code(), "path_not_found", "{path}");
    }
    // What no branch can be called leads to no other address, and the token nowhere.
    let before = server.asked().len();
    for reference in [
        "..",
        "../../x",
        "a/./b",
        "a//b",
        "x?y",
        "a b",
        "%2e%2e/%2E%2e",
        "a\\b",
    ] {
        let refusal = get_repo(&server, &repo(Some(reference), "")).unwrap_err();
        assert_eq!(refusal.code(), "bad-reference", "{reference}");
    }
    assert_eq!(server.asked().len(), before);
    let refusal = get_repo(&server, &repo(Some("fix#7"), "")).unwrap_err();
    assert_eq!(refusal.code(), "not-found");
    let asked = server.asked().pop().unwrap().0;
    assert_eq!(asked, "/api/v3/repos/o/r/tarball/fix%237");
    // Another host gets no token, and is told nothing of it.
    let mut both = net(&server);
    both.roots
        .extend(roots_of_pem(elsewhere.pem.as_bytes()).unwrap());
    let found = watched(|watch| fetch_repo(&both, &repo(Some("away"), ""), watch)).unwrap();
    assert_eq!(elsewhere.asked(), [("/archive?token=1".to_owned(), None)]);
    assert!(!format!("{both:?} {found:?}").contains("the-secret"));
}
