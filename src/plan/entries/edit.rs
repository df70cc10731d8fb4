//! The difference that we make to a settings file, whatever it holds by then.

use serde::{Deserialize, Serialize};

use super::Entries;
use crate::plan::standing::State;
use crate::settings::{Document, Fault, Merged, merge};

/// Entries of ours to take out, to change and to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntriesEdit {
    /// What is ours in the file.
    pub(crate) before: Entries,
    /// The text of an object with what is to be.
    pub(crate) now: String,
    /// What stands there once it is done, if nobody else wrote meanwhile: then it is not done again.
    pub(crate) after: State,
}

impl EntriesEdit {
    /// The edit of a file, or of none.
    pub(crate) fn of(&self, file: Option<&[u8]>) -> Result<Merged, Fault> {
        merge(file.map(Fault::text).transpose()?, &self.before.share()?, &Document::parse(self.now.as_str())?)
    }
}
