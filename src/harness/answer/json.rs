//! Answers in JSON.

use serde_json::{Map, Value as Json};

use super::HookAnswer;
use super::fields::{Site, check_fields};
use super::meaning::meaning;
use super::text::check_length;
use crate::diagnostic::{Class, Diagnostic, Place, Problems, offset_of};
use crate::harness::codes;
use crate::harness::contract::{AnswerField, AnswerKind, Contract};
use crate::harness::layout::Layout;

/// What the CLI does with the document.
pub(super) fn judge(
    layout: &Layout,
    contract: &Contract,
    answer: &HookAnswer,
    problems: &mut Problems,
) -> String {
    if !answer.is_whole {
        // Who prints that much, or what is no text, is told so where it was heard.
        return "the answer could not be read to its end".to_owned();
    }
    let document = match serde_json::from_str::<Map<String, Json>>(answer.text()) {
        Ok(document) => document,
        Err(error) => {
            problems.push(no_json(layout, answer, &error));
            return "is no answer, and taken for text".to_owned();
        }
    };
    let mut found = Problems::new();
    let site = Site { answer, path: Vec::new(), of: "answers".to_owned() };
    check_fields(layout.protocol.answer, &document, &site, &mut found);
    check_specific(layout, contract, &document, answer, &mut found);
    check_effect(layout, contract, &document, answer, &mut found);
    let refused = found.iter().any(|problem| problem.class == Class::Stop);
    problems.extend(found);
    if refused { "the answer is thrown away".to_owned() } else { meaning(layout, contract, &document) }
}

fn no_json(layout: &Layout, answer: &HookAnswer, error: &serde_json::Error) -> Diagnostic {
    let whole = answer.place();
    let at = whole.span.start + offset_of(answer.text(), error.line(), error.column());
    // The words of the error end with the place, which the label says.
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or(&words);
    let end = whole.span.end.max(at);
    Diagnostic::new(&codes::ANSWER_NO_JSON, "the answer begins with `{` and is no JSON document")
        .label(&Place::new(&answer.stdout, at.min(end.saturating_sub(1))..end), words.to_owned())
        .help(format!(
            "print one JSON document and nothing else, quoted by `jq -n --arg`: {} takes this for text",
            layout.title
        ))
}

/// The part of the answer that belongs to the event.
fn check_specific(
    layout: &Layout,
    contract: &Contract,
    document: &Map<String, Json>,
    answer: &HookAnswer,
    problems: &mut Problems,
) {
    let protocol = layout.protocol;
    let (name, event) = (protocol.specific, contract.event);
    let Some(Json::Object(specific)) = document.get(name) else { return };
    let place = |path: &[&str]| answer.place_of(path);
    let help = format!("write `\"{}\": \"{event}\"` in it", protocol.event_name);
    let Some(fields) = contract.specific else {
        problems.push(
            Diagnostic::new(&codes::ANSWER_OTHER_EVENT, format!("`{event}` takes no `{name}`"))
                .label(&place(&[name]), "the whole answer is refused for it")
                .help(format!("remove `{name}`")),
        );
        return;
    };
    match specific.get(protocol.event_name).map(Json::as_str) {
        Some(Some(named)) if named == event => {}
        Some(Some(named)) => problems.push(
            Diagnostic::new(
                &codes::ANSWER_OTHER_EVENT,
                format!("the answer is for `{named}`, and the event is `{event}`"),
            )
            .label(&place(&[name, protocol.event_name]), "another event")
            .help(help),
        ),
        // Said of its type below.
        Some(None) => {}
        None => problems.push(
            Diagnostic::new(
                &codes::ANSWER_FIELD_MISSING,
                format!("`{name}` does not say its event: there is no `{}`", protocol.event_name),
            )
            .label(&place(&[name]), format!("no `{}` in it", protocol.event_name))
            .help(help),
        ),
    }
    let named = AnswerField::optional(protocol.event_name, AnswerKind::Text);
    let fields: Vec<AnswerField> = std::iter::once(named).chain(fields.iter().copied()).collect();
    let site = Site { answer, path: vec![name], of: format!("answers to `{event}`") };
    check_fields(&fields, specific, &site, problems);
    if let Some(text) = specific.get("additionalContext").and_then(Json::as_str) {
        check_length(protocol, text, &place(&[name, "additionalContext"]), problems);
    }
}

/// Decisions that do nothing, or say nothing.
fn check_effect(
    layout: &Layout,
    contract: &Contract,
    document: &Map<String, Json>,
    answer: &HookAnswer,
    problems: &mut Problems,
) {
    let protocol = layout.protocol;
    let place = |path: &[&str]| answer.place_of(path);
    let text = |map: &Map<String, Json>, name: &str| map.get(name).and_then(Json::as_str).map(str::to_owned);
    let no_reason = |path: &[&str], reason: &str| {
        Diagnostic::new(&codes::NO_REASON, "the answer blocks without a reason")
            .label(&place(path), "blocks")
            .help(format!("add `\"{reason}\": \"…\"` beside it"))
    };
    let decision = document.contains_key(protocol.decision);
    if decision && !contract.can_decide {
        problems.push(
            Diagnostic::new(
                &codes::BLOCKS_NOTHING,
                format!("`{}` does nothing at `{}`", protocol.decision, contract.event),
            )
            .label(&place(&[protocol.decision]), "ignored here")
            .help(format!("remove `{}`", protocol.decision)),
        );
    } else if text(document, protocol.decision).as_deref() == Some("block")
        && !document.contains_key("reason")
    {
        problems.push(no_reason(&[protocol.decision], "reason"));
    }
    if let Some(Json::Object(specific)) = document.get(protocol.specific)
        && text(specific, "permissionDecision").as_deref() == Some("deny")
        && !specific.contains_key("permissionDecisionReason")
    {
        problems.push(no_reason(&[protocol.specific, "permissionDecision"], "permissionDecisionReason"));
    }
}
