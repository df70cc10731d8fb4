//! What a folder says of itself, at a glance.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use rustix::fs::OFlags;
use serde::Deserialize;

use crate::bundle::{LARGEST_DOCUMENT, MANIFEST, TreeDigest, codes};
use crate::diagnostic::{Diagnostic, visible};
use crate::disk::{found, is_absent, open_regular};

/// A folder that says that it is a bundle, be it sound or not, or of a later format.
#[derive(Debug, Deserialize)]
pub(super) struct Claim {
    format: String,
    digest: Option<String>,
}

impl Claim {
    /// Reads it off a manifest. `None`: nobody says that this is a bundle, or that cannot be read.
    pub(super) fn of(folder: &Path) -> Option<Self> {
        Self::read(folder).ok().flatten()
    }

    /// The same, where it matters that a manifest cannot be read.
    pub(super) fn read(folder: &Path) -> io::Result<Option<Self>> {
        let file = match open_regular(&folder.join(MANIFEST), OFlags::NOFOLLOW) {
            Ok(file) => file,
            // Nothing stands there, or no file.
            Err(error) if is_absent(&error) || error.kind() == ErrorKind::InvalidInput => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        file.take(LARGEST_DOCUMENT).read_to_end(&mut bytes)?;
        let claim: Option<Self> = serde_json::from_slice(&bytes).ok();
        Ok(claim.filter(|claim| claim.format.starts_with("assembly.bundle/")))
    }

    /// The digest that it states.
    pub(super) fn digest(&self) -> Option<TreeDigest> {
        TreeDigest::parse(self.digest.as_deref()?)
    }
}

/// What is wrong with writing at a path: it is a bundle, or lies in one, by whatever name. Where nothing stands yet, the
/// nearest folder above counts.
///
/// # Errors
///
/// A folder or what it says of itself cannot be read, so that nobody knows.
pub fn inside_bundle(path: &Path) -> io::Result<Option<Diagnostic>> {
    for folder in path.ancestors() {
        if let Some(there) = found(folder, fs_err::canonicalize(folder))? {
            return bundle_around(path, &there);
        }
    }
    Ok(None)
}

/// The same of a path, and of the folder that it leads to, without links.
fn bundle_around(path: &Path, there: &Path) -> io::Result<Option<Diagnostic>> {
    let mut bundle = None;
    for folder in there.ancestors() {
        let is_bundle = match Claim::read(folder) {
            // Others have files of that name, too, and every bundle can be read by all.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => false,
            claim => claim?.is_some(),
        };
        if is_bundle {
            bundle = Some(folder);
            break;
        }
    }
    let Some(bundle) = bundle else { return Ok(None) };
    let shown = |path: &Path| visible(&path.to_string_lossy()).into_owned();
    let message = if bundle == path {
        format!("`{}` is a bundle", shown(path))
    } else {
        format!("`{}` lies in the bundle `{}`", shown(path), shown(bundle))
    };
    let help = "a finished bundle is never changed; name a path beside it";
    Ok(Some(Diagnostic::new(&codes::INSIDE_BUNDLE, message).help(help)))
}

/// Whether the bundle with this digest stands there and is whole.
pub(super) fn is_at(digest: TreeDigest, path: &Path) -> bool {
    let is_folder = fs_err::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
    is_folder
        && Claim::of(path).and_then(|claim| claim.digest()) == Some(digest)
        && crate::bundle::verify(path).is_ok()
}
