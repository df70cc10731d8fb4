//! What happens to documents. Most are sealed again: what remains is what the digest does not tell.

use assembly::bundle::{MANIFEST, TRACE};
use assembly::manifest::Delivery;
use serde_json::{Map, Value, json};

use crate::sample::{Bundle, assert_found, rows};

/// Pointers of all values, of lists those in the first item.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let at = format!("{at}/{key}");
                pointers(value, &at, found);
                found.push(at);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate().take(1) {
                let at = format!("{at}/{index}");
                pointers(item, &at, found);
                found.push(at);
            }
        }
        _ => {}
    }
}

fn split(pointer: &str) -> (&str, &str) {
    pointer.rsplit_once('/').unwrap()
}

fn object<'a>(value: &'a mut Value, pointer: &str) -> Option<&'a mut Map<String, Value>> {
    value.pointer_mut(pointer)?.as_object_mut()
}

#[test]
fn each_value_of_each_document_changed_removed_duplicated_retyped() {
    let mut tried = 0;
    for (delivery, name) in
        [(Delivery::Native, MANIFEST), (Delivery::Compiled, MANIFEST), (Delivery::Native, TRACE)]
    {
        let bundle = Bundle::sample(delivery);
        let original = bundle.document(name);
        let manifest = bundle.document(MANIFEST);
        let mut all = Vec::new();
        pointers(&original, "", &mut all);
        // The rest is the same in both.
        all.retain(|pointer| delivery == Delivery::Native || pointer.starts_with("/delivery"));
        for pointer in all {
            let (parent, key) = split(&pointer);
            let what = |how: &str| format!("{pointer} of {name} {how}");
            let restore = || {
                bundle.write_document(name, &original);
                bundle.write_document(MANIFEST, &manifest);
            };

            let mut changed = original.clone();
            change(changed.pointer_mut(&pointer).unwrap());
            bundle.write_document(name, &changed);
            assert!(bundle.findings().iter().any(|found| found.path == name), "{}", what("changed"));
            restore();

            // A digest would be sealed right again.
            let is_digest = pointer == "/digest";
            if !is_digest {
                let retyped = bundle.forge(name, |value| {
                    let value = value.pointer_mut(&pointer).unwrap();
                    *value = if value.is_number() { json!([]) } else { json!(7) };
                });
                assert_found(&retyped, "wrong-value", name, Some(&pointer), &what("retyped"));
                restore();
            }
            tried += 2;

            let mut value = original.clone();
            let Some(fields) = object(&mut value, parent) else { continue };
            let twice = fields[key].clone();
            fields.insert("twice".to_owned(), twice);
            let text = format!("{value:#}\n").replace("\"twice\"", &format!("\"{key}\""));
            std::fs::write(bundle.at(name), text).unwrap();
            if name == TRACE {
                bundle.seal();
            }
            assert_found(&bundle.findings(), "duplicate-key", name, Some(&pointer), &what("duplicated"));
            restore();

            if !is_digest {
                let removed = bundle.forge(name, |value| {
                    object(value, parent).unwrap().shift_remove(key);
                });
                assert_found(&removed, "missing-key", name, Some(&pointer), &what("removed"));
                restore();
            }

            let unknown = bundle.forge(name, |value| {
                object(value, parent).unwrap().insert(format!("{key}s"), json!(1));
            });
            assert_found(&unknown, "unknown-key", name, Some(&format!("{pointer}s")), &what("unknown"));
            restore();
            tried += 3;
        }
        assert!(bundle.findings().is_empty());
    }
    assert!(tried > 250, "{tried}");
}

fn change(value: &mut Value) {
    *value = match value {
        Value::Null => json!("x"),
        Value::Bool(flag) => json!(!*flag),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(items) if items.is_empty() => json!(["x"]),
        Value::Array(_) => json!([]),
        Value::Object(_) => json!({}),
    };
}

