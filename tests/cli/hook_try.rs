//! `hook try`: what a hook is given, what is made of what it does, and that nothing of it stays.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::World;

/// A hub whose launcher lists one hook, a script with this text.
fn world_with(entry: &str, script: &str) -> World {
    let world = World::new();
    world.launcher(&format!("    hooks {{\n        {entry}\n    }}\n    env GREETING=\"hello\""));
    world.write("hub/hooks/x.sh", script);
    world
}

/// Times are not the same twice.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.split_once(" after ") {
        Some((before, _)) => format!("{before} after N ms\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn a_hook_is_shown_with_all_that_it_did() {
    let world = world_with(
        "PreToolUse \"x.sh\" matcher=\"Write|Edit\"",
        "echo watching >&2; echo 'no: \u{1b}[31m' >&2; exit 2\n",
    );
    let ran = world.assembly(["hook", "try", "x.sh"]).succeeds();
    assert_eq!(
        without_times(&ran.stdout),
        "x.sh under PreToolUse Write|Edit  (app-mac-agent)
  command   bash [ROOT]/hub/hooks/x.sh
  folder    [ROOT]/target
  exit      2 after N ms
  stdout    –
  stderr    watching
            no: \\u{1b}[31m
  accepted  blocks the tool call
"
    );
    ran.stderr("tried 1 hook entry in 1 run: nothing to report\n");
}

#[test]
fn a_hook_gets_what_a_session_would_give_it() {
    let script = r#"cat > input; printf '%s\n' "$PWD" "$@" "$CLAUDE_PROJECT_DIR" "$CLAUDECODE" "$ASSEMBLY_LAUNCHER" "$GREETING" "${CLAUDE_ENV_FILE-none}" > seen; cat "$(sed 's/.*"transcript_path":"\([^"]*\)".*/\1/' input)" > transcript; (: < /dev/tty) 2>/dev/null && echo terminal >> seen; exit 0"#;
    let world = world_with(
        "PreToolUse \"x.sh\" matcher=\"Write|Edit\" { args \"${CLAUDE_PROJECT_DIR}/a b\" \"$HOME;\" }",
        script,
    );
    world.assembly(["hook", "try", "x.sh"]).succeeds();
    let read = |name: &str| std::fs::read_to_string(world.target(name)).unwrap();
    let target = world.target("").display().to_string();
    let target = target.trim_end_matches('/');
    assert_eq!(
        read("seen"),
        format!("{target}\n{target}/a b\n$HOME;\n{target}\n1\napp-mac-agent\nhello\nnone\n")
    );
    let input: serde_json::Value = serde_json::from_str(&read("input")).unwrap();
    assert_eq!(input["hook_event_name"], "PreToolUse");
    assert_eq!(input["tool_name"], "Write");
    assert_eq!(input["tool_input"]["file_path"], format!("{target}/notes.md"));
    assert_eq!(input["cwd"], target);
    assert_eq!(read("transcript").lines().count(), 2);
    let left: Vec<_> = std::fs::read_dir(world.path("runtime")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn without_its_target_a_hook_starts_in_an_empty_folder() {
    let world =
        world_with("Stop \"x.sh\"", "ls -A | grep . && exit 3; test \"$CLAUDE_PROJECT_DIR\" = \"$PWD\"\n");
    std::fs::remove_dir(world.target("")).unwrap();
    world
        .assembly(["hook", "try", "x.sh"])
        .succeeds()
        .prints(&["a temporary one, since the target is not on this machine"]);
    assert!(!world.target("").exists());
}

#[test]
fn prompts_and_inputs_are_handed_over() {
    let world = world_with("UserPromptSubmit \"x.sh\"", "cat\n");
    let tried = |arguments: &[&str]| {
        let words = ["hook", "try", "x.sh", "--json"].iter().chain(arguments);
        world.assembly(words).exits_with(i32::from(arguments.contains(&"--input"))).json()["tries"][0].clone()
    };
    // What the hook echoes is a call, not an answer; but it is what it was given.
    let world_json =
        world.assembly(["hook", "try", "x.sh", "--json", "--prompt", "say \"hi\"\n$x"]).succeeds().json();
    let echoed = world_json["tries"][0]["stdout"]["text"].as_str().unwrap();
    let echoed: serde_json::Value = serde_json::from_str(echoed).unwrap();
    assert_eq!(echoed["prompt"], "say \"hi\"\n$x");
    world.write("odd input", "{half");
    let tried_one = tried(&["--input", world.path("odd input").to_str().unwrap()]);
    assert_eq!(tried_one["stdout"]["text"], "{half");
    assert_eq!(tried_one["input"], "given");
    let mut command = world.assembly(["hook", "try", "x.sh", "--input", "-", "--json"]).into_command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"from a pipe").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"text\": \"from a pipe\""), "{output:?}");
}

