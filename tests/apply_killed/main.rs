//! An apply may be stopped anywhere: by SIGKILL, by a full or read-only disk, by nineteen others.
//!
//! Each scenario is run under `strace`, which stops it at its first file-changing system call, then, from the same
//! start, at its second, and so on until a run gets through. After every stop one more apply must succeed and end in the
//! tree of a run that was never disturbed.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test program: what is not as expected ends it, and its child is told by variables what to do"
)]

mod runner;
mod scenario;
mod tree;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use runner::{CALLS, Disturbance, Ending, run, run_disturbed, start};
use scenario::{ORIGINALS, SCENARIOS, Scenario, sandbox};
use tree::{holds_text, temporaries, tree_of};

/// More system calls than any scenario makes.
const TOO_MANY: usize = 500;

/// The tree that an undisturbed run leaves.
fn undisturbed(scenario: &Scenario) -> Vec<String> {
    let home = sandbox(scenario);
    assert_eq!(run(home.path(), scenario.last), Ending::Success);
    tree_of(&home.path().join("target"))
}

/// Stops a run at each of its calls in turn. `then` sees the home right after that, how the run ended, and a text that
/// says where it was. Returns how many calls there were.
fn at_each_call(scenario: &Scenario, disturbance: Disturbance, then: impl Fn(&Path, &Ending, &str)) -> usize {
    let mut disturbed = 0;
    for calls in CALLS {
        for at in 1.. {
            let home = sandbox(scenario);
            let ending = run_disturbed(home.path(), scenario.last, disturbance, calls, at);
            let context = format!("{}, {disturbance:?} at {calls} number {at}, {ending:?}", scenario.name);
            if scenario.has_originals {
                for text in ORIGINALS {
                    assert!(holds_text(&home.path().join("target"), text), "{context}: lost {text:?}");
                }
            }
            then(home.path(), &ending, &context);
            if ending == Ending::Undisturbed {
                break;
            }
            disturbed += 1;
            assert!(disturbed < TOO_MANY, "{} never gets through", scenario.name);
        }
    }
    disturbed
}

/// Disturbs a scenario everywhere; after `check`, one more run must lead to the tree of an undisturbed one.
fn disturb(scenario: &Scenario, disturbance: Disturbance, check: impl Fn(&Path, &Ending)) -> usize {
    let expected = undisturbed(scenario);
    at_each_call(scenario, disturbance, |home, ending, context| {
        let target = home.join("target");
        check(&target, ending);
        assert_eq!(run(home, scenario.last), Ending::Success, "{context}");
        assert_eq!(tree_of(&target), expected, "{context}");
        assert!(temporaries(&target).is_empty(), "{context}");
    })
}

fn scenario(name: &str) -> &'static Scenario {
    SCENARIOS.iter().find(|scenario| scenario.name == name).unwrap()
}

fn killed(name: &str) {
    let calls = disturb(scenario(name), Disturbance::Kill, |_, ending| {
        assert!(matches!(ending, Ending::Killed | Ending::Undisturbed), "{ending:?}");
    });
    assert!(calls > 20, "only {calls} calls were disturbed: is strace at work?");
}

#[test]
fn killed_while_cold() {
    killed("cold");
}

#[test]
fn killed_while_updating() {
    killed("update");
}

#[test]
fn killed_while_replacing() {
    killed("replace");
}

#[test]
fn killed_while_removing() {
    killed("remove");
}

#[test]
fn killed_while_taking_over() {
    killed("take-over");
}

#[test]
fn killed_while_merging_settings() {
    killed("merge");
    killed("merge-remove");
    killed("merge-overwrite");
}

#[test]
fn killed_while_copying() {
    killed("copy-cold");
    killed("copy-replace");
}

#[test]
fn killed_while_updating_copies() {
    killed("copy-update");
    killed("copy-back");
}

#[test]
fn killed_while_links_become_copies_and_copies_links() {
    killed("copy-links");
    killed("link-copies");
    killed("link-edited-copies");
}

#[test]
fn killed_while_removing_copies() {
    killed("copy-remove");
    killed("copy-remove-edited");
}

#[test]
fn killed_while_cleaning() {
    killed("clean");
    killed("clean-nothing-else");
    killed("clean-edited-copies");
}

#[test]
fn cleaning_on_a_full_or_read_only_disk_is_a_clean_error() {
    for scenario in ["clean", "clean-edited-copies"].map(scenario) {
        for disturbance in [Disturbance::Full, Disturbance::ReadOnly] {
            disturb(scenario, disturbance, |_, ending| assert_ne!(*ending, Ending::Killed));
        }
    }
}

