//! Plans that were saved: reading one back, and what differs between two.
//!
//! A plan is saved as the document `assembly.plan/1`. [`SavedPlan::parse`] reads it with mistrust, [`compare`] says which
//! launchers and artifacts of two plans differ, and [`LauncherDifference::parts`] puts that into words and diffs. The tests
//! of launchers in a hub, [`LauncherTest`], are saved plans that hold on every machine. The room looks at no target, and
//! writes nothing.

mod artifact;
pub mod codes;
mod compare;
mod created;
mod difference;
mod launcher_test;
mod part;
mod saved_plan;
mod verdict;

#[cfg(test)]
mod tests;

pub use compare::compare;
pub use difference::{ArtifactDifference, FileDifference, LauncherDifference, Setting, State};
pub use launcher_test::{LauncherTest, TESTS, launcher_tests};
pub use part::Part;
pub use saved_plan::{Entry, FORMAT, SavedPlan};
pub use verdict::{judge, without_launcher, without_test};
