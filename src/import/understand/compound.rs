//! Groups, conditions and loops.

use std::rc::Rc;

use brush_parser::ast::CompoundCommand;

use super::flow::Flow;
use super::problems::Reason;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::Script;

impl Walker {
    /// Follows what only groups commands, and leaves out what decides about them.
    pub(super) fn compound(
        &mut self,
        script: &Rc<Script>,
        compound: &CompoundCommand,
        place: &Place,
    ) -> Flow {
        match compound {
            CompoundCommand::BraceGroup(group) => {
                let end = inner_end(script, &group.loc);
                self.commands(script, &group.list.0, end)
            }
            CompoundCommand::Subshell(subshell) => {
                // What happens in there to variables and folders stays in there.
                let scope = self.scope.clone();
                let end = inner_end(script, &subshell.loc);
                self.commands(script, &subshell.list.0, end);
                self.scope = scope;
                Flow::On
            }
            CompoundCommand::IfClause(clause) => match self.guard_of_if(script, clause, place) {
                Some(guard) => self.guard(script, guard, place),
                None => self.leave_out(script, place, Reason::Condition),
            },
            CompoundCommand::CaseClause(_) => self.leave_out(script, place, Reason::Condition),
            CompoundCommand::ForClause(_)
            | CompoundCommand::ArithmeticForClause(_)
            | CompoundCommand::WhileClause(_)
            | CompoundCommand::UntilClause(_) => self.leave_out(script, place, Reason::Loop),
            CompoundCommand::Arithmetic(_) => self.leave_out(script, place, Reason::Expansion),
            CompoundCommand::Coprocess(_) => self.leave_out(script, place, Reason::Background),
        }
    }
}

/// The place of the bracket that closes a group.
fn inner_end(script: &Script, span: &brush_parser::SourceSpan) -> usize {
    script.span(span).end.saturating_sub(1)
}
