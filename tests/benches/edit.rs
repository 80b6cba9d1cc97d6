//! Key press and visible rows of the editor: `cargo bench --bench edit [-- KEYS]`.
//!
//! One round types a letter and walks every glyph of a 120x40 screen. Prints p50 and p99 of all
//! rounds in microseconds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use skillkiln::workbench::edit::{Command, Editor, Search, Viewport};

fn main() {
    let keys = std::env::args().filter_map(|arg| arg.parse().ok()).next();
    let keys: usize = keys.unwrap_or(2000);
    let line = "Read the diff before the description, then look for behaviour, not for style.\n";
    let kanji = "差分を先に読み、次に説明を読む。振る舞いを探し、書き方は見ない。👨‍👩‍👧\n";
    let words = line.trim_end().repeat(1_000_000 / line.len());
    let texts = [
        ("7 KB", line.repeat(7_000 / line.len())),
        ("2,000 lines", line.repeat(2_000)),
        ("5,000 lines", line.repeat(5_000)),
        ("5,000 lines CJK", kanji.repeat(5_000)),
        ("1 MB line", words),
        ("1 MB line, no space", "a".repeat(1_000_000)),
        ("1 MB line CJK", "漢".repeat(333_333)),
    ];
    println!(
        "{:30}{:6}{:>10}{:>10}{:>10}",
        "text", "wrap", "open", "p50", "p99"
    );
    for (title, text) in &texts {
        for wrap in [true, false] {
            for (place, at) in [("start", 2), ("middle", text.len() / 2)] {
                measure(&format!("{title} {place}"), text, wrap, at, keys);
            }
        }
    }
    let text = &texts[2].1;
    let start = Instant::now();
    let found = Editor::new(text.clone()).find_all(&Search::new("behaviour"));
    println!(
        "find in 5,000 lines: {} in {:?}",
        found.len(),
        start.elapsed()
    );
}

fn measure(title: &str, text: &str, wrap: bool, at: usize, keys: usize) {
    let text = text.to_owned();
    let start = Instant::now();
    let mut editor = Editor::new(text);
    editor.set_viewport(Viewport {
        width: 70,
        height: 40,
        wrap,
        white_space: false,
    });
    let opened = start.elapsed();
    editor.apply(Command::SetCursor(at), Duration::ZERO);
    let budget = Instant::now();
    let mut rounds = Vec::with_capacity(keys);
    for key in 0..keys {
        let start = Instant::now();
        let now = Duration::from_millis(key as u64 * 100);
        editor.apply(Command::Insert("x".into()), now);
        let rows = editor.rows();
        for row in &rows.rows {
            for glyph in rows.glyphs(row) {
                black_box(glyph);
            }
        }
        black_box(editor.cursor_cell());
        rounds.push(start.elapsed());
        if budget.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    rounds.sort();
    let micros = |time: Duration| time.as_nanos() as f64 / 1000.0;
    let p99 = rounds[(rounds.len() * 99 / 100).min(rounds.len() - 1)];
    println!(
        "{title:30}{wrap:6}{:10.0}{:10.1}{:10.1}",
        micros(opened),
        micros(rounds[rounds.len() / 2]),
        micros(p99)
    );
}
