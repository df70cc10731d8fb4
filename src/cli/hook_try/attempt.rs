//! One entry, tried once.

use std::path::Path;
use std::time::Duration;

use super::choose::Entry;
use super::stage::Stage;
use super::verdict::{Verdict, judge};
use crate::Environment;
use crate::cli::exit::Failure;
use crate::harness::HookCall;
use crate::trial::{Outcome, Trial};

/// Bytes of each output that are kept. No answer is that long.
const KEPT: u64 = 1 << 20;

/// What a hook is given to read.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// The sample call of the event.
    Normal,
    /// The same with this prompt.
    Prompt(String),
    /// Nothing.
    Empty,
    /// The first half of the sample call.
    Invalid,
    /// These bytes.
    Given(Vec<u8>),
}

impl Input {
    /// The word for it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Normal | Self::Prompt(_) => "normal",
            Self::Empty => "empty",
            Self::Invalid => "invalid",
            Self::Given(_) => "given",
        }
    }

    /// Whether the CLI could send it, so that the hook has to make sense of it.
    pub(super) fn makes_sense(&self) -> bool {
        !matches!(self, Self::Empty | Self::Invalid)
    }

    fn bytes(&self, call: &HookCall) -> Vec<u8> {
        // With a line end, so that `read -r` of a shell succeeds.
        let mut sample = format!("{}\n", call.input).into_bytes();
        match self {
            Self::Normal | Self::Prompt(_) => sample,
            Self::Empty => Vec::new(),
            Self::Invalid => {
                sample.truncate(sample.len() / 2);
                sample
            }
            Self::Given(bytes) => bytes.clone(),
        }
    }
}

/// What came of it.
pub(super) struct Attempt<'a> {
    pub(super) entry: &'a Entry,
    pub(super) input: &'a Input,
    pub(super) call: HookCall,
    /// What the hook could read.
    pub(super) fed: Vec<u8>,
    pub(super) timeout: Duration,
    pub(super) outcome: Outcome,
    pub(super) verdict: Verdict,
}

/// How entries are tried.
pub(super) struct Trials<'a> {
    pub(super) environment: &'a Environment,
    pub(super) hub: &'a str,
    /// This very program.
    pub(super) assembly: &'a Path,
    /// Seconds for every hook, whatever its entry says.
    pub(super) timeout: Option<f64>,
    /// Seconds for a hook whose entry says nothing; else the CLI's own.
    pub(super) usual_timeout: Option<f64>,
}

impl Trials<'_> {
    /// Runs an entry once. Nothing comes of an event that the CLI does not have: `check` reports those.
    pub(super) fn attempt<'a>(
        &self,
        entry: &'a Entry,
        input: &'a Input,
    ) -> Result<Option<Attempt<'a>>, Failure> {
        let stage = Stage::set(entry, self.environment)?;
        let Some(mut call) = entry.harness.call(&entry.hook, stage.site()) else { return Ok(None) };
        if let Input::Prompt(text) = input
            && !call.set_prompt(text)
        {
            return Ok(None);
        }
        let usual = match (entry.hook.timeout, self.usual_timeout) {
            (None, Some(most)) => call.timeout.min(most),
            _ => call.timeout,
        };
        let seconds = self.timeout.unwrap_or(usual);
        let timeout = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let fed = input.bytes(&call);
        let trial = Trial {
            program: call.program.clone().into(),
            arguments: call.arguments.iter().map(Into::into).collect(),
            environment: stage.environment(entry, &call.variables, self.hub, self.environment),
            directory: stage.project.clone(),
            input: fed.clone(),
            timeout,
            kept: KEPT,
        };
        let outcome = trial.run(self.assembly).map_err(|error| Failure::trouble(error.to_string()))?;
        let verdict = judge(entry, input, &call, &outcome, timeout);
        Ok(Some(Attempt { entry, input, call, fed, timeout, outcome, verdict }))
    }
}
