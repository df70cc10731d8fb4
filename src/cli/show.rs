//! `show`: a launcher as it is after presets, with where each value came from.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::arguments::ShowArguments;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::pipeline::{Pipeline, Prepared, severity_in_run};
use super::printer::{Paint, Printer};
use crate::Environment;
use crate::compose::{self, Composition, Decision};
use crate::diagnostic::{Class, Place, did_you_mean, shell_word, visible};
use crate::manifest::{SkillMode, Tmux};

/// Shows one launcher.
pub(super) fn run(
    arguments: &ShowArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let prepared = pipeline.prepare(pipeline.launcher(&arguments.name)?, &[]);
    let text = match (&arguments.why, arguments.format.is_json()) {
        (Some(item), json) => why(&prepared, item, json)?,
        (None, true) => super::json_text(&document(&prepared)),
        (None, false) => {
            let page = Page { text: String::new(), paint: printer.paint() }.of(&prepared, environment);
            if printer.verbose { page + &lines(&prepared.trace()) } else { page }
        }
    };
    printer.result(&text)?;
    let mut code = SUCCESS;
    for problem in pipeline.concerning(&prepared).filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(problem, severity_in_run(problem, false));
        if problem.class == Class::Stop {
            code = FINDINGS;
        }
    }
    Ok(code)
}

/// The decisions about one item, in the order they were made.
fn why(prepared: &Prepared, item: &str, json: bool) -> Result<String, Failure> {
    let (composition, trace) = (&prepared.composition, prepared.trace());
    let decisions: Vec<&Decision> = trace.iter().filter(|decision| decision.subject == item).collect();
    if decisions.is_empty() {
        let launcher = visible(&composition.launcher.value);
        let failure =
            Failure::refusal(format!("nothing was decided about `{}` in `{launcher}`", visible(item)));
        let near = did_you_mean(item, trace.iter().map(|decision| decision.subject.as_str()));
        return Err(match near {
            Some(near) => failure.help(format!("did you mean `{}`?", visible(near))),
            None => failure.help(format!("`assembly show {launcher}` lists what takes part")),
        });
    }
    if json {
        return Ok(super::json_text(&json!({
            "format": "assembly.why/1",
            "launcher": composition.launcher.value,
            "item": item,
            "decisions": decisions.iter().map(|decision| decision_as_json(decision)).collect::<Vec<_>>(),
        })));
    }
    Ok(lines(decisions))
}

/// A line a decision.
fn lines<'a>(decisions: impl IntoIterator<Item = &'a Decision>) -> String {
    let mut text = String::new();
    for decision in decisions {
        _ = writeln!(text, "{}", visible(&decision.to_string()));
    }
    text
}

fn decision_as_json(decision: &Decision) -> Value {
    json!({
        "subject": decision.subject,
        "kind": decision.kind,
        "source": decision.source,
        "outcome": decision.outcome.name(),
        "reason": decision.reason,
    })
}

/// The human form while it is written.
struct Page {
    text: String,
    paint: Paint,
}

impl Page {
    fn of(mut self, prepared: &Prepared, environment: &Environment) -> String {
        let composition = &prepared.composition;
        let name = self.paint.bold(&visible(&composition.launcher.value));
        _ = writeln!(self.text, "{name}");
        if let Some(description) = &composition.description {
            self.row("description", &visible(&description.value), &origin(&description.place, None));
        }
        if let [presets @ .., _] = composition.lineage.as_slice()
            && !presets.is_empty()
        {
            self.row("presets", &presets.join(", "), "");
        }
        if let Some(target) = &composition.target {
            let path = super::shorten(&visible(&target.path.to_string_lossy()), environment);
            self.row("target", &path, &origin(&target.declared.place, Some(&target.by)));
        }
        if let Some(cli) = &composition.cli {
            let layout = prepared.harness.layout.name;
            let program = visible(&cli.program.value);
            let is_its_own = program.rsplit('/').next() == Some(layout);
            let value =
                if is_its_own { program.into_owned() } else { format!("{program} (laid out for {layout})") };
            self.row("cli", &value, &origin(&cli.program.place, Some(&cli.by)));
        }
        self.modules(composition);
        self.hooks(composition);
        self.skills(composition);
        for flags in &composition.flags {
            let words: Vec<String> =
                flags.words.iter().map(|word| shell_word(&visible(&word.value))).collect();
            self.row("flags", &words.join(" "), &origin(&flags.place, Some(&flags.by)));
        }
        for env in &composition.env {
            let value = match &env.value {
                Some(value) => {
                    format!(
                        "{}={}",
                        env.name.value,
                        visible(super::plan_document::masked(&env.name.value, value))
                    )
                }
                None => format!("{} unset", env.name.value),
            };
            self.row("env", &value, &origin(&env.name.place, Some(&env.by)));
        }
        if !composition.gitignore {
            self.row("gitignore", "left alone", "");
        }
        match &composition.tmux {
            Tmux::Window(name) => self.row("tmux", &format!("window {}", visible(name)), ""),
            Tmux::Never => self.row("tmux", "never", ""),
            Tmux::Default => {}
        }
        self.text
    }

