//! Which code was meant.

use std::ffi::OsStr;

use clap_complete::engine::CompletionCandidate;

use crate::cli::exit::Failure;
use crate::diagnostic::{Code, did_you_mean, listed, visible};

/// What every name begins with.
const PREFIX: &str = "assembly::";

/// As people type it: `manifest::unknown-node`.
pub(in crate::cli) fn short_name(code: &Code) -> &'static str {
    code.name.strip_prefix(PREFIX).unwrap_or(code.name)
}

fn last_part(code: &Code) -> &'static str {
    code.name.rsplit("::").next().unwrap_or(code.name)
}

/// The code that is called so, in full, without the first part, or by its last part if no other shares it.
pub(super) fn find(typed: &str) -> Result<&'static Code, Failure> {
    // A colon follows the code in a report, and is soon copied along.
    let name = typed.trim_end_matches(':');
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    if let Some(code) = crate::codes().find(|code| short_name(code) == name) {
        return Ok(code);
    }
    let sharing: Vec<&Code> = crate::codes().filter(|code| last_part(code) == name).collect();
    match sharing.as_slice() {
        [] => Err(unknown(typed, name)),
        [code] => Ok(code),
        [first, ..] => {
            let names = listed(sharing.iter().map(|code| short_name(code)));
            Err(Failure::trouble(format!("`{name}` is the last part of several codes: {names}"))
                .help(format!("name one of them, for example `assembly explain {}`", short_name(first))))
        }
    }
}

fn unknown(typed: &str, name: &str) -> Failure {
    let near = did_you_mean(name, crate::codes().map(short_name)).or_else(|| {
        // Half a code: the slip is in the part that was typed.
        let part = did_you_mean(name, crate::codes().map(last_part))?;
        crate::codes().find(|code| last_part(code) == part).map(short_name)
    });
    let help = match near {
        Some(near) => format!("did you mean `assembly explain {near}`?"),
        None => "`assembly explain --list` names all of them".to_owned(),
    };
    Failure::trouble(format!("there is no code `{}`", visible(typed))).help(help)
}

/// The codes that begin with what was typed, in the form in which it was begun.
pub(super) fn complete_codes(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let form = if typed.starts_with(PREFIX) { |code: &Code| code.name } else { short_name };
    let wanted = crate::codes().filter(|code| form(code).starts_with(&*typed));
    wanted.map(|code| CompletionCandidate::new(form(code)).help(Some(code.meaning.into()))).collect()
}
