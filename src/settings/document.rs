//! A text in JSON and where everything stands in it.

use std::ops::Range;

use super::Fault;
use super::reader::Reader;

/// A text in JSON that holds an object, and where everything stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub(super) text: String,
    pub(super) root: Node,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The bytes that it takes, brackets and quotes included.
    pub(super) span: Range<usize>,
    pub(super) body: Body,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// A number, `true`, `false` or `null`.
    Plain,
    /// A string. One that names half of a character beyond U+FFFF is no text.
    Text(Option<String>),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) key_span: Range<usize>,
    pub(super) key: Option<String>,
    pub(super) value: Node,
}

impl Document {
    /// More bytes than anybody's settings have.
    pub const LARGEST: usize = 4 << 20;

    /// Reads a text, which may begin with a byte order mark. Comments and commas without a value behind them are faults.
    pub fn parse(text: impl Into<String>) -> Result<Self, Fault> {
        let text = text.into();
        if text.len() > Self::LARGEST {
            return Err(Fault::at(0, "over 4 MiB"));
        }
        let root = Reader::new(&text).read()?;
        match root.body {
            Body::Object(_) => Ok(Self { text, root }),
            _ => Err(Fault::at(root.span.start, "settings are an object, `{ … }`")),
        }
    }

    /// Reads a text of any value.
    pub(super) fn value(text: &str) -> Result<Self, Fault> {
        Ok(Self { text: text.to_owned(), root: Reader::new(text).read()? })
    }

    /// `{}`.
    pub fn empty() -> Self {
        let root = Node { span: 0..2, body: Body::Object(Vec::new()) };
        Self { text: "{}".to_owned(), root }
    }

    /// Whether it has no key.
    pub fn is_empty(&self) -> bool {
        self.root.members().is_empty()
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a value.
    pub(super) fn raw(&self, node: &Node) -> &str {
        self.text.get(node.span.clone()).unwrap_or_default()
    }
}

impl Node {
    /// The members of an object; of anything else none.
    pub(super) fn members(&self) -> &[Member] {
        if let Body::Object(members) = &self.body { members } else { &[] }
    }

    /// The elements of an array; of anything else none.
    pub(super) fn elements(&self) -> &[Node] {
        if let Body::Array(elements) = &self.body { elements } else { &[] }
    }

    pub(super) fn is_container(&self) -> bool {
        matches!(self.body, Body::Array(_) | Body::Object(_))
    }

    /// Whether both are objects, or both arrays.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        matches!(
            (&self.body, &other.body),
            (Body::Array(_), Body::Array(_)) | (Body::Object(_), Body::Object(_))
        )
    }

    /// The value of a key; of one that is there several times the last, which is the one that counts.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.members().iter().rev().find(|member| member.is(key)).map(|member| &member.value)
    }

    /// Where each member or element stands.
    pub(super) fn parts(&self) -> Vec<Range<usize>> {
        match &self.body {
            Body::Array(elements) => elements.iter().map(|element| element.span.clone()).collect(),
            _ => self.members().iter().map(Member::span).collect(),
        }
    }
}

impl Member {
    pub(super) fn is(&self, key: &str) -> bool {
        self.key.as_deref() == Some(key)
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.key_span.start..self.value.span.end
    }
}
