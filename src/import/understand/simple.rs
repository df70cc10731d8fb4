//! Simple commands.

use std::rc::Rc;

use brush_parser::ast::SimpleCommand;

use super::builtins::is_variable;
use super::call::{Argument, Call, is_literal, taken_apart};
use super::expand::Taken;
use super::flow::Flow;
use super::launch::is_agent;
use super::problems::Reason;
use super::scope::Field;
use super::steps::Step;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::Script;
use crate::import::draft::Variable;
use crate::import::text::{Text, Word};

impl Walker {
    /// Follows a simple command.
    pub(super) fn simple(&mut self, script: &Rc<Script>, simple: &SimpleCommand, place: &Place) -> Flow {
        let call = taken_apart(script, simple, place);
        let Some(name) = &call.name else {
            for argument in &call.assignments {
                if let Some(assignment) = argument.assignment {
                    self.assign(script, assignment, &argument.place);
                }
            }
            return if call.redirects { self.leave_out(script, place, Reason::Program) } else { Flow::On };
        };
        let own = self.own_variables(script, &call.assignments);
        match name.raw {
            "exec" | "command" | "env" => return self.started(script, &call, own, place),
            _ => {}
        }
        if !is_literal(name.raw) {
            return self.by_variable(script, name, &call, own, place);
        }
        if let Some(step) = Step::of(name.raw) {
            if call.redirects {
                self.unsaid(place, Reason::Redirect);
            }
            self.step(step, name.raw, &call.arguments, own, place);
            return Flow::On;
        }
        if let Some(function) = self.scope.function(name.raw).cloned() {
            return self.call(script, &function, &call, own, place);
        }
        if let Some(flow) = self.builtin(script, name.raw, &call.arguments, call.redirects, place) {
            return flow;
        }
        if is_agent(name.raw) && self.launch.is_none() {
            let cli = Word { text: Text::plain(name.raw), place: name.place.clone() };
            return self.agent(cli, &call.arguments, call.redirects, own, place);
        }
        self.leave_out(script, place, Reason::Program)
    }

