//! Answers that are no JSON, and mean to be none.

use serde_json::Value as Json;

use super::HookAnswer;
use crate::diagnostic::{Diagnostic, Place, Problems};
use crate::harness::codes;
use crate::harness::contract::{Contract, Protocol, Text};
use crate::harness::layout::Layout;

/// What becomes of text.
pub(super) fn judge(
    layout: &Layout,
    contract: &Contract,
    answer: &HookAnswer,
    problems: &mut Problems,
) -> String {
    let protocol = layout.protocol;
    problems.extend(json_behind_text(layout, answer));
    match contract.text {
        Text::Context => {
            check_length(protocol, answer.text(), &answer.place(), problems);
            "the agent reads the text".to_owned()
        }
        Text::Path => {
            if answer.text().contains('\n') || !answer.text().starts_with('/') {
                problems.push(
                    Diagnostic::new(
                        &codes::ANSWER_WRONG_VALUE,
                        format!("a hook of `{}` must print one absolute path", contract.event),
                    )
                    .label(&answer.place(), "not one path that begins with `/`")
                    .help("write everything else to stderr"),
                );
            }
            "goes on with that path".to_owned()
        }
        Text::Log => {
            problems.push(
                Diagnostic::new(&codes::TEXT_UNREAD, format!("the agent does not read text at `{}`", contract.event))
                    .label(&answer.place(), "only in the log")
                    .help(match contract.specific {
                        Some(fields) if fields.iter().any(|field| field.name == "additionalContext") => {
                            let (specific, name) = (protocol.specific, protocol.event_name);
                            let event = contract.event;
                            format!(
                                r#"to tell the agent, print `{{"{specific}": {{"{name}": "{event}", "additionalContext": "…"}}}}`"#
                            )
                        }
                        _ => "to tell the user, print `{\"systemMessage\": \"…\"}`".to_owned(),
                    }),
            );
            "writes text to the log; the session goes on".to_owned()
        }
    }
}

/// A text for the agent that is so long that the CLI cuts it.
pub(super) fn check_length(protocol: &Protocol, text: &str, place: &Place, problems: &mut Problems) {
    let (length, longest) = (text.chars().count(), protocol.longest_text);
    if length > longest {
        problems.push(
            Diagnostic::new(
                &codes::TEXT_TOO_LONG,
                format!("the text has {length} characters, and the agent reads the first {longest}"),
            )
            .label(place, "too long")
            .help("say less, and name the file where the rest stands"),
        );
    }
}

/// A line of chatter before the document, as a shell's profile prints it, makes text of all.
fn json_behind_text(layout: &Layout, answer: &HookAnswer) -> Option<Diagnostic> {
    let text = answer.stdout.text();
    let start = text.match_indices("\n{").map(|(at, _)| at + 1).find(|at| {
        let document = serde_json::from_str::<Json>(text[*at..].trim());
        let known = |name: &String| layout.protocol.answer.iter().any(|field| field.name == name);
        document.is_ok_and(|document| document.as_object().is_some_and(|map| map.keys().any(known)))
    })?;
    Some(
        Diagnostic::new(
            &codes::ANSWER_NOT_ALONE,
            "the answer in JSON is not read, since text stands before it",
        )
        .label(&Place::new(&answer.stdout, start..text.trim_end().len()), "this answer")
        .label(&Place::new(&answer.stdout, 0..text[..start].trim_end().len()), "this makes text of all")
        .help("print nothing else on stdout; `>&2` sends a line to stderr"),
    )
}
