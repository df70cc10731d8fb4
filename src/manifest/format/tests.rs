//! Texts and what becomes of them.

mod any_manifest;

use std::sync::Arc;

use super::{FormatError, format_text};
use crate::diagnostic::SourceFile;

fn file(text: &str) -> Arc<SourceFile> {
    SourceFile::new("/hub/launchers.kdl", "launchers.kdl", text)
}

/// The formatted text, which formatted again has to stay as it is.
#[track_caller]
fn formatted(text: &str) -> String {
    let once = format_text(&file(text)).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    let twice = format_text(&file(&once)).unwrap_or_else(|error| panic!("{once:?}: {error:?}"));
    assert_eq!(once, twice, "formatted again");
    once
}

#[test]
fn white_space_is_put_in_order() {
    for (text, expected) in [
        ("", ""),
        ("\n \n", ""),
        ("\u{feff}", "\u{feff}"),
        ("a", "a\n"),
        ("\n\n  a   \"b\"\t1  k = \"v\" \n\n\n\nb\n\n", "a \"b\" 1 k=\"v\"\n\nb\n"),
        ("a{\n\n\n b\n\n\n c;d\n\n}\n", "a {\n    b\n\n    c\n    d\n}\n"),
        ("a {\n\tb {\n\t\tc\n\t}\n}", "a {\n    b {\n        c\n    }\n}\n"),
        ("a { }\nb {\n}\nc {\n\n}", "a {}\nb {}\nc {}\n"),
        ("a { b;c ; }", "a { b; c }\n"),
        ("a;b;\nc", "a\nb\nc\n"),
        ("a {b {c}}", "a { b { c } }\n"),
        ("a\r\n b\nc", "a\r\nb\r\nc\r\n"),
        ("\u{feff}a \"b\"", "\u{feff}a \"b\"\n"),
        ("a\u{2028}b\u{85}", "a\nb\n"),
        ("(t)a ( t ) \"x\" k=(t)1", "(t)a ( t )\"x\" k=(t)1\n"),
    ] {
        assert_eq!(formatted(text), expected, "{text:?}");
    }
}

#[test]
fn every_comment_stays_where_it_is() {
    for (text, expected) in [
        ("// a\n\n\n\n//b  \na //c\n", "// a\n\n//b\na //c\n"),
        ("a {// b\n  // c\n}\n", "a { // b\n    // c\n}\n"),
        ("a { /* b */\n  c }", "a { /* b */\n    c\n}\n"),
        ("a {\n /* b */ c /* d */ \"e\" // f\n}", "a {\n    /* b */ c /* d */ \"e\" // f\n}\n"),
        ("a { /* b */ c; /* d */ e /* f */ }", "a { /* b */ c; /* d */ e /* f */ }\n"),
        ("a; // b\nc; /* d */\ne; /* f */ g", "a // b\nc /* d */\ne\n/* f */ g\n"),
        ("  /* a\n   * b\n   */\na", "/* a\n   * b\n   */\na\n"),
        ("a {\n}  // b\n// c", "a {} // b\n// c\n"),
        ("/* a /* b */ c */ /* d */ // e\n", "/* a /* b */ c */ /* d */ // e\n"),
        ("a /* k */ b /* = */ = /* v */ \"c\"", "a /* k */ b /* = */=/* v */ \"c\"\n"),
        ("a // b=\n", "a // b=\n"),
    ] {
        assert_eq!(formatted(text), expected, "{text:?}");
    }
}

#[test]
fn what_is_commented_out_is_formatted_too() {
    for (text, expected) in [
        ("/-  a   {\n b\n}\n", "/-a {\n    b\n}\n"),
        ("a /- \"b\"  /-c = 1 d", "a /-\"b\" /-c=1 d\n"),
        ("a /-  { b;c } { d }", "a /-{ b; c } { d }\n"),
        ("a { b } /-  { c }", "a { b } /-{ c }\n"),
        ("/-\n\na\nb", "/-a\nb\n"),
        ("/- // why\n\na\nb", "/- // why\n    a\nb\n"),
        ("a /-; b", "a /-;\nb\n"),
        ("a { /- }\n/-", "a { /-}\n/-\n"),
        ("/- kdl-version 2\na", "/-kdl-version 2\na\n"),
        ("/-r#\"\"\"#\n", "/-\"\\\"\"\n"),
        ("/-a src/**/*.rs, 'x y'\nb", "/-a src/**/*.rs, 'x y'\nb\n"),
        ("/-a \"x\"y =o", "/-a \"x\"y=o\n"),
        ("/-a \"x\"y=o b\"c\" = \"d\"e", "/-a \"x\"y=o b\"c\"=\"d\"e\n"),
    ] {
        assert_eq!(formatted(text), expected, "{text:?}");
    }
}

