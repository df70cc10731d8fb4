//! Takes the blocks of a target out, whatever harness they are for.

use super::edit::{ExcludeEdit, without_blocks};
use super::file::ExcludeFile;
use crate::plan::PlanError;
use crate::plan::draft::Draft;
use crate::plan::entry::Entry;
use crate::plan::ignore::LineFile;
use crate::plan::line_change::LineChange;
use crate::plan::standing::Standing;
use crate::plan::step::Step;
use crate::plan::written::Written;

impl Draft<'_> {
    /// The blocks of these entries. Where there is no such file any more, none of them is in it.
    pub(in crate::plan) fn take_blocks_out(&mut self, entries: &[Entry]) -> Result<(), PlanError> {
        for entry in entries {
            let (Written::Exclude(lines), Some(harness)) = (&entry.written, entry.holder.harness()) else {
                continue;
            };
            self.ledger.remove(&entry.path, &entry.holder);
            let Some(file) = ExcludeFile::of(self.target)? else { continue };
            if file.obstacle()?.is_some() {
                continue;
            }
            let standing = Standing::read(&file.path())?;
            let (harness, known) = (harness.to_owned(), lines.ours.clone());
            let edit = ExcludeEdit { harness, known, ..ExcludeEdit::default() };
            let there = file.leaving(&edit, standing.bytes().unwrap_or_default());
            let without_ours = file.edit(&edit, standing.bytes(), false).bytes;
            let outside = without_blocks(&without_ours.unwrap_or_default());
            let mut left = self.still_hidden(&there, &file.prefix())?;
            // What the user has hidden as well stays so.
            left.retain(|line| LineFile::new(&outside).count(line) == 0);
            let without = |lines: &[String], others: &[String]| -> Vec<String> {
                lines.iter().filter(|line| !others.contains(line)).cloned().collect()
            };
            let (added, removed) = (without(&left.lines, &there), without(&there, &left.lines));
            let edit = ExcludeEdit { left: left.lines.clone(), ..edit };
            let edited = file.edit(&edit, standing.bytes(), false);
            let edit = ExcludeEdit { folder_goes: edited.folder_goes, ..edit };
            let after = edited.bytes;
            let differs = self.tell_lines(&LineChange {
                path: &file.shown(),
                standing: &standing,
                after,
                added: &added,
                removed: &removed,
                left: &left,
                recorded: Some(lines),
                is_wanted: false,
            });
            if differs {
                self.steps.push(Step::EditExclude { edit, hidden: left.paths, last: true });
            }
        }
        Ok(())
    }
}
