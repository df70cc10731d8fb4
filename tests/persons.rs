//! Every person of `tests/persons`: one test a file. Each is read as if it lay in `persons/sam/`.
//!
//! `invalid/NAME.expect` says what must be found: its first line, `errors N`, counts the errors; each further line,
//! `LINE SEVERITY WORD…`, asks for a diagnostic of that severity with a label on that line whose message, label or help
//! contains every word. In `valid/NAME.kdl` nothing must be found. A `NAME.md` beside it is the invariant.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::path::Path;

use assembly::diagnostic::{Diagnostic, Form, Problems, Severity, SourceFile, render};
use assembly::person::{Person, read};

fn person(path: &Path, invariant: &Path) -> std::io::Result<(Option<Person>, Vec<Diagnostic>, String)> {
    let text = std::fs::read_to_string(path)?;
    let file = SourceFile::new("/hub/persons/sam/person.kdl", "persons/sam/person.kdl", text);
    let invariant = std::fs::read_to_string(invariant)
        .ok()
        .map(|text| SourceFile::new("/hub/persons/sam/INVARIANT.md", "persons/sam/INVARIANT.md", text));
    let mut problems = Problems::new();
    let person = read(&file, "sam", invariant.as_ref(), &mut problems);
    let found = problems.into_sorted();
    let report =
        found.iter().map(|diagnostic| render(diagnostic, diagnostic.severity(), Form::Plain)).collect();
    Ok((person, found, report))
}

fn invalid(path: &Path) -> datatest_stable::Result<()> {
    let expected = std::fs::read_to_string(path.with_extension("expect"))?;
    let (_, found, report) = person(path, &path.with_extension("md"))?;
    let mut lines = expected.lines().filter(|line| !line.trim().is_empty());
    let count = lines.next().and_then(|line| line.strip_prefix("errors ")).ok_or("the errors are counted")?;
    let errors = found.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    assert_eq!(errors, count.parse::<usize>()?, "{report}");
    assert!(!found.is_empty());
    for line in lines {
        assert!(
            found.iter().any(|diagnostic| matches(diagnostic, line)),
            "nothing matches `{line}` in\n{report}"
        );
    }
    for diagnostic in &found {
        assert!(diagnostic.help.is_some(), "without help: {report}");
        assert!(!diagnostic.labels.is_empty(), "without a place: {report}");
    }
    Ok(())
}

fn matches(diagnostic: &Diagnostic, line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (place, severity) = (words.next().unwrap(), words.next().unwrap());
    let texts = diagnostic.labels.iter().map(|label| label.text.as_str());
    let text: Vec<&str> = [diagnostic.message.as_str(), diagnostic.help.as_deref().unwrap_or_default()]
        .into_iter()
        .chain(texts)
        .collect();
    let text = text.join("\n");
    let on_line = diagnostic.labels.iter().any(|label| label.place.line_and_column().0.to_string() == place);
    diagnostic.severity().name() == severity && on_line && words.all(|word| text.contains(word))
}

fn valid(path: &Path) -> datatest_stable::Result<()> {
    let (person, found, report) = person(path, &path.with_extension("md"))?;
    assert!(found.is_empty(), "{report}");
    assert_eq!(person.unwrap().name.value, "sam");
    Ok(())
}

/// The sample of this repository, whose skills are there.
fn sample(path: &Path) -> datatest_stable::Result<()> {
    let (person, found, report) = person(path, &path.with_file_name("INVARIANT.md"))?;
    assert!(found.is_empty(), "{report}");
    let person = person.unwrap();
    assert!(person.invariant.is_some());
    let skills = person.roles.iter().map(|role| &role.skill);
    for skill in skills.chain(person.personalities.iter().map(|personality| &personality.skill)) {
        assert!(Path::new("skills").join(&skill.value).join("SKILL.md").is_file(), "{}", skill.value);
    }
    Ok(())
}

datatest_stable::harness! {
    { test = invalid, root = "tests/persons/invalid", pattern = r"\.kdl$" },
    { test = sample, root = "persons/sam", pattern = r"person\.kdl$" },
    { test = valid, root = "tests/persons/valid", pattern = r"\.kdl$" },
}
