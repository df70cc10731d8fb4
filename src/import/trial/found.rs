//! What lies in a target.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Something in a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file with its bytes.
    File(Vec<u8>),
    /// A link with its destination.
    Link(PathBuf),
}

/// Every file and link of a target by its path. What assembly and git keep for themselves is left out.
///
/// # Errors
///
/// When a file cannot be read.
pub fn files_in(target: &Path) -> io::Result<BTreeMap<String, Found>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![target.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs_err::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(target).unwrap_or(&path).to_string_lossy().into_owned();
            let metadata = fs_err::symlink_metadata(&path)?;
            if metadata.is_symlink() {
                found.insert(name, Found::Link(fs_err::read_link(&path)?));
            } else if metadata.is_dir() {
                if name != ".assembly" && name != ".git" {
                    folders.push(path);
                }
            } else if metadata.is_file() {
                found.insert(name, Found::File(fs_err::read(&path)?));
            }
        }
    }
    Ok(found)
}
