//! Which entries to try.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::exit::Failure;
use crate::cli::pipeline::Pipeline;
use crate::diagnostic::{Place, visible};
use crate::harness::{self, Harness, HookUse};
use crate::hub::{Fault, HookFile, Hub, Kind};

/// The event of a hook that no launcher lists and whose text names none.
const USUAL_EVENT: &str = "UserPromptSubmit";

/// One way in which a hook is used.
pub(super) struct Entry {
    /// What the launchers say.
    pub(super) hook: HookUse,
    /// The CLI that they start.
    pub(super) harness: Harness,
    /// The launchers that say so; none for a hook that is on trial alone.
    pub(super) launchers: Vec<String>,
    /// Where the first one lists it.
    pub(super) listed: Option<Place>,
    /// The project of the first launcher whose target is here.
    pub(super) target: Option<PathBuf>,
    /// What that launcher sets.
    pub(super) env: Vec<(String, Option<String>)>,
    /// Why an event was chosen that nobody declared.
    pub(super) chosen: Option<String>,
}

/// Every entry of every launcher that runs a file, each once.
pub(super) fn listed_entries(pipeline: &Pipeline<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for launcher in pipeline.manifest.launchers() {
        let prepared = pipeline.prepare(launcher, &[]);
        let composition = &prepared.composition;
        let target =
            composition.target.as_ref().map(|target| target.path.clone()).filter(|path| path.is_dir());
        let env = || composition.env.iter().map(|env| (env.name.value.clone(), env.value.clone())).collect();
        for hook in composition.hooks.iter().flatten() {
            let Some(hook_use) = HookUse::of(hook) else { continue };
            let same = |entry: &&mut Entry| {
                entry.hook == hook_use && entry.harness.layout.name == prepared.harness.layout.name
            };
            let name = launcher.name.value.clone();
            if let Some(known) = entries.iter_mut().find(same) {
                if known.target.is_none() && target.is_some() {
                    (known.target, known.env) = (target.clone(), env());
                    known.launchers.insert(0, name);
                } else {
                    known.launchers.push(name);
                }
                continue;
            }
            entries.push(Entry {
                hook: hook_use,
                harness: prepared.harness,
                launchers: vec![name],
                listed: Some(hook.listed.clone()),
                target: target.clone(),
                env: env(),
                chosen: None,
            });
        }
    }
    entries
}

/// The entries of one hook: those that launchers list, else the hook alone.
pub(super) fn entries_of(
    pipeline: &Pipeline<'_>,
    name: &str,
    event: Option<&str>,
) -> Result<Vec<Entry>, Failure> {
    let file = file_of(pipeline.hub(), name).map_err(|fault| {
        let failure = Failure::trouble(format!("hook `{}` {}", visible(name), fault.describe()));
        let shelf = pipeline.hub().shelf(Kind::Hook);
        match shelf.nearest(name) {
            _ if shelf.contains(name) => failure.help("mend it, or name another one"),
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None if name.contains('/') => failure.help("name a file of `hooks/`, without the folder"),
            None if shelf.names().is_empty() => failure.help("the hub has no hooks; write one into `hooks/`"),
            None => failure.help(format!("the hooks are {}", shelf.names().join(", "))),
        }
    })?;
    let mut entries = listed_entries(pipeline);
    entries.retain(|entry| entry.hook.file == name);
    if let Some(event) = event {
        // A hook can be tried where no launcher lists it; then a harness that knows the event is needed.
        let harness = entries.first().map_or_else(|| harness::for_name("claude"), |entry| entry.harness);
        known_event(&harness, event)?;
        entries.retain(|entry| entry.hook.event == event);
        if entries.is_empty() {
            entries.push(alone(name, &file, event, None));
        }
    }
    if entries.is_empty() {
        entries.push(unlisted(name, &file));
    }
    Ok(entries)
}

/// A hook of the first source that gives it.
fn file_of(hub: &Hub, name: &str) -> Result<Arc<HookFile>, Fault> {
    hub.holders(Kind::Hook, name).first().ok_or(Fault::Missing)?.hook(name)
}

/// The hooks that no launcher lists, as far as they look like hooks: a README beside them is none.
pub(super) fn unlisted_entries(pipeline: &Pipeline<'_>, listed: &[Entry]) -> Vec<Entry> {
    // What a source has and nobody lists is its owner's to try.
    let hub = pipeline.hub().own();
    let names = hub.shelf(Kind::Hook).names().iter();
    let others = names.filter(|name| !listed.iter().any(|entry| entry.hook.file == **name));
    let files = others.filter_map(|name| Some((name, hub.hook(name).ok()?)));
    let hooks = files.filter(|(name, file)| file.executable || file.shebang || is_shell_script(name));
    hooks.map(|(name, file)| unlisted(name, &file)).collect()
}

fn is_shell_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "sh")
}

fn unlisted(name: &str, file: &HookFile) -> Entry {
    if let Some(event) = harness::for_name("claude").event_named_in(file.first_line.text()) {
        return alone(name, file, event, Some(format!("no launcher lists it, and its text names {event}")));
    }
    let chosen = format!("no launcher lists it, so it is tried under {USUAL_EVENT}");
    alone(name, file, USUAL_EVENT, Some(chosen))
}

fn alone(name: &str, file: &HookFile, event: &str, chosen: Option<String>) -> Entry {
    Entry {
        hook: HookUse::alone(name, &file.path, event),
        harness: harness::for_name("claude"),
        launchers: Vec::new(),
        listed: None,
        target: None,
        env: Vec::new(),
        chosen,
    }
}

fn known_event(harness: &Harness, event: &str) -> Result<(), Failure> {
    harness.event(event).map(drop).map_err(|near| {
        let title = harness.layout.title;
        let failure = Failure::trouble(format!("{title} has no event `{}`", visible(event)));
        match near {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help("`assembly check` knows the events too"),
        }
    })
}
