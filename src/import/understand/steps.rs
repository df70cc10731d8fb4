//! The five steps of the shell library.

use super::call::Argument;
use super::expand::Taken;
use super::problems::{Reason, head};
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::{Diagnostic, Place};
use crate::import::codes;
use crate::import::draft::Variable;
use crate::import::text::Word;

/// A step by its name in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Modules,
    Hooks,
    Skills,
    Gitignore,
    Launch,
}

impl Step {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "assemble_modules" => Self::Modules,
            "assemble_hooks" => Self::Hooks,
            "assemble_skills" => Self::Skills,
            "ensure_gitignore" => Self::Gitignore,
            "launch" => Self::Launch,
            _ => return None,
        })
    }
}

/// What the steps were given.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) modules: Option<Vec<Word>>,
    pub(super) hooks: Option<Vec<Word>>,
    pub(super) skills: Option<Vec<Word>>,
    pub(super) gitignore: bool,
    /// The folder that each step was given, in order, with the step's own place.
    pub(super) targets: Vec<(Word, Place)>,
}

impl Walker {
    /// Takes a step.
    pub(super) fn step(
        &mut self,
        step: Step,
        name: &str,
        arguments: &[Argument<'_>],
        own: Vec<Variable>,
        place: &Place,
    ) {
        if let Some(function) = self.scope.function(name)
            && function.place.file == self.file
        {
            let problem =
                Diagnostic::new(&codes::OWN_STEP, format!("`{name}` is taken for the step of that name"))
                    .label(&function.place, "what it does here was not read")
                    .help("rename the function, so that its body is read");
            self.problems.push(problem);
        }
        if self.launch.is_some() {
            let reason = if step == Step::Launch { Reason::SecondLaunch } else { Reason::AfterLaunch };
            return self.unsaid(place, reason);
        }
        let singles = if step == Step::Launch { 2 } else { 1 };
        let mut fields = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let taken = if index < singles { Taken::Single } else { Taken::Split };
            fields.extend(self.fields(argument.raw, &argument.place, taken));
        }
        if step == Step::Launch {
            return self.launch_step(&fields, own, place);
        }
        let rest = match fields.split_first() {
            Some((Field::Word(target), rest)) => {
                let target = self.seen_from_here(target.clone());
                self.steps.targets.push((target, place.clone()));
                rest
            }
            Some((_, rest)) => rest,
            None => &[],
        };
        match step {
            // Each call writes the file anew.
            Step::Modules => self.steps.modules = Some(self.names(rest, "modules", place)),
            Step::Hooks => self.steps.hooks = Some(self.names(rest, "hooks", place)),
            Step::Skills => {
                let names = self.names(rest, ".claude/skills", place);
                self.steps.skills.get_or_insert_default().extend(names);
            }
            Step::Gitignore => self.steps.gitignore = true,
            Step::Launch => {}
        }
        if step == Step::Gitignore && !rest.is_empty() {
            let shown = head(place);
            let problem =
                Diagnostic::new(&codes::LEFT_OUT, format!("what `{shown}` adds to the folder is left out"))
                    .label(place, "the lines are those of the launcher")
                    .help("write other lines into the project's own `.gitignore`");
            self.problems.push(problem);
        }
    }
}
