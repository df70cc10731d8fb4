//! Brings selected names together with the files of the hub; what is missing or unusable is reported and left out.

use std::sync::Arc;

use super::codes;
use super::hooks::Handler;
use super::model::{Hook, Module, Script, Skill};
use super::names::expand_word;
use super::scribe::Scribe;
use super::selection::{Picked, describe, report_weighed};
use crate::diagnostic::{Class, Code, Diagnostic, Place, Problems, SourceFile, shell_word, visible};
use crate::hub::{Fault, HookFile, Hub, Shelf};
use crate::manifest::{Full, Names, Recipe, Room, SkillMode, expand_text};
use crate::skill;

/// The most that the modules of one launcher come to, in bytes.
const LARGEST: usize = 64 << 20;

/// Reads the modules and replaces their placeholders.
pub(super) fn modules(
    list: Vec<Picked<'_>>,
    hub: &Hub,
    names: &dyn Names,
    scribe: &mut Scribe,
) -> Vec<Module> {
    let mut modules = Vec::with_capacity(list.len());
    let mut room = Room::new(LARGEST);
    for picked in list {
        let Picked { name, pick, by, required, .. } = picked;
        let file = match hub.module(&name) {
            Ok(file) => file,
            Err(fault) => {
                let item = Item { kind: "module", name: &name, listed: &pick.word.place, by };
                item.report(&fault, hub.modules(), required, scribe);
                continue;
            }
        };
        if file.text().trim().is_empty() {
            scribe.problems.push(
                Diagnostic::new(&codes::MODULE_EMPTY, format!("module `{}` has no text", visible(&name)))
                    .label(&pick.word.place, format!("listed here by {}", describe(by)))
                    .help("write something into it, or take it out of the list")
                    .scope(&by.name.value),
            );
        }
        let Some(text) = module_text(&file, names, &mut room, scribe) else { continue };
        modules.push(Module { name, text, file, listed: pick.word.place.clone(), by: by.name.value.clone() });
    }
    modules
}

/// The text of a module with its placeholders replaced; nothing, and a problem, when all modules become too long.
fn module_text(
    file: &Arc<SourceFile>,
    names: &dyn Names,
    room: &mut Room,
    scribe: &mut Scribe,
) -> Option<String> {
    if let Err(full) = room.take(file.text().len()) {
        if full == Full::First {
            scribe.problems.push(
                Diagnostic::new(&codes::MODULES_TOO_LONG, "the modules of the launcher come to over 64 MiB")
                    .label(&Place::new(file, 0..0), "there is no room for this one")
                    .help("list fewer modules; no agent reads so much"),
            );
        }
        return None;
    }
    let place = |range| Place::new(file, range);
    Some(expand_text(file.text(), place, names, room, scribe.problems))
}

