//! Unsaved text that outlives its program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skillkiln::library::Recovery;
use skillkiln::library::recovery::{Kept, Unsaved};

const PROJECT: &str = "/p/one";

fn unsaved(path: &str, text: &str) -> Unsaved {
    Unsaved {
        path: path.to_owned(),
        host: "agentworks".to_owned(),
        text: text.into(),
        base: Some(Arc::from(b"old\r\n\xff".as_slice())),
        shelved: false,
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)),
            path => found.push(path),
        }
    }
    found
}

fn texts(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|path| path.extension().is_some_and(|end| end == "json"));
    found
}

/// A workbench that keeps these and dies.
fn dies_with(state: &Path, all: &[Unsaved]) {
    let mut recovery = Recovery::new(state, PROJECT);
    for one in all {
        recovery.keep(one).expect("kept");
    }
}

fn left(recovery: &mut Recovery) -> Vec<Kept> {
    let left = recovery.left();
    assert_eq!(left.damaged, []);
    left.kept
}

#[test]
fn what_a_dead_workbench_kept_comes_back_exactly() {
    let state = tempfile::tempdir().expect("a folder");
    let newest = unsaved("/p/one/a.md", "Zeile \u{202e} mit\r\nEnde ohne");
    dies_with(
        state.path(),
        &[unsaved("/p/one/a.md", "older"), newest.clone()],
    );
    let mut recovery = Recovery::new(state.path(), PROJECT);
    let kept = left(&mut recovery);
    assert_eq!(kept.len(), 1, "one a file: {kept:?}");
    assert_eq!(kept[0].unsaved, newest);
    // Not by another project.
    assert_eq!(left(&mut Recovery::new(state.path(), "/p")), []);
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let state = tempfile::tempdir().expect("a folder");
    dies_with(state.path(), &[unsaved("/p/one/a.md", "x")]);
    let found = texts(state.path());
    let [file] = found.as_slice() else {
        panic!("{found:?}");
    };
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(file), 0o600);
    for folder in file.ancestors().skip(1).take(3) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
}

#[test]
fn two_workbenches_never_take_each_other_s_texts() {
    let state = tempfile::tempdir().expect("a folder");
    let mut first = Recovery::new(state.path(), PROJECT);
    first
        .keep(&unsaved("/p/one/a.md", "of the first"))
        .expect("kept");
    let mut second = Recovery::new(state.path(), PROJECT);
    assert_eq!(left(&mut second), []);
    second
        .keep(&unsaved("/p/one/a.md", "of the second"))
        .expect("kept");
    second.close(&[]).expect("closed");
    drop(second);
    // Neither do two that start after a third one died offer its text twice.
    drop(first);
    let (mut third, mut fourth) = (
        Recovery::new(state.path(), PROJECT),
        Recovery::new(state.path(), PROJECT),
    );
    assert_eq!(left(&mut third).len(), 1);
    assert_eq!(left(&mut fourth), []);
    third.release();
    assert_eq!(left(&mut fourth).len(), 1);
}

#[test]
fn what_is_forgotten_or_ended_in_order_is_gone() {
    let state = tempfile::tempdir().expect("a folder");
    let mut recovery = Recovery::new(state.path(), PROJECT);
    recovery.keep(&unsaved("/p/one/a.md", "a")).expect("kept");
    recovery.keep(&unsaved("/p/one/b.md", "b")).expect("kept");
    recovery.forget("/p/one/a.md");
    assert_eq!(texts(state.path()).len(), 1);
    recovery.close(&[]).expect("closed");
    // A worker that is late writes nothing any more.
    recovery
        .keep(&unsaved("/p/one/a.md", "a"))
        .expect("nothing done");
    assert_eq!(files(state.path()), Vec::<PathBuf>::new());
}

#[test]
fn what_is_to_stay_outlives_an_end_in_order() {
    let state = tempfile::tempdir().expect("a folder");
    let mut recovery = Recovery::new(state.path(), PROJECT);
    recovery.keep(&unsaved("/p/one/a.md", "a")).expect("kept");
    recovery.keep(&unsaved("/p/one/b.md", "b")).expect("kept");
    let stays = Unsaved {
        shelved: true,
        ..unsaved("/p/one/a.md", "a, at last")
    };
    recovery
        .close(std::slice::from_ref(&stays))
        .expect("closed");
    let mut next = Recovery::new(state.path(), PROJECT);
    let kept: Vec<Unsaved> = left(&mut next).into_iter().map(|one| one.unsaved).collect();
    assert_eq!(kept, [stays]);
}

