//! Artifacts that would be written over what they are made of.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use super::codes;
use super::standing::Standing;
use super::survey::Survey;
use crate::diagnostic::{Diagnostic, Place, SourceFile};
use crate::harness::{Artifact, Content};

impl Survey<'_> {
    /// An artifact that would replace what it is made of.
    pub(super) fn own(&self, artifact: &Artifact, standing: &Standing) -> Option<Diagnostic> {
        let path = &artifact.path;
        let (code, message, place) = if let Some(relation) = self.own_source(artifact, standing) {
            (&codes::OWN_SOURCE, format!("`{path}` in the target {relation}"), &artifact.place)
        } else {
            let (source, place) = self.source_at(artifact, standing)?;
            let message = format!("`{path}` in the target is the module `{}`", source.path().display());
            (&codes::OWN_OUTPUT, message, place)
        };
        Some(
            Diagnostic::new(code, message)
                .label(place, "this is where it comes from")
                .help("give the launcher another target, or leave this out of it"),
        )
    }

    /// What an artifact's path has to do with its source that forbids to write it, as the rest of a sentence: setting
    /// aside what stands there would take the source away, and a copy inside of it would be a part of the next one.
    fn own_source(&self, artifact: &Artifact, standing: &Standing) -> Option<&'static str> {
        let (source, relation, is_copy) = match &artifact.content {
            Content::File(_) => return None,
            Content::Link { destination, .. } => (destination, "is the folder that it would link to", false),
            Content::Tree { source, .. } => (source, "is the folder that it would be copied from", true),
        };
        let (full, source) = (self.draft.target.join(&artifact.path), Path::new(source));
        // A skill of the hub can be a link itself: then it is not what lies behind the name that counts, but the name.
        let name = |path: &Path| Some(fs_err::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
        if *standing != Standing::Absent && name(&full).is_some_and(|path| Some(path) == name(source)) {
            return Some(relation);
        }
        let real = |path: &Path| fs_err::canonicalize(path).ok();
        // By its name too: a run that is under way may have put a link to the source in the place of the folder by now.
        if *standing == Standing::Folder && real(source)?.starts_with(name(&full)?) {
            return Some(relation);
        }
        let mut above = full.ancestors().skip(1).filter_map(real);
        let is_inside = is_copy && above.next()?.starts_with(real(source)?);
        is_inside.then_some("lies in the folder that it would be copied from")
    }

    /// The source that stands at the artifact's path, under whatever name it was read.
    fn source_at<'b>(
        &self,
        artifact: &'b Artifact,
        standing: &Standing,
    ) -> Option<&'b (Arc<SourceFile>, Place)> {
        standing.item().filter(|item| !item.is_link())?;
        let found = fs_err::symlink_metadata(self.draft.target.join(&artifact.path)).ok()?;
        let is_same = |(source, _): &&(Arc<SourceFile>, Place)| {
            fs_err::metadata(source.path())
                .is_ok_and(|file| (file.dev(), file.ino()) == (found.dev(), found.ino()))
        };
        artifact.sources.iter().find(is_same)
    }
}
