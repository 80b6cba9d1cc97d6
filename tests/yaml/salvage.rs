//! What the editor keeps of broken blocks.

use skillkiln::skill::yaml::{ErrorKind, Tree, tolerant};

use super::shape;

fn read(text: &str) -> Tree {
    tolerant(text, 0..text.len())
}

fn kept(text: &str) -> (String, Vec<ErrorKind>) {
    let tree = read(text);
    let kinds = tree.errors.iter().map(|error| error.kind).collect();
    (tree.root.as_ref().map(shape).unwrap_or_default(), kinds)
}

#[test]
fn sound_entries_stay_and_every_fault_is_told() {
    use ErrorKind::*;
    let cases: &[(&str, &str, &[ErrorKind])] = &[
        (
            "name: demo\ndescription: Use when: x\nlicense: MIT",
            "{name=demo|description=Use when: x|license=MIT}",
            &[ColonInValue],
        ),
        (
            "a: b: c\nd: [e\nf: 'it's'\ng: \"\\q\"\nno colon\nh: `i`\nj: k",
            "{a=b: c|d=[e|f='it's'|g=\"\\q\"|h=`i`|j=k}",
            &[
                ColonInValue,
                UnclosedFlow,
                TextAfterValue,
                Escape,
                MissingColon,
                ReservedStart,
            ],
        ),
        (
            "description: \"oops\nname: demo",
            "{description=\"oops|name=demo}",
            &[UnclosedQuote],
        ),
        (
            "a: \"two\nlines\"\nb: c: d",
            "{a=two lines|b=c: d}",
            &[ColonInValue],
        ),
        ("a: [b,\nc]\nd: e: f", "{a=[b,c]|d=e: f}", &[ColonInValue]),
        (
            "\tname: demo\n\tdescription: d",
            "{name=demo|description=d}",
            &[Tab, Tab],
        ),
        (
            "name: demo\n\tdescription: d",
            "{name=demo|description=d}",
            &[Tab],
        ),
        (
            "name: demo\n description: d",
            "{name=demo|description=d}",
            &[Indent],
        ),
        (
            "metadata:\n  a: b: c\n  d: e\nname: x",
            "{metadata={a=b: c|d=e}|name=x}",
            &[ColonInValue],
        ),
        (
            "tools:\n- a: b: c\n- d\nname: x",
            "{tools=[a: b: c,d]|name=x}",
            &[ColonInValue],
        ),
        (
            "description: first line\n  note: this\n  end\nname: x",
            "{description=first line|note=this|name=x}",
            &[Indent],
        ),
        (
            "description: first line\n  and note: this\n  end\nname: x",
            "{description=first line and note: this end|name=x}",
            &[ColonInValue],
        ),
        (
            "a: &x 1\nb: *x\nc: *y\nd: *x",
            "{a=1|b=*x|c=*y|d=*x}",
            &[UnknownAlias],
        ),
        ("  a: b\nc: d", "{a=b|c=d}", &[Indent]),
        ("a: b\n- c\nd: e", "{a=b|d=e}", &[Indent]),
        ("%YAML 1.2\nname: demo", "{name=demo}", &[Directive]),
        ("a: b: c # note\nd: e", "{a=b: c|d=e}", &[ColonInValue]),
        ("\"a b\": c: d", "{a b=c: d}", &[ColonInValue]),
        ("[a, b", "", &[UnclosedFlow]),
        (
            "a: |\n  x: y: z\nb: c: d",
            "{a=x: y: z\n|b=c: d}",
            &[ColonInValue],
        ),
        ("a: b: c\n...\nd: e", "{a=b: c}", &[ColonInValue]),
        ("a: x\u{7}y\nb: c", "{a=x\u{7}y|b=c}", &[Character]),
    ];
    for (text, tree, kinds) in cases {
        assert_eq!(
            kept(text),
            (tree.to_string(), kinds.to_vec()),
            "in {text:?}"
        );
    }
}

#[test]
fn a_raw_value_can_be_quoted_by_its_span() {
    let text = "name: demo\r\ndescription: Use when: x  # note\r\nlicense: MIT\r\n";
    let tree = read(text);
    let value = &tree.get("description").expect("kept").value;
    assert_eq!(&text[value.span.clone()], "Use when: x");
    let key = &tree.get("license").expect("kept").key;
    assert_eq!(&text[key.span.clone()], "license");
}

#[test]
fn what_a_lenient_reader_leaves_out_is_a_fault_for_the_editor() {
    let text = "  name: demo\ndescription: d";
    let tree = read(text);
    assert_eq!(&text[tree.errors[0].at.clone()], "description");
}
