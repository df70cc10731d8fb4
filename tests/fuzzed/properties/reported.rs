//! What holds for every report.

use assembly::diagnostic::{Diagnostic, Form, hidden_character, render, to_json, visible};

const FORMS: [Form; 2] = [Form::Plain, Form::Graphical { color: false, width: 80 }];

/// Checks problems: each says something, points into its file, and cannot forge what a terminal shows. Returns all they
/// say, to be compared.
pub(super) fn reported<'a>(problems: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let mut told = String::new();
    for problem in problems {
        assert!(!problem.message.is_empty(), "a problem says nothing: {problem:?}");
        for label in &problem.labels {
            let (text, span) = (label.place.file.text(), label.place.span.clone());
            assert!(text.get(span.clone()).is_some(), "{span:?} does not lie in the file: {problem:?}");
            let (line, column) = label.place.line_and_column();
            assert!(line > 0 && column > 0, "{problem:?}");
        }
        for form in FORMS {
            let report = render(problem, problem.severity(), form);
            assert!(report.ends_with('\n'), "{report:?}");
            // A tab is drawn as it is; what is not drawn is escaped.
            let hidden = report.lines().find_map(|line| hidden_character(&line.replace('\t', "")));
            assert!(hidden.is_none(), "{hidden:?} in {}", visible(&report));
            told.push_str(&report);
        }
        told.push_str(&to_json(problem, problem.severity()).to_string());
    }
    told
}
