use serde_json::{Value as Json, json};

use crate::compose::Hook;
use crate::diagnostic::{Class, Problems};
use crate::harness::for_name;
use crate::harness::testing::{composition, flags, hook, program, shown};

fn check(hook: Hook) -> Vec<String> {
    let mut composition = composition();
    composition.hooks = Some(vec![hook]);
    let mut problems = Problems::new();
    for_name("claude").check(&composition, &mut problems);
    assert!(
        problems.iter().all(|problem| problem.scope.as_deref() == Some("me") && !problem.labels.is_empty())
    );
    shown(&problems)
}

/// Exactly one problem, which contains each of the words.
fn finds(hook: Hook, words: &[&str]) {
    let problems = check(hook);
    assert_eq!(problems.len(), 1, "{problems:?}");
    for word in words {
        assert!(problems[0].contains(word), "`{word}` in {}", problems[0]);
    }
}

fn accepts(hook: Hook) {
    assert_eq!(check(hook), Vec::<String>::new());
}

#[test]
fn right_entries_have_no_problems() {
    accepts(hook("UserPromptSubmit").file("a.sh").timeout(5.0));
    accepts(hook("PreToolUse").file("a.py").matcher("Bash").args(&["--deny"]).field("onFailure", "block"));
    accepts(hook("PreToolUse").file("a.sh").matcher("Bash").field("if", "Bash(git push *)"));
    accepts(hook("PreToolUse").file("a.sh").matcher(r"^(WebFetch|mcp__.*\.fetch)$"));
    accepts(hook("PreToolUse").file("a.sh").matcher("Web(Fetch|Search)"));
    accepts(hook("SessionStart").file("a.sh").matcher("startup|resume"));
    accepts(hook("SessionStart").file("a.sh").matcher("a-source-of-tomorrow"));
    accepts(hook("Notification").file("a.sh").matcher("anything (at) all"));
    accepts(hook("Stop").file("a.sh").field("type", "command").field("async", true).field("shell", "bash"));
    accepts(hook("Stop").field("type", "command").field("command", "echo hi").args(&[]));
    accepts(hook("Stop").field("type", "prompt").field("prompt", "Did it? $ARGUMENTS").timeout(20.0));
    accepts(hook("Stop").field("type", "agent").field("prompt", "x").field("model", "opus"));
    accepts(
        hook("PostToolUse")
            .field("type", "http")
            .field("url", "http://127.0.0.1/audit")
            .field("headers", json!({ "Authorization": "Bearer $T" }))
            .field("allowedEnvVars", "T"),
    );
    accepts(
        hook("PostToolUse")
            .field("type", "mcp_tool")
            .field("server", "s")
            .field("tool", "t")
            .field("input", json!({ "n": 1 })),
    );
}

#[test]
fn unknown_events() {
    finds(
        hook("UserPromtSubmit").file("a.sh"),
        &["hook::unknown-event", "`UserPromtSubmit`", "(did you mean `UserPromptSubmit`?)"],
    );
    finds(hook("pretooluse").file("a.sh"), &["did you mean `PreToolUse`?"]);
    finds(hook("BeforeTool").file("a.sh"), &["a name of Gemini CLI: write `PreToolUse`"]);
    finds(hook("agentStop").file("a.sh"), &["a name of Copilot CLI: write `Stop`"]);
    finds(hook("Wobble").file("a.sh"), &["`PreToolUse`", "there are 28 more"]);
    // What depends on the event is not guessed at.
    finds(hook("Wobble").file("a.sh").matcher("x").field("if", "Bash(x)"), &["unknown-event"]);
}

#[test]
fn matchers_without_use() {
    finds(
        hook("UserPromptSubmit").file("a.sh").matcher("Bash"),
        &["hook::matcher-without-use", "`UserPromptSubmit` has no matcher", "(remove `matcher`)"],
    );
    finds(hook("Stop").file("a.sh").matcher("Bash|*"), &["matcher-without-use"]);
    // All that there is to match, which is what the CLI makes of it.
    accepts(hook("Stop").file("a.sh").matcher(""));
    accepts(hook("Stop").file("a.sh").matcher("*"));
}

