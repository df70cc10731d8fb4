//! Clears away what killed processes left beside a destination.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::aside::settle;
use super::staging::{LOCK, PREFIX, Part, RANDOM, Staging};

/// Removes the staging folders in `parent` whose process is gone. Gives the names under which something was kept that
/// may be somebody's.
///
/// Nothing depends on it, so what cannot be cleared away is left for the next time.
pub(super) fn sweep(parent: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs_err::read_dir(parent) else { return Vec::new() };
    let ours = entries.filter_map(Result::ok).filter(|entry| entry.file_name().to_str().is_some_and(is_ours));
    ours.filter_map(|entry| sweep_one(&entry.path(), parent).ok().flatten()).collect()
}

fn is_ours(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .is_some_and(|rest| rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn sweep_one(path: &Path, parent: &Path) -> io::Result<Option<PathBuf>> {
    let metadata = fs_err::symlink_metadata(path)?;
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() || !holds_only_ours(path)?
    {
        return Ok(None);
    }
    let Some(staging) = Staging::inherit(path)? else {
        // Without a lock it is empty, or its owner is just making one: only an empty folder is removed.
        _ = fs_err::remove_dir(path);
        return Ok(None);
    };
    settle(&staging, parent, "bundle".as_ref())
}

fn holds_only_ours(folder: &Path) -> io::Result<bool> {
    for entry in fs_err::read_dir(folder)? {
        let name = entry?.file_name();
        if name != LOCK && !Part::ALL.iter().any(|part| name == part.name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_names_of_ours_are_looked_at() {
        assert!(is_ours(".assembly-bundle-aB3dE6gH9jK2"));
        for other in [
            ".assembly-bundle-",
            ".assembly-bundle-mine",
            ".assembly-bundle-aB3dE6gH9jK2.txt",
            ".assembly-bundle-aB3dE6gH9j-2",
            "assembly-bundle-aB3dE6gH9jK2",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
