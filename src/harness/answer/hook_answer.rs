//! The entrance: one answer, judged.

use std::sync::Arc;

use super::{exit, json, text};
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, place_of_key};
use crate::harness::contract::Contract;
use crate::harness::{Harness, codes};

/// What a hook did.
#[derive(Clone, Debug)]
pub struct HookAnswer {
    /// Its exit code.
    pub exit_code: i32,
    /// What it wrote to stdout.
    pub stdout: Arc<SourceFile>,
    /// Whether all of that was UTF-8, and is here to its end.
    pub is_whole: bool,
    /// Whether it wrote nothing but blanks to stderr.
    pub stderr_is_blank: bool,
}

impl HookAnswer {
    /// Stdout as the CLI looks at it.
    pub(super) fn text(&self) -> &str {
        self.stdout.text().trim()
    }

    /// Whether it means to be a JSON document.
    pub(super) fn begins_like_json(&self) -> bool {
        self.text().starts_with('{')
    }

    /// All of the answer but blanks around it.
    pub(super) fn place(&self) -> Place {
        let text = self.stdout.text();
        let start = text.len() - text.trim_start().len();
        Place::new(&self.stdout, start..start + self.text().len())
    }

    /// The value that a path of keys leads to; all of the answer where none is found.
    pub(super) fn place_of(&self, path: &[&str]) -> Place {
        place_of_key(&self.stdout, path).unwrap_or_else(|| self.place())
    }
}

impl Harness {
    /// Says in a sentence what the CLI does with the answer to a call of `event`, and reports what it would refuse or
    /// ignore. An event that the CLI does not have is answered in vain.
    pub fn judge(&self, event: &str, answer: &HookAnswer, problems: &mut Problems) -> String {
        let protocol = self.layout.protocol;
        let Some(contract) = protocol.contract(event) else { return String::new() };
        if answer.exit_code != 0 {
            problems.extend(ignored(answer));
            return exit::judge(self.layout, contract, answer, problems);
        }
        if answer.text().is_empty() {
            return nothing(contract, problems);
        }
        if answer.begins_like_json() {
            return json::judge(self.layout, contract, answer, problems);
        }
        text::judge(self.layout, contract, answer, problems)
    }
}

fn nothing(contract: &Contract, problems: &mut Problems) -> String {
    use crate::harness::contract::Text;
    if contract.text == Text::Path {
        problems.push(
            Diagnostic::new(
                &codes::ANSWER_FIELD_MISSING,
                format!("a hook of `{}` must print a path", contract.event),
            )
            .help("print the absolute path of the worktree that it made"),
        );
        return "fails: there is no path".to_owned();
    }
    "says nothing; the session goes on".to_owned()
}

/// Whatever stands on stdout is read with exit code 0 only.
fn ignored(answer: &HookAnswer) -> Option<Diagnostic> {
    answer.begins_like_json().then(|| {
        Diagnostic::new(
            &codes::ANSWER_IGNORED,
            format!("the answer is not read, since the exit code is {}", answer.exit_code),
        )
        .label(&answer.place(), "read with exit code 0 only")
        .help("end with `exit 0` after an answer in JSON; with another exit code, write the reason to stderr")
    })
}
