//! Every skill of `tests/skills`: one test a folder.
//!
//! `NAME.expect` says what reading `NAME/` must find. Its first line is `valid` for nothing at all, or `errors N` or
//! `errors N+` for a count of errors; each further line, `LINE SEVERITY WORD…`, asks for a diagnostic of that severity
//! with a label on that line of the SKILL.md (`*`: any) whose message, label or help contains every word.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::path::Path;

use assembly::diagnostic::{Diagnostic, Form, Problems, Severity, render};
use assembly::skill::check_folder;

fn skill(expect: &Path) -> datatest_stable::Result<()> {
    let expected = std::fs::read_to_string(expect)?;
    let folder = expect.with_extension("");
    let mut problems = Problems::new();
    let skill = check_folder(&folder, folder.file_name().unwrap().to_str().unwrap(), &mut problems);
    let found = problems.into_sorted();
    let report: String =
        found.iter().map(|diagnostic| render(diagnostic, diagnostic.severity(), Form::Plain)).collect();
    let errors = found.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    assert_eq!(skill.is_none(), errors > 0, "{report}");
    let mut lines = expected.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().ok_or("the first line counts the errors")?;
    if first == "valid" {
        assert!(found.is_empty(), "{report}");
    } else {
        let count = first.strip_prefix("errors ").ok_or("`valid` or `errors N`")?;
        match count.strip_suffix('+') {
            Some(least) => assert!(errors >= least.parse()?, "{errors} errors, {least} expected\n{report}"),
            None => assert_eq!(errors, count.parse::<usize>()?, "{report}"),
        }
    }
    for line in lines {
        assert!(
            found.iter().any(|diagnostic| matches(diagnostic, line)),
            "nothing matches `{line}` in\n{report}"
        );
    }
    for diagnostic in &found {
        assert!(diagnostic.help.is_some(), "without help: {report}");
        assert!(diagnostic.code.name.starts_with("assembly::skill::"), "{report}");
        for label in &diagnostic.labels {
            assert!(label.place.file.name().ends_with("/SKILL.md"), "{report}");
            assert!(!label.text.is_empty(), "a label without words: {report}");
        }
    }
    if let Some(skill) = skill {
        reads_back(&skill);
    }
    Ok(())
}

fn matches(diagnostic: &Diagnostic, line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (place, severity) = (words.next().unwrap(), words.next().unwrap());
    let labels = &diagnostic.labels;
    let texts = labels.iter().map(|label| label.text.as_str());
    let text: Vec<&str> = [diagnostic.message.as_str(), diagnostic.help.as_deref().unwrap_or_default()]
        .into_iter()
        .chain(texts)
        .collect();
    let text = text.join("\n");
    let on_line =
        place == "*" || labels.iter().any(|label| label.place.line_and_column().0.to_string() == place);
    diagnostic.severity().name() == severity && on_line && words.all(|word| text.contains(word))
}

/// What was read is the same after it was written, and nothing is wrong with it then.
fn reads_back(skill: &assembly::skill::CheckedSkill) {
    let text = assembly::skill::render(&skill.name, &skill.file.frontmatter, &skill.file.body);
    let file =
        assembly::diagnostic::SourceFile::new("/rendered/SKILL.md", "rendered/SKILL.md", text.as_str());
    let mut problems = Problems::new();
    let again = assembly::skill::read(&file, &skill.name, &mut problems);
    assert_eq!(
        again.map(|again| (again.frontmatter, again.body)),
        Some((skill.file.frontmatter.clone(), skill.file.body.clone())),
        "{text}"
    );
}

datatest_stable::harness! {
    { test = skill, root = "tests/skills", pattern = r"\.expect$" },
}