    fn modules(&mut self, composition: &Composition) {
        for module in composition.modules.iter().flatten() {
            self.row("module", &visible(&module.name), &origin(&module.listed, Some(&module.by)));
        }
    }

    fn hooks(&mut self, composition: &Composition) {
        for hook in composition.hooks.iter().flatten() {
            self.row("hook", &describe_hook(hook), &origin(&hook.listed, Some(&hook.by)));
        }
    }

    fn skills(&mut self, composition: &Composition) {
        for skill in composition.skills.iter().flatten() {
            let mode = if skill.mode == SkillMode::Copy { " (copy)" } else { "" };
            let value = format!("{}{mode}", visible(&skill.name));
            self.row("skill", &value, &origin(&skill.listed, Some(&skill.by)));
        }
    }

    fn row(&mut self, label: &str, value: &str, origin: &str) {
        let (value, origin) = (visible(value), visible(origin));
        let line = format!("  {label:<11} {value:<34}  {}", self.paint.dim(&origin));
        _ = writeln!(self.text, "{}", line.trim_end());
    }
}

/// `PreToolUse on Bash: guard.py --deny (timeout 5 s, onFailure="block")`.
fn describe_hook(hook: &compose::Hook) -> String {
    let event = visible(&hook.event.value);
    let matcher =
        hook.matcher.as_ref().map_or_else(String::new, |matcher| format!(" on {}", visible(&matcher.value)));
    let script = hook.script.as_ref().map(|script| visible(&script.name).into_owned());
    let words = hook.args.iter().flatten().map(|word| format!(" {}", visible(word)));
    let timeout = hook.timeout.as_ref().map(|timeout| format!("timeout {} s", timeout.value));
    let fields = hook
        .fields
        .iter()
        .map(|(name, value)| format!("{}={}", visible(&name.value), visible(&value.value.to_string())));
    let details: Vec<String> = timeout.into_iter().chain(fields).collect();
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    format!("{event}{matcher}: {}{}{details}", script.unwrap_or_default(), words.collect::<String>())
}

/// `launchers.kdl:12, preset me`.
fn origin(place: &Place, by: Option<&str>) -> String {
    let (line, _) = place.line_and_column();
    let by = by.map_or_else(String::new, |by| format!(" by {}", visible(by)));
    format!("{}:{line}{by}", place.file.name())
}

fn document(prepared: &Prepared) -> Value {
    let composition = &prepared.composition;
    let item = |name: &str, place: &Place, by: &str| {
        let (line, column) = place.line_and_column();
        json!({ "name": name, "by": by, "file": place.file.name(), "line": line, "column": column })
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
        "modules": composition.modules.as_ref().map(|modules| {
            modules.iter().map(|module| item(&module.name, &module.listed, &module.by)).collect::<Vec<_>>()
        }),
        "hooks": composition.hooks.as_ref().map(|hooks| hooks.iter().map(|hook| {
            let mut hook_item = item(&describe_hook(hook), &hook.listed, &hook.by);
            hook_item["event"] = json!(hook.event.value);
            hook_item["matcher"] = json!(hook.matcher.as_ref().map(|matcher| &matcher.value));
            hook_item["script"] = json!(hook.script.as_ref().map(|script| &script.name));
            hook_item["args"] = json!(hook.args);
            hook_item["fields"] = Value::Object(
                hook.fields.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect(),
            );
            hook_item["timeout"] = json!(hook.timeout.as_ref().map(|timeout| timeout.value));
            hook_item
        }).collect::<Vec<_>>()),
        "skills": composition.skills.as_ref().map(|skills| {
            skills.iter().map(|skill| item(&skill.name, &skill.listed, &skill.by)).collect::<Vec<_>>()
        }),
        "flags": composition.flags.iter().map(|flags| {
            flags.words.iter().map(|word| &word.value).collect::<Vec<_>>()
        }).collect::<Vec<_>>(),
        "env": super::plan_document::env_as_json(composition),
        "gitignore": composition.gitignore,
        "tmux": super::plan_document::tmux_as_json(composition),
        "trace": prepared.trace().iter().map(decision_as_json).collect::<Vec<_>>(),
    })
}
