//! `skillkiln.toml`.

use serde_json::{Value as Json, json};
use skillkiln::check::config::{Limit, schema};
use skillkiln::check::{Config, Severity, rules};
use skillkiln::host::verdict::State;

const HOSTS: &[&str] = &["agentworks", "minibot"];

fn wrong(text: &str) -> Vec<String> {
    let errors = Config::parse(text, HOSTS).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_that_can_be_said() {
    let config = Config::parse(
        "hosts = [\"minibot\"]\nexclude = [\"vendor\", \"skills/*-old\", \"**/tests\"]\n\n\
         [rules]\n\"body/long\" = \"off\"\n\"name/folder\" = \"error\"\n\
         \"field/ignored\" = \"on\"\n\n[limits]\nbody-lines = 1_000\n",
        HOSTS,
    )
    .unwrap();
    assert_eq!(config.hosts.as_deref(), Some(&["minibot".to_owned()][..]));
    assert_eq!(config.severity("body/long", Severity::Hint), None);
    let raised = config.severity("name/folder", Severity::Warning);
    assert_eq!(raised, Some(Severity::Error));
    assert!(config.runs("field/ignored"));
    assert_eq!(config.limit(Limit::BodyLines), 1_000);
    assert_eq!(config.limit(Limit::BodyTokens), 5_000);
    for path in [
        "vendor",
        "vendor/skills/a/SKILL.md",
        "skills/a-old/SKILL.md",
        "skills/a/tests/b/SKILL.md",
        "tests/x",
    ] {
        assert!(config.excludes(path), "{path}");
    }
    for path in ["vendors/a", "skills/a-older/SKILL.md", "skills/vendor/a"] {
        assert!(!config.excludes(path), "{path}");
    }
}

#[test]
fn sets_name_hosts_and_what_is_an_error_for_them() {
    let text = "[sets.ours]\nhosts = [\"minibot\"]\nerrors = [\"altered\", \"not-looked-for\"]\n\
                [sets.all]\nhosts = [\"minibot\", \"agentworks\"]\n";
    let config = Config::parse(text, HOSTS).unwrap();
    let names: Vec<&str> = config.sets.iter().map(|set| set.name.as_str()).collect();
    assert_eq!(names, ["all", "ours"]);
    let [all, ours] = &config.sets[..] else {
        panic!("two sets");
    };
    assert!(
        all.refuses("agentworks", State::Dropped) && !all.refuses("agentworks", State::Altered)
    );
    assert!(
        ours.refuses("minibot", State::Altered) && ours.refuses("minibot", State::NotLookedFor)
    );
    assert!(
        !ours.refuses("minibot", State::Dropped) && !ours.refuses("agentworks", State::Altered)
    );
    // Their hosts judge beside those that are found, or named.
    assert_eq!(
        config.judged(["agentskills"]),
        ["agentskills", "minibot", "agentworks"]
    );
    let named = format!("hosts = []\n{text}");
    let named = Config::parse(&named, HOSTS).unwrap();
    assert_eq!(named.judged(["agentskills"]), ["minibot", "agentworks"]);
}

#[test]
fn faults_in_sets_are_told_at_their_places() {
    let told = wrong("[sets.a]\nhosts = [\"nobody\"]\nerrors = [\"loaded\"]\nmore = 1\n[sets.b]\n");
    let places: Vec<&str> = told
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        places,
        [
            "skillkiln.toml:2:10",
            "skillkiln.toml:3:11",
            "skillkiln.toml:4:1",
            "skillkiln.toml:5:7",
        ],
        "{told:?}"
    );
    assert!(wrong("sets = 3\n")[0].starts_with("skillkiln.toml:1:8: "));
}

#[test]
fn nothing_said_is_the_standard() {
    assert_eq!(&Config::parse("", HOSTS).unwrap(), Config::standard());
    assert!(!Config::standard().runs("field/ignored"));
    assert!(Config::standard().runs("body/long"));
}

#[test]
fn every_fault_is_told_at_its_place() {
    let text = "host = [\"minibot\"]\nhosts = [\"nobody\", 3]\n\n[rules]\n\"body/lang\" = \"off\"\n\
                \"body/long\" = \"never\"\n[limits]\nbody-lines = \"many\"\nlines = 3\n";
    let told = wrong(text);
    let places: Vec<&str> = told
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        places,
        [
            "skillkiln.toml:1:1",
            "skillkiln.toml:2:10",
            "skillkiln.toml:2:20",
            "skillkiln.toml:5:1",
            "skillkiln.toml:6:15",
            "skillkiln.toml:8:14",
            "skillkiln.toml:9:1",
        ]
    );
    assert!(told[0].contains("\"host\"") && told[0].contains("hosts"));
    assert!(told[3].contains("body/long"), "{}", told[3]);
}

#[test]
fn patterns_that_fit_nothing_are_refused_at_their_places() {
    for (pattern, named) in [
        ("[", "`[`"),
        ("skills/[a-z]*", "`[`"),
        ("{a,b}", "`{`"),
        ("skills/?", "`?`"),
        ("!skills", "`!`"),
        ("a\\\\b", "`\\`"),
        ("", "path"),
        ("../other", "path"),
        ("./skills", "path"),
        ("a//b", "path"),
    ] {
        let told = wrong(&format!("exclude = [\"old/*\", \"{pattern}\"]\n"));
        assert_eq!(told.len(), 1, "{pattern}: {told:?}");
        assert!(told[0].starts_with("skillkiln.toml:1:21: "), "{told:?}");
        assert!(told[0].contains(named), "{told:?}");
    }
    for pattern in ["skills/old", "/skills/", "**/draft-*", "*", "a b.c"] {
        let text = format!("exclude = [\"{pattern}\"]\n");
        assert!(Config::parse(&text, HOSTS).is_ok(), "{pattern}");
    }
}

#[test]
fn what_is_no_toml_is_told_at_its_place() {
    let told = wrong("exclude = [\"a\"\n[rules]\n");
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("skillkiln.toml:2:"), "{told:?}");
    assert!(wrong("rules = 3\n")[0].starts_with("skillkiln.toml:1:9: "));
}

#[test]
fn the_schema_in_the_assets_is_the_one_of_the_parser() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/skillkiln.schema.json");
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("SKILLKILN_WRITE_SCHEMA").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(
        kept == made,
        "the schema is stale: run this test with SKILLKILN_WRITE_SCHEMA=1"
    );
}

#[test]
fn the_schema_and_the_parser_allow_the_same() {
    let schema = schema();
    let properties = |of: &Json| -> Vec<String> {
        of["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(schema["additionalProperties"], json!(false));
    for rule in properties(&schema["properties"]["rules"]) {
        let levels = schema["properties"]["rules"]["properties"][&rule]["enum"].clone();
        for level in levels.as_array().unwrap() {
            let text = format!("[rules]\n\"{rule}\" = {level}\n");
            Config::parse(&text, HOSTS).unwrap();
        }
    }
    assert_eq!(
        properties(&schema["properties"]["rules"]).len(),
        rules().count()
    );
    for limit in properties(&schema["properties"]["limits"]) {
        Config::parse(&format!("[limits]\n{limit} = 0\n"), HOSTS).unwrap();
        assert!(Config::parse(&format!("[limits]\n{limit} = -1\n"), HOSTS).is_err());
    }
}

#[test]
fn a_list_of_no_host_is_refused_at_its_place() {
    let told = wrong("exclude = []\nhosts = []\n");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("skillkiln.toml:2:9: no host is named"),
        "{told:?}"
    );
}
