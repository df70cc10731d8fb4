//! What came of a trial.

use std::io::{self, Read};
use std::time::Duration;

use super::record::{Reader, Writer};

/// How a program ended and what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to stdout.
    pub stdout: Captured,
    /// What it wrote to stderr.
    pub stderr: Captured,
    /// From its start to its end, or to the end of its time.
    pub duration: Duration,
    /// Whether it ended by itself and left processes behind, which were then killed. Outside Linux only those are
    /// noticed that keep its output open.
    pub left_processes: bool,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It could not be started: the system's error number.
    NotStarted(i32),
    /// It ended with this exit code.
    Exited(i32),
    /// This signal ended it.
    Killed(i32),
    /// Its time was over.
    TimedOut,
}

/// The beginning of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// How many bytes there were, those that were not kept too.
    pub total: u64,
}

impl Captured {
    /// Whether bytes were left away.
    pub fn is_cut(&self) -> bool {
        self.total > self.bytes.len() as u64
    }
}

impl Outcome {
    /// Of a program that could not be started.
    pub(super) fn not_started(error: &io::Error) -> Self {
        Self {
            ending: Ending::NotStarted(error.raw_os_error().unwrap_or_default()),
            stdout: Captured::default(),
            stderr: Captured::default(),
            duration: Duration::ZERO,
            left_processes: false,
        }
    }

    pub(super) fn write(&self, record: &mut Writer) {
        let (kind, number) = match self.ending {
            Ending::NotStarted(number) => (0, number),
            Ending::Exited(number) => (1, number),
            Ending::Killed(number) => (2, number),
            Ending::TimedOut => (3, 0),
        };
        record.number(kind);
        record.number(u64::from(number.unsigned_abs()));
        for captured in [&self.stdout, &self.stderr] {
            record.bytes(&captured.bytes);
            record.number(captured.total);
        }
        record.number(u64::try_from(self.duration.as_nanos()).unwrap_or(u64::MAX));
        record.number(self.left_processes.into());
    }

    pub(super) fn read(input: impl Read) -> io::Result<Self> {
        let mut record = Reader(input);
        let kind = record.number()?;
        let number = i32::try_from(record.number()?).map_err(io::Error::other)?;
        let ending = match kind {
            0 => Ending::NotStarted(number),
            1 => Ending::Exited(number),
            2 => Ending::Killed(number),
            _ => Ending::TimedOut,
        };
        let mut captured =
            || Ok::<_, io::Error>(Captured { bytes: record.bytes()?, total: record.number()? });
        let (stdout, stderr) = (captured()?, captured()?);
        let duration = Duration::from_nanos(record.number()?);
        Ok(Self { ending, stdout, stderr, duration, left_processes: record.number()? != 0 })
    }
}
