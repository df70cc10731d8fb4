//! Reads one `SKILL.md` as a whole.

use std::sync::Arc;

use super::characters::sweep;
use super::fences::{Parts, split};
use super::fields::Fields;
use super::repair::repair;
use super::skill_name;
use super::syntax::{broken, unquoted};
use super::without_parts::without_parts;
use crate::diagnostic::{Diagnostic, Place, Problems, Severity, SourceFile, Spanned, visible};
use crate::skill::yaml::{self, Content, Node, Verbatim};
use crate::skill::{SkillFrontmatter, codes};

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
    let has_error = found.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    problems.extend(found);
    skill.filter(|_| !has_error)
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
        let may_be_unread = fields.has_name() || !complete;
        let (name, frontmatter) = fields.finish();
        self.problems.extend(skill_name::check(name.as_ref(), self.directory_name, &opening, may_be_unread));
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
                self.problems.push(unquoted(&key, &Place::new(self.file, value)));
            }
        }
        let complete = parsed.faults.is_empty();
        for fault in parsed.faults {
            self.problems.push(broken(self.file, &range, &fault));
        }
        (parsed.root, complete)
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
