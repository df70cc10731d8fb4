//! Commands of the shell itself.

use std::rc::Rc;

use super::call::Argument;
use super::expand::Taken;
use super::flow::Flow;
use super::problems::{Reason, head};
use super::scope::{Field, Value};
use super::walker::Walker;
use crate::diagnostic::{Diagnostic, Place};
use crate::import::bash::Script;
use crate::import::codes;
use crate::import::text::{Part, Text, Word};

impl Walker {
    /// Follows a command of the shell; none when it is none.
    pub(super) fn builtin(
        &mut self,
        script: &Rc<Script>,
        name: &str,
        arguments: &[Argument<'_>],
        redirects: bool,
        place: &Place,
    ) -> Option<Flow> {
        if redirects && !matches!(name, "exit" | "return") {
            return None;
        }
        match name {
            "source" | "." => {
                let fields = self.singles(arguments);
                return Some(self.source(script, &fields, place));
            }
            "set" => self.set(script, arguments, place),
            "shopt" | "setopt" | "unsetopt" | "emulate" | "autoload" | "hash" => {}
            ":" | "true" => _ = self.singles(arguments),
            "export" | "declare" | "typeset" | "local" | "readonly" => {
                self.declare(script, name, arguments, place);
            }
            "unset" => self.unset(arguments, place),
            "cd" | "pushd" => self.change_folder(script, arguments, place),
            "echo" | "printf" if arguments.first().is_none_or(|first| first.raw != "-v") => {
                self.left_out(place);
            }
            "clear" | "tput" | "print" => self.left_out(place),
            "exit" => return Some(Flow::End),
            "return" => return Some(Flow::Return),
            "shift" => self.shift(arguments, place),
            _ => return None,
        }
        Some(Flow::On)
    }

    fn singles(&mut self, arguments: &[Argument<'_>]) -> Vec<Field> {
        let mut fields = Vec::new();
        for argument in arguments {
            fields.extend(self.fields(argument.raw, &argument.place, Taken::Single));
        }
        fields
    }

    fn left_out(&mut self, place: &Place) {
        if place.file != self.file {
            return;
        }
        let problem = Diagnostic::new(&codes::LEFT_OUT, format!("`{}` is left out", head(place)))
            .label(place, "prints something, which a launcher does not")
            .help("say it in `description`, which `assembly list` shows");
        self.problems.push(problem);
    }

    /// `set -e` and its like change nothing for the agent; `set -a` exports, `set -- …` gives other arguments.
    fn set(&mut self, script: &Rc<Script>, arguments: &[Argument<'_>], place: &Place) {
        let words: Vec<&str> = arguments.iter().map(|argument| argument.raw).collect();
        match words.as_slice() {
            ["-a"] | ["-o", "allexport"] => self.scope.exports_all = true,
            ["+a"] | ["+o", "allexport"] => self.scope.exports_all = false,
            ["--", ..] => {
                let mut fields = Vec::new();
                for argument in &arguments[1..] {
                    fields.extend(self.fields(argument.raw, &argument.place, Taken::Split));
                }
                self.scope.replace_arguments(fields);
            }
            words if words.iter().all(|word| word.starts_with(['-', '+']) || is_option_name(word)) => {}
            _ => _ = self.leave_out(script, place, Reason::Arguments),
        }
    }

    fn declare(&mut self, script: &Rc<Script>, name: &str, arguments: &[Argument<'_>], place: &Place) {
        let options: Vec<&str> =
            arguments.iter().map(|argument| argument.raw).filter(|raw| raw.starts_with(['-', '+'])).collect();
        let has = |option: char| options.iter().any(|word| word.starts_with('-') && word.contains(option));
        if ['n', 'A', 'i', 'f', 'u', 'l', 'c'].into_iter().any(has) {
            self.leave_out(script, place, Reason::Expansion);
            return;
        }
        let exports = name == "export" || has('x');
        let is_local =
            self.scope.depth() > 0 && (name == "local" || matches!(name, "declare" | "typeset")) && !has('g');
        let before = self.scope.clone();
        for argument in arguments {
            let named = argument.raw.split(['=', '+', '[']).next().unwrap_or_default();
            if argument.raw.starts_with(['-', '+']) {
                continue;
            }
            if is_local {
                self.scope.hide(named);
            }
            match argument.assignment {
                Some(assignment) => {
                    // Every word is expanded before the first variable is set.
                    let mut now = std::mem::replace(&mut self.scope, before.clone());
                    self.assign(script, assignment, &argument.place);
                    if let Some(value) = self.scope.value(named).cloned() {
                        now.set(named, value, &argument.place);
                    }
                    self.scope = now;
                }
                None if is_local && is_variable(argument.raw) => {
                    let empty = Word { text: Text::default(), place: argument.place.clone() };
                    self.scope.set(named, Value::Scalar(empty), &argument.place);
                }
                // `"NAME=VALUE"`, and whatever else becomes one.
                None if !is_variable(argument.raw) => {
                    self.unsaid(&argument.place, Reason::Expansion);
                    continue;
                }
                None => {}
            }
            if exports {
                self.scope.export(named, &argument.place);
            }
        }
    }

    fn unset(&mut self, arguments: &[Argument<'_>], place: &Place) {
        for argument in arguments.iter().filter(|argument| argument.raw != "-v") {
            if is_variable(argument.raw) {
                self.scope.unset(argument.raw, &argument.place);
            } else {
                self.unsaid(place, Reason::Unset);
            }
        }
    }

    fn change_folder(&mut self, script: &Rc<Script>, arguments: &[Argument<'_>], place: &Place) {
        if self.launch.is_some() {
            self.leave_out(script, place, Reason::AfterLaunch);
            return;
        }
        let arguments: Vec<Argument<'_>> = arguments
            .iter()
            .filter(|argument| !matches!(argument.raw, "--" | "-P" | "-L"))
            .cloned()
            .collect();
        let folder = match self.singles(&arguments).as_slice() {
            [] => Ok(Text::of(Part::Home)),
            [Field::Word(word)] if word.text.as_plain() != Some("-") => {
                self.folder_from_here(word.text.clone())
            }
            [Field::Unsaid] => Ok(Text::default()),
            _ => Err(Reason::Expansion),
        };
        match folder {
            Ok(text) => {
                let place = arguments.first().map_or(place, |argument| &argument.place).clone();
                self.scope.folder = Some(Word { text, place });
            }
            Err(reason) => self.unsaid(place, reason),
        }
    }

    fn shift(&mut self, arguments: &[Argument<'_>], place: &Place) {
        let count = match arguments {
            [] => Some(1),
            [count] => count.raw.parse::<usize>().ok(),
            _ => None,
        };
        if !count.is_some_and(|count| self.scope.shift(count)) {
            self.unsaid(place, Reason::Arguments);
        }
    }
}

pub(super) fn is_variable(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_option_name(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::is_option_name;

    #[test]
    fn options_have_lower_case_names() {
        assert!(is_option_name("pipefail"));
        assert!(!is_option_name("\"$@\""));
    }
}
