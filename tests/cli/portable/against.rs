//! `plan --save` and `plan --against`.

use crate::support::World;

/// A hub with a saved plan beside it.
fn saved() -> World {
    let world = World::full();
    world.assembly(["plan", "--portable", "--save", "../old.json", "--stat"]).succeeds();
    world
}

#[test]
fn a_saved_plan_is_the_document() {
    let world = saved();
    let printed = world.assembly(["plan", "--portable", "--json"]).succeeds();
    assert_eq!(std::fs::read_to_string(world.path("old.json")).unwrap(), printed.stdout);
    let document = printed.json();
    let keys: Vec<&String> = document["launchers"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["launcher", "target", "harness", "cwd", "argv", "env", "tmux", "changes", "reads"]);
    assert_eq!(document["launchers"][0]["target"], "../target");
    let reads = document["launchers"][0]["reads"].as_array().unwrap();
    let paths: Vec<&str> = reads.iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(
        paths,
        [
            "{{ASSEMBLY_DIR}}/hooks/guard.py",
            "{{ASSEMBLY_DIR}}/hooks/prompt.sh",
            "{{ASSEMBLY_DIR}}/skills/release-notes/SKILL.md",
            "{{ASSEMBLY_DIR}}/skills/review/SKILL.md",
        ]
    );
    // Saving the same again leaves the file alone, and a link is followed.
    world.link("link.json", "old.json");
    world.assembly(["plan", "--portable", "--save", "../link.json", "--stat", "-q"]).succeeds();
    assert!(world.path("link.json").is_symlink());
    // What is no file is written into.
    let ran = world.assembly(["plan", "--portable", "--save", "/dev/stdout", "--stat"]).succeeds();
    assert!(ran.stdout.starts_with(&printed.stdout), "{ran}");
}

#[test]
fn a_comparison_reads_like_this() {
    let world = saved();
    world.module("one.md", "# One\n\nMore.\n").write("hub/hooks/prompt.sh", "#!/bin/sh\n");
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(
        &(text.replace("\"plan\"", "\"default\"").replace("\"hello\"", "\"hello you\"").replace(" \"release-notes\"", "")
            + "launcher \"new-mac-agent\" {\n    target \"~/new\"\n    cli \"agent\" harness=\"claude\"\n    gitignore #false\n}\n"),
    );
    let ran = world.assembly(["plan", "--portable", "--against", "../old.json"]).succeeds();
    let (shown, hashes) = ran.stdout.split_once("  changed   {{ASSEMBLY_DIR}}/hooks/prompt.sh").unwrap();
    assert_eq!(
        shown,
        "app-mac-agent changed
  changed   argv
      - agent --permission-mode plan
      + agent --permission-mode default
  changed   env
      - GREETING=hello
      + GREETING='hello you'
  changed   CLAUDE.local.md
      --- a/CLAUDE.local.md
      +++ b/CLAUDE.local.md
      @@ -1,5 +1,7 @@
       # One
       
      +More.
      +
       ---
       
       # Two
  removed   .claude/skills/release-notes
      - {{ASSEMBLY_DIR}}/skills/release-notes
"
    );
    assert!(hashes.starts_with("  read where it stands\n      - 0755 sha256:"), "{ran}");
    assert!(hashes.contains("  removed   {{ASSEMBLY_DIR}}/skills/release-notes/SKILL.md\n"), "{ran}");
    assert!(
        hashes.ends_with(
            "new-mac-agent added
  added     target
      + ~/new
  added     harness
      + claude
  added     argv
      + agent
2 of 2 launchers differ
"
        ),
        "{ran}"
    );
    let stat = world.assembly(["plan", "--portable", "--against", "../old.json", "--stat"]).succeeds();
    assert!(!stat.stdout.contains("      "), "{stat}");
    assert!(stat.stdout.contains("  changed   CLAUDE.local.md\n"), "{stat}");
    // Only what is named counts.
    let named = ["plan", "new-mac-agent", "--portable", "--against", "../old.json", "--stat"];
    world
        .assembly(named)
        .succeeds()
        .prints(&["1 of 1 launcher differs"])
        .keeps_silent_about(&["app-mac-agent"]);
}

#[test]
fn the_document_of_a_comparison_has_this_shape() {
    let world = saved();
    world.launcher("    modules \"two.md\"\n    skills \"review\" mode=\"copy\"");
    let document =
        world.assembly(["plan", "--portable", "--against", "../old.json", "--json"]).succeeds().json();
    assert_eq!(document["format"], "assembly.plan-difference/1");
    let launcher = &document["launchers"][0];
    let keys: Vec<&String> = launcher.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["launcher", "state", "settings", "artifacts", "reads"]);
    let artifact = &launcher["artifacts"][0];
    let keys: Vec<&String> = artifact.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["path", "state", "old", "new", "diff"]);
    assert!(artifact["diff"].as_str().unwrap().contains("-# One\n"), "{document}");
    let review = &launcher["artifacts"][1];
    assert_eq!((&review["old"]["kind"], &review["new"]["kind"]), (&"link".into(), &"tree".into()));
    assert!(
        review["diff"].as_str().unwrap().starts_with("--- /dev/null\n+++ b/.claude/skills/review/SKILL.md\n")
    );
    let states: Vec<&str> = launcher["artifacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|artifact| artifact["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["changed", "changed", "removed", "removed"]);
}

