//! Bundles on disk: written, verified, damaged in every way that was thought of.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

mod sample;

mod damaged;
mod forged;
mod written;
