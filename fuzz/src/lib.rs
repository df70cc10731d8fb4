//! What the fuzz targets check: the properties that `cargo test` replays over the seeds.

#[path = "../../tests/fuzzed/properties/mod.rs"]
mod properties;

pub use properties::*;
