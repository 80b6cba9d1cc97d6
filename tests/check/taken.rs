//! What a recording says about races, searches without end and files that take every skill with them
//! is an error that names the host.

use skillkiln::check::{Checks, Config, Severity};
use skillkiln::host::{FileTree, Profiles};

use super::project::look;

/// A name of a file, and its bytes; `~` is the home.
type File = (&'static str, &'static [u8]);

struct Case {
    host: &'static str,
    /// In the words of the recording.
    recorded: &'static str,
    files: &'static [File],
    links: &'static [(&'static str, &'static str)],
    rule: &'static str,
}

const ONE: &[u8] = b"---\nname: x\ndescription: Does it. Use when asked.\n---\nOne.\n";
const TWO: &[u8] = b"---\nname: x\ndescription: Does it. Use when asked.\n---\nTwo.\n";
const SOUND: &[u8] = b"---\nname: sound\ndescription: Does it. Use when asked.\n---\nBody.\n";
const NOT_UTF8: &[u8] = b"---\nname: bad\ndescription: caf\xe9. Use when asked.\n---\nBody.\n";
const NO_DESCRIPTION: &[u8] = b"---\nname: bad\n---\nBody.\n";

const RACE: &str = "layer/undefined-winner";
const ALL: &str = "host/takes-all";
const SIDE_BY_SIDE: &str = "loaded side by side, another one stays at each start";
const DISK: &str = "the order of the disk decides";
const UP: &str = "two links that point upwards make it hang";
const BYTE: &str = "one bad byte loses all";

const fn race(host: &'static str, recorded: &'static str, files: &'static [File]) -> Case {
    let (links, rule) = (&[], RACE);
    Case {
        host,
        recorded,
        files,
        links,
        rule,
    }
}

const fn all(
    host: &'static str,
    recorded: &'static str,
    files: &'static [File],
    links: &'static [(&'static str, &'static str)],
) -> Case {
    let rule = ALL;
    Case {
        host,
        recorded,
        files,
        links,
        rule,
    }
}

const CASES: &[Case] = &[
    race(
        "opencode",
        SIDE_BY_SIDE,
        &[
            (".opencode/skills/x/SKILL.md", ONE),
            (".claude/skills/x/SKILL.md", TWO),
        ],
    ),
    race(
        "opencode",
        SIDE_BY_SIDE,
        &[
            (".agents/skills/x/SKILL.md", ONE),
            ("~/.config/opencode/skills/x/SKILL.md", TWO),
        ],
    ),
    race(
        "opencode",
        SIDE_BY_SIDE,
        &[
            (".opencode/skills/aaa/SKILL.md", ONE),
            (".opencode/skills/zzz/SKILL.md", TWO),
        ],
    ),
    race(
        "kilo",
        SIDE_BY_SIDE,
        &[
            (".kilo/skills/x/SKILL.md", ONE),
            (".agents/skills/x/SKILL.md", TWO),
        ],
    ),
    race(
        "vibe",
        DISK,
        &[
            (".vibe/skills/aaa/SKILL.md", ONE),
            (".vibe/skills/zzz/SKILL.md", TWO),
        ],
    ),
    race(
        "kimi",
        DISK,
        &[
            (".kimi/skills/aaa/SKILL.md", ONE),
            (".kimi/skills/zzz/SKILL.md", TWO),
        ],
    ),
    race(
        "skills",
        DISK,
        &[("skills/aaa/SKILL.md", ONE), ("skills/zzz/SKILL.md", TWO)],
    ),
    race(
        "goose",
        DISK,
        &[
            (".goose/skills/aaa/SKILL.md", ONE),
            (".goose/skills/zzz/SKILL.md", TWO),
        ],
    ),
    all(
        "opencode",
        UP,
        &[(".opencode/skills/real/SKILL.md", SOUND)],
        &[
            (".opencode/skills/real/back", ".."),
            (".opencode/skills/self", "."),
        ],
    ),
    all(
        "kilo",
        UP,
        &[(".kilo/skills/real/SKILL.md", SOUND)],
        &[(".kilo/skills/real/back", ".."), (".kilo/skills/self", ".")],
    ),
    all(
        "hermes",
        UP,
        &[("~/.hermes/skills/real/SKILL.md", SOUND)],
        &[
            ("~/.hermes/skills/real/back", ".."),
            ("~/.hermes/skills/self", "."),
        ],
    ),
    all(
        "kimi",
        BYTE,
        &[
            (".kimi/skills/sound/SKILL.md", SOUND),
            (".kimi/skills/bad/SKILL.md", NOT_UTF8),
        ],
        &[],
    ),
    all(
        "agentframework",
        BYTE,
        &[
            ("skills/sound/SKILL.md", SOUND),
            ("skills/bad/SKILL.md", NOT_UTF8),
        ],
        &[],
    ),
    all(
        "nanobot",
        "a file that cannot be decoded fails the list the model gets",
        &[
            ("skills/sound/SKILL.md", SOUND),
            ("skills/bad/SKILL.md", NOT_UTF8),
        ],
        &[],
    ),
    all(
        "replio",
        "a file that is not UTF-8 ends the reading of the registry",
        &[
            (".replio/skills/sound.md", SOUND),
            (".replio/skills/bad.md", NOT_UTF8),
        ],
        &[],
    ),
    all(
        "adk",
        "a folder where the file is due ends the list",
        &[
            ("skills/sound/SKILL.md", SOUND),
            ("skills/bad/SKILL.md/x", b""),
        ],
        &[],
    ),
    all(
        "agno",
        "one invalid skill raises, and no skill at all loads",
        &[
            ("skills/sound/SKILL.md", SOUND),
            ("skills/bad/SKILL.md", NO_DESCRIPTION),
        ],
        &[],
    ),
];

