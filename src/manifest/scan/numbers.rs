//! Which words KDL reads as numbers.

/// Whether the parser reads the word as a string.
pub(super) fn is_plain(word: &str) -> bool {
    !looks_numeric(word) && !matches!(word, "true" | "false" | "null" | "inf" | "-inf" | "nan")
}

/// Whether KDL reads the word as a number, or refuses it as one.
pub(super) fn looks_numeric(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = unsigned.strip_prefix('.').unwrap_or(unsigned);
    digits.starts_with(|first: char| first.is_ascii_digit())
}

/// `number` of the KDL 2 grammar.
pub(super) fn is_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = |text: &str, radix| {
        text.starts_with(|first: char| first.is_digit(radix))
            && text.chars().all(|digit| digit == '_' || digit.is_digit(radix))
    };
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(rest) = unsigned.strip_prefix(prefix) {
            return digits(rest, radix);
        }
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole, 10)
        && fraction.is_none_or(|text| digits(text, 10))
        && exponent.is_none_or(|text| digits(text, 10))
}

/// Whether a number is an integer that the parser, which keeps 128 bits, cannot hold.
pub(super) fn is_too_large(word: &str) -> bool {
    let (sign, unsigned) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let (radix, digits) = match unsigned.get(..2) {
        Some("0x") => (16, &unsigned[2..]),
        Some("0o") => (8, &unsigned[2..]),
        Some("0b") => (2, &unsigned[2..]),
        _ if unsigned.contains(['.', 'e', 'E']) => return false,
        _ => (10, unsigned),
    };
    i128::from_str_radix(&format!("{sign}{}", digits.replace('_', "")), radix).is_err()
}

#[cfg(test)]
mod tests {
    use super::is_number;

    #[test]
    fn knows_the_numbers_of_kdl() {
        for number in ["0", "-5", "+1.5", "1_000", "1e9", "1.5E-3", "0xff", "-0b1_0", "0o7"] {
            assert!(is_number(number), "{number}");
        }
        for word in ["5s", "1.", ".5", "1e", "0x", "0b2", "1.2.3", "2024-01-01", "_1", "1.e5"] {
            assert!(!is_number(word), "{word}");
        }
    }
}
