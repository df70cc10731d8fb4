//! The action for GitHub and the hooks for pre-commit: what their files name exists, and what they run does what is promised,
//! on the repository's own hub.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where it fails")]

mod comment;
mod files;
mod hub;
mod runner;
mod yaml;

use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_assembly");

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap()
}
