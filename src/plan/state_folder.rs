//! The folder `.assembly` of a target: its names, and what it says.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::PlanError;
use super::codes;
use super::ledger::{Ledger, Unreadable};
use super::obstacle::pasted;
use super::standing::{Item, Standing};
use crate::diagnostic::{Diagnostic, Problems};
use crate::disk::is_absent;

/// The folder in a target that holds what assembly knows about it.
pub(crate) const STATE_FOLDER: &str = ".assembly";
/// The record of what was written.
pub(crate) const LEDGER: &str = ".assembly/ledger.json";
/// There during an apply, and after one that was cut short.
pub(crate) const JOURNAL: &str = ".assembly/journal.json";
/// What was set aside.
pub(crate) const BACKUPS: &str = ".assembly/backups";
/// Keeps the folder out of `git status`.
pub(crate) const HIDDEN: &str = ".assembly/.gitignore";
/// Locked during an apply.
pub(crate) const LOCK: &str = ".assembly/lock";

/// A file for each launcher that ran here, locked by its sessions.
pub(crate) const SESSIONS: &str = ".assembly/sessions";

/// What a target's `.assembly` holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct StateFolder {
    /// Empty when there is none.
    pub(crate) ledger: Ledger,
    /// Whether an apply is under way or was cut short.
    pub(crate) journal: bool,
    /// Whether the folder is there and nothing keeps it out of `git status`.
    pub(crate) is_visible: bool,
}

impl StateFolder {
    /// Reads it; what is wrong with it goes to `problems`.
    pub(super) fn read(target: &Path, problems: &mut Problems) -> Result<Self, PlanError> {
        match fs_err::symlink_metadata(target.join(STATE_FOLDER)) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(metadata) => {
                let what = if metadata.is_symlink() { "a link" } else { "not a folder" };
                problems.push(not_a_folder(target, what));
                return Ok(Self::default());
            }
            Err(error) if is_absent(&error) => return Ok(Self::default()),
            Err(error) => return Err(error.into()),
        }
        let is_visible = look_at_parts(target, problems)?;
        // The ledger is looked at before the journal: a run that ends in between has no journal any more.
        let ledger = read_ledger(target, problems)?;
        let journal = match fs_err::symlink_metadata(target.join(JOURNAL)) {
            Ok(metadata) => {
                if !metadata.is_file() {
                    problems.push(wrong_kind(&target.join(JOURNAL), &metadata, "a file"));
                } else if !is_trusted(target, &metadata)? {
                    problems.push(foreign_journal(&target.join(JOURNAL)));
                }
                true
            }
            Err(error) if is_absent(&error) => false,
            Err(error) => return Err(error.into()),
        };
        Ok(Self { ledger, journal, is_visible })
    }
}

/// Looks at the kinds of what lies in `.assembly`: nothing of it is a link, which would be written through. Says whether
/// the file is missing that keeps the folder out of `git status`.
fn look_at_parts(target: &Path, problems: &mut Problems) -> Result<bool, PlanError> {
    let mut is_visible = false;
    for part in [BACKUPS, SESSIONS, LOCK, HIDDEN] {
        let path = target.join(part);
        let is_folder = matches!(part, BACKUPS | SESSIONS);
        match fs_err::symlink_metadata(&path) {
            Ok(metadata) if is_folder && !metadata.is_dir() => {
                problems.push(wrong_kind(&path, &metadata, "a folder"));
            }
            Ok(metadata) if !is_folder && !metadata.is_file() => {
                problems.push(wrong_kind(&path, &metadata, "a file"));
            }
            Ok(_) => {}
            Err(error) if is_absent(&error) => is_visible |= part == HIDDEN,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(is_visible)
}

fn wrong_kind(path: &Path, metadata: &Metadata, wanted: &str) -> Diagnostic {
    let what = if metadata.is_symlink() { "a link".to_owned() } else { format!("not {wanted}") };
    not_as_made(path, &what)
}

fn not_a_folder(target: &Path, what: &str) -> Diagnostic {
    not_as_made(&target.join(STATE_FOLDER), what)
}

fn not_as_made(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(&codes::STATE_FOLDER, format!("`{}` is {what}", path.display()))
        .help(format!("move it away: `mv {0} {0}.old`", pasted(path)))
}

/// Whether a journal is from someone who may write to the target anyway: it says what the next run does.
fn is_trusted(target: &Path, journal: &Metadata) -> Result<bool, PlanError> {
    let owner = journal.uid();
    Ok(owner == rustix::process::geteuid().as_raw() || owner == 0 || owner == fs_err::metadata(target)?.uid())
}

fn foreign_journal(path: &Path) -> Diagnostic {
    Diagnostic::new(
        &codes::JOURNAL_FOREIGN,
        format!("`{}` was written by another user, and the next run would do what it says", path.display()),
    )
    .help(format!("look at it, then move it away: `mv {0} {0}.old`", pasted(path)))
}

fn read_ledger(target: &Path, problems: &mut Problems) -> Result<Ledger, PlanError> {
    let path = target.join(LEDGER);
    let broken = |reason: &str| {
        Diagnostic::new(&codes::LEDGER_BROKEN, format!("`{}` cannot be understood: {reason}", path.display()))
            .help(format!(
                "to let assembly start anew with what stands there: `mv {0} {0}.old`",
                pasted(&path)
            ))
    };
    let text = match Standing::read(&path)? {
        Standing::Absent => return Ok(Ledger::default()),
        Standing::Item(Item::File { bytes, .. }) => bytes.0,
        Standing::Item(Item::Link { .. }) | Standing::Folder | Standing::Special(_) => {
            problems.push(not_as_made(&path, "not a file"));
            return Ok(Ledger::default());
        }
    };
    match Ledger::parse(&text) {
        Ok(ledger) => return Ok(ledger),
        Err(Unreadable::Broken(reason)) => problems.push(broken(&reason)),
        Err(Unreadable::Newer(format)) => {
            let message = format!("`{}` has the format `{format}` of a newer assembly", path.display());
            problems.push(Diagnostic::new(&codes::LEDGER_NEWER, message).help("update assembly"));
        }
    }
    Ok(Ledger::default())
}
