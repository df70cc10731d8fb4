//! The keys of the frontmatter, and what was meant by one that is none of them.

use crate::diagnostic::did_you_mean;

/// Every key that a harness knows, in the order in which they are rendered.
pub(super) const KEYS: &[&str] = &[
    "name",
    "description",
    "when_to_use",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "disallowed-tools",
    "model",
    "effort",
    "context",
    "background",
    "agent",
    "paths",
    "shell",
    "license",
    "compatibility",
    "metadata",
    "hooks",
];

/// The known key that an unknown one was meant to be.
pub(super) fn meant(key: &str) -> Option<&'static str> {
    let letters = only_letters(key);
    let same = KEYS.iter().find(|known| only_letters(known) == letters);
    let stem = match letters.as_str() {
        "allow" | "allowed" | "allows" | "allowtool" | "allowtools" | "tools" => Some("allowed-tools"),
        "disallow" | "disallowed" | "disallows" | "disallowtool" | "disallowtools" | "deniedtools"
        | "denytools" => Some("disallowed-tools"),
        _ => None,
    };
    same.copied().or(stem).or_else(|| did_you_mean(key, KEYS.iter().copied()))
}

/// Whether taking `key` for nothing takes a restriction away that its author meant.
pub(super) fn is_lost_restriction(key: &str) -> bool {
    // `tools` is a field of agents, and in a skill as unknown to every harness as `version`.
    key != "tools" && matches!(meant(key), Some("allowed-tools" | "disallowed-tools"))
}

fn only_letters(key: &str) -> String {
    key.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_lost_restriction, meant};

    #[test]
    fn near_misses_of_the_tools_are_told_from_other_slips() {
        for key in [
            "allowed_tools",
            "allowedTools",
            "Allowed-Tools",
            "allowed-tool",
            "alowed-tools",
            "allow-tools",
            "allowed tools",
        ] {
            assert_eq!((meant(key), is_lost_restriction(key)), (Some("allowed-tools"), true), "{key}");
        }
        for key in
            ["disallowed_tools", "disallowedTools", "dissallowed-tools", "disallow-tools", "disalowed-tool"]
        {
            assert_eq!((meant(key), is_lost_restriction(key)), (Some("disallowed-tools"), true), "{key}");
        }
        for (key, known) in [
            ("Name", "name"),
            ("when-to-use", "when_to_use"),
            ("disable-model-invokation", "disable-model-invocation"),
            ("userInvocable", "user-invocable"),
            ("tools", "allowed-tools"),
        ] {
            assert_eq!((meant(key), is_lost_restriction(key)), (Some(known), false), "{key}");
        }
        assert_eq!(meant("version"), None);
    }
}
