//! Links that are replaced in one go.

use std::path::Path;

use super::PlaceError;
use super::put::Effect;
use super::staging::{Part, Staging};
use crate::bundle::codes;
use crate::diagnostic::Diagnostic;
use crate::disk::is_absent;

/// Makes a link point somewhere. `folder` is on the same file system, and there the new link is made.
pub(super) fn point(folder: &Path, link: &Path, to: &Path) -> Result<Effect, PlaceError> {
    let outcome = match fs_err::symlink_metadata(link) {
        Err(error) if is_absent(&error) => Effect::Created,
        Err(error) => return Err(error.into()),
        Ok(metadata) if !metadata.is_symlink() => return Err(not_a_link(link)),
        Ok(_) if fs_err::read_link(link)? == to => return Ok(Effect::Unchanged),
        Ok(_) => Effect::Replaced,
    };
    let staging = Staging::make(folder)?;
    let new = staging.part(Part::New);
    fs_err::os::unix::fs::symlink(to, &new)?;
    fs_err::rename(new, link)?;
    Ok(outcome)
}

fn not_a_link(link: &Path) -> PlaceError {
    let message = format!("`{}` is no link", link.display());
    let diagnostic = Diagnostic::new(&codes::NOT_A_LINK, message)
        .help("move it away: links of launchers lie in `current` of a store, and nothing else");
    PlaceError::refused(diagnostic)
}
