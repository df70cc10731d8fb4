//! The options of a command line, told from their values as far as they are known.

use crate::compose::Flags;
use crate::diagnostic::Spanned;
use crate::harness::layout::Layout;

/// An option with the values that the CLI takes it to have.
pub(super) struct Given<'a> {
    /// As it is written, without `=` and what follows.
    pub(super) option: &'a str,
    pub(super) word: &'a Spanned<String>,
    pub(super) group: &'a Flags,
    pub(super) values: Vec<Value<'a>>,
}

/// A value, and the word it stands in.
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) word: &'a Spanned<String>,
}

/// Every option up to a `--`. Behind one that is not known, the rest of its group is left out, since its words may be
/// values.
pub(super) fn given<'a>(layout: &Layout, flags: &'a [Flags]) -> Vec<Given<'a>> {
    let words: Vec<(&Flags, &Spanned<String>)> =
        flags.iter().flat_map(|group| group.words.iter().map(move |word| (group, word))).collect();
    let mut given = Vec::new();
    let mut next = 0;
    while let Some(&(group, word)) = words.get(next).filter(|(_, word)| word.value != "--") {
        next += 1;
        let (option, joined) = split(&word.value);
        if !is_option(option) {
            continue;
        }
        let value = |(_, word): &(&'a Flags, &'a Spanned<String>)| Value { text: &word.value, word };
        let mut values: Vec<Value<'_>> = joined.map(|text| Value { text, word }).into_iter().collect();
        if layout.is_single(option) {
            if joined.is_none() {
                values.extend(words.get(next).map(value));
                next += 1;
            }
        } else if layout.variadic_options.contains(&option) {
            // The first value may look like an option, the others may not. The next group is parted from this one.
            let first = usize::from(joined.is_none());
            let rest = words.get(next + first..).unwrap_or_default();
            let is_value = |(other, word): &&(&Flags, &Spanned<String>)| {
                std::ptr::eq(*other, group) && !is_option(&word.value)
            };
            let more = rest.iter().take_while(is_value).count();
            values.extend(words.iter().skip(next).take(first + more).map(value));
            next += first + more;
        } else if !layout.switches.contains(&option) {
            next += words[next..].iter().take_while(|(other, _)| std::ptr::eq(*other, group)).count();
        }
        given.push(Given { option, word, group, values });
    }
    given
}

/// Only long options are joined with `=`.
fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (option, Some(value)),
        _ => (word, None),
    }
}

/// A lone `-` is a value.
fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::given;
    use crate::harness::claude::CLAUDE;
    use crate::harness::testing::flags;

    /// Options with their values, of groups that are separated by `|`.
    fn read(groups: &str) -> String {
        let flags: Vec<_> =
            groups.split('|').map(|group| flags(&group.split_whitespace().collect::<Vec<_>>())).collect();
        let options = given(&CLAUDE, &flags);
        let shown = options.iter().map(|given| {
            let values: Vec<&str> = given.values.iter().map(|value| value.text).collect();
            format!("{}({})", given.option, values.join(","))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_told_from_values() {
        for (groups, options) in [
            ("", ""),
            ("--model opus", "--model(opus)"),
            ("--model=opus text", "--model(opus)"),
            ("--model | opus", "--model(opus)"),
            ("--model", "--model()"),
            ("--model --verbose --continue", "--model(--verbose) --continue()"),
            ("--verbose --model a --model b", "--verbose() --model(a) --model(b)"),
            ("--add-dir a b --model c", "--add-dir(a,b) --model(c)"),
            ("--add-dir --model b", "--add-dir(--model,b)"),
            ("--add-dir a | b --model c", "--add-dir(a) --model(c)"),
            ("--add-dir | a | b", "--add-dir(a)"),
            ("--add-dir=a b --verbose", "--add-dir(a,b) --verbose()"),
            ("--brand-new --model a | --model b", "--brand-new() --model(b)"),
            ("text - --model a", "--model(a)"),
            ("-n x=y --name z", "-n(x=y) --name(z)"),
            ("--verbose | -- --model a", "--verbose()"),
        ] {
            assert_eq!(read(groups), options, "{groups}");
        }
    }
}
