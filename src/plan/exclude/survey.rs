//! The repository's `info/exclude` as a part of the plan.

use super::EXCLUDE;
use super::decide::{Decision, Exclude};
use super::edit::ExcludeEdit;
use super::file::ExcludeFile;
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::Ignore;
use crate::plan::PlanError;
use crate::plan::codes;
use crate::plan::entry::Entry;
use crate::plan::git::Answers;
use crate::plan::gitignore::{GITIGNORE, no_effect};
use crate::plan::ignore::wanted;
use crate::plan::line_change::{Left, LineChange};
use crate::plan::standing::Standing;
use crate::plan::step::Step;
use crate::plan::survey::Survey;
use crate::plan::written::{Lines, Written};

impl Survey<'_> {
    /// Looks for the file and decides which lines it should hold.
    pub(in crate::plan) fn look_at_exclude(&mut self, problems: &mut Problems) -> Result<(), PlanError> {
        let is_wanted = self.projection.excludes && !self.projection.ignores.is_empty();
        let recorded = self.ledger.at(EXCLUDE).find_map(|entry| exclude_of(entry, self.projection.harness));
        let recorded = recorded.cloned();
        if !is_wanted && recorded.is_none() {
            return Ok(());
        }
        let Some(file) = ExcludeFile::of(self.target())? else {
            self.draft.ledger.remove(EXCLUDE, &self.draft.holder);
            problems.extend(is_wanted.then(|| self.no_exclude()));
            return Ok(());
        };
        if let Some(obstacle) = file.obstacle()? {
            problems.extend(is_wanted.then(|| self.exclude_left_alone(&file, obstacle)));
            return Ok(());
        }
        let ignores: Vec<Ignore> = if is_wanted { self.ignores_as_git_sees()? } else { Vec::new() };
        let shared = self.shared_folders(&ignores)?;
        let prefix = file.prefix();
        let mut lines = wanted(&ignores, |path| shared.contains(path));
        for wanted in &mut lines {
            wanted.line = format!("{prefix}/{}", wanted.line.trim_start_matches('/'));
        }
        let standing = Standing::read(&file.path())?;
        let gitignore = Standing::read(&self.target().join(GITIGNORE))?.bytes().map(<[u8]>::to_vec);
        let harness = self.projection.harness.to_owned();
        let folder_is_new = !file.has_folder()?;
        self.exclude =
            Some(Exclude { file, folder_is_new, standing, harness, wanted: lines, recorded, gitignore });
        Ok(())
    }

    /// Turns the decision into a change and a step; what happens to the target's own ignore file is planned by now.
    pub(in crate::plan) fn plan_exclude(&mut self, answers: Option<&Answers>, problems: &mut Problems) {
        let Some(mut exclude) = self.exclude.take() else { return };
        let answers = answers.filter(|answers| answers.are_about_ignores);
        let edited = self.draft.steps.iter().find_map(|step| match step {
            Step::EditLines { path, edit, .. } if path == GITIGNORE => Some(edit),
            _ => None,
        });
        if let Some(edit) = edited {
            exclude.gitignore = edit.of(exclude.gitignore.as_deref()).bytes;
        }
        let going: Vec<&str> =
            edited.iter().flat_map(|edit| edit.remove.iter().map(String::as_str)).collect();
        let decision = exclude.decide(answers, &going);
        if let Some(answers) = answers {
            let shown = exclude.without_effect(answers, &decision.added);
            problems.extend(shown.into_iter().map(|(path, line, pattern)| {
                let file = format!("`{}`", exclude.file.shown());
                no_effect(self.target(), &self.projection.launcher, path, (line, &file), pattern)
            }));
        }
        let is_wanted = !exclude.wanted.is_empty();
        let draft = &mut self.draft;
        match decision.share.clone() {
            Some(lines) => draft.record_share(EXCLUDE, Written::Exclude(lines)),
            None => draft.ledger.remove(EXCLUDE, &draft.holder),
        }
        let Decision { edit, added, removed, .. } = decision;
        // Where somebody wrote into the block and every line is there, it is left as it is.
        let is_right = is_wanted && added.is_empty() && removed.is_empty();
        let before = exclude.bytes();
        let edited = exclude.file.edit(&edit, before, exclude.folder_is_new);
        let edit = ExcludeEdit { folder_goes: edited.folder_goes, ..edit };
        let after = if is_right { before.map(<[u8]>::to_vec) } else { edited.bytes };
        let differs = draft.tell_lines(&LineChange {
            path: &exclude.file.shown(),
            standing: &exclude.standing,
            after,
            added: &added,
            removed: &removed,
            left: &Left::default(),
            recorded: exclude.recorded.as_ref(),
            is_wanted,
        });
        if differs {
            draft.steps.push(Step::EditExclude { edit, hidden: Vec::new(), last: false });
        }
    }

    fn no_exclude(&self) -> Diagnostic {
        let target = self.target().display();
        let message =
            format!("`{target}` lies in no git work tree, so there is no `{EXCLUDE}` for its ignore lines");
        Diagnostic::new(&codes::NO_EXCLUDE, message)
            .scope(&self.projection.launcher)
            .help("write `gitignore #true` in the launcher, or `#false` if there is nothing to ignore")
    }

    fn exclude_left_alone(&self, file: &ExcludeFile, obstacle: &str) -> Diagnostic {
        let message = format!("`{}` {obstacle}, and is left alone", file.path().display());
        Diagnostic::new(&codes::EXCLUDE_LEFT_ALONE, message)
            .scope(&self.projection.launcher)
            .help("make it a file, or write `gitignore #true` in the launcher")
    }
}

/// The share of a harness.
fn exclude_of<'a>(entry: &'a Entry, harness: &str) -> Option<&'a Lines> {
    match &entry.written {
        Written::Exclude(lines) if entry.holder.harness() == Some(harness) => Some(lines),
        _ => None,
    }
}
