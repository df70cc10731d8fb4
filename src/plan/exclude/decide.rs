//! Which lines the block of a target holds, given what git says.

use std::cell::LazyCell;

use super::block::Block;
use super::edit::{ExcludeEdit, without_blocks};
use super::file::ExcludeFile;
use crate::digest::Digest;
use crate::plan::git::{Answers, Pattern};
use crate::plan::ignore::Wanted;
use crate::plan::standing::Standing;
use crate::plan::written::Lines;

/// The file, our share of it, and the lines that are wanted.
#[derive(Debug)]
pub(in crate::plan) struct Exclude {
    pub(in crate::plan) file: ExcludeFile,
    /// Whether the folder of the file is missing.
    pub(in crate::plan) folder_is_new: bool,
    pub(in crate::plan) standing: Standing,
    pub(in crate::plan) harness: String,
    pub(in crate::plan) wanted: Vec<Wanted>,
    /// Our share as the ledger has it.
    pub(in crate::plan) recorded: Option<Lines>,
    /// The target's own ignore file, which may cover a line.
    pub(in crate::plan) gitignore: Option<Vec<u8>>,
}

/// What our block becomes.
#[derive(Debug)]
pub(in crate::plan) struct Decision {
    pub(in crate::plan) edit: ExcludeEdit,
    pub(in crate::plan) added: Vec<String>,
    pub(in crate::plan) removed: Vec<String>,
    /// `None` when the ledger need not know of the file.
    pub(in crate::plan) share: Option<Lines>,
}

impl Exclude {
    pub(in crate::plan) fn bytes(&self) -> Option<&[u8]> {
        self.standing.bytes()
    }

    /// The paths to ask git about.
    pub(in crate::plan) fn questions(&self) -> Vec<String> {
        self.wanted.iter().flat_map(|wanted| wanted.paths.iter().chain(&wanted.folder).cloned()).collect()
    }

    /// Whether a line is missing of which the ledger does not know that it is covered, or one is there too many.
    pub(in crate::plan) fn has_news(&self) -> bool {
        let decision = self.decide(None, &[]);
        !decision.added.is_empty() || !decision.removed.is_empty()
    }

    /// Whether neither the file nor our share of it would change, so that git need not be asked.
    pub(in crate::plan) fn is_settled(&self) -> bool {
        !self.has_news() && self.decide(None, &[]).share == self.recorded
    }

    /// `going` are lines that leave the target's own ignore file in the same apply.
    pub(in crate::plan) fn decide(&self, answers: Option<&Answers>, going: &[&str]) -> Decision {
        let ours = self.ours();
        let cover = LazyCell::new(|| self.cover());
        let mut share = Lines::default();
        let mut added = Vec::new();
        for Wanted { line, paths, .. } in &self.wanted {
            let is_covered = || match answers {
                Some(answers) => paths.iter().all(|path| answers.ignores(path, going)),
                None => self.is_known_as_covered(line, &cover),
            };
            if !ours.contains(line) {
                if is_covered() {
                    share.covered.push(line.clone());
                    continue;
                }
                added.push(line.clone());
            }
            share.ours.push(line.clone());
        }
        share.covered_by = (!share.covered.is_empty()).then(|| *cover);
        let removed = ours.iter().filter(|line| !share.ours.contains(line)).cloned().collect();
        let known = self.recorded.iter().flat_map(|lines| lines.ours.iter().cloned()).collect();
        let edit = ExcludeEdit {
            harness: self.harness.clone(),
            lines: share.ours.clone(),
            left: Vec::new(),
            known,
            folder_goes: false,
        };
        let is_empty = share.ours.is_empty() && share.covered.is_empty();
        Decision { edit, added, removed, share: (!is_empty).then_some(share) }
    }

    /// The paths that git shows in spite of the lines, and the pattern that decides.
    pub(in crate::plan) fn without_effect<'a>(
        &'a self,
        answers: &'a Answers,
        added: &[String],
    ) -> Vec<(&'a str, &'a str, Option<&'a Pattern>)> {
        let mut shown = Vec::new();
        for wanted in &self.wanted {
            let of_folder = wanted.folder.as_ref().and_then(|folder| answers.pattern(folder));
            let is_added = added.contains(&wanted.line);
            for path in &wanted.paths {
                // In a folder that is ignored as a whole, nothing is looked at.
                let pattern = if is_added && wanted.folder.is_some() {
                    of_folder
                } else {
                    answers.pattern(path).or(of_folder)
                };
                let is_shown = match pattern {
                    // Every other ignore file comes before this one, whose last line decides.
                    Some(pattern) => pattern.is_negated() && !(is_added && pattern.is_of_exclude()),
                    None => !is_added,
                };
                if is_shown {
                    shown.push((path.as_str(), wanted.line.as_str(), pattern));
                }
            }
        }
        shown
    }

    /// The lines of our block that are ours.
    fn ours(&self) -> Vec<String> {
        let head = self.file.head(&self.harness);
        let blocks = self.bytes().map(Block::all).unwrap_or_default();
        let recorded = self.recorded.as_ref().map_or(&[][..], |lines| &lines.ours);
        if self.wanted.is_empty() {
            let (harness, known) = (self.harness.clone(), recorded.to_vec());
            let edit = ExcludeEdit { harness, known, ..ExcludeEdit::default() };
            return self.file.leaving(&edit, self.bytes().unwrap_or_default());
        }
        let is_ours = |block: &Block, line: &String| {
            block.is_whole || recorded.contains(line) || self.wanted.iter().any(|wanted| wanted.line == *line)
        };
        let own = blocks.iter().filter(|block| block.head == head);
        own.flat_map(|block| block.body.iter().filter(move |line| is_ours(block, line))).cloned().collect()
    }

    fn is_known_as_covered(&self, line: &String, cover: &Digest) -> bool {
        let known = self.recorded.as_ref().filter(|lines| lines.covered.contains(line));
        known.is_some_and(|lines| lines.covered_by == Some(*cover))
    }

    /// What may cover a line; blocks may go any time.
    fn cover(&self) -> Digest {
        let mut text = without_blocks(self.bytes().unwrap_or_default());
        text.push(0);
        text.extend_from_slice(self.gitignore.as_deref().unwrap_or_default());
        Digest::of(&text)
    }
}
