//! Completions: what is offered where, that nothing is said otherwise, and a bash in which they are typed.

use rexpect::session::{PtySession, spawn_command};

use crate::support::{Ran, World};

const LAUNCHERS: &str = r#"
preset "me" {
    modules "one.md"
}
launcher "app-mac-agent" {
    description "The\u{202e} app"
    use "me"
    target "../target"
    cli "agent" harness="claude"
    hooks "prompt.sh"
    flags "--model" "opus"
}
launcher "docs-agent" {
    target "../target"
    cli "agent" harness="claude"
}
launcher "a b's $c" {
    target "../target"
    cli "agent" harness="claude"
}
"#;

fn world() -> World {
    let world = World::full();
    world.manifest(LAUNCHERS);
    world
        .write("hub/persons/sam/person.kdl", "role \"backend\" {\n}\n")
        .write("hub/persons/README.md", "# Persons\n");
    world
}

/// What fish is offered for the last of these words.
fn ask(world: &World, words: &[&str]) -> Ran {
    let line = ["--", "assembly"].iter().chain(words);
    world.assembly(line).env("ASSEMBLY_COMPLETE", "fish").succeeds().stderr("")
}

fn offered(world: &World, words: &[&str]) -> Vec<String> {
    let ran = ask(world, words);
    ran.stdout.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn every_shell_has_its_script() {
    let world = world();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        world
            .assembly(["completions", shell])
            .succeeds()
            .stderr("")
            .prints(&["ASSEMBLY_COMPLETE", "assembly"]);
    }
    world.assembly(["completions", "cmd"]).exits_with(2);
}

#[test]
fn names_are_offered_where_an_argument_takes_them() {
    let world = world();
    world.write("hub/modules/o\nther.md", "x\n");
    for (words, expected) in [
        (["ch"].as_slice(), ["check"].as_slice()),
        (&["run", "a"], &["app-mac-agent", "a b's $c"]),
        (&["plan", "docs-agent", "d"], &["docs-agent"]),
        (&["clean", "d"], &["docs-agent"]),
        (&["bundle", "build", "d"], &["docs-agent"]),
        (&["show", "app-mac-agent", "--why", "prom"], &["prompt.sh"]),
        (&["show", "app-mac-agent", "--why", "--m"], &["--model"]),
        (&["show", "docs-agent", "--why", "prom"], &[]),
        (&["show", "--why", "prom"], &["prompt.sh"]),
        (&["show", "--why", "sa"], &["sam"]),
        (&["hook", "try", "guard.p"], &["guard.py"]),
        (&["hook", "try", "guard.py", "--event", "Sto"], &["Stop", "StopFailure"]),
        (&["skill", "uninstall", "rev"], &["review"]),
        (&["new", "launcher", "x", "--use", "m"], &["me"]),
        (&["new", "launcher", "x", "--modules", "o"], &["one.md"]),
        (&["new", "launcher", "x", "--skills", "rev"], &["review"]),
        (&["new", "launcher", "x", "--hooks", "Stop:gu"], &["Stop:guard.py"]),
        (&["new", "launcher", "x", "--person", ""], &["sam"]),
        (&["new", "launcher", "x", "--harness", ""], &["claude"]),
        (&["new", "hook", "x", "--event", "Sto"], &["Stop", "StopFailure"]),
        (&["check", "--format", "g"], &["github"]),
    ] {
        assert_eq!(offered(&world, words), expected, "{words:?}");
    }
    assert!(ask(&world, &["run", "app"]).stdout.contains("\tThe\\u{202e} app\n"));
}

#[test]
fn the_hub_is_the_one_that_is_named_on_the_line() {
    let world = world();
    world.write("other/launchers.kdl", "launcher \"other-agent\" { target \".\"; cli \"agent\"; }\n");
    let other = world.path("other").display().to_string();
    assert_eq!(offered(&world, &["--hub", &other, "run", ""])[0], "other-agent");
    assert_eq!(offered(&world, &[&format!("--hub={other}"), "run", ""])[0], "other-agent");
}

