//! The pages that the program holds.

use flate2::{Decompress, FlushDecompress};

use crate::diagnostic::Code;

/// What `build.rs` made of the folder `explain/`: a page behind the other, each ended by a NUL, deflated.
static COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages"));

/// The bytes that it comes to, in decimal digits.
const SIZE: &str = env!("PAGES_SIZE");

/// All pages, unpacked.
pub(super) struct Pages(String);

impl Pages {
    pub(super) fn open() -> Self {
        let mut bytes = Vec::with_capacity(SIZE.parse().unwrap_or_default());
        // What we packed ourselves can be unpacked; a test reads every page.
        _ = Decompress::new(false).decompress_vec(COMPRESSED, &mut bytes, FlushDecompress::Finish);
        Self(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The page that has the code as its title.
    pub(super) fn of(&self, code: &Code) -> &str {
        let title = format!("# {}\n", code.name);
        self.0.split('\0').find(|page| page.starts_with(&title)).unwrap_or_default()
    }
}
