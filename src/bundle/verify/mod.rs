//! Recomputes everything that a bundle says about itself, and reports everything that is not so.
//!
//! First the manifest by itself (its [`shape`], its [`listing`]), then the [`walk`] that reads every file once, then what
//! can be derived again ([`contents`]), and the trace ([`selection`]).

mod children;
mod conform;
mod contents;
mod document;
mod listing;
mod open;
mod pointer;
mod read;
mod selection;
mod shape;
mod strict;
#[expect(clippy::module_inception, reason = "named after its verb")]
mod verify;
mod walk;

pub(super) use conform::conform;
pub(super) use listing::check as check_listing;
pub(super) use selection::{check as check_selection, report as report_sources};
pub(super) use shape::{MANIFEST as MANIFEST_SHAPE, TRACE as TRACE_SHAPE};
pub use verify::{Verified, verify};
