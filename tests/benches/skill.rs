//! One key press in a long skill: taking the text apart, colours, findings.
//! `cargo bench --bench skill` prints the median and the 99th percentile.

use std::hint::black_box;
use std::time::{Duration, Instant};

use skillkiln::check::{Config, Input, Parts, check_file};
use skillkiln::skill::bytes::Encoding;
use skillkiln::skill::colour::{body_roles, front_roles, roles};
use skillkiln::skill::document::Document;

const RUNS: usize = 500;

fn skill(lines: usize) -> String {
    let paragraph = "Read `references/a.md` and **then** run [the script](scripts/run.sh) with $ARGUMENTS.\n\
        - first *item* of a list, with `code` in it\n\
        - second item\n\
        \n\
        ## A heading\n\
        \n\
        ```sh\n\
        grep -rn \"x\" . | sort\n\
        ```\n\
        \n";
    let mut text = String::from("---\nname: demo\ndescription: Does it. Use when asked.\n---\n");
    while text.lines().count() < lines {
        text.push_str(paragraph);
    }
    text
}

fn measure<T>(what: &str, mut run: impl FnMut() -> T) {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "{what:<28} p50 {:>9.1?}   p99 {:>9.1?}",
        times[RUNS / 2],
        times[RUNS * 99 / 100]
    );
}

/// A body of one line: whatever looks for the start of its line for each link takes the square of it.
fn one_line(links: usize) {
    let body = "[a](references/z.md) ".repeat(links);
    let text = format!("---\nname: demo\ndescription: Use when asked.\n---\n{body}\n");
    let document = Document::parse(&text);
    measure(&format!("check, {links} links in a line"), || {
        check_file(&Input {
            file: "SKILL.md",
            folder: Some("demo"),
            text: black_box(&text),
            encoding: &Encoding::Utf8,
            document: &document,
            readings: &[],
            beside: Some(&[]),
            config: Config::standard(),
            parts: &Parts::default(),
        })
    });
}

fn main() {
    one_line(2_000);
    one_line(8_000);
    for lines in [200, 2000] {
        let text = skill(lines);
        let document = Document::parse(&text);
        println!("{lines} lines, {} bytes", text.len());
        measure("parse", || Document::parse(black_box(&text)));
        measure("roles", || roles(black_box(&text), &document));
        measure("roles of the frontmatter", || {
            front_roles(black_box(&text), &document)
        });
        measure("roles of the body", || {
            body_roles(black_box(&text), document.body.clone())
        });
        measure("check", || {
            check_file(&Input {
                file: "SKILL.md",
                folder: Some("demo"),
                text: black_box(&text),
                encoding: &Encoding::Utf8,
                document: &document,
                readings: &[],
                beside: None,
                config: Config::standard(),
                parts: &Parts::default(),
            })
        });
    }
}
