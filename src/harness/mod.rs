//! What an agent CLI loads and from where. The only room that knows what a CLI calls its files.

mod artifact;

pub use artifact::{Artifact, Content, Ignore, Projection};
