//! Inputs that exhaust a parser: none may overflow the stack. Tests run on threads of 2 MiB, a quarter of `main`'s.

use std::path::Path;

use crate::diagnostic::Problems;
use crate::environment::Environment;
use crate::manifest::read_text;

fn codes(text: &str) -> Vec<&'static str> {
    let mut problems = Problems::new();
    let environment = Environment::new(Vec::new(), "/nowhere");
    read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    problems.iter().map(|problem| problem.code.name).collect()
}

#[test]
fn blocks_nest_to_the_limit_and_not_deeper() {
    let nested = |depth| format!("{}{}", "a {".repeat(depth), "}".repeat(depth));
    assert_eq!(codes(&nested(64)), ["assembly::manifest::unknown-node"]);
    assert_eq!(codes(&nested(65)), ["assembly::manifest::nesting"]);
    assert_eq!(codes(&"a {".repeat(100_000)), ["assembly::manifest::nesting"]);
}

#[test]
fn comments_nest_to_the_limit_and_not_deeper() {
    let nested = |depth| format!("{}{}", "/*".repeat(depth), "*/".repeat(depth));
    assert!(codes(&nested(64)).is_empty());
    assert_eq!(codes(&nested(65)), ["assembly::manifest::nesting"]);
    assert!(codes(&format!("/{}/", "*".repeat(100_000))).is_empty());
}

#[test]
fn commented_out_blocks_take_no_exponential_time() {
    let children = format!("{}{}", "a /-{ ".repeat(60), "}".repeat(60));
    assert_eq!(codes(&children), ["assembly::manifest::unknown-node"]);
    let nodes = format!("{}{}", "/- a { b\n".repeat(60), "}\n".repeat(60));
    assert!(codes(&nodes).is_empty());
}

#[test]
fn repeated_mistakes_end_the_reading() {
    for text in
        ["}", "]", "/-", "(", "=", "a=", "\\x ", "' ", "5s ", "true ", "\"x\"y ", "\0 a\n", "a\n{\n}\n"]
    {
        let found = codes(&text.repeat(20_000));
        assert!(!found.is_empty() && found.len() <= 257, "{text:?}: {}", found.len());
    }
}

#[test]
fn many_numbers_out_of_range_are_no_danger() {
    let found = codes(&"a 99999999999999999999999999999999999999999999\n".repeat(5_000));
    assert!(found.contains(&"assembly::manifest::out-of-range"));
}

#[test]
fn long_chains_are_followed_without_recursion() {
    use std::fmt::Write;
    let mut text = String::from("vars {\n");
    for index in 0..20_000 {
        writeln!(text, "v{index} \"{{{{v{}}}}}\"", index + 1).unwrap();
    }
    text.push_str("v20000 \"nowhere.kdl\"\n}\ninclude \"{{v0}}\" required=#false\n");
    for index in 0..20_000 {
        writeln!(text, "preset \"p{index}\" {{ use \"p{}\"; }}", index + 1).unwrap();
    }
    text.push_str("preset \"p20000\" { target \".\"; cli \"sh\"; }\nlauncher \"a-sh\" { use \"p0\"; }\n");
    assert!(codes(&text).is_empty());
}

#[test]
fn circles_and_defaults_take_linear_time() {
    use std::fmt::Write;
    let mut text = String::from("vars {\n");
    for index in 0..20_000 {
        writeln!(text, "v{index} \"{{{{v{}}}}}{{{{v0}}}}\"", index + 1).unwrap();
    }
    writeln!(text, "v20000 \"x\"\n nested \"{}{}\"", "${A:-".repeat(100_000), "}".repeat(100_000)).unwrap();
    writeln!(
        text,
        "empty \"\"\n long \"{}\"\n}}\ninclude \"{{{{v0}}}}{{{{nested}}}}\"",
        "{{empty}}".repeat(100_000)
    )
    .unwrap();
    let found = codes(&text);
    assert!(found.contains(&"assembly::manifest::var-cycle"));
    assert!(found.contains(&"assembly::manifest::bad-expansion"));
    assert!(found.len() < 100, "{}", found.len());
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    assert_eq!(codes(&" ".repeat((4 << 20) + 1)), ["assembly::manifest::too-large"]);
}
