//! Hook entries: repeated ones keep their place and take the later fields, `!` acts within its event.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value as Json;

use super::codes;
use super::ordered::Ordered;
use super::scribe::Scribe;
use super::selection::{Pattern, Picker, describe, removal_reason, selection_reason};
use super::weigh::report_fruitless;
use crate::diagnostic::{Diagnostic, Place, Spanned, visible};
use crate::manifest::{HookEntry, Pick, Recipe};

/// The fields of a handler by name.
type Fields<'a> = Ordered<&'a str, (&'a Spanned<String>, &'a Spanned<Json>)>;

/// A handler while the list grows.
pub(super) struct Handler<'a> {
    pub(super) event: &'a Spanned<String>,
    pub(super) matcher: Option<&'a Spanned<String>>,
    /// None for a handler of another type than a script.
    pub(super) file: Option<String>,
    pub(super) args: Option<&'a [Spanned<String>]>,
    pub(super) timeout: Option<&'a Spanned<f64>>,
    pub(super) fields: Fields<'a>,
    pub(super) required: Option<bool>,
    pub(super) listed: &'a Place,
    pub(super) by: &'a Recipe,
}

/// What makes two handlers the same one.
#[derive(PartialEq, Eq, Hash)]
struct Identity<'a> {
    event: &'a str,
    matcher: Option<&'a str>,
    file: Option<String>,
    args: Option<Vec<&'a str>>,
    /// Of a handler without a file, what it does.
    action: Vec<(&'static str, &'a Json)>,
}

/// The fields that say what a handler without a file does: two URLs are two handlers, two timeouts are not.
const ACTION: [&str; 6] = ["type", "command", "url", "prompt", "server", "tool"];

/// What a `!` can ask for: a file under any event, under one, or under one with a matcher.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Aim<'a> {
    file: String,
    event: Option<&'a str>,
    matcher: Option<&'a str>,
}

/// The handlers in order.
#[derive(Default)]
struct Handlers<'a> {
    list: Vec<Option<Handler<'a>>>,
    known: HashMap<Identity<'a>, usize>,
    aims: HashMap<Aim<'a>, BTreeSet<usize>>,
    /// The events of all handlers that were ever there.
    events: HashSet<&'a str>,
    odd: Vec<Handler<'a>>,
}

/// Applies the hook entries of every recipe of a lineage in turn. The second list stands for the `!` words that took
/// nothing out of an event under which nothing was listed: the event may be misspelt.
pub(super) fn select<'a>(
    lineage: &[&'a Recipe],
    picker: Picker<'_>,
    scribe: &mut Scribe,
) -> (Vec<Handler<'a>>, Vec<Handler<'a>>) {
    let mut handlers = Handlers::default();
    for recipe in lineage {
        for entry in recipe.hooks.as_deref().unwrap_or_default() {
            if entry.files.is_empty() {
                handlers.add(handler(entry, None, &entry.place, recipe));
            }
            for pick in &entry.files {
                if pick.removes {
                    handlers.remove(entry, pick, picker, recipe, scribe);
                    continue;
                }
                for name in picker.names(pick, recipe, scribe) {
                    let reason = selection_reason(&name, pick, recipe);
                    if handlers.add(handler(entry, Some(name.clone()), &pick.word.place, recipe)) {
                        let reason = format!("{reason} under `{}`", entry.event.value);
                        picker.selected(&name, reason, scribe);
                    }
                }
            }
        }
    }
    (handlers.list.into_iter().flatten().collect(), handlers.odd)
}

fn handler<'a>(entry: &'a HookEntry, file: Option<String>, listed: &'a Place, by: &'a Recipe) -> Handler<'a> {
    let mut fields = Fields::new();
    for field in &entry.fields {
        fields.set(field.name.value.as_str(), (&field.name, &field.value));
    }
    Handler {
        event: &entry.event,
        matcher: entry.matcher.as_ref(),
        file,
        args: entry.args.as_deref(),
        timeout: entry.timeout.as_ref(),
        fields,
        required: entry.required,
        listed,
        by,
    }
}

impl<'a> Handler<'a> {
    fn identity(&self) -> Identity<'a> {
        let action = ACTION.into_iter().filter(|_| self.file.is_none());
        Identity {
            event: &self.event.value,
            matcher: self.matcher.map(|matcher| matcher.value.as_str()),
            file: self.file.clone(),
            args: self.args.map(|args| args.iter().map(|word| word.value.as_str()).collect()),
            action: action
                .filter_map(|name| self.fields.get(name).map(|(_, value)| (name, &value.value)))
                .collect(),
        }
    }

    /// Everything that a `!` could say to mean this handler.
    fn aims(&self) -> Vec<Aim<'a>> {
        let Some(file) = &self.file else { return Vec::new() };
        let event = Some(self.event.value.as_str());
        let aim = |event, matcher| Aim { file: file.clone(), event, matcher };
        let mut aims = vec![aim(None, None), aim(event, None)];
        aims.extend(self.matcher.map(|matcher| aim(event, Some(matcher.value.as_str()))));
        aims
    }

    /// The event and matcher, as they are written before and behind a file.
    fn under(&self) -> (String, String) {
        let matcher = self.matcher.map_or_else(String::new, |matcher| visible(&matcher.value).into_owned());
        (visible(&self.event.value).into_owned(), matcher)
    }
}

