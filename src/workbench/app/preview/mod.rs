//! The preview pane: which tab, where it is scrolled, and the lines it shows.

pub mod blocks;
pub mod files;
pub mod hosts;
pub mod layers;
pub mod prompt;
pub mod reading;
pub mod rows;

use std::sync::Arc;

use super::difference::Difference;
use super::ink::{Ink, Line};
use super::model::Model;
use crate::host::Prompt;
use hosts::Told;
use rows::Rows;

/// What there is to say of a file that the host does not look for.
fn unlisted(model: &Model) -> Line {
    Line::of(model.host_title(), Ink::Strong).with(" does not look for it here.", Ink::Dim)
}

/// The tabs, in the order of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// What the model gets.
    #[default]
    Prompt,
    /// The fields as the host holds them.
    Reading,
    /// Every copy of the name.
    Layers,
    /// What each host makes of it.
    Hosts,
    /// Supporting files.
    Files,
}

impl Tab {
    /// All, in order.
    pub const ALL: [Self; 5] = [
        Self::Prompt,
        Self::Reading,
        Self::Layers,
        Self::Hosts,
        Self::Files,
    ];

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Prompt => "Prompt",
            Self::Reading => "Reading",
            Self::Layers => "Layers",
            Self::Hosts => "Hosts",
            Self::Files => "Files",
        }
    }

    /// Index into [`Tab::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One copy that can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyRef {
    /// What it is called: its layer.
    pub label: String,
    /// Its file, or the id of its row where it has none of its own.
    pub path: String,
}

/// One supporting file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Its path.
    pub path: String,
    /// Below the folder of the skill.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// May be executed.
    pub executable: bool,
    /// It is the skill file itself.
    pub skill: bool,
    /// Why the host does not hand it over with the skill.
    pub left: Option<&'static str>,
    /// The text of the skill names it, or never does; `None` for what need not be named.
    pub named: Option<bool>,
}

/// A difference, asked for or here.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Generation of the question asked last.
    pub asked: u64,
    /// The two sides that were asked about, with their texts.
    pub(super) sides: Option<[(String, String); 2]>,
    /// The last answer about these two copies; kept until the next one is here.
    pub difference: Option<Difference>,
}

/// How many tokens the prompt costs: asked for, or here.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Generation of the question asked last.
    pub asked: u64,
    /// What was asked about last: the prompt with unsaved text, and that of the disk where it is
    /// another.
    pub(super) of: Option<(Arc<Prompt>, Option<Arc<Prompt>>)>,
    /// The last answer; kept until the next one is here.
    pub counts: Option<Counts>,
    /// The answer belongs to what was asked last.
    pub fresh: bool,
}

/// Tokens of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of the whole text.
    pub total: usize,
    /// Of each part by itself; together they may come to a little more than the whole.
    pub parts: Vec<usize>,
    /// Of the prompt of the disk.
    pub saved: usize,
}

/// The preview.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The tab shown.
    pub tab: Tab,
    /// First row shown, by tab.
    pub scroll: [usize; 5],
    /// Long lines are wrapped.
    pub wrap: bool,
    /// The rows of the tab.
    pub rows: Rows,
    /// What stands fixed below them.
    pub foot: Vec<Line>,
    /// Under Layers: the copies, the winner first.
    pub copies: Vec<CopyRef>,
    /// Index of the copy on the old side.
    pub old: usize,
    /// Index of the copy on the new side.
    pub new: usize,
    /// The difference between them.
    pub compared: Compared,
    /// Under Files: the files.
    pub files: Vec<FileRow>,
    /// Files the text of the skill speaks of that are not there, below its folder.
    pub missing: Vec<String>,
    /// The selected one.
    pub file: usize,
    /// What each host makes of the selected file, those that matter here first.
    pub verdicts: Vec<Told>,
    /// Index of the selected host.
    pub host: usize,
    /// Id of the host to select as soon as it is told of.
    pub wanted: Option<String>,
    /// What the prompt costs.
    pub tokens: Tokens,
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            tab: Tab::default(),
            scroll: [0; 5],
            wrap: true,
            rows: Rows::default(),
            foot: Vec::new(),
            copies: Vec::new(),
            old: 1,
            new: 0,
            compared: Compared::default(),
            files: Vec::new(),
            missing: Vec::new(),
            file: 0,
            verdicts: Vec::new(),
            host: 0,
            wanted: None,
            tokens: Tokens::default(),
        }
    }
}

impl Preview {
    /// First row shown in this tab.
    pub fn top(&self) -> usize {
        self.scroll[self.tab.index()]
    }

    /// Scrolls to `row`, as far as there is something to show on `height` rows.
    pub fn scroll_to(&mut self, row: usize, height: usize) {
        let last = self.rows.len().saturating_sub(height.max(1));
        self.scroll[self.tab.index()] = row.min(last);
    }
}
