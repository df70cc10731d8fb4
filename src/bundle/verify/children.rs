//! What the manifest lists in one folder.

use std::collections::HashMap;

use crate::bundle::FileEntry;

/// A name in a folder.
pub(super) struct Child<'f, 'a> {
    /// The file of this name.
    pub(super) file: Option<&'a FileEntry>,
    /// The files in the folder of this name.
    pub(super) inside: &'f [&'a FileEntry],
}

/// The names below a prefix of this many bytes, from the files below it, sorted by path.
pub(super) fn children<'f, 'a>(
    files: &'f [&'a FileEntry],
    prefix: usize,
) -> HashMap<&'a [u8], Child<'f, 'a>> {
    let mut children: HashMap<&'a [u8], Child<'f, 'a>> = HashMap::new();
    let mut rest = files;
    while let Some(first) = rest.first() {
        let name = &first.path[prefix..];
        match name.split_once('/') {
            None => {
                children.entry(name.as_bytes()).or_insert(Child { file: None, inside: &[] }).file =
                    Some(first);
                rest = &rest[1..];
            }
            Some((name, _)) => {
                let below = prefix + name.len() + 1;
                let (inside, others) = rest
                    .split_at(rest.partition_point(|file| file.path.get(..below) == first.path.get(..below)));
                children.entry(name.as_bytes()).or_insert(Child { file: None, inside: &[] }).inside = inside;
                rest = others;
            }
        }
    }
    children
}
