//! `new hook`: a script that reads its event and lets the agent go on.

use clap::Args;
use clap_complete::ArgValueCompleter;

use super::command::HubArguments;
use super::init::HubPlace;
use super::name::{check_name, title};
use crate::Environment;
use crate::cli::completions::complete_events;
use crate::cli::edit_failure::edit_failure;
use crate::cli::exit::{Failure, Outcome, SUCCESS};
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::diagnostic::{did_you_mean, shell_word, visible};
use crate::harness;
use crate::manifest::{NewFile, add_file, quoted};

#[derive(Args, Debug)]
pub(in crate::cli) struct HookArguments {
    /// The hook's name, with `.sh` or `.py`; without either, `.sh` is added
    name: String,
    /// The event that it is written for, by the agent CLI's own name
    #[arg(long, default_value = "UserPromptSubmit", add = ArgValueCompleter::new(complete_events))]
    event: String,
    #[command(flatten)]
    pub(super) hub: HubArguments,
}

/// Writes the hook.
pub(super) fn run(
    arguments: &HookArguments,
    hub: &HubPlace,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    check_name("hook", &arguments.name, "guard-push")?;
    check_event(&arguments.event)?;
    let (name, text) = script(&arguments.name, &arguments.event)?;
    check_name("hook", &name, "guard-push")?;
    hub.make(environment, printer)?;
    let file = NewFile { folder: "hooks", name: &name, text: &text, executable: true };
    let path = add_file(hub.folder(), file).map_err(|error| edit_failure(error, printer))?;
    printer.progress(format!("wrote {}", shorten(&visible(&path.to_string_lossy()), environment)));
    let (event, listed) = (&arguments.event, quoted(&name));
    printer.progress(format!("list it in a launcher or preset: hooks {{ {event} {} }}", visible(&listed)));
    let word = shell_word(&name);
    printer.progress(format!("see what an agent makes of it: assembly hook try {}", visible(&word)));
    Ok(SUCCESS)
}

fn check_event(event: &str) -> Result<(), Failure> {
    let known: Vec<&str> = harness::names()
        .flat_map(|name| harness::for_name(name).layout.events)
        .map(|event| event.name)
        .collect();
    if harness::names().any(|name| !harness::for_name(name).may_be_silent(event)) {
        let message = format!("a hook of `{event}` has to make something and print its path");
        return Err(
            Failure::refusal(message).help("write it by hand into `hooks/`; one that says nothing fails")
        );
    }
    if known.contains(&event) {
        return Ok(());
    }
    let failure = Failure::refusal(format!("there is no event `{}`", visible(event)));
    Err(match did_you_mean(event, known.iter().copied()) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(format!("the events are {}", known.join(", "))),
    })
}

/// The file's name and its text.
fn script(name: &str, event: &str) -> Result<(String, String), Failure> {
    match name.rsplit_once('.') {
        None => Ok((format!("{name}.sh"), shell(name, event))),
        Some((_, "sh")) => Ok((name.to_owned(), shell(name, event))),
        Some((_, "py")) => Ok((name.to_owned(), python(name, event))),
        Some((stem, extension)) => Err(Failure::refusal(format!(
            "no hook is made in the language of `.{}` files",
            visible(extension)
        ))
        .help(format!(
            "`{}.sh` and `{}.py` are; any executable can be put into `hooks/` by hand",
            visible(stem),
            visible(stem)
        ))),
    }
}

fn shell(name: &str, event: &str) -> String {
    format!(
        "\
#!/bin/sh
# {}: say here what this hook is for.
#
# Event: {event}, as JSON on stdin. With nothing on stdout and exit code 0 the agent goes on as if
# there was no hook. With exit code 2 it reads stderr, and blocks what the event lets be blocked.

# Read to its end: an agent may be stopped by a pipe that nobody reads.
event=$(cat)

# For example: prompt=$(printf '%s' \"$event\" | jq -r '.prompt // empty')
: \"$event\"
exit 0
",
        title(name)
    )
}

fn python(name: &str, event: &str) -> String {
    format!(
        "\
#!/usr/bin/env python3
# {}: say here what this hook is for.
#
# Event: {event}, as JSON on stdin. With nothing on stdout and exit code 0 the agent goes on as if
# there was no hook. With exit code 2 it reads stderr, and blocks what the event lets be blocked.

import json
import sys

try:
    event = json.load(sys.stdin)
except ValueError:
    sys.exit(0)

# For example: prompt = event.get(\"prompt\", \"\")
",
        title(name)
    )
}
