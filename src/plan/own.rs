//! Artifacts that would be written over what they are made of.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::codes;
use super::standing::{Item, Standing};
use super::survey::Survey;
use crate::diagnostic::{Diagnostic, Place, SourceFile};
use crate::disk::{found, if_there};
use crate::harness::{Artifact, Content};

impl Survey<'_> {
    /// An artifact that would replace what it is made of.
    ///
    /// # Errors
    ///
    /// A path cannot be looked at, so that nobody knows what would be replaced.
    pub(super) fn own(&self, artifact: &Artifact, standing: &Standing) -> io::Result<Option<Diagnostic>> {
        let path = &artifact.path;
        let (code, message, place) = if let Some(relation) = self.own_source(artifact, standing)? {
            (&codes::OWN_SOURCE, format!("`{path}` in the target {relation}"), &artifact.place)
        } else {
            let Some((source, place)) = self.source_at(artifact, standing)? else { return Ok(None) };
            let message = format!("`{path}` in the target is the module `{}`", source.path().display());
            (&codes::OWN_OUTPUT, message, place)
        };
        Ok(Some(
            Diagnostic::new(code, message)
                .label(place, "this is where it comes from")
                .help("give the launcher another target, or leave this out of it"),
        ))
    }

    /// What an artifact's path has to do with its source that forbids to write it, as the rest of a sentence: setting
    /// aside what stands there would take the source away, and a copy inside of it would be a part of the next one.
    fn own_source(&self, artifact: &Artifact, standing: &Standing) -> io::Result<Option<&'static str>> {
        let (source, relation, is_copy) = match &artifact.content {
            Content::File(_) => return Ok(None),
            Content::Link { destination, .. } => (destination, "is the folder that it would link to", false),
            Content::Tree { source, .. } => (source, "is the folder that it would be copied from", true),
        };
        let (full, source) = (self.draft.target.join(&artifact.path), Path::new(source));
        // A skill of the hub can be a link itself: then it is not what lies behind the name that counts, but the name.
        let place = by_name(&full)?;
        if *standing != Standing::Absent && place.is_some() && place == by_name(source)? {
            return Ok(Some(relation));
        }
        let Some(source) = real(source)? else { return Ok(None) };
        // By its name too: a run that is under way may have put a link to the source in the place of the folder by now.
        if *standing == Standing::Folder && place.is_some_and(|place| source.starts_with(place)) {
            return Ok(Some(relation));
        }
        if is_copy {
            for folder in full.ancestors().skip(1) {
                if let Some(above) = real(folder)? {
                    let is_inside = above.starts_with(source);
                    return Ok(is_inside.then_some("lies in the folder that it would be copied from"));
                }
            }
        }
        Ok(None)
    }

    /// The source that stands at the artifact's path, under whatever name it was read.
    fn source_at<'b>(
        &self,
        artifact: &'b Artifact,
        standing: &Standing,
    ) -> io::Result<Option<&'b (Arc<SourceFile>, Place)>> {
        if standing.item().is_none_or(Item::is_link) {
            return Ok(None);
        }
        let identity = |metadata: &Metadata| (metadata.dev(), metadata.ino());
        let full = self.draft.target.join(&artifact.path);
        let Some(there) = if_there(fs_err::symlink_metadata(full))? else { return Ok(None) };
        for source in &artifact.sources {
            let file = if_there(fs_err::metadata(source.0.path()))?;
            if file.is_some_and(|file| identity(&file) == identity(&there)) {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }
}

/// A path without links above its name, if the folder above is there.
fn by_name(path: &Path) -> io::Result<Option<PathBuf>> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
    Ok(real(folder)?.map(|folder| folder.join(name)))
}

/// A path without links, if it leads to anything.
fn real(path: &Path) -> io::Result<Option<PathBuf>> {
    found(path, fs_err::canonicalize(path))
}
