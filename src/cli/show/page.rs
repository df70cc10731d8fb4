//! The human form.

use std::fmt::Write as _;

use super::settings;
use crate::Environment;
use crate::cli::prepared::Prepared;
use crate::cli::printer::Paint;
use crate::cli::{plan_document, plural, shorten};
use crate::compose::{Composition, Hook, SourceReport};
use crate::diagnostic::{Place, shell_word, visible};
use crate::manifest::{Gitignore, HUB, SettingsMode, SkillMode, Tmux};
use crate::person::Color;

/// The human form while it is written.
pub(super) struct Page {
    text: String,
    paint: Paint,
}

impl Page {
    pub(super) fn new(paint: Paint) -> Self {
        Self { text: String::new(), paint }
    }

    pub(super) fn of(mut self, prepared: &Prepared, environment: &Environment) -> String {
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
            let path = shorten(&visible(&target.path.to_string_lossy()), environment);
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
        self.person(composition);
        self.modules(composition);
        self.hooks(composition);
        self.skills(composition);
        self.sources(composition);
        for flags in &composition.flags {
            let words: Vec<String> =
                flags.words.iter().map(|word| shell_word(&visible(&word.value))).collect();
            self.row("flags", &words.join(" "), &origin(&flags.place, Some(&flags.by)));
        }
        for env in &composition.env {
            let value = match &env.value {
                Some(value) => {
                    format!("{}={}", env.name.value, visible(plan_document::masked(&env.name.value, value)))
                }
                None => format!("{} unset", env.name.value),
            };
            self.row("env", &value, &origin(&env.name.place, Some(&env.by)));
        }
        for (key, value, setter) in settings::rows(&composition.settings) {
            self.row(
                "setting",
                &format!("{} {value}", visible(&key)),
                &origin(&setter.place, Some(&setter.by)),
            );
        }
        if composition.settings_mode == SettingsMode::Merge {
            self.row("settings", "merged into the file that is there", "");
        }
        match composition.gitignore {
            Gitignore::InTarget => {}
            Gitignore::Off => self.row("gitignore", "left alone", ""),
            Gitignore::Exclude => self.row("gitignore", "in the repository's info/exclude", ""),
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
            self.row("module", &of(&module.name, &module.source), &origin(&module.listed, Some(&module.by)));
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
            let value = format!("{}{mode}", of(&skill.name, &skill.source));
            self.row("skill", &value, &origin(&skill.listed, Some(&skill.by)));
        }
    }

    fn sources(&mut self, composition: &Composition) {
        for source in &composition.sources {
            let SourceReport { id, modules, hooks, skills, bytes, .. } = source;
            let counts = [(modules, "module"), (hooks, "hook"), (skills, "skill")];
            let counts: Vec<String> = counts.iter().map(|(count, what)| plural(**count, what)).collect();
            let (value, budget) = if source.found {
                let budget = format!("{bytes} bytes, about {}", plural(source.tokens(), "token"));
                (format!("{}: {}", visible(id), counts.join(", ")), budget)
            } else {
                (format!("{}: not there", visible(id)), String::new())
            };
            self.row("source", &value, &budget);
        }
    }

    /// A colour, with a swatch where there is colour.
    pub(super) fn colored(&mut self, label: &str, color: Color, text: &str) {
        let swatch = self.paint.swatch([color.red, color.green, color.blue]);
        let swatch = swatch.map_or(String::new(), |swatch| format!("{swatch} "));
        let line = format!("  {label:<11} {swatch}{color} {}", visible(text));
        _ = writeln!(self.text, "{}", line.trim_end());
    }

    pub(super) fn row(&mut self, label: &str, value: &str, origin: &str) {
        let value = visible(value);
        if origin.is_empty() {
            _ = writeln!(self.text, "  {label:<11} {value}");
        } else {
            _ = writeln!(self.text, "  {label:<11} {value:<34}  {}", self.paint.dim(&visible(origin)));
        }
    }
}

/// `PreToolUse on Bash: guard.py --deny (timeout 5 s, onFailure="block")`.
pub(super) fn describe_hook(hook: &Hook) -> String {
    let event = visible(&hook.event.value);
    let matcher =
        hook.matcher.as_ref().map_or_else(String::new, |matcher| format!(" on {}", visible(&matcher.value)));
    let script = hook.script.as_ref().map(|script| of(&script.name, &script.source));
    let words = hook.args.iter().flatten().map(|word| format!(" {}", visible(&word.value)));
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
pub(super) fn origin(place: &Place, by: Option<&str>) -> String {
    let (line, _) = place.line_and_column();
    let by = by.map_or_else(String::new, |by| format!(" by {}", visible(by)));
    format!("{}:{line}{by}", place.file.name())
}

/// A name, and the source that it comes from when that is not the hub.
pub(super) fn of(name: &str, source: &str) -> String {
    if source == HUB {
        visible(name).into_owned()
    } else {
        format!("{} of {}", visible(name), visible(source))
    }
}
