//! Readers stand everything, and in time that grows with the file.

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
        for span in fault.chain(reading.spans.values()) {
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

/// Reads a file of about a megabyte: what grew with the square would not come to an end here. How
/// fast it is, a benchmark tells.
fn comes_to_an_end(file: String) {
    read(file.as_bytes());
}

#[test]
fn frontmatter_of_a_megabyte_is_read_to_its_end() {
    let keys = |count: usize| {
        let keys: String = (0..count)
            .map(|at| format!("key-{at}: value\nname: n{at}\n"))
            .collect();
        format!("---\n{keys}---\nBody")
    };
    comes_to_an_end(keys(40_000));
    let block =
        |lines: usize| format!("---\nname: >\n{}---\nBody", "  words\r\n\r\n".repeat(lines));
    comes_to_an_end(block(100_000));
    let value = |size: usize| format!("---\nname: {}\n---\nBody", "1_".repeat(size));
    comes_to_an_end(value(500_000));
    let body = |size: usize| format!("---\nname: n\n---\n{}x", "\u{2028}\u{c}".repeat(size));
    comes_to_an_end(body(400_000));
}
