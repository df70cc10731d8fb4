//! The one place that reads the process's environment.

use std::path::PathBuf;

use super::exit::Failure;
use crate::Environment;

/// Variables and working directory of this process. `$PWD` is believed when it names the same folder, so that links
/// in a path stay as the user knows them.
#[expect(clippy::disallowed_methods, reason = "this is where `cli/` reads the environment for everybody")]
pub(super) fn of_process() -> Result<Environment, Failure> {
    let physical = std::env::current_dir().map_err(|error| {
        Failure::trouble(format!("cannot tell the current folder: {error}"))
            .help("`cd` to a folder that exists")
    })?;
    let logical = std::env::var_os("PWD")
        .map(PathBuf::from)
        .filter(|logical| logical.is_absolute() && same_file(logical, &physical));
    let environment = Environment::new(std::env::vars_os(), logical.unwrap_or(physical));
    Ok(environment.as_root(rustix::process::geteuid().is_root()))
}

fn same_file(one: &std::path::Path, other: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs_err::metadata(one), fs_err::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}
