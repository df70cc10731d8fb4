//! The one way in which nodes are read: ask for what is known, then [`NodeReader::finish`] reports the rest.

use kdl::{KdlEntry, KdlNode};

use crate::diagnostic::{Code, Diagnostic, Place, Spanned, did_you_mean, listed};

use super::codes;
use super::reading::Reading;
use super::text::excerpt;
use super::value::{Value, kind};

/// Reads one node.
pub(crate) struct NodeReader<'n> {
    node: &'n KdlNode,
    arguments: std::vec::IntoIter<&'n KdlEntry>,
    properties: Vec<&'n KdlEntry>,
    asked: Vec<&'static str>,
    takes_children: bool,
    took_arguments: bool,
}

impl<'n> NodeReader<'n> {
    /// Begins to read `node`; a property that is given twice is reported here, and its first value counts.
    pub(crate) fn new(node: &'n KdlNode, reading: &mut Reading) -> Self {
        let (properties, arguments): (Vec<_>, Vec<_>) =
            node.entries().iter().partition(|entry| entry.name().is_some());
        let mut reader = Self {
            node,
            arguments: arguments.into_iter(),
            properties,
            asked: Vec::new(),
            takes_children: false,
            took_arguments: false,
        };
        reader.drop_doubled(reading);
        reader
    }

    fn drop_doubled(&mut self, reading: &mut Reading) {
        let mut first = std::collections::HashMap::new();
        let mut doubled = Vec::new();
        self.properties.retain(|entry| {
            let Some(name) = entry.name() else { return true };
            match first.entry(name.value()) {
                std::collections::hash_map::Entry::Vacant(vacant) => {
                    vacant.insert(*entry);
                    true
                }
                std::collections::hash_map::Entry::Occupied(occupied) => {
                    doubled.push((*occupied.get(), *entry));
                    false
                }
            }
        });
        for (kept, again) in doubled {
            let name = again.name().map_or("", |name| name.value());
            let diagnostic = Diagnostic::new(
                &codes::DOUBLED_PROPERTY,
                format!("`{}` of `{}` is given twice", excerpt(name), excerpt(self.node.name().value())),
            )
            .label(&reading.place(again.span()), "again here")
            .label(&reading.place(kept.span()), "first here")
            .help("keep one of them");
            reading.report(diagnostic);
        }
    }

