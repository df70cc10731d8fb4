//! Whether the CLI would take what a hook did.

use std::sync::Arc;
use std::time::Duration;

use super::attempt::Input;
use super::choose::Entry;
use crate::cli::codes;
use crate::diagnostic::{Class, Diagnostic, Problems, Severity, SourceFile, visible};
use crate::harness::{self, HookAnswer, HookCall};
use crate::trial::{Captured, Ending, Outcome};

/// What the CLI makes of an attempt.
pub(super) struct Verdict {
    /// In a sentence.
    pub(super) effect: String,
    pub(super) problems: Vec<Diagnostic>,
}

impl Verdict {
    /// Whether nothing is wrong but what is worth a warning.
    pub(super) fn accepted(&self) -> bool {
        !self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }
}

/// Judges how a hook ended. On an input that the CLI would never send, a hook may fail: it must end in time and by itself,
/// and what it answers must be sound.
pub(super) fn judge(
    entry: &Entry,
    input: &Input,
    call: &HookCall,
    outcome: &Outcome,
    timeout: Duration,
) -> Verdict {
    let mut problems = Problems::new();
    let ending = behind_shell(call, outcome.ending);
    let effect = match ending {
        Ending::Exited(code) => answer(entry, input, outcome, code, &mut problems),
        ended => {
            problems.push(not_ended(entry, ended, timeout));
            "fails; the session goes on as if it had said nothing".to_owned()
        }
    };
    if outcome.left_processes {
        problems.push(
            Diagnostic::new(
                &codes::HOOK_LEFT,
                format!("hook `{}` left processes behind, which were ended", visible(&entry.hook.file)),
            )
            .help("wait for them before it ends; who keeps its output open makes the session wait"),
        );
    }
    let told = format!("with this input: {}", input.name());
    let problems = problems.into_iter().map(|problem| {
        let problem = if pardoned(&problem, input, ending) { problem.class(Class::Advice) } else { problem };
        match &entry.listed {
            Some(listed) => problem.label(listed, told.as_str()),
            None => problem,
        }
    });
    Verdict { effect, problems: problems.collect() }
}

/// A shell that waited for a program which a signal ended says so by its exit code.
fn behind_shell(call: &HookCall, ending: Ending) -> Ending {
    const SIGNALS: std::ops::RangeInclusive<i32> = 1..=64;
    match ending {
        Ending::Exited(code) if call.args.is_none() && SIGNALS.contains(&(code - 128)) => {
            Ending::Killed(code - 128)
        }
        other => other,
    }
}

/// To fail on an input that makes no sense is no error, unless the command could not even be run.
fn pardoned(problem: &Diagnostic, input: &Input, ending: Ending) -> bool {
    let ran = !matches!(ending, Ending::Exited(126 | 127));
    problem.code.name == harness::codes::HOOK_FAILED.name && !input.makes_sense() && ran
}

fn not_ended(entry: &Entry, ending: Ending, timeout: Duration) -> Diagnostic {
    let hook = visible(&entry.hook.file);
    match ending {
        Ending::TimedOut => {
            let seconds = timeout.as_secs_f64();
            Diagnostic::new(&codes::HOOK_TIMED_OUT, format!("hook `{hook}` did not end within {seconds} s"))
                .help("let it read stdin to its end and wait for nothing else, or give it more time with `timeout=`")
        }
        Ending::Killed(signal) => {
            Diagnostic::new(&codes::HOOK_KILLED, format!("hook `{hook}` was ended by signal {signal}"))
                .help("let it end by itself: `exit 0` when all is well, `exit 2` to block")
        }
        Ending::NotStarted(errno) | Ending::Exited(errno) => {
            let said = std::io::Error::from_raw_os_error(errno);
            Diagnostic::new(&codes::HOOK_NOT_STARTED, format!("hook `{hook}` could not be started: {said}"))
                .help("begin it with a `#!` line, and make it executable with `chmod +x`")
        }
    }
}

fn answer(
    entry: &Entry,
    input: &Input,
    outcome: &Outcome,
    exit_code: i32,
    problems: &mut Problems,
) -> String {
    let Captured { bytes, total } = &outcome.stdout;
    let name = format!("stdout of {}, {} input", entry.hook.file, input.name());
    let stdout: Arc<SourceFile> = SourceFile::broken(&name, name.as_str(), bytes);
    if outcome.stdout.is_cut() {
        problems.push(
            Diagnostic::new(
                &codes::OUTPUT_TOO_LARGE,
                format!("hook `{}` wrote {total} bytes to stdout", visible(&entry.hook.file)),
            )
            .help(format!("say less: only the first {} bytes were looked at", bytes.len())),
        );
    } else if std::str::from_utf8(bytes).is_err() {
        problems.push(
            Diagnostic::new(
                &codes::OUTPUT_NOT_UTF8,
                format!("hook `{}` wrote to stdout what is not UTF-8", visible(&entry.hook.file)),
            )
            .help("write UTF-8, and everything that is no text to a file"),
        );
    }
    let answer = HookAnswer {
        exit_code,
        stdout,
        is_whole: !outcome.stdout.is_cut(),
        stderr_is_blank: outcome.stderr.bytes.trim_ascii().is_empty(),
    };
    entry.harness.judge(&entry.hook.event, &answer, problems)
}
