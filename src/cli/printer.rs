//! The one value through which commands speak.

use std::cell::Cell;
use std::fmt::{Display, Write as _};
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, RgbColor, Style};

use super::arguments::{ColorChoice, Global};
use super::exit::Failure;
use super::explain;
use crate::Environment;
use crate::diagnostic::{Code, Diagnostic, Form, Severity, render, visible, wrapped};

/// Columns when nobody says how wide the terminal is.
const DEFAULT_WIDTH: u16 = 80;

/// Where words go, and how they look there.
#[derive(Debug)]
pub(super) struct Printer {
    out: Paint,
    form: Form,
    /// Whether only problems are said.
    pub(super) quiet: bool,
    /// Whether more than usual is said.
    pub(super) verbose: bool,
    /// The first of the worst problems that were said.
    worst: Cell<Option<(Severity, &'static Code)>>,
}

impl Printer {
    /// Decides about colour and drawings for both streams.
    pub(super) fn new(global: &Global, environment: &Environment) -> Self {
        let color = |is_terminal: bool| match global.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => auto_color(is_terminal, environment),
        };
        let drawings = match global.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => io::stderr().is_terminal() || auto_color(false, environment),
        };
        let form = if drawings {
            Form::Graphical {
                color: color(io::stderr().is_terminal()),
                width: usize::from(width(environment)),
            }
        } else {
            Form::Plain
        };
        Self {
            out: Paint { color: color(io::stdout().is_terminal()) },
            form,
            quiet: global.quiet,
            verbose: global.verbose,
            worst: Cell::new(None),
        }
    }

    /// How stdout is painted.
    pub(super) fn paint(&self) -> Paint {
        self.out
    }

    /// A result, on stdout. A reader that went away is no error.
    #[expect(clippy::unused_self, reason = "whatever is said goes through the printer")]
    pub(super) fn result(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::trouble(format!("cannot write to stdout: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// A line of progress, on stderr, unless quiet.
    pub(super) fn progress(&self, line: impl Display) {
        if !self.quiet {
            say(&format!("assembly: {line}\n"));
        }
    }

    /// A line that is said even when quiet: something was set aside, or could not be done as asked.
    pub(super) fn warning(&self, line: impl Display) {
        say(&format!("{} {line}\n", self.err().bold_in(AnsiColor::Yellow, "warning:")));
    }

    /// A problem with its places, on stderr.
    pub(super) fn diagnostic(&self, diagnostic: &Diagnostic, severity: Severity) {
        if self.quiet && severity == Severity::Note {
            return;
        }
        let mut report = render(diagnostic, severity, self.form);
        if self.form != Form::Plain {
            report.push('\n');
        }
        say(&report);
        if self.worst.get().is_none_or(|(worst, _)| severity < worst) {
            self.worst.set(Some((severity, diagnostic.code)));
        }
    }

    /// The last line of a command that told problems: how to get the page of one of them.
    pub(super) fn closing_help(&self) {
        if let Some((_, code)) = self.worst.get() {
            let command = format!("`assembly explain {}`", explain::short_name(code));
            self.summary(format!("{} {command} tells more", self.err().bold_in(AnsiColor::Cyan, "help:")));
        }
    }

    /// Problems that keep the command from what it was asked for.
    pub(super) fn problems(&self, problems: &[Diagnostic]) {
        for problem in problems {
            self.diagnostic(problem, problem.severity());
        }
    }

    /// An error of the command itself.
    pub(super) fn failure(&self, failure: &Failure) {
        let (error, help) =
            (self.err().bold_in(AnsiColor::Red, "error:"), self.err().bold_in(AnsiColor::Cyan, "help:"));
        let mut report = format!("{error} {}\n", self.lines(&failure.message, "error: ".len(), "  "));
        if let Some(text) = &failure.help {
            let text = self.lines(text, "  help: ".len(), "        ");
            _ = writeln!(report, "  {help} {text}");
        }
        say(&report);
    }

    /// A text without line breaks; where problems are drawn it is broken as they are.
    fn lines(&self, text: &str, head: usize, indent: &str) -> String {
        match self.form {
            Form::Plain => visible(text).into_owned(),
            Form::Graphical { width, .. } => wrapped(&visible(text), head, indent, width),
        }
    }

    /// A closing remark that is made even when quiet.
    #[expect(clippy::unused_self, reason = "whatever is said goes through the printer")]
    pub(super) fn remark(&self, line: impl Display) {
        say(&format!("{line}\n"));
    }

    /// Errors of the command itself.
    pub(super) fn failures(&self, failures: &[Failure]) {
        for failure in failures {
            self.failure(failure);
        }
    }

    /// A closing line on stderr without a prefix.
    pub(super) fn summary(&self, line: impl Display) {
        if !self.quiet {
            say(&format!("{line}\n"));
        }
    }

    fn err(&self) -> Paint {
        Paint { color: matches!(self.form, Form::Graphical { color: true, .. }) }
    }
}

/// Writes to stderr; when nobody can hear, there is nobody to tell.
fn say(text: &str) {
    _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Puts colour on words, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    color: bool,
}

impl Paint {
    /// For what is no terminal.
    pub(super) const NONE: Self = Self { color: false };

    /// In a colour.
    pub(super) fn colored(self, color: AnsiColor, text: &str) -> String {
        self.styled(color.on_default(), text)
    }

    /// Bold and in a colour.
    pub(super) fn bold_in(self, color: AnsiColor, text: &str) -> String {
        self.styled(color.on_default().bold(), text)
    }

    /// Bold.
    pub(super) fn bold(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Less bright.
    pub(super) fn dim(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    /// A block of a colour, red, green and blue, where there is colour.
    pub(super) fn swatch(self, [red, green, blue]: [u8; 3]) -> Option<String> {
        let style = Style::new().bg_color(Some(RgbColor(red, green, blue).into()));
        self.color.then(|| self.styled(style, "  "))
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// <https://no-color.org> and <https://bixense.com/clicolors>.
fn auto_color(is_terminal: bool, environment: &Environment) -> bool {
    if environment.get("NO_COLOR").is_some() {
        return false;
    }
    forced(environment) || (is_terminal && environment.get("TERM") != Some("dumb"))
}

fn forced(environment: &Environment) -> bool {
    environment.get("CLICOLOR_FORCE").is_some_and(|value| value != "0")
}

fn width(environment: &Environment) -> u16 {
    const NARROWEST: u16 = 40;
    const WIDEST: u16 = 120;
    let columns = environment.get("COLUMNS").and_then(|columns| columns.parse().ok());
    let columns =
        columns.or_else(|| rustix::termios::tcgetwinsize(io::stderr()).ok().map(|size| size.ws_col));
    columns.filter(|columns| *columns > 0).unwrap_or(DEFAULT_WIDTH).clamp(NARROWEST, WIDEST)
}
