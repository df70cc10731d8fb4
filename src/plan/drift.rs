//! How an artifact stands, as `status` says it.

/// What is said of an artifact that is not there any more.
pub(super) const GONE: &str = "removed since it was written";

/// What a path of the target is, compared with what was written there and what is declared, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// In a word.
    pub state: DriftState,
    /// As a sentence without a full stop.
    pub cause: String,
}

/// The words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftState {
    /// As it was written, and as it would be written.
    Clean,
    /// It was edited since it was written.
    Edited,
    /// It is not there.
    Missing,
    /// As it was written, but not as it would be written now.
    Stale,
    /// It is there, and the ledger does not know it.
    Unmanaged,
}

impl DriftState {
    /// The word of the JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Edited => "edited",
            Self::Missing => "missing",
            Self::Stale => "stale",
            Self::Unmanaged => "unmanaged",
        }
    }
}

impl Drift {
    pub(super) fn new(state: DriftState, cause: impl Into<String>) -> Self {
        Self { state, cause: cause.into() }
    }

    /// As written and as declared.
    pub(super) fn none() -> Self {
        Self::new(DriftState::Clean, "as it was written")
    }

    pub(super) fn edited(cause: impl Into<String>) -> Self {
        Self::new(DriftState::Edited, cause)
    }

    pub(super) fn missing(is_recorded: bool) -> Self {
        let cause = if is_recorded { GONE } else { "not written yet" };
        Self::new(DriftState::Missing, cause)
    }

    pub(super) fn stale(cause: impl Into<String>) -> Self {
        Self::new(DriftState::Stale, cause)
    }

    pub(super) fn unmanaged(cause: impl Into<String>) -> Self {
        Self::new(DriftState::Unmanaged, cause)
    }
}
