//! The comment of a pull request, with a stand-in for GitHub behind `gh`.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};

use super::runner::{Ran, Runner};

/// Answers with the comments there are, and keeps what it is sent. Where it is forbidden to write it fails as `gh` does.
const GH: &str = r#"#!/bin/sh
printf '%s\n' "$*" >>"$HOME/calls"
method=GET
while [ $# -gt 0 ]; do
    case $1 in
        --method) method=$2; shift ;;
        --input) input=$2; shift ;;
    esac
    shift
done
if [ "$method" = GET ]; then cat "$HOME/comments"; exit; fi
if [ -e "$HOME/forbidden" ]; then echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1; fi
cp "$input" "$HOME/sent"
"#;

const MARKER: &str = "<!-- assembly: team/our_hub -->\n";

struct PullRequest(Runner);

impl PullRequest {
    fn new(comments: &Value) -> Self {
        let runner = Runner::new();
        let gh = runner.path("bin/gh");
        std::fs::write(&gh, GH).unwrap();
        std::fs::set_permissions(&gh, std::fs::Permissions::from_mode(0o755)).unwrap();
        // Pages follow each other as documents.
        let pages: String = comments.as_array().unwrap().iter().map(Value::to_string).collect();
        std::fs::write(runner.path("home/comments"), pages).unwrap();
        Self(runner)
    }

    fn comment(&self, difference: &str) -> Ran {
        let file = self.0.path("temporary/difference.md");
        std::fs::write(&file, difference).unwrap();
        let variables = [("DIFFERENCE", file.to_str().unwrap()), ("EVENT_NUMBER", "7"), ("GH_TOKEN", "none")];
        let ran = self.0.script("comment.sh", &[], &variables);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran
    }

    /// The last call of `gh`.
    fn last_call(&self) -> String {
        let calls = std::fs::read_to_string(self.0.path("home/calls")).unwrap();
        calls.lines().next_back().unwrap().to_owned()
    }

    /// The text that was sent.
    fn sent(&self) -> Option<String> {
        let sent = std::fs::read_to_string(self.0.path("home/sent")).ok()?;
        Some(serde_json::from_str::<Value>(&sent).unwrap()["body"].as_str().unwrap().to_owned())
    }
}

const DIFFERENCE: &str =
    "### assembly: 1 of 3 launchers differs\n\n\"quotes\" $(touch pwned) `touch pwned` \\n\n";

#[test]
fn the_first_time_a_comment_is_made() {
    let pull_request = PullRequest::new(&json!([[], []]));
    let ran = pull_request.comment(DIFFERENCE);
    assert_eq!(ran.log, "");
    assert!(
        pull_request
            .last_call()
            .starts_with("api --method POST repos/team/repository/issues/7/comments --input ")
    );
    assert_eq!(pull_request.sent().unwrap(), format!("{MARKER}{DIFFERENCE}"));
}

#[test]
fn later_the_same_comment_is_written_anew() {
    let comments = json!([
        [
            { "id": 1, "user": { "type": "User" }, "body": format!("{MARKER}forged") },
            { "id": 2, "user": { "type": "Bot" }, "body": format!("quoted {MARKER}") },
            { "id": 3, "user": { "type": "Bot" }, "body": "<!-- assembly: other/hub -->\n" },
        ],
        [{ "id": 4, "user": { "type": "Bot" }, "body": format!("{MARKER}old") }],
    ]);
    let pull_request = PullRequest::new(&comments);
    pull_request.comment(DIFFERENCE);
    let call = pull_request.last_call();
    assert!(
        call.starts_with("api --method PATCH repos/team/repository/issues/comments/4 --input "),
        "{call}"
    );
    // Also when there is nothing left to show.
    pull_request.comment("### assembly: no launcher differs\n");
    assert_eq!(pull_request.sent().unwrap(), format!("{MARKER}### assembly: no launcher differs\n"));
}

#[test]
fn a_pull_request_that_changes_no_launcher_is_left_in_peace() {
    let pull_request = PullRequest::new(&json!([[]]));
    pull_request.comment("### assembly: no launcher differs\n");
    assert_eq!(pull_request.sent(), None);
}

#[test]
fn where_commenting_is_forbidden_the_job_goes_on() {
    let pull_request = PullRequest::new(&json!([[]]));
    std::fs::write(pull_request.0.path("home/forbidden"), "").unwrap();
    let ran = pull_request.comment(DIFFERENCE);
    assert_eq!((ran.of_kind("notice").count(), ran.commands.len()), (1, 1), "{ran:?}");
    std::fs::write(pull_request.0.path("home/comments"), "no document").unwrap();
    assert_eq!(pull_request.comment(DIFFERENCE).of_kind("notice").count(), 1);
}

#[test]
fn a_number_that_is_none_goes_nowhere() {
    let pull_request = PullRequest::new(&json!([[]]));
    for number in ["", "7/../8", "$(touch pwned)"] {
        let ran = pull_request.0.script("comment.sh", &[], &[("EVENT_NUMBER", number)]);
        assert_eq!(ran.code, 2, "{ran:?}");
    }
    assert!(!pull_request.0.path("home/calls").exists());
}
