//! A bundle with ten skills, and the means to damage it.

use std::path::{Path, PathBuf};

use assembly::bundle::{
    Decision, Draft, DraftSkill, DraftSource, DraftText, Finding, Outcome, PartKind, verify,
};
use assembly::hub::SkillFile;
use assembly::manifest::Delivery;
use assembly::person::{Color, Identity, IdentityPersonality, IdentitySeat, meld};
use tempfile::TempDir;

use crate::binary::tree_of;

/// Skills of the sample: the first eight of the hub, two of a source with a name that has to be encoded.
pub(crate) const SKILLS: usize = 10;

/// A person, two modules, ten skills with scripts, and files of all kinds.
pub(crate) fn draft(delivery: Delivery) -> Draft {
    let skills: Vec<DraftSkill> = (0..SKILLS).map(skill).collect();
    let mut decisions: Vec<Decision> =
        skills.iter().map(|skill| decision(&skill.name, "skill", &skill.source, Outcome::Selected)).collect();
    decisions.push(decision("core.md", "module", "hub", Outcome::Selected));
    decisions.push(decision("review", "skill", "team/eu", Outcome::Shadowed));
    decisions.push(decision("old", "skill", "hub", Outcome::Selected));
    decisions.push(decision("old", "skill", "hub", Outcome::Excluded));
    let text = |kind, source: &str, name: &str, text: &str| DraftText {
        kind,
        source: source.to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let source = |name: &str, required, found| DraftSource { name: name.to_owned(), required, found };
    Draft {
        delivery,
        identity: Some(("hub".to_owned(), identity())),
        texts: vec![
            text(PartKind::Invariant, "hub", "sam", "Say what you know.\r\n"),
            text(PartKind::Module, "hub", "core.md", "# Core\n\nSee `{{ASSEMBLY_DIR}}` and `{{HOME}}`.\n"),
            text(PartKind::Module, "team/eu", "naïve.md", "# Without a final newline"),
        ],
        skills,
        decisions,
        sources: vec![source("hub", true, true), source("team/eu", true, true), source("away", false, false)],
    }
}

fn identity() -> Identity {
    let colors = ["#d98e48", "#5fa87a"].map(|color| Color::parse(color).unwrap());
    let personality = |name: &str, color: Color| IdentityPersonality {
        name: name.to_owned(),
        skill: format!("personality-{name}"),
        color,
    };
    Identity {
        person: "sam".to_owned(),
        role: "backend".to_owned(),
        purpose: Some("Builds the services\u{7f} that everything else stands on.".to_owned()),
        skill: "role-backend".to_owned(),
        seat: Some(IdentitySeat {
            key: "claude".to_owned(),
            name: "Opal".to_owned(),
            pronouns: Some("she/her".to_owned()),
        }),
        favourite: meld(&colors),
        personalities: vec![personality("tenacious", colors[0]), personality("grounded", colors[1])],
    }
}

fn skill(number: usize) -> DraftSkill {
    let (source, name) = (if number < 8 { "hub" } else { "team/eu" }, format!("skill-{number}"));
    let file = |path: &str, bytes: &[u8], executable| SkillFile {
        path: path.to_owned(),
        bytes: bytes.to_vec(),
        executable,
    };
    let text =
        format!("---\nname: {name}\ndescription: What {name} does.\n---\n\nDo the {number}th thing.\n");
    let files = vec![
        file("SKILL.md", text.as_bytes(), false),
        file("scripts/run.sh", b"#!/bin/sh\nexit 0\n", true),
        file("assets/empty", b"", false),
        file("assets/größe.bin", &[0, 13, 10, 255], false),
    ];
    DraftSkill { source: source.to_owned(), name, files }
}

fn decision(subject: &str, kind: &str, source: &str, outcome: Outcome) -> Decision {
    Decision {
        subject: subject.to_owned(),
        kind: kind.to_owned(),
        source: source.to_owned(),
        outcome,
        reason: "listed by launcher `app`".to_owned(),
    }
}

/// A bundle on disk.
pub(crate) struct Bundle {
    _root: TempDir,
    pub(crate) path: PathBuf,
}

impl Bundle {
    pub(crate) fn of(draft: Draft) -> Self {
        Self::made_by(|path| {
            std::fs::create_dir(path).unwrap();
            draft.tree().unwrap().write(path).unwrap();
        })
    }

    /// What something makes at a path.
    pub(crate) fn made_by(make: impl FnOnce(&Path)) -> Self {
        let root = TempDir::new().unwrap();
        let path = root.path().join("bundle");
        make(&path);
        Self { _root: root, path }
    }

    pub(crate) fn sample(delivery: Delivery) -> Self {
        Self::of(draft(delivery))
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path.join(path)
    }

    /// Everything in it.
    pub(crate) fn fingerprint(&self) -> Vec<(String, u32, Vec<u8>)> {
        tree_of(&self.path)
    }

    /// What is wrong with it; each comes with a way to mend it.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let findings = verify(&self.path).err().unwrap_or_default();
        assert!(findings.iter().all(|finding| finding.help.is_some()), "{findings:?}");
        findings
    }
}

/// That something is said about a path, and of a document about one of its values.
#[track_caller]
pub(crate) fn assert_found(findings: &[Finding], code: &str, path: &str, pointer: Option<&str>, what: &str) {
    let code = format!("assembly::bundle::{code}");
    let is_it = |found: &Finding| {
        found.code.name == code
            && found.path == path
            && pointer.is_none_or(|pointer| found.pointer.as_deref() == Some(pointer))
    };
    assert!(findings.iter().any(is_it), "{what}: no {code} at {path} {pointer:?} in {findings:#?}");
}

/// The lines of a table; two spaces stand between columns.
pub(crate) fn rows<const COLUMNS: usize>(table: &str) -> Vec<[&str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let columns = |line| -> Vec<&str> {
        str::split(line, "  ").map(str::trim).filter(|column| !column.is_empty()).collect()
    };
    lines.map(|line| columns(line).try_into().unwrap()).collect()
}
