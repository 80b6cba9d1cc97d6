//! Every skill of a project by every host: one table of verdicts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::Place;
use super::cuts::Cuts;
use super::profile::Profile;
use super::stands::{Stands, lost};
use super::survey::Survey;
use super::tree::{FileTree, Kind, Target, split};
use super::verdict::{Judge, State, Subject, Verdict, looks};
use crate::skill::bytes::decode;
use crate::skill::document::Document;

/// Skills by hosts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// The hosts, in the order of every row's cells.
    pub hosts: Vec<Column>,
    /// The skill files, by name.
    pub skills: Vec<Row>,
}

/// One host.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its id.
    pub host: String,
    /// Where it looks, as a sentence.
    pub looks: String,
}

/// One skill file. Several paths that lead to it through links are one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name most hosts know it by; else that of its folder.
    pub name: String,
    /// The file as found, by the path without links where a host looks there.
    pub path: String,
    /// It lies in the project.
    pub here: bool,
    /// What each host makes of it.
    pub cells: Vec<Verdict>,
}

impl Row {
    /// It lies in the project, or one of these hosts finds it.
    pub fn concerns(&self, columns: &[usize]) -> bool {
        self.here || self.any(columns, |state| state != State::NotLookedFor)
    }

    /// One of these hosts looks there, and has something else than the file says, or may have.
    pub fn wrong(&self, columns: &[usize]) -> bool {
        let mut cells = columns.iter().filter_map(|at| self.cells.get(*at));
        cells.any(Verdict::wrong)
    }

    /// None of these hosts looks there.
    pub fn nobody(&self, columns: &[usize]) -> bool {
        !self.any(columns, |state| state != State::NotLookedFor)
    }

    /// How many of these hosts load it.
    pub fn loaded(&self, columns: &[usize]) -> usize {
        let states = columns.iter().filter_map(|at| self.cells.get(*at));
        states.filter(|cell| cell.state.loads()).count()
    }

    fn any(&self, columns: &[usize], holds: impl Fn(State) -> bool) -> bool {
        let mut cells = columns.iter().filter_map(|at| self.cells.get(*at));
        cells.any(|cell| holds(cell.state))
    }
}

impl Matrix {
    /// What these rows are called, so that no two look alike: the name, and the folder the skill lies
    /// in where others have the same name.
    pub fn labels(&self, rows: &[&Row], place: &Place) -> Vec<String> {
        let mut names: HashMap<&str, usize> = HashMap::new();
        for row in rows {
            *names.entry(&row.name).or_default() += 1;
        }
        let label = |row: &&Row| match names.get(row.name.as_str()) {
            Some(2..) => format!("{}  {}", row.name, place.short(&row.path)),
            _ => row.name.clone(),
        };
        rows.iter().map(label).collect()
    }

    /// Where these hosts stand among the columns, in the order given.
    pub fn columns<'h>(&self, hosts: impl IntoIterator<Item = &'h str>) -> Vec<usize> {
        let at = |id: &str| self.hosts.iter().position(|column| column.host == id);
        hosts.into_iter().filter_map(at).collect()
    }
}

/// A file, and how hosts come to it.
#[derive(Default)]
struct File {
    paths: BTreeSet<String>,
    names: BTreeMap<String, usize>,
    fallback: String,
}

/// A file read for people.
struct Text {
    bytes: Arc<[u8]>,
    text: String,
    document: Document,
}

impl Text {
    fn of(tree: &FileTree, path: &str) -> Self {
        let bytes = tree.content(path).cloned().unwrap_or_default();
        let text = decode(&bytes).text;
        let document = Document::parse(&text);
        Self {
            bytes,
            text,
            document,
        }
    }
}

/// Such a text, kept for all hosts or made for one.
enum Held<'t> {
    Lent(&'t Text),
    Own(Box<Text>),
}

impl Held<'_> {
    fn text(&self) -> &Text {
        match self {
            Self::Lent(text) => text,
            Self::Own(text) => text,
        }
    }
}

/// Every file that some host finds, by its path without links.
#[derive(Default)]
pub struct Files(BTreeMap<String, File>);

