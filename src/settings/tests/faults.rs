//! Texts that are refused, each with its place.

use super::super::Fault;
use super::*;

fn said(text: &str) -> String {
    let fault: Fault = Document::parse(text).unwrap_err();
    let (line, column) = fault.line_and_column(text);
    format!("{line}:{column} {fault}")
}

#[test]
fn every_fault_has_its_place() {
    for (text, expected) in [
        ("", "1:1 the text ends where a value has to stand"),
        ("{\n  // no\n}", "2:3 JSON has no comments"),
        ("{ /* no */ }", "1:3 JSON has no comments"),
        ("{\"a\": 1,\n}", "1:8 no value stands behind this `,`"),
        ("{\"a\": [1,]}", "1:9 no value stands behind this `,`"),
        ("{\"ä\": 1 \"b\": 2}", "1:9 a `,` or `}` has to stand here"),
        ("{\"a\" 1}", "1:6 a `:` has to stand here"),
        ("{a: 1}", "1:2 a key in double quotes has to stand here"),
        ("{,}", "1:2 a key in double quotes has to stand here"),
        ("{\"a\": 'b'}", "1:7 a value has to stand here"),
        ("{\"a\": 01}", "1:7 this is no value of JSON"),
        ("{\"a\": 1.}", "1:7 this is no value of JSON"),
        ("{\"a\": +1}", "1:7 this is no value of JSON"),
        ("{\"a\": NaN}", "1:7 this is no value of JSON"),
        ("{\"a\": \"\\x\"}", "1:8 this escape is none of JSON's"),
        ("{\"a\": \"\\u12G4\"}", "1:8 this escape is none of JSON's"),
        ("{\"a\": \"b\n\"}", "1:9 a control character in a string has to be escaped"),
        ("{\"a\": \"b", "1:7 the string that begins here does not end"),
        ("{\"a\": [1", "1:9 a `,` or `]` has to stand here"),
        ("{} {}", "1:4 nothing may stand behind the value"),
        ("\u{feff}[1]", "1:1 settings are an object, `{ … }`"),
        ("null", "1:1 settings are an object, `{ … }`"),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn depth_and_size_have_limits() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert!(Document::parse(nested(126)).is_ok());
    assert_eq!(said(&nested(127)), "1:132 over 127 brackets in one another");
    assert!(Document::parse(nested(1_000_000)).is_err());
    assert_eq!(said(&" ".repeat(Document::LARGEST + 1)), "1:1 over 4 MiB");
}

#[test]
fn reads_what_the_usual_reader_reads() {
    for text in [
        "{}",
        " {} \n",
        "{\"a\":-0}",
        "{\"a\":-0.0e-0}",
        "{\"a\":1E+2}",
        "{\"a\":-}",
        "{\"a\":1e}",
        "{\"a\":.5}",
        "{\"a\":tru}",
        "{\"a\":truex}",
        "{\"a\":\"\u{7f}\"}",
        "{\"\":[[],{}]}",
        "{\"a\":\"\\u00e9\\\"\"}",
        "{]",
        "{\"a\"}",
        "{\"a\":1,,\"b\":2}",
        "{\"a\":1}\u{0}",
        "{\"a\":\u{a0}1}",
        "{\"a\":1٣}",
    ] {
        let judge = serde_json::from_str::<serde_json::Value>(text).is_ok();
        assert_eq!(Document::parse(text).is_ok(), judge, "{text}");
    }
}
