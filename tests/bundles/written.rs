//! What is written is what was meant, verifies, and is the same everywhere.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assembly::bundle::{Draft, FileMode, MANIFEST, verify};
use assembly::manifest::Delivery;

use crate::sample::{Bundle, draft};

#[test]
fn what_was_written_verifies() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let bundle = Bundle::sample(delivery);
        let before = bundle.fingerprint();
        let verified = verify(&bundle.path).unwrap();
        let tree = draft(delivery).tree().unwrap();
        assert_eq!(verified.manifest, tree.manifest);
        assert_eq!(verified.trace, tree.trace);
        assert_eq!(verified.files(), tree.files().len());
        assert_eq!(bundle.fingerprint(), before);
    }
}

#[test]
fn a_bundle_of_nothing_verifies() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let bundle = Bundle::of(Draft { delivery, ..Draft::default() });
        assert_eq!(verify(&bundle.path).unwrap().manifest.skills, []);
        assert!(!bundle.at("content/skills").exists());
    }
}

/// A bundle is named by its digest, so a change of this one is a change of the format.
#[test]
fn the_digest_of_the_sample_is_pinned() {
    let digests =
        [Delivery::Native, Delivery::Compiled].map(|delivery| draft(delivery).tree().unwrap().digest());
    assert_eq!(
        digests.map(|digest| digest.to_string()),
        [
            "sha256:07a82ad034027c1ef595335db8ea8f2115df69f6671f4584006b089a9a17e80d",
            "sha256:ab8006c092c1098fb161907ebe4afdbcb40ce2fa2c9d8c7cc97a1bd5bfae88f6"
        ]
    );
}

#[test]
fn anybody_can_recompute_the_digest() {
    let bundle = Bundle::sample(Delivery::Compiled);
    let output = Command::new("sh")
        .args(["-c", "jq -cjS 'del(.digest)' manifest.json | sha256sum"])
        .current_dir(&bundle.path)
        .output()
        .unwrap();
    let digest = verify(&bundle.path).unwrap().digest().hex();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{digest}  -\n"));
}

#[test]
fn anybody_can_check_the_hashes() {
    let bundle = Bundle::sample(Delivery::Native);
    let script =
        "jq -r '.files[] | \"\\(.sha256)  \\(.path)\"' manifest.json | sha256sum -c --quiet --strict";
    let status = Command::new("sh").args(["-c", script]).current_dir(&bundle.path).status().unwrap();
    assert!(status.success());
}

#[test]
fn order_of_files_and_ends_of_lines_make_no_difference() {
    let expected = draft(Delivery::Compiled).tree().unwrap();
    let mut other = draft(Delivery::Compiled);
    for text in &mut other.texts {
        text.text = text.text.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    for skill in &mut other.skills {
        skill.files.reverse();
        for file in &mut skill.files {
            if let Ok(text) = std::str::from_utf8(&file.bytes) {
                file.bytes = text.replace('\n', "\r\n").into_bytes();
            }
        }
    }
    assert_eq!(other.tree().unwrap().files(), expected.files());
}

#[test]
fn modes_are_the_same_whatever_the_umask() {
    if let Ok(path) = std::env::var("BUNDLE_TEST_CHILD") {
        draft(Delivery::Native).tree().unwrap().write(std::path::Path::new(&path)).unwrap();
        return;
    }
    let expected = Bundle::sample(Delivery::Native).fingerprint();
    for umask in ["0777", "0077", "0000"] {
        let root = tempfile::tempdir().unwrap();
        let program = std::env::current_exe().unwrap();
        let script =
            format!("umask {umask}; exec \"$0\" --exact written::modes_are_the_same_whatever_the_umask");
        let status = Command::new("sh")
            .args(["-c", &script])
            .arg(&program)
            .env("BUNDLE_TEST_CHILD", root.path())
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.unwrap().success());
        assert!(verify(root.path()).is_ok(), "umask {umask}");
        let manifest = std::fs::metadata(root.path().join(MANIFEST)).unwrap();
        assert_eq!(manifest.permissions().mode() & 0o7777, 0o644);
    }
    assert_eq!(expected, Bundle::sample(Delivery::Native).fingerprint());
}

#[test]
fn the_two_deliveries_differ_only_where_they_must() {
    let (native, compiled) =
        (draft(Delivery::Native).tree().unwrap(), draft(Delivery::Compiled).tree().unwrap());
    let others: Vec<&str> = compiled
        .files()
        .iter()
        .filter(|file| !native.files().contains(file))
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(others, ["delivery/compiled.md", MANIFEST]);
    let mut manifest = compiled.manifest.clone();
    manifest.files.retain(|file| file.path != "delivery/compiled.md");
    manifest.delivery = native.manifest.delivery.clone();
    manifest.digest = native.manifest.digest;
    assert_eq!(manifest, native.manifest);
}

#[test]
fn nothing_is_written_over() {
    let bundle = Bundle::sample(Delivery::Native);
    let before = bundle.fingerprint();
    let tree = draft(Delivery::Compiled).tree().unwrap();
    assert!(tree.write(&bundle.path).unwrap_err().to_string().contains("not empty"));
    assert!(tree.write(&bundle.at("nowhere")).is_err());
    assert_eq!(bundle.fingerprint(), before);
    assert!(tree.files().iter().any(|file| file.mode == FileMode::Executable));
}

/// Each file is opened once, and nothing else is.
#[cfg(target_os = "linux")]
#[test]
fn verify_opens_each_file_once() {
    if let Ok(path) = std::env::var("BUNDLE_TEST_CHILD") {
        assert!(verify(std::path::Path::new(&path)).is_ok());
        return;
    }
    let bundle = Bundle::sample(Delivery::Compiled);
    let log = bundle.path.with_extension("log");
    let status = Command::new("strace")
        .args(["-f", "-qq", "-y", "-e", "trace=open,openat,read,pread64,readv", "-o"])
        .arg(&log)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "written::verify_opens_each_file_once"])
        .env("BUNDLE_TEST_CHILD", &bundle.path)
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.expect("strace must be installed to run these tests").success());
    let log = std::fs::read_to_string(log).unwrap();
    for (path, _, bytes) in bundle.fingerprint() {
        if bundle.at(&path).is_dir() {
            continue;
        }
        // Other characters than ASCII are escaped there.
        let name = path.as_str();
        let shown: String = name.bytes().map(|byte| byte.escape_ascii().to_string()).collect();
        let is_ascii = name.is_ascii();
        let ends = format!("/bundle/{shown}>");
        let lines = |call: &str| {
            log.lines().filter(|line| line.contains(call) && line.contains(&ends)).collect::<Vec<_>>()
        };
        if is_ascii {
            assert_eq!(lines("openat(").len(), 1, "{name}");
            let read: usize = lines("read(")
                .iter()
                .map(|line| line.rsplit(" = ").next().unwrap().parse::<usize>().unwrap())
                .sum();
            assert_eq!(read, bytes.len(), "{name}: {:#?}", lines("read("));
        }
    }
}
