//! What is said of settings files.

use crate::diagnostic::{Diagnostic, Place, SourceFile};
use crate::harness::Artifact;
use crate::manifest::excerpt;
use crate::plan::codes;
use crate::plan::standing::{Item, Standing};
use crate::plan::survey::Survey;
use crate::settings::{Conflict, Fault, Merged};

impl Survey<'_> {
    /// A file that entries cannot be added to.
    pub(super) fn not_json(&self, artifact: &Artifact, standing: &Standing, fault: &Fault) -> Diagnostic {
        let file = self.source(artifact, standing);
        let place = Place::new(&file, fault.offset..fault.offset + 1);
        let (line, column) = fault.line_and_column(file.text());
        let message = format!("`{}` is not JSON: line {line}, column {column}: {fault}", artifact.path);
        Diagnostic::new(&codes::NOT_JSON, message)
            .label(&place, fault.what)
            .label(&artifact.place, "this would be added to it")
            .help("mend it by hand, or write `settings \"overwrite\"`, which sets it aside")
            .scope(&self.projection.launcher)
    }

    /// Says which values of others are replaced, and which keys count once though they stand twice.
    pub(super) fn report_merge(&mut self, artifact: &Artifact, standing: &Standing, merged: &Merged) {
        if merged.conflicts.is_empty() && merged.repeated.is_empty() {
            return;
        }
        let file = self.source(artifact, standing);
        let place = |offset: usize| Place::new(&file, offset..offset + 1);
        for Conflict { key, here, declared, span } in &merged.conflicts {
            let declaration = artifact.keys.iter().find(|(declared, _)| declared == key);
            let (here, declared) = (shown(here), shown(declared));
            let message = format!("`{key}` in `{}` is `{here}`, and `{declared}` is declared", artifact.path);
            self.said.push(
                Diagnostic::new(&codes::CONFLICT, message)
                    .label(
                        &Place::new(&file, span.clone()),
                        "somebody else wrote this; the file as it was goes to the backups",
                    )
                    .label(declaration.map_or(&artifact.place, |(_, place)| place), "what is declared counts")
                    .help(format!(
                        "take `{key}` out of the launcher to keep the other value; `clean` brings it back"
                    ))
                    .scope(&self.projection.launcher),
            );
        }
        for (key, offset) in &merged.repeated {
            let message = format!("`{key}` stands twice in `{}`", artifact.path);
            self.said.push(
                Diagnostic::new(&codes::REPEATED_KEY, message)
                    .label(&place(*offset), "only this one counts, and gets the entries")
                    .help("join the two by hand")
                    .scope(&self.projection.launcher),
            );
        }
    }

    fn source(&self, artifact: &Artifact, standing: &Standing) -> std::sync::Arc<SourceFile> {
        let path = self.draft.target.join(&artifact.path);
        let bytes = match standing.item() {
            Some(Item::File { bytes, .. }) => bytes.0.as_slice(),
            _ => &[],
        };
        SourceFile::broken(path.clone(), path.to_string_lossy(), bytes)
    }
}

/// A value on one line.
fn shown(text: &str) -> String {
    excerpt(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
