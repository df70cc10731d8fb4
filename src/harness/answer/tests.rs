//! What Claude Code makes of answers.

use super::HookAnswer;
use crate::diagnostic::{Diagnostic, Problems, SourceFile};
use crate::harness::for_name;

fn judge(event: &str, exit_code: i32, stdout: &str, stderr: &str) -> (String, Vec<Diagnostic>) {
    let answer = HookAnswer {
        exit_code,
        stdout: SourceFile::new("stdout", "stdout", stdout),
        is_whole: true,
        stderr_is_blank: stderr.is_empty(),
    };
    let mut problems = Problems::new();
    let effect = for_name("claude").judge(event, &answer, &mut problems);
    (effect, problems.into_iter().collect())
}

/// `code@quoted text` of each problem.
fn found(problems: &[Diagnostic]) -> Vec<String> {
    let tell = |problem: &Diagnostic| {
        assert!(problem.help.is_some(), "{problem:?}");
        let code = problem.code.name.trim_start_matches("assembly::hook::");
        match problem.labels.first() {
            Some(label) => format!("{code}@{}", label.place.text()),
            None => code.to_owned(),
        }
    };
    problems.iter().map(tell).collect()
}

#[track_caller]
fn expect(event: &str, exit_code: i32, stdout: &str, effect: &str, problems: &[&str]) {
    let (said, reported) = judge(event, exit_code, stdout, "why");
    assert_eq!(said, effect, "{stdout}");
    assert_eq!(found(&reported), problems, "{stdout}");
}

const GOES_ON: &str = "says nothing; the session goes on";

#[test]
fn silence_is_fine_but_where_a_path_is_asked_for() {
    for stdout in ["", "\n", " \t\r\n"] {
        expect("PreToolUse", 0, stdout, GOES_ON, &[]);
    }
    expect("Stop", 0, "{}", GOES_ON, &[]);
    expect("WorktreeCreate", 0, "", "fails: there is no path", &["answer-field-missing"]);
    expect("WorktreeCreate", 0, "/tmp/x\n", "goes on with that path", &[]);
    expect(
        "WorktreeCreate",
        0,
        "made it\n/tmp/x\n",
        "goes on with that path",
        &["answer-wrong-value@made it\n/tmp/x"],
    );
}

#[test]
fn text_goes_where_the_event_lets_it() {
    expect("UserPromptSubmit", 0, "remember\n", "the agent reads the text", &[]);
    expect("SessionStart", 0, "[1]", "the agent reads the text", &[]);
    let log = "writes text to the log; the session goes on";
    expect("PreToolUse", 0, "remember\n", log, &["text-unread@remember"]);
    expect("SessionEnd", 0, "bye", log, &["text-unread@bye"]);
    let endless = "ü".repeat(10_001);
    let (_, problems) = judge("UserPromptSubmit", 0, &endless, "");
    assert_eq!(problems[0].message, "the text has 10001 characters, and the agent reads the first 10000");
    assert_eq!(judge("UserPromptSubmit", 0, &endless[2..], "").1.len(), 0);
}

#[test]
fn exit_code_2_blocks_what_the_event_lets_it() {
    expect("PreToolUse", 2, "", "blocks the tool call", &[]);
    expect("UserPromptSubmit", 2, "", "blocks the prompt", &[]);
    expect("PostToolUse", 2, "", "blocks nothing; the agent reads what is on stderr", &[]);
    expect("SessionStart", 2, "", "blocks nothing; the user sees what is on stderr", &["blocks-nothing"]);
    expect("StopFailure", 2, "", "blocks nothing; it is ignored", &["blocks-nothing"]);
    expect("WorktreeCreate", 2, "", "fails the new worktree", &["failed"]);
    assert_eq!(found(&judge("PreToolUse", 2, "", "").1), ["no-reason"]);
}

#[test]
fn any_other_exit_code_blocks_nothing_and_nothing_is_read() {
    let fails = "fails; the session goes on as if it had said nothing";
    expect("PreToolUse", 1, "", fails, &["failed"]);
    let answer = r#"{"decision": "block"}"#;
    expect("PreToolUse", 127, answer, fails, &[&format!("answer-ignored@{answer}"), "failed"]);
    expect("PreToolUse", 2, answer, "blocks the tool call", &[&format!("answer-ignored@{answer}")]);
}

#[test]
fn what_begins_like_json_must_be_json() {
    let refused = "is no answer, and taken for text";
    expect("Stop", 0, "{\"decision\": \"block\"", refused, &["answer-no-json@\""]);
    expect("Stop", 0, "  {decision: 1}\n", refused, &["answer-no-json@decision: 1}"]);
    expect("Stop", 0, "{}\n{}\n", refused, &["answer-no-json@{}"]);
    expect("Stop", 0, "{\"reason\": \"a\nb\"}", refused, &["answer-no-json@b\"}"]);
    expect("Stop", 0, "{", refused, &["answer-no-json@{"]);
    let chatter = "welcome\n{\"continue\": false}\n";
    expect(
        "UserPromptSubmit",
        0,
        chatter,
        "the agent reads the text",
        &["answer-not-alone@{\"continue\": false}"],
    );
    expect("UserPromptSubmit", 0, "see\n{\"x\": 1}\n", "the agent reads the text", &[]);
}

