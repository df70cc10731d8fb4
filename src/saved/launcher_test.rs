//! The tests of a hub's launchers, as they lie there.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::codes;
use super::saved_plan::beginning;
use crate::diagnostic::{Diagnostic, Problems, SourceFile, visible};
use crate::disk::{is_absent, read_regular};

/// The folder of a hub that holds a test for each launcher, `NAME.json`.
pub const TESTS: &str = "tests/launchers";

/// A file of [`TESTS`].
#[derive(Debug)]
pub struct LauncherTest {
    /// The launcher it is named after.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What is in it; none when it is no file, or cannot be read.
    pub bytes: Option<Vec<u8>>,
    /// The same as text, or why it cannot be read.
    pub text: Result<Arc<SourceFile>, Diagnostic>,
}

/// The tests of a hub, sorted by name; nothing when it has no folder for them. Files that do not end in `.json`, and
/// hidden ones, are no tests.
pub fn launcher_tests(hub: &Path, problems: &mut Problems) -> Option<Vec<LauncherTest>> {
    let folder = hub.join(TESTS);
    let names = match list(&folder) {
        Ok(names) => names,
        // Where a link leads nowhere, tests were meant to be.
        Err(error) if is_absent(&error) && fs_err::symlink_metadata(&folder).is_err() => return None,
        Err(error) => {
            problems.push(unreadable(&SourceFile::new(&folder, TESTS, ""), &reason(&error)));
            Vec::new()
        }
    };
    Some(names.into_iter().map(|name| LauncherTest::read(&folder, name)).collect())
}

/// The names of tests, sorted, without their `.json`.
fn list(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".json").filter(|stem| !stem.is_empty() && !stem.starts_with('.'));
        names.extend(stem.map(str::to_owned));
    }
    names.sort_unstable();
    Ok(names)
}

impl LauncherTest {
    fn read(folder: &Path, name: String) -> Self {
        let path = folder.join(format!("{name}.json"));
        let shown = format!("{TESTS}/{name}.json");
        let bytes = read(&path);
        let text = bytes.as_deref().map_err(reason).and_then(text_of);
        let text = match text {
            Ok(text) => Ok(SourceFile::new(&path, shown, text)),
            Err(error) => Err(unreadable(&SourceFile::new(&path, shown, ""), &error).scope(&name)),
        };
        Self { bytes: bytes.ok(), name, path, text }
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let lines = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        format!("line {lines} is not UTF-8")
    })
}

/// Nothing but a regular file is opened: a FIFO would hang.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    /// Bytes; a plan is far smaller.
    const LARGEST: u64 = 64 << 20;
    let bytes = read_regular(path, LARGEST + 1)?;
    if bytes.len() as u64 > LARGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// What went wrong without the path, which the problem names as every checkout does.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotADirectory => "it is no folder".to_owned(),
        ErrorKind::InvalidInput => "it is no regular file".to_owned(),
        ErrorKind::NotFound => "it is a link that leads nowhere".to_owned(),
        ErrorKind::FileTooLarge => "it has over 64 MiB".to_owned(),
        kind => kind.to_string(),
    }
}

fn unreadable(file: &Arc<SourceFile>, reason: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::UNREADABLE,
        format!("`{}` cannot be read: {}", visible(file.name()), visible(reason)),
    )
    .label(&beginning(file), "this file")
    .help(format!("make it readable, or delete it: `rm -r {}`", crate::diagnostic::shell_word(file.name())))
}
