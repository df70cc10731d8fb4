//! Reads one `SKILL.md` as a whole.

use std::ops::Range;
use std::sync::Arc;

use super::characters::sweep;
use super::fences::{NoParts, Parts, split};
use super::fields::Fields;
use super::repair::repair;
use crate::diagnostic::{Diagnostic, Place, Problems, Severity, SourceFile, Spanned, visible};
use crate::skill::yaml::{self, Content, Fault, Node, Verbatim, key_and_value};
use crate::skill::{SkillFrontmatter, codes, rules};

/// A `SKILL.md` without an error.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillFile {
    /// The `name` as it was written; none: the folder alone says it.
    pub name: Option<Spanned<String>>,
    /// The other fields.
    pub frontmatter: SkillFrontmatter,
    /// The markdown behind the frontmatter with `\n` as line end, without the blank line before and the newlines
    /// behind it.
    pub body: String,
}

/// Reads a `SKILL.md` that lies in a folder of the name `directory_name`, and reports everything that is wrong with it.
///
/// Returns nothing when there was an error among it.
///
/// ```
/// use assembly::diagnostic::{Problems, SourceFile};
/// use assembly::skill;
///
/// let text = "---\nname: review\ndescription: Reviews a change.\neffort: ultra\n---\n\nRead it.\n";
/// let file = SourceFile::new("/hub/skills/review/SKILL.md", "skills/review/SKILL.md", text);
/// let mut problems = Problems::new();
/// assert!(skill::read(&file, "review", &mut problems).is_none());
/// let found = problems.iter().next().unwrap();
/// assert_eq!(found.message, "`ultra` is no value of `effort`");
/// assert_eq!(found.labels[0].place.line_and_column(), (4, 9));
/// ```
pub fn read(file: &Arc<SourceFile>, directory_name: &str, problems: &mut Problems) -> Option<SkillFile> {
    let mut found = Problems::new();
    let skill = match split(file.text()) {
        Ok(parts) => Some(Reader { file, directory_name, problems: &mut found, parts }.read()),
        Err(missing) => {
            found.push(without_parts(file, directory_name, missing));
            None
        }
    };
    let broken = found.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    problems.extend(found);
    skill.filter(|_| !broken)
}

fn without_parts(file: &Arc<SourceFile>, directory_name: &str, missing: NoParts) -> Diagnostic {
    let name = visible(directory_name);
    let place = |range: Range<usize>| Place::new(file, range);
    match missing {
        NoParts::NotOpened { first, late: Some(late) } => Diagnostic::new(
            &codes::NO_FRONTMATTER,
            format!("skill `{name}` has no frontmatter in its first line"),
        )
        .label(&place(first), "an empty line")
        .label(&place(late), "this `---` comes too late to open a frontmatter")
        .help("delete the lines before `---`"),
        NoParts::NotOpened { first, late: None } => {
            Diagnostic::new(&codes::NO_FRONTMATTER, format!("skill `{name}` has no frontmatter"))
                .label(&place(first), "the first line is not `---`")
                .help(format!(
                    "begin the file with the four lines `---`, `name: {name}`, `description: …` and `---`"
                ))
        }
        NoParts::NotClosed { opening, meant } => {
            let diagnostic = Diagnostic::new(
                &codes::UNCLOSED_FRONTMATTER,
                format!("the frontmatter of skill `{name}` has no closing `---`"),
            )
            .label(&place(opening), "opened here");
            match meant {
                Some(meant) => diagnostic
                    .label(&place(meant), "not exactly `---`")
                    .help("write `---` at the start of this line and nothing else"),
                None => diagnostic.help("write a line `---` between the last field and the text"),
            }
        }
    }
}

struct Reader<'a> {
    file: &'a Arc<SourceFile>,
    directory_name: &'a str,
    problems: &'a mut Problems,
    parts: Parts,
}

