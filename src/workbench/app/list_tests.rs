use super::*;

fn row(group: Group, name: &str) -> Row {
    Row {
        id: format!("{group:?}/{name}").into(),
        group,
        name: name.to_owned(),
        path: None,
        reference: name.into(),
        badge: None,
        shadow: None,
        layer: None,
        reason: None,
        brief: String::new(),
        tally: Tally::default(),
        unsaved: false,
        kept: false,
        silent: None,
    }
}

fn list(names: &[(Group, &str)]) -> List {
    let mut list = List::default();
    list.refresh(names.iter().map(|(g, n)| row(*g, n)).collect(), 10);
    list
}

fn selected(list: &List) -> &str {
    list.row().map_or("", |row| row.name.as_str())
}

#[test]
fn the_selection_follows_its_row_into_another_group() {
    let mut list = list(&[(Group::Skills, "a"), (Group::NotLoaded, "b")]);
    list.step(1, 10);
    let id = list.selected.clone();
    let mut moved = row(Group::Skills, "b");
    moved.id = id.clone().expect("selected");
    list.refresh(vec![row(Group::Skills, "a"), moved], 10);
    assert_eq!(list.selected, id);
    assert_eq!(list.row().map(|row| row.group), Some(Group::Skills));
}

#[test]
fn a_row_that_goes_hands_the_selection_to_its_neighbour() {
    let mut list = list(&[
        (Group::Skills, "a"),
        (Group::Skills, "b"),
        (Group::Skills, "c"),
    ]);
    list.step(1, 10);
    list.refresh(vec![row(Group::Skills, "a"), row(Group::Skills, "c")], 10);
    assert_eq!(selected(&list), "c");
    list.refresh(vec![row(Group::Skills, "a")], 10);
    assert_eq!(selected(&list), "a");
    list.refresh(Vec::new(), 10);
    assert_eq!(list.selected, None);
}

#[test]
fn rows_that_come_above_do_not_move_the_selected_line_on_the_screen() {
    let names: Vec<String> = (0..50).map(|i| format!("s{i:02}")).collect();
    let rows = |names: &[String]| names.iter().map(|n| row(Group::Skills, n)).collect();
    let mut list = List::default();
    list.refresh(rows(&names[10..]), 10);
    list.step(20, 10);
    list.scroll(3, 10);
    let on_screen = list.selected_line().expect("line") - list.offset;
    list.refresh(rows(&names), 10);
    assert_eq!(list.selected_line().expect("line") - list.offset, on_screen);
}

#[test]
fn the_filter_keeps_groups_and_puts_the_best_first() {
    let mut list = list(&[
        (Group::Skills, "c-x-o-d-e"),
        (Group::Skills, "code"),
        (Group::Skills, "other"),
        (Group::Learn, "code too"),
    ]);
    list.set_filter("code".to_owned(), 10);
    assert_eq!(
        list.lines,
        [
            ListLine::Head(Group::Skills, 2),
            ListLine::Row(1),
            ListLine::Row(0),
            ListLine::Gap,
            ListLine::Head(Group::Learn, 1),
            ListLine::Row(3),
        ]
    );
}

#[test]
fn the_heading_of_the_rows_at_the_top_always_shows() {
    let names: Vec<String> = (0..12).map(|i| format!("s{i:02}")).collect();
    let mut rows: Vec<Row> = names.iter().map(|n| row(Group::Skills, n)).collect();
    rows.extend(names.iter().map(|n| row(Group::Shadowed, n)));
    let mut list = List::default();
    list.refresh(rows, 6);
    for by in [1, -1] {
        for _ in 0..24 {
            list.step(by, 6);
            let at = list.selected_line().expect("selected");
            let group = list.row().expect("selected").group;
            let head = |line: &ListLine| match line {
                ListLine::Head(group, _) => Some(*group),
                _ => None,
            };
            let shown = &list.lines[list.offset..at];
            let above = shown.iter().rev().find_map(head);
            let pinned = list.pinned().as_ref().and_then(head);
            assert_eq!(above.or(pinned), Some(group), "{at}");
            // What stands in the first line does not hide the selected row.
            assert!(at > list.offset || pinned.is_none(), "{at}");
        }
    }
    list.scroll(3, 6);
    assert!(list.pinned().is_some());
    let before = list.selected.clone();
    assert!(!list.click_line(list.offset));
    assert_eq!(list.selected, before);
}

#[test]
fn stepping_stops_at_both_ends() {
    let mut list = list(&[(Group::Skills, "a"), (Group::Shadowed, "b")]);
    list.step(-5, 10);
    assert_eq!(selected(&list), "a");
    list.step(99, 10);
    assert_eq!(selected(&list), "b");
    list.step(1, 10);
    assert_eq!(selected(&list), "b");
}

#[test]
fn what_goes_at_the_end_of_its_group_hands_the_selection_to_what_stands_above_it() {
    for last in ["b", "c"] {
        let mut rows = vec![
            row(Group::Skills, "a"),
            row(Group::NotLoaded, "b"),
            row(Group::NotLoaded, "c"),
            row(Group::Learn, "learn"),
        ];
        rows.retain(|row| row.name.as_str() <= last || row.group == Group::Learn);
        let mut list = List::default();
        list.refresh(rows.clone(), 10);
        list.step(if last == "b" { 1 } else { 2 }, 10);
        assert_eq!(selected(&list), last);
        rows.retain(|row| row.name != last);
        list.refresh(rows, 10);
        assert_eq!(selected(&list), if last == "b" { "a" } else { "b" });
    }
    // Where nothing stands above, it is what comes next.
    let mut list = list(&[(Group::Skills, "a"), (Group::Learn, "learn")]);
    list.refresh(vec![row(Group::Learn, "learn")], 10);
    assert_eq!(selected(&list), "learn");
}
