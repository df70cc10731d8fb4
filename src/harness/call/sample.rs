//! What a hook is told when its event happens.

use serde_json::{Map, Value as Json};

use super::CallSite;
use crate::harness::contract::{Contract, Protocol};

/// The session that samples come from.
pub(super) const SESSION: &str = "5a3b1e0c-0000-4000-8000-000000000000";

/// The sample call of an event, made so that `matcher` matches it where that can be seen from its words.
pub(super) fn sample(
    protocol: &Protocol,
    contract: &Contract,
    matcher: Option<&str>,
    site: CallSite<'_>,
) -> Json {
    let mut call = object(protocol.common);
    call.extend(object(contract.sample));
    if let (Some(field), Some(word)) = (contract.matched, matcher.and_then(matched_word)) {
        let value = match call.get(field).and_then(Json::as_str) {
            Some(path) if path.starts_with("{cwd}/") => format!("{{cwd}}/{word}"),
            _ => word,
        };
        call.insert(field.to_owned(), value.into());
    }
    fill_tool_input(protocol, &mut call);
    let mut call = Json::Object(call);
    replace(&mut call, &|text| {
        text.replace("{session}", SESSION)
            .replace("{event}", contract.event)
            .replace("{transcript}", site.transcript)
            .replace("{cwd}", site.project)
    });
    call
}

/// The samples are checked by tests, so the empty object stands for nothing that happens.
fn object(text: &str) -> Map<String, Json> {
    serde_json::from_str(text).unwrap_or_default()
}

fn fill_tool_input(protocol: &Protocol, call: &mut Map<String, Json>) {
    let tool = call.get("tool_name").and_then(Json::as_str);
    let sample = tool.and_then(|tool| protocol.tools.iter().find(|sample| sample.tool == tool));
    if let (Some(sample), Some(input)) = (sample, call.get_mut("tool_input")) {
        *input = Json::Object(object(sample.input));
    }
}

fn replace(value: &mut Json, fill: &dyn Fn(&str) -> String) {
    match value {
        Json::String(text) => *text = fill(text),
        Json::Array(list) => list.iter_mut().for_each(|value| replace(value, fill)),
        Json::Object(map) => map.values_mut().for_each(|value| replace(value, fill)),
        _ => {}
    }
}

/// A word that `matcher` matches: the first of its names, or how its pattern begins. Nothing when it does not begin with
/// a word, as `.*` and the empty one, which match everything.
fn matched_word(matcher: &str) -> Option<String> {
    let rest = matcher.trim_start_matches(['^', '(', ' ', '|', ',']);
    let is_name = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    // Literal names of files have a dot that a pattern would not have there.
    let is_file_name = |character: char| is_name(character) || character == '.';
    let end = |accepts: &dyn Fn(char) -> bool| rest.find(|c| !accepts(c)).unwrap_or(rest.len());
    let (name, file_name) = (&rest[..end(&is_name)], &rest[..end(&is_file_name)]);
    let is_pattern = rest[file_name.len()..].starts_with(['*', '+', '?']) || file_name.ends_with('.');
    let word = if is_pattern { name } else { file_name };
    match word {
        "" => None,
        // The name of a tool follows that of its server.
        server if server.ends_with("__") => Some(format!("{server}sample")),
        word => Some(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::matched_word;

    #[test]
    fn a_matcher_is_met_by_its_first_word() {
        for (matcher, word) in [
            ("Bash", Some("Bash")),
            ("Edit|Write", Some("Edit")),
            ("Edit, Write", Some("Edit")),
            ("^Bash$", Some("Bash")),
            ("(Write|Edit)", Some("Write")),
            ("mcp__memory__.*", Some("mcp__memory__sample")),
            ("Notebook.*", Some("Notebook")),
            (".envrc|.env", Some(".envrc")),
            ("package.json", Some("package.json")),
            ("*", None),
            (".*", None),
            ("", None),
            ("[A-Z]", None),
        ] {
            assert_eq!(matched_word(matcher).as_deref(), word, "{matcher}");
        }
    }
}
