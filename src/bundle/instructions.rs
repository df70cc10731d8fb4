//! What the instructions are made of.

use super::format::PLACEHOLDERS;
use super::text::normalised_text;
use super::{Finding, Manifest, PartKind, codes, format};
use crate::Digest;
use crate::compose::SEPARATOR;

/// Names of the placeholders in a text.
pub(super) fn placeholders(text: &str) -> Vec<&'static str> {
    PLACEHOLDERS.into_iter().filter(|name| text.contains(&format!("{{{{{name}}}}}"))).collect()
}

/// Everything in which the instructions do not agree with the manifest's list of their parts.
pub(super) fn check_parts(manifest: &Manifest, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut report = |message: String| {
        findings.push(Finding::new(&codes::INSTRUCTIONS, format::INSTRUCTIONS, message));
    };
    let shown = format::INSTRUCTIONS;
    let mut rest = text.as_bytes();
    for (index, part) in manifest.instructions.iter().enumerate() {
        let name = format!("{} `{}` of {}", part.kind.name(), part.name, part.source);
        if index > 0 {
            let Some(behind) = rest.strip_prefix(SEPARATOR.as_bytes()) else {
                report(format!("`{shown}` has no line `---` before {name}"));
                return findings;
            };
            rest = behind;
        }
        let length = usize::try_from(part.bytes).unwrap_or(usize::MAX);
        let Some((slice, behind)) = rest.split_at_checked(length) else {
            report(format!("`{shown}` ends within {name}"));
            return findings;
        };
        if Digest::of(slice) != part.sha256 {
            report(format!("`{shown}` has another text where {name} stands"));
        }
        rest = behind;
    }
    if !rest.is_empty() {
        report(format!("`{shown}` has {} bytes behind its last part", rest.len()));
    }
    findings
}

/// Everything in which the identity does not agree with the parts.
pub(super) fn check_identity(manifest: &Manifest) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut report = |pointer: String, fact: &str| {
        findings.push(Finding::at(&codes::IDENTITY, format::MANIFEST, pointer, fact));
    };
    let parts = manifest.instructions.iter().enumerate();
    for (index, _) in parts.filter(|(index, part)| *index > 0 && part.kind == PartKind::Identity) {
        report(format!("/instructions/{index}"), "is a second identity, or one that does not come first");
    }
    let first = manifest.instructions.first().filter(|part| part.kind == PartKind::Identity);
    match (&manifest.identity, first) {
        (None, None) => {}
        (None, Some(_)) => report("/identity".to_owned(), "is null, and the instructions begin with one"),
        (Some(_), None) => report("/identity".to_owned(), "is not what the instructions begin with"),
        (Some(identity), Some(part)) => {
            let text = normalised_text(identity.render());
            if !identity.has_true_favourite() {
                report("/identity/favourite".to_owned(), "is not the meld of the personalities' colours");
            }
            if part.name != identity.person {
                report("/instructions/0/name".to_owned(), &format!("must be `{}`", identity.person));
            }
            if part.bytes != text.len() as u64 || part.sha256 != Digest::of(text.as_bytes()) {
                report("/identity".to_owned(), "is not the one that the instructions tell");
            }
        }
    }
    findings
}
