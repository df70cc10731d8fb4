//! The pieces of a word, in one pass.
//!
//! `brush-parser` can do this too, but looks twice at everything that is nested, and gives up on numbers that are too
//! long for it.

use super::parameter::Parameter;

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct Piece<'t> {
    pub(in crate::import) kind: PieceKind<'t>,
    /// Whether it stands in quotes, so that it is neither split nor matched.
    pub(in crate::import) quoted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) enum PieceKind<'t> {
    /// Itself, without quotes and backslashes.
    Text(String),
    /// `$NAME` or `${…}`.
    Parameter(Parameter<'t>),
    /// The text between `$(` and `)`, or between backquotes.
    Command(String),
    /// Arithmetic, and whatever else a shell may know: the text as it stands.
    Other(&'t str),
}

/// Cuts a word into pieces.
pub(in crate::import) fn pieces(word: &str) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { word, at: 0, found: Vec::new() };
    cutter.cut(None);
    cutter.found
}

/// Cuts the text of a here-document, in which quotes are plain characters.
pub(in crate::import) fn document_pieces(text: &str) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { word: text, at: 0, found: Vec::new() };
    cutter.cut(Some(Within::Document));
    cutter.found
}

/// What a text is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Quotes,
    Document,
}

struct Cutter<'t> {
    word: &'t str,
    at: usize,
    found: Vec<Piece<'t>>,
}

impl<'t> Cutter<'t> {
    fn rest(&self) -> &'t str {
        &self.word[self.at..]
    }

    /// Cuts to the end, or to the quote that closes.
    fn cut(&mut self, within: Option<Within>) {
        let quoted = within.is_some();
        while let Some(first) = self.rest().chars().next() {
            match first {
                '"' if within == Some(Within::Quotes) => return,
                '\'' if !quoted => self.single(),
                '"' if !quoted => self.double(1),
                '"' => {
                    self.text("\"", true);
                    self.at += 1;
                }
                '\\' => self.escape(within),
                '`' => self.backquoted(quoted),
                '$' => self.dollar(quoted),
                _ => {
                    let stops: &[char] =
                        if quoted { &['"', '\\', '`', '$'] } else { &['\'', '"', '\\', '`', '$'] };
                    let length = self.rest().find(stops).unwrap_or(self.rest().len());
                    self.text(&self.word[self.at..self.at + length], quoted);
                    self.at += length;
                }
            }
        }
    }

    fn push(&mut self, kind: PieceKind<'t>, quoted: bool) {
        self.found.push(Piece { kind, quoted });
    }

    fn text(&mut self, text: &str, quoted: bool) {
        match self.found.last_mut() {
            Some(Piece { kind: PieceKind::Text(last), quoted: before }) if *before == quoted => {
                last.push_str(text);
            }
            _ => self.push(PieceKind::Text(text.to_owned()), quoted),
        }
    }

    fn single(&mut self) {
        let inner = &self.rest()[1..];
        let length = inner.find('\'').unwrap_or(inner.len());
        self.text(&inner[..length], true);
        self.at = (self.at + length + 2).min(self.word.len());
    }

    /// `"…"`, of which `opening` bytes are to be skipped.
    fn double(&mut self, opening: usize) {
        self.at += opening;
        // An empty pair of quotes is a word too.
        self.text("", true);
        self.cut(Some(Within::Quotes));
        self.at = (self.at + 1).min(self.word.len());
    }

    fn escape(&mut self, within: Option<Within>) {
        let quoted = within.is_some();
        let Some(next) = self.rest()[1..].chars().next() else {
            self.text("\\", quoted);
            self.at += 1;
            return;
        };
        let is_quote = next == '"' && within == Some(Within::Quotes);
        let is_special = !quoted || is_quote || matches!(next, '$' | '`' | '\\' | '\n');
        if next != '\n' || !is_special {
            let start = usize::from(is_special);
            let text = &self.rest()[start..=next.len_utf8()];
            self.text(text, true);
        }
        self.at += 1 + next.len_utf8();
    }

    fn backquoted(&mut self, quoted: bool) {
        let inner = &self.rest()[1..];
        let mut command = String::new();
        let mut characters = inner.char_indices();
        let mut length = inner.len();
        while let Some((at, character)) = characters.next() {
            match character {
                '`' => {
                    length = at;
                    break;
                }
                '\\' => match characters.next() {
                    Some((_, next @ ('`' | '\\' | '$'))) => command.push(next),
                    Some((_, next)) => command.extend(['\\', next]),
                    None => command.push('\\'),
                },
                other => command.push(other),
            }
        }
        self.push(PieceKind::Command(command), quoted);
        self.at = (self.at + length + 2).min(self.word.len());
    }

    fn dollar(&mut self, quoted: bool) {
        let rest = self.rest();
        let behind = &rest[1..];
        if behind.starts_with("((") {
            return self.enclosed(3, quoted, |_| None);
        }
        match behind.chars().next() {
            Some('(') => self.enclosed(2, quoted, |inner| Some(PieceKind::Command(inner.to_owned()))),
            Some('{') => self.enclosed(2, quoted, |inner| Parameter::braced(inner).map(PieceKind::Parameter)),
            Some('\'') if !quoted => self.ansi(),
            Some('"') if !quoted => self.double(2),
            _ => {
                self.at += 1;
                if let Some((parameter, length)) = Parameter::bare(behind) {
                    self.push(PieceKind::Parameter(parameter), quoted);
                    self.at += length;
                } else {
                    self.text("$", quoted);
                }
            }
        }
    }

    /// What stands in brackets behind a dollar; `opening` bytes open it.
    fn enclosed(
        &mut self,
        opening: usize,
        quoted: bool,
        kind: impl FnOnce(&'t str) -> Option<PieceKind<'t>>,
    ) {
        let rest = self.rest();
        let length = closing(&rest[1..], quoted).map_or(rest.len(), |length| length + 2);
        let inner = rest.get(opening..length.saturating_sub(1)).unwrap_or_default();
        self.push(kind(inner).unwrap_or(PieceKind::Other(&rest[..length])), quoted);
        self.at += length;
    }

    /// `$'…'`.
    fn ansi(&mut self) {
        let inner = &self.rest()[2..];
        let mut end = inner.len();
        let mut escaped = false;
        for (at, character) in inner.char_indices() {
            if character == '\'' && !escaped {
                end = at;
                break;
            }
            escaped = character == '\\' && !escaped;
        }
        self.text(&unescaped(&inner[..end]), true);
        self.at = (self.at + end + 3).min(self.word.len());
    }
}