#[test]
fn what_a_broken_hub_still_shows_is_offered_in_silence() {
    let world = world();
    world.manifest(&format!("{LAUNCHERS}launcher bare {{\n    target \"open\n}}\n/* never closed\n"));
    assert_eq!(offered(&world, &["run", "d"]), ["docs-agent"]);
    assert_eq!(offered(&world, &["run", "b"]), ["bare"]);
    assert_eq!(offered(&world, &["new", "launcher", "x", "--use", "m"]), ["me"]);
    assert_eq!(offered(&world, &["hook", "try", "guard.p"]), ["guard.py"]);
    assert_eq!(offered(&world, &["show", "docs-agent", "--why", "prom"]), ["prompt.sh"]);
    std::fs::write(world.path("hub/launchers.kdl"), b"launcher \"caf\xe9\"").unwrap();
    assert_eq!(offered(&world, &["hook", "try", "guard.p"]), ["guard.py"]);
    std::fs::remove_file(world.path("hub/launchers.kdl")).unwrap();
    for words in [["run", "d"].as_slice(), &["hook", "try", "g"], &["show", "--why", "x"]] {
        assert_eq!(offered(&world, words), [""; 0], "{words:?}");
    }
    let made = world.command("mkfifo", ["launchers.kdl"]).status().unwrap();
    assert!(made.success());
    assert_eq!(offered(&world, &["run", "d"]), [""; 0]);
    assert_eq!(offered(&world, &["hook", "try", "guard.p"]), ["guard.py"]);
}

/// A bash on a terminal that has read the script, with a command `show` that is completed as `assembly` is and says how it
/// was called.
fn bash(world: &World) -> PtySession {
    let programs = std::path::Path::new(crate::support::BINARY).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut command = world.command("bash", ["--noprofile", "--norc", "-i"]);
    command.env("PATH", path).env("TERM", "dumb").env("INPUTRC", "/dev/null").env("PS1", "ready> ");
    command.stdin(std::process::Stdio::inherit());
    let mut session = spawn_command(command, Some(20_000)).unwrap();
    session.exp_string("ready> ").unwrap();
    for line in [
        "bind 'set enable-bracketed-paste off'",
        "eval \"$(assembly completions bash)\"",
        "complete -p assembly",
        "show() { printf '<%s>' \"$@\"; echo; }",
        "$(complete -p assembly | sed 's/assembly$/show/')",
    ] {
        session.send_line(line).unwrap();
        session.exp_string("ready> ").unwrap();
    }
    session
}

#[test]
fn a_bash_completes_what_is_typed() {
    let world = world();
    let mut session = bash(&world);
    for (typed, called) in [
        ("show ru\tdo\t", "<run><docs-agent>"),
        ("show run a\\ \t", "<run><a b's $c>"),
        ("show run 'a \t", "<run><a b's $c>"),
        ("show run \"a \t", "<run><a b's $c>"),
        ("show new launcher x --hooks Stop:gu\t", "<new><launcher><x><--hooks><Stop:guard.py>"),
        (
            "show new launcher x --hooks Stop:gu\t prom\t",
            "<new><launcher><x><--hooks><Stop:guard.py><prompt.sh>",
        ),
        ("show check --format=gi\t", "<check><--format=github>"),
        ("show --hub ../hub run do\t x", "<--hub><../hub><run><docs-agent><x>"),
        ("show explain assembly::manifest::unknown-no\t", "<explain><assembly::manifest::unknown-node>"),
        ("show explain manifest::unknown-no\t", "<explain><manifest::unknown-node>"),
        ("show run no-such\t", "<run><no-such>"),
        ("show skill check skil\trev\t", "<skill><check><skills/review/>"),
    ] {
        session.send_line(typed).unwrap();
        let seen = session.exp_string("ready> ").unwrap();
        let last = seen.trim_end().lines().next_back().unwrap_or_default().to_owned();
        assert_eq!(last, called, "{typed:?}\n{seen}");
    } // An interactive bash is deaf to the signal that would end it.
    session.send_line("exit").unwrap();
    session.exp_eof().unwrap();
}
