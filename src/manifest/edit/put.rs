//! Files of the hub that are made by us as a whole.

use std::path::Path;

use super::error::EditError;
use super::replace::{create, replace};
use crate::disk::is_absent;

/// Puts `after` where `before` stands, or nothing, with the folder it belongs into. Nothing is done when both are equal.
///
/// # Errors
///
/// [`EditError::Changed`] when something else stands there by now.
pub fn put_file(path: &Path, before: Option<&[u8]>, after: &[u8]) -> Result<(), EditError> {
    const NEW: u32 = 0o644;
    let Some(before) = before else {
        fs_err::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
        return create(path, after, NEW).map_err(|error| match error {
            EditError::Exists(path) => EditError::Changed(path),
            other => other,
        });
    };
    replace(path, before, after)
}

/// Deletes a file that holds `before`.
///
/// # Errors
///
/// [`EditError::Changed`] when it holds something else by now.
pub fn remove_file(path: &Path, before: &[u8]) -> Result<(), EditError> {
    match fs_err::read(path) {
        Ok(found) if found == before => Ok(fs_err::remove_file(path)?),
        Ok(_) => Err(EditError::Changed(path.to_owned())),
        Err(error) if is_absent(&error) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{put_file, remove_file};
    use crate::manifest::EditError;

    #[test]
    fn a_file_is_put_and_taken_away_only_as_it_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.json");
        put_file(&path, None, b"one").unwrap();
        assert!(matches!(put_file(&path, None, b"two"), Err(EditError::Changed(_))));
        assert!(matches!(put_file(&path, Some(b"other"), b"two"), Err(EditError::Changed(_))));
        put_file(&path, Some(b"one"), b"two").unwrap();
        assert_eq!(fs_err::read(&path).unwrap(), b"two");
        assert!(matches!(remove_file(&path, b"one"), Err(EditError::Changed(_))));
        remove_file(&path, b"two").unwrap();
        assert!(!path.exists());
        remove_file(&path, b"two").unwrap();
    }
}
