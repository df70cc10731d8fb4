//! Vars: each is worked out once, from the environment and from other vars.

use std::collections::HashMap;

use crate::diagnostic::{Class, Diagnostic, Problems};

use super::codes;
use super::expansion::expand_path;
use super::model::Variable;
use super::pieces::{Piece, pieces};
use super::placeholder::Names;
use super::text::excerpt;

/// Resolved vars, over the names that were there before them.
pub struct Variables<'a> {
    base: &'a dyn Names,
    names: Vec<String>,
    values: HashMap<String, Result<String, Diagnostic>>,
}

impl Names for Variables<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        match self.values.get(name) {
            Some(value) => value.as_ref().ok().cloned(),
            None => self.base.placeholder(name),
        }
    }

    fn known(&self) -> Vec<&str> {
        let mut known = self.base.known();
        known.extend(self.names.iter().map(String::as_str));
        known
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.base.variable(name)
    }

    fn home(&self) -> Option<String> {
        self.base.home()
    }

    fn failure(&self, name: &str) -> Option<Diagnostic> {
        match self.values.get(name) {
            Some(value) => value.as_ref().err().cloned(),
            None => self.base.failure(name),
        }
    }
}

/// Resolves vars in the order top level, presets, launcher: of one name the last counts. Circles are reported here. A
/// var that needs an unset variable is reported where it is used, by [`expand_path`] and its like.
pub fn resolve_vars<'a>(
    variables: &[Variable],
    base: &'a dyn Names,
    problems: &mut Problems,
) -> Variables<'a> {
    let mut index: HashMap<&str, usize> = HashMap::new();
    let mut last: Vec<&Variable> = Vec::new();
    for variable in variables {
        let position = *index.entry(&variable.name.value).or_insert(last.len());
        match last.get_mut(position) {
            Some(earlier) => *earlier = variable,
            None => last.push(variable),
        }
    }
    let uses: Vec<Vec<usize>> =
        last.iter().map(|variable| dependencies(&variable.value.value, &index)).collect();
    let mut resolved = Variables {
        base,
        names: last.iter().map(|variable| variable.name.value.clone()).collect(),
        values: HashMap::new(),
    };
    for step in in_order(&uses) {
        match step {
            Step::Ready(at) => {
                let variable = last[at];
                if !resolved.values.contains_key(&variable.name.value) {
                    let value = resolve(variable, &resolved, problems);
                    resolved.values.insert(variable.name.value.clone(), value);
                }
            }
            Step::Circle(members) => {
                let circle: Vec<&Variable> = members.iter().map(|at| last[*at]).collect();
                let problem = cycle(&circle);
                for variable in circle {
                    resolved.values.insert(variable.name.value.clone(), Err(problem.clone()));
                }
                problems.push(problem);
            }
        }
    }
    resolved
}

/// The vars that a value uses, also in defaults.
fn dependencies(value: &str, index: &HashMap<&str, usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut texts = vec![value];
    while let Some(text) = texts.pop() {
        for piece in pieces(text) {
            match piece {
                Piece::Placeholder { name, .. } => found.extend(index.get(name)),
                Piece::Variable { default: Some(default), .. } => texts.push(default.text),
                _ => {}
            }
        }
    }
    found
}

fn resolve(variable: &Variable, names: &Variables, problems: &mut Problems) -> Result<String, Diagnostic> {
    let mut found = Problems::new();
    let value = expand_path(&variable.value, names, &mut found);
    let mut failure = None;
    for diagnostic in found {
        if value.is_none() && failure.is_none() && matches!(diagnostic.class, Class::Needed | Class::Stop) {
            failure = Some(diagnostic.clone());
        }
        if diagnostic.class != Class::Needed {
            problems.push(diagnostic);
        }
    }
    // Without a problem of its own it depends on something that was reported.
    value.ok_or_else(|| failure.unwrap_or_else(|| reported(variable)))
}

fn reported(variable: &Variable) -> Diagnostic {
    Diagnostic::new(&codes::VAR_CYCLE, format!("the var `{}` has no value", excerpt(&variable.name.value)))
}

fn cycle(circle: &[&Variable]) -> Diagnostic {
    /// Labels of one report.
    const STEPS: usize = 12;
    let mut names: Vec<String> =
        circle.iter().take(STEPS).map(|variable| format!("`{}`", excerpt(&variable.name.value))).collect();
    if circle.len() > STEPS {
        names.push("…".to_owned());
    }
    names.extend(names.first().cloned());
    let mut diagnostic = Diagnostic::new(
        &codes::VAR_CYCLE,
        format!("vars use one another in a circle: {}", names.join(" → ")),
    );
    for variable in circle.iter().take(STEPS) {
        diagnostic = diagnostic
            .label(&variable.value.place, format!("the value of `{}`", excerpt(&variable.name.value)));
    }
    diagnostic.help("give one of them a value of its own")
}

enum Step {
    /// Everything that it uses was handed out before.
    Ready(usize),
    /// These use one another.
    Circle(Vec<usize>),
}

/// Orders a graph so that what is used comes first, without recursion.
fn in_order(uses: &[Vec<usize>]) -> Vec<Step> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum State {
        Unseen,
        Open(usize),
        Done,
    }
    let mut state = vec![State::Unseen; uses.len()];
    let mut steps = Vec::new();
    for root in 0..uses.len() {
        if state[root] != State::Unseen {
            continue;
        }
        state[root] = State::Open(0);
        let mut stack = vec![(root, 0)];
        while let Some(top) = stack.last_mut() {
            let (at, edge) = *top;
            top.1 += 1;
            match uses[at].get(edge) {
                None => {
                    state[at] = State::Done;
                    steps.push(Step::Ready(at));
                    stack.pop();
                }
                Some(&next) => match state[next] {
                    State::Unseen => {
                        state[next] = State::Open(stack.len());
                        stack.push((next, 0));
                    }
                    State::Open(depth) => {
                        steps.push(Step::Circle(stack[depth..].iter().map(|(member, _)| *member).collect()));
                    }
                    State::Done => {}
                },
            }
        }
    }
    steps
}
