//! Options that are given twice although only the last one counts.

use std::collections::HashMap;

use super::given::Given;
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::codes;
use crate::harness::layout::Layout;
use crate::manifest::quoted;

/// Reports each that is given again, unless it says the same.
pub(super) fn check_repeated(layout: &Layout, given: &[Given<'_>], problems: &mut Problems) {
    let mut seen: HashMap<&str, &Given<'_>> = HashMap::new();
    for again in given {
        let Some(spellings) = layout.single_options.iter().find(|known| known.contains(&again.option)) else {
            continue;
        };
        if let Some(earlier) = seen.insert(spellings[0], again)
            && value(earlier) != value(again)
            && !is_meant_to_replace(again)
        {
            problems.push(
                Diagnostic::new(
                    &codes::GIVEN_TWICE,
                    format!("`{}` is given twice, and {} takes the last one", again.option, layout.title),
                )
                .label(&again.word.place, "given again here")
                .label(&earlier.word.place, "without effect")
                .help(help(earlier, again))
                .scope(&again.group.by),
            );
        }
    }
}

fn value<'a>(given: &Given<'a>) -> Option<&'a str> {
    given.values.first().map(|value| value.text)
}

/// A `!-` that could not take the earlier one out was reported.
fn is_meant_to_replace(given: &Given<'_>) -> bool {
    given.group.place.text().contains(&format!("!{}", given.option))
}

/// A whole group of a preset can be taken out; what stands inside of one has to be taken out there.
fn help(earlier: &Given<'_>, again: &Given<'_>) -> String {
    let is_first = earlier.group.words.first().is_some_and(|first| first.place == earlier.word.place);
    if earlier.group.by == again.group.by {
        return "remove one of them".to_owned();
    }
    if !is_first {
        return format!("give it a node of its own where it stands first: `flags \"{}\" …`", earlier.option);
    }
    let value = value(again).map_or("…".to_owned(), quoted);
    format!("replace the earlier one: `flags \"!{}\" \"{}\" {value}`", earlier.option, again.option)
}