#[test]
fn matchers_that_match_nothing() {
    finds(
        hook("PreToolUse").file("a.sh").matcher("Bash(git push *)"),
        &[
            "hook::matcher-is-permission-rule: `Bash(git push *)` is a permission rule and matches no tool name",
            "(match the tool and filter the call: `matcher=\"Bash\" if=\"Bash(git push *)\"`)",
        ],
    );
    finds(
        hook("PreToolUse").file("a.sh").matcher("Bash(a *)|Edit(*.ts)"),
        &["write an entry for each: `matcher=\"Bash\" if=\"Bash(a *)\"`"],
    );
    finds(
        hook("SessionStart").file("a.sh").matcher("resume|startp"),
        &["`startp`", "did you mean `startup`?"],
    );
    let mut composition = composition();
    composition.hooks = Some(vec![hook("PreToolUse").file("a.sh").matcher("Bash(ls)")]);
    let mut problems = Problems::new();
    for_name("claude").check(&composition, &mut problems);
    assert!(problems.iter().all(|problem| problem.class == Class::Advice));
}

#[test]
fn handlers() {
    finds(hook("Stop"), &["hook::no-handler", "`command`, `prompt`, `agent`, `http` and `mcp_tool`"]);
    finds(hook("Stop").field("url", "http://x"), &["hook::no-handler", "add `type=\"http\"`"]);
    finds(
        hook("Stop").field("type", "htpp").field("url", "x"),
        &["hook::unknown-type", "did you mean `http`?"],
    );
    finds(hook("Stop").field("type", "wasm"), &["hook::unknown-type", "the types are `command`"]);
    finds(hook("Stop").field("type", 7), &["hook::field-wrong-type", "`type` must be a string"]);
    finds(hook("Stop").file("a.sh").field("type", "http"), &["hook::file-and-type"]);
    finds(hook("Stop").file("a.sh").field("command", "x"), &["hook::file-and-type", "remove `command`"]);
}

#[test]
fn missing_fields() {
    finds(
        hook("Stop").field("type", "http"),
        &["hook::field-missing", "`http` needs `url`", "add `url=\"…\"`"],
    );
    finds(hook("Stop").field("type", "prompt"), &["needs `prompt`"]);
    finds(hook("Stop").field("type", "command"), &["needs `command`"]);
    finds(hook("Stop").field("type", "mcp_tool").field("tool", "t"), &["needs `server`"]);
    assert_eq!(check(hook("Stop").field("type", "mcp_tool")).len(), 2);
}

#[test]
fn a_misspelt_field_is_not_missing_as_well() {
    finds(
        hook("Stop").field("type", "http").field("ulr", "x"),
        &["hook::unknown-field", "did you mean `url`?"],
    );
    finds(
        hook("Stop").field("tpye", "http").field("url", "x"),
        &["hook::unknown-field", "did you mean `type`?"],
    );
}

#[test]
fn unknown_fields() {
    finds(hook("Stop").file("a.sh").field("asnyc", true), &["hook::unknown-field", "did you mean `async`?"]);
    finds(hook("Stop").file("a.sh").field("tiemout", 5), &["did you mean `timeout`?"]);
    finds(hook("PreToolUse").file("a.sh").field("matchr", "Bash"), &["did you mean `matcher`?"]);
    finds(
        hook("Stop").file("a.sh").field("zzz", 1),
        &["`zzz`", "the fields are `command`", "newer assembly"],
    );
    finds(
        hook("Stop").file("a.sh").field("url", "x"),
        &["hook::field-of-other-type", "`url`", "remove `url`"],
    );
    finds(
        hook("Stop").field("type", "http").field("url", "x").args(&["a"]),
        &["hook::field-of-other-type", "`args`", "`http`"],
    );
}

