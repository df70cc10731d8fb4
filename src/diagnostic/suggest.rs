//! *Did you mean*, from the names that are valid at a place.

/// The candidate nearest to `word`, when it is near enough to be a slip of the hand.
///
/// Nearness is Damerau-Levenshtein over lower-cased names: at most a third of the longer name, at least one edit.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Asked from many places with an iterator each, so what it does is compiled once.
    nearest(word, &mut candidates.into_iter())
}

fn nearest<'a>(word: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 200;
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let length = word.chars().count();
    let wanted = word.to_lowercase();
    // A file named without its extension.
    let is_stem = |candidate: &str| candidate.strip_prefix(word).is_some_and(|rest| rest.starts_with('.'));
    let mut candidates: Vec<&str> =
        candidates.filter(|candidate| *candidate != word && candidate.len() <= LONGEST).collect();
    if let Some(whole) = candidates.iter().filter(|candidate| is_stem(candidate)).min() {
        return Some(whole);
    }
    // Every missing character is an edit, and counting is cheap.
    candidates.retain(|candidate| {
        let (one, other) = (length, candidate.chars().count());
        one.abs_diff(other) <= (one.max(other) / 3).max(1)
    });
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            let longest = length.max(candidate.chars().count());
            *distance <= (longest / 3).max(1)
        })
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn finds_slips_and_nothing_far_away() {
        assert_eq!(did_you_mean("targt", ["target", "tmux"]), Some("target"));
        assert_eq!(did_you_mean("cor.md", ["core.md", "profile.md"]), Some("core.md"));
        assert_eq!(did_you_mean("Target", ["target"]), Some("target"));
        assert_eq!(did_you_mean("core", ["cores", "core.md"]), Some("core.md"));
        assert_eq!(did_you_mean("deploy", ["review"]), None);
        assert_eq!(did_you_mean("", ["a"]), None);
        assert_eq!(did_you_mean(&"x".repeat(5000), ["x"]), None);
    }
}