#[test]
fn killed_while_editing_what_targets_share() {
    killed("exclude-in-nothing");
    killed("exclude-in-nothing-clean");
    killed("exclude-switch");
    disturb(scenario("exclude"), Disturbance::KillWithoutExchange, |_, _| {});
}

/// What was not done is said, and the next run does it.
#[test]
fn a_full_disk_while_editing_what_targets_share() {
    for name in ["exclude", "exclude-in-nothing", "exclude-in-nothing-clean"] {
        disturb(scenario(name), Disturbance::Full, |_, ending| assert_ne!(*ending, Ending::Killed));
    }
}

#[test]
fn killed_where_nothing_can_be_exchanged() {
    let scenarios = ["replace", "remove", "copy-links", "link-copies", "copy-replace", "copy-remove"];
    for scenario in scenarios.map(scenario) {
        disturb(scenario, Disturbance::KillWithoutExchange, |_, _| {});
    }
}

/// Whoever comes next need not be the same launcher, and what was there before is not forgotten.
#[test]
fn killed_and_followed_by_another() {
    for name in ["replace", "copy-replace", "copy-remove", "clean"] {
        followed_by_another(scenario(name));
    }
}

fn followed_by_another(scenario: &Scenario) {
    let start = sandbox(&Scenario { first: &[], ..*scenario });
    let before = tree::without_state(&tree_of(&start.path().join("target")));
    at_each_call(scenario, Disturbance::Kill, |home, _, context| {
        for next in ["two", "newer-copies", "none"] {
            assert_eq!(run(home, next), Ending::Success, "{context}");
        }
        assert_eq!(tree::without_state(&tree_of(&home.join("target"))), before, "{context}");
    });
}

/// A single failure is an error or is got over; the next run completes it.
#[test]
fn a_full_disk_is_a_clean_error() {
    let ending = |_: &Path, ending: &Ending| assert_ne!(*ending, Ending::Killed);
    for scenario in ["replace", "copy-update", "copy-replace", "link-copies"].map(scenario) {
        disturb(scenario, Disturbance::Full, ending);
    }
}

/// From the call on, nothing can be written. What could not be done is as it was, and the next run does it.
#[test]
fn a_read_only_disk_is_a_clean_error() {
    for scenario in
        ["replace", "remove", "copy-update", "copy-links", "link-copies", "copy-remove"].map(scenario)
    {
        disturb(scenario, Disturbance::ReadOnly, |_, ending| assert_ne!(*ending, Ending::Killed));
    }
}

const CROWD: [&str; 3] = ["one", "two", "copies"];

/// Twenty-one at once: the last one wins, nobody fails, nobody's half is left.
#[test]
fn a_crowd_on_one_target_does_not_interleave() {
    let scenario = scenario("replace");
    let alone = |projection| {
        let home = sandbox(scenario);
        assert_eq!(run(home.path(), projection), Ending::Success);
        tree::without_state(&tree_of(&home.path().join("target")))
    };
    let expected = CROWD.map(alone);
    let home = sandbox(scenario);
    let target = home.path().join("target");
    let before = tree_of(&target);
    let crowd: Vec<_> = CROWD.repeat(7).iter().map(|name| start(home.path(), name)).collect();
    for child in crowd {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let after = tree::without_state(&tree_of(&target));
    let winner = expected.iter().position(|tree| *tree == after).expect("a mixture of both");
    assert!(temporaries(&target).is_empty());
    // The ledger agrees: the winner has nothing to do.
    assert_eq!(run(home.path(), &format!("nothing-for-{}", CROWD[winner])), Ending::Success);
    // And the originals are what was there before.
    assert_eq!(run(home.path(), "none"), Ending::Success);
    assert_eq!(tree::without_state(&tree_of(&target)), before);
}

#[test]
fn the_umask_changes_nothing() {
    for projection in ["two", "copies"] {
        the_umask_does_not_change(projection);
    }
}

fn the_umask_does_not_change(projection: &str) {
    let scenario = scenario("replace");
    let trees = ["000", "022", "077"].map(|umask| {
        let home = sandbox(scenario);
        let mut command = runner::command(home.path(), projection);
        let output = command.env(runner::UMASK, umask).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut files = tree_of(&home.path().join("target"));
        files.retain(|line| !line.ends_with('/') && !line.starts_with(".assembly/."));
        if projection == "copies" {
            let folder = home.path().join("target/.claude/skills/folder/scripts");
            assert_eq!(fs_err::metadata(folder).unwrap().permissions().mode() & 0o7777, 0o755);
        }
        files
    });
    assert_eq!(trees[0], trees[1]);
    assert_eq!(trees[1], trees[2]);
}
