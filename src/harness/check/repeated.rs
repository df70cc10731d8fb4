//! Options that are given twice although only the last one counts.

use std::collections::HashMap;

use crate::compose::Flags;
use crate::diagnostic::{Diagnostic, Place, Problems};
use crate::harness::codes;
use crate::harness::layout::Layout;

/// Looks at the first word of each group only: any other word may be the value of an option.
pub(super) fn check_repeated(layout: &Layout, flags: &[Flags], problems: &mut Problems) {
    let mut seen: HashMap<&str, &Place> = HashMap::new();
    for group in flags {
        let Some(first) = group.words.first() else { continue };
        let option = first.value.split_once('=').map_or(first.value.as_str(), |(option, _)| option);
        if let Some(spellings) = layout.single_options.iter().find(|spellings| spellings.contains(&option))
            && let Some(earlier) = seen.insert(spellings[0], &first.place)
        {
            problems.push(
                Diagnostic::new(
                    &codes::GIVEN_TWICE,
                    format!("`{option}` is given twice, and {} takes the last one", layout.title),
                )
                .label(&first.place, "given again here")
                .label(earlier, "without effect")
                .help(format!("replace the earlier one: `flags \"!{option}\" \"{option}\" …`"))
                .scope(&group.by),
            );
        }
        if group.words.iter().any(|word| word.value == "--") {
            return;
        }
    }
}
