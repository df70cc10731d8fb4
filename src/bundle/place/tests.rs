//! What becomes of destinations, with bundles that consist of a digest and a text.

mod moments;
mod outputs;
mod puts;
mod stores;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{PlaceError, Put};
use crate::bundle::{Draft, DraftSource, DraftText, INSTRUCTIONS, PartKind, Tree};
use crate::disk::make_folder;

/// A bundle with this text.
fn tree(text: &str) -> Tree {
    let text = DraftText {
        kind: PartKind::Module,
        source: "hub".to_owned(),
        name: "one.md".to_owned(),
        text: text.to_owned(),
    };
    let source = DraftSource { name: "hub".to_owned(), required: true, found: true };
    let draft = Draft { texts: vec![text], sources: vec![source], ..Draft::default() };
    draft.tree().unwrap()
}

/// Writes the bundle of a text where nothing stands.
fn write_sample(folder: &Path, text: &str) {
    make_folder(folder).unwrap();
    tree(text).write(folder).unwrap();
}

/// What the bundle in a folder says.
#[track_caller]
fn text_of(folder: &Path) -> String {
    fs_err::read_to_string(folder.join(INSTRUCTIONS)).unwrap()
}

/// Builds the bundle of a text.
fn with_put<T>(text: &str, work: impl FnOnce(Put<'_>) -> T) -> T {
    let tree = tree(text);
    work(Put::new(&|folder| Ok(tree.write(folder)?), Some(tree.digest())))
}

/// A folder of its own, without links in its path.
struct Home {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        Self { _folder: folder, path }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Everything in it, links not followed.
    fn tree(&self) -> BTreeMap<String, String> {
        let mut tree = BTreeMap::new();
        let mut folders = vec![self.path.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs_err::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let metadata = fs_err::symlink_metadata(&path).unwrap();
                let name = path.strip_prefix(&self.path).unwrap().to_string_lossy().into_owned();
                if metadata.is_dir() {
                    folders.push(path);
                    tree.insert(name, "folder".to_owned());
                } else if metadata.is_symlink() {
                    tree.insert(name, format!("→ {}", fs_err::read_link(path).unwrap().display()));
                } else if metadata.is_file() {
                    tree.insert(name, fs_err::read_to_string(path).unwrap());
                } else {
                    tree.insert(name, "special".to_owned());
                }
            }
        }
        tree
    }

    /// The names in it.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.tree().into_keys().filter(|name| !name.contains('/')).collect();
        names.sort();
        names
    }
}

#[track_caller]
fn code_of<T: std::fmt::Debug>(result: Result<T, PlaceError>) -> &'static str {
    match result {
        Err(PlaceError::Refused(problems)) => problems.iter().next().unwrap().code.name,
        other => panic!("{other:?}"),
    }
}
