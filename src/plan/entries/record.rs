//! Our entries as the ledger has them.

use serde::{Deserialize, Serialize};

use crate::plan::entry::Entry;
use crate::plan::standing::{Item, Standing};
use crate::plan::written::Written;
use crate::settings::{Document, Fault, Share, Under, merge};

/// Our share of a settings file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entries {
    /// An object with our entries, as JSON in a string: numbers are compared by how they are written.
    pub(crate) ours: String,
    /// What they took the place of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) under: Vec<Under>,
    /// Whether there was no file until we came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) created: bool,
}

impl Entries {
    pub(crate) fn of(share: &Share, created: bool) -> Self {
        Self { ours: share.ours(), under: share.under().to_vec(), created }
    }

    /// All that a file holds which is ours as a whole.
    pub(in crate::plan) fn whole(item: &Item) -> Self {
        document_of(item).map_or_else(Self::none, |document| Self::of(&Share::whole(&document), true))
    }

    /// The same without what was there before, which was nothing; none when the file holds no entries.
    pub(in crate::plan) fn whole_text(item: &Item) -> Option<String> {
        document_of(item).map(|document| Share::whole(&document).ours())
    }

    /// Nothing of ours.
    pub(crate) fn none() -> Self {
        Self::of(&Share::none(), false)
    }

    pub(crate) fn is_none(&self) -> bool {
        Self { created: false, ..self.clone() } == Self::none()
    }

    pub(crate) fn share(&self) -> Result<Share, Fault> {
        Share::recorded(&self.ours, &self.under)
    }
}

impl Entry {
    /// What is ours in the settings file at its path, merged or written as a whole; nothing when it is no such file.
    pub(in crate::plan) fn share(&self) -> Option<Share> {
        match &self.written {
            Written::Entries(entries) => entries.share().ok(),
            Written::File { entries: Some(ours), .. } => {
                Document::parse(ours.as_str()).ok().map(|ours| Share::whole(&ours))
            }
            _ => None,
        }
    }

    /// Whether it is about entries in a file that was there before us.
    pub(in crate::plan) fn is_in_file_of_others(&self) -> bool {
        matches!(&self.written, Written::Entries(entries) if !entries.created)
    }

    /// Whether others write to the file as well, with our knowledge.
    pub(in crate::plan) fn is_merged(&self) -> bool {
        matches!(self.written, Written::Entries(_))
    }
}

/// The text of a file, or none where nothing stands; what is wrong with it, and at which byte.
pub(in crate::plan) fn text_of(standing: &Standing) -> Result<Option<&str>, Fault> {
    let Some(Item::File { bytes, .. }) = standing.item() else { return Ok(None) };
    Fault::text(&bytes.0).map(Some)
}

/// The text of a file without a share; none when nothing else is in it.
pub(super) fn without(standing: &Standing, share: &Share) -> Result<Option<String>, Fault> {
    Ok(merge(text_of(standing)?, share, &Document::empty())?.text)
}

fn document_of(item: &Item) -> Option<Document> {
    let Item::File { bytes, .. } = item else { return None };
    Document::parse(std::str::from_utf8(&bytes.0).ok()?).ok()
}
