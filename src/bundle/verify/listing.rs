//! What can be said about a manifest without looking at a file.

use std::collections::HashMap;

use crate::bundle::format::{
    COMPILED, INSTRUCTIONS, LARGEST_DOCUMENT, MANIFEST, MOST_BYTES, MOST_FILES, SKILLS, TRACE, skill_path,
};
use crate::bundle::{EntryPoints, FileEntry, FileMode, Finding, Manifest, canonical, codes, names};
use crate::diagnostic::Code;
use crate::skill::SKILL_FILE;

/// Everything that is wrong in itself.
pub(in crate::bundle) fn check(manifest: &Manifest) -> Vec<Finding> {
    let files = manifest.files.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut check = Check { manifest, files, findings: Vec::new() };
    check.digest();
    check.limits();
    check.names();
    check.places();
    check.skills();
    check.needed();
    check.entry_points();
    check.findings
}

struct Check<'a> {
    manifest: &'a Manifest,
    files: HashMap<&'a str, &'a FileEntry>,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn report(&mut self, code: &'static Code, pointer: impl Into<String>, fact: &str) {
        self.findings.push(Finding::at(code, MANIFEST, pointer, fact));
    }

    fn digest(&mut self) {
        let stated = self.manifest.digest;
        match canonical::tree_digest(self.manifest) {
            Ok(digest) if digest != stated => {
                self.report(
                    &codes::WRONG_DIGEST,
                    "/digest",
                    &format!("is not that of the manifest, {digest}"),
                );
            }
            _ => {}
        }
    }

    fn limits(&mut self) {
        let count = self.manifest.files.len();
        if count > MOST_FILES {
            self.report(&codes::TOO_LARGE, "/files", &format!("lists {count} files, more than {MOST_FILES}"));
        }
        let bytes = self.manifest.files.iter().fold(0_u64, |sum, file| sum.saturating_add(file.size));
        if bytes > MOST_BYTES {
            let fact = format!("lists {} MiB, more than {}", bytes.div_ceil(1 << 20), MOST_BYTES >> 20);
            self.report(&codes::TOO_LARGE, "/files", &fact);
        }
        if self.files.get(TRACE).is_some_and(|file| file.size > LARGEST_DOCUMENT) {
            let message = format!("`{TRACE}` has more than {} MiB", LARGEST_DOCUMENT >> 20);
            self.findings.push(Finding::new(&codes::TOO_LARGE, TRACE, message));
        }
    }

    fn names(&mut self) {
        let files = &self.manifest.files;
        for (index, file) in files.iter().enumerate() {
            if let Some(flaw) = names::flaw(&file.path) {
                let help = if flaw.ends_with("two characters") {
                    "write it composed (Unicode NFC), as one character"
                } else {
                    "rename it in its source"
                };
                let message = format!("the path `{}` {flaw}", file.path);
                let finding = Finding::new(&codes::UNSAFE_NAME, &file.path, message).help(help);
                self.findings.push(Finding { pointer: Some(format!("/files/{index}/path")), ..finding });
            }
        }
        for (index, pair) in files.windows(2).enumerate() {
            let [one, other] = pair else { continue };
            let fact = match one.path.cmp(&other.path) {
                std::cmp::Ordering::Less => continue,
                std::cmp::Ordering::Equal => format!("lists `{}` a second time", other.path),
                std::cmp::Ordering::Greater => format!("lists `{}` behind `{}`", other.path, one.path),
            };
            self.report(&codes::ORDER, format!("/files/{}", index + 1), &fact);
        }
        let mut paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        paths.sort_unstable();
        for (one, other) in names::clashes(paths) {
            let message =
                format!("`{one}` and `{other}` are one name where the case of letters does not count");
            self.findings.push(
                Finding::new(&codes::CLASHING_NAMES, other, message).help("rename one of them in its source"),
            );
        }
    }

    /// Each file is one of the documents or belongs to a skill.
    fn places(&mut self) {
        let folders: Vec<String> =
            self.manifest.skills.iter().map(|skill| format!("{}/", skill.path)).collect();
        let folders: std::collections::HashSet<&str> = folders.iter().map(String::as_str).collect();
        let is_compiled = matches!(self.manifest.delivery, EntryPoints::Compiled { .. });
        for (index, file) in self.manifest.files.iter().enumerate() {
            let is_document = match file.path.as_str() {
                TRACE | INSTRUCTIONS => true,
                COMPILED => is_compiled,
                _ => false,
            };
            if is_document && file.mode != FileMode::Plain {
                self.report(
                    &codes::WRONG_VALUE,
                    format!("/files/{index}/mode"),
                    "must be `0644` for a document",
                );
            }
            let skill = file.path.match_indices('/').nth(3).map(|(at, _)| &file.path[..=at]);
            if !is_document && !skill.is_some_and(|folder| folders.contains(folder)) {
                let fact =
                    format!("lists `{}`, which is no document and belongs to no listed skill", file.path);
                self.report(&codes::OUT_OF_PLACE, format!("/files/{index}/path"), &fact);
            }
        }
    }

    fn skills(&mut self) {
        let mut known = HashMap::new();
        for (index, skill) in self.manifest.skills.iter().enumerate() {
            let path = skill_path(&skill.source, &skill.name);
            if skill.path != path {
                self.report(
                    &codes::ENTRY_POINT,
                    format!("/skills/{index}/path"),
                    &format!("must be `{path}`"),
                );
            }
            if known.insert(path, index).is_some() {
                let fact = format!("lists skill `{}` of {} a second time", skill.name, skill.source);
                self.report(&codes::SELECTION, format!("/skills/{index}"), &fact);
            }
        }
    }

    /// Files that a bundle cannot be without.
    fn needed(&mut self) {
        let mut needed = vec![TRACE.to_owned(), INSTRUCTIONS.to_owned()];
        if matches!(self.manifest.delivery, EntryPoints::Compiled { .. }) {
            needed.push(COMPILED.to_owned());
        }
        needed.extend(self.manifest.skills.iter().map(|skill| format!("{}/{SKILL_FILE}", skill.path)));
        for path in needed {
            if !self.files.contains_key(path.as_str()) {
                let message = format!("`{MANIFEST}` does not list `{path}`");
                self.findings.push(Finding::new(&codes::MISSING, path, message));
            }
        }
    }

    fn entry_points(&mut self) {
        let (instructions, second, body) = match &self.manifest.delivery {
            EntryPoints::Native { instructions, skills_root, .. } => {
                let expected = (!self.manifest.skills.is_empty()).then_some(SKILLS);
                (instructions, ("skills_root", skills_root.as_deref(), expected), INSTRUCTIONS)
            }
            EntryPoints::Compiled { instructions, compiled_context, .. } => (
                instructions,
                ("compiled_context", Some(compiled_context.as_str()), Some(COMPILED)),
                COMPILED,
            ),
        };
        for (key, stated, expected) in
            [("instructions", Some(instructions.as_str()), Some(INSTRUCTIONS)), second]
        {
            if stated != expected {
                let fact = match expected {
                    Some(expected) => format!("must be `{expected}`"),
                    None => "must be null: there are no skills".to_owned(),
                };
                self.report(&codes::ENTRY_POINT, format!("/delivery/{key}"), &fact);
            }
        }
        let stated = self.manifest.delivery.body_bytes();
        if let Some(file) = self.files.get(body).filter(|file| file.size != stated) {
            let fact = format!("is {stated}, and `{body}` has {} bytes", file.size);
            self.report(&codes::BODY_BYTES, "/delivery/body_bytes", &fact);
        }
    }
}
