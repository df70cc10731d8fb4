//! The script of the launcher `demo-sh`, on a target made by hand and in the sample hub.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops here")]

use std::path::{Path, PathBuf};
use std::process::Command;

const SETTINGS: &str = r#"{
  "hooks": {
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "bash '/a hub/hooks/prompt-guard.sh'"
          }
        ]
      }
    ],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "bash",
            "args": [
              "/a hub/hooks/guard.sh",
              "main"
            ]
          }
        ]
      }
    ]
  }
}
"#;

fn show(target: &Path, words: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/show.sh");
    let output = Command::new("sh")
        .arg(script)
        .args(words)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("ASSEMBLY_LAUNCHER", "demo-sh")
        .env("DEMO_GREETING", "hello")
        .current_dir(target)
        .output()
        .expect("a shell");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn it_shows_what_was_assembled() {
    let target = tempfile::tempdir().expect("a temporary folder");
    let skills = target.path().join(".claude/skills");
    fs_err::create_dir_all(&skills).expect("a folder");
    fs_err::os::unix::fs::symlink("/hub/skills/review", skills.join("review")).expect("a link");
    fs_err::write(target.path().join("CLAUDE.local.md"), "# One\n\n## Inner\n\n---\n\n# Two\n")
        .expect("a file");
    fs_err::write(target.path().join(".claude/settings.local.json"), SETTINGS).expect("a file");
    let expected = "\
Instructions: CLAUDE.local.md, 28 bytes, joined from
  # One
  # Two
Hooks: .claude/settings.local.json
  UserPromptSubmit: prompt-guard.sh
  PreToolUse: guard.sh
Skills: .claude/skills
  review -> /hub/skills/review
Arguments: 2
  a b
  $x; &
Environment
  ASSEMBLY_LAUNCHER=demo-sh
  DEMO_GREETING=hello
";
    assert_eq!(show(target.path(), &["a b", "$x; &"]), expected);
}

#[test]
fn it_says_what_is_missing() {
    let target = tempfile::tempdir().expect("a temporary folder");
    let shown = show(target.path(), &[]);
    assert!(shown.starts_with("Instructions: none, CLAUDE.local.md is not there\nHooks: "), "{shown}");
    assert_eq!(shown.matches("  none\n").count(), 3, "{shown}");
}

#[test]
fn it_fits_on_a_screen() {
    let target = tempfile::tempdir().expect("a temporary folder");
    let skills = target.path().join(".claude/skills");
    fs_err::create_dir_all(&skills).expect("a folder");
    for number in 0..50 {
        fs_err::create_dir(skills.join(format!("skill-{number}"))).expect("a folder");
    }
    fs_err::write(target.path().join("CLAUDE.local.md"), "# A heading\n".repeat(50)).expect("a file");
    let hooks = "    \"Stop\": [\n  \"bash /x/a.sh\"\n".repeat(50);
    fs_err::write(target.path().join(".claude/settings.local.json"), hooks).expect("a file");
    let shown = show(target.path(), &["word"; 50]);
    assert!(shown.contains("  and 44 more\n"), "{shown}");
    assert!(shown.lines().count() <= 30, "{} lines\n{shown}", shown.lines().count());
}

/// A copy of the sample hub, in which the launcher can write.
fn sample_hub(root: &Path) -> PathBuf {
    let hub = root.join("hub");
    fs_err::create_dir_all(hub.join("demo")).expect("a folder");
    // Of the target only what is not written by a run.
    for name in ["launchers.kdl", "modules", "hooks", "skills", "persons", "demo/show.sh"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let status = Command::new("cp").arg("-R").arg(from).arg(hub.join(name)).status().expect("cp");
        assert!(status.success());
    }
    hub
}

fn assembly(hub: &Path, words: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_assembly"))
        .args(words)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", hub)
        .current_dir(hub)
        .output()
        .expect("the binary");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{words:?}\n{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn the_sample_hub_is_sound_and_its_persons_act() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let hub = sample_hub(root.path());
    let (_, said) = assembly(&hub, &["check", "--all"]);
    let known = ["assembly::machine::target-missing", "assembly::machine::cli-missing"];
    let found = said.lines().filter(|line| line.contains(" assembly::"));
    let unknown: Vec<&str> = found.filter(|line| !known.iter().any(|code| line.contains(code))).collect();
    assert!(unknown.is_empty(), "{said}");
    let (shown, _) = assembly(&hub, &["run", "demo-sh"]);
    assert!(
        shown.contains("joined from\n  # Identity\n  # What holds in every role\n  # Core behavior\n"),
        "{shown}"
    );
    assert!(shown.contains("  personality-grounded -> "), "{shown}");
    let (shown, _) = assembly(&hub, &["show", "myapp-mac-claude"]);
    assert!(shown.contains("  seat        claude: Opal (she/her)\n"), "{shown}");
}