    /// The node's name.
    pub(crate) fn name(&self) -> &'n str {
        self.node.name().value()
    }

    /// Where the name stands.
    pub(crate) fn name_place(&self, reading: &Reading) -> Place {
        reading.place(self.node.name().span())
    }

    /// Where the whole node stands.
    pub(crate) fn place(&self, reading: &Reading) -> Place {
        whole(self.node, reading)
    }

    /// The next argument, which the node needs; `example` is the whole node as help shows it when there is none.
    pub(crate) fn argument<T: Value>(&mut self, example: &str, reading: &mut Reading) -> Option<Spanned<T>> {
        self.took_arguments = true;
        let Some(entry) = self.arguments.next() else {
            let diagnostic =
                Diagnostic::new(&codes::MISSING_ARGUMENT, format!("`{}` has no value", excerpt(self.name())))
                    .label(&self.name_place(reading), format!("{} has to follow", T::EXPECTED))
                    .help(format!("write `{example}`"));
            reading.report(diagnostic);
            return None;
        };
        read(self.name(), entry, reading)
    }

    /// Whether another argument is there.
    pub(crate) fn has_argument(&self) -> bool {
        !self.arguments.as_slice().is_empty()
    }

    /// All further arguments of that type.
    pub(crate) fn arguments<T: Value>(&mut self, reading: &mut Reading) -> Vec<Spanned<T>> {
        self.took_arguments = true;
        let name = self.name();
        self.arguments.by_ref().filter_map(|entry| read(name, entry, reading)).collect()
    }

    /// All further arguments as they are.
    pub(super) fn raw_arguments(&mut self) -> Vec<&'n KdlEntry> {
        self.took_arguments = true;
        self.arguments.by_ref().collect()
    }

    /// The property of that name.
    pub(crate) fn property<T: Value>(
        &mut self,
        name: &'static str,
        reading: &mut Reading,
    ) -> Option<Spanned<T>> {
        self.asked.push(name);
        let index =
            self.properties.iter().position(|entry| entry.name().is_some_and(|key| key.value() == name))?;
        let entry = self.properties.remove(index);
        read(name, entry, reading)
    }

    /// Whether a property of that name is there, right or wrong.
    pub(crate) fn has_property(&self, name: &str) -> bool {
        self.properties.iter().any(|entry| entry.name().is_some_and(|key| key.value() == name))
    }

    /// All properties that were not asked for by name.
    pub(super) fn other_properties(&mut self) -> Vec<&'n KdlEntry> {
        std::mem::take(&mut self.properties)
    }

    /// The nodes of the block.
    pub(crate) fn children(&mut self) -> &'n [KdlNode] {
        self.takes_children = true;
        self.node.children().map_or(&[], |document| document.nodes())
    }

    /// Reports whatever was not asked for.
    pub(crate) fn finish(self, reading: &mut Reading) {
        for entry in &self.properties {
            self.unknown_property(entry, reading);
        }
        let surplus: Vec<_> =
            self.arguments.as_slice().iter().filter(|entry| !reading.is_mended(entry.span())).collect();
        if let Some(first) = surplus.first() {
            let name = excerpt(self.name());
            let (message, help) = if self.took_arguments {
                let place = reading.place(first.span());
                let word = place.text();
                let help = if reading.language.has_node(word) {
                    format!("end `{name}` with a `;` before `{word}`, or begin a line with `{word}`")
                } else {
                    "delete it, or quote what belongs together".to_owned()
                };
                (format!("`{name}` takes no further value"), help)
            } else {
                (format!("`{name}` takes no value"), self.help_without_arguments())
            };
            let diagnostic = Diagnostic::new(&codes::SURPLUS_ARGUMENT, message)
                .label(&reading.place(first.span()), "one too many")
                .help(help);
            reading.report(diagnostic);
        }
        self.surplus_children(reading);
    }

    fn help_without_arguments(&self) -> String {
        match self.name() {
            "env" => "write `env NAME=\"value\"`".to_owned(),
            "vars" => "write `vars { name \"value\" }`".to_owned(),
            _ => "delete it".to_owned(),
        }
    }

    fn unknown_property(&self, entry: &KdlEntry, reading: &mut Reading) {
        let key = entry.name().map_or("", |name| name.value());
        let key_span = entry.name().map_or(entry.span(), kdl::KdlIdentifier::span);
        if reading.is_mended(key_span) {
            return;
        }
        let node = excerpt(self.name());
        let place = reading.place(entry.span());
        let written = excerpt(place.text());
        let value = written.split_once('=').map_or("", |(_, value)| value.trim_start());
        let help = if key.ends_with('+') && self.took_arguments {
            format!("lists grow by themselves: write `{node} {value}`")
        } else if key.starts_with('-') || (self.asked.is_empty() && self.takes_strings()) {
            format!("quote the whole word: `\"{}\"`", written.replace('"', ""))
        } else if let Some(help) = (reading.language.elsewhere)(key) {
            help
        } else if let Some(meant) = did_you_mean(key, self.asked.iter().copied()) {
            format!("did you mean `{meant}`?")
        } else if matches!(self.name(), "vars" | "settings") {
            format!("write `{node} {{ {} }}`", written.replacen('=', " ", 1))
        } else if self.name() == "hooks" && key.starts_with(char::is_uppercase) {
            format!("write `hooks {{ {} }}`", written.replacen('=', " ", 1))
        } else if self.asked.is_empty() {
            format!("`{node}` has no properties; delete it")
        } else {
            format!("`{node}` takes {}", listed(&self.asked))
        };
        let diagnostic =
            Diagnostic::new(&codes::UNKNOWN_PROPERTY, format!("`{node}` has no property `{}`", excerpt(key)))
                .label(&place, "a word with `=` is a property")
                .help(help);
        reading.report(diagnostic);
    }

    fn takes_strings(&self) -> bool {
        self.took_arguments && matches!(self.name(), "flags" | "args")
    }

    fn surplus_children(&self, reading: &mut Reading) {
        if self.takes_children {
            return;
        }
        let Some(child) = self.node.children().and_then(|document| {
            document.nodes().iter().find(|child| !reading.is_mended(child.name().span()))
        }) else {
            return;
        };
        let name = excerpt(self.name());
        let diagnostic = Diagnostic::new(&codes::SURPLUS_CHILDREN, format!("`{name}` takes no block"))
            .label(&reading.place(child.name().span()), "stands in a block")
            .help(match self.name() {
                "env" => format!("write `env {}=\"…\"`", excerpt(child.name().value())),
                _ => format!("write the values behind the name: `{name} \"…\"`"),
            });
        reading.report(diagnostic);
    }
}

/// Where a whole node stands, without the white space behind it.
pub(super) fn whole(node: &KdlNode, reading: &Reading) -> Place {
    let mut place = reading.place(node.span());
    let length =
        place.text().trim_end_matches(|character: char| character.is_whitespace() || character == ';').len();
    place.span.end = place.span.start + length;
    place
}

/// Where the value of an entry stands: of a property without its name.
pub(super) fn value_place(entry: &KdlEntry, reading: &Reading) -> Place {
    let mut place = reading.place(entry.span());
    if entry.name().is_some()
        && let Some(format) = entry.format()
    {
        place.span.start = place.span.end.saturating_sub(format.value_repr.len()).max(place.span.start);
    }
    place
}

/// The value of an entry of `owner`, which is a node or a property.
pub(super) fn read<T: Value>(owner: &str, entry: &KdlEntry, reading: &mut Reading) -> Option<Spanned<T>> {
    if reading.is_mended(entry.span()) {
        return None;
    }
    let place = value_place(entry, reading);
    if let Some(value) = T::read(entry.value()) {
        return Some(Spanned::new(value, place));
    }
    let written = excerpt(place.text());
    let found = [kind(entry.value()), &format!("`{written}`")].join(" ");
    let diagnostic = wrong_type(owner, T::EXPECTED, found.trim(), &place).help(T::advice(&written));
    reading.report(diagnostic);
    None
}

/// A value of another type than was wanted.
pub(super) fn wrong_type(owner: &str, expected: &str, found: &str, place: &Place) -> Diagnostic {
    let owner = excerpt(owner);
    Diagnostic::new(&codes::WRONG_TYPE, format!("`{owner}` expects {expected}, found {found}"))
        .label(place, format!("not {expected}"))
}

/// A name that is not known at its place, with the nearest one that is.
pub(crate) fn unknown(
    code: &'static Code,
    what: &str,
    name: &Spanned<String>,
    known: &[&'static str],
) -> (Diagnostic, Option<&'static str>) {
    let meant = did_you_mean(&name.value, known.iter().copied());
    let diagnostic = Diagnostic::new(code, format!("{what} `{}` is not known", excerpt(&name.value)));
    let label = "not known here";
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known here: {}", listed(known)),
    };
    (diagnostic.label(&name.place, label).help(help), meant)
}
