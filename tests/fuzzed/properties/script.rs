//! Shell launchers, and what `import` writes of them.

use std::path::{Path, PathBuf};

use assembly::Environment;
use assembly::diagnostic::{Problems, Severity};
use assembly::import::import;
use assembly::manifest::read_text;

use super::reported::reported;
use super::sandbox::Sandbox;

/// Any bytes are a launcher or reported, always in the same way, and whatever is written is read back as a manifest that
/// may lack something but is not wrong.
pub fn script(bytes: &[u8]) {
    let sandbox = Sandbox::new();
    sandbox.write("launchers/app-mac-claude.sh", bytes);
    let environment = Environment::new([("HOME".into(), "/nowhere/home".into())], sandbox.path());
    let seen = || {
        let paths = [PathBuf::from("launchers/app-mac-claude.sh")];
        let imported = import(&paths, Some("shared"), &environment);
        assert!(!imported.launchers.is_empty() || !imported.problems.is_empty(), "nothing is said");
        (imported.text(), reported(&imported.problems))
    };
    let first = seen();
    assert_eq!(first, seen());
    assert_is_read(&first.0);
}

/// What a script does not say is missing.
fn assert_is_read(text: &str) {
    let mut problems = Problems::new();
    let environment = Environment::new([], "/nowhere");
    read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    let is_wrong = |code: &str| !code.contains("::missing-");
    let wrong =
        problems.iter().find(|problem| problem.severity() == Severity::Error && is_wrong(problem.code.name));
    assert!(wrong.is_none(), "{wrong:?} in\n{text}");
}
