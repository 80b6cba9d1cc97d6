//! What holds for any text, any commands and any size of the screen.

use std::time::Duration;

use proptest::prelude::*;
use skillkiln::skill::edit::Edit;
use skillkiln::workbench::edit::{
    Command, Editor, Field, Motion, Row, Search, ShownAs, Viewport, grapheme,
};
use unicode_width::UnicodeWidthStr;

/// Texts full of what makes trouble: every line end, clusters, wide and hidden characters.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-c ]{1,8}",
        2 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => "[\t漢字。é]{1,4}",
        1 => "[\u{301}\u{200d}\u{fe0f}\u{1b}\u{200b}\u{202e}\u{feff}\u{e0041}]{1,3}",
        1 => prop_oneof![Just("👨‍👩‍👧"), Just("🇩🇪"), Just("🏴󠁧󠁢󠁥󠁮󠁧󠁿"), Just("각"), Just("क्षि")]
            .prop_map(str::to_owned),
        1 => prop_oneof![Just("- "), Just("1. "), Just("  - [ ] "), Just("> ")]
            .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn motion() -> impl Strategy<Value = Motion> {
    use Motion::*;
    proptest::sample::select(vec![
        Left, Right, Up, Down, WordLeft, WordRight, LineStart, LineEnd, PageUp, PageDown, Top,
        Bottom,
    ])
}

