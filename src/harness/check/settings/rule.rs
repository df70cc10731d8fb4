//! The form of a permission rule: `Tool`, or `Tool(SPECIFIER)`.

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::harness::codes;
use crate::harness::layout::Layout;
use crate::manifest::excerpt;

/// Reports a rule of another form, and a tool that is nearly one of the known ones.
pub(super) fn check_rule(layout: &Layout, rule: &str, place: &Place) -> Option<Diagnostic> {
    let tool = rule.split('(').next().unwrap_or_default();
    if let Some((flaw, help)) = flaw(rule, tool) {
        let message = format!("the permission rule `{}` {flaw}", excerpt(rule));
        return Some(
            Diagnostic::new(&codes::BAD_RULE, message)
                .label(place, format!("{} would drop it, or match nothing by it", layout.title))
                .help(help),
        );
    }
    let near = did_you_mean(tool, layout.tools.iter().copied())?;
    (!layout.tools.contains(&tool)).then(|| {
        let message = format!("`{}` is no tool that {} is known to have", excerpt(tool), layout.title);
        Diagnostic::new(&codes::RULE_NEAR_MISS, message)
            .label(place, "the rule would match nothing")
            .help(format!("did you mean `{near}{}`?", excerpt(&rule[tool.len()..])))
    })
}

/// What is wrong with the form of a rule, as the end of a sentence, and what to write.
fn flaw(rule: &str, tool: &str) -> Option<(&'static str, String)> {
    let written = "write `Tool` or `Tool(SPECIFIER)`, as in `Bash(git push *)`".to_owned();
    if rule.trim().is_empty() {
        return Some(("is empty", written));
    }
    if tool.trim().is_empty() {
        return Some(("names no tool", written));
    }
    let (opened, closed, ends) = parentheses(rule);
    if opened > closed {
        // A tool alone is the rule for all its calls; nothing between parentheses is none.
        if rule.len() == tool.len() + 1 {
            return Some(("has a `(` without its `)`", format!("write `{}`", excerpt(tool))));
        }
        return Some(("has a `(` without its `)`", format!("write `{}`", excerpt(&format!("{rule})")))));
    }
    if opened < closed {
        return Some((
            "has a `)` without its `(`",
            "take it out; one that is meant is written `\\\\)` between quotes".to_owned(),
        ));
    }
    let specifier = rule[tool.len()..].strip_prefix('(')?;
    match specifier.strip_suffix(')') {
        Some("") => Some((
            "has nothing between its parentheses",
            format!("write `\"{}\"` for all calls", excerpt(tool)),
        )),
        Some(_) if ends == rule.len() => None,
        _ => Some(("goes on behind its `)`", "write a rule for each".to_owned())),
    }
}

/// How many are opened and closed, and where all are closed for the first time. A backslash takes the meaning of one
/// away.
fn parentheses(rule: &str) -> (usize, usize, usize) {
    let (mut opened, mut closed, mut ends, mut is_escaped) = (0, 0, 0, false);
    for (at, letter) in rule.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => opened += 1,
            ')' => {
                closed += 1;
                if opened == closed && ends == 0 {
                    ends = at + 1;
                }
            }
            _ => {}
        }
    }
    (opened, closed, ends)
}

#[cfg(test)]
mod tests {
    use super::check_rule;
    use crate::harness::claude::CLAUDE;
    use crate::harness::testing::place;

    fn said(rule: &str) -> Option<String> {
        let problem = check_rule(&CLAUDE, rule, &place(rule))?;
        Some(format!("{} ({})", problem.message, problem.help.unwrap_or_default()))
    }

    #[test]
    fn rules_that_the_cli_knows_are_good() {
        for rule in [
            "Bash",
            "Bash(git:*)",
            "Bash(git push *)",
            "Bash(echo \\( *)",
            "Bash((cd a && ls))",
            "Read(//home/**)",
            "Read(~/.ssh/**)",
            "WebFetch(domain:example.com)",
            "mcp__github__get_issue",
            "mcp__github__*",
            "TodoWrite",
            "ExitPlanMode",
            "Skill(deploy)",
            "Agent(Explore)",
        ] {
            assert_eq!(said(rule), None, "{rule}");
        }
    }

    #[test]
    fn rules_of_no_form_are_told_what_is_wrong() {
        for (rule, words) in [
            ("", "is empty"),
            (" ", "is empty"),
            ("(git:*)", "names no tool"),
            ("Bash(git:*", "`(` without its `)` (write `Bash(git:*)`)"),
            ("Bash(", "`(` without its `)` (write `Bash`)"),
            ("Bash git)", "`)` without its `(`"),
            ("Bash(a))", "`)` without its `(`"),
            ("Bash(a) Read(b)", "goes on behind its `)`"),
            ("Bash(a)b", "goes on behind its `)`"),
            ("Bash()", "nothing between its parentheses (write `\"Bash\"` for all calls)"),
            ("bash(ls)", "`bash` is no tool that Claude Code is known to have (did you mean `Bash(ls)`?)"),
            ("Webfetch", "did you mean `WebFetch`?"),
        ] {
            let said = said(rule).unwrap_or_default();
            assert!(said.contains(words), "{rule}: {said}");
        }
    }
}
