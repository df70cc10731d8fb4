//! What stands above an artifact and forbids to write it.

use std::path::Path;

use super::PlanError;
use super::codes;
use super::parents::{Parent, Parents};
use crate::diagnostic::{Diagnostic, shell_word};

/// What is wrong, right now, with a folder above a path.
pub(crate) fn obstacle_above(target: &Path, path: &str) -> Result<Option<Diagnostic>, PlanError> {
    Ok(obstacle(target, &Parents::new(target).of(path)?))
}

/// A path as a word for a shell.
pub(super) fn pasted(path: &Path) -> String {
    shell_word(&path.to_string_lossy())
}

/// What is wrong with a folder above an artifact, if anything.
pub(super) fn obstacle(target: &Path, parent: &Parent) -> Option<Diagnostic> {
    let shown = |path: &str| pasted(&target.join(path));
    match parent {
        Parent::Folder | Parent::Missing => None,
        Parent::Leaves { link, destination } => {
            let message = format!("`{link}` in the target is a link to `{destination}`, out of the target");
            let help = format!("make it a folder: `rm {0} && mkdir {0}`", shown(link));
            Some(Diagnostic::new(&codes::PARENT_LEAVES_TARGET, message).help(help))
        }
        Parent::NotAFolder { path } => {
            let message = format!("`{path}` in the target is not a folder");
            let help = format!("move it away: `mv {0} {0}.old`", shown(path));
            Some(Diagnostic::new(&codes::PARENT_NOT_A_FOLDER, message).help(help))
        }
    }
}
