use std::ffi::OsString;

use crate::diagnostic::{Class, Problems};
use crate::harness::for_name;
use crate::harness::testing::{composition, flags, shown};

/// The arguments for groups separated by `|`, words of the command line after `||`.
fn argv(harness: &str, given: &str) -> Result<String, Vec<String>> {
    let (groups, words) = given.split_once("||").unwrap_or((given, ""));
    let mut composition = composition();
    composition.flags =
        groups.split('|').map(|group| flags(&group.split_whitespace().collect::<Vec<_>>())).collect();
    let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    let mut problems = Problems::new();
    let argv = for_name(harness).argv(&composition, &words, &mut problems);
    if problems.is_empty() {
        let argv: Vec<_> = argv.iter().map(|word| word.to_str().unwrap()).collect();
        Ok(argv.join(" "))
    } else {
        assert!(problems.iter().all(|problem| problem.class == Class::Stop && problem.scope.is_some()));
        Err(shown(&problems))
    }
}

#[test]
fn words_that_nothing_takes_stay_as_they_are() {
    for (given, expected) in [
        ("", ""),
        ("--model opus", "--model opus"),
        ("--model opus | text", "--model opus text"),
        ("--add-dir d", "--add-dir d"),
        ("--add-dir d | --model opus", "--add-dir d --model opus"),
        ("--add-dir d || --resume", "--add-dir d --resume"),
        ("--add-dir d --verbose | text", "--add-dir d --verbose text"),
        ("--add-dir=d | text", "--add-dir=d text"),
        ("--add-dir=d e | text", "--add-dir=d e text"),
        // Within a group all words are what the group says.
        ("--add-dir d e", "--add-dir d e"),
        ("text | --add-dir d", "text --add-dir d"),
        // The value has a node of its own.
        ("--add-dir | d", "--add-dir d"),
        ("--add-dir d -- text | more", "--add-dir d -- text more"),
        ("-- --add-dir d | text", "-- --add-dir d text"),
        ("exec -it dev claude || text", "exec -it dev claude text"),
    ] {
        assert_eq!(argv("claude", given).as_deref(), Ok(expected), "{given}");
    }
}

#[test]
fn one_value_is_joined() {
    for (given, expected) in [
        ("--add-dir d | text", "--add-dir=d text"),
        ("--add-dir d || text", "--add-dir=d text"),
        ("--add-dir d || -", "--add-dir=d -"),
        (
            "--model opus --mcp-config m.json || text --resume",
            "--model opus --mcp-config=m.json text --resume",
        ),
        ("--allowedTools Bash,Edit | text | --model opus", "--allowedTools=Bash,Edit text --model opus"),
        ("--add-dir | d || text", "--add-dir=d text"),
        ("--add-dir d | --add-dir e | text", "--add-dir d --add-dir=e text"),
        ("--add-dir d | one | --tools x | two", "--add-dir=d one --tools=x two"),
    ] {
        assert_eq!(argv("claude", given).as_deref(), Ok(expected), "{given}");
    }
}

#[test]
fn several_values_are_ended() {
    for (given, expected) in [
        ("--add-dir d e | text", "--add-dir d e -- text"),
        ("--add-dir d e || one two", "--add-dir d e -- one two"),
        ("--add-dir d e | one | two || -", "--add-dir d e -- one two -"),
        ("--model opus --disallowed-tools A B || text", "--model opus --disallowed-tools A B -- text"),
    ] {
        assert_eq!(argv("claude", given).as_deref(), Ok(expected), "{given}");
    }
}

#[test]
fn several_values_before_a_later_option_are_an_error() {
    for given in [
        "--add-dir d e | text | --model opus",
        "--add-dir d e || text --resume",
        "--add-dir d e | one || --resume",
    ] {
        let problems = argv("claude", given).unwrap_err();
        assert_eq!(problems.len(), 1, "{given}");
        assert!(problems[0].contains("`--add-dir`"), "{problems:?}");
        assert!(
            problems[0].contains("(give each value a node of its own: `flags \"--add-dir\" \"d\"`, `flags \"--add-dir\" \"e\"`)"),
            "{problems:?}"
        );
    }
    // The help, followed.
    assert_eq!(
        argv("claude", "--add-dir d | --add-dir e | text | --model opus").as_deref(),
        Ok("--add-dir d --add-dir=e text --model opus")
    );
}

#[test]
fn every_spelling_is_known() {
    for option in [
        "--add-dir",
        "--mcp-config",
        "--allowedTools",
        "--allowed-tools",
        "--disallowedTools",
        "--disallowed-tools",
        "--tools",
        "--betas",
        "--file",
    ] {
        assert_eq!(argv("claude", &format!("{option} x || y")), Ok(format!("{option}=x y")));
    }
}

#[test]
fn options_of_an_unknown_harness_are_left_alone() {
    assert_eq!(argv("codex", "--add-dir d | text").as_deref(), Ok("--add-dir d text"));
    assert_eq!(argv("sh", "--add-dir d e | text | -x").as_deref(), Ok("--add-dir d e text -x"));
}

#[test]
fn values_survive_joining() {
    let mut composition = composition();
    composition.flags = vec![flags(&["--add-dir", "/a b/$X=\"'\n;&|ü"])];
    let words = [OsString::from("")];
    let argv = for_name("claude").argv(&composition, &words, &mut Problems::new());
    assert_eq!(argv, ["--add-dir=/a b/$X=\"'\n;&|ü", ""]);
}