#[test]
fn answers_do_what_they_say() {
    let specific = |event: &str, rest: &str| {
        format!(r#"{{"hookSpecificOutput": {{"hookEventName": "{event}", {rest}}}}}"#)
    };
    for (event, answer, effect) in [
        ("PreToolUse", specific("PreToolUse", r#""permissionDecision": "ask""#), "lets the user decide"),
        (
            "PreToolUse",
            specific("PreToolUse", r#""permissionDecision": "allow", "updatedInput": {}"#),
            "allows it",
        ),
        (
            "PermissionRequest",
            specific("PermissionRequest", r#""decision": {"behavior": "deny", "message": "no"}"#),
            "denies it",
        ),
        (
            "SessionStart",
            specific("SessionStart", r#""additionalContext": "x""#),
            "the agent reads additional context",
        ),
        (
            "MessageDisplay",
            specific("MessageDisplay", r#""displayContent": "x""#),
            "is taken; the session goes on",
        ),
        (
            "Stop",
            r#"{"decision": "block", "reason": "tests fail"}"#.to_owned(),
            "blocks the end of the turn: the agent goes on",
        ),
        (
            "PostToolUse",
            r#"{"decision": "block", "reason": "lint"}"#.to_owned(),
            "tells the agent the reason",
        ),
        ("Stop", r#"{"continue": false, "stopReason": "x"}"#.to_owned(), "stops the session"),
        ("Stop", r#"{"async": true, "asyncTimeout": 30}"#.to_owned(), "goes on in the background"),
        ("SessionEnd", r#"{"systemMessage": "bye"}"#.to_owned(), "the user sees a message"),
    ] {
        expect(event, 0, &answer, effect, &[]);
    }
}

#[test]
fn answers_for_another_event_are_refused() {
    let refused = "the answer is thrown away";
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "x"}}"#;
    expect("PreToolUse", 0, answer, refused, &["answer-for-other-event@\"hookEventName\""]);
    let answer = r#"{"hookSpecificOutput": {"additionalContext": "x"}}"#;
    expect("PreToolUse", 0, answer, refused, &["answer-field-missing@\"hookSpecificOutput\""]);
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "PreCompact"}}"#;
    expect("PreCompact", 0, answer, refused, &["answer-for-other-event@\"hookSpecificOutput\""]);
    let answer = r#"{"hookSpecificOutput": {"hookEventName": 1}}"#;
    expect("Stop", 0, answer, refused, &["answer-wrong-type@\"hookEventName\""]);
}

#[test]
fn every_field_is_checked_where_it_stands() {
    expect(
        "Stop",
        0,
        r#"{"continue": "false"}"#,
        "the answer is thrown away",
        &["answer-wrong-type@\"continue\""],
    );
    expect(
        "Stop",
        0,
        r#"{"decision": "deny", "reason": "x"}"#,
        "the answer is thrown away",
        &["answer-wrong-value@\"decision\""],
    );
    let answer = r#"{"contniue": 1, "hookSpecificOutput": []}"#;
    let codes = ["answer-unknown-field@\"contniue\"", "answer-wrong-type@\"hookSpecificOutput\""];
    expect("Stop", 0, answer, "the answer is thrown away", &codes);
    let answer = r#"{"reason": "\"decision\": {", "hookSpecificOutput": {"hookEventName": "PermissionRequest",
        "decision": {"behavior": "block", "message": 3}}}"#;
    let codes = ["answer-wrong-value@\"behavior\"", "answer-wrong-type@\"message\""];
    expect("PermissionRequest", 0, answer, "the answer is thrown away", &codes);
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "PermissionRequest"}}"#;
    expect(
        "PermissionRequest",
        0,
        answer,
        "the answer is thrown away",
        &["answer-field-missing@\"hookSpecificOutput\""],
    );
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": ["a", 1]}}"#;
    expect("SessionStart", 0, answer, "the answer is thrown away", &["answer-wrong-type@\"watchPaths\""]);
}

#[test]
fn a_wrong_value_names_the_right_one() {
    let help = |event: &str, answer: &str| judge(event, 0, answer, "").1[0].help.clone().unwrap();
    assert_eq!(help("Stop", r#"{"decision": "blok", "reason": "x"}"#), "did you mean `\"block\"`?");
    assert_eq!(help("Stop", r#"{"sistemMessage": "x"}"#), "did you mean `systemMessage`?");
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "block"}}"#;
    assert_eq!(help("PreToolUse", answer), "write one of `\"allow\"`, `\"deny\"`, `\"ask\"`, `\"defer\"`");
}

#[test]
fn decisions_that_do_nothing_are_reported() {
    let taken = "is taken; the session goes on";
    expect(
        "SessionStart",
        0,
        r#"{"decision": "block", "reason": "x"}"#,
        taken,
        &["blocks-nothing@\"decision\""],
    );
    let blocks = "blocks the end of the turn: the agent goes on";
    expect("Stop", 0, r#"{"decision": "block"}"#, blocks, &["no-reason@\"decision\""]);
    let answer = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}"#;
    expect("PreToolUse", 0, answer, "denies it", &["no-reason@\"permissionDecision\""]);
}
