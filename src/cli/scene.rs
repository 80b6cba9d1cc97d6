//! What most subcommands start from: the project, one host, what it sees.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::arguments::Common;
use super::output::{Failure, complain};
use crate::check::Config;
use crate::exchange::{Ground, Refusal};
use crate::host::profile::ScanRoot;
use crate::host::{
    Copy, Fault, FileTree, LayerState, Place, Profile, Profiles, Survey, Value, meant,
};
use crate::library::journal::Journal;
use crate::library::{Dirs, Limits, Project, Scene, fixed, project, scan};

/// A project and what its host sees.
pub struct Open {
    /// The project.
    pub project: Project,
    /// Its host.
    pub profile: Profile,
    /// What the host sees.
    pub survey: Survey,
    /// The host's own write area, also where another folder was granted.
    pub own: Option<String>,
}

impl Open {
    /// Opens the project for the one host that is given, or that is the project's own.
    pub fn new(common: &Common) -> Result<Self, Failure> {
        let project = project(common, one_host(common)?)?;
        let profile = project.profile()?.clone();
        let survey = project.survey(&profile);
        for fault in survey.faults.iter().filter(|fault| fault.is_config()) {
            complain(&fault.to_string());
        }
        let own = survey.write_area().and_then(|layer| layer.path.clone());
        Ok(Self {
            project,
            profile,
            survey,
            own,
        })
    }

    /// The folder `dest` of the host, which the person named, takes the place of its write area.
    pub fn grant(&mut self, dest: &str) -> Result<(), Refusal> {
        let folder = self.ground(&Config::default()).folder_named(dest)?;
        for layer in &mut self.survey.layers {
            layer.writable = layer.path.as_ref() == Some(&folder);
        }
        Ok(())
    }

    /// For the locks, where nobody judges.
    pub fn ground<'a>(&'a self, config: &'a Config) -> Ground<'a> {
        Ground {
            profile: &self.profile,
            judges: &[],
            tree: &self.project.tree,
            place: &self.project.place,
            survey: &self.survey,
            config,
        }
    }

    /// What was done in this project.
    pub fn journal(&self) -> Journal {
        self.project.dirs.journal(&self.project.place.project)
    }

    /// Lists the whole folder of a copy, however deep, and reads its files where the host looks
    /// into them.
    pub fn look_beside(&mut self, copy: &Copy) {
        /// Levels that are listed at most: deeper than any path the system takes.
        const DEPTH: usize = 2048;
        let Some(folder) = copy.folder.clone() else {
            return;
        };
        let contents = match self.profile.beside.text_only {
            true => vec!["*".to_owned()],
            false => Vec::new(),
        };
        let root = ScanRoot {
            path: folder.to_string(),
            depth: DEPTH,
            contents,
        };
        let found = scan(fixed(vec![root]), &Limits::default());
        self.project.tree.absorb(&found);
    }

    /// For plans.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            profile: &self.profile,
            tree: &self.project.tree,
            place: &self.project.place,
            survey: &self.survey,
        }
    }

    /// The id of a copy's layer.
    pub fn layer(&self, copy: &Copy) -> &str {
        &self.survey.layers[copy.layer].id
    }

    /// The one copy that a name or reference means; a reference may lead to a folder that the host
    /// does not list.
    pub fn find(&self, wanted: &str) -> Result<Copy, Failure> {
        let (tree, place) = (&self.project.tree, &self.project.place);
        let found = meant(&self.profile, tree, place, &self.survey, wanted);
        let found: Vec<&Copy> = found.iter().collect();
        only(wanted, &found).and_then(|found| {
            found.cloned().ok_or_else(|| {
                let dropped = self
                    .survey
                    .not_loaded
                    .iter()
                    .find(|item| item.name == wanted);
                Failure::CouldNotRun(match dropped {
                    Some(item) => format!(
                        "{wanted:?} is not loaded: {}: {}",
                        item.path, item.why.message
                    ),
                    None => {
                        let others = self.others(wanted);
                        format!("{} has no skill {wanted:?}{others}", self.profile.title)
                    }
                })
            })
        })
    }
}

/// Hosts named in a hint.
const NAMED: usize = 3;

impl Open {
    /// A hint at hosts that do have a skill, to stand behind the news that this one has not.
    fn others(&self, wanted: &str) -> String {
        let profiles = self.project.profiles.iter();
        let others = profiles.filter(|profile| profile.id != self.profile.id);
        let has = |profile: &&Profile| !self.project.survey(profile).find(wanted).is_empty();
        let ids: Vec<&str> = others
            .filter(has)
            .map(|profile| profile.id.as_str())
            .collect();
        let [first, ..] = ids.as_slice() else {
            return "; `skillkiln list` shows those it has".to_owned();
        };
        let named = ids[..ids.len().min(NAMED)].join(", ");
        let more = match ids.len().saturating_sub(NAMED) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let verb = if ids.len() == 1 { "has" } else { "have" };
        format!(
            "; {named}{more} {verb} one: `--host {first}`, or all hosts with `skillkiln matrix`"
        )
    }
}

