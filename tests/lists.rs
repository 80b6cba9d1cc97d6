//! What lists of skills leave out: of all at once, in the prompt, and of one skill while it is written.

#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use skillkiln::host::cuts::{Cuts, Kept};
use skillkiln::host::stands::stands;
use skillkiln::host::verdict::{Judge, Subject, Verdict};
use skillkiln::host::{
    Cache, FileTree, Place, Profile, Profiles, Selector, read_kept, render, survey,
};
use skillkiln::skill::document::Document;

/// Where the hosts whose lists leave things out look.
const FOLDERS: &[&str] = &[
    ".agents/skills",
    ".claude/skills",
    ".codex/skills",
    ".qwen/skills",
    ".hermes/skills/group",
    ".hermes/skills",
];

fn place(window: usize) -> Place {
    Place {
        project: "/p".into(),
        home: "/home/me".into(),
        options: BTreeMap::from([("window".to_owned(), window.to_string())]),
    }
}

/// A skill: its name by number, and the parts its description is made of.
fn text(name: usize, front: &str, parts: &[(usize, usize)]) -> String {
    let words = ["word ", "größer ", "日本語", "a < b & ", "line\\n", "  "];
    let parts = parts
        .iter()
        .map(|(which, times)| words[which % words.len()].repeat(*times));
    let description: String = parts.collect();
    format!("---\nname: s{name:02}\ndescription: \"{description}\"\n{front}---\n\nBody {name}.\n")
}

fn parts() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec(
        (0..6usize, prop::sample::select(vec![0, 1, 3, 20, 200, 900])),
        0..4,
    )
}

fn front() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "",
        "when_to_use: When it rains.\n",
        "disable-model-invocation: true\n",
        "user-invocable: false\n",
        "metadata: [broken\n",
        "paths: src/**\n",
    ])
}

struct Known<'a> {
    profile: &'a Profile,
    place: &'a Place,
    path: &'a str,
}

impl Known<'_> {
    fn judge<'t>(&'t self, text: &'t str, document: &'t Document) -> Judge<'t> {
        let folder = self.path.rsplit('/').nth(1).unwrap();
        Judge {
            profile: self.profile,
            place: self.place,
            subject: Subject {
                path: self.path,
                name: folder,
                bytes: text.as_bytes(),
                text,
                document,
            },
        }
    }

    /// The verdict of the whole way.
    fn whole(&self, tree: &FileTree, text: &str) -> Verdict {
        let survey = survey(self.profile, tree, self.place, &mut Cache::default());
        let document = Document::parse(text);
        let mut verdict =
            self.judge(text, &document)
                .verdict(&survey, stands(&survey, self.path), None);
        let cuts = Cuts::of(self.profile, &survey, tree, self.place);
        cuts.tell(self.profile, self.path, &mut verdict);
        let prompt = render(
            self.profile,
            tree,
            self.place,
            &survey,
            &Selector::default(),
        );
        assert_eq!(cuts, Cuts::told(&prompt.unwrap()), "{}", self.profile.id);
        verdict
    }
}

thread_local! {
    /// How often a skill that loads had an answer in the short way, how often something was left out in
    /// it, and how often there was none.
    static ANSWERS: Cell<[usize; 3]> = const { Cell::new([0; 3]) };
}

/// The folder a skill lies in, further fields, and the parts of its description.
type Skill<'a> = (usize, &'a str, Vec<(usize, usize)>);

fn agrees(skills: &[Skill<'_>], typed: &str, at: usize, window: usize) {
    let place = place(window);
    let mut tree = FileTree::new();
    let path = |(at, folder): (usize, &str)| format!("/p/{folder}/s{at:02}/SKILL.md");
    let mut paths = Vec::new();
    for (at, (folder, front, parts)) in skills.iter().enumerate() {
        let path = path((at, FOLDERS[folder % FOLDERS.len()]));
        tree.set_file(&path, text(at, front, parts).into_bytes());
        paths.push(path);
    }
    let path = &paths[at % paths.len()];
    let typed_tree = tree.with_text(path, typed);
    let bytes: Arc<[u8]> = Arc::from(typed.as_bytes());
    for profile in Profiles::bundled().iter().filter(|one| Cuts::made_by(one)) {
        let known = Known {
            profile,
            place: &place,
            path,
        };
        let base = survey(profile, &tree, &place, &mut Cache::default());
        let list = Kept::of(profile, &base, &tree, &place);
        let folder = path.rsplit('/').nth(1).unwrap();
        let now = Arc::new(read_kept(profile, &bytes, folder, path));
        let whole = known.whole(&typed_tree, typed);
        let document = Document::parse(typed);
        let Some(mut short) = known.judge(typed, &document).fresh(&base, &now) else {
            continue;
        };
        let [answers, cut, none] = ANSWERS.get();
        if !list.tell(profile, &tree, path, &now, &mut short) {
            ANSWERS.set([answers, cut, none + 1]);
            continue;
        }
        assert_eq!(short, whole, "{}: {typed}", profile.id);
        if whole.state.loads() {
            let is_cut = usize::from(whole.reason.as_deref() == Some("budget"));
            ANSWERS.set([answers + 1, cut + is_cut, none]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn while_one_skill_is_written_its_list_says_what_it_says_of_all(
        skills in prop::collection::vec((0..6usize, front(), parts()), 1..24),
        at in 0..24usize,
        other in any::<bool>(),
        front in front(),
        parts in parts(),
        window in prop::sample::select(vec![2_000, 20_000, 60_000, 500_000]),
    ) {
        let own = at % skills.len();
        let typed = text(if other { 7 } else { own }, front, &parts);
        agrees(&skills, &typed, at, window);
    }
}

/// The property above is about something.
#[test]
fn what_is_written_in_a_description_needs_no_other_survey() {
    let long = vec![(0, 200), (1, 20)];
    let skills: Vec<_> = (0..30).map(|at| (at % 6, "", long.clone())).collect();
    ANSWERS.set([0; 3]);
    for at in 0..6 {
        for window in [2_000, 500_000] {
            agrees(&skills, &text(at, "", &[(0, 300)]), at, window);
        }
    }
    let [answers, cut, none] = ANSWERS.get();
    assert_eq!(none, 0, "of {answers}");
    assert!(
        answers >= 18 && cut >= 12,
        "{answers} answers, {cut} of them cut"
    );
}
