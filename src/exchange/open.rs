//! A source opened: its files in memory, and where in them skills may lie.

use std::path::Path;

use super::Refusal;
use super::archive::{Kind, unpack};
use super::bundle::{Bundle, damaged};
use super::find::{SKILL_FILE, below};
use super::install::lasting_name;
use super::limits::Limits;
use super::local::{read_file, read_folder};
use super::net::{Net, Watch, fetch, fetch_repo};
use super::source::install::without_user;
use super::source::{ARCHIVE_ENDS, Place, Source};
use crate::host::Profile;
use crate::host::profile::{ImportSearch, TarUnsafe};
use crate::host::tree::split;
use crate::skill::bytes::decode;

/// A source, opened. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// What was asked for; the branch name as long as it turned out to be.
    pub source: Source,
    /// The address the bytes came from, without secrets; `None` for the own disk.
    pub from: Option<String>,
    /// Everything in it.
    pub bundle: Bundle,
    /// The folder that paths are told from (the only one at the top, or the top).
    pub root: String,
    /// Folders with a skill file, the shallowest first; then files that are skills themselves.
    pub folders: Vec<String>,
    /// What a skill at the root would be called by its folder.
    pub title: String,
}

/// Opens a source for `profile`. `exact`: as the host itself would, and nothing that it would not
/// take. Of a host that keeps skills as single files such files are skills too.
///
/// # Errors
/// Whatever is wrong with the source on the way to its files.
pub fn open(
    source: &Source,
    profile: &Profile,
    exact: bool,
    net: &Net,
    watch: &mut Watch<'_>,
) -> Result<Opened, Refusal> {
    let mut opened = open_folders(source, profile, exact, net, watch)?;
    let ends = profile
        .layer
        .iter()
        .filter_map(|layer| layer.walk.flat.as_deref());
    if let Some(end) = ends.min() {
        let start = match &opened.source.place {
            Place::GitHub(repo) => opened.bundle.within(&repo.path),
            Place::Url(_) | Place::Local(_) => None,
        };
        let start = start.unwrap_or_else(|| opened.root.clone());
        let single = opened.bundle.single_files(&start, end, &opened.folders);
        opened.folders.extend(single);
    }
    Ok(opened)
}

