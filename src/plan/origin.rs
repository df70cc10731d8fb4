//! What the ledger remembers of the files that an artifact was made of: enough to say later why it would change.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::change::Action;
use super::declared::{CHANGED, Verdict};
use super::entry::Entry;
use super::written::Written;
use crate::diagnostic::{Place, SourceFile, listed_few};
use crate::digest::Digest;
use crate::harness::Artifact;

/// Why an artifact comes out differently that is made of no files, but of what the manifest says.
pub(super) const REDECLARED: &str = "what is declared for it changed";

/// A file that an artifact was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// As reports call it, like `modules/one.md`.
    pub(crate) name: String,
    pub(crate) sha256: Digest,
}

/// The same files as they are now.
fn origins(sources: &[(Arc<SourceFile>, Place)]) -> Vec<Origin> {
    let origin = |(file, _): &(Arc<SourceFile>, Place)| Origin {
        name: file.name().to_owned(),
        sha256: Digest::of(file.text().as_bytes()),
    };
    sources.iter().map(origin).collect()
}

/// What the artifact is made of. As long as nothing changes, what is recorded stays: hashing costs a start some time.
pub(super) fn origins_of(
    artifact: &Artifact,
    entry: Option<&Entry>,
    written: &Written,
    verdict: &mut Verdict,
) -> Vec<Origin> {
    let recorded = entry.map_or(&[][..], |entry| &entry.origins);
    if verdict.action == Action::Unchanged && entry.is_some_and(|entry| entry.written == *written) {
        return recorded.to_vec();
    }
    let now = origins(&artifact.sources);
    if verdict.reason == CHANGED {
        verdict.reason = why_stale(recorded, &now);
        verdict.drift.cause.clone_from(&verdict.reason);
    }
    now
}

/// Why an artifact comes out differently than from the files that it was made of.
fn why_stale(recorded: &[Origin], now: &[Origin]) -> String {
    match (recorded, now) {
        ([], []) => return REDECLARED.to_owned(),
        // Written before origins were remembered.
        ([], _) => return CHANGED.to_owned(),
        _ => {}
    }
    let names = |origins: &[Origin]| origins.iter().map(|origin| origin.name.clone()).collect::<Vec<_>>();
    let (before, after) = (names(recorded), names(now));
    let missing = |from: &[String], all: &[String]| -> Vec<String> {
        let all: BTreeSet<&String> = all.iter().collect();
        from.iter().filter(|name| !all.contains(name)).cloned().collect()
    };
    let is_changed = |origin: &&Origin| {
        let known = recorded.iter().find(|known| known.name == origin.name);
        known.is_some_and(|known| known.sha256 != origin.sha256)
    };
    let changed: Vec<String> = now.iter().filter(is_changed).map(|origin| origin.name.clone()).collect();
    let mut parts = Vec::new();
    for (names, of_one, of_many) in [
        (changed, "changed", "changed"),
        (missing(&after, &before), "is new in it", "are new in it"),
        (missing(&before, &after), "is no longer part of it", "are no longer part of it"),
    ] {
        if !names.is_empty() {
            let said = if names.len() == 1 { of_one } else { of_many };
            parts.push(format!("{} {said}", listed_few(names.iter())));
        }
    }
    match parts.as_slice() {
        [] if before == after => "the manifest changed".to_owned(),
        [] => "the manifest changed: its sources have another order".to_owned(),
        parts => parts.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<Origin> {
        let origin = |(name, text): &(&str, &str)| Origin {
            name: (*name).to_owned(),
            sha256: Digest::of(text.as_bytes()),
        };
        files.iter().map(origin).collect()
    }

    #[test]
    fn tells_a_changed_file_from_a_changed_manifest() {
        let (one, two) = (("modules/one.md", "1"), ("modules/two.md", "2"));
        for (recorded, now, said) in [
            (vec![], vec![], "what is declared for it changed"),
            (vec![], vec![one], "its sources changed"),
            (vec![one, two], vec![one, two], "the manifest changed"),
            (vec![one, two], vec![two, one], "the manifest changed: its sources have another order"),
            (vec![one, two], vec![one, ("modules/two.md", "3")], "`modules/two.md` changed"),
            (vec![one], vec![one, two], "`modules/two.md` is new in it"),
            (
                vec![one, two],
                vec![("modules/3.md", "3")],
                "`modules/3.md` is new in it; `modules/one.md`, `modules/two.md` are no longer part of it",
            ),
            (
                vec![one, two],
                vec![("modules/two.md", "3")],
                "`modules/two.md` changed; `modules/one.md` is no longer part of it",
            ),
        ] {
            assert_eq!(why_stale(&of(&recorded), &of(&now)), said);
        }
    }
}
