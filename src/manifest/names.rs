//! What names may look like: of launchers and presets, of files in the hub, of vars and variables.

use crate::diagnostic::{Code, Diagnostic, Place, Spanned, did_you_mean};
use crate::glob::Glob;

use super::codes;
use super::model::{Recipe, RecipeKind};
use super::reading::Reading;
use super::text::excerpt;

/// Placeholders that are always there; no var may take their names.
pub const BUILT_IN: [&str; 5] = ["ASSEMBLY_DIR", "TARGET_DIR", "LAUNCHER", "HOME", "GIT_ROOT"];

/// The longest name, in bytes, as file systems have it. Names are repeated wherever it is said who asked for a thing.
const LONGEST: usize = 255;

/// Why a name cannot name anything, if so, as the end of a sentence about it.
pub fn flaw(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("is empty")
    } else if name.len() > LONGEST {
        Some("is longer than 255 bytes")
    } else if name == "." || name == ".." {
        Some("is a folder, not a name")
    } else if name.contains('/') {
        Some("holds a path")
    } else if name.chars().any(char::is_control) {
        Some("holds a control character")
    } else {
        None
    }
}

/// Reports the name of a launcher or preset that cannot be one.
pub(super) fn check_recipe_name(kind: RecipeKind, name: &Spanned<String>, reading: &mut Reading) {
    let Some(flaw) = flaw(&name.value) else { return };
    let kind = kind.word();
    let help = match name.value.rsplit('/').next() {
        Some(last) if last != name.value && self::flaw(last).is_none() => {
            format!("write `{kind} \"{last}\"`; its folder is what `target` says")
        }
        _ => format!("name it by lower-case words joined by hyphens, as in `{kind} \"myapp-mac-claude\"`"),
    };
    let diagnostic =
        bad_name(format!("the name `{}` of a {kind} {flaw}", excerpt(&name.value)), &name.place).help(help);
    reading.report(diagnostic);
}

/// Reports a word of `modules`, `skills` or a hook entry that can match nothing in `folder`; whether it is good.
pub(crate) fn check_pick(word: &Spanned<String>, folder: &str, reading: &mut Reading) -> bool {
    let Some(flaw) = flaw(&word.value).filter(|_| !is_long_glob(&word.value)) else { return true };
    let diagnostic = bad_name(format!("`{}` {flaw}", excerpt(&word.value)), &word.place);
    let help = if flaw == "holds a control character" && word.place.text().contains('\\') {
        "a backslash in a quoted string begins an escape; write `#\"…\"#` for a text with backslashes"
            .to_owned()
    } else {
        // What a shell completes ends in a slash, and of a skill it is the folder that is listed.
        let path = word.value.trim_end_matches('/').trim_end_matches("/SKILL.md");
        let last = path.rsplit('/').next().filter(|last| self::flaw(last).is_none()).unwrap_or("name");
        format!(
            "what is listed lies in `{folder}/` itself and is named without a folder: `\"{}\"`",
            excerpt(last)
        )
    };
    reading.report(diagnostic.help(help));
    false
}

/// A glob may be longer than what it matches, and how long is judged when it is used.
fn is_long_glob(word: &str) -> bool {
    word.len() > LONGEST && Glob::is_one(word) && !word.contains('/') && !word.chars().any(char::is_control)
}

pub(super) fn bad_name(message: String, place: &Place) -> Diagnostic {
    Diagnostic::new(&codes::BAD_NAME, message).label(place, "not a name")
}

/// Reports a path, program or window name that is empty or holds control characters; whether it is good.
pub(crate) fn check_text(owner: &str, text: &Spanned<String>, reading: &mut Reading) -> bool {
    if text.value.is_empty() {
        let help = if is_property(&text.place) {
            format!("write `{owner}=\"…\"`, or leave it out")
        } else {
            format!("write `{owner} \"…\"`, or delete the node")
        };
        let diagnostic = Diagnostic::new(&codes::EMPTY_VALUE, format!("`{owner}` is empty"))
            .label(&text.place, "nothing between the quotes")
            .help(help);
        reading.report(diagnostic);
        return false;
    }
    check_controls(owner, text, reading)
}

/// Whether a name and a `=` stand before a value.
fn is_property(value: &Place) -> bool {
    value.file.text()[..value.span.start].trim_end().ends_with('=')
}

/// Reports a control character in something that is one line; whether there is none.
pub(super) fn check_controls(owner: &str, text: &Spanned<String>, reading: &mut Reading) -> bool {
    let Some(control) = text.value.chars().find(|character| character.is_control()) else { return true };
    let shown = control.escape_default().to_string();
    let written = text.place.text();
    let help = if written.contains('\\') && owner != "description" {
        format!("write `#\"{}\"#`, where a backslash is only a backslash", excerpt(written.trim_matches('"')))
    } else {
        "write it on one line".to_owned()
    };
    let name = match control {
        '\t' => "a tab".to_owned(),
        '\n' => "a line break".to_owned(),
        _ => format!("the control character `{shown}`"),
    };
    let diagnostic =
        Diagnostic::new(&codes::CONTROL_CHARACTER, format!("the value of `{owner}` holds {name}"))
            .label(&text.place, format!("`{shown}` is one character here"))
            .help(help);
    reading.report(diagnostic);
    false
}

