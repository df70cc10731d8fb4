//! A page as a terminal shows it: the markdown as it is written, without the marks that only a browser needs.

use anstyle::AnsiColor;
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::cli::printer::Paint;
use crate::diagnostic::Code;

/// How far files and commands stand to the right of what is said about them.
const INDENT: &str = "    ";

/// Columns of the narrowest terminal that is reckoned with.
const WIDTH: usize = 80;

/// The code, its class and meaning, and the page.
pub(super) fn draw(code: &Code, page: &str, paint: Paint) -> String {
    let mut text = format!("{}\n{}\n", paint.bold(code.name), paint.dim(&summary(code)));
    let mut is_code = false;
    // The title has been said.
    for line in page.lines().skip(1) {
        let shown = if let Some(fence) = line.strip_prefix("```") {
            is_code = !is_code;
            // What follows the language is the path of the file; a console has none.
            let Some((_, path)) = fence.split_once(' ') else { continue };
            paint.colored(AnsiColor::Cyan, &format!("{path}:"))
        } else if is_code && !line.is_empty() {
            format!("{INDENT}{line}")
        } else if let Some(title) = line.strip_prefix("## ") {
            paint.bold(title)
        } else {
            line.to_owned()
        };
        text.push_str(&shown);
        text.push('\n');
    }
    text
}

fn summary(code: &Code) -> String {
    wrap(&format!("{}: {}", code.class.name(), code.meaning), "")
}

/// Text of one line in lines that fit, broken at spaces only.
pub(super) fn wrap(text: &str, indent: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}
