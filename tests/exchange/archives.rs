//! Every archive that is taken, and every shape that is refused, with its name.

use skillkiln::exchange::archive::{pack, unpack};
use skillkiln::exchange::bundle::Bundle;
use skillkiln::exchange::limits::Limits;
use skillkiln::library::write::NewFile;

use super::shapes::{Raw, TarMember, bz2, gz, raw, tar, tar_of, xz, zip, zip_of};

fn open(bytes: &[u8]) -> Bundle {
    unpack(bytes, &Limits::default()).unwrap()
}

fn refused(bytes: &[u8]) -> (&'static str, String) {
    let refusal = unpack(bytes, &Limits::default()).unwrap_err();
    (refusal.code(), refusal.to_string())
}

fn names(bundle: &Bundle) -> Vec<&str> {
    bundle.files.keys().map(String::as_str).collect()
}

#[test]
fn every_kind_gives_the_same_files() {
    let files = [
        ("r/SKILL.md", "text"),
        ("r/a/b.md", "more"),
        ("r/empty", ""),
    ];
    let plain = tar(&files);
    let deflated: Vec<Raw> = files
        .iter()
        .map(|(name, text)| Raw {
            method: 8,
            ..raw(name, text)
        })
        .collect();
    for bytes in [
        zip(&files),
        zip_of(&deflated),
        plain.clone(),
        gz(&plain),
        bz2(&plain),
        xz(&plain, 1 << 20),
        // Two gzip members behind each other are one.
        [gz(&plain[..512]), gz(&plain[512..])].concat(),
    ] {
        let bundle = open(&bytes);
        assert_eq!(names(&bundle), ["r/SKILL.md", "r/a/b.md", "r/empty"]);
        assert_eq!(&*bundle.files["r/a/b.md"].bytes, b"more");
        assert_eq!(bundle.root(), "r");
    }
    let single = open(b"---\nname: x\n---\n");
    assert_eq!(names(&single), ["SKILL.md"]);
}

#[test]
fn names_that_would_land_outside() {
    for (name, code) in [
        ("../evil", "unsafe-path"),
        ("a/../../evil", "unsafe-path"),
        ("a/..", "unsafe-path"),
        ("/etc/evil", "unsafe-path"),
        ("//server/evil", "unsafe-path"),
        ("C:evil", "unsafe-path"),
        ("c:/evil", "unsafe-path"),
        ("a\\evil", "unsafe-path"),
        ("..\\evil", "unsafe-path"),
        ("\\\\server\\evil", "unsafe-path"),
        ("a\u{1b}[2Jevil", "bad-name"),
        ("a\nevil", "bad-name"),
        ("__MACOSX/../../evil", "unsafe-path"),
    ] {
        for bytes in [
            zip(&[("SKILL.md", "x"), (name, "x")]),
            gz(&tar(&[("SKILL.md", "x"), (name, "x")])),
        ] {
            let (found, words) = refused(&bytes);
            assert_eq!(found, code, "{name}");
            assert!(words.contains("evil") || name == "a/..", "{words}");
            assert!(!words.contains(char::is_control), "{words:?}");
        }
    }
    for bytes in [
        zip_of(&[raw(b"caf\xe9.md", "x")]),
        tar_of(&[TarMember(b'0', b"caf\xe9.md", "", b"x")]),
    ] {
        assert_eq!(refused(&bytes).0, "bad-name");
    }
    let deep = format!("{}x", "a/".repeat(40));
    assert_eq!(refused(&zip(&[(&deep, "x")])).0, "bad-name");
}

#[test]
fn names_that_would_be_one_file() {
    for (one, two, code) in [
        ("a.md", "a.md", "duplicate-name"),
        ("a.md", "./a.md", "duplicate-name"),
        ("a", "a/b", "duplicate-name"),
        ("a/b", "a", "duplicate-name"),
        ("a.md", "A.md", "case-collision"),
        ("a/x", "A/y", "case-collision"),
        ("x\u{e9}", "xe\u{301}", "case-collision"),
    ] {
        for bytes in [
            zip(&[(one, "1"), (two, "2")]),
            tar(&[(one, "1"), (two, "2")]),
        ] {
            let (found, words) = refused(&bytes);
            assert_eq!(found, code, "{one} {two}");
            let (one, two) = (&one[..1], &two[..1]);
            assert!(words.contains(one) || words.contains(two), "{words}");
        }
    }
}

