//! What happens to the ignore file, given what git says.

use super::edit::LineEdit;
use super::lines::LineFile;
use super::wanted::{Wanted, wanted};
use crate::digest::Digest;
use crate::harness::Ignore;
use crate::plan::git::{Answers, Pattern};
use crate::plan::written::Lines;

/// An ignore file, our share of it, and the lines that it should hold.
#[derive(Clone, Debug)]
pub(in crate::plan) struct IgnoreFile {
    /// `None` when there is no file.
    bytes: Option<Vec<u8>>,
    /// Our share as the ledger has it.
    recorded: Option<Lines>,
    share: Lines,
    /// Lines that other harnesses have in it.
    claimed: Vec<String>,
    wanted: Vec<Wanted>,
}

/// What the file and our share of it become.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::plan) struct Decision {
    /// `None` when there will be no file.
    pub(in crate::plan) bytes: Option<Vec<u8>>,
    /// What leads there.
    pub(in crate::plan) edit: LineEdit,
    /// `None` when the ledger need not know of the file.
    pub(in crate::plan) share: Option<Lines>,
}

impl IgnoreFile {
    /// `shares` are those of the other harnesses; `is_shared` says whether a folder will hold foreign things.
    pub(in crate::plan) fn new<'a>(
        bytes: Option<&[u8]>,
        share: Option<&Lines>,
        shares: impl Iterator<Item = &'a Lines>,
        ignores: &[Ignore],
        is_shared: impl Fn(&str) -> bool,
    ) -> Self {
        let mut own = share.cloned().unwrap_or_default();
        let mut claimed = Vec::new();
        for other in shares {
            claimed.extend(other.ours.iter().cloned());
            // Whoever goes last leaves the file as it was before the first.
            own.newline |= other.newline;
            own.created |= other.created;
        }
        let wanted = wanted(ignores, is_shared);
        Self { bytes: bytes.map(<[u8]>::to_vec), recorded: share.cloned(), share: own, claimed, wanted }
    }

    /// Our share as the ledger has it.
    pub(in crate::plan) fn recorded(&self) -> Option<&Lines> {
        self.recorded.as_ref()
    }

    /// The paths to ask git about: those of missing lines, and whether the lines that stand there have an effect.
    pub(in crate::plan) fn questions(&self) -> Vec<String> {
        self.wanted.iter().flat_map(|wanted| wanted.paths.iter().chain(&wanted.folder).cloned()).collect()
    }

    /// The paths that git shows in spite of the lines, and the pattern that decides, given what `decision` adds.
    pub(in crate::plan) fn without_effect<'a>(
        &'a self,
        answers: &'a Answers,
        decision: &Decision,
    ) -> Vec<(&'a str, &'a str, Option<&'a Pattern>)> {
        let mut shown = Vec::new();
        for wanted in &self.wanted {
            let is_added = decision.edit.add.contains(&wanted.line);
            // What is said of the folder outdoes what is said of the files in it.
            let of_folder = wanted.folder.as_ref().and_then(|folder| answers.pattern(folder));
            for path in &wanted.paths {
                let pattern = answers.pattern(path).or(of_folder);
                let is_shown = match pattern {
                    // Our line comes last, so only what lies deeper outdoes it.
                    Some(pattern) if is_added => {
                        pattern.is_negated() && wanted.is_outdone_in(&pattern.source)
                    }
                    Some(pattern) => pattern.is_negated(),
                    None => !is_added,
                };
                if is_shown {
                    shown.push((path.as_str(), wanted.line.as_str(), pattern));
                }
            }
        }
        shown
    }

    /// Whether a line is missing of which the ledger does not know that it is covered.
    pub(in crate::plan) fn has_news(&self) -> bool {
        self.missing().any(|wanted| !self.is_known_as_covered(wanted)) || !self.outdated().is_empty()
    }

    /// Whether neither the file nor our share of it would change, so that git need not be asked.
    pub(in crate::plan) fn is_settled(&self) -> bool {
        !self.has_news() && self.decide(None).share == self.recorded
    }

    /// Without answers, a line is covered when the ledger says so and the file is still the same.
    pub(in crate::plan) fn decide(&self, answers: Option<&Answers>) -> Decision {
        let removed = self.outdated();
        let mut share = Lines { newline: false, created: false, ..Lines::default() };
        let mut added = Vec::new();
        let is_covered = |wanted: &Wanted| match answers {
            Some(answers) => wanted.paths.iter().all(|path| answers.ignores(path, &removed)),
            None => self.is_known_as_covered(wanted),
        };
        for wanted in &self.wanted {
            if !self.is_missing(wanted) {
                if self.has(&wanted.line) && self.is_ours(&wanted.line) {
                    share.ours.push(wanted.line.clone());
                }
            } else if is_covered(wanted) {
                share.covered.push(wanted.line.clone());
            } else {
                share.ours.push(wanted.line.clone());
                added.push(wanted.line.as_str());
            }
        }
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let stays_ours = !share.ours.is_empty();
        let edit = LineEdit {
            remove: owned(&removed),
            add: owned(&added),
            newline: self.share.newline && !stays_ours,
            created: self.share.created && !removed.is_empty() && self.claimed.is_empty(),
        };
        let edited = edit.of(self.bytes.as_deref());
        let bytes = edited.bytes;
        // What taking our lines out has to undo.
        share.created = stays_ours && (self.bytes.is_none() || self.share.created);
        share.newline = stays_ours && self.bytes.is_some() && (self.keeps_newline(&added) || edited.newline);
        share.covered_by = bytes.as_deref().filter(|_| !share.covered.is_empty()).map(Digest::of);
        let is_empty = share.ours.is_empty() && share.covered.is_empty();
        Decision { bytes, edit, share: (!is_empty).then_some(share) }
    }

    /// Whether the line before ours is still the one that had no newline. When ours come to stand behind what somebody else
    /// added, it is another one.
    fn keeps_newline(&self, added: &[&str]) -> bool {
        let ours: Vec<&str> = self.share.ours.iter().chain(&self.claimed).map(String::as_str).collect();
        let ends_with_ours =
            || self.bytes.as_deref().is_some_and(|bytes| LineFile::new(bytes).ends_with(&ours));
        self.share.newline && (added.is_empty() || ends_with_ours())
    }

    /// Lines of ours that nobody wants any more.
    fn outdated(&self) -> Vec<&str> {
        let ours = self.share.ours.iter().map(String::as_str);
        ours.filter(|line| {
            let is_wanted = self.wanted.iter().any(|wanted| wanted.line == *line);
            !is_wanted && self.has_exactly(line) && !self.claimed.iter().any(|claimed| claimed == line)
        })
        .collect()
    }

    fn missing(&self) -> impl Iterator<Item = &Wanted> {
        self.wanted.iter().filter(|wanted| self.is_missing(wanted))
    }

    fn is_missing(&self, wanted: &Wanted) -> bool {
        let stands_for = |line: &String| self.has(line) && !self.is_ours(line);
        !self.has(&wanted.line) && !wanted.instead.as_ref().is_some_and(stands_for)
    }

    fn is_known_as_covered(&self, wanted: &Wanted) -> bool {
        self.share.covered.contains(&wanted.line)
            && self.share.covered_by == self.bytes.as_deref().map(Digest::of)
    }

    fn is_ours(&self, line: &String) -> bool {
        self.share.ours.contains(line) || self.claimed.contains(line)
    }

    fn has_exactly(&self, line: &str) -> bool {
        self.bytes.as_deref().is_some_and(|bytes| LineFile::new(bytes).count(line) > 0)
    }

    fn has(&self, line: &str) -> bool {
        self.bytes.as_deref().is_some_and(|bytes| LineFile::new(bytes).has(line))
    }
}
