//! The one rule of expansion: one pass, and values are not looked at again.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place, Problems, Spanned};

use super::codes;
use super::inside::Inside;
use super::pieces::{Default, Piece, pieces, placeholders};
use super::placeholder::{Names, resolve};
use super::room::{Full, Room};
use super::text::excerpt;

/// The longest text that expansion makes, in bytes: vars that double one another grow fast.
const LONGEST: usize = 1 << 20;

/// How deep defaults may stand in defaults.
pub(super) const DEPTH: usize = 16;

/// Expands `{{NAME}}`, `$NAME`, `${NAME}`, `${NAME:-DEFAULT}` and `$$`, and then a leading `~`: the rule of `target`,
/// `cli`, paths of `include` and `source`, and values of `vars`. None when a value is missing, which is reported.
pub fn expand_path(text: &Spanned<String>, names: &dyn Names, problems: &mut Problems) -> Option<String> {
    let inside = Inside::new(text);
    let mut expander = Expander { inside, names, problems, out: String::new(), failed: false };
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
/// the place of a range of `text`. What has no value stays as it is, with a problem, and so does the whole text when
/// there is no room for it.
pub fn expand_text(
    text: &str,
    place: impl Fn(Range<usize>) -> Place,
    names: &dyn Names,
    room: &mut Room,
    problems: &mut Problems,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (range, name) in placeholders(text) {
        if let Some(value) = resolve(name, || place(range.clone()), names, problems) {
            if let Err(full) = room.take(value.len()) {
                if full == Full::First {
                    problems.push(no_room(&place(range)));
                }
                return text.to_owned();
            }
            out.push_str(&text[end..range.start]);
            out.push_str(&value);
            end = range.end;
        }
    }
    out.push_str(&text[end..]);
    out
}

struct Expander<'a> {
    inside: Inside<'a>,
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
                Piece::Variable { range, default: None, name }
                    if self.names.keeps_variables() && self.names.variable(name).is_none() =>
                {
                    self.out.push_str(&part[range]);
                }
                Piece::Variable { name, range, default } => {
                    self.variable(name, shift(&range, offset), default.as_ref(), offset, depth);
                }
                Piece::Broken { range } => self.broken(shift(&range, offset), &part[range]),
            }
        }
    }

    fn placeholder(&mut self, name: &str, range: Range<usize>, written: &str) {
        let place = || self.inside.place(range.clone());
        match resolve(name, place, self.names, self.problems) {
            Some(value) => self.out.push_str(&value),
            None if self.names.failure(name).is_some() || self.names.knows(name) => self.failed = true,
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
                .label(&self.inside.place(range), "has no value on this machine")
                .help(format!("set the variable, or give it a default: `${{{}:-~/code}}`", excerpt(name)));
                self.problems.push(diagnostic);
            }
        }
    }

    fn broken(&mut self, range: Range<usize>, written: &str) {
        self.failed = true;
        let diagnostic =
            Diagnostic::new(&codes::BAD_EXPANSION, format!("`{}` is not understood", excerpt(written)))
                .label(&self.inside.place(range), "no expansion of this form")
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

/// The texts of a launcher grow too long together.
pub(super) fn no_room(place: &Place) -> Diagnostic {
    Diagnostic::new(&codes::VAR_TOO_LONG, "the expanded texts of the launcher take too much memory")
        .label(place, "there is no room for this one")
        .help("use long vars less often, or put what is long into a file")
}

fn shift(range: &Range<usize>, offset: usize) -> Range<usize> {
    range.start + offset..range.end + offset
}
