//! Names that every system can hold, side by side.

use std::collections::HashMap;

use super::format::{DEEPEST, LONGEST_PATH};
use crate::diagnostic::{hidden_character, visible};
use crate::skill::is_device;

/// The most bytes of a name, as file systems have it.
const LONGEST_NAME: usize = 255;

/// Why not every system can hold this path, as a fragment.
pub(super) fn flaw(path: &str) -> Option<String> {
    if path.len() > LONGEST_PATH {
        return Some(format!("is longer than {LONGEST_PATH} bytes"));
    }
    if path.split('/').count() > DEEPEST {
        return Some(format!("lies deeper than {DEEPEST} folders"));
    }
    path.split('/').find_map(flaw_of_name)
}

fn flaw_of_name(name: &str) -> Option<String> {
    let shown = visible(name);
    match name {
        "" => return Some("has an empty name".to_owned()),
        "." | ".." => return Some(format!("has `{name}`, which leads elsewhere")),
        _ => {}
    }
    if name.len() > LONGEST_NAME {
        return Some(format!("has a name of more than {LONGEST_NAME} bytes"));
    }
    if let Some(character) = hidden_character(name) {
        return Some(format!("has the invisible character U+{:04X} in `{shown}`", u32::from(character)));
    }
    if let Some(character) =
        name.chars().find(|c| matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'))
    {
        return Some(format!("has a `{character}` in `{shown}`, which Windows does not hold"));
    }
    if name.ends_with(['.', ' ']) {
        return Some(format!("has `{shown}`, which ends in a dot or space that Windows drops"));
    }
    if name.chars().any(|character| matches!(character, '\u{300}'..='\u{36f}')) {
        return Some(format!("has a letter in `{shown}` that is written as two characters"));
    }
    is_device(name).then(|| format!("has `{shown}`, which is a device on Windows"))
}

/// Pairs of paths that are one where the case of letters does not count, and files where another path needs a folder.
/// `paths` are sorted.
pub(super) fn clashes<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, &'a str)> {
    let mut known: HashMap<String, (&'a str, bool)> = HashMap::new();
    let mut clashes = Vec::new();
    let mut previous = "";
    for path in paths {
        let ends = path.match_indices('/').map(|(at, _)| (at, true)).chain([(path.len(), false)]);
        for (end, is_folder) in ends {
            let name = &path[..end];
            let is_known = is_folder && previous.starts_with(name) && previous[end..].starts_with('/');
            if is_known || (!is_folder && previous == path) {
                continue;
            }
            match known.insert(name.to_lowercase(), (name, is_folder)) {
                Some((other, was_folder)) if other != name || is_folder != was_folder => {
                    clashes.push((other, name));
                    break;
                }
                _ => {}
            }
        }
        previous = path;
    }
    clashes
}

#[cfg(test)]
mod tests {
    use super::{clashes, flaw};

    #[test]
    fn names_that_every_system_can_hold() {
        let long = "x".repeat(255);
        for good in ["a", "a/b c.md", ".hidden", "grün/é", "...x", "日本", &long] {
            assert_eq!(flaw(good), None, "{good}");
        }
        let deep = vec!["a"; 65].join("/");
        let (long_name, long_path) = ("x".repeat(256), vec!["x".repeat(200); 6].join("/"));
        for bad in [
            "",
            "/a",
            "a//b",
            "a/",
            ".",
            "a/../b",
            "a\\b",
            "C:",
            "a*",
            "a?",
            "\"",
            "<",
            ">",
            "|",
            "a.",
            "a ",
            "nul",
            "a/CON.txt",
            "e\u{301}",
            "a\n",
            "a\u{202e}b",
            "a\u{7f}",
            &deep,
            &long_name,
            &long_path,
        ] {
            assert!(flaw(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn twins_and_files_in_the_way_clash() {
        assert_eq!(clashes(["a/x", "a/y", "a.b", "b"]), []);
        assert_eq!(clashes(["Read.md", "read.md"]), [("Read.md", "read.md")]);
        assert_eq!(clashes(["Docs/a", "docs/b", "docs/c"]), [("Docs", "docs")]);
        assert_eq!(clashes(["Docs", "docs/a"]), [("Docs", "docs")]);
        assert_eq!(clashes(["a", "a/b"]), [("a", "a")]);
        assert_eq!(clashes(["a/É", "a/é"]), [("a/É", "a/é")]);
        assert_eq!(clashes(["same", "same"]), []);
    }
}
