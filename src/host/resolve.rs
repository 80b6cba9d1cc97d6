//! Which copy wins when names meet.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::layers::LayerState;
use super::locale;
use super::merge::merged;
use super::profile::{Builtin, CollisionKey, Intents, LayerKind, Names, Order, Profile, Winner};
use super::read::is_js_space;
use super::reading::{Delegation, Reading, Value};
use super::survey::{Copy, Skill, Survey};
use super::tree::FileTree;

/// What Python calls the system the program runs on.
const SYSTEM: &str = if cfg!(target_os = "macos") {
    "darwin"
} else if cfg!(windows) {
    "win32"
} else {
    "linux"
};

/// Sorts copies (in the order found, weakest layer first) into skills with what they shadow.
pub fn resolve(
    profile: &Profile,
    layers: &[LayerState],
    tree: &FileTree,
    copies: Vec<Copy>,
) -> Vec<Skill> {
    let mut skills = Vec::new();
    let mut copies = if profile.collision.builtin_takes_reference {
        with_references_taken(profile, layers, copies, &mut skills)
    } else {
        // A builtin that has to be asked for meets nobody.
        copies
            .into_iter()
            .filter(|copy| profile.unasked(layers, copy))
            .collect()
    };
    let nearest = |copy: &Copy| std::cmp::Reverse(copy.layer);
    match profile.order {
        Order::Discovery => copies.sort_by_key(nearest),
        Order::HomeFirst => {
            let kind = |copy: &Copy| profile.layer[layers[copy.layer].row].kind;
            copies.sort_by_key(|copy| (kind(copy) == LayerKind::Project, nearest(copy)));
        }
        _ => {}
    }
    // Where all copies stay, none waits for another of its name.
    let apart = (profile.collision.across, profile.collision.within) == (Winner::All, Winner::All);
    let mut groups: Vec<Vec<Copy>> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    // What is for somewhere else is passed over before names are compared.
    let elsewhere = |copy: &Copy| !profile.only_for.is_empty() && !profile.offers(copy);
    for copy in copies {
        if apart || elsewhere(&copy) {
            groups.push(vec![copy]);
            continue;
        }
        let at = *by_name
            .entry(profile.collision.key.of(&copy))
            .or_insert_with(|| {
                // Most names stand for one copy, and there may be very many of them.
                groups.push(Vec::with_capacity(1));
                groups.len() - 1
            });
        groups[at].push(copy);
    }
    for group in groups {
        skills.extend(winners(profile, layers, group));
    }
    if profile.order == Order::Scope {
        let scope = |copy: &Copy| {
            let state = &layers[copy.layer];
            profile.layer[state.row].scope.unwrap_or(state.scope())
        };
        let key = |skill: &Skill| {
            (
                scope(&skill.copy),
                skill.copy.name.clone(),
                skill.copy.path.as_deref().map(|path| tree.real_path(path)),
            )
        };
        skills.sort_by_cached_key(key);
    }
    if profile.order == Order::Category {
        let category = |skill: &Skill| match layers[skill.copy.layer].below(&skill.copy).as_slice()
        {
            [first, _, ..] => (*first).to_owned(),
            _ => String::new(),
        };
        skills.sort_by_cached_key(|skill| (category(skill), skill.copy.name.clone()));
    }
    skills.sort_by(|a, b| profile.order.compare(&a.copy, &b.copy));
    skills.shrink_to_fit();
    skills
}

impl CollisionKey {
    /// What two copies share that meet.
    fn of(self, copy: &Copy) -> String {
        match self {
            Self::Name => copy.name.clone(),
            Self::CaseFolded => crate::host::python::casefold(&copy.name),
            Self::Folder => copy.folder.as_deref().map_or_else(
                || copy.name.clone(),
                |folder| folder.rsplit('/').next().unwrap_or(folder).to_owned(),
            ),
            Self::Folded => copy.name.trim_matches(is_js_space).to_lowercase(),
        }
    }
}