impl Files {
    /// Takes in what a host finds.
    pub fn add(&mut self, survey: &Survey, tree: &FileTree) {
        for copy in survey.copies().filter(|copy| copy.source.is_none()) {
            let Some(path) = copy.path.as_deref() else {
                continue;
            };
            let file = self.0.entry(tree.real_path(path)).or_default();
            file.found(path);
            match file.names.get_mut(&copy.name) {
                Some(count) => *count += 1,
                None => {
                    file.names.insert(copy.name.clone(), 1);
                }
            }
        }
        for item in &survey.not_loaded {
            if item.source.is_none() && could_be_skill(tree, &item.path) {
                let file = self.0.entry(tree.real_path(&item.path)).or_default();
                file.found(&item.path);
                file.fallback.clone_from(&item.name);
            }
        }
    }

    /// Takes in, after all hosts, what lies where none of them looks.
    pub fn add_strays(&mut self, tree: &FileTree, place: &Place) {
        for (path, name) in &super::stray::strays(tree, place) {
            let file = self.0.entry(tree.real_path(path)).or_default();
            if file.paths.is_empty() {
                file.found(path);
                file.fallback.clone_from(name);
            }
        }
    }

    /// What one host makes of each of them.
    pub fn column(
        &self,
        profile: &Profile,
        survey: &Survey,
        tree: &FileTree,
        place: &Place,
    ) -> (Column, Vec<Verdict>) {
        self.judged(profile, survey, tree, place, &mut |real| {
            Held::Own(Box::new(Text::of(tree, real)))
        })
    }

    fn judged<'t>(
        &self,
        profile: &Profile,
        survey: &Survey,
        tree: &FileTree,
        place: &Place,
        text: &mut dyn FnMut(&str) -> Held<'t>,
    ) -> (Column, Vec<Verdict>) {
        let index = Index::of(survey);
        let cuts = Cuts::of(profile, survey, tree, place);
        let none = Text {
            bytes: Arc::default(),
            text: String::new(),
            document: Document::parse(""),
        };
        let cells = self.0.iter().map(|(real, file)| {
            let (path, stands) = index.best(survey, &file.paths);
            let text = match stands {
                Stands::Nowhere => None,
                _ => Some(text(real)),
            };
            let read = text.as_ref().map_or(&none, Held::text);
            let judge = Judge {
                profile,
                place,
                subject: Subject {
                    path,
                    name: name_of(path),
                    bytes: &read.bytes,
                    text: &read.text,
                    document: &read.document,
                },
            };
            let mut verdict = match stands {
                Stands::Nowhere => judge.not_looked_for(),
                stands => judge.verdict(survey, stands, None),
            };
            cuts.tell(profile, path, &mut verdict);
            verdict
        });
        let cells = cells.collect();
        let column = Column {
            host: profile.id.clone(),
            looks: looks(profile, place, survey),
        };
        (column, cells)
    }

    /// The table of these columns, which were all made when every file was known.
    pub fn table(self, columns: Vec<(Column, Vec<Verdict>)>, place: &Place) -> Matrix {
        let (hosts, cells): (Vec<Column>, Vec<Vec<Verdict>>) = columns.into_iter().unzip();
        let mut cells: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
        let rows = self.0.into_iter().map(|(real, file)| {
            let most = file.names.into_iter().max_by_key(|(_, count)| *count);
            let first = file.paths.first().cloned();
            let path = match file.paths.contains(&real) {
                true => real,
                false => first.unwrap_or(real),
            };
            Row {
                name: most.map_or(file.fallback, |(name, _)| name),
                here: below(&path, &place.project),
                path,
                cells: cells.iter_mut().filter_map(Iterator::next).collect(),
            }
        });
        let mut skills: Vec<Row> = rows.collect();
        skills.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        Matrix { hosts, skills }
    }
}

impl File {
    fn found(&mut self, path: &str) {
        if !self.paths.contains(path) {
            self.paths.insert(path.to_owned());
        }
    }
}

/// The table of all files that one of `hosts` finds, loaded or not. Skills without a file of their own
/// (in code, or in a list) are not in it: no other host could read them.
pub fn matrix(hosts: &[(&Profile, &Survey)], tree: &FileTree, place: &Place) -> Matrix {
    let mut files = Files::default();
    for (_, survey) in hosts {
        files.add(survey, tree);
    }
    files.add_strays(tree, place);
    let texts = files
        .0
        .keys()
        .map(|real| (real.as_str(), Text::of(tree, real)));
    let texts: HashMap<&str, Text> = texts.collect();
    let columns = hosts.iter().map(|(profile, survey)| {
        let mut text = |real: &str| match texts.get(real) {
            Some(text) => Held::Lent(text),
            None => Held::Own(Box::new(Text::of(tree, real))),
        };
        files.judged(profile, survey, tree, place, &mut text)
    });
    let columns = columns.collect();
    drop(texts);
    files.table(columns, place)
}