/// How far it is to the bracket that closes the one a text begins with. Brackets in quotes do not count, and in
/// `"${…}"`, which is `quoted`, a single quote is no quote.
fn closing(text: &str, quoted: bool) -> Option<usize> {
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

/// The characters that the escapes of `$'…'` stand for.
fn unescaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::{Piece, PieceKind, document_pieces, pieces};

    fn shown(word: &str) -> String {
        let one = |piece: &Piece<'_>| {
            let quote = if piece.quoted { "\"" } else { "" };
            match &piece.kind {
                PieceKind::Text(text) => format!("{quote}{text}{quote}"),
                PieceKind::Parameter(parameter) => format!("{quote}<{}>{quote}", parameter.name),
                PieceKind::Command(command) => format!("{quote}({command}){quote}"),
                PieceKind::Other(text) => format!("{quote}?{text}{quote}"),
            }
        };
        pieces(word).iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_quote() {
        for (word, expected) in [
            ("abc", "abc"),
            ("'a b'", "\"a b\""),
            ("a\"b\"c", "a \"b\" c"),
            ("\"\"", "\"\""),
            ("\\$a", "\"$\" a"),
            ("\"\\$a\\n\"", "\"$a\\n\""),
            ("$'a\\n\\x41\\'\\u00e9'", "\"a\nA'é\""),
            ("$\"hi\"", "\"hi\""),
            ("\"a'b\"", "\"a'b\""),
            ("~/\"code/docs site\"", "~/ \"code/docs site\""),
            ("$", "$"),
            ("a$", "a$"),
            ("\"$\"", "\"$\""),
            ("'open", "\"open\""),
            ("\\", "\\"),
        ] {
            assert_eq!(shown(word), expected, "{word}");
        }
    }

    #[test]
    fn documents_have_no_quotes() {
        let pieces = document_pieces("it's \"$A\" \\\" \\$\n");
        let [Piece { kind: PieceKind::Text(before), .. }, _, Piece { kind: PieceKind::Text(after), .. }] =
            &*pieces
        else {
            panic!("{pieces:?}");
        };
        assert_eq!((before.as_str(), after.as_str()), ("it's \"", "\" \\\" $\n"));
    }

    #[test]
    fn every_expansion() {
        for (word, expected) in [
            ("$HOME/x", "<HOME> /x"),
            ("\"${A:-$HOME/x}\"", "\"\" \"<A>\""),
            ("$(dirname \"$0\")/lib.sh", "(dirname \"$0\") /lib.sh"),
            (
                "\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\"",
                "\"\" \"(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\"",
            ),
            ("`pwd`", "(pwd)"),
            ("$((1+(2)))x", "?$((1+(2))) x"),
            ("$@", "<@>"),
            ("$1a", "<1> a"),
            ("${a[@]}", "<a>"),
            ("${x:-a}b}", "<x> b}"),
            ("$(echo ')')x", "(echo ')') x"),
            ("${!x}", "?${!x}"),
            ("$(cat <<'E'\nit's (\nE\n)y", "(cat <<'E'\nit's (\nE\n) y"),
            ("$(cat <<<'E)')y", "(cat <<<'E)') y"),
        ] {
            assert_eq!(shown(word), expected, "{word}");
        }
    }
}
