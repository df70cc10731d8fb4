//! Inside tmux the agent gets a window of its own.

use std::ffi::OsStr;

use assembly::Environment;
use assembly::launch::LaunchError;

use crate::agent::{Agent, entries, executable, hard_variables, hard_words, wait_until};
use crate::server::Server;

/// An agent that stays, so that its window can be looked at.
fn lasting(agent: &Agent, target: &str) -> assembly::launch::Session {
    let mut session = agent.session(&["600".into()], target);
    session.program = "/bin/sleep".into();
    session
}

#[test]
fn words_variables_and_directory_arrive() {
    let (server, agent) = (Server::start(), Agent::new());
    let mut session = agent.session(&hard_words(), "target; #{x} ü");
    session.environment = hard_variables();
    server.open(&session, "work");
    let started = agent.record();
    assert_eq!(started.words, session.arguments);
    assert_eq!(started.directory, session.directory);
    if cfg!(target_os = "linux") {
        assert_eq!(
            started.environment,
            entries(&session.environment),
            "neither the server's nor the window's"
        );
    }
    assert_eq!(started.variable("STALE"), None);
    assert!(server.launch_files().is_empty());
    server.assert_nothing_ran(&[&session.directory]);
}

#[test]
fn an_agent_without_words_is_not_given_to_a_shell() {
    let (server, agent) = (Server::start(), Agent::new());
    server.open(&agent.session(&[], "target"), "work");
    assert!(agent.record().words.is_empty());
    server.assert_nothing_ran(&[]);
}

#[test]
fn the_agent_sees_its_own_pane() {
    let (server, agent) = (Server::start(), Agent::new());
    let caller = server.caller(&[]);
    let mut session = agent.session(&[], "target");
    session.environment.extend(caller.variables().iter().filter(|(name, _)| name != "PATH").cloned());
    server.tmux(&["set-option", "-g", "remain-on-exit", "on"]);
    let window = server.open_as(&session, "work", &caller).unwrap();
    let started = agent.record();
    assert_eq!(started.variable("TMUX_PANE"), Some(OsStr::new(&server.of(&window, "#{pane_id}"))));
    assert!(started.variable("TMUX").is_some());
}

#[test]
fn a_launcher_may_hide_tmux_from_its_agent() {
    let (server, agent) = (Server::start(), Agent::new());
    let mut session = agent.session(&[], "target");
    session.environment.push(("TMUX".into(), "".into()));
    server.open(&session, "work");
    let started = agent.record();
    assert_eq!(started.variable("TMUX"), Some(OsStr::new("")));
    assert_eq!(started.variable("TMUX_PANE"), None);
}

#[test]
fn the_window_opens_in_the_callers_session() {
    let (server, agent) = (Server::start(), Agent::new());
    for without in ["", "TMUX_PANE"] {
        let window = server.open_as(&lasting(&agent, "target"), "work", &server.caller(&[without])).unwrap();
        assert_eq!(server.of(&window, "#{session_name} #{window_active} #{window_name}"), "first 1 work");
    }
}

