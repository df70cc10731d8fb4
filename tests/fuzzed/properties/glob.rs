//! Globs.

use assembly::glob::Glob;
use globset::GlobBuilder;

use super::text;

/// The first line is a glob, the others are names. It matches what the globs match that people know from elsewhere, and
/// a choice that has it as a branch matches no less.
pub fn glob(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (glob, names) = text.split_once('\n').unwrap_or((text, ""));
    let ours = Glob::new(glob);
    let choice = (!parts_branches(glob)).then(|| Glob::new(&format!("{{{glob},-}}")));
    let theirs = is_comparable(text).then(|| GlobBuilder::new(glob).literal_separator(true).build());
    // There, what no class is called means half of it.
    let is_unknown = matches!(&ours, Err(reason) if reason.starts_with("unknown class"));
    if let Some(theirs) = theirs.as_ref().filter(|_| !is_unknown) {
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{glob:?}: {ours:?} and {theirs:?}");
    }
    let Ok(ours) = ours else { return };
    let theirs = theirs.and_then(Result::ok).map(|theirs| theirs.compile_matcher());
    for name in names.lines() {
        let is_match = ours.matches(name);
        // Ours are compared with names, and neither has a `/`: elsewhere `**` crosses one, or is nothing at all with one.
        if let Some(theirs) = theirs.as_ref().filter(|_| !glob.contains('/') && !name.contains('/')) {
            assert_eq!(is_match, theirs.is_match(name), "{glob:?} and {name:?}");
        }
        if let Some(Ok(choice)) = &choice {
            // A branch that is empty is none.
            let is_branch = !name.is_empty();
            assert!(!is_match || !is_branch || choice.matches(name), "{{{glob},-}} and {name:?}");
        }
    }
    if !Glob::is_one(glob) && !glob.contains(['\\', '}', ']', '!']) {
        assert!(ours.matches(glob), "{glob:?} does not match itself");
    }
}

/// `globset` makes a regular expression over bytes of each glob, and takes an escaped comma for the one between branches.
fn is_comparable(text: &str) -> bool {
    const LONGEST: usize = 100;
    text.is_ascii() && text.len() < LONGEST && !text.contains("\\,**") && !text.contains("\\{**")
}

/// Whether a comma, that stands for itself in the glob, would part branches if the glob were one. Where it is hard to say,
/// it does.
fn parts_branches(glob: &str) -> bool {
    let mut depth = 0_usize;
    glob.contains(',')
        && (glob.contains(['\\', '['])
            || glob.chars().any(|character| {
                match character {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                character == ',' && depth == 0
            }))
}
