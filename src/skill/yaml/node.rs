//! The tree.

use std::ops::Range;

/// A value or key, and where it stands.
#[derive(Clone, Debug)]
pub(in crate::skill) struct Node {
    pub(in crate::skill) content: Content,
    /// Bytes of the file. Of an alias the alias; of what is in it the places where that was written.
    pub(in crate::skill) span: Range<usize>,
    /// How many levels lie below, itself included.
    pub(super) depth: usize,
    /// How many nodes it has, itself included.
    pub(super) weight: usize,
}

/// What stands there.
#[derive(Clone, Debug)]
pub(in crate::skill) enum Content {
    Scalar(Scalar),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

/// Text.
#[derive(Clone, Debug)]
pub(in crate::skill) struct Scalar {
    /// After quotes, escapes and folding.
    pub(in crate::skill) text: String,
    /// Whether it stands without quotes and without a tag that makes it text, so that it may be a number.
    pub(in crate::skill) plain: bool,
    /// Whether it is a `|` or `>` block.
    pub(in crate::skill) block: bool,
}

impl Scalar {
    /// Whether it is nothing, like the value of `key:`.
    pub(in crate::skill) fn is_null(&self) -> bool {
        self.plain && super::is_null(&self.text)
    }
}

impl Node {
    pub(super) fn new(content: Content, span: Range<usize>) -> Self {
        let below: Vec<&Node> = match &content {
            Content::Scalar(_) => Vec::new(),
            Content::Sequence(items) => items.iter().collect(),
            Content::Mapping(pairs) => pairs.iter().flat_map(|(key, value)| [key, value]).collect(),
        };
        let depth = below.iter().map(|node| node.depth).max().unwrap_or_default() + 1;
        let weight = below.iter().map(|node| node.weight).sum::<usize>() + 1;
        Self { content, span, depth, weight }
    }

    /// Says what it is, for *found …*.
    pub(in crate::skill) fn describe(&self) -> &'static str {
        match &self.content {
            Content::Scalar(scalar) if scalar.is_null() => "nothing",
            Content::Scalar(_) => "text",
            Content::Sequence(_) => "a list",
            Content::Mapping(_) => "keys and values",
        }
    }
}
