//! What Claude Code and its hooks say to each other at each event.
//!
//! Documented for 2.1.240 and read from the types of 2.1.332. A sample is a call as it comes in a session in which
//! nothing is wrong; `{cwd}` in it stands for the project, `{transcript}` for the transcript.

use super::answers::ANSWER;
use super::session_events::SESSION_EVENTS;
use super::tool_events::TOOL_EVENTS;
use super::tool_samples::TOOL_SAMPLES;
use super::turn_events::TURN_EVENTS;
use crate::harness::contract::{Contract, ExitTwo, Protocol, Text};

pub(super) static PROTOCOL: Protocol = Protocol {
    contracts: &[TOOL_EVENTS, TURN_EVENTS, SESSION_EVENTS],
    common: r#"{"session_id": "{session}", "transcript_path": "{transcript}", "cwd": "{cwd}", "permission_mode": "default", "hook_event_name": "{event}"}"#,
    answer: ANSWER,
    tools: TOOL_SAMPLES,
    specific: "hookSpecificOutput",
    event_name: "hookEventName",
    decision: "decision",
    longest_text: 10_000,
    variables: &[("CLAUDECODE", "1"), ("CLAUDE_CODE_ENTRYPOINT", "cli")],
    project_variable: "CLAUDE_PROJECT_DIR",
    session_variable: "CLAUDE_CODE_SESSION_ID",
    variables_file: "CLAUDE_ENV_FILE",
};

/// What holds for most events.
pub(super) const USUAL: Contract = Contract {
    event: "",
    sample: "{}",
    matched: None,
    timeout: 600.0,
    text: Text::Log,
    exit_2: ExitTwo::ToldUser,
    can_decide: false,
    specific: None,
    takes_variables: false,
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::PROTOCOL;
    use crate::harness::claude::events::{EVENTS, TOOLS};
    use crate::harness::layout::Matcher;

    #[test]
    fn every_event_has_a_contract_whose_sample_holds_what_its_matcher_is_compared_with() {
        for event in EVENTS {
            let contract = PROTOCOL.contract(event.name).unwrap();
            let sample: Value = serde_json::from_str(contract.sample).unwrap();
            assert_eq!(contract.matched.is_some(), event.matcher != Matcher::None, "{}", event.name);
            let matched = contract.matched.map(|field| sample[field].as_str().unwrap());
            if let Matcher::OneOf(words) = event.matcher {
                assert!(words.contains(&matched.unwrap()), "{}", event.name);
            }
        }
        assert_eq!(PROTOCOL.contracts.iter().map(|part| part.len()).sum::<usize>(), EVENTS.len());
    }

    #[test]
    fn every_tool_has_a_sample() {
        for tool in TOOLS {
            let sample = PROTOCOL.tools.iter().find(|sample| sample.tool == *tool).unwrap();
            assert!(serde_json::from_str::<Value>(sample.input).unwrap().is_object(), "{tool}");
        }
    }
}
