//! What happens to a path that is declared: the first eight rows of the ledger's table, as one pure function.

use super::Action;
use super::bytes::Bytes;
use super::drift::Drift;
use super::entry::{Entry, Holder};
use super::mode::Mode;
use super::standing::{Item, Standing, State};
use super::written::{Original, Written};
use crate::digest::Digest;

/// What happens to a declared path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) drift: Drift,
    /// What will stand there.
    pub(super) item: Item,
    pub(super) write: Write,
    pub(super) keep: Keep,
}

/// How it gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    Nothing,
    Whole,
    ModeOnly,
}

/// What becomes of what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It is ours, or nothing.
    Nothing,
    /// It is saved; the original, if there is one, is an older thing.
    Backup,
    /// It is saved as the original.
    Original,
    /// It is what we want, so it stays and is saved as the original for later.
    Adopted,
}

/// A file or link that is wanted at a path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single<'a> {
    File(&'a [u8]),
    Link { destination: &'a str, skills_roots: &'a [String] },
}

/// Decides about a path from what is wanted, what stands there and what the ledger says.
pub(super) fn decide(
    content: Single<'_>,
    standing: &Standing,
    entry: Option<&Entry>,
    launcher: &str,
) -> Verdict {
    let item = wanted(content, standing, entry);
    let verdict = |action, reason: &str, drift, write, keep| Verdict {
        action,
        reason: reason.to_owned(),
        drift,
        item: item.clone(),
        write,
        keep,
    };
    let found = match standing {
        Standing::Item(found) => found,
        Standing::Absent => {
            let reason = if entry.is_some() { "it is gone" } else { "" };
            let drift = Drift::missing(entry.is_some());
            return verdict(Action::Create, reason, drift, Write::Whole, Keep::Nothing);
        }
        Standing::Folder | Standing::Special(_) if entry.is_some() => {
            let drift = Drift::edited("something else took its place");
            return verdict(Action::Update, EDITED, drift, Write::Whole, Keep::Backup);
        }
        Standing::Folder | Standing::Special(_) => {
            let drift = Drift::unmanaged(FOREIGN);
            return verdict(Action::Replace, FOREIGN, drift, Write::Whole, Keep::Original);
        }
    };
    let is_source_link = leads_into_skills(content, found);
    match entry {
        Some(_) if found.same_content(&item) => match modes(found, &item) {
            Some((is, should)) if is != should => {
                let reason = format!("its mode is {is}, {should} was written");
                let drift = Drift::edited(reason.clone());
                verdict(Action::Update, &reason, drift, Write::ModeOnly, Keep::Nothing)
            }
            _ => verdict(Action::Unchanged, "", Drift::none(), Write::Nothing, Keep::Nothing),
        },
        Some(entry) if entry.is_as_written(&found.state()) => {
            let reason = entry.by_another(launcher).unwrap_or_else(|| CHANGED.to_owned());
            verdict(Action::Update, &reason, Drift::stale(reason.clone()), Write::Whole, Keep::Nothing)
        }
        Some(_) if is_source_link => {
            verdict(Action::Update, ELSEWHERE, Drift::edited(ELSEWHERE), Write::Whole, Keep::Nothing)
        }
        Some(_) => verdict(
            Action::Update,
            EDITED,
            Drift::edited("edited here since it was written"),
            Write::Whole,
            Keep::Backup,
        ),
        None if found.same_content(&item) => {
            let keep = if is_source_link { Keep::Nothing } else { Keep::Adopted };
            let drift = Drift::unmanaged("it is what would be written, but the ledger does not know it");
            verdict(Action::Adopt, IS_THERE, drift, Write::Nothing, keep)
        }
        None if is_source_link => {
            verdict(Action::Update, ELSEWHERE, Drift::unmanaged(ELSEWHERE), Write::Whole, Keep::Nothing)
        }
        None => verdict(Action::Replace, FOREIGN, Drift::unmanaged(FOREIGN), Write::Whole, Keep::Original),
    }
}

pub(super) const EDITED: &str = "edited since it was written";
pub(super) const FOREIGN: &str = "not written by assembly";
pub(super) const IS_THERE: &str = "it is there already";
/// What is said of an artifact as it was written that would come out differently now.
pub(super) const CHANGED: &str = "its sources changed";
const ELSEWHERE: &str = "it points to another skill";

/// The content with the mode that it should have: the one in the ledger, else that of the file in its place.
fn wanted(content: Single<'_>, standing: &Standing, entry: Option<&Entry>) -> Item {
    match content {
        Single::Link { destination, .. } => Item::Link { destination: Bytes::from(destination) },
        Single::File(bytes) => {
            let mode = match (entry.map(|entry| &entry.written), standing) {
                (Some(Written::File { mode, .. }), _) | (_, Standing::Item(Item::File { mode, .. })) => *mode,
                _ => Mode::NEW,
            };
            Item::File { bytes: Bytes(bytes.to_vec()), mode }
        }
    }
}

/// A link into the `skills/` of a source is nothing that anyone wrote by hand.
fn leads_into_skills(content: Single<'_>, found: &Item) -> bool {
    match content {
        Single::Link { skills_roots, .. } => leads_into(skills_roots, found),
        Single::File(_) => false,
    }
}

/// Whether it is a link into one of some folders, judged by its name.
pub(super) fn leads_into(skills_roots: &[String], found: &Item) -> bool {
    let Item::Link { destination } = found else { return false };
    let leads_into = |root: &String| {
        destination.0.strip_prefix(root.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
    };
    skills_roots.iter().any(leads_into)
}

fn modes(found: &Item, wanted: &Item) -> Option<(Mode, Mode)> {
    match (found, wanted) {
        (Item::File { mode: is, .. }, Item::File { mode: should, .. }) => Some((*is, *should)),
        _ => None,
    }
}

impl Entry {
    /// Says which launcher wrote it, if that was another one.
    pub(super) fn by_another(&self, launcher: &str) -> Option<String> {
        let last = self.holder.launcher().filter(|last| *last != launcher)?;
        Some(format!("launcher `{last}` wrote the last one"))
    }

    /// Why it goes.
    pub(super) fn why_it_goes(&self, holder: &Holder) -> String {
        let by_another = holder.launcher().and_then(|launcher| self.by_another(launcher));
        by_another.unwrap_or_else(|| "no longer declared".to_owned())
    }

    /// Whether what stands there is what we wrote. The mode is another matter.
    pub(super) fn is_as_written(&self, state: &State) -> bool {
        match (&self.written, state) {
            (Written::File { sha256, .. }, State::File { sha256: found }) => sha256 == found,
            (Written::Link { destination }, State::Link { destination: found }) => destination == found,
            _ => false,
        }
    }
}

impl From<&Item> for Written {
    fn from(item: &Item) -> Self {
        match item {
            Item::File { bytes, mode } => {
                Self::File { sha256: Digest::of(&bytes.0), mode: *mode, entries: None }
            }
            Item::Link { destination } => Self::Link { destination: destination.clone() },
        }
    }
}

impl Item {
    /// The record of an item that was there before us.
    pub(crate) fn as_original(&self) -> Original {
        let backup = self.backup_name();
        match self {
            Self::File { bytes, mode } => {
                Original::File { sha256: Digest::of(&bytes.0), mode: *mode, backup, created: false }
            }
            Self::Link { destination } => Original::Link { destination: destination.clone(), backup },
        }
    }
}
