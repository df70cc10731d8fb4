//! The JSON form.

use serde_json::{Value, json};

use super::page::describe_hook;
use super::person::person_as_json;
use super::settings;
use super::why::decision_as_json;
use crate::cli::plan_document;
use crate::cli::prepared::Prepared;
use crate::compose::SourceReport;
use crate::diagnostic::Place;
use crate::manifest::Gitignore;

pub(super) fn document(prepared: &Prepared) -> Value {
    let composition = &prepared.composition;
    let item = |name: &str, source: Option<&String>, place: &Place, by: &str| {
        let (line, column) = place.line_and_column();
        json!({ "name": name, "source": source, "by": by, "file": place.file.name(), "line": line, "column": column })
    };
    json!({
        "format": "assembly.show/1",
        "launcher": composition.launcher.value,
        "description": composition.description.as_ref().map(|text| &text.value),
        "lineage": composition.lineage,
        "target": composition.target.as_ref().map(|target| target.path.to_string_lossy()),
        "cli": composition.cli.as_ref().map(|cli| &cli.program.value),
        "harness": composition.cli.as_ref().map(|cli| &cli.harness.value),
        "layout": prepared.harness.layout.name,
        "person": composition.person.as_ref().map(person_as_json),
        "delivery": composition.delivery.word(),
        "modules": composition.modules.as_ref().map(|modules| {
            modules.iter().map(|module| item(&module.name, Some(&module.source), &module.listed, &module.by)).collect::<Vec<_>>()
        }),
        "hooks": composition.hooks.as_ref().map(|hooks| hooks.iter().map(|hook| {
            let source = hook.script.as_ref().map(|script| &script.source);
            let mut hook_item = item(&describe_hook(hook), source, &hook.listed, &hook.by);
            hook_item["event"] = json!(hook.event.value);
            hook_item["matcher"] = json!(hook.matcher.as_ref().map(|matcher| &matcher.value));
            hook_item["script"] = json!(hook.script.as_ref().map(|script| &script.name));
            hook_item["args"] = json!(hook.words());
            hook_item["fields"] = Value::Object(
                hook.fields.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect(),
            );
            hook_item["timeout"] = json!(hook.timeout.as_ref().map(|timeout| timeout.value));
            hook_item
        }).collect::<Vec<_>>()),
        "skills": composition.skills.as_ref().map(|skills| {
            skills.iter().map(|skill| item(&skill.name, Some(&skill.source), &skill.listed, &skill.by)).collect::<Vec<_>>()
        }),
        "sources": composition.sources.iter().map(source_as_json).collect::<Vec<_>>(),
        "flags": composition.flags.iter().map(|flags| {
            flags.words.iter().map(|word| &word.value).collect::<Vec<_>>()
        }).collect::<Vec<_>>(),
        "env": plan_document::env_as_json(composition),
        "settings": settings::as_json(&composition.settings),
        "gitignore": match composition.gitignore {
            Gitignore::InTarget => json!(true),
            Gitignore::Off => json!(false),
            Gitignore::Exclude => json!("exclude"),
        },
        "tmux": plan_document::tmux_as_json(composition),
        "trace": prepared.trace().iter().map(decision_as_json).collect::<Vec<_>>(),
    })
}

fn source_as_json(source: &SourceReport) -> Value {
    json!({
        "id": source.id,
        "required": source.required,
        "found": source.found,
        "modules": source.modules,
        "hooks": source.hooks,
        "skills": source.skills,
        "bytes": source.bytes,
        "tokens": source.tokens(),
    })
}
