//! What shows when all of a person was read: whether its parts fit together.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Spanned};
use crate::manifest::{Reading, excerpt};

use super::{Entry, Named, Personality, Role, codes};

/// Reports what contradicts itself between the personalities and roles of a person.
///
/// `listed` is what the roles list, also those with a mistake.
pub(super) fn check(
    personalities: &Named<Personality>,
    roles: &Named<Role>,
    listed: &[Spanned<String>],
    reading: &mut Reading,
) {
    check_skills(personalities, roles, reading);
    // Proposing costs time for every name, and after so many mistakes they have one cause.
    let mut proposals = 20;
    for name in listed.iter().filter(|name| personalities.place(&name.value).is_none()) {
        reading.report(unknown_personality(name, personalities, &mut proposals));
    }
    let listed: HashSet<&str> = listed.iter().map(|name| name.value.as_str()).collect();
    for personality in personalities.iter().filter(|known| !listed.contains(known.name())) {
        let message = format!("no role lists the personality `{}`", excerpt(personality.name()));
        let diagnostic = Diagnostic::new(&codes::UNUSED_PERSONALITY, message)
            .label(&personality.name.place, "never used")
            .help("list it in a role, or delete it");
        reading.report(diagnostic);
    }
}

fn unknown_personality(
    name: &Spanned<String>,
    personalities: &Named<Personality>,
    proposals: &mut usize,
) -> Diagnostic {
    let shown = excerpt(&name.value);
    let meant = proposals.checked_sub(1).and_then(|left| {
        *proposals = left;
        personalities.nearest(&name.value)
    });
    let diagnostic =
        Diagnostic::new(&codes::UNKNOWN_PERSONALITY, format!("the personality `{shown}` is not defined"))
            .label(&name.place, "not known here");
    match meant {
        Some(meant) => diagnostic.help(format!("did you mean `\"{}\"`?", excerpt(meant))),
        None => diagnostic.help(format!(
            "define it in the person: `personality \"{shown}\" skill=\"personality-{shown}\" color=\"#5fa87a\"`"
        )),
    }
}

/// The prose of a personality is its own: two names for one skill say one thing twice.
fn check_skills(personalities: &Named<Personality>, roles: &Named<Role>, reading: &mut Reading) {
    let mut owners: HashMap<&str, (&Spanned<String>, &Personality)> = HashMap::new();
    for personality in personalities {
        let skill = &personality.skill;
        match owners.get(skill.value.as_str()) {
            None => _ = owners.insert(&skill.value, (skill, personality)),
            Some(first) => {
                reading.report(shared_skill(Personality::KIND, personality.name(), skill, *first));
            }
        }
    }
    for role in roles {
        if let Some(first) = owners.get(role.skill.value.as_str()) {
            reading.report(shared_skill(Role::KIND, role.name(), &role.skill, *first));
        }
    }
}

fn shared_skill(
    kind: &str,
    name: &str,
    skill: &Spanned<String>,
    (first, owner): (&Spanned<String>, &Personality),
) -> Diagnostic {
    let shown = excerpt(&skill.value);
    let message = format!(
        "the {kind} `{}` and the personality `{}` have the same skill `{shown}`",
        excerpt(name),
        excerpt(owner.name())
    );
    Diagnostic::new(&codes::SHARED_SKILL, message)
        .label(&skill.place, "again here")
        .label(&first.place, "first here")
        .help("name a skill of its own; what both need can be listed by the launcher")
}
