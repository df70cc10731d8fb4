//! What nobody finds in a file, because nothing in it is wrong: text in two modules, last lines that become headings, hooks
//! that run beside others, instructions that are not read, secrets, and what nothing leads to.

use crate::support::{Ran, World};

/// The launcher of a world with these nodes, for a CLI that is called `claude`.
fn launcher(world: &World, nodes: &str) {
    std::fs::copy(world.path("bin/agent"), world.path("bin/claude")).unwrap();
    world.manifest(&format!(
        "launcher \"app-claude\" {{\n    target \"../target\"\n    cli \"claude\"\n{nodes}\n}}\n"
    ));
}

fn check(world: &World) -> Ran {
    world.assembly(["check", "--all"]).exits_with(0)
}

/// The codes that are found, without `assembly::`.
fn codes(world: &World) -> Vec<String> {
    let document = world.assembly(["check", "--json"]).exits_with(0).json();
    let code = |found: &serde_json::Value| {
        found["code"].as_str().unwrap().trim_start_matches("assembly::").to_owned()
    };
    document["diagnostics"].as_array().unwrap().iter().map(code).collect()
}

#[track_caller]
fn is_silent(world: &World) {
    assert!(codes(world).is_empty(), "{}", check(world));
}

const RULE: &str =
    "A force push to a branch that others have takes their work away, so ask before you do one.\n";

#[test]
fn a_paragraph_in_two_modules() {
    let world = World::new();
    let wrapped = RULE.replace(" takes", "\n   takes");
    world
        .module("a.md", format!("# A\n\n{RULE}"))
        .module("b.md", format!("# B\n\nFirst.\n\n{wrapped}\nLast.\n"));
    launcher(&world, "    modules \"a.md\" \"b.md\"");
    check(&world).says(&[
        "warning assembly::module::repeated: `modules/b.md` repeats a paragraph of `modules/a.md`\n",
        "  modules/b.md:5:1 \"A force push to a branch that others have…\": the same text\n",
        "  modules/a.md:3:1 \"A force push to a branch that others have",
        "help: keep it in one module, and list both where it is wanted: `modules \"a.md\" \"b.md\"`\n",
    ]);
    // Whether or not a launcher lists it.
    world.module("c.md", format!("# C\n\n- x\n- y\n\n{RULE}"));
    check(&world).says(&[
        "2 modules repeat a paragraph of `modules/a.md`",
        "modules/b.md:5:1",
        "modules/c.md:6:1",
        "modules/a.md:3:1",
    ]);
    world.module("b.md", format!("# A\n\n{RULE}\n")).module("c.md", "");
    check(&world).says(&[
        "`modules/b.md` and `modules/a.md` are the same text",
        "keep one of them, and list `\"a.md\"` where the other was listed",
    ]);
    world.module("b.md", RULE.replace("one.", "two."));
    check(&world).keeps_silent_about(&["module::repeated"]);
}

#[test]
fn a_paragraph_of_a_source_is_compared_when_it_is_selected() {
    let world = World::new();
    world.module("a.md", format!("# A\n\n{RULE}"));
    for name in ["b.md", "c.md", "d.md"] {
        world.write(
            format!("team/modules/{name}"),
            format!("# {name}\n\n{RULE}{}", RULE.replace("force", "late")),
        );
    }
    launcher(&world, "    modules \"a.md\"");
    let alone = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!("source \"team\" path=\"../team\"\n{alone}"));
    is_silent(&world);
    world.write("team/modules/b.md", RULE);
    world.manifest(&format!(
        "source \"team\" path=\"../team\"\n{}",
        alone.replace("\"a.md\"", "\"a.md\" \"b.md\"")
    ));
    let ran = check(&world).says(&["[ROOT]/team/modules/b.md` repeats a paragraph of `modules/a.md`"]);
    assert_eq!(ran.stderr.matches("module::repeated").count(), 1, "{ran}");
}

