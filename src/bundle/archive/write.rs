//! Writes an archive.

use std::io::{self, Read, Write};

use tar::{EntryType, Header};

use super::gzip::StoredGzip;
use super::pax::record;

/// Tar counts in blocks of this many bytes.
pub(super) const BLOCK: usize = 512;

/// The longest name that a header holds by itself.
const LONGEST_NAME: usize = 100;

/// The name of the header that holds a name, for programs that take it for a file.
const PAX_NAME: &[u8] = b"././@PaxHeader";

/// An archive that is being written. Files come sorted by path; there are no entries for folders, which follow from them.
pub(super) struct Archive<'a> {
    gzip: StoredGzip<'a>,
}

impl<'a> Archive<'a> {
    pub(super) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        Ok(Self { gzip: StoredGzip::begin(out)? })
    }

    /// Adds a file of `size` bytes. Fewer are an error, more are not read.
    pub(super) fn file(
        &mut self,
        path: &str,
        mode: u32,
        size: u64,
        content: &mut dyn Read,
    ) -> io::Result<()> {
        if !path.is_ascii() || path.len() > LONGEST_NAME {
            let record = record("path", path.as_bytes());
            let size = record.len() as u64;
            self.entry(PAX_NAME, EntryType::XHeader, 0o644, size, &mut record.as_slice())?;
        }
        self.entry(&short_name(path), EntryType::Regular, mode, size, content)
    }

    /// Writes the marks of the end.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.gzip.write_all(&[0; 2 * BLOCK])?;
        self.gzip.finish()
    }

    fn entry(
        &mut self,
        name: &[u8],
        kind: EntryType,
        mode: u32,
        size: u64,
        content: &mut dyn Read,
    ) -> io::Result<()> {
        let mut header = Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_size(size);
        header.set_device_major(0)?;
        header.set_device_minor(0)?;
        header.set_cksum();
        self.gzip.write_all(header.as_bytes())?;
        if io::copy(&mut content.take(size), &mut self.gzip)? != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let padding = size.next_multiple_of(BLOCK as u64) - size;
        io::copy(&mut io::repeat(0).take(padding), &mut self.gzip).map(drop)
    }
}

/// What is left of a name for programs that do not know the other header.
fn short_name(path: &str) -> Vec<u8> {
    path.bytes().take(LONGEST_NAME).map(|byte| if byte.is_ascii() { byte } else { b'_' }).collect()
}
