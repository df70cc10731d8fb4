//! `launchers.kdl`.

use std::path::Path;

use assembly::Environment;
use assembly::diagnostic::{Class, Problems};
use assembly::manifest::read_text;

use super::reported::reported;
use super::text;

/// Any text is a manifest or reported, always in the same way; what stops it is shown where it stands.
pub fn manifest(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    assert_eq!(read(text), read(text));
}

fn read(text: &str) -> (String, String) {
    let environment = Environment::new([("HOME".into(), "/nowhere/home".into())], "/nowhere");
    let mut problems = Problems::new();
    let manifest = read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    for problem in &problems {
        assert!(problem.help.is_some(), "no help: {problem:?}");
        assert!(problem.class != Class::Stop || !problem.labels.is_empty(), "no place: {problem:?}");
    }
    let told = reported(&problems);
    (told, format!("{:?} {:?} {:?}", manifest.recipes, manifest.vars, manifest.sources))
}
