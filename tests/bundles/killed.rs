//! A bundle that takes another's place, killed at every change it makes.
//!
//! What stands at the destination is the old bundle or the new one, and the next command clears away what was left.

#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use assembly::bundle::verify;
use assembly::manifest::Delivery;

use crate::binary::{Place, said};
use crate::sample::draft;

/// The system calls that change names. `strace` counts each call for itself; those of one group are one call under the
/// names it has on different machines.
const CALLS: &[&str] = &[
    "?mkdir,mkdirat",
    "openat",
    "write",
    "fchmod",
    "?chmod,fchmodat",
    "?rename,renameat",
    "renameat2",
    "flock",
    "?unlink,unlinkat",
    "?rmdir",
    "?symlink,symlinkat",
];

/// Calls that come by the hundred: a few of them are as good as all.
const MANY: &[&str] = &["openat", "write", "?unlink,unlinkat"];

fn write(place: &Place, name: &str, delivery: Delivery) {
    std::fs::create_dir(place.at(name)).unwrap();
    std::fs::set_permissions(place.at(name), PermissionsExt::from_mode(0o755)).unwrap();
    let mut draft = draft(delivery);
    draft.skills.truncate(1);
    draft.decisions.retain(|decision| decision.kind != "skill" || decision.subject == draft.skills[0].name);
    draft.tree().unwrap().write(&place.at(name)).unwrap();
}

/// Imports `new.tar.gz` to `out` while these calls are disturbed.
fn disturbed(place: &Place, out: &str, calls: &str, how: &str) -> Output {
    run_disturbed(place, &["bundle", "import", "new.tar.gz", "--out", out], calls, how)
}

/// Runs a command while these calls are disturbed.
fn run_disturbed(place: &Place, words: &[&str], calls: &str, how: &str) -> Output {
    let log = place.at("log");
    let output = Command::new("strace")
        .args(["-f", "-o"])
        .arg(&log)
        .args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{how}")])
        .arg(env!("CARGO_BIN_EXE_assembly"))
        .args(words)
        .env("HOME", &place.path)
        .current_dir(&place.path)
        .output()
        .expect("strace must be installed to run this test");
    std::fs::remove_file(log).unwrap();
    output
}

/// A place with the bundle `sam`, and another as `new.tar.gz`.
fn with_both() -> Place {
    let place = Place::new();
    write(&place, "new", Delivery::Compiled);
    place.assembly(&["bundle", "export", "new", "--out", "new.tar.gz"], 0);
    std::fs::remove_dir_all(place.at("new")).unwrap();
    write(&place, "sam", Delivery::Native);
    place
}

#[test]
fn a_system_that_cannot_exchange_refuses_to_replace() {
    let place = with_both();
    let before = place.tree();
    let text = said(&disturbed(&place, "sam", "renameat2", "error=ENOSYS"), 1);
    assert!(text.contains("assembly::bundle::no-exchange") && text.contains("--store"), "{text}");
    assert!(place.tree() == before, "{:?}", place.names());
    said(&disturbed(&place, "other", "renameat2", "error=ENOSYS"), 0);
    said(&disturbed(&place, "other", "renameat2", "error=ENOSYS"), 0);
    assert_eq!(place.names(), ["new.tar.gz", "other", "sam"]);
}

#[test]
fn a_full_disk_leaves_all_as_it_was() {
    let place = with_both();
    let before = place.tree();
    for at in 1..6 {
        let output = disturbed(&place, "sam", "write", &format!("error=ENOSPC:when={at}"));
        assert_eq!(output.status.code(), Some(2), "{at}");
        assert!(place.tree() == before, "{at}: {:?}", place.names());
    }
}

