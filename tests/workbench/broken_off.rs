//! What a program that died had begun is ended at the start, said, and can be taken back.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;

use skillkiln::exchange::lock::Lock;
use skillkiln::exchange::place::{files_in, hash_of};
use skillkiln::exchange::record::{Intent, Records};
use skillkiln::library::Dirs;

use super::harness::Bench;
use super::updating::{LOCK, bench};

/// No system gives a process such a number.
const NOBODY: u32 = 4_194_999;
const HERE: &str = "skills/custom/pdf";

fn state(bench: &Bench) -> PathBuf {
    let project = bench.path("").canonicalize().expect("a project");
    project.parent().expect("a folder").join("state")
}

fn journal(bench: &Bench) -> PathBuf {
    let files = fs::read_dir(state(bench).join("journal")).expect("a journal");
    let mut files = files.map(|file| file.expect("a file").path());
    let is = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
    files.find(is).expect("a journal")
}

/// An update is done and not noted, as a program leaves it that dies just before that.
fn broken_off(bench: &mut Bench) {
    bench.write(&format!("{HERE}/own.md"), "mine\n");
    bench.write("from/pdf/new.md", "new\n");
    let folder = bench.path(HERE).to_str().expect("a path").to_owned();
    let before = hash_of(&files_in(&folder).expect("files"));
    let notes = fs::read(journal(bench)).expect("notes");
    bench.keys("Iuy").shows("pdf is updated");
    let there = hash_of(&files_in(&folder).expect("files"));
    let lock = Lock::parse(&bench.file(LOCK).expect("a lock")).expect("a lock");
    let area = bench.path("skills/custom");
    let area = area.to_str().expect("a path");
    let entry = lock.get("pdf").expect("a line");
    let mut intent = Intent::new(area, &folder, "pdf", &entry, there);
    (intent.before, intent.by) = (Some(before), NOBODY);
    let state = state(bench);
    let records = Records::of(&Dirs::at(state.clone(), state.join("none")));
    records.intend(&intent).expect("written");
    fs::write(journal(bench), notes).expect("written");
}

fn is_taken_back(bench: &mut Bench) {
    assert_eq!(bench.file(&format!("{HERE}/new.md")), None);
    assert_eq!(
        bench.file(&format!("{HERE}/own.md")).as_deref(),
        Some("mine\n")
    );
}

#[test]
fn a_start_ends_it_and_says_so() {
    let mut bench = bench(120, 40);
    broken_off(&mut bench);
    let mut bench = bench.dies();
    bench.shows("a change of pdf was interrupted, and is finished now");
    assert!(bench.file(&format!("{HERE}/new.md")).is_some());
    bench.keys("<Esc>u");
    is_taken_back(&mut bench);
    // It is said once.
    let mut bench = bench.dies();
    bench.hides("was interrupted");
}

#[test]
fn undo_ends_what_another_program_left_and_takes_that_back() {
    let mut bench = bench(120, 40);
    broken_off(&mut bench);
    bench
        .keys("u")
        .shows("was interrupted, and is finished now");
    is_taken_back(&mut bench);
}
