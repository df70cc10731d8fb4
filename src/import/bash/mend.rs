//! What is put right before parsing, without moving a byte.

/// The text as the parser can take it, every character where it stood: Windows' line ends, a byte order mark, and
/// `select`, which the parser does not know and which is a loop as `for` is.
pub(super) fn mend(text: &str) -> String {
    let text = text.replace("\\\r\n", "\\\n ").replace("\r\n", " \n");
    let mut mended = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let word = line.trim_start();
        if word.starts_with("select ") {
            let indent = line.len() - word.len();
            mended.push_str(&line[..indent]);
            mended.push_str("for   ");
            mended.push_str(&word["select".len()..]);
        } else {
            mended.push_str(line);
        }
    }
    match mended.strip_prefix('\u{feff}') {
        // One character for one: places are counted in characters.
        Some(rest) => format!("\u{20}{rest}"),
        None => mended,
    }
}

/// A stretch of text with everything but its line breaks taken out.
pub(super) fn blank(text: &str) -> String {
    text.chars().map(|character| if character == '\n' { '\n' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{blank, mend};

    #[test]
    fn every_character_stays_where_it_is() {
        for text in ["\u{feff}a \\\r\nb\r\n", "  select x in a b; do\n", "é\r\n"] {
            assert_eq!(mend(text).chars().count(), text.chars().count(), "{text:?}");
            assert_eq!(blank(text).chars().count(), text.chars().count(), "{text:?}");
        }
        assert_eq!(mend("a \\\r\nb\r\n"), "a \\\n b \n");
        assert_eq!(mend("\tselect x in a\n"), "\tfor    x in a\n");
    }
}
