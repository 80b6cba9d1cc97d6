//! The one table of commands: bindings, footer, help, palette and the keys in the README come from it.

use super::model::Model;
use super::recovery;
use super::update::{
    board, complete, copy, disk, editor, exchange, files, find, list, matrix, mode, naming,
    overlay, panes, preview, quit, save, skills, split,
};
use super::when::{self, When};
use crate::workbench::app::effect::Effect;
use crate::workbench::edit::{Command as Edit, Motion};

/// Where a key means a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// In the bar for finding and replacing.
    Find,
    /// In a text, while something is offered at the cursor.
    Completion,
    /// In a text that may be changed.
    Text,
    /// In a text that may be changed, before changes are allowed.
    Locked,
    /// In a text that may only be read.
    Reader,
    /// In the list.
    List,
    /// In the preview.
    Preview,
    /// Everywhere but in a text that may be changed.
    Outside,
    /// Everywhere.
    Anywhere,
}

impl Context {
    /// What people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Find => "find",
            Self::Completion => "offer",
            Self::Text => "text",
            Self::Locked => "text in Browse",
            Self::Reader => "read-only text",
            Self::List => "list",
            Self::Preview => "preview",
            Self::Outside => "outside text",
            Self::Anywhere => "anywhere",
        }
    }

    /// In a sentence, after a key.
    pub const fn place(self) -> &'static str {
        match self {
            Self::Find => "while finding",
            Self::Completion => "at an offer",
            Self::Text | Self::Locked => "in the text",
            Self::Reader => "in a read-only text",
            Self::List => "in the list",
            Self::Preview => "in the preview",
            Self::Outside => "outside the text",
            Self::Anywhere => "anywhere",
        }
    }
}

/// What commands are about; the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Making, changing and removing skills.
    Skills,
    /// The list.
    List,
    /// Changing text.
    Text,
    /// Moving, selecting and typing: what needs no name to be found.
    Cursor,
    /// The preview.
    Preview,
    /// The program.
    Program,
}

impl Group {
    /// In the order of the help.
    pub const ALL: [Self; 6] = [
        Self::Skills,
        Self::List,
        Self::Text,
        Self::Preview,
        Self::Program,
        Self::Cursor,
    ];

    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Skills => "Skills",
            Self::List => "List",
            Self::Text => "Text",
            Self::Cursor => "Moving, selecting, typing",
            Self::Preview => "Preview",
            Self::Program => "Program",
        }
    }
}

/// What a command does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Runs on the model.
    Run(fn(&mut Model) -> Vec<Effect>),
    /// Goes to the editor as it is.
    Edit(Edit),
}

/// One command.
#[derive(Debug)]
pub struct Command {
    /// Stable id (`skill.new`).
    pub id: &'static str,
    /// In the palette and, short, in the footer.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Its keys, by context, in the notation of [`Chord`].
    pub keys: &'static [(Context, &'static str)],
    /// Whether it can be used now, and if not, why.
    pub when: When,
    /// What it is about.
    pub group: Group,
    /// What it does.
    pub action: Action,
}

macro_rules! command {
    ($group:ident $id:literal $title:literal $help:literal
     [$($context:ident $key:literal),*] $when:expr => $action:expr) => {
        Command {
            id: $id,
            title: $title,
            help: $help,
            keys: &[$((Context::$context, $key)),*],
            when: $when,
            group: Group::$group,
            action: $action,
        }
    };
}

const fn go(motion: Motion) -> Action {
    Action::Edit(Edit::Move {
        motion,
        extend: false,
    })
}

const fn extend(motion: Motion) -> Action {
    Action::Edit(Edit::Move {
        motion,
        extend: true,
    })
}

const fn run(call: fn(&mut Model) -> Vec<Effect>) -> Action {
    Action::Run(call)
}

