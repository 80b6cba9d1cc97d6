//! A text that was opened: the editor, what is known of its file, and what is wrong in it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::check::{Finding, Fix};
use crate::library::recovery::Unsaved;
use crate::skill::Span;
use crate::skill::bytes::{Encoding, decode};
use crate::skill::colour::{self, Role};
use crate::skill::document::{Document, LineEnds};
use crate::skill::edit::Edit;
use crate::workbench::edit::{Command, Editor};

/// Texts larger than this are shown without colours: they are no skills, and taking them apart
/// with every key would be felt.
const COLOUR_LIMIT: usize = 1 << 20;

/// One opened text.
pub struct Text {
    /// The file, or the id of a page of our own.
    pub path: String,
    /// The name on top: the skill it belongs to.
    pub title: String,
    /// The editor.
    pub editor: Editor,
    /// The bytes on disk, as last heard; `None` when there is no such file.
    pub base: Option<Arc<[u8]>>,
    /// Why it may not be changed; `None` when it may.
    pub read_only: Option<String>,
    /// The host in whose write area it was changed, when another one is looked with now.
    pub host: Option<String>,
    /// The bytes of a save under way.
    pub saving: Option<Arc<[u8]>>,
    /// Size and time of the file, where its bytes are not part of the tree.
    pub stamp: Option<(u64, Option<SystemTime>)>,
    /// Why the text does not stand for exactly the bytes of the file.
    inexact: Option<String>,
    /// Why the place it lies in may not be changed.
    denied: Option<String>,
    /// The file changed on disk while the text was not saved.
    pub overtaken: bool,
    /// What another program wrote then; `None` when the file is gone.
    pub theirs: Option<Arc<[u8]>>,
    /// It has still to be asked which of the two stays.
    pub ask: bool,
    /// It is a skill file, or a page that looks like one: it has frontmatter and findings.
    pub skill: bool,
    /// Taken apart.
    pub document: Document,
    /// Colours.
    pub roles: Vec<(Span, Role)>,
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// The finding that was gone to last, and where the cursor stood then.
    pub visited: Option<(usize, usize)>,
    /// Revision of the editor that the three above belong to.
    pub(super) analysed: Option<u64>,
    /// The hosts were asked about the fixes of its findings; while one types there is no time for that.
    pub(super) asked: bool,
    /// They are to be asked when it is taken apart next.
    pub(super) asking: bool,
}

impl Text {
    /// Opens the bytes of a file. What is not UTF-8 can be read only.
    pub fn open(path: &str, title: &str, bytes: Arc<[u8]>, read_only: Option<String>) -> Self {
        let decoded = decode(&bytes);
        let mut text = Self {
            path: path.to_owned(),
            title: title.to_owned(),
            editor: Editor::new(decoded.text),
            base: Some(bytes),
            read_only: None,
            inexact: inexact(&decoded.encoding),
            denied: None,
            host: None,
            saving: None,
            stamp: None,
            overtaken: false,
            theirs: None,
            ask: false,
            skill: path.to_ascii_lowercase().ends_with(".md"),
            document: Document::parse(""),
            roles: Vec::new(),
            findings: Vec::new(),
            visited: None,
            analysed: None,
            asked: false,
            asking: false,
        };
        text.permit(read_only);
        text
    }

    /// A text that was left behind, as what it was: unsaved. Undo leads to what it began with, as far
    /// as that can be typed back to.
    pub fn left(unsaved: &Unsaved, title: &str, now: Duration) -> Self {
        let exact = |base: &&Arc<[u8]>| matches!(decode(base).encoding, Encoding::Utf8);
        let base = unsaved.base.as_ref().filter(exact).cloned();
        let bytes = base.unwrap_or_else(|| Arc::from(b"".as_slice()));
        let mut text = Self::open(&unsaved.path, title, bytes, None);
        text.take_back(unsaved, now);
        text
    }

    /// Goes on with a text that was left behind: it is unsaved.
    pub fn take_back(&mut self, unsaved: &Unsaved, now: Duration) {
        self.agree(unsaved.base.clone());
        self.editor.set_read_only(false);
        self.put(&unsaved.text, now);
    }

    /// Allows changes unless there is a reason against them, here or in the bytes themselves.
    pub fn permit(&mut self, denied: Option<String>) {
        self.read_only = self.inexact.clone().or_else(|| denied.clone());
        self.denied = denied;
        self.editor.set_read_only(self.read_only.is_some());
    }

    /// It may be changed.
    pub fn writable(&self) -> bool {
        self.read_only.is_none()
    }

    /// It is small enough for findings with every key, or as it is on disk.
    pub fn checked(&self) -> bool {
        self.coloured() || !self.unsaved()
    }

    /// It is small enough for colours.
    pub fn coloured(&self) -> bool {
        self.editor.text().len() <= COLOUR_LIMIT
    }

