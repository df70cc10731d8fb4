//! The manifest of a hub, its includes and its persons.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::format_text::{FormatError, format_text};
use crate::Environment;
use crate::diagnostic::{Problems, SourceFile};
use crate::disk::{found, if_there, real};
use crate::manifest::edit::Edited;
use crate::manifest::file::{Failure, read_file};
use crate::manifest::{FILE_NAME, codes, read_text};

/// The folder of a hub with its persons.
const PERSONS: &str = "persons";

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
        let mut problems = Problems::new();
        let includes = read_text(hub, &after.clone(), environment, &mut problems).files;
        formatter.unread(problems);
        for file in includes.iter().skip(1) {
            match formatter.is_new(file.path(), file.name()) {
                Ok(true) => formatter.format(file, format_text),
                Ok(false) => {}
                Err(error) => formatter.unreadable(file.name(), &Failure::Io(error)),
            }
        }
    }
    let persons = persons(hub).unwrap_or_else(|error| {
        formatter.unreadable(PERSONS, &Failure::Io(error));
        Vec::new()
    });
    for (path, name) in persons {
        let read = match read_file(&path, &name) {
            Err(Failure::Missing) => continue,
            read => read,
        };
        match (formatter.is_new(&path, &name), read) {
            (Ok(true), Ok(file)) => formatter.format(&file, format_person),
            (Ok(true), Err(failure)) => formatter.unreadable(&name, &failure),
            (Ok(false), _) => {}
            (Err(error), _) => formatter.unreadable(&name, &Failure::Io(error)),
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
    fn is_new(&mut self, path: &Path, name: &str) -> io::Result<bool> {
        let Some(real) = found(path, fs_err::canonicalize(path))? else { return Ok(false) };
        let is_inside = real.starts_with(&self.home);
        let is_new = self.known.insert(real);
        if is_new && !is_inside {
            self.found.outside.push(name.to_owned());
        }
        Ok(is_new && is_inside)
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

    /// Includes that could not be read, each a problem of the manifest.
    fn unread(&mut self, problems: Problems) {
        let codes = [codes::UNREADABLE.name, codes::NOT_UTF8.name, codes::TOO_LARGE.name];
        for problem in problems.into_sorted().into_iter().filter(|problem| codes.contains(&problem.code.name))
        {
            let result = Err(FormatError::Broken(vec![problem]));
            self.found.files.push(Formatted { name: FILE_NAME.to_owned(), result });
        }
    }

    fn unreadable(&mut self, name: &str, failure: &Failure) {
        let result = Err(FormatError::Broken(vec![failure.problem(name, None)]));
        self.found.files.push(Formatted { name: name.to_owned(), result });
    }
}

/// Where each person of the hub would be written, sorted.
fn persons(hub: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut names = Vec::new();
    for folder in if_there(fs_err::read_dir(hub.join(PERSONS)))?.into_iter().flatten() {
        names.extend(folder?.file_name().into_string().ok().filter(|name| !name.starts_with('.')));
    }
    names.sort_unstable();
    let place = |name: String| {
        let name = format!("{PERSONS}/{name}/person.kdl");
        (hub.join(&name), name)
    };
    Ok(names.into_iter().map(place).collect())
}
