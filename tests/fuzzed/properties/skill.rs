//! `SKILL.md`: the frontmatter and what is behind it.

use assembly::diagnostic::{Problems, SourceFile};
use assembly::skill::{SkillFile, read, render};

use super::reported::reported;
use super::text;

/// Any text is a skill or reported, always in the same way, and what is rendered of a skill says the same.
pub fn skill(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (skill, told) = seen(text);
    assert_eq!(seen(text), (skill.clone(), told.clone()));
    let Some(skill) = skill else {
        assert!(!told.is_empty(), "no skill, for no reason: {text:?}");
        return;
    };
    let rendered = render("s", &skill.frontmatter, &skill.body);
    let (again, told) = seen(&rendered);
    let again = again.unwrap_or_else(|| panic!("{rendered:?} of {text:?} is no skill: {told}"));
    assert_eq!((again.frontmatter, again.body), (skill.frontmatter, skill.body), "{rendered:?}");
}

fn seen(text: &str) -> (Option<SkillFile>, String) {
    let file = SourceFile::new("/nowhere/skills/s/SKILL.md", "skills/s/SKILL.md", text);
    let mut problems = Problems::new();
    let skill = read(&file, "s", &mut problems);
    (skill, reported(&problems))
}
