//! Bundles on disk: written, verified, damaged in every way that was thought of.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends where it fails")]

mod binary;
mod hub;
mod sample;
mod seal;

mod archives;
mod build_refused;
mod commands;
mod crowd;
mod damaged;
mod deliveries;
mod forged;
mod full_disk;
mod generated;
mod machines;
mod refused;
mod untouched;
mod written;
