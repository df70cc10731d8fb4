//! Derives again what can be derived: the instructions, the compiled document, the placeholders.

use std::collections::HashMap;

use crate::bundle::format::{COMPILED, INSTRUCTIONS, MANIFEST};
use crate::bundle::instructions::{check_parts, placeholders};
use crate::bundle::{EntryPoints, Finding, Manifest, codes};
use crate::compose::compiled;
use crate::skill::{SKILL_FILE, body};

/// Whether a check needs to see this file, and not only its hash.
pub(super) fn is_needed(manifest: &Manifest, path: &str) -> bool {
    match &manifest.delivery {
        EntryPoints::Native { .. } => path == INSTRUCTIONS,
        EntryPoints::Compiled { .. } => {
            matches!(path, INSTRUCTIONS | COMPILED) || path.ends_with(&format!("/{SKILL_FILE}"))
        }
    }
}

/// What does not derive, from the files that are as listed.
pub(super) fn check(manifest: &Manifest, kept: &HashMap<&str, Vec<u8>>, findings: &mut Vec<Finding>) {
    let instructions = text(kept, INSTRUCTIONS, findings);
    if let Some(instructions) = instructions {
        findings.extend(check_parts(manifest, instructions));
        let found = placeholders(instructions);
        if manifest.placeholders != found {
            let fact = format!("must be [{}], as the instructions have them", found.join(", "));
            findings.push(Finding::at(&codes::PLACEHOLDERS, MANIFEST, "/placeholders", &fact));
        }
    }
    if !matches!(manifest.delivery, EntryPoints::Compiled { .. }) {
        return;
    }
    let skills: Vec<Option<(&str, &str)>> = manifest
        .skills
        .iter()
        .map(|skill| {
            let text = text(kept, &format!("{}/{SKILL_FILE}", skill.path), findings)?;
            Some((skill.name.as_str(), body(text)))
        })
        .collect();
    // What has a finding of its own already is not told again here.
    let (Some(instructions), Some(skills)) = (instructions, skills.into_iter().collect::<Option<Vec<_>>>())
    else {
        return;
    };
    if kept.get(COMPILED).is_some_and(|bytes| *bytes != compiled(instructions, &skills).as_bytes()) {
        let message = format!("`{COMPILED}` is not made of `{INSTRUCTIONS}` and the bodies of the skills");
        findings.push(Finding::new(&codes::COMPILED, COMPILED, message));
    }
}

fn text<'a>(kept: &'a HashMap<&str, Vec<u8>>, path: &str, findings: &mut Vec<Finding>) -> Option<&'a str> {
    let text = std::str::from_utf8(kept.get(path)?).ok();
    if text.is_none() {
        findings.push(Finding::new(&codes::NOT_TEXT, path, format!("`{path}` is not UTF-8")));
    }
    text
}
