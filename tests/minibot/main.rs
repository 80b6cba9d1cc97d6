//! MiniBot against what it was recorded to do.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod discovery;
mod endurance;
mod places;
mod tools;

use common::{Differences, bytes, cases};
use serde_json::{Value as Json, json};
use skillkiln::host::read::flat::scalar;
use skillkiln::host::{Place, Profile, Profiles, Reading, Value, python, read_file};

fn host() -> Profile {
    Profiles::bundled().get("minibot").unwrap().clone()
}

fn place() -> Place {
    Place {
        project: "/CWD".into(),
        home: "/HOME".into(),
        options: Default::default(),
    }
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {json}"))
}

fn read(bytes: &[u8]) -> Reading {
    read_file(&host(), bytes, "demo")
}

/// A reading as the vectors show one.
fn shown(reading: &Reading) -> Json {
    let mut out = json!({ "ok": reading.loaded() });
    if let Some(dropped) = &reading.dropped {
        out["reason"] = json!(dropped.code);
        for (key, value) in dropped
            .detail
            .iter()
            .flat_map(|detail| detail.as_object().unwrap())
        {
            out[key] = value.clone();
        }
        return out;
    }
    let compatibility = match reading.field("compatibility") {
        Some(Value::Text(text)) => text.as_str(),
        _ => "",
    };
    out["name"] = json!(reading.name);
    out["description"] = json!(reading.description);
    out["compatibility"] = json!(compatibility);
    out["body"] = json!(reading.body);
    out["notes"] = reading.notes.iter().map(|note| json!(note.code)).collect();
    out
}

#[test]
fn reads_every_recorded_file() {
    let mut differences = Differences::default();
    for case in cases("minibot/read.json") {
        let id = text(&case, "id");
        differences.compare(id, &shown(&read(&bytes(&case))), &case["expect"]);
    }
}

#[test]
fn every_fault_and_field_points_into_the_file() {
    for case in cases("minibot/read.json") {
        let bytes = bytes(&case);
        let reading = read(&bytes);
        let dropped = reading
            .dropped
            .iter()
            .map(|dropped| dropped.at.clone().unwrap());
        for span in dropped.chain(reading.spans.values()) {
            assert!(
                span.start <= span.end && span.end <= bytes.len(),
                "{span:?} in {}",
                case["id"]
            );
            if let Ok(text) = std::str::from_utf8(&bytes) {
                assert!(
                    text.get(span.clone()).is_some(),
                    "{span:?} in {}",
                    case["id"]
                );
            }
        }
    }
}

#[test]
fn spans_survive_line_ends_that_are_normalised() {
    let file = "---\r\nname: one\rdescription: >-\r\n  a\r\n\r\n  b c\r\nbroken\r\n---\r\nBody\r\n";
    let dropped = read(file.as_bytes()).dropped.unwrap();
    assert_eq!(&file[dropped.at.unwrap()], "broken");
    let file = file.replace("broken", "compatibility: x\u{2028}name : 'two'");
    let reading = read(file.as_bytes());
    assert_eq!(reading.name.as_deref(), Some("two"));
    let span = |key: &str| reading.spans.get(key).expect(key).clone();
    assert_eq!(&file[span("name")], "'two'");
    assert_eq!(&file[span("description")], "a\r\n\r\n  b c");
    assert_eq!(&file[span("compatibility")], "x");
    let file = "---\r\ndescription: 2024\r\n---\r\nBody";
    let dropped = read(file.as_bytes()).dropped.unwrap();
    assert_eq!(
        dropped.message,
        "`name` is missing; `description` is read as a number, not as text"
    );
    assert_eq!(&file[dropped.at.unwrap()], "---");
}

#[test]
fn values_become_what_was_recorded() {
    let mut differences = Differences::default();
    for case in cases("minibot/scalar.json") {
        let input = text(&case, "input");
        let (kind, shown) = match scalar(input) {
            Value::Text(text) => ("str", json!(text)),
            Value::Bool(truth) => ("bool", json!(truth)),
            Value::Integer(number) => ("int", json!(number)),
            Value::Float(number) => ("float", json!(python::float_repr(number))),
            other => panic!("{input:?} became {other:?}"),
        };
        let theirs = (text(&case, "type"), &case["value"]);
        differences.compare(input, (kind, &shown), theirs);
        differences.compare(input, json!(kind == "str"), case["skill_field_ok"].clone());
    }
}

#[test]
fn characters_are_what_the_interpreter_takes_them_for() {
    let mut differences = Differences::default();
    for case in cases("minibot/python-text.json") {
        let every = (0..=0x10_ffff_u32).filter_map(char::from_u32);
        let listed = |key: &str| -> Vec<u32> {
            case[key]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap() as u32)
                .collect()
        };
        let ours = |is: fn(char) -> bool| every.clone().filter(|c| is(*c)).map(u32::from).collect();
        match text(&case, "id") {
            "strip_chars" => {
                differences.compare("strip", ours(python::is_space), listed("codepoints"));
            }
            "splitlines_chars" => {
                differences.compare("lines", ours(python::is_break), listed("codepoints"));
            }
            "int_digit_ranges" => {
                let ranges = case["ranges"].as_array().unwrap().iter();
                let theirs: Vec<u32> = ranges
                    .flat_map(|range| {
                        range[0].as_u64().unwrap() as u32..=range[1].as_u64().unwrap() as u32
                    })
                    .collect();
                let digit = |c: char| python::int(c.encode_utf8(&mut [0; 4])).is_some();
                differences.compare("digits", ours(digit), theirs);
            }
            other => panic!("unknown case {other}"),
        }
    }
}
