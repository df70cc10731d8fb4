//! What a script starts, where, and with which arguments.

use super::problems::Reason;
use super::scope::{Field, Value};
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::draft::Variable;
use crate::import::text::{Part, Text, Word};

/// Programs that are agents, also where nothing else says so.
const AGENTS: [&str; 16] = [
    "claude",
    "codex",
    "gemini",
    "opencode",
    "aider",
    "cursor-agent",
    "copilot",
    "amp",
    "goose",
    "crush",
    "qwen",
    "droid",
    "kiro",
    "auggie",
    "cline",
    "pi",
];

/// The start of an agent.
#[derive(Clone)]
pub(super) struct Launch {
    pub(super) cli: Word,
    pub(super) target: Word,
    pub(super) words: Vec<Word>,
    pub(super) env: Vec<Variable>,
}

/// Whether a program is known to be an agent.
pub(super) fn is_agent(name: &str) -> bool {
    AGENTS.contains(&name.rsplit('/').next().unwrap_or(name))
}

/// Whether a text can be the name or path of a program.
fn is_program(text: &Text) -> bool {
    text.parts().iter().all(|part| match part {
        Part::Plain(text) => !text.contains(char::is_whitespace) && !text.ends_with('/'),
        _ => true,
    }) && !text.is_empty()
}

impl Walker {
    /// `launch CLI TARGET WORDS…`.
    pub(super) fn launch_step(&mut self, fields: &[Field], own: Vec<Variable>, place: &Place) {
        let [cli, target, words @ ..] = fields else { return self.unsaid(place, Reason::Arguments) };
        let (Field::Word(cli), Field::Word(target)) = (cli, target) else {
            // What is missing was reported.
            return self.keep(place);
        };
        let (cli, target) = (cli.clone(), self.seen_from_here(target.clone()));
        self.steps.targets.push((target.clone(), place.clone()));
        self.start(cli, target, words, own);
    }

    /// The target of a step: it begins in the folder that was changed to, if one was.
    pub(super) fn seen_from_here(&self, target: Word) -> Word {
        let text = match self.scope.folder {
            Some(_) => self.folder_from_here(target.text.clone()).unwrap_or(target.text),
            None => target.text,
        };
        Word { text, ..target }
    }

    /// A program that is started directly, in the folder that was changed to.
    pub(super) fn start_here(&mut self, cli: Word, words: &[Field], own: Vec<Variable>) {
        let here = || Word {
            text: Text::of(Part::Variable { name: "PWD".to_owned(), default: None }),
            place: cli.place.clone(),
        };
        let target = self.scope.folder.clone().unwrap_or_else(here);
        self.start(cli, target, words, own);
    }

    fn start(&mut self, cli: Word, target: Word, fields: &[Field], own: Vec<Variable>) {
        if !is_program(&cli.text) {
            return self.unsaid(&cli.place, Reason::NoProgram);
        }
        let mut words = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            match field {
                Field::Word(word) => words.push(word.clone()),
                // `run` puts further words behind all others by itself.
                Field::Arguments(_) if index + 1 == fields.len() => {}
                Field::Arguments(place) => {
                    let place = place.clone();
                    self.unsaid(&place, Reason::Arguments);
                }
                // An option without its value would take the next word for it.
                Field::Unsaid => {
                    let is_option =
                        |word: &Word| matches!(word.text.as_plain(), Some(option) if option.starts_with('-'));
                    if words.last().is_some_and(is_option)
                        && matches!(fields.get(index.wrapping_sub(1)), Some(Field::Word(_)))
                        && let Some(option) = words.pop()
                    {
                        self.keep(&option.place);
                    }
                }
            }
        }
        if let Some(first) = words.first()
            && matches!(first.text.parts(), [Part::Plain(text), ..] if text.starts_with("!-"))
        {
            let first = words.remove(0);
            self.unsaid(&first.place, Reason::Removal);
        }
        let env = self.environment(own);
        self.launch = Some(Launch { cli, target, words, env });
    }

    /// What the agent finds in its environment that its caller's does not have.
    fn environment(&self, own: Vec<Variable>) -> Vec<Variable> {
        let mut all: Vec<Variable> = Vec::new();
        for (name, place) in &self.scope.removed {
            all.push(Variable { name: name.clone(), value: None, place: place.clone() });
        }
        for (name, place) in &self.scope.exported {
            let Some(Value::Scalar(word)) = self.scope.value(name) else { continue };
            all.push(Variable { name: name.clone(), value: Some(word.text.clone()), place: place.clone() });
        }
        for variable in own {
            all.retain(|before| before.name != variable.name);
            all.push(variable);
        }
        all.retain(|variable| {
            // `run` says where the hub is, and what the caller's variable holds stays.
            let same = [Part::Variable { name: variable.name.clone(), default: None }];
            variable.name != "ASSEMBLY_DIR"
                && variable.value.as_ref().is_none_or(|value| value.parts() != same)
        });
        all
    }
}
