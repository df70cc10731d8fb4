//! Diagnostics for people: miette's graphical report on a terminal, plain lines elsewhere.

use std::fmt::Write as _;

use super::drawing::graphical;
use super::plain::plain;
use super::visible::is_hidden;
use super::{Diagnostic, Label, Severity, visible};

/// How reports are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines that tools and logs can take, without drawings or colour.
    Plain,
    /// Snippets of the source with the places marked.
    Graphical {
        /// Whether ANSI colours are used.
        color: bool,
        /// Columns of the terminal.
        width: usize,
    },
}

/// A line of source longer than this many bytes is not drawn: it would bury the report.
const LONGEST_DRAWN_LINE: usize = 200;

/// Renders one diagnostic with the severity it has under the command that reports it; ends in a newline.
///
/// Source lines that are very long or hold control or bidirectional characters are quoted, escaped, in the plain form
/// instead of being drawn.
pub fn render(diagnostic: &Diagnostic, severity: Severity, form: Form) -> String {
    let report = match form {
        Form::Graphical { color, width } if can_be_drawn(&diagnostic.labels) => {
            graphical(diagnostic, severity, color, width).unwrap_or_else(|_| plain(diagnostic, severity))
        }
        _ => plain(diagnostic, severity),
    };
    report + &diagnostic.diff.as_ref().map(|diff| indented(&diff.0)).unwrap_or_default()
}

/// A diff below a report, as far as anybody reads on.
fn indented(diff: &str) -> String {
    const SHOWN: usize = 60;
    let mut lines = diff.split_terminator('\n');
    let mut text = String::new();
    for line in lines.by_ref().take(SHOWN) {
        _ = writeln!(text, "      {}", visible(line).trim_end());
    }
    let more = lines.count();
    if more > 0 {
        _ = writeln!(text, "      … and {more} more lines");
    }
    text
}

/// Whether the lines that are drawn can be shown as they are: those around each place, and all between two of one file.
fn can_be_drawn(labels: &[Label]) -> bool {
    labels.iter().all(|label| {
        let file = &label.place.file;
        let mut drawn = label.place.span.clone();
        for other in labels.iter().filter(|other| other.place.file == *file) {
            drawn.start = drawn.start.min(other.place.span.start);
            drawn.end = drawn.end.max(other.place.span.end);
        }
        let text = file.text();
        let start = line_start(text, line_start(text, drawn.start).saturating_sub(1));
        // One line more than is asked for: behind a place that ends with its line, two are drawn.
        let mut end = drawn.end;
        for _ in 0..3 {
            end = line_end(text, end.min(text.len())) + 1;
        }
        let end = end.min(text.len());
        text.get(start..end).is_some_and(|window| {
            window.split('\n').all(|line| {
                let line = line.strip_suffix('\r').unwrap_or(line);
                line.len() <= LONGEST_DRAWN_LINE && !line.chars().any(|c| c != '\t' && is_hidden(c))
            })
        })
    })
}

fn line_start(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text.as_bytes()[offset..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| offset + at)
}

#[cfg(test)]
mod tests {
    use super::{Form, render};
    use crate::diagnostic::wrapped;
    use crate::diagnostic::{Class, Code, Diagnostic, Place, Severity, SourceFile};

    static SAMPLE: Code = Code { name: "assembly::sample::code", class: Class::Stop, meaning: "a sample" };

    fn sample(text: &str) -> Diagnostic {
        let manifest = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", text);
        let hook = SourceFile::new("/hub/hooks/guard.py", "hooks/guard.py", "#!/usr/bin/env python3\n");
        Diagnostic::new(&SAMPLE, "hook `guard.py` cannot start")
            .label(&Place::new(&hook, 0..22), "this file has mode 0644")
            .label(&Place::new(&manifest, 6..16), "listed here")
            .help("run `chmod +x hooks/guard.py`")
    }

    #[test]
    fn plain_form_lines_up_positions() {
        assert_eq!(
            render(&sample("Stop  \"guard.py\"\n"), Severity::Error, Form::Plain),
            "error assembly::sample::code: hook `guard.py` cannot start
  hooks/guard.py:1:1 \"#!/usr/bin/env python3\": this file has mode 0644
  launchers.kdl:1:7  \"guard.py\": listed here
  help: run `chmod +x hooks/guard.py`
"
        );
    }

