//! The repository that a folder lies in, and what it calls its files: GitHub knows them by these names only.

use std::path::{Path, PathBuf};

use crate::Environment;
use crate::disk::real;

/// The folder below which names of files are told.
pub(super) struct Repository {
    root: PathBuf,
}

impl Repository {
    /// The repository of the workflow when `folder` lies in it, which is more than a submodule of it is; else the nearest
    /// one upwards; and where there is no git at all, the workflow's folder or `folder` itself.
    pub(super) fn around(folder: &Path, environment: &Environment) -> Self {
        let folder = real(folder);
        let is_repository = |folder: &&Path| fs_err::symlink_metadata(folder.join(".git")).is_ok();
        let workspace = environment.get("GITHUB_WORKSPACE").map(|path| real(Path::new(path)));
        let workspace = workspace.as_deref().filter(|workspace| folder.starts_with(workspace));
        let root = workspace.filter(is_repository);
        let root = root.or_else(|| folder.ancestors().find(is_repository)).or(workspace).unwrap_or(&folder);
        Self { root: root.to_owned() }
    }

    /// What the repository calls a file, with links resolved, since a line is marked in the file that has it. None of a
    /// file that lies elsewhere.
    pub(super) fn name(&self, file: &Path) -> Option<String> {
        Some(real(file).strip_prefix(&self.root).ok()?.to_str()?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Repository;
    use crate::Environment;

    fn name(folder: &Path, file: &str, workspace: Option<&Path>) -> Option<String> {
        let variable = workspace.map(|path| ("GITHUB_WORKSPACE".into(), path.into()));
        let environment = Environment::new(variable, "/");
        Repository::around(folder, &environment).name(&folder.join(file))
    }

    #[test]
    fn files_are_named_from_the_root_of_the_workflows_repository() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let hub = root.join("a b/module/hub");
        fs_err::create_dir_all(&hub).unwrap();
        fs_err::write(hub.join("x"), "").unwrap();
        fs_err::write(root.join("outside"), "").unwrap();
        let (elsewhere, itself) = (root.join("elsewhere"), root.join("."));
        let found = |file, workspace| name(&hub, file, workspace);

        assert_eq!(found("x", None).as_deref(), Some("x"));
        assert_eq!(found("x", Some(root)).as_deref(), Some("a b/module/hub/x"));
        assert_eq!(found("x", Some(&elsewhere)).as_deref(), Some("x"));
        assert_eq!(found("../../../outside", None), None);

        // A submodule has a `.git` file.
        fs_err::write(root.join("a b/module/.git"), "gitdir: elsewhere\n").unwrap();
        assert_eq!(found("x", None).as_deref(), Some("hub/x"));
        assert_eq!(found("x", Some(root)).as_deref(), Some("hub/x"));
        fs_err::create_dir(root.join(".git")).unwrap();
        assert_eq!(found("x", Some(root)).as_deref(), Some("a b/module/hub/x"));
        assert_eq!(found("x", Some(&itself)).as_deref(), Some("a b/module/hub/x"));
        assert_eq!(found("x", None).as_deref(), Some("hub/x"));

        let link = hub.join("link");
        fs_err::os::unix::fs::symlink(root.join("outside"), &link).unwrap();
        assert_eq!(found("link", None), None);
        assert_eq!(found("link", Some(root)).as_deref(), Some("outside"));
    }
}
