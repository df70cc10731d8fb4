//! Paths in the form that reads the same on every machine.

use std::path::{Component, Path};

use super::placeholder::Names;

/// What stands for the folder of the hub.
pub const ASSEMBLY_DIR: &str = "{{ASSEMBLY_DIR}}";

/// What stands for the user's home.
pub const HOME: &str = "~";

/// A path that was declared in a file of `folder`, as it is seen from the hub. One that begins at a root, be that the
/// home or a variable, stays as it is, and so does one in a file outside of the hub, whose folder no two machines share.
pub fn seen_from_hub(hub: &Path, folder: &Path, path: &str) -> String {
    match folder.strip_prefix(hub) {
        Ok(inside) if !is_rooted(path) && !inside.as_os_str().is_empty() => joined(inside, path),
        _ => path.to_owned(),
    }
}

/// The same, of a relative path that begins at the hub with the hub named.
pub fn named_from_hub(hub: &Path, folder: &Path, path: &str) -> String {
    if is_rooted(path) || !folder.starts_with(hub) {
        return path.to_owned();
    }
    let inside = joined(folder.strip_prefix(hub).unwrap_or(folder), path);
    if inside == "." { ASSEMBLY_DIR.to_owned() } else { format!("{ASSEMBLY_DIR}/{inside}") }
}

/// Whether a path in this form begins at a folder of its own.
fn is_rooted(path: &str) -> bool {
    path.starts_with('/')
        || path.starts_with('$')
        || path.starts_with("{{")
        || path == HOME
        || path.starts_with("~/")
}

/// Joins two relative paths by name. What leads out of the hub keeps its `..`.
fn joined(folder: &Path, path: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    for component in folder.join(path).components() {
        match component {
            Component::ParentDir if names.last().is_some_and(|name| name != "..") => drop(names.pop()),
            Component::CurDir => {}
            other => names.push(other.as_os_str().to_string_lossy().into_owned()),
        }
    }
    if names.is_empty() { ".".to_owned() } else { names.join("/") }
}

/// The placeholders of a hub that is nowhere in particular.
pub(super) struct PortableNames;

impl Names for PortableNames {
    fn placeholder(&self, name: &str) -> Option<String> {
        match name {
            "ASSEMBLY_DIR" => Some(ASSEMBLY_DIR.to_owned()),
            "HOME" => self.home(),
            _ => None,
        }
    }

    fn known(&self, most: usize) -> Vec<&str> {
        ["ASSEMBLY_DIR", "HOME"].into_iter().take(most).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        if name == "HOME" { self.home() } else { None }
    }

    fn keeps_variables(&self) -> bool {
        true
    }

    fn home(&self) -> Option<String> {
        Some(HOME.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_hub() {
        let hub = Path::new("/home/sam/hub");
        for (folder, path, seen, named) in [
            ("", "demo", "demo", "{{ASSEMBLY_DIR}}/demo"),
            ("", "../app", "../app", "{{ASSEMBLY_DIR}}/../app"),
            ("", ".", ".", "{{ASSEMBLY_DIR}}"),
            ("teams", "../app", "app", "{{ASSEMBLY_DIR}}/app"),
            ("teams", "../../app", "../app", "{{ASSEMBLY_DIR}}/../app"),
            ("teams/a", "./x//y/", "teams/a/x/y", "{{ASSEMBLY_DIR}}/teams/a/x/y"),
            ("teams", "..", ".", "{{ASSEMBLY_DIR}}"),
            ("teams", "~/x", "~/x", "~/x"),
            ("teams", "~x", "teams/~x", "{{ASSEMBLY_DIR}}/teams/~x"),
            ("teams", "$CODE/x", "$CODE/x", "$CODE/x"),
            ("teams", "/srv/x", "/srv/x", "/srv/x"),
            ("teams", "{{ASSEMBLY_DIR}}/x", "{{ASSEMBLY_DIR}}/x", "{{ASSEMBLY_DIR}}/x"),
            ("../elsewhere", "x", "x", "x"),
        ] {
            let folder = crate::manifest::absolute(hub, folder);
            assert_eq!(seen_from_hub(hub, &folder, path), seen, "{path} in {}", folder.display());
            assert_eq!(named_from_hub(hub, &folder, path), named, "{path} in {}", folder.display());
        }
    }
}
