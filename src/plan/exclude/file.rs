//! The one file outside of targets that gets lines.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::EXCLUDE;
use super::block::Block;
use super::edit::{Around, EditedExclude, ExcludeEdit};
use crate::disk::{Identity, WorkTree, if_there, is_absent};
use crate::plan::ignore::escaped;
use crate::plan::standing::Standing;
use crate::plan::state_folder::STATE_FOLDER;

/// The `info/exclude` of a target's repository.
#[derive(Clone, Debug)]
pub(crate) struct ExcludeFile {
    /// Without links.
    target: PathBuf,
    work_tree: WorkTree,
}

impl ExcludeFile {
    /// `None` where the target lies in no work tree.
    pub(crate) fn of(target: &Path) -> io::Result<Option<Self>> {
        let target = fs_err::canonicalize(target)?;
        Ok(WorkTree::around(&target)?.map(|work_tree| Self { target, work_tree }))
    }

    /// The targets that have a block in the file at this path, if it is one of these.
    pub(crate) fn targets_in(path: &Path) -> io::Result<Vec<PathBuf>> {
        if !path.ends_with(EXCLUDE) {
            return Ok(Vec::new());
        }
        let standing = Standing::read(path)?;
        let folder = path.parent().and_then(Identity::of);
        let blocks = Block::all(standing.bytes().unwrap_or_default());
        let mut targets: Vec<PathBuf> = blocks.iter().filter_map(Block::target).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut shared = Vec::new();
        for target in targets {
            let file = if_there(Self::of(&target))?.flatten();
            if file.is_some_and(|file| Identity::of(&file.folder()) == folder) {
                shared.push(target);
            }
        }
        Ok(shared)
    }

    /// The folder that the file lies in; not every repository has it.
    pub(crate) fn folder(&self) -> PathBuf {
        self.work_tree.info()
    }

    pub(crate) fn has_folder(&self) -> io::Result<bool> {
        Ok(kind_of(&self.folder())?.is_some())
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder().join("exclude")
    }

    /// What people and documents call it: its path in the target if it lies there, else all of it.
    pub(crate) fn shown(&self) -> String {
        let path = self.path();
        path.strip_prefix(&self.target).unwrap_or(&path).to_string_lossy().into_owned()
    }

    /// Why nothing is written there, as the rest of a sentence. Git looks through links; to write through them is another
    /// matter.
    pub(crate) fn obstacle(&self) -> io::Result<Option<&'static str>> {
        let folder = kind_of(&self.folder())?;
        let file = if folder.is_some_and(|kind| kind.is_dir()) { kind_of(&self.path())? } else { None };
        Ok(match (folder, file) {
            (Some(kind), _) if kind.is_symlink() => Some("lies in a linked folder"),
            (Some(kind), _) if !kind.is_dir() => Some("lies in no folder"),
            (_, Some(kind)) if kind.is_symlink() => Some("is a link"),
            (_, Some(kind)) if !kind.is_file() => Some("is not a file"),
            _ => None,
        })
    }

    /// What the file becomes, from what it is.
    pub(crate) fn edit(
        &self,
        edit: &ExcludeEdit,
        before: Option<&[u8]>,
        folder_is_new: bool,
    ) -> EditedExclude {
        let around = Around { target: &self.target, folder_is_new, is_gone: &|target| self.is_gone(target) };
        edit.of(before, &around)
    }

    /// The lines that go with an edit which takes the target's block out.
    pub(super) fn leaving(&self, edit: &ExcludeEdit, bytes: &[u8]) -> Vec<String> {
        let around =
            Around { target: &self.target, folder_is_new: false, is_gone: &|target| self.is_gone(target) };
        let blocks = Block::all(bytes);
        let head = edit.leaving(&blocks, &around);
        let going = blocks.iter().filter(|block| block.head == head);
        let is_ours = |block: &Block, line: &String| block.is_whole || edit.known.contains(line);
        going.flat_map(|block| block.body.iter().filter(|line| is_ours(block, line))).cloned().collect()
    }

    /// Whether another target has nothing to do with the file any more: it is no more, nothing of ours is left there, or it
    /// belongs to another repository. What cannot be looked at may come back.
    fn is_gone(&self, target: &Path) -> bool {
        match fs_err::symlink_metadata(target.join(STATE_FOLDER)) {
            Ok(_) => WorkTree::around(target)
                .is_ok_and(|found| found.is_none_or(|found| found.info() != self.folder())),
            Err(error) => is_absent(&error),
        }
    }

    /// The head of the target's block.
    pub(super) fn head(&self, harness: &str) -> String {
        super::block::head(harness, &self.target)
    }

    /// The target's place in the work tree, as the beginning of a pattern: nothing, or `/a/b`.
    pub(super) fn prefix(&self) -> String {
        let inside = self.target.strip_prefix(&self.work_tree.top).unwrap_or(Path::new(""));
        let mut prefix = String::new();
        for name in inside {
            prefix.push('/');
            for chunk in name.as_bytes().utf8_chunks() {
                // No line of ours holds anything but UTF-8.
                prefix.push_str(&escaped(chunk.valid()));
                prefix.extend(chunk.invalid().iter().map(|_| '?'));
            }
        }
        prefix
    }
}

fn kind_of(path: &Path) -> io::Result<Option<std::fs::FileType>> {
    Ok(if_there(fs_err::symlink_metadata(path))?.map(|metadata| metadata.file_type()))
}
