//! `import --verify`: each script and its launcher, run in the same scratch copy of home.

use std::collections::BTreeMap;
use std::path::Path;

use super::pipeline::{Pipeline, severity_in_run};
use super::plural;
use super::prepared::Prepared;
use super::printer::Printer;
use crate::Environment;
use crate::apply::{self, Conflict};
use crate::diagnostic::{Diagnostic, Place, Severity, visible};
use crate::import::trial::{Difference, Ended, Found, Scratch, Session, compare, files_in, run_script};
use crate::import::{Imported, Launcher, codes};
use crate::launch::{find_program, session_environment};
use crate::manifest::FILE_NAME;

/// What was left in the target, and how the agent was started.
type Traces = (BTreeMap<String, Found>, Option<Session>);

/// Runs every script and its launcher, and says in what they differ; whether they do not.
pub(super) fn verify(imported: &Imported, hub: &Path, environment: &Environment, printer: &Printer) -> bool {
    let mut is_same = true;
    for launcher in &imported.launchers {
        let trial = Trial { imported, launcher, hub, environment };
        let name = visible(&launcher.name);
        match trial.differences() {
            Ok(differences) => {
                let mut meant = 0;
                for difference in &differences {
                    meant += usize::from(difference.meant.is_some());
                    let problem = trial.problem(difference);
                    printer.diagnostic(&problem, problem.severity());
                }
                is_same &= meant == differences.len();
                printer.progress(match (meant, differences.len() - meant) {
                    (0, 0) => format!("verified {name}: no difference"),
                    (meant, 0) => {
                        format!(
                            "verified {name}: no difference but {} that {} meant",
                            meant,
                            is_or_are(meant)
                        )
                    }
                    (_, others) => format!("verified {name}: {}", plural(others, "difference")),
                });
            }
            Err(reason) => {
                is_same = false;
                let problem =
                    Diagnostic::new(&codes::NOT_VERIFIED, format!("`{name}` was not verified: {reason}"))
                        .label(&trial.start(), "this script")
                        .help("compare it by hand: `assembly plan` shows what its launcher does");
                printer.diagnostic(&problem, problem.severity());
            }
        }
    }
    is_same
}

fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// One script and its launcher.
struct Trial<'a> {
    imported: &'a Imported,
    launcher: &'a Launcher,
    hub: &'a Path,
    environment: &'a Environment,
}

