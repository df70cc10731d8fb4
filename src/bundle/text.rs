//! What counts as text, and its one form.

/// Text, which is valid UTF-8 without a NUL, with LF as the end of its lines, so that a checkout with CRLF gives the same
/// bundle. Other bytes stay as they are, and so does a CR that no LF follows.
pub(super) fn normalised(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.contains(&b'\r') {
        return bytes;
    }
    match String::from_utf8(bytes) {
        Ok(text) => normalised_text(text).into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// The same of what is known to be UTF-8.
pub(super) fn normalised_text(text: String) -> String {
    if !text.contains('\r') || text.contains('\0') {
        return text;
    }
    let mut normalised = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_none() {
            normalised.push_str(line);
        } else {
            normalised.push_str(line.trim_end_matches('\r'));
            normalised.push('\n');
        }
    }
    normalised
}

#[cfg(test)]
mod tests {
    use super::normalised;

    #[test]
    fn only_ends_of_lines_of_text_are_changed() {
        for (bytes, expected) in [
            (&b"a\r\nb\r\n"[..], &b"a\nb\n"[..]),
            (b"a\r\r\n\r\n", b"a\n\n"),
            (b"a\rb\r", b"a\rb\r"),
            (b"a\r\n\0", b"a\r\n\0"),
            (b"a\r\n\xff", b"a\r\n\xff"),
            ("ü\r\n".as_bytes(), "ü\n".as_bytes()),
            (b"", b""),
            (b"\r\n", b"\n"),
        ] {
            assert_eq!(normalised(bytes.to_vec()), expected);
            assert_eq!(normalised(expected.to_vec()), expected);
        }
    }
}
