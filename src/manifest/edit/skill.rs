//! Adds a skill to the hub.

use std::io;
use std::path::{Path, PathBuf};

/// Writes `skills/NAME/SKILL.md` of a hub and gives the skill's folder. `name` must be a valid skill name.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] when anything has that name already; nothing is written then.
pub fn add_skill(hub: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let skills = hub.join("skills");
    fs_err::create_dir_all(&skills)?;
    let folder = skills.join(name);
    fs_err::create_dir(&folder)?;
    fs_err::write(folder.join("SKILL.md"), text)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::add_skill;

    #[test]
    fn what_exists_is_never_touched() {
        let hub = tempfile::tempdir().unwrap();
        let folder = add_skill(hub.path(), "review", "one").unwrap();
        assert_eq!(fs_err::read_to_string(folder.join("SKILL.md")).unwrap(), "one");
        assert_eq!(add_skill(hub.path(), "review", "two").unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs_err::write(hub.path().join("skills/file"), "mine").unwrap();
        assert_eq!(add_skill(hub.path(), "file", "two").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs_err::read_to_string(folder.join("SKILL.md")).unwrap(), "one");
    }
}
