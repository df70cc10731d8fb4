//! A diagnostic as a workflow command, by which the runner of GitHub Actions marks a line in the files of a pull request.
//!
//! The form is that of <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>, with the escaping
//! of `@actions/core`, the runner's own library.

use std::fmt::Write as _;
use std::path::Path;

use super::plain::details;
use super::{Diagnostic, Place, Severity, hidden_character, visible};

/// One line, with its newline. It marks the first place in a file that `name_in_repository` has a name for; the others
/// are named in the text, as is the help.
pub fn to_annotation(
    diagnostic: &Diagnostic,
    severity: Severity,
    name_in_repository: &dyn Fn(&Path) -> Option<String>,
) -> String {
    let mut command = format!("::{} ", command_of(severity));
    let marked = diagnostic.labels.iter().find_map(|label| {
        let name = name_in_repository(label.place.file.path())?;
        // What cannot be printed as it is would not be found under what is printed.
        hidden_character(&name).is_none().then_some((name, &label.place))
    });
    if let Some((name, place)) = marked {
        _ = write!(command, "file={},{},", property(&name), position(place));
    }
    let text = format!("{}\n{}", visible(&diagnostic.message), details(diagnostic));
    _ = writeln!(command, "title={}::{}", property(diagnostic.code.name), data(text.trim_end()));
    command
}

fn command_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

/// The first and the last line, and if they are one, its first and last column. GitHub takes no columns otherwise.
fn position(place: &Place) -> String {
    let (line, column) = place.line_and_column();
    let marked = place.text().trim_end_matches(['\r', '\n']);
    let Some(last) = marked.chars().next_back() else {
        return format!("line={line},endLine={line},col={column},endColumn={column}");
    };
    let last = place.span.start + marked.len() - last.len_utf8();
    let (last_line, last_column) = place.file.line_and_column(last);
    if line == last_line {
        format!("line={line},endLine={line},col={column},endColumn={last_column}")
    } else {
        format!("line={line},endLine={last_line}")
    }
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which `,` and `:` would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::to_annotation;
    use crate::diagnostic::{Class, Code, Diagnostic, Place, Severity, SourceFile};

    static SAMPLE: Code = Code { name: "assembly::sample::code", class: Class::Stop, meaning: "a sample" };

    fn in_hub(path: &Path) -> Option<String> {
        Some(path.strip_prefix("/repository").ok()?.to_str()?.to_owned())
    }

    #[test]
    fn a_command_marks_one_place_and_names_all() {
        let manifest = SourceFile::new("/repository/a,b:c%/launchers.kdl", "launchers.kdl", "a\n  \"ü\" x\n");
        let elsewhere = SourceFile::new("/elsewhere/guard.py", "guard.py", "#!/usr/bin/env python3\n");
        let problem = Diagnostic::new(&SAMPLE, "100% of `x` is wrong")
            .label(&Place::new(&elsewhere, 0..22), "this file")
            .label(&Place::new(&manifest, 4..8), "listed here")
            .help("write\nthis");
        assert_eq!(
            to_annotation(&problem, Severity::Error, &in_hub),
            "::error file=a%2Cb%3Ac%25/launchers.kdl,line=2,endLine=2,col=3,endColumn=5,\
             title=assembly%3A%3Asample%3A%3Acode::100%25 of `x` is wrong%0A  \
             guard.py:1:1      \"#!/usr/bin/env python3\": this file%0A  \
             launchers.kdl:2:3 \"ü\": listed here%0A  \
             help: write%0A        this\n"
        );
        let nowhere = to_annotation(&problem, Severity::Note, &|_| None);
        assert!(nowhere.starts_with("::notice title=assembly%3A%3Asample%3A%3Acode::100%25"), "{nowhere}");
        let bare = to_annotation(&Diagnostic::new(&SAMPLE, "m"), Severity::Warning, &in_hub);
        assert_eq!(bare, "::warning title=assembly%3A%3Asample%3A%3Acode::m\n");
    }

    #[test]
    fn columns_are_told_of_one_line_only() {
        let marks = [
            ("one\ntwo\n", 0..7, "line=1,endLine=2,title"),
            ("one\ntwo\n", 0..4, "line=1,endLine=1,col=1,endColumn=3,title"),
            ("one\r\ntwo\n", 1..5, "line=1,endLine=1,col=2,endColumn=3,title"),
            ("one\n", 2..2, "line=1,endLine=1,col=3,endColumn=3,title"),
            ("", 0..0, "line=1,endLine=1,col=1,endColumn=1,title"),
            ("\n\n", 0..2, "line=1,endLine=1,col=1,endColumn=1,title"),
        ];
        for (text, span, expected) in marks {
            let file = SourceFile::new("/repository/x", "x", text);
            let problem = Diagnostic::new(&SAMPLE, "m").label(&Place::new(&file, span), "here");
            let command = to_annotation(&problem, Severity::Error, &in_hub);
            assert!(command.starts_with(&format!("::error file=x,{expected}=")), "{command}");
        }
    }

    #[test]
    fn nothing_that_is_quoted_makes_a_command_of_its_own() {
        let file = SourceFile::new("/repository/x\n::error::y", "x\n::error::y", "\r\n::error::z\n");
        let problem = Diagnostic::new(&SAMPLE, "m\n::error::m")
            .label(&Place::new(&file, 0..14), "l\r::error::l")
            .help("h\n::stop-commands::h");
        let command = to_annotation(&problem, Severity::Error, &in_hub);
        assert_eq!(command.lines().count(), 1, "{command}");
        assert!(!command.contains('\r') && command.starts_with("::error title="), "{command}");
    }
}
