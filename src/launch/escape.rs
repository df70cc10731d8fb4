//! Words for tmux, which reads more into them than one would think.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// A text that tmux's expansion of formats turns back into `text`, so that `#{…}` shows nothing and `#(…)` runs nothing.
///
/// `##` gives `#`, except before a `[`: a run of `#` that ends at one is taken for a style and stays as it is.
pub(super) fn format_literal(text: &OsStr) -> OsString {
    let mut escaped = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        if *first != b'#' {
            escaped.push(*first);
            rest = tail;
            continue;
        }
        let length = rest.iter().take_while(|byte| **byte == b'#').count();
        let (run, after) = rest.split_at(length);
        escaped.extend_from_slice(run);
        if after.first() != Some(&b'[') {
            escaped.extend_from_slice(run);
        }
        rest = after;
    }
    OsString::from_vec(escaped)
}

/// A word that tmux's command line takes as it is: one that ends in `;` would end the command.
pub(super) fn command_word(word: &OsStr) -> OsString {
    match word.as_bytes().strip_suffix(b";") {
        Some(start) => OsString::from_vec([start, br"\;"].concat()),
        None => word.to_owned(),
    }
}

/// A window name that other commands can refer to: `.` begins a pane in tmux's targets, and control characters
/// would break the status line.
pub(super) fn plain_name(name: &str) -> String {
    name.chars()
        .map(|character| if character == '.' || character.is_control() { '_' } else { character })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::{command_word, format_literal, plain_name};

    #[test]
    fn doubles_signs_except_before_a_bracket() {
        for (text, escaped) in [
            ("plain", "plain"),
            ("#(touch x)", "##(touch x)"),
            ("a#{b}", "a##{b}"),
            ("##", "####"),
            ("#[fg=red]", "#[fg=red]"),
            ("##[", "##["),
            ("#a##[#", "##a##[##"),
        ] {
            assert_eq!(format_literal(OsStr::new(text)), escaped);
        }
        let odd = OsStr::from_bytes(b"\xff#\xfe");
        assert_eq!(format_literal(odd).as_bytes(), b"\xff##\xfe");
    }

    #[test]
    fn escapes_only_a_final_semicolon() {
        for (word, escaped) in
            [("a;b", "a;b"), ("a;", r"a\;"), (r"a\;", r"a\\;"), (";", r"\;"), (";;", r";\;"), ("", "")]
        {
            assert_eq!(command_word(OsStr::new(word)), escaped);
        }
    }

    #[test]
    fn names_hold_nothing_that_a_target_cannot() {
        assert_eq!(plain_name("my.app\n\u{9b}é"), "my_app__é");
    }
}