    /// It differs from the file.
    pub fn unsaved(&self) -> bool {
        self.editor.is_dirty()
    }

    /// Takes the text apart again when it is another; true when it was.
    pub fn analyse(&mut self) -> bool {
        if self.analysed == Some(self.editor.revision()) {
            return false;
        }
        self.analysed = Some(self.editor.revision());
        self.asked = std::mem::take(&mut self.asking) || !self.unsaved();
        self.visited = None;
        let text = self.editor.text();
        if text.len() > COLOUR_LIMIT && self.editor.is_dirty() {
            self.roles = Vec::new();
            return true;
        }
        self.document = Document::parse(text);
        self.roles = if self.skill && self.coloured() {
            colour::roles(text, &self.document)
        } else {
            Vec::new()
        };
        true
    }

    /// Takes over what the file holds now; undo brings back what was here.
    pub fn follow(&mut self, bytes: Arc<[u8]>) {
        let decoded = decode(&bytes);
        self.editor.reload(&decoded.text);
        self.inexact = inexact(&decoded.encoding);
        self.permit(self.denied.clone());
        self.go_on_from(Some(bytes));
    }

    /// Whatever another program wrote, this is what the text goes on from. Where that is not the text
    /// here, no undo leads to what is saved: a text from before would otherwise pass for it.
    pub fn agree(&mut self, base: Option<Arc<[u8]>>) {
        if base.as_deref() != Some(self.editor.text().as_bytes()) {
            self.editor.forget_saved();
        }
        self.go_on_from(base);
    }

    fn go_on_from(&mut self, base: Option<Arc<[u8]>>) {
        self.base = base;
        self.overtaken = false;
        self.theirs = None;
        self.ask = false;
    }

    /// Makes another text of it, as one step that can be undone.
    pub fn put(&mut self, new: &str, now: Duration) {
        let (span, with) = self.editor.differing(new);
        let start = span.start;
        let edit = Edit::replace(span, with);
        self.editor.apply(Command::Apply(vec![edit]), now);
        self.editor.apply(Command::SetCursor(start), now);
    }

    /// The bytes of the description without its quotes, in a skill.
    pub fn description(&self) -> Option<Span> {
        let document = Document::parse(self.editor.text());
        let value = &document.tree()?.get("description")?.value;
        let written = &self.editor.text()[value.span.clone()];
        let quoted = written.len() > 1 && written.starts_with(['"', '\'']);
        let by = usize::from(quoted);
        Some(value.span.start + by..value.span.end - by)
    }

    /// The file name.
    pub fn file_name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The finding gone to, else the one under the cursor, else one on its line, the worst first.
    pub fn finding_here(&self) -> Option<&Finding> {
        let cursor = self.editor.cursor();
        if let Some((at, _)) = self.visited.filter(|(_, stood)| *stood == cursor)
            && let Some(finding) = self.findings.get(at)
        {
            return Some(finding);
        }
        let line = self.editor.line_around(cursor);
        let touches =
            |finding: &&Finding| finding.range.start <= cursor && cursor <= finding.range.end;
        let on_line = |finding: &&Finding| {
            line.start <= finding.range.start && finding.range.start <= line.end
        };
        self.findings
            .iter()
            .filter(touches)
            .max_by_key(|finding| finding.severity)
            .or_else(|| {
                self.findings
                    .iter()
                    .filter(on_line)
                    .max_by_key(|finding| finding.severity)
            })
    }

    /// The first fix of the finding under the cursor.
    pub fn fix_here(&self) -> Option<&Fix> {
        self.fixes_here().first()
    }

    /// Every fix of the finding under the cursor.
    pub fn fixes_here(&self) -> &[Fix] {
        self.finding_here()
            .map_or(&[], |finding| finding.fixes.as_slice())
    }

    /// The first safe fix of each finding that has one.
    pub fn safe_fixes(&self) -> impl Iterator<Item = &Fix> {
        let first = |finding: &'_ Finding| finding.fixes.iter().position(|fix| fix.safe);
        self.findings
            .iter()
            .filter_map(move |finding| Some(&finding.fixes[first(finding)?]))
    }

    /// How its lines end, for people.
    pub fn line_ends(&self) -> &'static str {
        match self.document.line_ends {
            LineEnds::Lf => "LF",
            LineEnds::CrLf => "CRLF",
            LineEnds::Cr => "CR",
            LineEnds::Mixed => "mixed ends",
        }
    }
}

/// Why bytes of this encoding cannot be written back as they are shown.
fn inexact(encoding: &Encoding) -> Option<String> {
    match encoding {
        Encoding::Utf8 => None,
        Encoding::Invalid { at } => Some(format!(
            "not UTF-8 (first bad byte at {at}): shown as far as it can be, read only"
        )),
        Encoding::Utf16 => Some("UTF-16: shown decoded, read only".to_owned()),
    }
}
