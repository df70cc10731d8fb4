//! The name of a skill stands twice: in the frontmatter and on the folder.

use crate::diagnostic::{Diagnostic, Place, Spanned, visible};
use crate::skill::{codes, rules};

/// What is wrong with the name of the skill in the folder `directory`. Where the frontmatter has none, `opening` is the
/// place to say so, unless it may have one that could not be read.
pub(super) fn check(
    name: Option<&Spanned<String>>,
    directory: &str,
    opening: &Place,
    may_be_unread: bool,
) -> Option<Diagnostic> {
    let shown = visible(directory);
    let Some(name) = name else {
        return match rules::name(directory) {
            Err(reason) => Some(invalid(directory, directory, &reason, opening)),
            Ok(()) if may_be_unread => None,
            Ok(()) => Some(
                Diagnostic::new(&codes::MISSING_NAME, format!("skill `{shown}` does not say its `name`"))
                    .label(opening, "this frontmatter has no `name`")
                    .help(format!("write `name: {shown}`; some harnesses do not take it from the folder")),
            ),
        };
    };
    if let Err(reason) = rules::name(&name.value) {
        return Some(invalid(&name.value, directory, &reason, &name.place));
    }
    (name.value != directory).then(|| {
        let message = format!("skill `{}` lies in a folder `{shown}`", name.value);
        let help = match rules::name(directory) {
            Ok(()) => format!("write `name: {shown}`, or call the folder `{}`", name.value),
            Err(_) => format!("call the folder `{}`", name.value),
        };
        Diagnostic::new(&codes::NAME_DIFFERS, message)
            .label(&name.place, "differs from the name of the folder")
            .help(help)
    })
}

fn invalid(name: &str, directory: &str, reason: &str, place: &Place) -> Diagnostic {
    let nearest = match rules::name(directory) {
        Ok(()) => Some(directory.to_owned()),
        Err(_) => rules::suggestion(name),
    };
    let help = match nearest {
        Some(nearest) if nearest == directory => format!("write `name: {nearest}`"),
        Some(nearest) => format!("call the folder `{nearest}` and write `name: {nearest}`"),
        None => "use letters `a-z`, digits and single hyphens between them, like `release-notes`".to_owned(),
    };
    Diagnostic::new(&codes::INVALID_NAME, format!("`{}` cannot be the name of a skill", visible(name)))
        .label(place, reason)
        .help(help)
}
