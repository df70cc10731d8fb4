//! The one rule of expansion: one pass, and values are not looked at again.

use std::ops::Range;
use std::path::Path;

use crate::diagnostic::{Class, Diagnostic, Place, Problems, Spanned, did_you_mean};
use crate::environment::Environment;

use super::codes;
use super::pieces::{Default, Piece, pieces, placeholders};
use super::text::excerpt;

/// The longest text that expansion makes, in bytes: vars that double one another grow fast.
const LONGEST: usize = 1 << 20;

/// How deep defaults may stand in defaults.
const DEPTH: usize = 16;

/// What can be expanded at a place.
pub trait Names {
    /// The value of `{{name}}`, if it has one.
    fn placeholder(&self, name: &str) -> Option<String>;

    /// Every name that `{{…}}` knows, for *did you mean*.
    fn known(&self) -> Vec<&str>;

    /// The value of an environment variable; none when it is unset or empty.
    fn variable(&self, name: &str) -> Option<String>;

    /// The user's home.
    fn home(&self) -> Option<String>;

    /// Why a known placeholder has no value. Of class *stop*: it was reported already.
    fn failure(&self, name: &str) -> Option<Diagnostic> {
        let _ = name;
        None
    }
}

/// The placeholders that hold for a whole hub: `ASSEMBLY_DIR` and `HOME`.
pub struct BuiltIns<'a> {
    hub: &'a Path,
    environment: &'a Environment,
}

impl<'a> BuiltIns<'a> {
    /// Those of the hub in the folder `hub`.
    pub fn of_hub(hub: &'a Path, environment: &'a Environment) -> Self {
        Self { hub, environment }
    }
}

impl Names for BuiltIns<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        match name {
            "ASSEMBLY_DIR" => self.hub.to_str().map(str::to_owned),
            "HOME" => self.home(),
            _ => None,
        }
    }

    fn known(&self) -> Vec<&str> {
        vec!["ASSEMBLY_DIR", "HOME"]
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.environment.get(name).map(str::to_owned)
    }

    fn home(&self) -> Option<String> {
        self.environment.home().map(str::to_owned)
    }
}

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
                    self.placeholder(name, shift(&range, offset), &part[range])
                }
                Piece::Variable { name, range, default } => {
                    self.variable(name, shift(&range, offset), default.as_ref(), offset, depth);
                }
                Piece::Broken { range } => self.broken(shift(&range, offset), &part[range]),
            }
        }
    }

    fn placeholder(&mut self, name: &str, range: Range<usize>, written: &str) {
        let place = place_in(self.text, range);
        match resolve(name, || place.clone(), self.names, self.problems) {
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

/// The value of a placeholder; reports why it has none, unless it is plain text.
fn resolve(
    name: &str,
    place: impl Fn() -> Place,
    names: &dyn Names,
    problems: &mut Problems,
) -> Option<String> {
    if let Some(value) = names.placeholder(name) {
        return Some(value);
    }
    if let Some(failure) = names.failure(name) {
        if failure.class != Class::Stop {
            problems.push(needs(name, &place(), &failure));
        }
    } else {
        problems.extend(unknown(name, place, names));
    }
    None
}

/// Whether the placeholder is one that should have a value.
fn is_defined(name: &str, names: &dyn Names) -> bool {
    names.failure(name).is_some() || names.known().contains(&name)
}

/// A use of something that has no value for a reason that lies elsewhere.
fn needs(name: &str, place: &Place, cause: &Diagnostic) -> Diagnostic {
    /// A long chain of vars is not shown in full.
    const LABELS: usize = 6;
    let root = cause.message.rsplit_once(": ").map_or(cause.message.as_str(), |(_, root)| root);
    let mut diagnostic =
        Diagnostic::new(cause.code, format!("`{{{{{}}}}}` has no value: {root}", excerpt(name)))
            .class(cause.class)
            .label(place, "needed here");
    diagnostic.labels.extend(cause.labels.iter().take(LABELS).cloned());
    diagnostic.help.clone_from(&cause.help);
    diagnostic
}

/// A warning when the name looks as if it should mean something.
fn unknown(name: &str, place: impl Fn() -> Place, names: &dyn Names) -> Option<Diagnostic> {
    let is_upper = name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase);
    let known = names.known();
    let shown = format!("`{{{{{}}}}}`", excerpt(name));
    let warn = |message: String, label: &str, help: String| {
        Some(Diagnostic::new(&codes::UNKNOWN_PLACEHOLDER, message).label(&place(), label).help(help))
    };
    if known.contains(&name) {
        return Some(
            Diagnostic::new(&codes::UNSET_VARIABLE, format!("{shown} has no value"))
                .label(&place(), "needed here")
                .help("set what it is made of"),
        );
    }
    if name == "GIT_ROOT" {
        return warn(
            format!("{shown} is known in `target` only and stays as it is"),
            "not replaced",
            "write `{{TARGET_DIR}}` for the folder that the launcher opens".to_owned(),
        );
    }
    let meant = did_you_mean(name, known.iter().copied());
    if !is_upper && meant.is_none() {
        return None;
    }
    let help = if let Some(meant) = meant {
        format!("did you mean `{{{{{meant}}}}}`?")
    } else {
        let known: Vec<String> = known.iter().map(|name| format!("`{{{{{name}}}}}`")).collect();
        format!("known here: {}", known.join(", "))
    };
    warn(format!("nothing is called {shown}, so it stays as it is"), "not replaced", help)
}

fn too_long(place: &Place) -> Diagnostic {
    Diagnostic::new(&codes::VAR_TOO_LONG, "the expanded text is over 1 MiB")
        .label(place, "grows too long")
        .help("do not let vars repeat one another")
}

fn shift(range: &Range<usize>, offset: usize) -> Range<usize> {
    range.start + offset..range.end + offset
}
