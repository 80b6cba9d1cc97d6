//! What can be given on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// A terminal workbench for people who write skills for AI agents. Without a subcommand it opens.
#[derive(Clone, Debug, Parser)]
#[command(name = "skillkiln", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do; the workbench opens when nothing is given.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options that every subcommand takes.
    #[command(flatten)]
    pub common: Common,
    /// Options of the workbench.
    #[command(flatten)]
    pub screen: Screen,
}

/// Options that every subcommand takes.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// The project folder
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub project: PathBuf,
    /// The home folder [default: your own]
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// The host to look at it for [default: the one the project shows signs of]
    #[arg(long, global = true, value_name = "ID")]
    pub host: Vec<String>,
    /// An option of a host; may be given several times
    #[arg(long = "option", global = true, value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
    /// For people or for programs
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Options of the workbench.
#[derive(Clone, Debug, Args)]
pub struct Screen {
    /// Colours: auto, dark, light, high-contrast, mono, a theme of your own, or its file
    #[arg(long, value_name = "NAME|FILE")]
    pub theme: Option<String>,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub no_mouse: bool,
    /// Start with changes allowed
    #[arg(long)]
    pub build: bool,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// Exactly one JSON value.
    Json,
    /// SARIF 2.1.0, of `check` only
    Sarif,
    /// Annotations of GitHub runners, of `check` only
    Github,
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// List the hosts, whether the project shows signs of them, and their layers
    Hosts,
    /// List the skills a host would use, and what it does not load
    List,
    /// Show what a host reads in single files
    Read(ReadArgs),
    /// Show one skill whole
    Show(NameArgs),
    /// Show every copy of one skill, the winner first
    Layers(NameArgs),
    /// Show what each host makes of each skill
    Matrix(MatrixArgs),
    /// Print which paths a run with these skills may read and write
    Guard(GuardArgs),
    /// Find skills as the host's own search would
    Search(SearchArgs),
    /// Print what the model gets when it asks for one skill
    Activate(ActivateArgs),
    /// Print the text the model gets
    Prompt(PromptArgs),
    /// Find what is wrong with skills, at the exact characters
    Check(CheckArgs),
    /// Make a new skill in the host's write area
    New(NewArgs),
    /// Copy a skill into the host's write area, where it wins
    Override(NameArgs),
    /// Give a skill of the write area another name, in its folder and in its text
    Rename(RenameArgs),
    /// Copy a skill into the write area under another name
    Duplicate(RenameArgs),
    /// Move a skill of the write area to the trash
    Remove(RemoveArgs),
    /// Look into a source of skills, and install one of them
    Import(ImportArgs),
    /// Pack a skill into a zip archive, or in the shape another runtime takes
    Export(ExportArgs),
    /// Say which installed skills are as they were installed
    Verify(VerifyArgs),
    /// Say which installed skills were changed at their source
    Outdated(SourceArgs),
    /// Bring installed skills up to date, and keep what was changed here
    Update(UpdateArgs),
    /// Copy a skill of the write area into a folder of another host
    Deploy(DeployArgs),
    /// Take back what was done last to skills: an import, an update, a copy, a removal, a new name
    Undo(UndoArgs),
    /// Open the workbench on a sample project, which goes when it is left
    Demo(DemoArgs),
    /// Print the completions of a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// `demo`.
#[derive(Clone, Debug, Args)]
pub struct DemoArgs {
    /// Leave the sample where it is, and say where
    #[arg(long)]
    pub keep: bool,
}

/// `completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `read`.
#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// Skill files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The name of the folder the file counts as lying in [default: its own]
    #[arg(long, value_name = "NAME")]
    pub dir_name: Option<String>,
}

/// Subcommands about one skill.
#[derive(Clone, Debug, Args)]
pub struct NameArgs {
    /// The name the host uses, or a reference (`custom/code-review`)
    pub name: String,
}

/// `activate`.
#[derive(Clone, Debug, Args)]
pub struct ActivateArgs {
    /// The name the host uses, or a reference (`custom/code-review`)
    pub name: String,
    /// Stands in the text where `$ARGUMENTS` is, for hosts that put something there
    #[arg(long, value_name = "TEXT")]
    pub args: Option<String>,
}

/// `remove`.
#[derive(Clone, Debug, Args)]
pub struct RemoveArgs {
    /// The name the host uses, or a reference (`custom/code-review`)
    pub name: String,
    /// The other folder of the host that it was installed in, from the project folder
    #[arg(long, value_name = "DIR")]
    pub dest: Option<String>,
}