/// What a file is called when nothing in it says: its folder, or the file itself where that is no
/// `SKILL.md`.
pub fn name_of(path: &str) -> &str {
    let (folder, file) = split(path).unwrap_or(("", path));
    let named = file.eq_ignore_ascii_case("SKILL.md");
    match split(folder) {
        Some((_, name)) if named => name,
        _ => file.strip_suffix(".md").unwrap_or(file),
    }
}

/// A file, or a link that leads to none.
fn could_be_skill(tree: &FileTree, path: &str) -> bool {
    match tree.resolve(path) {
        Ok(Target::File(..)) => true,
        Ok(_) => false,
        Err(_) => matches!(tree.entry(path), Some(Kind::Link(_))),
    }
}

fn below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Where each path stands among the skills of a survey.
struct Index<'s>(HashMap<&'s str, Stands<'s>>);

impl<'s> Index<'s> {
    fn of(survey: &'s Survey) -> Self {
        let copies = survey.skills.iter().flat_map(|skill| {
            let all = std::iter::once(&skill.copy).chain(&skill.shadows);
            all.filter_map(move |copy| {
                Some((copy.path.as_deref()?, Stands::Skill(skill, &copy.reading)))
            })
        });
        let mut index = HashMap::new();
        for (path, stands) in copies {
            index.entry(path).or_insert(stands);
        }
        Self(index)
    }

    /// The path by which the host comes furthest, and where that stands.
    fn best<'p>(&self, survey: &'s Survey, paths: &'p BTreeSet<String>) -> (&'p str, Stands<'s>) {
        let all = paths.iter().map(|path| {
            let known = self.0.get(path.as_str()).copied();
            let stands = known.unwrap_or_else(|| lost(survey, path));
            (path.as_str(), stands)
        });
        let best = all.min_by_key(|(path, stands)| stands.rank(path));
        best.unwrap_or(("", Stands::Nowhere))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Cache, Profiles, survey};

    #[test]
    fn one_host_after_the_other_or_all_at_once_it_is_the_same_table() {
        let mut tree = FileTree::new();
        let skill =
            |name: &str| format!("---\nname: {name}\ndescription: Does {name}.\n---\nBody\n");
        for (path, name) in [
            ("/p/.agents/skills/a/SKILL.md", "a"),
            ("/p/.claude/skills/a/SKILL.md", "a"),
            ("/p/.claude/skills/b/SKILL.md", "other"),
            ("/h/.agents/skills/c/SKILL.md", "c"),
        ] {
            tree.set_file(path, skill(name).into_bytes());
        }
        tree.set_file("/p/.agents/skills/bad/SKILL.md", &b"no frontmatter"[..]);
        tree.set_link("/p/.agents/skills/linked", "../../.claude/skills/b");
        let place = Place {
            project: "/p".to_owned(),
            home: "/h".to_owned(),
            ..Place::default()
        };
        let profiles = Profiles::bundled();
        let look = |profile| survey(profile, &tree, &place, &mut Cache::default());
        let surveys: Vec<(&Profile, Survey)> = profiles.iter().map(|p| (p, look(p))).collect();
        let hosts: Vec<(&Profile, &Survey)> = surveys.iter().map(|(p, s)| (*p, s)).collect();
        let at_once = matrix(&hosts, &tree, &place);
        let mut files = Files::default();
        for (_, survey) in &hosts {
            files.add(survey, &tree);
        }
        files.add_strays(&tree, &place);
        let columns = hosts.iter().map(|(p, s)| files.column(p, s, &tree, &place));
        let columns = columns.collect();
        let one_by_one = files.table(columns, &place);
        assert_eq!(at_once, one_by_one);
        let names: Vec<&str> = at_once.skills.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["a", "a", "bad", "c", "other"]);
        assert!(
            at_once
                .skills
                .iter()
                .all(|row| row.cells.len() == hosts.len())
        );
    }
}
