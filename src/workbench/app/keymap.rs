//! From a key to a command, by where the keys go right now: the keys of the table, with those the
//! project gives instead.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::commands::{COMMANDS, Command, Context, by_id};
use super::key::{Chord, Code};
use super::layout::Pane;
use super::model::{Mode, Model};
use super::when;
use crate::check::config::Keys;

const LIST: &[Context] = &[Context::List, Context::Outside, Context::Anywhere];
const PREVIEW: &[Context] = &[Context::Preview, Context::Outside, Context::Anywhere];
const FIND: &[Context] = &[Context::Find, Context::Anywhere];
const OFFER: &[Context] = &[Context::Completion, Context::Text, Context::Anywhere];
const TEXT: &[Context] = &[Context::Text, Context::Anywhere];
const LOCKED: &[Context] = &[Context::Locked, Context::Text, Context::Anywhere];
const READER: &[Context] = &[Context::Reader, Context::Outside, Context::Anywhere];
const EMPTY: &[Context] = &[Context::Outside, Context::Anywhere];

/// The contexts that are looked up together, the nearest first.
const CHAINS: [&[Context]; 7] = [LIST, PREVIEW, FIND, OFFER, LOCKED, READER, EMPTY];

/// Which keys mean which commands.
#[derive(Clone, Debug)]
pub struct Keymap {
    bound: HashMap<(Context, Chord), Vec<&'static Command>>,
    keys: BTreeMap<&'static str, Vec<(Context, Chord)>>,
}

/// Something wrong in what the project says of keys: the bytes it is about, and what.
pub type Wrong = (Range<usize>, String);

impl Default for Keymap {
    fn default() -> Self {
        let keys = COMMANDS.iter().map(|command| (command.id, given(command)));
        Self::of(keys.collect(), &[])
    }
}

/// The keys of the table.
fn given(command: &Command) -> Vec<(Context, Chord)> {
    let keys = command.keys.iter();
    keys.filter_map(|(context, key)| Some((*context, key.parse().ok()?)))
        .collect()
}

impl Keymap {
    /// What `first` is bound to comes before what the table says.
    fn of(keys: BTreeMap<&'static str, Vec<(Context, Chord)>>, first: &[&str]) -> Self {
        let mut bound: HashMap<(Context, Chord), Vec<&'static Command>> = HashMap::new();
        let (new, old): (Vec<&Command>, Vec<&Command>) = COMMANDS
            .iter()
            .partition(|command| first.contains(&command.id));
        for command in new.into_iter().chain(old) {
            for key in keys.get(command.id).into_iter().flatten() {
                bound.entry(*key).or_default().push(command);
            }
        }
        Self { bound, keys }
    }