/// `rename` and `duplicate`.
#[derive(Clone, Debug, Args)]
pub struct RenameArgs {
    /// The name the host uses, or a reference (`custom/code-review`)
    pub name: String,
    /// The other name
    pub new: String,
}

/// `search`.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// What to look for; nothing lists the first skills by name
    #[arg(value_name = "QUERY", default_value = "")]
    pub query: String,
}

/// `matrix`.
#[derive(Clone, Debug, Args)]
pub struct MatrixArgs {
    /// Every host there is, not only those that judge
    #[arg(long, conflicts_with = "host")]
    pub all: bool,
    /// The hosts of this set of skillkiln.toml, and its errors only; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub set: Vec<String>,
}

/// `guard`.
#[derive(Clone, Debug, Args)]
pub struct GuardArgs {
    /// The skills of the run, by their references
    #[arg(long, value_name = "REF", num_args = 1..)]
    pub skill: Vec<String>,
}

/// `prompt`.
#[derive(Clone, Debug, Args)]
pub struct PromptArgs {
    /// Only this skill, by name or reference; may be given several times
    #[arg(long, value_name = "REF")]
    pub skill: Option<Vec<String>>,
    /// The skills that this preset or workflow file chooses
    #[arg(long, value_name = "FILE", conflicts_with = "skill")]
    pub preset: Option<String>,
    /// The skills of this step of the preset
    #[arg(long, value_name = "ID")]
    pub step: Option<String>,
    /// The skills of this agent type
    #[arg(long, value_name = "NAME", conflicts_with = "preset")]
    pub agent: Option<String>,
    /// A skill on top of those of the agent type; may be given several times
    #[arg(long, value_name = "NAME")]
    pub extra: Vec<String>,
    /// The agent type runs as a scheduled job
    #[arg(long)]
    pub job: bool,
    /// The agent people talk to, as the configuration binds it to an agent type
    #[arg(long, conflicts_with_all = ["preset", "intent", "job"])]
    pub root: bool,
    /// What the agent type (or with `--job` the run) remembers, where the host adds that
    #[arg(long, value_name = "TEXT")]
    pub memory: Option<String>,
    /// The text of the task file of a job
    #[arg(long, value_name = "TEXT", requires = "job")]
    pub task: Option<String>,
    /// The skills that this intent chooses
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["skill", "preset", "agent"])]
    pub intent: Option<String>,
    /// The prompt the skills are added to
    #[arg(long, value_name = "TEXT")]
    pub base: Option<String>,
    /// What takes the place of `$ARGUMENTS`
    #[arg(long, value_name = "TEXT")]
    pub args: Option<String>,
    /// The model's context window, for hosts whose list of skills may cost a share of it
    #[arg(long, value_name = "TOKENS")]
    pub window: Option<usize>,
}

/// `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Skill files, skill folders, or folders of skills; - is standard input [default: all of the
    /// project]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The file whose text stands on standard input (PATH is -): it is checked as it would lie there
    #[arg(long = "as", value_name = "FILE")]
    pub given: Option<PathBuf>,
    /// Apply fixes: those that change no meaning, or all
    #[arg(long, value_name = "WHICH")]
    pub fix: Option<Fixes>,
    /// The least severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub fail_on: FailOn,
    /// Say what a rule finds and why, and check nothing; `all` lists the rules
    #[arg(long, value_name = "RULE")]
    pub explain: Option<String>,
}

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fixes {
    /// Those that keep the meaning for every host that reads the file today.
    Safe,
    /// All.
    All,
}

/// What makes a check fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors.
    Error,
    /// Warnings and errors.
    Warning,
}

/// `new`.
#[derive(Clone, Debug, Args)]
pub struct NewArgs {
    /// The name of the skill and of its folder
    pub name: String,
    /// What it starts from: `minimal`, `with-script`; `empty` where a host knows no frontmatter
    #[arg(long, value_name = "ID", default_value = "minimal")]
    pub template: String,
    /// What it does and when to use it
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub description: String,
}

/// `export`.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// The name the host uses, or a reference
    pub name: String,
    /// The zip archive to write, from the current folder (`--for replio`: also a flat .md file)
    #[arg(long, value_name = "FILE")]
    pub to: PathBuf,
    /// For whom: agentskills, claude.ai, agentworks, replio; their rules are checked first
    #[arg(long = "for", value_name = "TARGET")]
    pub target: Option<String>,
    /// Write also over a file that is there, and what the target would refuse
    #[arg(long)]
    pub force: bool,
    /// Say what would be written and what would be lost, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask where something is lost; where nobody can be asked, nobody is
    #[arg(long)]
    pub yes: bool,
}

