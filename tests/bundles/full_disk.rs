//! A bundle that takes another's place on a disk that is full, or that cannot exchange two names. `tests/faults/` kills
//! commands of bundles, and fails each of their calls.

#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use assembly::manifest::Delivery;

use crate::binary::{Place, said};
use crate::sample::draft;

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
        .arg(env!("CARGO_BIN_EXE_assembly"))
        .args(["bundle", "import", "new.tar.gz", "--out", out])
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