#[test]
fn links_lead_to_files_inside_or_nowhere() {
    let link = |kind, name: &'static str, target| {
        tar_of(&[
            TarMember(b'0', b"r/a/file", "", b"text"),
            TarMember(kind, name.as_bytes(), target, b""),
        ])
    };
    for (kind, target) in [
        (b'2', "../../out"),
        (b'2', "/etc/passwd"),
        (b'2', "..\\x"),
        (b'2', "c:/x"),
        (b'2', ""),
        (b'1', "../out"),
        (b'1', "/etc/passwd"),
    ] {
        let (code, words) = refused(&link(kind, "r/evil", target));
        assert_eq!(code, "unsafe-link", "{target}");
        assert!(words.contains("r/evil"), "{words}");
    }
    for (kind, target) in [(b'2', "a/file"), (b'2', "../r/a/file"), (b'1', "r/a/file")] {
        let bundle = open(&link(kind, "r/copy", target));
        assert_eq!(&*bundle.files["r/copy"].bytes, b"text");
    }
    for target in ["a", "missing", "copy"] {
        let bundle = open(&link(b'2', "r/copy", target));
        assert_eq!(bundle.left_out[0].path, "r/copy", "{target}");
    }
    // A member that would be written through a link of the archive.
    let through = tar_of(&[
        TarMember(b'2', b"d", "a", b""),
        TarMember(b'0', b"d/x", "", b"text"),
    ]);
    assert_eq!(refused(&through).0, "duplicate-name");
    let mut member = raw("evil", "../../out");
    member.mode = 0o120_777;
    assert_eq!(refused(&zip_of(&[member])).0, "unsafe-link");
}

#[test]
fn what_is_neither_file_nor_folder() {
    for kind in [b'3', b'4', b'6'] {
        let (code, words) = refused(&tar_of(&[TarMember(kind, b"dev/evil", "", b"")]));
        assert_eq!(code, "special-file");
        assert!(words.contains("dev/evil"));
    }
    let mut member = raw("evil", "");
    member.mode = 0o060_644;
    assert_eq!(refused(&zip_of(&[member])).0, "special-file");
    let kept_for_later = tar_of(&[TarMember(b'V', b"evil", "", b"")]);
    assert_eq!(refused(&kept_for_later).0, "unsupported-archive");
}

