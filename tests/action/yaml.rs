//! YAML as a value that is easy to look into.

use granit_parser::{Event, Parser};
use serde_json::{Map, Value};

/// A document of mappings, lists and texts.
pub(crate) fn parse(text: &str) -> Value {
    let mut open: Vec<Vec<Value>> = Vec::new();
    let mut root = Value::Null;
    for event in Parser::new_from_str(text) {
        let finished = match event.unwrap().0 {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                open.push(Vec::new());
                continue;
            }
            Event::Scalar(text, ..) => Value::String(text.into_owned()),
            Event::MappingEnd => {
                let children = open.pop().unwrap();
                let pairs =
                    children.chunks(2).map(|pair| (pair[0].as_str().unwrap().to_owned(), pair[1].clone()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
            Event::SequenceEnd => Value::Array(open.pop().unwrap()),
            Event::Alias(_) => panic!("no alias is expected here"),
            _ => continue,
        };
        match open.last_mut() {
            Some(children) => children.push(finished),
            None => root = finished,
        }
    }
    root
}

/// The text of a value.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The keys of a mapping.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value.as_object().into_iter().flat_map(Map::keys).map(String::as_str).collect()
}
