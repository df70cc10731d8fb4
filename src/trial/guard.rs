//! The process that watches over a program.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::record::Writer;
use super::watch::watch;
use super::{Outcome, Trial, kin};

/// Reads a trial from `caller`, runs it, and writes the outcome to `report`. `caller` is unbuffered: that it stays open is
/// what the program's life depends on.
///
/// # Errors
///
/// When the trial cannot be read, the program not be watched, or the outcome not be written. A program that cannot be
/// started is an outcome.
pub fn guard(mut caller: impl Read + AsFd, mut report: impl Write) -> io::Result<()> {
    // Away from the terminal and from its signals: the agent CLI runs hooks without a terminal, too. It fails for the
    // leader of a group, which only somebody who starts the guard by hand can make of it.
    _ = rustix::process::setsid();
    kin::adopt_orphans()?;
    let trial = Trial::read(&mut caller)?;
    // A group of its own, so that a program that signals its group does not end its guard.
    let child = Command::new(&trial.program)
        .args(&trial.arguments)
        .env_clear()
        .envs(trial.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&trial.directory)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let outcome = match child {
        Ok(child) => watch(child, &trial, caller.as_fd())?,
        Err(error) => Outcome::not_started(&error),
    };
    let mut record = Writer::default();
    outcome.write(&mut record);
    report.write_all(&record.0)?;
    report.flush()
}
