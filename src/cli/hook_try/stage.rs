//! The surroundings of a call: a project, a transcript, a file that takes variables.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use super::choose::Entry;
use super::stage_folder::{StageFolder, parent};
use crate::Environment;
use crate::cli::exit::Failure;
use crate::diagnostic::visible;
use crate::harness::CallSite;
use crate::launch::session_environment;

/// A transcript as short as one can be.
const TRANSCRIPT: &str = r#"{"type":"user","message":{"role":"user","content":"Fix the typo in the heading of README.md"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"The heading is mended."}]}}
"#;

/// The folders and files of one call. Everything but the target goes when it is dropped.
pub(super) struct Stage {
    /// Held for as long as the files are needed.
    _temporary: StageFolder,
    /// Where the hook starts.
    pub(super) project: PathBuf,
    project_text: String,
    transcript: String,
    variables_file: String,
}

impl Stage {
    /// Sets the stage: the target where it is on this machine, else an empty folder.
    pub(super) fn set(entry: &Entry, environment: &Environment) -> Result<Self, Failure> {
        let trouble = |error: io::Error| {
            Failure::trouble(format!("cannot make a temporary folder: {}", visible(&error.to_string())))
        };
        let temporary = StageFolder::make(parent(environment)).map_err(trouble)?;
        let file = |name: &str, text: &str| {
            let path = temporary.path().join(name);
            fs_err::write(&path, text).map(|()| path.to_string_lossy().into_owned()).map_err(trouble)
        };
        let transcript = file("transcript.jsonl", TRANSCRIPT)?;
        let variables_file = file("variables.sh", "")?;
        let project = if let Some(target) = &entry.target {
            target.clone()
        } else {
            let project = temporary.path().join("project");
            fs_err::create_dir(&project).map_err(trouble)?;
            project
        };
        let project_text = project.to_string_lossy().into_owned();
        Ok(Self { _temporary: temporary, project, project_text, transcript, variables_file })
    }

    /// What a call says about it.
    pub(super) fn site(&self) -> CallSite<'_> {
        CallSite {
            project: &self.project_text,
            transcript: &self.transcript,
            variables_file: &self.variables_file,
        }
    }

    /// The variables of a session of that launcher, and on top what the CLI adds for the hook.
    pub(super) fn environment(
        &self,
        entry: &Entry,
        added: &[(String, String)],
        hub: &str,
        environment: &Environment,
    ) -> Vec<(OsString, OsString)> {
        let added = added.iter().map(|(name, value)| (name.clone(), Some(value.clone())));
        let set: Vec<_> = entry.env.iter().cloned().chain(added).collect();
        let launcher = entry.launchers.first().map_or("", String::as_str);
        let mut variables = session_environment(environment, &set, &self.project, hub, launcher);
        variables.retain(|(name, _)| !launcher.is_empty() || name != "ASSEMBLY_LAUNCHER");
        variables
    }
}
