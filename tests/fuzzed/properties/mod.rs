//! What holds for any bytes that somebody hands to the program: one property for each reader of texts.
//!
//! The fuzz targets of `fuzz/` and the replay of their seeds check the same. A property panics where it does not hold.

mod archive;
mod bundle;
mod format;
mod glob;
mod manifest;
mod person;
mod reported;
mod sandbox;
mod script;
mod settings;
mod skill;
mod state;

pub use archive::archive;
pub use bundle::{bundle, bundle_samples, trace};
pub use format::format;
pub use glob::glob;
pub use manifest::manifest;
pub use person::person;
pub use script::script;
pub use settings::settings;
pub use skill::skill;
pub use state::{journal, ledger};

/// A property of any bytes.
pub type Property = fn(&[u8]);

/// Every property by the name of its fuzz target.
pub const ALL: &[(&str, Property)] = &[
    ("archive", archive),
    ("bundle", bundle),
    ("format", format),
    ("glob", glob),
    ("journal", journal),
    ("ledger", ledger),
    ("manifest", manifest),
    ("person", person),
    ("script", script),
    ("settings", settings),
    ("skill", skill),
    ("trace", trace),
];

/// The bytes as a text; nothing when they are none, which every reader says of a file before it reads on.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
