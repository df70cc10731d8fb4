//! Puts a bundle at a path.

use std::io;
use std::path::{Path, PathBuf};

use super::aside::settle;
use super::claim::{Claim, is_at};
use super::staging::{Part, Staging};
use super::sweep::sweep;
use super::{Destination, PlaceError};
use crate::bundle::{TreeDigest, codes, verify};
use crate::diagnostic::Diagnostic;
use crate::disk::{exchange, is_absent, make_folder, rename_to_nothing};

/// A bundle that is to stand somewhere.
#[derive(Clone, Copy)]
pub struct Put<'a> {
    fill: Fill<'a>,
    pub(super) digest: Option<TreeDigest>,
    exchange: fn(&Path, &Path) -> io::Result<bool>,
}

/// Writes a bundle into an empty folder.
pub type Fill<'a> = &'a dyn Fn(&Path) -> Result<(), PlaceError>;

/// What became of a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The digest of the bundle that stands there.
    pub digest: TreeDigest,
    /// What was done.
    pub effect: Effect,
    /// Where things were kept that were in the way, and that are not what assembly can make again.
    pub set_aside: Vec<PathBuf>,
}

/// What was done to a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing stood there.
    Created,
    /// Another bundle stood there.
    Replaced,
    /// The same bundle stands there, and is whole.
    Unchanged,
}

impl<'a> Put<'a> {
    /// A bundle that `fill` writes. When its digest is known before, it is not written where it stands already.
    pub fn new(fill: Fill<'a>, digest: Option<TreeDigest>) -> Self {
        Self { fill, digest, exchange }
    }

    /// The same on a file system that cannot exchange two paths.
    #[cfg(test)]
    pub(super) fn without_exchange(self) -> Self {
        Self { exchange: |_, _| Ok(false), ..self }
    }

    /// Makes it stand at a path, where nothing may stand or another bundle.
    pub fn at(&self, destination: &Destination) -> Result<Placed, PlaceError> {
        let (parent, path) = (destination.parent(), destination.path());
        let mut set_aside = sweep(parent);
        require_bundle(&path)?;
        if let Some(digest) = self.digest.filter(|digest| is_at(*digest, &path)) {
            return Ok(Placed { digest, effect: Effect::Unchanged, set_aside });
        }
        let staging = Staging::make(parent)?;
        let digest = self.stage(&staging)?;
        let effect = self.make_visible(&staging, digest, &path)?;
        set_aside.extend(settle(&staging, parent, destination.name())?);
        Ok(Placed { digest, effect, set_aside })
    }

    /// Makes the tree as [`Part::New`] and gives its digest.
    pub(super) fn stage(&self, staging: &Staging) -> Result<TreeDigest, PlaceError> {
        let new = staging.part(Part::New);
        make_folder(&new)?;
        (self.fill)(&new)?;
        match verify(&new) {
            Ok(verified) => Ok(verified.digest()),
            Err(findings) => Err(PlaceError::findings(&findings)),
        }
    }

    fn make_visible(&self, staging: &Staging, digest: TreeDigest, path: &Path) -> Result<Effect, PlaceError> {
        loop {
            if rename_to_nothing(&staging.part(Part::New), path)? {
                return Ok(Effect::Created);
            }
            require_bundle(path)?;
            // Whoever builds the same bundle may have been faster.
            if is_at(digest, path) {
                return Ok(Effect::Unchanged);
            }
            match self.swap(staging, path) {
                Ok(true) => return Ok(Effect::Replaced),
                Ok(false) => return Err(no_exchange(path)),
                // What stood there is gone.
                Err(PlaceError::Io(error)) if is_absent(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Changes places with the bundle at `path`; `false` when the system cannot.
    fn swap(&self, staging: &Staging, path: &Path) -> Result<bool, PlaceError> {
        let (new, swap) = (staging.part(Part::New), staging.part(Part::Swap));
        fs_err::rename(&new, &swap)?;
        let swapped = (self.exchange)(&swap, path);
        if !matches!(swapped, Ok(true)) {
            fs_err::rename(&swap, &new)?;
            return Ok(swapped?);
        }
        // Only what is out of everybody's reach by now can be judged.
        if let Err(error) = require_bundle(&swap) {
            (self.exchange)(&swap, path)?;
            return Err(error);
        }
        Ok(true)
    }
}

fn require_bundle(path: &Path) -> Result<(), PlaceError> {
    let metadata = match fs_err::symlink_metadata(path) {
        Err(error) if is_absent(&error) => return Ok(()),
        result => result?,
    };
    let what = if metadata.is_symlink() {
        "is a link"
    } else if metadata.is_file() {
        "is a file"
    } else if !metadata.is_dir() {
        "is a special file"
    } else if Claim::read(path)?.is_none() {
        "is a folder that is no bundle"
    } else {
        return Ok(());
    };
    let diagnostic = Diagnostic::new(&codes::NOT_A_BUNDLE, format!("`{}` {what}", path.display()))
        .help("name a path where nothing stands, or a bundle; what assembly did not make is not replaced");
    Err(PlaceError::refused(diagnostic))
}

fn no_exchange(path: &Path) -> PlaceError {
    let message =
        format!("the file system cannot exchange the bundle `{}` for another in one go", path.display());
    let diagnostic = Diagnostic::new(&codes::NO_EXCHANGE, message).help(
        "build into a store with `--store DIR`, which needs no exchange, or name a path where nothing stands",
    );
    PlaceError::refused(diagnostic)
}
