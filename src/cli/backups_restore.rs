//! `backups restore`: brings one thing back.

use std::io::ErrorKind;
use std::path::Path;

use super::arguments::Global;
use super::backups_list::{read, short};
use super::clean::failure;
use super::exit::{Failure, Outcome, SUCCESS};
use super::printer::Printer;
use super::shorten;
use super::target_arguments::BackupsRestoreArguments;
use super::targets::one_asked_for;
use super::tell::tell;
use crate::Environment;
use crate::apply;
use crate::compose::absolute;
use crate::diagnostic::{shell_word, visible};
use crate::plan::Backup;

/// Fewer characters of a name could as well be a path.
const SHORTEST: usize = 4;

/// What to type where nobody knows which target is meant.
const ORDER: &str =
    "name the launcher behind the backup, `assembly backups restore BACKUP NAME`, or its `--target DIR`";

/// Brings a backup back to where it came from, or writes a copy of it elsewhere.
pub(super) fn run(
    arguments: &BackupsRestoreArguments,
    global: &Global,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let is_named = arguments.which.name.is_some() || arguments.which.target.is_some();
    let target = one_asked_for(&arguments.which, global, environment)
        .map_err(|failure| if is_named { failure } else { failure.help(ORDER) })?;
    let found = read(&target, printer)?;
    let path = inside(&target, &arguments.backup, environment);
    let backup = choose(&found, &arguments.backup, &path)?;
    let shown = shorten(&visible(&target.to_string_lossy()), environment);
    let name = visible(short(&backup.name)).into_owned();
    if let Some(to) = &arguments.to {
        let to = absolute(environment.current_dir(), to);
        apply::export(&target, &backup.name, &to).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::refusal(visible(&error.to_string())),
            _ => Failure::trouble(visible(&error.to_string())),
        })?;
        let to = shorten(&visible(&to.to_string_lossy()), environment);
        printer.result(&format!("wrote {name} to {to}\n"))?;
        return Ok(SUCCESS);
    }
    let place = place_of(backup, &path)?;
    apply::restore(&target, &backup.name, place, &mut |event| tell(&event, &shown, printer))
        .map_err(|error| failure(error, printer))?;
    printer.result(&format!("restored {shown}/{} from {name}\n", visible(place)))?;
    printer.progress("the next run of a launcher that writes this file as a whole sets it aside again");
    Ok(SUCCESS)
}

/// The path in the target that was meant: relative to it, or to the folder that the command was started in.
fn inside(target: &Path, word: &str, environment: &Environment) -> String {
    let full = absolute(environment.current_dir(), Path::new(word));
    let from_here = full.strip_prefix(target).ok().and_then(Path::to_str);
    from_here.filter(|path| !path.is_empty()).unwrap_or(word).to_owned()
}

/// The one backup that was meant.
fn choose<'a>(found: &'a [Backup], word: &str, path: &str) -> Result<&'a Backup, Failure> {
    let is_from = |backup: &&Backup, path: &str| backup.origins.iter().any(|origin| origin.path == path);
    let is_named = |backup: &&Backup| word.len() >= SHORTEST && backup.name.starts_with(word);
    let mut chosen: Vec<&Backup> = found.iter().filter(is_named).collect();
    for path in [word, path] {
        if chosen.is_empty() {
            chosen = found.iter().filter(|backup| is_from(backup, path)).collect();
        }
    }
    match chosen.as_slice() {
        [backup] => Ok(backup),
        [] => Err(Failure::trouble(format!("there is no backup `{}`", visible(word)))
            .help("`assembly backups list` has them all")),
        several => {
            let describe = |backup: &&Backup| {
                let original = backup.origins.iter().any(|origin| origin.original);
                let note = if original { " (the original)" } else { "" };
                format!("`{}`{note}", short(&backup.name))
            };
            let names: Vec<String> = several.iter().map(describe).collect();
            Err(Failure::trouble(format!("`{}` has several backups", visible(word)))
                .help(format!("name one: {}", names.join(", "))))
        }
    }
}

/// Where it goes.
fn place_of<'a>(backup: &'a Backup, path: &str) -> Result<&'a str, Failure> {
    let places: Vec<&str> = backup.origins.iter().map(|origin| origin.path.as_str()).collect();
    match places.as_slice() {
        [place] => Ok(place),
        [] => Err(Failure::trouble("nobody wrote down where it came from")
            .help("say where it should go: `--to FILE`")),
        several => several.iter().copied().find(|place| *place == path).ok_or_else(|| {
            let words: Vec<String> = several.iter().map(|place| shell_word(place)).collect();
            Failure::trouble("it came from several places").help(format!("name one: {}", words.join(", ")))
        }),
    }
}
