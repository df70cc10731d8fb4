//! Every file operation of the commands that write, failed once each: a full disk, a disk that is read-only, forbidden or
//! broken, and a process that is killed.
//!
//! A run that nothing disturbs is traced first, and gives the list of its operations. Then each of them is failed, every
//! time from the same start. A failure is said with its path and ends with exit code 2; nothing of the user's is gone;
//! and the same command once more ends where the undisturbed one does, with nothing left over.
//!
//! Operations that look alike are tried once. `ASSEMBLY_FAULTS=all` tries every one of them.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests look at files as any other program would, and end where something is not as it should be"
)]

mod call;
mod fault;
mod judge;
mod scenario;
mod strace;
mod tree;
mod world;

use fault::{Fault, chosen};
use judge::Trial;
use scenario::SCENARIOS;
use world::World;

/// Less would mean that nothing is traced.
const FEWEST: usize = 20;

/// Fails each operation of a command in turn.
fn fails_everywhere(name: &str) {
    let scenario = SCENARIOS.iter().find(|scenario| scenario.name == name).unwrap();
    let world = World::new(scenario);
    let calls = strace::calls(&world, scenario.words);
    let expected = world.tree();
    if scenario.repeats {
        let again = world.assembly(scenario.words);
        assert_eq!(again.status.code(), Some(0), "{again:?}");
        assert_eq!(world.tree(), expected, "a second time changes something");
    }
    let faults: Vec<Fault> = chosen(&calls);
    assert!(faults.len() > FEWEST, "only {} faults in {calls:#?}", faults.len());
    let mut wrong = Vec::new();
    for fault in &faults {
        world.reset();
        wrong.extend(Trial { scenario, world: &world, fault, expected: &expected }.fails());
    }
    assert!(wrong.is_empty(), "{} of {} faults:\n\n{}", wrong.len(), faults.len(), wrong.join("\n\n"));
}

macro_rules! commands {
    ($($name:ident)*) => {
        $(#[test] fn $name() { fails_everywhere(stringify!($name)); })*

        #[test]
        fn every_scenario_is_tried() {
            let names: Vec<&str> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

commands! {
    run_cold
    run_over_files_of_the_user
    run_after_edits
    run_with_copies
    run_that_removes
    clean
    clean_after_edits
    run_that_merges
    run_that_merges_again
    clean_what_was_merged
    run_that_excludes
    clean_what_was_excluded
    clean_edits_that_were_excluded
    run_after_one_that_was_killed
    run_after_one_that_could_not_clear
    run_after_a_lost_journal
    bundle_build
    bundle_build_over_another
    bundle_build_into_a_store
    bundle_export
    bundle_import
    skill_install
    skill_install_over_another
    skill_install_over_an_edited_copy
    skill_uninstall
    backups_restore
    fmt
    check_bless
    plan_save
    new_launcher
    new_skill
}
