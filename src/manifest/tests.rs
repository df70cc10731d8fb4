//! Tests of the room over fixture manifests.

mod any_text;
mod expansion;
mod fixtures;
mod includes;
mod limits;
mod reading;
mod support;
