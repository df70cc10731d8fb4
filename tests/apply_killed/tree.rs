//! A folder as lines of text.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Path, mode and content of everything, sorted; without the lock, whose text names the last process, and with the
/// sandbox's own path left out.
pub(crate) fn tree_of(folder: &Path) -> Vec<String> {
    let home = folder.parent().unwrap().display().to_string();
    let mut lines = Vec::new();
    collect(folder, "", &mut lines);
    lines.retain(|line| !line.starts_with(".assembly/lock "));
    lines.iter().map(|line| line.replace(&home, "HOME")).collect()
}

fn collect(folder: &Path, prefix: &str, lines: &mut Vec<String>) {
    let mut entries: Vec<_> = fs_err::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(fs_err::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().display());
        let metadata = fs_err::symlink_metadata(entry.path()).unwrap();
        if metadata.is_symlink() {
            lines.push(format!("{name} -> {}", fs_err::read_link(entry.path()).unwrap().display()));
        } else if metadata.is_dir() {
            lines.push(format!("{name}/"));
            collect(&entry.path(), &format!("{name}/"), lines);
        } else {
            let text = fs_err::read(entry.path()).unwrap();
            let text = String::from_utf8_lossy(&text);
            lines.push(format!("{name} {:04o} {text:?}", metadata.permissions().mode() & 0o7777));
        }
    }
}

/// The lines that are not in `.assembly`.
pub(crate) fn without_state(tree: &[String]) -> Vec<String> {
    tree.iter().filter(|line| !line.starts_with(".assembly")).cloned().collect()
}

/// Whether some file holds the text, or some link leads there. Journals do not count.
pub(crate) fn holds_text(folder: &Path, text: &str) -> bool {
    let escaped = format!("{text:?}");
    let escaped = escaped.trim_matches('"');
    let lines = tree_of(folder);
    lines.iter().any(|line| !line.starts_with(".assembly/journal.json") && line.contains(escaped))
}

/// Everything that is there under a temporary name.
pub(crate) fn temporaries(folder: &Path) -> Vec<String> {
    let mut lines = tree_of(folder);
    lines.retain(|line| line.contains("assembly-new") || line.contains("assembly-copy"));
    lines
}