#[test]
fn names_are_shown_as_they_are() {
    let (server, agent) = (Server::start(), Agent::new());
    let session = lasting(&agent, "target");
    for (name, shown) in [
        ("my app", "my app"),
        ("#(touch pwned)", "#(touch pwned)"),
        ("#{session_name}", "#{session_name}"),
        ("#[fg=red]x", "#[fg=red]x"),
        ("##[###[#", "##[###[#"),
        ("#[#(touch pwned)]#{pid}", "#[#(touch pwned)]#{pid}"),
        ("##", "##"),
        ("#S#H", "#S#H"),
        ("%H:%M", "%H:%M"),
        ("x;", "x;"),
        (r"x\;", r"x\;"),
        (";", ";"),
        ("-x", "-x"),
        ("v1.2", "v1_2"),
        ("a\nb\x1b[31m", "a_b_[31m"),
        ("grüße", "grüße"),
    ] {
        let window = server.open(&session, name);
        assert_eq!(window.name, shown);
        // Versions of tmux differ in how they print a backslash.
        assert_eq!(server.of(&window, "#{window_name}").replace(r"\\", r"\"), shown);
    }
    server.assert_nothing_ran(&[&session.directory]);
}

#[test]
fn targets_are_entered_whatever_their_names() {
    let server = Server::start();
    for name in
        ["#(touch pwned)", "#{pid}", "##x", "#[a]##[b", "end;", r"end\;", "-c", "two\nlines", "ü 'q' $HOME"]
    {
        let agent = Agent::new();
        let session = agent.session(&[], name);
        server.open(&session, "work");
        assert_eq!(agent.record().directory, session.directory);
        // tmux itself was told the same, for panes that are split off later.
        let session = lasting(&agent, name);
        let window = server.open(&session, "work");
        if !name.contains(['\n', '\\', 'ü']) {
            assert_eq!(server.of(&window, "#{pane_start_path}"), session.directory.to_str().unwrap());
        }
        server.assert_nothing_ran(&[&session.directory]);
    }
}

#[test]
fn without_a_runtime_folder_a_private_one_is_made_and_removed() {
    let (server, agent) = (Server::start(), Agent::new());
    let caller = server.caller(&["XDG_RUNTIME_DIR"]);
    server.open_as(&agent.session(&hard_words(), "target"), "work", &caller).unwrap();
    assert_eq!(agent.record().words, hard_words());
    assert!(server.launch_files().is_empty());
}

#[test]
fn without_a_live_server_nothing_is_left_behind() {
    let (server, agent) = (Server::start(), Agent::new());
    let dead = server.runtime().join("dead");
    drop(std::os::unix::net::UnixListener::bind(&dead).unwrap());
    let session = agent.session(&[], "target");
    for socket in [dead.to_str().unwrap(), "/nowhere/socket", "junk"] {
        let mut variables = server.caller(&["TMUX"]).variables().to_vec();
        variables.push(("TMUX".into(), format!("{socket},1,0").into()));
        let error = server.open_as(&session, "work", &Environment::new(variables, "/")).unwrap_err();
        assert!(matches!(error, LaunchError::NoWindow { .. }), "{error:?}");
        assert!(error.can_start_in_place());
        assert!(server.launch_files().is_empty());
    }
}

#[test]
fn a_session_that_cannot_start_opens_no_window() {
    let (server, agent) = (Server::start(), Agent::new());
    let mut session = agent.session(&[], "target");
    fs_err::remove_dir(&session.directory).unwrap();
    let error = server.open_as(&session, "work", &server.caller(&[])).unwrap_err();
    assert!(matches!(error, LaunchError::Directory { .. }), "{error:?}");
    session.directory = "/".into();
    session.program = "/nowhere/agent".into();
    let error = server.open_as(&session, "work", &server.caller(&[])).unwrap_err();
    assert_eq!(error.exit_code(), 127);
    assert_eq!(server.tmux(&["list-windows", "-a", "-F", "#{session_name}"]), "first\nsecond");
    assert!(server.launch_files().is_empty());
}

#[test]
fn a_failure_in_the_window_stays_readable() {
    let (server, agent) = (Server::start(), Agent::new());
    let mut session = agent.session(&[], "target");
    session.program = session.directory.join("agent");
    executable(&session.program, "#!/nowhere/python\n");
    let window = server.open(&session, "work");
    // Not its exit code: tmux now and then loses that of a process which ends this quickly.
    wait_until("the pane is dead", || server.of(&window, "#{pane_dead}") == "1");
    let screen = server.tmux(&["capture-pane", "-p", "-J", "-t", &window.id]);
    assert!(screen.contains("is run by `/nowhere/python`, which was not found"), "{screen}");
}