#[test]
fn many_large_modules_are_compared_at_once() {
    let world = World::new();
    let text = |salt: usize| -> String {
        let line = |number: usize| {
            format!("The rule {salt} with the number {number} says that one concept lives in one file.\n\n")
        };
        (0..20_000).map(line).collect()
    };
    for module in 0..4 {
        world.module(&format!("m{module}.md"), text(module / 2));
    }
    launcher(&world, "    modules \"m*.md\"");
    let ran = check(&world).says(&["`modules/m1.md` and `modules/m0.md` are the same text"]);
    assert_eq!(ran.stderr.matches("assembly::module::repeated").count(), 2, "{ran}");
}

#[test]
fn a_last_line_that_becomes_a_heading() {
    let world = World::new();
    world
        .module("a.md", "# A\n\nBe brief.")
        .module("b c.md", "- x\n\nAsk first.")
        .module("z.md", "# Z\n\nDone.");
    launcher(&world, "    modules \"a.md\" \"b c.md\" \"z.md\"");
    check(&world).says(&[
        "warning assembly::module::no-final-newline: the last line of `modules/a.md` becomes a heading, since no newline ends it\n",
        "  modules/a.md:3:1   \"Be brief.\": a `---` follows, which underlines it\n",
        "  launchers.kdl:4:13 \"a.md\": listed here, and not as the last one\n",
        "  help: run `echo >> modules/a.md`\n",
        "  modules/b c.md:3:1",
        "run `echo >> 'modules/b c.md'`",
        "2 warnings",
    ]);
    // Behind the last one come the skills, when everything is one document.
    world.skill("review");
    launcher(&world, "    modules \"z.md\"\n    skills \"review\"\n    delivery \"compiled\"");
    world.module("a.md", "# A\n").module("b c.md", "# B\n");
    check(&world).says(&["the last line of `modules/z.md` becomes a heading"]);
    launcher(&world, "    modules \"a.md\" \"b c.md\" \"z.md\"\n    skills \"review\"");
    is_silent(&world);
    world.module("a.md", "# A\n\nBe brief.\r\n").module("b c.md", "# B\n\n- x");
    is_silent(&world);
}

fn settings(event: &str, matcher: &str, command: &str) -> String {
    format!(
        "{{\"hooks\": {{\"{event}\": [{{\"matcher\": \"{matcher}\", \"hooks\": [{{\"type\": \"command\", \"command\": \"{command}\"}}]}}]}}}}"
    )
}

const HOOKS: &str =
    "    hooks {\n        PreToolUse \"guard.sh\" matcher=\"Bash|Edit\"\n        Stop \"guard.sh\"\n    }";

#[test]
fn hooks_of_the_project_at_the_same_event() {
    let world = World::new();
    world.hook("guard.sh");
    launcher(&world, HOOKS);
    let theirs = |text: &str| world.write("target/.claude/settings.json", text);
    for (event, matcher) in [("PreToolUse", "Bash"), ("PreToolUse", ""), ("Stop", "")] {
        theirs(&settings(event, matcher, "./check.sh"));
        check(&world).says(&[
            &format!("warning assembly::hook::fires-twice: the project's own hooks run at the same events: `{event}`\n"),
            if event == "Stop" { "launchers.kdl:6:14" } else { "launchers.kdl:5:20" },
            "\"guard.sh\": runs beside what `[ROOT]/target/.claude/settings.json` has\n",
            "help: take those that do the same out of the launcher or of `.claude/settings.json`\n",
        ]);
    }
    let own = format!("bash {}/hub/hooks/guard.sh", world.path("").to_string_lossy().trim_end_matches('/'));
    for text in [
        settings("PreToolUse", "Write", "./check.sh"),
        settings("PostToolUse", "", "./check.sh"),
        settings("Stop", "", &own),
        "{\"disableAllHooks\": true, ".to_owned() + &settings("Stop", "", "x")[1..],
        "{\"hooks\": {\"Stop\": []}}".to_owned(),
        "{\"hooks\": 5}".to_owned(),
        "not json".to_owned(),
        String::new(),
    ] {
        theirs(&text);
        is_silent(&world);
    }
    // Without hooks of the launcher nothing runs twice.
    theirs(&settings("Stop", "", "./check.sh"));
    launcher(&world, "");
    world.hook("guard.sh");
    assert_eq!(codes(&world), ["hub::unused"]);
}

