//! What happens to files: every damage is found and named.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use assembly::manifest::Delivery;

use crate::sample::{Bundle, assert_found, rows};

const SCRIPT: &str = "content/skills/hub/skill-0/scripts/run.sh";
const SKILL: &str = "content/skills/hub/skill-0";

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_byte_of_any_file_with_the_same_length() {
    for bundle in [Bundle::sample, Bundle::built]
        .iter()
        .flat_map(|make| [Delivery::Native, Delivery::Compiled].map(make))
    {
        for (path, _, bytes) in bundle.fingerprint() {
            if bytes.is_empty() {
                continue;
            }
            for at in [0, bytes.len() / 2, bytes.len() - 1] {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                std::fs::write(bundle.at(&path), changed).unwrap();
                let findings = bundle.findings();
                assert!(findings.iter().any(|found| path == found.path), "{path:?}: {findings:#?}");
            }
            std::fs::write(bundle.at(&path), bytes).unwrap();
        }
        assert!(bundle.findings().is_empty());
    }
}

#[test]
fn stray_or_missing_files_folders_modes_and_links() {
    // A hub has no source with a slash in its id.
    let built = include_str!("damages.txt").replace("team%2Feu", "team%20eu");
    let makes: [fn(Delivery) -> Bundle; 2] = [Bundle::sample, Bundle::built];
    for (make, damages) in makes.into_iter().zip([include_str!("damages.txt"), &built]) {
        for [command, code, path] in rows(damages) {
            let bundle = make(Delivery::Native);
            let status =
                Command::new("sh").args(["-ec", command]).env("S", SKILL).current_dir(&bundle.path).status();
            assert!(status.unwrap().success(), "{command}");
            assert_found(&bundle.findings(), code, path, None, command);
        }
    }
}

#[test]
fn a_socket() {
    let bundle = Bundle::sample(Delivery::Native);
    drop(UnixListener::bind(bundle.at("socket")).unwrap());
    assert_found(&bundle.findings(), "special-file", "socket", None, "a socket");
}

#[test]
fn all_findings_are_told() {
    let bundle = Bundle::sample(Delivery::Native);
    std::fs::write(bundle.at(SCRIPT), "").unwrap();
    std::fs::remove_file(bundle.at("content/skills/hub/skill-1/SKILL.md")).unwrap();
    std::fs::write(bundle.at("extra"), "").unwrap();
    set_mode(&bundle.at("content"), 0o777);
    let paths: Vec<String> = bundle.findings().into_iter().map(|finding| finding.path).collect();
    assert_eq!(paths, ["content", SCRIPT, "content/skills/hub/skill-1/SKILL.md", "extra"]);
}

#[test]
fn what_is_no_bundle_is_a_finding() {
    let bundle = Bundle::sample(Delivery::Native);
    for path in ["nowhere", "trace.json"] {
        let findings = assembly::bundle::verify(&bundle.at(path)).unwrap_err();
        assert_eq!(findings[0].code.name, "assembly::bundle::unreadable");
    }
    set_mode(&bundle.at(SCRIPT), 0o000);
    assert!(!bundle.findings().is_empty());
}
