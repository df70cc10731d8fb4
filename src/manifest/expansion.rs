//! The one rule of expansion: one pass, and values are not looked at again.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place, Problems, Spanned};

use super::codes;
use super::pieces::{Default, Piece, pieces, placeholders};
use super::placeholder::{Names, is_defined, resolve};
use super::text::excerpt;

/// The longest text that expansion makes, in bytes: vars that double one another grow fast.
const LONGEST: usize = 1 << 20;

/// How deep defaults may stand in defaults.
pub(super) const DEPTH: usize = 16;

/// Expands `{{NAME}}`, `$NAME`, `${NAME}`, `${NAME:-DEFAULT}` and `$$`, and then a leading `~`: the rule of `target`,
/// `cli`, paths of `include` and `source`, and values of `vars`. None when a value is missing, which is reported.
pub fn expand_path(text: &Spanned<String>, names: &dyn Names, problems: &mut Problems) -> Option<String> {
    let mut expander = Expander { text, names, problems, out: String::new(), failed: false };
    expander.expand(&text.value, 0, 0);
    let Expander { out, failed, .. } = expander;
    if failed {
        return None;
    }
    let out = tilde(out, text, names, problems)?;
    if out.len() > LONGEST {
        problems.push(too_long(&text.place));
        return None;
    }
    Some(out)
}

/// Expands `{{NAME}}` only: the rule of flags, `env`, hook `args`, window names and the text of modules. `place` gives
/// the place of a range of `text`. What has no value stays as it is, with a problem.
pub fn expand_text(
    text: &str,
    place: impl Fn(Range<usize>) -> Place,
    names: &dyn Names,
    problems: &mut Problems,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (range, name) in placeholders(text) {
        if let Some(value) = resolve(name, || place(range.clone()), names, problems) {
            out.push_str(&text[end..range.start]);
            out.push_str(&value);
            end = range.end;
        }
    }
    out.push_str(&text[end..]);
    out
}

/// The place of a range of a value: exact when the text between the quotes is the value, else the whole word.
pub fn place_in(text: &Spanned<String>, range: Range<usize>) -> Place {
    let written = text.place.text();
    let hashes = written.len() - written.trim_start_matches('#').len();
    let quotes = usize::from(written[hashes..].starts_with('"'));
    let start = hashes + quotes;
    let inner = written.get(start..written.len().saturating_sub(start));
    if inner != Some(text.value.as_str()) {
        return text.place.clone();
    }
    let offset = text.place.span.start + start;
    Place::new(&text.place.file, offset + range.start..offset + range.end)
}

struct Expander<'a> {
    text: &'a Spanned<String>,
    names: &'a dyn Names,
    problems: &'a mut Problems,
    out: String,
    failed: bool,
}

impl Expander<'_> {
    /// Expands `part`, which begins at `offset` of the text.
    fn expand(&mut self, part: &str, offset: usize, depth: usize) {
        for piece in pieces(part) {
            if self.out.len() > LONGEST {
                return;
            }
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Dollar => self.out.push('$'),
                Piece::Placeholder { name, range } => {
                    self.placeholder(name, shift(&range, offset), &part[range]);
                }
                Piece::Variable { name, range, default } => {
                    self.variable(name, shift(&range, offset), default.as_ref(), offset, depth);
                }
                Piece::Broken { range } => self.broken(shift(&range, offset), &part[range]),
            }
        }
    }

    fn placeholder(&mut self, name: &str, range: Range<usize>, written: &str) {
        // Only on demand: to find out whether the place is exact takes a look at the whole text.
        let place = || place_in(self.text, range.clone());
        match resolve(name, place, self.names, self.problems) {
            Some(value) => self.out.push_str(&value),
            None if is_defined(name, self.names) => self.failed = true,
            None => self.out.push_str(written),
        }
    }

    fn variable(
        &mut self,
        name: &str,
        range: Range<usize>,
        default: Option<&Default>,
        offset: usize,
        depth: usize,
    ) {
        if let Some(value) = self.names.variable(name) {
            return self.out.push_str(&value);
        }
        match default {
            Some(default) if depth < DEPTH => self.expand(default.text, offset + default.start, depth + 1),
            Some(_) => self.broken(range, name),
            None => {
                self.failed = true;
                let diagnostic = Diagnostic::new(
                    &codes::UNSET_VARIABLE,
                    format!("`${}` is unset or empty", excerpt(name)),
                )
                .label(&place_in(self.text, range), "has no value on this machine")
                .help(format!("set the variable, or give it a default: `${{{}:-~/code}}`", excerpt(name)));
                self.problems.push(diagnostic);
            }
        }
    }

    fn broken(&mut self, range: Range<usize>, written: &str) {
        self.failed = true;
        let diagnostic =
            Diagnostic::new(&codes::BAD_EXPANSION, format!("`{}` is not understood", excerpt(written)))
                .label(&place_in(self.text, range), "no expansion of this form")
                .help("write `${NAME}` or `${NAME:-DEFAULT}`; a dollar alone is `$$`");
        self.problems.push(diagnostic);
    }
}

/// `~` and `~/…` at the start of an expanded path.
fn tilde(path: String, text: &Spanned<String>, names: &dyn Names, problems: &mut Problems) -> Option<String> {
    let Some(rest) = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
        return Some(path);
    };
    if let Some(home) = names.home() {
        let home = home.strip_suffix('/').filter(|_| !rest.is_empty()).unwrap_or(&home);
        return Some(format!("{home}{rest}"));
    }
    let diagnostic =
        Diagnostic::new(&codes::UNSET_VARIABLE, "`~` stands for `$HOME`, which is unset or empty")
            .label(&text.place, "begins with `~`")
            .help("set `HOME`, or write the path in full");
    problems.push(diagnostic);
    None
}

fn too_long(place: &Place) -> Diagnostic {
    Diagnostic::new(&codes::VAR_TOO_LONG, "the expanded text is over 1 MiB")
        .label(place, "grows too long")
        .help("do not let vars repeat one another")
}

fn shift(range: &Range<usize>, offset: usize) -> Range<usize> {
    range.start + offset..range.end + offset
}