    /// The table with other keys for some commands; and everything that is wrong with those.
    pub fn with(wanted: &[Keys]) -> (Self, Vec<Wrong>) {
        let mut keys = Self::default().keys;
        let mut wrong = Vec::new();
        let mut changed: Vec<(&'static Command, &Keys)> = Vec::new();
        for one in wanted {
            let Some(command) = by_id(&one.command) else {
                let why = format!(
                    "there is no command {:?}; {}",
                    one.command,
                    known(&one.command)
                );
                wrong.push((one.range.clone(), why));
                continue;
            };
            keys.insert(command.id, rebound(command, one, &mut wrong));
            changed.push((command, one));
        }
        let first: Vec<&str> = changed.iter().map(|(command, _)| command.id).collect();
        let keymap = Self::of(keys, &first);
        for (command, one) in &changed {
            keymap.conflicts(command, one, &mut wrong);
        }
        (keymap, wrong)
    }

    /// Other commands that the new keys of one meet.
    fn conflicts(&self, command: &Command, one: &Keys, wrong: &mut Vec<Wrong>) {
        let usual = given(command);
        let mut told: Vec<(Chord, &str)> = Vec::new();
        for (context, chord) in self.keys(command) {
            if usual.contains(&(*context, *chord)) {
                continue;
            }
            let chains = CHAINS.iter().filter_map(|chain| {
                let own = chain.iter().position(|known| known == context)?;
                let all = chain.iter().enumerate();
                Some(all.map(move |(at, near)| (near, own <= at)))
            });
            for (near, wins) in chains.flatten() {
                let others = self.at(*near, *chord).iter();
                for other in others.filter(|other| other.id != command.id) {
                    if told.contains(&(*chord, other.id)) {
                        continue;
                    }
                    told.push((*chord, other.id));
                    wrong.push((
                        one.range.clone(),
                        format!(
                            "`{chord}` is also {} ({}), where {} wins: give one of the two another key",
                            other.id,
                            near.title(),
                            if wins { command.id } else { other.id }
                        ),
                    ));
                }
            }
        }
    }

    /// The keys of a command, by context.
    pub fn keys(&self, command: &Command) -> &[(Context, Chord)] {
        self.keys.get(command.id).map_or(&[], Vec::as_slice)
    }

    /// What a key means in one context, the nearest first.
    pub fn at(&self, context: Context, chord: Chord) -> &[&'static Command] {
        self.bound.get(&(context, chord)).map_or(&[], Vec::as_slice)
    }

    /// Its first key that works in one of `contexts`.
    pub fn key_in(&self, command: &Command, contexts: &[Context]) -> Option<Chord> {
        contexts.iter().find_map(|context| {
            let mut keys = self.keys(command).iter();
            keys.find(|(known, _)| known == context)
                .map(|(_, chord)| *chord)
        })
    }
}

/// The commands somebody may have meant.
fn known(id: &str) -> String {
    let group = |id: &str| id.split('.').next().map(str::to_owned);
    let ids = COMMANDS.iter().map(|command| command.id);
    let ids: Vec<&str> = ids.filter(|known| group(known) == group(id)).collect();
    match ids.is_empty() {
        true => "the README lists their ids".to_owned(),
        false => format!("known are {}", ids.join(", ")),
    }
}

/// The keys a command gets instead of its own, wherever it has some now. A letter is typed where
/// there is text, so there it cannot be a command.
fn rebound(command: &Command, one: &Keys, wrong: &mut Vec<Wrong>) -> Vec<(Context, Chord)> {
    let mut contexts: Vec<Context> = Vec::new();
    for (context, _) in command.keys {
        if !contexts.contains(context) {
            contexts.push(*context);
        }
    }
    let mut keys = Vec::new();
    for (text, range) in &one.keys {
        let Ok(chord) = text.parse::<Chord>() else {
            let why = format!("{text:?} is not a key; keys are written as the help shows them");
            wrong.push((range.clone(), why));
            continue;
        };
        if let Some(why) = chord.unsent() {
            let why = format!("`{chord}` cannot be a key: {why}");
            wrong.push((range.clone(), why));
            continue;
        }
        let leaves = chord == Chord::plain(Code::Esc);
        if leaves && !given(command).iter().any(|(_, own)| *own == chord) {
            let why = format!(
                "`{chord}` leaves one thing at a time, dialogs too, so it cannot be {}",
                command.id
            );
            wrong.push((range.clone(), why));
            continue;
        }
        let before = keys.len();
        for context in &contexts {
            let context = match (context, chord.typed()) {
                (Context::Anywhere, Some(_)) if contexts.contains(&Context::Outside) => continue,
                (Context::Anywhere, Some(_)) => Context::Outside,
                (
                    Context::Text | Context::Locked | Context::Find | Context::Completion,
                    Some(_),
                ) => continue,
                (context, _) => *context,
            };
            if !keys.contains(&(context, chord)) {
                keys.push((context, chord));
            }
        }
        if keys.len() == before {
            let why = format!("`{chord}` is typed there, so it cannot be {}", command.id);
            wrong.push((range.clone(), why));
        }
    }
    // Where none of those wanted can be, a command is not left without any.
    if keys.is_empty() && !one.keys.is_empty() {
        return given(command);
    }
    keys
}

/// Where keys are looked up now, the nearest first.
pub fn contexts(model: &Model) -> &'static [Context] {
    match model.prefs.focus {
        Pane::List => LIST,
        Pane::Preview => PREVIEW,
        Pane::Editor if model.finding() => FIND,
        Pane::Editor if model.completing().is_some() => OFFER,
        Pane::Editor if model.typing() && model.mode == Mode::Browse => LOCKED,
        Pane::Editor if model.typing() => TEXT,
        Pane::Editor if model.text().is_some() => READER,
        Pane::Editor => EMPTY,
    }
}

