//! Keeps what is not to be lost under a name that says what happened.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::staging::{Part, Staging};
use crate::bundle::verify;
use crate::disk::{discard, is_absent, rename_to_nothing};

/// Longer names of destinations are not repeated in ours, which has to fit into 255 bytes.
const LONGEST: usize = 200;

/// Lets go the tree that made way for another, if there is one. Gives the name under which it was kept instead,
/// unless it is a bundle that verifies: that can be made again, and holds nothing that anybody added.
pub(super) fn settle(staging: &Staging, parent: &Path, name: &OsStr) -> io::Result<Option<PathBuf>> {
    let tree = staging.part(Part::Swap);
    match fs_err::symlink_metadata(&tree) {
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() && verify(&tree).is_ok() => {
            let gone = staging.part(Part::Gone);
            discard(&gone)?;
            fs_err::rename(&tree, &gone)?;
            // What cannot be removed is only in the way, and nobody's.
            _ = discard(&gone);
            Ok(None)
        }
        Ok(_) => set_aside(&tree, parent, name).map(Some),
    }
}

fn set_aside(from: &Path, parent: &Path, name: &OsStr) -> io::Result<PathBuf> {
    let name = if name.len() > LONGEST { OsStr::new("bundle") } else { name };
    let mut number = 1_u64;
    loop {
        let mut aside = OsString::from(name);
        aside.push(format!(".set-aside-{number}"));
        let to = parent.join(aside);
        if rename_to_nothing(from, &to)? {
            return Ok(to);
        }
        number += 1;
    }
}
