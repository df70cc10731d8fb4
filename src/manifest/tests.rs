//! Tests of the room over fixture manifests.

mod fixtures;
mod support;