fn open_folders(
    source: &Source,
    profile: &Profile,
    exact: bool,
    net: &Net,
    watch: &mut Watch<'_>,
) -> Result<Opened, Refusal> {
    let mut source = source.clone();
    let one = exact && profile.exchange.search == ImportSearch::One;
    match source.place.clone() {
        Place::GitHub(repo) => {
            // Repositories come as tar archives.
            let fetched = fetch_repo(net, &repo, watch)
                .map_err(|refusal| in_words_of(profile, Kind::TarGz, refusal))?;
            let start = fetched.bundle.within(&fetched.repo.path);
            let start = start.unwrap_or_default();
            if repo.exact
                && exact
                && !fetched
                    .bundle
                    .files
                    .contains_key(&below(&start, SKILL_FILE))
            {
                return Err(Refusal::new(
                    "no-skill-md",
                    format!("there is no {SKILL_FILE} in {:?}", fetched.repo.path),
                ));
            }
            source.place = Place::GitHub(fetched.repo);
            source.name = lasting_name(&source.name, &net.github);
            let opened = Opened {
                source,
                from: Some(fetched.from),
                root: fetched.bundle.root().to_owned(),
                folders: fetched.bundle.skill_folders(&start),
                bundle: fetched.bundle,
                title: repo.name,
            };
            Ok(opened)
        }
        Place::Url(address) => {
            let fetched = fetch(net, &address, watch)?;
            let path = address.split(['?', '#']).next().unwrap_or_default();
            must_be_no_page(&without_user(path), &fetched.bytes)?;
            must_be_known(&without_user(path), &fetched.bytes)?;
            let bundle = unpacked(profile, &fetched.bytes, &net.limits)?;
            let title = title_of(path);
            in_archive(source, Some(fetched.from), bundle, title, false)
        }
        Place::Local(path) if path.is_dir() => {
            let bundle = read_folder(&path, &net.limits)?;
            let title = path.canonicalize().unwrap_or(path);
            let title = title.file_name().map(|name| name.to_string_lossy());
            let folders = bundle.skill_folders("");
            Ok(Opened {
                source,
                from: None,
                root: String::new(),
                folders,
                bundle,
                title: title.unwrap_or_default().into_owned(),
            })
        }
        Place::Local(path) => {
            if one {
                must_be_zip(&path)?;
            }
            let bytes = read_file(&path, &net.limits)?;
            if one && Kind::of(&bytes) != Kind::Zip {
                return Err(damaged("it is no zip archive"));
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            must_be_known(&name, &bytes)?;
            let bundle = unpacked(profile, &bytes, &net.limits)?;
            let whole = path.canonicalize().unwrap_or(path);
            let title = title_of(&whole.to_string_lossy());
            in_archive(source, None, bundle, title, one)
        }
    }
}

fn unpacked(profile: &Profile, bytes: &[u8], limits: &Limits) -> Result<Bundle, Refusal> {
    unpack(bytes, limits).map_err(|refusal| in_words_of(profile, Kind::of(bytes), refusal))
}

/// Why an archive is refused, by the word that the host has for it.
fn in_words_of(profile: &Profile, kind: Kind, refusal: Refusal) -> Refusal {
    match profile.exchange.tar_unsafe {
        TarUnsafe::UnsafeArchive if kind.is_tar() => {
            let outside = ["unsafe-path", "unsafe-link", "special-file"];
            let renamed = |refusal: Refusal, code| refusal.named(code, "unsafe-archive");
            outside.into_iter().fold(refusal, renamed)
        }
        _ => refusal,
    }
}

fn in_archive(
    source: Source,
    from: Option<String>,
    bundle: Bundle,
    title: String,
    one: bool,
) -> Result<Opened, Refusal> {
    let (root, folders) = match one {
        true => {
            let folder = bundle.one_skill()?;
            let dots = bundle.files.keys().find(|path| {
                let path = path.strip_prefix(folder.as_str()).unwrap_or(path);
                path.contains("..")
            });
            if let Some(path) = dots {
                return Err(Refusal::new(
                    "unsafe-path",
                    format!("{path}: the host takes no name with two dots in a row"),
                ));
            }
            (folder.clone(), vec![folder])
        }
        false => {
            let root = bundle.root().to_owned();
            let folders = bundle.skill_folders(&root);
            (root, folders)
        }
    };
    // The folder that holds everything is what was packed; the archive may be called anything.
    let title = match root.rsplit('/').next() {
        Some(folder) if !folder.is_empty() => folder.to_owned(),
        _ => title,
    };
    Ok(Opened {
        source,
        from,
        root,
        folders,
        bundle,
        title,
    })
}

fn must_be_zip(path: &Path) -> Result<(), Refusal> {
    let zip = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("zip"));
    match zip {
        true => Ok(()),
        false => Err(Refusal::new(
            "not-zip-name",
            format!(
                "{}: the host takes files whose name ends in .zip",
                path.display()
            ),
        )),
    }
}

/// What a server shows to people is neither, whatever it is called.
fn must_be_no_page(address: &str, bytes: &[u8]) -> Result<(), Refusal> {
    let start = bytes.trim_ascii_start();
    let start = String::from_utf8_lossy(&start[..start.len().min(15)]).to_ascii_lowercase();
    match start.starts_with("<!doctype html") || start.starts_with("<html") {
        true => Err(Refusal::new(
            "not-an-archive",
            format!(
                "{address} is a web page; give the address of an archive (zip, tar.gz) or of the \
                 SKILL.md itself"
            ),
        )),
        false => Ok(()),
    }
}

/// Bytes that are no archive must be a text, and must not be called one: they would count as a
/// `SKILL.md`, and what is wrong with them would be told in the words for those.
fn must_be_known(name: &str, bytes: &[u8]) -> Result<(), Refusal> {
    if Kind::of(bytes) != Kind::File {
        return Ok(());
    }
    let lower = name.to_ascii_lowercase();
    let why = match ARCHIVE_ENDS.iter().find(|end| lower.ends_with(*end)) {
        Some(end) => format!("{name} is called {end} and is no archive"),
        None if decode(bytes).text.contains('\0') => {
            format!("{name} is neither an archive (zip, tar, tar.gz, tar.bz2, tar.xz) nor a text")
        }
        None => return Ok(()),
    };
    Err(Refusal::new("not-an-archive", why))
}

/// What a skill is called that lies at the top of a file: that file without what archives, or skills
/// of one file, end in; of a `SKILL.md` the folder it lies in.
fn title_of(path: &str) -> String {
    let (folder, name) = split(path.trim_end_matches('/')).unwrap_or(("", path));
    let name = match split(folder).map_or(folder, |(_, folder)| folder) {
        folder if name == SKILL_FILE && !folder.is_empty() => return folder.to_owned(),
        _ => name,
    };
    let lower = name.to_ascii_lowercase();
    let ends = ARCHIVE_ENDS.iter().chain(&[".md"]);
    let end = ends.into_iter().find(|end| lower.ends_with(*end));
    name[..name.len() - end.map_or(0, |end| end.len())].to_owned()
}
