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
    let log = place.at("log");
    let output = Command::new("strace")
        .args(["-f", "-o"])
        .arg(&log)
        .args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{how}")])
        .args([env!("CARGO_BIN_EXE_assembly"), "bundle", "import", "new.tar.gz", "--out", out])
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

#[test]
fn the_old_or_the_new_stands_there() {
    let archive = Place::new();
    write(&archive, "new", Delivery::Compiled);
    let new = verify(&archive.at("new")).unwrap().digest();
    archive.assembly(&["bundle", "export", "new", "--out", "new.tar.gz"], 0);
    let mut killed = 0;
    for calls in CALLS {
        let step = if MANY.contains(calls) { 7 } else { 1 };
        for at in (1..).step_by(step) {
            let place = Place::new();
            write(&place, "sam", Delivery::Native);
            let old = verify(&place.at("sam")).unwrap().digest();
            std::fs::copy(archive.at("new.tar.gz"), place.at("new.tar.gz")).unwrap();
            let output = disturbed(&place, "sam", calls, &format!("signal=SIGKILL:when={at}"));
            let was_killed = !output.status.success();
            let found = verify(&place.at("sam")).unwrap().digest();
            assert!(found == new || (was_killed && found == old), "{calls} {at}");
            let text = place.assembly(&["bundle", "import", "new.tar.gz", "--out", "sam"], 0);
            assert!(!text.contains("warning"), "{calls} {at}: {text}");
            assert_eq!(verify(&place.at("sam")).unwrap().digest(), new, "{calls} {at}");
            assert_eq!(place.names(), ["new.tar.gz", "sam"], "{calls} {at}");
            if !was_killed {
                break;
            }
            killed += 1;
        }
    }
    assert!(killed > 40, "{killed}");
}
