//! The folders that a relative path lies in.

/// `a` and `a/b` of `a/b/c`.
pub(crate) fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_above_is_named_from_the_top() {
        assert_eq!(folders_above("a/b/c").collect::<Vec<_>>(), ["a", "a/b"]);
        assert_eq!(folders_above("a").count(), 0);
    }
}