#[test]
fn hooks_of_the_repository_run_in_its_folders_and_work_trees() {
    let world = World::new();
    world.hook("guard.sh").git_init();
    world.git(["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x"]);
    world.git(["worktree", "add", "-q", "../side"]);
    std::fs::create_dir_all(world.target("deep/er")).unwrap();
    std::fs::create_dir_all(world.path("side/deep")).unwrap();
    world.write("target/.claude/settings.local.json", settings("SessionStart", "", "echo hi"));
    launcher(&world, HOOKS);
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let open = |folder: &str| {
        let text = text.replace("../target", folder).replace("    cli", "    gitignore #false\n    cli");
        world.manifest(&text);
    };
    for folder in ["../target/deep/er", "../side", "../side/deep"] {
        open(folder);
        check(&world).says(&[
            "warning assembly::hook::fires-twice: Claude Code runs the hooks of `[ROOT]/target/.claude/settings.local.json` in this session too: `SessionStart`\n",
            "launchers.kdl:6:20",
            "help: open the folder above `.claude/settings.local.json` instead, or take the hooks out of there\n",
        ]);
        world.assembly(["run", "app-claude", "--no-launch"]).succeeds().says(&["hook::fires-twice"]);
    }
    // The same hooks are run once, and in the main checkout the file is our own.
    let own = std::fs::read_to_string(world.path("side/.claude/settings.local.json")).unwrap();
    world.write("target/.claude/settings.local.json", own);
    for folder in ["../target/deep/er", "../side"] {
        open(folder);
        is_silent(&world);
    }
    open("../target");
    world.write("target/.claude/settings.local.json", settings("SessionStart", "", "echo hi"));
    assert!(!codes(&world).contains(&"hook::fires-twice".to_owned()));
}

#[test]
fn nothing_odd_around_a_target_hangs_or_stops_a_check() {
    let world = World::new();
    world.hook("guard.sh");
    launcher(&world, HOOKS);
    std::fs::create_dir_all(world.target(".claude")).unwrap();
    let status = world.command("mkfifo", [world.target(".claude/settings.json")]).status().unwrap();
    assert!(status.success());
    is_silent(&world);
    std::fs::remove_file(world.target(".claude/settings.json")).unwrap();
    world.link("target/.claude/settings.json", "settings.json");
    is_silent(&world);
    world.write("target/.git", "gitdir: /dev/zero\n");
    assert!(!codes(&world).contains(&"hook::fires-twice".to_owned()));
}

#[test]
fn instructions_that_a_file_above_switches_off() {
    let world = World::new();
    world
        .write("target/package/AGENTS.md", "# Package\n")
        .write("target/CLAUDE.md", "# All\n")
        .module("a.md", "# A\n");
    launcher(&world, "    modules \"a.md\"");
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&text.replace("../target", "../target/package"));
    check(&world).says(&[
        "warning assembly::harness::instructions-switched-off: Claude Code does not read `AGENTS.md` of the target, because there is `[ROOT]/target/CLAUDE.md`\n",
        "  launchers.kdl:2:12 \"../target/package\": `AGENTS.md` lies there\n",
        "help: write a line `@AGENTS.md` in a module, or in `[ROOT]/target/CLAUDE.md` that it has to be read\n",
    ]);
    for (file, text) in [
        ("hub/modules/a.md", "# A\n\n@AGENTS.md\n"),
        ("target/CLAUDE.md", "Read AGENTS.md of each package.\n"),
    ] {
        world.module("a.md", "# A\n").write("target/CLAUDE.md", "# All\n").write(file, text);
        is_silent(&world);
    }
    // What only a parent has is said as well, until a module leads there.
    std::fs::remove_file(world.target("CLAUDE.md")).unwrap();
    std::fs::rename(world.target("package/AGENTS.md"), world.target("AGENTS.md")).unwrap();
    world.module("a.md", "# A\n");
    assert_eq!(codes(&world), ["harness::instructions-eclipsed"]);
    world.module("a.md", "# A\n\n@../AGENTS.md\n");
    is_silent(&world);
}