#[test]
fn too_much_is_refused_while_it_unpacks() {
    let zeros = "0".repeat((25 << 20) + 1);
    let bomb = Raw {
        method: 8,
        ..raw("bomb", &zeros)
    };
    // It says that it is small.
    let liar = Raw {
        size: Some(10),
        ..bomb.clone()
    };
    assert_eq!(refused(&zip_of(&[bomb])).0, "too-large");
    assert_eq!(refused(&zip_of(&[liar])).0, "wrong-size");
    let big = tar(&[("bomb", &zeros)]);
    for bytes in [gz(&big), bz2(&big), xz(&big, 1 << 20)] {
        assert_eq!(refused(&bytes).0, "too-large");
    }
    // Bytes behind the end of the archive do not unpack either.
    let behind = [tar(&[("a", "x")]), vec![0; 40 << 20]].concat();
    assert_eq!(refused(&gz(&behind)).0, "too-large");
    let many: Vec<String> = (0..1001).map(|at| format!("f{at}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(refused(&zip(&many)).0, "too-many-files");
    assert_eq!(refused(&tar(&many)).0, "too-many-files");
    open(&zip(&many[..1000]));
    // 65,536 members: their number does not fit and reads as none.
    let names: Vec<String> = (0..65_536).map(|at| format!("f{at}")).collect();
    let members: Vec<Raw> = names.iter().map(|name| raw(name, "")).collect();
    assert_eq!(refused(&zip_of(&members)).0, "too-many-files");
    assert_eq!(refused(&xz(&tar(&[("a", "x")]), 256 << 20)).0, "too-large");
}

#[test]
fn archives_that_do_not_agree_with_themselves() {
    let member = |change: fn(&mut Raw)| {
        let mut member = raw("evil.md", "some text, some text, some text");
        change(&mut member);
        refused(&zip_of(&[raw("SKILL.md", "x"), member]))
    };
    for (change, code) in [
        ((|m| m.flags = 1) as fn(&mut Raw), "encrypted"),
        (|m| m.flags = 1 << 6, "encrypted"),
        (|m| m.flags = 1 << 13, "encrypted"),
        (
            |m| m.own_name = Some(b"other.md".to_vec()),
            "damaged-archive",
        ),
        (|m| m.size = Some(30), "wrong-size"),
        (|m| m.size = Some(32), "wrong-size"),
        (|m| m.crc = Some(7), "damaged-archive"),
        (|m| m.over_the_last = true, "damaged-archive"),
        (|m| m.method = 12, "unsupported-archive"),
    ] {
        let (found, words) = member(change);
        assert_eq!(found, code, "{words}");
    }
    // The same bytes twice.
    let mut again = raw("SKILL.md", "x");
    again.over_the_last = true;
    let (code, _) = refused(&zip_of(&[raw("SKILL.md", "x"), again]));
    assert!(["duplicate-name", "damaged-archive"].contains(&code));
    // Something before the archive.
    let shifted = [b"PK\x03\x04".to_vec(), zip(&[("SKILL.md", "x")])].concat();
    assert_eq!(refused(&shifted).0, "damaged-archive");
}

#[test]
fn every_cut_is_seen() {
    let files = [("r/SKILL.md", "text of the skill"), ("r/b.md", "more text")];
    let plain = tar(&files);
    for whole in [zip(&files), gz(&plain), bz2(&plain), xz(&plain, 1 << 20)] {
        for end in 8..whole.len() {
            let result = unpack(&whole[..end], &Limits::default());
            let code = result.expect_err("a cut archive").code();
            assert!(
                ["truncated-archive", "damaged-archive"].contains(&code),
                "{end}: {code}"
            );
        }
    }
    for end in [600, 1024, 2048, 2100] {
        assert_eq!(refused(&plain[..end]).0, "truncated-archive", "{end}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let plain = tar(&[("r/SKILL.md", "text of the skill"), ("r/b.md", "more")]);
    for whole in [
        zip(&[("r/SKILL.md", "text"), ("b", "x")]),
        gz(&plain),
        xz(&plain, 1 << 20),
        plain,
    ] {
        for at in 0..whole.len().min(400) {
            for bit in [0x01, 0x80, 0xff] {
                let mut other = whole.clone();
                other[at] ^= bit;
                // Any answer will do.
                let _ = unpack(&other, &Limits::default());
            }
        }
    }
}

#[test]
fn what_macos_adds_is_passed_over() {
    let bundle = open(&zip(&[
        ("s/SKILL.md", "x"),
        ("__MACOSX/s/._SKILL.md", "y"),
        ("s/", ""),
    ]));
    assert_eq!(names(&bundle), ["s/SKILL.md"]);
    assert_eq!(bundle.root(), "s");
}

#[test]
fn packing_gives_the_same_bytes_and_unpacks_again() {
    let file = |path: &str, text: &str, executable| NewFile {
        path: path.to_owned(),
        bytes: text.as_bytes().into(),
        executable,
    };
    let files = [
        file("scripts/run.sh", "#!/bin/sh\n", true),
        file("SKILL.md", &"long text ".repeat(100), false),
        file("é/empty", "", false),
    ];
    let packed = pack("skill", &files).unwrap();
    let mut turned = files.clone();
    turned.reverse();
    assert_eq!(pack("skill", &turned).unwrap(), packed);
    let bundle = open(&packed);
    assert_eq!(
        names(&bundle),
        ["skill/SKILL.md", "skill/scripts/run.sh", "skill/é/empty"]
    );
    for file in &files {
        let found = &bundle.files[&format!("skill/{}", file.path)];
        assert_eq!(
            (&found.bytes, found.executable),
            (&file.bytes, file.executable)
        );
    }
}
