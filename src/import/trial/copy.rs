//! Copies of a hub and of single files.

use std::io::{self, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::Path;

/// A hub with more files than this is not copied.
const MOST_FILES: usize = 20_000;

/// Nor one with more bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Copies a folder with its links as they are; repositories and special files are left out.
pub(super) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let (mut files, mut bytes) = (0, 0);
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs_err::create_dir_all(&to)?;
        for entry in fs_err::read_dir(from)? {
            let entry = entry?;
            let (source, destination) = (entry.path(), to.join(entry.file_name()));
            let metadata = fs_err::symlink_metadata(&source)?;
            if metadata.is_symlink() {
                symlink(fs_err::read_link(&source)?, &destination)?;
            } else if metadata.is_dir() && entry.file_name() != ".git" {
                folders.push((source, destination));
            } else if metadata.is_file() {
                files += 1;
                bytes += metadata.len();
                if files > MOST_FILES || bytes > MOST_BYTES {
                    return Err(io::Error::new(ErrorKind::FileTooLarge, "the hub is too large to be copied"));
                }
                fs_err::copy(&source, &destination)?;
            }
        }
    }
    Ok(())
}

/// Copies a file if it is one that a person wrote.
pub(super) fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    const LONGEST: u64 = 1 << 20;
    if fs_err::metadata(from).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LONGEST) {
        if let Some(folder) = to.parent() {
            fs_err::create_dir_all(folder)?;
        }
        fs_err::copy(from, to)?;
    }
    Ok(())
}
