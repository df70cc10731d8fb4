//! Checking a hub, and what a pull request does to its launchers.

use super::runner::{HUB, Runner};

fn launchers(name: &str) -> String {
    format!("{HUB}/{name}")
}

#[test]
fn a_pull_request_is_compared_with_the_branch_it_is_merged_into() {
    let runner = Runner::with_hub();
    let begun = runner.pull_request(
        |runner| runner.edit("launchers.kdl", "\"main\" \"release/*\"", "\"main\" \"hotfix/*\""),
        |runner| runner.edit("launchers.kdl", "\"hello from launchers.kdl\"", "\"good day\""),
    );
    // The event still knows the older base, in which the other launcher differed too.
    let ran = runner.script("check-hub.sh", &[], &[("EVENT_BASE", &begun)]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.commands, [""; 0], "{ran:?}");
    assert!(ran.log.contains("checked 3 launchers"), "{ran:?}");
    for words in ["2 of 3 launchers differ", "myapp-mac-claude", "docs-mac-claude", "hotfix"] {
        assert!(ran.summary.contains(words), "{words}\n{}", ran.summary);
    }
    assert!(!ran.summary.contains("demo-sh"), "{}", ran.summary);
    let file = ran.output.strip_prefix("difference=").unwrap().trim_end();
    assert_eq!(std::fs::read_to_string(file).unwrap(), ran.summary);

    let ran = runner.script("check-hub.sh", &[], &[("INPUT_BASE", &begun)]);
    assert!(ran.summary.contains("3 of 3 launchers differ"), "{ran:?}");
    let ran = runner.script("check-hub.sh", &[], &[("INPUT_BASE", "main")]);
    assert!(ran.summary.contains("2 of 3 launchers differ"), "{ran:?}");
    let ran = runner.script("check-hub.sh", &[], &[("GITHUB_EVENT_NAME", "push"), ("EVENT_BASE", &begun)]);
    assert!(ran.summary.contains("3 of 3 launchers differ"), "{ran:?}");
}