#[test]
fn an_unlisted_hook_is_tried_under_the_event_that_its_text_names() {
    let world = World::new();
    world.launcher("    hooks {\n        Stop \"listed.sh\"\n    }");
    world.write("hub/hooks/listed.sh", "cat >/dev/null\n");
    world.write("hub/hooks/named.sh", "# Event: SessionStart\ncat >/dev/null\n");
    world.write("hub/hooks/bare.sh", "cat >/dev/null\n");
    let under = |words: &[&str]| world.assembly(["hook", "try"].iter().chain(words)).succeeds().stdout;
    assert!(under(&["named.sh"]).starts_with(
        "named.sh under SessionStart  (no launcher lists it, and its text names SessionStart)\n"
    ));
    assert!(under(&["bare.sh"]).starts_with(
        "bare.sh under UserPromptSubmit  (no launcher lists it, so it is tried under UserPromptSubmit)\n"
    ));
    assert!(under(&["listed.sh"]).starts_with("listed.sh under Stop  (app-mac-agent)\n"));
    assert!(
        under(&["listed.sh", "--event", "PreCompact"])
            .starts_with("listed.sh under PreCompact  (no launcher lists it there)\n")
    );
}

#[test]
fn what_cannot_be_tried_is_said() {
    let world = World::new();
    world.hook("guard.sh").manifest(
        "launcher \"app\" {\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    hooks {\n        Stop type=\"http\" url=\"http://localhost/\"\n        Stop \"guard.sh\"\n    }\n}\n",
    );
    world.write("hub/hooks/folder/file", "");
    world.link("hub/hooks/broken.sh", "/nowhere");
    let fails = |words: &[&str]| world.assembly(["hook", "try"].iter().chain(words)).exits_with(2);
    fails(&["gaurd.sh"]).stderr("error: hook `gaurd.sh` does not exist\n  help: did you mean `guard.sh`?\n");
    fails(&["hooks/guard.sh"]).says(&["without the folder"]);
    fails(&["folder"]).says(&["hook `folder` is a folder, not a file"]);
    fails(&["broken.sh"]).says(&["is a link to `/nowhere`, which does not exist"]);
    fails(&["http"]).says(&["hook `http` does not exist", "guard.sh"]);
    fails(&["guard.sh", "--event", "Stopp"])
        .says(&["Claude Code has no event `Stopp`", "did you mean `Stop`?"]);
    fails(&["guard.sh", "--prompt", "x"]).says(&["`Stop` has no prompt"]);
    fails(&["guard.sh", "--input", "/nowhere/input"]).says(&["cannot read the input", "/nowhere/input"]);
    for timeout in ["0", "-1", "inf", "nan", "soon"] {
        fails(&["guard.sh", &format!("--timeout={timeout}")]).says(&["above 0"]);
    }
    fails(&[]).says(&["HOOK"]);
    fails(&["guard.sh", "--all"]).says(&["cannot be used with"]);
    fails(&["guard.sh", "--prompt", "x", "--input", "y"]).says(&["cannot be used with"]);
    // Only the file is tried, not what has none.
    let tries = world.assembly(["hook", "try", "--all", "--json"]).succeeds().json()["tries"].clone();
    assert!(tries.as_array().unwrap().iter().all(|tried| tried["hook"] == "guard.sh"), "{tries}");
}

