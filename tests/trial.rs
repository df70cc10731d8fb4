//! The trial room with real processes: what goes in arrives, what comes out is kept, and nothing is left.

#![expect(clippy::disallowed_methods, reason = "tests look at the environment as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::time::Duration;

use assembly::trial::{Ending, Outcome, Trial};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);
/// Enough for a shell to come to where it waits, on a busy machine too.
const SHORT: Duration = Duration::from_millis(1500);

fn script(text: &str) -> Trial {
    Trial {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), text.into()],
        environment: vec![("PATH".into(), std::env::var_os("PATH").unwrap())],
        directory: "/".into(),
        input: Vec::new(),
        timeout: LONG,
        kept: 1 << 20,
    }
}

fn run(trial: &Trial) -> Outcome {
    trial.run(Path::new(env!("CARGO_BIN_EXE_assembly"))).unwrap()
}

/// Whether a process that printed its number is gone.
fn is_gone(outcome: &Outcome) -> bool {
    let number = String::from_utf8_lossy(&outcome.stdout.bytes).trim().to_owned();
    assert!(number.parse::<u32>().is_ok(), "{outcome:?}");
    let status = std::process::Command::new("/bin/sh").args(["-c", &format!("kill -0 {number}")]).output();
    !status.unwrap().status.success()
}

#[test]
fn words_variables_folder_and_input_arrive_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().canonicalize().unwrap().join("a b\n$'ü");
    fs_err::create_dir(&odd).unwrap();
    let mut trial = script(r#"pwd; printf '%s|' "$@" "$VALUE" "${HOME-none}"; cat; echo oops >&2; exit 3"#);
    let word = std::ffi::OsString::from_vec(b"\xff'\"$x\n".to_vec());
    trial.arguments.extend(["sh".into(), word, "".into()]);
    trial.environment.push(("VALUE".into(), "a=b".into()));
    trial.directory.clone_from(&odd);
    trial.input = b"\0\xfe end".to_vec();
    let outcome = run(&trial);
    let mut expected = format!("{}\n", odd.display()).into_bytes();
    expected.extend_from_slice(b"\xff'\"$x\n||a=b|none|\0\xfe end");
    assert_eq!(outcome.stdout.bytes, expected);
    assert_eq!(outcome.stderr.bytes, b"oops\n");
    assert_eq!(outcome.ending, Ending::Exited(3));
    assert!(!outcome.left_processes);
}

#[test]
fn an_endless_output_is_counted_and_not_kept() {
    let mut trial = script("yes x | head -c 50000000; yes e | head -c 3000000 >&2");
    trial.kept = 1000;
    let outcome = run(&trial);
    assert_eq!((outcome.stdout.bytes.len(), outcome.stdout.total), (1000, 50_000_000));
    assert_eq!((outcome.stderr.bytes.len(), outcome.stderr.total), (1000, 3_000_000));
    assert!(outcome.stdout.is_cut());
}

#[test]
fn who_does_not_read_a_large_input_is_none_the_worse() {
    for text in ["exit 0", "exec <&-; sleep 0.1", "head -c 1 >/dev/null"] {
        let mut trial = script(text);
        trial.input = vec![b'x'; 8 << 20];
        assert_eq!(run(&trial).ending, Ending::Exited(0), "{text}");
    }
    let mut trial = script("wc -c");
    trial.input = vec![b'x'; 8 << 20];
    assert_eq!(String::from_utf8(run(&trial).stdout.bytes).unwrap().trim(), "8388608");
}

#[test]
fn a_program_that_hangs_is_ended_with_its_children() {
    for text in [
        "echo $$; sleep 600",
        "sleep 600 & echo $!; wait",
        "trap '' TERM; sleep 600 & echo $!; while :; do sleep 1; done",
        "(trap '' TERM HUP; sleep 600 & echo $!; wait); wait",
    ] {
        let mut trial = script(text);
        trial.timeout = SHORT;
        let outcome = run(&trial);
        assert_eq!(outcome.ending, Ending::TimedOut, "{text}");
        assert!(is_gone(&outcome), "{text}");
    }
}

#[test]
fn who_ends_when_asked_can_still_say_so() {
    let mut trial = script("trap 'echo bye; exit 0' TERM; sleep 600 & wait");
    trial.timeout = SHORT;
    let outcome = run(&trial);
    assert_eq!((outcome.ending, outcome.stdout.bytes.as_slice()), (Ending::TimedOut, b"bye\n".as_slice()));
}

#[test]
fn a_child_that_holds_the_output_open_does_not_hang_it() {
    let outcome = run(&script("sleep 600 & echo $!"));
    assert_eq!(outcome.ending, Ending::Exited(0));
    assert!(outcome.left_processes);
    assert!(is_gone(&outcome));
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_in_a_session_of_its_own_does_not_outlive_it() {
    for text in [
        "setsid sh -c 'echo $$; exec sleep 600 >/dev/null 2>&1 </dev/null' & sleep 0.2",
        "setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 600 </dev/null >/dev/null 2>&1\" &) ; exit' & sleep 0.2",
    ] {
        let outcome = run(&script(text));
        assert_eq!(outcome.ending, Ending::Exited(0), "{text}");
        assert!(outcome.left_processes, "{text}");
        assert!(is_gone(&outcome), "{text}");
    }
}

#[test]
fn what_ends_in_time_is_not_left_behind() {
    let outcome = run(&script("(while kill -0 $$ 2>/dev/null; do :; done; echo late) & echo early"));
    assert_eq!(outcome.stdout.bytes, b"early\nlate\n");
    assert!(!outcome.left_processes);
}

#[test]
fn signals_and_faults_are_told() {
    assert_eq!(run(&script("kill -KILL $$")).ending, Ending::Killed(9));
    // A program that signals its whole group ends itself, not its guard.
    assert_eq!(run(&script("kill -TERM 0; sleep 600")).ending, Ending::Killed(15));
    let mut trial = script("");
    trial.program = "/nowhere/program".into();
    assert_eq!(run(&trial).ending, Ending::NotStarted(2));
    trial.program = "no-such-program".into();
    assert_eq!(run(&trial).ending, Ending::NotStarted(2));
}

#[test]
fn a_program_is_looked_up_where_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/echo", folder.path().join("only-here")).unwrap();
    let mut trial = script("");
    trial.program = "only-here".into();
    trial.arguments = vec!["found".into()];
    trial.environment = vec![("PATH".into(), folder.path().into())];
    assert_eq!(run(&trial).stdout.bytes, b"found\n");
}

#[test]
fn a_guard_that_ends_early_is_an_error() {
    let error = script("true").run(Path::new("/bin/true")).unwrap_err();
    assert!(error.to_string().contains("ended early"), "{error}");
    let error = script("true").run(Path::new("/nowhere/assembly")).unwrap_err();
    assert!(error.to_string().contains("cannot start"), "{error}");
}