/// Parts of secrets; none of them may be printed, whatever is.
const SECRETS: [&str; 3] = ["a1B2c3D4e5F6g7H8i9J0", "q7Zp2LmX9vTb4NcR8wKd", "MIIEvQIBADANBg"];

#[test]
fn a_secret_is_told_and_never_shown() {
    let world = World::new();
    launcher(
        &world,
        "    env GITHUB_TOKEN=\"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6\" DEPLOY_PASSWORD=\"q7Zp2LmX9vTb4NcR8wKd\"\n    \
         env SIGNING=\"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBg\"\n    nonsense \"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6\"\n    \
         tmux \"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6\"",
    );
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    // The same secrets stand beside and inside of other problems, also of text that is no KDL.
    for manifest in [
        text.clone(),
        text.replace("    cli", "    cli \"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6 x\"\n    cli"),
        text.replace("tmux \"", "tmux "),
    ] {
        world.manifest(&manifest);
        for arguments in [
            &["check", "--all"][..],
            &["check", "--json"],
            &["plan"],
            &["show", "app-claude"],
            &["run", "app-claude", "--no-launch"],
        ] {
            for colour in ["0", "1"] {
                let mut command = world.assembly(arguments).env("CLICOLOR_FORCE", colour).into_command();
                let output = command.output().unwrap();
                let printed = format!(
                    "{}{}",
                    String::from_utf8_lossy(&output.stdout),
                    String::from_utf8_lossy(&output.stderr)
                );
                for secret in SECRETS {
                    assert!(!printed.contains(secret), "{arguments:?} prints `{secret}`:\n{printed}");
                }
            }
        }
    }
    launcher(
        &world,
        "    env GITHUB_TOKEN=\"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6\" DEPLOY_PASSWORD=\"q7Zp2LmX9vTb4NcR8wKd\"",
    );
    check(&world).stderr(
        "warning assembly::manifest::literal-secret: `GITHUB_TOKEN` is given a GitHub token in plain text
  launchers.kdl:4:9 \"GITHUB_TOKEN\": everyone who reads this file has its value, which is not shown here
  help: take it out and run `export GITHUB_TOKEN=…` where you start from, the agent inherits it; or write `vars { github_token \"$GITHUB_TOKEN\" }` and `GITHUB_TOKEN=\"{{github_token}}\"`
warning assembly::manifest::literal-secret: `DEPLOY_PASSWORD` is given a secret in plain text
  launchers.kdl:4:61 \"DEPLOY_PASSWORD\": everyone who reads this file has its value, which is not shown here
  help: take it out and run `export DEPLOY_PASSWORD=…` where you start from, the agent inherits it; or write `vars { deploy_password \"$DEPLOY_PASSWORD\" }` and `DEPLOY_PASSWORD=\"{{deploy_password}}\"`
checked 1 launcher of [ROOT]/hub: 2 warnings
",
    );
    let drawn = world.assembly(["check"]).env("CLICOLOR_FORCE", "1").succeeds();
    assert!(drawn.stderr.contains("GITHUB_TOKEN=\"************************************\""), "{drawn}");
    world
        .assembly(["show", "app-claude", "--json"])
        .succeeds()
        .prints(&["\"DEPLOY_PASSWORD\": \"********\""]);
    // What it says as help is right.
    launcher(
        &world,
        "    vars { github_token \"$GITHUB_TOKEN\" }\n    env GITHUB_TOKEN=\"{{github_token}}\"",
    );
    world
        .assembly(["check"])
        .env("GITHUB_TOKEN", "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6")
        .succeeds()
        .stderr("checked 1 launcher of [ROOT]/hub: nothing to report\n");
}

