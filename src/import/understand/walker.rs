//! The way through a script, command by command.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use brush_parser::ast::{
    AndOrList, Command, CompoundCommand, CompoundListItem, Pipeline, SeparatorOperator, SourceLocation,
};

use super::flow::Flow;
use super::guards::Guard;
use super::launch::Launch;
use super::problems::Reason;
use super::scope::{Function, Scope};
use super::sources::not_parsed;
use super::steps::Steps;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};
use crate::import::bash::Script;
use crate::import::codes;
use crate::import::draft::Draft;
use crate::import::read_script::shebang;

/// A script that was followed to its end.
#[derive(Debug)]
pub(in crate::import) struct Understood {
    /// The launcher; none when the script only defines what others use.
    pub(in crate::import) draft: Option<Draft>,
    /// What was found on the way.
    pub(in crate::import) problems: Vec<Diagnostic>,
    /// The files it sources.
    pub(in crate::import) sources: Vec<PathBuf>,
}

/// Follows a script. Files that it sources are read when they lie in `hub`, which is where the script seems to belong, or
/// in another folder that looks like one. `home` is the user's.
pub(in crate::import) fn understand(file: &Arc<SourceFile>, hub: &Path, home: Option<&Path>) -> Understood {
    let mut walker = Walker::new(file, hub, home);
    match Script::parse(file) {
        Err(reason) => {
            walker.problems.push(not_parsed(file.name(), reason));
            Understood { draft: None, problems: walker.problems.into_sorted(), sources: Vec::new() }
        }
        Ok(script) => {
            let script = Rc::new(script);
            walker.broken(&script);
            let end = script.file.text().len();
            let flow = walker.commands(&script, &script.commands, end);
            walker.finish(&script, flow)
        }
    }
}

/// Where the way has led so far.
pub(super) struct Walker {
    pub(super) file: Arc<SourceFile>,
    /// Where the script seems to belong.
    pub(super) hub: PathBuf,
    pub(super) home: Option<PathBuf>,
    pub(super) scope: Scope,
    pub(super) problems: Problems,
    pub(super) steps: Steps,
    pub(super) launch: Option<Launch>,
    pub(super) guards: Vec<Guard>,
    /// What is kept as a comment.
    pub(super) unsaid: Vec<Place>,
    /// The files that were sourced, in order.
    pub(super) sources: Vec<PathBuf>,
    /// The files that are being read, the script first.
    pub(super) reading: Vec<PathBuf>,
    /// How many commands may still be followed: functions can call each other without end.
    pub(super) patience: usize,
    /// Whether the script is written for zsh, which splits and counts in another way.
    pub(super) is_zsh: bool,
    /// How deep command substitutions stand in each other.
    pub(super) substitutions: usize,
}

impl Walker {
    fn new(file: &Arc<SourceFile>, hub: &Path, home: Option<&Path>) -> Self {
        const PATIENCE: usize = 20_000;
        Self {
            file: Arc::clone(file),
            hub: hub.to_owned(),
            home: home.map(Path::to_owned),
            scope: Scope::default(),
            problems: Problems::new(),
            steps: Steps::default(),
            launch: None,
            guards: Vec::new(),
            unsaid: Vec::new(),
            sources: Vec::new(),
            reading: vec![file.path().to_owned()],
            patience: PATIENCE,
            is_zsh: is_zsh(file),
            substitutions: 0,
        }
    }

    /// Reports something that a manifest cannot say, and keeps it.
    pub(super) fn unsaid(&mut self, place: &Place, reason: Reason) {
        self.problems.push(reason.problem(place));
        self.keep(place);
    }

    /// Keeps something of the script as a comment, unless it is part of what is kept already.
    pub(super) fn keep(&mut self, place: &Place) {
        let is_kept = |kept: &Place| {
            kept.file == place.file && kept.span.start <= place.span.start && place.span.end <= kept.span.end
        };
        if place.file == self.file && !self.unsaid.iter().any(is_kept) {
            self.unsaid.push(place.clone());
        }
    }