impl Order {
    /// How two copies stand to each other; as they were found where nothing else tells, which a
    /// stable sort keeps.
    pub fn compare(self, a: &Copy, b: &Copy) -> Ordering {
        match self {
            Self::Reference => a.reference.cmp(&b.reference),
            Self::Name => a.name.cmp(&b.name),
            Self::Locale => locale::compare(&a.name, &b.name),
            Self::Discovery | Self::HomeFirst | Self::Loading | Self::Scope | Self::Category => {
                Ordering::Equal
            }
        }
    }
}

/// Builtins that take the place of what has their name for a reference become skills of their own;
/// the copies on disk that are left.
fn with_references_taken(
    profile: &Profile,
    layers: &[LayerState],
    copies: Vec<Copy>,
    skills: &mut Vec<Skill>,
) -> Vec<Copy> {
    let (builtins, mut disk): (Vec<_>, Vec<_>) =
        copies.into_iter().partition(|copy| copy.path.is_none());
    for builtin in builtins {
        let hidden;
        (hidden, disk) = disk
            .into_iter()
            .partition(|copy| copy.reference == builtin.reference);
        if profile.unasked(layers, &builtin) || !hidden.is_empty() {
            skills.push(skill(profile, layers, builtin, hidden));
        }
    }
    disk
}

/// The skills that copies of one name become.
fn winners(profile: &Profile, layers: &[LayerState], group: Vec<Copy>) -> Vec<Skill> {
    let mut group = group;
    if matches!(profile.collision.within, Winner::Last | Winner::Merge) {
        // A stable sort by layer follows, so the last found of a layer becomes its first.
        group.reverse();
    }
    if profile.collision.across == Winner::Merge {
        return merged(profile, layers, group).into_iter().collect();
    }
    let strongest = group
        .iter()
        .map(|copy| copy.layer)
        .max()
        .unwrap_or_default();
    let (mut first, mut hidden): (Vec<_>, Vec<_>) = match profile.collision.across {
        Winner::All => (group, Vec::new()),
        Winner::Strongest | Winner::Last | Winner::Merge | Winner::Race => {
            group.into_iter().partition(|copy| copy.layer == strongest)
        }
    };
    if profile.collision.within != Winner::All && !first.is_empty() {
        let mut beaten = first.split_off(1);
        beaten.append(&mut hidden);
        hidden = beaten;
    }
    // Strongest first; a stable sort keeps the order found within a layer.
    hidden.sort_by_key(|copy| std::cmp::Reverse(copy.layer));
    first
        .into_iter()
        .map(|copy| skill(profile, layers, copy, std::mem::take(&mut hidden)))
        .collect()
}

fn skill(profile: &Profile, layers: &[LayerState], copy: Copy, shadows: Vec<Copy>) -> Skill {
    let collision = &profile.collision;
    // Where only copies of one layer race, the note is about those.
    let within = collision.within == Winner::Race && collision.across != Winner::Race;
    let met = |shadow: &Copy| !within || shadow.layer == copy.layer;
    let note = if !shadows.iter().any(met) || (copy.path.is_none() && copy.source.is_none()) {
        None
    } else {
        collision.note.clone()
    };
    Skill {
        origin: Arc::clone(&layers[copy.layer].origin),
        offered: profile.offers(&copy) && profile.surfaces(&copy),
        note,
        copy,
        shadows,
        fields_from: BTreeMap::new(),
    }
}

impl Profile {
    /// Whether the host uses a copy without being asked for it: all that lie on disk, and the
    /// builtins it always has.
    pub fn unasked(&self, layers: &[LayerState], copy: &Copy) -> bool {
        let builtin = &self.layer[layers[copy.layer].row].builtin;
        let always = |known: &Builtin| known.name == copy.name && known.always;
        copy.path.is_some() || copy.source.is_some() || builtin.iter().any(always)
    }

