//! The git work tree that a folder lies in, found as git finds it, and without starting one.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::{found, read_regular};

/// A work tree and its repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorkTree {
    /// The top of the work tree, without links.
    pub(crate) top: PathBuf,
    /// The folder that all work trees of the repository share, without links.
    common: PathBuf,
    /// Whether it is one beside another: a linked one.
    is_linked: bool,
}

impl WorkTree {
    /// That of the work tree which `folder` lies in; `None` outside of one, and in a repository itself.
    ///
    /// # Errors
    ///
    /// What stands there cannot be looked at, so that nobody knows whether there is one.
    pub(crate) fn around(folder: &Path) -> io::Result<Option<Self>> {
        let Some(folder) = found(folder, fs_err::canonicalize(folder))? else { return Ok(None) };
        for top in folder.ancestors() {
            let git = top.join(".git");
            let repository = match found(&git, fs_err::metadata(&git))? {
                Some(metadata) if metadata.is_file() => {
                    // A linked work tree or a submodule. Where that leads to no repository, git gives up too.
                    let named = line_of(&git)?;
                    let Some(named) = named.as_ref().and_then(|line| line.strip_prefix(b"gitdir: ")) else {
                        return Ok(None);
                    };
                    let Some(repository) = common_of(&top.join(OsStr::from_bytes(named)))? else {
                        return Ok(None);
                    };
                    Some(repository)
                }
                // What only looks like one is passed over.
                Some(_) => common_of(&git)?,
                None => None,
            };
            if let Some((common, is_linked)) = repository {
                return Ok(Some(Self { top: top.to_owned(), common, is_linked }));
            }
            if common_of(top)?.is_some() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The top of the first work tree of the repository; `None` when that has none.
    pub(crate) fn main(&self) -> Option<&Path> {
        if !self.is_linked {
            return Some(&self.top);
        }
        self.common.parent().filter(|_| self.common.ends_with(".git"))
    }

    /// The folder of the ignore file that no work tree has and all share.
    pub(crate) fn info(&self) -> PathBuf {
        self.common.join("info")
    }
}

/// The folder with what all work trees share, of the folder with what one of them has for itself, and whether these are
/// two; `None` when that is no such folder.
fn common_of(git: &Path) -> io::Result<Option<(PathBuf, bool)>> {
    let head = git.join("HEAD");
    if found(&head, fs_err::symlink_metadata(&head))?.is_none() {
        return Ok(None);
    }
    let named = line_of(&git.join("commondir"))?;
    let common = named.as_ref().map_or_else(|| git.to_owned(), |named| git.join(OsStr::from_bytes(named)));
    for part in ["objects", "refs"] {
        let part = common.join(part);
        if !found(&part, fs_err::metadata(&part))?.is_some_and(|metadata| metadata.is_dir()) {
            return Ok(None);
        }
    }
    Ok(found(&common, fs_err::canonicalize(&common))?.map(|common| (common, named.is_some())))
}

/// What a small file of git's says, without the line break at its end; `None` when there is no such file.
fn line_of(path: &Path) -> io::Result<Option<Vec<u8>>> {
    const LARGEST: u64 = 1 << 16;
    let mut text = match found(path, read_regular(path, LARGEST)) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(None),
        // Something else than a file is none of git's.
        Err(error) if error.kind() == ErrorKind::InvalidInput => return Ok(None),
        Err(error) => return Err(error),
    };
    let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    text.truncate(end);
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    struct Git(tempfile::TempDir);

    impl Git {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn path(&self, relative: &str) -> PathBuf {
            fs_err::canonicalize(self.0.path()).unwrap().join(relative)
        }

        fn run(&self, words: &[&str]) -> String {
            let output = Command::new("git")
                .args(["-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"])
                .args(words)
                .env("GIT_CONFIG_NOSYSTEM", "1")
                .env("HOME", self.0.path())
                .env("GIT_CEILING_DIRECTORIES", self.path(""))
                .env_remove("GIT_DIR")
                .current_dir(self.0.path())
                .output()
                .unwrap();
            assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        }

        fn repository(&self, name: &str) {
            self.run(&["init", "-q", name]);
            self.run(&["-C", name, "commit", "-q", "--allow-empty", "-m", "x"]);
        }

        /// Compares with git itself.
        #[track_caller]
        fn agrees(&self, folder: &str) {
            let found = WorkTree::around(&self.path(folder)).unwrap().unwrap();
            let asked =
                self.run(&["-C", folder, "rev-parse", "--show-toplevel", "--git-path", "info/exclude"]);
            let (top, exclude) = asked.trim_end().split_once('\n').unwrap();
            assert_eq!(found.top, PathBuf::from(top));
            let info = self.path(folder).join(exclude);
            assert_eq!(Some(found.info()), fs_err::canonicalize(info.parent().unwrap()).ok());
        }
    }

    #[test]
    fn agrees_with_git_about_every_kind_of_work_tree() {
        let git = Git::new();
        git.repository("main");
        git.repository("other");
        git.run(&["-C", "main", "worktree", "add", "-q", "-b", "linked", "../linked tree"]);
        git.run(&["-C", "main", "worktree", "add", "-q", "inner/tree"]);
        git.run(&["-C", "main", "submodule", "--quiet", "add", &git.path("other").to_string_lossy(), "sub"]);
        git.run(&["init", "-q", "--separate-git-dir", "elsewhere.git", "apart"]);
        for folder in ["main/a/b", "linked tree/deep", "sub-link"] {
            fs_err::create_dir_all(git.path(folder)).unwrap();
        }
        fs_err::os::unix::fs::symlink(git.path("main/a"), git.path("link")).unwrap();
        for folder in [
            "main",
            "main/a/b",
            "linked tree",
            "linked tree/deep",
            "main/inner/tree",
            "main/sub",
            "apart",
            "link",
        ] {
            git.agrees(folder);
        }
        // What only looks like a repository is passed over.
        fs_err::create_dir_all(git.path("main/a/.git")).unwrap();
        git.agrees("main/a/b");
    }

    #[test]
    fn a_linked_work_tree_leads_to_the_first_one() {
        let git = Git::new();
        git.repository("main");
        git.repository("other");
        git.run(&["-C", "main", "worktree", "add", "-q", "-b", "linked", "../side"]);
        git.run(&["-C", "main", "submodule", "--quiet", "add", &git.path("other").to_string_lossy(), "sub"]);
        git.run(&["clone", "-q", "--bare", "main", "bare.git"]);
        git.run(&["-C", "bare.git", "worktree", "add", "-q", "-b", "only", "../only"]);
        fs_err::create_dir_all(git.path("side/deep")).unwrap();
        let first = |folder: &str| {
            let found = WorkTree::around(&git.path(folder)).unwrap().unwrap();
            found.main().map(Path::to_owned)
        };
        for folder in ["main", "side", "side/deep"] {
            assert_eq!(first(folder), Some(git.path("main")), "{folder}");
        }
        assert_eq!(first("main/sub"), Some(git.path("main/sub")), "a repository of its own");
        assert_eq!(first("only"), None);
    }

    #[test]
    fn finds_none_where_git_finds_none() {
        let git = Git::new();
        git.repository("main");
        git.run(&["init", "-q", "--bare", "bare.git"]);
        fs_err::create_dir_all(git.path("plain/deep")).unwrap();
        fs_err::create_dir_all(git.path("gone")).unwrap();
        fs_err::write(git.path("gone/.git"), "gitdir: ../nowhere\n").unwrap();
        fs_err::create_dir_all(git.path("noise")).unwrap();
        fs_err::write(git.path("noise/.git"), "what?\n").unwrap();
        fs_err::create_dir_all(git.path("circle")).unwrap();
        fs_err::os::unix::fs::symlink(".git", git.path("circle/.git")).unwrap();
        for folder in [
            "plain/deep",
            "bare.git",
            "bare.git/refs",
            "main/.git",
            "main/.git/refs",
            "gone",
            "noise",
            "circle",
        ] {
            assert_eq!(WorkTree::around(&git.path(folder)).unwrap(), None, "{folder}");
        }
    }
}
