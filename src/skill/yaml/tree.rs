//! Builds the tree from events, without recursion and within limits.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, Span, Tag};

use super::{Content, Fault, Node, Scalar};

/// Levels of lists and mappings. Reading and writing recurse, and no frontmatter needs a tenth of it.
const DEEPEST: usize = 64;

/// Nodes after aliases are filled in, so that nine lines cannot become a billion.
const MOST_NODES: usize = 50_000;

/// A scalar whose text is not what the parser saw, by the byte of the file that it begins at.
pub(in crate::skill) type Verbatim = HashMap<usize, String>;

/// What one document says, up to its first fault.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Of a mapping that ends in a fault the pairs before it.
    pub(super) root: Option<Node>,
    pub(super) fault: Option<Fault>,
}

/// Reads one document. `base` is where `text` begins in the file.
pub(super) fn document(text: &str, base: usize, verbatim: &Verbatim) -> Parsed {
    let mut builder =
        Builder { text, base, verbatim, open: Vec::new(), root: None, anchors: HashMap::new(), nodes: 0 };
    for event in Parser::new_from_str(text) {
        let result = match event {
            Ok((event, span)) => builder.take(event, span),
            Err(error) => Err(Fault::from_parser(&error, base)),
        };
        if let Err(fault) = result {
            return Parsed { root: builder.what_is_complete(), fault: Some(fault) };
        }
    }
    Parsed { root: builder.root, fault: None }
}

struct Builder<'a> {
    text: &'a str,
    base: usize,
    verbatim: &'a Verbatim,
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
}

/// A list or mapping whose end was not seen yet.
struct Open {
    /// Of a mapping keys and values by turns.
    children: Vec<Node>,
    mapping: bool,
    anchor: usize,
    start: usize,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let range = span.byte_range().unwrap_or_default();
        let range = self.base + range.start..self.base + range.end;
        match event {
            Event::DocumentStart(..) if self.root.is_some() => Err(Fault::new(
                range,
                "the frontmatter has a second document",
                "only what stands before it would be read",
            )),
            Event::Scalar(text, style, anchor, tag) => {
                let tag = core_tag(tag.as_deref(), &range)?;
                let text = self.verbatim.get(&range.start).cloned().unwrap_or_else(|| text.into_owned());
                let verbatim = self.verbatim.contains_key(&range.start);
                let plain = style == ScalarStyle::Plain && tag != Some("str");
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let scalar = Scalar { text, plain: plain && !verbatim, block };
                let range = if block { self.whole_block(range) } else { range };
                self.add(Node::new(Content::Scalar(scalar), range), anchor)
            }
            Event::SequenceStart(_, anchor, tag) => self.begin(false, anchor, tag.as_deref(), range),
            Event::MappingStart(_, anchor, tag) => self.begin(true, anchor, tag.as_deref(), range),
            Event::SequenceEnd | Event::MappingEnd => self.end(&range),
            Event::Alias(id) => {
                let Some(mut node) = self.anchors.get(&id).cloned() else {
                    return Err(Fault::new(
                        range,
                        "an alias of the frontmatter contains itself",
                        "this alias",
                    ));
                };
                node.span = range;
                self.nodes += node.weight;
                self.add(node, 0)
            }
            _ => Ok(()),
        }
    }

    fn begin(
        &mut self,
        mapping: bool,
        anchor: usize,
        tag: Option<&Tag>,
        range: Range<usize>,
    ) -> Result<(), Fault> {
        core_tag(tag, &range)?;
        self.open.push(Open { children: Vec::new(), mapping, anchor, start: range.start });
        self.within_limits(1, &range)
    }

    fn end(&mut self, range: &Range<usize>) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        // The end of a block is only known when the next thing begins.
        let last = open.children.last().map_or(open.start, |node| node.span.end);
        let span = open.start..if range.is_empty() { last } else { range.end };
        let content = if open.mapping {
            Content::Mapping(pairs(open.children))
        } else {
            Content::Sequence(open.children)
        };
        self.add(Node::new(content, span), open.anchor)
    }

    fn add(&mut self, node: Node, anchor: usize) -> Result<(), Fault> {
        self.nodes += 1;
        self.within_limits(node.depth, &node.span)?;
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut() {
            Some(open) => open.children.push(node),
            None => self.root = Some(node),
        }
        Ok(())
    }

    fn within_limits(&self, below: usize, range: &Range<usize>) -> Result<(), Fault> {
        let range = range.start..range.start + 1;
        if self.open.len() + below > DEEPEST {
            return Err(Fault::new(
                range,
                format!("the frontmatter is more than {DEEPEST} levels deep"),
                "here",
            ));
        }
        if self.nodes > MOST_NODES {
            let message = format!("the frontmatter has more than {MOST_NODES} values");
            return Err(Fault::new(range, message, "reading ends here"));
        }
        Ok(())
    }

    /// A block as it was written, from its `|` or `>` to its last line with text. The parser gives the text only, up to
    /// where the next key begins.
    fn whole_block(&self, range: Range<usize>) -> Range<usize> {
        let (start, end) = (range.start - self.base, range.end - self.base);
        let (before, written) = (&self.text[..start], &self.text[start..end]);
        let header = before.trim_end();
        let line = header.rfind('\n').map_or(0, |at| at + 1);
        let indicator = header[line..].find(['|', '>']).map_or(start, |at| line + at);
        self.base + indicator..self.base + start + written.trim_end().len()
    }

    /// The outermost mapping as far as its pairs are whole.
    fn what_is_complete(mut self) -> Option<Node> {
        if self.root.is_some() {
            return self.root;
        }
        let outermost = self.open.drain(..).next().filter(|open| open.mapping)?;
        let end = outermost.children.last()?.span.end;
        Some(Node::new(Content::Mapping(pairs(outermost.children)), outermost.start..end))
    }
}

/// Joins keys and values; a key whose value never came is dropped.
fn pairs(children: Vec<Node>) -> Vec<(Node, Node)> {
    let mut children = children.into_iter();
    std::iter::from_fn(|| Some((children.next()?, children.next()?))).collect()
}

/// The tags of YAML itself say what the text is anyway; any other one needs a program that knows it.
fn core_tag<'a>(tag: Option<&'a Tag>, range: &Range<usize>) -> Result<Option<&'a str>, Fault> {
    let Some(tag) = tag else { return Ok(None) };
    if let Some(known @ ("str" | "int" | "float" | "bool" | "null" | "seq" | "map")) = tag.core_suffix() {
        return Ok(Some(known));
    }
    let shown = tag.original();
    let message = format!("`{}` is a tag that no harness knows", crate::diagnostic::visible(&shown));
    Err(Fault::new(range.clone(), message, "`!` begins a tag in YAML").quotable())
}
