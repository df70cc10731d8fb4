//! The records of a pax header (POSIX.1-2017, pax, *pax Interchange Format*): `LENGTH KEY=VALUE` and a newline, where the
//! length counts itself.

/// One record.
pub(super) fn record(key: &str, value: &[u8]) -> Vec<u8> {
    let rest = key.len() + value.len() + " =\n".len();
    let mut length = rest + 1;
    while length != rest + length.to_string().len() {
        length = rest + length.to_string().len();
    }
    let mut record = format!("{length} {key}=").into_bytes();
    record.extend_from_slice(value);
    record.push(b'\n');
    record
}

/// All records of a header; `None` when it is not made of records to its last byte.
pub(super) fn records(mut bytes: &[u8]) -> Option<Vec<(&str, &[u8])>> {
    let mut records = Vec::new();
    while !bytes.is_empty() {
        let space = bytes.iter().position(|byte| *byte == b' ')?;
        let digits = std::str::from_utf8(&bytes[..space]).ok()?;
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (record, rest) = bytes.split_at_checked(digits.parse().ok()?)?;
        let pair = record.get(space + 1..)?.strip_suffix(b"\n")?;
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        records.push((std::str::from_utf8(&pair[..equals]).ok()?, &pair[equals + 1..]));
        bytes = rest;
    }
    Some(records)
}

#[cfg(test)]
mod tests {
    use super::{record, records};

    #[test]
    fn a_length_counts_itself() {
        assert_eq!(record("path", b"a"), b"9 path=a\n");
        assert_eq!(record("path", b"ab"), b"11 path=ab\n");
        assert_eq!(record("path", b""), b"8 path=\n");
        for length in [1, 2, 90, 91, 92, 93, 989, 990, 991, 992] {
            let record = record("path", &vec![b'x'; length]);
            assert!(record.starts_with(format!("{} ", record.len()).as_bytes()));
            assert_eq!(records(&record), Some(vec![("path", &*vec![b'x'; length])]));
        }
    }

    #[test]
    fn nothing_but_records() {
        let two = b"9 path=a\n12 size=007\n";
        assert_eq!(records(two), Some(vec![("path", &b"a"[..]), ("size", b"007")]));
        let newline: &[u8] = b"12 path=a\nb\n";
        assert_eq!(records(newline), Some(vec![("path", &b"a\nb"[..])]));
        for bad in [
            "x",
            "9 path=a",
            "9 path=a\n\n",
            "8 path=a\n",
            "11 path=a\n",
            "+9 path=a\n",
            "09 path=a\n",
            "3 \n",
            "0 path=a\n",
            "99999999999999999999 path=a\n",
        ] {
            assert_eq!(records(bad.as_bytes()), None, "{bad:?}");
        }
    }
}
