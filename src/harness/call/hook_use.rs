//! How a hook is listed.

use crate::compose::Hook;
use crate::harness::handler::field;

/// An entry that runs a file of `hooks/`, as far as it matters for running it. Two that are equal are one to try.
#[derive(Clone, Debug, PartialEq)]
pub struct HookUse {
    /// The file name in `hooks/`.
    pub file: String,
    /// Its path, absolute.
    pub path: String,
    /// The event.
    pub event: String,
    /// The matcher.
    pub matcher: Option<String>,
    /// Arguments; with any, even none, there is no shell in between.
    pub args: Option<Vec<String>>,
    /// Seconds.
    pub timeout: Option<f64>,
    /// The shell that is asked for instead of the usual one.
    pub(super) shell: Option<String>,
}

impl HookUse {
    /// What an entry of a launcher says; nothing for one that runs no file.
    pub fn of(hook: &Hook) -> Option<Self> {
        let script = hook.script.as_ref()?;
        let shell = field(hook, "shell").and_then(|(_, value)| value.value.as_str());
        Some(Self {
            file: script.name.clone(),
            path: script.path.clone(),
            event: hook.event.value.clone(),
            matcher: hook.matcher.as_ref().map(|matcher| matcher.value.clone()),
            args: hook.words(),
            timeout: hook.timeout.as_ref().map(|timeout| timeout.value),
            shell: shell.map(str::to_owned),
        })
    }

    /// A file under an event, listed with nothing else.
    pub fn alone(file: &str, path: &str, event: &str) -> Self {
        Self {
            file: file.to_owned(),
            path: path.to_owned(),
            event: event.to_owned(),
            matcher: None,
            args: None,
            timeout: None,
            shell: None,
        }
    }
}