#[test]
fn a_text_is_taken_once_and_then_kept_like_any_other() {
    let state = tempfile::tempdir().expect("a folder");
    dies_with(state.path(), &[unsaved("/p/one/a.md", "a")]);
    let mut recovery = Recovery::new(state.path(), PROJECT);
    let kept = left(&mut recovery).remove(0);
    recovery.take(&kept).expect("taken");
    assert!(recovery.take(&kept).is_err());
    recovery.release();
    drop(recovery);
    // Dying again, before anything else was written.
    let mut recovery = Recovery::new(state.path(), PROJECT);
    let again = left(&mut recovery).remove(0);
    assert_eq!(again.unsaved, kept.unsaved);
    recovery.take(&again).expect("taken");
    recovery.forget("/p/one/a.md");
    recovery.close(&[]).expect("closed");
    assert_eq!(files(state.path()), Vec::<PathBuf>::new());
}

#[test]
fn what_is_thrown_away_is_not_offered_again_and_the_rest_is() {
    let state = tempfile::tempdir().expect("a folder");
    dies_with(
        state.path(),
        &[unsaved("/p/one/a.md", "a"), unsaved("/p/one/b.md", "b")],
    );
    let mut recovery = Recovery::new(state.path(), PROJECT);
    let kept = left(&mut recovery);
    let a = kept.iter().find(|one| one.unsaved.path.ends_with("a.md"));
    recovery.discard(&a.expect("a").id).expect("gone");
    assert!(recovery.discard("../../../etc/passwd").is_err());
    recovery.close(&[]).expect("closed");
    let kept = left(&mut Recovery::new(state.path(), PROJECT));
    assert_eq!(kept.len(), 1);
    assert_eq!(&*kept[0].unsaved.text, "b");
}

#[test]
fn a_damaged_file_is_told_and_set_aside_with_its_bytes() {
    for damage in [
        (|bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2)) as fn(&mut Vec<u8>),
        |bytes| bytes.fill(0),
        |bytes| bytes.clear(),
        |bytes| {
            let text = String::from_utf8(bytes.clone()).expect("text");
            *bytes = text.replace("precious", "PRECIOUS").into_bytes();
        },
    ] {
        let state = tempfile::tempdir().expect("a folder");
        dies_with(
            state.path(),
            &[
                unsaved("/p/one/a.md", "precious"),
                unsaved("/p/one/b.md", "b"),
            ],
        );
        let file = texts(state.path());
        let file = file
            .iter()
            .find(|file| fs::read_to_string(file).is_ok_and(|text| text.contains("precious")));
        let file = file.expect("the first");
        let mut bytes = fs::read(file).expect("read");
        damage(&mut bytes);
        fs::write(file, &bytes).expect("damaged");
        let mut recovery = Recovery::new(state.path(), PROJECT);
        let found = recovery.left();
        assert_eq!(found.kept.len(), 1, "the other one is whole");
        let [damaged] = found.damaged.as_slice() else {
            panic!("{:?}", found.damaged);
        };
        assert_eq!(fs::read(&damaged.path).expect("kept"), bytes);
        // Told once; never removed.
        recovery.close(&[]).expect("closed");
        assert_eq!(Recovery::new(state.path(), PROJECT).left().damaged, []);
        assert!(damaged.path.exists());
    }
}

#[test]
fn a_file_of_a_newer_version_stays_where_it_is() {
    let state = tempfile::tempdir().expect("a folder");
    dies_with(state.path(), &[unsaved("/p/one/a.md", "a")]);
    let file = texts(state.path()).remove(0);
    let text = fs::read_to_string(&file).expect("read");
    let newer = text.replace("\"version\":1", "\"version\":2");
    fs::write(&file, &newer).expect("written");
    let found = Recovery::new(state.path(), PROJECT).left();
    assert_eq!(found.kept, []);
    assert!(found.damaged[0].why.contains("newer"));
    assert_eq!(fs::read_to_string(&file).expect("still there"), newer);
}
