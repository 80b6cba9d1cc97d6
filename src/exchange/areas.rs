//! The folders of a host that skills from elsewhere lie in. Each has a lock of its own, as the hosts
//! write it: the write area, and what `--dest` chose.

use std::fs;

use super::Refusal;
use super::foreign;
use super::lock::{FILE, VERSION};
use super::net::{Net, Watch};
use super::place::Area;
use super::preview::Ground;
use super::status::{Asked, State, Status, ask, verify};
use crate::host::lock::NpxLock;
use crate::host::tree::join;
use crate::library::Dirs;

/// The folders of one host that have, or may get, a lock.
#[derive(Debug, Default)]
pub struct Areas {
    /// The write area first, then the others in the order of the layers.
    all: Vec<Area>,
    /// The write area.
    own: Option<String>,
    /// Folders of skills that another program installed and keeps the lock of: nothing is written there
    /// for that.
    foreign: Vec<Area>,
    /// Why some of the others could not be looked at.
    pub faults: Vec<Refusal>,
    /// What a person should know about some of the locks.
    pub notes: Vec<String>,
}

impl Areas {
    /// The write area, and every other folder that the host looks into and that holds a lock.
    ///
    /// # Errors
    /// When the write area cannot be granted. What is wrong with another one stands in
    /// [`Self::faults`].
    pub fn new(ground: Ground<'_>, dirs: &Dirs) -> Result<Self, Refusal> {
        let mut areas = Self::own(ground, dirs)?;
        let layers = ground.survey.layers.iter();
        let layers = layers.filter(|layer| layer.takes_skills(ground.profile));
        for path in layers.filter_map(|layer| layer.path.as_deref()) {
            let known = areas.all.iter().any(|area| area.path == path);
            if known || fs::symlink_metadata(join(path, FILE)).is_err() {
                continue;
            }
            match Area::new(ground, path, dirs) {
                Ok(area) => areas.all.push(area),
                Err(refusal) => areas.faults.push(refusal),
            }
        }
        Ok(areas)
    }

    /// The write area alone.
    ///
    /// # Errors
    /// When it cannot be granted.
    pub fn own(ground: Ground<'_>, dirs: &Dirs) -> Result<Self, Refusal> {
        let layer = ground.survey.write_area();
        let own = layer.and_then(|layer| layer.path.clone());
        let area = own.as_deref().map(|path| Area::new(ground, path, dirs));
        Ok(Self {
            all: area.transpose()?.into_iter().collect(),
            own,
            foreign: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// It is the write area.
    pub fn is_own(&self, path: &str) -> bool {
        self.own.as_deref() == Some(path)
    }

    /// The one whose lock tells of a skill.
    pub fn of(&self, status: &Status) -> Option<&Area> {
        let mut areas = match status.by {
            None => self.all.iter(),
            Some(_) => self.foreign.iter(),
        };
        areas.find(|area| area.path == status.area)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Area> {
        self.all.iter()
    }

    /// Looks at every skill that their locks tell about; nothing is fetched. A lock other than that of
    /// the write area that cannot be read goes to [`Self::faults`].
    ///
    /// # Errors
    /// As [`verify`], of the lock of the write area.
    pub fn verify(&mut self, ground: Ground<'_>) -> Result<Vec<Status>, Refusal> {
        let mut found = Vec::new();
        for area in &self.all {
            if let Ok((lock, _)) = area.lock() {
                let file = join(&area.path, FILE);
                self.notes.extend(lock.oddities(&file, VERSION));
            }
            match verify(ground, area) {
                // What a lock in the project itself tells of and is not there lies where the tool keeps
                // skills that wrote it.
                Ok(some) if area.path == ground.place.project && !self.is_own(&area.path) => {
                    let there = |status: &Status| status.state != State::Missing;
                    found.extend(some.into_iter().filter(there));
                }
                Ok(some) => found.extend(some),
                Err(refusal) if self.is_own(&area.path) => return Err(refusal),
                Err(refusal) => self.faults.push(refusal),
            }
        }
        Ok(found)
    }

    /// As [`Self::verify`], and the skills that other programs installed: their locks are only read.
    ///
    /// # Errors
    /// As [`Self::verify`].
    pub fn verify_all(&mut self, ground: Ground<'_>, dirs: &Dirs) -> Result<Vec<Status>, Refusal> {
        let mut found = self.verify(ground)?;
        let mut others = Vec::new();
        for which in NpxLock::ALL {
            match foreign::verify(ground, which) {
                Ok((some, notes)) => {
                    others.extend(some);
                    self.notes.extend(notes);
                }
                Err(refusal) => self.faults.push(refusal),
            }
        }
        for status in others {
            // Of two locks that tell of one folder the one counts that tells of what is there.
            let at = found.iter().position(|own| own.folder == status.folder);
            match at {
                Some(at) if found[at].state != State::Clean && status.state == State::Clean => {
                    found.remove(at);
                }
                Some(_) => continue,
                None => {}
            }
            if !self.foreign.iter().any(|area| area.path == status.area) {
                self.foreign.push(Area::new(ground, &status.area, dirs)?);
            }
            found.push(status);
        }
        Ok(found)
    }

    /// Asks the source of each skill what it is there now. A source that cannot be read makes the
    /// state of its skills unknown and says why; each is fetched once.
    ///
    /// # Errors
    /// `cancelled`.
    pub fn ask(
        &self,
        ground: Ground<'_>,
        found: &mut [Status],
        net: &Net,
        watch: &mut Watch<'_>,
    ) -> Result<(), Refusal> {
        let mut asked = Asked::new();
        for status in found {
            if let Some(area) = self.of(status) {
                ask(ground, area, status, &mut asked, net, watch)?;
            }
        }
        Ok(())
    }
}
