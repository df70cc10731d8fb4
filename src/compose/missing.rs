//! What is said of a name that is in no source.

use super::codes;
use crate::diagnostic::{Code, Diagnostic, Place, visible};
use crate::hub::{Hub, Kind, Shelf};

/// No source gives it. What stands in a list can also be taken out again.
pub(super) fn missing(hub: &Hub, kind: Kind, name: &str, listed: &Place, in_list: bool) -> Diagnostic {
    let (code, word, shown, folder) = (code(kind), kind.word(), visible(name), kind.folder());
    let names = hub.shelf(kind);
    let split = (kind == Kind::Hook).then(|| split_command(name, names)).flatten();
    let help = match (not_admitted(hub, kind, name), names.nearest(name)) {
        (Some(help), _) => help,
        _ if split.is_some() => split.unwrap_or_default(),
        (_, Some(near)) => format!("did you mean `\"{}\"`?", visible(near)),
        (_, None) => {
            let create = match kind {
                Kind::Skill => format!("create `skills/{shown}/SKILL.md`"),
                Kind::Person => format!("create `persons/{shown}/person.kdl`"),
                _ => format!("create `{folder}/{shown}`"),
            };
            let or = if in_list { "take it out of the list" } else { "name another one" };
            format!("{create}, or {or}")
        }
    };
    Diagnostic::new(code, format!("there is no {word} `{shown}`"))
        .label(listed, nowhere(hub, kind))
        .help(help)
}

/// A folder in which it could be cannot be listed, so that nobody knows.
pub(super) fn unlisted(hub: &Hub, kind: Kind, listed: &Place) -> Option<Diagnostic> {
    let (source, error) = hub.unlisted(kind)?;
    let path = source.shown(kind, "");
    let folder = visible(&path);
    Some(
        Diagnostic::new(
            &codes::FOLDER_UNREADABLE,
            format!("`{folder}` cannot be listed: {}", visible(error)),
        )
        .label(listed, "looked for there")
        .help(format!("make `{folder}` a folder that this user can read")),
    )
}

/// The code of a thing that is missing.
pub(super) fn code(kind: Kind) -> &'static Code {
    match kind {
        Kind::Module => &codes::MODULE_MISSING,
        Kind::Hook => &codes::HOOK_MISSING,
        Kind::Skill => &codes::SKILL_MISSING,
        Kind::Person => &codes::PERSON_MISSING,
    }
}

/// A source that has it, and of which things of this kind are not admitted.
fn not_admitted(hub: &Hub, kind: Kind, name: &str) -> Option<String> {
    let holder = hub
        .sources()
        .iter()
        .find(|source| !source.admits(kind) && source.state().is_ok() && source.shelf(kind).contains(name))?;
    let (id, folder) = (visible(holder.id()), kind.folder());
    Some(format!("source `{id}` has it, and its {folder} are not admitted: write `{folder}=#true` there"))
}

/// Says that something is in no folder of a kind: "`modules/` *has no such entry*".
fn nowhere(hub: &Hub, kind: Kind) -> String {
    let folder = kind.folder();
    match hub.giving(kind).count() {
        0 | 1 => format!("`{folder}/` has no such entry"),
        _ => format!("`{folder}/` of no source has such an entry"),
    }
}

/// `"guard.sh --flag"` names a script and its arguments at once: how it is written.
fn split_command(name: &str, folder: &Shelf) -> Option<String> {
    let mut words = name.split_whitespace();
    let script = words.next().filter(|script| folder.contains(script))?;
    let args: Vec<String> = words.map(|word| format!("\"{}\"", visible(word))).collect();
    (!args.is_empty()).then(|| format!("write `\"{}\" {{ args {} }}`", visible(script), args.join(" ")))
}
