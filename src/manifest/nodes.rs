//! The single nodes of a body, but for `hooks` and `vars`.

use kdl::{KdlNode, KdlValue};

use crate::diagnostic::{Diagnostic, Spanned, did_you_mean};

use super::choice;
use super::codes;
use super::mode::{Gitignore, SkillMode, Tmux};
use super::model::{Cli, EnvEntry, FlagGroup, Pick};
use super::names::{check_controls, check_no_nul, check_pick, check_text, warn_of_escaped_path};
use super::reader::{NodeReader, read, wrong_type};
use super::reading::Reading;
use super::text::excerpt;

pub(super) fn description(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let text = reader.argument("description \"Backend work on myapp\"", reading);
    reader.finish(reading);
    text.filter(|text| check_controls("description", text, reading))
}

pub(super) fn uses(node: &KdlNode, reading: &mut Reading) -> Vec<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    if !reader.has_argument() {
        reader.argument::<String>("use \"preset\"", reading);
    }
    let mut names = reader.arguments(reading);
    reader.finish(reading);
    names.retain(|name| check_text("use", name, reading));
    names
}

pub(super) fn target(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let target = reader.argument("target \"~/code/myapp\"", reading);
    reader.finish(reading);
    target.filter(|target| check_text("target", target, reading))
}

pub(super) fn cli(node: &KdlNode, reading: &mut Reading) -> Option<Cli> {
    let mut reader = NodeReader::new(node, reading);
    let program = reader.argument("cli \"claude\"", reading);
    let harness = reader.property("harness", reading);
    reader.finish(reading);
    let harness = harness.filter(|harness| check_text("harness", harness, reading));
    let program = program.filter(|program| check_text("cli", program, reading));
    let program = program.filter(|program| check_is_no_folder(program, reading));
    program.filter(|program| check_is_one_word(program, reading)).map(|program| Cli { program, harness })
}

/// A path that ends in a slash names a folder.
fn check_is_no_folder(program: &Spanned<String>, reading: &mut Reading) -> bool {
    if !program.value.ends_with('/') {
        return true;
    }
    let name = excerpt(&program.value);
    let diagnostic = Diagnostic::new(&codes::BAD_NAME, format!("`{name}` is a folder, not a program"))
        .label(&program.place, "ends with a `/`")
        .help(format!("name the program in it: `cli \"{name}claude\"`"));
    reading.report(diagnostic);
    false
}

/// A program's name has no spaces; a command line does.
fn check_is_one_word(program: &Spanned<String>, reading: &mut Reading) -> bool {
    let mut words = program.value.split_whitespace();
    let (Some(name), Some(flag)) = (words.next(), words.next()) else { return true };
    if program.value.contains(['/', '$', '{']) {
        return true;
    }
    let flags: Vec<String> = std::iter::once(flag).chain(words).map(|word| format!("\"{word}\"")).collect();
    let diagnostic = Diagnostic::new(
        &codes::COMMAND_LINE,
        format!("`cli` takes a program, found the command line `{}`", excerpt(&program.value)),
    )
    .label(&program.place, "no shell takes this apart")
    .help(format!("write `cli \"{}\"` and `flags {}`", excerpt(name), excerpt(&flags.join(" "))));
    reading.report(diagnostic);
    false
}

pub(super) fn flags(node: &KdlNode, reading: &mut Reading) -> FlagGroup {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.place(reading);
    let mut words: Vec<Spanned<String>> = reader.arguments(reading);
    reader.finish(reading);
    words.retain(|word| check_no_nul(word, reading));
    for word in &words {
        warn_of_escaped_path(word, reading);
    }
    let leading = words.iter().take_while(|word| word.value.starts_with("!-")).count();
    let rest = words.split_off(leading);
    for word in &mut words {
        word.value.remove(0);
    }
    FlagGroup { place, removes: words, words: rest }
}

pub(super) fn env(node: &KdlNode, reading: &mut Reading) -> Vec<EnvEntry> {
    let mut reader = NodeReader::new(node, reading);
    let mut entries = Vec::new();
    for entry in reader.other_properties() {
        let Some(key) = entry.name().filter(|key| !reading.is_mended(key.span())) else { continue };
        let name = Spanned::new(key.value().to_owned(), reading.place(key.span()));
        let value = read::<Option<String>>(&name.value, entry, reading);
        if name.value.is_empty() || name.value.contains(['=', '\0']) {
            let diagnostic = Diagnostic::new(
                &codes::BAD_NAME,
                format!("`{}` cannot name a variable", excerpt(&name.value)),
            )
            .label(&name.place, "empty, or with a `=`")
            .help("write `env NAME=\"value\"`");
            reading.report(diagnostic);
            continue;
        }
        let Some(value) = value else { continue };
        let text = Spanned::new(value.value.clone().unwrap_or_default(), value.place.clone());
        if check_no_nul(&text, reading) {
            warn_of_escaped_path(&text, reading);
            entries.push(EnvEntry { name, value });
        }
    }
    reader.finish(reading);
    entries
}

