//! The escapes of `$'…'`.

/// The characters that the escapes of `$'…'` stand for.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        let Some(escape) = characters.next() else {
            plain.push('\\');
            break;
        };
        let (radix, most) = match escape {
            'x' => (16, 2),
            'u' => (16, 4),
            'U' => (16, 8),
            '0'..='7' => (8, 2),
            _ => {
                match simple_escape(escape) {
                    Some(meant) => plain.push(meant),
                    None => plain.extend(['\\', escape]),
                }
                continue;
            }
        };
        let mut digits: String = if radix == 8 { escape.to_string() } else { String::new() };
        for _ in 0..most {
            digits.extend(characters.next_if(|next| next.is_digit(radix)));
        }
        match u32::from_str_radix(&digits, radix).ok().and_then(char::from_u32) {
            // No text of a shell can hold it: the rest is cut off.
            Some('\0') => break,
            Some(meant) => plain.push(meant),
            None => plain.extend(format!("\\{escape}{digits}").chars()),
        }
    }
    plain
}

fn simple_escape(escape: char) -> Option<char> {
    Some(match escape {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' | 'E' => '\u{1b}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '\\' | '\'' | '"' | '?' => escape,
        _ => return None,
    })
}