    /// Whether an intent can choose a skill; true where intents choose nothing.
    pub fn surfaces(&self, copy: &Copy) -> bool {
        self.select.intents.as_ref().is_none_or(|intents| {
            let by = copy.reading.field(&intents.by);
            matches!(by, Some(Value::Text(by)) if intents.values.contains(by))
        })
    }

    /// Whether this intent chooses a skill.
    pub fn answers(&self, copy: &Copy, intent: &str) -> bool {
        let listed = |intents: &Intents| match copy.reading.field(&intents.field) {
            Some(Value::List(all)) => all
                .iter()
                .any(|one| matches!(one, Value::Text(one) if one == intent)),
            _ => false,
        };
        self.surfaces(copy) && self.select.intents.as_ref().is_some_and(listed)
    }

    /// The limits a skill is handed to a child runtime with, when it is.
    pub fn delegates(&self, reading: &Reading) -> Option<Delegation> {
        let key = self.select.delegates_by.as_ref()?;
        let Some(Value::Map(limits)) = reading.field(key) else {
            return None;
        };
        Some(Delegation {
            limits: limits.clone(),
        })
    }

    /// Whether the host offers a skill to the model.
    pub fn offers(&self, copy: &Copy) -> bool {
        self.kept_back(copy).is_none()
    }

    /// What in a skill keeps it from the model.
    pub fn kept_back(&self, copy: &Copy) -> Option<String> {
        let hidden = self.hidden_by.as_ref().filter(|key| {
            let hidden = copy.reading.field(key);
            // Some hosts compare the text of the value.
            matches!(hidden, Some(Value::Bool(true)))
                || hidden == Some(&Value::Text("true".to_owned()))
        });
        if let Some(key) = hidden {
            return Some(format!("`{key}` is true in it"));
        }
        let filled = self.hidden_with.iter().find(|key| copy.reading.holds(key));
        if let Some(key) = filled {
            return Some(format!("its `{key}` bring it up"));
        }
        let elsewhere = self.only_for.iter().find(|only| {
            let words: Vec<&str> = match copy.reading.field(&only.field) {
                Some(Value::Text(word)) => vec![word],
                Some(Value::List(items)) => {
                    let words = items.iter().map(|item| match item {
                        Value::Text(word) => word.as_str(),
                        // No system is called by a number.
                        _ => "?",
                    });
                    words.collect()
                }
                _ => Vec::new(),
            };
            let says = words.len() > 1 || words.first().is_some_and(|word| !word.is_empty());
            says && !only.names.here(words, SYSTEM)
        });
        elsewhere.map(|only| match only.names {
            Names::Files => format!("it waits until a file of its `{}` is touched", only.field),
            _ => format!("what its `{}` names is not here", only.field),
        })
    }
}

impl Profile {
    /// Which of two copies of one name counts is not fixed: another may at each start.
    pub fn open_between(&self, one: &Copy, other: &Copy) -> bool {
        let (across, within) = (self.collision.across, self.collision.within);
        let files = one.path.is_some() && other.path.is_some();
        let races = across == Winner::Race || within == Winner::Race && one.layer == other.layer;
        files && races
    }

    /// The catalogue lists a copy although another of its name hides it.
    pub fn lists_twice(&self, survey: &Survey, winner: &Copy, hidden: &Copy) -> bool {
        let layer = survey.layers.get(hidden.layer);
        let repeats = |layer: &LayerState| self.catalogue.repeats_of.as_ref() == Some(&layer.id);
        let Some(layer) = layer.filter(|layer| repeats(layer)) else {
            return false;
        };
        let once = self
            .catalogue
            .group
            .as_ref()
            .is_some_and(|group| group.once);
        !once
            || winner.layer != hidden.layer
            || layer.folders_of(winner) != layer.folders_of(hidden)
    }

    /// Whether a copy that is hidden may be the one that counts.
    pub fn open(&self, skill: &Skill) -> bool {
        let mut hidden = skill.shadows.iter();
        hidden.any(|copy| self.open_between(&skill.copy, copy))
    }
}
