//! `fmt`.

use std::path::Path;

use assembly::Environment;
use assembly::diagnostic::{Problems, SourceFile};
use assembly::manifest::{FormatError, format_text, read_text};
use kdl::KdlDocument;

use super::reported::reported;
use super::text;

/// A text that is KDL says the same when it is formatted, and formatting it again changes nothing.
pub fn format(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let formatted = match formatted(text) {
        Ok(formatted) => formatted,
        Err(FormatError::Broken(problems)) => {
            assert!(!problems.is_empty(), "refused for no reason: {text:?}");
            reported(&problems);
            return;
        }
        Err(error) => panic!("{error}: {text:?}"),
    };
    assert_eq!(formatted_again(&formatted), formatted, "of {text:?}");
    // What the parser makes of both by itself, unless the spelling was an old one.
    if let Ok(old) = KdlDocument::parse_v2(text) {
        let new = KdlDocument::parse_v2(&formatted).unwrap_or_else(|error| panic!("{error}: {formatted:?}"));
        assert_eq!(bare(old), bare(new), "{text:?} became {formatted:?}");
        assert_eq!(codes(text), codes(&formatted), "{text:?} became {formatted:?}");
    }
}

fn formatted(text: &str) -> Result<String, FormatError> {
    format_text(&SourceFile::new("/nowhere/hub/launchers.kdl", "launchers.kdl", text))
}

fn formatted_again(text: &str) -> String {
    formatted(text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// What the reader of manifests has to say.
fn codes(text: &str) -> Vec<&'static str> {
    let mut problems = Problems::new();
    let environment = Environment::new([], "/nowhere");
    read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    let mut codes: Vec<&str> = problems.iter().map(|problem| problem.code.name).collect();
    codes.sort_unstable();
    codes
}

fn bare(mut document: KdlDocument) -> String {
    document.clear_format_recursive();
    document.to_string()
}
