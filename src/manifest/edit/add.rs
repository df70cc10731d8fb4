//! Adds files to the hub.

use std::path::{Path, PathBuf};

use super::error::EditError;
use super::replace::{create, create_folder_with};

/// A file of `modules/`, `hooks/` or `skills/` that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewFile<'a> {
    /// The folder of the hub.
    pub folder: &'static str,
    /// The file's name, or the skill's.
    pub name: &'a str,
    /// What it holds.
    pub text: &'a str,
    /// Whether it can be executed.
    pub executable: bool,
}

/// Writes a file of the hub, with the folder it belongs into, and gives its path.
///
/// # Errors
///
/// [`EditError::Exists`] when anything has that name already, be it in other letter case: not every file system can keep
/// both. Nothing is written then.
pub fn add_file(hub: &Path, file: NewFile) -> Result<PathBuf, EditError> {
    let path = free_place(hub, file.folder, file.name)?;
    create(&path, file.text.as_bytes(), if file.executable { 0o755 } else { 0o644 })?;
    Ok(path)
}

/// Writes `skills/NAME/SKILL.md` of a hub and gives the skill's folder. `name` must be a valid skill name.
///
/// # Errors
///
/// As of [`add_file`].
pub fn add_skill(hub: &Path, name: &str, text: &str) -> Result<PathBuf, EditError> {
    let folder = free_place(hub, "skills", name)?;
    create_folder_with(&folder, "SKILL.md", text.as_bytes())?;
    Ok(folder)
}

/// Where an entry of that name can be made.
fn free_place(hub: &Path, folder: &str, name: &str) -> Result<PathBuf, EditError> {
    let folder = hub.join(folder);
    fs_err::create_dir_all(&folder)?;
    for entry in fs_err::read_dir(&folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().to_lowercase() == name.to_lowercase() {
            return Err(EditError::Exists(entry.path()));
        }
    }
    Ok(folder.join(name))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use super::{NewFile, add_file, add_skill};
    use crate::manifest::EditError;

    fn existing(result: Result<PathBuf, EditError>) -> PathBuf {
        match result {
            Err(EditError::Exists(path)) => path,
            other => panic!("{other:?}"),
        }
    }

    fn add(hub: &Path, name: &str, executable: bool) -> Result<PathBuf, EditError> {
        add_file(hub, NewFile { folder: "hooks", name, text: "text", executable })
    }

    #[test]
    fn what_exists_is_never_touched() {
        let hub = tempfile::tempdir().unwrap();
        let folder = add_skill(hub.path(), "review", "one").unwrap();
        assert_eq!(fs_err::read_to_string(folder.join("SKILL.md")).unwrap(), "one");
        assert_eq!(existing(add_skill(hub.path(), "review", "two")), folder);
        fs_err::write(hub.path().join("skills/file"), "mine").unwrap();
        existing(add_skill(hub.path(), "file", "two"));
        fs_err::create_dir(hub.path().join("skills/empty")).unwrap();
        existing(add_skill(hub.path(), "empty", "two"));
        assert_eq!(fs_err::read_dir(hub.path().join("skills")).unwrap().count(), 3);
        assert_eq!(fs_err::read_to_string(folder.join("SKILL.md")).unwrap(), "one");
    }

    #[test]
    fn a_name_is_taken_in_every_letter_case_and_by_a_link_to_nothing() {
        let hub = tempfile::tempdir().unwrap();
        let path = add(hub.path(), "Grün.sh", true).unwrap();
        assert_eq!(fs_err::metadata(&path).unwrap().permissions().mode() & 0o700, 0o700);
        assert_eq!(existing(add(hub.path(), "gRÜN.sh", false)), path);
        std::os::unix::fs::symlink("nowhere", hub.path().join("hooks/link")).unwrap();
        existing(add(hub.path(), "link", false));
        let plain = add(hub.path(), "plain", false).unwrap();
        assert_eq!(fs_err::metadata(plain).unwrap().permissions().mode() & 0o111, 0);
    }
}
