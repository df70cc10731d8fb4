//! Diagnostics for people: miette's graphical report on a terminal, plain lines elsewhere.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use textwrap::{WordSeparator, WordSplitter};

use super::visible::is_hidden;
use super::{Diagnostic, Label, Severity, SourceFile, visible};

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
/// A plain label quotes at most this many characters.
const LONGEST_QUOTE: usize = 60;

/// Renders one diagnostic with the severity it has under the command that reports it; ends in a newline.
///
/// Source lines that are very long or hold control or bidirectional characters are quoted, escaped, in the plain form
/// instead of being drawn.
pub fn render(diagnostic: &Diagnostic, severity: Severity, form: Form) -> String {
    match form {
        Form::Graphical { color, width } if diagnostic.labels.iter().all(can_be_drawn) => {
            graphical(diagnostic, severity, color, width).unwrap_or_else(|_| plain(diagnostic, severity))
        }
        _ => plain(diagnostic, severity),
    }
}

fn plain(diagnostic: &Diagnostic, severity: Severity) -> String {
    let mut report =
        format!("{} {}: {}\n", severity.name(), diagnostic.code.name, visible(&diagnostic.message));
    let positions: Vec<String> = diagnostic.labels.iter().map(position).collect();
    let widest = positions.iter().map(|position| position.chars().count()).max().unwrap_or_default();
    for (label, position) in diagnostic.labels.iter().zip(positions) {
        let quote = quote(label);
        let padding = if quote.is_empty() { 0 } else { widest };
        _ = writeln!(report, "  {position:padding$}{quote}: {}", visible(&label.text));
    }
    if let Some(help) = &diagnostic.help {
        for (index, line) in help.lines().enumerate() {
            let head = if index == 0 { "help: " } else { "      " };
            _ = writeln!(report, "  {head}{}", visible(line));
        }
    }
    report
}

fn position(label: &Label) -> String {
    let (line, column) = label.place.line_and_column();
    format!("{}:{line}:{column}", visible(label.place.file.name()))
}

/// The text at a place in double quotes, cut to one line.
fn quote(label: &Label) -> String {
    let text = label.place.text();
    let line = text.lines().next().unwrap_or_default();
    if line.trim().is_empty() {
        return String::new();
    }
    let mut shown: String = visible(line).chars().take(LONGEST_QUOTE).collect();
    if shown.chars().count() < visible(text.trim_end()).chars().count() {
        shown.push('…');
    }
    if shown.starts_with('"') || shown.starts_with("#\"") {
        format!(" {shown}")
    } else {
        format!(" \"{shown}\"")
    }
}

/// Whether the lines around a place can be shown as they are.
fn can_be_drawn(label: &Label) -> bool {
    let text = label.place.file.text();
    let span = &label.place.span;
    let start = line_start(text, line_start(text, span.start).saturating_sub(1));
    let end = line_end(text, (line_end(text, span.end) + 1).min(text.len()));
    text.get(start..end).is_some_and(|window| {
        window.split('\n').all(|line| {
            let line = line.strip_suffix('\r').unwrap_or(line);
            line.len() <= LONGEST_DRAWN_LINE && !line.chars().any(|c| c != '\t' && is_hidden(c))
        })
    })
}

fn line_start(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text.as_bytes()[offset..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| offset + at)
}

fn graphical(
    diagnostic: &Diagnostic,
    severity: Severity,
    color: bool,
    width: usize,
) -> Result<String, fmt::Error> {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width)
        .with_context_lines(1)
        .with_wrap_lines(true)
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let mut report = String::new();
    for drawing in Drawing::of(diagnostic, severity) {
        handler.render_report(&mut report, &drawing)?;
    }
    Ok(report.replace(GLUE, " "))
}

/// Stands for a space inside backticks while lines are broken: what can be pasted stays whole.
const GLUE: char = '\u{e000}';

fn glued(text: &str) -> String {
    let mut inside = false;
    let glue = |character| match character {
        '`' => {
            inside = !inside;
            '`'
        }
        ' ' if inside => GLUE,
        other => other,
    };
    text.lines().map(visible).collect::<Vec<_>>().join("\n").chars().map(glue).collect()
}

/// A diagnostic in miette's terms, of one file with its labels. Places in other files follow in drawings of their own,
/// and the help comes last.
struct Drawing {
    head: Option<(&'static str, miette::Severity)>,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<Shared>>,
    labels: Vec<LabeledSpan>,
}

/// The text of a file, handed to miette without a copy.
struct Shared(Arc<SourceFile>);

impl SourceCode for Shared {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        self.0.text().read_span(span, lines_before, lines_after)
    }
}

impl Drawing {
    fn of(diagnostic: &Diagnostic, severity: Severity) -> Vec<Self> {
        let mut files: Vec<&Arc<SourceFile>> = Vec::new();
        for label in &diagnostic.labels {
            if !files.contains(&&label.place.file) {
                files.push(&label.place.file);
            }
        }
        let head = Self {
            head: Some((diagnostic.code.name, drawn_severity(severity))),
            message: glued(&diagnostic.message),
            help: None,
            source: None,
            labels: Vec::new(),
        };
        let mut drawings = vec![head];
        for (index, file) in files.into_iter().enumerate() {
            if index > 0 {
                drawings.push(Self::elsewhere(file));
            }
            if let Some(drawing) = drawings.last_mut() {
                drawing.source = Some(NamedSource::new(visible(file.name()), Shared(Arc::clone(file))));
                drawing.labels = labels_in(diagnostic, file);
            }
        }
        if let Some(last) = drawings.last_mut() {
            last.help = diagnostic.help.as_deref().map(glued);
        }
        drawings
    }

    fn elsewhere(file: &Arc<SourceFile>) -> Self {
        let message = format!("and in {}", visible(file.name()));
        Self { head: None, message, help: None, source: None, labels: Vec::new() }
    }
}

fn labels_in(diagnostic: &Diagnostic, file: &Arc<SourceFile>) -> Vec<LabeledSpan> {
    let labels = diagnostic.labels.iter().filter(|label| label.place.file == *file);
    labels
        .enumerate()
        .map(|(index, label)| {
            let text = Some(visible(&label.text).into_owned());
            let span = label.place.span.start..label.place.span.end;
            if index == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        })
        .collect()
}

fn drawn_severity(severity: Severity) -> miette::Severity {
    match severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
        Severity::Note => miette::Severity::Advice,
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl fmt::Debug for Drawing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.head.map(|(code, _)| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.head.map_or(Some(miette::Severity::Advice), |(_, severity)| Some(severity))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, render};
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
    fn a_name_of_a_file_cannot_forge_a_report() {
        let file = SourceFile::new("/hub/x", "modules/\u{1b}[31mx.md", "text\n");
        let problem = Diagnostic::new(&SAMPLE, "sample").label(&Place::new(&file, 0..4), "here");
        for form in [Form::Plain, Form::Graphical { color: false, width: 80 }] {
            let report = render(&problem, Severity::Error, form);
            assert!(report.contains("modules/\\u{1b}[31mx.md") && !report.contains('\u{1b}'), "{report}");
        }
    }
}
