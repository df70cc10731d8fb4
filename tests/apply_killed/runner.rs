//! Starts an apply as a process of its own, disturbed or not. The only part that knows which program that is.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use assembly::apply::{Conflict, apply, clean};
use assembly::plan::Options;

use crate::scenario::{CLEAN, projection};

const HOME: &str = "ASSEMBLY_TEST_HOME";
const PROJECTION: &str = "ASSEMBLY_TEST_PROJECTION";
/// Octal.
pub(crate) const UMASK: &str = "ASSEMBLY_TEST_UMASK";

/// The system calls that change files. `strace` counts each call for itself; those of one group are one call under
/// the names it has on different machines.
pub(crate) const CALLS: &[&str] = &[
    "openat",
    "write",
    "pwrite64",
    "ftruncate",
    "fsync",
    "fchmod",
    "?chmod,fchmodat",
    "?mkdir,mkdirat",
    "?rmdir",
    "?unlink,unlinkat",
    "?rename,renameat",
    "renameat2",
    "?symlink,symlinkat",
];

/// `strace` counts for each thread. The child first makes this many calls that change nothing, more than the other
/// threads of a test program ever make, so that only the thread that applies is ever disturbed.
const FIRST: usize = 100;

/// What happens at a system call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Disturbance {
    /// The process is killed before the call.
    Kill,
    /// The same on a system that cannot exchange two paths.
    KillWithoutExchange,
    /// The call fails: the disk is full.
    Full,
    /// This call and all later ones fail: the file system is read-only.
    ReadOnly,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Success,
    /// It succeeded, and nothing was in its way.
    Undisturbed,
    /// It reported an error.
    Failure,
    Killed,
}

/// An apply in the sandbox `home`.
pub(crate) fn command(home: &Path, name: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "runner::child", "--nocapture", "--test-threads=1"]);
    command.env(HOME, home).env(PROJECTION, name);
    command
}

/// Runs one to its end.
pub(crate) fn run(home: &Path, name: &str) -> Ending {
    ending(&command(home, name).output().unwrap())
}

/// Starts one in the background.
pub(crate) fn start(home: &Path, name: &str) -> Child {
    command(home, name).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs one that is disturbed at the `at`th of its `calls`, counted from 1.
pub(crate) fn run_disturbed(
    home: &Path,
    name: &str,
    disturbance: Disturbance,
    calls: &str,
    at: usize,
) -> Ending {
    let call = if ["openat", "write"].contains(&calls) { FIRST + at } else { at };
    let what = match disturbance {
        Disturbance::Kill | Disturbance::KillWithoutExchange => format!("signal=SIGKILL:when={call}"),
        Disturbance::Full => format!("error=ENOSPC:when={call}"),
        Disturbance::ReadOnly => format!("error=EROFS:when={call}+"),
    };
    let log = home.join("strace.log");
    let plain = command(home, name);
    let mut traced = Command::new("strace");
    traced.arg("-f").arg("-o").arg(&log);
    traced.args(["-e", &format!("trace={calls},renameat2"), "-e", &format!("inject={calls}:{what}")]);
    if matches!(disturbance, Disturbance::KillWithoutExchange) && calls != "renameat2" {
        traced.args(["-e", "inject=renameat2:error=ENOSYS"]);
    }
    traced.arg(plain.get_program()).args(plain.get_args());
    for (variable, value) in plain.get_envs() {
        traced.env(variable, value.unwrap_or_default());
    }
    let output = traced.output().unwrap_or_else(|error| {
        panic!("strace cannot be started ({error}): install it, for example with `apt-get install strace`")
    });
    let log = fs_err::read(&log).unwrap_or_default();
    let log = String::from_utf8_lossy(&log);
    let was_disturbed = log.lines().any(|line| {
        line.contains("killed by SIGKILL") || (line.contains("(INJECTED)") && !line.contains("ENOSYS"))
    });
    match ending(&output) {
        Ending::Success if !was_disturbed => Ending::Undisturbed,
        other => other,
    }
}

fn ending(output: &Output) -> Ending {
    match (output.status.code(), output.status.signal()) {
        (Some(0), _) => Ending::Success,
        (Some(FAILED), _) => Ending::Failure,
        // `strace` ends by the signal that ended the child.
        (_, Some(9)) => Ending::Killed,
        _ => panic!("{output:?}"),
    }
}

const FAILED: i32 = 3;

/// Not a test: what the other tests start. Does nothing unless it is told a sandbox.
#[test]
fn child() {
    let (Some(home), Ok(name)) = (std::env::var_os(HOME), std::env::var(PROJECTION)) else { return };
    let home = Path::new(&home);
    if let Ok(umask) = std::env::var(UMASK) {
        let bits = u32::from_str_radix(&umask, 8).unwrap();
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(bits));
    }
    let mut nowhere = fs_err::OpenOptions::new().write(true).open("/dev/null").unwrap();
    for _ in 0..FIRST {
        assert!(fs_err::File::open(home.join("nothing")).is_err());
        nowhere.write_all(b"x").unwrap();
    }
    let (name, is_done) =
        name.strip_prefix("nothing-for-").map_or((name.as_str(), false), |name| (name, true));
    let target = home.join("target");
    if name == CLEAN {
        match clean(&target, &mut |_| {}) {
            Ok(_) => std::process::exit(0),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{error}");
                std::process::exit(FAILED);
            }
        }
    }
    match apply(&target, &projection(home, name), &Options::default(), Conflict::Backup, &mut |_| {}) {
        Ok(applied) => assert!(!is_done || applied.plan.is_unchanged()),
        Err(error) => {
            // `eprintln!` would panic while writes fail.
            let _ = writeln!(std::io::stderr(), "{error}");
            std::process::exit(FAILED);
        }
    }
    std::process::exit(0);
}