/// Every command.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    command!(Skills "skill.new" "new skill" "Makes a skill from a template in the host's write area."
        [Outside "n"] when::can_write => run(skills::ask_new)),
    command!(Skills "skill.edit" "edit" "Puts the cursor into the text, and allows changes."
        [Outside "e"] when::own_text => run(skills::edit)),
    command!(Skills "skill.override" "override" "Makes your own copy of a skill you may only read, and says what that changes."
        [Outside "o"] when::can_override => run(skills::ask_override)),
    command!(Skills "skill.delete" "delete" "Moves your own skill to the trash, after asking."
        [Outside "d"] when::can_delete_skill => run(skills::ask_delete)),
    command!(Skills "skill.rename" "rename" "Gives your own skill another name, in its folder and in its text."
        [Outside "r"] when::can_rename => run(naming::ask_rename)),
    command!(Skills "skill.duplicate" "duplicate" "Copies a skill into the write area under another name."
        [Outside "D"] when::can_duplicate => run(naming::ask_duplicate)),
    command!(Skills "skill.import" "import" "Looks into a repository, an archive or a folder, shows what is in it, and installs what you choose."
        [Outside "i"] when::always => run(exchange::ask_import)),
    command!(Skills "skill.update" "update" "Asks the source of the selected skill what changed there, and merges it with what you changed."
        [Outside "I"] when::is_locked => run(exchange::update::ask_one)),
    command!(Skills "lock.outdated" "outdated" "Asks the sources of all installed skills what changed there, and updates those you choose."
        [Outside "O"] when::has_locked => run(exchange::update::ask_all)),
    command!(Skills "lock.verify" "verify" "Shows each file of each installed skill: unchanged, changed, missing, extra, a link, or with another mode."
        [Outside "v"] when::has_locked => run(exchange::update::verify)),
    command!(Skills "skill.export" "export" "Packs the skill for others: checks what they refuse, says what is lost, writes a file."
        [Outside "x"] when::can_send => run(exchange::send::ask_export)),
    command!(Skills "skill.deploy" "copy to host" "Copies your own skill into a folder of another host, naming every file first."
        [Outside "X"] when::can_deploy => run(exchange::send::ask_places)),
    command!(Skills "skill.undo" "undo file action" "Takes back what was done last to skills: new, override, rename, duplicate, delete, import, update, copy to a host; also after a restart."
        [Outside "u"] when::always => run(disk::restore)),
    command!(Skills "skill.redo" "redo file action" "Does again what undo took back."
        [Outside "U"] when::always => run(disk::redo)),
    command!(Skills "recovery.show" "kept text" "Asks again about text from last time that was never saved, and was put off."
        [Outside "K"] when::kept_text => run(recovery::ask_again)),
    command!(Skills "file.save" "save" "Writes the text to its file."
        [Anywhere "Ctrl+S"] when::text_open => run(save::save)),
    command!(Skills "problem.list" "problems" "Lists every problem; Enter goes there."
        [Outside "p"] when::has_problems => run(overlay::problems)),
    command!(Skills "shadow.list" "what hides what" "Shows every copy that hides another, in each host that judges the project; Enter goes there."
        [Outside "S"] when::always => run(board::shadowing)),
    command!(Skills "prompt.copy" "copy prompt" "Copies the exact text the model gets."
        [Outside "c"] when::has_prompt => run(copy::prompt)),

    command!(Skills "prompt.select" "prompt for" "Chooses for whom the prompt is shown: a preset, an agent type, an intent, some skills."
        [Outside "s"] when::always => run(overlay::selections)),
    command!(Skills "prompt.copy-json" "copy JSON line" "Copies the line that makes the chosen skills last in a preset or a step."
        [Outside "C"] when::has_json_line => run(copy::json_line)),

    command!(Cursor "list.down" "down" "Selects the next skill."
        [List "j", List "Down"] when::always => run(list::down)),
    command!(Cursor "list.up" "up" "Selects the skill before."
        [List "k", List "Up"] when::always => run(list::up)),
    command!(Cursor "list.page-down" "page down" "Selects a page further."
        [List "PgDn"] when::always => run(list::page_down)),
    command!(Cursor "list.page-up" "page up" "Selects a page back."
        [List "PgUp"] when::always => run(list::page_up)),
    command!(Cursor "list.first" "first" "Selects the first skill."
        [List "g", List "Home"] when::always => run(list::first)),
    command!(Cursor "list.last" "last" "Selects the last skill."
        [List "G", List "End"] when::always => run(list::last)),
    command!(List "list.open" "open" "Goes into the text, to the fault that keeps a skill from loading."
        [List "Enter", List "l", List "Right"] when::text_open => run(list::open)),
    command!(List "list.filter" "filter" "Shows only names that match what you type."
        [List "/"] when::always => run(list::filter)),

    command!(Text "text.undo" "undo" "Takes back the last change of the text."
        [Text "Ctrl+Z", Find "Ctrl+Z"] when::editing => Action::Edit(Edit::Undo)),
    command!(Text "text.redo" "redo" "Does again what was taken back."
        [Text "Ctrl+Y", Find "Ctrl+Y"] when::editing => Action::Edit(Edit::Redo)),
    command!(Text "text.copy" "copy" "Copies the selected text; without one, Ctrl+C cancels."
        [Text "Ctrl+C", Reader "Ctrl+C"] when::has_selection => Action::Edit(Edit::Copy)),
    command!(Text "text.cut" "cut" "Copies and deletes the selected text."
        [Text "Ctrl+X"] when::has_selection => Action::Edit(Edit::Cut)),
    command!(Text "text.paste" "paste" "Inserts what was copied last."
        [Text "Ctrl+V"] when::editing => run(editor::paste)),
    command!(Text "text.select-all" "select all" "Selects the whole text."
        [Text "Ctrl+A", Reader "Ctrl+A"] when::in_text => Action::Edit(Edit::SelectAll)),
    command!(Text "find.open" "find" "Looks for text, and shows each match while you type."
        [Anywhere "Ctrl+F", Reader "/"] when::text_open => run(find::open)),
    command!(Text "find.replace" "replace" "Looks for text and puts other text in its place."
        [Text "Ctrl+R", Find "Ctrl+R"] when::editing => run(find::open_replace)),
    command!(Text "find.next" "next match" "Goes to the next match, round the end."
        [Find "Down", Text "F4", Reader "F4"] when::looked_for => run(find::next)),
    command!(Text "find.previous" "match before" "Goes to the match before, round the start."
        [Find "Up", Text "Shift+F4", Reader "Shift+F4"] when::looked_for => run(find::previous)),
    command!(Text "find.go" "next or replace" "Goes to the next match; in the line for what takes its place, replaces this one first."
        [Find "Enter"] when::looked_for => run(find::go)),
    command!(Text "find.replace-all" "replace all" "Replaces every match, as one step."
        [Find "Alt+A"] when::replacing => run(find::replace_all)),
    command!(Text "find.case" "case" "Tells large letters from small ones, or not."
        [Find "Alt+C"] when::finding => run(find::case)),
    command!(Text "find.word" "whole words" "Finds whole words only, or any part."
        [Find "Alt+W"] when::finding => run(find::word)),
    command!(Cursor "find.switch" "find/replace" "Flips between what is looked for and what takes its place."
        [Find "Tab", Find "Shift+Tab"] when::finding => run(find::switch)),
    command!(Cursor "find.close" "close" "Closes the bar; the match stays selected."
        [Find "Esc", Find "Ctrl+C"] when::finding => run(find::close)),
    command!(Text "text.program" "your editor" "Opens the text in the editor that VISUAL or EDITOR names, and takes over what is saved there."
        [Anywhere "Ctrl+O"] when::own_text => run(editor::program)),
    command!(Text "text.go-to-line" "go to line" "Goes to a line, or a line and column."
        [Anywhere "Ctrl+L"] when::text_open => run(find::ask_line)),
    command!(Text "text.white-space" "white space" "Shows spaces, tabs and line ends, or hides them again."
        [Anywhere "F7"] when::text_open => run(find::white_space)),
    command!(Text "problem.next" "next problem" "Puts the cursor on the next problem."
        [Anywhere "Ctrl+G"] when::text_has_problems => run(editor::next_problem)),
    command!(Text "problem.show" "whole problem" "Shows the problem below with all its words."
        [Anywhere "F3"] when::has_said => run(overlay::problem)),
    command!(Text "problem.fix" "fix" "Shows what the fix of the problem under the cursor changes, and makes it; of several, one is chosen."
        [Anywhere "Alt+Enter"] when::has_fix => run(editor::fix)),
    command!(Text "problem.fix-all" "fix all safe" "Applies every fix of this text that changes nothing for hosts that read it."
        [Anywhere "Alt+F"] when::has_safe_fix => run(editor::fix_all)),
    command!(Text "complete.open" "complete" "Offers fields, or the values a field may have, at the cursor."
        [Text "Ctrl+Space"] when::editing => run(complete::open)),
    command!(Text "complete.take" "take" "Takes the chosen field or value."
        [Completion "Tab", Completion "Enter"] when::offer_chosen => run(complete::take)),
    command!(Cursor "complete.down" "next offer" "Chooses the next field or value offered."
        [Completion "Down"] when::completing => run(complete::down)),
    command!(Cursor "complete.up" "offer before" "Chooses the field or value before."
        [Completion "Up"] when::offer_chosen => run(complete::up)),
    command!(Cursor "complete.close" "close offer" "Closes what is offered; typing on does not open it again."
        [Completion "Esc"] when::completing => run(complete::close)),
    command!(Cursor "text.newline" "new line" "Ends the line."
        [Text "Enter"] when::editing => Action::Edit(Edit::Newline)),
    command!(Cursor "text.indent" "indent" "Indents the selected lines, or inserts spaces."
        [Text "Tab"] when::editing => Action::Edit(Edit::Tab)),
    command!(Cursor "text.outdent" "outdent" "Takes one step of indentation away."
        [Text "Shift+Tab"] when::editing => Action::Edit(Edit::BackTab)),
    command!(Cursor "text.backspace" "delete back" "Deletes the character before the cursor."
        [Text "Backspace"] when::editing => Action::Edit(Edit::Backspace)),
    command!(Cursor "text.delete" "delete" "Deletes the character after the cursor."
        [Text "Delete"] when::editing => Action::Edit(Edit::Delete)),
    command!(Cursor "text.delete-word-back" "delete word back" "Deletes back to the start of the word."
        [Text "Ctrl+W", Text "Alt+Backspace", Text "Ctrl+Backspace"] when::editing => Action::Edit(Edit::DeleteWordLeft)),
    command!(Cursor "text.delete-word" "delete word" "Deletes to the end of the word."
        [Text "Alt+D", Text "Ctrl+Delete"] when::editing => Action::Edit(Edit::DeleteWordRight)),
    command!(Text "text.delete-line" "delete line" "Deletes the selected lines."
        [Text "Ctrl+K"] when::editing => Action::Edit(Edit::DeleteLine)),
    command!(Text "text.duplicate-line" "repeat line" "Repeats the selected lines below themselves."
        [Text "Ctrl+D"] when::editing => Action::Edit(Edit::DuplicateLine)),
    command!(Text "text.line-up" "line up" "Moves the selected lines up."
        [Text "Alt+Up"] when::editing => Action::Edit(Edit::MoveLineUp)),
    command!(Text "text.line-down" "line down" "Moves the selected lines down."
        [Text "Alt+Down"] when::editing => Action::Edit(Edit::MoveLineDown)),

    command!(Cursor "cursor.left" "left" "One character back."
        [Text "Left", Reader "Left", Reader "h"] when::in_text => go(Motion::Left)),
    command!(Cursor "cursor.right" "right" "One character on."
        [Text "Right", Reader "Right", Reader "l"] when::in_text => go(Motion::Right)),
    command!(Cursor "cursor.up" "up" "One row up."
        [Text "Up", Reader "Up", Reader "k"] when::in_text => go(Motion::Up)),
    command!(Cursor "cursor.down" "down" "One row down."
        [Text "Down", Reader "Down", Reader "j"] when::in_text => go(Motion::Down)),
    command!(Cursor "cursor.word-left" "word left" "To the start of the word before."
        [Text "Ctrl+Left", Reader "Ctrl+Left", Text "Alt+Left"] when::in_text => go(Motion::WordLeft)),
    command!(Cursor "cursor.word-right" "word right" "To the end of the word after."
        [Text "Ctrl+Right", Reader "Ctrl+Right", Text "Alt+Right"] when::in_text => go(Motion::WordRight)),
    command!(Cursor "cursor.line-start" "line start" "To the first letter of the line; again, to its start."
        [Text "Home", Reader "Home"] when::in_text => go(Motion::LineStart)),
    command!(Cursor "cursor.line-end" "line end" "To the end of the line."
        [Text "End", Reader "End", Text "Ctrl+E"] when::in_text => go(Motion::LineEnd)),
    command!(Cursor "cursor.page-up" "page up" "One screen up."
        [Text "PgUp", Reader "PgUp"] when::in_text => go(Motion::PageUp)),
    command!(Cursor "cursor.page-down" "page down" "One screen down."
        [Text "PgDn", Reader "PgDn"] when::in_text => go(Motion::PageDown)),
    command!(Cursor "cursor.top" "top" "To the start of the text."
        [Text "Ctrl+Home", Reader "Ctrl+Home", Reader "g"] when::in_text => go(Motion::Top)),
    command!(Cursor "cursor.bottom" "bottom" "To the end of the text."
        [Text "Ctrl+End", Reader "Ctrl+End", Reader "G"] when::in_text => go(Motion::Bottom)),
    command!(Cursor "select.left" "select left" "Selects one character back."
        [Text "Shift+Left", Reader "Shift+Left"] when::in_text => extend(Motion::Left)),
    command!(Cursor "select.right" "select right" "Selects one character on."
        [Text "Shift+Right", Reader "Shift+Right"] when::in_text => extend(Motion::Right)),
    command!(Cursor "select.up" "select up" "Selects one row up."
        [Text "Shift+Up", Reader "Shift+Up"] when::in_text => extend(Motion::Up)),
    command!(Cursor "select.down" "select down" "Selects one row down."
        [Text "Shift+Down", Reader "Shift+Down"] when::in_text => extend(Motion::Down)),
    command!(Cursor "select.word-left" "select word left" "Selects back to the start of the word."
        [Text "Ctrl+Shift+Left", Reader "Ctrl+Shift+Left"] when::in_text => extend(Motion::WordLeft)),
    command!(Cursor "select.word-right" "select word right" "Selects to the end of the word."
        [Text "Ctrl+Shift+Right", Reader "Ctrl+Shift+Right"] when::in_text => extend(Motion::WordRight)),
    command!(Cursor "select.line-start" "select to line start" "Selects back to the start of the line."
        [Text "Shift+Home", Reader "Shift+Home"] when::in_text => extend(Motion::LineStart)),
    command!(Cursor "select.line-end" "select to line end" "Selects to the end of the line."
        [Text "Shift+End", Reader "Shift+End"] when::in_text => extend(Motion::LineEnd)),
    command!(Cursor "select.page-up" "select page up" "Selects one screen up."
        [Text "Shift+PgUp", Reader "Shift+PgUp"] when::in_text => extend(Motion::PageUp)),
    command!(Cursor "select.page-down" "select page down" "Selects one screen down."
        [Text "Shift+PgDn", Reader "Shift+PgDn"] when::in_text => extend(Motion::PageDown)),

    command!(Preview "preview.prompt" "Prompt" "The exact text the model gets of the skills."
        [Outside "1", Anywhere "Alt+1"] when::always => run(preview::prompt)),
    command!(Preview "preview.reading" "Reading" "Each field as the host holds it."
        [Outside "2", Anywhere "Alt+2"] when::always => run(preview::reading)),
    command!(Preview "preview.layers" "Layers" "Every copy of the skill, the winner first, and what differs."
        [Outside "3", Anywhere "Alt+3"] when::always => run(preview::layers)),
    command!(Preview "preview.hosts" "Hosts" "What each host makes of the skill."
        [Outside "4", Anywhere "Alt+4"] when::always => run(preview::hosts)),
    command!(Preview "preview.files" "Files" "The supporting files of the skill."
        [Outside "5", Anywhere "Alt+5"] when::always => run(preview::tab_files)),
    command!(Cursor "preview.down" "scroll down" "Scrolls one line down; under Files, selects."
        [Preview "j", Preview "Down"] when::always => run(preview::down)),
    command!(Cursor "preview.up" "scroll up" "Scrolls one line up; under Files, selects."
        [Preview "k", Preview "Up"] when::always => run(preview::up)),
    command!(Cursor "preview.page-down" "page down" "Scrolls one page down."
        [Preview "PgDn", Preview "Space"] when::always => run(preview::page_down)),
    command!(Cursor "preview.page-up" "page up" "Scrolls one page up."
        [Preview "PgUp"] when::always => run(preview::page_up)),
    command!(Cursor "preview.top" "top" "Scrolls to the top."
        [Preview "g", Preview "Home"] when::always => run(preview::top)),
    command!(Cursor "preview.bottom" "bottom" "Scrolls to the end."
        [Preview "G", Preview "End"] when::always => run(preview::bottom)),
    command!(Preview "preview.wrap" "wrap" "Wraps long lines, or cuts them."
        [Preview "w"] when::always => run(preview::wrap)),
    command!(Preview "preview.full" "full screen" "Gives the preview the whole screen, or takes it back."
        [Preview "f", List "f"] when::always => run(preview::full)),
    command!(Preview "preview.old-side" "old side" "Compares with another copy on the old side."
        [Preview "["] when::two_copies => run(preview::old_side)),
    command!(Preview "preview.new-side" "new side" "Compares with another copy on the new side."
        [Preview "]"] when::two_copies => run(preview::new_side)),
    command!(Preview "preview.open" "open" "Opens the selected file; under Hosts, goes to the character or the copy that decides."
        [Preview "Enter", Preview "l"] when::can_open => run(preview::open)),
    command!(Preview "host.use" "use host" "Under Hosts, looks with the eyes of the selected host."
        [Preview "h"] when::host_selected => run(preview::use_host)),
    command!(Preview "file.new" "new file" "Makes a supporting file in your own skill."
        [Preview "n"] when::can_make_file => run(files::ask_new)),
    command!(Preview "file.rename" "rename file" "Gives the selected file beside your own skill another name."
        [Preview "r"] when::can_change_file => run(files::ask_rename)),
    command!(Preview "file.delete" "delete file" "Moves the selected file beside your own skill to the trash, after asking."
        [Preview "d"] when::can_change_file => run(files::ask_delete)),

    command!(Program "pane.next" "next pane" "Goes to the next pane."
        [Anywhere "F6", Outside "Tab", Locked "Tab"] when::always => run(panes::next)),
    command!(Program "pane.previous" "pane before" "Goes to the pane before."
        [Anywhere "Shift+F6", Outside "Shift+Tab", Locked "Shift+Tab"] when::always => run(panes::previous)),
    command!(Program "pane.flip" "text/preview" "Flips between text and preview where one of them shows."
        [Anywhere "Ctrl+T"] when::always => run(panes::flip)),
    command!(Program "pane.wider" "wider" "Makes the pane with the focus wider; the mouse drags the rules between panes."
        [Outside ">", Anywhere "Alt+."] when::has_rules => run(split::wider)),
    command!(Program "pane.narrower" "narrower" "Makes the pane with the focus narrower."
        [Outside "<", Anywhere "Alt+,"] when::has_rules => run(split::narrower)),
    command!(Program "pane.reset" "usual widths" "Makes the panes as wide as they are by themselves."
        [Outside "="] when::has_rules => run(split::reset)),
    command!(Program "log" "messages" "Shows what was said before; Enter copies a message."
        [Outside "L"] when::always => run(board::log)),
    command!(Program "mode.switch" "build/browse" "Allows changes, or locks everything again."
        [Anywhere "F5", Anywhere "Ctrl+5", Anywhere "Alt+B"] when::always => run(mode::switch)),
    command!(Program "host.choose" "host" "Looks with the eyes of another host."
        [Anywhere "F2", Outside "H"] when::always => run(overlay::hosts)),
    command!(Program "matrix" "skills by hosts" "Shows what each host makes of each skill."
        [Outside "M"] when::always => run(matrix::open)),
    command!(Program "palette" "commands" "Finds any command by its name."
        [Anywhere "Ctrl+P", Anywhere "Alt+X", Outside ":"] when::always => run(overlay::palette)),
    command!(Program "help" "help" "Shows what can be done here with which key, and does it."
        [Anywhere "F1", Outside "?"] when::always => run(board::help)),
    command!(Program "disk.read" "read again" "Reads every folder again; changes are seen by themselves."
        [Outside "R"] when::always => run(disk::read_again)),
    command!(Program "leave" "back" "Leaves one thing at a time: popup, selection, filter, pane."
        [Anywhere "Esc"] when::always => run(panes::escape)),
    command!(Program "cancel" "cancel" "Stops what takes long; twice in a row quits, after asking about unsaved text."
        [Anywhere "Ctrl+C"] when::always => run(quit::cancel)),
    command!(Program "quit" "quit" "Leaves, after asking about unsaved text."
        [Anywhere "Ctrl+Q", Outside "q"] when::always => run(quit::ask)),
];

