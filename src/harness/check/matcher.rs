//! Whether a matcher can match.

use crate::compose::Hook;
use crate::diagnostic::{Diagnostic, Problems, Spanned, did_you_mean};
use crate::harness::codes;
use crate::harness::layout::{Event, Layout, Matcher};

/// Reports a matcher that is ignored or matches nothing.
pub(super) fn check_matcher(
    layout: &Layout,
    event: &Event,
    matcher: &Spanned<String>,
    hook: &Hook,
    problems: &mut Problems,
) {
    let problem = match event.matcher {
        // All of them is what the CLI takes it for.
        Matcher::None if matches!(matcher.value.as_str(), "" | "*") => None,
        Matcher::None => Some(without_use(layout, event, matcher)),
        Matcher::Tool => permission_rule(layout, matcher).or_else(|| near_miss(event, layout.tools, matcher)),
        Matcher::OneOf(values) => near_miss(event, values, matcher),
        Matcher::Text => None,
    };
    problems.extend(problem.map(|problem| problem.scope(&hook.by)));
}

fn without_use(layout: &Layout, event: &Event, matcher: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(
        &codes::MATCHER_WITHOUT_USE,
        format!("`{}` has no matcher, {} ignores this one", event.name, layout.title),
    )
    .label(&matcher.place, "the hook would run every time")
    .help("remove `matcher`")
}

fn permission_rule(layout: &Layout, matcher: &Spanned<String>) -> Option<Diagnostic> {
    let parts = alternatives(&matcher.value);
    let rule = parts.iter().find(|part| rule_parts(layout, part).is_some())?;
    let entries: Vec<String> = parts.iter().flat_map(|part| entries(layout, part)).collect();
    let help = match entries.as_slice() {
        [only] => format!("match the tool and filter the call: `{only}`"),
        several => format!("write an entry for each: `{}`", several.join("`, `")),
    };
    Some(
        Diagnostic::new(
            &codes::MATCHER_IS_PERMISSION_RULE,
            format!("`{rule}` is a permission rule and matches no tool name"),
        )
        .label(&matcher.place, "a matcher is compared with the name of the tool alone")
        .help(help),
    )
}

/// Tool and pattern of a permission rule.
fn rule_parts<'a>(layout: &Layout, part: &'a str) -> Option<(&'a str, &'a str)> {
    let parts = part.strip_suffix(')')?.split_once('(')?;
    is_permission_rule(layout, parts.0, parts.1).then_some(parts)
}

/// What to write for a part of a matcher. A filter is one rule, so `Bash(a *|b *)` becomes two.
fn entries(layout: &Layout, part: &str) -> Vec<String> {
    let Some((tool, pattern)) = rule_parts(layout, part) else { return vec![format!("matcher={part:?}")] };
    let rules = pattern.split('|').map(|pattern| format!("{tool}({})", pattern.trim()));
    rules.map(|rule| format!("matcher={tool:?} if={rule:?}")).collect()
}

/// The parts of a matcher between `|` and `,` outside of brackets: of `Edit|Bash(git push *)` both.
fn alternatives(matcher: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let separates = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(letter, '|' | ',')
    };
    matcher.split(separates).map(str::trim).collect()
}

/// Tells `Bash(git push *)` from a regular expression like `Web(Fetch|Search)`. A rule has what no tool's name has, or
/// a star where an expression has nothing sensible to repeat, or it goes on in lower case after a whole tool's name.
fn is_permission_rule(layout: &Layout, tool: &str, pattern: &str) -> bool {
    let is_name =
        !tool.is_empty() && tool.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name || pattern.starts_with('?') {
        return false;
    }
    let mut previous = '(';
    for character in pattern.chars() {
        let repeats_something = matches!(previous, '.' | ')' | ']' | '\\');
        if matches!(character, ' ' | ':' | '/' | '~') || (character == '*' && !repeats_something) {
            return true;
        }
        previous = character;
    }
    layout.tools.contains(&tool) && pattern.starts_with(|first: char| first.is_ascii_lowercase())
}

/// A value that is not in the list may be one of a newer CLI; a value that is nearly in it is a slip of the hand.
fn near_miss(event: &Event, values: &[&'static str], matcher: &Spanned<String>) -> Option<Diagnostic> {
    let is_list = |letter: char| letter.is_ascii_alphanumeric() || "_ ,|-".contains(letter);
    if !matcher.value.chars().all(is_list) {
        return None;
    }
    let words = matcher.value.split(['|', ',']).map(str::trim);
    let (word, near) = words
        .filter(|word| !values.contains(word))
        .find_map(|word| Some((word, did_you_mean(word, values.iter().copied())?)))?;
    Some(
        Diagnostic::new(
            &codes::MATCHER_NEAR_MISS,
            format!("`{word}` is nothing that `{}` is known to match", event.name),
        )
        .label(&matcher.place, "matches nothing")
        .help(format!("did you mean `{near}`?")),
    )
}

#[cfg(test)]
mod tests {
    use super::is_permission_rule;
    use crate::harness::claude::CLAUDE;

    #[test]
    fn tells_rules_from_expressions() {
        let rules = [
            ("Bash", "git push *"),
            ("Bash", "npm:*"),
            ("Bash", "*"),
            ("Bash", "git*"),
            ("Bash", "ls"),
            ("Read", "~/.zshrc"),
            ("Edit", "*.ts"),
            ("Skill", "deploy"),
            ("WebFetch", "domain:example.com"),
            ("Bash", "git commit*"),
            ("Bash", "git.*"),
            ("Bash", "git push*|gh pr create*"),
            ("Edit", "**/*.py"),
            ("Edit", "src/**/*.ts"),
            ("Edit", "bun.lockb"),
        ];
        for (tool, pattern) in rules {
            assert!(is_permission_rule(&CLAUDE, tool, pattern), "{tool}({pattern})");
        }
        let expressions = [
            ("Web", "Fetch|Search"),
            ("Task", "Create|Update"),
            ("mcp__", ".*"),
            ("mcp__", "a|b"),
            ("Edit", "?:or"),
            ("^", "Bash|Edit"),
            ("", "a b"),
        ];
        for (tool, pattern) in expressions {
            assert!(!is_permission_rule(&CLAUDE, tool, pattern), "{tool}({pattern})");
        }
    }
}