    #[test]
    fn graphical_form_draws_every_file() {
        let drawn = render(
            &sample("Stop  \"guard.py\"\n"),
            Severity::Warning,
            Form::Graphical { color: false, width: 80 },
        );
        assert!(drawn.contains("⚠ hook `guard.py` cannot start"), "{drawn}");
        assert!(drawn.contains("[hooks/guard.py:1:1]"), "{drawn}");
        assert!(drawn.contains("[launchers.kdl:1:7]"), "{drawn}");
        assert!(drawn.contains("help: run `chmod +x hooks/guard.py`"), "{drawn}");
    }

    #[test]
    fn a_file_without_text_is_named_with_what_is_said_of_it() {
        let file = SourceFile::new("/hub/modules/x.md", "modules/x.md", "");
        let problem =
            Diagnostic::new(&SAMPLE, "sample").label(&Place::new(&file, 0..0), "nothing leads here");
        let drawn = render(&problem, Severity::Note, Form::Graphical { color: false, width: 80 });
        assert!(drawn.contains("modules/x.md: nothing leads here\n") && !drawn.contains('╭'), "{drawn}");
    }

    #[test]
    fn a_text_is_wrapped_between_what_can_be_pasted() {
        let text = "one two `/a b/c d/e f` three /g/h/i/j/k/l/m/n/o/p four";
        assert_eq!(
            wrapped(text, 7, "  ", 20),
            "one two\n  `/a b/c d/e f`\n  three\n  /g/h/i/j/k/l/m/n/o/p\n  four"
        );
    }

    #[test]
    fn what_can_be_pasted_is_never_broken() {
        let long = format!("run `mkdir -p /home/sam/{}/a-b c/d` and then go on with it", "x-y/".repeat(20));
        let drawn = render(
            &sample("Stop  \"guard.py\"\n").help(long.as_str()),
            Severity::Error,
            Form::Graphical { color: false, width: 60 },
        );
        assert!(drawn.contains(long.split('`').nth(1).unwrap()), "{drawn}");
    }

    #[test]
    fn hidden_characters_and_endless_lines_are_quoted_instead_of_drawn() {
        let forms = [Form::Plain, Form::Graphical { color: false, width: 80 }];
        for text in ["Stop  \"gu\u{202e}rd\"\n".to_owned(), format!("Stop  \"{}\"", "x".repeat(5000))] {
            let [plain, drawn] = forms.map(|form| render(&sample(&text), Severity::Error, form));
            assert_eq!(plain, drawn);
            assert!(!plain.contains('\u{202e}'));
            assert!(plain.len() < 500, "{plain}");
        }
    }

    #[test]
    fn a_diff_stands_below_and_ends_somewhere() {
        let diff = format!("-o\u{202e}ld\n{}", "+new\n".repeat(80));
        let report = render(&sample("Stop  \"guard.py\"\n").diff(diff), Severity::Error, Form::Plain);
        let below = report.split("hooks/guard.py`\n").nth(1).unwrap();
        assert!(below.starts_with("      -o\\u{202e}ld\n      +new\n"), "{report}");
        assert!(below.ends_with("+new\n      … and 21 more lines\n"), "{report}");
    }

    #[test]
    fn what_lies_between_two_places_is_drawn_only_when_it_can_be_shown() {
        let text = format!("one\n{}\u{1b}[2J\n{}two\n", "a\n".repeat(9), "b\n".repeat(9));
        let file = SourceFile::new("/hub/x", "x", text.as_str());
        let problem = Diagnostic::new(&SAMPLE, "sample")
            .label(&Place::new(&file, text.len() - 4..text.len() - 1), "again here")
            .label(&Place::new(&file, 0..3), "first here");
        let report = render(&problem, Severity::Error, Form::Graphical { color: false, width: 80 });
        assert!(!report.contains('\u{1b}'), "{report}");
    }

    #[test]
    fn a_name_of_a_file_cannot_forge_a_report() {
        let file = SourceFile::new("/hub/x", "modules/\u{1b}[31mx.md", "text\n");
        let problem = Diagnostic::new(&SAMPLE, "sample").label(&Place::new(&file, 0..4), "here");
        for form in [Form::Plain, Form::Graphical { color: false, width: 80 }] {
            let report = render(&problem, Severity::Error, form);
            assert!(report.contains("modules/\\u{1b}[31mx.md") && !report.contains('\u{1b}'), "{report}");
        }
    }
}
