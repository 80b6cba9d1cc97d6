//! How long a scan of a large library takes, whole and after one change: `cargo bench --bench scan`.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on fails here"
)]

use std::fs;
use std::time::{Duration, Instant};

use skillkiln::host::profile::ScanRoot;
use skillkiln::library::{Limits, Scanner, fixed};

/// Skills of all layers together.
const SKILLS: usize = 20_000;
const LAYERS: usize = 3;
const ROUNDS: usize = 7;

fn main() {
    let temp = tempfile::TempDir::new().unwrap();
    let text = format!("---\nname: x\ndescription: y\n---\n{}", "word ".repeat(400));
    let mut roots = Vec::new();
    let mut one = String::new();
    for layer in 0..LAYERS {
        let path = temp.path().join(format!("layer-{layer}"));
        for skill in 0..SKILLS / LAYERS {
            let folder = path.join(format!("skill-{skill:05}"));
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("SKILL.md"), &text).unwrap();
            one = folder.join("SKILL.md").to_str().unwrap().to_owned();
        }
        roots.push(ScanRoot {
            path: path.to_str().unwrap().to_owned(),
            depth: 7,
            contents: vec!["SKILL.md".to_owned()],
        });
    }
    let time = |what: &str, mut run: Box<dyn FnMut() + '_>| {
        let mut times: Vec<Duration> = (0..ROUNDS)
            .map(|_| {
                let since = Instant::now();
                run();
                since.elapsed()
            })
            .collect();
        times.sort();
        let (best, middle) = (times[0], times[ROUNDS / 2]);
        println!("{what}: best {best:.1?}, median {middle:.1?}");
    };
    let new = || Scanner::new(fixed(roots.clone()), Limits::default());
    time(
        &format!("{SKILLS} skills, first scan"),
        Box::new(|| assert!(new().scan())),
    );
    let mut scanner = new();
    scanner.scan();
    time(
        "the same, whole again",
        Box::new(|| assert!(!scanner.scan())),
    );
    let mut count = 0;
    time(
        "the same, one file changed",
        Box::new(|| {
            count += 1;
            fs::write(&one, format!("change {count}")).unwrap();
            assert!(scanner.refresh(std::slice::from_ref(&one)));
        }),
    );
}