/// `verify`.
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// Only this folder of the host, from the project folder [default: all that have a lock]
    #[arg(long, value_name = "DIR")]
    pub dest: Option<String>,
}

/// `outdated`.
#[derive(Clone, Debug, Args)]
pub struct SourceArgs {
    /// Only this folder of the host, from the project folder [default: all that have a lock]
    #[arg(long, value_name = "DIR")]
    pub dest: Option<String>,
    /// The address of a GitHub of one's own
    #[arg(long, value_name = "URL")]
    pub github: Option<String>,
}

/// `update`.
#[derive(Clone, Debug, Args)]
pub struct UpdateArgs {
    /// Only this skill, as the lock calls it
    pub name: Option<String>,
    /// The other folder of the host that they were installed in, from the project folder [default: the
    /// write area]
    #[arg(long, value_name = "DIR")]
    pub dest: Option<String>,
    /// Say what would be done, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask; where nobody can be asked, nothing is written without this
    #[arg(long)]
    pub yes: bool,
    /// Files that were changed here and there stay as they are here
    #[arg(long, conflicts_with = "theirs")]
    pub ours: bool,
    /// Files that were changed here and there become as they are there
    #[arg(long)]
    pub theirs: bool,
    /// Let files run here that may be run at their source, and no others
    #[arg(long)]
    pub executable: bool,
    /// As --ours or --theirs, for one skill or one file of it (NAME/FILE); may be given several times
    #[arg(long, value_name = "NAME=ours|theirs", value_parser = take)]
    pub take: Vec<(String, TakeSide)>,
    /// The address of a GitHub of one's own
    #[arg(long, value_name = "URL")]
    pub github: Option<String>,
}

/// Which side a conflict is decided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeSide {
    /// As it is here.
    Ours,
    /// As it is at the source.
    Theirs,
}

fn take(text: &str) -> Result<(String, TakeSide), String> {
    let wrong = || "give NAME=ours or NAME=theirs".to_owned();
    let (name, side) = text.rsplit_once('=').ok_or_else(wrong)?;
    let side = match side {
        "ours" => TakeSide::Ours,
        "theirs" => TakeSide::Theirs,
        _ => return Err(wrong()),
    };
    Ok((name.to_owned(), side))
}

/// `deploy`.
#[derive(Clone, Debug, Args)]
pub struct DeployArgs {
    /// A skill of the write area
    pub name: String,
    /// The host and the layer it goes to
    #[arg(long, value_name = "HOST:LAYER")]
    pub to: String,
    /// Do it; without this the files are only named
    #[arg(long)]
    pub yes: bool,
    /// Put what stands there into the trash
    #[arg(long)]
    pub force: bool,
}

/// `undo`.
#[derive(Clone, Debug, Args)]
pub struct UndoArgs {
    /// Do not ask; where nobody can be asked, nothing is done without this
    #[arg(long)]
    pub yes: bool,
    /// With --yes: also where somebody worked on it since; that goes to the trash
    #[arg(long, requires = "yes")]
    pub force: bool,
}

/// `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// owner/repo, owner/repo/path, owner/repo@skill, an https address, or a file or folder (from the
    /// current folder)
    #[arg(value_name = "SOURCE")]
    pub source: String,
    /// The one skill of the source, by its name or folder
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub skill: Option<String>,
    /// Install it; without this nothing is written
    #[arg(long)]
    pub install: bool,
    /// Print this file of the skill and nothing else, to be read before it is installed
    #[arg(long, value_name = "FILE", conflicts_with = "install")]
    pub read: Option<String>,
    /// The hash that the look inside showed; also that of locks, which is the same for some different folders
    #[arg(long, value_name = "HASH")]
    pub expect: Option<String>,
    /// Install also where something of that name is; what lies in its place goes to the trash
    #[arg(long)]
    pub force: bool,
    /// Another folder that the host looks into, from the project folder
    #[arg(long, value_name = "DIR")]
    pub dest: Option<String>,
    /// Let files run here that may be run where they come from
    #[arg(long)]
    pub executable: bool,
    /// The address of a GitHub of one's own
    #[arg(long, value_name = "URL")]
    pub github: Option<String>,
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}
