//! What the recordings do not hold, and the libraries of the hosts were asked for.

use skillkiln::host::read_at;

use crate::ground::host;

fn description(id: &str, text: &str) -> Option<String> {
    read_at(&host(id), text.as_bytes(), "/p/a/SKILL.md").description
}

/// js-yaml 4.1 and yaml 2 with `merge`, asked in Node: the first of the maps wins.
#[test]
fn of_several_merged_maps_the_first_gives_the_value() {
    let text = "---\nname: a\nx: &x {description: first}\ny: &y {description: second}\n\
                <<: [*x, *y]\n---\nb\n";
    for id in ["opencode", "gemini"] {
        assert_eq!(description(id, text).as_deref(), Some("first"), "{id}");
    }
}

/// Readers that go by lines of dashes pass over blank lines as Python's expressions do.
#[test]
fn blank_lines_without_end_below_the_dashes_are_read_to_their_end() {
    let blank = format!("---\n{}", "\n".repeat(200_000));
    let held = format!("{blank}name: a\ndescription: Held.\n---\nb\n");
    assert_eq!(description("deepagents", &blank), None);
    for id in ["deepagents", "nanobot"] {
        assert_eq!(description(id, &held).as_deref(), Some("Held."), "{id}");
    }
}

/// Every key is held, whatever it is and however many there are; the time is that of reading.
#[test]
fn thirty_thousand_keys_are_read_to_their_end() {
    let keys: String = (0..15_000).map(|i| format!("k{i}: v\n{i}: v\n")).collect();
    let text = format!("---\ndescription: One.\n{keys}name: a\nlast: 7\n---\nb\n");
    for id in ["deepagents", "kimi"] {
        assert_eq!(description(id, &text).as_deref(), Some("One."), "{id}");
    }
}
