//! What is not YAML and works in Claude Code all the same: it puts quotes around such values and reads again.
//!
//! Both kinds stand on one line at the outermost level: a value with `: ` in it, and an `argument-hint` that begins with
//! a bracket, which is how that field is documented.

use std::ops::Range;

use crate::skill::yaml::{Verbatim, key_and_value};

/// A text in which such values are harmless to a YAML parser, and every byte stands where it stood.
#[derive(Debug, Default)]
pub(super) struct Repaired {
    pub(super) text: String,
    /// What the values really are.
    pub(super) verbatim: Verbatim,
    /// Where they stand and which key they have.
    pub(super) values: Vec<(String, Range<usize>)>,
}

/// Looks at each line; none: there is nothing to repair. `base` is where `text` begins in the file.
pub(super) fn repair(text: &str, base: usize) -> Option<Repaired> {
    let mut repaired = Repaired { text: String::with_capacity(text.len()), ..Repaired::default() };
    for line in text.split_inclusive('\n') {
        let at = repaired.text.len();
        let Some((key, value)) =
            key_and_value(line).filter(|(key, value)| needs_quotes(key, &line[value.clone()]))
        else {
            repaired.text.push_str(line);
            continue;
        };
        let place = base + at + value.start..base + at + value.end;
        repaired.text.push_str(&line[..value.start]);
        repaired.text.push('"');
        repaired.text.extend(std::iter::repeat_n('x', value.len() - 2));
        repaired.text.push('"');
        repaired.text.push_str(&line[value.end..]);
        repaired.verbatim.insert(place.start, line[value].to_owned());
        repaired.values.push((key.to_owned(), place));
    }
    (!repaired.values.is_empty()).then_some(repaired)
}

fn needs_quotes(key: &str, value: &str) -> bool {
    // A bracket alone has no room for two quotes, and is the beginning of a list that never ends.
    if key == "argument-hint" && value.starts_with('[') && value.len() > 1 {
        return true;
    }
    let begins_otherwise =
        value.starts_with(['"', '\'', '|', '>', '[', '{', '&', '*', '!', '#', '%', '@', '`', '?']);
    let before_comment = value.split(" #").next().unwrap_or(value);
    !begins_otherwise && !value.starts_with("- ") && before_comment.contains(": ")
}

#[cfg(test)]
mod tests {
    use super::repair;

    #[test]
    fn every_byte_stays_where_it_was() {
        let text =
            "name: a\ndescription: Use when: \"you\" ask # or not\r\nargument-hint: [a] [b]\nshell: bash\n";
        let repaired = repair(text, 100).unwrap();
        assert_eq!(repaired.text.len(), text.len());
        let values: Vec<&str> =
            repaired.values.iter().map(|(_, at)| &text[at.start - 100..at.end - 100]).collect();
        assert_eq!(values, ["Use when: \"you\" ask # or not", "[a] [b]"]);
        assert_eq!(repaired.verbatim[&121], "Use when: \"you\" ask # or not");
        assert!(repaired.text.ends_with("argument-hint: \"xxxxx\"\nshell: bash\n"));
    }

    #[test]
    fn leaves_yaml_alone() {
        for line in [
            "a: b",
            "a: \"b: c\"",
            "a: 'b: c'",
            "a: [b: c]",
            "a: |",
            "  a: b: c",
            "a: b # c: d",
            "a:b: c",
            "a: b:",
            "# a: b: c",
            "argument-hint: [",
            "argument-hint: [\r\n",
        ] {
            assert!(repair(line, 0).is_none(), "{line}");
        }
    }
}