fn tree(case: &Case, extra: &[(&str, Vec<u8>)]) -> FileTree {
    let mut tree = FileTree::new();
    tree.add_folder("/p");
    let whole = |path: &str| match path.strip_prefix("~/") {
        Some(rest) => format!("/home/{rest}"),
        None => format!("/p/{path}"),
    };
    for (path, bytes) in case.files {
        tree.set_file(&whole(path), bytes.to_vec());
    }
    for (path, bytes) in extra {
        tree.set_file(&whole(path), bytes.clone());
    }
    for (path, target) in case.links {
        tree.set_link(&whole(path), target);
    }
    tree
}

/// Messages of the errors of a rule for a host alone.
fn errors(tree: &FileTree, host: &str, rule: &str) -> Vec<String> {
    let files = look(tree, &[host], Config::standard(), &mut Checks::default());
    let found = files.iter().flat_map(|file| file.findings.iter());
    let found = found.filter(|found| found.rule == rule && found.severity == Severity::Error);
    found
        .map(|found| {
            assert_eq!(found.hosts, [host]);
            found.message.clone()
        })
        .collect()
}

#[test]
fn each_host_of_which_it_is_recorded_is_named() {
    let profiles = Profiles::bundled();
    for case in CASES {
        let title = &profiles.get(case.host).unwrap().title;
        let told = errors(&tree(case, &[]), case.host, case.rule);
        let what = format!("{}: {}: {told:?}", case.host, case.recorded);
        // Both copies of a race, and both links, are told.
        let both = case.rule == RACE || !case.links.is_empty();
        assert_eq!(told.len(), if both { 2 } else { 1 }, "{what}");
        let named = told.iter().all(|told| told.contains(title.as_str()));
        assert!(named, "{what}");
        // A project without it is quiet, and a host of which it is not recorded says nothing of it.
        let sound = Case {
            files: &case.files[..1],
            links: &[],
            ..*case
        };
        let quiet = errors(&tree(&sound, &[]), case.host, case.rule);
        assert!(quiet.is_empty(), "{}: {quiet:?}", case.host);
        let other = errors(&tree(case, &[]), "gemini", case.rule);
        assert!(other.is_empty(), "{what}: {other:?}");
    }
}

/// Python reads no whole number of more than 4,300 digits from a text.
#[test]
fn a_number_without_end_takes_all_from_deep_agents() {
    let none = Case {
        host: "deepagents",
        recorded: "a 4,301-digit integer raises through",
        files: &[("skills/sound/SKILL.md", SOUND)],
        links: &[],
        rule: ALL,
    };
    let text = |digits: usize| {
        let number = "1".repeat(digits);
        format!("---\nname: bad\ndescription: Does it.\nlicense: {number}\n---\nx\n")
    };
    let told = |digits: usize| {
        let extra = [("skills/bad/SKILL.md", text(digits).into_bytes())];
        errors(&tree(&none, &extra), none.host, none.rule).len()
    };
    assert_eq!((told(4_300), told(4_301)), (0, 1));
}

/// Every host whose profile says so has its row above.
#[test]
fn no_profile_that_says_so_is_without_a_row() {
    use skillkiln::host::profile::{Walk, Winner};
    let has = |host: &str, rule: &str| {
        let row = CASES
            .iter()
            .any(|case| case.host == host && case.rule == rule);
        row || host == "deepagents" && rule == ALL
    };
    for profile in Profiles::bundled().iter() {
        let collision = &profile.collision;
        let races = [collision.across, collision.within].contains(&Winner::Race);
        // The name of a skill is that of its folder there, so no two of one layer can have one.
        if races && profile.id != "agentframework" {
            assert!(has(&profile.id, RACE), "{}", profile.id);
        }
        let ends = |walk: &Walk| walk.hangs_on_loops || walk.chokes_on_folders;
        let hangs = profile.layer.iter().any(|layer| ends(&layer.walk));
        if hangs || !profile.reader.takes_all.is_empty() {
            assert!(has(&profile.id, ALL), "{}", profile.id);
        }
    }
}