pub(super) fn picks(node: &KdlNode, folder: &'static str, reading: &mut Reading) -> Vec<Pick> {
    let mut reader = NodeReader::new(node, reading);
    let words = reader.arguments(reading);
    let required = reader.property::<bool>("required", reading).map(|required| required.value);
    let mode = if folder == "skills" { skill_mode(&mut reader, reading) } else { None };
    reader.finish(reading);
    words.into_iter().filter_map(|word| pick(word, folder, required, mode, reading)).collect()
}

/// Takes the `!` off a word, if what is left is a name.
pub(super) fn pick(
    mut word: Spanned<String>,
    folder: &str,
    required: Option<bool>,
    mode: Option<SkillMode>,
    reading: &mut Reading,
) -> Option<Pick> {
    let removes = word.value.starts_with('!');
    if removes {
        word.value.remove(0);
    }
    check_pick(&word, folder, reading).then_some(Pick { word, removes, required, mode })
}

fn skill_mode(reader: &mut NodeReader, reading: &mut Reading) -> Option<SkillMode> {
    let mode = reader.property::<String>("mode", reading)?;
    match mode.value.as_str() {
        "link" => Some(SkillMode::Link),
        "copy" => Some(SkillMode::Copy),
        other => {
            choice::unknown_value("mode", other, &mode.place, &["link", "copy"], reading);
            None
        }
    }
}

pub(super) fn gitignore(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<Gitignore>> {
    let mut reader = NodeReader::new(node, reading);
    let word =
        node.entries().iter().find(|entry| entry.name().is_none()).and_then(|entry| match entry.value() {
            KdlValue::String(word) if !reading.is_mended(entry.span()) => {
                Some((word.as_str(), reading.place(entry.span())))
            }
            _ => None,
        });
    let value = match word {
        None => reader.argument::<bool>("gitignore #false", reading).map(|on| Spanned {
            value: if on.value { Gitignore::InTarget } else { Gitignore::Off },
            place: on.place,
        }),
        Some((word, place)) => {
            reader.argument::<String>("", reading);
            if word == "exclude" {
                Some(Spanned { value: Gitignore::Exclude, place })
            } else {
                let found = format!("the string `{}`", excerpt(place.text()));
                let help = match did_you_mean(word, ["exclude"]) {
                    Some(_) => "did you mean `gitignore \"exclude\"`?",
                    None => "write `gitignore #false` to leave ignore files alone",
                };
                let wanted = "`#true`, `#false` or `\"exclude\"`";
                reading.report(wrong_type("gitignore", wanted, &found, &place).help(help));
                None
            }
        }
    };
    reader.finish(reading);
    value
}

pub(super) fn tmux(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<Tmux>> {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.place(reading);
    let said_window = node.entries().iter().any(|entry| entry.name().is_some());
    let window = reader.property::<String>("window", reading);
    let window = window.filter(|window| check_text("window", window, reading));
    let tmux = if reader.has_argument() || !said_window {
        if let Some(entry) = node.entries().iter().find(|entry| entry.name().is_none())
            && entry.value().is_string()
            && !reading.is_mended(entry.span())
        {
            let name = reading.place(entry.span());
            let found = format!("the string `{}`", excerpt(name.text()));
            let diagnostic = wrong_type("tmux", "`#true` or `#false`", &found, &name)
                .help(format!("name the window with `tmux window={}`", excerpt(name.text())));
            reading.report(diagnostic);
            return None;
        }
        let switch = reader.argument::<bool>("tmux window=\"NAME\"` or `tmux #false", reading);
        match (switch, window) {
            (Some(Spanned { value: false, .. }), Some(window)) => {
                let diagnostic = Diagnostic::new(&codes::SURPLUS_ARGUMENT, "`tmux #false` has a window name")
                    .label(&window.place, "no window is opened")
                    .help("write `tmux window=\"NAME\"` or `tmux #false`");
                reading.report(diagnostic);
                None
            }
            (Some(Spanned { value: false, .. }), None) => Some(Tmux::Never),
            (_, Some(window)) => Some(Tmux::Window(window.value)),
            (Some(_), None) => Some(Tmux::Default),
            (None, None) => None,
        }
    } else {
        window.map(|window| Tmux::Window(window.value))
    };
    reader.finish(reading);
    tmux.map(|tmux| Spanned::new(tmux, place))
}
