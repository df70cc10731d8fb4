//! Plans that are saved, and plans that were.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::edit_failure::edit_failure;
use super::exit::Failure;
use super::printer::Printer;
use crate::Environment;
use crate::diagnostic::{Severity, SourceFile, visible};
use crate::disk::if_there;
use crate::manifest::put_file;
use crate::saved::SavedPlan;

/// Reads a saved plan. What is wrong with its text is told with its place, and ends the command.
pub(super) fn read(
    path: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Result<Option<SavedPlan>, Failure> {
    let shown = path.to_string_lossy();
    let absolute = environment.current_dir().join(path);
    let failure = |reason: &str| {
        Failure::trouble(format!("cannot read the saved plan `{}`: {reason}", visible(&shown)))
            .help("save one with `assembly plan --portable --save FILE`, where the hub is as it was")
    };
    // Not by `fs_err`: the message names the path already. It may be a pipe, as of a shell's `<(…)`.
    let bytes = bytes_of(&absolute).map_err(|error| failure(&error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(failure("it is over 64 MiB"));
    }
    let text = String::from_utf8(bytes).map_err(|_| failure("it is not UTF-8"))?;
    match SavedPlan::parse(&of_text(path, &text)) {
        Ok(plan) => Ok(Some(plan)),
        Err(problem) => {
            printer.diagnostic(&problem, Severity::Error);
            Ok(None)
        }
    }
}

/// The largest document that is read, in bytes; a plan of a thousand launchers has a few MiB.
const LARGEST: u64 = 64 << 20;

/// The bytes of a file, and one more than is read at most where it is larger.
#[expect(clippy::disallowed_methods, reason = "the message names the path")]
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn of_text(path: &Path, text: &str) -> Arc<SourceFile> {
    SourceFile::new(path, path.to_string_lossy(), text)
}

/// Saves a document as one whole, unless the file holds it already. What is no file, such as a pipe, is written into.
pub(super) fn save(
    path: &Path,
    text: &str,
    environment: &Environment,
    printer: &Printer,
) -> Result<(), Failure> {
    let path = &environment.current_dir().join(path);
    let failure = |error: std::io::Error| Failure::trouble(format!("cannot save the plan: {error}"));
    match if_there(fs_err::metadata(path)).map_err(failure)? {
        Some(metadata) if !metadata.is_file() => fs_err::write(path, text).map_err(failure)?,
        Some(_) => {
            let before = fs_err::read(path).map_err(failure)?;
            put_file(path, Some(&before), text.as_bytes()).map_err(|error| edit_failure(error, printer))?;
        }
        None => put_file(path, None, text.as_bytes()).map_err(|error| edit_failure(error, printer))?,
    }
    printer.progress(format!("saved the plan to {}", visible(&path.to_string_lossy())));
    Ok(())
}
