//! A settings file that is replaced as a whole: what others wrote in it is set aside, and named.

use super::record::without;
use crate::diagnostic::{Diagnostic, listed};
use crate::harness::{Artifact, SettingsFile};
use crate::plan::Action;
use crate::plan::bytes::Bytes;
use crate::plan::codes;
use crate::plan::declared::{CHANGED, FOREIGN, Keep, Verdict, Write};
use crate::plan::drift::Drift;
use crate::plan::entry::Entry;
use crate::plan::standing::{Item, Standing};
use crate::plan::survey::Survey;
use crate::settings::{Document, Share, merge};

impl Survey<'_> {
    /// Decides anew about a file that was merged, and is to be ours as a whole: as if our entries were taken out first.
    /// Gives the file without them, which is what is set aside.
    pub(in crate::plan) fn unmerge(
        &self,
        standing: &Standing,
        entry: &Entry,
        verdict: &mut Verdict,
    ) -> Option<Item> {
        let Some(found @ Item::File { mode, .. }) = standing.item() else { return None };
        let keep = if entry.original.is_some() { Keep::Backup } else { Keep::Original };
        let theirs = match entry.share().map(|share| without(standing, &share)) {
            None | Some(Err(_)) => found.clone(),
            Some(Ok(Some(text))) => Item::File { bytes: Bytes(text.into_bytes()), mode: *mode },
            Some(Ok(None)) => {
                let reason =
                    entry.by_another(&self.projection.launcher).unwrap_or_else(|| CHANGED.to_owned());
                if verdict.action != Action::Unchanged {
                    verdict.drift = Drift::stale(reason.clone());
                    (verdict.reason, verdict.keep) = (reason, Keep::Nothing);
                }
                return None;
            }
        };
        verdict.action = Action::Replace;
        FOREIGN.clone_into(&mut verdict.reason);
        verdict.drift = Drift::stale("the launcher overwrites it now");
        verdict.keep = keep;
        verdict.write = Write::Whole;
        Some(theirs)
    }

    /// Says what a settings file holds of others that is set aside with it.
    pub(in crate::plan) fn warn_of_loss(
        &mut self,
        artifact: &Artifact,
        standing: &Standing,
        entry: Option<&Entry>,
        verdict: &Verdict,
    ) {
        let is_foreign = matches!(verdict.keep, Keep::Backup | Keep::Original);
        let (Some(SettingsFile { restrictions, contents, .. }), Some(Item::File { bytes, .. }), true) =
            (artifact.settings, standing.item(), is_foreign)
        else {
            return;
        };
        let theirs = theirs_in(standing, entry, &verdict.item);
        let theirs = theirs.as_ref().map_or(bytes.0.as_slice(), String::as_bytes);
        let launcher = &self.projection.launcher;
        let lost = restrictions(theirs);
        if !lost.is_empty() {
            let message = format!("replacing `{}` takes away {}", artifact.path, listed(&lost));
            self.said.push(
                Diagnostic::new(&codes::LOOSENED, message)
                    .label(&artifact.place, "this is written in its place")
                    .help(
                        "keep them with `settings \"merge\"`, or move them to the `settings.json` beside it, \
                         which is never written",
                    )
                    .scope(launcher),
            );
        }
        let aside = contents(theirs);
        if !aside.is_empty() {
            let message =
                format!("replacing `{}` sets aside what others wrote: {}", artifact.path, aside.join("; "));
            self.said.push(
                Diagnostic::new(&codes::SET_ASIDE, message)
                    .label(&artifact.place, "this is written in its place")
                    .help("keep it with `settings \"merge\"` in the launcher")
                    .scope(launcher),
            );
        }
    }
}

/// What is in a file that is neither ours already nor declared.
fn theirs_in(standing: &Standing, entry: Option<&Entry>, declared: &Item) -> Option<String> {
    let ours = entry.and_then(Entry::share).unwrap_or_else(Share::none);
    let rest = without(standing, &ours).ok()?.unwrap_or_default();
    let Item::File { bytes, .. } = declared else { return Some(rest) };
    let declared = Document::parse(String::from_utf8_lossy(&bytes.0)).ok()?;
    let rest = merge(Some(&rest), &Share::whole(&declared), &Document::empty());
    Some(rest.ok().and_then(|merged| merged.text).unwrap_or_default())
}
