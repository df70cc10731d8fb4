//! The hub and the sources beside it, as `compose` asks for them.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use super::difference::difference;
use super::shelf::Shelf;
use super::{Fault, Kind, Source};
use crate::diagnostic::SourceFile;
use crate::manifest;

/// Several sources in order, the hub first. A name that several of them have is looked up in that order.
#[derive(Debug)]
pub struct Hub {
    /// Never empty.
    sources: Vec<Source>,
    /// What all sources hold of each kind, where there is more than one.
    merged: [OnceCell<Shelf>; Kind::ALL.len()],
}

impl Hub {
    /// The hub at `root`, absolute, links kept, and the sources that its manifest names. Looks at nothing yet.
    pub fn open(root: &Path, sources: &[manifest::Source]) -> Self {
        let declared = sources.iter().map(|source| Source::declared(root, source));
        Self {
            sources: std::iter::once(Source::hub(root)).chain(declared).collect(),
            merged: Default::default(),
        }
    }

    /// Every source, the hub first, whether or not it is there.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The source of that id.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.id() == id)
    }

    /// The source `hub`.
    pub fn own(&self) -> &Source {
        &self.sources[0]
    }

    /// The sources that are there and from which things of this kind are admitted, in order.
    pub fn giving(&self, kind: Kind) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(move |source| source.admits(kind) && source.state().is_ok())
    }

    /// The sources that have something of exactly this name to give, in order.
    pub fn holders(&self, kind: Kind, name: &str) -> Vec<&Source> {
        self.giving(kind).filter(|source| source.shelf(kind).contains(name)).collect()
    }

    /// The names of a kind in all sources that give it.
    pub fn shelf(&self, kind: Kind) -> &Shelf {
        let mut giving = self.giving(kind);
        let own = self.own().shelf(kind);
        if giving.nth(1).is_none() {
            return own;
        }
        self.merged[kind as usize]
            .get_or_init(|| Shelf::merged(self.giving(kind).map(|source| source.shelf(kind))))
    }

    /// A source whose folder of this kind could not be listed, and why.
    pub fn unlisted(&self, kind: Kind) -> Option<(&Source, &str)> {
        self.giving(kind).find_map(|source| Some((source, source.shelf(kind).error()?)))
    }

    /// A source that has to be there and is not, so that nobody knows what it would give.
    pub fn lacks(&self) -> Option<&Source> {
        self.sources.iter().find(|source| source.is_required() && source.state().is_err())
    }

    /// Whether a source that may give things of this kind is not there, so that nobody knows which.
    pub fn is_partial(&self, kind: Kind) -> bool {
        self.sources.iter().any(|source| source.admits(kind) && source.state().is_err())
    }

    /// A file of a person in the first source that has the person; nothing when the person has no such file. Who heeds
    /// `prefer` asks the preferred source itself.
    ///
    /// # Errors
    ///
    /// [`Fault::Missing`] when no source gives such a person, [`Fault::Differs`] when two sources give different ones,
    /// or why the file cannot be read.
    pub fn person_file(&self, name: &str, file: &str) -> Result<Option<Arc<SourceFile>>, Fault> {
        let holders = self.holders(Kind::Person, name);
        let (first, others) = holders.split_first().ok_or(Fault::Missing)?;
        for other in others {
            if difference(Kind::Person, name, first, other).map_err(|(_, fault)| fault)?.is_some() {
                return Err(Fault::Differs { one: first.id().to_owned(), other: other.id().to_owned() });
            }
        }
        first.person_file(name, file)
    }
}
