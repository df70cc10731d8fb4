//! What a glob is made of.

/// One step; the next one follows it unless it says another.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// This character.
    Literal(char),
    /// Any character but `/`.
    Any,
    /// Any number of characters but `/`.
    Many,
    /// A character in one of the ranges, or in none of them; never `/`.
    Class { negated: bool, ranges: Vec<(char, char)> },
    /// Goes on at any of these steps.
    Fork(Vec<usize>),
    /// Goes on at this step.
    Jump(usize),
}
