//! `--init`: a folder becomes a hub.

use std::io;
use std::path::{Path, PathBuf};

use crate::Environment;
use crate::bundle::place::inside_bundle;
use crate::cli::edit_failure::edit_failure;
use crate::cli::exit::Failure;
use crate::cli::locate;
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::compose::absolute;
use crate::diagnostic::{shell_word, visible};
use crate::disk::{if_there, real};
use crate::manifest::{FILE_NAME, append_nodes};

/// What a new manifest says before its first node.
pub(super) const HEADER: &str = "\
// What the sessions of my agents know and do, and where each begins.
//
//     assembly check        finds every mistake in this file and in all it points at
//     assembly run NAME     starts a session
//
// Beside this file: `modules/` is text for the agent, `hooks/` are programs that it runs, `skills/` are folders with a
// SKILL.md.
";

/// The folders of a hub.
const FOLDERS: [&str; 3] = ["modules", "hooks", "skills"];

/// The hub that something is added to.
#[derive(Debug)]
pub(super) enum HubPlace {
    /// It is there.
    Present(PathBuf),
    /// The folder is to become one.
    Wanted(PathBuf),
}

impl HubPlace {
    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Present(folder) | Self::Wanted(folder) => folder,
        }
    }

    /// Whether it is to be made.
    pub(super) fn is_wanted(&self) -> bool {
        matches!(self, Self::Wanted(_))
    }

    /// Makes its folders, if it is to be made.
    pub(super) fn make_folders(&self) -> Result<(), Failure> {
        if self.is_wanted() {
            for folder in FOLDERS {
                let made = fs_err::create_dir_all(self.folder().join(folder));
                made.map_err(|error| Failure::trouble(visible(&error.to_string())))?;
            }
        }
        Ok(())
    }

    /// Makes the whole of it, with a manifest that declares nothing, if it is to be made.
    pub(super) fn make(&self, environment: &Environment, printer: &Printer) -> Result<(), Failure> {
        if self.is_wanted() {
            self.make_folders()?;
            append_nodes(self.folder(), HEADER, environment)
                .and_then(|edited| edited.write())
                .map_err(|error| edit_failure(error, printer))?;
            self.announce(environment, printer);
        }
        Ok(())
    }

    /// Says that it was made, and how to be known to a shell.
    pub(super) fn announce(&self, environment: &Environment, printer: &Printer) {
        if self.is_wanted() {
            let shown = shorten(&visible(&self.folder().to_string_lossy()), environment);
            printer.progress(format!("{shown} is a hub now"));
            let word = shell_word(&self.folder().to_string_lossy());
            printer.progress(format!("to use it from anywhere: export ASSEMBLY_HUB={}", visible(&word)));
            let other = locate::exported_hub(environment).filter(|other| real(other) != real(self.folder()));
            if let Some(other) = other {
                let other = shorten(&visible(&other.to_string_lossy()), environment);
                printer.warning(format!(
                    "`$ASSEMBLY_HUB` names {other}: without `--hub`, commands work on that"
                ));
            }
        }
    }
}

/// The first of these folders that is a hub.
fn hub_among<'a>(folders: impl Iterator<Item = &'a Path>) -> io::Result<Option<&'a Path>> {
    for folder in folders {
        if if_there(fs_err::symlink_metadata(folder.join(FILE_NAME)))?.is_some() {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

/// The folder that is to become a hub: the one that is named, or the current one.
pub(super) fn place(named: Option<&Path>, environment: &Environment) -> Result<HubPlace, Failure> {
    let here = environment.current_dir();
    let folder = named.map_or_else(|| here.to_owned(), |named| absolute(here, named));
    let real = real(&folder);
    let trouble = |error: io::Error| Failure::trouble(visible(&error.to_string()));
    let hub = hub_among(folder.ancestors().chain(real.ancestors())).map_err(trouble)?;
    let Some(hub) = hub else {
        if let Some(problem) = inside_bundle(&folder).map_err(trouble)? {
            let failure = Failure::refusal(problem.message);
            return Err(failure.help("a finished bundle is never changed; name a folder beside it"));
        }
        return locate::utf8(folder).map(HubPlace::Wanted);
    };
    let shown = |folder: &Path| shorten(&visible(&folder.to_string_lossy()), environment);
    let message = if hub == folder || hub == real {
        format!("`{}` is a hub already", shown(hub))
    } else {
        format!("`{}` lies in the hub `{}`", shown(&folder), shown(hub))
    };
    Err(Failure::refusal(message).help("leave `--init` out to add to that hub"))
}
