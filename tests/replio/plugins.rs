//! Skills that the code of plugins registers, read and never run.

use serde_json::json;
use skillkiln::host::{FileTree, Survey};

use crate::{GLOBAL, LOCAL, config, put_plugin, surveyed};

fn plugin_only(source: &str) -> Survey {
    let mut tree = FileTree::new();
    put_plugin(&mut tree, source);
    config(&mut tree, json!({ "plugins": [] }));
    surveyed(&tree)
}

/// A name and what stands with it: its content, or the code of what is not loaded.
type Named<T> = (String, T);

/// Names with content, and what is told as set by code.
fn registered(source: &str) -> (Vec<Named<String>>, Vec<Named<&'static str>>) {
    let found = plugin_only(source);
    let loaded = found.skills.iter().map(|skill| {
        let body = skill
            .copy
            .reading
            .body
            .as_deref()
            .map(str::to_owned)
            .unwrap_or_default();
        (skill.copy.name.clone(), body)
    });
    let missed = found
        .not_loaded
        .iter()
        .map(|one| (one.name.clone(), one.why.code));
    (loaded.collect(), missed.collect())
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let all = expected.iter();
    all.map(|(name, body)| (name.to_string(), body.to_string()))
        .collect()
}

#[test]
fn literals_are_taken_however_they_are_written() {
    let source = r#"
import textwrap as tw
from textwrap import dedent

NAME: str = "by-" 'name'
SHARED = {"name": NAME, "content": f"{{braces}} \x41"}
BODY = tw.dedent("""\
    # Title

      indented
    """)
LIST = [{"name": "l1", "content": "one"}, dict(name="l2", content="two")]

def helper(registry):
    registry.add_plugin({"name": "never called"})

def register_skills(reg, *, strict=False):
    """What it does."""
    local = "a" + ("b"  # a comment
        'c')
    reg.add_plugin(SHARED)
    reg.add_plugin({"name": "d", "content": BODY.strip(), "content": BODY})
    reg.add_plugin({"name": "e", "content": local, "tags": ("x", -1)})
    reg.add_plugin(dict(name=r"raw\n", content=dedent('''
        x
        ''').strip()))
    for one in LIST:
        reg.add_plugin(one)
    try:
        reg.add_plugin({"name": "tried", "content": None})
    except Exception:
        pass
    return
    reg.add_plugin({"name": "after the end"})
"#;
    let (loaded, missed) = registered(source);
    let expected = pairs(&[
        ("by-name", "{braces} A"),
        ("d", "# Title\n\n  indented\n"),
        ("e", "abc"),
        ("l1", "one"),
        ("l2", "two"),
        (r"raw\n", "x"),
        ("tried", ""),
    ]);
    assert_eq!(loaded, expected);
    assert_eq!(missed, []);
}

