//! Contents that a diff from nothing holds in full.

use std::collections::BTreeMap;

/// The files that a diff would make, by path; none of one whose text the diff does not hold. Nothing when it is no diff from
/// nothing.
pub(super) fn created(diff: &str) -> Option<BTreeMap<&str, Option<String>>> {
    let mut files = BTreeMap::new();
    let mut lines = diff.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if line != "--- /dev/null\n" {
            return None;
        }
        let path = lines.next()?.strip_prefix("+++ b/")?.strip_suffix('\n')?;
        let mut text = lines.next_if(|line| line.starts_with("@@ -0,0 ")).map(|_| String::new());
        // A line of the content never begins like a header, because a `+` stands before it.
        while let Some(line) = lines.next_if(|line| *line != "--- /dev/null\n") {
            match (&mut text, line.strip_prefix('+')) {
                (Some(text), Some(content)) => text.push_str(content),
                (Some(text), None) if line.starts_with('\\') => drop(text.pop()),
                _ => text = None,
            }
        }
        files.insert(path, text);
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::created;
    use crate::plan::diff_of_texts;

    #[test]
    fn what_a_diff_makes_is_read_back() {
        for text in
            ["one\n", "one", "one\n\n+two\n--- /dev/null\n", "\n", "a\r\nb\r\n", "\\ x\n", "@@ -0,0 +1 @@\n"]
        {
            let diff = diff_of_texts("a b/ü", None, Some(text));
            let files = created(&diff).unwrap();
            assert_eq!(files.get("a b/ü"), Some(&Some(text.to_owned())), "{diff}");
        }
        let two = diff_of_texts("one", None, Some("1\n")) + &diff_of_texts("two", None, Some("2"));
        let files = created(&two).unwrap();
        assert_eq!(files.len(), 2);
        assert_eq!(files["two"].as_deref(), Some("2"));
        assert_eq!(created("").unwrap().len(), 0);
    }

    #[test]
    fn what_it_does_not_hold_is_not_made_up() {
        assert!(created(&diff_of_texts("a", Some("1\n"), Some("2\n"))).is_none());
        assert!(created("nonsense").is_none());
        let opaque = "--- /dev/null\n+++ b/a\nno text: 0 bytes, then 4\n";
        assert_eq!(created(opaque).unwrap()["a"], None);
        let large = diff_of_texts("a", None, Some(&"x\n".repeat(1 << 20)));
        assert_eq!(created(&large).unwrap()["a"], None);
    }
}
