//! `plan`: lines, diffs, JSON, exit codes.

use crate::support::World;

#[test]
fn a_cold_plan_reads_like_this() {
    let world = World::new();
    world.module("one.md", "# One\n").skill("review");
    world.launcher("    modules \"one.md\"\n    skills \"review\"\n    flags \"--model\" \"opus\"\n    env A=\"b c\" GONE=#null API_KEY=\"sk-1\"");
    world.assembly(["plan"]).succeeds().stderr("").stdout(
        "app-mac-agent → [ROOT]/target
  create    CLAUDE.local.md
      --- /dev/null
      +++ b/CLAUDE.local.md
      @@ -0,0 +1 @@
      +# One
  create    .claude/skills/review
      + [ROOT]/hub/skills/review
  create    .gitignore             adds `CLAUDE.local.md`, `.claude/settings.local.json`, `.claude/skills/`
      --- /dev/null
      +++ b/.gitignore
      @@ -0,0 +1,3 @@
      +CLAUDE.local.md
      +.claude/settings.local.json
      +.claude/skills/
  starts    agent --model opus
  with      A='b c'
  without   GONE
  with      API_KEY=********
3 artifacts would change
",
    );
}

#[test]
fn stat_is_a_line_an_artifact() {
    let world = World::full();
    let ran = world.assembly(["plan", "--stat"]).succeeds();
    assert!(!ran.stdout.contains("+++"), "{ran}");
    assert!(ran.stdout.contains("5 artifacts would change"), "{ran}");
    world.run();
    world.assembly(["plan", "--stat"]).succeeds().prints(&["5 artifacts unchanged", "nothing would change"]);
}

#[test]
fn the_json_document_has_this_shape() {
    let world = World::full();
    let ran = world.assembly(["plan", "--json"]).succeeds();
    let document = ran.json();
    assert_eq!(document["format"], "assembly.plan/1");
    let launcher = &document["launchers"][0];
    let keys: Vec<&String> = launcher.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["launcher", "target", "harness", "cwd", "argv", "env", "tmux", "changes"]);
    assert_eq!(launcher["argv"], serde_json::json!(["agent", "--permission-mode", "plan"]));
    assert_eq!(launcher["env"], serde_json::json!({"GREETING": "hello"}));
    let change = &launcher["changes"][0];
    let keys: Vec<&String> = change.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["path", "kind", "action", "reason", "before", "after", "diff"]);
    assert_eq!(change["path"], "CLAUDE.local.md");
    assert_eq!((change["kind"].as_str(), change["action"].as_str()), (Some("file"), Some("create")));
    assert_eq!(change["before"], serde_json::Value::Null);
    assert!(change["after"].as_str().unwrap().starts_with("sha256:"));
    assert!(change["diff"].as_str().unwrap().contains("+# One"));
    let link =
        launcher["changes"].as_array().unwrap().iter().find(|change| change["kind"] == "link").unwrap();
    assert_eq!(link["after"], serde_json::json!("[ROOT]/hub/skills/review"));
    world.run();
    let document = world.assembly(["plan", "--json"]).succeeds().json();
    let actions: Vec<&str> = document["launchers"][0]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["unchanged"; 5]);
}

#[test]
fn secrets_are_masked() {
    let world = World::new();
    world.launcher("    env MY_TOKEN=\"t0p\" api_key=\"t0p\" A_SECRET_B=\"t0p\" PLAIN=\"seen\"");
    for arguments in [
        &["plan"][..],
        &["plan", "--json"],
        &["run", "app-mac-agent", "--dry-run"],
        &["show", "app-mac-agent"],
        &["show", "app-mac-agent", "--json"],
    ] {
        world.assembly(arguments).succeeds().keeps_silent_about(&["t0p"]).prints(&["seen"]);
    }
}

#[test]
fn a_missing_target_does_not_keep_the_others_from_being_planned() {
    let world = World::full();
    let mut text =
        "launcher \"gone-agent\" {\n    target \"../gone\"\n    cli \"agent\" harness=\"claude\"\n}\n"
            .to_owned();
    text.push_str(&std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap());
    world.manifest(&text);
    world
        .assembly(["plan"])
        .exits_with(2)
        .prints(&["app-mac-agent", "CLAUDE.local.md"])
        .says(&["there is no target", "gone"]);
    let document = world.assembly(["plan", "--json"]).exits_with(2).json();
    assert_eq!(document["launchers"].as_array().unwrap().len(), 1);
}

#[test]
fn an_update_shows_only_what_changes() {
    let world = World::full();
    world.run();
    world.module("one.md", "# First\n");
    world
        .assembly(["plan"])
        .succeeds()
        .prints(&["update", "-# One", "+# First", "4 artifacts unchanged", "1 artifact would change"])
        .keeps_silent_about(&["settings.local.json"]);
}

#[test]
fn an_interrupted_apply_is_reported_by_plan_and_changes_nothing() {
    let world = World::full();
    world.run();
    world.write("target/.assembly/journal.json", "{ half a jour");
    let before = world.snapshot();
    let ran = world.assembly(["plan"]).into_command().output().unwrap();
    let text = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(text.contains("journal") || text.contains("interrupted"), "{text}");
    assert_eq!(world.snapshot(), before);
}
