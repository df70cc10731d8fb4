//! `${x%pattern}` and `${x#pattern}`.

use std::path::PathBuf;

use super::problems::Reason;
use crate::import::text::{Part, Text};

/// The longest text that is cut, in bytes.
const LONGEST: usize = 4096;

/// Takes the shortest or longest matching end off.
pub(super) fn cut_suffix(text: &Text, pattern: &str, longest: bool) -> Result<Text, Reason> {
    if longest && text.parts().len() > 1 && text.as_path().is_none() {
        return Err(Reason::Expansion);
    }
    on_last(text, |last| {
        let ends = last.char_indices().map(|(at, _)| at).chain([last.len()]);
        let mut ends: Vec<usize> = ends.collect();
        if !longest {
            ends.reverse();
        }
        ends.into_iter().find(|at| matches(pattern, &last[*at..])).map(|at| last[..at].to_owned())
    })
}

/// Takes the shortest or longest matching start off.
pub(super) fn cut_prefix(text: &Text, pattern: &str, longest: bool) -> Result<Text, Reason> {
    // What is before the last part has slashes of its own, so only what reaches behind the last slash is known.
    let reaches_far = longest && pattern == "*/";
    if text.parts().len() > 1 && !reaches_far {
        return Err(Reason::Expansion);
    }
    let cut = |last: &str| {
        let starts = last.char_indices().map(|(at, _)| at).chain([last.len()]);
        let mut starts: Vec<usize> = starts.collect();
        if longest {
            starts.reverse();
        }
        starts.into_iter().find(|at| matches(pattern, &last[..*at])).map(|at| last[at..].to_owned())
    };
    match text.parts() {
        [.., Part::Plain(last)] if reaches_far && last.contains('/') => {
            Ok(Text::plain(cut(last).unwrap_or_default()))
        }
        _ => on_last(text, cut),
    }
}

/// Changes the last part of a text, if that is known; a text that does not match stays.
fn on_last(text: &Text, change: impl Fn(&str) -> Option<String>) -> Result<Text, Reason> {
    if let Some(path) = text.as_path() {
        let path = path.to_str().filter(|path| path.len() <= LONGEST).ok_or(Reason::Expansion)?.to_owned();
        let Some(changed) = change(&path) else { return Ok(text.clone()) };
        return Ok(if changed.starts_with('/') {
            Text::of(Part::Folder(PathBuf::from(changed)))
        } else {
            Text::plain(changed)
        });
    }
    match text.parts() {
        [] => Ok(Text::default()),
        [before @ .., Part::Plain(last)] if last.len() <= LONGEST => {
            let Some(changed) = change(last) else { return Ok(text.clone()) };
            Ok(before.iter().cloned().chain([Part::Plain(changed)]).collect())
        }
        _ => Err(Reason::Expansion),
    }
}

/// Whether a pattern of `*`, `?` and plain characters matches the whole text.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut star, mut mark) = (0, None, 0);
    let mut index = 0;
    while index < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some(at);
                mark = index;
                at += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == text[index] => {
                at += 1;
                index += 1;
            }
            _ => match star {
                Some(star) => {
                    at = star + 1;
                    mark += 1;
                    index = mark;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{cut_prefix, cut_suffix, matches};
    use crate::import::text::{Part, Text};

    #[test]
    fn matches_as_a_shell_does() {
        for (pattern, text, expected) in [
            ("/*", "/a/b", true),
            ("*.sh", "x.sh", true),
            ("?", "", false),
            ("*/", "a/b", false),
            ("", "", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn cuts_paths_and_names() {
        let script = Text::of(Part::Folder(PathBuf::from("/hub/launchers/a-b.sh")));
        assert_eq!(
            cut_suffix(&script, "/*", false),
            Ok(Text::of(Part::Folder(PathBuf::from("/hub/launchers"))))
        );
        assert_eq!(cut_prefix(&script, "*/", true), Ok(Text::plain("a-b.sh")));
        assert_eq!(cut_suffix(&Text::plain("a-b.sh"), ".*", true), Ok(Text::plain("a-b")));
        let mut target = Text::of(Part::Home);
        target.push(Part::Plain("/code/app".to_owned()));
        assert_eq!(cut_prefix(&target, "*/", true), Ok(Text::plain("app")));
    }
}