/// The commands a key may mean now, the nearest first.
fn meant(model: &Model, chord: Chord) -> impl Iterator<Item = &'static Command> {
    let contexts = contexts(model).iter();
    contexts.flat_map(move |context| model.keymap.at(*context, chord).iter().copied())
}

/// What a key means now: a command to run, or why the nearest one cannot be.
pub fn lookup(model: &Model, chord: Chord) -> Option<Result<&'static Command, String>> {
    let mut refused = None;
    for command in meant(model, chord) {
        match (command.when)(model) {
            Ok(()) => return Some(Ok(command)),
            // Whoever looks at files means a file, and not what the key is elsewhere.
            Err(why) if command.id.starts_with("file.") && when::among_files(model) => {
                return Some(Err(why));
            }
            Err(why) => {
                refused.get_or_insert(why);
            }
        }
    }
    refused.map(Err)
}

/// The key of a command where the keys go now, else any of its keys.
pub fn key_of(model: &Model, id: &str) -> Option<Chord> {
    let command = by_id(id)?;
    let any = || Some(model.keymap.keys(command).first()?.1);
    let here = model.keymap.key_in(command, contexts(model));
    here.or_else(any)
}

/// For a sentence: the key of a command where the keys go now, else any of its keys and where it is
/// one, and the command itself where it has none.
pub fn named(model: &Model, id: &str) -> String {
    let Some(command) = by_id(id) else {
        return String::new();
    };
    let keys = model.keymap.keys(command);
    match (model.keymap.key_in(command, contexts(model)), keys.first()) {
        (Some(key), _) => key.to_string(),
        (None, Some((context, key))) => format!("{key} {}", context.place()),
        (None, None) => title(id),
    }
}

/// For a hint that stays in a pane: the key of a command while that pane has the keys.
pub fn hint(model: &Model, id: &str, pane: Pane) -> String {
    let contexts = match pane {
        Pane::List => LIST,
        Pane::Preview => PREVIEW,
        Pane::Editor => READER,
    };
    let key = by_id(id).and_then(|command| model.keymap.key_in(command, contexts));
    match key {
        Some(key) if key == Chord::plain(Code::Enter) => "⏎".to_owned(),
        Some(key) => key.short(),
        None => title(id),
    }
}

/// As [`hint`], set apart from the words of a sentence around it.
pub fn quoted(model: &Model, id: &str, pane: Pane) -> String {
    let key = hint(model, id, pane);
    if key.starts_with('`') {
        key
    } else {
        format!("`{key}`")
    }
}

fn title(id: &str) -> String {
    by_id(id).map_or_else(String::new, |command| format!("`{}`", command.title))
}

/// The keys that mean this command where the keys go now, or would if it could be used.
pub fn keys_here(model: &Model, command: &Command) -> Vec<String> {
    let contexts = contexts(model);
    let usable = (command.when)(model).is_ok();
    let mut keys = Vec::new();
    for (context, chord) in model.keymap.keys(command) {
        let text = chord.to_string();
        if !contexts.contains(context) || keys.contains(&text) {
            continue;
        }
        let first = meant(model, *chord).find(|other| (other.when)(model).is_ok());
        if !usable || first.is_some_and(|first| first.id == command.id) {
            keys.push(text);
        }
    }
    keys
}
