//! Words that are written for a shell, although none stands between them and the agent.

use std::path::Path;

use serde_json::Value as Json;

use crate::compose::{Composition, Hook, SettingsLayer};
use crate::diagnostic::{Code, Diagnostic, Place, Problems, Spanned, secrets_in};
use crate::harness::codes;
use crate::harness::handler::field;
use crate::harness::layout::Layout;
use crate::harness::literal::{Literal, literal};
use crate::manifest::{BUILT_IN, Inside, SettingValue};

/// Reports them in flags and variables.
pub(super) fn check_literals(composition: &Composition, problems: &mut Problems) {
    let program = composition.cli.as_ref().map(|cli| cli.program.value.as_str());
    let program = program.and_then(|program| Path::new(program).file_name()?.to_str()).unwrap_or("the agent");
    if !is_shell(program) {
        for (flags, word) in
            composition.flags.iter().flat_map(|flags| flags.words.iter().map(move |word| (flags, word)))
        {
            problems.extend(find(word, program).map(|found| found.scope(&flags.by)));
        }
    }
    for env in &composition.env {
        if let Some(value) = &env.value {
            let word = Spanned::new(value.clone(), env.place.clone());
            problems.extend(in_variable(&env.name.value, &word, program).map(|found| found.scope(&env.by)));
        }
    }
    for layer in &composition.settings.layers {
        for (name, word) in variables(layer) {
            problems.extend(in_variable(name, &word, program).map(|found| found.scope(&layer.by)));
        }
    }
}

/// Variables that a `settings` block declares, which the CLI hands on as they are.
fn variables(layer: &SettingsLayer) -> Vec<(&str, Spanned<String>)> {
    let declared = layer.keys.iter().filter(|key| key.name.value == "env");
    let all = declared.flat_map(|key| match &key.value.value {
        SettingValue::Map(variables) => variables.as_slice(),
        _ => &[],
    });
    let texts = all.filter_map(|variable| match &variable.value.value {
        SettingValue::One(Json::String(text)) => {
            Some((variable.name.value.as_str(), Spanned::new(text.clone(), variable.value.place.clone())))
        }
        _ => None,
    });
    texts.collect()
}

fn in_variable(name: &str, word: &Spanned<String>, program: &str) -> Option<Diagnostic> {
    if is_read_by_shells(name) {
        return None;
    }
    match literal(&word.value) {
        Some((_, Literal::Variable(same))) if same == name && is_alone(&word.value, name) => {
            Some(inherited(word, name))
        }
        _ => find(word, program),
    }
}

/// Reports them in the arguments of a hook, which the CLI hands over without a shell.
pub(super) fn check_hook_literals(layout: &Layout, hook: &Hook, problems: &mut Problems) {
    let Some(args) = &hook.args else { return };
    let command = field(hook, "command").filter(|_| hook.script.is_none());
    let command = command
        .and_then(|(_, value)| Some(Spanned::new(value.value.as_str()?.to_owned(), value.place.clone())));
    let name = hook.script.as_ref().map_or("the hook", |script| script.name.as_str());
    for word in command.iter().chain(args) {
        let is_replaced = match literal(&word.value) {
            Some((place, Literal::Variable(name))) => {
                layout.hook_placeholders.contains(&name) && word.value[place].starts_with("${")
            }
            // A hook may know such patterns itself.
            Some((_, Literal::Home(_))) => word.value.contains(['*', '?', '[']),
            _ => false,
        };
        if !is_replaced {
            problems.extend(find(word, name).map(|found| found.scope(&hook.by)));
        }
    }
}

fn find(word: &Spanned<String>, program: &str) -> Option<Diagnostic> {
    let (range, found) = literal(&word.value)?;
    let written = &word.value[range.clone()];
    // What a var came to is meant so, and a secret is reported as one.
    if !word.place.text().contains(written) || !secrets_in(&word.value).is_empty() {
        return None;
    }
    let (code, help): (&'static Code, _) = match found {
        Literal::Home(path) => (&codes::LITERAL_TILDE, home_help(path)),
        Literal::Variable(name) => (&codes::LITERAL_DOLLAR, variable_help(name)),
        Literal::Command => (
            &codes::LITERAL_DOLLAR,
            "no command is run here: write the text itself, or have the program read the file".to_owned(),
        ),
    };
    let message = format!("`{program}` gets `{written}` as it is written, no shell expands it");
    Some(Diagnostic::new(code, message).label(&place(word, range), "here").help(help))
}

fn place(word: &Spanned<String>, range: std::ops::Range<usize>) -> Place {
    Inside::new(word).place(range)
}

/// `FOO="$FOO"`: what a shell script has to say, and here would take the value away.
fn inherited(word: &Spanned<String>, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::LITERAL_DOLLAR,
        format!("`{name}` becomes `{}` as it is written, no shell expands it", word.value),
    )
    .label(&word.place, "replaces the value that the agent would have had")
    .help(format!("remove `{name}` here: the agent inherits every variable"))
}

fn is_alone(value: &str, name: &str) -> bool {
    value.trim_start_matches('$').trim_matches(['{', '}']) == name
}

fn home_help(path: &str) -> String {
    let last = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let name = var_name(last);
    format!("name the folder once with `vars {{ {name} \"{path}\" }}` and write `\"{{{{{name}}}}}\"` here")
}

fn variable_help(name: &str) -> String {
    if name != "GIT_ROOT" && BUILT_IN.contains(&name) {
        return format!("write `{{{{{name}}}}}`");
    }
    if name == "PWD" {
        return "write `{{TARGET_DIR}}`".to_owned();
    }
    let var = var_name(name);
    format!("write `vars {{ {var} \"${name}\" }}`, where variables are known, and `{{{{{var}}}}}` here")
}

/// A name for a var, made of a word.
fn var_name(word: &str) -> String {
    let letter = |letter: char| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() || letter == '_' => letter,
        _ => '-',
    };
    let name: String = word.trim_start_matches(['.', '~']).chars().map(letter).collect();
    let name = name.trim_matches('-');
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    if begins { name.to_owned() } else { "folder".to_owned() }
}

/// Programs that expand their own arguments, or have them expanded elsewhere.
fn is_shell(program: &str) -> bool {
    ["sh", "bash", "dash", "fish", "ksh", "ssh", "zsh"].contains(&program)
}

/// Variables whose value a shell expands when it uses them.
fn is_read_by_shells(variable: &str) -> bool {
    let is_prompt = variable.starts_with("PROMPT") || variable.starts_with("RPROMPT");
    is_prompt
        || variable.ends_with("_COMMAND")
        || variable.ends_with("_CMD")
        || ["BASH_ENV", "ENV", "PS0", "PS1", "PS2", "PS3", "PS4", "EDITOR", "VISUAL", "PAGER"]
            .contains(&variable)
}
