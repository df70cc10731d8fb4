//! The small programs of the benchmark, compiled when it starts.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::sandbox::{Sandbox, run};

/// A program that every machine has, in place of an agent CLI.
const STAND_INS: [&str; 2] = ["/bin/true", "/usr/bin/true"];

/// Where the programs are.
pub(crate) struct Programs<'a> {
    sandbox: &'a Sandbox,
    baseline: PathBuf,
    peak: PathBuf,
}

impl<'a> Programs<'a> {
    pub(crate) fn compile(sandbox: &'a Sandbox) -> io::Result<Self> {
        let compile = |name: &str, source: &str| -> io::Result<PathBuf> {
            let (file, program) = (sandbox.at(format!("{name}.rs")), sandbox.at(name));
            fs_err::write(&file, source)?;
            // With the caller's environment: a toolchain may be found through it.
            run(Command::new("rustc").args(["--edition", "2024", "-O", "-o"]).arg(&program).arg(&file))?;
            Ok(program)
        };
        Ok(Self {
            sandbox,
            baseline: compile("baseline", include_str!("programs/baseline.rs"))?,
            peak: compile("peak", include_str!("programs/peak.rs"))?,
        })
    }

    /// Starts the stand-in and does nothing else.
    pub(crate) fn baseline(&self) -> Command {
        let mut command = self.sandbox.command(&self.baseline);
        command.arg(stand_in());
        command
    }

    /// The peak memory of a command in bytes, that of the processes it waits for included.
    pub(crate) fn peak(&self, measured: &Command) -> io::Result<u64> {
        let mut command = self.sandbox.command(&self.peak);
        command.arg(measured.get_program()).args(measured.get_args()).stdout(Stdio::piped());
        let output = command.output()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().map_err(io::Error::other)
    }
}

/// The stand-in of this machine.
pub(crate) fn stand_in() -> &'static str {
    STAND_INS.into_iter().find(|path| fs_err::metadata(path).is_ok()).unwrap_or(STAND_INS[0])
}
