//! What the system itself knows a folder by.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The same for every path that leads to one folder: through links, relative, in letters of another case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// `None` where nothing stands.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        fs_err::metadata(path).ok().map(|metadata| Self::from(&metadata))
    }
}

impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

#[cfg(test)]
mod tests {
    use super::Identity;

    #[test]
    fn is_that_of_the_folder_whatever_path_leads_there() {
        let root = tempfile::tempdir().unwrap();
        let (folder, link) = (root.path().join("folder"), root.path().join("link"));
        fs_err::create_dir(&folder).unwrap();
        fs_err::os::unix::fs::symlink("folder", &link).unwrap();
        assert!(Identity::of(&folder).is_some());
        assert_eq!(Identity::of(&folder), Identity::of(&link.join("../folder/.")));
        assert_ne!(Identity::of(&folder), Identity::of(root.path()));
        assert_eq!(Identity::of(&root.path().join("nothing")), None);
    }
}
