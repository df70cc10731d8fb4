//! `hooks { EVENT "FILE" … }`, and its short form `hooks "FILE" …`.

use std::collections::HashMap;

use kdl::{KdlEntry, KdlNode};
use serde_json::{Map, Value as Json};

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::codes;
use super::json::json;
use super::model::{Field, HookEntry, Pick};
use super::names::{check_no_nul, check_text};
use super::nodes::pick;
use super::reader::{NodeReader, read, whole};
use super::reading::Reading;
use super::text::excerpt;

/// The event of the short form.
const DEFAULT_EVENT: &str = "UserPromptSubmit";

/// The properties of an entry that are no handler fields.
const PROPERTIES: [&str; 3] = ["matcher", "timeout", "required"];

/// Reads a `hooks` node. Events and handler fields are judged by the harness, which alone knows them.
pub(super) fn read_hooks(node: &KdlNode, reading: &mut Reading) -> Vec<HookEntry> {
    let mut reader = NodeReader::new(node, reading);
    let short = reader.has_argument();
    let words = reader.arguments(reading);
    let mut entries = Vec::new();
    if short {
        let required = reader.property::<bool>("required", reading).map(|required| required.value);
        let files = files(words, required, reading);
        // Where every name was refused, no handler is left that could be judged.
        if !files.is_empty() {
            entries.push(HookEntry {
                event: Spanned::new(DEFAULT_EVENT.to_owned(), reader.name_place(reading)),
                files,
                matcher: None,
                timeout: None,
                args: None,
                fields: Vec::new(),
                required,
                place: reader.place(reading),
            });
        }
    }
    for child in reader.children() {
        if !reading.is_mended(child.name().span()) {
            entries.extend(entry(child, reading));
        }
    }
    reader.finish(reading);
    entries
}

fn files(words: Vec<Spanned<String>>, required: Option<bool>, reading: &mut Reading) -> Vec<Pick> {
    words.into_iter().filter_map(|word| pick(word, "hooks", required, None, reading)).collect()
}

fn entry(node: &KdlNode, reading: &mut Reading) -> Option<HookEntry> {
    let mut reader = NodeReader::new(node, reading);
    let event = Spanned::new(reader.name().to_owned(), reader.name_place(reading));
    let place = reader.place(reading);
    if !check_event(&event, reading) {
        return None;
    }
    let names_files = reader.has_argument();
    let words = reader.arguments(reading);
    let required = reader.property::<bool>("required", reading).map(|required| required.value);
    let matcher = reader.property::<String>("matcher", reading);
    let timeout =
        reader.property::<f64>("timeout", reading).filter(|timeout| check_timeout(timeout, reading));
    let mut fields = Fields::default();
    let mut args: Option<Words> = None;
    for entry in reader.other_properties() {
        if entry.name().is_some_and(|name| name.value() == "args") {
            // The same as a child with one word.
            let word = read::<String>("args", entry, reading).filter(|word| check_no_nul(word, reading));
            args = word.map(|word| Spanned::new(vec![word.clone()], word.place));
        } else {
            fields.property(entry, reading);
        }
    }
    let mut misplaced = false;
    for child in reader.children() {
        if reading.is_mended(child.name().span()) {
            continue;
        }
        if PROPERTIES.contains(&child.name().value()) {
            report_property_as_child(child, reading);
            misplaced = true;
        } else if child.name().value() == "args" {
            args = Some(read_args(child, args, reading));
        } else {
            fields.child(child, reading);
        }
    }
    let declares_nothing = !names_files && fields.list.is_empty() && node.entries().is_empty();
    reader.finish(reading);
    if declares_nothing && misplaced {
        return None;
    }
    if declares_nothing {
        let name = excerpt(&event.value);
        let diagnostic =
            Diagnostic::new(&codes::MISSING_ARGUMENT, format!("the hook of `{name}` names no file"))
                .label(&event.place, "a file of `hooks/` has to follow")
                .help(format!("write `{name} \"script.sh\"`"));
        reading.report(diagnostic);
        return None;
    }
    let files = files(words, required, reading);
    if names_files && files.is_empty() {
        // Every name was reported; without them the entry would look like one of another type.
        return None;
    }
    Some(HookEntry {
        event,
        files,
        matcher,
        timeout,
        args: args.map(|args| args.value),
        fields: fields.list,
        required,
        place,
    })
}

/// An event's name is repeated for each of its files, so it cannot be any text; whether it is short enough.
fn check_event(event: &Spanned<String>, reading: &mut Reading) -> bool {
    const LONGEST: usize = 255;
    if event.value.len() <= LONGEST {
        return true;
    }
    let diagnostic =
        Diagnostic::new(&codes::BAD_NAME, format!("`{}` is no event: it is too long", excerpt(&event.value)))
            .label(&event.place, "not a name")
            .help("write the name of an event, as in `Stop \"script.sh\"`");
    reading.report(diagnostic);
    false
}