#[test]
fn what_only_running_the_code_would_tell_is_told_as_such() {
    let one = |body: &str| {
        let source = format!("import x\nKEY = 'k'\n\ndef register_skills(registry):\n{body}");
        registered(&source).1
    };
    let code = "set-by-code";
    let myplug = || vec![("myplug".to_owned(), code)];
    let named = |name: &str| vec![(name.to_owned(), code)];
    assert_eq!(one("    registry.add_plugin(x.make())\n"), myplug());
    assert_eq!(one("    registry.add_plugin({'name': x.name})\n"), myplug());
    assert_eq!(
        one("    registry.add_plugin({'name': 'a', **x})\n"),
        myplug()
    );
    assert_eq!(
        one("    if x:\n        registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(
        one("    while x:\n        registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(
        one("    if x:\n        return\n    registry.add_plugin({'name': 'a'})\n"),
        named("a")
    );
    assert_eq!(one("    x.fill(registry)\n"), myplug());
    assert_eq!(
        one("    KEY = x.k\n    registry.add_plugin({'name': KEY})\n"),
        myplug()
    );
    let changed = "    e = {'name': 'a'}\n    e['name'] = x.k\n    registry.add_plugin(e)\n";
    assert_eq!(one(changed), myplug());
    assert_eq!(
        one("    for n in x:\n        registry.add_plugin({'name': n})\n"),
        myplug()
    );
    let imported = registered("from .skills import register_skills\n").1;
    assert_eq!(imported, myplug());
}

#[test]
fn a_computed_field_is_a_placeholder_and_is_noted() {
    let source = "import x\ndef register_skills(r):\n    r.add_plugin({'name': 'a', 'content': x.read(), 'description': 'D'})\n";
    let found = plugin_only(source);
    let reading = &found.skills[0].copy.reading;
    assert_eq!(reading.body.as_deref(), Some("(set by code, not shown)"));
    assert_eq!(reading.description.as_deref(), Some("D"));
    let codes: Vec<_> = reading.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["set-by-code"]);
    let source = found.skills[0].copy.source.as_ref().unwrap();
    assert_eq!(source.path, "/p/.replio/plugins/myplug/plugin.py");
}

#[test]
fn a_hook_that_cannot_run_registers_nothing() {
    let nothing = |source: &str| assert_eq!(registered(source), (vec![], vec![]), "{source}");
    nothing("async def register_skills(r):\n    r.add_plugin({'name': 'a'})\n");
    nothing("def register_skills(r):\n    r.add_plugin({'name': 'a'})\n    yield\n");
    nothing("def other(r):\n    r.add_plugin({'name': 'a'})\n");
    let (loaded, missed) = registered("def register_skills(r)\n    pass\n");
    assert_eq!(
        (loaded, missed),
        (vec![], vec![("myplug".to_owned(), "plugin-error")])
    );
    let stays = "def register_skills(r):\n    r.add_plugin({'name': 'a'})\n    raise ValueError\n";
    let found = plugin_only(stays);
    assert_eq!(found.skills[0].copy.reading.notes[0].code, "plugin-error");
}

#[test]
fn plugins_are_found_named_and_replaced_as_the_runtime_does() {
    let source = |content: &str| {
        let entry = json!({ "name": "s", "content": content });
        format!("def register_skills(r):\n    r.add_plugin({entry})\n").into_bytes()
    };
    let mut tree = FileTree::new();
    let global = format!("{GLOBAL}/plugins");
    let local = format!("{LOCAL}/plugins");
    tree.set_file(
        &format!("{global}/one/manifest.json"),
        &b"{\"name\": \"same\"}"[..],
    );
    tree.set_file(&format!("{global}/one/plugin.py"), source("global"));
    tree.set_file(
        &format!("{local}/two/manifest.json"),
        &br#"{"name": "same", "entry": "src/main.py"}"#[..],
    );
    tree.set_file(&format!("{local}/two/src/main.py"), source("local"));
    tree.set_file(&format!("{local}/no-manifest/plugin.py"), source("no"));
    let content = |tree: &FileTree| {
        let found = surveyed(tree);
        found
            .skills
            .first()
            .and_then(|skill| skill.copy.reading.body.as_deref().map(str::to_owned))
    };
    config(&mut tree, json!({ "plugins": ["same"] }));
    assert_eq!(content(&tree).as_deref(), Some("local"));
    config(&mut tree, json!({}));
    assert_eq!(content(&tree), None, "the default list is not empty");
    tree.set_file(&format!("{local}/single.py"), source("single"));
    config(&mut tree, json!({ "plugins": ["single"] }));
    assert_eq!(content(&tree).as_deref(), Some("single"));
    for (manifest, why) in [
        (r#"{"entry": "../../../outside.py"}"#, "inside"),
        (r#"{"entry": "/etc/passwd"}"#, "inside"),
        (r#"{"entry": "gone.py"}"#, "missing"),
        ("[]", "JSON object"),
        ("{", "no JSON"),
    ] {
        tree.set_file(&format!("{local}/bad/manifest.json"), manifest.as_bytes());
        config(&mut tree, json!({ "plugins": ["bad"] }));
        let found = surveyed(&tree);
        let bad = found
            .not_loaded
            .iter()
            .find(|one| one.name == "bad")
            .unwrap();
        assert_eq!(bad.why.code, "plugin-error");
        assert!(bad.why.message.contains(why), "{}", bad.why.message);
    }
}

/// What one body of the hook registers, with these lines above it.
fn shapes(above: &str, body: &str) -> Vec<Named<String>> {
    let (loaded, missed) = registered(&format!(
        "{above}\ndef register_skills(registry):\n    {}\n",
        body.replace('\n', "\n    ")
    ));
    assert_eq!(missed, [], "{body}");
    loaded
}

#[test]
fn code_that_can_only_mean_one_thing_is_followed() {
    let one = |above: &str, body: &str| {
        let expected = pairs(&[("a", "text")]);
        assert_eq!(shapes(above, body), expected, "{above}\n{body}");
    };
    one(
        "",
        "add = registry.add_plugin\nadd({'name': 'a', 'content': 'text'})",
    );
    one(
        "class Texts:\n    NAME = 'a'\n    BODY = 'te' + 'xt'\n",
        "registry.add_plugin({'name': Texts.NAME, 'content': Texts.BODY})",
    );
    one(
        "def entry(name, *, content='text', **more):\n    return dict(name=name, content=content)\n",
        "registry.add_plugin(entry('a'))",
    );
    one(
        "def add(reg, name):\n    '''Adds one.'''\n    reg.add_plugin({'name': name, 'content': 'text'})\n",
        "add(registry, name='a')",
    );
    one(
        "X = 'ex'",
        "registry.add_plugin({'name': f'{\"a\"!s}', 'content': f't{X}t'})",
    );
    one(
        "",
        "registry.add_plugin({'name': 'a', 'content': '%s%s' % ('te', 'xt')})",
    );
    one(
        "",
        "registry.add_plugin({'name': 'a', 'content': '{}{x}'.format('te', x='xt')})",
    );
    one(
        "",
        "registry.add_plugin({'name': 'a', 'content': ''.join(['te', 'xt'])})",
    );
    one(
        "",
        "registry.add_plugin({'name': 'a', 'content': ' Text '.strip().lower()})",
    );
    one(
        "ALL = []\nfor n in ('a',):\n    ALL.append({'name': n})\nALL[0]['content'] = 'text'",
        "for e in ALL:\n    registry.add_plugin(e)",
    );
    one(
        "ALL = {'a': 'text'}",
        "for name, content in sorted(ALL.items()) if False else ALL.items():\n    registry.add_plugin({'name': name, 'content': content})",
    );
    one(
        "ALL = {'a': 'text', 'b': ''}",
        "[registry.add_plugin({'name': k, 'content': v}) for k, v in ALL.items() if v]",
    );
    one(
        "BASE = {'content': 'text'}",
        "registry.add_plugin({'name': 'a', **BASE})",
    );
    one(
        "DEBUG = False\nif DEBUG:\n    NAME = 'b'\nelse:\n    NAME = 'a'",
        "if DEBUG:\n    return\nregistry.add_plugin({'name': NAME, 'content': 'text'})",
    );
    one(
        "if __name__ == '__main__':\n    raise SystemExit",
        "x = y = 'text'\nregistry.add_plugin({'name': 'a', 'content': y})",
    );
    one(
        "",
        "registry.add_plugin('no dictionary')\nregistry.add_plugin({'name': 'a', 'content': 'text'})",
    );
    one(
        "",
        "def inner(c):\n    registry.add_plugin({'name': 'a', 'content': c})\ninner('text')",
    );
    one(
        "",
        "a, (b, c) = 'a', ('te', 'xt')\nregistry.add_plugin({'name': a, 'content': b + c})",
    );
    let deep: String = (0..400).map(|_| "'x' + ").collect();
    let long = shapes(
        "",
        &format!("registry.add_plugin({{'name': 'a', 'content': {deep}''}})"),
    );
    assert_eq!(long[0].1.len(), 400);
    let shown = shapes(
        "",
        "registry.add_plugin({'name': (1,), 'content': [b'\\xff', (), {'k': 1.5}]})",
    );
    assert_eq!(shown, pairs(&[("(1,)", r"[b'\xff', (), {'k': 1.5}]")]));
}

#[test]
fn what_unknown_code_may_change_is_not_known_any_more() {
    let one = |above: &str, body: &str| {
        let source = format!(
            "import x\n{above}\ndef register_skills(registry):\n    {}\n",
            body.replace('\n', "\n    ")
        );
        let found = plugin_only(&source);
        for skill in &found.skills {
            let notes = &skill.copy.reading.notes;
            assert_eq!(notes[0].code, "set-by-code", "{source}");
        }
        let told = found.skills.len() + found.not_loaded.len();
        assert_eq!(told, 1, "{source} {:?}", found.not_loaded);
    };
    let add = "registry.add_plugin(E)";
    for above in [
        "E = {'name': 'a'}\nx.change(E)",
        "E = {'name': 'a'}\nif x:\n    E['name'] = 'b'",
        "E = {'name': 'a'}\nwhile x:\n    E = {'name': 'b'}",
        "E = {'name': 'a'}\ntry:\n    import y\nexcept ImportError:\n    E = {'name': 'b'}",
        "E = {'name': 'a'}\nF = [E]\nx(F)",
        "E = {'name': 'a'}\ndef change():\n    E['name'] = 'b'\nif x:\n    change()",
        "E = {'name': 'a'}\nE |= x.more",
        "E = {'name': 'a', x.key: 'b'}",
        "@x.decorated\nclass C:\n    E = {'name': 'a'}\nE = C.E",
        "def E_of():\n    yield {'name': 'a'}\nE = E_of()",
        "E = {'name': 'a'}\nfrom x import *",
        "E = next(e for e in x.all)",
    ] {
        one(above, add);
    }
    one("", "(lambda r: r.add_plugin({'name': 'a'}))(registry)");
    one("", "x.registry = registry");
    one(
        "",
        "if x:\n    return\nelse:\n    pass\nregistry.add_plugin({'name': 'a'})",
    );
    one(
        "def help(r):\n    if x:\n        return\n    r.add_plugin({'name': 'a'})\n",
        "help(registry)",
    );
    one(
        "",
        "registry.add_plugin({'name': 'a', 'content': f'{x:>3}'})",
    );
    one("def again(r):\n    again(r)\n", "again(registry)");
    one(
        "",
        "for i in range(4000):\n    for j in range(4000):\n        pass\nregistry.add_plugin({'name': 'a'})",
    );
}

#[test]
fn a_file_beside_the_source_is_read_and_none_outside() {
    let mut tree = FileTree::new();
    let source = r#"
import os
from pathlib import Path
HERE = Path(__file__).parent
def register_skills(registry):
    for path in sorted((HERE / "skills").glob("*.md")):
        registry.add_plugin({"name": path.stem, "content": path.read_text(encoding="utf-8")})
    with open(os.path.join(os.path.dirname(__file__), "more.txt")) as f:
        registry.add_plugin({"name": "more", "content": f.read()})
    registry.add_plugin({"name": "out", "content": (HERE / ".." / "x.md").read_text()})
"#;
    put_plugin(&mut tree, source);
    config(&mut tree, json!({ "plugins": [] }));
    let folder = format!("{LOCAL}/plugins/myplug");
    tree.set_file(&format!("{folder}/skills/b.md"), &b"B\r\n"[..]);
    tree.set_file(&format!("{folder}/skills/a.md"), &b"A"[..]);
    tree.set_file(&format!("{folder}/skills/note.txt"), &b"no"[..]);
    tree.set_file(&format!("{folder}/more.txt"), &b"more text"[..]);
    tree.set_file(&format!("{LOCAL}/plugins/x.md"), &b"outside"[..]);
    let mut cache = skillkiln::host::Cache::default();
    let mut bodies = |tree: &FileTree| -> Vec<_> {
        let found = skillkiln::host::survey(&crate::host(), tree, &crate::place(), &mut cache);
        let skills = found.skills.iter();
        let body = |skill: &skillkiln::host::Skill| {
            skill
                .copy
                .reading
                .body
                .as_deref()
                .map(str::to_owned)
                .unwrap()
        };
        skills
            .map(|skill| (skill.copy.name.clone(), body(skill)))
            .collect()
    };
    let code = "(set by code, not shown)";
    let expected = pairs(&[
        ("a", "A"),
        ("b", "B\n"),
        ("more", "more text"),
        ("out", code),
    ]);
    assert_eq!(bodies(&tree), expected);
    // The source is as it was, what it reads is not.
    tree.set_file(&format!("{folder}/skills/a.md"), &b"new"[..]);
    tree.set_file(&format!("{folder}/skills/c.md"), &b"C"[..]);
    let names: Vec<_> = bodies(&tree).into_iter().map(|(name, _)| name).collect();
    assert_eq!(bodies(&tree)[0].1, "new");
    assert_eq!(names, ["a", "b", "c", "more", "out"]);
}

#[test]
fn a_hook_that_fails_is_told_with_what_it_raises() {
    let fails = |source: &str, why: &str| {
        let found = plugin_only(source);
        let codes: Vec<_> = found.not_loaded.iter().map(|one| one.why.code).collect();
        assert_eq!(codes, ["plugin-error"], "{source}");
        let message = &found.not_loaded[0].why.message;
        assert!(message.contains(why), "{message}");
    };
    fails("def register_skills():\n    pass\n", "too many");
    fails("def register_skills(a, b):\n    pass\n", "TypeError");
    fails(
        "def register_skills(r):\n    raise ValueError('x')\n",
        "ValueError",
    );
    fails(
        "def register_skills(r):\n    r.add_plugin({'name': nmae})\n",
        "NameError: name 'nmae'",
    );
    fails("def register_skills(r):\n    r.add_plugin()\n", "TypeError");
    fails(
        "E = {}\ndef register_skills(r):\n    r.add_plugin({'name': E['n']})\n",
        "KeyError: 'n'",
    );
    fails(
        "def register_skills(r):\n    r.add_plugin({'name': 'a' + 1})\n",
        "TypeError",
    );
    fails(
        "def register_skills(r):\n    assert False\n",
        "AssertionError",
    );
    fails(
        "raise RuntimeError\ndef register_skills(r):\n    pass\n",
        "RuntimeError",
    );
    let missing = "from pathlib import Path\ndef register_skills(r):\n    r.add_plugin({'name': 'a', 'content': (Path(__file__).parent / 'no.md').read_text()})\n";
    fails(missing, "FileNotFoundError: no.md");
    let caught = "def register_skills(r):\n    try:\n        r.add_plugin({'name': nmae})\n    except NameError:\n        pass\n    r.add_plugin({'name': 'a', 'content': 'A'})\n";
    assert_eq!(registered(caught), (pairs(&[("a", "A")]), vec![]));
}

#[test]
fn a_plugin_for_another_version_is_incompatible() {
    let source = "def register_skills(r):\n    r.add_plugin({'name': 'a', 'content': 'A'})\n";
    let with = |manifest: serde_json::Value| {
        let mut tree = FileTree::new();
        put_plugin(&mut tree, source);
        let path = format!("{LOCAL}/plugins/myplug/manifest.json");
        tree.set_file(&path, manifest.to_string().into_bytes());
        config(&mut tree, json!({ "plugins": [] }));
        surveyed(&tree)
    };
    let codes = |found: &Survey| -> Vec<&str> {
        let lost = found.not_loaded.iter().map(|one| one.why.code);
        let notes = found.skills.iter().flat_map(|one| &one.copy.reading.notes);
        lost.chain(notes.map(|note| note.code)).collect()
    };
    let newer = with(json!({ "replio_version": ">=0.40" }));
    assert_eq!(
        (newer.skills.len(), codes(&newer)),
        (0, vec!["plugin-incompatible"])
    );
    let fits = with(json!({ "replio_version": ">=0.30,<0.40" }));
    assert_eq!((fits.skills.len(), codes(&fits)), (1, vec![]));
    let needs = with(json!({ "python": ">=3.12", "requires": ["yaml"], "replio_version": "new" }));
    assert_eq!(
        (needs.skills.len(), codes(&needs)),
        (1, vec!["plugin-needs"; 3])
    );
}

#[test]
fn names_are_those_python_would_find() {
    let fails = "X = 'a'\ndef register_skills(r):\n    r.add_plugin({'name': X})\n    X = 'b'\n";
    let found = plugin_only(fails);
    assert!(
        found.not_loaded[0]
            .why
            .message
            .contains("UnboundLocalError")
    );
    assert_eq!(
        shapes(
            "X = 'a'\nclass C:\n    X = 'b'\n    def name(more=''):\n        return X + more\n",
            "global X\nregistry.add_plugin({'name': C.name('!')})\nX = 'c'\nregistry.add_plugin({'name': X})\nregistry.add_plugin({'name': C.X})",
        ),
        pairs(&[("a!", ""), ("b", ""), ("c", "")])
    );
    let nonlocal = "n = 'a'\ndef change():\n    nonlocal n\n    n = 'b'\nchange()\nregistry.add_plugin({'name': n})";
    let source = format!(
        "def register_skills(registry):\n    {}\n",
        nonlocal.replace('\n', "\n    ")
    );
    assert_eq!(
        registered(&source).1,
        [("myplug".to_owned(), "set-by-code")]
    );
}
