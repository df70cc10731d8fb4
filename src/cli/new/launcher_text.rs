//! A launcher as text.

use std::fmt::Write as _;

use crate::manifest::quoted;

/// What a launcher is to say; what is empty is left out.
#[derive(Clone, Debug, Default)]
pub(super) struct LauncherText {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) uses: Vec<String>,
    pub(super) target: Option<String>,
    pub(super) cli: Option<String>,
    pub(super) harness: Option<String>,
    pub(super) person: Option<(String, String)>,
    pub(super) seat: Option<String>,
    pub(super) modules: Vec<String>,
    pub(super) skills: Vec<String>,
    /// Each event with its files.
    pub(super) hooks: Vec<(String, Vec<String>)>,
    pub(super) flags: Vec<String>,
}

/// What a launcher that lists nothing is made of next.
const TEMPLATE: &str = "    // What it knows and does, from the folders beside this file:
    // modules \"*.md\"
    // skills \"review-*\"
    // hooks {
    //     UserPromptSubmit \"reminder.sh\"
    // }
";

impl LauncherText {
    /// The node, as `fmt` would leave it.
    pub(super) fn render(&self) -> String {
        let mut text = format!("launcher {} {{\n", quoted(&self.name));
        line(&mut text, "description", self.description.as_slice());
        line(&mut text, "use", &self.uses);
        line(&mut text, "target", self.target.as_slice());
        if let Some(cli) = &self.cli {
            let harness =
                self.harness.as_ref().map_or_else(String::new, |name| format!(" harness={}", quoted(name)));
            _ = writeln!(text, "    cli {}{harness}", quoted(cli));
        }
        if let Some((person, role)) = &self.person {
            let seat = self.seat.as_ref().map(|seat| format!(" seat={}", quoted(seat))).unwrap_or_default();
            _ = writeln!(text, "    person {} role={}{seat}", quoted(person), quoted(role));
        }
        line(&mut text, "modules", &self.modules);
        line(&mut text, "skills", &self.skills);
        if !self.hooks.is_empty() {
            text.push_str("    hooks {\n");
            for (event, files) in &self.hooks {
                _ = writeln!(text, "        {}{}", name(event), words(files));
            }
            text.push_str("    }\n");
        }
        for group in groups(&self.flags) {
            line(&mut text, "flags", group);
        }
        let lists_nothing = self.uses.is_empty() && self.modules.is_empty() && self.skills.is_empty();
        if lists_nothing && self.hooks.is_empty() && self.person.is_none() {
            text.push_str(TEMPLATE);
        }
        text.push_str("}\n");
        text
    }
}

fn line(text: &mut String, node: &str, values: &[String]) {
    if !values.is_empty() {
        _ = writeln!(text, "    {node}{}", words(values));
    }
}

fn words(values: &[String]) -> String {
    values.iter().flat_map(|value| [" ".to_owned(), quoted(value)]).collect()
}

/// An event is a word, and stands without quotes if it can.
fn name(event: &str) -> String {
    let is_plain = event.starts_with(|first: char| first.is_ascii_alphabetic())
        && event.chars().all(|letter| letter.is_ascii_alphanumeric())
        && !matches!(event, "true" | "false" | "null" | "inf" | "nan");
    if is_plain { event.to_owned() } else { quoted(event) }
}

/// Each option with its values: a group of its own can be taken out or repeated by a later launcher. What takes an
/// option out stands before what comes in its place.
fn groups(flags: &[String]) -> Vec<&[String]> {
    let mut groups = Vec::new();
    let mut start = 0;
    for (index, word) in flags.iter().enumerate().skip(1) {
        let removes = |word: &str| word.starts_with("!-");
        let is_option = word.starts_with('-') || removes(word);
        if is_option && !(removes(&flags[index - 1])) {
            groups.push(&flags[start..index]);
            start = index;
        }
    }
    groups.push(&flags[start..]);
    groups.retain(|group| !group.is_empty());
    groups
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{LauncherText, groups};
    use crate::Environment;
    use crate::diagnostic::{Problems, SourceFile};
    use crate::manifest::{format_text, read_text};

    #[test]
    fn each_option_has_a_group_of_its_own() {
        let flags: Vec<String> = "x -a --b c d !--e --e f -- g".split(' ').map(str::to_owned).collect();
        let groups: Vec<String> = groups(&flags).iter().map(|group| group.join(" ")).collect();
        assert_eq!(groups, ["x", "-a", "--b c d", "!--e --e f", "-- g"]);
    }

    fn in_order(text: &str) -> bool {
        let file: Arc<SourceFile> = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", text);
        format_text(&file).is_ok_and(|formatted| formatted == text)
    }

    #[test]
    fn a_launcher_that_lists_nothing_shows_how() {
        let text = LauncherText {
            name: "a-sh".to_owned(),
            target: Some("~/x".to_owned()),
            ..LauncherText::default()
        };
        let text = text.render();
        assert!(text.contains("    // modules \"*.md\"\n"), "{text}");
        assert!(in_order(&text), "{text}");
    }

    proptest! {
        #[test]
        fn whatever_it_is_told_arrives(
            name in "[a-z\"\\\\ #$é]{1,8}",
            description in "[^\\p{Cc}\\p{Zl}\\p{Zp}]{0,12}",
            flags in vec("[^\0]{0,6}", 0..5),
            modules in vec("[a-z\"\\\\# ]{1,6}", 0..3),
            files in vec("[a-z\"#\\\\]{1,6}", 1..3),
        ) {
            let launcher = LauncherText {
                name: name.clone(),
                description: Some(description.clone()),
                target: Some("/t".to_owned()),
                cli: Some("claude".to_owned()),
                modules: modules.clone(),
                hooks: vec![("Stop".to_owned(), files.clone())],
                flags: flags.clone(),
                ..LauncherText::default()
            };
            let text = launcher.render();
            prop_assert!(in_order(&text), "{}", text);
            let mut problems = Problems::new();
            let manifest = read_text("/hub".as_ref(), &text, &Environment::new([], "/"), &mut problems);
            let recipe = manifest.recipe(&name).unwrap();
            prop_assert_eq!(recipe.description.as_ref().map(|text| &text.value), Some(&description));
            let values = |picks: &[crate::manifest::Pick]| picks.iter().map(|pick| pick.word.value.clone()).collect::<Vec<_>>();
            prop_assert_eq!(values(recipe.modules.as_deref().unwrap_or_default()), modules);
            prop_assert_eq!(values(&recipe.hooks.as_ref().unwrap()[0].files), files);
            let words = recipe.flags.iter().flat_map(|group| &group.words).map(|word| word.value.clone());
            prop_assert_eq!(words.collect::<Vec<_>>(), flags);
        }
    }
}
