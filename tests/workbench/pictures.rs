//! The pictures of the README: what the screen shows, as SVG.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use skillkiln::host::{Place, Profiles};
use skillkiln::library::Dirs;
use skillkiln::workbench::run::Options;
use skillkiln::workbench::view::theme::{Depth, Palette};

use super::harness::{Bench, skill};

/// A cell, in the units of the picture.
const CELL: (u32, u32) = (9, 19);
const GROUND: &str = "#16181d";
const LETTERS: &str = "#d5d9e0";

fn hex(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

/// A row in runs of one look: text with its columns, letters, ground, modifiers.
fn runs(buffer: &Buffer, y: u16) -> Vec<(u16, u16, String, String, String, Modifier)> {
    let mut runs: Vec<(u16, u16, String, String, String, Modifier)> = Vec::new();
    for x in 0..buffer.area.width {
        let cell = &buffer[(x, y)];
        let (mut fg, mut bg) = (hex(cell.fg, LETTERS), hex(cell.bg, GROUND));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut fg, &mut bg);
        }
        match runs.last_mut() {
            Some((_, columns, text, f, b, modifier))
                if (&*f, &*b, &*modifier) == (&fg, &bg, &cell.modifier) =>
            {
                *columns += 1;
                text.push_str(cell.symbol());
            }
            _ => runs.push((x, 1, cell.symbol().to_owned(), fg, bg, cell.modifier)),
        }
    }
    runs
}

fn svg(buffer: &Buffer, title: &str) -> String {
    let (w, h) = CELL;
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let (width, height) = (columns * w + 24, rows * h + 24);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"15\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for y in 0..buffer.area.height {
        let top = u32::from(y) * h + 12;
        for (x, columns, text, fg, bg, modifier) in runs(buffer, y) {
            let (left, long) = (u32::from(x) * w + 12, u32::from(columns) * w);
            if bg != GROUND {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{long}\" height=\"{h}\" fill=\"{bg}\"/>"
                );
            }
            let shown = text.trim_end();
            if shown.is_empty() {
                continue;
            }
            let before = shown.chars().take_while(|c| *c == ' ').count();
            let before = u32::try_from(before).expect("a row");
            let shown = shown.trim_start();
            let long = u32::try_from(shown.chars().count()).expect("a row") * w;
            let mut looks = String::new();
            if modifier.contains(Modifier::BOLD) {
                looks.push_str(" font-weight=\"bold\"");
            }
            if modifier.contains(Modifier::ITALIC) {
                looks.push_str(" font-style=\"italic\"");
            }
            if modifier.contains(Modifier::UNDERLINED) {
                looks.push_str(" text-decoration=\"underline\"");
            }
            let text = shown
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" textLength=\"{long}\" fill=\"{fg}\"{looks} \
                 xml:space=\"preserve\">{text}</text>",
                left + before * w,
                top + 14,
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

const REVIEW: &str = "---\nname: code-review\ndescription: Reviews a change. Use when a diff or a branch is named.\nallowed-tools: [Read, Grep]\n---\n\n# Review a change\n\nRead the diff before the description.\nLook for behaviour, not for style.\n\n## Steps\n\n1. Run the tests of `$ARGUMENTS`.\n2. Ask before you touch **state**.\n\nAt most five findings, worst first.\n";

fn bench() -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().canonicalize().expect("a real path");
    let project = root.join("home/code/app");
    let mine = REVIEW
        .replace("At most five findings", "At most three findings")
        .replace(
            "Look for behaviour, not for style.",
            "Look for behaviour first, for names second.",
        );
    let notes = skill("release-notes", "Writes the notes of a release.");
    let mut files = vec![
        ("skills/code-review/SKILL.md".to_owned(), REVIEW.to_owned()),
        ("skills/custom/code-review/SKILL.md".to_owned(), mine),
        ("skills/release-notes/SKILL.md".to_owned(), notes.clone()),
        ("skills/custom/release-notes/SKILL.md".to_owned(), notes),
        ("skills/incident/SKILL.md".to_owned(), "---\nname: incident\ndescription: Keeps a timeline. Use when: a page comes in\n---\n\n# Incident\n".to_owned()),
    ];
    for (name, does) in [
        ("commit-style", "Writes messages for commits."),
        ("csv-report", "Summarises a table of numbers."),
        ("deploy-check", "Checks a release before it goes out."),
        ("sql-review", "Reviews queries and migrations."),
        ("triage", "Sorts new reports by what they need."),
    ] {
        files.push((format!("skills/{name}/SKILL.md"), skill(name, does)));
    }
    for (path, text) in files {
        let path = project.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let options = Options {
        profiles: Arc::new(Profiles::bundled()),
        host: None,
        place: Place {
            project: text(&project),
            home: text(&root.join("home")),
            ..Place::default()
        },
        dirs: Dirs::at(root.join("state"), root.join("config")),
        palette: Palette::bundled("dark", Depth::True).expect("a theme"),
        mouse: false,
        light: None,
        build: false,
        greeting: None,
    };
    Bench::with_options(options, folder, 120, 34)
}

/// Run with `SKILLKILN_WRITE_PICTURES=1` to write them.
#[test]
fn the_pictures_show_what_the_screen_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("assets/pictures");
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    for (name, title, keys, shows) in [
        (
            "shadowing",
            "What hides what in the whole project",
            "S",
            "identical",
        ),
        (
            "finding",
            "A finding while typing",
            "/code<Enter>e<Down><Down><Ctrl+E> Use when: asked",
            "yaml/colon-in-value",
        ),
        (
            "hosts",
            "What each runtime makes of one skill",
            "/code<Enter>4<F6><F6>",
            "codex",
        ),
        (
            "layers",
            "Every copy of a name, and what differs",
            "/code<Enter>3",
            "+Look for behaviour first",
        ),
    ] {
        let mut bench = bench();
        bench.keys(keys).shows(shows);
        let made = svg(bench.buffer(), title);
        assert!(!made.contains("/tmp"), "{name} tells where it was made");
        let file = folder.join(format!("{name}.svg"));
        assert!(
            readme.contains(&format!("assets/pictures/{name}.svg")),
            "{name} is not in the README"
        );
        if std::env::var_os("SKILLKILN_WRITE_PICTURES").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&file, &made).expect("written");
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept == made,
            "{name}.svg is stale: SKILLKILN_WRITE_PICTURES=1 cargo test --test workbench pictures"
        );
    }
}
