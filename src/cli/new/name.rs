//! Names that are asked for.

use crate::cli::exit::Failure;
use crate::diagnostic::visible;
use crate::manifest::name_flaw;

/// Refuses a name that cannot name a `what`; the last part of a path is proposed.
pub(super) fn check_name(what: &str, name: &str, example: &str) -> Result<(), Failure> {
    let flaw = match name_flaw(name) {
        Some(flaw) => flaw,
        None if what == "launcher" => return Ok(()),
        None if name.starts_with('.') => "begins with a dot, so no glob finds it",
        None if name.starts_with('!') => "begins with a `!`, which takes a name out",
        None => return Ok(()),
    };
    let failure = Failure::refusal(format!("the name `{}` of a {what} {flaw}", visible(name)));
    let proposal = name.rsplit('/').find(|part| name_flaw(part).is_none());
    let proposal = proposal.map(|part| part.trim_start_matches(['.', '!'])).filter(|part| !part.is_empty());
    Err(match proposal.filter(|part| *part != name && !part.chars().any(char::is_control)) {
        Some(part) => failure.help(format!("did you mean `{}`?", visible(part))),
        None => failure.help(format!("a name such as `{example}`")),
    })
}

/// `payments-domain.md` as a heading: `Payments domain`.
pub(super) fn title(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let words = stem.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(|| file_name.to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_file_name_becomes_a_heading() {
        assert_eq!(title("payments-domain.md"), "Payments domain");
        assert_eq!(title("übung.md"), "Übung");
        assert_eq!(title("-.md"), "-.md");
    }
}
