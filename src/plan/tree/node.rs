//! What a copied folder should hold, and what was written there last: one tree of names for both.

use std::collections::BTreeMap;

use crate::harness::TreeFile;
use crate::plan::bytes::Bytes;
use crate::plan::mode::Mode;
use crate::plan::standing::Item;
use crate::plan::step::NewFile;
use crate::plan::written::CopiedFile;

/// A name in a copied folder, or the folder itself.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    pub(super) wanted: Option<Wanted<'a>>,
    pub(super) recorded: Option<&'a CopiedFile>,
    pub(super) children: BTreeMap<&'a str, Self>,
}

/// A file that should be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    bytes: &'a [u8],
    mode: Wish,
}

#[derive(Clone, Copy, Debug)]
enum Wish {
    /// The mode that it has, as long as that agrees with the source.
    Executable(bool),
    /// The mode that it had before us.
    Exactly(Mode),
}

impl<'a> Node<'a> {
    /// A folder that nothing is wanted in any more.
    pub(super) fn recorded(recorded: &'a [CopiedFile]) -> Self {
        let mut root = Self::default();
        for file in recorded {
            root.at(&file.path).recorded = Some(file);
        }
        root
    }

    /// A folder that is copied from a source.
    pub(super) fn copied(files: &'a [TreeFile], recorded: &'a [CopiedFile]) -> Self {
        let mut root = Self::recorded(recorded);
        for TreeFile { path, bytes, executable } in files {
            root.at(path).wanted = Some(Wanted { bytes, mode: Wish::Executable(*executable) });
        }
        root
    }

    /// A folder that becomes again what it was.
    pub(super) fn restored(files: &'a [NewFile], recorded: &'a [CopiedFile]) -> Self {
        let mut root = Self::recorded(recorded);
        for NewFile { path, bytes, mode } in files {
            root.at(path).wanted = Some(Wanted { bytes: &bytes.0, mode: Wish::Exactly(*mode) });
        }
        root
    }

    fn at(&mut self, path: &'a str) -> &mut Self {
        path.split('/').fold(self, |node, name| node.children.entry(name).or_default())
    }

    /// Whether something is wanted in it.
    pub(super) fn wants_folder(&self) -> bool {
        self.children.values().any(|child| child.wanted.is_some() || child.wants_folder())
    }

    /// Whether what stands there is what we wrote; the mode is another matter.
    pub(super) fn is_as_written(&self, found: &Item) -> bool {
        self.recorded.is_some_and(|recorded| recorded.is_as_written(found))
    }

    /// The file that is wanted here, given what stands there.
    pub(super) fn item(&self, wanted: Wanted<'_>, found: Option<&Item>) -> Item {
        let found = match found {
            Some(Item::File { mode, .. }) => Some(*mode),
            _ => None,
        };
        let known = self.recorded.map(|recorded| recorded.mode).or(found);
        Item::File { bytes: Bytes(wanted.bytes.to_vec()), mode: wanted.mode.given(known) }
    }
}

impl Wish {
    fn given(self, known: Option<Mode>) -> Mode {
        match (self, known) {
            (Self::Exactly(mode), _) => mode,
            (Self::Executable(executable), Some(mode)) if mode.is_executable() == executable => mode,
            (Self::Executable(true), _) => Mode::EXECUTABLE,
            (Self::Executable(false), _) => Mode::NEW,
        }
    }
}
