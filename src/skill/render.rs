//! Writes a `SKILL.md`.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::SkillFrontmatter;
use super::yaml;

/// The text of a `SKILL.md`: `---`, the fields in their order, `---`, an empty line, and the body with one final newline.
/// Lines end with `\n` whatever the body has.
///
/// Every string comes back unchanged from a reader of YAML 1.1 and of YAML 1.2. Nothing is checked here; what
/// [`SkillSpec::render`](super::SkillSpec::render) gives is valid too.
pub fn render(name: &str, frontmatter: &SkillFrontmatter, body: &str) -> String {
    let SkillFrontmatter {
        description,
        when_to_use,
        argument_hint,
        arguments,
        disable_model_invocation,
        user_invocable,
        allowed_tools,
        disallowed_tools,
        model,
        effort,
        context,
        background,
        agent,
        paths,
        shell,
        license,
        compatibility,
        metadata,
        hooks,
    } = frontmatter;
    let mut writer = Writer { text: "---\n".to_owned() };
    writer.text("name", Some(name));
    writer.text("description", Some(description));
    writer.text("when_to_use", when_to_use.as_deref());
    writer.text("argument-hint", argument_hint.as_deref());
    writer.list("arguments", arguments);
    writer.word("disable-model-invocation", disable_model_invocation.as_ref());
    writer.word("user-invocable", user_invocable.as_ref());
    writer.list("allowed-tools", allowed_tools);
    writer.list("disallowed-tools", disallowed_tools);
    writer.text("model", model.as_deref());
    writer.word("effort", effort.as_ref());
    writer.word("context", context.as_ref());
    writer.word("background", background.as_ref());
    writer.text("agent", agent.as_deref());
    writer.list("paths", paths);
    writer.word("shell", shell.as_ref());
    writer.text("license", license.as_deref());
    writer.text("compatibility", compatibility.as_deref());
    writer.tree("metadata", metadata);
    writer.tree("hooks", hooks);
    let mut text = writer.text;
    text.push_str("---\n\n");
    text.push_str(body.replace("\r\n", "\n").replace('\r', "\n").trim_end_matches('\n'));
    text.push('\n');
    text
}

/// Writes one field a call; one without a value is left out.
struct Writer {
    text: String,
}

impl Writer {
    fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.line(key, yaml::scalar(value));
        }
    }

    fn word(&mut self, key: &str, value: Option<&impl ToString>) {
        if let Some(value) = value {
            self.line(key, value.to_string());
        }
    }

    fn list(&mut self, key: &str, values: &[String]) {
        if !values.is_empty() {
            let values: Vec<String> = values.iter().map(|value| yaml::flow(value)).collect();
            self.line(key, format_args!("[{}]", values.join(", ")));
        }
    }

    fn tree(&mut self, key: &str, fields: &Map<String, Value>) {
        if !fields.is_empty() {
            let _ = writeln!(self.text, "{key}:");
            self.fields(fields, 1, true);
        }
    }

    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key}: {value}");
    }

    /// Keys and values at a level; the first key may continue a line that has a `- `.
    fn fields(&mut self, fields: &Map<String, Value>, level: usize, mut indented: bool) {
        for (key, value) in fields {
            if indented {
                self.indent(level);
            }
            indented = true;
            let key = yaml::scalar(key);
            if key.chars().count() > LONGEST_SIMPLE_KEY {
                let _ = writeln!(self.text, "? {key}");
                self.indent(level);
            } else {
                self.text.push_str(&key);
            }
            self.text.push(':');
            self.value(value, level);
        }
    }

    /// A value behind a `:` or `-`, with the end of its line.
    fn value(&mut self, value: &Value, level: usize) {
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                self.text.push('\n');
                self.fields(fields, level + 1, true);
            }
            Value::Array(items) if !items.is_empty() => {
                self.text.push('\n');
                for item in items {
                    self.indent(level + 1);
                    self.text.push('-');
                    match item {
                        Value::Object(fields) if !fields.is_empty() => {
                            self.text.push(' ');
                            self.fields(fields, level + 2, false);
                        }
                        item => self.value(item, level + 1),
                    }
                }
            }
            Value::String(text) => {
                let _ = writeln!(self.text, " {}", yaml::scalar(text));
            }
            // Numbers, truth values and what is empty are the same in JSON.
            other => {
                let _ = writeln!(self.text, " {other}");
            }
        }
    }

    fn indent(&mut self, level: usize) {
        for _ in 0..level {
            self.text.push_str("  ");
        }
    }
}

/// A key in the form `key: value` has at most 1024 characters in YAML.
const LONGEST_SIMPLE_KEY: usize = 1000;
