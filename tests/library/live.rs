//! Changes on disk arrive by themselves. No sleeps: every wait ends with the news or fails.

use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use skillkiln::host::profile::ScanRoot;
use skillkiln::host::{FileTree, Pace};
use skillkiln::library::{Limits, Live, News, fixed, scan};

use crate::{Ground, link};

/// What a person would call at once.
const SOON: Duration = Duration::from_millis(500);
/// A busy machine is no fault of ours.
const PATIENCE: Duration = Duration::from_secs(10);

fn root(path: &str) -> ScanRoot {
    ScanRoot {
        path: path.to_owned(),
        depth: 3,
        contents: vec!["SKILL.md".to_owned()],
    }
}

fn start(path: &str) -> (Live, Receiver<News>) {
    let (send, receive) = channel();
    let live = Live::start(fixed(vec![root(path)]), Limits::default(), move |news| {
        let _ = send.send(news);
    });
    (live, receive)
}

/// Waits for news in which `path` holds `text`.
fn wait(news: &Receiver<News>, path: &str, text: Option<&str>) -> (News, Duration) {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let Ok(news) = news.recv_timeout(PATIENCE) else {
            break;
        };
        let now = news.tree.content(path).map(|content| content.to_vec());
        if now.as_deref() == text.map(str::as_bytes) {
            return (news, since.elapsed());
        }
    }
    panic!("{path} never became {text:?}");
}

#[test]
fn outside_changes_arrive_within_half_a_second() {
    let ground = Ground::new();
    let path = ground.file("s/a/SKILL.md", "one");
    let (_live, news) = start(&ground.path("s"));
    wait(&news, &path, Some("one"));
    // The best of some: what is measured is our delay, not the load of the machine.
    let best = (0..5)
        .map(|at| {
            let text = format!("text {at}");
            fs::write(&path, &text).unwrap();
            wait(&news, &path, Some(&text)).1
        })
        .min();
    assert!(best.unwrap() < SOON, "took {best:?}");
}

#[test]
fn folders_that_come_later_are_noticed() {
    let ground = Ground::new();
    let (_live, news) = start(&ground.path("p/skills"));
    let first = news.recv_timeout(PATIENCE).unwrap();
    assert!(first.tree.read_folder(&ground.path("p/skills")).is_none());
    let path = ground.file("p/skills/a/SKILL.md", "late");
    wait(&news, &path, Some("late"));
    fs::write(&path, "changed").unwrap();
    wait(&news, &path, Some("changed"));
    // Gone and back again.
    fs::remove_dir_all(ground.disk("p")).unwrap();
    wait(&news, &path, None);
    ground.file("p/skills/a/SKILL.md", "back");
    wait(&news, &path, Some("back"));
}

#[test]
fn a_folder_replaced_by_another_is_watched_anew() {
    let ground = Ground::new();
    let path = ground.file("s/a/SKILL.md", "one");
    let (_live, news) = start(&ground.path("s"));
    wait(&news, &path, Some("one"));
    ground.file("b/SKILL.md", "two");
    fs::rename(ground.disk("s/a"), ground.disk("gone")).unwrap();
    fs::rename(ground.disk("b"), ground.disk("s/a")).unwrap();
    wait(&news, &path, Some("two"));
    fs::write(&path, "three").unwrap();
    wait(&news, &path, Some("three"));
}

#[test]
fn changes_behind_a_link_arrive() {
    let ground = Ground::new();
    let real = ground.file("far/SKILL.md", "one");
    ground.folder("s");
    link("../far", &ground.disk("s/a"));
    let (_live, news) = start(&ground.path("s"));
    let path = ground.path("s/a/SKILL.md");
    wait(&news, &path, Some("one"));
    fs::write(real, "two").unwrap();
    wait(&news, &path, Some("two"));
}

#[test]
fn orders_are_always_answered() {
    let ground = Ground::new();
    let a = ground.file("a/x/SKILL.md", "a");
    let b = ground.file("b/x/SKILL.md", "b");
    let (live, news) = start(&ground.path("a"));
    let (first, _) = wait(&news, &a, Some("a"));
    assert_eq!((first.round, first.polling), (0, None));
    live.look(vec![a]);
    let same = news.recv_timeout(PATIENCE).unwrap();
    assert_eq!(same.round, 0);
    live.roots(fixed(vec![root(&ground.path("b"))]));
    let (other, _) = wait(&news, &b, Some("b"));
    assert_eq!(other.round, 1);
    live.again();
    assert_eq!(news.recv_timeout(PATIENCE).unwrap().round, 1);
}

#[test]
fn the_thread_ends_with_its_owner() {
    let ground = Ground::new();
    let (live, news) = start(&ground.path("s"));
    drop(live);
    // The sender lived in the thread: once it is gone the channel says so.
    while news.recv_timeout(PATIENCE).is_ok() {}
    assert!(news.recv().is_err());
}

#[test]
fn a_first_scan_tells_how_far_it_is_and_ends_with_what_it_has_when_stopped() {
    let ground = Ground::new();
    for folder in 0..40 {
        for file in 0..40 {
            ground.file(&format!("r/{folder}/{file}.md"), "x");
        }
    }
    let whole = scan(fixed(vec![root(&ground.path("r"))]), &Limits::default());
    let count = |tree: &FileTree| tree.folders().map(|(_, f)| f.entries.len()).sum::<usize>();
    let told = Arc::new(Mutex::new(Vec::new()));
    let slot: Arc<Mutex<Option<Pace>>> = Arc::default();
    let (heard, own) = (told.clone(), slot.clone());
    let pace = Pace::new(move |done, _| {
        heard.lock().unwrap().push(done);
        if done > 0 {
            own.lock().unwrap().as_ref().expect("itself").stop();
        }
    });
    *slot.lock().unwrap() = Some(pace.clone());
    let (send, news) = channel();
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let live = Live::paced(
        fixed(vec![root(&ground.path("r"))]),
        limits,
        pace,
        move |n| {
            let _ = send.send(n);
        },
    );
    let first = news.recv_timeout(PATIENCE).expect("news");
    assert!(first.stopped);
    assert!(count(&first.tree) > 0 && count(&first.tree) < count(&whole));
    assert_eq!(told.lock().unwrap()[..2], [0, 256]);
    *slot.lock().unwrap() = Some(Pace::default());
    live.again();
    let second = news.recv_timeout(PATIENCE).expect("news");
    assert!(!second.stopped);
    assert_eq!(count(&second.tree), count(&whole));
}

#[test]
fn only_a_scan_that_is_answered_is_told_of() {
    let ground = Ground::new();
    let path = ground.file("s/a/SKILL.md", "one");
    let begun = Arc::new(Mutex::new(0));
    let count = begun.clone();
    let pace = Pace::new(move |done, of| {
        *count.lock().unwrap() += usize::from((done, of) == (0, 0));
    });
    let (send, news) = channel();
    let roots = fixed(vec![root(&ground.path("s"))]);
    let live = Live::paced(roots, Limits::default(), pace, move |n| {
        let _ = send.send(n);
    });
    wait(&news, &path, Some("one"));
    // By then whatever was looked at again, once all is watched, has been.
    fs::write(&path, "two").unwrap();
    wait(&news, &path, Some("two"));
    assert_eq!(*begun.lock().unwrap(), 1);
    live.again();
    news.recv_timeout(PATIENCE).expect("news");
    assert_eq!(*begun.lock().unwrap(), 2);
}