#[test]
fn what_no_launcher_uses() {
    let world = World::full();
    world.module("three.md", "# Three\n").hook("other.sh").hook("odd name.py").skill("ship");
    world.write(
        "hub/persons/kim/person.kdl",
        "person \"kim\" {\n    role \"r\" {\n        purpose \"P.\"\n        skill \"ship\"\n    }\n}\n",
    );
    world
        .module("README.md", "# Modules\n")
        .write("hub/hooks/data.json", "{}")
        .write("hub/skills/notes.txt", "x");
    let ran = check(&world);
    let ran = ran.says(&[
        "note assembly::hub::unused: no launcher uses module `three.md`\n  modules/three.md:1:1: nothing leads here\n  help: write `modules \"three.md\"` in a launcher or preset, or remove it\n",
        "no launcher uses the hooks `odd name.py`, `other.sh`\n  help: write each into a launcher or preset, as in `hooks { EVENT \"odd name.py\" }`, or remove it\n",
        "no launcher uses person `kim`\n  persons/kim/person.kdl:1:1",
        "3 notes",
    ]);
    ran.keeps_silent_about(&["ship", "README", "data.json", "notes.txt", "warning"]);
    // One launcher is not the whole.
    world.assembly(["check", "app-mac-agent"]).succeeds().keeps_silent_about(&["unused"]);
    world.assembly(["check", "--deny-warnings"]).succeeds();
    // What is named by what is used is used: a module by a hook, a hook by a module, a chain of them.
    world.hook("prompt.sh").write("hub/hooks/prompt.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/other.sh\"\n");
    world.write("hub/hooks/other.sh", "#!/bin/sh\ncat three.md 'odd name.py' >/dev/null\n");
    world.module("one.md", "# One\n\nAsk kim, who is in `{{ASSEMBLY_DIR}}/persons/kim`.\n");
    is_silent(&world);
    // What is misspelt may have been meant, and a thing of another kind was not.
    world
        .launcher("    modules \"one.md\" \"two.md\" \"thre.md\"")
        .module("three.md", "# 3\n")
        .skill("spare");
    let ran = world.assembly(["check"]).exits_with(1);
    ran.says(&["there is no module `thre.md`", "`spare`\n"])
        .keeps_silent_about(&["no launcher uses module", "no launcher uses the modules"]);
    // After a mistake nobody knows what was meant to be used.
    world.launcher("    modles \"three.md\"");
    world.assembly(["check"]).exits_with(1).keeps_silent_about(&["unused"]);
}

#[test]
fn presets_that_no_launcher_uses() {
    let world = World::new();
    world.module("a.md", "# A\n").module("b.md", "# B\n").write("team/presets.kdl", "preset \"theirs\"\n");
    launcher(&world, "    use \"used\"");
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!(
        "include \"../team/presets.kdl\"\n\npreset \"inner\" {{\n    modules \"b.md\"\n}}\n\npreset \"unused\" {{\n    use \"inner\"\n}}\n\npreset \"used\" {{\n    modules \"a.md\"\n}}\n\n{text}"
    ));
    check(&world).stderr(
        "note assembly::manifest::unused-preset: no launcher uses preset `unused`
  launchers.kdl:7:8 \"unused\": has no effect
  help: write `use \"unused\"` in a launcher, or remove it
checked 1 launcher of [ROOT]/hub: 1 note
",
    );
}

#[test]
fn variables_of_a_settings_block_are_written_for_no_shell_either() {
    let world = World::new();
    launcher(
        &world,
        "    settings {\n        env NOTES=\"~/notes\" MODE=\"$MODE\" EDITOR=\"$VISUAL\" COUNT=\"1\"\n        \
         permissions { allow \"Read(~/notes/**)\" }\n        \
         statusLine type=\"command\" command=\"~/line.sh\"\n    }",
    );
    check(&world).says(&[
        "warning assembly::manifest::literal-tilde: `claude` gets `~/notes` as it is written",
        "launchers.kdl:5:20 \"~/notes\": here",
        "help: name the folder once with `vars { notes \"~/notes\" }` and write `\"{{notes}}\"` here",
        "warning assembly::manifest::literal-dollar: `MODE` becomes `$MODE` as it is written",
    ]);
    assert_eq!(codes(&world).len(), 2, "{}", check(&world));
    launcher(
        &world,
        "    vars { notes \"~/notes\" }\n    settings {\n        env NOTES=\"{{notes}}\" COUNT=\"1\"\n    }",
    );
    is_silent(&world);
}
