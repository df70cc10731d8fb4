//! The page: a table, and a section for each launcher, as far as there is room.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::text::{code, escaped, fenced, few};
use crate::cli::plural;

/// A comment may have 65,536 characters. Counted in bytes, and with room for what is put around it.
pub(super) const LARGEST: usize = 60_000;

/// Bytes that the table may take.
const LARGEST_TABLE: usize = 20_000;

/// Bytes that are kept for the words about what was cut.
pub(super) const CLOSING: usize = 3_000;

/// A whole comment.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Page {
    /// What it says in one line.
    pub(in crate::cli) heading: String,
    /// A launcher each.
    pub(in crate::cli) sections: Vec<Section>,
}

/// One launcher.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Section {
    /// Its name.
    pub(in crate::cli) launcher: String,
    /// What is said of it in the table.
    pub(in crate::cli) fact: String,
    /// What it consists of.
    pub(in crate::cli) parts: Vec<Item>,
}

/// An artifact, or a value.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Item {
    pub(in crate::cli) name: String,
    pub(in crate::cli) fact: &'static str,
    pub(in crate::cli) remark: String,
    /// Of a diff; may be empty.
    pub(in crate::cli) lines: String,
}

impl Page {
    /// The markdown, which is never too large for a comment.
    pub(in crate::cli) fn text(&self) -> String {
        let mut text = format!("### assembly: {}\n", self.heading);
        self.table(&mut text);
        let mut shown = Shown::default();
        let mut cut: Vec<&str> = Vec::new();
        for section in &self.sections {
            if section.parts.is_empty() {
                continue;
            }
            let (body, is_whole) = shown.section(section);
            let fits = text.len() + body.len() + CLOSING <= LARGEST;
            if fits {
                text.push_str(&body);
                shown.remember(section);
            }
            if !fits || !is_whole {
                cut.push(&section.launcher);
            }
        }
        if !cut.is_empty() {
            _ = writeln!(
                text,
                "\nCut to fit into a comment: the diffs of {}. `assembly plan` without `--format markdown` shows them in full.",
                few(cut.into_iter())
            );
        }
        text
    }

    fn table(&self, text: &mut String) {
        if self.sections.is_empty() {
            return;
        }
        text.push_str("\n| launcher | | what |\n| --- | --- | --- |\n");
        for (index, section) in self.sections.iter().enumerate() {
            let names = few(section.parts.iter().map(|part| part.name.as_str()));
            let row = format!("| {} | {} | {names} |\n", code(&section.launcher), escaped(&section.fact));
            if text.len() + row.len() > LARGEST_TABLE {
                _ = writeln!(text, "| and {} | | |", plural(self.sections.len() - index, "more launcher"));
                return;
            }
            text.push_str(&row);
        }
    }
}

/// Which diffs were shown, and with which launcher.
#[derive(Default)]
struct Shown<'a>(HashMap<(&'a str, &'a str), &'a str>);

impl<'a> Shown<'a> {
    /// A section that can be opened, and whether every line is in it. A long diff is shown once.
    fn section(&self, section: &'a Section) -> (String, bool) {
        const SHORT: usize = 300;
        let mut text = format!(
            "\n<details>\n<summary>{}: {}</summary>\n",
            code(&section.launcher),
            escaped(&section.fact)
        );
        let mut is_whole = true;
        for part in &section.parts {
            _ = write!(
                text,
                "\n{}{}{}",
                code(&part.name),
                if part.fact.is_empty() { "" } else { " " },
                part.fact
            );
            if !part.remark.is_empty() {
                _ = write!(text, ", {}", code(&part.remark));
            }
            if let Some(first) = self.0.get(&part.key()).filter(|_| part.lines.len() > SHORT) {
                _ = writeln!(text, ", as in {}", code(first));
            } else if part.lines.is_empty() {
                text.push('\n');
            } else {
                is_whole &= fenced(&mut text, &part.lines);
            }
        }
        (text + "\n</details>\n", is_whole)
    }

    fn remember(&mut self, section: &'a Section) {
        for part in &section.parts {
            self.0.entry(part.key()).or_insert(&section.launcher);
        }
    }
}

impl Item {
    fn key(&self) -> (&str, &str) {
        (&self.name, &self.lines)
    }
}
