//! A thing that a launcher lists, and what is said when it cannot be had.

use super::codes;
use super::scribe::Scribe;
use super::selection::{describe, report_weighed, teller};
use crate::diagnostic::{Code, Diagnostic, Place, visible};
use crate::hub::{Fault, Hub, Kind, Shelf, Source};
use crate::manifest::Recipe;

/// A module, hook, skill or person that a launcher lists.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) kind: Kind,
    pub(super) name: &'a str,
    pub(super) listed: &'a Place,
    pub(super) by: &'a Recipe,
    pub(super) required: Option<bool>,
    /// Of a skill: whether its files are asked for by a `mode` that could be left out.
    pub(super) copied: bool,
}

impl Item<'_> {
    /// No source gives it.
    pub(super) fn report_missing(&self, hub: &Hub, scribe: &mut Scribe) {
        self.exclude(hub.own(), &Fault::Missing, scribe);
        // That a source is missing is the problem, and was said; what it would give is not known.
        if hub.lacks().is_some() {
            return;
        }
        let Self { kind, name, listed, by, required, .. } = *self;
        let (word, shown, folder) = (kind.word(), visible(name), kind.folder());
        let names = hub.shelf(kind);
        let split = (kind == Kind::Hook).then(|| split_command(name, names)).flatten();
        let help = match (self.not_admitted(hub), names.nearest(name), kind) {
            (Some(help), ..) => help,
            _ if split.is_some() => split.unwrap_or_default(),
            (_, Some(near), _) => format!("did you mean `\"{}\"`?", visible(near)),
            (_, None, Kind::Skill) => {
                format!("create `skills/{shown}/SKILL.md`, or take it out of the list")
            }
            (_, None, _) => format!("create `{folder}/{shown}`, or take it out of the list"),
        };
        let diagnostic = Diagnostic::new(self.code(true), format!("there is no {word} `{shown}`"))
            .label(listed, format!("{} such entry", nowhere(hub, kind)))
            .help(help);
        report_weighed(diagnostic, required, by, scribe);
    }

    /// The `source` that gives it cannot have it used.
    pub(super) fn report(&self, fault: &Fault, source: &Source, scribe: &mut Scribe) {
        self.exclude(source, fault, scribe);
        let Self { kind, name, listed, by, required, .. } = *self;
        let (word, shown, path) = (kind.word(), visible(name), source.shown(kind, name));
        let diagnostic = match fault {
            Fault::NotUtf8 { file, offset } => {
                Diagnostic::new(self.code(false), format!("{word} `{shown}` is not UTF-8"))
                    .label(&Place::new(file, *offset..*offset + 1), "this byte is not part of a character")
                    .label(listed, "listed here")
                    .help(format!("save `{}` as UTF-8", visible(&path)))
            }
            other => Diagnostic::new(self.code(false), format!("{word} `{shown}` {}", other.describe()))
                .label(listed, format!("listed here by {}", describe(by)))
                .help(self.remedy(other, &visible(&path))),
        };
        report_weighed(diagnostic, required, by, scribe);
    }

    fn exclude(&self, source: &Source, fault: &Fault, scribe: &mut Scribe) {
        let reason = format!("{} {}, listed by {}", visible(self.name), fault.reason(), teller(self.by));
        scribe.excluded(self.kind.word(), self.name, source, reason);
    }

    /// A source that has it, and of which things of this kind are not admitted.
    fn not_admitted(&self, hub: &Hub) -> Option<String> {
        let holder = hub.sources().iter().find(|source| {
            !source.admits(self.kind) && source.state().is_ok() && source.shelf(self.kind).contains(self.name)
        })?;
        let (id, folder) = (visible(holder.id()), self.kind.folder());
        Some(format!("source `{id}` has it, and its {folder} are not admitted: write `{folder}=#true` there"))
    }

    fn code(&self, missing: bool) -> &'static Code {
        match (self.kind, missing) {
            (Kind::Module, true) => &codes::MODULE_MISSING,
            (Kind::Module, false) => &codes::MODULE_UNUSABLE,
            (Kind::Hook, true) => &codes::HOOK_MISSING,
            (Kind::Hook, false) => &codes::HOOK_UNUSABLE,
            (Kind::Skill, true) => &codes::SKILL_MISSING,
            (Kind::Skill, false) => &codes::SKILL_UNUSABLE,
            (Kind::Person, true) => &codes::PERSON_MISSING,
            (Kind::Person, false) => &codes::PERSON_UNUSABLE,
        }
    }

    fn or_link(&self) -> &'static str {
        if self.copied { ", or remove `mode`" } else { "" }
    }

    fn remedy(&self, fault: &Fault, path: &str) -> String {
        match fault {
            Fault::NoSkillFile => format!("create `{path}/SKILL.md`"),
            Fault::BrokenLink(_) => format!("mend or remove the link `{path}`"),
            Fault::LeavesSource { .. } => format!(
                "copy what `{path}` leads to in its place, or name the folder that it lies in with a `source` node"
            ),
            Fault::Inside { path: inner, .. } => {
                format!("take `{path}/{}` out{}", visible(inner), self.or_link())
            }
            Fault::TooLarge { .. } | Fault::TooManyEntries(_) if self.kind == Kind::Skill => {
                format!("take something out of `{path}`{}", self.or_link())
            }
            _ if self.kind == Kind::Skill => format!("make `{path}` a folder that holds a `SKILL.md`"),
            _ if self.kind == Kind::Person => format!("make `{path}` a folder that holds a `person.kdl`"),
            _ => format!("put a readable file at `{path}`"),
        }
    }
}

/// Says that something is in no folder of a kind: "`modules/` has no *such entry*".
fn nowhere(hub: &Hub, kind: Kind) -> String {
    let folder = kind.folder();
    match hub.giving(kind).count() {
        0 | 1 => format!("`{folder}/` has no"),
        _ => format!("`{folder}/` of no source has"),
    }
}

/// `"guard.sh --flag"` names a script and its arguments at once: how it is written.
fn split_command(name: &str, folder: &Shelf) -> Option<String> {
    let mut words = name.split_whitespace();
    let script = words.next().filter(|script| folder.contains(script))?;
    let args: Vec<String> = words.map(|word| format!("\"{}\"", visible(word))).collect();
    (!args.is_empty()).then(|| format!("write `\"{}\" {{ args {} }}`", visible(script), args.join(" ")))
}
