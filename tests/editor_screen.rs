//! What the editor shows: rows, scrolling, marks of hidden characters, the one-line field.

use std::time::Duration;

use skillkiln::workbench::edit::{Command, Editor, Field, Motion, RowEnd, ShownAs, Viewport};

fn open(text: &str, width: usize, height: usize, wrap: bool) -> Editor {
    let mut editor = Editor::new(text);
    editor.set_viewport(Viewport {
        width,
        height,
        wrap,
        white_space: false,
    });
    editor
}

fn run(editor: &mut Editor, command: Command) {
    editor.apply(command, Duration::ZERO);
}

fn drawn(editor: &Editor) -> Vec<String> {
    let rows = editor.rows();
    let text = |row| rows.glyphs(row).map(|glyph| glyph.text).collect();
    rows.rows.iter().map(text).collect()
}

#[test]
fn only_the_first_row_of_a_line_has_a_number() {
    let editor = open("one two three\r\nfour", 8, 9, true);
    assert_eq!(drawn(&editor), ["one two ", "three", "four"]);
    let rows = editor.rows();
    let numbers: Vec<_> = rows.rows.iter().map(|row| row.number()).collect();
    assert_eq!(numbers, [Some(1), None, Some(2)]);
    let ends: Vec<_> = rows.rows.iter().map(|row| row.end).collect();
    assert_eq!(ends, [RowEnd::Wrapped, RowEnd::CrLf, RowEnd::End]);
}

#[test]
fn white_space_is_shown_on_demand() {
    let mut editor = open("a b\tc\nd\r\n\re", 40, 9, true);
    assert_eq!(drawn(&editor), ["a b c", "d", "", "e"]);
    let viewport = editor.viewport();
    editor.set_viewport(Viewport {
        white_space: true,
        ..viewport
    });
    assert_eq!(drawn(&editor), ["a·b→c↵", "d␍", "␍", "e"]);
}

#[test]
fn the_view_scrolls_with_some_room_around_the_cursor() {
    let text = "x\n".repeat(30);
    let mut editor = open(&text, 10, 7, true);
    run(&mut editor, Command::GoToLine(7));
    assert_eq!(
        (editor.scroll().row, editor.cursor_cell()),
        (2, Some((4, 0)))
    );
    run(&mut editor, Command::GoToLine(31));
    assert_eq!(
        (editor.scroll().row, editor.cursor_cell()),
        (24, Some((6, 0)))
    );
    run(&mut editor, Command::GoToLine(25));
    assert_eq!(editor.scroll().row, 22);
}

#[test]
fn scrolling_leaves_the_cursor_and_typing_comes_back() {
    let text = "x\n".repeat(30);
    let mut editor = open(&text, 10, 7, true);
    run(&mut editor, Command::ScrollBy(10));
    assert_eq!((editor.scroll().row, editor.cursor_cell()), (10, None));
    run(&mut editor, Command::ScrollBy(1000));
    assert_eq!(editor.scroll().row, 24);
    run(&mut editor, Command::Insert("y".into()));
    assert_eq!(
        (editor.scroll().row, editor.cursor_cell()),
        (0, Some((0, 1)))
    );
}

#[test]
fn the_top_row_stays_when_text_above_it_or_the_width_changes() {
    let text: String = (0..60).map(|i| format!("line {i} is here\n")).collect();
    let mut editor = open(&text, 20, 5, true);
    run(&mut editor, Command::ScrollBy(30));
    editor.reload(&format!("new\n{text}"));
    assert_eq!(drawn(&editor)[0], "line 30 is here");
    let viewport = editor.viewport();
    editor.set_viewport(Viewport {
        width: 9,
        ..viewport
    });
    assert_eq!(drawn(&editor)[0], "line 30 ");
}

#[test]
fn whole_lines_scroll_sideways() {
    let mut editor = open("0123456789abcdef\n漢漢漢漢漢漢漢漢\n", 10, 3, false);
    assert_eq!(drawn(&editor)[0], "0123456789");
    run(&mut editor, Command::SetCursor(16));
    assert_eq!(editor.scroll().column, 7);
    assert_eq!(editor.cursor_cell(), Some((0, 9)));
    // The left half of a wide character is cut off: a blank stands there.
    assert_eq!(drawn(&editor)[..2], ["789abcdef", " 漢漢漢漢"]);
    run(&mut editor, Command::ScrollSideways(-6));
    assert_eq!(drawn(&editor)[..2], ["123456789a", " 漢漢漢漢 "]);
}

