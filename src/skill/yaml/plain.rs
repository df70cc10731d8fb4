//! What a reader makes of text without quotes.

/// Whether plain text is nothing.
pub(in crate::skill) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// What a YAML 1.1 or YAML 1.2 reader takes this plain text for; none: text.
pub(in crate::skill) fn other_type(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "" | "~" | "null" => Some("nothing"),
        "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" => Some("a truth value"),
        "=" | "<<" => Some("a word of YAML"),
        _ if is_number(&lower) => Some("a number"),
        _ if is_date(&lower) => Some("a date"),
        _ => None,
    }
}

fn is_number(lower: &str) -> bool {
    let digits = lower.strip_prefix(['+', '-']).unwrap_or(lower);
    if matches!(digits, ".inf" | ".nan") {
        return true;
    }
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(rest) = digits.strip_prefix(prefix) {
            return !rest.is_empty() && rest.chars().all(|digit| digit == '_' || digit.is_digit(base));
        }
    }
    // `1_000`, and the sexagesimal `12:30:45`.
    let number = digits.replace('_', "");
    let (number, exponent) = number.split_once('e').unwrap_or((&number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let only_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole_ok = whole.split(':').all(only_digits) && !whole.starts_with(':') && !whole.ends_with(':');
    let some_digit = number.bytes().any(|byte| byte.is_ascii_digit());
    some_digit && whole_ok && only_digits(fraction) && !exponent.is_empty() && only_digits(exponent)
}

/// `2026-11-30`, with or without a time behind it.
fn is_date(lower: &str) -> bool {
    let date = lower.split(['t', ' ', '\t']).next().unwrap_or(lower);
    let rest = &lower[date.len()..];
    let parts: Vec<&str> = date.split('-').collect();
    let digits = |text: &str, lengths: &[usize]| {
        lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let [year, month, day] = parts.as_slice() else { return false };
    let has_time =
        rest.trim_start_matches(['t', ' ', '\t']).starts_with(|first: char| first.is_ascii_digit());
    digits(year, &[4]) && digits(month, &[1, 2]) && digits(day, &[1, 2]) && (rest.is_empty() || has_time)
}

#[cfg(test)]
mod tests {
    use super::other_type;

    #[test]
    fn knows_what_either_version_of_yaml_reads() {
        for (text, meant) in [
            ("~", "nothing"),
            ("Null", "nothing"),
            ("YES", "a truth value"),
            ("off", "a truth value"),
            ("1", "a number"),
            ("-1_000", "a number"),
            ("+.5", "a number"),
            ("1.", "a number"),
            ("1.0", "a number"),
            ("0x1f", "a number"),
            ("0o17", "a number"),
            ("1e3", "a number"),
            ("6.02E+23", "a number"),
            (".inf", "a number"),
            ("-.INF", "a number"),
            (".NaN", "a number"),
            ("12:30:45", "a number"),
            ("190:20:30.15", "a number"),
            ("2026-11-30", "a date"),
            ("2026-1-3T10:00:00Z", "a date"),
            ("2026-11-30 10:00", "a date"),
        ] {
            assert_eq!(other_type(text), Some(meant), "{text}");
        }
        for text in [
            "1.0.0",
            "v1",
            "1 step",
            "2026-11",
            "a",
            "e5",
            "1e",
            ".",
            "-",
            "12:",
            "0x",
            "10-4-3",
            "2026-11-30 was",
        ] {
            assert_eq!(other_type(text), None, "{text}");
        }
    }
}
