//! The target's `.gitignore` as a part of the plan.

use std::collections::BTreeSet;
use std::path::Path;

use super::PlanError;
use super::codes;
use super::draft::Draft;
use super::entry::Entry;
use super::git::{Answers, Pattern};
use super::ignore::{Decision, IgnoreFile, escaped};
use super::line_change::{Left, LineChange};
use super::parents::Parent;
use super::standing::{Item, Standing};
use super::step::{COPY, Step, TEMPORARY};
use super::survey::{Survey, names_in};
use super::written::{Lines, Written};
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::Ignore;

/// The only ignore file that gets lines.
pub(super) const GITIGNORE: &str = ".gitignore";

impl Survey<'_> {
    /// Reads the file and decides which lines it should hold.
    pub(super) fn look_at_gitignore(&mut self, problems: &mut Problems) -> Result<(), PlanError> {
        let is_wanted = self.wants_gitignore();
        let lines = |entry: &'_ Entry| matches!(entry.written, Written::Lines(_));
        let is_ours = |entry: &Entry| entry.holder.harness() == Some(self.projection.harness) && lines(entry);
        if !is_wanted && !self.ledger.at(GITIGNORE).any(is_ours) {
            return Ok(());
        }
        let standing = self.draft.standing(GITIGNORE)?;
        let bytes = match &standing {
            Standing::Absent => None,
            Standing::Item(Item::File { bytes, .. }) => Some(bytes.0.as_slice()),
            Standing::Item(Item::Link { .. }) | Standing::Folder | Standing::Special(_) => {
                if is_wanted {
                    problems.push(self.gitignore_left_alone(&standing));
                }
                return Ok(());
            }
        };
        let ignores = if is_wanted { self.ignores_as_git_sees()? } else { Vec::new() };
        let shared = self.shared_folders(&ignores)?;
        let share = |is_ours: bool| {
            let harness = self.projection.harness;
            self.ledger.at(GITIGNORE).filter_map(move |entry| match &entry.written {
                Written::Lines(lines) if (entry.holder.harness() == Some(harness)) == is_ours => Some(lines),
                _ => None,
            })
        };
        let ours: Option<&Lines> = share(true).next();
        let file = IgnoreFile::new(bytes, ours, share(false), &ignores, |path| shared.contains(path));
        self.ignore = Some((file, standing));
        Ok(())
    }

    fn wants_gitignore(&self) -> bool {
        !self.projection.excludes && !self.projection.ignores.is_empty()
    }

    /// What is to be ignored, by the paths that git knows.
    pub(super) fn ignores_as_git_sees(&mut self) -> Result<Vec<Ignore>, PlanError> {
        self.projection.ignores.iter().map(|ignore| self.as_git_sees(ignore)).collect()
    }

    /// The folders of these, by the paths that git knows, that will hold something which is not ours.
    pub(super) fn shared_folders(&mut self, ignores: &[Ignore]) -> Result<BTreeSet<String>, PlanError> {
        let mut shared = BTreeSet::new();
        for (declared, ignore) in self.projection.ignores.iter().zip(ignores) {
            if let (Ignore::Folder { path, entries, .. }, Ignore::Folder { path: real, .. }) =
                (declared, ignore)
                && self.will_be_shared(path, entries)?
            {
                shared.insert(real.clone());
            }
        }
        Ok(shared)
    }

    /// The same beneath the folder that a link above leads to: git does not look through links.
    fn as_git_sees(&mut self, ignore: &Ignore) -> Result<Ignore, PlanError> {
        const INSIDE: &str = "any-name";
        let parents = &mut self.draft.parents;
        Ok(match ignore {
            Ignore::Path { path, .. } => {
                parents.of(path)?;
                let real = parents.real(path)?;
                real.map(|path| Ignore::Path { line: format!("/{}", escaped(&path)), path })
            }
            Ignore::Folder { path, entries, .. } => {
                let inside = format!("{path}/{INSIDE}");
                parents.of(&inside)?;
                let real = parents.real(&inside)?;
                let folder =
                    real.and_then(|real| Some(real.strip_suffix(INSIDE)?.trim_end_matches('/').to_owned()));
                folder.filter(|folder| !folder.is_empty()).map(|path| Ignore::Folder {
                    line: format!("/{}/", escaped(&path)),
                    path,
                    entries: entries.clone(),
                })
            }
        }
        .unwrap_or_else(|| ignore.clone()))
    }

    fn gitignore_left_alone(&self, standing: &Standing) -> Diagnostic {
        let what = if matches!(standing, Standing::Item(_)) { "a link" } else { "not a file" };
        let path = self.draft.target.join(GITIGNORE);
        let message = format!("`{}` is {what}, so git does not read it and it is left alone", path.display());
        Diagnostic::new(&codes::GITIGNORE_LEFT_ALONE, message)
            .scope(&self.projection.launcher)
            .help("write `gitignore #false` in the launcher, or make it a file")
    }

    /// Whether a folder will hold something that is not ours when the plan is done.
    fn will_be_shared(&mut self, folder: &str, ours: &[String]) -> Result<bool, PlanError> {
        let path_of = |name: &str| format!("{folder}/{name}");
        let inside = format!("{folder}/");
        let is_of_others = |path: &str| {
            let name = path.strip_prefix(&inside).and_then(|inner| inner.split('/').next());
            name.is_some_and(|name| !ours.iter().any(|own| own == name))
        };
        let comes_back = |step: &Step| match step {
            Step::Put { path, .. }
            | Step::SetAside { path, .. }
            | Step::PutBack { path, .. }
            | Step::MakeTree { path, .. } => is_of_others(path),
            _ => false,
        };
        if self.draft.removals.iter().any(comes_back) {
            return Ok(true);
        }
        // As of something in it: then the folder itself is looked at, too.
        if self.draft.parents.of(&path_of("any-name"))? != Parent::Folder {
            return Ok(false);
        }
        let draft = &self.draft;
        let is_foreign = |name: &String| {
            let path = path_of(name);
            // Left by a run that could not clear it: the next one does.
            if name.starts_with('.') && (name.ends_with(TEMPORARY) || name.ends_with(COPY)) {
                return false;
            }
            !ours.contains(name) && !draft.emptied.contains(&path) && draft.ledger.at(&path).next().is_none()
        };
        Ok(names_in(&draft.target.join(folder))?.iter().any(is_foreign))
    }

    /// Turns the decision into a change and a step, once git has answered or need not be asked.
    pub(super) fn plan_gitignore(&mut self, answers: Option<&Answers>, problems: &mut Problems) {
        let Some((file, standing)) = self.ignore.take() else { return };
        let answers = answers.filter(|answers| answers.are_about_ignores);
        let decision = file.decide(answers);
        if let Some(answers) = answers {
            self.warn_of_lines_without_effect(&file, answers, &decision, problems);
        }
        let is_wanted = self.wants_gitignore();
        let draft = &mut self.draft;
        match decision.share.clone() {
            Some(lines) => draft.record_share(GITIGNORE, Written::Lines(lines)),
            None => draft.ledger.remove(GITIGNORE, &draft.holder),
        }
        draft.change_lines(&file, &standing, decision, is_wanted, Left::default());
    }

    fn warn_of_lines_without_effect(
        &self,
        file: &IgnoreFile,
        answers: &Answers,
        decision: &Decision,
        problems: &mut Problems,
    ) {
        let launcher = &self.projection.launcher;
        let shown = file.without_effect(answers, decision).into_iter();
        problems.extend(shown.map(|(path, line, pattern)| {
            no_effect(self.target(), launcher, path, (line, "the target's `.gitignore`"), pattern)
        }));
    }
}

