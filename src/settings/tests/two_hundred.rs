//! Two settings files of 200 permissions each.

use std::fmt::Write as _;

use super::*;

const PROGRAMS: [&str; 8] =
    ["git", "cargo", "npm run", "docker compose", "kubectl get", "grep", "terraform", "psql -c"];

/// A permission as sessions grant them.
fn permission(number: usize) -> String {
    let program = PROGRAMS[number % PROGRAMS.len()];
    match number % 5 {
        0 => format!("Bash({program} sub{number}:*)"),
        1 => format!("Read(//Users/sam/code/größe-{number}/**)"),
        2 => format!("WebFetch(domain:host{number}.example.org)"),
        3 => format!("mcp__server_{number}__call"),
        _ => format!("Bash({program} \\\"a b\\\" $HOME \\\\{number})"),
    }
}

/// As a person keeps it: four spaces, groups with blank lines between, escapes and numbers of their own.
fn by_hand() -> String {
    let mut text =
        "{\r\n    \"model\" : \"opus\",\r\n\r\n    \"permissions\": {\r\n        \"allow\": [\r\n".to_owned();
    for number in 0..200 {
        let comma = if number == 199 { "" } else { "," };
        let blank = if number % 20 == 19 { "\r\n" } else { "" };
        _ = write!(text, "            \"{}\"{comma}\r\n{blank}", permission(number).replace('ö', "\\u00f6"));
    }
    text.push_str(
        "        ],\r\n        \"deny\": [ \"Read(.env)\" ]\r\n    },\r\n    \"cleanupPeriodDays\": 3.0e1,\r\n    \"env\": { \"B\": \"\\\\ 2\" }\r\n}",
    );
    text
}

/// As the agent writes it.
fn by_a_session() -> String {
    let allow: Vec<String> = (100..300).map(|number| format!("\"{}\"", permission(number))).collect();
    let text = format!(
        "{{\"permissions\":{{\"allow\":[{}],\"defaultMode\":\"plan\"}},\"env\":{{\"A\":\"1\"}},\"model\":\"opus\"}}",
        allow.join(",")
    );
    format!("{:#}\n", serde_json::from_str::<serde_json::Value>(&text).unwrap())
}

#[test]
fn a_merge_of_two_hundred_permissions_keeps_every_byte_outside_our_keys() {
    for (file, ours) in [(by_hand(), by_a_session()), (by_a_session(), by_hand())] {
        let merged = into(&file, &ours);
        assert!(merged.conflicts.is_empty());
        // Pieces of the file, each whole and in order, with nothing but our entries between.
        let new = text(&merged);
        let (mut at, mut inserted, mut kept) = (0, 0, 0);
        for line in file.split_inclusive('\n') {
            let core = line.trim_end_matches(['\r', '\n', '}', ' ', ',']);
            let found = new[at..].find(core).unwrap_or_else(|| panic!("{core:?} is gone"));
            inserted += new[at..at + found].matches('\n').count();
            at += found + core.len();
            kept += core.len();
        }
        assert!(kept > 5_000 && inserted > 100, "{kept} {inserted}");
        let value: serde_json::Value = serde_json::from_str(new).unwrap();
        assert_eq!(value["permissions"]["allow"].as_array().unwrap().len(), 300);
        assert_eq!(new.len(), file.len() + added(&file, new));
        assert_eq!(without(&merged).unwrap(), file);
    }
}

/// The bytes of one text that are not in the other, read from the front: all others are there in order.
fn added(file: &str, new: &str) -> usize {
    let mut wanted = file.bytes().peekable();
    let count = new.bytes().filter(|byte| wanted.next_if_eq(byte).is_none()).count();
    assert_eq!(wanted.next(), None);
    count
}
