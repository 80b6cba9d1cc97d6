//! What people reported in public, fault by fault, and the tests that hold what is shown instead.

/// A file of tests.
const PAIN: &str = include_str!("pain.rs");
const TAKEN: &str = include_str!("taken.rs");
const FIXES: &str = include_str!("../../src/check/tests/yaml.rs");
const DOCUMENTS: &str = include_str!("../world/documents.rs");
const TREES: &str = include_str!("../world/main.rs");
const NAMING: &str = include_str!("../library/naming.rs");
const WRITE: &str = include_str!("../library/write.rs");
const COUNTING: &str = include_str!("../workbench/counting.rs");
const SELECTOR: &str = include_str!("../workbench/selector.rs");
const SHADOWING: &str = include_str!("../workbench/shadowing.rs");
const HOSTS: &str = include_str!("../workbench/hosts.rs");
const PANES: &str = include_str!("../workbench/panes.rs");
const SKILLS: &str = include_str!("../workbench/skills.rs");
const NOT_LOADED: &str = include_str!("../workbench/not_loaded.rs");
const IMPORTING: &str = include_str!("../workbench/importing.rs");
const JOURNEYS: &str = include_str!("../workbench/journeys.rs");
const MATRIX: &str = include_str!("../cli/matrix.rs");
const LOCKED: &str = include_str!("../exchange/locked.rs");
const KEPT: &str = include_str!("../exchange/kept.rs");
const LOOKS: &str = include_str!("../exchange/looks.rs");
const EXPORT: &str = include_str!("../exchange/export.rs");
const SINGLE: &str = include_str!("../exchange/single.rs");

