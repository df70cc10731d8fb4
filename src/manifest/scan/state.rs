//! Where in the document the scanner is.

use std::ops::Range;

/// What was read last in the node at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing: a node's name comes next.
    Nothing,
    /// The node's name.
    Name,
    /// A string that may turn out to be the name of a property.
    Text,
    /// The `=` of a property.
    Equals,
    /// Any other value.
    Value,
    /// The `}` of the node's block.
    Block,
}

/// A `/-` that has not met what it comments out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slashdash {
    pub(super) start: usize,
    pub(super) before_node: bool,
}

/// What was reported in the node at hand, and is said once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reported {
    /// A comma.
    pub(super) comma: bool,
    /// Something behind its block.
    pub(super) surplus: bool,
}

/// A block that is open, or the document itself.
#[derive(Debug)]
pub(super) struct Frame {
    /// The `{`.
    pub(super) open: usize,
    /// Blank the text from here to the `}`.
    pub(super) blank_from: Option<usize>,
    /// The start of a commented-out node that is being read.
    pub(super) dead_node: Option<usize>,
    /// The whole block is commented out.
    pub(super) dead: bool,
    /// The end of the last token of the last node, when that node can still take a block.
    pub(super) node_end: Option<usize>,
    /// The block is commented out, and this is what stands before it: a block that counts may follow.
    pub(super) resumes: Option<Last>,
    /// No node owns the block.
    pub(super) nodeless: bool,
    /// The name of the node that owns the block.
    pub(super) owner: Range<usize>,
    /// How far the line with the `{` is indented, in bytes.
    pub(super) indent: usize,
}

impl Frame {
    pub(super) fn new(open: usize, dead: bool, indent: usize) -> Self {
        Self {
            open,
            blank_from: None,
            dead_node: None,
            dead,
            node_end: None,
            resumes: None,
            nodeless: false,
            owner: 0..0,
            indent,
        }
    }
}
