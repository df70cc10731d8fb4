//! A settings file that keeps what others write in it.

use std::borrow::Cow;

use super::record::{text_of, without};
use super::{Entries, EntriesEdit};
use crate::diagnostic::{Problems, listed_few};
use crate::harness::Artifact;
use crate::plan::PlanError;
use crate::plan::bytes::Bytes;
use crate::plan::change::{Action, Change, Kind, diff_of};

use crate::plan::drift::{Drift, DriftState};
use crate::plan::entry::Entry;
use crate::plan::fingerprint::fingerprint_of;
use crate::plan::mode::Mode;
use crate::plan::origin::REDECLARED;
use crate::plan::standing::{Item, Standing};
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::{Save, Step};
use crate::plan::survey::Survey;
use crate::plan::undeclared::Return;
use crate::plan::written::{Original, Written};
use crate::settings::{Document, Fault, Merged, Share, merge};

/// What the entries are merged into, and what is ours in that.
struct Base<'a> {
    standing: Cow<'a, Standing>,
    share: Share,
    /// Whether it stood there before the whole file was ours, and comes back now.
    is_original: bool,
    /// Whether there was no file until we came.
    created: bool,
}

impl Survey<'_> {
    /// Has the file at an artifact's path hold what is declared, `now`, beside what others wrote.
    pub(in crate::plan) fn declare_entries(
        &mut self,
        artifact: &Artifact,
        standing: &Standing,
        entry: Option<&Entry>,
        now: &[u8],
        stops: &mut Problems,
    ) -> Result<(), PlanError> {
        let base = self.base(standing, entry)?;
        let mut merged = match merged(&base, now) {
            Ok(merged) => merged,
            Err(fault) => {
                stops.push(self.not_json(artifact, &base.standing, &fault));
                return Ok(());
            }
        };
        self.report_merge(artifact, &base.standing, &merged);
        let mode = match base.standing.item() {
            Some(Item::File { mode, .. }) => *mode,
            _ => Mode::NEW,
        };
        let after = merged.text.take().map(|text| Item::File { bytes: Bytes(text.into_bytes()), mode });
        let (action, reason, drift) =
            verdict(standing, entry, &base, &merged, after.as_ref(), &self.projection.launcher);
        let path = &artifact.path;
        let mut backups = Vec::new();
        // What came back from the backups is in them.
        if !base.is_original
            && !merged.conflicts.is_empty()
            && let Some(theirs) = base.theirs()
        {
            backups.push((path.clone(), format!("{BACKUPS}/{}", theirs.backup_name())));
            self.draft.saves.push(Save { path: path.clone(), item: theirs, told: true });
        }
        let (before, state) = (standing.state(), after.as_ref().map(Item::state));
        if let (Some(after), Some(state), true) = (after.as_ref(), &state, standing.item() != after.as_ref())
        {
            self.draft.make_folders_above(path, true);
            let (path, before) = (path.clone(), before.clone());
            self.draft.steps.push(if base.is_original {
                Step::Put { path, before, after: after.clone() }
            } else {
                let now = String::from_utf8_lossy(now).into_owned();
                let edit =
                    EntriesEdit { before: Entries::of(&base.share, base.created), now, after: state.clone() };
                Step::EditEntries { path, before, edit }
            });
        }
        let original = entry.and_then(|entry| entry.original.clone()).filter(|_| !base.is_original);
        let entries = Entries::of(&merged.share, base.created);
        let holder = self.draft.holder.clone();
        self.draft.ledger.remove(path, &holder);
        if !entries.is_none() || original.is_some() {
            self.draft.record(path, Written::Entries(entries), original);
        }
        let diff = self.draft.diffs.then(|| diff_of(path, standing.item(), after.as_ref())).flatten();
        self.draft.changes.push(Change {
            path: path.clone(),
            kind: Kind::Entries,
            action,
            reason,
            drift,
            before: fingerprint_of(&before),
            after: state.as_ref().and_then(fingerprint_of),
            diff,
            place: Some(artifact.place.clone()),
            backups,
        });
        Ok(())
    }

    /// The file as it stands; but where all of it is ours, what stood there before.
    fn base<'s>(&self, standing: &'s Standing, entry: Option<&Entry>) -> Result<Base<'s>, PlanError> {
        let created =
            *standing == Standing::Absent || entry.is_some_and(|entry| !entry.is_in_file_of_others());
        let current = |share| Base { standing: Cow::Borrowed(standing), share, is_original: false, created };
        let Some(entry) = entry else { return Ok(current(Share::none())) };
        if entry.is_as_written(&standing.state()) {
            if let Return::Item(original @ Item::File { .. }) = self.draft.original_of(entry)? {
                let standing = Standing::Item(original);
                if matches!(text_of(&standing), Ok(Some(text)) if Document::parse(text).is_ok()) {
                    return Ok(Base {
                        standing: Cow::Owned(standing),
                        share: Share::none(),
                        is_original: true,
                        created: entry.original.as_ref().is_some_and(Original::is_created),
                    });
                }
            }
            // Also one that was written before entries were remembered.
            let text = text_of(standing).ok().flatten();
            if let Some(Ok(document)) = text.map(Document::parse) {
                return Ok(current(Share::whole(&document)));
            }
        }
        Ok(current(entry.share().unwrap_or_else(Share::none)))
    }
}

impl Base<'_> {
    /// The file without anything of ours.
    fn theirs(&self) -> Option<Item> {
        let Some(found @ Item::File { mode, .. }) = self.standing.item() else { return None };
        Some(match without(&self.standing, &self.share) {
            Ok(Some(text)) => Item::File { bytes: Bytes(text.into_bytes()), mode: *mode },
            _ => found.clone(),
        })
    }
}

fn merged(base: &Base<'_>, now: &[u8]) -> Result<Merged, Fault> {
    let now = Document::parse(String::from_utf8_lossy(now))?;
    merge(text_of(&base.standing)?, &base.share, &now)
}

/// What is said of it.
fn verdict(
    standing: &Standing,
    entry: Option<&Entry>,
    base: &Base,
    merged: &Merged,
    after: Option<&Item>,
    launcher: &str,
) -> (Action, String, Drift) {
    if standing.item() == after {
        return (Action::Unchanged, String::new(), Drift::none());
    }
    if *standing == Standing::Absent {
        let reason = if entry.is_some() { "it is gone" } else { "" };
        return (Action::Create, reason.to_owned(), Drift::missing(entry.is_some()));
    }
    let Some(entry) = entry else {
        let reason = "adds entries of ours; what others wrote stays".to_owned();
        return (
            Action::Update,
            reason,
            Drift::new(DriftState::Missing, "entries of ours are not in it yet"),
        );
    };
    let conflicts = merged.conflicts.iter().map(|conflict| &conflict.key);
    let edited: Vec<&String> = merged.missing.iter().chain(conflicts).collect();
    // In what comes back from before, nobody edited anything of ours.
    if !edited.is_empty() && !base.is_original {
        let edited = listed_few(edited.iter());
        let mut reason = format!("edited since it was written: {edited}");
        if !merged.missing.is_empty() {
            reason.push_str("; ours is added again, and what somebody made of it stays");
        }
        return (Action::Update, reason.clone(), Drift::edited(reason));
    }
    let reason = entry.by_another(launcher).unwrap_or_else(|| REDECLARED.to_owned());
    (Action::Update, reason.clone(), Drift::stale(reason))
}
