//! What happens to files: every damage is found and named.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use assembly::manifest::Delivery;

use crate::sample::Bundle;

const SCRIPT: &str = "content/skills/hub/skill-0/scripts/run.sh";
const SKILL: &str = "content/skills/hub/skill-0";

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_byte_of_any_file_with_the_same_length() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let bundle = Bundle::sample(delivery);
        for (path, _, bytes) in bundle.fingerprint() {
            if bytes.is_empty() {
                continue;
            }
            for at in [0, bytes.len() / 2, bytes.len() - 1] {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                std::fs::write(bundle.at(&path), changed).unwrap();
                let findings = bundle.findings();
                assert!(
                    findings.iter().any(|found| path == Path::new(&found.path)),
                    "{path:?}: {findings:#?}"
                );
            }
            std::fs::write(bundle.at(&path), bytes).unwrap();
        }
        assert!(bundle.findings().is_empty());
    }
}

/// Each does one thing to a fresh bundle; then the code and the path of a finding.
type Damage = (&'static str, &'static dyn Fn(&Bundle), &'static str, &'static str);

#[test]
fn files_folders_modes_and_links() {
    let damages: &[Damage] = &[
        ("emptied", &|b| std::fs::write(b.at(SCRIPT), "").unwrap(), "wrong-size", SCRIPT),
        ("longer", &|b| std::fs::write(b.at(SCRIPT), "#!/bin/sh\nexit 0\n\n").unwrap(), "wrong-size", SCRIPT),
        (
            "filled",
            &|b| std::fs::write(b.at("content/skills/hub/skill-3/assets/empty"), "x").unwrap(),
            "wrong-size",
            "content/skills/hub/skill-3/assets/empty",
        ),
        ("removed", &|b| std::fs::remove_file(b.at(SCRIPT)).unwrap(), "missing", SCRIPT),
        (
            "without a skill file",
            &|b| std::fs::remove_file(b.at(format!("{SKILL}/SKILL.md"))).unwrap(),
            "missing",
            "content/skills/hub/skill-0/SKILL.md",
        ),
        (
            "without instructions",
            &|b| std::fs::remove_file(b.at("content/instructions.md")).unwrap(),
            "missing",
            "content/instructions.md",
        ),
        ("without a trace", &|b| std::fs::remove_file(b.at("trace.json")).unwrap(), "missing", "trace.json"),
        (
            "without a manifest",
            &|b| std::fs::remove_file(b.at("manifest.json")).unwrap(),
            "missing",
            "manifest.json",
        ),
        (
            "renamed, the old name",
            &|b| std::fs::rename(b.at(SCRIPT), b.at(format!("{SKILL}/scripts/go.sh"))).unwrap(),
            "missing",
            SCRIPT,
        ),
        (
            "renamed, the new name",
            &|b| std::fs::rename(b.at(SCRIPT), b.at(format!("{SKILL}/scripts/go.sh"))).unwrap(),
            "unlisted",
            "content/skills/hub/skill-0/scripts/go.sh",
        ),
        (
            "in another case",
            &|b| std::fs::rename(b.at(SCRIPT), b.at(format!("{SKILL}/scripts/RUN.sh"))).unwrap(),
            "missing",
            SCRIPT,
        ),
        (
            "a twin in another case",
            &|b| std::fs::write(b.at(format!("{SKILL}/skill.md")), "x").unwrap(),
            "unlisted",
            "content/skills/hub/skill-0/skill.md",
        ),
        (
            "a letter in two characters",
            &|b| {
                std::fs::rename(
                    b.at(format!("{SKILL}/assets/größe.bin")),
                    b.at(format!("{SKILL}/assets/gro\u{308}ße.bin")),
                )
                .unwrap()
            },
            "missing",
            "content/skills/hub/skill-0/assets/größe.bin",
        ),
        (
            "a name that is no text",
            &|b| {
                let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"a\xff");
                std::fs::write(b.path.join(name), "x").unwrap();
            },
            "unlisted",
            "a\u{fffd}",
        ),
        (
            "a folder renamed",
            &|b| std::fs::rename(b.at(SKILL), b.at("content/skills/hub/skill-x")).unwrap(),
            "unlisted",
            "content/skills/hub/skill-x",
        ),
        ("a folder removed", &|b| std::fs::remove_dir_all(b.at(SKILL)).unwrap(), "missing", SCRIPT),
        ("a file more", &|b| std::fs::write(b.at("extra"), "").unwrap(), "unlisted", "extra"),
        (
            "a hidden file",
            &|b| std::fs::write(b.at("content/.DS_Store"), "").unwrap(),
            "unlisted",
            "content/.DS_Store",
        ),
        (
            "an empty folder",
            &|b| std::fs::create_dir(b.at("content/new")).unwrap(),
            "unlisted",
            "content/new",
        ),
        (
            "a folder for a file",
            &|b| {
                std::fs::remove_file(b.at(SCRIPT)).unwrap();
                std::fs::create_dir(b.at(SCRIPT)).unwrap();
            },
            "special-file",
            SCRIPT,
        ),
        (
            "a file for a folder",
            &|b| {
                std::fs::remove_dir_all(b.at(SKILL)).unwrap();
                std::fs::write(b.at(SKILL), "").unwrap();
            },
            "special-file",
            SKILL,
        ),
        (
            "a folder for the manifest",
            &|b| {
                std::fs::remove_file(b.at("manifest.json")).unwrap();
                std::fs::create_dir(b.at("manifest.json")).unwrap();
            },
            "special-file",
            "manifest.json",
        ),
        ("not executable", &|b| set_mode(&b.at(SCRIPT), 0o644), "wrong-mode", SCRIPT),
        (
            "executable",
            &|b| set_mode(&b.at("content/instructions.md"), 0o755),
            "wrong-mode",
            "content/instructions.md",
        ),
        ("private", &|b| set_mode(&b.at("trace.json"), 0o600), "wrong-mode", "trace.json"),
        ("writable by all", &|b| set_mode(&b.at("manifest.json"), 0o666), "wrong-mode", "manifest.json"),
        ("setuid", &|b| set_mode(&b.at(SCRIPT), 0o4755), "wrong-mode", SCRIPT),
        ("a private folder", &|b| set_mode(&b.at("content"), 0o700), "wrong-mode", "content"),
        ("a sticky folder", &|b| set_mode(&b.at(SKILL), 0o1755), "wrong-mode", SKILL),
        (
            "a link to the same bytes",
            &|b| {
                std::fs::rename(b.at(SCRIPT), b.path.with_extension("x")).unwrap();
                symlink(b.path.with_extension("x"), b.at(SCRIPT)).unwrap();
            },
            "link",
            SCRIPT,
        ),
        ("a link to nothing", &|b| symlink("nowhere", b.at("content/link")).unwrap(), "link", "content/link"),
        (
            "a link to itself",
            &|b| {
                std::fs::remove_file(b.at(SCRIPT)).unwrap();
                symlink("run.sh", b.at(SCRIPT)).unwrap();
            },
            "link",
            SCRIPT,
        ),
        (
            "a link for a folder",
            &|b| {
                std::fs::rename(b.at(SKILL), b.path.with_extension("x")).unwrap();
                symlink(b.path.with_extension("x"), b.at(SKILL)).unwrap();
            },
            "link",
            SKILL,
        ),
        (
            "a link for the manifest",
            &|b| {
                std::fs::rename(b.at("manifest.json"), b.path.with_extension("x")).unwrap();
                symlink(b.path.with_extension("x"), b.at("manifest.json")).unwrap();
            },
            "link",
            "manifest.json",
        ),
        (
            "a FIFO for a file",
            &|b| {
                std::fs::remove_file(b.at(SCRIPT)).unwrap();
                fifo(&b.at(SCRIPT));
            },
            "special-file",
            SCRIPT,
        ),
        (
            "a FIFO for the manifest",
            &|b| {
                std::fs::remove_file(b.at("manifest.json")).unwrap();
                fifo(&b.at("manifest.json"));
            },
            "special-file",
            "manifest.json",
        ),
        ("a FIFO more", &|b| fifo(&b.at("content/pipe")), "special-file", "content/pipe"),
        ("a socket", &|b| drop(UnixListener::bind(b.at("socket")).unwrap()), "special-file", "socket"),
        (
            "a skill of another",
            &|b| {
                std::fs::rename(b.at("content/skills/team%2Feu/skill-8"), b.at("content/skills/hub/skill-8"))
                    .unwrap()
            },
            "unlisted",
            "content/skills/hub/skill-8",
        ),
        (
            "two skills changed places",
            &|b| {
                for (from, to) in [("skill-1", "x"), ("skill-2", "skill-1"), ("x", "skill-2")] {
                    std::fs::rename(
                        b.at(format!("content/skills/hub/{from}")),
                        b.at(format!("content/skills/hub/{to}")),
                    )
                    .unwrap();
                }
            },
            "wrong-hash",
            "content/skills/hub/skill-1/SKILL.md",
        ),
        (
            "a manifest of nothing",
            &|b| std::fs::write(b.at("manifest.json"), "").unwrap(),
            "malformed",
            "manifest.json",
        ),
        (
            "half a manifest",
            &|b| std::fs::write(b.at("manifest.json"), "{\"format\": \"assembly.bundle/1\", ").unwrap(),
            "malformed",
            "manifest.json",
        ),
        (
            "a manifest of 65 MiB",
            &|b| std::fs::File::create(b.at("manifest.json")).unwrap().set_len(65 << 20).unwrap(),
            "too-large",
            "manifest.json",
        ),
        (
            "a manifest of brackets",
            &|b| std::fs::write(b.at("manifest.json"), "[".repeat(1 << 20)).unwrap(),
            "malformed",
            "manifest.json",
        ),
        (
            "compiled without being so",
            &|b| {
                std::fs::create_dir(b.at("delivery")).unwrap();
                std::fs::write(b.at("delivery/compiled.md"), "x").unwrap();
            },
            "unlisted",
            "delivery",
        ),
    ];
    for (name, damage, code, path) in damages {
        let bundle = Bundle::sample(Delivery::Native);
        damage(&bundle);
        let findings = bundle.findings();
        let code = format!("assembly::bundle::{code}");
        assert!(
            findings
                .iter()
                .any(|found| found.code.name == code && found.path == *path && found.message.contains(path)),
            "{name}: {findings:#?}"
        );
    }
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
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
