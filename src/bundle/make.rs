//! Makes the files of a draft.

use super::assemble::Assembly;
use super::format::{INSTRUCTIONS, skill_path};
use super::text::{normalised, normalised_text};
use super::{Draft, FileMode, Finding, Part, PartKind, SkillEntry, Tree};
use crate::Digest;
use crate::compose::SEPARATOR;

impl Draft {
    /// The files of the bundle, the same on every machine.
    ///
    /// # Errors
    ///
    /// Everything that `verify` would say about them: names that not every system can hold, names that clash, too much of
    /// it all, skills that the decisions do not select.
    pub fn tree(mut self) -> Result<Tree, Vec<Finding>> {
        let mut assembly = Assembly::default();
        let (parts, instructions) = self.instructions();
        let skills: Vec<SkillEntry> = self
            .skills
            .iter()
            .map(|skill| SkillEntry {
                source: skill.source.clone(),
                name: skill.name.clone(),
                path: skill_path(&skill.source, &skill.name),
            })
            .collect();
        for (skill, entry) in self.skills.drain(..).zip(&skills) {
            for file in skill.files {
                let mode = if file.executable { FileMode::Executable } else { FileMode::Plain };
                assembly.add(format!("{}/{}", entry.path, file.path), normalised(file.bytes), mode);
            }
        }
        let delivery = assembly.deliver(self.delivery, &instructions, &skills);
        let manifest = super::Manifest {
            format: super::MANIFEST_FORMAT.to_owned(),
            digest: super::TreeDigest(Digest::of(b"")),
            identity: self.identity.map(|(_, identity)| identity),
            delivery,
            instructions: parts,
            skills,
            placeholders: super::instructions::placeholders(&instructions)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            files: Vec::new(),
        };
        assembly.add(INSTRUCTIONS.to_owned(), instructions.into_bytes(), FileMode::Plain);
        assembly.finish(manifest, self.sources, self.decisions)
    }

    /// The parts, and the text that they make.
    fn instructions(&mut self) -> (Vec<Part>, String) {
        let identity = self.identity.iter().map(|(source, identity)| {
            (PartKind::Identity, source.clone(), identity.person.clone(), identity.render())
        });
        let others = self.texts.drain(..).map(|text| (text.kind, text.source, text.name, text.text));
        let mut whole = String::new();
        let mut parts = Vec::new();
        for (kind, source, name, text) in identity.chain(others) {
            let text = normalised_text(text);
            if !parts.is_empty() {
                whole.push_str(SEPARATOR);
            }
            whole.push_str(&text);
            let sha256 = Digest::of(text.as_bytes());
            parts.push(Part { kind, source, name, bytes: text.len() as u64, sha256 });
        }
        (parts, whole)
    }
}