/// The command with this id.
pub fn by_id(id: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.id == id)
}

/// The key section of the README. Moving and selecting in text is that of any editor, so those keys
/// are left to the help; a command whose keys are the same in several places has one row.
pub fn readme() -> String {
    let mut out = String::from("| where | key | does | id |\n|---|---|---|---|\n");
    let groups = Group::ALL
        .into_iter()
        .filter(|group| *group != Group::Cursor);
    for command in groups.flat_map(|group| COMMANDS.iter().filter(move |c| c.group == group)) {
        let mut rows: Vec<(Vec<Context>, String)> = Vec::new();
        for (context, _) in command.keys {
            let keys = command.keys.iter().filter(|(known, _)| known == context);
            let keys: Vec<String> = keys.map(|(_, key)| format!("`{key}`")).collect();
            let keys = keys.join(" ");
            match rows.iter_mut().find(|(_, known)| *known == keys) {
                Some((contexts, _)) if contexts.contains(context) => {}
                Some((contexts, _)) => contexts.push(*context),
                None => rows.push((vec![*context], keys)),
            }
        }
        for (contexts, keys) in rows {
            let places: Vec<&str> = contexts.iter().map(|context| context.title()).collect();
            out.push_str(&format!(
                "| {} | {keys} | {} | `{}` |\n",
                places.join(", "),
                command.help,
                command.id
            ));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::workbench::app::key::Chord;

    #[test]
    fn every_key_parses_and_is_written_as_it_is_shown() {
        for command in COMMANDS {
            for (_, key) in command.keys {
                let chord: Chord = key.parse().expect(key);
                assert_eq!(chord.to_string(), *key, "{}", command.id);
            }
        }
    }

    #[test]
    fn ids_are_unique_and_every_command_can_be_reached() {
        let ids: HashSet<_> = COMMANDS.iter().map(|command| command.id).collect();
        assert_eq!(ids.len(), COMMANDS.len());
        for command in COMMANDS {
            assert!(!command.keys.is_empty(), "{}", command.id);
            assert!(command.help.ends_with('.'), "{}", command.id);
        }
    }

    #[test]
    fn no_key_is_bound_twice_in_one_context_without_a_condition() {
        let mut seen = HashSet::new();
        for command in COMMANDS {
            for key in command.keys {
                assert!(seen.insert(*key), "{} {key:?}", command.id);
            }
        }
    }

    #[test]
    fn what_terminals_cannot_send_is_not_bound() {
        let forbidden = ["Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+8", "Ctrl+9", "Ctrl+0"];
        let also = ["Ctrl+I", "Ctrl+M", "Ctrl+[", "Ctrl+.", "Shift+Enter"];
        for (_, key) in COMMANDS.iter().flat_map(|command| command.keys) {
            assert!(!forbidden.contains(key) && !also.contains(key), "{key}");
            let shifted = key.strip_prefix("Ctrl+Shift+");
            assert!(shifted.is_none_or(|rest| rest.len() > 1), "{key}");
        }
    }
}