#[test]
fn the_cursor_has_a_cell_behind_a_full_row() {
    let mut editor = open("abcdefg", 8, 3, true);
    run(&mut editor, Command::SetCursor(7));
    assert_eq!(editor.cursor_cell(), Some((0, 7)));
    run(&mut editor, Command::Insert("h".into()));
    assert_eq!(
        (drawn(&editor).len(), editor.cursor_cell()),
        (2, Some((1, 1)))
    );
}

#[test]
fn clicks_and_drags_find_their_offsets() {
    let mut editor = open("one two three\n漢x", 8, 3, true);
    let click = |row, col| Command::Click {
        row,
        col,
        extend: false,
    };
    for (row, col, offset) in [
        (0, 2, 2),
        (0, 7, 7),
        (1, 1, 9),
        (1, 7, 13),
        (2, 1, 14),
        (2, 2, 17),
    ] {
        run(&mut editor, click(row, col));
        assert_eq!(editor.cursor(), offset, "{row} {col}");
    }
    run(&mut editor, click(99, 99));
    assert_eq!(editor.cursor(), 18);
    run(&mut editor, click(0, 4));
    run(&mut editor, Command::Drag { row: 1, col: 2 });
    assert_eq!(editor.selected_text(), Some("two th"));
}

#[test]
fn a_drag_beyond_the_edge_scrolls() {
    let mut editor = open(&"x\n".repeat(30), 8, 5, true);
    run(&mut editor, Command::Drag { row: 7, col: 0 });
    assert!(editor.scroll().row >= 3);
    assert_eq!(editor.selection().map(|span| span.start), Some(0));
}

#[test]
fn pages_move_text_and_cursor_together() {
    let mut editor = open(&"x\n".repeat(30), 8, 5, true);
    let page = |motion| Command::Move {
        motion,
        extend: false,
    };
    run(&mut editor, page(Motion::PageDown));
    run(&mut editor, page(Motion::PageDown));
    assert_eq!(editor.position().line, 9);
    run(&mut editor, page(Motion::PageUp));
    assert_eq!(editor.position().line, 5);
    run(&mut editor, page(Motion::PageUp));
    run(&mut editor, page(Motion::PageUp));
    assert_eq!((editor.position().line, editor.scroll().row), (1, 0));
}

#[test]
fn a_byte_order_mark_is_kept_and_shown() {
    let mut editor = open("\u{feff}---\n", 20, 3, true);
    let rows = editor.rows();
    let first = rows.glyphs(&rows.rows[0]).next().expect("a glyph");
    assert_eq!((first.shown_as, first.span), (ShownAs::Hidden, 0..3));
    run(&mut editor, Command::SetCursor(3));
    run(&mut editor, Command::Insert("a".into()));
    assert_eq!(editor.text(), "\u{feff}a---\n");
}

#[test]
fn a_field_has_one_line() {
    let mut field = Field::new("my-\nskill");
    field.set_width(6);
    assert_eq!((field.text(), field.cursor()), ("my-skill", 8));
    field.apply(Command::Newline, Duration::ZERO);
    field.apply(Command::Paste("\r\nx\ny".into()), Duration::ZERO);
    assert_eq!(field.text(), "my-skillxy");
    let shown: String = field.glyphs().map(|glyph| glyph.text).collect();
    assert_eq!((shown.as_str(), field.cursor_col()), ("illxy", Some(5)));
    field.apply(Command::Undo, Duration::ZERO);
    assert_eq!(field.text(), "my-skill");
    field.set_text("漢");
    assert_eq!((field.cursor_col(), field.offset_at(1)), (Some(2), 0));
}

#[test]
fn an_editor_can_go_to_another_thread() {
    fn sendable<T: Send + Sync>(_: &T) {}
    sendable(&Editor::new(""));
}