/// What belongs behind the event and its files, not below them.
fn report_property_as_child(child: &KdlNode, reading: &mut Reading) {
    let name = child.name().value();
    let value = child.entries().first().map(|entry| reading.place(entry.span()));
    let written = value.as_ref().map_or_else(|| "…".to_owned(), |place| excerpt(place.text()));
    let diagnostic = Diagnostic::new(&codes::UNKNOWN_NODE, format!("`{name}` of a hook is a property"))
        .label(&reading.place(child.name().span()), "stands in the block")
        .help(format!("write `{name}={written}` behind the file, on the line of the event"));
    reading.report(diagnostic);
}

fn check_timeout(timeout: &Spanned<f64>, reading: &mut Reading) -> bool {
    if timeout.value.is_finite() && timeout.value > 0.0 {
        return true;
    }
    let written = excerpt(timeout.place.text());
    let diagnostic = Diagnostic::new(&codes::OUT_OF_RANGE, format!("`timeout` cannot be `{written}`"))
        .label(&timeout.place, "not a number of seconds above 0")
        .help(
            "write the seconds the hook may take, such as `timeout=5`; without it the CLI's own limit holds",
        );
    reading.report(diagnostic);
    false
}

type Words = Spanned<Vec<Spanned<String>>>;

fn read_args(node: &KdlNode, first: Option<Words>, reading: &mut Reading) -> Words {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.name_place(reading);
    if let Some(first) = first {
        let diagnostic = Diagnostic::new(&codes::DOUBLED_NODE, "`args` stands twice")
            .label(&place, "again here")
            .label(&first.place, "first here")
            .help("write all arguments into one `args`");
        reading.report(diagnostic);
        return first;
    }
    let mut words: Vec<Spanned<String>> = reader.arguments(reading);
    reader.finish(reading);
    words.retain(|word| check_no_nul(word, reading));
    Spanned::new(words, place)
}

/// The handler fields of one entry.
#[derive(Default)]
struct Fields {
    list: Vec<Field>,
    places: HashMap<String, Place>,
}

impl Fields {
    fn property(&mut self, entry: &KdlEntry, reading: &mut Reading) {
        let Some(key) = entry.name().filter(|key| !reading.is_mended(key.span())) else { return };
        let name = Spanned::new(key.value().to_owned(), reading.place(key.span()));
        if let Some(value) = json(entry, reading) {
            self.add(name, value, reading);
        }
    }

    /// A field whose value is a list (several arguments) or a map (properties).
    fn child(&mut self, node: &KdlNode, reading: &mut Reading) {
        let mut reader = NodeReader::new(node, reading);
        let name = Spanned::new(reader.name().to_owned(), reader.name_place(reading));
        let arguments = reader.raw_arguments();
        let properties = reader.other_properties();
        reader.finish(reading);
        if let (Some(argument), false) = (arguments.first(), properties.is_empty()) {
            let diagnostic = Diagnostic::new(
                &codes::SURPLUS_ARGUMENT,
                format!("the field `{}` has both values and properties", excerpt(&name.value)),
            )
            .label(&reading.place(argument.span()), "a field is a list or a map")
            .help("keep the values, or the properties");
            return reading.report(diagnostic);
        }
        let value = if properties.is_empty() {
            let mut items: Vec<Json> =
                arguments.iter().filter_map(|entry| json(entry, reading)).map(|item| item.value).collect();
            if items.len() == 1 { items.remove(0) } else { Json::Array(items) }
        } else {
            let mut map = Map::new();
            for entry in properties {
                if let (Some(key), Some(value)) = (entry.name(), json(entry, reading)) {
                    map.insert(key.value().to_owned(), value.value);
                }
            }
            Json::Object(map)
        };
        let place = whole(node, reading);
        self.add(name, Spanned::new(value, place), reading);
    }

    fn add(&mut self, name: Spanned<String>, value: Spanned<Json>, reading: &mut Reading) {
        if !check_text("field", &name, reading) {
            return;
        }
        if let Some(first) = self.places.get(&name.value) {
            let diagnostic = Diagnostic::new(
                &codes::DOUBLED_PROPERTY,
                format!("the field `{}` is given twice", excerpt(&name.value)),
            )
            .label(&name.place, "again here")
            .label(first, "first here")
            .help("keep one of them");
            return reading.report(diagnostic);
        }
        self.places.insert(name.value.clone(), name.place.clone());
        self.list.push(Field { name, value });
    }
}
