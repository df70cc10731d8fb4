//! Builds compositions for the tests of this room.

use serde_json::Value as Json;

use crate::compose::{Composition, Flags, Hook, Module, Program, Script, Settings, Skill, SourceReport};
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, Spanned};
use crate::manifest::{Delivery, Gitignore, SettingsMode, SkillMode, Tmux};

/// A place that shows `text`, in a file of its own, so that no two problems are taken for one.
pub(super) fn place(text: &str) -> Place {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let path = format!("/hub/{}.kdl", COUNT.fetch_add(1, Ordering::Relaxed));
    Place::new(&SourceFile::new(path, "launchers.kdl", text), 0..text.len())
}

pub(super) fn spanned(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), place(text))
}

/// A launcher for `claude` without any step.
pub(super) fn composition() -> Composition {
    Composition {
        launcher: spanned("app-mac-claude"),
        lineage: vec!["app-mac-claude".to_owned()],
        description: None,
        hub: "/hub".to_owned(),
        declared_target: None,
        target: None,
        cli: Some(program("claude")),
        modules: None,
        hooks: None,
        left_out: Vec::new(),
        skills: None,
        person: None,
        delivery: Delivery::Native,
        settings_mode: SettingsMode::Overwrite,
        flags: Vec::new(),
        env: Vec::new(),
        settings: Settings::default(),
        gitignore: Gitignore::InTarget,
        tmux: Tmux::Default,
        sources: vec![SourceReport {
            id: "hub".to_owned(),
            root: "/hub".into(),
            required: true,
            found: true,
            modules: 0,
            hooks: 0,
            skills: 0,
            bytes: 0,
        }],
        trace: Vec::new(),
        fruitless: Vec::new(),
    }
}

pub(super) fn program(name: &str) -> Program {
    Program {
        program: spanned(name),
        harness: spanned(name),
        harness_named: false,
        by: "app-mac-claude".to_owned(),
    }
}

pub(super) fn module(text: &str) -> Module {
    Module {
        name: "core.md".to_owned(),
        source: "hub".to_owned(),
        text: text.to_owned(),
        file: SourceFile::new("/hub/modules/core.md", "modules/core.md", text),
        listed: place("\"core.md\""),
        by: "app-mac-claude".to_owned(),
    }
}

pub(super) fn skill(name: &str, mode: SkillMode) -> Skill {
    Skill {
        name: name.to_owned(),
        source: "hub".to_owned(),
        file: SourceFile::new(format!("/hub/skills/{name}/SKILL.md"), format!("skills/{name}/SKILL.md"), ""),
        directory: format!("/hub/skills/{name}"),
        root: "/hub/skills".to_owned(),
        mode,
        files: None,
        listed: place(name),
        through: None,
        by: "app-mac-claude".to_owned(),
    }
}

pub(super) fn flags(words: &[&str]) -> Flags {
    Flags {
        words: words.iter().copied().map(spanned).collect(),
        place: place(&words.join(" ")),
        by: "app-mac-claude".to_owned(),
    }
}

/// A hook without a handler; add a file or fields.
pub(super) fn hook(event: &str) -> Hook {
    Hook {
        event: spanned(event),
        matcher: None,
        script: None,
        args: None,
        timeout: None,
        fields: Vec::new(),
        listed: place("listed"),
        by: "me".to_owned(),
    }
}

impl Hook {
    pub(super) fn file(mut self, name: &str) -> Self {
        self.script = Some(Script {
            name: name.to_owned(),
            source: "hub".to_owned(),
            path: format!("/hub/hooks/{name}"),
        });
        self
    }

    pub(super) fn matcher(mut self, matcher: &str) -> Self {
        self.matcher = Some(spanned(matcher));
        self
    }

    pub(super) fn timeout(mut self, seconds: f64) -> Self {
        self.timeout = Some(Spanned::new(seconds, place("timeout")));
        self
    }

    pub(super) fn args(mut self, args: &[&str]) -> Self {
        self.args = Some(args.iter().copied().map(spanned).collect());
        self
    }

    pub(super) fn field(mut self, name: &str, value: impl Into<Json>) -> Self {
        let value = value.into();
        let place = place(&value.to_string());
        self.fields.push((spanned(name), Spanned::new(value, place)));
        self
    }
}

/// Problems as `code: message (help)`, without the common prefix of codes.
pub(super) fn shown(problems: &Problems) -> Vec<String> {
    let line = |problem: &Diagnostic| {
        let code = problem.code.name.trim_start_matches("assembly::");
        format!("{code}: {} ({})", problem.message, problem.help.as_deref().unwrap_or_default())
    };
    problems.iter().map(line).collect()
}
