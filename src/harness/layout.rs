//! What is to be known about one agent CLI, as plain data.

use super::contract::Protocol;
use super::settings_keys::SettingsKeys;

/// The files, hooks and options of one agent CLI.
#[derive(Debug)]
pub struct Layout {
    /// What `harness=` and the program are called.
    pub name: &'static str,
    /// The product's name, for messages.
    pub title: &'static str,
    /// The generated instruction file.
    pub instructions: Instructions,
    /// The settings file with the hooks, relative to the target.
    pub settings_file: &'static str,
    /// The keys of that file.
    pub settings_keys: SettingsKeys,
    /// The settings file of the project beside it, relative to the target.
    pub shared_settings_file: &'static str,
    /// Variables that the CLI replaces in the arguments of hooks, written `${NAME}`.
    pub hook_placeholders: &'static [&'static str],
    /// The folder of skills, relative to the target.
    pub skills_folder: &'static str,
    /// What a session also reads from the folders above its own.
    pub above: Above,
    /// Where the CLI keeps what belongs to its user.
    pub config: ConfigFolder,
    /// Every lifecycle event.
    pub events: &'static [Event],
    /// Names by which other CLIs call such events.
    pub foreign_events: &'static [ForeignEvent],
    /// Every type of hook handler.
    pub handlers: &'static [HandlerType],
    /// What the CLI and its hooks say to each other.
    pub protocol: &'static Protocol,
    /// Tools that permission rules are written for, as in `Bash(git push *)`.
    pub tools: &'static [&'static str],
    /// Options that take every following word which does not start with `-`.
    pub variadic_options: &'static [&'static str],
    /// Those of them whose values are folders.
    pub folder_options: &'static [&'static str],
    /// Those of them whose values are names of tools, or rules.
    pub tool_options: &'static [&'static str],
    /// Options without a value.
    pub switches: &'static [&'static str],
    /// Options that the CLI refuses to take from root.
    pub refused_as_root: &'static [&'static str],
    /// Options with one value, of which only the last counts; the spellings of one option stand together.
    pub single_options: &'static [&'static [&'static str]],
}

/// How the instruction file is read.
#[derive(Debug)]
pub struct Instructions {
    /// The generated file, relative to the target.
    pub file: &'static str,
    /// Bytes above which the CLI skips the file without a word.
    pub largest: usize,
    /// What the CLI stops reading as soon as the generated file is there.
    pub fallback: Option<Fallback>,
}

/// Instruction files that the CLI reads only where none of its own are.
#[derive(Debug)]
pub struct Fallback {
    /// The files, relative to a folder; the first one that exists counts.
    pub files: &'static [&'static str],
    /// The CLI's own files, relative to the target or a parent, besides the generated one.
    pub own: &'static [&'static str],
}

/// The files of a target that a session in a folder beneath it reads too.
#[derive(Debug)]
pub struct Above {
    /// The generated instruction file.
    pub instructions: bool,
    /// The settings file, where the target is the top of the git work tree that both lie in.
    pub settings: bool,
    /// The skills, where both lie in one git work tree.
    pub skills: bool,
}

/// The user's configuration of the CLI, which is not part of any project.
#[derive(Debug)]
pub struct ConfigFolder {
    /// The variable that moves it.
    pub variable: &'static str,
    /// Its place in the home folder otherwise.
    pub in_home: &'static str,
}

/// A lifecycle event.
#[derive(Debug)]
pub struct Event {
    /// The CLI's name for it.
    pub name: &'static str,
    /// What a matcher is compared with.
    pub matcher: Matcher,
}

/// What a matcher of an event is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matcher {
    /// The event has no matcher.
    None,
    /// The name of a tool. Only such events filter calls with `if`.
    Tool,
    /// One of these values; a newer CLI may know more.
    OneOf(&'static [&'static str]),
    /// Text that only the session knows.
    Text,
}

/// An event name of another CLI.
#[derive(Debug)]
pub struct ForeignEvent {
    /// The name.
    pub name: &'static str,
    /// The CLI it belongs to.
    pub cli: &'static str,
    /// What to write instead.
    pub instead: &'static str,
}

/// A type of hook handler and the fields it knows.
#[derive(Debug)]
pub struct HandlerType {
    /// The value of `type`.
    pub name: &'static str,
    /// The fields besides `type`.
    pub fields: &'static [Field],
}

/// The handler type that runs a file of `hooks/`.
pub(super) const FILE_HANDLER: &str = "command";

/// A field of a hook handler.
#[derive(Debug)]
pub struct Field {
    /// The CLI's name for it.
    pub name: &'static str,
    /// What its value must be.
    pub kind: FieldKind,
    /// Whether the handler cannot do without it.
    pub required: bool,
    /// Whether it makes sense on events with [`Matcher::Tool`] only.
    pub tool_events_only: bool,
}

impl Field {
    /// A field that may be left out.
    pub(super) const fn optional(name: &'static str, kind: FieldKind) -> Self {
        Self { name, kind, required: false, tool_events_only: false }
    }

    /// A field that must be there.
    pub(super) const fn required(name: &'static str, kind: FieldKind) -> Self {
        Self { name, kind, required: true, tool_events_only: false }
    }

    /// The same field, for tool events only.
    pub(super) const fn for_tool_events(self) -> Self {
        Self { tool_events_only: true, ..self }
    }
}

/// What the value of a field must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A string.
    Text,
    /// `true` or `false`.
    Flag,
    /// Seconds above 0.
    Seconds,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A list of strings.
    Texts,
    /// A map from strings to strings.
    TextMap,
    /// A map of anything.
    Map,
}

impl Layout {
    /// Whether the option takes one value, and the last one counts.
    pub(super) fn is_single(&self, option: &str) -> bool {
        self.single_options.iter().any(|spellings| spellings.contains(&option))
    }

    /// The event of that name.
    pub(super) fn event(&self, name: &str) -> Option<&'static Event> {
        self.events.iter().find(|event| event.name == name)
    }

    /// The handler type of that name.
    pub(super) fn handler(&self, name: &str) -> Option<&'static HandlerType> {
        self.handlers.iter().find(|handler| handler.name == name)
    }
}

impl HandlerType {
    /// The field of that name.
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
