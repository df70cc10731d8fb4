//! The manifest of a hub, its includes and its persons.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::format_text::{FormatError, format_text};
use crate::Environment;
use crate::diagnostic::{Problems, SourceFile};
use crate::disk::real;
use crate::manifest::edit::Edited;
use crate::manifest::file::{Failure, read_file};
use crate::manifest::{FILE_NAME, read_text};

/// What formats one text.
type Format = fn(&Arc<SourceFile>) -> Result<String, FormatError>;

/// A file of the hub, and what became of its text.
#[derive(Debug)]
pub struct Formatted {
    /// How reports call the file: relative to the hub where it lies in it.
    pub name: String,
    /// The file in the one form, not yet written.
    pub result: Result<Edited, FormatError>,
}

/// What is formatted of a hub.
#[derive(Debug, Default)]
pub struct FormattedHub {
    /// The manifest first, then its includes, then the persons.
    pub files: Vec<Formatted>,
    /// Includes and persons that lie somewhere else, or lead there, by their names. They belong to others.
    pub outside: Vec<String>,
}

/// Formats the manifest of `hub`, wherever it is a link to, and the includes and `persons/*/person.kdl` that lie in the
/// hub, these as `format_person` does it. Writes nothing.
pub fn format_hub(hub: &Path, environment: &Environment, format_person: Format) -> FormattedHub {
    let mut formatter = Formatter { home: real(hub), known: HashSet::new(), found: FormattedHub::default() };
    let manifest = hub.join(FILE_NAME);
    match read_file(&manifest, FILE_NAME) {
        Ok(file) => {
            formatter.known.extend(fs_err::canonicalize(&manifest));
            formatter.format(&file, format_text);
        }
        Err(failure) => formatter.unreadable(FILE_NAME, &failure),
    }
    // In its new form, since an include may have been named in the manner of KDL 1.
    if let Some(Formatted { result: Ok(Edited { after, .. }), .. }) = formatter.found.files.first() {
        let includes = read_text(hub, &after.clone(), environment, &mut Problems::new()).files;
        for file in includes.iter().skip(1) {
            if formatter.is_new(file.path(), file.name()) {
                formatter.format(file, format_text);
            }
        }
    }
    for (path, name) in persons(hub) {
        match read_file(&path, &name) {
            Err(Failure::Missing) => {}
            _ if !formatter.is_new(&path, &name) => {}
            Ok(file) => formatter.format(&file, format_person),
            Err(failure) => formatter.unreadable(&name, &failure),
        }
    }
    formatter.found
}

struct Formatter {
    /// The hub's real path.
    home: PathBuf,
    /// Real paths: a file may be included under two names.
    known: HashSet<PathBuf>,
    found: FormattedHub,
}

impl Formatter {
    /// Whether a file is to be formatted: it lies in the hub, and was not met before.
    fn is_new(&mut self, path: &Path, name: &str) -> bool {
        let Ok(real) = fs_err::canonicalize(path) else { return false };
        let is_inside = real.starts_with(&self.home);
        let is_new = self.known.insert(real);
        if is_new && !is_inside {
            self.found.outside.push(name.to_owned());
        }
        is_new && is_inside
    }

    fn format(&mut self, file: &Arc<SourceFile>, format: Format) {
        let result = format(file).map(|after| Edited {
            path: file.path().to_owned(),
            before: Some(file.text().to_owned()),
            added: 0..after.len(),
            after,
            problems: Vec::new(),
        });
        self.found.files.push(Formatted { name: file.name().to_owned(), result });
    }

    fn unreadable(&mut self, name: &str, failure: &Failure) {
        let result = Err(FormatError::Broken(vec![failure.problem(name, None)]));
        self.found.files.push(Formatted { name: name.to_owned(), result });
    }
}

/// Where each person of the hub would be written, sorted.
fn persons(hub: &Path) -> Vec<(PathBuf, String)> {
    let Ok(folders) = fs_err::read_dir(hub.join("persons")) else { return Vec::new() };
    let names = folders.filter_map(|folder| folder.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort_unstable();
    let place = |name: String| {
        let name = format!("persons/{name}/person.kdl");
        (hub.join(&name), name)
    };
    names.into_iter().map(place).collect()
}
