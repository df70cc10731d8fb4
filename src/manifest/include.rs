//! `include`: other files whose top-level nodes stand at the place of the node.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::{Class, Diagnostic, Place, Problems, did_you_mean};
use crate::disk::{if_there, real};
use crate::glob::Glob;

use super::codes;
use super::document::Include;
use super::file::{Failure, read_file};
use super::path::absolute;
use super::portable::named_from_hub;
use super::read::Loader;
use super::text::excerpt;
use super::top_path;

/// How deep files may include one another.
const DEPTH: usize = 32;

/// Reads the files that `include` leads to.
pub(super) fn load(loader: &mut Loader, include: &Include) {
    let place = &include.path.place;
    let Some(expanded) = expand(loader, include) else { return };
    if !include.required && loader.environment.is_portable() {
        // Another checkout of the hub need not have it.
        let is_outside = !absolute(place.folder(), &expanded).starts_with(loader.hub);
        if is_outside {
            return;
        }
    }
    let files = match find(loader.hub, place.folder(), &expanded) {
        Ok(files) => files,
        Err(problem) => {
            loader.complete = false;
            return loader.problems.push(problem.label(place, "this path"));
        }
    };
    if files.is_empty() && include.required {
        loader.complete = false;
        let path = absolute(place.folder(), &expanded);
        let help = proposal(loader, &include.path.value, &path)
            .unwrap_or_else(|| "write `required=#false` behind it when the file may be missing".to_owned());
        let shown = if loader.environment.is_portable() {
            let portable = top_path::portable(loader, &include.path, "include");
            named_from_hub(loader.hub, place.folder(), &portable.unwrap_or(expanded))
        } else {
            path.display().to_string()
        };
        loader.problems.push(
            Diagnostic::new(
                &codes::MISSING_INCLUDE,
                format!("`{}` leads to no file", excerpt(&include.path.value)),
            )
            .label(place, format!("looked for `{}`", excerpt(&shown)))
            .help(help),
        );
    }
    for file in files {
        if include.required || !loader.environment.leaves_out(&file) {
            load_one(loader, &file, include);
        }
    }
}

/// The file beside the missing one that was most likely meant.
fn proposal(loader: &mut Loader, written: &str, path: &Path) -> Option<String> {
    const MOST: usize = 500;
    loader.proposals = loader.proposals.checked_sub(1)?;
    let name = path.file_name()?.to_str()?;
    let folder = written.strip_suffix(name)?;
    let beside: Vec<String> = fs_err::read_dir(path.parent()?)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !loader.open.iter().any(|(open, _)| open.ends_with(name)))
        .take(MOST)
        .collect();
    let meant = did_you_mean(name, beside.iter().map(String::as_str))?;
    Some(format!("did you mean `include \"{folder}{meant}\"`?"))
}

/// The path with everything replaced. Nothing when it has no value, which is reported unless the file may be missing.
fn expand(loader: &mut Loader, include: &Include) -> Option<String> {
    let mut found = Problems::new();
    let expanded = top_path::expand(loader, &include.path, "include", &mut found);
    if expanded.is_none() {
        // A variable that is not set on this machine names no file there.
        let is_absent = !include.required && found.iter().all(|problem| problem.class == Class::Needed);
        if is_absent {
            return None;
        }
        loader.complete = false;
    }
    loader.problems.extend(found);
    expanded
}

fn load_one(loader: &mut Loader, path: &Path, include: &Include) {
    let place = &include.path.place;
    let name = shown(path, loader.hub);
    let resolved = real(path);
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
    path.strip_prefix(hub).unwrap_or(path).display().to_string()
}

/// The files that a path leads to from `folder`: the one of exactly this name, else those that match it as a glob.
fn find(hub: &Path, folder: &Path, path: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let exact = absolute(folder, path);
    if is_there(hub, &exact)? {
        return Ok(vec![exact]);
    }
    let mut found = Vec::new();
    for alternative in alternatives(path)? {
        found.extend(exact_or_glob(hub, &absolute(folder, alternative))?);
    }
    Ok(found)
}

