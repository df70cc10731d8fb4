//! What stands behind a dollar.

/// `$NAME`, or what stands in `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct Parameter<'t> {
    /// A name, a number, or one of the signs that stand for something.
    pub(in crate::import) name: &'t str,
    /// What stands in `[…]` behind the name.
    pub(in crate::import) index: Option<&'t str>,
    /// What is done with the value.
    pub(in crate::import) operation: Operation<'t>,
}

/// What is done with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Operation<'t> {
    /// Nothing.
    Value,
    /// `:-`: a word in its place when it is missing or empty.
    Default(&'t str),
    /// `-`: a word in its place when it is missing.
    DefaultUnset(&'t str),
    /// `:=` and `=`: the same, and it is kept.
    Assign(&'t str),
    /// `:+` and `+`: a word in its place when it is there; `counts_empty` is `+`, for which nothing is there too.
    Alternative { word: &'t str, counts_empty: bool },
    /// `:?` and `?`: an error when it is missing.
    Required,
    /// `%` and `%%`: the end that matches is cut off, the longest if so.
    Suffix { pattern: &'t str, longest: bool },
    /// `#` and `##`: the same at the start.
    Prefix { pattern: &'t str, longest: bool },
    /// `:OFFSET`.
    From(&'t str),
}

impl<'t> Parameter<'t> {
    /// The parameter at the start of a text, without braces, and how long it is.
    pub(super) fn bare(text: &'t str) -> Option<(Self, usize)> {
        let first = text.chars().next()?;
        let length = match first {
            '@' | '*' | '#' | '?' | '-' | '$' | '!' | '0'..='9' => 1,
            _ => name_length(text),
        };
        let parameter = Self { name: &text[..length], index: None, operation: Operation::Value };
        (length > 0).then_some((parameter, length))
    }

    /// What stands between the braces; none for forms that are only known when the script runs.
    pub(super) fn braced(inner: &'t str) -> Option<Self> {
        let length = match inner.chars().next()? {
            '@' | '*' => 1,
            '0'..='9' => inner.find(|character: char| !character.is_ascii_digit()).unwrap_or(inner.len()),
            _ => name_length(inner),
        };
        let (name, mut rest) = inner.split_at(length);
        let mut index = None;
        if let Some(behind) = rest.strip_prefix('[') {
            let end = behind.find(']')?;
            index = Some(&behind[..end]);
            rest = &behind[end + 1..];
        }
        let operation = operation(rest)?;
        (!name.is_empty()).then_some(Self { name, index, operation })
    }
}

fn operation(rest: &str) -> Option<Operation<'_>> {
    let two = |text: &'static str| rest.strip_prefix(text);
    Some(if rest.is_empty() {
        Operation::Value
    } else if let Some(word) = two(":-") {
        Operation::Default(word)
    } else if let Some(word) = two("-") {
        Operation::DefaultUnset(word)
    } else if let Some(word) = two(":=").or_else(|| two("=")) {
        Operation::Assign(word)
    } else if let Some(word) = two(":+") {
        Operation::Alternative { word, counts_empty: false }
    } else if let Some(word) = two("+") {
        Operation::Alternative { word, counts_empty: true }
    } else if two(":?").or_else(|| two("?")).is_some() {
        Operation::Required
    } else if let Some(pattern) = two("%%") {
        Operation::Suffix { pattern, longest: true }
    } else if let Some(pattern) = two("%") {
        Operation::Suffix { pattern, longest: false }
    } else if let Some(pattern) = two("##") {
        Operation::Prefix { pattern, longest: true }
    } else if let Some(pattern) = two("#") {
        Operation::Prefix { pattern, longest: false }
    } else {
        let offset = two(":")?;
        offset.bytes().all(|byte| byte.is_ascii_digit()).then_some(Operation::From(offset))?
    })
}

/// The length of a name at the start of a text.
fn name_length(text: &str) -> usize {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return 0;
    }
    text.find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .unwrap_or(text.len())
}
