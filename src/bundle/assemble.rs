//! Collects the files of a bundle and closes it.

use std::collections::HashMap;

use super::format::{COMPILED, INSTRUCTIONS, MANIFEST, SKILLS, TRACE, TRACE_FORMAT};
use super::tree::TreeFile;
use super::verify::{MANIFEST_SHAPE, TRACE_SHAPE, check_listing, check_selection, conform, report_sources};
use super::{
    Decision, DraftSource, EntryPoints, FileEntry, FileMode, Finding, Manifest, SkillEntry, Trace, Tree,
    canonical, codes,
};
use crate::Digest;
use crate::compose::compiled;
use crate::manifest::Delivery;
use crate::skill::{SKILL_FILE, body};

/// The files that are there already.
#[derive(Default)]
pub(super) struct Assembly {
    files: Vec<TreeFile>,
    findings: Vec<Finding>,
}

impl Assembly {
    pub(super) fn add(&mut self, path: String, bytes: Vec<u8>, mode: FileMode) {
        self.files.push(TreeFile { path, bytes, mode });
    }

    /// Where to begin; adds the compiled document where one is asked for.
    pub(super) fn deliver(
        &mut self,
        delivery: Delivery,
        instructions: &str,
        skills: &[SkillEntry],
    ) -> EntryPoints {
        match delivery {
            Delivery::Native => EntryPoints::Native {
                instructions: INSTRUCTIONS.to_owned(),
                skills_root: (!skills.is_empty()).then(|| SKILLS.to_owned()),
                body_bytes: instructions.len() as u64,
            },
            Delivery::Compiled => {
                let text = self.compile(instructions, skills);
                let body_bytes = text.len() as u64;
                self.add(COMPILED.to_owned(), text.into_bytes(), FileMode::Plain);
                EntryPoints::Compiled {
                    instructions: INSTRUCTIONS.to_owned(),
                    compiled_context: COMPILED.to_owned(),
                    body_bytes,
                }
            }
        }
    }

    fn compile(&mut self, instructions: &str, skills: &[SkillEntry]) -> String {
        let files: HashMap<&str, &[u8]> =
            self.files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
        let mut bodies = Vec::new();
        for skill in skills {
            let path = format!("{}/{SKILL_FILE}", skill.path);
            // One that is missing is reported with all others.
            match files.get(path.as_str()).map(|bytes| std::str::from_utf8(bytes)) {
                Some(Ok(text)) => bodies.push((skill.name.as_str(), body(text))),
                Some(Err(_)) => {
                    let message = format!("`{path}` is not UTF-8");
                    self.findings.push(Finding::new(&codes::NOT_TEXT, path, message));
                }
                None => {}
            }
        }
        compiled(instructions, &bodies)
    }

    /// Lists the files in the manifest, writes the trace, and looks at both as `verify` will.
    pub(super) fn finish(
        mut self,
        mut manifest: Manifest,
        sources: Vec<DraftSource>,
        decisions: Vec<Decision>,
    ) -> Result<Tree, Vec<Finding>> {
        manifest.files = self.files.iter().map(entry).collect();
        let sources = sources.into_iter().map(|source| (source.name, source.required, source.found));
        let sources = report_sources(&manifest, sources);
        let trace = Trace { format: TRACE_FORMAT.to_owned(), decisions, sources };
        // What cannot be a document is none, and is reported as that.
        let trace_value = serde_json::to_value(&trace).unwrap_or_default();
        self.add(TRACE.to_owned(), canonical::document(&trace_value), FileMode::Plain);
        manifest.files.extend(self.files.last().map(entry));
        manifest.files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        if let Ok(digest) = canonical::tree_digest(&manifest) {
            manifest.digest = digest;
        }
        let manifest_value = serde_json::to_value(&manifest).unwrap_or_default();
        let mut findings = self.findings;
        findings.extend(conform(MANIFEST, &manifest_value, &MANIFEST_SHAPE));
        findings.extend(conform(TRACE, &trace_value, &TRACE_SHAPE));
        findings.extend(check_listing(&manifest));
        findings.extend(check_selection(&manifest, &trace));
        if !findings.is_empty() {
            return Err(findings);
        }
        let bytes = canonical::document(&manifest_value);
        let mut files = self.files;
        files.push(TreeFile { path: MANIFEST.to_owned(), bytes, mode: FileMode::Plain });
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Ok(Tree { manifest, trace, files })
    }
}

fn entry(file: &TreeFile) -> FileEntry {
    FileEntry {
        path: file.path.clone(),
        size: file.bytes.len() as u64,
        mode: file.mode,
        sha256: Digest::of(&file.bytes),
    }
}
