//! Ignore files (`.gitignore` and the like) as one host reads them: the lines of all folders down to
//! the one looked at count, each below its own folder, the last one that fits decides, and letters are
//! compared without case (pi, from the published package; compared with it).

use super::super::tree::{FileTree, join};

/// The lines that hold in one folder, those of the folders above it first.
#[derive(Clone, Debug, Default)]
pub(super) struct Ignored(Vec<Rule>);

#[derive(Clone, Debug)]
struct Rule {
    /// What fits is looked at after all.
    again: bool,
    /// Only folders fit.
    folder: bool,
    /// The parts of a path below the root; of a name anywhere there is one.
    parts: Vec<String>,
    /// It fits below any folder.
    anywhere: bool,
}

impl Ignored {
    /// These lines and those of the ignore files `names` in the folder at `real`, `below` being its
    /// path below the root, empty for the root itself.
    pub fn with(&self, tree: &FileTree, names: &[String], real: &str, below: &str) -> Self {
        let mut all = self.clone();
        for name in names {
            let file = tree.file(&join(real, name));
            let bytes = file.and_then(|file| file.content.as_deref());
            let text = String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
            let prefix = match below.is_empty() {
                true => String::new(),
                false => format!("{below}/"),
            };
            let lines = text.split('\n');
            let rules = lines.filter_map(|line| Rule::of(line.trim_end_matches('\r'), &prefix));
            all.0.extend(rules);
        }
        all
    }

    /// Whether what lies at `below`, a path below the root, is passed over.
    pub fn holds(&self, below: &str, folder: bool) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let path: Vec<String> = below.split('/').map(str::to_lowercase).collect();
        let fits = |rule: &&Rule| (folder || !rule.folder) && rule.fits(&path);
        self.0
            .iter()
            .rev()
            .find(fits)
            .is_some_and(|rule| !rule.again)
    }
}

impl Rule {
    fn of(line: &str, prefix: &str) -> Option<Self> {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            return None;
        }
        let (again, pattern) = match (line.strip_prefix('!'), line.strip_prefix("\\!")) {
            (Some(rest), _) => (true, rest),
            (None, Some(_)) => (false, &line[1..]),
            (None, None) => (false, line),
        };
        // A slash in front is taken away before the folder is put there: in the root it says nothing.
        let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
        let pattern = format!("{prefix}{}", without_blanks(pattern)).to_lowercase();
        let (pattern, folder) = match pattern.strip_suffix('/') {
            Some(rest) => (rest.to_owned(), true),
            None => (pattern, false),
        };
        if pattern.is_empty() {
            return None;
        }
        Some(Self {
            again,
            folder,
            anywhere: !pattern.contains('/'),
            parts: pattern.split('/').map(str::to_owned).collect(),
        })
    }

    fn fits(&self, path: &[String]) -> bool {
        match (self.anywhere, path.last()) {
            (true, Some(name)) => self.parts.first().is_some_and(|part| part_fits(part, name)),
            _ => parts_fit(&self.parts, path),
        }
    }
}

/// A pattern without blanks at its end, unless a backslash keeps them.
fn without_blanks(pattern: &str) -> &str {
    let bare = pattern.trim_end_matches(' ');
    match bare.ends_with('\\') && bare.len() < pattern.len() {
        true => &pattern[..bare.len() + 1],
        false => bare,
    }
}

/// `**` stands for any number of folders, at the end for at least one name.
fn parts_fit(pattern: &[String], path: &[String]) -> bool {
    // What of the pattern may have been used up when the path is used up to here.
    let mut open = vec![false; pattern.len() + 1];
    open[0] = true;
    let spread = |open: &mut Vec<bool>| {
        for at in 0..pattern.len() {
            if open[at] && pattern[at] == "**" && at + 1 < pattern.len() {
                open[at + 1] = true;
            }
        }
    };
    spread(&mut open);
    for name in path {
        let mut next = vec![false; pattern.len() + 1];
        for (at, part) in pattern.iter().enumerate() {
            if !open[at] {
                continue;
            }
            if part == "**" {
                next[at] = true;
                next[at + 1] |= at + 1 == pattern.len();
            } else if part_fits(part, name) {
                next[at + 1] = true;
            }
        }
        spread(&mut next);
        open = next;
    }
    open[pattern.len()]
}

/// `*`, `?`, sets in brackets and escapes within one name.
fn part_fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut here) = (0, 0);
    // Where the last `*` stands, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, here));
                at += 1;
                continue;
            }
            Some(_) => {
                if let Some(past) = one_fits(&pattern[at..], name[here]) {
                    at += past;
                    here += 1;
                    continue;
                }
            }
            None => {}
        }
        let Some((sign, taken)) = star else {
            return false;
        };
        star = Some((sign, taken + 1));
        at = sign + 1;
        here = taken + 1;
    }
    pattern[at..].iter().all(|c| *c == '*')
}

/// How much of a pattern stands for this character.
fn one_fits(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['\\', next, ..] => (*next == c).then_some(2),
        ['[', rest @ ..] => {
            let end = rest.iter().skip(1).position(|c| *c == ']').map(|at| at + 1);
            let Some(end) = end else {
                return (c == '[').then_some(1);
            };
            let (not, set) = match rest[..end].split_first() {
                Some(('!' | '^', set)) => (true, set),
                _ => (false, &rest[..end]),
            };
            let mut held = false;
            let mut at = 0;
            while at < set.len() {
                match set.get(at..at + 3) {
                    Some([from, '-', to]) => {
                        held |= (*from..=*to).contains(&c);
                        at += 3;
                    }
                    _ => {
                        held |= set[at] == c;
                        at += 1;
                    }
                }
            }
            (held != not).then_some(end + 2)
        }
        [one, ..] => (*one == c).then_some(1),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(lines: &str, below: &str, folder: bool) -> bool {
        let mut tree = FileTree::new();
        tree.set_file("/r/.gitignore", lines.as_bytes().to_vec());
        let names = [".gitignore".to_owned()];
        Ignored::default()
            .with(&tree, &names, "/r", "")
            .holds(below, folder)
    }

    #[test]
    fn lines_fit_as_git_has_them() {
        assert!(holds("alpha\n", "alpha", true));
        assert!(holds("alpha\n", "x/Alpha", true));
        assert!(!holds("alpha/\n", "alpha", false));
        assert!(holds("a*a\n", "abba", false) && !holds("a*a\n", "abb", false));
        assert!(holds("x/**/z\n", "x/z", true) && holds("x/**/z\n", "x/a/b/z", true));
        assert!(holds("x/**\n", "x/a", false) && !holds("x/**\n", "x", true));
        assert!(holds("[a-c]?\n", "b1", false) && !holds("[!a-c]?\n", "b1", false));
        assert!(!holds("# alpha\n\n", "# alpha", false));
        assert!(holds("\\!a\n", "!a", false));
    }

    #[test]
    fn the_last_line_that_fits_decides() {
        assert!(!holds("*\n!alpha/\n", "alpha", true));
        assert!(holds("!alpha\n*\n", "alpha", true));
        // A slash in front does not tie a line to the root.
        assert!(holds("/beta\n", "x/beta", true));
    }

    #[test]
    fn lines_of_folders_hold_below_them() {
        let mut tree = FileTree::new();
        tree.set_file("/r/x/.ignore", b"z\n".to_vec());
        let names = [".ignore".to_owned()];
        let ignored = Ignored::default().with(&tree, &names, "/r/x", "x");
        assert!(ignored.holds("x/z", true));
        assert!(!ignored.holds("z", true) && !ignored.holds("x/y/z", true));
    }
}