impl Draft<'_> {
    /// Has the lines of the file changed as was decided.
    pub(super) fn change_lines(
        &mut self,
        file: &IgnoreFile,
        standing: &Standing,
        decision: Decision,
        is_wanted: bool,
        left: Left,
    ) {
        let Decision { bytes: after, edit, .. } = decision;
        let differs = self.tell_lines(&LineChange {
            path: GITIGNORE,
            standing,
            after,
            added: &edit.add,
            removed: &edit.remove,
            left: &left,
            recorded: file.recorded(),
            is_wanted,
        });
        if differs {
            let (path, before) = (GITIGNORE.to_owned(), standing.state());
            let (hidden, last) = (left.paths, self.takes_back);
            self.steps.push(Step::EditLines { path, before, edit, hidden, last });
        }
    }
}

/// An ignore line that git does not follow, and the pattern that decides.
pub(super) fn no_effect(
    target: &Path,
    launcher: &str,
    path: &str,
    (line, file): (&str, &str),
    pattern: Option<&Pattern>,
) -> Diagnostic {
    let (reason, help) = match pattern {
        Some(pattern) => (
            format!("line {} of `{}` is `{}`", pattern.line, pattern.source, pattern.text()),
            "take that line out".to_owned(),
        ),
        None => ("no pattern matches it".to_owned(), format!("add the line `{line}` to {file}")),
    };
    let message = format!("git does not ignore `{path}` in `{}`: {reason}", target.display());
    Diagnostic::new(&codes::NOT_IGNORED, message).help(help).scope(launcher)
}
