//! What happens during an apply that people want to be told at once.

/// Something that happened, or is taking long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Another run has had the target for a second.
    Waiting {
        /// Its process and launcher, as it wrote them down.
        holder: String,
    },
    /// The target is about to be written to.
    Writing,
    /// An apply that was cut short was completed.
    FinishedJournal,
    /// A part of it could not be done any more.
    LeftUndone {
        /// Relative to the target.
        path: String,
        /// A fragment that says why.
        reason: String,
    },
    /// What was left of an apply that was cut short made no sense and was set aside.
    JournalSetAside {
        /// Where it is now, relative to the target.
        backup: String,
    },
    /// Something that assembly did not write, or that was edited since, is safe now.
    BackedUp {
        /// Where it stood, relative to the target.
        path: String,
        /// Where it is now, relative to the target.
        backup: String,
    },
}