#[test]
fn what_a_digest_does_not_tell() {
    for [document, pointer, how, code, place] in rows(include_str!("forgeries.txt")) {
        let line = format!("{pointer} of {document} {how}");
        let (path, found) = place.split_once('#').map_or((place, None), |(path, at)| (path, Some(at)));
        let bundle = Bundle::sample(Delivery::Native);
        let findings = bundle.forge(document, |value| forge(value.pointer_mut(pointer).unwrap(), how));
        assert_found(&findings, code, path, found, &line);
        assert!(!findings.iter().any(|found| found.code.name.ends_with("digest")), "{line}: {findings:#?}");
    }
}

fn forge(value: &mut Value, how: &str) {
    let (word, operands) = how.split_once(' ').unwrap_or((how, ""));
    if word == "=" {
        *value = serde_json::from_str(operands).unwrap();
        return;
    }
    let items = value.as_array_mut().unwrap();
    let numbers: Vec<usize> = operands.split_whitespace().map(|number| number.parse().unwrap()).collect();
    match (word, numbers.as_slice()) {
        ("pop", []) => drop(items.pop()),
        ("reverse", []) => items.reverse(),
        ("drop", [at]) => drop(items.remove(*at)),
        ("swap", [one, other]) => items.swap(*one, *other),
        ("again", [at]) => items.push(items[*at].clone()),
        _ => panic!("{how}"),
    }
}

#[test]
fn documents_that_are_sealed_in_another_form() {
    let bundle = Bundle::sample(Delivery::Native);
    let manifest = std::fs::read_to_string(bundle.at(MANIFEST)).unwrap();
    for (what, text) in [
        ("compact", bundle.document(MANIFEST).to_string()),
        ("without a final newline", manifest.trim_end().to_owned()),
        ("with CRLF", manifest.replace('\n', "\r\n")),
        ("with a tab", manifest.replacen("  ", "\t", 1)),
        ("escaped", manifest.replacen("assembly.bundle", "assembly\\u002ebundle", 1)),
        ("with a slash escaped", manifest.replacen("content/", "content\\/", 1)),
        ("keys in another order", {
            let mut value = bundle.document(MANIFEST);
            let format = value.as_object_mut().unwrap().shift_remove("format").unwrap();
            value["format"] = format;
            format!("{value:#}\n")
        }),
    ] {
        std::fs::write(bundle.at(MANIFEST), text).unwrap();
        assert_found(&bundle.findings(), "not-canonical", MANIFEST, None, what);
    }
    for text in [format!("\u{feff}{manifest}"), format!("{manifest}{{}}"), format!("{manifest}\0")] {
        std::fs::write(bundle.at(MANIFEST), text).unwrap();
        assert_found(&bundle.findings(), "malformed", MANIFEST, None, "more than a document");
    }
}

#[test]
fn contents_that_are_sealed_again() {
    let forge = |delivery, path: &str, text: &[u8]| {
        let bundle = Bundle::sample(delivery);
        std::fs::write(bundle.at(path), text).unwrap();
        bundle.seal();
        bundle.findings()
    };
    let instructions = "content/instructions.md";
    assert_found(&forge(Delivery::Native, instructions, b"x"), "instructions", instructions, None, "other");
    assert_found(&forge(Delivery::Native, instructions, b"\xff"), "not-text", instructions, None, "no text");
    assert_found(&forge(Delivery::Native, instructions, b""), "body-bytes", MANIFEST, None, "nothing");
    let compiled = "delivery/compiled.md";
    assert_found(&forge(Delivery::Compiled, compiled, b"x"), "compiled", compiled, None, "other");
    let skill = "content/skills/hub/skill-0/SKILL.md";
    assert_found(&forge(Delivery::Compiled, skill, b"x"), "compiled", compiled, None, "another skill");
    assert_found(
        &forge(Delivery::Compiled, skill, b"\xff"),
        "not-text",
        skill,
        None,
        "a skill that is no text",
    );
    assert_found(
        &forge(Delivery::Native, skill, b"x"),
        "budget",
        TRACE,
        Some("/sources/0/bytes"),
        "a shorter skill",
    );
}
