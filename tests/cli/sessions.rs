//! Sessions that are still running when somebody else comes to their target.

use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Invocation, Ran, World};
use crate::tmux::Server;

const CODE: &str = "assembly::plan::session-running:";

/// An agent that says when it is there and stays until it is ended.
const STAYS: &str = "#!/bin/sh\n: > \"$RECORD/here\"\nexec sleep 600\n";

/// Two launchers of one harness on one target, and one of another target.
fn world(agent: &str) -> World {
    let world = World::new();
    world.module("one.md", "# One\n").module("two.md", "# Two\n");
    world.write("bin/agent", agent).mode("bin/agent", 0o755);
    let launcher = |name: &str, target: &str, module: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"{target}\"\n    cli \"agent\" harness=\"claude\"\n    \
             modules \"{module}\"\n}}\n"
        )
    };
    world.manifest(
        &[
            launcher("a-agent", "../target", "one.md"),
            launcher("b-agent", "../target", "two.md"),
            launcher("c-agent", "../home", "two.md"),
        ]
        .concat(),
    );
    world
}

/// A session that ends with the test, and with it all that it started.
struct Running(Child);

impl Running {
    fn start(world: &World, name: &str) -> Self {
        Self::of(world, world.assembly(["run", name]))
    }

    fn of(world: &World, invocation: Invocation<'_>) -> Self {
        let mut command = invocation.into_command();
        command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let running = Self(command.spawn().unwrap());
        wait_for_the_agent(world);
        running
    }

    /// Ends the agent alone, at once.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        _ = std::process::Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status();
        _ = self.0.wait();
    }
}

fn wait_for_the_agent(world: &World) {
    let begin = Instant::now();
    while std::fs::remove_file(world.path("record/here")).is_err() {
        assert!(begin.elapsed() < Duration::from_secs(20), "no agent was started");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn hints(ran: &Ran) -> usize {
    ran.stderr.matches(CODE).count()
}

#[test]
fn whoever_comes_to_the_target_is_told_and_not_held_up() {
    let world = world(STAYS);
    let session = Running::start(&world, "a-agent");
    let said = [
        "a session that launcher `a-agent` started is still running in `[ROOT]/target`",
        "the target of `b-agent`",
        "a run replaces what it reads: end it first, or go on if that is meant",
    ];
    for arguments in [
        &["check"][..],
        &["plan", "b-agent"],
        &["run", "b-agent", "--dry-run"],
        &["run", "b-agent", "--no-launch"],
        // Nothing changes any more, and the session runs on.
        &["run", "b-agent", "--no-launch"],
        &["status"],
    ] {
        let ran = world.assembly(arguments).succeeds().says(&said);
        assert_eq!(hints(&ran), 1, "{ran}");
    }
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "# Two\n");
    drop(session);
    assert_eq!(hints(&world.assembly(["check"]).succeeds()), 0);
}

#[test]
fn those_it_does_not_concern_are_not_told() {
    let world = world(STAYS);
    let _session = Running::start(&world, "a-agent");
    // Its own launcher, also once more and beside itself, and another target.
    for name in ["a-agent", "c-agent"] {
        assert_eq!(hints(&world.assembly(["plan", name]).succeeds()), 0);
        assert_eq!(hints(&world.assembly(["run", name, "--no-launch"]).succeeds()), 0);
    }
    let _second = Running::start(&world, "a-agent");
    assert_eq!(hints(&world.assembly(["run", "a-agent", "--no-launch"]).succeeds()), 0);
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 1, "two sessions of one launcher");
}

#[test]
fn a_killed_session_leaves_nothing_that_is_believed() {
    let world = world(STAYS);
    let mut session = Running::start(&world, "a-agent");
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 1);
    session.kill();
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 0);
}

#[test]
fn a_session_lasts_as_long_as_any_of_its_processes() {
    let world = world("#!/bin/sh\nsleep 600 &\necho $! > \"$RECORD/child\"\n: > \"$RECORD/here\"\n");
    let mut session = Running::start(&world, "a-agent");
    assert!(session.0.wait().unwrap().success());
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 1);
    let child = std::fs::read_to_string(world.path("record/child")).unwrap();
    assert!(world.command("kill", ["-9", child.trim()]).status().unwrap().success());
    let begin = Instant::now();
    while hints(&world.assembly(["plan", "b-agent"]).succeeds()) > 0 {
        assert!(begin.elapsed() < Duration::from_secs(20), "the lock outlived its last process");
    }
}

#[test]
fn a_session_in_a_window_counts_as_well() {
    let world = world(STAYS);
    let server = Server::start(&world);
    let output = server.run(&["run", "a-agent"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    wait_for_the_agent(&world);
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 1);
    drop(server);
    let begin = Instant::now();
    while hints(&world.assembly(["plan", "b-agent"]).succeeds()) > 0 {
        assert!(begin.elapsed() < Duration::from_secs(20), "the window is gone and the session is not");
    }
}

#[test]
fn a_second_run_writes_nothing_for_it_and_a_read_only_target_is_no_hindrance() {
    let world = world(STAYS);
    world.assembly(["run", "a-agent", "--no-launch"]).succeeds();
    let before = world.snapshot();
    let sessions = world.target(".assembly/sessions");
    for folder in [&sessions, &world.target(".assembly"), &world.target("")] {
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o555)).unwrap();
    }
    let session = Running::start(&world, "a-agent");
    assert_eq!(hints(&world.assembly(["plan", "b-agent"]).succeeds()), 1);
    drop(session);
    for folder in [&world.target(""), &world.target(".assembly"), &sessions] {
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    assert_eq!(world.snapshot(), before);
}

#[test]
fn clean_says_it_and_takes_the_files_along() {
    let world = world(STAYS);
    let before = world.snapshot();
    let _session = Running::start(&world, "a-agent");
    world.assembly(["run", "b-agent", "--no-launch"]).succeeds();
    let said = ["launcher `a-agent` started is still running", "`clean` takes away what it reads"];
    for arguments in [&["clean", "b-agent", "--dry-run"][..], &["clean", "b-agent"]] {
        let ran = world.assembly(arguments).succeeds().says(&said);
        assert_eq!(hints(&ran), 1, "{ran}");
    }
    assert_eq!(world.snapshot(), before);
}

#[test]
fn what_came_with_the_target_is_neither_followed_nor_believed() {
    let world = world(STAYS);
    world.link("target/.assembly/sessions", world.path("home"));
    world
        .assembly(["run", "a-agent", "--no-launch"])
        .exits_with(1)
        .says(&["assembly::plan::state-folder", "`[ROOT]/target/.assembly/sessions` is a link"]);
    std::fs::remove_file(world.target(".assembly/sessions")).unwrap();
    world.write("target/.assembly/sessions/notes", "mine\n");
    world.assembly(["run", "a-agent", "--no-launch"]).succeeds();
    world.assembly(["clean", "a-agent"]).succeeds();
    assert_eq!(std::fs::read_to_string(world.target(".assembly/sessions/notes")).unwrap(), "mine\n");
}