impl<'a> Handlers<'a> {
    /// Adds a handler, or what it says to the one that is the same; whether it is new.
    fn add(&mut self, new: Handler<'a>) -> bool {
        let identity = new.identity();
        let there = self.known.get(&identity).and_then(|number| self.list.get_mut(*number)?.as_mut());
        let Some(there) = there else {
            let number = self.list.len();
            for aim in new.aims() {
                self.aims.entry(aim).or_default().insert(number);
            }
            self.known.insert(identity, number);
            self.events.insert(&new.event.value);
            self.list.push(Some(new));
            return true;
        };
        there.timeout = new.timeout.or(there.timeout);
        there.required = new.required.or(there.required);
        for (name, value) in new.fields.into_values() {
            there.fields.set(name.value.as_str(), (name, value));
        }
        false
    }

    fn take(&mut self, number: usize) -> Option<Handler<'a>> {
        let handler = self.list.get_mut(number)?.take()?;
        self.known.remove(&handler.identity());
        for aim in handler.aims() {
            if let Some(numbers) = self.aims.get_mut(&aim) {
                numbers.remove(&number);
            }
        }
        Some(handler)
    }

    /// The handlers that `pattern` means under an event and matcher, none of which has to be given.
    fn meant(&self, pattern: &Pattern, event: Option<&str>, matcher: Option<&str>) -> Vec<usize> {
        match pattern {
            Pattern::Name(file) => {
                let aim = Aim { file: file.clone(), event, matcher };
                self.aims.get(&aim).into_iter().flatten().copied().collect()
            }
            Pattern::Glob(glob) => {
                let is_meant = |handler: &Handler<'_>| {
                    event.is_none_or(|event| handler.event.value == event)
                        && matcher.is_none_or(|matcher| {
                            handler.matcher.is_some_and(|declared| declared.value == matcher)
                        })
                        && handler.file.as_deref().is_some_and(|file| glob.matches(file))
                };
                let numbered = self.list.iter().enumerate();
                numbered
                    .filter(|(_, handler)| handler.as_ref().is_some_and(is_meant))
                    .map(|(number, _)| number)
                    .collect()
            }
            Pattern::Broken(_) => Vec::new(),
        }
    }

    fn remove(
        &mut self,
        entry: &'a HookEntry,
        pick: &'a Pick,
        picker: Picker<'_>,
        by: &'a Recipe,
        scribe: &mut Scribe,
    ) {
        let is_listed =
            |word: &str| self.aims.contains_key(&Aim { file: word.to_owned(), event: None, matcher: None });
        let pattern = picker.removal(&pick.word.value, is_listed, self.list.len(), scribe);
        let matcher = entry.matcher.as_ref().map(|matcher| matcher.value.as_str());
        let meant = self.meant(&pattern, Some(&entry.event.value), matcher);
        for number in &meant {
            let file = self.take(*number).and_then(|handler| handler.file).unwrap_or_default();
            let reason = format!("{} under `{}`", removal_reason(pick, by), entry.event.value);
            picker.excluded(&file, reason, scribe);
        }
        let is_known = || !picker.may_be_elsewhere(&pattern) || !self.meant(&pattern, None, None).is_empty();
        if meant.is_empty() && is_known() {
            if self.events.insert(&entry.event.value) {
                let mut odd = handler(entry, Some(pick.word.value.clone()), &pick.word.place, by);
                (odd.matcher, odd.timeout, odd.fields) = (None, None, Fields::new());
                self.odd.push(odd);
            }
            self.report_nothing(entry, pick, &pattern, by, scribe);
        }
    }

    fn report_nothing(
        &self,
        entry: &HookEntry,
        pick: &Pick,
        pattern: &Pattern,
        by: &Recipe,
        scribe: &mut Scribe,
    ) {
        let (word, event) = (visible(&pick.word.value), visible(&entry.event.value));
        let from = match &entry.matcher {
            Some(matcher) => format!("`{event}` with matcher `{}`", visible(&matcher.value)),
            None => format!("`{event}`"),
        };
        let diagnostic =
            Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{word}` takes nothing out of {from}"))
                .label(&pick.word.place, format!("no hook of {from} matches"));
        let here = self.meant(pattern, Some(&entry.event.value), None);
        let elsewhere = here.into_iter().next().or_else(|| self.meant(pattern, None, None).first().copied());
        let elsewhere = elsewhere.and_then(|number| self.list.get(number)?.as_ref());
        let diagnostic = match (pattern, elsewhere) {
            (Pattern::Broken(reason), _) => diagnostic.help(format!("the glob does not parse: {reason}")),
            (_, Some(handler)) => {
                let (under, matcher) = handler.under();
                let (with, property) = if handler.matcher.is_none() {
                    (String::new(), String::new())
                } else {
                    let property = if entry.matcher.is_some() {
                        format!(" matcher={}", quoted(&matcher))
                    } else {
                        String::new()
                    };
                    (format!(" with matcher `{matcher}`"), property)
                };
                let by = describe(handler.by);
                diagnostic
                    .label(handler.listed, format!("listed here under `{under}`{with}, by {by}"))
                    .help(format!("write `{under} \"!{word}\"{property}`"))
            }
            (_, None) => diagnostic.help(format!("remove `\"!{word}\"`, or list the hook before it")),
        };
        report_fruitless(diagnostic, by, scribe);
    }
}

/// A text as a string of KDL.
fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("#\"{text}\"#") } else { format!("\"{text}\"") }
}