/// Each script with the code of the problem that it has.
const FAULTS: [(&str, &str, &str); 15] = [
    ("PreToolUse", "echo '{\"decision\":'", "answer-no-json"),
    ("PreToolUse", "echo hello; echo '{\"continue\": true}'", "answer-not-alone"),
    ("PreToolUse", "echo '{\"continue\": \"no\"}'", "answer-wrong-type"),
    ("PreToolUse", "echo '{\"decision\": \"perhaps\"}'", "answer-wrong-value"),
    (
        "PreToolUse",
        "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"Stop\"}}'",
        "answer-for-other-event",
    ),
    ("PreToolUse", "echo '{\"hookSpecificOutput\": {}}'", "answer-field-missing"),
    ("PreToolUse", "exit 1", "failed"),
    ("PreToolUse", "no-such-program", "failed"),
    ("PreToolUse", "kill -SEGV $$", "killed"),
    ("PreToolUse timeout=0.2", "sleep 600", "timed-out"),
    ("PreToolUse", "head -c 2000000 /dev/zero", "output-too-large"),
    ("PreToolUse", "printf '\\377'", "~output-not-utf8"),
    ("PreToolUse", "echo '{\"decison\": 1}'", "~answer-unknown-field"),
    ("PreToolUse", "exit 2", "~no-reason"),
    ("SessionStart", "echo x >&2; exit 2", "~blocks-nothing"),
];

#[test]
fn every_fault_has_a_code_and_a_place() {
    for (entry, script, code) in FAULTS {
        let (event, fields) = entry.split_once(' ').unwrap_or((entry, ""));
        let world = world_with(&format!("{event} \"x.sh\" {fields}"), &format!("{script}\n"));
        let (code, exit) = code.strip_prefix('~').map_or((code, 1), |code| (code, 0));
        let document = world.assembly(["hook", "try", "x.sh", "--json"]).exits_with(exit).json();
        let tried = &document["tries"][0];
        assert_eq!(tried["accepted"], exit == 0, "{script}");
        let problem = &tried["diagnostics"][0];
        assert_eq!(problem["code"], format!("assembly::hook::{code}"), "{script}: {document:#}");
        assert!(
            problem["help"].is_string() && !problem["labels"].as_array().unwrap().is_empty(),
            "{problem:#}"
        );
        // And the same for people.
        world
            .assembly(["hook", "try", "x.sh"])
            .exits_with(exit)
            .says(&[&format!("assembly::hook::{code}: "), "launchers.kdl:"]);
    }
}

#[test]
fn a_problem_points_into_what_was_printed() {
    let world = world_with("Stop \"x.sh\"", "printf '{\\n  \"decision\": \"deny\"\\n}\\n'\n");
    world.assembly(["hook", "try", "x.sh"]).exits_with(1).stderr(
        "error assembly::hook::answer-wrong-value: `decision` cannot be `deny`
  stdout of x.sh, normal input:2:3 \"decision\": the whole answer is refused for it
  launchers.kdl:5:14               \"x.sh\": with this input: normal
  help: write one of `\"approve\"`, `\"block\"`
tried 1 hook entry in 1 run: 1 error
",
    );
}

#[test]
fn a_program_that_cannot_be_started_is_refused() {
    let world = World::new();
    world.launcher("    hooks {\n        Stop \"x.py\" { args \"a\" }\n    }");
    world.write("hub/hooks/x.py", "#!/nowhere/python\n").mode("hub/hooks/x.py", 0o755);
    let ran = world.assembly(["hook", "try", "x.py"]).exits_with(1);
    ran.says(&["assembly::hook::not-started", "No such file or directory"]).prints(&["not started"]);
}

