//! Puts a model onto the disk.

use std::fmt::Write as _;
use std::path::Path;

use super::model::{Model, Recipe, skill_text};
use crate::support::World;

impl Model {
    /// Writes all of it, in place of what was there.
    pub(super) fn write(&self, world: &World) {
        for folder in ["modules", "hooks", "skills", "persons"] {
            _ = std::fs::remove_dir_all(world.path("hub").join(folder));
        }
        for (name, text) in &self.modules {
            world.module(name, text);
        }
        for (name, (text, executable)) in &self.hooks {
            let path = Path::new("hub/hooks").join(name);
            world.write(&path, text).mode(&path, if *executable { 0o755 } else { 0o644 });
        }
        for (name, skill) in &self.skills {
            let folder = Path::new("hub/skills").join(name);
            world.write(folder.join("SKILL.md"), skill_text(name, skill));
            let script = folder.join("scripts/go");
            world.write(&script, &skill.script).mode(&script, if skill.executable { 0o755 } else { 0o644 });
        }
        let mut person = "person \"sam\" {\n".to_owned();
        for (role, purpose) in &self.roles {
            _ = write!(
                person,
                "    role \"{role}\" {{\n        purpose \"{purpose}\"\n        skill \"role-{role}\"\n        agent \"claude\" name=\"{}\" pronouns=\"they/them\"\n    }}\n",
                self.seat
            );
        }
        world.write("hub/persons/sam/person.kdl", person + "}\n");
        let mut text = format!("vars {{\n    code \"${{CODE:-{}}}\"\n}}\n", self.code);
        for preset in &self.presets {
            text.push_str(&node("preset", preset));
        }
        for launcher in &self.launchers {
            text.push_str(&node("launcher", launcher));
        }
        world.manifest(&text);
    }
}

fn node(kind: &str, recipe: &Recipe) -> String {
    let mut text = format!("{kind} \"{}\" {{\n", recipe.name);
    let mut line = |words: String| _ = writeln!(text, "    {words}");
    let quoted = |words: &[String]| words.iter().flat_map(|word| [" \"", word, "\""]).collect::<String>();
    if !recipe.description.is_empty() {
        line(format!("description \"{}\"", recipe.description));
    }
    if !recipe.uses.is_empty() {
        line(format!("use{}", quoted(&recipe.uses)));
    }
    if let Some(tone) = &recipe.tone {
        line(format!("vars {{\n        tone \"{tone}\"\n    }}"));
    }
    if let Some(folder) = &recipe.folder {
        line(format!("target \"{{{{code}}}}/{folder}\""));
    }
    if let Some(cli) = &recipe.cli {
        line(format!("cli \"{cli}\" harness=\"claude\""));
    }
    if let Some(role) = &recipe.role {
        line(format!("person \"sam\" role=\"{role}\" seat=\"claude\""));
    }
    if !recipe.modules.is_empty() {
        line(format!("modules{}", quoted(&recipe.modules)));
    }
    for (name, copied) in &recipe.skills {
        line(format!("skills \"{name}\"{}", if *copied { " mode=\"copy\"" } else { "" }));
    }
    if !recipe.hooks.is_empty() {
        line("hooks {".to_owned());
        for hook in &recipe.hooks {
            let matcher =
                hook.matcher.as_ref().map(|matcher| format!(" matcher=\"{matcher}\"")).unwrap_or_default();
            let args = if hook.args.is_empty() {
                String::new()
            } else {
                format!(" {{\n            args{}\n        }}", quoted(&hook.args))
            };
            line(format!("    {} \"{}\"{matcher} timeout={}{args}", hook.event, hook.file, hook.timeout));
        }
        line("}".to_owned());
    }
    if !recipe.flags.is_empty() {
        line(format!("flags{}", quoted(&recipe.flags)));
    }
    for (name, value) in &recipe.env {
        line(format!("env {name}=\"{value}\""));
    }
    if let Some(window) = &recipe.window {
        line(format!("tmux window=\"{window}\""));
    }
    if recipe.unignored {
        line("gitignore #false".to_owned());
    }
    text + "}\n"
}
