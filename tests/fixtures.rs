//! Every manifest of `tests/manifests` through the real binary: one test a file.
//!
//! `invalid/NAME.expect` says what `check` must find: its first line, `errors N` or `errors N+`, counts the errors; each
//! further line, `LINE SEVERITY WORD…`, asks for a diagnostic of that severity with a label on that line (`*`: any) whose
//! message or help contains every word. `valid/NAME.kdl` must be read without an error of syntax or schema.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where it fails")]

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A hub around a manifest: what the valid manifests name is there.
fn hub(manifest: &Path) -> TempDir {
    let root = TempDir::new().unwrap();
    let write = |path: &str, text: &[u8]| {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("hub/launchers.kdl", &std::fs::read(manifest).unwrap());
    write("hub/modules/core.md", b"# Core\n");
    write("hub/modules/profile-work.md", b"# Work\n");
    write("hub/modules/profile-home.md", b"# Home\n");
    write("hub/hooks/guard.sh", b"#!/bin/sh\ncat >/dev/null\n");
    write(
        "hub/skills/review/SKILL.md",
        b"---\nname: review\ndescription: Reviews a change.\n---\n\nRead it.\n",
    );
    write(
        "home/team-hub/presets.kdl",
        b"preset \"team-base\" {\n    hooks {\n        PreToolUse \"block-prod.sh\"\n    }\n}\n",
    );
    let guard = root.path().join("hub/hooks/guard.sh");
    std::fs::set_permissions(guard, std::fs::Permissions::from_mode(0o755)).unwrap();
    root
}

fn assembly(root: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_assembly"))
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", root.path().join("home"))
        .current_dir(root.path().join("hub"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn check(root: &TempDir) -> (i32, Vec<Value>, u64) {
    let (code, stdout, stderr) = assembly(root, &["check", "--format", "json"]);
    let document: Value =
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}\n{stdout}{stderr}"));
    let errors = document["errors"].as_u64().unwrap();
    (code, document["diagnostics"].as_array().unwrap().clone(), errors)
}

fn invalid(manifest: &Path) -> datatest_stable::Result<()> {
    let expected = std::fs::read_to_string(manifest.with_extension("expect"))?;
    let root = hub(manifest);
    let before = listing(root.path());
    let (code, found, errors) = check(&root);
    let (_, _, report) = assembly(&root, &["check", "--all"]);
    let mut lines = expected.lines().filter(|line| !line.trim().is_empty());
    let count = lines
        .next()
        .and_then(|line| line.strip_prefix("errors "))
        .ok_or("the first line counts the errors")?;
    match count.strip_suffix('+') {
        Some(least) => {
            assert!(errors >= least.parse()?, "{errors} errors, at least {least} expected\n{report}");
        }
        None => assert_eq!(errors, count.parse::<u64>()?, "{report}"),
    }
    assert_eq!(code, i32::from(errors > 0), "{report}");
    for line in lines {
        let mut words = line.split_whitespace();
        let (place, severity) = (words.next().unwrap(), words.next().ok_or("a severity")?);
        let words: Vec<&str> = words.collect();
        let matches = |diagnostic: &Value| {
            let text = format!("{} {}", diagnostic["message"], diagnostic["help"]);
            let text = text.replace("\\\"", "\"").replace("\\\\", "\\");
            let on_line = place == "*"
                || diagnostic["labels"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|label| label["line"].as_u64().is_some_and(|line| line.to_string() == place));
            diagnostic["severity"] == severity && on_line && words.iter().all(|word| text.contains(word))
        };
        assert!(found.iter().any(matches), "nothing matches `{line}` in\n{report}");
    }
    for diagnostic in found.iter().filter(|diagnostic| diagnostic["severity"] != "note") {
        assert!(diagnostic["help"].is_string(), "without help: {diagnostic}");
    }
    assert_eq!(listing(root.path()), before, "check wrote something");
    Ok(())
}

fn valid(manifest: &Path) -> datatest_stable::Result<()> {
    let root = hub(manifest);
    let (_, found, _) = check(&root);
    let (_, _, report) = assembly(&root, &["check", "--all"]);
    // Files they name may be missing here, and the machine is not theirs; their text is without fault.
    let faults: Vec<&Value> = found
        .iter()
        .filter(|diagnostic| diagnostic["severity"] == "error")
        .filter(|diagnostic| {
            let code = diagnostic["code"].as_str().unwrap();
            !code.ends_with("::missing") && !code.ends_with("::glob-matches-nothing")
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}\n{report}");
    let (_, stdout, _) = assembly(&root, &["list", "--json"]);
    let list: Value = serde_json::from_str(&stdout)?;
    for launcher in list["launchers"].as_array().unwrap() {
        let name = launcher["launcher"].as_str().unwrap();
        let (code, stdout, stderr) = assembly(&root, &["show", name]);
        // A file that is required and missing here is worth an exit code of 1; the launcher is shown all the same.
        assert!(code <= 1, "{stderr}");
        assert!(stdout.contains(name), "{stdout}");
    }
    Ok(())
}

/// Every path below a folder with its inode and the time of its last change.
fn listing(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let metadata = entry.metadata().unwrap();
            found.push(format!(
                "{} {} {:?}",
                entry.path().display(),
                metadata.ino(),
                metadata.modified().unwrap()
            ));
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

datatest_stable::harness! {
    { test = invalid, root = "tests/manifests/invalid", pattern = r"\.kdl$" },
    { test = valid, root = "tests/manifests/valid", pattern = r"\.kdl$" },
}
