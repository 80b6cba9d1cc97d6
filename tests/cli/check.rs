//! `check`, from the outside; the rules have tests of their own.

use std::fs;

use serde_json::{Value as Json, json};

use crate::{Desk, each, keys, link, said};

const COLON: &str = "---\nname: a\ndescription: Use when: always\n---\nbody\n";

fn checked(desk: &Desk, code: i32, args: &[&str]) -> Json {
    let said = desk.run(&[&["check"], args, &["--format", "json"]].concat());
    assert_eq!(said.code, code, "{args:?}: {}{}", said.out, said.err);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn a_project_without_faults_is_done() {
    let desk = Desk::new();
    desk.skill("skills/a", "a", "Reviews code. Use when a change is ready.");
    let report = checked(&desk, 0, &[]);
    assert_eq!(keys(&report), ["files", "diagnostics"]);
    assert_eq!(report["files"], 1);
    assert!(
        !each(&report["diagnostics"], "severity").contains(&"error"),
        "{report:#}"
    );
}

#[test]
fn a_fault_is_found_fixed_and_gone() {
    let desk = Desk::new();
    let path = desk.ground.file("p/skills/custom/a/SKILL.md", COLON);
    let report = checked(&desk, 1, &[]);
    let fault = &report["diagnostics"][0];
    assert_eq!(
        keys(fault),
        [
            "file", "rule", "severity", "hosts", "message", "help", "range", "fixes"
        ]
    );
    assert_eq!(fault["rule"], "yaml/colon-in-value");
    assert_eq!(fault["hosts"], json!(["agentworks"]));
    assert_eq!(
        fault["range"]["start"],
        json!({ "line": 3, "column": 22, "offset": 33 })
    );
    let text = desk.run(&["check"]).out;
    assert!(text.contains("3:22") && text.contains("1 error"), "{text}");

    checked(&desk, 0, &["--fix", "safe"]);
    let fixed = fs::read_to_string(&path).unwrap();
    assert_ne!(fixed, COLON);
    assert_eq!(
        desk.json(&["list"])["skills"][0]["description"],
        "Use when: always"
    );
}

#[test]
fn only_named_paths_and_the_write_area_are_fixed() {
    let desk = Desk::new();
    let theirs = desk.ground.file("p/skills/a/SKILL.md", COLON);
    let said = desk.run(&["check", "--fix", "safe"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("not fixed"), "{}", said.err);
    assert_eq!(fs::read_to_string(&theirs).unwrap(), COLON);
    checked(&desk, 0, &["--fix", "safe", &theirs]);
    assert_ne!(fs::read_to_string(&theirs).unwrap(), COLON);
}

#[test]
fn a_link_is_checked_and_never_fixed() {
    let desk = Desk::new();
    let real = desk.ground.file("elsewhere/a/SKILL.md", COLON);
    desk.ground.folder("p/x/a");
    link(&real, &desk.ground.disk("p/x/a/SKILL.md"));
    let path = desk.ground.path("p/x/a/SKILL.md");
    let said = desk.run(&["check", "--fix", "safe", &path]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("link"), "{}", said.err);
    assert_eq!(fs::read_to_string(&real).unwrap(), COLON);
}

#[test]
fn a_path_is_a_file_a_skill_or_a_root_of_skills() {
    let desk = Desk::new();
    desk.ground.file("x/a/SKILL.md", COLON);
    desk.ground
        .file("x/b/SKILL.md", COLON.replace("name: a", "name: b"));
    desk.ground.file("x/b/inner/SKILL.md", "part of b");
    let path = |rest: &str| desk.ground.path(rest);
    assert_eq!(checked(&desk, 1, &[&path("x/a/SKILL.md")])["files"], 1);
    assert_eq!(checked(&desk, 1, &[&path("x/a")])["files"], 1);
    let both = checked(&desk, 1, &[&path("x")]);
    assert_eq!(both["files"], 2);
    assert!(each(&both["diagnostics"], "file").contains(&path("x/b/SKILL.md").as_str()));
}

#[test]
fn a_file_that_two_paths_mean_counts_once_and_is_fixed_once() {
    let desk = Desk::new();
    let inner = desk.ground.file("x/a/SKILL.md", COLON);
    let path = |rest: &str| desk.ground.path(rest);
    let dotted = format!("{}/./a", path("x"));
    for second in [path("x/a"), path("x/a/SKILL.md"), dotted] {
        let report = checked(&desk, 1, &[&path("x"), &second]);
        assert_eq!(report["files"], 1, "{second}");
        assert_eq!(each(&report["diagnostics"], "rule").len(), 1, "{report:#}");
        let said = desk.run(&["check", &path("x"), &second, "--fix", "all"]);
        assert_eq!(
            (said.code, said.err.as_str()),
            (0, ""),
            "{second}: {}",
            said.out
        );
        assert_ne!(fs::read_to_string(&inner).unwrap(), COLON);
        fs::write(&inner, COLON).unwrap();
    }
}

#[test]
fn what_cannot_be_checked_is_said() {
    let desk = Desk::new();
    desk.ground.folder("empty");
    for path in [desk.ground.path("none"), desk.ground.path("empty")] {
        let said = desk.run(&["check", &path]);
        assert_eq!(said.code, 2, "{path}");
        assert!(said.err.contains(&path));
    }
    desk.fails(2, &["check", "--host", "nope"]);
}

#[test]
fn bad_files_do_not_stop_the_others() {
    let desk = Desk::new();
    desk.ground.file("p/skills/a/SKILL.md", COLON);
    desk.ground.file("p/skills/b/SKILL.md", [0xff, 0xfe, 0x00]);
    desk.ground.file("p/skills/c/SKILL.md", "");
    desk.ground
        .file("p/skills/d/SKILL.md", vec![b'x'; (5 << 20) + 1]);
    let report = checked(&desk, 1, &[]);
    let files = each(&report["diagnostics"], "file");
    for name in ["a", "b", "c"] {
        let path = desk.ground.path(&format!("p/skills/{name}/SKILL.md"));
        assert!(files.contains(&path.as_str()), "{name}");
    }
}

#[test]
fn warnings_fail_when_asked() {
    let desk = Desk::new();
    let text = "---\nname: a\ndescription: Reviews code. Use when asked.\n---\nbo\u{200b}dy\n";
    desk.ground.file("p/skills/a/SKILL.md", text);
    let report = checked(&desk, 0, &[]);
    let warned = each(&report["diagnostics"], "severity").contains(&"warning");
    checked(&desk, i32::from(warned), &["--fail-on", "warning"]);
    assert!(warned, "the fixture holds a warning: {report:#}");
}

#[test]
fn a_rule_is_explained() {
    let desk = Desk::new();
    let said = desk.run(&["check", "--explain", "yaml/colon-in-value"]);
    assert_eq!(said.code, 0);
    let first = "yaml/colon-in-value (warning; error where a judged host drops the file for it)\n";
    assert!(said.out.starts_with(first), "{}", said.out);
    let minding = "those whose reader drops or misreads it";
    assert!(said.out.contains(minding), "{}", said.out);
    let page = desk.json(&["check", "--explain", "frontmatter/bom"]);
    assert_eq!(page["minding"], minding);
    assert!(
        desk.fails(2, &["check", "--explain", "yaml/tabs"])
            .contains("did you mean \"yaml/tab\"?")
    );
}

/// The types made from the published schema hold the log whole: nothing unknown, nothing missing.
fn valid(log: &Json) {
    let typed: serde_sarif::sarif::Sarif = serde_json::from_value(log.clone()).unwrap();
    assert_eq!(serde_json::to_value(&typed).unwrap(), *log);
}

#[test]
fn sarif_is_what_its_schema_says() {
    let desk = Desk::new();
    desk.ground.file("p/skills/custom/a b/SKILL.md", COLON);
    desk.ground
        .file("p/skills/custom/b/SKILL.md", "no skill\u{200b}");
    let said = desk.run(&["check", "--format", "sarif"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let log: Json = serde_json::from_str(&said.out).unwrap();
    valid(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let colon = results
        .iter()
        .find(|result| result["ruleId"] == "yaml/colon-in-value")
        .unwrap();
    let place = &colon["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"],
        json!({ "uri": "skills/custom/a%20b/SKILL.md", "uriBaseId": "ROOT" })
    );
    assert_eq!(
        place["region"],
        json!({ "startLine": 3, "startColumn": 22, "endLine": 3, "endColumn": 23 })
    );
    desk.fails(2, &["list", "--format", "sarif"]);
}

#[test]
fn other_places_of_a_finding_are_named() {
    let desk = Desk::new();
    let twice = "---\nname: a\ndescription: Use when asked.\nname: a\n---\nbody\n";
    desk.ground.file("p/.agents/skills/a/SKILL.md", twice);
    desk.skill(".agents/skills/b", "b", "Use when asked.");
    let weak = "---\nname: b\ndescription: Use when asked, too.\n---\nbody\n";
    desk.ground.file("home/.agents/skills/b/SKILL.md", weak);
    let found = checked(&desk, 1, &["--host", "agentskills"]);
    let of = |rule: &str| {
        let all = found["diagnostics"].as_array().unwrap();
        all.iter().find(|one| one["rule"] == rule).unwrap()["related"][0].clone()
    };
    let first = of("yaml/duplicate-key");
    assert_eq!(
        first["range"]["start"],
        json!({ "line": 2, "column": 1, "offset": 4 })
    );
    assert_eq!(
        first["file"],
        desk.ground.path("p/.agents/skills/a/SKILL.md").as_str()
    );
    let winner = of("layer/shadowed");
    assert_eq!(
        winner["file"],
        desk.ground.path("p/.agents/skills/b/SKILL.md").as_str()
    );
    let said = desk.run(&["check", "--host", "agentskills", "--format", "sarif"]);
    let log: Json = serde_json::from_str(&said.out).unwrap();
    valid(&log);
    let related: Vec<&Json> = log["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|result| Some(&result.get("relatedLocations")?[0]["physicalLocation"]))
        .collect();
    assert_eq!(related.len(), 2, "{log}");
    assert_eq!(related[1]["region"]["startLine"], 2);
    assert_eq!(
        related[0]["artifactLocation"]["uri"],
        ".agents/skills/b/SKILL.md"
    );
}

#[test]
fn annotations_name_files_from_the_project() {
    let desk = Desk::new();
    desk.ground.file("p/skills/custom/a/SKILL.md", COLON);
    let said = desk.run(&["check", "--format", "github"]);
    assert_eq!(said.code, 1);
    let start = "::error file=skills/custom/a/SKILL.md,line=3,endLine=3,col=22,endColumn=23,\
                 title=yaml/colon-in-value::";
    assert!(said.out.starts_with(start), "{}", said.out);
}

#[test]
fn the_project_says_what_counts() {
    let desk = Desk::new();
    desk.ground.file("p/skills/a/SKILL.md", COLON);
    desk.ground.file("p/skills/b/SKILL.md", COLON);
    let config = "hosts = [\"agentworks\"]\nexclude = [\"skills/b\"]\n[rules]\n\
                  \"yaml/colon-in-value\" = \"hint\"\n\"host/dropped\" = \"off\"\n";
    desk.ground.file("p/skillkiln.toml", config);
    let report = checked(&desk, 0, &[]);
    assert_eq!(report["files"], 1);
    assert_eq!(report["diagnostics"][0]["severity"], "hint");
    desk.ground.file(
        "p/skillkiln.toml",
        "hots = []\n[rules]\n\"a/b\" = \"off\"\n",
    );
    let told = desk.fails(2, &["check"]);
    assert!(
        told.contains("skillkiln.toml:1:1") && told.contains("skillkiln.toml:3:1"),
        "{told}"
    );
}

#[test]
fn several_folders_of_skills_are_layers_in_their_order() {
    let desk = Desk::new();
    let text = |body: &str| format!("---\nname: a\ndescription: Use when asked.\n---\n{body}\n");
    desk.ground.file("x/a/SKILL.md", text("weak"));
    desk.ground.file("y/a/SKILL.md", text("strong"));
    let (x, y) = (desk.ground.path("x"), desk.ground.path("y"));
    let rules = |report: &Json| -> Vec<String> {
        let found = report["diagnostics"].as_array().unwrap().iter();
        found
            .map(|f| {
                format!(
                    "{} {}",
                    f["file"].as_str().unwrap(),
                    f["rule"].as_str().unwrap()
                )
            })
            .collect()
    };
    let host = ["--host", "agentskills"];
    let report = checked(&desk, 0, &[&[x.as_str(), &y], &host[..]].concat());
    assert_eq!(rules(&report), [format!("{x}/a/SKILL.md layer/shadowed")]);
    let report = checked(&desk, 0, &[&[y.as_str(), &x], &host[..]].concat());
    assert_eq!(rules(&report), [format!("{y}/a/SKILL.md layer/shadowed")]);
    // A folder that only holds such folders makes no layers of them.
    let both = checked(
        &desk,
        0,
        &[&[desk.ground.path("").trim_end_matches('/')], &host[..]].concat(),
    );
    assert_eq!(both["files"], 2);
    assert_eq!(rules(&both), [""; 0]);
}

#[test]
fn all_rules_are_listed() {
    let desk = Desk::new();
    let listed = desk.json(&["check", "--explain", "all"]);
    assert!(each(&listed, "rule").contains(&"layer/shadowed"));
    let page = desk.json(&["check", "--explain", "name/case"]);
    assert!(
        page["bad"].as_str().unwrap().contains("name: Demo"),
        "{page}"
    );
}

#[test]
fn fixes_reach_beyond_what_one_look_tells() {
    let desk = Desk::new();
    for (which, count) in [("all", 230), ("safe", 1_200)] {
        let fields: String = (0..count).map(|at| format!("k{at}: a: b\n")).collect();
        let text = format!("---\nname: a\ndescription: Use when asked.\n{fields}---\nbody\n");
        let path = desk.ground.file("p/skills/custom/a/SKILL.md", &text);
        let said = desk.run(&["check", "--fix", which]);
        let fixed = fs::read_to_string(path).unwrap();
        assert_eq!(fixed.matches("\"a: b\"").count(), count, "{fixed}");
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    }
}

#[test]
fn a_file_that_no_host_takes_for_a_skill_is_checked_all_the_same_with_a_word_on_it() {
    let desk = Desk::new();
    let faulty = "---\nname: flat\ndescription: Use when: asked.\n---\nbody\n";
    let path = desk.ground.file("flat.md", faulty);
    let said = desk.run(&["check", &path, "--host", "agentskills", "--format", "json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.err.contains("no host that judges takes it"),
        "{}",
        said.err
    );
    let json: Json = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["diagnostics"][0]["rule"], "yaml/colon-in-value");
    assert_eq!(json["diagnostics"][0]["file"], path.as_str());
    // Its own name is that of the folder it would need.
    assert_eq!(each(&json["diagnostics"], "rule").len(), 1, "{json}");
    desk.run(&["check", &path, "--host", "agentskills", "--fix", "all"]);
    assert_eq!(desk.run(&["check", &path, "--host", "agentskills"]).code, 0);
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .contains("\"Use when: asked.\"")
    );
    // What is no text of that kind is refused.
    let path = desk.ground.file("flat.py", "print()\n");
    let said = desk.run(&["check", &path]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("flat.py: not checked"), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn folders_of_skills_are_found_below_and_by_links_that_go_round() {
    let desk = Desk::new();
    let text = "---\nname: a\ndescription: Use when asked.\n---\nbody\n";
    desk.ground.file("all/one/deep/skills/a/SKILL.md", text);
    desk.ground.file("all/two/a/skill.md", text);
    desk.ground.file("all/two/no-skill/notes.txt", "text\n");
    // Too deep for a folder of skills, and no folder of skills of its own.
    desk.ground.file("all/two/no-skill/more/a/SKILL.md", text);
    let all = desk.ground.path("all");
    crate::link(&all, &desk.ground.disk("all/one/round"));
    crate::link("nowhere", &desk.ground.disk("all/lost"));
    let found = checked(&desk, 1, &[&all, "--host", "agentskills"]);
    assert_eq!(found["files"], 3, "{found}");
    let below = |file: &str| file.strip_prefix(&all).map(str::to_owned);
    let files = each(&found["diagnostics"], "file");
    let files: Vec<_> = files.iter().filter_map(|file| below(file)).collect();
    assert_eq!(files, ["/two/a/skill.md", "/two/no-skill/more/a/SKILL.md"]);
    assert_eq!(each(&found["diagnostics"], "rule")[1], "file/depth");
}

#[test]
fn a_single_file_among_folders_of_skills_is_checked_as_well() {
    let desk = Desk::new();
    let path = desk.ground.file("p/.agents/skills/x.md", COLON);
    let found = checked(&desk, 1, &[&path, "--host", "agentskills"]);
    let mut rules = each(&found["diagnostics"], "rule");
    rules.sort_unstable();
    assert_eq!(rules, ["file/flat", "yaml/colon-in-value"], "{found}");
    assert_eq!(found["files"], 1);
}

#[test]
fn a_single_file_is_judged_by_a_host_that_takes_single_files() {
    let desk = Desk::new();
    let path = desk.ground.file(
        "loose/x.md",
        "---\nname: x\ndescription: Use when asked.\n---\nbody\n",
    );
    let said = desk.run(&["check", &path, "--host", "openhands"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
}

#[test]
fn text_on_standard_input_is_checked_as_the_file_it_is_of() {
    let desk = Desk::new();
    desk.ground.file("p/skills/custom/a/SKILL.md", COLON);
    let good = "---\nname: a\ndescription: Use when asked.\n---\nbody\n";
    let check = |text: &str, args: &[&str]| {
        let mut command = desk.command(args);
        command.write_stdin(text);
        let answer = said(command);
        let json: Json = serde_json::from_str(&answer.out).unwrap_or_default();
        (answer.code, json)
    };
    let file = |folder: &str| {
        desk.ground
            .path(&format!("p/skills/custom/{folder}/SKILL.md"))
    };
    let (a, b) = (file("a"), file("b"));
    let named = ["check", "-", "--as", &a, "--format", "json"];
    let (code, json) = check(good, &named);
    assert_eq!(code, 0, "{json}");
    // What lies on the disk is another text.
    let (code, json) = check(COLON, &named);
    assert_eq!(code, 1);
    assert_eq!(json["diagnostics"][0]["file"], a.as_str());
    // The name must be that of the folder it would lie in.
    let other = ["check", "-", "--as", &b, "--format", "json"];
    let (_, json) = check(good, &other);
    assert!(
        each(&json["diagnostics"], "rule").contains(&"name/folder"),
        "{json}"
    );
    // Without a name for the file, it is as its own name says.
    let (code, json) = check(COLON, &["check", "-", "--format", "json"]);
    assert_eq!(code, 1);
    assert_eq!(each(&json["diagnostics"], "file"), ["-"]);
    assert_eq!(each(&json["diagnostics"], "rule"), ["yaml/colon-in-value"]);
    for wrong in [
        &["check", "-", "--fix", "safe"][..],
        &["check", "-", "skills"],
        &["check", "--as", "a.md"],
    ] {
        assert_eq!(check(good, wrong).0, 2, "{wrong:?}");
    }
}

#[test]
fn one_file_by_several_links_is_told_of_once_and_fixed_once() {
    let desk = Desk::new();
    let path = desk.ground.file("p/own/a/SKILL.md", COLON);
    for place in [".agents", ".claude"] {
        desk.ground.folder(&format!("p/{place}"));
        link("../own", &desk.ground.disk(&format!("p/{place}/skills")));
    }
    let hosts = ["--host", "claude-code", "--host", "agentskills"];
    let report = checked(&desk, 1, &hosts);
    let found = report["diagnostics"].as_array().unwrap();
    let colons = found
        .iter()
        .filter(|one| one["rule"] == "yaml/colon-in-value");
    let colons: Vec<_> = colons.collect();
    assert_eq!(colons.len(), 1, "{report:#}");
    assert_eq!(colons[0]["hosts"], json!(["claude-code", "agentskills"]));
    assert_eq!(report["files"], 1, "{report:#}");
    let file = desk.ground.path("p/.agents/skills/a/SKILL.md");
    let all = [&[&*file, "--fix", "all"][..], &hosts].concat();
    checked(&desk, 0, &all);
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        COLON.replace("Use when: always", "\"Use when: always\"")
    );
}

#[test]
fn offsets_are_those_of_the_bytes_of_the_file() {
    let desk = Desk::new();
    let text = b"---\nname: a\ndescription: Caf\xe9 bar: x, when asked\n---\nbody\n";
    let path = desk.ground.file("p/skills/custom/a/SKILL.md", text);
    let report = checked(&desk, 1, &["--host", "claude-code", &path]);
    let found = report["diagnostics"].as_array().unwrap();
    let colon = found
        .iter()
        .find(|one| one["rule"] == "yaml/colon-in-value");
    let colon = colon.unwrap_or_else(|| panic!("{report:#}"));
    let offset = colon["range"]["start"]["offset"].as_u64().unwrap();
    assert_eq!(&text[offset as usize..][..2], b": ");
    assert_eq!(
        &text[..offset as usize]
            .iter()
            .rev()
            .take(3)
            .rev()
            .copied()
            .collect::<Vec<_>>(),
        b"bar"
    );
}
