//! What `.assembly` of a target says: it may have come with a repository, so it is not trusted.

use std::os::unix::fs::PermissionsExt;

use assembly::Digest;
use assembly::apply::{ApplyError, clean};
use assembly::diagnostic::Problems;
use assembly::plan::{backups, plan_removal};

use super::reported::reported;
use super::sandbox::Sandbox;

/// The ledger of the target that [`target`] makes.
const LEDGER: &[u8] = include_bytes!("../../../fuzz/seeds/ledger/copies-over-originals.json");

/// The user's own texts, and where they stand. The first two were set aside.
const TEXTS: [(&str, &str); 6] = [
    (
        ".assembly/backups/32afeabb1de2ff7245fbde0772c6da8fba757f917958dc0e6a6a29b5e0365a5b",
        "the first of the user\n",
    ),
    (".assembly/backups/folder-.claude-skills-b/mine", "the second of the user\n"),
    (
        ".gitignore",
        "# the third of the user\ndist\nCLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n",
    ),
    ("notes.md", "the fourth of the user\n"),
    (".claude/skills/a/notes.md", "the fifth of the user\n"),
    ("deep/folder/notes.md", "the sixth of the user\n"),
];

/// What was written, as the ledger has it.
const WRITTEN: [(&str, &str); 5] = [
    ("CLAUDE.local.md", "one\n"),
    (".claude/settings.local.json", "{\"hooks\": {}}\n"),
    (".claude/skills/a/SKILL.md", "---\nname: a\ndescription: Does.\n---\n\nDo it.\n"),
    (".claude/skills/b/SKILL.md", "---\nname: b\ndescription: Does.\n---\n\nDo it.\n"),
    (".claude/skills/b/run.sh", "#!/bin/sh\n"),
];

/// Any bytes are a ledger or refused; whatever it says, nothing of the user's goes that it does not call ours, and
/// nothing outside is touched.
pub fn ledger(bytes: &[u8]) {
    let sandbox = target();
    sandbox.write("target/.assembly/ledger.json", bytes);
    take_back(&sandbox, bytes);
}

/// Any bytes are a journal or set aside; the same holds.
pub fn journal(bytes: &[u8]) {
    let sandbox = target();
    sandbox.write("target/.assembly/ledger.json", LEDGER);
    sandbox.write("target/.assembly/journal.json", bytes);
    take_back(&sandbox, bytes);
}

/// A target after a run that took the place of files and a folder of the user's, and something outside.
fn target() -> Sandbox {
    let sandbox = Sandbox::new();
    for (path, text) in TEXTS.iter().chain(&WRITTEN) {
        sandbox.write(format!("target/{path}"), text.as_bytes());
    }
    sandbox.write("target/.assembly/.gitignore", b"*\n");
    sandbox.write("outside/secret", b"nobody's business\n");
    let script = sandbox.at("target/.claude/skills/b/run.sh");
    fs_err::set_permissions(script, PermissionsExt::from_mode(0o755)).unwrap();
    sandbox
}

fn take_back(sandbox: &Sandbox, said: &[u8]) {
    let folder = sandbox.at("target");
    let (before, outside) = (sandbox.tree("target"), sandbox.tree("outside"));
    let mut problems = Problems::new();
    _ = backups(&folder, &mut problems);
    _ = plan_removal(&folder, true, &|_| true, &mut problems);
    reported(&problems);
    assert_eq!(sandbox.tree("target"), before, "a plan wrote");
    let cleaned = clean(&folder, &mut |_| {});
    assert_eq!(sandbox.tree("outside"), outside, "something outside was written");
    let after = sandbox.tree("target");
    match cleaned {
        Ok(_) => {
            clean(&folder, &mut |_| {}).unwrap();
            assert_eq!(sandbox.tree("target"), after, "a second time changes something");
        }
        Err(ApplyError::Blocked(problems)) => {
            assert!(!problems.is_empty());
            reported(&problems);
            // The journal is finished before the ledger is looked at.
            let has_journal = before.iter().any(|line| line.starts_with(".assembly/journal.json"));
            assert!(has_journal || after == before, "refused, and written");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for (path, text) in TEXTS {
        let own = text.lines().next().unwrap();
        let is_there = after.iter().any(|line| line.contains(own));
        assert!(is_there || is_called_ours(said, text), "{path} is gone: {after:#?}");
    }
}

/// Whether a document names a text by its hash: what the ledger knows as ours may go.
fn is_called_ours(document: &[u8], text: &str) -> bool {
    let digest = Digest::of(text.as_bytes()).to_string();
    document.windows(digest.len()).any(|window| window.eq_ignore_ascii_case(digest.as_bytes()))
}
