//! The sample hooks, run as an agent CLI runs them: a call on stdin, a JSON document or nothing on stdout, exit code 0.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops here")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Larger than what any pipe holds, so a hook that does not read its input to the end is found out.
const HUGE: usize = 16 * 1024 * 1024;

/// A hook of the sample hub with everything it may depend on.
struct Hook {
    file: PathBuf,
    arguments: Vec<String>,
    home: tempfile::TempDir,
}

impl Hook {
    fn new(name: &str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks").join(name);
        Self { file, arguments: Vec::new(), home: tempfile::tempdir().expect("a temporary folder") }
    }

    fn with(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Writes a file below the home folder and returns its path.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.home.path().join(name);
        fs_err::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs_err::write(&path, content).expect("a file");
        path.to_str().expect("a UTF-8 path").to_owned()
    }

    /// Puts a program before the ones of the system.
    fn program(&self, name: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.file(&format!("bin/{name}"), script);
        fs_err::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("an executable");
    }

    fn output(&self, shell: &str, input: &[u8]) -> Output {
        let path = format!("{}:/usr/bin:/bin", self.home.path().join("bin").display());
        let mut child = Command::new(shell)
            .arg(&self.file)
            .args(&self.arguments)
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.home.path())
            .current_dir(self.home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::thread::scope(|scope| {
            let writer = scope.spawn(move || stdin.write_all(input));
            let output = child.wait_with_output().expect("an exit");
            writer.join().expect("no panic").expect("the hook reads its input to the end");
            output
        })
    }

    /// What the hook says about a call; the same under every shell that may run it.
    fn says(&self, input: &[u8]) -> Option<Value> {
        let mut answers = ["sh", "bash"].into_iter().map(|shell| {
            let output = self.output(shell, input);
            assert!(output.status.success(), "{shell} ended with {}", output.status);
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{shell} complained");
            if output.stdout.is_empty() {
                None
            } else {
                Some(serde_json::from_slice::<Value>(&output.stdout).expect("a JSON document"))
            }
        });
        let answer = answers.next().expect("an answer");
        assert!(answers.all(|other| other == answer), "the shells disagree");
        answer
    }

    /// The context that the hook adds for `event`.
    fn context(&self, event: &str, input: &[u8]) -> Option<String> {
        let answer = self.says(input)?;
        let specific = &answer["hookSpecificOutput"];
        assert_eq!(specific["hookEventName"], event);
        Some(specific["additionalContext"].as_str().expect("a string").to_owned())
    }
}

fn call(event: &str, fields: Value) -> Vec<u8> {
    let mut call =
        json!({ "session_id": "1", "transcript_path": "t.jsonl", "cwd": ".", "hook_event_name": event });
    let Value::Object(fields) = fields else { return Vec::new() };
    call.as_object_mut().expect("an object").extend(fields);
    call.to_string().into_bytes()
}

