//! What is said about a launcher and its test.

use std::fmt::Write as _;

use serde_json::Value;

use super::compare::compare;
use super::difference::LauncherDifference;
use super::launcher_test::{LauncherTest, TESTS};
use super::saved_plan::{Entry, SavedPlan, beginning};
use super::{Part, codes};
use crate::diagnostic::{
    Diagnostic, Place, SourceFile, Spanned, did_you_mean, listed_few, shell_word, visible,
};

/// Holds the plan of a launcher against its test; says how they differ, or why that cannot be told.
pub fn judge(test: &LauncherTest, launcher: &Spanned<String>, entry: &Entry) -> Option<Diagnostic> {
    let again = format!("run `assembly check --bless {}`", shell_word(&launcher.value));
    let file = match &test.text {
        Ok(file) => file,
        Err(problem) => return Some(problem.clone()),
    };
    let saved = match SavedPlan::parse(file) {
        Ok(saved) => saved,
        Err(problem) => {
            let help =
                if problem.code.name == codes::NEWER.name { "update assembly".to_owned() } else { again };
            return Some(problem.help(help).scope(&launcher.value));
        }
    };
    if let Some(problem) = of_another(test, &saved, file) {
        return Some(problem.help(again));
    }
    let new = SavedPlan { launchers: vec![entry.clone()] };
    let difference = compare(&saved, &new).into_iter().next()?;
    Some(differs(&difference, launcher, file).help(format!("{again} if this is meant")))
}

/// A test that is not one of its launcher.
fn of_another(
    test: &LauncherTest,
    saved: &SavedPlan,
    file: &std::sync::Arc<SourceFile>,
) -> Option<Diagnostic> {
    let names: Vec<&str> = saved.names().collect();
    if names == [test.name.as_str()] {
        return None;
    }
    let holds = match names[..] {
        [] => "no launcher".to_owned(),
        [other] => format!("the launcher `{}`", visible(other)),
        _ => format!("{} launchers", names.len()),
    };
    let message = format!("the test of `{}` holds {holds}", visible(&test.name));
    let place =
        names.first().map_or_else(|| beginning(file), |name| place_of(file, &Value::from(*name).to_string()));
    Some(
        Diagnostic::new(&codes::OTHER_LAUNCHER, message)
            .label(&place, "a test holds the one launcher that it is named after")
            .scope(&test.name),
    )
}

fn differs(
    difference: &LauncherDifference,
    launcher: &Spanned<String>,
    file: &std::sync::Arc<SourceFile>,
) -> Diagnostic {
    let parts = difference.parts();
    let names = listed_few(parts.iter().map(|part| visible(&part.name)));
    let message = format!("`{}` is not what its test says: {names} differ", visible(&launcher.value));
    let message = if parts.len() == 1 { message.replace(" differ", " differs") } else { message };
    let first = parts
        .first()
        .map_or_else(|| beginning(file), |part| place_of(file, &Value::from(part.name.as_str()).to_string()));
    Diagnostic::new(&codes::TEST_DIFFERS, message)
        .label(&first, "was this when the test was written")
        .label(&launcher.place, "the launcher")
        .diff(parts.iter().map(shown).collect::<String>())
        .scope(&launcher.value)
}

/// Its name, where the diff does not say it already, and its lines.
fn shown(part: &Part) -> String {
    let mut text = String::new();
    if !part.lines.starts_with("---") {
        _ = writeln!(text, "{} {}", part.state.name(), part.name);
    }
    text + &part.lines
}

/// Where a word of JSON first stands in a file; its first line when it does not.
fn place_of(file: &std::sync::Arc<SourceFile>, word: &str) -> Place {
    match file.text().find(word) {
        Some(at) => Place::new(file, at..at + word.len()),
        None => beginning(file),
    }
}

/// A test of a launcher that is not there.
pub fn without_launcher<'a>(test: &LauncherTest, launchers: impl Iterator<Item = &'a str>) -> Diagnostic {
    let file = match &test.text {
        Ok(file) => file,
        Err(problem) => return problem.clone(),
    };
    let saved = match SavedPlan::parse(file) {
        Ok(saved) => saved,
        Err(problem) => return problem.help(format!("`{TESTS}` is for tests only; move the file away")),
    };
    if let Some(problem) = of_another(test, &saved, file) {
        return problem.help(format!("`{TESTS}` is for tests of launchers; move the file away"));
    }
    let name = visible(&test.name);
    let help = match did_you_mean(&test.name, launchers) {
        Some(near) => format!(
            "if the launcher is called `{}` now, run `assembly check --bless`, which deletes this test and writes the other",
            visible(near)
        ),
        None => "run `assembly check --bless`, which deletes the test".to_owned(),
    };
    Diagnostic::new(
        &codes::NO_LAUNCHER,
        format!("there is no launcher `{name}` that this would be the test of"),
    )
    .label(&place_of(file, &Value::from(test.name.as_str()).to_string()), "no launcher has this name")
    .help(help)
}

/// A launcher that has no test, in a hub that has some.
pub fn without_test(launcher: &Spanned<String>) -> Diagnostic {
    let name = &launcher.value;
    Diagnostic::new(&codes::NO_TEST, format!("launcher `{}` has no test in `{TESTS}`", visible(name)))
        .label(&launcher.place, "the launcher")
        .help(format!("run `assembly check --bless {}`", shell_word(name)))
        .scope(name)
}
