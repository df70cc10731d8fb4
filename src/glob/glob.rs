//! A glob, and what it matches.

use super::compile::compile;
use super::step::Step;

/// The longest glob, in bytes. A name has at most 255; what is longer costs time and serves nobody.
const LONGEST: usize = 4096;

/// A glob, ready to be compared with names.
#[derive(Clone, Debug)]
pub struct Glob(Vec<Step>);

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
        compile(word).map(Self)
    }

    /// Whether it matches a name.
    pub fn matches(&self, name: &str) -> bool {
        let steps = self.0.as_slice();
        let (mut here, mut next) = (Reached::new(steps), Reached::new(steps));
        here.enter(0);
        for character in name.chars() {
            for &at in &here.places {
                match steps.get(at) {
                    Some(Step::Many) if character != '/' => next.enter(at),
                    Some(step) if step.takes(character) => next.enter(at + 1),
                    _ => {}
                }
            }
            here.clear();
            std::mem::swap(&mut here, &mut next);
        }
        here.has[steps.len()]
    }
}

impl Step {
    /// Whether it is over with this character.
    fn takes(&self, character: char) -> bool {
        match self {
            Self::Literal(literal) => *literal == character,
            Self::Any => character != '/',
            Self::Class { negated, ranges } => {
                let is_in = ranges.iter().any(|(first, last)| (first..=last).contains(&&character));
                character != '/' && is_in != *negated
            }
            Self::Many | Self::Fork(_) | Self::Jump(_) => false,
        }
    }
}

/// The steps at which the rest of a name may go on, each of them once.
struct Reached<'a> {
    steps: &'a [Step],
    places: Vec<usize>,
    /// The last one is the end of the glob.
    has: Vec<bool>,
}

impl<'a> Reached<'a> {
    fn new(steps: &'a [Step]) -> Self {
        Self { steps, places: Vec::new(), has: vec![false; steps.len() + 1] }
    }

    /// Adds a step and all that can be reached from it without a character.
    fn enter(&mut self, at: usize) {
        let mut done = self.places.len();
        self.add(at);
        while let Some(&at) = self.places.get(done) {
            done += 1;
            match self.steps.get(at) {
                Some(Step::Many) => self.add(at + 1),
                Some(Step::Fork(branches)) => branches.iter().for_each(|branch| self.add(*branch)),
                Some(Step::Jump(to)) => self.add(*to),
                _ => {}
            }
        }
    }

    fn add(&mut self, at: usize) {
        if !std::mem::replace(&mut self.has[at], true) {
            self.places.push(at);
        }
    }

    fn clear(&mut self) {
        for at in self.places.drain(..) {
            self.has[at] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Glob;

    fn matches(glob: &str, name: &str) -> bool {
        Glob::new(glob).unwrap().matches(name)
    }

    #[test]
    fn a_glob_that_is_too_long_is_an_error_and_none_takes_its_time() {
        assert!(Glob::new(&"*".repeat(100_000)).is_err_and(|reason| reason.contains("4 KiB")));
        assert!(Glob::new(&"{*,[!a]}".repeat(500)).is_ok_and(|glob| !glob.matches("a/b")));
        assert!(!matches(&"a*".repeat(2000), &"a".repeat(255)));
        assert!(matches(&format!("{}a{}", "{".repeat(2000), "}".repeat(2000)), "a"));
    }

    #[test]
    fn a_character_is_one_whatever_its_bytes() {
        assert!(matches("gr?n.md", "grün.md"));
        assert!(matches("gr[ü]n.md", "grün.md"));
        assert!(matches("gr[à-ý]n.md", "grün.md"));
        assert!(!matches("gr[!ü]n.md", "grün.md"));
        assert!(matches("*.md", "größe.md"));
    }

    #[test]
    fn a_class_has_a_name_that_is_known() {
        assert!(matches("v[[:digit:]].md", "v1.md") && !matches("v[[:digit:]].md", "vx.md"));
        assert!(matches("[![:upper:]_]*", "a") && !matches("[![:upper:]_]*", "A"));
        assert!(matches("[[:]", "[") && matches("[[:]", ":") && matches("[[:x]", "x"));
        let reason = Glob::new("[[:number:]]").unwrap_err();
        assert!(reason.starts_with("unknown class `[:number:]`; there are alnum, alpha, "), "{reason}");
    }

    #[test]
    fn nothing_crosses_a_slash() {
        for glob in ["*.md", "a?b.md", "a[!x]b.md", "a[/]b.md", "**.md"] {
            assert!(!matches(glob, "a/b.md"), "{glob}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

        /// The globs that people know from elsewhere are these, mistakes included.
        #[test]
        fn agrees_with_globset(
            glob in r"([ab*?\[\]!^{},:\\-]|\[:(digit|upper|punct|x)?:\]){0,12}",
            names in prop::collection::vec("[abc!,{}A1:-]{0,6}", 1..8),
        ) {
            // There it takes an escaped comma for the one between branches, and half of an unknown class.
            let is_unknown = Glob::new(&glob).is_err_and(|reason| reason.starts_with("unknown class"));
            prop_assume!(!glob.contains("\\,**") && !glob.contains("\\{**") && !is_unknown);
            let theirs = globset::GlobBuilder::new(&glob).literal_separator(true).build();
            let ours = Glob::new(&glob);
            prop_assert_eq!(ours.as_ref().err().cloned(), theirs.as_ref().err().map(|error| error.kind().to_string()));
            if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
                let theirs = theirs.compile_matcher();
                for name in names {
                    prop_assert_eq!(ours.matches(&name), theirs.is_match(&name), "{} {}", glob, name);
                }
            }
        }
    }
}
