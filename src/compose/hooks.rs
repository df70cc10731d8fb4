//! Hook entries: repeated ones keep their place and take the later fields, `!` acts within its event.

use serde_json::Value as Json;

use super::codes;
use super::scribe::Scribe;
use super::selection::{Pattern, Picker, describe, removal_reason, report_fruitless, selection_reason};
use crate::diagnostic::{Diagnostic, Place, Spanned, visible};
use crate::manifest::{HookEntry, Pick, Recipe};

/// A handler while the list grows. It is identified by event, matcher, file and arguments.
pub(super) struct Handler<'a> {
    pub(super) event: &'a Spanned<String>,
    pub(super) matcher: Option<&'a Spanned<String>>,
    /// None for a handler of another type than a script.
    pub(super) file: Option<String>,
    pub(super) args: Option<&'a [Spanned<String>]>,
    pub(super) timeout: Option<&'a Spanned<f64>>,
    pub(super) fields: Vec<(&'a Spanned<String>, &'a Spanned<Json>)>,
    pub(super) required: Option<bool>,
    pub(super) listed: &'a Place,
    pub(super) by: &'a Recipe,
}

/// Applies the hook entries of every recipe of a lineage in turn.
pub(super) fn select<'a>(
    lineage: &[&'a Recipe],
    picker: Picker<'_>,
    scribe: &mut Scribe,
) -> Vec<Handler<'a>> {
    let mut list = Vec::new();
    for recipe in lineage {
        for entry in recipe.hooks.as_deref().unwrap_or_default() {
            if entry.files.is_empty() {
                add(&mut list, handler(entry, None, &entry.place, recipe));
            }
            for pick in &entry.files {
                if pick.removes {
                    remove(&mut list, entry, pick, recipe, scribe);
                    continue;
                }
                for name in picker.names(pick, recipe, scribe) {
                    let reason = selection_reason(&name, pick, recipe);
                    scribe.selected("hook", &name, format!("{reason} under `{}`", entry.event.value));
                    add(&mut list, handler(entry, Some(name), &pick.word.place, recipe));
                }
            }
        }
    }
    list
}

fn handler<'a>(entry: &'a HookEntry, file: Option<String>, listed: &'a Place, by: &'a Recipe) -> Handler<'a> {
    Handler {
        event: &entry.event,
        matcher: entry.matcher.as_ref(),
        file,
        args: entry.args.as_deref(),
        timeout: entry.timeout.as_ref(),
        fields: entry.fields.iter().map(|field| (&field.name, &field.value)).collect(),
        required: entry.required,
        listed,
        by,
    }
}

fn add<'a>(list: &mut Vec<Handler<'a>>, new: Handler<'a>) {
    let Some(there) = list.iter_mut().find(|there| is_same(there, &new)) else {
        list.push(new);
        return;
    };
    there.timeout = new.timeout.or(there.timeout);
    there.required = new.required.or(there.required);
    there.listed = new.listed;
    there.by = new.by;
    for (name, value) in new.fields {
        match there.fields.iter_mut().find(|(known, _)| known.value == name.value) {
            Some(field) => *field = (name, value),
            None => there.fields.push((name, value)),
        }
    }
}

fn is_same(one: &Handler<'_>, other: &Handler<'_>) -> bool {
    let words = |args: Option<&[Spanned<String>]>| {
        args.map(|args| args.iter().map(|word| word.value.clone()).collect::<Vec<_>>())
    };
    // A handler without a file is known by what it does: two URLs are two handlers.
    let fields = |handler: &Handler<'_>| -> Vec<(String, Json)> {
        handler.fields.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect()
    };
    one.event.value == other.event.value
        && one.matcher.map(|matcher| &matcher.value) == other.matcher.map(|matcher| &matcher.value)
        && one.file == other.file
        && words(one.args) == words(other.args)
        && (one.file.is_some() || fields(one) == fields(other))
}

fn remove(list: &mut Vec<Handler<'_>>, entry: &HookEntry, pick: &Pick, by: &Recipe, scribe: &mut Scribe) {
    let known = |word: &str| list.iter().any(|handler| handler.file.as_deref() == Some(word));
    let pattern = Pattern::of(&pick.word.value, known);
    let is_meant = |handler: &Handler<'_>| handler.file.as_deref().is_some_and(|file| pattern.matches(file));
    let before = list.len();
    list.retain(|handler| {
        let here = handler.event.value == entry.event.value
            && entry.matcher.as_ref().is_none_or(|matcher| {
                handler.matcher.is_some_and(|declared| declared.value == matcher.value)
            });
        let goes = here && is_meant(handler);
        if goes {
            let subject = handler.file.as_deref().unwrap_or_default();
            let reason = format!("{} under `{}`", removal_reason(pick, by), entry.event.value);
            scribe.excluded("hook", subject, reason);
        }
        !goes
    });
    if list.len() < before {
        return;
    }
    let (word, event) = (visible(&pick.word.value), visible(&entry.event.value));
    let diagnostic =
        Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{word}` takes nothing out of `{event}`"))
            .label(&pick.word.place, format!("no hook of `{event}` matches"));
    let elsewhere = list.iter().find(|handler| is_meant(handler));
    let diagnostic = match (&pattern, elsewhere) {
        (Pattern::Broken(reason), _) => diagnostic.help(format!("the glob does not parse: {reason}")),
        (_, Some(handler)) => {
            let under = visible(&handler.event.value);
            let matcher = handler
                .matcher
                .map_or_else(String::new, |matcher| format!(" with matcher `{}`", visible(&matcher.value)));
            diagnostic
                .label(
                    handler.listed,
                    format!("listed here under `{under}`{matcher}, by {}", describe(handler.by)),
                )
                .help(format!("write `{under} \"!{word}\"`"))
        }
        (_, None) => diagnostic.help(format!("remove `\"!{word}\"`, or list the hook before it")),
    };
    report_fruitless(diagnostic, by, scribe);
}
