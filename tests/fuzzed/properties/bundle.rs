//! The two documents of a bundle, `manifest.json` and `trace.json`.

use std::sync::OnceLock;

use assembly::Digest;
use assembly::bundle::{
    Decision, Draft, DraftSkill, DraftSource, DraftText, Finding, MANIFEST, Outcome, PartKind, TRACE, Tree,
    differences, export, import, verify,
};
use assembly::hub::SkillFile;
use assembly::manifest::Delivery;
use assembly::person::{Color, Identity, IdentityPersonality, meld};
use serde_json::{Value, json};

use super::reported::reported;
use super::sandbox::Sandbox;

/// Any bytes are the manifest of a bundle that is sound, or there are findings.
pub fn bundle(bytes: &[u8]) {
    let sandbox = sample();
    sandbox.write(format!("bundle/{MANIFEST}"), bytes);
    check(&sandbox);
}

/// The same for the trace, of which the manifest has the hash.
pub fn trace(bytes: &[u8]) {
    let sandbox = sample();
    sandbox.write(format!("bundle/{TRACE}"), bytes);
    seal(&sandbox, bytes);
    check(&sandbox);
}

/// What each property is about in the bundle that all of them begin with, by the name of its target.
pub fn bundle_samples() -> [(&'static str, Vec<u8>); 3] {
    let sandbox = sample();
    export(&sandbox.at("bundle"), &sandbox.at("archive"), false).unwrap();
    let read = |path: String| fs_err::read(sandbox.at(path)).unwrap();
    [
        ("archive", read("archive".to_owned())),
        ("bundle", read(format!("bundle/{MANIFEST}"))),
        ("trace", read(format!("bundle/{TRACE}"))),
    ]
}

fn sample() -> Sandbox {
    static TREE: OnceLock<Tree> = OnceLock::new();
    let sandbox = Sandbox::new();
    fs_err::create_dir(sandbox.at("bundle")).unwrap();
    TREE.get_or_init(|| draft().tree().unwrap()).write(&sandbox.at("bundle")).unwrap();
    sandbox
}

/// Says the same twice; and what is sound comes out of an archive as it went in.
fn check(sandbox: &Sandbox) {
    let folder = sandbox.at("bundle");
    let before = sandbox.tree("bundle");
    match verify(&folder) {
        Err(findings) => {
            let told = told(&findings);
            assert_eq!(verify(&folder).err().map(|findings| self::told(&findings)), Some(told));
        }
        Ok(verified) => {
            assert!(differences(&verified, &verified).is_empty());
            export(&folder, &sandbox.at("archive"), false).unwrap();
            import(&sandbox.at("archive"), &sandbox.at("again")).unwrap();
            assert_eq!(sandbox.tree("again"), before, "an archive is the bundle");
        }
    }
    assert_eq!(sandbox.tree("bundle"), before, "verifying only reads");
}

fn told(findings: &[Finding]) -> String {
    assert!(!findings.is_empty());
    let diagnostics: Vec<_> = findings.iter().map(Finding::diagnostic).collect();
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.help.is_some()), "{findings:?}");
    format!("{}{findings:?}", reported(&diagnostics))
}

/// Makes the manifest agree with the trace, so that it is looked into.
fn seal(sandbox: &Sandbox, trace: &[u8]) {
    let path = sandbox.at("bundle").join(MANIFEST);
    let mut manifest: Value = serde_json::from_slice(&fs_err::read(&path).unwrap()).unwrap();
    let files = manifest["files"].as_array_mut().unwrap();
    let file = files.iter_mut().find(|file| file["path"] == TRACE).unwrap();
    file["size"] = json!(trace.len());
    file["sha256"] = json!(Digest::of(trace).to_string());
    let mut hashed = manifest.clone();
    hashed.as_object_mut().unwrap().remove("digest");
    hashed.sort_all_objects();
    manifest["digest"] = json!(format!("sha256:{}", Digest::of(hashed.to_string().as_bytes())));
    fs_err::write(path, format!("{manifest:#}\n")).unwrap();
}

/// A person, an invariant, a module and a skill: every key of both documents is there.
fn draft() -> Draft {
    let colors = ["#d98e48", "#5fa87a"].map(|color| Color::parse(color).unwrap());
    let personality = |name: &str, color: Color| IdentityPersonality {
        name: name.to_owned(),
        skill: format!("personality-{name}"),
        color,
    };
    let identity = Identity {
        person: "sam".to_owned(),
        role: "backend".to_owned(),
        purpose: None,
        skill: "role-backend".to_owned(),
        seat: None,
        favourite: meld(&colors),
        personalities: vec![personality("tenacious", colors[0]), personality("grounded", colors[1])],
    };
    let text = |kind, name: &str, text: &str| DraftText {
        kind,
        source: "hub".to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let skill = "---\nname: review\ndescription: Reviews.\n---\n\nRead it.\n";
    let files = vec![SkillFile { path: "SKILL.md".to_owned(), bytes: skill.into(), executable: false }];
    let decision = |subject: &str, kind: &str, outcome| Decision {
        subject: subject.to_owned(),
        kind: kind.to_owned(),
        source: "hub".to_owned(),
        outcome,
        reason: "listed by launcher `app`".to_owned(),
    };
    Draft {
        delivery: Delivery::Native,
        identity: Some(("hub".to_owned(), identity)),
        texts: vec![
            text(PartKind::Invariant, "sam", "Say what you know.\n"),
            text(PartKind::Module, "core.md", "# Core\n\nSee `{{HOME}}`.\n"),
        ],
        skills: vec![DraftSkill { source: "hub".to_owned(), name: "review".to_owned(), files }],
        decisions: vec![
            decision("core.md", "module", Outcome::Selected),
            decision("review", "skill", Outcome::Selected),
            decision("old", "skill", Outcome::Excluded),
        ],
        sources: vec![DraftSource { name: "hub".to_owned(), required: true, found: true }],
    }
}
