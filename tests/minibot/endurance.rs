//! Readers stand everything, and in time that grows with the file.

use std::time::{Duration, Instant};

use crate::read;
use proptest::prelude::*;
use skillkiln::host::sequence::ratio;

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn faults_and_fields_lie_inside_the_file(
        parts in prop::collection::vec(prop::sample::select(vec![
            "---", "\n", "\r\n", "\r", "name:", "description: >", " ", "\t", "\u{2028}", "\u{feff}",
            "\u{1f}", "\"", "'", "#", "- ", "x", "日", "1", ".", "true", ":", "\u{c}",
        ]), 0..40)
    ) {
        let file = format!("---\n{}\n---\nBody", parts.concat());
        let reading = read(file.as_bytes());
        let fault = reading.dropped.iter().filter_map(|dropped| dropped.at.clone());
        for span in fault.chain(reading.spans.values().cloned()) {
            prop_assert!(file.get(span.clone()).is_some(), "{span:?} in {file:?}");
        }
        prop_assert!(reading.loaded() || reading.name.is_none());
    }

    #[test]
    fn likeness_stays_between_none_and_all(a in "[ab ]{0,20}", b in "[ab ]{0,300}") {
        let alike = ratio(&a, &b);
        prop_assert!((0.0..=1.0).contains(&alike));
        prop_assert_eq!(ratio(&a, &a), 1.0);
    }
}

/// The best of three, so that a busy machine does not decide.
fn time(file: &str) -> Duration {
    let run = || {
        let start = Instant::now();
        read(file.as_bytes());
        start.elapsed()
    };
    run().min(run()).min(run())
}

/// Four times the file may take four times as long, and as much again for a busy machine; what
/// grows with the square would take sixteen times as long.
fn grows_with_the_file(file: impl Fn(usize) -> String, size: usize) {
    let (small, large) = (time(&file(size)), time(&file(size * 4)));
    let most = small * 10 + Duration::from_millis(20);
    assert!(large < most, "{small:?}, four times as much: {large:?}");
}

#[test]
fn frontmatter_of_a_megabyte_is_read_in_linear_time() {
    let keys = |count: usize| {
        let keys: String = (0..count)
            .map(|at| format!("key-{at}: value\nname: n{at}\n"))
            .collect();
        format!("---\n{keys}---\nBody")
    };
    grows_with_the_file(keys, 10_000);
    let block =
        |lines: usize| format!("---\nname: >\n{}---\nBody", "  words\r\n\r\n".repeat(lines));
    grows_with_the_file(block, 25_000);
    let value = |size: usize| format!("---\nname: {}\n---\nBody", "1_".repeat(size));
    grows_with_the_file(value, 125_000);
    let body = |size: usize| format!("---\nname: n\n---\n{}x", "\u{2028}\u{c}".repeat(size));
    grows_with_the_file(body, 100_000);
}
