//! The exit codes, as documented in SPEC.md.

use std::process::ExitCode;

use crate::launch::LaunchError;

/// Done; nothing to report; warnings alone.
pub(super) const SUCCESS: u8 = 0;
/// There is something to report: errors found, changes under `--exit-code`, a refusal, a problem that stops `run`.
pub(super) const FINDINGS: u8 = 1;
/// Usage, an unknown launcher, no hub, I/O, or an error that kept `plan` from planning.
pub(super) const TROUBLE: u8 = 2;

/// What a command comes to: a code, or an error that is printed before its code is returned.
pub(super) type Outcome = Result<u8, Failure>;

/// An error of the command itself, not of the hub's content.
#[derive(Debug)]
pub(super) struct Failure {
    /// What is wrong, as a sentence without a full stop.
    pub(super) message: String,
    /// What to type.
    pub(super) help: Option<String>,
    /// The exit code.
    pub(super) code: u8,
}

impl Failure {
    /// Exit code 2.
    pub(super) fn trouble(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, code: TROUBLE }
    }

    /// Exit code 1.
    pub(super) fn refusal(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, code: FINDINGS }
    }

    /// Sets the line of help.
    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<LaunchError> for Failure {
    fn from(error: LaunchError) -> Self {
        Self { message: error.to_string(), help: error.help(), code: error.exit_code() }
    }
}

/// The process's exit code for a number.
pub(super) fn code(number: u8) -> ExitCode {
    ExitCode::from(number)
}