#[test]
fn a_backslash_joins_what_it_joined() {
    for (text, expected) in [
        ("a \\\n\"b\"   \\\n\t\t\"c\"\nd", "a \\\n    \"b\" \\\n    \"c\"\nd\n"),
        ("a {\n b \\ // why\n \"c\"\n}", "a {\n    b \\ // why\n        \"c\"\n}\n"),
        ("a \\\n\nb", "a\n\nb\n"),
        ("a \\\n\\\n\\\n\"b\"", "a \\\n    \"b\"\n"),
        ("a \\\n\\\n\nb", "a\n\nb\n"),
        ("a \\ // c\n\nb", "a // c\n\nb\n"),
        ("a \\\n // c\nb", "a \\\n    // c\nb\n"),
        ("a { b \\\n}", "a {\n    b\n}\n"),
        ("a \\", "a\n"),
        ("a \\\n{\n b }", "a \\\n    {\n    b\n}\n"),
        ("a \\\r\n \"b\"\r\n", "a \\\r\n    \"b\"\r\n"),
    ] {
        assert_eq!(formatted(text), expected, "{text:?}");
    }
}

#[test]
fn values_stay_as_they_are_written() {
    let text = "a bare \"q\\n\" #\"r\\\"# ##\"\"#\"## 0x1F 1_000 1.50e+3 #true #null #inf\n";
    assert_eq!(formatted(text), text);
    assert_eq!(
        formatted("a {\n  b \"\"\"\n    x\n\n      y\n    \"\"\"\n  c #\"\"\"\n   \\z\n  \"\"\"#\n}\n"),
        "a {\n    b \"\"\"\n      x\n\n        y\n      \"\"\"\n    c #\"\"\"\n     \\z\n    \"\"\"#\n}\n"
    );
    assert_eq!(formatted("a \"b \\\n   c\"\n"), "a \"b \\\n   c\"\n");
}

#[test]
fn a_block_stays_on_its_line_as_long_as_that_is_not_too_wide() {
    let fits = format!("a {{ b {}; c }}\n", "x".repeat(89));
    assert_eq!(fits.chars().count(), 101);
    assert_eq!(formatted(&fits), fits);
    let wide = fits.replace("xx", "xxx");
    assert_eq!(formatted(&wide), format!("a {{\n    b {}\n    c\n}}\n", "x".repeat(133)));
}

#[test]
fn kdl_1_is_written_as_kdl_2() {
    assert_eq!(
        formatted("a true k=false r\"C:\\x\" r#\"a\"b\"# null \"a\\/b\" {\n/-b true r\"x y\"\n}\n"),
        "a #true k=#false #\"C:\\x\"# #\"a\"b\"# #null \"a/b\" {\n    /-b #true #\"x y\"#\n}\n"
    );
    assert_eq!(formatted("// old\n/- kdl-version 1\na 1"), "// old\n/-kdl-version 2\na 1\n");
    assert_eq!(formatted("/- version 1\na 1"), "/-version 1\na 1\n");
}

/// The manifests of the fixtures, right and wrong.
#[test]
fn manifests_that_people_write_are_kept_or_refused() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests");
    for (folder, is_right) in [("valid", true), ("both", true), ("invalid", false)] {
        for entry in fs_err::read_dir(fixtures.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "kdl") {
                continue;
            }
            let Ok(text) = fs_err::read_to_string(&path) else { continue };
            match format_text(&file(&text)) {
                Ok(_) => _ = formatted(&text),
                Err(FormatError::Broken(problems)) => assert!(!is_right && !problems.is_empty(), "{path:?}"),
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
}

#[test]
fn a_broken_text_is_told_as_it_stands() {
    for broken in
        ["a \"b", "a {", "a }", "a b, c", "a: b", "a true b/c", "a \"\\q\"", "/*", "true 1", "/-a\"\"\"x\nb"]
    {
        match format_text(&file(broken)) {
            Err(FormatError::Broken(problems)) => assert!(!problems.is_empty(), "{broken}"),
            other => panic!("{broken}: {other:?}"),
        }
    }
}

#[test]
fn a_text_that_would_grow_too_large_is_told_so() {
    let line = "a {\nb \"c\"\n}\n";
    let text = line.repeat((4 << 20) / line.len());
    match format_text(&file(&text)) {
        Err(FormatError::Broken(problems)) => {
            assert_eq!(problems.len(), 1);
            assert_eq!(problems[0].message, "`launchers.kdl` would be over 4 MiB when it is formatted");
        }
        other => panic!("{:?}", other.map(|text| text.len())),
    }
}
