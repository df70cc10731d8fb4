//! What keeps a hostile script from exhausting the parser, which recurses and sometimes looks twice.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Words and signs that open something. Only so many are read: none closes before the parser has recursed for it.
const MOST_OPENINGS: usize = 4000;

/// Bytes of stack, enough for that many. It is reserved, not used, by a script of a person.
const STACK: usize = 512 << 20;

/// How long one import may take. A person's script takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why a text is not even tried, if so.
pub(super) fn refused(text: &str) -> Option<&'static str> {
    let signs = text.bytes().filter(|byte| matches!(byte, b'(' | b'{' | b'`' | b'!' | b'[')).count();
    let words = text
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| {
            matches!(*word, "if" | "elif" | "case" | "do" | "coproc" | "function" | "then" | "else")
        })
        .count();
    if signs + words > MOST_OPENINGS {
        return Some("holds more brackets and blocks than a person writes");
    }
    holds_long_number(text).then_some("holds a number that no descriptor has")
}

/// The parser takes digits in front of `<` and `>` for a descriptor, and gives up on those that are too many.
fn holds_long_number(text: &str) -> bool {
    const DIGITS: usize = 9;
    text.split(|character: char| !character.is_ascii_digit()).filter(|run| run.len() > DIGITS).any(|run| {
        let end = run.as_ptr() as usize - text.as_ptr() as usize + run.len();
        text[end..].starts_with(['<', '>'])
    })
}

/// Does some work on a stack that is deep enough for any script that is not refused; none when it takes too long.
pub(in crate::import) fn within_limits<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().name("import".to_owned()).stack_size(STACK).spawn(move || {
        // When nobody waits any more, nobody wants to know.
        _ = sender.send(work());
    });
    thread.ok()?;
    receiver.recv_timeout(PATIENCE).ok()
}

#[cfg(test)]
mod tests {
    use super::{MOST_OPENINGS, refused};

    #[test]
    fn counts_what_opens() {
        assert_eq!(refused("if a; then (b); fi"), None);
        for open in ["(", "$(", "{ ", "`", "if a; then ", "case x in a) ", "! "] {
            assert!(refused(&open.repeat(MOST_OPENINGS + 1)).is_some(), "{open}");
        }
    }

    #[test]
    fn finds_a_descriptor_that_is_none() {
        assert!(refused("echo 99999999999>x").is_some());
        assert_eq!(refused("echo 99999999999 >x 2>&1"), None);
    }
}
