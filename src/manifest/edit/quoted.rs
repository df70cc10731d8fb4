//! Text as a string of KDL.

use std::fmt::Write as _;

use crate::diagnostic::visible;
use crate::manifest::scan::is_newline;

/// The text as one string of a manifest, on one line: in plain quotes, raw when it holds quotes or backslashes, with
/// escapes when it holds what cannot be seen.
pub fn quoted(text: &str) -> String {
    let is_hidden = text.chars().any(is_newline) || visible(text) != text;
    if !is_hidden && !text.contains(['"', '\\']) {
        return format!("\"{text}\"");
    }
    // `#""` would look like the beginning of a string of several lines.
    if !is_hidden && !text.starts_with('"') {
        let hashes = "#".repeat(longest_closing(text) + 1);
        return format!("{hashes}\"{text}\"{hashes}");
    }
    escaped(text)
}

/// The longest run of `#` behind a quote.
fn longest_closing(text: &str) -> usize {
    let runs = text.split('"').skip(1).map(|rest| rest.len() - rest.trim_start_matches('#').len());
    runs.max().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 8);
    written.push('"');
    for character in text.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            other if is_newline(other) || visible(other.encode_utf8(&mut [0; 4])) != other.to_string() => {
                _ = write!(written, "{}", other.escape_unicode());
            }
            other => written.push(other),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::quoted;
    use crate::diagnostic::{Problems, SourceFile};
    use crate::manifest::language::MANIFEST;
    use crate::manifest::syntax::parse;

    #[test]
    fn takes_the_plainest_form() {
        for (text, expected) in [
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("say \"hi\"", "#\"say \"hi\"\"#"),
            ("\"#", "\"\\\"#\""),
            ("a\"#b", "##\"a\"#b\"##"),
            (r"^C:\\", r##"#"^C:\\"#"##),
            ("a\nb\u{85}", "\"a\\nb\\u{85}\""),
            ("\u{202e}", "\"\\u{202e}\""),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }

    fn assert_is_read_back(text: &str) {
        let written = quoted(text);
        let file =
            SourceFile::new("/f", "f", format!("node {written} key={written} {{\n    {written}\n}}\n"));
        let mut problems = Problems::new();
        let parsed = parse(&file, &MANIFEST, &mut problems);
        assert!(parsed.sound, "{text:?} as {written}: {problems:?}");
        let node = &parsed.document.nodes()[0];
        assert_eq!(node.entries()[0].value().as_string(), Some(text), "{written}");
        assert_eq!(node.entries()[1].value().as_string(), Some(text), "{written}");
        assert_eq!(node.children().unwrap().nodes()[0].name().value(), text, "{written}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_back(text in any::<String>()) {
            assert_is_read_back(&text);
        }

        #[test]
        fn quotes_and_hashes_are_read_back(text in "[\"#\\\\ a\n\r\t/{}\u{feff}\u{85}$'`-]{0,12}") {
            assert_is_read_back(&text);
        }
    }
}
