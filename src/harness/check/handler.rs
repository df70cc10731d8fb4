//! Whether an entry has a handler, and whether it is complete.

use super::field::{check_fields, list, meant};
use crate::compose::Hook;
use crate::diagnostic::{Diagnostic, Problems, did_you_mean};
use crate::harness::codes;
use crate::harness::handler::{field, type_name};
use crate::harness::layout::{Event, FILE_HANDLER, HandlerType, Layout};

/// Reports an unknown or missing handler, missing fields, and whatever is wrong with the fields that are there.
pub(super) fn check_handler(layout: &Layout, event: Option<&Event>, hook: &Hook, problems: &mut Problems) {
    match handler_of(layout, hook) {
        Ok(handler) => {
            check_fields(layout, handler, event, hook, problems);
            problems.extend(missing_fields(handler, hook));
        }
        Err(problem) => problems.push(problem.scope(&hook.by)),
    }
}

fn handler_of(layout: &Layout, hook: &Hook) -> Result<&'static HandlerType, Diagnostic> {
    let Some((key, declared)) = field(hook, "type") else {
        let file_handler = layout.handler(FILE_HANDLER).filter(|_| hook.script.is_some());
        return file_handler.ok_or_else(|| no_handler(layout, hook));
    };
    let Some(name) = declared.value.as_str() else {
        return Err(Diagnostic::new(&codes::FIELD_WRONG_TYPE, "`type` must be a string")
            .label(&declared.place, "this value")
            .help(format!("write one of {}", list(type_names(layout)))));
    };
    let Some(handler) = layout.handler(name) else {
        let help = did_you_mean(name, type_names(layout)).map_or_else(
            || format!("the types are {}", list(type_names(layout))),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Diagnostic::new(
            &codes::UNKNOWN_TYPE,
            format!("{} has no hook handler of type `{name}`", layout.title),
        )
        .label(&declared.place, "this type")
        .help(help));
    };
    if hook.script.is_some() && handler.name != FILE_HANDLER {
        return Err(Diagnostic::new(
            &codes::FILE_AND_TYPE,
            format!("a handler of type `{name}` runs no file of `hooks/`"),
        )
        .label(&hook.listed, "this file would not be run")
        .label(&key.place, "declared here")
        .help("remove `type`, or write an entry of its own for each"));
    }
    Ok(handler)
}

fn type_names(layout: &Layout) -> impl Iterator<Item = &'static str> {
    layout.handlers.iter().map(|handler| handler.name)
}

fn no_handler(layout: &Layout, hook: &Hook) -> Diagnostic {
    let belongs_to = |handler: &&HandlerType| {
        hook.fields.iter().any(|(name, _)| handler.field(&name.value).is_some_and(|field| field.required))
    };
    let misspelt = hook.fields.iter().find(|(name, _)| did_you_mean(&name.value, ["type"]).is_some());
    if let Some((name, _)) = misspelt {
        return Diagnostic::new(
            &codes::UNKNOWN_FIELD,
            format!("no hook handler has a field `{}`", name.value),
        )
        .label(&name.place, format!("{} would ignore it", layout.title))
        .help("did you mean `type`?");
    }
    let help = layout.handlers.iter().find(belongs_to).map_or_else(
        || format!("write a file of `hooks/`, or one of {} as `type`", list(type_names(layout))),
        |handler| format!("add `type={:?}`", handler.name),
    );
    Diagnostic::new(
        &codes::NO_HANDLER,
        format!("the entry of `{}` has neither a file nor a type", hook.event.value),
    )
    .label(&hook.listed, "nothing to run")
    .help(help)
}

fn missing_fields<'a>(
    handler: &'static HandlerType,
    hook: &'a Hook,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let required = handler.fields.iter().filter(|field| field.required);
    // A file stands for the command, and a field that is there misspelt is reported as such.
    let is_misspelt = |required: &str| {
        let mut unknown = hook.fields.iter().filter(|(name, _)| handler.field(&name.value).is_none());
        unknown.any(|(name, _)| meant(handler, &name.value) == Some(required))
    };
    let missing = required.filter(move |required| {
        hook.script.is_none() && field(hook, required.name).is_none() && !is_misspelt(required.name)
    });
    missing.map(|missing| {
        let place = field(hook, "type").map_or(&hook.listed, |(_, value)| &value.place);
        Diagnostic::new(
            &codes::FIELD_MISSING,
            format!("a handler of type `{}` needs `{}`", type_name(hook), missing.name),
        )
        .label(place, format!("no `{}` beside it", missing.name))
        .help(format!("add `{}=\"…\"`", missing.name))
        .scope(&hook.by)
    })
}
