//! A diff as it may be shown: what is written is another matter.

use std::ops::Range;

use super::plan_document::{MASK, masked};
use crate::diagnostic::discreet;

/// A diff without the values of variables whose names say that they are secrets, as they stand in a settings file, and without
/// what has the shape of a token.
pub(super) fn discreet_diff(diff: &str) -> String {
    let mut shown = String::with_capacity(diff.len());
    let mut end = 0;
    for value in variables(diff) {
        shown.push_str(&diff[end..value.start]);
        shown.push_str(MASK);
        end = value.end;
    }
    shown.push_str(&diff[end..]);
    discreet(shown)
}

/// Where the secret values stand, between their quotes.
fn variables(diff: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (start, line) in
        diff.split_inclusive('\n').scan(0, |at, line| Some((std::mem::replace(at, *at + line.len()), line)))
    {
        // A key is a string that a colon and another string follow.
        let strings: Vec<Range<usize>> = strings(line).collect();
        for pair in strings.windows(2) {
            let [key, value] = pair else { continue };
            let between = line[key.end + 1..value.start - 1].trim();
            let name = &line[key.clone()];
            if between == ":" && is_variable(name) && masked(name, &line[value.clone()]) == MASK {
                found.push(start + value.start..start + value.end);
            }
        }
    }
    found
}

/// The strings of a line of JSON, without their quotes.
fn strings(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut quotes = Vec::new();
    let mut is_escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'\\' if !quotes.len().is_multiple_of(2) => is_escaped = !is_escaped,
            b'"' if !is_escaped => quotes.push(at),
            _ => is_escaped = false,
        }
    }
    let pairs: Vec<Range<usize>> = quotes.chunks_exact(2).map(|pair| pair[0] + 1..pair[1]).collect();
    pairs.into_iter()
}

/// Whether a key is the name of a variable, and not one of the CLI's own, like `apiKeyHelper`.
fn is_variable(name: &str) -> bool {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_word && (name.contains('_') || !name.bytes().any(|byte| byte.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::discreet_diff;

    #[test]
    fn values_of_secret_variables_are_hidden_and_nothing_else() {
        for (diff, shown) in [
            ("+    \"API_TOKEN\": \"abc\",\n", "+    \"API_TOKEN\": \"********\",\n"),
            ("-\"A_KEY\" : \"a\\\"b\\\\\",\"B\":\"c\"", "-\"A_KEY\" : \"********\",\"B\":\"c\""),
            ("+  \"apiKeyHelper\": \"a.sh\"\n", "+  \"apiKeyHelper\": \"a.sh\"\n"),
            (
                "+  \"KEY\": \"\"\n \"x\", \"MY_TOKEN\", \"y\"\n",
                "+  \"KEY\": \"\"\n \"x\", \"MY_TOKEN\", \"y\"\n",
            ),
            ("+say \"no\n+\"A_TOKEN\": \"ü\"", "+say \"no\n+\"A_TOKEN\": \"********\""),
            ("+  \"api_key\": \"abc\"\n", "+  \"api_key\": \"********\"\n"),
            ("+ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n", "+****************************************\n"),
        ] {
            assert_eq!(discreet_diff(diff), shown);
        }
    }
}
