//! `include`: other files whose top-level nodes stand at the place of the node.

use std::path::{Component, Path, PathBuf};

use crate::diagnostic::{Diagnostic, Place};

use super::codes;
use super::document::Include;
use super::expansion::expand_path;
use super::file::{Failure, read_file};
use super::glob::Glob;
use super::placeholder::BuiltIns;
use super::read::Loader;
use super::text::excerpt;
use super::variables::resolve_vars;

/// How deep files may include one another.
const DEPTH: usize = 32;

/// Reads the files that `include` leads to.
pub(super) fn load(loader: &mut Loader, include: &Include) {
    let place = &include.path.place;
    let built_in = BuiltIns::of_hub(loader.hub, loader.environment);
    // Most includes use no var, and resolving all of them for each would add up.
    let uses_vars = include.path.value.contains("{{");
    let vars = if uses_vars { loader.manifest.vars.as_slice() } else { &[] };
    let names = resolve_vars(vars, &built_in, loader.problems);
    let Some(expanded) = expand_path(&include.path, &names, loader.problems) else {
        loader.complete = false;
        return;
    };
    let path = place.folder().join(&expanded);
    let files = match exact_or_glob(&path) {
        Ok(files) => files,
        Err(problem) => {
            loader.complete = false;
            return loader.problems.push(problem.label(place, "this path"));
        }
    };
    if files.is_empty() && include.required {
        loader.complete = false;
        let help = "write `required=#false` behind it when the file may be missing";
        loader.problems.push(
            Diagnostic::new(
                &codes::MISSING_INCLUDE,
                format!("`{}` leads to no file", excerpt(&include.path.value)),
            )
            .label(place, format!("looked for `{}`", excerpt(&path.display().to_string())))
            .help(help),
        );
    }
    for file in files {
        load_one(loader, &file, include);
    }
}

fn load_one(loader: &mut Loader, path: &Path, include: &Include) {
    let place = &include.path.place;
    let name = shown(path, loader.hub);
    let resolved = fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(index) = loader.open.iter().position(|(open, _)| *open == resolved) {
        let problem = cycle(&loader.open[index..], &name, place);
        return loader.problems.push(problem);
    }
    if !loader.known.contains(&resolved) {
        if loader.open.len() > DEPTH {
            loader.complete = false;
            let problem =
                Diagnostic::new(&codes::NESTING, format!("files include one another deeper than {DEPTH}"))
                    .label(place, "not read any further")
                    .help("include the files from one place");
            return loader.problems.push(problem);
        }
        match read_file(path, &name) {
            Ok(file) => loader.load(&file, resolved, Some(place.clone())),
            Err(Failure::Missing) if !include.required => {}
            Err(failure) => {
                loader.complete = false;
                loader.problems.push(failure.problem(&name, Some(place)));
            }
        }
    }
}

/// The circle that closes with `place`.
fn cycle(open: &[(PathBuf, Option<Place>)], name: &str, place: &Place) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&codes::INCLUDE_CYCLE, format!("`{name}` includes itself"))
        .label(place, format!("leads back to `{name}`"));
    for (_, by) in open.iter().skip(1) {
        if let Some(by) = by {
            diagnostic = diagnostic.label(by, "on the way there");
        }
    }
    diagnostic.help("delete one of these includes; a file needs to be included once only")
}

/// How a report calls a file: relative to the hub where it lies in it.
fn shown(path: &Path, hub: &Path) -> String {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain.strip_prefix(hub).unwrap_or(&plain).display().to_string()
}

/// The file itself if it is there, else the files that match it as a glob, sorted. What is there by exactly its name
/// beats a glob, also of folders on the way: the hub's own path may hold a bracket.
fn exact_or_glob(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = vec![PathBuf::new()];
    for component in path.components() {
        let pattern = component.as_os_str().to_str().filter(|text| Glob::is_one(text));
        match (component, pattern) {
            (Component::Normal(_), Some(pattern)) => found = matching(&found, pattern)?,
            _ => found.iter_mut().for_each(|path| path.push(component)),
        }
    }
    found.retain(|path| fs_err::symlink_metadata(path).is_ok());
    Ok(found)
}

/// In each of `folders` the entry called `pattern`, else the entries that match it, sorted.
fn matching(folders: &[PathBuf], pattern: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = Vec::new();
    let mut matcher = None;
    for folder in folders {
        let exact = folder.join(pattern);
        if fs_err::symlink_metadata(&exact).is_ok() {
            found.push(exact);
            continue;
        }
        let matcher: &Glob = match &mut matcher {
            Some(matcher) => matcher,
            none => none.insert(glob(pattern)?),
        };
        let Ok(entries) = fs_err::read_dir(folder) else { continue };
        let mut names: Vec<_> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.') && matcher.matches(name))
            .collect();
        names.sort();
        found.extend(names.iter().map(|name| folder.join(name)));
    }
    Ok(found)
}

fn glob(pattern: &str) -> Result<Glob, Diagnostic> {
    Glob::new(pattern).map_err(|reason| {
        Diagnostic::new(&codes::MISSING_INCLUDE, format!("`{}` is no glob: {reason}", excerpt(pattern)))
            .help("write `*` for any part of a file's name, as in `\"clients/*.kdl\"`")
    })
}
