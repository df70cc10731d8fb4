//! `settings "merge" { KEY VALUE … }`: keys of the CLI's settings file, in the form that KDL has for JSON.
//!
//! Only the harness knows the keys. What is a list or an object is said by the form of a node, but for a node with one
//! argument: that is a list where the CLI wants one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::choice::unknown_value;
use super::codes;
use super::json::json;
use super::mode::SettingsMode;
use super::names::check_text;
use super::reader::{NodeReader, value_place, whole};
use super::reading::Reading;
use super::setting::{Setting, SettingValue};
use super::text::excerpt;

/// The name of a node that is an item of a list.
const ITEM: &str = "-";

/// What other nodes of a launcher say.
const HOOKS: &str = "hooks";

/// What a `settings` node says of the file, and the keys of its block.
pub(super) fn read(
    node: &KdlNode,
    reading: &mut Reading,
) -> (Option<Spanned<SettingsMode>>, Option<Vec<Setting>>) {
    let mut reader = NodeReader::new(node, reading);
    let has_block = node.children().is_some();
    let mode = if reader.has_argument() || !has_block { mode(&mut reader, reading) } else { None };
    let mut keys = Keys::default();
    for child in reader.children() {
        keys.declare_at_top(child, reading);
    }
    reader.finish(reading);
    (mode, has_block.then_some(keys.list))
}

/// `"overwrite"` or `"merge"`.
fn mode(reader: &mut NodeReader<'_>, reading: &mut Reading) -> Option<Spanned<SettingsMode>> {
    let word = reader.argument::<String>("settings \"overwrite\"", reading)?;
    let mode = match word.value.as_str() {
        "overwrite" => SettingsMode::Overwrite,
        "merge" => SettingsMode::Merge,
        other => {
            unknown_value("settings", other, &word.place, &["overwrite", "merge"], reading);
            return None;
        }
    };
    Some(Spanned::new(mode, word.place))
}

/// The keys of one object while they are read.
#[derive(Default)]
struct Keys {
    list: Vec<Setting>,
    places: HashMap<String, Place>,
}

impl Keys {
    /// A key of the file itself, which is an object, and of which another node says the hooks.
    fn declare_at_top(&mut self, node: &KdlNode, reading: &mut Reading) {
        let place = reading.place(node.name().span());
        let problem = match node.name().value() {
            HOOKS => Diagnostic::new(&codes::UNKNOWN_NODE, "`hooks` is no key of `settings`")
                .label(&place, "would be written twice")
                .help("declare hooks with a `hooks { … }` node beside `settings`"),
            ITEM if !reading.is_mended(node.name().span()) => {
                Diagnostic::new(&codes::DASH, "the settings are no list")
                    .label(&place, "an item of a list")
                    .help("begin the line with a key, as in `permissions { allow \"Read\" }`")
            }
            _ => return self.node(node, reading),
        };
        reading.report(problem);
    }

    /// A node of a block: a key with its value, or `!KEY`.
    fn node(&mut self, node: &KdlNode, reading: &mut Reading) {
        if reading.is_mended(node.name().span()) {
            return;
        }
        let name = Spanned::new(node.name().value().to_owned(), reading.place(node.name().span()));
        let value = match name.value.strip_prefix('!') {
            Some(_) => removal(node, reading),
            None => value(node, &name, reading),
        };
        self.add(name, value, reading);
    }

    /// `value` is none when there is something wrong with it, which was reported.
    fn add(
        &mut self,
        mut name: Spanned<String>,
        value: Option<Spanned<SettingValue>>,
        reading: &mut Reading,
    ) {
        if !check_text("key", &name, reading) {
            return;
        }
        match self.places.entry(name.value.clone()) {
            Entry::Occupied(first) => {
                let shown = excerpt(&name.value);
                let diagnostic = Diagnostic::new(&codes::DOUBLED_NODE, format!("`{shown}` stands twice"))
                    .label(&name.place, "again here")
                    .label(first.get(), "first here")
                    .help("keep one of them");
                return reading.report(diagnostic);
            }
            Entry::Vacant(vacant) => vacant.insert(name.place.clone()),
        };
        let Some(value) = value else { return };
        if matches!(value.value, SettingValue::Removed) {
            name.value.remove(0);
        }
        self.list.push(Setting { name, value });
    }
}