#[test]
fn all_tries_every_hook_on_three_inputs() {
    let world = World::new();
    let preset = "    hooks {\n        Stop \"a.sh\"\n        PreToolUse \"a.sh\" matcher=\"Bash\"\n    }\n    cli \"agent\" harness=\"claude\"\n    target \"../target\"";
    world.manifest(&format!("preset \"p\" {{\n{preset}\n}}\nlauncher \"one\" {{\n    use \"p\"\n}}\nlauncher \"two\" {{\n    use \"p\"\n}}\n"));
    world.write("hub/hooks/a.sh", "grep -q '}$' || exit 3\n").write("hub/hooks/unlisted.sh", "exit 0\n");
    world.write("hub/hooks/README.md", "Not a hook.\n").write("hub/hooks/.hidden.sh", "exit 1\n");
    let ran = world.assembly(["hook", "try", "--all"]).succeeds();
    let rows: Vec<String> = without_times(&ran.stdout)
        .lines()
        .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected: Vec<String> =
        ["a.sh under Stop", "a.sh under PreToolUse Bash", "unlisted.sh under UserPromptSubmit"]
            .iter()
            .flat_map(|entry| {
                ["normal", "empty", "invalid"].map(|input| {
                    let code = if entry.starts_with("unlisted") || input == "normal" { 0 } else { 3 };
                    format!("{entry} {input} {code} after N ms")
                })
            })
            .collect();
    assert_eq!(rows, expected);
    // To fail on an input that nobody sends is worth a warning.
    ran.says(&["warning assembly::hook::failed", "tried 3 hook entries in 9 runs: 4 warnings\n"]);
}

#[test]
fn a_hook_must_not_break_on_an_input_that_makes_no_sense() {
    for (script, code) in [
        ("read -r line || sleep 600", "timed-out"),
        ("grep -q '}$' || kill -SEGV $$", "killed"),
        ("grep -q '}$' || printf '{'", "answer-no-json"),
        ("grep -q '}$' || no-such-program", "failed"),
    ] {
        // Only what hangs is given little time, and not so little that a busy machine would need more.
        let timeout = if code == "timed-out" { 3 } else { 600 };
        let world = world_with(&format!("PreToolUse \"x.sh\" timeout={timeout}"), &format!("{script}\n"));
        world.assembly(["hook", "try", "x.sh"]).succeeds();
        let document = world.assembly(["hook", "try", "--all", "--json"]).exits_with(1).json();
        let of = |number: usize| &document["tries"][number];
        assert_eq!(of(0)["accepted"], true, "{script}");
        assert_eq!(of(1)["accepted"], false, "{script}: {document:#}");
        assert_eq!(of(1)["diagnostics"][0]["code"], format!("assembly::hook::{code}"));
        assert_eq!(of(1)["input"], "empty");
    }
}

#[test]
fn two_runs_print_the_same_document() {
    let world =
        world_with("SessionStart \"x.sh\" matcher=\"resume\"", "cat >/dev/null; echo notes; exit 0\n");
    std::fs::remove_dir(world.target("")).unwrap();
    let run = || world.assembly(["hook", "try", "--all", "--format", "json"]).succeeds().stdout;
    let first = run();
    assert_eq!(first, run());
    let document: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(document["format"], "assembly.hook-try/1");
    assert_eq!(document["tries"][0]["cwd"], serde_json::Value::Null);
    assert_eq!(document["tries"][0]["matcher"], "resume");
    assert_eq!(document["errors"], 0);
}

#[test]
fn names_and_folders_may_hold_anything() {
    let world = World::named("it's $HOME \"x\" ü;");
    let name = "a 'b' $(id) ü.sh";
    world.launcher(&format!(
        "    hooks {{\n        Stop {name:?}\n        Stop {name:?} {{ args \"; exit 9\" }}\n    }}"
    ));
    world.write(Path::new("hub/hooks").join(name), "echo \"$# $1\" >&2; cat >/dev/null\n");
    let ran = world.assembly(["hook", "try", name]).succeeds();
    assert!(ran.stdout.contains("stderr    0\n") && ran.stdout.contains("stderr    1 ; exit 9\n"), "{ran}");
}

