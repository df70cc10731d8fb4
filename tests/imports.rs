//! Every script of `tests/imports` through the real binary: one test a file.
//!
//! `NAME.kdl` is what `import` prints of `NAME.sh`, `NAME.expect` its exit code and what it reports. Each script lies in a
//! hub with a shell library. Nothing of it may be executed: most of them would leave a mark. `BLESS=1 cargo test --test
//! imports` writes the expected files.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A hub whose launchers are one script and the library.
fn hub(script: &Path) -> TempDir {
    let root = TempDir::new().unwrap();
    let copy = |from: &Path, to: &str| {
        let to = root.path().join(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
    };
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell-hub/launchers/lib.sh");
    copy(&library, "hub/launchers/lib.sh");
    copy(script, &format!("hub/launchers/{}", script.file_name().unwrap().to_str().unwrap()));
    std::fs::create_dir_all(root.path().join("hub/modules")).unwrap();
    std::fs::create_dir_all(root.path().join("home/code")).unwrap();
    root
}

fn assembly(root: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assembly"))
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .env("HOME", root.path().join("home"))
        .current_dir(root.path().join("hub"))
        .output()
        .unwrap()
}

fn text(root: &TempDir, bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).unwrap().replace(root.path().to_str().unwrap(), "[ROOT]")
}

fn script(path: &Path) -> datatest_stable::Result<()> {
    let root = hub(path);
    let before = listing(root.path());
    let name = path.file_name().unwrap().to_str().unwrap();
    let output = assembly(&root, &["import", &format!("launchers/{name}")]);
    assert_eq!(listing(root.path()), before, "import changed something");
    let nodes = text(&root, &output.stdout);
    let mut report = text(&root, &output.stderr);
    // The last line, which names a page, is the same for every command.
    report.truncate(report.find("\nhelp: ").map_or(report.len(), |end| end + 1));
    let report = format!("exit code {}\n{report}", output.status.code().unwrap_or(-1));
    for (extension, found) in [("kdl", &nodes), ("expect", &report)] {
        let expected = path.with_extension(extension);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, found)?;
        }
        let expected = std::fs::read_to_string(expected)?;
        assert_eq!(*found, expected, "{name}: `BLESS=1 cargo test --test imports` writes what is found");
    }
    is_a_manifest(&root, &nodes);
    if output.status.success() && !NOT_RUN.contains(&name) {
        comes_to_the_same(&root, name);
    }
    Ok(())
}

/// Scripts without a fault that cannot be run: by no bash, without a terminal, outside of a work tree, with a step that is
/// another one.
const NOT_RUN: [&str; 4] =
    ["windows-mac-claude.sh", "output-mac-claude.sh", "work-tree-claude.sh", "own-steps-claude.sh"];

/// What is understood as a whole has to come to the same when both are run.
fn comes_to_the_same(root: &TempDir, name: &str) {
    let shell_hub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell-hub");
    for folder in ["modules", "hooks"] {
        std::fs::create_dir_all(root.path().join("hub").join(folder)).unwrap();
        for entry in std::fs::read_dir(shell_hub.join(folder)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), root.path().join("hub").join(folder).join(entry.file_name()))
                .unwrap();
        }
    }
    let output = assembly(root, &["import", &format!("launchers/{name}"), "--verify"]);
    let report = text(root, &output.stderr);
    assert!(
        output.status.success() && report.contains("no difference"),
        "install jq to run these tests\n{report}"
    );
}

/// What is printed has to be read without a fault of its own: files may be missing here, and so may what was left out.
fn is_a_manifest(root: &TempDir, nodes: &str) {
    std::fs::write(root.path().join("hub/launchers.kdl"), nodes).unwrap();
    let output = assembly(root, &["check", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let is_fault = |diagnostic: &&Value| {
        let code = diagnostic["code"].as_str().unwrap();
        let is_of_the_hub = code.ends_with("::missing");
        let was_reported =
            matches!(code, "assembly::manifest::missing-cli" | "assembly::manifest::missing-target");
        diagnostic["severity"] == "error" && !is_of_the_hub && !was_reported
    };
    let faults: Vec<&Value> = document["diagnostics"].as_array().unwrap().iter().filter(is_fault).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{nodes}");
    let formatted = assembly(root, &["fmt", "--check"]);
    assert!(formatted.status.success(), "{}", text(root, &formatted.stdout));
}

/// Every path below a folder with its inode and the time of its last change.
fn listing(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let metadata = entry.metadata().unwrap();
            let changed = metadata.modified().unwrap();
            found.push(format!("{} {} {changed:?}", entry.path().display(), metadata.ino()));
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

datatest_stable::harness! {
    { test = script, root = "tests/imports", pattern = r"\.sh$" },
}
