//! The bytes of a tar, out of a gzip.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::bufread::GzDecoder;

use super::limits::LONGEST_PADDING;

/// Why nothing more can be read.
#[derive(Debug)]
pub(super) enum Stop {
    /// The archive is at fault; why, as a fragment.
    Broken(String),
    /// It has more than a bundle can have; of what.
    TooMuch(&'static str),
    /// The system is.
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// An archive that is being read.
pub(super) struct Source<'a> {
    gzip: GzDecoder<BufReader<&'a File>>,
    buffer: Vec<u8>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a File) -> Self {
        Self { gzip: GzDecoder::new(BufReader::with_capacity(64 << 10, file)), buffer: vec![0; 64 << 10] }
    }

    /// Fills a block; `false` when there is nothing left at all.
    pub(super) fn block(&mut self, block: &mut [u8]) -> Result<bool, Stop> {
        let mut filled = 0;
        while filled < block.len() {
            match read(&mut self.gzip, &mut block[filled..])? {
                0 if filled == 0 => return Ok(false),
                0 => return Err(cut_short()),
                count => filled += count,
            }
        }
        Ok(true)
    }

    /// Copies the next bytes to `out`. What `out` cannot take is an error of the system.
    pub(super) fn copy(&mut self, mut bytes: u64, out: &mut dyn Write) -> Result<(), Stop> {
        while bytes > 0 {
            let most = usize::try_from(bytes).map_or(self.buffer.len(), |bytes| bytes.min(self.buffer.len()));
            let count = read(&mut self.gzip, &mut self.buffer[..most])?;
            if count == 0 {
                return Err(cut_short());
            }
            out.write_all(&self.buffer[..count])?;
            bytes -= count as u64;
        }
        Ok(())
    }

    /// Reads what is behind the last entry: zero bytes to the end of the gzip, which also says whether its sum is right,
    /// and then nothing.
    pub(super) fn end(mut self) -> Result<(), Stop> {
        let mut padding = 0;
        loop {
            let count = read(&mut self.gzip, &mut self.buffer)?;
            if count == 0 {
                break;
            }
            padding += count as u64;
            if padding > LONGEST_PADDING || self.buffer[..count].iter().any(|byte| *byte != 0) {
                return Err(Stop::Broken("goes on behind the end mark of its tar".to_owned()));
            }
        }
        let mut rest = self.gzip.into_inner();
        if rest.fill_buf().map_err(stop)?.is_empty() {
            return Ok(());
        }
        Err(Stop::Broken("goes on behind the end of its gzip".to_owned()))
    }
}

fn read(gzip: &mut GzDecoder<BufReader<&File>>, into: &mut [u8]) -> Result<usize, Stop> {
    loop {
        match gzip.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result.map_err(stop),
        }
    }
}

/// What the system says has a number, what the decoder says has none.
fn stop(error: io::Error) -> Stop {
    match error.kind() {
        _ if error.raw_os_error().is_some() => Stop::Io(error),
        io::ErrorKind::UnexpectedEof => cut_short(),
        _ => Stop::Broken("is no gzip, or a damaged one".to_owned()),
    }
}

fn cut_short() -> Stop {
    Stop::Broken("is cut short".to_owned())
}
