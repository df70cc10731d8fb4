//! Skills where the shell launchers had them.

use std::path::Path;

use super::codes;
use crate::diagnostic::{Diagnostic, listed, shell_word, visible};

/// Says how to move the skills of `.claude/skills/` of a hub to where a hub has them; none when there are none to move.
pub fn old_skills(hub: &Path) -> Option<Diagnostic> {
    let mut names = Vec::new();
    for entry in fs_err::read_dir(hub.join(".claude/skills")).ok()?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_taken = fs_err::symlink_metadata(hub.join("skills").join(&name)).is_ok();
        if entry.path().join("SKILL.md").is_file() && !is_taken {
            names.push(name);
        }
    }
    if names.is_empty() {
        return None;
    }
    names.sort_unstable();
    let moved: Vec<String> = names.iter().map(|name| shell_word(&format!(".claude/skills/{name}"))).collect();
    let git = if hub.join(".git").exists() { "git " } else { "" };
    let command = format!(
        "cd {} && mkdir -p skills && {git}mv {} skills/",
        shell_word(&hub.to_string_lossy()),
        moved.join(" ")
    );
    let verb = if names.len() == 1 { "lies" } else { "lie" };
    Some(
        Diagnostic::new(
            &codes::OLD_SKILLS,
            format!(
                "{} {verb} in `.claude/skills/`, where an agent in the hub loads them itself",
                listed(names.iter().map(|name| visible(name)))
            ),
        )
        .help(format!("a hub keeps its skills in `skills/`: `{command}`")),
    )
}
