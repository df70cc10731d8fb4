//! Entries that are no longer declared.

use std::fmt::Write as _;

use super::record::text_of;
use super::{Entries, EntriesEdit};
use crate::diagnostic::listed_few;
use crate::plan::PlanError;
use crate::plan::bytes::Bytes;
use crate::plan::change::{Action, Change, Kind, diff_of};
use crate::plan::declared::EDITED;
use crate::plan::draft::Draft;
use crate::plan::drift::Drift;
use crate::plan::entry::Entry;
use crate::plan::fingerprint::fingerprint_of;
use crate::plan::standing::{Item, Standing, State};
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::{Save, Step};
use crate::settings::{Document, Share, merge};

impl Draft<'_> {
    /// Takes our entries out of a settings file and leaves the rest. `false` when there is nothing to be taken out of:
    /// then `why` says so.
    pub(in crate::plan) fn take_entries_out(
        &mut self,
        entry: &Entry,
        share: &Share,
        standing: &Standing,
        why: &mut String,
    ) -> Result<bool, PlanError> {
        let Some(found @ Item::File { mode, .. }) = standing.item() else { return Ok(false) };
        let merged = text_of(standing)
            .and_then(|text| Ok((text.unwrap_or_default(), merge(text, share, &Document::empty())?)));
        let (text, merged) = match merged {
            Ok(merged) => merged,
            Err(fault) => {
                let text = String::from_utf8_lossy(content(found));
                let (line, column) = fault.line_and_column(&text);
                _ = write!(
                    why,
                    ", and not JSON that entries can be taken out of: line {line}, column {column}: {fault}"
                );
                return Ok(false);
            }
        };
        let Some(rest) = merged.text else {
            // Nobody else has anything in it, however it is written.
            self.put_original_back(entry, Action::Remove, standing)?;
            if let Some(step @ Step::Remove { .. }) = self.removals.last_mut() {
                // What somebody adds meanwhile stays, without ours.
                let (path, before) = (entry.path.clone(), standing.state());
                *step = Step::EditEntries { path, before, edit: to_nothing(share, State::Absent {}) };
            }
            return Ok(true);
        };
        let is_ours = |entry: &Entry| entry.is_merged();
        if rest == text {
            if is_ours(entry) {
                "none of our entries is in it any more".clone_into(why);
            }
            return Ok(false);
        }
        let path = entry.path.clone();
        if let Some(original) = &entry.original {
            self.ledger.remember_original(&path, original);
        }
        let after = Item::File { bytes: Bytes(rest.into_bytes()), mode: *mode };
        let (before, state) = (standing.state(), after.state());
        let mut backups = Vec::new();
        let reason = self.why_it_goes(entry);
        let (action, reason, drift) = if is_ours(entry) {
            let mut said = format!("takes entries of ours out; {reason}");
            if !merged.kept.is_empty() {
                _ = write!(said, "; edited, so it stays: {}", listed_few(merged.kept.iter()));
            }
            (Action::Update, said, Drift::stale(reason))
        } else {
            backups.push((path.clone(), format!("{BACKUPS}/{}", found.backup_name())));
            self.saves.push(Save { path: path.clone(), item: found.clone(), told: true });
            let mut said = format!("{EDITED}; entries of ours are taken out, the rest stays");
            if let Some(original) = &entry.original {
                _ = write!(said, "; what stood there before is {}", original.shown());
            }
            (Action::Keep, said, Drift::edited(self.with_why(EDITED, &reason)))
        };
        if !entry.is_in_file_of_others() {
            self.edited.insert(path.clone());
        }
        let edit = to_nothing(share, state.clone());
        self.removals.push(Step::EditEntries { path: path.clone(), before: before.clone(), edit });
        let diff = self.diffs.then(|| diff_of(&path, Some(found), Some(&after))).flatten();
        self.leaving.push(Change {
            path,
            kind: Kind::Entries,
            action,
            reason,
            drift,
            before: fingerprint_of(&before),
            after: fingerprint_of(&state),
            diff,
            place: None,
            backups,
        });
        Ok(true)
    }
}

fn to_nothing(share: &Share, after: State) -> EntriesEdit {
    EntriesEdit { before: Entries::of(share, false), now: Document::empty().text().to_owned(), after }
}

fn content(item: &Item) -> &[u8] {
    match item {
        Item::File { bytes, .. } | Item::Link { destination: bytes } => &bytes.0,
    }
}
