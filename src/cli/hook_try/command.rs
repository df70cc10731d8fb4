//! The command.

use std::io::{self, Read};
use std::path::Path;

use super::arguments::HookTryArguments;
use super::attempt::{Attempt, Input, Trials};
use super::choose::{Entry, entries_of, listed_entries, unlisted_entries};
use super::{document, stage_folder, text};
use crate::Environment;
use crate::cli::WIDEST_COLUMN;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::pipeline::Pipeline;
use crate::cli::printer::Printer;
use crate::diagnostic::{listed, visible};

/// Seconds that `--all` gives a hook whose entry says nothing: a hook that hangs shall not hold up CI for ten minutes.
const ALL_TIMEOUT: f64 = 60.0;

/// Tries one hook, or every one.
pub(in crate::cli) fn run(
    arguments: &HookTryArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let (entries, inputs) = match &arguments.name {
        Some(name) => {
            let input = input(arguments, environment)?;
            (with_prompt(arguments, entries_of(&pipeline, name, arguments.event.as_deref())?)?, vec![input])
        }
        None => (everything(&pipeline), vec![Input::Normal, Input::Empty, Input::Invalid]),
    };
    let assembly = std::env::current_exe()
        .map_err(|error| Failure::trouble(format!("cannot find this program's own file: {error}")))?;
    stage_folder::sweep(stage_folder::parent(environment));
    let trials = Trials {
        environment,
        hub: &pipeline.manifest.hub.to_string_lossy(),
        assembly: &assembly,
        timeout: arguments.timeout,
        usual_timeout: arguments.all.then_some(ALL_TIMEOUT),
    };
    let widest = entries.iter().map(|entry| text::under(entry).chars().count()).max();
    let column = widest.filter(|_| arguments.all).map(|width| width.min(WIDEST_COLUMN));
    let unknown: Vec<Failure> = entries.iter().filter_map(unknown_event).collect();
    printer.failures(&unknown);
    let mut attempts: Vec<Attempt<'_>> = Vec::new();
    for (entry, input) in entries.iter().flat_map(|entry| inputs.iter().map(move |input| (entry, input))) {
        let Some(attempt) = trials.attempt(entry, input)? else { continue };
        if !arguments.format.is_json() {
            text::tell(&attempt, column, environment, printer)?;
        }
        attempts.push(attempt);
    }
    if arguments.format.is_json() {
        printer.result(&crate::cli::json_text(&document::document(&attempts)))?;
    } else {
        text::conclude(&attempts, entries.len(), printer);
    }
    let sound = unknown.is_empty() && attempts.iter().all(|attempt| attempt.verdict.accepted());
    Ok(if sound { SUCCESS } else { FINDINGS })
}

/// The CLI never calls such an entry, so there is nothing to try.
fn unknown_event(entry: &Entry) -> Option<Failure> {
    entry.harness.event(&entry.hook.event).err()?;
    let (file, event) = (visible(&entry.hook.file), visible(&entry.hook.event));
    let title = entry.harness.layout.title;
    let message = format!("`{file}` is listed under `{event}`, an event that {title} does not have");
    Some(Failure::refusal(message).help("run `assembly check`"))
}

fn everything(pipeline: &Pipeline<'_>) -> Vec<Entry> {
    let mut entries = listed_entries(pipeline);
    entries.extend(unlisted_entries(pipeline, &entries));
    entries
}

/// What the command line gives the hook to read.
fn input(arguments: &HookTryArguments, environment: &Environment) -> Result<Input, Failure> {
    if let Some(prompt) = &arguments.prompt {
        return Ok(Input::Prompt(prompt.clone()));
    }
    let Some(file) = &arguments.input else { return Ok(Input::Normal) };
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        let path = crate::compose::absolute(environment.current_dir(), file);
        fs_err::read(path).map(|read| bytes = read)
    };
    read.map_err(|error| {
        Failure::trouble(format!("cannot read the input: {}", visible(&error.to_string())))
    })?;
    Ok(Input::Given(bytes))
}

/// With `--prompt`, the entries whose event has one.
fn with_prompt(arguments: &HookTryArguments, mut entries: Vec<Entry>) -> Result<Vec<Entry>, Failure> {
    if arguments.prompt.is_none() {
        return Ok(entries);
    }
    let events: Vec<String> = entries.iter().map(|entry| entry.hook.event.clone()).collect();
    entries.retain(|entry| entry.harness.has_prompt(&entry.hook.event));
    if entries.is_empty() {
        let message = format!("{} has no prompt", listed(&events));
        return Err(Failure::trouble(message).help("leave `--prompt` out, or add `--event UserPromptSubmit`"));
    }
    Ok(entries)
}
