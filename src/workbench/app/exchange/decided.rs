//! What was decided about the conflicts of updates: it is kept until they are done, also when a screen
//! is closed or the skill is changed meanwhile, as far as it fits what is there then.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exchange::update::Update;
use crate::library::write::NewFile;
use crate::skill::bytes::decode;
use crate::skill::merge::{Merge, Side};
use crate::workbench::app::merging::Merging;

type Bytes = Option<Arc<[u8]>>;

/// About one file.
#[derive(Debug)]
enum Decision {
    /// One side as a whole; here and at the source it was this.
    Side(Side, [Bytes; 2]),
    /// Hunk by hunk; true once that was applied.
    Hunks(Box<Merging>, bool),
}

/// Decisions, by the folder of the skill and the path in it.
#[derive(Debug, Default)]
pub struct Decided(BTreeMap<(String, String), Decision>);

fn place(update: &Update, path: &str) -> (String, String) {
    (update.folder.clone(), path.to_owned())
}

fn sides(update: &Update, path: &str) -> [Bytes; 2] {
    let of = |side: &BTreeMap<String, NewFile>| side.get(path).map(|file| file.bytes.clone());
    [of(&update.sides.ours), of(&update.sides.theirs)]
}

/// A merge of a file in which nothing is decided; `None` where a side is no text.
fn begun(update: &Update, path: &str) -> Option<Merging> {
    let text = |file: Option<&NewFile>| -> Option<String> {
        let decoded = decode(&file?.bytes);
        (decoded.exact() && !decoded.text.contains('\0')).then_some(decoded.text)
    };
    let sides = &update.sides;
    let base = text(sides.base.get(path)).unwrap_or_default();
    let (ours, theirs) = (text(sides.ours.get(path))?, text(sides.theirs.get(path))?);
    Some(Merging::new(Merge::new(&base, &ours, &theirs)))
}

impl Decided {
    /// One side as a whole.
    pub fn side(&mut self, update: &Update, path: &str, side: Side) {
        let decision = Decision::Side(side, sides(update, path));
        self.0.insert(place(update, path), decision);
    }

    /// Hunk by hunk, as far as that came; `applied`: to its end.
    pub fn hunks(&mut self, update: &Update, path: &str, merging: Box<Merging>, applied: bool) {
        let decision = Decision::Hunks(merging, applied);
        self.0.insert(place(update, path), decision);
    }

    /// The merge of a file, with what was decided in one before; `None` where a side is no text.
    pub fn merging(&self, update: &Update, path: &str) -> Option<Merging> {
        let mut merging = begun(update, path)?;
        if let Some(Decision::Hunks(before, _)) = self.0.get(&place(update, path)) {
            merging.carry(before);
        }
        Some(merging)
    }

    /// Decides about conflicts as they were decided about before, where they are the same.
    pub fn carry(&self, update: &mut Update) {
        for path in update.conflicts.clone() {
            match self.0.get(&place(update, &path)) {
                Some(Decision::Side(side, then)) if sides(update, &path) == *then => {
                    let [ours, theirs] = then.clone();
                    update.resolve(&path, if *side == Side::Theirs { theirs } else { ours });
                }
                Some(Decision::Hunks(_, true)) => {
                    let Some(merging) = self.merging(update, &path) else {
                        continue;
                    };
                    if let Ok(text) = merging.merge.resolve(&merging.choices) {
                        update.resolve(&path, Some(Arc::from(text.into_bytes())));
                    }
                }
                _ => {}
            }
        }
    }

    /// The skill of this folder is done.
    pub fn forget(&mut self, folder: &str) {
        self.0.retain(|(known, _), _| known != folder);
    }
}
