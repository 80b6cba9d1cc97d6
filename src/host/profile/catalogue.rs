//! The text the model gets, as a template.

use serde::Deserialize;

use super::axes::Order;
use super::budget::Budget;
use crate::host::settings::Settings;

/// The catalogue text as a template. `{name}`, `{description}`, `{location}` and `{body}` are slots.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Catalogue {
    /// What stands first.
    pub open: String,
    /// Between what stands first and the first entry.
    #[serde(default)]
    pub first: String,
    /// One skill.
    pub entry: String,
    /// One skill without description, when that looks different.
    #[serde(default)]
    pub bare: Option<String>,
    /// Stands before an entry when nothing was chosen, as framing; `{intents}` is a slot.
    #[serde(default)]
    pub unchosen: String,
    /// Between two entries.
    #[serde(default)]
    pub between: String,
    /// What stands last.
    #[serde(default)]
    pub close: String,
    /// The caller's text takes the place of `$ARGUMENTS`.
    #[serde(default)]
    pub arguments: bool,
    /// Shown although there is no skill.
    #[serde(default)]
    pub when_empty: bool,
    /// White space around the description is removed, and one that is blank is none.
    #[serde(default)]
    pub trim_description: Trim,
    /// The order of the entries, where it is not that of the list.
    #[serde(default)]
    pub order: Option<Order>,
    /// The entries are left out when this option says no.
    #[serde(default)]
    pub entries_when: Option<String>,
    /// White space around the body is removed.
    #[serde(default)]
    pub trim_body: Trim,
    /// Skills whose body is exactly empty are left out.
    #[serde(default)]
    pub skip_bodyless: bool,
    /// White space at the end of the prompt the section is added to is removed, as Python's
    /// `rstrip()` does; a blank prompt gives way to the section.
    #[serde(default)]
    pub trim_base: bool,
    /// One line for each layer folder that a skill shown lies in, for the slot `{roots}` of what stands
    /// first; `{alias}` and `{folder}` are slots. `{place}` of an entry then begins with the alias;
    /// without such lines it is the skill file, links to its folder followed.
    #[serde(default)]
    pub roots: Option<String>,
    /// What comes with the host stands first.
    #[serde(default)]
    pub builtin_first: bool,
    /// What the entries may cost together.
    #[serde(default)]
    pub budget: Option<Budget>,
    /// Longer descriptions are cut.
    #[serde(default)]
    pub clip: Option<Clip>,
    /// A field whose text stands behind the description, and is cut with it.
    #[serde(default)]
    pub also: Option<Also>,
    /// Skills whose frontmatter is lost are left out.
    #[serde(default)]
    pub skip_lost: bool,
    /// Skills that hold no description are left out; an empty one is a description.
    #[serde(default)]
    pub skip_undescribed: bool,
    /// The table of the host's settings that says by the name of a skill whether the model is told of
    /// it: `off` and `user-invocable-only` keep it away.
    #[serde(default)]
    pub overrides: Option<String>,
    /// Single files are left out.
    #[serde(default)]
    pub folders_only: bool,
    /// Fields for which single files are listed all the same, where they hold anything.
    #[serde(default)]
    pub single_with: Vec<String>,
    /// What stands for a missing description: the first line of the body that is not blank and does not
    /// begin with `#`; where text follows, this after it, with the slots `{count}` (characters that
    /// follow) and `{name}`.
    #[serde(default)]
    pub body_line: Option<String>,
    /// A layer whose copies are all listed, also those of one name.
    #[serde(default)]
    pub repeats_of: Option<String>,
    /// One line for each layer folder that exists, for the slot `{sources}` of what stands first;
    /// `{title}` (the folder above, as a title), `{folder}` and `{last}` are slots.
    #[serde(default)]
    pub sources: Option<SourceLines>,
    /// What is added for fields.
    #[serde(default)]
    pub more: Vec<More>,
    /// Where all entries have more characters than this (as JavaScript counts), each description is its
    /// first line.
    #[serde(default)]
    pub first_lines_beyond: Option<usize>,
    /// What is added in the slot `{lines}`, one line each.
    #[serde(default)]
    pub lines: Vec<Extra>,
    /// Entries stand in groups.
    #[serde(default)]
    pub group: Option<Group>,
    /// What stands in place of the entries when there is none.
    #[serde(default)]
    pub no_entries: String,
    /// What stands there when there is no entry, in place of everything else.
    #[serde(default)]
    pub empty: Option<String>,
    /// Skills without a name are left out.
    #[serde(default)]
    pub skip_nameless: bool,
    /// How name and description are escaped.
    #[serde(default)]
    pub escape: Escape,
    /// How the location is escaped.
    #[serde(default)]
    pub escape_location: Escape,
}

/// What stands behind a description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Also {
    /// The field, by its key.
    pub field: String,
    /// What stands between the two.
    pub between: String,
}

/// What is added for a field, in the slot `{more}`: in brackets, joined by commas.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct More {
    /// The field, by its key.
    pub field: String,
    /// What is added; `{value}` is a slot.
    pub line: String,
}

/// A line that an entry has for what a skill says or brings along, in the slot `{lines}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// The words of this field, by its key: blanks and commas part them.
    #[serde(default)]
    pub field: Option<String>,
    /// The names of the files directly in this folder of the skill, but for hidden ones.
    #[serde(default)]
    pub folder: Option<String>,
    /// What the skill needs and an option says to be missing.
    #[serde(default)]
    pub needs: Option<Needs>,
    /// What is added; `{value}` is a slot, for all of them joined by commas.
    pub line: String,
    /// What is added where there are none.
    #[serde(default)]
    pub none: String,
}

