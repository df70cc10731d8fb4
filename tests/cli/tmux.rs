//! A real tmux server on its own socket.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::support::{BINARY, World};

/// A server that ends with the test.
pub(crate) struct Server<'a> {
    world: &'a World,
    socket: String,
}

impl<'a> Server<'a> {
    pub(crate) fn start(world: &'a World) -> Self {
        let socket = world.path("runtime/tmux.socket").display().to_string();
        let server = Self { world, socket };
        // Started with a poorer environment than the caller will have.
        let mut command =
            server.command(&["new-session", "-d", "-s", "main", "-x", "80", "-y", "24", "sleep", "600"]);
        let output = command.env_remove("RECORD").output().expect("install tmux to run these tests");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        server
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.world.command("tmux", ["-f", "/dev/null", "-S", &self.socket]);
        command.args(words);
        command
    }

    fn ask(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// `$TMUX` as a pane of this server has it.
    fn variable(&self) -> String {
        let ids = self.ask(&["display-message", "-p", "-t", "main", "#{pid},#{session_id}"]);
        format!("{},{}", self.socket, ids.replace('$', ""))
    }

    fn pane(&self) -> String {
        self.ask(&["display-message", "-p", "-t", "main", "#{pane_id}"])
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.world.command(BINARY, arguments);
        command.env("TMUX", self.variable()).env("TMUX_PANE", self.pane()).output().unwrap()
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        _ = self.command(&["kill-server"]).output();
    }
}

fn wait_for_the_agent(world: &World) {
    let begin = Instant::now();
    while !world.path("record/done").exists() {
        assert!(begin.elapsed() < Duration::from_secs(20), "no agent was started in the window");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_window_gets_words_environment_and_folder() {
    let world = World::named("to $mux #(touch x) 'q' ü;");
    world.module("one.md", "# One\n");
    world.launcher(
        r##"    modules "one.md"
    flags "two words" "quo'te" "$HOME" "end;" ";" "#(touch x)" "#{pane_id}" "grün" "" "line\nbreak" "a\\;"
    env SECRET_TOKEN="s3cret" CALLER=#null"##,
    );
    let server = Server::start(&world);
    let mut command = world.command(BINARY, ["run", "app-mac-agent", "--", "last;"]);
    let output = command
        .env("TMUX", server.variable())
        .env("TMUX_PANE", server.pane())
        .env("CALLER", "gone")
        .env("FROM_CALLER", "yes")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("Assembled 1 module → "), "{stdout}");
    assert!(stdout.contains("tmux window @"), "{stdout}");
    wait_for_the_agent(&world);
    let session = world.session();
    let expected = [
        "two words",
        "quo'te",
        "$HOME",
        "end;",
        ";",
        "#(touch x)",
        "#{pane_id}",
        "grün",
        "",
        "line\nbreak",
        "a\\;",
        "last;",
    ];
    assert_eq!(session.argv, expected);
    assert_eq!(session.cwd, world.path("target").display().to_string());
    assert_eq!(session.env("FROM_CALLER"), Some("yes"));
    assert_eq!(session.env("SECRET_TOKEN"), Some("s3cret"));
    assert_eq!(session.env("CALLER"), None);
    assert_eq!(session.env("ASSEMBLY_LAUNCHER"), Some("app-mac-agent"));
    let left: Vec<_> = std::fs::read_dir(world.path("runtime"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "tmux.socket")
        .collect();
    assert!(left.is_empty(), "left behind: {left:?}");
}

#[test]
fn a_prompt_longer_than_tmux_allows_arrives() {
    let world = World::new();
    world.launcher("");
    let server = Server::start(&world);
    let prompt = "long ".repeat(20_000);
    let output = server.run(&["run", "app-mac-agent", "--", &prompt]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    wait_for_the_agent(&world);
    assert_eq!(world.session().argv, [prompt]);
}

#[test]
fn window_names_may_hold_dots_and_commands_and_run_nothing() {
    let world = World::new();
    std::fs::create_dir(world.path("my.app #(touch pwned)")).unwrap();
    let launcher = |nodes: &str, target: &str| {
        world
            .write("bin/sleeper", "#!/bin/sh\n: > \"$RECORD/done\"\nexec sleep 600\n")
            .mode("bin/sleeper", 0o755);
        world.manifest(&format!("launcher \"a-sleeper\" {{\n    target \"{target}\"\n    cli \"sleeper\" harness=\"claude\"\n{nodes}\n}}\n"));
    };
    let server = Server::start(&world);
    for (nodes, target, expected) in [
        ("", "../target", "target"),
        ("", "../my.app #(touch pwned)", "my_app #(touch pwned)"),
        ("    tmux window=\"work #{pid} {{LAUNCHER}}\"", "../target", "work #{pid} a-sleeper"),
        ("    tmux window=\"a;\"", "../target", "a;"),
    ] {
        _ = std::fs::remove_file(world.path("record/done"));
        launcher(nodes, target);
        let output = server.run(&["run", "a-sleeper"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        wait_for_the_agent(&world);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let id = stdout.split_whitespace().find(|word| word.starts_with('@')).unwrap().to_owned();
        let names = server.ask(&["list-windows", "-a", "-F", "#{window_id} #{window_name}"]);
        assert!(names.lines().any(|line| line == format!("{id} {expected}")), "{names}");
    }
    for folder in ["", "hub", "target", "my.app #(touch pwned)", "home"] {
        assert!(!world.path(folder).join("pwned").exists());
        assert!(!world.path(folder).join("pwned)").exists());
    }
}

#[test]
fn tmux_is_left_out_when_asked() {
    let world = World::new();
    world.launcher("");
    let server = Server::start(&world);
    let output = server.run(&["run", "app-mac-agent", "--no-tmux"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "agent here\n");
    world.launcher("    tmux #false");
    let output = server.run(&["run", "app-mac-agent"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "agent here\n");
}

#[test]
fn an_empty_or_dead_tmux_does_not_matter() {
    let world = World::new();
    world.launcher("");
    world.assembly(["run", "app-mac-agent"]).env("TMUX", "").succeeds().stdout("agent here\n");
    let dead = world.path("runtime/dead").display().to_string() + ",1,0";
    world
        .assembly(["run", "app-mac-agent"])
        .env("TMUX", dead)
        .succeeds()
        .stdout("agent here\n")
        .says(&["warning:", "tmux"]);
}

#[test]
fn a_window_knows_its_own_pane_also_when_the_caller_had_none() {
    let world = World::new();
    world.launcher("");
    let server = Server::start(&world);
    let mut command = world.command(BINARY, ["run", "app-mac-agent"]);
    let output = command.env("TMUX", server.variable()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    wait_for_the_agent(&world);
    let session = world.session();
    assert!(session.env("TMUX_PANE").is_some_and(|pane| pane.starts_with('%')), "{session:?}");
    assert_ne!(session.env("TMUX_PANE"), Some(server.pane().as_str()));
}

#[test]
fn what_is_piped_in_reaches_the_agent_and_its_exit_code_comes_back() {
    let world = World::new();
    world.write("bin/agent", "#!/bin/sh\ncat\nexit 5\n").launcher("");
    let server = Server::start(&world);
    let mut command = world.command("sh", ["-c", "echo PROMPT | \"$0\" run app-mac-agent", BINARY]);
    let output = command.env("TMUX", server.variable()).env("TMUX_PANE", server.pane()).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "PROMPT\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("piped"));
}
