//! What two bundles differ in.

mod differences;
mod files;
mod values;

pub use differences::{Differences, differences};
pub use files::FileChange;
pub use values::ValueChange;