impl Trial<'_> {
    fn start(&self) -> Place {
        let file = &self.launcher.script;
        Place::new(file, 0..file.text().find('\n').unwrap_or(file.text().len()))
    }

    fn problem(&self, difference: &Difference) -> Diagnostic {
        let name = visible(&self.launcher.name);
        let subject = &difference.subject;
        let differ = if subject == "the arguments" { "differ" } else { "differs" };
        let subject = if subject.contains(' ') { subject.clone() } else { format!("`{}`", visible(subject)) };
        match difference.meant {
            Some(why) => Diagnostic::new(
                &codes::MEANT_DIFFERENCE,
                format!("{subject} of `{name}` differs as it is meant to"),
            )
            .help(why),
            None => Diagnostic::new(&codes::DIFFERS, format!("{subject} of `{name}` {differ}"))
                .label(&self.start(), "what this script does is not what its launcher does")
                .help(&difference.detail),
        }
    }

    /// Runs both. `Err` says why that cannot be done.
    fn differences(&self) -> Result<Vec<Difference>, String> {
        let failed = |error: std::io::Error| visible(&error.to_string()).into_owned();
        let bash = find_program("bash", self.environment.get_os("PATH"), self.environment.current_dir())
            .map_err(|_| "there is no `bash`".to_owned())?;
        let variables: Vec<String> = self
            .launcher
            .variables
            .iter()
            .filter(|name| !matches!(name.as_str(), "PATH" | "PWD"))
            .cloned()
            .collect();
        let mut scratch = Scratch::new(self.hub, &variables, self.environment).map_err(failed)?;

        let target =
            self.prepare(&scratch, |prepared| prepared.composition.target.clone().map(|target| target.path))?;
        let target = target.ok_or("it has no target")?;
        let script = scratch.script(self.launcher.script.path(), self.hub).map_err(failed)?;
        let assembly = std::env::current_exe().map_err(failed)?;
        let (ended, printed) = run_script(&assembly, &bash, &script, &scratch)
            .map_err(|error| visible(&error.to_string()).into_owned())?;
        let session = scratch.session();
        match ended {
            Ended::Stopped => return Err("the script did not end in time, and was stopped".to_owned()),
            Ended::By(code) if session.is_none() => {
                let said = if printed.is_empty() { "" } else { ": " };
                let printed = visible(&printed);
                return Err(format!("the script started no agent and ended with {code}{said}{printed}"));
            }
            Ended::By(_) => {}
        }
        let before: Traces = (files_in(&target).map_err(failed)?, session);

        scratch.renew(self.hub, &variables).map_err(failed)?;
        let after = self.prepare(&scratch, |prepared| launched(prepared, &target, &scratch))??;
        Ok(compare((&before.0, before.1.as_ref()), (&after.0, after.1.as_ref())))
    }

    /// Makes the target and a stand-in in a copy, and goes on with the launcher.
    fn prepare<T>(&self, scratch: &Scratch, work: impl FnOnce(&Prepared) -> T) -> Result<T, String> {
        let failed = |error: std::io::Error| visible(&error.to_string()).into_owned();
        move_skills(scratch).map_err(failed)?;
        let manifest = scratch.hub.join(FILE_NAME);
        fs_err::write(&manifest, self.imported.text()).map_err(failed)?;
        let environment = scratch.environment();
        let pipeline = Pipeline::open(&scratch.hub, environment);
        let recipe = pipeline.launcher(&self.launcher.name).map_err(|failure| failure.message)?;
        let prepared = pipeline.prepare(recipe, &[]);
        let stopping =
            pipeline.concerning(&prepared).find(|problem| severity_in_run(problem, false) == Severity::Error);
        if let Some(problem) = stopping {
            return Err(visible(&problem.message).into_owned());
        }
        let target = prepared.composition.target.as_ref().ok_or("it has no target")?;
        if !scratch.make_target(&target.path).map_err(failed)? {
            return Err("its target lies outside of home".to_owned());
        }
        let cli = prepared.composition.cli.as_ref().ok_or("it has no CLI")?;
        if !scratch.stand_in(&cli.program.value).map_err(failed)? {
            return Err("it names its CLI by a path".to_owned());
        }
        // A `PATH` of its own may lead to the agent itself.
        if !prepared.find_cli(environment).and_then(Result::ok).is_some_and(|found| scratch.holds(&found)) {
            return Err("its `PATH` does not lead to a stand-in".to_owned());
        }
        Ok(work(&pipeline.prepare(recipe, &[])))
    }
}

/// What `run` would do, up to the start of the agent.
fn launched(prepared: &Prepared, target: &Path, scratch: &Scratch) -> Result<Traces, String> {
    let options = crate::plan::Options::default();
    apply::apply(target, &prepared.projection, &options, Conflict::Backup, &mut |_| {})
        .map_err(|error| visible(&error.to_string()).into_owned())?;
    let composition = &prepared.composition;
    let set: Vec<(String, Option<String>)> =
        composition.env.iter().map(|env| (env.name.value.clone(), env.value.clone())).collect();
    let environment = session_environment(
        scratch.environment(),
        &set,
        target,
        &composition.hub,
        &composition.launcher.value,
    );
    let text = |text: &std::ffi::OsStr| text.to_string_lossy().into_owned();
    let session = Session {
        arguments: prepared.arguments.iter().map(|word| text(word)).collect(),
        environment: environment.iter().map(|(name, value)| (text(name), text(value))).collect(),
        folder: text(target.as_os_str()),
    };
    let files = files_in(target).map_err(|error| visible(&error.to_string()).into_owned())?;
    Ok((files, Some(session)))
}

/// The hub as it is when the note about old skills was followed.
fn move_skills(scratch: &Scratch) -> std::io::Result<()> {
    let (old, new) = (scratch.hub.join(".claude/skills"), scratch.hub.join("skills"));
    if !old.is_dir() {
        return Ok(());
    }
    fs_err::create_dir_all(&new)?;
    for entry in fs_err::read_dir(old)? {
        let entry = entry?;
        let moved = new.join(entry.file_name());
        if fs_err::symlink_metadata(&moved).is_err() {
            // A link, since the script still wants it at the old place.
            std::os::unix::fs::symlink(entry.path(), moved)?;
        }
    }
    Ok(())
}
