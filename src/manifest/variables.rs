//! Vars: each is worked out once, from the environment and from other vars.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::diagnostic::{Class, Diagnostic, Problems, did_you_mean};

use super::codes;
use super::expansion::{DEPTH, expand_path, no_room};
use super::graph::{STEPS, Step, finished_order, shown_circle};
use super::model::Variable;
use super::pieces::{Piece, pieces};
use super::placeholder::Names;
use super::room::{Full, Room};
use super::text::excerpt;

/// Resolved vars, over the names that were there before them.
pub struct Variables<'a> {
    base: &'a dyn Names,
    names: Vec<String>,
    values: HashMap<String, Result<String, Diagnostic>>,
    /// What [`Names::meant`] found, and how many names it may still compare.
    meant: RefCell<HashMap<String, Option<String>>>,
    comparable: Cell<usize>,
}

/// How many names are compared with unknown ones. Looking for a near name costs time for each.
const COMPARABLE: usize = 2_000;

impl Names for Variables<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        match self.values.get(name) {
            Some(value) => value.as_ref().ok().cloned(),
            None => self.base.placeholder(name),
        }
    }

    fn known(&self, most: usize) -> Vec<&str> {
        let mut known = self.base.known(most);
        known.extend(self.names.iter().map(String::as_str).take(most - known.len()));
        known
    }

    fn knows(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.base.knows(name)
    }

    fn meant(&self, name: &str) -> Option<String> {
        if let Some(meant) = self.meant.borrow().get(name) {
            return meant.clone();
        }
        let candidates = self.known(self.comparable.get());
        self.comparable.set(self.comparable.get() - candidates.len());
        let meant = did_you_mean(name, candidates).map(str::to_owned);
        self.meant.borrow_mut().insert(name.to_owned(), meant.clone());
        meant
    }

    fn is_news(&self, name: &str) -> bool {
        self.base.is_news(name)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.base.variable(name)
    }

    fn keeps_variables(&self) -> bool {
        self.base.keeps_variables()
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
///
/// What they grow by takes `room`.
pub fn resolve_vars<'a, 'v>(
    variables: impl IntoIterator<Item = &'v Variable>,
    base: &'a dyn Names,
    room: &mut Room,
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
        meant: RefCell::default(),
        comparable: Cell::new(COMPARABLE),
    };
    let next = |from: usize, edge: usize| uses[from].get(edge).copied();
    for at in finished_order(last.len(), next, |steps| problems.push(circle(&last, steps))) {
        let variable = last[at];
        let has_value = |used: &usize| resolved.values.contains_key(&last[*used].name.value);
        // What it uses comes before it, but where it closes a circle; the others of the circle then use this one.
        let value = if uses[at].iter().all(has_value) {
            resolve(variable, &resolved, room, problems)
        } else {
            Err(reported(variable))
        };
        resolved.values.insert(variable.name.value.clone(), value);
    }
    resolved
}

/// The vars that a value uses, also in defaults, as deep as those are expanded.
fn dependencies(value: &str, index: &HashMap<&str, usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut texts = vec![(value, 0)];
    while let Some((text, depth)) = texts.pop() {
        for piece in pieces(text) {
            match piece {
                Piece::Placeholder { name, .. } => found.extend(index.get(name)),
                Piece::Variable { default: Some(default), .. } if depth < DEPTH => {
                    texts.push((default.text, depth + 1));
                }
                _ => {}
            }
        }
    }
    found
}

fn resolve(
    variable: &Variable,
    names: &Variables,
    room: &mut Room,
    problems: &mut Problems,
) -> Result<String, Diagnostic> {
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
    let grown = value.as_ref().map_or(0, |value| value.len().saturating_sub(variable.value.value.len()));
    if let Err(full) = room.take(grown) {
        if full == Full::First {
            problems.push(no_room(&variable.value.place));
        }
        return Err(reported(variable));
    }
    // Without a problem of its own it depends on something that was reported.
    value.ok_or_else(|| failure.unwrap_or_else(|| reported(variable)))
}

/// Stands for a problem that was reported already.
fn reported(variable: &Variable) -> Diagnostic {
    Diagnostic::new(&codes::VAR_CYCLE, format!("the var `{}` has no value", excerpt(&variable.name.value)))
}

fn circle(variables: &[&Variable], steps: &[Step]) -> Diagnostic {
    let members = steps.iter().map(|(at, _)| variables[*at]);
    let shown = shown_circle(members.clone().map(|variable| variable.name.value.as_str()));
    let mut diagnostic =
        Diagnostic::new(&codes::VAR_CYCLE, format!("vars use one another in a circle: {shown}"));
    for variable in members.take(STEPS) {
        let label = format!("the value of `{}`", excerpt(&variable.name.value));
        diagnostic = diagnostic.label(&variable.value.place, label);
    }
    diagnostic.help("give one of them a value of its own")
}
