//! What the editor does, told as texts before and after. `|` is the cursor, `¦` the other end of
//! the selection.

use std::time::Duration;

use skillkiln::skill::edit::Edit;
use skillkiln::workbench::edit::{Command, Editor, Motion, Outcome, Search, Viewport};

const NOW: Duration = Duration::ZERO;

fn editor(marked: &str) -> Editor {
    let cursor = marked.replace('¦', "").find('|').expect("a cursor");
    let anchor = marked.replace('|', "").find('¦');
    let mut editor = Editor::new(marked.replace(['|', '¦'], ""));
    run(&mut editor, Command::SetCursor(anchor.unwrap_or(cursor)));
    if anchor.is_some() {
        while editor.cursor() != cursor {
            let motion = if editor.cursor() < cursor {
                Motion::Right
            } else {
                Motion::Left
            };
            run(&mut editor, extend(motion));
        }
    }
    editor
}

fn marked(editor: &Editor) -> String {
    let mut text = editor.text().to_owned();
    let mut marks = vec![(editor.cursor(), '|')];
    if let Some(span) = editor.selection() {
        let anchor = span.start + span.end - editor.cursor();
        marks.push((anchor, '¦'));
    }
    marks.sort();
    for (at, mark) in marks.into_iter().rev() {
        text.insert(at, mark);
    }
    text
}

fn run(editor: &mut Editor, command: Command) -> Outcome {
    editor.apply(command, NOW)
}

fn go(motion: Motion) -> Command {
    Command::Move {
        motion,
        extend: false,
    }
}

fn extend(motion: Motion) -> Command {
    Command::Move {
        motion,
        extend: true,
    }
}

fn wrapped(text: &str, width: usize, height: usize) -> Editor {
    let mut editor = Editor::new(text);
    editor.set_viewport(Viewport {
        width,
        height,
        wrap: true,
        white_space: false,
    });
    editor
}

/// Each row: text before, command, text after.
#[track_caller]
fn check(table: &[(&str, Command, &str)]) {
    for (before, command, after) in table {
        let mut editor = editor(before);
        run(&mut editor, command.clone());
        assert_eq!(marked(&editor), *after, "{command:?} on {before:?}");
        run(&mut editor, Command::Undo);
        assert_eq!(editor.text(), before.replace(['|', '¦'], ""), "undone");
    }
}

fn insert(text: &str) -> Command {
    Command::Insert(text.into())
}

#[test]
fn typing_and_deleting_go_by_graphemes() {
    check(&[
        ("a|c", insert("b"), "ab|c"),
        ("¦abc|d", insert("x"), "x|d"),
        ("|abc¦d", Command::Backspace, "|d"),
        ("e\u{301}|", Command::Backspace, "|"),
        ("👨‍👩‍👧|x", Command::Backspace, "|x"),
        ("|🇩🇪🇫🇷", Command::Delete, "|🇫🇷"),
        ("a\r\n|b", Command::Backspace, "a|b"),
        ("a|\r\nb", Command::Delete, "a|b"),
        // A letter typed before an accent takes it; the cursor goes behind both.
        ("|\u{301}", insert("e"), "e\u{301}|"),
    ]);
}

#[test]
fn words_and_lines_are_deleted_whole() {
    check(&[
        ("use rules|", Command::DeleteWordLeft, "use |"),
        ("use| rules.md", Command::DeleteWordRight, "use|.md"),
        ("a\nbcd|e", Command::DeleteToLineStart, "a\n|e"),
        ("a\n|e", Command::DeleteToLineStart, "a|e"),
        ("a|bc\r\nd", Command::DeleteToLineEnd, "a|\r\nd"),
        ("a|\r\nd", Command::DeleteToLineEnd, "a|d"),
        ("a\nb|b\nc", Command::DeleteLine, "a\n|c"),
        ("a\nb|b", Command::DeleteLine, "a|"),
        ("¦a\n|b\nc", Command::DeleteLine, "|b\nc"),
    ]);
}

#[test]
fn enter_ends_lines_as_the_file_does() {
    check(&[
        ("a\r\nb|", Command::Newline, "a\r\nb\r\n|"),
        ("a|\rb", Command::Newline, "a\r|\rb"),
        ("ab|", Command::Newline, "ab\n|"),
        ("a\r|b\n", Command::Newline, "a\r\r|b\n"),
        ("  a|b", Command::Newline, "  a\n  |b"),
        ("\ta|", Command::Newline, "\ta\n\t|"),
        (" | a", Command::Newline, " \n | a"),
    ]);
}

#[test]
fn enter_continues_lists_and_ends_them() {
    check(&[
        ("- a|", Command::Newline, "- a\n- |"),
        ("- a|b", Command::Newline, "- a\n- |b"),
        ("  9. a|", Command::Newline, "  9. a\n  10. |"),
        ("- [x] a|\r\n", Command::Newline, "- [x] a\r\n- [ ] |\r\n"),
        ("- a\n- |", Command::Newline, "- a\n|"),
        ("- a\n  - [ ] |\nb", Command::Newline, "- a\n|\nb"),
        ("|- a", Command::Newline, "\n|- a"),
        ("---|", Command::Newline, "---\n|"),
    ]);
}

