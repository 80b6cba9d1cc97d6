//! Where the program keeps what is its own: the trash, which host was chosen where.

use std::collections::BTreeMap;
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::recovery::Recovery;
use super::write::Trash;

/// The program's own folders. Found once, at the edge, and handed on as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirs {
    /// Trash, recovery files, remembered choices.
    pub state: PathBuf,
    /// The person's own settings and host profiles.
    pub config: PathBuf,
}

impl Dirs {
    /// These folders.
    pub fn at(state: impl Into<PathBuf>, config: impl Into<PathBuf>) -> Self {
        Self {
            state: state.into(),
            config: config.into(),
        }
    }

    /// `SKILLKILN_STATE` and `SKILLKILN_CONFIG` where they are set, else `skillkiln` in the system's
    /// folder for such things, else below `home`.
    pub fn from_env(home: &Path) -> Self {
        let given = |key: &str| std::env::var_os(key).filter(|value| !value.is_empty());
        let state = given("SKILLKILN_STATE").map(PathBuf::from).or_else(|| {
            dirs::state_dir()
                .or_else(dirs::data_local_dir)
                .map(|folder| folder.join("skillkiln"))
        });
        let config = given("SKILLKILN_CONFIG")
            .map(PathBuf::from)
            .or_else(|| dirs::config_dir().map(|folder| folder.join("skillkiln")));
        Self {
            state: state.unwrap_or_else(|| home.join(".local/state/skillkiln")),
            config: config.unwrap_or_else(|| home.join(".config/skillkiln")),
        }
    }

    /// The trash.
    pub fn trash(&self) -> Trash {
        Trash::new(self.state.join("trash"))
    }

    /// What was done to skills in a project.
    pub fn journal(&self, project: &str) -> Journal {
        Journal::new(&self.state, project)
    }

    /// The recovery files of a project.
    pub fn recovery(&self, project: &str) -> Recovery {
        Recovery::new(&self.state, project)
    }

    /// Host profiles of the person's own, `*.toml`.
    pub fn hosts(&self) -> PathBuf {
        self.config.join("hosts")
    }

    /// Themes of the person's own, `*.toml`.
    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }

    /// The host remembered for a project.
    pub fn remembered_host(&self, project: &str) -> Option<String> {
        self.kept(HOSTS).remove(project)
    }

    /// Remembers the host for a project.
    ///
    /// # Errors
    /// When the state folder cannot be written to; nothing depends on it.
    pub fn remember_host(&self, project: &str, host: &str) -> io::Result<()> {
        self.keep(HOSTS, project, host.to_owned())
    }

    /// How a project was looked at last.
    pub fn remembered_view(&self, project: &str) -> Option<View> {
        self.kept(VIEWS).remove(project)
    }

    /// Remembers how a project is looked at.
    ///
    /// # Errors
    /// When the state folder cannot be written to; nothing depends on it.
    pub fn remember_view(&self, project: &str, view: View) -> io::Result<()> {
        self.keep(VIEWS, project, view)
    }

    /// A file that is missing or broken remembers nothing.
    fn kept<T: DeserializeOwned>(&self, file: &str) -> BTreeMap<String, T> {
        super::read_settings(&self.state.join(file))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    fn keep<T: Serialize + DeserializeOwned>(
        &self,
        file: &str,
        project: &str,
        value: T,
    ) -> io::Result<()> {
        let mut all = self.kept(file);
        all.insert(project.to_owned(), value);
        put(&self.state.join(file), &serde_json::to_vec_pretty(&all)?)
    }
}

/// What is remembered by project, a file each.
const HOSTS: &str = "hosts.json";
const VIEWS: &str = "views.json";

/// How a project was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// Columns of the list, where somebody chose them.
    pub list: Option<u16>,
    /// Thousandths of what the list leaves that the preview takes, where somebody chose them.
    pub preview: Option<u16>,
    /// Name of the tab.
    pub tab: Option<String>,
    /// Id of the selected row.
    pub skill: Option<String>,
}

/// Makes a folder that only its owner may look into, with those above it.
pub(super) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Writes a file of the state as a whole: who dies meanwhile leaves the old one. Its folder is made
/// where it is missing; folder and file are readable by their owner alone.
pub(crate) fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    make_private(folder)?;
    let mut temp = tempfile::NamedTempFile::new_in(folder)?;
    temp.write_all(bytes)?;
    temp.as_file().sync_all()?;
    temp.persist(file)?;
    Ok(())
}

/// Holds `file` until what is given back is dropped, or the program ends: of several programs that
/// hold the same one, each waits for the one before.
///
/// # Errors
/// When it cannot be made, and `WouldBlock` when another program has held it for [`PATIENCE`].
pub(crate) fn hold(file: &Path) -> io::Result<fs::File> {
    make_private(file.parent().unwrap_or(file))?;
    let mut options = fs::OpenOptions::new();
    let held = options.create(true).append(true).open(file)?;
    let since = Instant::now();
    loop {
        match held.try_lock() {
            // There are disks that cannot hold anything; then nobody waits for anybody.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(held),
            Err(TryLockError::WouldBlock) if since.elapsed() > PATIENCE => {
                let why = "another skillkiln is at work there and does not end";
                return Err(io::Error::new(io::ErrorKind::WouldBlock, why));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// How long another program is waited for: longer than any of them needs to write one skill.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of a project's own folder or file in the state folder.
pub(super) fn key_of(project: &str) -> String {
    format!("{:016x}", sum([project.as_bytes()]))
}

/// FNV-1a, 64 bits: tells damage, not intent. Parts are kept apart by a byte that text has not.
pub(super) fn sum<const N: usize>(parts: [&[u8]; N]) -> u64 {
    let bytes = parts
        .into_iter()
        .flat_map(|part| part.iter().chain(&[0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
