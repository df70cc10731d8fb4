//! Which hub a command works on.

use std::path::{Path, PathBuf};

use super::exit::Failure;
use crate::Environment;
use crate::diagnostic::{shell_word, visible};
use crate::disk::may_be_there;
use crate::manifest::FILE_NAME;

/// Finds the hub: `--hub`, `$ASSEMBLY_HUB`, the nearest folder upwards that holds a manifest, `$ASSEMBLY_DIR`,
/// `$XDG_CONFIG_HOME/assembly`. The first two are believed: without a manifest there they are an error.
pub(super) fn hub(named: Option<&Path>, environment: &Environment) -> Result<PathBuf, Failure> {
    let here = environment.current_dir();
    let asked = match named {
        Some(folder) => Some(("--hub", clean(here, folder))),
        None => exported_hub(environment).map(|folder| ("$ASSEMBLY_HUB", folder)),
    };
    if let Some((origin, folder)) = asked {
        return if has_manifest(&folder) {
            utf8(folder)
        } else {
            Err(Failure::trouble(format!(
                "there is no `{FILE_NAME}` in `{}`, which {origin} names",
                folder.display()
            ))
            .help(format!(
                "{}; to make a hub of `{}`, give `--init --hub {}` to an `assembly new`",
                match origin {
                    "--hub" => "name the folder that holds it",
                    _ => "name the folder that holds it, or `unset ASSEMBLY_HUB`",
                },
                folder.display(),
                shell_word(&folder.to_string_lossy())
            )))
        };
    }
    let upwards = here.ancestors().find(|folder| has_manifest(folder)).map(Path::to_owned);
    let mut tried = vec![format!("`{}` and the folders above it", here.display())];
    if let Some(folder) = upwards {
        return utf8(folder);
    }
    for (origin, folder) in
        [("$ASSEMBLY_DIR", exported(environment)), ("the configuration folder", configuration(environment))]
    {
        let Some(folder) = folder.map(|folder| clean(here, &folder)) else { continue };
        if has_manifest(&folder) {
            return utf8(folder);
        }
        tried.push(format!("`{}` ({origin})", folder.display()));
    }
    Err(Failure::trouble(format!("no hub: there is no `{FILE_NAME}` in {}", tried.join(", nor in ")))
        .help(
            "go into the folder that holds it, or name that folder once: `export ASSEMBLY_HUB=~/hub`; to make a hub of \
             this folder, give `--init` to an `assembly new`",
        ))
}

/// The folder that `$ASSEMBLY_HUB` names, whatever is there.
pub(super) fn exported_hub(environment: &Environment) -> Option<PathBuf> {
    let folder = environment.get_os("ASSEMBLY_HUB").filter(|folder| !folder.is_empty())?;
    Some(clean(environment.current_dir(), Path::new(folder)))
}

fn exported(environment: &Environment) -> Option<PathBuf> {
    environment.get_os("ASSEMBLY_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

fn configuration(environment: &Environment) -> Option<PathBuf> {
    environment
        .get("XDG_CONFIG_HOME")
        .filter(|folder| folder.starts_with('/'))
        .map(PathBuf::from)
        .or_else(|| environment.home().map(|home| Path::new(home).join(".config")))
        .map(|folder| folder.join("assembly"))
}

/// A manifest that is no readable file, or may be there, is found as well: reading it gives the better message.
fn has_manifest(folder: &Path) -> bool {
    may_be_there(&folder.join(FILE_NAME))
}

fn clean(base: &Path, folder: &Path) -> PathBuf {
    crate::compose::absolute(base, folder)
}

/// Generated files name the hub, and both JSON and markdown are text.
pub(super) fn utf8(folder: PathBuf) -> Result<PathBuf, Failure> {
    if folder.to_str().is_some() {
        return Ok(folder);
    }
    Err(Failure::trouble(format!(
        "the path of the hub is not UTF-8: `{}`",
        visible(&folder.to_string_lossy())
    ))
    .help("rename the folder"))
}