/// The one of several, if any; more than one is ambiguous.
pub fn only<'a>(wanted: &str, found: &[&'a Copy]) -> Result<Option<&'a Copy>, Failure> {
    match found {
        [] => Ok(None),
        [copy] => Ok(Some(copy)),
        several => {
            let alike = |copy: &Copy| {
                let mut others = several.iter().filter(|one| one.reference == copy.reference);
                others.nth(1).is_some()
            };
            let paths = several.iter().any(|copy| alike(copy));
            let what = if paths { "paths" } else { "references" };
            let mut text = format!("{wanted:?} is ambiguous; give one of these {what}:");
            for copy in several {
                let path = copy.path.as_deref().unwrap_or("built in");
                text.push_str(&match paths {
                    true => format!("\n  {path}"),
                    false => format!("\n  {}  ({path})", copy.reference),
                });
            }
            Err(Failure::CouldNotRun(text))
        }
    }
}

/// The given host, when at most one is given.
pub fn one_host(common: &Common) -> Result<Option<&str>, Failure> {
    match common.host.as_slice() {
        [] => Ok(None),
        [host] => Ok(Some(host)),
        _ => Err(Failure::CouldNotRun(
            "this takes one --host only".to_owned(),
        )),
    }
}

/// The home folder: the given one, else the person's own.
fn home(common: &Common) -> Result<PathBuf, Failure> {
    common.home.clone().or_else(dirs::home_dir).ok_or_else(|| {
        Failure::CouldNotRun("no home folder is known; give one with --home".to_owned())
    })
}

/// The program's folders.
///
/// # Errors
/// When no home is known.
pub fn dirs(common: &Common) -> Result<Dirs, Failure> {
    Ok(Dirs::from_env(&home(common)?))
}

/// The program's folders and the hosts there are; faulty profiles are complained about.
pub fn profiles(common: &Common) -> Result<(Arc<Profiles>, Dirs, PathBuf), Failure> {
    let home = home(common)?;
    let dirs = Dirs::from_env(&home);
    let (profiles, faulty) = project::profiles(&dirs);
    for error in faulty {
        complain(&error.to_string());
    }
    Ok((Arc::new(profiles), dirs, home))
}

/// Opens the project.
pub fn project(common: &Common, host: Option<&str>) -> Result<Project, Failure> {
    let (profiles, dirs, home) = profiles(common)?;
    let place = place(common, &home)?;
    Ok(Project::open(place, profiles, dirs, host)?)
}

/// What the workbench starts from.
#[derive(Clone)]
pub struct Start {
    /// The hosts known.
    pub profiles: Arc<Profiles>,
    /// The program's own folders.
    pub dirs: Dirs,
    /// Where it all stands.
    pub place: Place,
    /// The host that is given.
    pub host: Option<String>,
}

/// Works out what the common options mean for the workbench.
///
/// # Errors
/// When the project cannot be opened, or a host or an option is not known.
pub fn start(common: &Common) -> Result<Start, Failure> {
    let (profiles, dirs, home) = profiles(common)?;
    let place = place(common, &home)?;
    let host = one_host(common)?.map(str::to_owned);
    // Says so at once when there is no such host.
    project::choose_host(host.as_deref(), None, &profiles, &FileTree::new(), &place)?;
    project::check_options(&profiles, &place.options)?;
    Ok(Start {
        profiles,
        dirs,
        place,
        host,
    })
}

/// Where it all stands.
pub fn place(common: &Common, home: &std::path::Path) -> Result<Place, Failure> {
    let options = common.options.iter().cloned().collect();
    Ok(project::place(&common.project, home, options)?)
}

/// A layer, as `hosts` and `list` print it.
pub fn layer_json(layer: &LayerState) -> Json {
    json!({
        "id": layer.id,
        "label": layer.label,
        "kind": layer.kind,
        "path": layer.path,
        "exists": layer.exists,
        "writable": layer.writable,
    })
}

/// A value as the host holds it. A whole number too long for JSON's readers stays a text.
pub fn value_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => Json::from(*truth),
        Value::Integer(digits) => match digits.parse::<i64>() {
            Ok(number) => Json::from(number),
            Err(_) => Json::from(digits.as_str()),
        },
        // NaN and the infinities have no form in JSON.
        Value::Float(number) => serde_json::Number::from_f64(*number)
            .map_or_else(|| Json::from(number.to_string()), Json::Number),
        Value::Text(text) | Value::Date(text) => Json::from(text.as_str()),
        Value::Bytes(bytes) => Json::from(String::from_utf8_lossy(bytes)),
        Value::List(items) => items.iter().map(value_json).collect(),
        Value::Map(entries) => Json::Object(fields_map(entries)),
    }
}

/// Fields by key, in the host's order.
pub fn fields_json(fields: &[(String, Value)]) -> Json {
    Json::Object(fields_map(fields))
}

fn fields_map(fields: &[(String, Value)]) -> Map<String, Json> {
    fields
        .iter()
        .map(|(key, value)| (key.clone(), value_json(value)))
        .collect()
}

/// A value on one line, for people.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => value_json(other).to_string(),
    }
}

/// Where the runtime itself fails, each as one sentence.
pub fn faults_json(faults: &[Fault]) -> Json {
    faults.iter().map(ToString::to_string).collect()
}
