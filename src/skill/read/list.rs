//! A list that was written as one string.

/// Splits at spaces and commas outside parentheses: `Read, Bash(git log:*)` has two entries.
pub(super) fn words(text: &str) -> Vec<String> {
    split(text, |character| character == ',' || character.is_whitespace(), ('(', ')'))
}

/// Splits `paths` at commas only, and outside braces: a path may have spaces, and `*.{ts,tsx}` is one glob.
pub(super) fn globs(text: &str) -> Vec<String> {
    split(text, |character| matches!(character, ',' | '\n'), ('{', '}'))
}

fn split(text: &str, separates: impl Fn(char) -> bool, (open, close): (char, char)) -> Vec<String> {
    let mut depth = 0_usize;
    let entries = text.split(|character: char| {
        if character == open {
            depth += 1;
        } else if character == close {
            depth = depth.saturating_sub(1);
        }
        depth == 0 && separates(character)
    });
    entries.map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{globs, words};

    #[test]
    fn splits_outside_parentheses() {
        assert_eq!(words("Read Bash(git:*)"), ["Read", "Bash(git:*)"]);
        assert_eq!(words(" Read,Write ,  Bash(git log:*, x) "), ["Read", "Write", "Bash(git log:*, x)"]);
        assert_eq!(words("A(b(c d) e) f"), ["A(b(c d) e)", "f"]);
        assert_eq!(words("a) b"), ["a)", "b"]);
        assert_eq!(words("Bash(git"), ["Bash(git"]);
        assert!(words(" , ").is_empty());
    }

    #[test]
    fn globs_keep_braces_and_spaces() {
        assert_eq!(globs("src/*.{ts,tsx}, my docs/**"), ["src/*.{ts,tsx}", "my docs/**"]);
    }
}