/// One report: its number, what should be shown, and the tests of that: a function, or what hurts.
type Ideal = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const IDEALS: &[Ideal] = &[
    (
        "A1",
        "the exact character of the second colon, each host's verdict, a fix by one key",
        &[
            (
                PAIN,
                "a skill vanishes because of a colon in its description",
            ),
            (
                JOURNEYS,
                "a_skill_that_is_not_loaded_is_repaired_at_the_very_character",
            ),
            (
                HOSTS,
                "one_skill_for_many_runtimes_is_seen_with_all_eyes_and_repaired",
            ),
        ],
    ),
    (
        "A2",
        "not listed, callable by its name, what the model sees instead",
        &[
            (
                PAIN,
                "one that is still called by its name and stands in no list any more",
            ),
            (DOCUMENTS, "what_is_lost_is_not_listed_and_still_there"),
        ],
    ),
    (
        "A3",
        "a restriction that is not in force is an error of its own",
        &[
            (PAIN, "the limit of the tools goes with the frontmatter"),
            (PAIN, "the limit of the tools stands below a comment"),
        ],
    ),
    (
        "A4",
        "the line that became a key, and a block that keeps both lines",
        &[
            (PAIN, "a line that goes on reads as a field"),
            (FIXES, "continuation_is_a_key"),
        ],
    ),
    (
        "A5",
        "what is broken stays in the list with its reason",
        &[
            (PAIN, "a file without frontmatter is only a line in a log"),
            (PAIN, "what_is_broken_stays_in_the_list_with_its_reason"),
            (
                NOT_LOADED,
                "rows_give_the_reason_in_few_words_and_the_line_below_in_all",
            ),
        ],
    ),
    (
        "A6",
        "the comment above the fence, and a fix that moves it below",
        &[(PAIN, "a comment above the fence hides the whole block")],
    ),
    (
        "A7",
        "three bytes nobody sees, for whom they matter, taken out alone",
        &[(PAIN, "three bytes nobody sees")],
    ),
    (
        "A8",
        "line ends are kept, and told only to hosts that mind",
        &[(
            PAIN,
            "carriage returns alone are no fault where nobody minds them",
        )],
    ),
    (
        "A9",
        "who skips a name that is not that of the folder; the field or the folder is renamed",
        &[
            (PAIN, "the name is not that of the folder"),
            (
                PAIN,
                "the name is not that of the folder, and some skip the skill for it",
            ),
            (NAMING, "undoing_a_rename_keeps_what_was_written_since"),
        ],
    ),
    (
        "A10",
        "the length after folding while it is typed, and the first character too many",
        &[
            (
                PAIN,
                "a_description_too_long_is_marked_from_its_first_character_too_many",
            ),
            (COUNTING, "a_block_text_is_counted_as_it_is_read"),
            (COUNTING, "near_a_limit_and_over_it_the_counter_warns"),
        ],
    ),
    (
        "A11",
        "what the list costs of what it may, and whose description goes",
        &[
            (
                DOCUMENTS,
                "claude_code_gives_its_list_a_hundredth_of_the_window_at_four_characters_a_token",
            ),
            (SELECTOR, "a_window_says_who_loses_what"),
        ],
    ),
    (
        "A12",
        "the lines as they are cut, skill by skill",
        &[(DOCUMENTS, "codex_takes_as_much_from_each_of_many")],
    ),
    (
        "A13",
        "one name, two layers, the winner, and how the two differ",
        &[
            (PAIN, "the copy in the home hides the one of the project"),
            (
                SHADOWING,
                "every_judging_host_tells_what_hides_what_and_enter_goes_there",
            ),
        ],
    ),
    (
        "A14",
        "who wins, and by which rule, before it is run",
        &[
            (DOCUMENTS, "what_documents_say_holds"),
            (HOSTS, "the_shadowing_copy_is_one_key_away"),
            (MATRIX, "a_shadowed_copy_names_the_copy_that_hides_it"),
        ],
    ),
    (
        "A15",
        "two folders of one name are told at both, with the winner",
        &[(
            PAIN,
            "two folders of one name, and one of them wins in silence",
        )],
    ),
    (
        "A16",
        "copies of the same bytes, and the places that several hosts read",
        &[
            (PAIN, "the same bytes in two places"),
            (PANES, "files_tell_where_coding_agents_would_find_the_skill"),
        ],
    ),
    (
        "A17",
        "one file by two links is no conflict",
        &[
            (PAIN, "two paths to one file are no conflict"),
            (SHADOWING, "the_same_file_by_a_link_is_told_as_such"),
        ],
    ),
    (
        "A18",
        "which one counts is not fixed",
        &[
            (PAIN, "the winner is another one at each start"),
            (TAKEN, "each_host_of_which_it_is_recorded_is_named"),
        ],
    ),
    (
        "A19",
        "links that lead nowhere, and who follows none",
        &[
            (PAIN, "a link that leads nowhere"),
            (
                PAIN,
                "a folder of a skill that is a link, which some do not follow",
            ),
        ],
    ),
    (
        "A20",
        "the letters of the file name themselves",
        &[
            (PAIN, "small letters in the file name"),
            (WRITE, "names_that_differ_in_case_alone_are_refused"),
        ],
    ),
    (
        "A21",
        "who finds what lies one folder too deep",
        &[
            (PAIN, "one folder too deep"),
            (PAIN, "one folder too deep, for some"),
        ],
    ),
    (
        "A22",
        "a file where a folder is due",
        &[(PAIN, "a file instead of a folder")],
    ),
    (
        "A23",
        "each skill by each host, with the rule that decided",
        &[
            (MATRIX, "every_skill_is_judged_by_every_host_that_judges"),
            (
                MATRIX,
                "a_skill_only_others_find_is_looked_for_by_none_of_the_given",
            ),
        ],
    ),
    (
        "A24",
        "three sides before anything is written, and own files stay",
        &[
            (LOCKED, "an_update_keeps_what_was_changed_here"),
            (KEPT, "an_update_carries_over_what_is_no_file_of_the_source"),
            (
                SINGLE,
                "it_is_verified_and_updated_with_what_was_changed_here",
            ),
        ],
    ),
    (
        "A25",
        "both are shown, and nothing is replaced unasked, links least of all",
        &[
            (
                IMPORTING,
                "what_is_there_is_shown_with_the_difference_and_asked_about",
            ),
            (
                LOOKS,
                "a_collision_is_told_file_by_file_with_what_was_changed_here",
            ),
            (SINGLE, "a_link_in_its_place_is_left"),
        ],
    ),
    (
        "A26",
        "who refuses a key nobody asked for, and a place where it harms nobody",
        &[(PAIN, "a key one refuses and others pass over")],
    ),
    (
        "A27",
        "YAML that one reader refuses is not called broken",
        &[(
            PAIN,
            "a list in brackets is YAML, and the reference refuses it",
        )],
    ),
    (
        "A28",
        "the text each host holds, white space included",
        &[
            (
                PAIN,
                "a text in a block breaks a list with one line for each skill",
            ),
            (SKILLS, "reading_shows_the_fields_and_the_white_space"),
        ],
    ),
    (
        "A29",
        "what each skill and the whole list cost",
        &[(
            HOSTS,
            "tokens_are_counted_by_part_and_the_unsaved_edit_is_weighed",
        )],
    ),
    (
        "A30",
        "a setting, and what it does",
        &[
            (SELECTOR, "what_keeps_a_loaded_skill_from_the_model_is_told"),
            (
                SELECTOR,
                "configuration_that_is_not_taken_is_told_beside_the_prompt",
            ),
        ],
    ),
    (
        "A31",
        "what an upload takes, checked before it is packed",
        &[
            (EXPORT, "the_rules_of_the_target_come_first"),
            (EXPORT, "an_upload_has_one_skill_file"),
        ],
    ),
    (
        "A32",
        "loaded, shadowed, refused with the reason; a source looked at before it is installed",
        &[
            (
                IMPORTING,
                "a_source_is_looked_into_before_anything_is_written",
            ),
            (LOOKS, "nothing_to_install_is_told_with_the_reason"),
            (TREES, "finds_and_chooses_as_recorded"),
        ],
    ),
];

#[test]
fn every_report_has_tests_of_what_is_shown() {
    let numbers: Vec<&str> = IDEALS.iter().map(|(number, ..)| *number).collect();
    let all: Vec<String> = (1..=32).map(|at| format!("A{at}")).collect();
    assert_eq!(numbers, all);
    for (number, shown, tests) in IDEALS {
        assert!(!tests.is_empty(), "{number}: {shown}");
        for (file, name) in *tests {
            let function = file.contains(&format!("#[test]\nfn {name}() {{"));
            let row = file.contains(&format!("hurts: \"{name}\""));
            assert!(function || row, "{number}: {shown}: no {name:?}");
        }
    }
}

/// A row that nobody reported would be one nobody misses.
#[test]
fn every_row_of_the_small_projects_is_one_of_them() {
    for row in PAIN.split("hurts: \"").skip(1) {
        let (hurts, _) = row.split_once('"').unwrap();
        let mut tests = IDEALS.iter().flat_map(|(_, _, tests)| *tests);
        let known = hurts.is_empty() || tests.any(|(_, name)| *name == hurts);
        assert!(known, "{hurts}");
    }
}
