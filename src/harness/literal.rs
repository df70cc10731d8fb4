//! What a shell would have replaced in a word, had there been one.

use std::ops::Range;

/// Something that reaches a program as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literal<'a> {
    /// A path that begins with `~`.
    Home(&'a str),
    /// `$NAME` or `${NAME}`, and the name.
    Variable(&'a str),
    /// `$(…)`.
    Command,
}

/// The first one in a word, and where it stands; nothing in prose, where `~` and `$` are meant as they are.
///
/// It counts at the beginning of a value, behind a `:` as in a list of folders, and a variable also within a path.
pub(super) fn literal(word: &str) -> Option<(Range<usize>, Literal<'_>)> {
    let start = value_start(word);
    let value = &word[start..];
    if value.starts_with("$(") && value.ends_with(')') {
        return Some((start..word.len(), Literal::Command));
    }
    if is_prose(value) {
        return None;
    }
    let bytes = word.as_bytes();
    let begins = |at: usize| at == start || bytes[at - 1] == b':';
    let mut places = word[start..].match_indices(['~', '$']).map(|(at, _)| start + at);
    places.find_map(|at| match bytes[at] {
        b'~' if begins(at) => {
            home(&word[at..]).map(|length| (at..at + length, Literal::Home(&word[at..at + length])))
        }
        b'$' if begins(at) || matches!(bytes[at - 1], b'/' | b'=' | b',') => {
            let (length, name) = variable(&word[at..])?;
            Some((at..at + length, Literal::Variable(name)))
        }
        _ => None,
    })
}

/// Behind the `=` of `--option=value` or `NAME=value`.
fn value_start(word: &str) -> usize {
    let is_name = |name: &str| {
        let mut letters = name.trim_start_matches('-').chars();
        letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
    };
    word.split_once('=').filter(|(name, _)| is_name(name)).map_or(0, |(name, _)| name.len() + 1)
}

/// Text for people or for another reader. Of what has spaces, only a path can be no prose.
fn is_prose(value: &str) -> bool {
    let mut words = value.split_whitespace();
    let is_data = value.starts_with(['{', '[', '"', '<']);
    let is_path = words.clone().count() <= 4 && words.next_back().is_some_and(|last| last.contains('/'));
    is_data || value.contains('\n') || (value.contains(char::is_whitespace) && !is_path)
}

/// The length of a path that begins with a home folder: `~`, `~/notes`, `~sam/notes`.
fn home(text: &str) -> Option<usize> {
    let path = &text[..text.find(':').unwrap_or(text.len())];
    let (user, _) = path[1..].split_once('/').unwrap_or((&path[1..], ""));
    let is_user = user.starts_with(|first: char| first.is_ascii_lowercase())
        && user
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-".contains(letter));
    (user.is_empty() || (is_user && path.contains('/'))).then_some(path.len())
}

/// The length and the name of a variable; only upper case, since `$x` is used in many languages.
fn variable(text: &str) -> Option<(usize, &str)> {
    let is_name = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let (open, inner) = match text[1..].strip_prefix('{') {
        Some(inner) => (2, inner),
        None => (1, &text[1..]),
    };
    let length = inner.find(|letter| !is_name(letter)).unwrap_or(inner.len());
    let (name, rest) = inner.split_at(length);
    let is_known = length > 1 && name.starts_with(|first: char| !first.is_ascii_digit());
    if open == 2 {
        let closing = rest.find('}').filter(|_| rest.starts_with(['}', ':']))?;
        return is_known.then_some((open + length + closing + 1, name));
    }
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric());
    (is_known && ends).then_some((open + length, name))
}

#[cfg(test)]
mod tests {
    use super::{Literal, literal};

    #[test]
    fn what_a_shell_would_have_replaced() {
        for (word, found) in [
            ("~/notes", "~/notes"),
            ("~", "~"),
            ("~sam/notes", "~sam/notes"),
            ("--add-dir=~/notes", "~/notes"),
            ("NOTES=~/notes", "~/notes"),
            ("/usr/bin:~/bin", "~/bin"),
            ("~/bin:/usr/bin", "~/bin"),
            ("~/Library/Application Support/x", "~/Library/Application Support/x"),
            ("$HOME/notes", "$HOME"),
            ("${HOME}/notes", "${HOME}"),
            ("${XDG_STATE_HOME:-/tmp}/x", "${XDG_STATE_HOME:-/tmp}"),
            ("--add-dir=$HOME", "$HOME"),
            ("/opt/bin:$PATH", "$PATH"),
            ("/srv/$USER/x", "$USER"),
            ("$(cat prompt.md)", "$(cat prompt.md)"),
            ("--x=$(pwd)", "$(pwd)"),
        ] {
            let place = literal(word).map(|(place, _)| &word[place]);
            assert_eq!(place, Some(found), "{word}");
        }
        assert_eq!(literal("${A_B:-x}").unwrap().1, Literal::Variable("A_B"));
    }

    #[test]
    fn what_is_meant_as_it_is() {
        for word in [
            "",
            "Look at ~/notes and tell me what is new.",
            "~/notes has my notes, read them",
            "Costs in $USD are in $HOME/costs",
            "Read(~/.ssh/**)",
            "Bash(echo $HOME:*)",
            r#"{"env": {"X": "$HOME"}}"#,
            "HEAD~1",
            "~1",
            "~5/x",
            "^foo$",
            "$1",
            "$x",
            "${x}",
            "a$HOMEx",
            "pa$SWORD1",
            "$A",
            "100$",
            "$$",
            "ü~/x",
            "${HOME",
            "*.md~",
            "$(cat a) and more",
        ] {
            assert_eq!(literal(word), None, "{word}");
        }
    }
}
