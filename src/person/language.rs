//! The language of `person.kdl`.

use crate::manifest::Language;

/// Every node of a person.
pub(super) const IN_PERSON: [&str; 2] = ["personality", "role"];

/// Every node of a role.
pub(super) const IN_ROLE: [&str; 4] = ["purpose", "skill", "personality", "agent"];

/// What the reader of the manifest has to know of it.
pub(super) static PERSON: Language = Language {
    file: "a person",
    too_large: "a person is written by hand; prose belongs into the skills that it names, or into `INVARIANT.md`",
    top: &["person"],
    body: &["personality", "role", "purpose", "skill", "agent"],
    block: "role \"backend\" {",
    value: "skill \"role-backend\"",
    values: "personality \"tenacious\" \"grounded\"",
    items: None,
    elsewhere,
};

/// What an agent CLI is started with. A person is the same whatever starts it.
const FLAGS: [&str; 8] = [
    "model",
    "permission",
    "permissions",
    "permission-mode",
    "effort",
    "interactive",
    "interactivity",
    "flags",
];

/// Nodes of a launcher that are no flags.
const NODES: [&str; 7] = ["env", "cli", "hooks", "modules", "target", "tmux", "delivery"];

fn elsewhere(name: &str) -> Option<String> {
    if FLAGS.contains(&name) {
        return Some(
            "model, permissions, effort and the like are the launcher's flags: write `flags \"…\"` in `launchers.kdl`"
                .to_owned(),
        );
    }
    NODES.contains(&name).then(|| {
        format!("`{name}` belongs to a launcher: write it in `launchers.kdl`, beside `person` and its role")
    })
}
