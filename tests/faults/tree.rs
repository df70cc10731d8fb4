//! A folder as lines of text.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Path, mode and content of everything below, sorted; of locks only that they are there, since their text names the
/// last process.
pub(crate) fn tree_of(folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    collect(folder, "", &mut lines);
    lines.sort();
    lines
}

fn collect(folder: &Path, prefix: &str, lines: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().display());
        let metadata = std::fs::symlink_metadata(&path).unwrap();
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() {
            lines.push(format!("{name} -> {}", std::fs::read_link(&path).unwrap().display()));
        } else if metadata.is_dir() {
            lines.push(format!("{name}/ {mode:04o}"));
            collect(&path, &format!("{name}/"), lines);
        } else if name.ends_with(".assembly/lock") {
            lines.push(format!("{name} {mode:04o}"));
        } else {
            lines.push(format!("{name} {mode:04o} {}", std::fs::read(&path).unwrap().escape_ascii()));
        }
    }
}

/// The texts of the user that are anywhere: each begins with `<mine` and ends with `>`. A journal does not count: it goes.
pub(crate) fn texts_of(tree: &[String]) -> Vec<String> {
    let kept = tree.iter().filter(|line| !line.contains("journal.json"));
    let mut texts: Vec<String> = kept
        .flat_map(|line| line.split("<mine").skip(1))
        .filter_map(|part| Some(part.split_once('>')?.0.to_owned()))
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

/// The first lines that only one of two trees has.
pub(crate) fn difference(expected: &[String], found: &[String]) -> String {
    let mut told = String::new();
    for (sign, these, those) in [('-', expected, found), ('+', found, expected)] {
        for line in these.iter().filter(|line| !those.contains(line)).take(6) {
            let line: String = line.chars().take(300).collect();
            _ = writeln!(told, "  {sign} {line}");
        }
    }
    told
}
