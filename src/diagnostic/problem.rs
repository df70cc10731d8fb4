//! One problem, and the list of all problems of a run.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::secret::discreet;
use super::{Class, Code, Place};

/// How serious a problem is to the reader of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Must be mended.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place and what it contributes to the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// A lower-case fragment.
    pub text: String,
}

/// A unified diff, or lines that begin with `-` or `+`. Few problems have one, so it takes little room in the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff(pub String);

/// One problem: a code, a message that names the thing and the fact, labelled places, and help.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The stable name and default class.
    pub code: &'static Code,
    /// How it is weighed here.
    pub class: Class,
    /// Names the thing and the fact, without a full stop.
    pub message: String,
    /// What to type.
    pub help: Option<String>,
    /// A diff that shows the fact, where places cannot.
    pub diff: Option<Box<Diff>>,
    /// The first label is the place the problem is sorted by.
    pub labels: Vec<Label>,
    /// The launcher or preset that the problem belongs to; none: the whole manifest.
    pub scope: Option<String>,
}

impl Diagnostic {
    /// A problem of the code's own class, without places. What looks like a secret in its words is not shown.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        let message = discreet(message.into());
        Self { code, class: code.class, message, help: None, diff: None, labels: Vec::new(), scope: None }
    }

    /// Adds a place; the first one is the primary. Of a long one the first three lines are marked.
    #[must_use]
    pub fn label(mut self, place: &Place, text: impl Into<String>) -> Self {
        let mut place = place.clone();
        if let Some((third_newline, _)) = place.text().match_indices('\n').nth(2) {
            place.span.end = place.span.start + third_newline;
        }
        self.labels.push(Label { place, text: discreet(text.into()) });
        self
    }

    /// Sets the line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(discreet(help.into()));
        self
    }

    /// Sets the diff.
    #[must_use]
    pub fn diff(mut self, diff: impl Into<String>) -> Self {
        self.diff = Some(Box::new(Diff(discreet(diff.into()))));
        self
    }

    /// Weighs the problem differently from its code.
    #[must_use]
    pub fn class(mut self, class: Class) -> Self {
        self.class = class;
        self
    }

    /// Says which launcher or preset it belongs to.
    #[must_use]
    pub fn scope(mut self, recipe: impl Into<String>) -> Self {
        self.scope = Some(recipe.into());
        self
    }

    /// The severity under `check`.
    pub fn severity(&self) -> Severity {
        match self.class {
            Class::Stop | Class::Skip => Severity::Error,
            Class::Needed | Class::Machine | Class::Advice => Severity::Warning,
            Class::Note => Severity::Note,
        }
    }
}

/// Everything found so far.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    found: Vec<Diagnostic>,
    known: HashSet<Identity>,
}

/// Two problems with the same code, words and place are one.
type Identity = (&'static str, String, Option<(PathBuf, usize, usize)>);

impl Problems {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem, unless the same code stands with the same words at the same place.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic
            .labels
            .first()
            .map(|label| (label.place.file.path().to_owned(), label.place.span.start, label.place.span.end));
        if self.known.insert((diagnostic.code.name, diagnostic.message.clone(), place)) {
            self.found.push(diagnostic);
        }
    }

    /// Adds all problems of another list.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in others {
            self.push(diagnostic);
        }
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems sorted by place: file by file in the order the files were first named, then by offset.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut files: HashMap<PathBuf, usize> = HashMap::new();
        for label in self.found.iter().flat_map(|diagnostic| &diagnostic.labels) {
            let (path, next) = (label.place.file.path(), files.len());
            if !files.contains_key(path) {
                files.insert(path.to_owned(), next);
            }
        }
        let mut sorted = self.found;
        sorted.sort_by_cached_key(|diagnostic| {
            diagnostic.labels.first().map_or((usize::MAX, 0), |label| {
                let place = &label.place;
                (files.get(place.file.path()).copied().unwrap_or(usize::MAX), place.span.start)
            })
        });
        sorted
    }
}

impl IntoIterator for Problems {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
