//! Random edits of bytes: what a fuzzer does, without its eyes.

use proptest::prelude::*;
use proptest::sample::Index;

/// What often opens, closes, escapes or ends something, in one language or another.
const TOKENS: &[&str] = &[
    "\"",
    "'",
    "`",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "/-",
    "//",
    "/*",
    "*/",
    "#",
    "\"\"\"",
    "---\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    ":",
    ": ",
    ",",
    ";",
    "=",
    "&",
    "*",
    "|",
    ">",
    "<<",
    "$",
    "${",
    "$(",
    "~",
    "!",
    "?",
    "%",
    "@",
    "-",
    "0",
    "-1",
    "99999999999999999999",
    "1e999",
    "null",
    "true",
    "#true",
    "..",
    "../",
    "/",
    "\0",
    "\u{feff}",
    "é",
    "\u{1f600}",
    "\u{202e}",
    "\u{2028}",
    "\u{85}",
];

/// The most bytes that one edit takes out, repeats or brings.
const LONGEST: usize = 64;

/// One edit.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Puts a token in the place of some bytes.
    Token { at: Index, bytes: usize, token: &'static str },
    /// Puts one byte in the place of another.
    Byte { at: Index, byte: u8 },
    /// Repeats some bytes.
    Repeat { at: Index, bytes: usize, times: usize },
    /// Puts bytes of another input in the place of some.
    Splice { at: Index, bytes: usize, from: Index, taken: usize },
    /// Ends it.
    End { at: Index },
}

/// A few edits.
pub(crate) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = || any::<Index>();
    let edit = prop_oneof![
        4 => (at(), 0..8_usize, prop::sample::select(TOKENS))
            .prop_map(|(at, bytes, token)| Edit::Token { at, bytes, token }),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte { at, byte }),
        2 => (at(), 1..LONGEST, 1..8_usize).prop_map(|(at, bytes, times)| Edit::Repeat { at, bytes, times }),
        3 => (at(), 0..LONGEST, at(), 1..LONGEST)
            .prop_map(|(at, bytes, from, taken)| Edit::Splice { at, bytes, from, taken }),
        1 => at().prop_map(|at| Edit::End { at }),
    ];
    prop::collection::vec(edit, 1..6)
}

/// A seed with these edits, some of which take from another one.
pub(crate) fn mutated(seed: &[u8], other: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for edit in edits {
        let place = |at: &Index, length: usize| {
            let start = at.index(bytes.len() + 1);
            start..(start + length).min(bytes.len())
        };
        match edit {
            Edit::Token { at, bytes: length, token } => {
                let place = place(at, *length);
                bytes.splice(place, token.bytes());
            }
            Edit::Byte { at, byte } => {
                let place = place(at, 1);
                bytes.splice(place, [*byte]);
            }
            Edit::Repeat { at, bytes: length, times } => {
                let place = place(at, *length);
                let repeated = bytes[place.clone()].repeat(*times);
                bytes.splice(place.end..place.end, repeated);
            }
            Edit::Splice { at, bytes: length, from, taken } => {
                let place = place(at, *length);
                let start = from.index(other.len() + 1);
                let end = (start + taken).min(other.len());
                bytes.splice(place, other[start..end].iter().copied());
            }
            Edit::End { at } => {
                let place = place(at, 0);
                bytes.truncate(place.start);
            }
        }
    }
    bytes
}
