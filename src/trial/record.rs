//! How a trial and its outcome cross a pipe: each field as its length, a colon, and its bytes.
//!
//! Nothing is escaped and nothing needs to be UTF-8, and the reader knows where a record ends while the pipe stays open.

use std::io::{self, Read};

/// A record that grows.
#[derive(Debug, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(format!("{}:", bytes.len()).as_bytes());
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn number(&mut self, number: u64) {
        self.bytes(number.to_string().as_bytes());
    }
}

/// Reads exactly the fields that are asked for, and not a byte more.
pub(super) struct Reader<R>(pub(super) R);

impl<R: Read> Reader<R> {
    pub(super) fn bytes(&mut self) -> io::Result<Vec<u8>> {
        /// Digits of the largest length.
        const LONGEST: usize = 20;
        let mut length = String::new();
        loop {
            let mut byte = [0];
            self.0.read_exact(&mut byte)?;
            match byte[0] {
                b':' => break,
                digit if digit.is_ascii_digit() && length.len() < LONGEST => length.push(char::from(digit)),
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        let length: u64 = length.parse().map_err(io::Error::other)?;
        // Not `with_capacity`: the length is only a claim.
        let mut bytes = Vec::new();
        self.0.by_ref().take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    pub(super) fn number(&mut self) -> io::Result<u64> {
        let digits = self.bytes()?;
        std::str::from_utf8(&digits)
            .ok()
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
    }
}
