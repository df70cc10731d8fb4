//! Where brackets close.

/// How far it is to the bracket that closes the one a text begins with. Brackets in quotes do not count, and in
/// `"${…}"`, which is `quoted`, a single quote is no quote.
pub(super) fn closing(text: &str, quoted: bool) -> Option<usize> {
    let mut open: Vec<char> = Vec::new();
    let mut characters = text.char_indices();
    let mut resume = 0;
    while let Some((at, character)) = characters.next() {
        if at < resume {
            continue;
        }
        match (character, open.last()) {
            ('<', Some('(')) if text[at..].starts_with("<<") => resume = document_end(text, at),
            ('\\', Some(top)) if *top != '\'' => _ = characters.next(),
            ('\'', Some('\'')) | ('"', Some('"')) | (')', Some('(')) | ('}', Some('{')) => {
                open.pop();
                if open.is_empty() {
                    return Some(at);
                }
            }
            (_, Some('\'')) | ('\'', Some('"')) => {}
            ('\'', Some('{')) if quoted && open.len() == 1 => {}
            ('(', Some('"' | '{')) if !text[..at].ends_with('$') => {}
            ('{', _) if !text[..at].ends_with('$') && !open.is_empty() => {}
            ('\'' | '"' | '(' | '{', _) => open.push(character),
            _ => {}
        }
    }
    None
}

/// Where the here-document ends that is announced at `at`; quotes and brackets in it mean nothing.
fn document_end(text: &str, at: usize) -> usize {
    let behind = &text[at + 2..];
    if behind.starts_with('<') {
        return at + 3;
    }
    let word = behind.trim_start_matches('-').trim_start_matches([' ', '\t']);
    let tag: String = word
        .chars()
        .take_while(|next| !next.is_whitespace() && !matches!(next, ';' | '|' | '&' | ')' | '<' | '>'))
        .filter(|next| !matches!(next, '\'' | '"' | '\\'))
        .collect();
    let mut line = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
    for row in text[line..].split_inclusive('\n') {
        line += row.len();
        if row.trim_end_matches('\n').trim_start_matches('\t') == tag {
            return line;
        }
    }
    at + 2
}