/// `!KEY` says everything by its name.
fn removal(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<SettingValue>> {
    let place = whole(node, reading);
    if node.entries().is_empty() && node.children().is_none() {
        return Some(Spanned::new(SettingValue::Removed, place));
    }
    let name = excerpt(node.name().value());
    let diagnostic = Diagnostic::new(&codes::SURPLUS_ARGUMENT, format!("`{name}` takes no value"))
        .label(&place, "takes the whole key out")
        .help(format!("write `{name}` alone, or take one value out of a list: `{} \"!…\"`", &name[1..]));
    reading.report(diagnostic);
    None
}

/// The value of a node; none, and a problem, when its form says none.
fn value(node: &KdlNode, owner: &Spanned<String>, reading: &mut Reading) -> Option<Spanned<SettingValue>> {
    let mut reader = NodeReader::new(node, reading);
    let arguments = reader.raw_arguments();
    let properties = reader.other_properties();
    let children = reader.children();
    reader.finish(reading);
    let place = whole(node, reading);
    let items = children.iter().filter(|child| child.name().value() == ITEM).count();
    let has_keys = !properties.is_empty() || items < children.len();
    let has_block = has_keys || node.children().is_some();
    let value = match (arguments.as_slice(), items) {
        ([_, ..], _) if has_block => {
            return two_forms(owner, "has values behind its name and in a block or properties", reading);
        }
        (_, 1..) if has_keys => return two_forms(owner, "is a list and an object at once", reading),
        ([], 0) if !has_block => return nothing(owner, reading),
        ([one], _) => {
            let Spanned { value, place } = json(one, reading)?;
            return Some(Spanned::new(SettingValue::One(value), place));
        }
        ([], 0) => SettingValue::Map(keys(&properties, children, reading)),
        ([], _) => SettingValue::List(items_of(children, reading)),
        (several, _) => {
            let one =
                |entry| json(entry, reading).map(|one| Spanned::new(SettingValue::One(one.value), one.place));
            SettingValue::List(several.iter().copied().filter_map(one).collect())
        }
    };
    Some(Spanned::new(value, place))
}

/// The keys of an object: properties first.
fn keys(properties: &[&kdl::KdlEntry], children: &[KdlNode], reading: &mut Reading) -> Vec<Setting> {
    let mut keys = Keys::default();
    for entry in properties {
        let Some(key) = entry.name().filter(|key| !reading.is_mended(key.span())) else { continue };
        let name = Spanned::new(key.value().to_owned(), reading.place(key.span()));
        let value = json(entry, reading);
        let place = value_place(entry, reading);
        let value = value.map(|value| Spanned::new(SettingValue::One(value.value), place));
        keys.add(name, value, reading);
    }
    for child in children {
        keys.node(child, reading);
    }
    keys.list
}

/// The values of the `-` nodes of a block.
fn items_of(children: &[KdlNode], reading: &mut Reading) -> Vec<Spanned<SettingValue>> {
    let mut items = Vec::with_capacity(children.len());
    for child in children {
        let place = reading.place(child.name().span());
        if !reading.is_mended(child.name().span()) {
            items.extend(value(child, &Spanned::new(ITEM.to_owned(), place), reading));
        }
    }
    items
}

fn nothing(owner: &Spanned<String>, reading: &mut Reading) -> Option<Spanned<SettingValue>> {
    let name = excerpt(&owner.value);
    let diagnostic = Diagnostic::new(&codes::MISSING_ARGUMENT, format!("`{name}` has no value"))
        .label(&owner.place, "a value or a block has to follow")
        .help(format!("write `{name} \"…\"` or `{name} #true`; an empty list or object is `{name} {{ }}`"));
    reading.report(diagnostic);
    None
}

fn two_forms(owner: &Spanned<String>, fact: &str, reading: &mut Reading) -> Option<Spanned<SettingValue>> {
    let name = excerpt(&owner.value);
    let diagnostic = Diagnostic::new(&codes::SURPLUS_ARGUMENT, format!("`{name}` {fact}"))
        .label(&owner.place, "one of both has to go")
        .help(format!("write a list as `{name} \"…\" \"…\"`, an object as `{name} {{ KEY \"…\" }}`"));
    reading.report(diagnostic);
    None
}