/// Inputs that are no call at all.
fn broken_calls() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", Vec::new()),
        ("a line end", b"\n".to_vec()),
        ("no JSON", b"git push --force origin main".to_vec()),
        ("half a document", br#"{"tool_name":"Bash","tool_input":{"command":"ls"#.to_vec()),
        ("an open object", br#"{"tool_name":"Bash","tool_input":{"command":"ls"}"#.to_vec()),
        ("an open string", br#"{"tool_name":"Bash","tool_input":{"command":"ls"}}""#.to_vec()),
        ("two documents", br#"{"tool_name":"Bash"}{"tool_input":{"command":"ls"}}"#.to_vec()),
        ("a list", br#"["Bash",{"command":"ls"}]"#.to_vec()),
        ("not UTF-8", b"\xff\xfe{\x00}\x00".to_vec()),
        ("huge, zeros", vec![0; HUGE]),
        ("huge, quotes", vec![b'"'; HUGE]),
        ("huge, lines", vec![b'\n'; HUGE]),
        ("large, backslashes", vec![b'\\'; 1_000_000]),
        ("large, brackets", vec![b'['; 1_000_000]),
    ]
}

// ---- prompt-guard.sh

const GOALS: &str = "# Goals\n\n## Later\n\n### Not this\n\n## Active\n\n### Ship \"export\"\n\nOne file,\n\ta\\b.\n\n### Second\n";
const REMINDER: &str = "The goal that comes first: Ship \"export\". One file, a\\b. When this prompt leads away from it, \
                        say so in one sentence, then do what was asked.";

fn prompt() -> Vec<u8> {
    call("UserPromptSubmit", json!({ "prompt": "fix the \"typo\"" }))
}

fn prompt_guard(goals: impl AsRef<[u8]>) -> Hook {
    let hook = Hook::new("prompt-guard.sh");
    let goals = hook.file("goals of mine.md", goals);
    hook.with(goals)
}

#[test]
fn prompt_guard_reminds_of_the_first_active_goal() {
    assert_eq!(prompt_guard(GOALS).context("UserPromptSubmit", &prompt()).as_deref(), Some(REMINDER));
    let crlf = GOALS.replace('\n', "\r\n");
    assert_eq!(prompt_guard(crlf).context("UserPromptSubmit", &prompt()).as_deref(), Some(REMINDER));
}

#[test]
fn prompt_guard_reads_the_goals_of_its_hub() {
    let context = Hook::new("prompt-guard.sh").context("UserPromptSubmit", &prompt()).expect("a reminder");
    assert!(context.contains("Ship invoice export. Customers can download"), "{context}");
    assert!(!context.contains("Halve"), "{context}");
}

#[test]
fn prompt_guard_is_silent_without_an_active_goal() {
    for goals in ["", "# Goals\n", "## Active\n", "## Active\n\nno heading\n", "## Later\n\n### Not this\n"] {
        assert_eq!(prompt_guard(goals).says(&prompt()), None, "{goals:?}");
    }
    let missing = Hook::new("prompt-guard.sh").with("no/such/file.md");
    assert_eq!(missing.says(&prompt()), None);
}

#[test]
fn prompt_guard_prints_json_whatever_the_goals_are() {
    let latin =
        prompt_guard(b"## Active\n### Caf\xe9 \x01\x1b[0m\n\xff\n").context("UserPromptSubmit", &prompt());
    assert!(latin.expect("a reminder").contains("first: Caf [0m."));
    let no_line_end = prompt_guard("## Active\n### Größe").context("UserPromptSubmit", &prompt());
    assert!(no_line_end.expect("a reminder").contains("first: Größe."));
    let long = prompt_guard(format!("## Active\n### Long\n{}", "word\n".repeat(100_000)));
    assert!(long.context("UserPromptSubmit", &prompt()).expect("a reminder").len() < 2000);
}

#[test]
fn prompt_guard_reminds_whatever_the_call_is() {
    for (name, input) in broken_calls() {
        let context = prompt_guard(GOALS).context("UserPromptSubmit", &input);
        assert_eq!(context.as_deref(), Some(REMINDER), "{name}");
    }
}

// ---- load-today.sh

fn start() -> Vec<u8> {
    call("SessionStart", json!({ "source": "startup" }))
}

/// Today is the third of February 2031.
fn load_today(note: Option<&[u8]>) -> Hook {
    let hook = Hook::new("load-today.sh");
    hook.program("date", "#!/bin/sh\n[ \"$*\" = +%Y-%m-%d ] && echo 2031-02-03\n");
    hook.file("my notes/2031-02-02.md", "yesterday\n");
    if let Some(note) = note {
        hook.file("my notes/2031-02-03.md", note);
    }
    let folder = hook.home.path().join("my notes").display().to_string();
    hook.with(folder)
}

#[test]
fn load_today_hands_the_note_over() {
    let note = load_today(Some("# Today\r\n\r\n- call \"Ö\"\n\t- a\\b".as_bytes()));
    let context = note.context("SessionStart", &start());
    assert_eq!(context.as_deref(), Some("Notes of today:\n# Today\n\n- call \"Ö\"\n    - a\\b"));
}

#[test]
fn load_today_is_silent_without_a_note() {
    for note in [None, Some(&b""[..]), Some(b"\n \n")] {
        assert_eq!(load_today(note).says(&start()), None, "{note:?}");
    }
    assert_eq!(Hook::new("load-today.sh").says(&start()), None, "no folder given, none at home");
}

#[test]
fn load_today_looks_below_home_when_no_folder_is_given() {
    let hook = Hook::new("load-today.sh");
    hook.program("date", "#!/bin/sh\necho 2031-02-03\n");
    hook.file("notes/2031-02-03.md", "at home\n");
    assert_eq!(hook.context("SessionStart", &start()).as_deref(), Some("Notes of today:\nat home"));
}

#[test]
fn load_today_ends_a_long_note_at_a_line() {
    let mut lines = String::new();
    for line in 0..100_000 {
        writeln!(lines, "line \"{line}\"").expect("a line");
    }
    let context = load_today(Some(lines.as_bytes())).context("SessionStart", &start()).expect("context");
    assert!(context.len() < 9000, "{} bytes", context.len());
    assert!(context.starts_with("Notes of today:\nline \"0\"\nline \"1\"\n"), "{context}");
    let last = context.lines().last().expect("a line");
    assert!(last.starts_with("(the rest is in ") && last.ends_with("/my notes/2031-02-03.md)"), "{last}");
}

#[test]
fn load_today_prints_json_whatever_the_note_is() {
    let context = load_today(Some(b"caf\xe9\x00\x1b\x7f\n")).context("SessionStart", &start());
    assert_eq!(context.as_deref(), Some("Notes of today:\ncaf"));
}

#[test]
fn load_today_answers_whatever_the_call_is() {
    for (name, input) in broken_calls() {
        let context = load_today(Some(b"note\n")).context("SessionStart", &input);
        assert_eq!(context.as_deref(), Some("Notes of today:\nnote"), "{name}");
        assert_eq!(load_today(None).says(&input), None, "{name}");
    }
}

// ---- guard-force-push.sh

fn bash(command: &str) -> Vec<u8> {
    call(
        "PreToolUse",
        json!({ "tool_name": "Bash", "tool_input": { "command": command, "description": "push" } }),
    )
}

fn guard() -> Hook {
    Hook::new("guard-force-push.sh").with("main").with("release/*")
}

/// The decision and its reason; none when the call passes.
fn decision(hook: &Hook, input: &[u8]) -> Option<(String, String)> {
    let answer = hook.says(input)?;
    let specific = &answer["hookSpecificOutput"];
    assert_eq!(specific["hookEventName"], "PreToolUse");
    let text = |key: &str| specific[key].as_str().expect("a string").to_owned();
    Some((text("permissionDecision"), text("permissionDecisionReason")))
}

const DENIED: &[&str] = &[
    // The plain forms, and where options may stand.
    "git push --force origin main",
    "git push -f origin main",
    "git push origin main --force",
    "git push origin -f main",
    "git push -uf origin main",
    "git push origin +main",
    "git push origin topic:main +HEAD:refs/heads/main",
    "git push --force origin topic main",
    "git push --force-with-lease origin main",
    "git push --force-with-lease=main:1234 origin topic:main",
    "git push -o ci.skip --force origin main",
    "git push --force -- origin main",
    "git push -f --push-option x origin",
    "git push -f origin release/1.2/hotfix",
    "git push -f origin heads/main",
    // A branch that is not spelt out.
    "git push --force",
    "git push --force-with-lease",
    "git push -f origin",
    "git push -f origin HEAD",
    "git push -f origin \"$(git branch --show-current)\"",
    "git push -f origin $BRANCH",
    "git push -f origin `cat branch`",
    "git push -f origin {main,topic}",
    "git push origin '+refs/heads/*:refs/heads/*'",
    "git push --all --force",
    // All of them, or none left.
    "git push --mirror",
    "git push origin :main",
    "git push --delete origin main",
    "git push origin -d release/1",
    // Before git.
    "git -C sub/dir push -f origin main",
    "git -C 'a dir' -c http.proxy=x --no-pager push -f origin main",
    "git --git-dir=x/.git push -f origin main",
    "/usr/bin/git push -f origin main",
    "GIT_SSH_COMMAND='ssh -i key' git push -f origin main",
    "sudo -u deploy env A=1 git push -f origin main",
    "timeout 60 git push -f origin main",
    "echo main | xargs git push -f origin",
    // Chains and what the shell runs within them.
    "cd x && git push -f origin main",
    "git fetch; git push -f origin main",
    "git status || git push -f origin main &",
    "git commit -m a\ngit push -f origin main",
    "git push \\\n  --force \\\n  origin main",
    "(cd x && git push -f origin main)",
    "if true; then git push -f origin main; fi",
    "{ git push -f origin main; }",
    "echo \"done: $(git push -f origin main 2>&1)\"",
    "out=`git push -f origin main`",
    "diff <(git push -f origin main) x",
    "git push -f origin main >/dev/null 2>&1",
    "git push 2>log -f origin main",
    "git push &>log -f origin main",
    "bash -c 'git push -f origin main'",
    "bash -lc \"cd x && git push -f origin \\\"main\\\"\"",
    "eval \"git push -f origin main\"",
    "bash <<'X'\ngit push -f origin main\nX",
    "cat <<'X' && git push -f origin main\nthat's text\nX",
    "cat <<-X\n\tthat's text\n\tX\ngit push -f origin main",
    "git commit -m \"$(cat <<'X'\ndon't (stop\nX\n)\" && git push -f origin main",
    // Quotes.
    "git push '-f' origin \"main\"",
    "git push -f origin ma\"in\"",
    "git \"push\" -f origin $'main'",
    "\\git push -f origin main",
    "git push -f origin \"ma\\\nin\"",
    "echo $'it\\'s' && git push -f origin main",
    "echo \"a\\\\\" && git push -f origin main",
    "echo 'a\\' && git push -f origin main",
    "echo \\\" && git push -f origin main",
    "echo \"it costs 5$\" \"a$'b\" && git push -f origin main",
    "echo Größe && git push -f origin main # push it",
];

const PASSED: &[&str] = &[
    "ls -la",
    "",
    "git push",
    "git push origin main",
    "git push -u origin topic",
    "git push --force origin topic",
    "git push -f origin topic",
    "git push origin +topic",
    "git push --force-with-lease origin topic",
    "git push --force-with-lease --force-if-includes origin topic",
    "git push --force-if-includes origin main",
    "git push -f origin main:topic",
    "git push -f origin mainline release",
    "git push -f origin feature/main",
    "git push --force --dry-run origin main",
    "git push -fn origin main",
    "git push -ofoo origin main",
    "git push -o f origin main",
    "git push -f --tags origin",
    "git push -f origin tag main",
    "git push origin --delete topic",
    "git push origin --delete \"$old\"",
    "git push --tags && rm -f main",
    "rm -f main; git push origin main",
    "git commit -m 'git push --force origin main'",
    "git log --grep push -f main",
    "git stash push -f",
    "echo git push -f origin main",
    "# git push -f origin main",
    "git status # git push -f origin main",
    "grep -rn \"git push -f origin main\" .",
    "cat <<X\ngit push -f origin main\nX",
    "cat > notes <<-'X'\n\tgit push -f origin main\n\tX\ngit push origin main",
    "git commit -m \"$(cat <<'X'\nit's: git push -f origin main\ngit push -f origin main\nX\n)\"",
    "echo \"a\\\" && git push -f origin main\"",
    "svn push -f origin main",
];

#[test]
fn the_guard_denies_what_rewrites_a_protected_branch() {
    for command in DENIED {
        let decision = decision(&guard(), &bash(command));
        assert_eq!(decision.map(|(decision, _)| decision).as_deref(), Some("deny"), "{command}");
    }
}

#[test]
fn the_guard_says_nothing_about_the_rest() {
    for command in PASSED {
        assert_eq!(decision(&guard(), &bash(command)), None, "{command}");
    }
}

#[test]
fn the_guard_names_the_branch_and_a_way_out() {
    let reason = |command| decision(&guard(), &bash(command)).expect("a decision").1;
    assert_eq!(
        reason("git push -f origin main"),
        "`main` is a protected branch, and this push would overwrite it. Push to a branch of your own and open a pull \
         request, or ask the person to do it."
    );
    assert!(
        reason("git push origin :release/1")
            .starts_with("`release/1` is a protected branch, and this push would delete")
    );
    assert!(reason("git push -f").contains("Write `git push --force-with-lease <remote> <branch>`"));
    assert!(reason("git push -f o '$a\\b\"c\t'").contains("(`$a\\b\"c `)"));
}

#[test]
fn the_guard_protects_main_and_master_unless_told_otherwise() {
    let plain = Hook::new("guard-force-push.sh");
    for branch in ["main", "master"] {
        assert!(decision(&plain, &bash(&format!("git push -f origin {branch}"))).is_some(), "{branch}");
    }
    assert_eq!(decision(&plain, &bash("git push -f origin release/1")), None);
    let other = Hook::new("guard-force-push.sh").with("v?.x");
    assert!(decision(&other, &bash("git push -f origin v2.x")).is_some());
    for branch in ["v2-x", "v22.x", "main"] {
        assert_eq!(decision(&other, &bash(&format!("git push -f origin {branch}"))), None, "{branch}");
    }
}

#[test]
fn the_guard_reads_escapes_and_layout_of_json() {
    let spread = b"{\r\n\t\"tool_input\" : {\n \"description\": \"{[\", \"command\"\n: \"git\\u0020push\\t\\u002df origin \
                   m\\u0061in\" },\n\"x\":[{\"command\":\"ls\"}], \"tool_name\" : \"Bash\" }\n";
    assert_eq!(decision(&guard(), spread).expect("a decision").0, "deny");
}

#[test]
fn the_guard_leaves_other_tools_alone() {
    let input = json!({ "tool_name": "Write", "tool_input": { "content": "git push -f origin main" } });
    assert_eq!(decision(&guard(), &call("PreToolUse", input)), None);
    let nested =
        json!({ "tool_name": "Bash", "tool_input": { "command": "ls", "x": { "command": "git push -f" } } });
    assert_eq!(decision(&guard(), &call("PreToolUse", nested)), None);
}

#[test]
fn the_guard_asks_when_it_cannot_read_the_call() {
    let mut calls = broken_calls();
    calls.push((
        "no command",
        call("PreToolUse", json!({ "tool_name": "Bash", "tool_input": { "cmd": "ls" } })),
    ));
    calls.push(("no input", call("PreToolUse", json!({ "tool_name": "Bash" }))));
    calls.push((
        "a list of words",
        call("PreToolUse", json!({ "tool_input": { "command": ["git", "push"] } })),
    ));
    calls.push(("huge, valid", bash(&"x".repeat(HUGE))));
    calls.push(("a long push", bash(&format!("git push origin {}", "x".repeat(100_000)))));
    calls.push(("deep", bash(&format!("push {} git push -f origin main", "$(".repeat(10_000)))));
    for (name, input) in calls {
        let (decision, reason) = decision(&guard(), &input).unwrap_or_else(|| unreachable!("{name} passed"));
        assert_eq!(decision, "ask", "{name}");
        assert!(reason.starts_with("guard-force-push.sh cannot judge this: "), "{name}: {reason}");
    }
}

#[test]
fn the_guard_reads_long_commands() {
    for filler in ["x", "x ", "\"\\\"\" ", "$(x) ", "<<x\nx\n", "\\\\"] {
        let count = 20_000 / filler.len();
        let command = format!("true {}\ngit push -f origin main", filler.repeat(count));
        assert_eq!(decision(&guard(), &bash(&command)).expect("a decision").0, "deny", "{filler:?}");
    }
}

#[test]
fn a_guard_that_cannot_run_asks() {
    let hook = guard();
    hook.program("awk", "#!/bin/sh\ncat >/dev/null\nexit 127\n");
    let (decision, reason) = decision(&hook, &bash("ls")).expect("a decision");
    assert_eq!(
        (decision.as_str(), reason.as_str()),
        ("ask", "guard-force-push.sh cannot run: its awk program failed")
    );
}
