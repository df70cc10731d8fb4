//! Brings selected names together with the files of the hub; what is missing or unusable is reported and left out.

use std::sync::Arc;

use super::codes;
use super::form::Form;
use super::hooks::Handler;
use super::item::Item;
use super::model::{Hook, Module, Script, Skill};
use super::names::expand_word;
use super::resolver::Resolver;
use super::scribe::Scribe;
use super::selection::{Picked, describe};
use super::weigh::report_weighed;
use crate::diagnostic::{Class, Diagnostic, Place, Problems, SourceFile, Spanned, shell_word, visible};
use crate::hub::{HookFile, Kind};
use crate::manifest::{Full, HUB, Names, Recipe, Room, SkillMode, expand_text};
use crate::skill;

/// The most that the texts of one launcher come to, in bytes.
pub(super) const LARGEST: usize = 64 << 20;

/// Reads the modules and replaces their placeholders.
pub(super) fn modules(
    list: Vec<Picked<'_>>,
    resolver: &mut Resolver<'_>,
    names: &dyn Names,
    room: &mut Room,
    scribe: &mut Scribe,
) -> Vec<Module> {
    let mut modules = Vec::with_capacity(list.len());
    for picked in list {
        let Picked { name, listed, through, by, required, .. } = picked;
        let item = Item { kind: Kind::Module, name: &name, listed, through, by, required, copied: false };
        let Some(source) = resolver.resolve(&item, scribe) else { continue };
        let file = match source.module(&name) {
            Ok(file) => file,
            Err(fault) => {
                item.report(&fault, source, scribe);
                continue;
            }
        };
        if file.text().trim().is_empty() {
            scribe.problems.push(
                Diagnostic::new(&codes::MODULE_EMPTY, format!("module `{}` has no text", visible(&name)))
                    .label(listed, format!("listed here by {}", describe(by)))
                    .help("write something into it, or take it out of the list")
                    .scope(&by.name.value),
            );
        }
        let Some(text) = text(&file, names, room, scribe) else { continue };
        modules.push(Module {
            source: source.id().to_owned(),
            text,
            file,
            listed: listed.clone(),
            by: by.name.value.clone(),
            name,
        });
    }
    modules
}

/// A text with its placeholders replaced; nothing, and a problem, when all texts together become too long.
pub(super) fn text(
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
    resolver: &mut Resolver<'_>,
    names: &dyn Names,
    form: Form,
    program: &str,
    scribe: &mut Scribe,
) -> (Vec<Hook>, Vec<Hook>) {
    let (mut hooks, mut left_out) = (Vec::with_capacity(list.len()), Vec::new());
    for handler in list {
        let found = handler.file.as_ref().map(|name| script(name, &handler, resolver, form, program, scribe));
        let args = handler.args.map(|args| args.iter().map(|word| expanded(word, names, scribe)).collect());
        match found {
            Some(None) => left_out.push(hook(&handler, nominal(&handler), args)),
            found => hooks.push(hook(&handler, found.flatten(), args)),
        }
    }
    left_out.extend(odd.iter().map(|handler| hook(handler, nominal(handler), None)));
    (hooks, left_out)
}

fn expanded(word: &Spanned<String>, names: &dyn Names, scribe: &mut Scribe) -> Spanned<String> {
    Spanned::new(expand_word(word, names, scribe), word.place.clone())
}

/// A hook that is left out keeps a script in name, so that it is still known as one.
fn nominal(handler: &Handler<'_>) -> Option<Script> {
    let script = |name: &String| Script { name: name.clone(), source: HUB.to_owned(), path: name.clone() };
    handler.file.as_ref().map(script)
}

fn hook(handler: &Handler<'_>, script: Option<Script>, args: Option<Vec<Spanned<String>>>) -> Hook {
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
    resolver: &mut Resolver<'_>,
    form: Form,
    program: &str,
    scribe: &mut Scribe,
) -> Option<Script> {
    let Handler { listed, by, required, .. } = *handler;
    let item = Item { kind: Kind::Hook, name, listed, through: None, by, required, copied: false };
    let source = resolver.resolve(&item, scribe)?;
    let file = match source.hook(name) {
        Ok(file) => file,
        Err(fault) => {
            item.report(&fault, source, scribe);
            return None;
        }
    };
    let shell_script = std::path::Path::new(name).extension().is_some_and(|extension| extension == "sh");
    // Who runs the tool, and how the file system is mounted, is a matter of this machine.
    let executable = if form == Form::Portable { file.mode & 0o111 != 0 } else { file.executable };
    if !shell_script && !executable {
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
        .help(format!("run `chmod +x {}`", shell_word(&source.shown(Kind::Hook, name))));
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
    Some(Script { name: name.to_owned(), source: source.id().to_owned(), path: file.path.clone() })
}

/// Finds the folders of skills.
pub(super) fn skills(list: Vec<Picked<'_>>, resolver: &mut Resolver<'_>, scribe: &mut Scribe) -> Vec<Skill> {
    let mut skills = Vec::with_capacity(list.len());
    for Picked { name, listed, through, by, required, mode } in list {
        let mode = mode.unwrap_or_default();
        let copied = mode == SkillMode::Copy;
        let item = Item { kind: Kind::Skill, name: &name, listed, through, by, required, copied };
        let Some(source) = resolver.resolve(&item, scribe) else { continue };
        let found = source.skill(&name).and_then(|folder| {
            let files = copied.then(|| source.skill_files(&name)).transpose()?;
            Ok((folder, files))
        });
        match found {
            Ok((folder, _)) if !is_sound(&folder.file, &name, by, scribe) => {
                let reason = format!("its `SKILL.md` has errors, {}", item.origin());
                scribe.excluded("skill", &name, source, reason);
            }
            Ok((folder, files)) => skills.push(Skill {
                source: source.id().to_owned(),
                file: Arc::clone(&folder.file),
                files,
                directory: folder.path.clone(),
                root: folder.root.clone(),
                mode,
                listed: listed.clone(),
                through: through.cloned(),
                by: by.name.value.clone(),
                name,
            }),
            Err(fault) => item.report(&fault, source, scribe),
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

fn first_line(file: &HookFile) -> Place {
    Place::new(&file.first_line, file.first_line_span())
}

/// Programs that the kernel starts without a `#!`.
fn is_binary(head: &str) -> bool {
    head.contains('\0')
}