#[test]
fn what_is_wrong_is_marked_and_fails_the_job() {
    let runner = Runner::with_hub();
    let hostile = "nonsense \"::error::in\" \"##[error]in\"";
    runner.pull_request(
        |runner| {
            runner.edit(
                "launchers.kdl",
                "    hooks {\n        UserPromptSubmit",
                "    hooks {\n        UserPromtSubmit",
            );
            runner.edit("launchers.kdl", "vars {", "include \"::add-mask::x.kdl\"\nvars {");
            runner.write(&launchers("::add-mask::x.kdl"), &format!("preset \"p\" {{\n    {hostile}\n}}\n"));
        },
        |_| {},
    );
    let ran = runner.script("check-hub.sh", &[], &[]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(ran.of_kind("error").count(), ran.commands.len(), "{ran:?}");
    let marked = |name: &str| {
        ran.commands.iter().any(|command| command.starts_with(&format!("::error file={name},line=")))
    };
    assert!(
        marked("team/our hub/launchers.kdl") && marked("team/our hub/%3A%3Aadd-mask%3A%3Ax.kdl"),
        "{ran:?}"
    );
    assert!(ran.summary.starts_with("### assembly: "), "{ran:?}");
}

#[test]
fn warnings_fail_the_job_when_they_are_denied() {
    let runner = Runner::with_hub();
    // A name that promises another program than the one that starts.
    runner.pull_request(
        |runner| runner.edit("launchers.kdl", "launcher \"demo-sh\"", "launcher \"demo-codex\""),
        |_| {},
    );
    for (denied, code) in [("true", 1), ("false", 0)] {
        let ran = runner.script("check-hub.sh", &[], &[("INPUT_DENY_WARNINGS", denied)]);
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(
            ran.commands
                .iter()
                .all(|command| command.starts_with("::warning file=team/our hub/launchers.kdl,"))
        );
        assert!(!ran.commands.is_empty() && ran.summary.contains("<code>demo-codex</code>"), "{ran:?}");
    }
}

#[test]
fn a_hub_that_is_new_is_new_in_every_launcher() {
    let runner = Runner::new();
    runner.pull_request(Runner::add_hub, |_| {});
    let ran = runner.script("check-hub.sh", &[], &[]);
    assert_eq!((ran.code, ran.commands.len()), (0, 0), "{ran:?}");
    assert!(ran.summary.contains("3 of 3 launchers differ"), "{ran:?}");
}

#[test]
fn without_a_base_only_the_check_is_done() {
    let runner = Runner::with_hub();
    runner.check_out();
    let zeros = "0".repeat(40);
    for (variables, kind) in [
        ([("EVENT_BASE", ""), ("INPUT_BASE", "")], "notice"),
        ([("EVENT_BASE", zeros.as_str()), ("INPUT_BASE", "")], "notice"),
        ([("EVENT_BASE", ""), ("INPUT_BASE", "no-such-branch")], "warning"),
        ([("EVENT_BASE", ""), ("INPUT_BASE", "--upload-pack=touch pwned;")], "warning"),
        ([("EVENT_BASE", ""), ("INPUT_BASE", "$(touch pwned)`touch pwned`")], "warning"),
    ] {
        let ran = runner.script("check-hub.sh", &[], &variables);
        assert_eq!(ran.code, 0, "{variables:?} {ran:?}");
        assert_eq!((ran.of_kind(kind).count(), ran.commands.len()), (1, 1), "{variables:?} {ran:?}");
        assert_eq!((ran.summary.as_str(), ran.output.as_str()), ("", ""), "{variables:?}");
    }
}

#[test]
fn a_hub_that_is_not_there_is_trouble() {
    let runner = Runner::with_hub();
    runner.check_out();
    for hub in ["elsewhere", "$(touch pwned)", "-x; touch pwned", "team"] {
        let ran = runner.script("check-hub.sh", &[], &[("INPUT_HUB", hub), ("INPUT_BASE", "HEAD")]);
        assert_eq!(ran.code, 2, "{hub}: {ran:?}");
        assert!(ran.log.contains("there is no `launchers.kdl`"), "{hub}: {ran:?}");
    }
}

#[test]
fn the_workspace_is_left_as_it_was() {
    let runner = Runner::with_hub();
    runner.pull_request(|runner| runner.edit("launchers.kdl", "\"opus\"", "\"haiku\""), |_| {});
    runner.script("check-hub.sh", &[], &[]);
    let status = std::process::Command::new("git")
        .args(["status", "--porcelain"])
        .current_dir(runner.path("workspace"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(status.stdout).unwrap(), "");
    let trees = runner.path("workspace").join(".git/worktrees");
    assert!(!trees.exists() || std::fs::read_dir(trees).unwrap().next().is_none());
}

#[test]
fn the_program_is_the_one_that_is_named_or_is_kept_under_what_it_is_built_from() {
    let runner = Runner::new();
    let named = runner.script("program.sh", &["find"], &[("INPUT_ASSEMBLY", super::BINARY)]);
    assert_eq!((named.code, named.output), (0, format!("program={}\n", super::BINARY)));
    let missing = runner.script("program.sh", &["find"], &[("INPUT_ASSEMBLY", "$(touch pwned)")]);
    assert_eq!((missing.code, missing.of_kind("error").count()), (2, 1), "{missing:?}");
    let folder = runner.path("temporary/assembly-program");
    let built = runner.script("program.sh", &["find"], &[]);
    let lines: Vec<&str> = built.output.lines().collect();
    assert_eq!(lines[0], format!("root={}", folder.display()));
    assert_eq!(lines[1], format!("program={}/bin/assembly", folder.display()));
    let digest = lines[2].strip_prefix("key=assembly-").unwrap().rsplit('-').next().unwrap();
    assert!(digest.len() == 64 && digest.chars().all(|c| c.is_ascii_hexdigit()), "{digest}");
}
