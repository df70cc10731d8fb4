//! What can stand in a kind of file. The scanner and the reader know KDL; what they advise depends on the file.

/// A language that is written in KDL: that of `launchers.kdl`, or that of `person.kdl`.
pub(crate) struct Language {
    /// What a file of it is called, with its article.
    pub(crate) file: &'static str,
    /// What to do with a file that is too large.
    pub(crate) too_large: &'static str,
    /// Every node of the top level.
    pub(crate) top: &'static [&'static str],
    /// Every node of a block.
    pub(crate) body: &'static [&'static str],
    /// A node with its block's `{`, as help shows it.
    pub(crate) block: &'static str,
    /// A node with a value, as help shows it.
    pub(crate) value: &'static str,
    /// A node with several values, as help shows it.
    pub(crate) values: &'static str,
    /// The node in whose block a node `-` is an item of a list, if there is one.
    pub(crate) items: Option<&'static str>,
    /// What to do with the node or property of that name, if it belongs into another file.
    pub(crate) elsewhere: fn(&str) -> Option<String>,
}

impl Language {
    /// Whether some node has that name.
    pub(crate) fn has_node(&self, name: &str) -> bool {
        self.top.contains(&name) || self.body.contains(&name)
    }
}

/// The language of launchers and presets.
pub(super) static MANIFEST: Language = Language {
    file: "a manifest",
    too_large: "a manifest is written by hand; move generated text into modules",
    top: &super::document::NODES,
    body: &super::recipe::NODES,
    block: "launcher \"name\" {",
    value: "target \"~/code\"",
    values: "modules \"a.md\" \"b.md\"",
    items: Some("settings"),
    elsewhere: |_| None,
};
