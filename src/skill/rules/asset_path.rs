//! Paths of the files beside a `SKILL.md`.

use std::collections::HashMap;

use crate::diagnostic::visible;
use crate::skill::SKILL_FILE;

/// Whether a skill can hold a file at this path, wherever it is copied to; why not, as a fragment.
pub(in crate::skill) fn asset_path(path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("its path is empty".to_owned());
    }
    if path.eq_ignore_ascii_case(SKILL_FILE) {
        return Err(format!("only the skill's own file has the name `{SKILL_FILE}`, in any case of letters"));
    }
    if path.starts_with('/') {
        return Err("its path is absolute".to_owned());
    }
    if path.contains('\\') {
        return Err("its path has a `\\`, parts are separated by `/`".to_owned());
    }
    path.split('/').try_for_each(part)
}

fn part(part: &str) -> Result<(), String> {
    if part.is_empty() {
        return Err("a part of its path is empty".to_owned());
    }
    if matches!(part, "." | "..") {
        return Err(format!("`{part}` leads elsewhere"));
    }
    if let Some(control) = part.chars().find(|character| character.is_control()) {
        return Err(format!("its path has the control character U+{:04X}", u32::from(control)));
    }
    if part.as_bytes().get(1) == Some(&b':') && part.as_bytes()[0].is_ascii_alphabetic() {
        return Err(format!("`{}` is a drive on Windows", visible(part)));
    }
    if is_device(part) {
        return Err(format!("`{}` is a device on Windows", visible(part)));
    }
    Ok(())
}

/// Windows opens a device for these names whatever their extension, and ignores spaces before it.
pub(crate) fn is_device(part: &str) -> bool {
    let stem = part.split(['.', ':']).next().unwrap_or(part).trim_end_matches(' ').to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    number.is_some_and(|number| {
        let mut characters = number.chars();
        matches!(characters.next(), Some('0'..='9' | '¹' | '²' | '³')) && characters.next().is_none()
    })
}

/// Pairs of paths that cannot lie side by side where the case of letters does not count: twins, and a file where
/// the other path needs a folder.
pub(in crate::skill) fn clash<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, &'a str)> {
    let paths: Vec<&str> = paths.into_iter().collect();
    let mut files: HashMap<String, &str> = HashMap::new();
    let mut clashes = Vec::new();
    for path in &paths {
        if let Some(first) = files.insert(path.to_lowercase(), path) {
            clashes.push((first, *path));
        }
    }
    for path in &paths {
        let lower = path.to_lowercase();
        let above = lower.match_indices('/').find_map(|(at, _)| files.get(&lower[..at]));
        clashes.extend(above.map(|file| (*file, *path)));
    }
    clashes
}

#[cfg(test)]
mod tests {
    use super::{asset_path, clash};

    #[test]
    fn paths_that_work_everywhere() {
        for good in [
            "a",
            "scripts/run.sh",
            ".hidden",
            "a b/ü.md",
            "...",
            "sub/SKILL.md",
            "com10.txt",
            "console",
            "lpt",
        ] {
            assert_eq!(asset_path(good), Ok(()), "{good}");
        }
        for bad in [
            "", "/", "/a", "a/", "a//b", ".", "..", "a/..", "./a", "a/../b", "SKILL.md", "skill.MD",
            "Skill.md", "a\\b", "C:/x", "c:x", "nul", "NUL.txt", "a/Con/b", "aux .md", "com1", "LPT9.log",
            "com¹", "conin$", "nul:x", "a\nb", "a\0",
        ] {
            assert!(asset_path(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn twins_and_files_in_the_way_clash() {
        assert_eq!(clash(["a/x", "a/y", "b"]), []);
        assert_eq!(clash(["Read.md", "read.md"]), [("Read.md", "read.md")]);
        assert_eq!(clash(["a/É", "A/é"]), [("a/É", "A/é")]);
        assert_eq!(clash(["x", "x"]), [("x", "x")]);
        assert_eq!(clash(["Docs", "docs/a"]), [("Docs", "docs/a")]);
        assert_eq!(clash(["docs/a", "docs/b", "Docs"]).len(), 2);
    }
}
