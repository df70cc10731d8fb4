//! Every person of the hub, whether or not a launcher names it.

use std::sync::Arc;

use super::codes;
use super::missing::{missing, unlisted};
use super::person::{Files, INVARIANT_FILE, PERSON_FILE, files};
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, Spanned, visible};
use crate::hub::{Fault, Hub, Kind};
use crate::person::{self, Person};

/// Reports what is wrong with any person of the hub, and the skills that its roles need and no source has. What is said of
/// a person that a launcher names is the same, and said once.
pub fn check_persons(hub: &Hub, problems: &mut Problems) {
    let own = hub.own();
    for name in own.shelf(Kind::Person).names() {
        // A file beside the persons, such as a README, is nobody's concern; and what lies elsewhere is not the hub's.
        let folder = own.root().join(Kind::Person.folder()).join(name);
        if !own.keeps(Kind::Person, name) || !folder.is_dir() {
            continue;
        }
        let fault = match files(own, name) {
            Ok(Files { person: file, invariant }) => {
                let beside = invariant.as_ref().ok().and_then(Option::as_ref);
                let person = person::read(&file, name, beside, problems);
                check_skills(hub, person.as_ref(), problems);
                if invariant == Ok(None)
                    && let Some(found) = own.beside_person(name, INVARIANT_FILE)
                {
                    problems.push(misspelt(&found, &file));
                }
                invariant.err()
            }
            Err(fault) => Some(fault),
        };
        let path = own.shown(Kind::Person, name);
        let found = fault.map(|fault| unusable(name, &path, &folder.join(PERSON_FILE), &fault));
        // Of one that a launcher names, its node is the better place.
        let is_known = |found: &Diagnostic| {
            problems.iter().any(|known| known.code.name == found.code.name && known.message == found.message)
        };
        if let Some(found) = found.filter(|found| !is_known(found)) {
            problems.push(found);
        }
    }
}

fn check_skills(hub: &Hub, person: Option<&Person>, problems: &mut Problems) {
    if hub.lacks().is_some() {
        return;
    }
    let Some(person) = person else { return };
    let of_roles = person.roles.iter().map(|role| &role.skill);
    let of_personalities = person.personalities.iter().map(|personality| &personality.skill);
    for Spanned { value, place } in of_roles.chain(of_personalities) {
        if hub.holders(Kind::Skill, value).is_empty() {
            let unlisted = unlisted(hub, Kind::Skill, place);
            problems.push(unlisted.unwrap_or_else(|| missing(hub, Kind::Skill, value, place, false)));
        }
    }
}

/// Nothing in the manifest led here, and there is no text to show.
fn unusable(name: &str, path: &str, file: &std::path::Path, fault: &Fault) -> Diagnostic {
    let message = format!("person `{}` {}", visible(name), fault.describe());
    let place = match fault {
        Fault::NotUtf8 { file, offset } => Place::new(file, *offset..*offset + 1),
        _ => Place::new(&SourceFile::new(file, format!("{path}/{PERSON_FILE}"), String::new()), 0..0),
    };
    Diagnostic::new(&codes::PERSON_UNUSABLE, message)
        .label(&place, "found here")
        .help(format!("make `{}` a folder that holds a `{PERSON_FILE}`, or remove it", visible(path)))
}

/// Prose that no role gets, since its file is almost called as it has to be.
fn misspelt(found: &str, person: &Arc<SourceFile>) -> Diagnostic {
    let found = visible(found);
    Diagnostic::new(&codes::INVARIANT_MISSPELT, format!("nothing reads `{found}` of the person"))
        .label(&Place::new(person, 0..0), "it lies beside this file")
        .help(format!(
            "rename it to `{INVARIANT_FILE}` if every role shall get it, or call it something else"
        ))
}
