//! How long each host takes to read one file, at a size and at four times the size: a reader in
//! proportion to its length takes about four times as long. `cargo bench --bench readers` prints it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use skillkiln::host::{Profile, Profiles, read_file};

/// Frontmatter of about so many bytes.
type Shape = fn(usize) -> String;

/// The shapes of frontmatter that readers have to stand.
const SHAPES: &[(&str, Shape)] = &[
    ("keys", |size| {
        (0..size / 16)
            .map(|at| format!("key{at:07}: v\n"))
            .collect()
    }),
    ("one value", |size| {
        format!("description: {}\n", "word ".repeat(size / 5))
    }),
    ("block", |size| {
        format!("description: >\n{}", "  words\n\n".repeat(size / 9))
    }),
    ("nested", |size| {
        format!("a:\n{}", "  - b: c\n".repeat(size / 9))
    }),
    ("brackets", |size| format!("a: {}\n", "[".repeat(size))),
];

const SIZE: usize = 256 << 10;

fn main() {
    let profiles = Profiles::bundled();
    println!(
        "{:<14}{:<12}{:>12}{:>12}{:>8}",
        "host", "shape", "256 KB", "1 MB", "ratio"
    );
    for profile in profiles.iter() {
        for (shape, front) in SHAPES {
            let (small, large) = (best(profile, &front(SIZE)), best(profile, &front(4 * SIZE)));
            let ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-9);
            println!(
                "{:<14}{shape:<12}{small:>12.2?}{large:>12.2?}{ratio:>8.1}",
                profile.id
            );
        }
    }
}

fn best(profile: &Profile, front: &str) -> Duration {
    let text = format!("---\nname: demo\n{front}---\nBody\n");
    let once = || {
        let start = Instant::now();
        black_box(read_file(profile, black_box(text.as_bytes()), "demo"));
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}
