//! `action.yml`, its scripts, `.pre-commit-hooks.yaml` and what README.md says to copy.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::yaml::{keys, parse, text};
use super::{BINARY, read, repository};

const SCRIPTS: [&str; 3] = ["action/program.sh", "action/check-hub.sh", "action/comment.sh"];

/// The expressions of a text, without their braces.
fn expressions(text: &str) -> Vec<&str> {
    text.split("${{").skip(1).map(|rest| rest.split_once("}}").unwrap().0).collect()
}

/// The names behind `prefix` in expressions.
fn named<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let rests = expressions(text)
        .into_iter()
        .flat_map(|expression| expression.split(prefix).skip(1).collect::<Vec<_>>());
    rests
        .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap())
        .collect()
}

fn steps(action: &Value) -> &[Value] {
    action["runs"]["steps"].as_array().unwrap()
}

#[test]
fn the_action_uses_the_inputs_and_steps_that_it_has() {
    let file = read("action.yml");
    let action = parse(&file);
    let declared: BTreeSet<&str> = keys(&action["inputs"]).into_iter().collect();
    assert!(declared.len() > 4, "{declared:?}");
    // An `if` may leave its braces out.
    let bare =
        steps(&action).iter().map(|step| text(&step["if"])).filter(|condition| !condition.contains("${{"));
    let conditions: Vec<String> = bare.map(|condition| format!("${{{{ {condition} }}}}")).collect();
    let all = format!("{file}\n{}", conditions.join("\n"));
    assert_eq!(named(&all, "inputs."), declared);
    for input in declared {
        assert!(!text(&action["inputs"][input]["description"]).is_empty(), "{input}");
    }
    let ids: BTreeSet<&str> =
        steps(&action).iter().map(|step| text(&step["id"])).filter(|id| !id.is_empty()).collect();
    assert_eq!(named(&all, "steps."), ids);
}

#[test]
fn nothing_is_put_into_the_text_of_a_script() {
    let action = parse(&read("action.yml"));
    let mut run = BTreeSet::new();
    for step in steps(&action) {
        let Some(script) = step["run"].as_str() else {
            assert!(step["uses"].is_string(), "{step}");
            continue;
        };
        assert!(!script.contains("${{"), "{script}");
        assert_eq!(step["shell"], "bash", "{step}");
        let path = script.strip_prefix("\"$GITHUB_ACTION_PATH/").unwrap().split('"').next().unwrap();
        let mode = std::fs::metadata(repository().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{path} cannot be executed");
        for variable in keys(&step["env"]) {
            assert!(read(path).contains(variable), "{path} does not know {variable}");
        }
        run.insert(path.to_owned());
    }
    assert_eq!(run, SCRIPTS.map(str::to_owned).into());
}

#[test]
fn what_a_script_is_given_is_what_it_asks_for() {
    let action = parse(&read("action.yml"));
    for script in SCRIPTS {
        let uses = steps(&action).iter().filter(|step| text(&step["run"]).contains(script));
        let given: BTreeSet<&str> = uses.flat_map(|step| keys(&step["env"])).collect();
        for word in read(script).split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let is_given_by_the_action =
                ["INPUT_", "EVENT_", "PROGRAM"].iter().any(|start| word.starts_with(start));
            assert!(!is_given_by_the_action || given.contains(word), "{script} is not given {word}");
        }
    }
}

/// What the program prints as help of the command that these words are.
fn help(words: &[&str]) -> String {
    let output = Command::new(BINARY).args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a command and its options exist.
fn assert_known(command: &str) {
    let mut words = command
        .split_whitespace()
        .filter(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_lowercase()));
    let name = words.next().unwrap();
    let help = help(&[name]);
    let known: BTreeSet<&str> = help.split(|c: char| c.is_whitespace() || c == ',').collect();
    for word in words.filter(|word| word.starts_with("--")) {
        let option = word.split(['=', ')', '"']).next().unwrap();
        assert!(known.contains(option), "`{name}` has no option `{option}`");
    }
}

#[test]
fn scripts_use_options_that_the_program_has() {
    let script = read("action/check-hub.sh").replace("\\\n", " ");
    let mut found = 0;
    for line in script.lines().filter(|line| !line.trim_start().starts_with('#')) {
        if let Some((_, command)) = line.split_once("\"$PROGRAM\" ") {
            assert_known(command.split('>').next().unwrap());
            found += 1;
        }
    }
    assert_eq!(found, 3);
    assert_known("check --deny-warnings");
}

#[test]
fn the_hooks_run_commands_that_the_program_has_when_their_files_change() {
    let hooks = parse(&read(".pre-commit-hooks.yaml"));
    let hooks = hooks.as_array().unwrap();
    assert_eq!(
        hooks.iter().map(|hook| text(&hook["id"])).collect::<Vec<_>>(),
        ["assembly-check", "assembly-fmt"]
    );
    for hook in hooks {
        assert_known(text(&hook["entry"]).strip_prefix("assembly ").unwrap());
        // What is named are the files that changed, not the hub.
        assert_eq!((text(&hook["pass_filenames"]), text(&hook["language"])), ("false", "rust"));
        let matches = |name: &str| {
            let mut grep = Command::new("grep")
                .args(["-qE", text(&hook["files"])])
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            writeln!(grep.stdin.take().unwrap(), "{name}").unwrap();
            grep.wait().unwrap().success()
        };
        for name in ["launchers.kdl", "team/launchers.kdl", "persons/sam/person.kdl", "more.kdl"] {
            assert!(matches(name), "{name}");
        }
        let is_check = hook["id"] == "assembly-check";
        for name in ["modules/a.md", "hub/skills/x/SKILL.md", "hooks/a.sh", "tests/launchers/a.json"] {
            assert_eq!(matches(name), is_check, "{name}");
        }
        assert!(!matches("README.md") && !matches("src/hooks.rs"));
    }
}

#[test]
fn what_the_readme_says_to_copy_names_what_there_is() {
    let readme = read("README.md");
    let blocks: Vec<Value> =
        readme.split("\n```yaml\n").skip(1).map(|block| parse(block.split("```").next().unwrap())).collect();
    let [workflow, hooks] = blocks.as_slice() else { panic!("{blocks:?}") };
    let action = parse(&read("action.yml"));
    let step = &workflow["jobs"]["hub"]["steps"][1];
    let version = format!("v{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&step["uses"]).rsplit_once("/assembly@").unwrap().1, version);
    for input in keys(&step["with"]) {
        assert!(keys(&action["inputs"]).contains(&input), "{input}");
    }
    let offered = read(".pre-commit-hooks.yaml");
    assert_eq!(text(&hooks["repos"][0]["rev"]), version);
    let used = hooks["repos"][0]["hooks"].as_array().unwrap();
    assert!(!used.is_empty());
    for hook in used {
        assert!(offered.contains(&format!("- id: {}\n", text(&hook["id"]))), "{hook}");
    }
    let own = parse(&read(".github/workflows/ci.yml"));
    assert_eq!(own["jobs"]["hub"]["steps"][1]["uses"], "./");
}
