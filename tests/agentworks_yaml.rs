//! How AgentWorks' typed structure takes tags, aliases and merge keys, as Go was seen to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Differences, cases};
use serde_json::{Map, Value as Json, json};
use skillkiln::host::{Profiles, Reading, Value, read_file};

fn to_json(value: &Value) -> Json {
    match value {
        Value::Text(text) => json!(text),
        Value::Bool(truth) => json!(truth),
        Value::List(items) => items.iter().map(to_json).collect(),
        other => panic!("AgentWorks holds no {other:?}"),
    }
}

fn read(yaml: &str) -> Reading {
    let host = Profiles::bundled().get("agentworks").unwrap().clone();
    read_file(
        &host,
        format!("---\n{yaml}\n---\nBody.\n").as_bytes(),
        "demo",
    )
}

#[test]
fn gives_types_as_go_does() {
    let mut differences = Differences::default();
    for case in cases("agentworks/types.json") {
        let reading = read(case["yaml"].as_str().unwrap());
        let ours = match reading.dropped {
            Some(dropped) => {
                assert_eq!(dropped.code, "bad-yaml", "{case}");
                Json::Null
            }
            None => Json::Object(
                reading
                    .fields
                    .iter()
                    .map(|(key, value)| (key.clone(), to_json(value)))
                    .collect::<Map<_, _>>(),
            ),
        };
        differences.compare(case["id"].as_str().unwrap(), &ours, &case["fields"]);
    }
}

#[test]
fn a_long_chain_of_merges_ends() {
    let mut yaml = "a0: &a0 {model: deep}\n".to_owned();
    for n in 1..20_000 {
        yaml += &format!("a{n}: &a{n} {{<<: *a{}}}\n", n - 1);
    }
    yaml += "name: demo\ndescription: d\n<<: *a19999";
    let reading = read(&yaml);
    assert_eq!(
        reading.field("model"),
        Some(&Value::Text("deep".to_owned()))
    );
}
