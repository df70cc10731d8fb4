//! Text as a word that can be pasted into a shell.

use std::borrow::Cow;

/// The text as one word of a POSIX shell, quoted only where it needs it. A NUL, which no word can hold, is left out.
pub fn shell_word(text: &str) -> String {
    let text = text.replace('\0', "");
    shlex::try_quote(&text).map(Cow::into_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn quotes_only_where_it_is_needed() {
        assert_eq!(shell_word("/hub/hooks/a.sh"), "/hub/hooks/a.sh");
        assert_eq!(shell_word("/a b"), "'/a b'");
        assert_eq!(shell_word("/a\0 b"), "'/a b'");
        assert_eq!(shell_word(""), "''");
    }
}