#[test]
fn output_that_is_no_text_cannot_reach_the_terminal() {
    let world = world_with("Stop \"x.sh\"", "printf 'a\\033]0;x\\007\\000\\377\\r\\nb\\342\\200\\256' >&2\n");
    let ran = world.assembly(["hook", "try", "x.sh"]).succeeds();
    assert!(
        ran.stdout.contains("stderr    a\\u{1b}]0;x\\u{7}\\u{0}\\xff\\r\n            b\\u{202e}\n"),
        "{ran}"
    );
    let world = world_with("Stop \"x.sh\"", "yes | head -c 3000000 >&2\n");
    let ran = world.assembly(["hook", "try", "x.sh"]).succeeds();
    assert!(ran.stdout.contains("… and 1951424 bytes more\n"));
}

#[test]
fn an_event_that_does_not_exist_is_a_finding() {
    let world = world_with("Stopp \"x.sh\"", "exit 0\n");
    let ran = world.assembly(["hook", "try", "--all"]).exits_with(1);
    ran.says(&[
        "error: `x.sh` is listed under `Stopp`, an event that Claude Code does not have",
        "assembly check",
    ]);
}

#[test]
fn a_broken_manifest_is_reported_first() {
    let world = world_with("Stop \"x.sh\"", "exit 0\n");
    world.manifest("launcher \"app {\n");
    world.assembly(["hook", "try", "--all"]).exits_with(1).says(&["launchers.kdl:1:"]).stdout("");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let world = world_with("Stop \"x.sh\"", "exit 0\n");
    let mut command = world.assembly(["hook", "try", "x.sh"]).into_command();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_a_hook_leaves_running_is_ended_and_told() {
    let world = world_with("Stop \"x.sh\"", "cat >/dev/null; sleep 600 & echo $! > pid\n");
    world.assembly(["hook", "try", "x.sh"]).succeeds().says(&["assembly::hook::left-processes"]);
    assert!(all_end(&world, &["pid"]));
}

#[test]
fn a_hook_does_not_outlive_a_command_that_is_interrupted() {
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let far = if cfg!(target_os = "linux") { "setsid" } else { "" };
        let script = format!(
            "trap '' INT TERM HUP; {far} sh -c 'echo $$ > far; exec sleep 600' & sleep 600 & echo $! > near; echo $$ > self; wait\n"
        );
        let world = world_with("Stop \"x.sh\"", &script);
        let mut command = world.assembly(["hook", "try", "x.sh"]).into_command();
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let started = || ["far", "near", "self"].iter().all(|name| number(&world, name).is_some());
        assert!(eventually(started), "the hook never started");
        let kill = format!("kill -{signal} {}", child.id());
        assert!(std::process::Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), None, "{signal}");
        assert!(all_end(&world, &["far", "near", "self"]), "{signal}");
    }
}

/// The process whose number the hook wrote into a file of the target.
fn number(world: &World, name: &str) -> Option<u32> {
    std::fs::read_to_string(world.target(name)).ok()?.trim().parse().ok()
}

fn all_end(world: &World, names: &[&str]) -> bool {
    let is_gone = |name: &&str| {
        let probe = format!("kill -0 {}", number(world, name).unwrap());
        !std::process::Command::new("/bin/sh").args(["-c", &probe]).output().unwrap().status.success()
    };
    eventually(|| names.iter().all(is_gone))
}

/// Waits until it holds; far longer than it takes.
fn eventually(holds: impl Fn() -> bool) -> bool {
    (0..2000).any(|_| {
        let held = holds();
        if !held {
            std::thread::sleep(Duration::from_millis(10));
        }
        held
    })
}

#[test]
fn the_sample_hooks_are_accepted() {
    let world = World::new();
    let hub = env!("CARGO_MANIFEST_DIR");
    let ran = world.assembly(["--hub", hub, "hook", "try", "--all"]).succeeds();
    ran.stderr("tried 3 hook entries in 9 runs: nothing to report\n");
}
