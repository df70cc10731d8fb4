//! `source`: another root with the folders of a hub.

use std::path::{Path, PathBuf};

use kdl::KdlNode;

use crate::diagnostic::{Class, Diagnostic, Problems, Spanned};
use crate::disk::real;

use super::codes;
use super::model::Source;
use super::names::{bad_name, check_text, flaw};
use super::path::absolute;
use super::portable::named_from_hub;
use super::read::Loader;
use super::reader::NodeReader;
use super::reading::Reading;
use super::text::excerpt;
use super::top_path;

/// The id of the hub among the sources.
pub const HUB: &str = "hub";

const EXAMPLE: &str = "source \"team\" path=\"~/team-hub\"";

/// Reads `source "ID" path="DIR" required=#false hooks=#true persons=#true`; its path is worked out later.
///
/// A source whose path is wrong is still there, so that nothing is said about what should come from it.
pub(super) fn read(node: &KdlNode, reading: &mut Reading) -> Option<Source> {
    let mut reader = NodeReader::new(node, reading);
    let has_id = reader.has_argument();
    let id = reader.argument::<String>(EXAMPLE, reading);
    let name_place = reader.name_place(reading);
    let has_path = reader.has_property("path");
    let path = reader.property::<String>("path", reading);
    if has_id && !has_path {
        let diagnostic = Diagnostic::new(&codes::MISSING_ARGUMENT, "`source` has no `path`")
            .label(&name_place, "`path=` has to follow")
            .help(format!("write `{EXAMPLE}`"));
        reading.report(diagnostic);
    }
    // Said wrongly, it says at least that the folder may be missing.
    let said_required = reader.has_property("required");
    let required = reader.property("required", reading).map_or(!said_required, |required| required.value);
    let mut admits =
        |what| reader.property(what, reading).is_some_and(|admitted: Spanned<bool>| admitted.value);
    let (hooks, persons) = (admits("hooks"), admits("persons"));
    reader.finish(reading);
    let id = id.filter(|id| check_id(id, reading))?;
    let path = path.filter(|path| check_text("path", path, reading));
    let declared = path.unwrap_or_else(|| Spanned::new(String::new(), name_place));
    Some(Source { id, path: None, portable: None, declared, required, hooks, persons })
}

/// Reports an id of a source that cannot be one; whether it is good.
fn check_id(id: &Spanned<String>, reading: &mut Reading) -> bool {
    let diagnostic = if let Some(flaw) = flaw(&id.value) {
        bad_name(format!("the id `{}` of a source {flaw}", excerpt(&id.value)), &id.place)
            .help("name it by a word, as in `source \"team\"`; its folder is what `path` says")
    } else if id.value == HUB {
        Diagnostic::new(&codes::BAD_NAME, format!("a source cannot be called `{HUB}`"))
            .label(&id.place, "the hub itself has this id")
            .help("name it another way, as in `source \"team\"`")
    } else {
        return true;
    };
    reading.report(diagnostic);
    false
}

/// Works out where the sources are, when all files were read and every var is known.
pub(super) fn locate_all(loader: &mut Loader) {
    for index in 0..loader.manifest.sources.len() {
        let source = loader.manifest.sources[index].clone();
        let path = locate(loader, &source);
        if let Some(path) = &path {
            let earlier = &loader.manifest.sources[..index];
            if let Some(problem) = same_folder(loader.hub, earlier, &source, path) {
                loader.problems.push(problem);
            }
        }
        loader.manifest.sources[index].path = path;
        if loader.environment.is_portable() {
            let folder = source.declared.place.folder();
            let path = top_path::portable(loader, &source.declared, "source");
            let portable = path.map(|path| named_from_hub(loader.hub, folder, &path));
            loader.manifest.sources[index].portable = portable;
        }
    }
}

/// Where a source is; nothing, and a problem, when that cannot be told.
fn locate(loader: &mut Loader, source: &Source) -> Option<PathBuf> {
    let declared = &source.declared;
    // What was wrong with the path was reported.
    if declared.value.is_empty() {
        return None;
    }
    let mut found = Problems::new();
    let expanded = top_path::expand(loader, declared, "source", &mut found);
    let is_optional = !source.required;
    // A variable that is not set on this machine leads to no folder there.
    loader.problems.extend(found.into_iter().map(|problem| match problem.class {
        Class::Needed if is_optional => problem.class(Class::Machine),
        _ => problem,
    }));
    expanded.map(|path| absolute(declared.place.folder(), path))
}

/// A source that is the hub, or an earlier source.
fn same_folder(hub: &Path, earlier: &[Source], source: &Source, path: &Path) -> Option<Diagnostic> {
    let path = real(path);
    let id = excerpt(&source.id.value);
    let place = &source.declared.place;
    if path == real(hub) {
        let message = format!("source `{id}` is the hub itself");
        return Some(
            Diagnostic::new(&codes::DOUBLED_SOURCE, message)
                .label(place, "leads to the folder of `launchers.kdl`")
                .help("delete the node; everything in the hub is found without it"),
        );
    }
    let first =
        earlier.iter().find(|first| first.path.as_deref().is_some_and(|first| real(first) == path))?;
    let message = format!("sources `{}` and `{id}` are one folder", excerpt(&first.id.value));
    Some(
        Diagnostic::new(&codes::DOUBLED_SOURCE, message)
            .label(place, "the same folder again")
            .label(&first.declared.place, "first here")
            .help("keep one of them"),
    )
}

/// A second source of a name that is taken.
pub(super) fn doubled_id(first: &Source, again: &Source) -> Diagnostic {
    let id = excerpt(&again.id.value);
    Diagnostic::new(&codes::DOUBLED_SOURCE, format!("two sources are called `{id}`"))
        .label(&again.id.place, "again here")
        .label(&first.id.place, "first here")
        .help("rename one of them")
}
