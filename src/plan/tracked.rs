//! Artifacts that belong to the target's repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::codes;
use super::git::Answers;
use super::obstacle::pasted;
use super::survey::Survey;
use crate::diagnostic::{Diagnostic, Problems};
use crate::disk::WorkTree;

impl Survey<'_> {
    /// Warns of each artifact that git tracks, as far as git was asked.
    pub(super) fn warn_of_tracked(&self, answers: Option<&Answers>, problems: &mut Problems) {
        let Some(answers) = answers else { return };
        let tracked: BTreeSet<&str> = answers.tracked.iter().map(String::as_str).collect();
        for artifact in &self.projection.artifacts {
            let path = &artifact.path;
            let real = self.draft.parents.real(path).ok().flatten().unwrap_or_else(|| path.clone());
            let inside = format!("{real}/");
            let next = tracked.range(inside.as_str()..).next();
            let is_folder = next.is_some_and(|path| path.starts_with(&inside));
            if is_folder || tracked.contains(real.as_str()) {
                let message = format!("`{path}` is tracked by git in `{}`", self.target().display());
                problems.push(
                    Diagnostic::new(&codes::TRACKED, message)
                        .label(
                            &artifact.place,
                            "what a run writes is a change of the repository, ignored or not",
                        )
                        .help(format!("run `{}`", untrack(self.target(), &real, is_folder)))
                        .scope(&self.projection.launcher),
                );
            }
        }
    }
}

/// The command that has git forget a path of the target and leaves what stands there.
fn untrack(target: &Path, path: &str, is_folder: bool) -> String {
    let (folder, path) = in_submodule(target, path).unwrap_or_else(|| (target.to_owned(), path.into()));
    let recursively = if is_folder { "-r " } else { "" };
    format!("git -C {} rm {recursively}--cached -- {}", pasted(&folder), pasted(&path))
}

/// The submodule in the target that a path lies in, and its path there.
fn in_submodule(target: &Path, path: &str) -> Option<(PathBuf, PathBuf)> {
    let above = target.join(path);
    let top = WorkTree::around(above.parent()?).ok()??.top;
    let inside = top.strip_prefix(fs_err::canonicalize(target).ok()?).ok()?;
    let rest = Path::new(path).strip_prefix(inside).ok()?;
    (top != fs_err::canonicalize(target).ok()?).then(|| (target.join(inside), rest.to_owned()))
}
