//! The words of JSON: strings, numbers and the three names.

/// How far it is to the fault, and what it is.
type Wrong = (usize, &'static str);

/// The length of a string that begins `text`, and what it says; nothing when that is no text.
pub(super) fn string(text: &str) -> Result<(usize, Option<String>), Wrong> {
    let mut said = Some(String::new());
    let mut at = 1;
    loop {
        let rest = &text[at..];
        let plain = rest.find(|letter: char| letter < ' ' || letter == '"' || letter == '\\');
        let Some(length) = plain else { return Err((0, "the string that begins here does not end")) };
        if let Some(said) = &mut said {
            said.push_str(&rest[..length]);
        }
        at += length;
        match text.as_bytes()[at] {
            b'"' => return Ok((at + 1, said)),
            b'\\' => {
                let (length, letter) = escape(&text[at..]).ok_or((at, "this escape is none of JSON's"))?;
                at += length;
                said = said.zip(letter).map(|(mut said, letter)| {
                    said.push(letter);
                    said
                });
            }
            _ => return Err((at, "a control character in a string has to be escaped")),
        }
    }
}

/// The length of an escape, and the character; none for half of one.
fn escape(text: &str) -> Option<(usize, Option<char>)> {
    let simple = |letter| Some((2, Some(letter)));
    match text.as_bytes().get(1)? {
        b'"' => simple('"'),
        b'\\' => simple('\\'),
        b'/' => simple('/'),
        b'b' => simple('\u{8}'),
        b'f' => simple('\u{c}'),
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'u' => {
            let first = unit(text)?;
            let second = text.get(6..).and_then(unit);
            match (first, second) {
                (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
                    let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    Some((12, char::from_u32(code)))
                }
                _ => Some((6, char::from_u32(first))),
            }
        }
        _ => None,
    }
}

/// The number of a `\u` escape that begins `text`.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// The length of a number or name that begins `text`.
pub(super) fn plain(text: &str) -> Result<usize, Wrong> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '+' | '-' | '.' | '_');
    let length = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let word = &text[..length];
    if matches!(word, "true" | "false" | "null") || is_number(word) {
        return Ok(length);
    }
    Err((0, if word.is_empty() { "a value has to stand here" } else { "this is no value of JSON" }))
}

fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = match word.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (word, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let without_sign = |text: &'_ str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    are_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(|exponent| are_digits(&without_sign(exponent)))
}
