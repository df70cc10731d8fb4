//! The main checkout of the repository that a folder lies in. No git is started: this is asked before every session.

use std::io::Read;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::disk::open_regular;

/// The top of the work tree that `folder` lies in; of a linked work tree, that of the main checkout. Nothing outside a
/// repository, and where the main repository has no checkout.
pub(super) fn main_checkout(folder: &Path) -> Option<PathBuf> {
    let top = folder.ancestors().find(|above| fs_err::symlink_metadata(above.join(".git")).is_ok())?;
    let dot_git = top.join(".git");
    if dot_git.is_dir() {
        return Some(top.to_owned());
    }
    let text = first_line(&dot_git)?;
    let git = top.join(text.strip_prefix("gitdir:")?.trim());
    // Only a linked work tree has it; a submodule is a repository of its own.
    let Some(common) = first_line(&git.join("commondir")) else { return Some(top.to_owned()) };
    let common = fs_err::canonicalize(git.join(common.trim())).ok()?;
    let is_checked_out = common.file_name().is_some_and(|name| name == ".git");
    common.parent().filter(|_| is_checked_out).map(Path::to_owned)
}

/// The beginning of a small file.
fn first_line(path: &Path) -> Option<String> {
    const LONGEST: u64 = 8192;
    let mut text = String::new();
    open_regular(path, OFlags::empty()).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    text.lines().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::main_checkout;
    use std::path::PathBuf;

    #[test]
    fn a_linked_work_tree_leads_to_the_main_checkout() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs_err::canonicalize(folder.path()).unwrap();
        let write = |path: &str, text: &str| {
            fs_err::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs_err::write(root.join(path), text).unwrap();
        };
        write("main/.git/worktrees/side/commondir", "../..\n");
        write("main/.git/modules/lib/HEAD", "x\n");
        write("main/deep/er/x", "");
        write("main/lib/.git", "gitdir: ../.git/modules/lib\n");
        write("side/.git", &format!("gitdir: {}\n", root.join("main/.git/worktrees/side").display()));
        write("side/deep/x", "");
        write("near/.git", "gitdir: ../main/.git/worktrees/side\n");
        write("bare.git/worktrees/only/commondir", "../..\n");
        write("only/.git", "gitdir: ../bare.git/worktrees/only\n");
        write("broken/.git", "nonsense\n");
        write("plain/x", "");
        let found = |path: &str| main_checkout(&root.join(path));
        let main: Option<PathBuf> = Some(root.join("main"));
        for inside in ["main", "main/deep/er", "side", "side/deep", "near"] {
            assert_eq!(found(inside), main, "{inside}");
        }
        assert_eq!(found("main/lib"), Some(root.join("main/lib")));
        for outside in ["only", "broken", "plain"] {
            assert_eq!(found(outside), None, "{outside}");
        }
    }
}
