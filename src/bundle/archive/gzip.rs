//! A gzip (RFC 1952) whose bytes follow from what is in it alone.

use std::io::{self, Write};

use flate2::Crc;

/// No name, no time (offset 4 to 7), no hint about compression, made on a system that is not said (255).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// As much as a stored block (RFC 1951, 3.2.4) can hold.
const LONGEST: usize = 0xffff;

/// Writes a gzip of stored blocks. A compressor may do better in its next version, and then the bytes would be others.
pub(super) struct StoredGzip<'a> {
    out: &'a mut dyn Write,
    block: Vec<u8>,
    sum: Crc,
}

impl<'a> StoredGzip<'a> {
    pub(super) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(&HEADER)?;
        Ok(Self { out, block: Vec::with_capacity(LONGEST), sum: Crc::new() })
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.end_block(true)?;
        self.out.write_all(&self.sum.sum().to_le_bytes())?;
        self.out.write_all(&self.sum.amount().to_le_bytes())
    }

    fn end_block(&mut self, is_last: bool) -> io::Result<()> {
        // It is never longer than `LONGEST`.
        let length = u16::try_from(self.block.len()).unwrap_or(u16::MAX);
        self.out.write_all(&[u8::from(is_last)])?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&(!length).to_le_bytes())?;
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl Write for StoredGzip<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.block.len() == LONGEST {
            self.end_block(false)?;
        }
        let now = &bytes[..bytes.len().min(LONGEST - self.block.len())];
        self.block.extend_from_slice(now);
        self.sum.update(now);
        Ok(now.len())
    }

    /// A block ends where it is full, and nowhere else.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
