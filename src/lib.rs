//! `assembly` is a build system for agent sessions.
//!
//! One file, `launchers.kdl`, declares every launcher of a hub. Data flows one way through the rooms of this crate,
//! and each room takes the value that the room before it made:
//!
//! 1. [`manifest`] turns text into a typed [`manifest::Manifest`], every value with the place it was written at.
//! 2. [`hub`] knows what exists in a hub and in the sources beside it: modules, hooks, skills and persons.
//!    [`skill`] reads, checks and renders skills; [`person`] reads who an agent can be.
//! 3. [`compose`] joins all of it into a [`compose::Composition`] for one launcher.
//! 4. [`harness`] says what that means for one agent CLI: which files, which links, which arguments.
//! 5. [`plan`] compares this with the target and its ledger, [`saved`] one plan with another.
//! 6. [`apply`] carries a plan out, so that it can be killed at any moment.
//!    [`remembered`] knows which targets it wrote to.
//! 7. [`launch`] hands the terminal over to the agent.
//!
//! The other rooms lie beside this way. [`bundle`] says what a composition is without any agent CLI: one immutable
//! folder. [`import`] turns shell launchers into the text that the first room reads. [`trial`] runs a program that must
//! not outlive its caller. [`settings`] edits JSON files that several programs write. [`glob`] matches names, and `disk`
//! has what several rooms do to a file system. ARCHITECTURE.md says which room may know which.
//!
//! Problems of all rooms are [`diagnostic::Diagnostic`]s. Everything before [`apply`] only reads. The library prints
//! nothing and reads no environment: [`cli`] does both.

pub mod apply;
pub mod bundle;
pub mod cli;
pub mod compose;
pub mod diagnostic;
mod digest;
mod disk;
mod environment;
pub mod glob;
pub mod harness;
pub mod hub;
pub mod import;
pub mod launch;
pub mod manifest;
pub mod person;
pub mod plan;
pub mod remembered;
pub mod saved;
pub mod settings;
pub mod skill;
pub mod trial;

pub use digest::Digest;
pub use environment::Environment;

/// Every code that a diagnostic of this crate can have, room by room: the table of SPEC.md.
pub fn codes() -> impl Iterator<Item = &'static diagnostic::Code> {
    let rooms = [
        manifest::codes::ALL,
        compose::codes::ALL,
        skill::codes::ALL,
        person::codes::ALL,
        harness::codes::ALL,
        plan::codes::ALL,
        saved::codes::ALL,
        apply::codes::ALL,
        bundle::codes::ALL,
        import::codes::ALL,
        cli::codes::ALL,
    ];
    rooms.into_iter().flatten().copied()
}
