//! Bytes as they are compared and counted: a checkout with CRLF is the same text as one with LF.

use std::borrow::Cow;

/// The bytes with LF for every CRLF if they are text, which is valid UTF-8 without a NUL byte; else as they are.
pub fn folded(bytes: &[u8]) -> Cow<'_, [u8]> {
    let has_carriage_return = bytes.contains(&b'\r');
    if !has_carriage_return || bytes.contains(&0) || std::str::from_utf8(bytes).is_err() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if !(*byte == b'\r' && bytes.get(at + 1) == Some(&b'\n')) {
            out.push(*byte);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn only_line_ends_of_text_are_folded() {
        for (bytes, expected) in [
            (&b"a\r\nb\r\n"[..], &b"a\nb\n"[..]),
            (b"\r\r\n\r", b"\r\n\r"),
            (b"a\nb", b"a\nb"),
            (b"a\r\n\0", b"a\r\n\0"),
            (b"a\r\n\xff", b"a\r\n\xff"),
            (b"", b""),
        ] {
            assert_eq!(folded(bytes).as_ref(), expected, "{bytes:?}");
        }
    }
}
