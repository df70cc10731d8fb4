//! The same permission rule in two lists.

use std::collections::HashMap;

use crate::compose::{ListItem, MergedSetting, MergedValue, Settings};
use crate::diagnostic::{Diagnostic, Problems, visible};
use crate::harness::codes;

/// The lists, of which the earlier one counts.
const LISTS: [&str; 3] = ["deny", "ask", "allow"];

/// Reports rules of which only the stricter one counts. `launcher` is who brings them together.
pub(in crate::harness::check) fn check_contradictions(
    settings: &Settings,
    launcher: &str,
    problems: &mut Problems,
) {
    let Some(MergedValue::Map(permissions)) = value(&settings.keys, "permissions") else { return };
    let mut seen: HashMap<&str, (&str, &ListItem)> = HashMap::new();
    for list in LISTS {
        let Some(MergedValue::List(items)) = value(permissions, list) else { continue };
        for item in items {
            let Some(rule) = item.value.as_str() else { continue };
            let Some((stricter, first)) = seen.get(rule) else {
                seen.insert(rule, (list, item));
                continue;
            };
            let shown = visible(rule);
            problems.push(
                Diagnostic::new(
                    &codes::CONTRADICTION,
                    format!("`{shown}` stands in `{list}` and in `{stricter}`, of which `{stricter}` counts"),
                )
                .label(&item.place, format!("in `{list}`"))
                .label(&first.place, format!("in `{stricter}`"))
                .help(format!("take one of them out, as with `{list} \"!{shown}\"`"))
                .scope(launcher),
            );
        }
    }
}

fn value<'a>(keys: &'a [MergedSetting], name: &str) -> Option<&'a MergedValue> {
    keys.iter().find(|key| key.name.value == name).map(|key| &key.value)
}
