//! Puts a single file at a path.

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::put::Effect;
use super::staging::{Part, Staging};
use super::sweep::sweep;
use super::{Destination, PlaceError};
use crate::bundle::codes;
use crate::diagnostic::Diagnostic;
use crate::disk::{create_private, is_absent, open_regular, rename_to_nothing};

/// A file that is to stand somewhere.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    /// Writes what is in it.
    pub write: &'a dyn Fn(&mut dyn Write) -> Result<(), PlaceError>,
    /// Whether another file may be replaced.
    pub force: bool,
}

/// What became of a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What was done.
    pub effect: Effect,
    /// Where things were kept that a killed process had left, and that are not what assembly can make again.
    pub set_aside: Vec<PathBuf>,
}

impl Output<'_> {
    /// Makes it stand at a path, where nothing may stand but a file of the same content, or with `force` any file.
    pub fn at(&self, destination: &Destination) -> Result<Written, PlaceError> {
        let path = destination.path();
        let set_aside = sweep(destination.parent());
        let effect = self.make_visible(destination.parent(), &path)?;
        Ok(Written { effect, set_aside })
    }

    fn make_visible(&self, parent: &Path, path: &Path) -> Result<Effect, PlaceError> {
        require_replaceable(path)?;
        let staging = Staging::make(parent)?;
        let new = staging.part(Part::New);
        let mut out = BufWriter::new(create_private(&new)?);
        (self.write)(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.set_permissions(PermissionsExt::from_mode(0o644))?;
        if rename_to_nothing(&new, path)? {
            return Ok(Effect::Created);
        }
        require_replaceable(path)?;
        if is_same(&new, path)? {
            return Ok(Effect::Unchanged);
        }
        if !self.force {
            let message = format!("`{}` exists and is another file", path.display());
            let help = "name another path, or let `--force` replace it";
            return Err(PlaceError::refused(Diagnostic::new(&codes::OUTPUT_EXISTS, message).help(help)));
        }
        fs_err::rename(new, path)?;
        Ok(Effect::Replaced)
    }
}

fn require_replaceable(path: &Path) -> Result<(), PlaceError> {
    let metadata = match fs_err::symlink_metadata(path) {
        Err(error) if is_absent(&error) => return Ok(()),
        result => result?,
    };
    let what = if metadata.is_file() {
        return Ok(());
    } else if metadata.is_dir() {
        "is a folder"
    } else if metadata.is_symlink() {
        "is a link"
    } else {
        "is a special file"
    };
    let message = format!("`{}` {what}", path.display());
    let diagnostic = Diagnostic::new(&codes::OUTPUT_EXISTS, message).help("name a path where nothing stands");
    Err(PlaceError::refused(diagnostic))
}

/// Whether two files hold the same bytes. The second may have become anything.
fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let other = match open_regular(other, OFlags::NOFOLLOW) {
        Ok(other) => other,
        Err(error) if is_absent(&error) || error.kind() == ErrorKind::InvalidInput => return Ok(false),
        Err(error) => return Err(error),
    };
    let one = fs_err::File::open(one)?;
    if other.metadata()?.len() != one.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (io::BufReader::new(one).bytes(), io::BufReader::new(other).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (one, other) if one != other => return Ok(false),
            _ => {}
        }
    }
}
