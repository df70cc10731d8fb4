//! Finds the agent CLI as the system would, from where it will be started.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustix::fs::Access;

use super::{LaunchError, Unfit};

/// The absolute path of `program`: looked up in `path` (the value of `PATH` that the session will have), or relative
/// to `directory` when it holds a `/`.
///
/// `directory` is where the session starts. Relative and empty entries of `path` mean folders in there, because that
/// is where the system would look. As for a shell, the first file that can be executed wins, and folders do not count.
///
/// # Errors
///
/// [`LaunchError::ProgramNotFound`], or [`LaunchError::ProgramNotExecutable`] when nothing better was found.
pub fn find_program(program: &str, path: Option<&OsStr>, directory: &Path) -> Result<PathBuf, LaunchError> {
    if program.contains('/') {
        return check_program(directory.join(program));
    }
    let mut tried = Vec::new();
    let mut unfit = None;
    for folder in path.into_iter().flat_map(std::env::split_paths) {
        let folder = directory.join(folder);
        let candidate = folder.join(program);
        match inspect(&candidate) {
            Found::Fit => return Ok(candidate),
            Found::Unfit(Unfit::Directory) | Found::Nothing => {}
            Found::Unfit(reason) => {
                unfit.get_or_insert((candidate, reason));
            }
        }
        if !tried.contains(&folder) {
            tried.push(folder);
        }
    }
    Err(match unfit {
        Some((path, unfit)) => LaunchError::ProgramNotExecutable { path, unfit },
        None => LaunchError::ProgramNotFound { program: program.into(), tried },
    })
}

/// The same for a path that is known already.
pub(super) fn check_program(path: PathBuf) -> Result<PathBuf, LaunchError> {
    match inspect(&path) {
        Found::Fit => Ok(path),
        Found::Unfit(unfit) => Err(LaunchError::ProgramNotExecutable { path, unfit }),
        Found::Nothing => Err(LaunchError::ProgramNotFound {
            program: path.to_string_lossy().into_owned(),
            tried: vec![path],
        }),
    }
}

enum Found {
    Fit,
    Unfit(Unfit),
    Nothing,
}

fn inspect(candidate: &Path) -> Found {
    match fs_err::metadata(candidate) {
        Ok(metadata) if metadata.is_dir() => Found::Unfit(Unfit::Directory),
        Ok(metadata) if !metadata.is_file() => Found::Unfit(Unfit::Special),
        Ok(_) if rustix::fs::access(candidate, Access::EXEC_OK).is_err() => Found::Unfit(Unfit::Mode),
        Ok(_) => Found::Fit,
        Err(_) => Found::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use super::find_program;
    use crate::launch::{LaunchError, Unfit};

    fn place(path: PathBuf, mode: u32) -> PathBuf {
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(&path, "#!/bin/sh\n").unwrap();
        fs_err::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path
    }

    fn search(path: &str, directory: &Path) -> Result<PathBuf, LaunchError> {
        find_program("agent", Some(OsStr::new(path)), directory)
    }

    #[test]
    fn takes_the_first_that_can_be_executed() {
        let root = tempfile::tempdir().unwrap();
        place(root.path().join("a/agent"), 0o644);
        fs_err::create_dir_all(root.path().join("b/agent")).unwrap();
        let right = place(root.path().join("c/agent"), 0o755);
        place(root.path().join("d/agent"), 0o755);
        let path = ["a", "b", "c", "d"].map(|name| root.path().join(name).display().to_string()).join(":");
        assert_eq!(search(&path, Path::new("/")).unwrap(), right);
    }

    #[test]
    fn reads_relative_and_empty_entries_from_the_directory_of_the_session() {
        let root = tempfile::tempdir().unwrap();
        let below = place(root.path().join("bin/agent"), 0o755);
        assert_eq!(search("bin", root.path()).unwrap(), below);
        let here = place(root.path().join("agent"), 0o755);
        assert_eq!(search(":/nowhere", root.path()).unwrap(), here);
        assert_eq!(find_program("./agent", None, root.path()).unwrap(), root.path().join("./agent"));
        assert!(matches!(search("~", root.path()), Err(LaunchError::ProgramNotFound { .. })));
    }

    #[test]
    fn says_where_it_looked() {
        let root = tempfile::tempdir().unwrap();
        let error = search("/nowhere:/nowhere:bin", root.path()).unwrap_err();
        assert_eq!(error.exit_code(), 127);
        assert_eq!(error.to_string(), "`agent` was not found");
        let help = error.help().unwrap();
        assert!(help.contains("`/nowhere`") && help.contains("/bin`"), "{help}");
        assert_eq!(help.matches("`/nowhere`").count(), 1);
        assert!(
            find_program("agent", None, root.path())
                .unwrap_err()
                .help()
                .unwrap()
                .contains("`PATH` is not set")
        );
    }

    #[test]
    fn nothing_is_no_program() {
        for name in ["", ".", ".."] {
            let error = find_program(name, Some(OsStr::new("/usr/bin:/bin")), Path::new("/")).unwrap_err();
            assert!(matches!(error, LaunchError::ProgramNotFound { .. }), "{name:?}: {error:?}");
        }
    }

    #[test]
    fn tells_what_cannot_be_executed_from_what_is_missing() {
        let root = tempfile::tempdir().unwrap();
        let plain = place(root.path().join("it is/agent"), 0o644);
        let error =
            search(&format!("/nowhere:{}", plain.parent().unwrap().display()), Path::new("/")).unwrap_err();
        assert_eq!(error.exit_code(), 126);
        assert!(error.help().unwrap().starts_with("run `chmod +x '"), "{:?}", error.help());

        let of = |program: &str| find_program(program, None, root.path()).unwrap_err();
        assert!(matches!(of("it is/agent"), LaunchError::ProgramNotExecutable { unfit: Unfit::Mode, .. }));
        assert!(matches!(of("./it is"), LaunchError::ProgramNotExecutable { unfit: Unfit::Directory, .. }));
        assert!(matches!(of("/dev/null"), LaunchError::ProgramNotExecutable { unfit: Unfit::Special, .. }));
        assert!(matches!(of("./gone"), LaunchError::ProgramNotFound { .. }));
    }
}
