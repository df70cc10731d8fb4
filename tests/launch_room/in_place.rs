//! Outside tmux the process becomes the agent.

use std::os::unix::process::ExitStatusExt;
use std::process::Output;

use assembly::launch::Session;

use crate::agent::{Agent, entries, executable, hard_variables, hard_words};
use crate::stand_in::becoming;

fn run(session: &Session) -> Output {
    let folder = tempfile::tempdir().unwrap();
    becoming(session, &folder.path().join("session")).output().unwrap()
}

fn shell(script: &str) -> Session {
    Session {
        program: "/bin/sh".into(),
        argv0: "as-declared".into(),
        arguments: vec!["-c".into(), script.into()],
        directory: "/".into(),
        environment: Vec::new(),
        lock: None,
    }
}

#[test]
fn words_variables_and_directory_arrive() {
    let agent = Agent::new();
    let mut session = agent.session(&hard_words(), "target; #{x} ü");
    session.environment = hard_variables();
    let output = run(&session);
    assert!(output.status.success(), "{output:?}");
    let started = agent.record();
    assert_eq!(started.words, session.arguments);
    assert_eq!(started.directory, session.directory);
    if cfg!(target_os = "linux") {
        assert_eq!(started.environment, entries(&session.environment), "nothing more, nothing less");
    }
    assert_eq!(started.variable("OF_THE_CALLER"), None);
}

#[test]
fn no_words_are_no_words() {
    let agent = Agent::new();
    assert!(run(&agent.session(&[], "target")).status.success());
    assert!(agent.record().words.is_empty());
}

#[test]
fn the_exit_code_and_the_signal_are_the_agents_own() {
    assert_eq!(run(&shell("exit 42")).status.code(), Some(42));
    assert_eq!(run(&shell("kill -9 $$")).status.signal(), Some(9));
    // Rust ignores SIGPIPE; an agent that inherited that would see failing writes instead.
    assert_eq!(run(&shell("kill -13 $$")).status.signal(), Some(13));
}

#[test]
fn the_agent_is_told_its_name_as_declared() {
    let output = run(&shell("printf %s \"$0\" >&2"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "as-declared");
}

#[test]
fn a_script_without_a_first_line_is_run_by_the_shell() {
    let agent = Agent::new();
    let mut session = agent.session(&["x y".into()], "target");
    session.program = session.directory.join("plain");
    executable(&session.program, "test \"$1\" = 'x y' && exit 7\n");
    assert_eq!(run(&session).status.code(), Some(7));
}

#[test]
fn what_cannot_start_has_the_exit_codes_of_a_shell() {
    let mut missing = shell("");
    missing.program = "/nowhere/agent".into();
    assert_eq!(run(&missing).status.code(), Some(127));
    missing.program = "/dev/null".into();
    assert_eq!(run(&missing).status.code(), Some(126));
}
