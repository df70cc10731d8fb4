//! What a word of a script comes to, as far as that is known without running it.

use std::path::{Component, Path, PathBuf};

use crate::diagnostic::Place;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Itself.
    Plain(String),
    /// The user's home.
    Home,
    /// A folder or file that is known from where the script lies; absolute.
    Folder(PathBuf),
    /// The top of the work tree that the script is started in.
    GitRoot,
    /// A variable of whoever starts the script, and what stands for it when it has no value.
    Variable {
        /// Its name.
        name: String,
        /// Its default.
        default: Option<Text>,
    },
}

/// Parts in a row; no two of them are plain neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text(Vec<Part>);

/// A text with the place where it was written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: Text,
    pub(super) place: Place,
}

impl Text {
    /// A longer text is not followed up: a few lines can double one without end.
    pub(super) const LONGEST: usize = 1 << 16;

    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self::of(Part::Plain(text.into()))
    }

    pub(super) fn of(part: Part) -> Self {
        let mut text = Self::default();
        text.push(part);
        text
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Adds a part. A path in a folder that is known is one part with the folder.
    pub(super) fn push(&mut self, part: Part) {
        match (self.0.last_mut(), part) {
            (_, Part::Plain(text)) if text.is_empty() => {}
            (Some(Part::Plain(last)), Part::Plain(text)) => last.push_str(&text),
            (_, part) => self.0.push(part),
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        for part in other.0 {
            self.push(part);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How much there is of it, in bytes, roughly.
    pub(super) fn weight(&self) -> usize {
        let one = |part: &Part| match part {
            Part::Plain(text) => text.len(),
            Part::Variable { default: Some(default), .. } => 16 + default.weight(),
            _ => 16,
        };
        self.0.iter().map(one).sum()
    }

    /// Whether a character of that kind is written in it, in a default too.
    pub(super) fn holds(&self, is_one: fn(char) -> bool) -> bool {
        self.0.iter().any(|part| match part {
            Part::Plain(text) => text.contains(is_one),
            Part::Folder(folder) => folder.to_string_lossy().contains(is_one),
            Part::Variable { default: Some(default), .. } => default.holds(is_one),
            Part::Variable { default: None, .. } | Part::Home | Part::GitRoot => false,
        })
    }

    /// The text itself, when every part of it is plain.
    pub(super) fn as_plain(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Part::Plain(text)] => Some(text),
            _ => None,
        }
    }

    /// As a shell takes what a command prints.
    pub(super) fn without_last_line_breaks(self) -> Self {
        self.without_last('\n')
    }

    /// Without every such character at its end.
    pub(super) fn without_last(mut self, character: char) -> Self {
        if let Some(Part::Plain(last)) = self.0.last_mut() {
            last.truncate(last.trim_end_matches(character).len());
            if last.is_empty() {
                self.0.pop();
            }
        }
        self
    }

    /// The absolute path it is, when that is known; `..` goes by name.
    pub(super) fn as_path(&self) -> Option<PathBuf> {
        let (folder, rest) = match self.0.as_slice() {
            [Part::Folder(folder)] => (folder.as_path(), ""),
            [Part::Folder(folder), Part::Plain(rest)] if rest.starts_with('/') => {
                (folder.as_path(), rest.as_str())
            }
            [Part::Plain(path)] if path.starts_with('/') => (Path::new("/"), path.as_str()),
            _ => return None,
        };
        Some(clean(&folder.join(rest.trim_start_matches('/'))))
    }

    /// The folder that `cd` makes of it: without `.`, and with `..` resolved by name as far as names are known.
    pub(super) fn as_folder(&self) -> Self {
        if let Some(path) = self.as_path() {
            return Self::of(Part::Folder(path));
        }
        let [start, Part::Plain(rest)] = self.0.as_slice() else { return self.clone() };
        let mut names: Vec<&str> = Vec::new();
        for name in rest.split('/') {
            match name {
                "" | "." => {}
                ".." if names.is_empty() => return self.clone(),
                ".." => _ = names.pop(),
                name => names.push(name),
            }
        }
        if !rest.starts_with('/') {
            return self.clone();
        }
        let below = names.iter().map(|name| format!("/{name}")).collect::<Vec<_>>().concat();
        [start.clone(), Part::Plain(below)].into_iter().collect()
    }

    /// What follows a beginning, when the text begins so.
    pub(super) fn strip_start(&self, start: &Self) -> Option<Self> {
        let mut own_parts = self.0.iter();
        let mut wanted = start.0.iter().peekable();
        let mut left = Self::default();
        while let Some(part) = wanted.next() {
            let own = own_parts.next()?;
            if own == part {
                continue;
            }
            let (Part::Plain(own), Part::Plain(part), None) = (own, part, wanted.peek()) else { return None };
            left.push(Part::Plain(own.strip_prefix(part.as_str())?.to_owned()));
        }
        left.append(own_parts.cloned().collect());
        Some(left)
    }
}

impl FromIterator<Part> for Text {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let mut text = Self::default();
        for part in parts {
            text.push(part);
        }
        text
    }
}

/// A path without `.` and with `..` resolved by name.
fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = cleaned.pop(),
            other => cleaned.push(other),
        }
    }
    if cleaned.as_os_str().is_empty() { PathBuf::from("/") } else { cleaned }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Part, Text};

    #[test]
    fn strips_a_beginning() {
        let mut target = Text::of(Part::Home);
        target.push(Part::Plain("/code/app".to_owned()));
        let mut longer = target.clone();
        longer.push(Part::Plain("/docs".to_owned()));
        assert_eq!(longer.strip_start(&target), Some(Text::plain("/docs")));
        assert_eq!(target.strip_start(&target), Some(Text::default()));
        assert_eq!(target.strip_start(&longer), None);
        assert_eq!(target.strip_start(&Text::plain("/code")), None);
    }

    #[test]
    fn knows_paths() {
        let mut text = Text::of(Part::Folder(PathBuf::from("/hub/launchers")));
        text.push(Part::Plain("/..".to_owned()));
        assert_eq!(text.as_path(), Some(PathBuf::from("/hub")));
        assert_eq!(Text::plain("a").as_path(), None);
        for (path, expected) in
            [("/a/../b/", "/b"), ("/./a//b", "/a/b"), ("/..", "/.."), ("-x", "-x"), ("/", "")]
        {
            let at_home =
                |path: &str| [Part::Home, Part::Plain(path.to_owned())].into_iter().collect::<Text>();
            assert_eq!(at_home(path).as_folder(), at_home(expected), "{path}");
        }
    }
}