/// What a skill needs of the machine it runs on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Needs {
    /// The field that holds a map of what programs want to know, itself or as JSON.
    pub field: String,
    /// The keys of that map; the first that is there counts.
    pub within: Vec<String>,
    /// The key below it that holds what is needed.
    pub key: String,
    /// The lists of names there, by their keys, each with the word that stands before a name.
    pub lists: Vec<(String, String)>,
    /// The option that says which of the names are missing.
    pub option: String,
}

/// The folders skills come from, as one line each.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SourceLines {
    /// One folder.
    pub line: String,
    /// What `{last}` is for the strongest.
    pub last: String,
}

/// Groups of entries, in the order of their names, or of the layers for origins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Group {
    /// What the entries of a group share.
    pub by: GroupBy,
    /// What stands before the entries of a group; `{group}` is a slot.
    pub open: String,
    /// A file in the folder of a group whose description is told with it.
    #[serde(default)]
    pub file: Option<String>,
    /// What stands before the entries of a group that has one; `{group}` and `{description}` are slots.
    #[serde(default)]
    pub described: String,
    /// Between two groups.
    #[serde(default)]
    pub between: String,
    /// Of several copies of one name in a group the first is listed.
    #[serde(default)]
    pub once: bool,
}

/// What the entries of a group share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBy {
    /// The folders between the layer and the skill's own folder; that folder itself where there are
    /// none, and `general` for a skill file in the layer's folder. Sorted, names sorted within.
    Folders,
    /// The host's word for the layer; the strongest layer first.
    Origin,
}

/// What counts as white space around a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trim {
    /// Nothing: the text stays as it is.
    #[default]
    None,
    /// What Unicode says.
    Unicode,
    /// What Python's `strip()` removes: U+001C to U+001F too.
    Python,
    /// What JavaScript's `trim()` removes: U+FEFF too, U+0085 not.
    Js,
    /// What Unicode says, and white space within becomes one blank each (typed family).
    Words,
    /// What Python's `strip()` removes, then quotes of both kinds.
    PythonQuotes,
    /// What terminals take for commands, and control characters; line ends become one blank each, then
    /// as `js` (typed family).
    Terminal,
}

impl Catalogue {
    /// Of what is loaded something may be told in part only, or not at all.
    pub fn shortens(&self) -> bool {
        self.budget.is_some() || self.clip.is_some() || self.first_lines_beyond.is_some()
    }

    /// The word of the host's settings that keeps a skill from the model, where there is one.
    pub fn withheld(&self, settings: &Settings, name: &str) -> Option<String> {
        let table = self.overrides.as_ref()?;
        let said = settings.text(&format!("{table}.{name}"))?;
        matches!(said.as_str(), "off" | "user-invocable-only").then_some(said)
    }
}

impl Trim {
    /// The text without white space around it.
    pub fn apply(self, text: &str) -> &str {
        match self {
            Self::None => text,
            Self::Unicode | Self::Words => text.trim(),
            Self::Python => crate::host::python::strip(text),
            Self::PythonQuotes => crate::host::python::strip(text).trim_matches(['\'', '"']),
            Self::Terminal => text,
            Self::Js => text.trim_matches(crate::host::read::is_js_space),
        }
    }
}

/// How text is escaped in a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// Not at all.
    #[default]
    None,
    /// `&`, `<`, `>`, `"` as `&quot;`, `'` as `&#x27;` (Python's html.escape).
    Html,
    /// `&`, `<`, `>`, `"` as `&quot;`, `'` as `&apos;`.
    Xml,
    /// `&`, `<`, `>`.
    XmlText,
}

/// How a long description is cut.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Clip {
    /// Characters it may have.
    pub max: usize,
    /// Characters that stay of a longer one.
    pub keep: usize,
    /// What follows them.
    pub mark: String,
    /// White space before the mark goes.
    #[serde(default)]
    pub trim: bool,
    /// The option that gives `max` instead; one less stays then.
    #[serde(default)]
    pub option: Option<String>,
}

/// How the middle of a long text is taken out: what stays and the notice have `max` characters
/// together, and the odd one stays at the start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClipMiddle {
    /// Characters it may have.
    pub max: usize,
    /// What stands in the middle; `{path}` is the file.
    pub notice: String,
}

impl ClipMiddle {
    /// The text as held, when it is too long.
    pub fn apply(&self, text: &str, path: &str) -> Option<String> {
        let count = text.chars().count();
        if count <= self.max {
            return None;
        }
        let notice = self.notice.replace("{path}", path);
        let left = self.max.saturating_sub(notice.chars().count());
        if left == 0 {
            return Some(notice.chars().take(self.max).collect());
        }
        let head = left - left / 2;
        let start = text.chars().take(head);
        let end = text.chars().skip(count - left / 2);
        Some(start.chain(notice.chars()).chain(end).collect())
    }
}

impl Clip {
    /// As the host's settings have it.
    pub fn in_force(&self, settings: &Settings) -> Self {
        let given = self.option.as_ref().and_then(|key| settings.text(key));
        match given.and_then(|text| text.parse::<usize>().ok()) {
            Some(max) if max > 0 => Self {
                max,
                keep: max - 1,
                ..self.clone()
            },
            _ => self.clone(),
        }
    }

    /// The description as shown.
    pub fn apply(&self, text: &str) -> Option<String> {
        let long = text.chars().nth(self.max).is_some();
        long.then(|| {
            let kept: String = text.chars().take(self.keep).collect();
            let kept = if self.trim {
                crate::host::python::rstrip(&kept)
            } else {
                &kept
            };
            kept.to_owned() + &self.mark
        })
    }
}