#[test]
fn tab_indents_by_spaces() {
    check(&[
        ("|", Command::Tab, "  |"),
        ("a|", Command::Tab, "a |"),
        ("- |", Command::Tab, "  - |"),
        ("- a|", Command::Tab, "- a |"),
        ("¦a\n\nb|", Command::Tab, "  ¦a\n\n  b|"),
        ("   a|", Command::BackTab, " a|"),
        ("\ta|", Command::BackTab, "a|"),
        ("a|", Command::BackTab, "a|"),
    ]);
}

#[test]
fn lines_move_and_repeat_but_line_ends_stay() {
    check(&[
        ("a\r\nb|b\nc", Command::MoveLineUp, "b|b\r\na\nc"),
        ("a\r\nb|b\nc", Command::MoveLineDown, "a\r\nc\nb|b"),
        ("a|\nb", Command::MoveLineUp, "a|\nb"),
        ("a\nb|", Command::MoveLineDown, "a\nb|"),
        ("a\n¦b\nc|\nd", Command::MoveLineDown, "a\nd\n¦b\nc|"),
        ("a|b\r\nc", Command::DuplicateLine, "ab\r\na|b\r\nc"),
        ("a\nb|", Command::DuplicateLine, "a\nb\nb|"),
    ]);
}

#[test]
fn pasted_text_takes_the_line_ends_of_the_file() {
    check(&[
        (
            "a\r\n|",
            Command::Paste("x\ny\rz".into()),
            "a\r\nx\r\ny\r\nz|",
        ),
        ("¦a|", Command::Paste("b\r\n".into()), "b\n|"),
    ]);
}

#[test]
fn motions_go_where_editors_go() {
    check(&[
        ("  a|b", go(Motion::LineStart), "  |ab"),
        ("  |ab", go(Motion::LineStart), "|  ab"),
        ("a|b\r\nc", go(Motion::LineEnd), "ab|\r\nc"),
        ("ab|\r\nc", go(Motion::Right), "ab\r\n|c"),
        ("a¦b|c", go(Motion::Left), "a|bc"),
        ("a|b¦c", go(Motion::Right), "ab|c"),
        ("a|bc", extend(Motion::Right), "a¦b|c"),
        ("a|b\nc", go(Motion::Up), "|ab\nc"),
        ("ab\nc|d", go(Motion::Down), "ab\ncd|"),
        ("a|b", Command::SelectAll, "¦ab|"),
        ("to| be", Command::SelectWord, "¦to| be"),
        ("a\nb|\nc", Command::SelectLine, "a\n¦b\n|c"),
        ("a|\nb\nc", Command::GoToLine(3), "a\nb\n|c"),
        ("a|\nb\nc", Command::GoToLine(99), "a\nb\n|c"),
    ]);
}

#[test]
fn up_and_down_keep_their_column() {
    let mut editor = editor("abcd|\nx\n漢漢漢\n");
    run(&mut editor, go(Motion::Down));
    assert_eq!(marked(&editor), "abcd\nx|\n漢漢漢\n");
    run(&mut editor, go(Motion::Down));
    assert_eq!(marked(&editor), "abcd\nx\n漢漢|漢\n");
    run(&mut editor, go(Motion::Up));
    run(&mut editor, go(Motion::Up));
    assert_eq!(marked(&editor), "abcd|\nx\n漢漢漢\n");
}

#[test]
fn up_and_down_go_by_visual_rows() {
    let mut editor = wrapped("one two three", 8, 5);
    run(&mut editor, Command::SetCursor(10));
    run(&mut editor, go(Motion::Up));
    assert_eq!(marked(&editor), "on|e two three");
    run(&mut editor, go(Motion::Down));
    assert_eq!(marked(&editor), "one two th|ree");
}

#[test]
fn undo_takes_back_a_word_or_what_was_typed_after_a_pause() {
    let mut editor = Editor::new("");
    let mut now = Duration::ZERO;
    for c in "one two".chars() {
        editor.apply(Command::Insert(c.into()), now);
        now += Duration::from_millis(100);
    }
    now += Duration::from_secs(5);
    editor.apply(Command::Insert("!".into()), now);
    for text in ["one two", "one ", ""] {
        run(&mut editor, Command::Undo);
        assert_eq!(editor.text(), text);
    }
    for text in ["one ", "one two", "one two!"] {
        run(&mut editor, Command::Redo);
        assert_eq!(editor.text(), text);
    }
    assert!(!run(&mut editor, Command::Redo).changed);
}

