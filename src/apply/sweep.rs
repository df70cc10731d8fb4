//! Clears away what a killed run left under temporary names in `.assembly`.

use std::io;
use std::path::Path;

use crate::disk::{discard, is_absent};
use crate::plan::{BACKUPS, COPY, STATE_FOLDER, TEMPORARY};

/// Removes the temporaries in `.assembly` and its backups. Those in the target belong to a journal, and go with it.
pub(super) fn sweep(target: &Path) -> io::Result<()> {
    for folder in [STATE_FOLDER, BACKUPS] {
        let folder_path = target.join(folder);
        match fs_err::symlink_metadata(&folder_path) {
            Ok(metadata) if metadata.is_dir() => {}
            // A link is not followed: what lies behind it is not ours.
            Ok(_) => continue,
            Err(error) if is_absent(&error) => continue,
            Err(error) => return Err(error),
        }
        for entry in fs_err::read_dir(folder_path)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| is_ours(folder, name)) {
                discard(&entry.path())?;
            }
        }
    }
    Ok(())
}

/// Whether a name is one that we give to something unfinished.
fn is_ours(folder: &str, name: &str) -> bool {
    let Some(name) = name.strip_prefix('.') else { return false };
    if folder == STATE_FOLDER {
        return name
            .strip_suffix(TEMPORARY)
            .is_some_and(|name| matches!(name, "ledger.json" | "journal.json"));
    }
    let is_digest = |name: &str| name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_item = |name: &str| is_digest(name.strip_suffix("-link").unwrap_or(name));
    name.strip_suffix(TEMPORARY).is_some_and(is_item)
        || name.strip_suffix(COPY).is_some_and(|name| name.starts_with("folder-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_ours_go() {
        let digest = "0".repeat(64);
        for (folder, name, is_one) in [
            (STATE_FOLDER, ".ledger.json.assembly-new".to_owned(), true),
            (STATE_FOLDER, ".note.assembly-new".to_owned(), false),
            (STATE_FOLDER, "ledger.json".to_owned(), false),
            (BACKUPS, format!(".{digest}.assembly-new"), true),
            (BACKUPS, format!(".{digest}-link.assembly-new"), true),
            (BACKUPS, ".note.assembly-new".to_owned(), false),
            (BACKUPS, ".folder-x.assembly-copy".to_owned(), true),
            (BACKUPS, digest.clone(), false),
        ] {
            assert_eq!(is_ours(folder, &name), is_one, "{name}");
        }
    }
}
