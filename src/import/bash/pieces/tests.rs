//! Words of every kind.

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
