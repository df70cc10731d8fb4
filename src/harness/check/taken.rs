//! Prompts that an option takes as one of its values.

use super::given::{Given, Value};
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::codes;
use crate::harness::layout::Layout;
use crate::manifest::quoted;

/// Reports values of options with any number of them that read like a prompt.
pub(super) fn check_taken(layout: &Layout, given: &[Given<'_>], problems: &mut Problems) {
    for Given { option, word, group, values } in given {
        let reads_as_prompt: fn(&str) -> bool = match *option {
            option if layout.folder_options.contains(&option) => is_no_folder,
            option if layout.tool_options.contains(&option) => is_no_list_of_tools,
            _ => continue,
        };
        let Some(prompt) = values.iter().find(|value| reads_as_prompt(value.text)) else { continue };
        let Value { text, word: prompt } = prompt;
        let message =
            format!("{} takes this as a value of `{option}`, and it reads like a prompt", layout.title);
        problems.push(
            Diagnostic::new(&codes::PROMPT_TAKEN, message)
                .label(&prompt.place, "not a prompt here")
                .label(&word.place, format!("`{option}` takes every word up to an option"))
                .help(format!("give the prompt a node of its own: `flags {}`", quoted(text)))
                .scope(&group.by),
        );
    }
}

/// Three words or more, and nothing of a path.
fn is_no_folder(value: &str) -> bool {
    value.split_whitespace().count() > 2 && !value.contains(['/', '\\']) && !value.starts_with(['.', '~'])
}

/// Tools are called like `Bash`, `mcp__server__tool` or `Bash(git log *)`, in a list with commas or spaces.
fn is_no_list_of_tools(value: &str) -> bool {
    let mut depth = 0_usize;
    let outside: String = value
        .chars()
        .filter(|&letter| {
            let is_outside = depth == 0 && letter != '(';
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            is_outside
        })
        .collect();
    let words: Vec<&str> = outside.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_small =
        |word: &&&str| word.starts_with(|first: char| first.is_lowercase()) && !word.starts_with("mcp__");
    words.len() > 2 && words.iter().filter(is_small).count() > 1
}
