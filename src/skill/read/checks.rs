//! What a value must and should be like, whatever its key.

use super::characters;
use super::values::Values;
use crate::diagnostic::{Diagnostic, Place, Spanned, visible};
use crate::skill::yaml::{self, Scalar};
use crate::skill::{codes, rules};

impl Values<'_> {
    pub(super) fn check_length(&mut self, key: &str, text: &Spanned<String>, limit: usize) {
        let characters = text.value.chars().count();
        if characters > limit {
            let message = format!("`{key}` has {characters} characters, at most {limit} are allowed");
            self.push(
                Diagnostic::new(&codes::TOO_LONG, message)
                    .label(&text.place, "the open spec allows no more")
                    .help(format!(
                        "shorten it by {} characters; details belong into the body",
                        characters - limit
                    )),
            );
        }
    }

    /// Forbidden characters that the raw text does not show, and those that a file may not have either.
    pub(super) fn check_characters(&mut self, key: &str, text: &str, place: &Place) {
        if text.contains('\n') {
            self.push(
                Diagnostic::new(
                    &codes::SEVERAL_LINES,
                    format!("`{key}` has a newline in it (control character U+000A)"),
                )
                .label(place, "more than one line")
                .help(format!("write one line, or fold it with `{key}: >-`")),
            );
        }
        if let Some((character, kind)) = rules::forbidden(text, &['\n']) {
            let at = place.text().find(character).map(|at| place.span.start + at);
            let place =
                at.map_or_else(|| place.clone(), |at| Place::new(&place.file, at..at + character.len_utf8()));
            self.push(characters::diagnostic(key, character, kind, &place));
        }
    }

    /// A number behind `name:` is no text for a harness that asks YAML.
    pub(super) fn check_type(&mut self, key: &str, scalar: &Scalar, place: &Place) {
        let name = key.rsplit_once('.').map_or(key, |(_, name)| name);
        let Some(other) = yaml::other_type(&scalar.text).filter(|_| scalar.plain) else { return };
        let quoted = yaml::double_quoted(&scalar.text);
        self.push(
            Diagnostic::new(
                &codes::NOT_TEXT,
                format!("`{}` is {other} in YAML, `{key}` takes text", visible(&scalar.text)),
            )
            .label(place, "read as text here")
            .help(format!("write `{name}: {quoted}`")),
        );
    }

    /// `Fix issue #12` ends before the `#`. A comment with a space behind its `#` was meant as one.
    pub(super) fn check_comment(&mut self, key: &str, scalar: &Scalar, place: &Place) {
        let rest = &self.file.text()[place.span.end..];
        let rest = rest.lines().next().unwrap_or_default();
        let comment = rest.trim_start();
        let cut = scalar.plain
            && comment.len() < rest.len()
            && comment
                .strip_prefix('#')
                .is_some_and(|word| word.starts_with(|first: char| first.is_alphanumeric()));
        if !cut {
            return;
        }
        let end = place.span.end + rest.trim_end().len();
        let behind = Place::new(self.file, end - comment.trim_end().len()..end);
        let whole = Place::new(self.file, place.span.start..end);
        self.push(
            Diagnostic::new(
                &codes::CUT_BY_COMMENT,
                format!("`{key}` ends before ` #`, which begins a comment"),
            )
            .label(&behind, "no part of the value")
            .help(format!("write `{key}: {}`", visible(&yaml::double_quoted(whole.text())))),
        );
    }
}