#[test]
fn fields_of_the_wrong_type() {
    let cases: &[(&str, Json, &str)] = &[
        (
            "async",
            json!("true"),
            "`async` must be true or false, not the string `true` (write `async=#true`)",
        ),
        ("async", json!("false"), "write `async=#false`"),
        ("statusMessage", json!(7), "must be a string, not the number `7` (write `statusMessage=\"7\"`)"),
        (
            "shell",
            json!("bsh"),
            "must be one of `bash` and `powershell`, not the string `bsh` (write `shell=\"bash\"`)",
        ),
        ("onFailure", json!(["block"]), "not a list"),
        ("once", Json::Null, "not null"),
        ("if", json!({ "a": 1 }), "must be a string, not a map"),
    ];
    for (name, value, words) in cases {
        finds(hook("PreToolUse").file("a.sh").field(name, value.clone()), &["hook::field-wrong-type", words]);
    }
    let http = || hook("Stop").field("type", "http").field("url", "x");
    finds(http().field("headers", json!({ "X": 1 })), &["must be a map of strings", "`headers KEY=\"…\"`"]);
    finds(http().field("allowedEnvVars", json!(["A", 1])), &["must be a list of strings"]);
}

#[test]
fn a_filter_of_calls_needs_a_tool_event() {
    finds(
        hook("Stop").file("a.sh").field("if", "Bash(ls)"),
        &["hook::never-runs", "a hook of `Stop` with `if` never runs", "(remove `if`)"],
    );
    accepts(hook("PostToolUseFailure").file("a.sh").field("if", "Bash(ls)"));
}

#[test]
fn all_problems_of_all_entries_are_found() {
    let bad = hook("Stp").field("type", "http").field("heders", json!({})).field("once", "x");
    assert_eq!(check(bad).len(), 4);
}

#[test]
fn one_slip_in_an_entry_with_two_files_is_one_problem() {
    let entry = hook("Stop").file("a.sh").field("asnyc", true);
    let mut composition = composition();
    composition.hooks = Some(vec![entry.clone(), entry.file("b.sh")]);
    let mut problems = Problems::new();
    for_name("claude").check(&composition, &mut problems);
    assert_eq!(problems.len(), 1);
}

#[test]
fn an_unknown_harness_is_said_and_its_hooks_are_checked() {
    let check = |name: &str| {
        let mut composition = composition();
        composition.cli = Some(program(name));
        composition.hooks = Some(vec![hook("Stpo").file("a.sh")]);
        let mut problems = Problems::new();
        for_name(name).check(&composition, &mut problems);
        shown(&problems)
    };
    let problems = check("sh");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems[0].starts_with("harness::unknown: `sh` has no layout of its own, so Claude Code's is used")
    );
    assert!(problems[0].contains("`harness=\"claude\"`"));
    assert!(check("cluade")[0].contains("did you mean `claude`?"));
    assert_eq!(check("claude").len(), 1);
}

#[test]
fn options_of_which_the_last_counts() {
    let check = |harness: &str, groups: &[&[&str]]| {
        let mut composition = composition();
        composition.cli = None;
        composition.flags = groups.iter().map(|words| flags(words)).collect();
        let mut problems = Problems::new();
        for_name(harness).check(&composition, &mut problems);
        shown(&problems)
    };
    let twice: &[&[&str]] = &[&["--model", "opus"], &["--model=haiku"]];
    let problems = check("claude", twice);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("(remove one of them)"), "{problems:?}");
    assert_eq!(check("claude", &[&["-n", "a"], &["--name", "b"]]).len(), 1);
    assert!(check("sh", twice).is_empty());
    assert!(
        check("claude", &[&["--model", "opus"], &["--settings", "a"], &["--add-dir", "--model"]]).is_empty()
    );
    assert!(check("claude", &[&["--add-dir", "a"], &["--add-dir", "b"]]).is_empty());
    assert!(check("claude", &[&["--model", "a"], &["--", "x"], &["--model", "b"]]).is_empty());
}

#[test]
fn root_is_told_what_the_cli_refuses() {
    let told = |name: &str, words: &[&[&str]]| {
        let mut composition = composition();
        composition.cli = Some(program(name));
        composition.flags = words.iter().map(|words| flags(words)).collect();
        let mut problems = Problems::new();
        for_name(name).check_for_root(&composition, &mut problems);
        shown(&problems)
    };
    let problems = told("claude", &[&["--model", "opus"], &["--dangerously-skip-permissions"]]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("refuses `--dangerously-skip-permissions` from root"), "{problems:?}");
    assert!(told("claude", &[&["--permission-mode", "plan"]]).is_empty());
    assert!(told("sh", &[&["--dangerously-skip-permissions"]]).is_empty());
}
