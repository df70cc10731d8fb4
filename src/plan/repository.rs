//! The git work tree that a folder lies in, found as git finds it, and without starting one.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::disk::open_regular;

/// A work tree and its repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repository {
    /// The top of the work tree, without links.
    pub(crate) top: PathBuf,
    /// The folder that all work trees of the repository share, without links.
    common: PathBuf,
}

impl Repository {
    /// That of the work tree which `folder` lies in; `None` outside of one, and in a repository itself.
    pub(crate) fn around(folder: &Path) -> Option<Self> {
        let folder = fs_err::canonicalize(folder).ok()?;
        for top in folder.ancestors() {
            let git = top.join(".git");
            let common = match fs_err::metadata(&git) {
                Ok(metadata) if metadata.is_file() => {
                    // A linked work tree or a submodule. Where that leads to no repository, git gives up too.
                    let named = line_of(&git)?;
                    let named = named.strip_prefix(b"gitdir: ")?;
                    Some(common_of(&top.join(OsStr::from_bytes(named)))?)
                }
                // What only looks like one is passed over.
                Ok(_) => common_of(&git),
                Err(_) => None,
            };
            if let Some(common) = common {
                return Some(Self { top: top.to_owned(), common });
            }
            if common_of(top).is_some() {
                return None;
            }
        }
        None
    }

    /// The folder of the ignore file that no work tree has and all share.
    pub(crate) fn info(&self) -> PathBuf {
        self.common.join("info")
    }
}

/// The folder with what all work trees share, of the folder with what one of them has for itself; `None` when that is no
/// such folder.
fn common_of(git: &Path) -> Option<PathBuf> {
    fs_err::symlink_metadata(git.join("HEAD")).ok()?;
    let common = match line_of(&git.join("commondir")) {
        Some(named) => git.join(OsStr::from_bytes(&named)),
        None => git.to_owned(),
    };
    let is_one = common.join("objects").is_dir() && common.join("refs").is_dir();
    is_one.then(|| fs_err::canonicalize(common).ok())?
}

/// What a small file of git's says, without the line break at its end.
fn line_of(path: &Path) -> Option<Vec<u8>> {
    const LARGEST: u64 = 1 << 16;
    let mut text = Vec::new();
    open_regular(path, OFlags::empty()).ok()?.take(LARGEST).read_to_end(&mut text).ok()?;
    let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    text.truncate(end);
    Some(text)
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
            let found = Repository::around(&self.path(folder)).unwrap();
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
    fn finds_none_where_git_finds_none() {
        let git = Git::new();
        git.repository("main");
        git.run(&["init", "-q", "--bare", "bare.git"]);
        fs_err::create_dir_all(git.path("plain/deep")).unwrap();
        fs_err::create_dir_all(git.path("gone")).unwrap();
        fs_err::write(git.path("gone/.git"), "gitdir: ../nowhere\n").unwrap();
        fs_err::create_dir_all(git.path("noise")).unwrap();
        fs_err::write(git.path("noise/.git"), "what?\n").unwrap();
        for folder in
            ["plain/deep", "bare.git", "bare.git/refs", "main/.git", "main/.git/refs", "gone", "noise"]
        {
            assert_eq!(Repository::around(&git.path(folder)), None, "{folder}");
        }
    }
}
