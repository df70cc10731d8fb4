//! Whether what follows is reached.

/// What a command leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next command follows.
    On,
    /// The function, or the sourced file, is left.
    Return,
    /// The script is left.
    End,
}
