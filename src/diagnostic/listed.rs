//! Lists of names in a sentence.

/// Names in backticks: `a`, `b`.
pub(crate) fn listed(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    names.into_iter().for_each(|name| list(&mut text, name.as_ref()));
    text
}

fn list(text: &mut String, name: &str) {
    let opening = if text.is_empty() { "`" } else { ", `" };
    text.extend([opening, name, "`"]);
}

/// The first of them, and how many more there are: enough to know which are meant, and still one line.
pub(crate) fn listed_few(names: impl ExactSizeIterator<Item = impl AsRef<str>>) -> String {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let shown = listed(names.take(SHOWN));
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::{listed, listed_few};

    #[test]
    fn lists_names_and_counts_those_that_are_left_out() {
        assert_eq!(listed(["a", "b"]), "`a`, `b`");
        assert_eq!(listed([""; 0]), "");
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(listed_few(names[..5].iter()), "`a`, `b`, `c`, `d`, `e`");
        assert_eq!(listed_few(names.iter()), "`a`, `b`, `c`, `d`, `e` and 2 more");
    }
}
