//! Whose sessions are running in a target.
//!
//! Each launcher has a file in `.assembly/sessions`, made by the apply that gives it the target. A session keeps it locked,
//! shared with others of its launcher, for as long as any of its processes lives: whether one runs is what the system
//! says about the lock, so whatever ends a session, nothing is left that is believed.

use std::fs::TryLockError;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::OFlags;

use super::PlanError;
use super::codes;
use super::state_folder::SESSIONS;
use super::survey::names_in;
use crate::diagnostic::{Diagnostic, visible};
use crate::digest::Digest;
use crate::disk::{is_absent, open_regular};

/// What the file of a launcher's sessions says; its name follows from that.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SessionFile {
    harness: String,
    launcher: String,
}

impl SessionFile {
    pub(crate) fn new(harness: &str, launcher: &str) -> Self {
        Self { harness: harness.to_owned(), launcher: launcher.to_owned() }
    }

    pub(crate) fn text(&self) -> String {
        format!("{}\n{}\n", self.harness, self.launcher)
    }

    pub(crate) fn path(&self, target: &Path) -> PathBuf {
        target.join(SESSIONS).join(self.name())
    }

    fn name(&self) -> String {
        Digest::of(self.text().as_bytes()).to_string()
    }

    /// `None` of a text under a name that is not its own: half of one, or somebody else's.
    fn parse(name: &str, text: &str) -> Option<Self> {
        let (harness, rest) = text.split_once('\n')?;
        let file = Self::new(harness, rest.strip_suffix('\n')?);
        (file.name() == name).then_some(file)
    }
}

/// The file that a session of a launcher keeps locked. It is there once the launcher has written to the target.
pub fn session_file(target: &Path, harness: &str, launcher: &str) -> PathBuf {
    SessionFile::new(harness, launcher).path(target)
}

/// All files of sessions in a target.
pub(crate) fn session_files(target: &Path) -> Result<Vec<SessionFile>, PlanError> {
    let folder = target.join(SESSIONS);
    let mut files = Vec::new();
    for name in names_in(&folder)? {
        files.extend(read(&folder, &name)?.map(|(file, _)| file));
    }
    Ok(files)
}

/// Those that a killed run made and had no time to write.
pub(crate) fn begun_session_files(target: &Path) -> Result<Vec<PathBuf>, PlanError> {
    let folder = target.join(SESSIONS);
    let mut begun = Vec::new();
    for name in names_in(&folder)?.iter().filter(|name| is_digest(name)) {
        let path = folder.join(name);
        match fs_err::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_file() && metadata.len() == 0 => begun.push(path),
            Err(error) if !is_absent(&error) => return Err(error.into()),
            _ => {}
        }
    }
    Ok(begun)
}

/// Hints at the sessions of other launchers of a harness, for a launcher that is about to write.
pub(super) fn sessions_of_others(target: &Path, harness: &str, launcher: &str) -> Vec<Diagnostic> {
    let own = SessionFile::new(harness, launcher).name();
    let is_other = |file: &SessionFile| file.harness == harness;
    hints(target, &own, &is_other, "a run replaces what it reads: end it first, or go on if that is meant")
}

/// Hints at all sessions in a target that is about to be cleaned.
pub fn sessions_in(target: &Path, is_meant: &dyn Fn(&str) -> bool) -> Vec<Diagnostic> {
    let is_one = |file: &SessionFile| is_meant(&file.harness);
    hints(target, "", &is_one, "`clean` takes away what it reads: end it first, or go on if that is meant")
}

fn hints(
    target: &Path,
    except: &str,
    is_meant: &dyn Fn(&SessionFile) -> bool,
    help: &str,
) -> Vec<Diagnostic> {
    let folder = target.join(SESSIONS);
    let names = names_in(&folder).unwrap_or_default();
    let found = names.iter().filter(|name| *name != except).filter_map(|name| read(&folder, name).ok()?);
    let running = found.filter(|(file, opened)| is_meant(file) && is_locked(opened));
    let mut launchers: Vec<String> = running.map(|(file, _)| file.launcher).collect();
    launchers.sort_unstable();
    let hint = |launcher: String| {
        let message = format!(
            "a session that launcher `{}` started is still running in `{}`",
            visible(&launcher),
            target.display()
        );
        Diagnostic::new(&codes::SESSION_RUNNING, message).help(help)
    };
    launchers.into_iter().map(hint).collect()
}

