//! A folder of bundles, each under the name of its digest, with a link for each launcher.

use std::path::{Path, PathBuf};

use super::aside::settle;
use super::claim::is_at;
use super::destination::{real_folder, refuse_in_bundle};
use super::link::point;
use super::put::{Effect, Put};
use super::staging::{Part, Staging};
use super::sweep::sweep;
use super::{Destination, PlaceError};
use crate::bundle::TreeDigest;
use crate::disk::{is_absent, make_folder, rename_to_nothing};

/// The folder of a store that holds the links.
const CURRENT: &str = "current";

/// A store that is there.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A bundle in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its digest.
    pub digest: TreeDigest,
    /// Where it lies.
    pub path: PathBuf,
    /// The launcher's link.
    pub link: PathBuf,
    /// What was done to the tree. [`Effect::Replaced`]: a corrupt one was set aside.
    pub tree: Effect,
    /// What was done to the link.
    pub current: Effect,
    /// Where things were kept that were in the way.
    pub set_aside: Vec<PathBuf>,
}

impl Store {
    /// Opens a store, and makes its folder where the one that it lies in is there.
    ///
    /// # Errors
    ///
    /// When it lies in a finished bundle, or when there is no folder and none can be made.
    pub fn open(path: &Path) -> Result<Self, PlaceError> {
        if let Ok(folder) = fs_err::canonicalize(path)
            && folder.is_dir()
        {
            refuse_in_bundle(&folder)?;
            return Ok(Self { folder });
        }
        let destination = Destination::resolve(path)?;
        make_folder(&destination.path())?;
        let folder = real_folder(&destination.path())?;
        Ok(Self { folder })
    }

    /// Puts a bundle there, unless it is there and whole, and points the launcher's link to it. What stands there and
    /// is not whole is set aside.
    ///
    /// `launcher` is a name without a slash.
    pub fn put(&self, put: &Put<'_>, launcher: &str) -> Result<Stored, PlaceError> {
        let mut set_aside = sweep(&self.folder);
        let path_of = |digest: TreeDigest| self.folder.join(digest.hex());
        let known = put.digest.filter(|digest| is_at(*digest, &path_of(*digest)));
        let (digest, tree) = if let Some(digest) = known {
            (digest, Effect::Unchanged)
        } else {
            let staging = Staging::make(&self.folder)?;
            let digest = put.stage(&staging)?;
            (digest, self.make_visible(&staging, digest, &mut set_aside)?)
        };
        let links = self.folder.join(CURRENT);
        make_folder(&links)?;
        if !fs_err::symlink_metadata(&links)?.is_dir() {
            return Err(PlaceError::Unusable {
                message: format!("`{}` is no folder", links.display()),
                help: "move it away: there a store has the links of launchers".to_owned(),
            });
        }
        let link = links.join(launcher);
        let current = point(&self.folder, &link, &Path::new("..").join(digest.hex()))?;
        Ok(Stored { digest, path: path_of(digest), link, tree, current, set_aside })
    }

    /// No exchange is needed: a corrupt bundle is worth nothing, so it does no harm that for a moment there is none.
    fn make_visible(
        &self,
        staging: &Staging,
        digest: TreeDigest,
        set_aside: &mut Vec<PathBuf>,
    ) -> Result<Effect, PlaceError> {
        let name = digest.hex();
        let path = self.folder.join(&name);
        let swap = staging.part(Part::Swap);
        let mut outcome = Effect::Created;
        loop {
            if rename_to_nothing(&staging.part(Part::New), &path)? {
                return Ok(outcome);
            }
            if is_at(digest, &path) {
                return Ok(Effect::Unchanged);
            }
            match rename_to_nothing(&path, &swap) {
                Ok(_) => {}
                Err(error) if is_absent(&error) => continue,
                Err(error) => return Err(error.into()),
            }
            // Out of reach by now: somebody else may have mended it between the two looks.
            if is_at(digest, &swap) {
                if rename_to_nothing(&swap, &path)? {
                    return Ok(Effect::Unchanged);
                }
            } else {
                outcome = Effect::Replaced;
            }
            set_aside.extend(settle(staging, &self.folder, name.as_ref())?);
        }
    }
}
