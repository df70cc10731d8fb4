//! A hub for one test.

use std::ffi::OsString;

use tempfile::TempDir;

use crate::diagnostic::{Diagnostic, Problems};
use crate::environment::Environment;
use crate::manifest::{Manifest, read};

/// A hub in a temporary folder, with a home of its own.
pub(super) struct Hub {
    folder: TempDir,
    variables: Vec<(OsString, OsString)>,
}

impl Hub {
    /// A hub whose manifest is `text`.
    pub(super) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hub = Self { folder, variables: Vec::new() };
        hub.with_file("hub/launchers.kdl", text).with_variable("HOME", "home")
    }

    /// Adds a file, by its path in the temporary folder; `hub/` is the hub, `home/` the home.
    pub(super) fn with_file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(path);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, text).unwrap();
        self
    }

    /// Sets a variable to a path in the temporary folder.
    pub(super) fn with_variable(mut self, name: &str, path: &str) -> Self {
        self.variables.push((name.into(), self.folder.path().join(path).into()));
        self
    }

    /// Reads the manifest.
    pub(super) fn read(&self) -> (Manifest, Vec<Diagnostic>) {
        let environment = Environment::new(self.variables.clone(), self.folder.path());
        let mut problems = Problems::new();
        let manifest = read(&self.folder.path().join("hub"), &environment, &mut problems);
        (manifest, problems.into_sorted())
    }
}

/// A problem in one line, as a test compares it.
pub(super) fn shown(diagnostic: &Diagnostic) -> String {
    let places: Vec<String> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let (line, column) = label.place.line_and_column();
            format!("{}:{line}:{column} `{}` {}", label.place.file.name(), label.place.text(), label.text)
        })
        .collect();
    format!(
        "{} {}: {} [{}] help: {}",
        diagnostic.severity().name(),
        diagnostic.code.name,
        diagnostic.message,
        places.join("; "),
        diagnostic.help.as_deref().unwrap_or("none")
    )
}
