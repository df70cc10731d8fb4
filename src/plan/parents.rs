//! Keeps paths beneath the target: looks once at each folder above an artifact.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use super::PlanError;
use super::ledger::is_reserved;
use crate::disk::{folders_above, found, is_absent};

/// The folders above the paths of a plan, each looked at once.
pub(super) struct Parents<'a> {
    target: &'a Path,
    known: BTreeMap<String, Parent>,
    /// Links among them that stay inside.
    links: BTreeSet<String>,
}

/// What a folder above an artifact turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// A folder, or a link to one inside the target.
    Folder,
    /// Nothing; it would have to be made.
    Missing,
    /// A link that leads out of the target, to nothing, or into `.assembly` or `.git`.
    Leaves { link: String, destination: String },
    /// Something that nothing can be put into.
    NotAFolder { path: String },
}

impl<'a> Parents<'a> {
    pub(super) fn new(target: &'a Path) -> Self {
        Self { target, known: BTreeMap::new(), links: BTreeSet::new() }
    }

    /// What the folder right above `path` is; the first obstacle on the way down decides.
    pub(super) fn of(&mut self, path: &str) -> Result<Parent, PlanError> {
        let mut parent = Parent::Folder;
        for folder in folders_above(path) {
            if let Some(known) = self.known.get(folder) {
                parent = known.clone();
            } else {
                if parent == Parent::Folder {
                    parent = self.look(folder)?;
                }
                self.known.insert(folder.to_owned(), parent.clone());
            }
        }
        Ok(parent)
    }

    /// The missing folders above `path`, the outermost first. Asks the disk for nothing new.
    pub(super) fn missing_above<'path>(&self, path: &'path str) -> impl Iterator<Item = &'path str> {
        folders_above(path).filter(|folder| self.known.get(*folder) == Some(&Parent::Missing))
    }

    /// Where a path really lies in the target, if a link is above it. Asks about no folder that was not looked at.
    pub(super) fn real(&self, path: &str) -> io::Result<Option<String>> {
        let link = folders_above(path).filter(|folder| self.links.contains(*folder)).last();
        let Some((link, rest)) = link.and_then(|link| Some((link, path.get(link.len() + 1..)?))) else {
            return Ok(None);
        };
        let target = fs_err::canonicalize(self.target)?;
        let folder = fs_err::canonicalize(self.target.join(link))?;
        let inside = folder.strip_prefix(target).ok().and_then(Path::to_str);
        Ok(inside.map(|inside| if inside.is_empty() { rest.to_owned() } else { format!("{inside}/{rest}") }))
    }

    fn look(&mut self, folder: &str) -> Result<Parent, PlanError> {
        let path = self.target.join(folder);
        let metadata = match fs_err::symlink_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if is_absent(&error) => return Ok(Parent::Missing),
            Err(error) => return Err(error.into()),
        };
        if metadata.is_dir() {
            return Ok(Parent::Folder);
        }
        if !metadata.is_symlink() {
            return Ok(Parent::NotAFolder { path: folder.to_owned() });
        }
        if self.stays_inside(&path)? {
            self.links.insert(folder.to_owned());
            return Ok(Parent::Folder);
        }
        let destination = fs_err::read_link(&path)?.display().to_string();
        Ok(Parent::Leaves { link: folder.to_owned(), destination })
    }

    /// Whether a link leads to a folder of the target that an artifact may lie in.
    fn stays_inside(&self, link: &Path) -> io::Result<bool> {
        let target = fs_err::canonicalize(self.target)?;
        let Some(destination) = found(link, fs_err::canonicalize(link))? else { return Ok(false) };
        let Ok(inside) = destination.strip_prefix(&target) else { return Ok(false) };
        Ok(!inside.iter().any(is_reserved) && fs_err::metadata(&destination)?.is_dir())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn tells_links_that_stay_from_links_that_leave() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("target");
        for folder in ["target/tools/inner", "target/.git", "target/vendor/.GIT/hooks", "outside"] {
            fs_err::create_dir_all(home.path().join(folder)).unwrap();
        }
        fs_err::write(target.join("file"), "").unwrap();
        symlink("tools", target.join("stays")).unwrap();
        symlink("../outside", target.join("leaves")).unwrap();
        symlink("nowhere", target.join("dangles")).unwrap();
        symlink(".git", target.join("repository")).unwrap();
        symlink("vendor/.GIT/hooks", target.join("hooks")).unwrap();
        symlink("loop", target.join("loop")).unwrap();
        let mut parents = Parents::new(&target);
        assert_eq!(parents.of("top").unwrap(), Parent::Folder);
        assert_eq!(parents.of("stays/inner/x").unwrap(), Parent::Folder);
        assert_eq!(parents.of("stays/new/x").unwrap(), Parent::Missing);
        assert_eq!(parents.missing_above("stays/new/x").collect::<Vec<_>>(), ["stays/new"]);
        assert_eq!(parents.real("stays/new/x").unwrap().as_deref(), Some("tools/new/x"));
        assert_eq!(parents.real("tools/x").unwrap(), None);
        assert_eq!(parents.of("file/deeper/x").unwrap(), Parent::NotAFolder { path: "file".to_owned() });
        for (link, destination) in [
            ("leaves", "../outside"),
            ("dangles", "nowhere"),
            ("repository", ".git"),
            ("hooks", "vendor/.GIT/hooks"),
            ("loop", "loop"),
        ] {
            let leaves = Parent::Leaves { link: link.to_owned(), destination: destination.to_owned() };
            assert_eq!(parents.of(&format!("{link}/deeper/x")).unwrap(), leaves);
        }
    }
}
