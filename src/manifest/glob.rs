//! Globs over names: `*` does not cross a `/`.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// The longest glob, in bytes. A name has at most 255; what is longer would cost the memory of a large automaton.
const LONGEST: usize = 4096;

/// A glob, ready to be compared with names.
#[derive(Clone, Debug)]
pub struct Glob(GlobSet);

impl Glob {
    /// Whether a word holds a character that makes it a glob.
    pub fn is_one(word: &str) -> bool {
        word.contains(['*', '?', '[', '{'])
    }

    /// Compiles a glob.
    ///
    /// # Errors
    ///
    /// Why it is none, as a fragment.
    pub fn new(word: &str) -> Result<Self, String> {
        if word.len() > LONGEST {
            return Err("longer than 4 KiB".to_owned());
        }
        let glob = GlobBuilder::new(word).literal_separator(true).build();
        let glob = glob.map_err(|error| error.kind().to_string())?;
        // A set of one, since only a set reports an automaton that grows too large; a single glob panics.
        let set = GlobSetBuilder::new().add(glob).build();
        set.map(Self).map_err(|error| error.kind().to_string())
    }

    /// Whether it matches a name.
    pub fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn a_glob_that_is_too_long_or_too_large_is_an_error() {
        assert!(Glob::new(&"*".repeat(100_000)).is_err_and(|reason| reason.contains("4 KiB")));
        assert!(Glob::new(&"{*,[!a]}".repeat(500)).is_ok_and(|glob| !glob.matches("a/b")));
        assert!(Glob::new("a[").is_err());
        assert!(Glob::new("*.md").is_ok_and(|glob| glob.matches("a.md") && !glob.matches("a/b.md")));
    }
}
