//! What happens to documents. Most are sealed again: what remains is what the digest does not tell.

use assembly::Digest;
use assembly::bundle::{Finding, MANIFEST, TRACE};
use assembly::manifest::Delivery;
use serde_json::{Map, Value, json};

use crate::sample::Bundle;

impl Bundle {
    fn document(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.at(name)).unwrap()).unwrap()
    }

    fn write_document(&self, name: &str, value: &Value) {
        std::fs::write(self.at(name), format!("{value:#}\n")).unwrap();
    }

    /// Makes the manifest agree with the sizes and hashes on disk, and with itself.
    fn seal(&self) {
        let mut manifest = self.document(MANIFEST);
        for file in manifest["files"].as_array_mut().into_iter().flatten() {
            let path = file["path"].as_str().unwrap_or_default().to_owned();
            if let Ok(bytes) = std::fs::read(self.at(path)) {
                file["size"] = json!(bytes.len());
                file["sha256"] = json!(Digest::of(&bytes).to_string());
            }
        }
        self.write_sealed(manifest);
    }

    /// Writes a manifest with the tree digest that it has.
    fn write_sealed(&self, mut manifest: Value) {
        let mut hashed = manifest.clone();
        hashed.as_object_mut().unwrap().remove("digest");
        hashed.sort_all_objects();
        let text = hashed.to_string().replace('\u{7f}', "\\u007f");
        manifest["digest"] = json!(format!("sha256:{}", Digest::of(text.as_bytes())));
        self.write_document(MANIFEST, &manifest);
    }

    fn forge(&self, name: &str, change: impl FnOnce(&mut Value)) -> Vec<Finding> {
        let mut value = self.document(name);
        change(&mut value);
        if name == MANIFEST {
            self.write_sealed(value);
        } else {
            self.write_document(name, &value);
            self.seal();
        }
        self.findings()
    }
}

#[track_caller]
fn assert_found(findings: &[Finding], code: &str, path: &str, pointer: Option<&str>, what: &str) {
    let code = format!("assembly::bundle::{code}");
    let is_it = |found: &Finding| {
        found.code.name == code
            && found.path == path
            && pointer.is_none_or(|pointer| found.pointer.as_deref() == Some(pointer))
    };
    assert!(findings.iter().any(is_it), "{what}: no {code} at {path} {pointer:?} in {findings:#?}");
}

