//! What to run, and the side that asks for it.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::record::{Reader, Writer};
use super::{Outcome, TrialError};

/// The hidden command of the guard.
pub const GUARD_COMMAND: &str = "__guard";

/// A program to run, with everything it can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// A path, or a name to look up in the `PATH` of `environment`.
    pub program: OsString,
    /// The words after it.
    pub arguments: Vec<OsString>,
    /// Complete: nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// Where it starts; absolute.
    pub directory: PathBuf,
    /// What it can read on stdin. A program that does not read it is none the worse.
    pub input: Vec<u8>,
    /// After that it is asked to end, and killed when it does not.
    pub timeout: Duration,
    /// How many bytes of each output are kept; the rest is counted.
    pub kept: u64,
}

impl Trial {
    /// Runs it to its end. `assembly` is the path of this very program, which is started as the guard.
    ///
    /// # Errors
    ///
    /// When the guard cannot be started, or ends without a report. That the program cannot be started, fails or does not
    /// end in time is no error but an [`Outcome`].
    pub fn run(&self, assembly: &Path) -> Result<Outcome, TrialError> {
        let mut guard = Command::new(assembly)
            .arg(GUARD_COMMAND)
            .env_clear()
            // The guard holds no folder of its own, and needs none that may be gone.
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(TrialError::NoGuard)?;
        let lifeline = guard.stdin.take();
        let report = guard.stdout.take();
        let outcome = self.talk(lifeline, report);
        // Only now: the closing pipe ends a guard that is still at work.
        let status = guard.wait();
        outcome.and_then(|outcome| status.map(|_| outcome)).map_err(TrialError::GuardLost)
    }

    /// The pipe to the guard stays open until the report is there.
    fn talk(&self, lifeline: Option<impl Write>, report: Option<impl Read>) -> io::Result<Outcome> {
        let (Some(mut lifeline), Some(report)) = (lifeline, report) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut record = Writer::default();
        self.write(&mut record);
        lifeline.write_all(&record.0)?;
        drop(record);
        Outcome::read(io::BufReader::new(report))
    }

    fn write(&self, record: &mut Writer) {
        record.bytes(self.program.as_bytes());
        record.number(self.arguments.len() as u64);
        for argument in &self.arguments {
            record.bytes(argument.as_bytes());
        }
        record.number(self.environment.len() as u64);
        for (name, value) in &self.environment {
            record.bytes(name.as_bytes());
            record.bytes(value.as_bytes());
        }
        record.bytes(self.directory.as_os_str().as_bytes());
        record.bytes(&self.input);
        record.number(u64::try_from(self.timeout.as_nanos()).unwrap_or(u64::MAX));
        record.number(self.kept);
    }

    pub(super) fn read(input: impl Read) -> io::Result<Self> {
        let mut record = Reader(input);
        let word = |record: &mut Reader<_>| record.bytes().map(OsString::from_vec);
        let program = word(&mut record)?;
        let count = record.number()?;
        let arguments = (0..count).map(|_| word(&mut record)).collect::<io::Result<_>>()?;
        let count = record.number()?;
        let variable = |_| Ok((word(&mut record)?, word(&mut record)?));
        let environment = (0..count).map(variable).collect::<io::Result<_>>()?;
        Ok(Self {
            program,
            arguments,
            environment,
            directory: word(&mut record)?.into(),
            input: record.bytes()?,
            timeout: Duration::from_nanos(record.number()?),
            kept: record.number()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::time::Duration;

    use super::Trial;
    use crate::trial::record::Writer;
    use crate::trial::{Captured, Ending, Outcome};

    fn trial() -> Trial {
        let odd = OsString::from_vec(vec![0xff, b':', b'\n', b'9']);
        Trial {
            program: "/bin/a b".into(),
            arguments: vec![OsString::new(), odd.clone(), "1:".into()],
            environment: vec![("A".into(), OsString::new()), (odd.clone(), odd)],
            directory: "/ä b".into(),
            input: vec![0, 1, 2, b':'],
            timeout: Duration::from_millis(1500),
            kept: 7,
        }
    }

    #[test]
    fn a_trial_crosses_the_pipe_byte_for_byte_and_leaves_what_follows() {
        let mut record = Writer::default();
        trial().write(&mut record);
        for end in 0..record.0.len() {
            assert!(Trial::read(&record.0[..end]).is_err(), "cut at {end}");
        }
        record.0.push(b'!');
        let mut rest = record.0.as_slice();
        assert_eq!(Trial::read(&mut rest).unwrap(), trial());
        assert_eq!(rest, b"!");
        assert!(Trial::read(b"99999999999999999999:x".as_slice()).is_err());
        assert!(Trial::read(b"-1:x".as_slice()).is_err());
    }

    #[test]
    fn an_outcome_comes_back() {
        for ending in [Ending::NotStarted(2), Ending::Exited(255), Ending::Killed(9), Ending::TimedOut] {
            let outcome = Outcome {
                ending,
                stdout: Captured { bytes: vec![0, b':', 0xff], total: 1 << 40 },
                stderr: Captured::default(),
                duration: Duration::from_nanos(12_345),
                left_processes: true,
            };
            let mut record = Writer::default();
            outcome.write(&mut record);
            assert_eq!(Outcome::read(record.0.as_slice()).unwrap(), outcome);
        }
    }
}
