//! On a terminal: the agent gets it whole, and reports are drawn.

use rexpect::process::WaitStatus;
use rexpect::session::spawn_command;

use crate::support::World;

const TIMEOUT: Option<u64> = Some(20_000);

#[test]
fn the_agent_has_the_whole_terminal_ctrl_c_and_its_exit_code() {
    let world = World::new();
    world.write(
        "bin/agent",
        "#!/bin/sh\ntrap 'echo interrupted' INT\ntest -t 0 && test -t 1 && test -t 2 && echo three terminals\n\
         read line\necho \"line: $line\"\nwhile ! read last; do :; done\nexit 7\n",
    );
    world.launcher("");
    let command = world.assembly(["run", "app-mac-agent"]).into_terminal_command();
    let mut session = spawn_command(command, TIMEOUT).unwrap();
    session.exp_string("three terminals").unwrap();
    session.send_line("hello").unwrap();
    session.exp_string("line: hello").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("interrupted").unwrap();
    session.send_line("").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait(), Ok(WaitStatus::Exited(_, 7))));
}

#[test]
fn problems_are_drawn_into_the_source() {
    let world = World::full();
    world.launcher("    modules \"on.md\"");
    let command = world.assembly(["check"]).env("TERM", "xterm-256color").into_terminal_command();
    let mut session = spawn_command(command, TIMEOUT).unwrap();
    // The session reads a character a byte.
    let bytes = session.exp_eof().unwrap().chars().map(|byte| u8::try_from(byte).unwrap()).collect();
    let drawn = String::from_utf8(bytes).unwrap();
    for part in ["assembly::module::missing", "\u{1b}[", "╭─[", "╰──", "did you mean"] {
        assert!(drawn.contains(part), "{part} is not in {drawn}");
    }
}