/// Pointers of all values, of lists those in the first and last item.
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
            for (index, item) in
                items.iter().enumerate().filter(|(index, _)| *index == 0 || index + 1 == items.len())
            {
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
    assert!(tried > 300, "{tried}");
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

/// Each does one thing to a document, which is sealed again; then the code, the path and the pointer of a finding.
type Forgery = (&'static str, &'static dyn Fn(&mut Value), &'static str, &'static str, Option<&'static str>);

#[test]
fn what_a_digest_does_not_tell() {
    let manifest: &[Forgery] = &[
        (
            "another mode",
            &|m| m["delivery"]["mode"] = json!("compiled"),
            "missing-key",
            MANIFEST,
            Some("/delivery/compiled_context"),
        ),
        (
            "an unknown delivery",
            &|m| m["delivery"]["mode"] = json!("magic"),
            "wrong-value",
            MANIFEST,
            Some("/delivery/mode"),
        ),
        (
            "redirected instructions",
            &|m| m["delivery"]["instructions"] = json!("trace.json"),
            "entry-point",
            MANIFEST,
            Some("/delivery/instructions"),
        ),
        (
            "instructions elsewhere",
            &|m| m["delivery"]["instructions"] = json!("../x.md"),
            "entry-point",
            MANIFEST,
            Some("/delivery/instructions"),
        ),
        (
            "redirected skills",
            &|m| m["delivery"]["skills_root"] = json!("content"),
            "entry-point",
            MANIFEST,
            Some("/delivery/skills_root"),
        ),
        (
            "no skills",
            &|m| m["delivery"]["skills_root"] = json!(null),
            "entry-point",
            MANIFEST,
            Some("/delivery/skills_root"),
        ),
        (
            "fewer bytes at start",
            &|m| m["delivery"]["body_bytes"] = json!(1),
            "body-bytes",
            MANIFEST,
            Some("/delivery/body_bytes"),
        ),
        (
            "bytes with a point",
            &|m| m["delivery"]["body_bytes"] = json!(1.5),
            "wrong-value",
            MANIFEST,
            Some("/delivery/body_bytes"),
        ),
        (
            "bytes below nothing",
            &|m| m["delivery"]["body_bytes"] = json!(-1),
            "wrong-value",
            MANIFEST,
            Some("/delivery/body_bytes"),
        ),
        (
            "too many bytes",
            &|m| m["delivery"]["body_bytes"] = json!(1_u64 << 60),
            "wrong-value",
            MANIFEST,
            Some("/delivery/body_bytes"),
        ),
        (
            "a newer format",
            &|m| m["format"] = json!("assembly.bundle/2"),
            "unknown-format",
            MANIFEST,
            Some("/format"),
        ),
        (
            "another format",
            &|m| m["format"] = json!("assembly.plan/1"),
            "wrong-value",
            MANIFEST,
            Some("/format"),
        ),
        ("nobody", &|m| m["identity"] = json!(null), "identity", MANIFEST, Some("/identity")),
        (
            "somebody else",
            &|m| m["identity"]["seat"]["name"] = json!("Flint"),
            "identity",
            MANIFEST,
            Some("/identity"),
        ),
        (
            "another person",
            &|m| m["identity"]["person"] = json!("max"),
            "identity",
            MANIFEST,
            Some("/instructions/0/name"),
        ),
        (
            "another favourite",
            &|m| m["identity"]["favourite"] = json!("#000000"),
            "identity",
            MANIFEST,
            Some("/identity"),
        ),
        (
            "no colour",
            &|m| m["identity"]["favourite"] = json!("green"),
            "wrong-value",
            MANIFEST,
            Some("/identity/favourite"),
        ),
        (
            "personalities in another order",
            &|m| m["identity"]["personalities"].as_array_mut().unwrap().reverse(),
            "identity",
            MANIFEST,
            Some("/identity"),
        ),
        (
            "an identity in between",
            &|m| m["instructions"][1]["kind"] = json!("identity"),
            "identity",
            MANIFEST,
            Some("/instructions/1"),
        ),
        (
            "an identity that is a module",
            &|m| m["instructions"][0]["kind"] = json!("module"),
            "identity",
            MANIFEST,
            Some("/identity"),
        ),
        (
            "a part in another place",
            &|m| m["instructions"].as_array_mut().unwrap().swap(1, 2),
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "a part less",
            &|m| drop(m["instructions"].as_array_mut().unwrap().pop()),
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "a part twice",
            &|m| {
                let part = m["instructions"][1].clone();
                m["instructions"].as_array_mut().unwrap().push(part);
            },
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "a longer part",
            &|m| m["instructions"][1]["bytes"] = json!(20),
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "an endless part",
            &|m| m["instructions"][3]["bytes"] = json!(1_u64 << 50),
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "another text",
            &|m| m["instructions"][2]["sha256"] = json!("0".repeat(64)),
            "instructions",
            "content/instructions.md",
            None,
        ),
        (
            "a part of another source",
            &|m| m["instructions"][2]["source"] = json!("team/eu"),
            "budget",
            TRACE,
            Some("/sources/0/modules"),
        ),
        (
            "a part of nowhere",
            &|m| m["instructions"][2]["source"] = json!("nowhere"),
            "budget",
            TRACE,
            Some("/sources"),
        ),
        (
            "a hash in capitals",
            &|m| m["instructions"][2]["sha256"] = json!("A".repeat(64)),
            "wrong-value",
            MANIFEST,
            Some("/instructions/2/sha256"),
        ),
        ("a skill less", &|m| drop(m["skills"].as_array_mut().unwrap().pop()), "selection", MANIFEST, None),
        (
            "a skill less, its files",
            &|m| drop(m["skills"].as_array_mut().unwrap().pop()),
            "out-of-place",
            MANIFEST,
            None,
        ),
        (
            "a skill twice",
            &|m| {
                let skill = m["skills"][0].clone();
                m["skills"].as_array_mut().unwrap().push(skill);
            },
            "selection",
            MANIFEST,
            Some("/skills/10"),
        ),
        (
            "a skill of another source",
            &|m| m["skills"][0]["source"] = json!("team/eu"),
            "entry-point",
            MANIFEST,
            Some("/skills/0/path"),
        ),
        (
            "a skill under another name",
            &|m| m["skills"][0]["name"] = json!("skill-x"),
            "selection",
            TRACE,
            None,
        ),
        (
            "a redirected skill",
            &|m| m["skills"][0]["path"] = json!("content/skills/hub/skill-1"),
            "entry-point",
            MANIFEST,
            Some("/skills/0/path"),
        ),
        (
            "a skill outside",
            &|m| m["skills"][0]["path"] = json!("content/skills/../../x"),
            "entry-point",
            MANIFEST,
            Some("/skills/0/path"),
        ),
        (
            "a placeholder less",
            &|m| m["placeholders"] = json!(["HOME"]),
            "placeholders",
            MANIFEST,
            Some("/placeholders"),
        ),
        (
            "a placeholder more",
            &|m| m["placeholders"] = json!(["ASSEMBLY_DIR", "HOME", "LAUNCHER"]),
            "placeholders",
            MANIFEST,
            Some("/placeholders"),
        ),
        (
            "an unknown placeholder",
            &|m| m["placeholders"][0] = json!("PATH"),
            "wrong-value",
            MANIFEST,
            Some("/placeholders/0"),
        ),
        (
            "an unknown mode",
            &|m| m["files"][0]["mode"] = json!("0600"),
            "wrong-value",
            MANIFEST,
            Some("/files/0/mode"),
        ),
        (
            "a mode as a number",
            &|m| m["files"][0]["mode"] = json!(420),
            "wrong-value",
            MANIFEST,
            Some("/files/0/mode"),
        ),
        (
            "an executable document",
            &|m| m["files"][0]["mode"] = json!("0755"),
            "wrong-value",
            MANIFEST,
            Some("/files/0/mode"),
        ),
        (
            "files in another order",
            &|m| m["files"].as_array_mut().unwrap().swap(3, 4),
            "order",
            MANIFEST,
            Some("/files/4"),
        ),
        (
            "a file twice",
            &|m| {
                let file = m["files"][3].clone();
                m["files"].as_array_mut().unwrap().insert(3, file);
            },
            "order",
            MANIFEST,
            Some("/files/4"),
        ),
        (
            "a file less",
            &|m| drop(m["files"].as_array_mut().unwrap().remove(1)),
            "unlisted",
            "content/skills/hub/skill-0/SKILL.md",
            None,
        ),
        (
            "a skill without its file",
            &|m| drop(m["files"].as_array_mut().unwrap().remove(1)),
            "missing",
            "content/skills/hub/skill-0/SKILL.md",
            None,
        ),
        ("no trace", &|m| drop(m["files"].as_array_mut().unwrap().pop()), "missing", TRACE, None),
        (
            "a file that is not there",
            &|m| m["files"][2]["path"] = json!("content/skills/hub/skill-0/assets/emptz"),
            "missing",
            "content/skills/hub/skill-0/assets/emptz",
            None,
        ),
        (
            "a path upwards",
            &|m| m["files"][2]["path"] = json!("content/skills/hub/skill-0/../../../../../etc/passwd"),
            "unsafe-name",
            "content/skills/hub/skill-0/../../../../../etc/passwd",
            Some("/files/2/path"),
        ),
        (
            "an absolute path",
            &|m| m["files"][2]["path"] = json!("/etc/passwd"),
            "unsafe-name",
            "/etc/passwd",
            Some("/files/2/path"),
        ),
        (
            "a backslash",
            &|m| m["files"][2]["path"] = json!("content\\x"),
            "unsafe-name",
            "content\\x",
            Some("/files/2/path"),
        ),
        (
            "a device",
            &|m| m["files"][2]["path"] = json!("content/skills/hub/skill-0/nul.txt"),
            "unsafe-name",
            "content/skills/hub/skill-0/nul.txt",
            Some("/files/2/path"),
        ),
        (
            "a letter in two characters",
            &|m| m["files"][2]["path"] = json!("content/skills/hub/skill-0/e\u{301}"),
            "unsafe-name",
            "content/skills/hub/skill-0/e\u{301}",
            Some("/files/2/path"),
        ),
        (
            "a twin in another case",
            &|m| m["files"][2]["path"] = json!("content/skills/hub/skill-0/skill.md"),
            "clashing-names",
            "content/skills/hub/skill-0/skill.md",
            None,
        ),
        (
            "the manifest itself",
            &|m| m["files"][2]["path"] = json!("manifest.json"),
            "out-of-place",
            MANIFEST,
            Some("/files/2/path"),
        ),
        (
            "a file beside the skills",
            &|m| m["files"][2]["path"] = json!("content/notes.md"),
            "out-of-place",
            MANIFEST,
            Some("/files/2/path"),
        ),
        (
            "a compiled document",
            &|m| m["files"][2]["path"] = json!("delivery/compiled.md"),
            "out-of-place",
            MANIFEST,
            Some("/files/2/path"),
        ),
    ];
    let trace: &[Forgery] = &[
        (
            "a newer trace",
            &|t| t["format"] = json!("assembly.trace/2"),
            "unknown-format",
            TRACE,
            Some("/format"),
        ),
        (
            "an unknown outcome",
            &|t| t["decisions"][0]["outcome"] = json!("guessed"),
            "wrong-value",
            TRACE,
            Some("/decisions/0/outcome"),
        ),
        (
            "no reason",
            &|t| t["decisions"][0]["reason"] = json!(""),
            "wrong-value",
            TRACE,
            Some("/decisions/0/reason"),
        ),
        ("excluded", &|t| t["decisions"][0]["outcome"] = json!("excluded"), "selection", TRACE, None),
        ("another skill", &|t| t["decisions"][0]["subject"] = json!("skill-x"), "selection", MANIFEST, None),
        (
            "selected after all",
            &|t| drop(t["decisions"].as_array_mut().unwrap().pop()),
            "selection",
            MANIFEST,
            None,
        ),
        ("another source", &|t| t["decisions"][0]["source"] = json!("away"), "selection", TRACE, None),
        ("no decisions", &|t| t["decisions"] = json!([]), "selection", TRACE, None),
        ("modules", &|t| t["sources"][0]["modules"] = json!(2), "budget", TRACE, Some("/sources/0/modules")),
        ("skills", &|t| t["sources"][0]["skills"] = json!(0), "budget", TRACE, Some("/sources/0/skills")),
        ("bytes", &|t| t["sources"][0]["bytes"] = json!(0), "budget", TRACE, Some("/sources/0/bytes")),
        ("tokens", &|t| t["sources"][0]["tokens"] = json!(0), "budget", TRACE, Some("/sources/0/tokens")),
        (
            "not found",
            &|t| t["sources"][1]["found"] = json!(false),
            "budget",
            TRACE,
            Some("/sources/1/found"),
        ),
        (
            "required and not there",
            &|t| t["sources"][2]["required"] = json!(true),
            "budget",
            TRACE,
            Some("/sources/2/found"),
        ),
        (
            "a source less",
            &|t| drop(t["sources"].as_array_mut().unwrap().remove(1)),
            "budget",
            TRACE,
            Some("/sources"),
        ),
        (
            "a source twice",
            &|t| {
                let source = t["sources"][0].clone();
                t["sources"].as_array_mut().unwrap().push(source);
            },
            "budget",
            TRACE,
            Some("/sources/3/source"),
        ),
        ("a list", &|t| *t = json!([]), "wrong-value", TRACE, Some("")),
    ];
    for (document, forgeries) in [(MANIFEST, manifest), (TRACE, trace)] {
        for (what, change, code, path, pointer) in forgeries {
            let bundle = Bundle::sample(Delivery::Native);
            let findings = bundle.forge(document, change);
            assert_found(&findings, code, path, *pointer, what);
            assert!(
                !findings.iter().any(|found| found.code.name.ends_with("wrong-digest")),
                "{what}: {findings:#?}"
            );
        }
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