/// Warns of `"C:\temp"`, which holds a tab: the escapes of a quoted string are not what a path means.
pub(super) fn warn_of_escaped_path(text: &Spanned<String>, reading: &mut Reading) {
    let written = text.place.text();
    let Some(path) = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return };
    let mut letters = path.chars();
    let drive =
        letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':');
    if !drive
        || letters.next() != Some('\\')
        || !letters.next().is_some_and(|letter| "bfnrts".contains(letter))
    {
        return;
    }
    let diagnostic =
        Diagnostic::new(&codes::ESCAPED_PATH, format!("the path `{}` holds an escape", excerpt(path)))
            .label(&text.place, format!("`{}` is one character here", &path[2..4]))
            .help(format!("write `#\"{}\"#`, where a backslash is only a backslash", excerpt(path)));
    reading.report(diagnostic);
}

/// Reports an argument or value that no process can be given, since it holds a NUL; whether it is good.
pub(super) fn check_no_nul(text: &Spanned<String>, reading: &mut Reading) -> bool {
    if !text.value.contains('\0') {
        return true;
    }
    let diagnostic = Diagnostic::new(&codes::CONTROL_CHARACTER, "an argument or variable cannot hold a NUL")
        .label(&text.place, "holds `\\u{0}`")
        .help("delete the `\\u{0}`");
    reading.report(diagnostic);
    false
}

/// Reports a var whose name is reserved or no name; whether it is good.
pub(super) fn check_var_name(name: &Spanned<String>, reading: &mut Reading) -> bool {
    let value = &name.value;
    let (code, message): (&'static Code, _) = if BUILT_IN.contains(&value.as_str()) {
        (&codes::RESERVED_VAR, format!("`{value}` is built in and cannot be a var"))
    } else if !is_placeholder_name(value) {
        (&codes::BAD_NAME, format!("`{}` cannot name a var", excerpt(value)))
    } else if value.chars().any(char::is_uppercase) {
        (
            &codes::RESERVED_VAR,
            format!("`{}` has upper-case letters, which are kept for built-in placeholders", excerpt(value)),
        )
    } else {
        return true;
    };
    let lower: String = value
        .to_lowercase()
        .chars()
        .map(|character| if is_name_character(character) { character } else { '_' })
        .collect();
    let lower = lower.trim_start_matches(|first: char| !first.is_ascii_alphabetic());
    let proposal = if lower.is_empty() { "name" } else { lower };
    let diagnostic = Diagnostic::new(code, message)
        .label(&name.place, "not a name of a var")
        .help(format!("name it with lower-case letters, digits, `_` and `-`: `{}`", excerpt(proposal)));
    reading.report(diagnostic);
    false
}

/// Whether `name` can stand in `{{…}}`: `[A-Za-z_][A-Za-z0-9_-]*`.
pub(super) fn is_placeholder_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(is_name_character)
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Notes a launcher's name that does not tell project, platform and CLI. `cli` is the effective program and harness.
pub(super) fn check_shape(launcher: &Recipe, cli: Option<(&str, Option<&str>)>) -> Option<Diagnostic> {
    let name = &launcher.name;
    if flaw(&name.value).is_some() {
        return None;
    }
    let words: Vec<&str> = name.value.split('-').collect();
    let is_word = |word: &&str| {
        !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    if words.len() < 2 || !words.iter().all(is_word) {
        let diagnostic = Diagnostic::new(
            &codes::NAME_SHAPE,
            format!(
                "the name `{}` does not have the shape `<project>-<platform>-<cli>`",
                excerpt(&name.value)
            ),
        );
        return Some(
            diagnostic
                .label(&name.place, "not lower-case words joined by hyphens")
                .help("a name such as `myapp-mac-claude` or `myapp-claude` tells what opens where"),
        );
    }
    let (program, harness) = cli?;
    let file_name = program.rsplit('/').next().unwrap_or(program);
    // Of `claude.exe` the part that a launcher's name can end with.
    let is_other = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '-');
    let stem = file_name.split(is_other).next().unwrap_or_default();
    if stem.is_empty() && harness.is_none() {
        return None;
    }
    if program.contains("{{") || program.contains('$') {
        return None;
    }
    let ends_with =
        |cli: &str| !cli.is_empty() && name.value.strip_suffix(cli).is_some_and(|rest| rest.ends_with('-'));
    if ends_with(file_name) || ends_with(stem) || harness.is_some_and(ends_with) {
        return None;
    }
    let last = words.last().copied().unwrap_or_default();
    let wanted = harness.unwrap_or(stem).to_ascii_lowercase();
    let wanted = wanted.as_str();
    let message = format!(
        "the name `{}` ends with `{last}`, but its CLI is `{}`",
        excerpt(&name.value),
        excerpt(file_name)
    );
    if did_you_mean(wanted, [last]).is_some() {
        return Some(
            Diagnostic::new(&codes::OTHER_CLI, message)
                .label(&name.place, format!("ends with `{}`", excerpt(last)))
                .help(format!("did you mean `cli \"{}\"`?", excerpt(last))),
        );
    }
    let proposal = [&words[..words.len() - 1], &[wanted]].concat().join("-");
    Some(
        Diagnostic::new(&codes::OTHER_CLI, message)
            .label(&name.place, "its last word should be the program or the harness")
            .help(format!("call it `{}`", excerpt(&proposal))),
    )
}
