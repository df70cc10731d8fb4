//! Texts that were written, found or made up: the properties of the fuzz targets over their seeds, and over what a few
//! random edits make of them.
//!
//! `fuzz/` has the targets. What a fuzzer finds becomes a seed there, and is tried here ever after.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::disallowed_methods,
    reason = "a property that does not hold panics, and a variable says that a seed is to be written"
)]

mod mutation;
pub mod properties;
mod samples;
mod seeds;
mod watched;

use std::collections::BTreeSet;
use std::path::Path;

use mutation::{Edit, edits, mutated};
use properties::{ALL, Property};
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use seeds::{Seed, seeds};
use watched::{Broken, holds};

/// Inputs that are made up for each property; `PROPTEST_CASES` asks for another number.
const FEW: u32 = 150;

fn property(name: &str) -> Property {
    ALL.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Every seed, and then some that nobody wrote.
fn check(name: &'static str) {
    let (property, seeds) = (property(name), seeds(name));
    let broken: Vec<(&str, Broken)> = seeds
        .iter()
        .filter_map(|seed| Some((seed.name.as_str(), holds(property, &seed.bytes).err()?)))
        .collect();
    assert!(broken.is_empty(), "{name} does not hold for {broken:#?}");
    let default = ProptestConfig::default();
    let cases = if default.cases == 256 { FEW } else { default.cases };
    let mut runner = TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..default });
    let number = 0..seeds.len();
    let tried = runner.run(&(number.clone(), number, edits()), |(seed, other, edits): (_, _, Vec<Edit>)| {
        let bytes = mutated(&seeds[seed].bytes, &seeds[other].bytes, &edits);
        holds(property, &bytes).map_err(|broken| TestCaseError::fail(broken.to_string()))
    });
    if let Err(TestError::Fail(reason, (seed, other, edits))) = tried {
        let Seed { name: seed_name, bytes } = &seeds[seed];
        let bytes = mutated(bytes, &seeds[other].bytes, &edits);
        panic!("{name} does not hold for `{}`, made of {seed_name}: {reason}", bytes.escape_ascii());
    }
}

macro_rules! checked {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*

        /// Each property has a test here, a target and seeds, and nothing else has.
        #[test]
        fn each_property_has_a_target_and_seeds() {
            let tests: BTreeSet<_> = [$(stringify!($name)),*].map(str::to_owned).into();
            assert_eq!(ALL.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), tests);
            assert_eq!(names_in("fuzz/seeds"), tests);
            assert_eq!(names_in("fuzz/fuzz_targets"), tests);
            let manifest = fs_err::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Cargo.toml"));
            let manifest = manifest.unwrap();
            for name in tests {
                assert!(manifest.contains(&format!("\nname = \"{name}\"\n")), "no target `{name}`");
            }
        }
    };
}

checked!(archive bundle format glob journal ledger manifest person script settings skill trace);

/// The names in a folder of the repository, without their extensions.
fn names_in(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let names = fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    names.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}
