//! What is wrong with a launcher that is not there yet, in words.

use crate::cli::exit::{FINDINGS, Failure};
use crate::compose::codes;
use crate::diagnostic::{Diagnostic, listed, visible};
use crate::hub::{Hub, Kind, Shelf};

/// A problem without its places, since nothing stands there yet. Where no name is near, the known ones are told.
pub(super) fn failure(problem: Diagnostic, hub: &Hub) -> Failure {
    let mut help = problem.help.unwrap_or_default();
    if !help.starts_with("did you mean")
        && let Some(names) = shelf(problem.code.name, hub).and_then(names)
    {
        help = format!("{help}; there are {names}");
    }
    Failure { message: problem.message, help: Some(help).filter(|help| !help.is_empty()), code: FINDINGS }
}

/// Where the thing that a problem misses would lie.
fn shelf<'a>(code: &str, hub: &'a Hub) -> Option<&'a Shelf> {
    match code {
        _ if code == codes::MODULE_MISSING.name => Some(hub.shelf(Kind::Module)),
        _ if code == codes::SKILL_MISSING.name => Some(hub.shelf(Kind::Skill)),
        _ if code == codes::HOOK_MISSING.name => Some(hub.shelf(Kind::Hook)),
        _ => None,
    }
}

fn names(shelf: &Shelf) -> Option<String> {
    const SHOWN: usize = 20;
    let names = shelf.names();
    let shown = listed(names.iter().take(SHOWN).map(|name| visible(name)));
    let more = if names.len() > SHOWN { ", …" } else { "" };
    (!shown.is_empty()).then(|| format!("{shown}{more}"))
}
