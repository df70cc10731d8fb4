//! The instruction file: the document of the composition, and an import of what the file would otherwise switch off.

use std::path::Path;
use std::sync::Arc;

use crate::compose::{Composition, SEPARATOR, Skill};
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, visible};
use crate::harness::layout::Layout;
use crate::harness::{Artifact, Content, Surroundings, codes};
use crate::manifest::Delivery;

pub(super) fn instructions(
    layout: &Layout,
    composition: &Composition,
    document: &str,
    surroundings: &Surroundings,
    problems: &mut Problems,
) -> Artifact {
    let place = begin(composition);
    let imported = surroundings.eclipsed_here();
    let text = match imported {
        Some(path) => format!("@{path}\n{SEPARATOR}{document}"),
        None => document.to_owned(),
    };
    if text.len() > layout.instructions.largest {
        problems.push(too_large(layout, composition, place, text.len()));
    }
    problems.extend(eclipsed_above(layout, composition, document, place, surroundings));
    Artifact {
        path: layout.instructions.file.to_owned(),
        content: Content::File(text.into_bytes()),
        place: place.clone(),
        sources: sources(composition),
        settings: None,
        keys: Vec::new(),
        remark: imported.map(|path| {
            let (title, file) = (layout.title, layout.instructions.file);
            format!("it imports `{path}`, which {title} does not read beside a `{file}`")
        }),
    }
}

/// The node of the manifest that the text begins with.
fn begin(composition: &Composition) -> &Place {
    let person = composition.person.iter().map(|person| &person.listed);
    let modules = composition.modules.iter().flatten().map(|module| &module.listed);
    let skills = composition.skills.iter().flatten().map(Skill::asked);
    person.chain(modules).chain(skills).next().unwrap_or(&composition.launcher.place)
}

/// The files of which the text is made.
fn sources(composition: &Composition) -> Vec<(Arc<SourceFile>, Place)> {
    let source = |file: &Arc<SourceFile>, place: &Place| (Arc::clone(file), place.clone());
    let person = composition.person.iter().flat_map(|person| {
        let invariant = person.invariant.as_ref().map(|invariant| &invariant.file);
        std::iter::once(&person.file).chain(invariant).map(|file| source(file, &person.listed))
    });
    let modules = composition.modules.iter().flatten().map(|module| source(&module.file, &module.listed));
    let is_compiled = composition.delivery == Delivery::Compiled;
    let skills = composition.skills.iter().flatten().filter(|_| is_compiled);
    let skills = skills.map(|skill| source(&skill.file, skill.asked()));
    person.chain(modules).chain(skills).collect()
}

/// Whether the text names the file, by an import or in words, so that the agent is led to it.
fn speaks_of(document: &str, path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| document.contains(name))
}

fn too_large(layout: &Layout, composition: &Composition, place: &Place, length: usize) -> Diagnostic {
    let (title, file, largest) = (layout.title, layout.instructions.file, layout.instructions.largest);
    let sources = sources(composition);
    let longest = sources.iter().max_by_key(|(file, _)| file.text().len());
    let (name, size, largest_place) =
        longest.map_or((file, length, place), |(file, place)| (file.name(), file.text().len(), place));
    Diagnostic::new(
        &codes::TOO_LARGE,
        format!("{title} skips `{file}` because it has {length} bytes, more than {largest}"),
    )
    .label(largest_place, format!("`{}` has {} of them", visible(name), size))
    .help("leave modules or skills out, or have the agent read long texts from files when it needs them")
    .scope(&composition.launcher.value)
}

/// What the CLI does not read in the target, although nothing of ours is the reason.
pub(super) fn switched_off(
    layout: &Layout,
    composition: &Composition,
    document: Option<&str>,
    surroundings: &Surroundings,
) -> Option<Diagnostic> {
    let (path, by) = surroundings.eclipsed_already()?;
    if document.is_some_and(|document| speaks_of(document, Path::new(path))) {
        return None;
    }
    let target = composition.target.as_ref()?;
    let (title, by) = (layout.title, by.display());
    Some(
        Diagnostic::new(
            &codes::SWITCHED_OFF,
            format!("{title} does not read `{path}` of the target, because there is `{by}`"),
        )
        .label(&target.declared.place, format!("`{path}` lies there"))
        .help(format!("write a line `@{path}` in a module, or in `{by}` that it has to be read"))
        .scope(&composition.launcher.value),
    )
}

fn eclipsed_above(
    layout: &Layout,
    composition: &Composition,
    document: &str,
    place: &Place,
    surroundings: &Surroundings,
) -> Option<Diagnostic> {
    let path = surroundings.eclipsed_above().filter(|path| !speaks_of(document, path))?.display();
    let (title, file) = (layout.title, layout.instructions.file);
    Some(
        Diagnostic::new(
            &codes::FALLBACK_ABOVE,
            format!("{title} does not read `{path}` any more once the target has a `{file}`"),
        )
        .label(place, format!("the text of the `{file}` begins here"))
        .help(format!(
            "write a line `@{path}` in a module; {title} asks once before it reads a file outside the target"
        ))
        .scope(&composition.launcher.value),
    )
}
