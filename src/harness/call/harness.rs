//! The entrance: from a hook's entry to its call.

use super::sample::{SESSION, sample};
use super::{CallSite, HookCall, HookUse};
use crate::diagnostic::did_you_mean;
use crate::harness::Harness;
use crate::harness::contract::{Protocol, Text};
use crate::harness::project::invocation;

/// Runs a command without arguments.
const SHELL: &str = "/bin/sh";

impl Harness {
    /// The call that the CLI makes for an entry; nothing when it does not know the event.
    pub fn call(&self, hook: &HookUse, site: CallSite<'_>) -> Option<HookCall> {
        let protocol = self.layout.protocol;
        let contract = protocol.contract(&hook.event)?;
        let (command, args) = invocation(&hook.path, hook.args.as_deref());
        let (program, arguments) = match &args {
            None => shell(hook.shell.as_deref(), &command),
            // Without a shell, the CLI itself replaces its placeholder.
            Some(args) => {
                let fill = |word: &String| fill(protocol, word, site.project);
                (fill(&command), args.iter().map(fill).collect())
            }
        };
        let mut variables =
            vec![(protocol.project_variable, site.project), (protocol.session_variable, SESSION)];
        variables.extend_from_slice(protocol.variables);
        if contract.takes_variables {
            variables.push((protocol.variables_file, site.variables_file));
        }
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Some(HookCall {
            command,
            args,
            program,
            arguments,
            input: sample(protocol, contract, hook.matcher.as_deref(), site),
            variables: variables.into_iter().map(owned).collect(),
            timeout: hook.timeout.unwrap_or(contract.timeout),
        })
    }

    /// Whether a call of an event says what the user typed.
    pub fn has_prompt(&self, event: &str) -> bool {
        let site = CallSite { project: "", transcript: "", variables_file: "" };
        self.call(&HookUse::alone("", "", event), site).is_some_and(|mut call| call.set_prompt(""))
    }

    /// Whether a hook of an event can end well without saying anything.
    pub fn may_be_silent(&self, event: &str) -> bool {
        self.layout.protocol.contract(event).is_none_or(|contract| contract.text != Text::Path)
    }

    /// The event of that name, or the name that was probably meant.
    pub fn event(&self, name: &str) -> Result<&'static str, Option<&'static str>> {
        let names = || self.layout.events.iter().map(|event| event.name);
        names().find(|known| *known == name).ok_or_else(|| did_you_mean(name, names()))
    }

    /// The event that a text names first, as hooks that answer in JSON and those with a good head comment do.
    pub fn event_named_in(&self, text: &str) -> Option<&'static str> {
        let words = text.split(|character: char| !character.is_ascii_alphanumeric());
        words.into_iter().find_map(|word| self.event(word).ok())
    }
}

fn shell(asked: Option<&str>, command: &str) -> (String, Vec<String>) {
    match asked {
        Some("powershell") => {
            ("pwsh".to_owned(), vec!["-NoProfile".to_owned(), "-Command".to_owned(), command.to_owned()])
        }
        _ => (SHELL.to_owned(), vec!["-c".to_owned(), command.to_owned()]),
    }
}

fn fill(protocol: &Protocol, word: &str, project: &str) -> String {
    word.replace(&format!("${{{}}}", protocol.project_variable), project)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::harness::{CallSite, HookUse, for_name};

    const SITE: CallSite<'_> =
        CallSite { project: "/p q", transcript: "/t/transcript.jsonl", variables_file: "/t/variables" };

    fn listed(event: &str) -> HookUse {
        HookUse::alone("guard.sh", "/hub/it's/guard.sh", event)
    }

    #[test]
    fn a_call_is_what_the_settings_say() {
        let harness = for_name("claude");
        let call = harness.call(&listed("UserPromptSubmit"), SITE).unwrap();
        assert_eq!((call.program.as_str(), call.timeout), ("/bin/sh", 30.0));
        assert_eq!(call.arguments, ["-c", "bash \"/hub/it's/guard.sh\""]);
        let words = vec!["${CLAUDE_PROJECT_DIR}/x".to_owned(), "$HOME".to_owned()];
        let hook = HookUse { args: Some(words), timeout: Some(2.5), ..listed("PreToolUse") };
        let call = harness.call(&hook, SITE).unwrap();
        assert_eq!((call.program.as_str(), call.timeout), ("bash", 2.5));
        assert_eq!(call.arguments, ["/hub/it's/guard.sh", "/p q/x", "$HOME"]);
        assert!(call.variables.contains(&("CLAUDE_PROJECT_DIR".to_owned(), "/p q".to_owned())));
        assert!(!call.variables.iter().any(|(name, _)| name == "CLAUDE_ENV_FILE"));
    }

    #[test]
    fn every_event_can_be_called_and_the_matcher_chooses_the_tool() {
        let harness = for_name("claude");
        for event in harness.layout.events {
            let call = harness.call(&listed(event.name), SITE).unwrap();
            assert_eq!(call.input["hook_event_name"], event.name);
            assert_eq!(call.input["cwd"], "/p q");
            assert!(!call.input.to_string().contains("{cwd}"), "{}", call.input);
        }
        assert_eq!(harness.call(&listed("Never"), SITE), None);
        let hook = HookUse { matcher: Some("Write|Edit".to_owned()), ..listed("PreToolUse") };
        let input = harness.call(&hook, SITE).unwrap().input;
        assert_eq!(input["tool_name"], "Write");
        assert_eq!(input["tool_input"], json!({ "file_path": "/p q/notes.md", "content": "hello\n" }));
        let hook = HookUse { matcher: Some(".envrc".to_owned()), ..listed("FileChanged") };
        assert_eq!(harness.call(&hook, SITE).unwrap().input["file_path"], "/p q/.envrc");
    }

    #[test]
    fn prompts_are_replaced_where_there_is_one() {
        let harness = for_name("claude");
        let mut call = harness.call(&listed("UserPromptSubmit"), SITE).unwrap();
        assert!(call.set_prompt("say \"hi\""));
        assert_eq!(call.input["prompt"], "say \"hi\"");
        assert!(!harness.call(&listed("Stop"), SITE).unwrap().set_prompt("x"));
    }

    #[test]
    fn a_text_names_its_event() {
        let harness = for_name("claude");
        assert_eq!(harness.event_named_in("# Event: PreToolUse, matcher \"Bash\""), Some("PreToolUse"));
        assert_eq!(harness.event_named_in("{\"hookEventName\":\"SessionStart\"}"), Some("SessionStart"));
        assert_eq!(harness.event_named_in("unStoppable, Stopped"), None);
        assert_eq!(harness.event("Stopp"), Err(Some("Stop")));
    }
}
