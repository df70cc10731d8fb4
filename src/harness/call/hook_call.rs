//! A call that is ready to be made.

use serde_json::Value as Json;

/// The folder and files of the session in which a hook is called; all absolute.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'a> {
    /// The project.
    pub project: &'a str,
    /// The transcript of the session so far.
    pub transcript: &'a str,
    /// The file that takes variables from hooks.
    pub variables_file: &'a str,
}

/// One call of a hook.
#[derive(Clone, Debug, PartialEq)]
pub struct HookCall {
    /// The command as the settings file has it.
    pub command: String,
    /// And its arguments, when no shell is asked.
    pub args: Option<Vec<String>>,
    /// What is executed in the end.
    pub program: String,
    /// With these words.
    pub arguments: Vec<String>,
    /// What the hook reads on stdin.
    pub input: Json,
    /// Variables beside those of the session.
    pub variables: Vec<(String, String)>,
    /// Seconds until the CLI gives up.
    pub timeout: f64,
}

/// The field of a call that holds what the user typed.
const PROMPT: &str = "prompt";

impl HookCall {
    /// Replaces the prompt; false when the call holds none.
    pub fn set_prompt(&mut self, prompt: &str) -> bool {
        let field = self.input.get_mut(PROMPT);
        field.map(|field| *field = prompt.into()).is_some()
    }
}