impl Reader<'_> {
    fn read(mut self) -> SkillFile {
        let (root, complete) = self.tree();
        let opening = Place::new(self.file, self.parts.opening.clone());
        let mut fields = Fields::new(self.file, self.problems);
        match root {
            Some(Node { content: Content::Mapping(pairs), .. }) => fields.read(&pairs),
            Some(Node { content: Content::Scalar(scalar), .. }) if scalar.is_null() => {}
            Some(other) => fields.not_a_mapping(&other),
            None => {}
        }
        // What is missing may stand behind the place where the reading ended.
        if complete {
            fields.require_description(&opening);
        }
        let knows_name = fields.has_name() || !complete;
        let (name, frontmatter) = fields.finish();
        self.check_name(name.as_ref(), knows_name);
        let body = self.body();
        SkillFile { name, frontmatter, body }
    }

    /// The tree of the frontmatter as far as it can be read, and whether that is to its end.
    fn tree(&mut self) -> (Option<Node>, bool) {
        let range = self.parts.frontmatter.clone();
        let text = sweep(self.file, &range, self.problems);
        let mut parsed = yaml::parse(&text, range.start, &Verbatim::new());
        let repaired = if parsed.faults.is_empty() { None } else { repair(&text, range.start) };
        if let Some(repaired) = repaired {
            parsed = yaml::parse(&repaired.text, range.start, &repaired.verbatim);
            for (key, value) in repaired.values {
                self.report_unquoted(&key, value);
            }
        }
        let complete = parsed.faults.is_empty();
        for fault in parsed.faults {
            self.report_fault(&fault);
        }
        (parsed.root, complete)
    }

    fn report_unquoted(&mut self, key: &str, value: Range<usize>) {
        let place = Place::new(self.file, value);
        let quoted = yaml::double_quoted(place.text());
        let fact = if place.text().starts_with('[') { "begins with a bracket" } else { "has `: ` in it" };
        self.problems.push(
            Diagnostic::new(&codes::UNQUOTED, format!("the value of `{key}` {fact} and no quotes around it"))
                .label(&place, "read to the end of the line; YAML forbids it, and not every harness mends it")
                .help(format!("write `{key}: {}`", visible(&quoted))),
        );
    }

    fn report_fault(&mut self, fault: &Fault) {
        let inside = self.parts.frontmatter.clone();
        // What the parser misses at the end is missing in the last line.
        let start = fault.span.start.clamp(inside.start, inside.end.saturating_sub(1).max(inside.start));
        let place = Place::new(self.file, start..fault.span.end.clamp(start, inside.end.max(start)));
        let text = self.file.text();
        let line_start = text[..place.span.start].rfind('\n').map_or(0, |at| at + 1).max(inside.start);
        let line = text[line_start..inside.end.max(line_start)].lines().next().unwrap_or_default();
        let help = match key_and_value(line) {
            Some((key, value)) if fault.quotable => {
                let value = line[value].trim_matches(['"', '\'']);
                format!("write `{key}: {}`", visible(&yaml::double_quoted(value)))
            }
            _ => "write each field as `key: value` on a line of its own, with quotes around a value that has signs of YAML in it".to_owned(),
        };
        self.problems.push(
            Diagnostic::new(&codes::INVALID_YAML, &fault.message).label(&place, &fault.label).help(help),
        );
    }

    fn check_name(&mut self, name: Option<&Spanned<String>>, may_be_there: bool) {
        let directory = self.directory_name;
        let shown = visible(directory);
        let Some(name) = name else {
            if let Err(reason) = rules::name(directory) {
                let place = Place::new(self.file, self.parts.opening.clone());
                self.report_invalid_name(directory, &reason, &place);
            } else if !may_be_there {
                self.problems.push(
                    Diagnostic::new(&codes::MISSING_NAME, format!("skill `{shown}` does not say its `name`"))
                        .label(
                            &Place::new(self.file, self.parts.opening.clone()),
                            "this frontmatter has no `name`",
                        )
                        .help(format!(
                            "write `name: {shown}`; some harnesses do not take it from the folder"
                        )),
                );
            }
            return;
        };
        if let Err(reason) = rules::name(&name.value) {
            self.report_invalid_name(&name.value, &reason, &name.place);
        } else if name.value != directory {
            self.problems.push(
                Diagnostic::new(
                    &codes::NAME_DIFFERS,
                    format!("skill `{}` lies in a folder `{shown}`", visible(&name.value)),
                )
                .label(&name.place, "differs from the name of the folder")
                .help(format!("write `name: {shown}`, or call the folder `{}`", name.value)),
            );
        }
    }

    fn report_invalid_name(&mut self, name: &str, reason: &str, place: &Place) {
        let nearest = match rules::name(self.directory_name) {
            Ok(()) => Some(self.directory_name.to_owned()),
            Err(_) => rules::suggestion(name),
        };
        let help = match nearest {
            Some(nearest) if nearest == self.directory_name => format!("write `name: {nearest}`"),
            Some(nearest) => format!("call the folder `{nearest}` and write `name: {nearest}`"),
            None => {
                "use letters `a-z`, digits and single hyphens between them, like `release-notes`".to_owned()
            }
        };
        self.problems.push(
            Diagnostic::new(
                &codes::INVALID_NAME,
                format!("`{}` cannot be the name of a skill", visible(name)),
            )
            .label(place, reason)
            .help(help),
        );
    }

    fn body(&mut self) -> String {
        let text = &self.file.text()[self.parts.body.clone()];
        if text.trim().is_empty() {
            self.problems.push(
                Diagnostic::new(
                    &codes::BLANK_BODY,
                    format!("the body of skill `{}` is blank", visible(self.directory_name)),
                )
                .label(&Place::new(self.file, self.parts.closing.clone()), "no text follows")
                .help("write below this line what the agent shall do"),
            );
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.strip_prefix('\n').unwrap_or(&text).trim_end_matches('\n').to_owned()
    }
}
