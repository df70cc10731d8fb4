//! The trace against the manifest: which skills were selected, and what each source contributes.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::bundle::format::{MANIFEST, TRACE};
use crate::bundle::{Finding, Manifest, Outcome, PartKind, SourceReport, Trace, codes, tokens};
use crate::skill::SKILL_FILE;

/// Everything in which the trace does not agree with the manifest.
pub(in crate::bundle) fn check(manifest: &Manifest, trace: &Trace) -> Vec<Finding> {
    let mut findings = Vec::new();
    skills(manifest, trace, &mut findings);
    budgets(manifest, trace, &mut findings);
    findings
}

fn skills(manifest: &Manifest, trace: &Trace, findings: &mut Vec<Finding>) {
    let mut selected: BTreeSet<(&str, &str)> = BTreeSet::new();
    for decision in trace.decisions.iter().filter(|decision| decision.kind == "skill") {
        let skill = (decision.source.as_str(), decision.subject.as_str());
        match decision.outcome {
            Outcome::Selected => _ = selected.insert(skill),
            Outcome::Excluded => _ = selected.remove(&skill),
            Outcome::Shadowed | Outcome::Delivered => {}
        }
    }
    let listed: BTreeSet<(&str, &str)> =
        manifest.skills.iter().map(|skill| (skill.source.as_str(), skill.name.as_str())).collect();
    for (source, name) in selected.difference(&listed) {
        let message = format!("skill `{name}` of {source} was selected, and `{MANIFEST}` does not list it");
        findings.push(Finding::new(&codes::SELECTION, MANIFEST, message));
    }
    for (source, name) in listed.difference(&selected) {
        let message = format!("`{MANIFEST}` lists skill `{name}` of {source}, which was not selected");
        findings.push(Finding::new(&codes::SELECTION, TRACE, message));
    }
}

fn budgets(manifest: &Manifest, trace: &Trace, findings: &mut Vec<Finding>) {
    let mut counted = counted(manifest);
    let mut known = HashSet::new();
    for (index, stated) in trace.sources.iter().enumerate() {
        let source = stated.source.as_str();
        let mut report = |key: &str, fact: &str| {
            let pointer = format!("/sources/{index}/{key}");
            findings.push(Finding::at(&codes::BUDGET, TRACE, pointer, fact));
        };
        if !known.insert(source) {
            report("source", &format!("is `{source}` a second time"));
            continue;
        }
        let Budget { modules, skills, bytes } = counted.remove(source).unwrap_or_default();
        if !stated.found && (modules, skills, bytes) != (0, 0, 0) {
            report("found", &format!("is false, and something of {source} takes part"));
        }
        if !stated.found && stated.required {
            report("found", &format!("is false, and {source} is required"));
        }
        for (key, number, expected) in [
            ("modules", stated.modules, modules),
            ("skills", stated.skills, skills),
            ("bytes", stated.bytes, bytes),
            ("tokens", stated.tokens, tokens(bytes)),
        ] {
            if number != expected {
                report(key, &format!("is {number}, and must be {expected}"));
            }
        }
    }
    let mut unreported: Vec<&str> = counted.into_keys().collect();
    unreported.sort_unstable();
    for source in unreported {
        let fact = format!("has no report of {source}, of which something takes part");
        findings.push(Finding::at(&codes::BUDGET, TRACE, "/sources", &fact));
    }
}

#[derive(Default)]
struct Budget {
    modules: u64,
    skills: u64,
    bytes: u64,
}

/// What each source contributes, by the manifest.
fn counted(manifest: &Manifest) -> HashMap<&str, Budget> {
    let mut budgets: HashMap<&str, Budget> = HashMap::new();
    for part in manifest.instructions.iter().filter(|part| part.kind != PartKind::Identity) {
        let budget = budgets.entry(&part.source).or_default();
        budget.modules += u64::from(part.kind == PartKind::Module);
        budget.bytes = budget.bytes.saturating_add(part.bytes);
    }
    let sizes: HashMap<&str, u64> =
        manifest.files.iter().map(|file| (file.path.as_str(), file.size)).collect();
    for skill in &manifest.skills {
        let budget = budgets.entry(&skill.source).or_default();
        let size = sizes.get(format!("{}/{SKILL_FILE}", skill.path).as_str());
        budget.skills += 1;
        budget.bytes = budget.bytes.saturating_add(size.copied().unwrap_or_default());
    }
    budgets
}

/// The report of a source whose contribution the manifest tells.
pub(in crate::bundle) fn report(
    manifest: &Manifest,
    sources: impl Iterator<Item = (String, bool, bool)>,
) -> Vec<SourceReport> {
    let mut counted = counted(manifest);
    sources
        .map(|(source, required, found)| {
            let Budget { modules, skills, bytes } = counted.remove(source.as_str()).unwrap_or_default();
            SourceReport { source, required, found, modules, skills, bytes, tokens: tokens(bytes) }
        })
        .collect()
}
