//! What the catalogue of a host leaves out of skills that load.

use std::collections::HashMap;
use std::sync::Arc;

use super::profile::Profile;
use super::prompt::{Listed, Prompt, losses};
use super::reading::Reading;
use super::survey::Survey;
use super::tree::FileTree;
use super::verdict::{Detail, State, Verdict};
use super::{Place, Shortened};

/// What the model is not told of each skill file when the host lists all it loads, by the path as the
/// host finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts(HashMap<Arc<str>, Shortened>);

impl Cuts {
    /// Whether the catalogue of this host leaves anything out at all.
    pub fn made_by(profile: &Profile) -> bool {
        profile.catalogue.shortens()
    }

    /// What this host leaves out.
    pub fn of(profile: &Profile, survey: &Survey, tree: &FileTree, place: &Place) -> Self {
        if !Self::made_by(profile) {
            return Self::default();
        }
        Self::by_path(losses(profile, tree, place, survey))
    }

    /// The same, of a prompt for which nothing was chosen.
    pub fn told(prompt: &Prompt) -> Self {
        let losses = prompt.shortened.iter().chain(&prompt.clipped);
        Self::by_path(losses.cloned())
    }

    fn by_path(losses: impl IntoIterator<Item = Shortened>) -> Self {
        let mut by_path = HashMap::new();
        // What goes for the budget goes from what is left of a long one.
        for one in losses {
            if let Some(path) = one.path.clone() {
                by_path.entry(path).or_insert(one);
            }
        }
        Self(by_path)
    }

    /// Tells it in the verdict about the file at `path`: a skill that loads, and of which the model is
    /// told less, or nothing.
    pub fn tell(&self, profile: &Profile, path: &str, verdict: &mut Verdict) {
        if let Some(taken) = self.0.get(path)
            && verdict.state.loads()
        {
            cut(taken, profile, verdict);
        }
    }
}

/// The list of a host, kept to be asked again while one skill of it changes.
#[derive(Debug)]
pub struct Kept(Option<Listed>);

impl Kept {
    /// The list of all a host loads.
    pub fn of(profile: &Profile, survey: &Survey, tree: &FileTree, place: &Place) -> Self {
        Self(Listed::of(profile, tree, place, survey))
    }

    /// Tells in the verdict about the file at `path`, in which the host reads `now`, what the list leaves
    /// out of it. False when that follows from another survey only.
    pub fn tell(
        &self,
        profile: &Profile,
        tree: &FileTree,
        path: &str,
        now: &Arc<Reading>,
        verdict: &mut Verdict,
    ) -> bool {
        if !verdict.state.loads() || !Cuts::made_by(profile) {
            return true;
        }
        let listed = self.0.as_ref();
        let Some(loss) = listed.and_then(|listed| listed.again(profile, tree, path, now)) else {
            return false;
        };
        if let Some(loss) = loss {
            cut(&loss, profile, verdict);
        }
        true
    }
}

fn cut(taken: &Shortened, profile: &Profile, verdict: &mut Verdict) {
    let (state, text) = match taken.kept {
        None => (State::Dropped, "left out of the list".to_owned()),
        Some(0) => (State::Altered, "listed without its description".to_owned()),
        Some(1) => (
            State::Altered,
            "1 character of its description is listed".to_owned(),
        ),
        Some(kept) => {
            let text = format!("{kept} characters of its description are listed");
            (State::Altered, text)
        }
    };
    let alone = taken.alone;
    let guess = profile.catalogue.budget.as_ref();
    let guess = guess.and_then(|budget| budget.note.as_ref());
    let guess = guess.filter(|_| !alone && taken.kept == Some(0));
    verdict.state = state;
    verdict.reason = Some("budget".to_owned());
    verdict.text = match guess {
        Some(_) => "may be listed without its description".to_owned(),
        None => text,
    };
    verdict.told = false;
    verdict.details.insert(
        0,
        Detail {
            text: match alone {
                true => format!("of {}, the host lists no more of one", taken.whole),
                false => "all skills together cost more than the host gives them".to_owned(),
            },
            aside: false,
        },
    );
    verdict.details.extend(guess.map(|note| Detail {
        text: note.clone(),
        aside: true,
    }));
}