/// Kills a command that puts the bundle `new` where `old` stood, at each of its calls, each time from the same start.
/// Afterwards one of both stands at `there`, and the same command clears away what was left: `names` is all there is.
fn killed_everywhere(start: &dyn Fn() -> Place, words: &[&str], there: &str, names: &[&str]) {
    let digest = |place: &Place| verify(&place.at(there)).unwrap().digest();
    let undisturbed = start();
    let old = digest(&undisturbed);
    undisturbed.assembly(words, 0);
    let new = digest(&undisturbed);
    assert_ne!(old, new);
    let mut killed = 0;
    for calls in CALLS {
        let step = if MANY.contains(calls) { 7 } else { 1 };
        for at in (1..).step_by(step) {
            let place = start();
            let output = run_disturbed(&place, words, calls, &format!("signal=SIGKILL:when={at}"));
            let was_killed = !output.status.success();
            let found = digest(&place);
            assert!(found == new || (was_killed && found == old), "{calls} {at}");
            let text = place.assembly(words, 0);
            assert!(!text.contains("warning"), "{calls} {at}: {text}");
            assert_eq!(digest(&place), new, "{calls} {at}");
            assert_eq!(place.names(), names, "{calls} {at}");
            if !was_killed {
                break;
            }
            killed += 1;
        }
    }
    assert!(killed > 20, "{killed}");
}

#[test]
fn an_import_leaves_the_old_or_the_new() {
    let words = ["bundle", "import", "new.tar.gz", "--out", "sam"];
    killed_everywhere(&with_both, &words, "sam", &["new.tar.gz", "sam"]);
}

/// A hub with one launcher, of which the module says this.
fn with_hub(text: &str) -> Place {
    let place = Place::new();
    std::fs::create_dir_all(place.at("hub/modules")).unwrap();
    std::fs::create_dir_all(place.at("hub/skills/one/scripts")).unwrap();
    let launcher = r#"launcher "zebra-mac-agent" {
    target "~"
    cli "agent" harness="claude"
    modules "core.md"
    skills "one"
}
"#;
    std::fs::write(place.at("hub/launchers.kdl"), launcher).unwrap();
    std::fs::write(place.at("hub/modules/core.md"), text).unwrap();
    std::fs::write(place.at("hub/skills/one/SKILL.md"), "---\nname: one\ndescription: One.\n---\n\nDo it.\n")
        .unwrap();
    std::fs::write(place.at("hub/skills/one/scripts/run.sh"), "#!/bin/sh\n").unwrap();
    place
}

/// The same with a bundle of what the module said before.
fn with_older(words: &[&str]) -> Place {
    let place = with_hub("before\n");
    place.assembly(words, 0);
    std::fs::write(place.at("hub/modules/core.md"), "after\n").unwrap();
    place
}

#[test]
fn a_build_leaves_the_old_or_the_new() {
    let words = ["--hub", "hub", "bundle", "build", "zebra-mac-agent", "--out", "sam"];
    killed_everywhere(&|| with_older(&words), &words, "sam", &["hub", "sam"]);
}

#[test]
fn a_build_into_a_store_leaves_the_old_or_the_new() {
    let words = ["--hub", "hub", "bundle", "build", "zebra-mac-agent", "--store", "store"];
    let start = || with_older(&words);
    killed_everywhere(&start, &words, "store/current/zebra-mac-agent", &["hub", "store"]);
}

/// Staging lies in the store, so it is there that nothing may be left.
#[test]
fn nothing_is_left_in_a_store() {
    let words = ["--hub", "hub", "bundle", "build", "zebra-mac-agent", "--store", "store"];
    for (calls, at) in
        [("?rename,renameat", 1), ("renameat2", 1), ("?symlink,symlinkat", 1), ("write", 3), ("flock", 1)]
    {
        let place = with_older(&words);
        let output = run_disturbed(&place, &words, calls, &format!("signal=SIGKILL:when={at}"));
        assert!(!output.status.success(), "{calls}");
        place.assembly(&words, 0);
        let mut names: Vec<_> = std::fs::read_dir(place.at("store"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.retain(|name| name != "current");
        assert_eq!(names.len(), 2, "{calls}: {names:?}");
        assert!(
            names.iter().all(|name| name.len() == 64 && verify(&place.at("store").join(name)).is_ok()),
            "{calls}: {names:?}"
        );
        assert_eq!(std::fs::read_dir(place.at("store/current")).unwrap().count(), 1, "{calls}");
    }
}