/// Whether a name can be one of ours.
fn is_digest(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A file of this folder that is one of sessions.
fn read(folder: &Path, name: &str) -> io::Result<Option<(SessionFile, fs_err::File)>> {
    /// Bytes; no manifest gives a launcher a longer name.
    const LARGEST: u64 = 1 << 22;
    // Nothing else is even opened.
    if !is_digest(name) {
        return Ok(None);
    }
    let mut file = match open_regular(&folder.join(name), OFlags::NOFOLLOW) {
        Ok(file) => file,
        Err(error) if is_absent(&error) || error.kind() == io::ErrorKind::InvalidInput => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    io::Read::by_ref(&mut file).take(LARGEST).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    Ok(SessionFile::parse(name, &text).map(|found| (found, file)))
}

/// Whether a session holds the file. Another one that only looks has it for a moment, so that is looked at again.
fn is_locked(file: &fs_err::File) -> bool {
    const LOOKS: u32 = 3;
    const PAUSE: Duration = Duration::from_millis(2);
    for _ in 0..LOOKS {
        match file.file().try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            // What cannot be locked, as over some networks, tells nothing.
            Ok(()) | Err(TryLockError::Error(_)) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        fs_err::create_dir_all(root.path().join(SESSIONS)).unwrap();
        let path = root.path().to_owned();
        (root, path)
    }

    fn put(target: &Path, harness: &str, launcher: &str) -> fs_err::File {
        let file = SessionFile::new(harness, launcher);
        fs_err::write(file.path(target), file.text()).unwrap();
        fs_err::File::open(file.path(target)).unwrap()
    }

    fn launchers(hints: &[Diagnostic]) -> Vec<&str> {
        hints.iter().map(|hint| hint.message.split('`').nth(1).unwrap()).collect()
    }

    #[test]
    fn only_what_is_locked_is_running() {
        let (_root, target) = world();
        let (held, also) = (put(&target, "claude", "b"), put(&target, "claude", "b"));
        let (own, other) = (put(&target, "claude", "own"), put(&target, "codex", "c"));
        put(&target, "claude", "ended");
        for file in [&held, &also, &own, &other] {
            file.file().lock_shared().unwrap();
        }
        assert_eq!(launchers(&sessions_of_others(&target, "claude", "own")), ["b"]);
        assert_eq!(launchers(&sessions_in(&target, &|_| true)), ["b", "c", "own"]);
        drop(held);
        assert_eq!(launchers(&sessions_of_others(&target, "claude", "own")), ["b"], "the other one goes on");
        drop(also);
        assert_eq!(launchers(&sessions_of_others(&target, "claude", "own")), [""; 0]);
        // Having looked holds nothing.
        put(&target, "claude", "b").file().try_lock().unwrap();
    }

    #[test]
    fn what_is_none_of_ours_is_not_believed() {
        let (_root, target) = world();
        let folder = target.join(SESSIONS);
        let real = SessionFile::new("claude", "a");
        let name = real.name();
        for text in ["", "claude\n", "claude\nb\n", "claude\na", "claude\na\n\n"] {
            assert_eq!(SessionFile::parse(&name, text), None, "{text:?}");
        }
        assert_eq!(SessionFile::parse(&name, &real.text()).as_ref(), Some(&real));
        fs_err::write(target.join("elsewhere"), real.text()).unwrap();
        fs_err::os::unix::fs::symlink(target.join("elsewhere"), folder.join(&name)).unwrap();
        let fifo = folder.join("0".repeat(64));
        assert!(std::process::Command::new("mkfifo").arg(fifo).status().unwrap().success());
        let held = fs_err::File::open(target.join("elsewhere")).unwrap();
        held.file().lock_shared().unwrap();
        assert!(sessions_in(&target, &|_| true).is_empty());
        assert!(session_files(&target).unwrap().is_empty());
    }
}
