//! The pages of `explain/`: there is one for each code, the example of each fails with that code, and mended it does not.
//!
//! CONTRIBUTING.md says how a page is written.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where it fails")]

mod codes;
mod form;
mod page;
mod program;
mod sandbox;
mod trials;

use std::path::Path;

/// The folder of the repository.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
