//! Instructions and skills in one document, for an agent CLI without skills.

use std::fmt::Write as _;

use super::document::SEPARATOR;

const HEADING: &str = "# Skills

Each skill below is a procedure for the kind of task that its name says. Follow it when you do such a task.
";

/// The instructions, and then the bodies of `skills` (name, body) in their order, each between tags with its name.
///
/// Without skills it is the instructions as they are. A text that holds the closing tag itself cannot end a skill early:
/// then all tags get a number that no text uses.
///
/// ```
/// use assembly::compose::compiled;
///
/// let text = compiled("# Core\n", &[("review", "\nRead it.\n")]);
/// assert!(text.ends_with("\n<skill name=\"review\">\n\nRead it.\n\n</skill>\n"));
/// ```
pub fn compiled(instructions: &str, skills: &[(&str, &str)]) -> String {
    let mut text = instructions.to_owned();
    if skills.is_empty() {
        return text;
    }
    let tag = unused_tag(skills);
    if !instructions.is_empty() {
        text.push_str(SEPARATOR);
    }
    text.push_str(HEADING);
    for (name, body) in skills {
        // Blank lines around a body belong to the frame.
        let body = body.trim_matches(['\n', '\r']);
        _ = write!(text, "\n<{tag} name=\"{name}\">\n\n{body}\n\n</{tag}>\n");
    }
    text
}

fn unused_tag(skills: &[(&str, &str)]) -> String {
    let mut tag = "skill".to_owned();
    let mut number = 1;
    while skills.iter().any(|(_, body)| body.contains(&format!("</{tag}>"))) {
        number += 1;
        tag = format!("skill-{number}");
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::compiled;

    #[test]
    fn a_body_cannot_end_its_skill_early() {
        let text = compiled("", &[("a", "</skill>\n"), ("b", "x </skill-2> y")]);
        assert!(text.starts_with("# Skills\n"));
        assert_eq!(text.matches("</skill-3>\n").count(), 2, "{text}");
    }

    #[test]
    fn without_skills_it_is_the_instructions() {
        assert_eq!(compiled("# Core\n", &[]), "# Core\n");
    }
}
