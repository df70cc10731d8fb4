//! An independent model of a merge: on values, without any text.

use serde_json::{Map, Value};

/// What is expected: the file's value, and what is ours in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expected {
    pub(super) file: Value,
    pub(super) conflicts: usize,
}

/// Numbers become strings of their digits, since only those are compared.
pub(super) fn value_of(text: &str) -> Value {
    let mut tamed = String::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '"' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, letter)| {
                    let is_end = *letter == '"' && !escaped;
                    escaped = *letter == '\\' && !escaped;
                    is_end
                });
                end.unwrap().0 + 1
            }
            '-' | '0'..='9' => rest.find([',', ']', '}', ' ', '\n', '\r', '\t']).unwrap(),
            _ => letter.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        if matches!(letter, '-' | '0'..='9') {
            tamed.extend(["\"number ", token, "\""]);
        } else {
            tamed.push_str(token);
        }
        rest = behind;
    }
    serde_json::from_str(&tamed).unwrap()
}

/// What was ours before goes, what is declared comes. Every key of `file` is there once.
pub(super) fn merged(file: &Value, before: &Value, now: &Value) -> Expected {
    let mut conflicts = 0;
    let mut root = file.clone();
    change(&mut root, before, now, &mut conflicts);
    Expected { file: root, conflicts }
}

fn change(file: &mut Value, before: &Value, now: &Value, conflicts: &mut usize) {
    match file {
        Value::Object(members) => {
            let none = Map::new();
            let before = before.as_object().unwrap_or(&none);
            for (key, ours) in before.iter().filter(|(key, _)| now.get(key).is_none()) {
                match members.get_mut(key) {
                    Some(found) if is_like(found, ours) => change(found, ours, &Value::Null, conflicts),
                    Some(found) if found == ours => drop(members.shift_remove(key)),
                    _ => {}
                }
            }
            for (key, declared) in now.as_object().unwrap_or(&none) {
                match members.get_mut(key) {
                    None => drop(members.insert(key.clone(), declared.clone())),
                    Some(found) if is_like(found, declared) => {
                        change(found, before.get(key).unwrap_or(&Value::Null), declared, conflicts);
                    }
                    Some(found) => {
                        *conflicts += usize::from(found != declared && before.get(key) != Some(found));
                        *found = declared.clone();
                    }
                }
            }
        }
        Value::Array(elements) => {
            let none = Vec::new();
            let mut ours: Vec<usize> = Vec::new();
            for element in before.as_array().unwrap_or(&none) {
                ours.extend((0..elements.len()).find(|at| !ours.contains(at) && elements[*at] == *element));
            }
            let mut claimed: Vec<usize> = Vec::new();
            let mut added = Vec::new();
            for element in now.as_array().unwrap_or(&none) {
                let free = |at: &usize| !claimed.contains(at) && elements[*at] == *element;
                let mine = ours.iter().copied().find(|at| free(at));
                match mine.or_else(|| (0..elements.len()).find(|at| !ours.contains(at) && free(at))) {
                    Some(at) => claimed.push(at),
                    None => added.push(element.clone()),
                }
            }
            let stays = |at: &usize| !ours.contains(at) || claimed.contains(at);
            *elements =
                (0..elements.len()).filter(stays).map(|at| elements[at].clone()).chain(added).collect();
        }
        _ => {}
    }
}

fn is_like(one: &Value, other: &Value) -> bool {
    (one.is_object() && other.is_object()) || (one.is_array() && other.is_array())
}

/// The same without anything empty: whose that was is not told to the model.
pub(super) fn pruned(value: &Value) -> Value {
    let is_empty = |value: &Value| *value == Value::Array(Vec::new()) || *value == Value::Object(Map::new());
    match value {
        Value::Array(_) => sorted(value),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| (key.clone(), pruned(value)));
            Value::Object(members.filter(|(_, value)| !is_empty(value)).collect())
        }
        other => other.clone(),
    }
}

/// The same with the elements of every array in one order: whose comes first is another matter.
pub(super) fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(elements) => {
            let mut elements: Vec<Value> = elements.iter().map(sorted).collect();
            elements.sort_by_key(Value::to_string);
            Value::Array(elements)
        }
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> =
                members.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(members.into_iter().collect())
        }
        other => other.clone(),
    }
}

/// The same with each element of an array once.
pub(super) fn single(value: &Value) -> Value {
    match sorted(value) {
        Value::Array(mut elements) => {
            elements.dedup();
            Value::Array(elements)
        }
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(key, value)| (key, single(&value))).collect())
        }
        other => other,
    }
}
