//! Runs a script, and lets nothing outlive it.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::scratch::Scratch;

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this exit code.
    By(i32),
    /// It took too long and was stopped.
    Stopped,
}

/// How long a script may take. It starts a stand-in, so what takes time is what it does besides.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a script of a scratch copy by `bash`, without input and in a process group of its own, which is killed when the
/// script has ended or taken too long. Gives how it ended and the last lines that it printed.
///
/// # Errors
///
/// When it cannot be started.
pub fn run_script(bash: &Path, script: &Path, scratch: &Scratch) -> io::Result<(Ended, String)> {
    let output = fs_err::File::create(scratch.output())?;
    let environment = scratch.environment();
    let mut child = Command::new(bash)
        .arg(script)
        .env_clear()
        .envs(environment.variables().iter().map(|(name, value)| (name, value)))
        .current_dir(environment.current_dir())
        .stdin(Stdio::null())
        .stdout(output.file().try_clone()?)
        .stderr(output.into_file())
        .process_group(0)
        .spawn()?;
    let ended = wait(&mut child)?;
    let printed = fs_err::read(scratch.output())?;
    Ok((ended, last_lines(&String::from_utf8_lossy(&printed))))
}

/// Waits for a child, and kills its group before its number can be another's.
fn wait(child: &mut Child) -> io::Result<Ended> {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    let mut has_ended = false;
    while !has_ended && begun.elapsed() < PATIENCE {
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
        has_ended = match group {
            Some(pid) => {
                let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                waitid(WaitId::Pid(pid), options)?.is_some()
            }
            None => child.try_wait()?.is_some(),
        };
    }
    if let Some(group) = group {
        // Where nobody is left, nobody can be killed.
        _ = kill_process_group(group, Signal::KILL);
    }
    let status = child.wait()?;
    Ok(match status.code() {
        _ if !has_ended => Ended::Stopped,
        Some(code) => Ended::By(code),
        None => Ended::By(128 + status.signal().unwrap_or_default()),
    })
}

fn last_lines(printed: &str) -> String {
    const MOST: usize = 5;
    let lines: Vec<&str> = printed.lines().collect();
    lines[lines.len().saturating_sub(MOST)..].join("\n")
}
