//! The instruction file: the texts of the modules, and an import of what the file would otherwise switch off.

use crate::compose::{Composition, Module};
use crate::diagnostic::{Diagnostic, Place, Problems};
use crate::harness::layout::Layout;
use crate::harness::{Artifact, Content, Surroundings, codes};

/// What stands between two modules. A module's own final newline comes before it.
const SEPARATOR: &str = "\n---\n\n";

pub(super) fn instructions(
    layout: &Layout,
    composition: &Composition,
    modules: &[Module],
    surroundings: &Surroundings,
    problems: &mut Problems,
) -> Artifact {
    let place = modules.first().map_or(&composition.launcher.place, |module| &module.listed);
    let mut text = String::new();
    let imported = surroundings.eclipsed_here();
    if let Some(path) = imported {
        text = format!("@{path}\n{SEPARATOR}");
    }
    for (index, module) in modules.iter().enumerate() {
        if index > 0 {
            text.push_str(SEPARATOR);
        }
        text.push_str(&module.text);
    }
    if text.len() > layout.instructions.largest {
        problems.push(too_large(layout, composition, place, text.len()));
    }
    problems.extend(eclipsed_above(layout, composition, place, surroundings));
    Artifact {
        path: layout.instructions.file.to_owned(),
        content: Content::File(text.into_bytes()),
        place: place.clone(),
        sources: modules
            .iter()
            .map(|module| (module.file.path().to_owned(), module.listed.clone()))
            .collect(),
        loses: None,
        remark: imported.map(|path| {
            let (title, file) = (layout.title, layout.instructions.file);
            format!("it imports `{path}`, which {title} does not read beside a `{file}`")
        }),
    }
}

fn too_large(layout: &Layout, composition: &Composition, place: &Place, length: usize) -> Diagnostic {
    let (title, file, largest) = (layout.title, layout.instructions.file, layout.instructions.largest);
    Diagnostic::new(
        &codes::TOO_LARGE,
        format!("{title} skips `{file}` because it has {length} bytes, more than {largest}"),
    )
    .label(place, "the modules that begin here")
    .help("leave modules out, or have the agent read long texts from files when it needs them")
    .scope(&composition.launcher.value)
}

fn eclipsed_above(
    layout: &Layout,
    composition: &Composition,
    place: &Place,
    surroundings: &Surroundings,
) -> Option<Diagnostic> {
    let path = surroundings.eclipsed_above()?.display();
    let (title, file) = (layout.title, layout.instructions.file);
    Some(
        Diagnostic::new(
            &codes::FALLBACK_ABOVE,
            format!("{title} does not read `{path}` any more once the target has a `{file}`"),
        )
        .label(place, format!("these modules make the `{file}`"))
        .help(format!(
            "write a line `@{path}` in a module; {title} asks once before it reads a file outside the target"
        ))
        .scope(&composition.launcher.value),
    )
}