/// Writes `{a,b/c}.kdl` out, since a `/` in braces belongs to no single name.
fn alternatives(path: &str) -> Result<Vec<String>, Diagnostic> {
    const MOST: usize = 100;
    let mut whole = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        let Some((before, parts, behind)) = braces_with_slash(&path) else {
            whole.push(path);
            continue;
        };
        open.extend(parts.iter().rev().map(|part| format!("{before}{part}{behind}")));
        if open.len() + whole.len() > MOST {
            let message = format!("`{}` stands for over {MOST} paths", excerpt(&path));
            return Err(Diagnostic::new(&codes::MISSING_INCLUDE, message)
                .help("write several `include` nodes, or a `*`"));
        }
    }
    Ok(whole)
}

/// The first `{…}` that holds a `/`, as its parts, with what stands before and behind it.
fn braces_with_slash(path: &str) -> Option<(&str, Vec<&str>, &str)> {
    let mut commas = Vec::new();
    let (mut depth, mut open) = (0_usize, 0);
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'{' if depth == 0 => (depth, open) = (1, at),
            b'{' => depth += 1,
            b',' if depth == 1 => commas.push(at),
            b'}' if depth == 1 && path[open..at].contains('/') => {
                let starts = std::iter::once(open).chain(commas.iter().copied());
                let ends = commas.iter().copied().chain([at]);
                let parts = starts.zip(ends).map(|(start, end)| &path[start + 1..end]).collect();
                return Some((&path[..open], parts, &path[at + 1..]));
            }
            b'}' if depth == 1 => {
                depth = 0;
                commas.clear();
            }
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The file itself if it is there, else the files that match it as a glob, sorted. What is there by exactly its name
/// beats a glob, also of folders on the way: the hub's own path may hold a bracket.
fn exact_or_glob(hub: &Path, path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = vec![PathBuf::new()];
    for component in path.components() {
        let pattern = component.as_os_str().to_str().filter(|text| Glob::is_one(text));
        match (component, pattern) {
            (Component::Normal(_), Some(pattern)) => found = matching(hub, &found, pattern)?,
            _ => found.iter_mut().for_each(|path| path.push(component)),
        }
    }
    let mut there = Vec::new();
    for path in found {
        if is_there(hub, &path)? {
            there.push(path);
        }
    }
    Ok(there)
}

/// Whether anything has that name.
fn is_there(hub: &Path, path: &Path) -> Result<bool, Diagnostic> {
    let found = if_there(fs_err::symlink_metadata(path)).map_err(|error| unreadable(hub, path, error))?;
    Ok(found.is_some())
}

/// What cannot be looked at may be, or hold, a file that is meant: without it the manifest would say something else.
fn unreadable(hub: &Path, path: &Path, error: io::Error) -> Diagnostic {
    Failure::Io(error).problem(&shown(path, hub), None)
}

/// In each of `folders` the entry called `pattern`, else the entries that match it, sorted.
fn matching(hub: &Path, folders: &[PathBuf], pattern: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = Vec::new();
    let mut matcher = None;
    for folder in folders {
        let exact = folder.join(pattern);
        if is_there(hub, &exact)? {
            found.push(exact);
            continue;
        }
        let matcher: &Glob = match &mut matcher {
            Some(matcher) => matcher,
            none => none.insert(glob(pattern)?),
        };
        let mut names = names_in(folder).map_err(|error| unreadable(hub, folder, error))?;
        names.retain(|name| !name.starts_with('.') && matcher.matches(name));
        names.sort_unstable();
        found.extend(names.iter().map(|name| folder.join(name)));
    }
    Ok(found)
}

/// The names in a folder that are text; none of what is no folder.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in if_there(fs_err::read_dir(folder))?.into_iter().flatten() {
        names.extend(entry?.file_name().into_string().ok());
    }
    Ok(names)
}

fn glob(pattern: &str) -> Result<Glob, Diagnostic> {
    if pattern.contains("**") {
        let message = "`**` does not reach into folders of folders here";
        return Err(Diagnostic::new(&codes::MISSING_INCLUDE, message)
            .help("write a `*` for each level, as in `\"clients/*.kdl\"` and `\"clients/*/*.kdl\"`"));
    }
    Glob::new(pattern).map_err(|reason| {
        Diagnostic::new(&codes::MISSING_INCLUDE, format!("`{}` is no glob: {reason}", excerpt(pattern)))
            .help("write `*` for any part of a file's name, as in `\"clients/*.kdl\"`")
    })
}
