//! The processes that came out of a trial, and their end.

use std::io;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait};

/// How long processes are killed that do not go, such as those of another user.
const LONGEST_END: Duration = Duration::from_secs(2);

/// The program and whatever it started.
#[derive(Debug)]
pub(super) struct Kin {
    program: Pid,
    status: Option<WaitStatus>,
    any_left: bool,
}

impl Kin {
    /// The kin of a child that leads a process group.
    pub(super) fn of(program: Pid) -> Self {
        Self { program, status: None, any_left: true }
    }

    /// How the program ended, if it did.
    pub(super) fn status(&self) -> Option<WaitStatus> {
        self.status
    }

    /// Whether there are children of this process; orphans of the program are, where the system gives them to us.
    pub(super) fn any_left(&self) -> bool {
        self.any_left
    }

    /// Takes note of everything that ended.
    pub(super) fn reap(&mut self) {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.program => self.status = Some(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return,
                Err(_) => {
                    self.any_left = false;
                    return;
                }
            }
        }
    }

    /// Asks the program and its group to end.
    pub(super) fn ask_to_end(&self) {
        _ = kill_process_group(self.program, Signal::TERM);
    }

    /// Kills everything. Children of what is killed become ours and are killed in the next round.
    pub(super) fn end(&mut self) {
        let begun = Instant::now();
        loop {
            // Once the program was waited for, its number can belong to another. Where orphans do not come to us, its
            // group is all that is known of them.
            if self.status.is_none() || !cfg!(target_os = "linux") {
                _ = kill_process_group(self.program, Signal::KILL);
            }
            self.reap();
            if !self.any_left || begun.elapsed() > LONGEST_END {
                return;
            }
            for child in children() {
                _ = kill_process(child, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Makes this process the parent of every orphan among its descendants.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(getpid()))?)
}

/// Only Linux can do this.
#[cfg(not(target_os = "linux"))]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// The processes whose parent is this one. Empty where there is no `/proc`.
fn children() -> Vec<Pid> {
    let us = getpid().as_raw_nonzero().get();
    let Ok(processes) = fs_err::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter(|number| parent(*number) == Some(us)).filter_map(Pid::from_raw).collect()
}

/// `stat` is the number, the name in parentheses, which can hold anything, the state, and the parent.
fn parent(process: i32) -> Option<i32> {
    let stat = fs_err::read(format!("/proc/{process}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, behind_name) = stat.rsplit_once(") ")?;
    behind_name.split(' ').nth(1)?.parse().ok()
}
