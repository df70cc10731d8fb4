//! Runs a script of a scratch copy.

use std::path::Path;
use std::time::Duration;

use super::scratch::Scratch;
use crate::trial::{Ending, Outcome, Trial, TrialError};

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

/// Bytes of each output that are kept. It is shown only where a script failed.
const KEPT: u64 = 1 << 20;

/// Runs a script by `bash`, without input and under the guard of `assembly`, so that nothing of it goes on when this
/// returns or this process ends. Gives how it ended and the last line that it printed.
///
/// # Errors
///
/// When it could not be watched over.
pub fn run_script(
    assembly: &Path,
    bash: &Path,
    script: &Path,
    scratch: &Scratch,
) -> Result<(Ended, String), TrialError> {
    let environment = scratch.environment();
    let trial = Trial {
        program: bash.into(),
        arguments: vec![script.into()],
        environment: environment.variables().to_vec(),
        directory: environment.current_dir().to_owned(),
        input: Vec::new(),
        timeout: PATIENCE,
        kept: KEPT,
    };
    let outcome = trial.run(assembly)?;
    Ok((ended(outcome.ending), last_line(&outcome)))
}

/// As the shell counts: 127 is what cannot be started, 128 and more a signal.
fn ended(ending: Ending) -> Ended {
    match ending {
        Ending::TimedOut => Ended::Stopped,
        Ending::Exited(code) => Ended::By(code),
        Ending::Killed(signal) => Ended::By(128 + signal),
        Ending::NotStarted(_) => Ended::By(127),
    }
}

/// What went wrong is said on stderr, if anywhere.
fn last_line(outcome: &Outcome) -> String {
    let outputs = [&outcome.stderr, &outcome.stdout].map(|output| String::from_utf8_lossy(&output.bytes));
    let mut lines = outputs.iter().filter_map(|text| text.lines().rfind(|line| !line.trim().is_empty()));
    lines.next().unwrap_or_default().to_owned()
}
