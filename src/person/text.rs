//! Words of a person: each is one line that is read as it looks.

use crate::diagnostic::{Diagnostic, Spanned, visible};
use crate::manifest::{Reading, check_pick, check_text, codes};

/// Reports a name, purpose or pronoun that is blank or holds what cannot be seen; whether it is good.
pub(super) fn check_line(owner: &str, text: &Spanned<String>, reading: &mut Reading) -> bool {
    let trimmed = Spanned::new(text.value.trim_matches(' ').to_owned(), text.place.clone());
    if !check_text(owner, &trimmed, reading) {
        return false;
    }
    let shown = visible(&text.value);
    if shown == text.value {
        return true;
    }
    let message = format!("the value of `{owner}` holds a character that cannot be seen");
    let diagnostic = Diagnostic::new(&codes::CONTROL_CHARACTER, message)
        .label(&text.place, format!("reads `{shown}`"))
        .help("delete what begins with a `\\u`");
    reading.report(diagnostic);
    false
}

/// Reports what can be no folder of `skills/`; whether it is good.
pub(super) fn check_skill(skill: &Spanned<String>, reading: &mut Reading) -> bool {
    check_line("skill", skill, reading) && check_pick(skill, "skills", reading)
}
