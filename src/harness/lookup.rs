//! From the name of a harness to its layout.

use super::claude::CLAUDE;
use super::layout::Layout;

/// Every layout there is. The first one stands in for a harness that has none.
static LAYOUTS: &[&Layout] = &[&CLAUDE];

/// What one launcher's CLI loads and from where.
#[derive(Clone, Copy, Debug)]
pub struct Harness {
    /// The layout to use.
    pub layout: &'static Layout,
    /// Whether it is the layout of the harness that was asked for. Otherwise it is Claude Code's, and nothing is
    /// known of the CLI's options.
    pub known: bool,
}

/// The harness of that name, or Claude Code's layout in its place.
pub fn for_name(name: &str) -> Harness {
    let own = LAYOUTS.iter().find(|layout| layout.name == name);
    Harness { layout: own.unwrap_or(&LAYOUTS[0]), known: own.is_some() }
}

/// The harness of that name; Claude Code's where none is named.
pub fn for_declared(name: Option<&str>) -> Harness {
    for_name(name.unwrap_or(LAYOUTS[0].name))
}

/// Whether a key of the settings file is a list, even when it is declared as one value: what composing has to know.
pub fn is_list_of_settings(harness: Option<&str>, path: &[&str]) -> bool {
    for_declared(harness).layout.settings_keys.is_list(path)
}

/// The names of the harnesses that have a layout.
pub fn names() -> impl Iterator<Item = &'static str> {
    LAYOUTS.iter().map(|layout| layout.name)
}

#[cfg(test)]
mod tests {
    use super::{for_name, names};

    #[test]
    fn an_unknown_harness_gets_claudes_layout() {
        assert!(for_name("claude").known);
        assert!(!for_name("sh").known);
        assert_eq!(for_name("sh").layout.name, "claude");
        assert!(names().all(|name| for_name(name).known));
    }
}
