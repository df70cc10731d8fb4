//! A thing that a launcher lists, and what is said when it cannot be had.

use super::codes;
use super::missing::{missing, unlisted};
use super::person::PERSON_FILE;
use super::scribe::Scribe;
use super::selection::{describe, teller};
use super::weigh::report_weighed;
use crate::diagnostic::{Class, Code, Diagnostic, Place, visible};
use crate::hub::{Fault, Hub, Kind, Source};
use crate::manifest::Recipe;
use crate::skill::SKILL_FILE;

/// A module, hook, skill or person that a launcher lists.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) kind: Kind,
    pub(super) name: &'a str,
    pub(super) listed: &'a Place,
    /// Of a skill that a person brings: the word of the manifest that names the person.
    pub(super) through: Option<&'a Place>,
    pub(super) by: &'a Recipe,
    pub(super) required: Option<bool>,
    /// Of a skill: whether its files are asked for by a `mode` that could be left out.
    pub(super) copied: bool,
}

impl Item<'_> {
    fn is_in_list(&self) -> bool {
        self.kind != Kind::Person && self.through.is_none()
    }

    /// What led to it, for the trace.
    pub(super) fn origin(&self) -> String {
        match self.through {
            Some(_) => format!("which belongs to the person named by {}", teller(self.by)),
            None => format!("listed by {}", teller(self.by)),
        }
    }

    /// Adds the place of the manifest that leads to it, where that is another one than the word itself.
    pub(super) fn lead(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.through {
            Some(through) => diagnostic.label(through, format!("the person of {}", describe(self.by))),
            None => diagnostic,
        }
    }

    /// No source gives it.
    pub(super) fn report_missing(&self, hub: &Hub, scribe: &mut Scribe) {
        self.exclude(hub.own(), &Fault::Missing, scribe);
        // That a source is missing is the problem, and was said; what it would give is not known.
        if hub.lacks().is_some() {
            return;
        }
        let diagnostic = match unlisted(hub, self.kind, self.listed) {
            Some(unlisted) if self.kind == Kind::Person => unlisted.class(Class::Stop),
            Some(unlisted) => unlisted,
            None => missing(hub, self.kind, self.name, self.listed, self.is_in_list()),
        };
        report_weighed(self.lead(diagnostic), self.required, self.by, scribe);
    }

    /// The `source` that gives it cannot have it used.
    pub(super) fn report(&self, fault: &Fault, source: &Source, scribe: &mut Scribe) {
        self.exclude(source, fault, scribe);
        let Self { kind, name, listed, by, required, .. } = *self;
        let listing = match self.through {
            Some(_) => "named here".to_owned(),
            None => format!("listed here by {}", describe(by)),
        };
        let (word, shown, path) = (kind.word(), visible(name), source.shown(kind, name));
        let diagnostic = match fault {
            Fault::NotUtf8 { file, offset } => {
                Diagnostic::new(self.code(), format!("{word} `{shown}` is not UTF-8"))
                    .label(&Place::new(file, *offset..*offset + 1), "this byte is not part of a character")
                    .label(listed, "listed here")
                    .help(format!("save `{}` as UTF-8", visible(file.name())))
            }
            other => Diagnostic::new(self.code(), format!("{word} `{shown}` {}", other.describe()))
                .label(listed, listing)
                .help(self.remedy(other, &visible(&path))),
        };
        report_weighed(self.lead(diagnostic), required, by, scribe);
    }

    fn exclude(&self, source: &Source, fault: &Fault, scribe: &mut Scribe) {
        let reason = format!("{} {}, {}", visible(self.name), fault.reason(), self.origin());
        scribe.excluded(self.kind.word(), self.name, source, reason);
    }

    fn code(&self) -> &'static Code {
        match self.kind {
            Kind::Module => &codes::MODULE_UNUSABLE,
            Kind::Hook => &codes::HOOK_UNUSABLE,
            Kind::Skill => &codes::SKILL_UNUSABLE,
            Kind::Person => &codes::PERSON_UNUSABLE,
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
            // Without these there is neither person nor skill; what lies beside them can go.
            Fault::Inside { path: inner, .. } if [PERSON_FILE, SKILL_FILE].contains(&inner.as_str()) => {
                format!("put a readable file at `{path}/{inner}`")
            }
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
