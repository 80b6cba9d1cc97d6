//! Types of scalars and targets of aliases, compared with yaml.v3.

use skillkiln::skill::yaml::{Anchors, Core, Dialect, Node, Tree, core, parse, truth};

fn value(text: &str) -> Node {
    let text = format!("v: {text}");
    let root = parse(&text, 0..text.len(), Dialect::YamlV3).expect("sound");
    let tree = Tree {
        root,
        errors: Vec::new(),
    };
    tree.get("v").expect("an entry").value.clone()
}

fn typed(text: &str) -> String {
    match core(&value(text), Dialect::YamlV3) {
        None => "none".into(),
        Some(Err(error)) => format!("error: {error}"),
        Some(Ok(Core::Int(digits))) => format!("int {digits}"),
        Some(Ok(Core::Float(number))) => format!("float {number}"),
        Some(Ok(Core::Bool(value))) => format!("{value}"),
        Some(Ok(Core::Binary(bytes))) => format!("binary {}", String::from_utf8_lossy(&bytes)),
        Some(Ok(other)) => format!("{other:?}").to_lowercase(),
    }
}

#[test]
fn scalars_have_the_types_yaml_v3_gives_them() {
    let cases = [
        ("", "null"),
        ("~", "null"),
        ("Null", "null"),
        ("nUll", "text"),
        ("\"\"", "text"),
        ("true", "true"),
        ("FALSE", "false"),
        ("tRUE", "text"),
        ("yes", "text"),
        ("on", "text"),
        ("12", "int 12"),
        ("-0x1F", "int -31"),
        ("0o17", "int 15"),
        ("017", "int 15"),
        ("0b11", "int 3"),
        ("1_000", "int 1000"),
        ("0o-7", "int -7"),
        ("18446744073709551615", "int 18446744073709551615"),
        ("18446744073709551616", "float 18446744073709552000"),
        ("+5", "int 5"),
        ("08", "float 8"),
        ("1.50", "float 1.5"),
        (".5", "float 0.5"),
        ("1e3", "float 1000"),
        ("1.", "float 1"),
        ("1e999", "text"),
        (".inf", "float inf"),
        ("-.INF", "float -inf"),
        (".NaN", "float NaN"),
        ("+.nan", "text"),
        ("1:30", "text"),
        ("._5", "text"),
        ("é", "text"),
        ("2001-12-14", "timestamp"),
        ("2001-2-29", "text"),
        ("2000-2-29", "timestamp"),
        ("2001-12-14T21:59:43.10Z", "timestamp"),
        ("2001-12-14t1:2:3-05:00", "timestamp"),
        ("2001-12-14 21:59:43", "timestamp"),
        ("2001-12-14 21:59:43Z", "text"),
        ("2001-12-14T21:59:43", "text"),
        ("<<", "merge"),
        ("'12'", "text"),
        ("|\n  12", "text"),
        ("!!str 12", "text"),
        ("! 12", "int 12"),
        ("! \"12\"", "text"),
        ("!!int \"12\"", "int 12"),
        ("!!float 12", "float 12"),
        ("!!bool yes", "error: `yes` is no `tag:yaml.org,2002:bool`"),
        ("!!int 1.5", "error: `1.5` is no `tag:yaml.org,2002:int`"),
        ("!!null ''", "null"),
        ("!foo 12", "text"),
        ("!!binary aGk=", "binary hi"),
        ("!!binary aGl=", "binary hi"),
        ("!!binary a", "error: `a` is no `tag:yaml.org,2002:binary`"),
        ("[a]", "none"),
    ];
    for (text, expected) in cases {
        assert_eq!(typed(text), expected, "of {text:?}");
    }
}

#[test]
fn boolean_fields_also_know_the_words_of_yaml_1_1() {
    let cases = [
        ("true", Some(true)),
        ("yes", Some(true)),
        ("\"On\"", Some(true)),
        ("n", Some(false)),
        ("\"true\"", None),
        ("1", None),
        ("yES", None),
        ("!!str no", Some(false)),
        ("[true]", None),
    ];
    for (text, expected) in cases {
        assert_eq!(
            truth(&value(text), Dialect::YamlV3),
            expected,
            "of {text:?}"
        );
    }
}

#[test]
fn an_alias_means_the_last_anchor_before_it() {
    let text = "a: &x 1\nb: *x\nc: &x [*x]\nd: *x";
    let root = parse(text, 0..text.len(), Dialect::YamlV3).expect("sound");
    let tree = Tree {
        root,
        errors: Vec::new(),
    };
    let anchors = Anchors::of(tree.root.as_ref().expect("a root"));
    let target = |key| {
        anchors
            .target(&tree.get(key).expect("an entry").value)
            .span
            .clone()
    };
    assert_eq!(&text[target("b")], "1");
    assert_eq!(&text[target("d")], "[*x]");
    assert_eq!(&text[target("a")], "1");
}
