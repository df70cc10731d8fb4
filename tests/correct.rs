//! Every hub of `tests/correct` through the real binary: one test a hub. They are rich in what looks like a mistake and is
//! none, and `check` must have nothing to say about them, not even a note.
//!
//! A folder holds `hub/`, `target/`, and whatever else the manifest leads to.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

fn correct(manifest: &Path) -> datatest_stable::Result<()> {
    let root = TempDir::new()?;
    let house = root.path().canonicalize()?.join("house");
    let folder = manifest.parent().and_then(Path::parent).ok_or("a folder around the hub")?;
    assert!(Command::new("cp").arg("-R").arg(folder).arg(&house).status()?.success());
    for folder in ["bin", "home"] {
        std::fs::create_dir(house.join(folder))?;
    }
    // Copied by another process, so that nobody holds the file open for writing when it is looked up.
    assert!(Command::new("cp").arg("/bin/sh").arg(house.join("bin/claude")).status()?.success());
    let check = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_assembly"))
            .arg("check")
            .args(arguments)
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", house.join("bin").display()))
            .env("HOME", house.join("home"))
            .env("GIT_CEILING_DIRECTORIES", root.path())
            .current_dir(house.join("hub"))
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (code, stdout, stderr) = check(&["--json"]);
    let document: Value =
        serde_json::from_str(&stdout).map_err(|error| format!("{error}\n{stdout}{stderr}"))?;
    assert_eq!(document["diagnostics"], json!([]), "{}", check(&["--all"]).2);
    assert_eq!(code, Some(0), "{stderr}");
    Ok(())
}

datatest_stable::harness! {
    { test = correct, root = "tests/correct", pattern = r"/hub/launchers\.kdl$" },
}
