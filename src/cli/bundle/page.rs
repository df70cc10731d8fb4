//! A bundle for a reader, in lines of 80 columns.

use std::fmt::Write as _;

use textwrap::{Options, WordSeparator, WordSplitter};

use crate::bundle::{EntryPoints, SourceReport, Verified};
use crate::cli::plural;
use crate::cli::printer::Paint;
use crate::diagnostic::visible;
use crate::person::{Color, Identity};

/// Columns of a line.
const WIDTH: usize = 80;
/// Columns before what a label says.
const INDENT: usize = 16;

/// The page while it is written.
pub(super) struct Page {
    text: String,
    paint: Paint,
}

impl Page {
    pub(super) fn new(paint: Paint) -> Self {
        Self { text: String::new(), paint }
    }

    pub(super) fn of(mut self, bundle: &Verified) -> String {
        let Verified { manifest, trace } = bundle;
        let digest = self.paint.bold(&manifest.digest.to_string());
        _ = writeln!(self.text, "{digest}");
        self.row("holds", &[format!("{}, {} bytes", plural(bundle.files(), "file"), bundle.bytes())]);
        if let Some(identity) = &manifest.identity {
            self.identity(identity);
        }
        let start = match &manifest.delivery {
            EntryPoints::Native { instructions, .. } => instructions,
            EntryPoints::Compiled { compiled_context, .. } => compiled_context,
        };
        let (mode, bytes) = (manifest.delivery.mode(), manifest.delivery.body_bytes());
        self.row("delivery", &[format!("{mode}: {bytes} bytes at start, {start}")]);
        let placeholders: Vec<String> =
            manifest.placeholders.iter().map(|name| format!("{{{{{name}}}}}")).collect();
        self.row("placeholders", &placeholders);
        self.row("sources", &sources(&trace.sources));
        let parts = manifest.instructions.iter();
        let parts = parts.map(|part| format!("{} `{}` of {}", part.kind.name(), part.name, part.source));
        self.row("instructions", &parts.collect::<Vec<_>>());
        let skills = manifest.skills.iter().map(|skill| format!("`{}` of {}", skill.name, skill.source));
        self.row("skills", &skills.collect::<Vec<_>>());
        self.row("decisions", &trace.decisions.iter().map(ToString::to_string).collect::<Vec<_>>());
        self.text
    }

    fn identity(&mut self, identity: &Identity) {
        let role = format!("{} of {}", identity.role, identity.person);
        let who = match &identity.seat {
            Some(seat) => match &seat.pronouns {
                Some(pronouns) => format!("{} ({pronouns}), {role}", seat.name),
                None => format!("{}, {role}", seat.name),
            },
            None => role,
        };
        self.row("identity", &[vec![who], identity.purpose.iter().cloned().collect()].concat());
        self.row("role", &[format!("skill `{}`", identity.skill)]);
        for personality in &identity.personalities {
            let text = format!("{}, skill `{}`", personality.name, personality.skill);
            self.colored("personality", personality.color, &text);
        }
        if let Some(favourite) = identity.favourite {
            self.colored("favourite", favourite, "");
        }
    }

    /// A colour, with a swatch where there is colour.
    fn colored(&mut self, label: &str, color: Color, text: &str) {
        let swatch = self.paint.swatch([color.red, color.green, color.blue]);
        let swatch = swatch.map_or(String::new(), |swatch| format!("{swatch} "));
        let line = format!("  {label:<width$}{swatch}{color} {}", visible(text), width = INDENT - 2);
        _ = writeln!(self.text, "{}", line.trim_end());
    }

    /// A label before the first line; nothing without lines.
    fn row(&mut self, label: &str, lines: &[String]) {
        let indent = " ".repeat(INDENT);
        let mut first = format!("  {label:<width$}", width = INDENT - 2);
        for line in lines {
            let options = Options::new(WIDTH)
                .initial_indent(&first)
                .subsequent_indent(&indent)
                .word_separator(WordSeparator::AsciiSpace)
                .word_splitter(WordSplitter::NoHyphenation)
                .break_words(false);
            _ = writeln!(self.text, "{}", textwrap::fill(&visible(line), options));
            first.clone_from(&indent);
        }
    }
}

/// One line a source, in columns.
fn sources(reports: &[SourceReport]) -> Vec<String> {
    let widest = reports.iter().map(|report| report.source.chars().count()).max().unwrap_or_default().min(30);
    let line = |report: &SourceReport| {
        let SourceReport { source, required, found, modules, skills, bytes, tokens } = report;
        let name = visible(source);
        if !found {
            let wish = if *required { "required" } else { "optional" };
            return format!("{name:<widest$}  not found, {wish}");
        }
        let count = |number: &u64, noun| plural(usize::try_from(*number).unwrap_or(usize::MAX), noun);
        format!(
            "{name:<widest$}  {}, {}, {bytes} bytes, about {}",
            count(modules, "module"),
            count(skills, "skill"),
            count(tokens, "token")
        )
    };
    reports.iter().map(line).collect()
}
