//! What an answer in JSON does, in a sentence.

use serde_json::{Map, Value as Json};

use crate::harness::contract::{Contract, ExitTwo};
use crate::harness::layout::Layout;

/// The strongest thing that a sound answer does.
pub(super) fn meaning(layout: &Layout, contract: &Contract, document: &Map<String, Json>) -> String {
    let protocol = layout.protocol;
    let specific = document.get(protocol.specific).and_then(Json::as_object);
    let word = |name: &str| specific.and_then(|specific| specific.get(name)).and_then(Json::as_str);
    if document.get("async") == Some(&Json::Bool(true)) {
        return "goes on in the background".to_owned();
    }
    if document.get("continue") == Some(&Json::Bool(false)) {
        return "stops the session".to_owned();
    }
    let blocks = document.get(protocol.decision).and_then(Json::as_str) == Some("block");
    if blocks && contract.can_decide {
        return match contract.exit_2 {
            ExitTwo::Blocks(what) => format!("blocks {what}"),
            _ => "tells the agent the reason".to_owned(),
        };
    }
    let behavior =
        specific.and_then(|specific| specific.get("decision")).and_then(|decision| decision.get("behavior"));
    match word("permissionDecision").or(behavior.and_then(Json::as_str)) {
        Some("allow") => return "allows it".to_owned(),
        Some("deny") => return "denies it".to_owned(),
        Some("ask") => return "lets the user decide".to_owned(),
        Some("defer") => return "defers it".to_owned(),
        _ => {}
    }
    if word("additionalContext").is_some_and(|text| !text.trim().is_empty()) {
        return "the agent reads additional context".to_owned();
    }
    if document.get("systemMessage").and_then(Json::as_str).is_some_and(|text| !text.is_empty()) {
        return "the user sees a message".to_owned();
    }
    let does = if document.is_empty() { "says nothing" } else { "is taken" };
    format!("{does}; the session goes on")
}