#[test]
fn deletions_of_one_key_are_undone_together_but_not_across_a_move() {
    let mut editor = editor("abcdef|");
    run(&mut editor, Command::Backspace);
    run(&mut editor, Command::Backspace);
    run(&mut editor, go(Motion::Left));
    run(&mut editor, Command::Backspace);
    run(&mut editor, Command::Undo);
    assert_eq!(marked(&editor), "abc|d");
    run(&mut editor, Command::Undo);
    assert_eq!(marked(&editor), "abcdef|");
}

#[test]
fn a_text_is_dirty_until_it_is_the_saved_one_again() {
    let mut editor = Editor::new("a");
    assert!(!editor.is_dirty());
    run(&mut editor, insert("b"));
    assert!(editor.is_dirty());
    editor.mark_saved();
    run(&mut editor, insert("c"));
    assert!(editor.is_dirty());
    run(&mut editor, Command::Undo);
    assert!(!editor.is_dirty());
    run(&mut editor, Command::Undo);
    assert!(editor.is_dirty());
}

#[test]
fn copy_and_cut_give_the_selection() {
    let mut editor = editor("a¦bc|d");
    let copied = run(&mut editor, Command::Copy);
    assert_eq!(
        (copied.copied.as_deref(), copied.changed),
        (Some("bc"), false)
    );
    let cut = run(&mut editor, Command::Cut);
    assert_eq!((cut.copied.as_deref(), cut.changed), (Some("bc"), true));
    assert_eq!(marked(&editor), "a|d");
    assert_eq!(run(&mut editor, Command::Copy), Outcome::default());
}

#[test]
fn a_read_only_text_lets_one_look_and_copy() {
    let mut editor = Editor::read_only("abc");
    for command in [
        insert("x"),
        Command::Cut,
        Command::Newline,
        Command::Apply(Vec::new()),
    ] {
        run(&mut editor, Command::SelectAll);
        let outcome = run(&mut editor, command);
        assert!(outcome.refused && !outcome.changed && outcome.copied.is_none());
    }
    assert_eq!(editor.text(), "abc");
    let copied = run(&mut editor, Command::Copy).copied;
    assert_eq!(copied.as_deref(), Some("abc"));
}

#[test]
fn edits_from_outside_are_one_step() {
    let mut editor = editor("name: a\ntext: b: c|\n");
    let edit = |span, text: &str| Edit {
        span,
        text: text.into(),
    };
    let quote = vec![edit(18..18, "'"), edit(14..14, "'"), edit(6..7, "bb")];
    assert!(run(&mut editor, Command::Apply(quote)).changed);
    assert_eq!(marked(&editor), "name: bb\ntext: 'b: c'|\n");
    run(&mut editor, Command::Undo);
    assert_eq!(marked(&editor), "name: a\ntext: b: c|\n");
    let crossing = vec![edit(0..5, ""), edit(4..6, "")];
    assert!(run(&mut editor, Command::Apply(crossing)).refused);
    let beyond = vec![edit(0..500, "")];
    assert!(run(&mut editor, Command::Apply(beyond)).refused);
    assert_eq!(marked(&editor), "name: a\ntext: b: c|\n");
}

#[test]
fn searching_goes_round_and_replacing_steps_on() {
    let find = || Search::new("ab");
    let mut editor = editor("ab|-AB-ab");
    run(&mut editor, Command::FindNext(find()));
    assert_eq!(marked(&editor), "ab-¦AB|-ab");
    run(&mut editor, Command::FindPrevious(find()));
    assert_eq!(marked(&editor), "¦ab|-AB-ab");
    run(&mut editor, Command::FindPrevious(find()));
    assert_eq!(marked(&editor), "ab-AB-¦ab|");
    let one = run(&mut editor, Command::ReplaceOne(find(), "x".into()));
    assert_eq!((marked(&editor).as_str(), one.matches), ("¦ab|-AB-x", 2));
    let all = run(&mut editor, Command::ReplaceAll(find(), "abab".into()));
    assert_eq!((editor.text(), all.matches), ("abab-abab-x", 2));
    run(&mut editor, Command::Undo);
    assert_eq!(editor.text(), "ab-AB-x");
    let none = run(&mut editor, Command::FindNext(Search::new("zz")));
    assert_eq!(none, Outcome::default());
}

#[test]
fn a_reload_keeps_the_place_and_can_be_undone() {
    let mut editor = editor("one\ntwo\nth|ree\nfour\n");
    editor.reload("zero\none\ntwo\nthree\nfour\nfive\n");
    assert_eq!(marked(&editor), "zero\none\ntwo\nth|ree\nfour\nfive\n");
    assert!(!editor.is_dirty());
    run(&mut editor, Command::Undo);
    assert_eq!(marked(&editor), "one\ntwo\nth|ree\nfour\n");
    assert!(editor.is_dirty());
    editor.reload("one\n");
    assert_eq!(marked(&editor), "one\n|");
}