#[test]
fn nothing_differs_from_itself() {
    let world = saved();
    let same = ["plan", "--portable", "--against", "../old.json", "--exit-code"];
    world.assembly(same).succeeds().stdout("no launcher differs\n").stderr("");
    world.manifest("");
    world.assembly(same).exits_with(1).stdout("app-mac-agent removed\n1 of 1 launcher differs\n").stderr("");
}

#[test]
fn what_cannot_be_planned_is_not_gone() {
    let world = saved();
    world.launcher("    modul \"one.md\"");
    world
        .assembly(["plan", "--portable", "--against", "../old.json"])
        .exits_with(2)
        .stdout("no launcher differs, 1 launcher could not be planned\n")
        .says(&["assembly::manifest::unknown-node"]);
    world
        .assembly(["plan", "--portable", "--format", "markdown"])
        .exits_with(2)
        .stdout("### assembly: nothing would change, 1 launcher could not be planned\n");
}

#[test]
fn plans_of_one_machine_are_compared_too() {
    let world = World::full();
    world.assembly(["plan", "--save", "../old.json", "--stat"]).succeeds();
    world
        .assembly(["plan", "--against", "../old.json", "--exit-code"])
        .succeeds()
        .stdout("no launcher differs\n");
    world.run();
    world.module("one.md", "# One\n\nMore.\n");
    let ran = world.assembly(["plan", "--against", "../old.json"]).succeeds();
    ran.prints(&[
        "  changed   CLAUDE.local.md  create, then update\n",
        "\n      +More.\n",
        "  changed   .gitignore  create, then unchanged\n",
        "1 of 1 launcher differs",
    ]);
    let mixed = ["plan", "--portable", "--against", "../old.json", "--stat"];
    world.assembly(mixed).succeeds().says(&["assembly::saved-plan::other-form"]);
}

#[test]
fn a_file_that_is_no_plan_is_told_with_its_place() {
    let world = World::full();
    let against = |text: &[u8]| {
        world.write("old.json", text);
        let ran = world.assembly(["plan", "--portable", "--against", "../old.json"]).exits_with(2);
        assert_eq!(ran.stdout, "", "{ran}");
        ran
    };
    against(b"{\n  \"format\": \"assembly.plan/1\",\n<<<<<<< ours\n").says(&[
        "error assembly::saved-plan::syntax: `../old.json` is no JSON document",
        "  ../old.json:3:1 \"<<<<<<< ours\"",
        "help: save the plan anew with `assembly plan --portable --save FILE`",
    ]);
    against(b"").says(&["assembly::saved-plan::syntax", "../old.json:1:1"]);
    against(b"[]").says(&["assembly::saved-plan::not-a-plan", "does not say its format"]);
    against(b"{\"launchers\": []}").says(&["assembly::saved-plan::not-a-plan", "does not say its format"]);
    against(b"{\"format\": \"assembly.check/1\"}").says(&[
        "not-a-plan",
        "1:2",
        "says that it is `assembly.check/1`",
    ]);
    against(b"{\"format\": \"assembly.plan/2\", \"launchers\": 1}")
        .says(&["saved-plan::newer", "help: update assembly"]);
    for launchers in [
        "1",
        "[1]",
        "[{}]",
        "[{\"launcher\": \"a\"}]",
        "[{\"launcher\": \"a\", \"changes\": [{}]}]",
        "[{\"launcher\": \"a\", \"changes\": [], \"reads\": 1}]",
    ] {
        let text = format!("{{\"format\": \"assembly.plan/1\",\n\"launchers\": {launchers}}}");
        against(text.as_bytes()).says(&[
            "saved-plan::not-a-plan",
            "../old.json:2:1",
            "does not list launchers",
        ]);
    }
    against(b"\xff").says(&["it is not UTF-8"]);
    std::fs::File::create(world.path("endless.json")).unwrap().set_len((64 << 20) + 1).unwrap();
    let endless = world.assembly(["plan", "--against", "../endless.json"]).exits_with(2);
    endless.says(&["cannot read the saved plan `../endless.json`: it is over 64 MiB"]);
    let missing = world.assembly(["plan", "--against", "../none.json"]).exits_with(2);
    missing.says(&["cannot read the saved plan `../none.json`: No such file", "help: save one with"]);
    world.assembly(["plan", "--against", ".."]).exits_with(2).says(&["cannot read the saved plan `..`"]);
    let nested = "[".repeat(100_000);
    against(nested.as_bytes()).says(&["assembly::saved-plan::syntax"]);
}

#[test]
fn a_change_of_a_file_that_stands_in_no_document_is_seen() {
    let world = World::new();
    world
        .module("large.md", "0123456789\n".repeat(200_000))
        .skill("raw")
        .write("hub/skills/raw/data", [0, 1, 2]);
    world.launcher("    modules \"large.md\"\n    skills \"raw\" mode=\"copy\"");
    world.assembly(["plan", "--portable", "--save", "../old.json", "--stat"]).succeeds();
    world.module("large.md", "0123456789\n".repeat(200_001)).write("hub/skills/raw/data", [0, 1, 3]);
    world.assembly(["plan", "--portable", "--against", "../old.json"]).succeeds().prints(&[
        "  changed   CLAUDE.local.md\n",
        "      the text is not in the plans\n",
        "      +++ b/.claude/skills/raw/data\n",
    ]);
}