/// Finds the scripts of hook handlers and expands their arguments. The second list has those without a usable script,
/// and the `odd` ones, which only have an event to be judged.
pub(super) fn hooks(
    list: Vec<Handler<'_>>,
    odd: &[Handler<'_>],
    hub: &Hub,
    names: &dyn Names,
    program: &str,
    scribe: &mut Scribe,
) -> (Vec<Hook>, Vec<Hook>) {
    let (mut hooks, mut left_out) = (Vec::with_capacity(list.len()), Vec::new());
    for handler in list {
        let found = handler.file.as_ref().map(|name| script(name, &handler, hub, program, scribe));
        let args =
            handler.args.map(|args| args.iter().map(|word| expand_word(word, names, scribe)).collect());
        match found {
            Some(None) => left_out.push(hook(&handler, nominal(&handler), args)),
            found => hooks.push(hook(&handler, found.flatten(), args)),
        }
    }
    left_out.extend(odd.iter().map(|handler| hook(handler, nominal(handler), None)));
    (hooks, left_out)
}

/// A hook that is left out keeps a script in name, so that it is still known as one.
fn nominal(handler: &Handler<'_>) -> Option<Script> {
    handler.file.as_ref().map(|name| Script { name: name.clone(), path: name.clone() })
}

fn hook(handler: &Handler<'_>, script: Option<Script>, args: Option<Vec<String>>) -> Hook {
    Hook {
        event: handler.event.clone(),
        matcher: handler.matcher.cloned(),
        script,
        args,
        timeout: handler.timeout.cloned(),
        fields: handler.fields.values().map(|(name, value)| ((*name).clone(), (*value).clone())).collect(),
        listed: handler.listed.clone(),
        by: handler.by.name.value.clone(),
    }
}

fn script(
    name: &str,
    handler: &Handler<'_>,
    hub: &Hub,
    program: &str,
    scribe: &mut Scribe,
) -> Option<Script> {
    let item = Item { kind: "hook", name, listed: handler.listed, by: handler.by };
    let file = match hub.hook(name) {
        Ok(file) => file,
        Err(fault) => {
            item.report(&fault, hub.hooks(), handler.required, scribe);
            return None;
        }
    };
    let shell_script = std::path::Path::new(name).extension().is_some_and(|extension| extension == "sh");
    if !shell_script && !file.executable {
        let event = visible(&handler.event.value);
        let diagnostic = Diagnostic::new(
            &codes::HOOK_NOT_EXECUTABLE,
            format!("hook `{}` cannot start because it is not executable", visible(name)),
        )
        .label(&first_line(&file), format!("this file has mode {:04o}", file.mode & 0o7777))
        .label(
            handler.listed,
            format!(
                "listed here under `{event}`, where `{program}` goes on as if nothing was said when a hook cannot start"
            ),
        )
        .help(format!("run `chmod +x {}`", shell_word(&format!("hooks/{name}"))));
        report_weighed(diagnostic, handler.required, handler.by, scribe);
        return None;
    }
    if !shell_script && !file.shebang && !is_binary(file.first_line.text()) {
        scribe.problems.push(
            Diagnostic::new(
                &codes::HOOK_NO_SHEBANG,
                format!("hook `{}` does not say which interpreter runs it", visible(name)),
            )
            .label(&first_line(&file), "this line is no `#!`")
            .label(handler.listed, "listed here")
            .help("begin the file with a line such as `#!/usr/bin/env python3`")
            .scope(&handler.by.name.value),
        );
    }
    Some(Script { name: name.to_owned(), path: file.path.clone() })
}

/// Finds the folders of skills.
pub(super) fn skills(list: Vec<Picked<'_>>, hub: &Hub, scribe: &mut Scribe) -> Vec<Skill> {
    let mut skills = Vec::with_capacity(list.len());
    for Picked { name, pick, by, required, mode } in list {
        let mode = mode.unwrap_or_default();
        let found = hub.skill(&name).and_then(|folder| {
            let is_copy = mode == SkillMode::Copy;
            let files = is_copy.then(|| hub.skill_files(&name)).transpose()?;
            Ok((folder, files))
        });
        match found {
            Ok((folder, _)) if !is_sound(&folder.file, &name, by, scribe) => {
                scribe.excluded(
                    "skill",
                    &name,
                    format!("its `SKILL.md` has errors, listed by {}", describe(by)),
                );
            }
            Ok((folder, files)) => skills.push(Skill {
                name,
                files,
                directory: folder.path.clone(),
                root: folder.root.clone(),
                mode,
                listed: pick.word.place.clone(),
                by: by.name.value.clone(),
            }),
            Err(fault) => {
                let item = Item { kind: "skill", name: &name, listed: &pick.word.place, by };
                item.report(&fault, hub.skills(), required, scribe);
            }
        }
    }
    skills
}

/// Reports what is wrong with a `SKILL.md`; whether the skill can be used.
fn is_sound(file: &Arc<SourceFile>, name: &str, by: &Recipe, scribe: &mut Scribe) -> bool {
    let mut problems = Problems::new();
    skill::read(file, name, &mut problems);
    let broken = problems.iter().any(|problem| problem.class == Class::Skip);
    scribe.problems.extend(problems.into_iter().map(|problem| problem.scope(&by.name.value)));
    !broken
}

/// A thing of the hub that a launcher lists.
struct Item<'a> {
    kind: &'static str,
    name: &'a str,
    listed: &'a Place,
    by: &'a Recipe,
}

