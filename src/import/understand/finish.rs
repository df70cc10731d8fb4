//! From what was met on the way to a draft.

use std::path::{Path, PathBuf};

use super::description::description;
use super::flow::Flow;
use super::guards::Wanted;
use super::problems::Reason;
use super::scope::Value;
use super::walker::{Understood, Walker};
use crate::diagnostic::{Diagnostic, Place};
use crate::import::bash::Script;
use crate::import::codes;
use crate::import::draft::Draft;
use crate::import::text::{Part, Word};

/// Programs that only the shell library needs.
const OF_THE_LIBRARY: [&str; 3] = ["jq", "tmux", "git"];

impl Walker {
    /// What the script comes to.
    pub(super) fn finish(mut self, script: &Script, flow: Flow) -> Understood {
        let steps = &self.steps;
        let does_nothing = flow == Flow::On
            && self.launch.is_none()
            && steps.targets.is_empty()
            && steps.modules.is_none()
            && self.unsaid.is_empty()
            && script.broken.is_empty();
        if does_nothing && !script.commands.is_empty() {
            return Understood { draft: None, problems: self.problems.into_sorted(), sources: self.sources };
        }
        let target = self.target().filter(|target| self.is_printable(target));
        self.judge_guards(target.as_ref());
        let launch = self.launch.take();
        if launch.is_none() {
            let whole =
                Place::new(&self.file, 0..self.file.text().find('\n').unwrap_or(self.file.text().len()));
            let problem =
                Diagnostic::new(&codes::NO_LAUNCH, format!("`{}` starts no agent", self.file.name()))
                    .label(&whole, "nothing in this script is the start of an agent")
                    .help("write `cli \"claude\"` and `target \"…\"` into the launcher");
            self.problems.push(problem);
        }
        if let Some(target) = &target {
            self.judge_target(target);
        }
        let (description, comments) = description(script);
        let name = self.file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (cli, flags, env) = match launch {
            Some(launch) => (Some(launch.cli).filter(|cli| self.is_printable(cli)), launch.words, launch.env),
            None => (None, Vec::new(), Vec::new()),
        };
        self.unsaid.sort_by_key(|place| place.span.start);
        let draft = Draft {
            name,
            hub: self.hub_found(),
            description,
            target,
            cli,
            modules: self.steps.modules.take(),
            hooks: self.steps.hooks.take(),
            skills: self.steps.skills.take(),
            gitignore: self.steps.gitignore,
            flags,
            env,
            unsaid: self.unsaid,
            comments,
            file: self.file,
        };
        Understood { draft: Some(draft), problems: self.problems.into_sorted(), sources: self.sources }
    }

    /// The folder that the agent is started in, or else the one of the first step. Steps in other folders are reported.
    fn target(&mut self) -> Option<Word> {
        let first = self.steps.targets.first().map(|(word, _)| word.clone());
        let target = self.launch.as_ref().map(|launch| launch.target.clone()).or(first)?;
        let others: Vec<Place> = self
            .steps
            .targets
            .iter()
            .filter(|(word, _)| word.text != target.text && word.text.as_plain() != Some("."))
            .map(|(_, place)| place.clone())
            .collect();
        for place in others {
            self.unsaid(&place, Reason::OtherFolder);
        }
        (!target.text.is_empty()).then_some(target)
    }

    /// Whether a path holds no control characters, which a manifest does not take; reported if it does.
    fn is_printable(&mut self, word: &Word) -> bool {
        let has_control = word.text.holds(char::is_control);
        if has_control {
            self.unsaid(&word.place, Reason::Control);
        }
        !has_control
    }

    /// What `run` looks for by itself needs no words.
    fn judge_guards(&mut self, target: Option<&Word>) {
        for guard in std::mem::take(&mut self.guards) {
            let is_met = match &guard.wanted {
                Wanted::Folder(text) => target.is_some_and(|target| target.text == *text),
                Wanted::Program(text) => {
                    let cli = self.launch.as_ref().map(|launch| &launch.cli.text);
                    cli == Some(text) || text.as_plain().is_some_and(|name| OF_THE_LIBRARY.contains(&name))
                }
                Wanted::Other => false,
            };
            if !is_met {
                self.unsaid(&guard.place, Reason::Guard);
            }
        }
    }

    fn judge_target(&mut self, target: &Word) {
        let is_relative = match target.text.parts() {
            [Part::Plain(path), ..] => !path.starts_with('/'),
            [Part::Variable { name, .. }, ..] => name == "PWD",
            _ => false,
        };
        if is_relative {
            let problem =
                Diagnostic::new(&codes::RELATIVE_TARGET, "the target depends on where the script is started")
                    .label(&target.place, "not a whole path")
                    .help("write the whole path into the launcher: `target \"~/code/app\"`");
            self.problems.push(problem);
        }
    }

    /// The folder that the script itself calls the hub, or else the one it seemed to belong to.
    fn hub_found(&self) -> PathBuf {
        match self.scope.value("ASSEMBLY_DIR") {
            Some(Value::Scalar(word)) => self.path_of(&word.text).unwrap_or_else(|| self.hub.clone()),
            _ => self.hub.clone(),
        }
    }
}

/// The hub that a script in this folder seems to belong to.
pub(in crate::import) fn hub_of(folder: &Path) -> PathBuf {
    let above = folder.parent().unwrap_or(folder);
    let is_launchers = folder.file_name().is_some_and(|name| name == "launchers");
    if !looks_like_hub(folder) && (is_launchers || looks_like_hub(above)) {
        above.to_owned()
    } else {
        folder.to_owned()
    }
}

/// Whether a folder has what a hub has.
pub(super) fn looks_like_hub(folder: &Path) -> bool {
    let content = ["modules", "hooks", "skills", ".claude/skills", "launchers.kdl"];
    content.iter().any(|name| folder.join(name).exists())
}
