//! The report that miette draws into the source.

use std::fmt;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use textwrap::{WordSeparator, WordSplitter};

use super::{Diagnostic, Severity, SourceFile, visible};

/// Snippets of the source with the places marked; `width` in columns.
pub(super) fn graphical(
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

/// A text in lines of at most `width` columns, broken as those of a drawing are; the first has room for `head` columns, and
/// the others begin with `indent`.
pub fn wrapped(text: &str, head: usize, indent: &str, width: usize) -> String {
    let first = " ".repeat(head);
    let options = textwrap::Options::new(width)
        .initial_indent(&first)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::fill(&glued(text), options).replace(GLUE, " ");
    lines.get(head..).unwrap_or_default().to_owned()
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

/// The text of a file as it may be shown, handed to miette without a copy.
struct Shared(Arc<SourceFile>);

impl SourceCode for Shared {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        self.0.shown().read_span(span, lines_before, lines_after)
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
        let (blank, written): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.text().is_empty());
        for (index, file) in written.into_iter().enumerate() {
            if index > 0 {
                drawings.push(Self::said(format!("and in {}", visible(file.name()))));
            }
            if let Some(drawing) = drawings.last_mut() {
                drawing.source = Some(NamedSource::new(visible(file.name()), Shared(Arc::clone(file))));
                drawing.labels = labels_in(diagnostic, file);
            }
        }
        // The frame around nothing would have room for no label.
        for label in diagnostic.labels.iter().filter(|label| blank.contains(&&label.place.file)) {
            let (name, text) = (visible(label.place.file.name()), visible(&label.text));
            drawings.push(Self::said(format!("{name}: {text}")));
        }
        if let Some(last) = drawings.last_mut() {
            last.help = diagnostic.help.as_deref().map(glued);
        }
        drawings
    }

    fn said(message: String) -> Self {
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