impl Item<'_> {
    fn report(&self, fault: &Fault, folder: &Shelf, required: Option<bool>, scribe: &mut Scribe) {
        let Self { kind, name, listed, by } = self;
        let shown = visible(name);
        scribe.excluded(kind, name, format!("{} {}, listed by {}", shown, fault.describe(), describe(by)));
        let diagnostic = match fault {
            Fault::Missing => {
                let split = (*kind == "hook").then(|| split_command(name, folder)).flatten();
                let help = match (folder.nearest(name), *kind) {
                    _ if split.is_some() => split.unwrap_or_default(),
                    (Some(near), _) => format!("did you mean `\"{near}\"`?"),
                    (None, "skill") => {
                        format!("create `skills/{shown}/SKILL.md`, or take it out of the list")
                    }
                    (None, _) => format!("create `{kind}s/{shown}`, or take it out of the list"),
                };
                Diagnostic::new(self.code(true), format!("there is no {kind} `{shown}`"))
                    .label(listed, format!("`{kind}s/` has no such entry"))
                    .help(help)
            }
            Fault::NotUtf8 { file, offset } => {
                Diagnostic::new(self.code(false), format!("{kind} `{shown}` is not UTF-8"))
                    .label(&Place::new(file, *offset..*offset + 1), "this byte is not part of a character")
                    .label(listed, "listed here")
                    .help(format!("save `{kind}s/{shown}` as UTF-8"))
            }
            other => Diagnostic::new(self.code(false), format!("{kind} `{shown}` {}", other.describe()))
                .label(listed, format!("listed here by {}", describe(by)))
                .help(self.remedy(other)),
        };
        report_weighed(diagnostic, required, by, scribe);
    }

    fn code(&self, missing: bool) -> &'static Code {
        match (self.kind, missing) {
            ("module", true) => &codes::MODULE_MISSING,
            ("module", false) => &codes::MODULE_UNUSABLE,
            ("hook", true) => &codes::HOOK_MISSING,
            ("hook", false) => &codes::HOOK_UNUSABLE,
            (_, true) => &codes::SKILL_MISSING,
            (_, false) => &codes::SKILL_UNUSABLE,
        }
    }

    fn remedy(&self, fault: &Fault) -> String {
        let path = format!("{}s/{}", self.kind, visible(self.name));
        match fault {
            Fault::NoSkillFile => format!("create `{path}/SKILL.md`"),
            Fault::BrokenLink(_) => format!("mend or remove the link `{path}`"),
            Fault::Inside { path: inner, .. } => {
                format!("take `{path}/{}` out, or remove `mode`", visible(inner))
            }
            Fault::TooLarge { .. } | Fault::TooManyEntries(_) if self.kind == "skill" => {
                "take something out of it, or remove `mode`".to_owned()
            }
            _ if self.kind == "skill" => format!("make `{path}` a folder that holds a `SKILL.md`"),
            _ => format!("put a readable file at `{path}`"),
        }
    }
}

/// `"guard.sh --flag"` names a script and its arguments at once: how it is written.
fn split_command(name: &str, folder: &Shelf) -> Option<String> {
    let mut words = name.split_whitespace();
    let script = words.next().filter(|script| folder.contains(script))?;
    let args: Vec<String> = words.map(|word| format!("\"{}\"", visible(word))).collect();
    (!args.is_empty()).then(|| format!("write `\"{}\" {{ args {} }}`", visible(script), args.join(" ")))
}

fn first_line(file: &HookFile) -> Place {
    Place::new(&file.first_line, file.first_line_span())
}

/// Programs that the kernel starts without a `#!`.
fn is_binary(head: &str) -> bool {
    head.contains('\0')
}
