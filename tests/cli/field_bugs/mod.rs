//! Faults that users of comparable tools report again and again, a file a section of `docs/FIELD-BUGS.md`.

mod archives;
mod crowds;
mod hooks;
mod ignored;
mod links;
mod lost;
mod stale;
mod told;
mod validated;
