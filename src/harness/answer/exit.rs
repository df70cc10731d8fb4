//! Exit codes other than 0.

use super::HookAnswer;
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::codes;
use crate::harness::contract::{Contract, ExitTwo};
use crate::harness::layout::Layout;

/// What 2 or another code does.
pub(super) fn judge(
    layout: &Layout,
    contract: &Contract,
    answer: &HookAnswer,
    problems: &mut Problems,
) -> String {
    let event = contract.event;
    match (answer.exit_code, contract.exit_2) {
        (code, ExitTwo::Fails(what)) => {
            problems.push(
                Diagnostic::new(&codes::HOOK_FAILED, format!("exit code {code} fails {what}"))
                    .help("end with `exit 0` when all is well"),
            );
            format!("fails {what}")
        }
        (2, ExitTwo::Blocks(what)) => {
            if answer.stderr_is_blank {
                problems.push(
                    Diagnostic::new(
                        &codes::NO_REASON,
                        format!("exit code 2 blocks {what}, and stderr is empty"),
                    )
                    .help("write the reason to stderr: `echo \"…\" >&2; exit 2`"),
                );
            }
            format!("blocks {what}")
        }
        (2, by_event) => {
            let instead = match by_event {
                ExitTwo::ToldAgent => "the agent reads what is on stderr",
                ExitTwo::ToldUser => "the user sees what is on stderr",
                _ => "it is ignored",
            };
            if by_event != ExitTwo::ToldAgent {
                problems.push(
                    Diagnostic::new(
                        &codes::BLOCKS_NOTHING,
                        format!("exit code 2 blocks nothing at `{event}`: {instead}"),
                    )
                    .help("end with `exit 0`, or choose an event that can be blocked"),
                );
            }
            format!("blocks nothing; {instead}")
        }
        (code, _) => {
            let fact = match code {
                126 => "the command cannot be executed",
                127 => "the command, or one that it runs, was not found",
                _ => "it is an error that blocks nothing",
            };
            problems
                .push(Diagnostic::new(&codes::HOOK_FAILED, format!("exit code {code}: {fact}")).help(format!(
                "end with `exit 0` when all is well, and with `exit 2` to block; {} goes on after any other",
                layout.title
            )));
            "fails; the session goes on as if it had said nothing".to_owned()
        }
    }
}
