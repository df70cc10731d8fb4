//! What a settings file holds that somebody would miss.

use serde_json::{Map, Value as Json};

use crate::diagnostic::listed_few;

/// The lists of rules by which the agent asks or stops.
const RESTRICTING: [&str; 2] = ["deny", "ask"];

/// The rules of a settings file by which the agent asks or stops, each with its list.
pub(super) fn restrictions(text: &[u8]) -> Vec<String> {
    let settings = object(text);
    let rules = RESTRICTING
        .iter()
        .flat_map(|list| rules(&settings, list).into_iter().map(move |rule| format!("{list} {rule}")));
    rules.collect()
}

/// All else in a settings file: what was granted, hooks by their events, and other keys.
pub(super) fn contents(text: &[u8]) -> Vec<String> {
    let settings = object(text);
    let mut phrases = Vec::new();
    let mut say = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            phrases.push(format!("{what}{}", listed_few(names.iter())));
        }
    };
    say("granted in a session: ", rules(&settings, "allow"));
    let events = settings.get("hooks").and_then(Json::as_object);
    say("hooks of ", events.into_iter().flatten().map(|(event, _)| event.clone()).collect());
    let permissions = settings.get("permissions").and_then(Json::as_object).into_iter().flatten();
    let known = |key: &str| key == "allow" || RESTRICTING.contains(&key);
    let mut others: Vec<String> =
        permissions.filter(|(key, _)| !known(key)).map(|(key, _)| format!("permissions.{key}")).collect();
    let is_other = |key: &&String| !matches!(key.as_str(), "hooks" | "permissions");
    others.extend(settings.keys().filter(is_other).cloned());
    say("", others);
    phrases
}

fn object(text: &[u8]) -> Map<String, Json> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    serde_json::from_slice(text).unwrap_or_default()
}

fn rules(settings: &Map<String, Json>, list: &str) -> Vec<String> {
    let rules = settings.get("permissions").and_then(|permissions| permissions.get(list));
    let text = |rule: &Json| rule.as_str().map_or_else(|| rule.to_string(), str::to_owned);
    rules.and_then(Json::as_array).into_iter().flatten().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::{contents, restrictions};

    #[test]
    fn everything_in_a_file_is_named() {
        let text =
            br#"{"permissions": {"deny": ["Read(.env)"], "ask": [1], "allow": ["Bash(git:*)", "WebFetch"],
            "defaultMode": "plan"}, "hooks": {"Stop": []}, "model": "opus"}"#;
        assert_eq!(restrictions(text), ["deny Read(.env)", "ask 1"]);
        assert_eq!(
            contents(text),
            [
                "granted in a session: `Bash(git:*)`, `WebFetch`",
                "hooks of `Stop`",
                "`permissions.defaultMode`, `model`"
            ]
        );
        for text in [&b"{}"[..], b"", b"[1]", b"{\"permissions\": 1, \"hooks\": []}"] {
            assert!(contents(text).is_empty() && restrictions(text).is_empty());
        }
    }
}