fn search() -> impl Strategy<Value = Search> {
    ("[a-c\n漢]{0,2}", any::<bool>(), any::<bool>()).prop_map(
        |(needle, case_sensitive, whole_word)| Search {
            needle,
            case_sensitive,
            whole_word,
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    use Command::*;
    let plain = proptest::sample::select(vec![
        Newline,
        Tab,
        BackTab,
        Backspace,
        Delete,
        DeleteWordLeft,
        DeleteWordRight,
        DeleteToLineStart,
        DeleteToLineEnd,
        DeleteLine,
        SelectAll,
        SelectWord,
        SelectLine,
        Unselect,
        Undo,
        Redo,
        Copy,
        Cut,
        DuplicateLine,
        MoveLineUp,
        MoveLineDown,
    ]);
    let edits = proptest::collection::vec((0usize..60, 0usize..5, text()), 0..3).prop_map(|list| {
        let edit = |(at, len, text)| Edit {
            span: at..at + len,
            text,
        };
        Apply(list.into_iter().map(edit).collect())
    });
    prop_oneof![
        6 => plain,
        4 => text().prop_map(Insert),
        5 => (motion(), any::<bool>()).prop_map(|(motion, extend)| Move { motion, extend }),
        1 => text().prop_map(Paste),
        1 => (0usize..60, 0usize..60).prop_map(|(a, b)| Select(a..b)),
        2 => (0usize..9, 0usize..30, any::<bool>())
            .prop_map(|(row, col, extend)| Click { row, col, extend }),
        1 => (-5isize..12, 0usize..30).prop_map(|(row, col)| Drag { row, col }),
        1 => (-9isize..9).prop_map(ScrollBy),
        1 => (-9isize..9).prop_map(ScrollSideways),
        2 => (0usize..90).prop_map(SetCursor),
        1 => (0usize..9).prop_map(GoToLine),
        1 => edits,
        1 => search().prop_map(FindNext),
        1 => search().prop_map(FindPrevious),
        1 => (search(), text()).prop_map(|(search, with)| ReplaceOne(search, with)),
        1 => (search(), "[a漢]{0,2}").prop_map(|(search, with)| ReplaceAll(search, with)),
    ]
}

fn viewport() -> impl Strategy<Value = Viewport> {
    (0usize..24, 0usize..9, any::<bool>(), any::<bool>()).prop_map(
        |(width, height, wrap, white_space)| Viewport {
            width,
            height,
            wrap,
            white_space,
        },
    )
}

/// Cursor and selection lie between graphemes; what is drawn stays inside, is what the row says
/// it is, and takes the cells it claims.
fn check(editor: &Editor) -> Result<(), TestCaseError> {
    let text = editor.text();
    prop_assert!(grapheme::is_boundary(text, editor.cursor()));
    if let Some(span) = editor.selection() {
        prop_assert!(grapheme::is_boundary(text, span.start));
        prop_assert!(grapheme::is_boundary(text, span.end));
    }
    let viewport = editor.viewport();
    let rows = editor.rows();
    prop_assert!(rows.rows.len() <= viewport.height);
    for row in &rows.rows {
        let (mut at, mut col) = (row.span.start, None);
        for glyph in rows.glyphs(row) {
            if glyph.shown_as == ShownAs::LineEnd {
                prop_assert_eq!(&glyph.span, &row.line_end);
            } else if viewport.wrap {
                prop_assert_eq!(glyph.span.start, at);
            }
            prop_assert!(glyph.width > 0);
            prop_assert_eq!(glyph.text.width(), glyph.width, "{:?}", glyph);
            prop_assert_eq!(glyph.col, col.unwrap_or(glyph.col));
            prop_assert!(glyph.col + glyph.width <= viewport.width);
            let steering = |c: char| c.is_control() || "\u{200b}\u{202e}\u{feff}".contains(c);
            prop_assert!(!glyph.text.contains(steering), "{:?}", glyph);
            at = glyph.span.end;
            col = Some(glyph.col + glyph.width);
        }
    }
    if viewport.wrap && viewport.width > 0 {
        covers(text, &rows.rows)?;
    }
    Ok(())
}

/// Rows follow each other without a gap.
fn covers(text: &str, rows: &[Row]) -> Result<(), TestCaseError> {
    for two in rows.windows(2) {
        prop_assert_eq!(two[0].span.end + two[0].line_end.len(), two[1].span.start);
        prop_assert_eq!(two[1].first, !two[0].line_end.is_empty());
    }
    for row in rows {
        let shown = &text[row.span.clone()];
        prop_assert!(!shown.contains(['\n', '\r']));
        prop_assert!(["", "\n", "\r", "\r\n"].contains(&&text[row.line_end.clone()]));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_commands_keep_the_editor_whole(
        text in text(),
        first in viewport(),
        steps in proptest::collection::vec((command(), 0u64..3000, proptest::option::weighted(0.2, viewport())), 0..25),
    ) {
        let mut editor = Editor::new(text.clone());
        editor.set_viewport(first);
        check(&editor)?;
        let mut now = 0;
        for (command, pause, size) in steps {
            now += pause;
            if let Some(size) = size {
                editor.set_viewport(size);
            }
            let before = editor.text().to_owned();
            let outcome = editor.apply(command, Duration::from_millis(now));
            if !outcome.changed {
                prop_assert_eq!(editor.text(), before);
            }
            check(&editor)?;
        }
        while editor.can_redo() {
            editor.apply(Command::Redo, Duration::ZERO);
        }
        let last = editor.text().to_owned();
        // Undoing everything gives the first text back, redoing everything the last one.
        while editor.can_undo() {
            editor.apply(Command::Undo, Duration::ZERO);
            check(&editor)?;
        }
        prop_assert_eq!(editor.text(), &text);
        prop_assert!(!editor.is_dirty());
        while editor.can_redo() {
            editor.apply(Command::Redo, Duration::ZERO);
        }
        prop_assert_eq!(editor.text(), last);
    }

    #[test]
    fn the_rows_of_a_wrapped_text_are_the_text(text in text(), width in 1usize..30) {
        let mut editor = Editor::new(text.clone());
        editor.set_viewport(Viewport { width, height: 500, wrap: true, white_space: false });
        let rows = editor.rows();
        let spans = rows.rows.iter().flat_map(|row| [row.span.clone(), row.line_end.clone()]);
        let shown: String = spans.map(|span| &text[span]).collect();
        prop_assert_eq!(shown, text);
    }

    #[test]
    fn from_the_text_to_the_screen_and_back(text in text(), width in 9usize..30, wrap: bool) {
        let mut editor = Editor::new(text.clone());
        editor.set_viewport(Viewport { width, height: 500, wrap, white_space: false });
        let mut at = 0;
        loop {
            match editor.cell_of(at) {
                Some((row, col)) => prop_assert_eq!(editor.offset_at(row, col), at, "{} {}", row, col),
                None => prop_assert!(!wrap),
            }
            if at == text.len() {
                break;
            }
            at = grapheme::next(&text, at);
        }
    }

    #[test]
    fn down_reaches_the_end_and_up_the_start(text in text(), size in viewport()) {
        let mut editor = Editor::new(text.clone());
        editor.set_viewport(size);
        for (motion, end) in [(Motion::Down, text.len()), (Motion::Up, 0)] {
            let mut presses = 0;
            while editor.cursor() != end {
                editor.apply(Command::Move { motion, extend: false }, Duration::ZERO);
                presses += 1;
                prop_assert!(presses < 2000);
                prop_assert!(size.height == 0 || size.width < 9 || editor.cursor_cell().is_some());
            }
        }
    }

    #[test]
    fn a_reload_keeps_bytes_and_comes_back(
        old in text(), new in text(), cursor in 0usize..60, size in viewport(),
    ) {
        let mut editor = Editor::new(old.clone());
        editor.set_viewport(size);
        editor.apply(Command::SetCursor(cursor), Duration::ZERO);
        editor.reload(&new);
        check(&editor)?;
        prop_assert_eq!(editor.text(), &new);
        prop_assert!(!editor.is_dirty());
        while editor.can_undo() {
            editor.apply(Command::Undo, Duration::ZERO);
        }
        prop_assert_eq!(editor.text(), &old);
    }

    #[test]
    fn a_field_never_has_a_line_end(
        start in text(), width in 0usize..20, commands in proptest::collection::vec(command(), 0..20),
    ) {
        let mut field = Field::new(&start);
        field.set_width(width);
        for command in commands {
            field.apply(command, Duration::ZERO);
            prop_assert!(!field.text().contains(['\n', '\r']));
            prop_assert!(field.glyphs().map(|glyph| glyph.width).sum::<usize>() <= width);
            prop_assert!(width == 0 || field.cursor_col().is_some());
        }
    }
}
