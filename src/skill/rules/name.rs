//! Names of skills and tags of owners.

/// The most bytes of a name.
const LONGEST_NAME: usize = 64;

/// Whether a skill can have this name; why not, as a fragment.
pub(in crate::skill) fn name(name: &str) -> Result<(), String> {
    let allowed = |character: char| matches!(character, 'a'..='z' | '0'..='9' | '-');
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Err(format!("it has {} bytes, at most {LONGEST_NAME} are allowed", name.len()));
    }
    if let Some(other) = name.chars().find(|character| !allowed(*character)) {
        let shown = crate::diagnostic::visible(other.encode_utf8(&mut [0; 4])).into_owned();
        return Err(format!("`{shown}` is none of `a-z`, `0-9` and `-`"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        return Err("it begins or ends with a hyphen".to_owned());
    }
    if name.contains("--") {
        return Err("it has two hyphens in a row".to_owned());
    }
    Ok(())
}

/// The valid name that is nearest to `name`, if anything is left of it.
pub(in crate::skill) fn suggestion(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let words =
        lower.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut joined = words.collect::<Vec<_>>().join("-");
    joined.truncate(LONGEST_NAME);
    let joined = joined.trim_end_matches('-');
    (!joined.is_empty()).then(|| joined.to_owned())
}

/// Whether an owner can be recorded under this tag; why not, as a fragment.
pub(in crate::skill) fn tag(tag: &str) -> Result<(), String> {
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if tag.is_empty() {
        return Err("it is empty".to_owned());
    }
    match tag.chars().find(|character| !allowed(*character)) {
        None => Ok(()),
        Some(other) => {
            let shown = crate::diagnostic::visible(other.encode_utf8(&mut [0; 4])).into_owned();
            Err(format!("`{shown}` is none of `A-Z`, `a-z`, `0-9`, `_` and `-`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{name, suggestion, tag};

    #[test]
    fn names() {
        for good in ["a", "0", "release-notes", "a-1-b", &"x".repeat(64)] {
            assert_eq!(name(good), Ok(()), "{good}");
        }
        for bad in ["", "-a", "a-", "a--b", "A", "a_b", "a.b", "a b", "ä", "a/b", "..", &"x".repeat(65)] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn suggestions_are_names() {
        for (given, wanted) in [("Bad--Values-", "bad-values"), ("My Skill!", "my-skill"), ("a_b", "a-b")] {
            assert_eq!(suggestion(given).as_deref(), Some(wanted));
        }
        assert_eq!(suggestion("__ä"), None);
        assert_eq!(name(&suggestion(&"a ".repeat(90)).unwrap()), Ok(()));
    }

    #[test]
    fn tags() {
        for good in ["me", "Team_1-b", "-", "_"] {
            assert_eq!(tag(good), Ok(()), "{good}");
        }
        for bad in ["", " ", "a b", "a.b", "ä", "a/b", "a\n"] {
            assert!(tag(bad).is_err(), "{bad:?}");
        }
    }
}
