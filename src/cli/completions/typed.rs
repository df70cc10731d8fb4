//! What stands on the line that is being completed, and the hub it leads to.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::Environment;
use crate::cli::{environment, locate};

/// The words of a line that did not come as arguments.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says which words were typed, where these are not the arguments of this process.
pub(super) fn remember(words: Vec<OsString>) {
    _ = WORDS.set(words);
}

/// The words that were typed, the command first.
pub(super) fn words() -> Vec<OsString> {
    match WORDS.get() {
        Some(words) => words.clone(),
        None => std::env::args_os().skip_while(|word| word != "--").skip(1).collect(),
    }
}

/// The hub whose names complete, if there is one.
pub(super) fn hub() -> Option<(PathBuf, Environment)> {
    let environment = environment::of_process().ok()?;
    Some((locate::hub(typed_hub().as_deref(), &environment).ok()?, environment))
}

/// What `--hub` says.
fn typed_hub() -> Option<PathBuf> {
    let mut words = words().into_iter();
    while let Some(word) = words.next() {
        if word == "--hub" {
            return words.next().map(PathBuf::from);
        }
        if let Some(folder) = word.to_str().and_then(|word| word.strip_prefix("--hub=")) {
            return Some(PathBuf::from(folder));
        }
    }
    None
}