    fn agent(
        &mut self,
        cli: Word,
        arguments: &[Argument<'_>],
        redirects: bool,
        own: Vec<Variable>,
        place: &Place,
    ) -> Flow {
        if redirects {
            self.unsaid(place, Reason::Redirect);
        }
        let mut words = Vec::new();
        for argument in arguments {
            words.extend(self.fields(argument.raw, &argument.place, Taken::Split));
        }
        self.start_here(cli, &words, own);
        Flow::On
    }

    /// `"$CLI" words`: what a variable names is what the script is for.
    fn by_variable(
        &mut self,
        script: &Rc<Script>,
        name: &Argument<'_>,
        call: &Call<'_>,
        own: Vec<Variable>,
        place: &Place,
    ) -> Flow {
        let fields = self.fields(name.raw, &name.place, Taken::Single);
        let Some((Field::Word(cli), more)) = fields.split_first() else { return Flow::On };
        let plain = cli.text.as_plain();
        // What a function is handed to run is any program, and so is what is quoted for no reason.
        let is_any = !name.raw.contains(['$', '`'])
            || name.raw.contains(['@', '*'])
            || name.raw.contains(|character: char| character.is_ascii_digit());
        let is_no_program = plain.is_some_and(|name| {
            Step::of(name).is_some() || self.scope.function(name).is_some() || is_of_the_shell(name)
        });
        if (is_any && !plain.is_some_and(is_agent))
            || is_no_program
            || self.launch.is_some()
            || cli.text.is_empty()
            || cli.text.as_path().is_some_and(|path| path.starts_with(&self.hub))
        {
            return self.leave_out(script, place, Reason::Program);
        }
        if call.redirects {
            self.unsaid(place, Reason::Redirect);
        }
        let mut words = more.to_vec();
        for argument in &call.arguments {
            words.extend(self.fields(argument.raw, &argument.place, Taken::Split));
        }
        self.start_here(cli.clone(), &words, own);
        Flow::On
    }

    /// `exec`, `command` and `env`, in front of a program.
    fn started(
        &mut self,
        script: &Rc<Script>,
        call: &Call<'_>,
        mut own: Vec<Variable>,
        place: &Place,
    ) -> Flow {
        let mut execs = call.name.as_ref().is_some_and(|name| name.raw == "exec");
        let mut sets = call.name.as_ref().is_some_and(|name| name.raw == "env");
        let mut assigns = false;
        let mut arguments = call.arguments.iter();
        while let Some(argument) = arguments.next() {
            match (argument.raw, argument.assignment) {
                ("exec", _) => execs = true,
                ("env", _) => sets = true,
                ("command" | "--", _) => {}
                // Behind the first variable, a word with a dash is the program.
                ("-u", _) if sets && !assigns => {
                    let Some(name) = arguments.next() else { break };
                    if is_variable(name.raw) {
                        let place = name.place.clone();
                        own.push(Variable { name: name.raw.to_owned(), value: None, place });
                    } else {
                        self.unsaid(&name.place, Reason::Unset);
                    }
                }
                (_, Some(_)) if sets => {
                    assigns = true;
                    own.extend(self.own_variables(script, std::slice::from_ref(argument)));
                }
                (raw, _) if raw.starts_with('-') => return self.leave_out(script, place, Reason::Program),
                (raw, _) => {
                    let rest: Vec<Argument<'_>> = arguments.cloned().collect();
                    let is_known = execs || !is_literal(raw) || is_agent(raw);
                    if !is_known || self.launch.is_some() {
                        return self.leave_out(script, place, Reason::Program);
                    }
                    let fields = self.fields(raw, &argument.place, Taken::Single);
                    let Some((Field::Word(cli), _)) = fields.split_first() else { return Flow::On };
                    self.agent(cli.clone(), &rest, call.redirects, own, place);
                    return if execs { Flow::End } else { Flow::On };
                }
            }
        }
        self.leave_out(script, place, Reason::Redirect)
    }

    /// Follows a function as if its body stood here.
    fn call(
        &mut self,
        script: &Rc<Script>,
        function: &super::scope::Function,
        call: &Call<'_>,
        own: Vec<Variable>,
        place: &Place,
    ) -> Flow {
        const DEEPEST: usize = 24;
        if self.scope.depth() >= DEEPEST {
            return self.leave_out(script, place, Reason::Endless);
        }
        if call.redirects {
            return self.leave_out(script, place, Reason::Redirect);
        }
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.extend(self.fields(argument.raw, &argument.place, Taken::Split));
        }
        self.scope.enter(arguments);
        let exported = self.scope.lend(own);
        let flow = self.compound(&function.script, &function.body, &function.place);
        self.scope.leave();
        self.scope.exported.retain(|(name, _)| !exported.contains(name));
        if flow == Flow::End { Flow::End } else { Flow::On }
    }

    /// Variables that are set for one command only.
    fn own_variables(&mut self, script: &Rc<Script>, arguments: &[Argument<'_>]) -> Vec<Variable> {
        let mut found = Vec::new();
        for argument in arguments {
            let Some(equals) = argument.raw.find('=') else { continue };
            let (name, value) = (&argument.raw[..equals], &argument.raw[equals + 1..]);
            let place = script.place(argument.place.span.clone());
            if name.ends_with(['+', ']']) {
                self.unsaid(&place, Reason::Expansion);
                continue;
            }
            if let Some(word) = self.value(value, &place) {
                found.push(Variable { name: name.to_owned(), value: Some(word.text), place });
            }
        }
        found
    }
}

/// Commands that a variable can name, and that are no agents.
fn is_of_the_shell(name: &str) -> bool {
    ["echo", "printf", "eval", "cd", "source", ".", "exec", "command", "env", ":", "true", "false"]
        .contains(&name)
}
