//! KDL 1 spellings, written as KDL 2 wants them.

use super::token::{Kind, Token};
use crate::manifest::edit::quoted;

/// The text with `true`, `r"…"` and `"\/"` written as in KDL 2; none when it has none of them.
pub(super) fn upgraded(text: &str, tokens: &[Token]) -> Option<String> {
    let mut result = String::new();
    let mut end = 0;
    let version = version(tokens);
    for token in tokens.iter().filter(|token| token.kind == Kind::Value) {
        let is_version = version.is_some_and(|version| version.start == token.start);
        if let Some(new) = if is_version { Some("2".to_owned()) } else { spelling(token.text) } {
            result.extend([&text[end..token.start], &new]);
            end = token.start + token.text.len();
        }
    }
    (end > 0).then(|| result + &text[end..])
}

/// The version of a text that begins by saying that it is KDL 1.
fn version<'a>(tokens: &'a [Token<'a>]) -> Option<&'a Token<'a>> {
    let mut words = tokens.iter().filter(|token| token.kind != Kind::Newline && !token.kind.is_comment());
    let is_marker = words.next()?.kind == Kind::Slashdash && words.next()?.text == "kdl-version";
    words.next().filter(|version| is_marker && version.text == "1")
}

/// How KDL 2 writes a value of KDL 1, if otherwise.
fn spelling(value: &str) -> Option<String> {
    match value {
        "true" | "false" | "null" => return Some(format!("#{value}")),
        _ => {}
    }
    if let Some(content) = value.strip_prefix("r\"").and_then(|rest| rest.strip_suffix('"')) {
        return (!content.contains('"')).then(|| format!("#\"{content}\"#"));
    }
    if let Some(raw) = value.strip_prefix('r').filter(|raw| raw.starts_with('#')) {
        let hashes = &raw[..raw.len() - raw.trim_start_matches('#').len()];
        let (opening, closing) = (format!("{hashes}\""), format!("\"{hashes}"));
        let content = raw.strip_prefix(&opening)?.strip_suffix(&closing)?;
        if content.contains(&closing) {
            return None;
        }
        // In KDL 2 two quotes more would begin a string of several lines.
        return Some(if content.starts_with('"') { quoted(content) } else { raw.to_owned() });
    }
    let is_plain =
        value.len() > 1 && value.starts_with('"') && value.ends_with('"') && !value.starts_with("\"\"\"");
    if is_plain { without_escaped_slashes(value) } else { None }
}

/// KDL 1 lets a slash be escaped.
fn without_escaped_slashes(value: &str) -> Option<String> {
    let mut result = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        match characters.next() {
            Some('/') => result.push('/'),
            other => result.extend([Some('\\'), other].into_iter().flatten()),
        }
    }
    (result != value).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::spelling;

    #[test]
    fn only_what_kdl_2_writes_otherwise() {
        for (old, new) in [
            ("true", "#true"),
            ("null", "#null"),
            (r#"r"a\b""#, r##"#"a\b"#"##),
            (r##"r#"a"b"#"##, r##"#"a"b"#"##),
            (r##"r#"""#"##, r#""\"""#),
            (r#""a\/b\\/c""#, r#""a/b\\/c""#),
        ] {
            assert_eq!(spelling(old).as_deref(), Some(new), "{old}");
        }
        for same in ["truely", "r", "\"true\"", "#true", "\"a\\nb\"", "run", "\"", "r\""] {
            assert_eq!(spelling(same), None, "{same}");
        }
    }
}