    /// Reports what could not be read at all.
    pub(super) fn broken(&mut self, script: &Rc<Script>) {
        for span in &script.broken {
            let place = script.place(span.clone());
            let problem = Diagnostic::new(
                &codes::SYNTAX,
                format!("`{}` is not read as bash", super::problems::head(&place)),
            )
            .label(&place, "was passed over")
            .help("write it as bash does, or say in the manifest what it comes to");
            self.problems.push(problem);
            self.keep(&place);
            self.doubt(script, span);
        }
    }

    /// Follows commands in order; `end` is where the last one has ended.
    pub(super) fn commands(&mut self, script: &Rc<Script>, items: &[CompoundListItem], end: usize) -> Flow {
        let starts: Vec<usize> = items.iter().map(|item| start_of(script, item)).collect();
        for (index, item) in items.iter().enumerate() {
            let limit = starts.get(index + 1).copied().unwrap_or(end);
            let place = script.place(script.extent(starts[index], limit));
            match self.item(script, item, &place) {
                Flow::On => {}
                other => return other,
            }
        }
        Flow::On
    }

    fn item(&mut self, script: &Rc<Script>, item: &CompoundListItem, place: &Place) -> Flow {
        let Some(patience) = self.patience.checked_sub(1) else {
            self.unsaid(place, Reason::Endless);
            return Flow::End;
        };
        self.patience = patience;
        if matches!(item.1, SeparatorOperator::Async) {
            return self.leave_out(script, place, Reason::Background);
        }
        self.and_or(script, &item.0, place)
    }

    /// Leaves a command out as a whole.
    pub(super) fn leave_out(&mut self, script: &Rc<Script>, place: &Place, reason: Reason) -> Flow {
        let reason = if self.launch.is_some() { Reason::AfterLaunch } else { reason };
        self.unsaid(place, reason);
        self.doubt(script, &place.span);
        Flow::On
    }

    fn and_or(&mut self, script: &Rc<Script>, list: &AndOrList, place: &Place) -> Flow {
        if list.additional.is_empty() {
            return self.pipeline(script, &list.first, place);
        }
        if let Some(guard) = self.guard_of_list(script, list, place) {
            return self.guard(script, guard, place);
        }
        let Some(chain) = self.chain(list) else {
            return self.leave_out(script, place, Reason::Condition);
        };
        for pipeline in chain {
            let own =
                pipeline.location().map_or_else(|| place.clone(), |span| script.place(script.span(&span)));
            match self.pipeline(script, pipeline, &own) {
                Flow::On => {}
                other => return other,
            }
        }
        Flow::On
    }

    pub(super) fn pipeline(&mut self, script: &Rc<Script>, pipeline: &Pipeline, place: &Place) -> Flow {
        match pipeline.seq.as_slice() {
            _ if pipeline.timed.is_some() => self.leave_out(script, place, Reason::Program),
            _ if pipeline.bang => self.leave_out(script, place, Reason::Condition),
            [command] => self.command(script, command, place),
            _ => self.leave_out(script, place, Reason::Pipeline),
        }
    }

    fn command(&mut self, script: &Rc<Script>, command: &Command, place: &Place) -> Flow {
        match command {
            Command::Simple(simple) => self.simple(script, simple, place),
            Command::Function(function) => {
                let defined = Function {
                    script: Rc::clone(script),
                    body: Rc::new(function.body.0.clone()),
                    place: place.clone(),
                };
                self.scope.define(&function.fname.value, defined);
                Flow::On
            }
            Command::ExtendedTest(..) => self.leave_out(script, place, Reason::Guard),
            Command::Compound(CompoundCommand::BraceGroup(_) | CompoundCommand::Subshell(_), Some(_)) => {
                self.leave_out(script, place, Reason::Redirect)
            }
            Command::Compound(compound, _) => self.compound(script, compound, place),
        }
    }
}

/// A script for zsh says so, by its first line or its name.
fn is_zsh(file: &SourceFile) -> bool {
    file.path().extension().is_some_and(|extension| extension == "zsh")
        || shebang(file.text()).is_some_and(|program| program == "zsh")
}

/// Where a command begins, its keyword included.
fn start_of(script: &Script, item: &CompoundListItem) -> usize {
    let span: Option<Range<usize>> = item.location().map(|span| script.span(&span));
    let start = span.map_or(0, |span| span.start);
    script.word_before(start, "function").unwrap_or(start)
}
