//! `import`: the shell hub, and what is done with its nodes.

use std::process::Stdio;

use crate::support::World;

/// The old hub: scripts, modules and hooks as in `tests/shell-hub`, its skills where the shell launchers had them.
pub(crate) fn old_hub(world: &World) {
    for folder in ["launchers", "modules", "hooks"] {
        world.copy_fixture(&format!("shell-hub/{folder}"), &format!("hub/{folder}"));
    }
    std::fs::remove_dir(world.path("hub/skills")).unwrap();
    world.copy_fixture("shell-hub/skills", "hub/.claude/skills");
    world.old_surroundings();
}

const NODES: &str = r#"launcher "docs-mac-claude" {
    target "~/code/docs site"
    cli "claude"
    modules "core-behavior.md" "profile-technical.md" // tone of voice
    flags "--model" "opus"
    flags "--append-system-prompt" "Write for people who don't code."
}

launcher "infra-linux-codex" {
    target "${INFRA_DIR:-$HOME/code/infra}"
    cli "codex" harness="claude"
    modules "core-behavior.md" "missing-module.md"
    hooks
    env AWS_PROFILE="staging"
    // not imported, line 6:
    //     if [[ ! -d "$TARGET" ]]; then
    //       git clone git@example.invalid:team/infra.git "$TARGET"
    //     fi
}

launcher "myapp-mac-claude" {
    description "Backend work on myapp"
    target "~/code/myapp"
    cli "${CLI:-claude}" harness="claude"
    modules "core-behavior.md" "profile-technical.md" "profile-goals.md"
    hooks "prompt-guard.sh"
    skills "review" "release-notes"
    flags "--add-dir" "{{ASSEMBLY_DIR}}/memory"
    flags "--permission-mode" "plan"
}
"#;

const REPORT: &str = r#"error assembly::import::not-said: a manifest cannot say `if [[ ! -d "$TARGET" ]]; then…`
  launchers/infra-linux-codex.sh:6:1 "if [[ ! -d "$TARGET" ]]; then…": decided while the script runs
  help: write a launcher for each case, or name what differs by a variable: `${NAME:-DEFAULT}`
note assembly::import::old-skills: `release-notes`, `review` lie in `.claude/skills/`, where an agent in the hub loads them itself
  help: a hub keeps its skills in `skills/`: `cd [ROOT]/hub && mkdir -p skills && mv .claude/skills/release-notes .claude/skills/review skills/`
"#;

#[test]
fn the_shell_hub_becomes_nodes() {
    let world = World::new();
    old_hub(&world);
    world.assembly(["import", "launchers"]).exits_with(1).stdout(NODES).stderr(REPORT);
    // The folder above is as good, and so is any other place to stand.
    world.assembly(["import", "."]).exits_with(1).stdout(NODES);
    let scripts = ["docs-mac-claude", "infra-linux-codex", "myapp-mac-claude"]
        .map(|name| world.path("hub/launchers").join(format!("{name}.sh")).to_string_lossy().into_owned());
    let arguments = ["import".to_owned()].into_iter().chain(scripts);
    world.assembly(arguments).at(world.path("home")).exits_with(1).stdout(NODES);
}

#[test]
fn what_is_written_is_what_was_printed_and_checks() {
    let world = World::new();
    old_hub(&world);
    world
        .assembly(["import", "launchers", "--write"])
        .exits_with(1)
        .stdout("")
        .says(&["added 3 launchers to [ROOT]/hub/launchers.kdl"]);
    assert_eq!(std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap(), NODES);
    let moved = "mkdir -p skills && mv .claude/skills/release-notes .claude/skills/review skills/";
    assert!(world.command("sh", ["-c", moved]).status().unwrap().success());
    // The old script warned of that one.
    let ran = world.assembly(["check"]).exits_with(1);
    assert_eq!(
        ran.stderr.matches("\nerror ").count() + usize::from(ran.stderr.starts_with("error ")),
        1,
        "{ran}"
    );
    ran.says(&["there is no module `missing-module.md`"]);
    world
        .assembly(["import", "launchers/myapp-mac-claude.sh"])
        .succeeds()
        .keeps_silent_about(&["old-skills"]);
}

#[test]
fn only_lines_are_added_to_a_manifest_of_any_layout() {
    for before in [
        "",
        "// mine\n",
        "\u{feff}// mine\r\npreset \"a\" {\r\n\tflags \"x\" // why\r\n}",
        "preset \"a\" { flags \"x\"; } ; /- preset \"b\"",
        "preset \"a\" \\\n  {\n}\n\n\n\n",
    ] {
        let world = World::new();
        old_hub(&world);
        world.manifest(before);
        world.assembly(["import", "launchers/docs-mac-claude.sh", "--write"]).succeeds();
        let after = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        let added = after.strip_prefix(before).unwrap_or_else(|| panic!("{before:?} became {after:?}"));
        assert!(added.trim_start().starts_with("launcher \"docs-mac-claude\""), "{added:?}");
        world.assembly(["list"]).succeeds().prints(&["docs-mac-claude"]);
    }
}

#[test]
fn a_name_that_is_taken_writes_nothing() {
    let world = World::new();
    old_hub(&world);
    let before = "launcher \"docs-mac-claude\" {\n    target \"/t\"\n    cli \"claude\"\n}\n";
    world.manifest(before);
    world.assembly(["import", "launchers", "--write"]).exits_with(1).says(&[
        "there is a launcher `docs-mac-claude` already",
        "launchers.kdl:1:10",
        "nothing was written",
    ]);
    assert_eq!(std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap(), before);
}

#[test]
fn a_hub_that_is_named_gets_the_nodes() {
    let world = World::new();
    old_hub(&world);
    world.write("other/launchers.kdl", "");
    world.assembly(["import", "launchers/docs-mac-claude.sh", "--write", "--hub", "../other"]).succeeds();
    assert!(!world.path("hub/launchers.kdl").exists());
    assert!(std::fs::read_to_string(world.path("other/launchers.kdl")).unwrap().starts_with("launcher"));
}

#[test]
fn a_preset_comes_to_the_same() {
    let scripts = |world: &World| {
        for (name, rest) in [
            (
                "one-mac-claude",
                "assemble_modules \"$T\" core-behavior.md profile-goals.md\nassemble_hooks \"$T\" prompt-guard.sh\nlaunch claude \"$T\" --add-dir \"$NOTES\" --model opus --verbose",
            ),
            (
                "two-mac-claude",
                "assemble_modules \"$T\" core-behavior.md\nassemble_hooks \"$T\" prompt-guard.sh\nlaunch claude \"$T\" --add-dir \"$NOTES\" --model opus --continue \"$@\"",
            ),
        ] {
            let text = format!(
                "source \"$(dirname \"$0\")/lib.sh\"\nexport LEVEL=info\n: \"${{NOTES:=$HOME/notes}}\"\nT=~/code/{name}\n{rest}\n"
            );
            world.write(format!("hub/launchers/{name}.sh"), text);
            std::fs::create_dir_all(world.path("home/code").join(name)).unwrap();
        }
    };
    let paths = ["launchers/one-mac-claude.sh", "launchers/two-mac-claude.sh"];
    let world = World::new();
    old_hub(&world);
    scripts(&world);
    let plan = |options: &[&str]| {
        world.assembly(["import"].iter().chain(options).chain(&paths)).succeeds();
        let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        let plan = world.assembly(["plan", "--json"]).succeeds().stdout;
        std::fs::remove_file(world.path("hub/launchers.kdl")).unwrap();
        (manifest, plan)
    };
    let (_, apart) = plan(&["--write"]);
    let (manifest, lifted) = plan(&["--write", "--preset", "me"]);
    assert_eq!(
        manifest,
        r#"preset "me" {
    vars {
        notes "${NOTES:-$HOME/notes}"
    }
    cli "claude"
    modules "core-behavior.md"
    hooks "prompt-guard.sh"
    gitignore #false
    flags "--add-dir" "{{notes}}"
    flags "--model" "opus"
    env LEVEL="info"
}

launcher "one-mac-claude" {
    use "me"
    target "~/code/one-mac-claude"
    modules "profile-goals.md"
    flags "--verbose"
}

launcher "two-mac-claude" {
    use "me"
    target "~/code/two-mac-claude"
    flags "--continue"
}
"#
    );
    assert_eq!(apart, lifted);
}

#[test]
fn scripts_that_share_nothing_get_no_preset() {
    let world = World::new();
    world.write("hub/launchers/a-claude.sh", "cd /t && exec claude --a\n");
    world.write(
        "hub/launchers/b-codex.sh",
        "source \"$(dirname \"$0\")/../x.sh\"\nensure_gitignore /t\nlaunch codex /t\n",
    );
    world.write("hub/x.sh", "");
    world
        .assembly(["import", "launchers", "--preset", "me"])
        .succeeds()
        .says(&["the scripts share nothing"])
        .keeps_silent_about(&["use \"me\""]);
}

#[test]
fn a_preset_needs_a_name_of_its_own() {
    let world = World::new();
    old_hub(&world);
    for name in ["", "a/b", "a\nb"] {
        world.assembly(["import", "launchers", "--preset", name]).exits_with(2).stdout("");
    }
    world
        .assembly(["import", "launchers/docs-mac-claude.sh", "--preset", "docs-mac-claude", "--write"])
        .exits_with(1)
        .says(&["there is a launcher `docs-mac-claude` already"]);
    assert!(!std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap().contains("preset"));
}

#[test]
fn a_folder_of_libraries_is_said_to_be_one() {
    let world = World::new();
    old_hub(&world);
    std::fs::create_dir(world.path("hub/other")).unwrap();
    std::fs::rename(world.path("hub/launchers/lib.sh"), world.path("hub/other/lib.sh")).unwrap();
    world.assembly(["import", "other"]).succeeds().stdout("").says(&["`other/lib.sh` is no launcher"]);
}

#[test]
fn what_cannot_be_read_is_a_finding() {
    let world = World::new();
    world.write("hub/launchers/bytes-claude.sh", b"cd /t\n\xff\n").write("hub/empty/README", "");
    let fifo = world.path("hub/launchers/fifo-claude.sh");
    assert!(world.command("mkfifo", [&fifo]).status().unwrap().success());
    world.link("hub/launchers/loop-claude.sh", "loop-claude.sh");
    world
        .assembly([
            "import",
            "launchers/bytes-claude.sh",
            "launchers/fifo-claude.sh",
            "launchers/loop-claude.sh",
            "launchers/none-claude.sh",
            "empty",
            "/dev/zero",
        ])
        .exits_with(1)
        .stdout("")
        .says(&[
            "`launchers/bytes-claude.sh` is not UTF-8",
            "bytes-claude.sh:2:1",
            "`launchers/fifo-claude.sh` is no regular file",
            "`launchers/loop-claude.sh` cannot be read: Too many levels of symbolic links",
            "`launchers/none-claude.sh` cannot be read: No such file or directory",
            "there is no script in `empty`",
            "`/dev/zero` is no regular file",
        ]);
    world.assembly(["import"]).exits_with(2);
}

#[test]
fn a_read_only_manifest_is_trouble_and_stays() {
    let world = World::new();
    old_hub(&world);
    world.manifest("").mode("hub", 0o555);
    let ran = world
        .assembly(["import", "launchers/docs-mac-claude.sh", "--write"])
        .into_command()
        .output()
        .unwrap();
    world.mode("hub", 0o755);
    let written = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    // Root may write everywhere.
    assert!(ran.status.code() == Some(2) && written.is_empty() || ran.status.success(), "{ran:?}");
}

#[test]
fn nothing_of_a_script_is_executed() {
    let world = World::new();
    let text = "#!/bin/sh\ntouch \"$HOME/marker\"\nX=$(touch \"$HOME/marker\")\n`touch $HOME/marker`\neval 'touch \"$HOME/marker\"'\n\
                . <(echo touch \"$HOME/marker\")\ntrap 'touch \"$HOME/marker\"' EXIT\nA=${B:=$(touch \"$HOME/marker\")}\n\
                cat <<E\n$(touch \"$HOME/marker\")\nE\ncd \"$HOME\" && exec claude \"$(touch \"$HOME/marker\")\"\n";
    world.write("hub/launchers/evil-claude.sh", text);
    world.mode("hub/launchers/evil-claude.sh", 0o755);
    for more in [&[][..], &["--preset", "me"][..], &["--write"][..]] {
        let arguments = ["import", "launchers"].into_iter().chain(more.iter().copied());
        world.assembly(arguments).exits_with(1);
        assert_eq!(std::fs::read_dir(world.path("home")).unwrap().count(), 0);
    }
}

/// `import --verify` of one script with this text, in a hub of the old kind.
fn verified(text: &str) -> (World, Vec<String>) {
    let world = World::new();
    old_hub(&world);
    world.write("hub/launchers/x-mac-claude.sh", text);
    (world, ["import", "launchers/x-mac-claude.sh", "--verify"].map(str::to_owned).into())
}

#[test]
fn both_are_run_and_every_difference_is_shown() {
    let world = World::new();
    old_hub(&world);
    world.write("home/code/myapp/AGENTS.md", "# Ours\n");
    let before = crate::support::Snapshot::of(&world.path(""));
    world.assembly(["import", "launchers", "--verify"]).exits_with(1).stdout(NODES).stderr(&format!(
        "{REPORT}assembly: verified docs-mac-claude: no difference
assembly: verified infra-linux-codex: no difference
note assembly::import::meant-difference: `.claude/settings.local.json` of `myapp-mac-claude` differs as it is meant to
  help: no `timeout` that nobody asked for, paths quoted where they need it
note assembly::import::meant-difference: `.claude/skills/release-notes` of `myapp-mac-claude` differs as it is meant to
  help: skills lie in `skills/` of the hub, not in `.claude/skills/`
note assembly::import::meant-difference: `.claude/skills/review` of `myapp-mac-claude` differs as it is meant to
  help: skills lie in `skills/` of the hub, not in `.claude/skills/`
note assembly::import::meant-difference: `CLAUDE.local.md` of `myapp-mac-claude` differs as it is meant to
  help: imports `AGENTS.md`, which the agent would not read any more
assembly: verified myapp-mac-claude: no difference but 4 that are meant
"
    ));
    assert_eq!(crate::support::Snapshot::of(&world.path("")), before, "something was left behind");
    // What remains is one problem: nothing that the two of the others would be in the way of.
    world.assembly(["import", "launchers/docs-mac-claude.sh", "--verify"]).succeeds();
}

#[test]
fn a_script_that_does_something_else_is_shown() {
    let (world, arguments) = verified(
        "source \"$(dirname \"$0\")/lib.sh\"\nT=~/code/x\nassemble_modules \"$T\" core-behavior.md\n\
         echo more >> \"$T/CLAUDE.local.md\"\nif true; then export A=b; fi\nMODE=plan\n[[ -z \"${X:-}\" ]] && MODE=auto\n\
         launch claude \"$T\" --permission-mode \"${MODE:-plan}\"\n",
    );
    world.assembly(arguments).exits_with(1).says(&[
        "`CLAUDE.local.md` of `x-mac-claude` differs",
        "-more",
        "the variable `A` of `x-mac-claude` differs",
        "script:   `b`",
        "launcher: unset",
        "the arguments of `x-mac-claude` differ",
        "script:   --permission-mode auto",
        "verified x-mac-claude: 3 differences",
    ]);
}

#[test]
fn variables_of_the_caller_lead_into_the_copy() {
    let (world, arguments) = verified(
        "source \"$(dirname \"$0\")/lib.sh\"\nensure_gitignore \"$PROJECTS/x\"\nlaunch claude \"$PROJECTS/x\" --add-dir \"$NOTES\"\n",
    );
    let real = world.path("real");
    std::fs::create_dir_all(real.join("x")).unwrap();
    world
        .assembly(arguments)
        .env("PROJECTS", &real)
        .env("NOTES", "/srv/notes")
        .succeeds()
        .says(&["verified x-mac-claude: no difference"]);
    assert_eq!(std::fs::read_dir(real.join("x")).unwrap().count(), 0);
}

#[test]
fn a_variable_that_everybody_has_keeps_its_value() {
    let (world, arguments) = verified(
        "source \"$(dirname \"$0\")/lib.sh\"\nT=\"$HOME/code/My App/$USER\"\nassemble_modules \"$T\" core-behavior.md\nlaunch claude \"$T\"\n",
    );
    world.assembly(arguments).env("USER", "jo").succeeds().says(&["verified x-mac-claude: no difference"]);
}

#[test]
fn what_would_leave_the_copy_is_not_run() {
    let outside = World::new();
    let target = outside.target("").display().to_string();
    for (text, reason) in [
        (format!("touch \"$HOME/marker\"\ncd {target} && exec claude\n"), "its target lies outside of home"),
        ("cd && exec /usr/bin/claude\n".to_owned(), "it names its CLI by a path"),
        (
            "export PATH=/usr/bin:/bin\ncd && exec claude\n".to_owned(),
            "its `PATH` does not lead to a stand-in",
        ),
        ("cd\nexit 3\nexec claude\n".to_owned(), "has no `target`"),
    ] {
        let (world, arguments) = verified(&text);
        world.assembly(arguments).exits_with(1).says(&["`x-mac-claude` was not verified", reason]);
        assert_eq!(std::fs::read_dir(world.path("runtime")).unwrap().count(), 0, "{text}");
    }
}

/// The process whose number a script wrote below `TMPDIR`, where its scratch copy lies: that is `runtime` here.
fn number(world: &World, name: &str) -> Option<u32> {
    std::fs::read_to_string(world.path("runtime").join(name)).ok()?.trim().parse().ok()
}

fn is_gone(world: &World, name: &str) -> bool {
    let probe = format!("kill -0 {}", number(world, name).unwrap());
    !world.command("/bin/sh", ["-c", &probe]).output().unwrap().status.success()
}

/// Waits until it holds; far longer than it takes.
fn eventually(holds: impl Fn() -> bool) -> bool {
    (0..2000).any(|_| {
        let held = holds();
        if !held {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        held
    })
}

#[test]
fn nothing_outlives_a_script() {
    let far = if cfg!(target_os = "linux") { "setsid" } else { "" };
    for left in [
        "sleep 300 &\necho $! > \"$P/pid\"\n".to_owned(),
        "(nohup sleep 300 >/dev/null 2>&1 & echo $! > \"$P/pid\")\n".to_owned(),
        "(trap '' TERM HUP INT; echo $BASHPID > \"$P/pid\"; while :; do sleep 1; done) &\n".to_owned(),
        format!("{far} sh -c 'echo $$ > \"$0/pid\"; exec sleep 300' \"$P\" </dev/null >/dev/null 2>&1 &\n"),
        format!(
            "({far} sh -c '({far} sh -c \"echo \\$\\$ > \\\"\\$0/pid\\\"; trap : TERM; while :; do sleep 1; done\" \"$0\" &)' \"$P\" &)\n"
        ),
    ] {
        let wait = "until [ -s \"$P/pid\" ]; do sleep 0.01; done\n";
        let (world, arguments) =
            verified(&format!("P=\"$HOME/../../..\"\n{left}{wait}cd ~/code && exec claude\n"));
        world.assembly(arguments).exits_with(1).says(&["verified x-mac-claude: no difference"]);
        assert!(is_gone(&world, "pid"), "{left}");
        assert!(
            !std::fs::read_dir(world.path("runtime")).unwrap().any(|entry| entry.unwrap().path().is_dir())
        );
    }
}

#[test]
fn nothing_of_a_script_outlives_a_command_that_is_interrupted() {
    let far = if cfg!(target_os = "linux") { "setsid" } else { "" };
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let (world, arguments) = verified(&format!(
            "trap '' INT TERM HUP\nP=\"$HOME/../../..\"\n{far} sh -c 'echo $$ > \"$0/far\"; exec sleep 600' \"$P\" &\n\
             sleep 600 & echo $! > \"$P/near\"; echo $$ > \"$P/self\"\nwait\ncd ~/code && exec claude\n"
        ));
        let mut command = world.assembly(arguments).into_command();
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let names = ["far", "near", "self"];
        assert!(eventually(|| names.iter().all(|name| number(&world, name).is_some())), "it never started");
        let kill = format!("kill -{signal} {}", child.id());
        assert!(world.command("/bin/sh", ["-c", &kill]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), None, "{signal}");
        assert!(eventually(|| names.iter().all(|name| is_gone(&world, name))), "{signal}");
    }
}

#[test]
fn a_script_that_fails_or_never_ends_is_told() {
    let (world, arguments) = verified("cd ~/code || exit 1\nfalse || kill -9 $$\nexec claude\n");
    world.assembly(arguments).exits_with(1).says(&["the script started no agent and ended with 137"]);
    let (world, arguments) = verified("cd ~/code || exit 1\nwhile :; do sleep 1; done\nexec claude\n");
    world.assembly(arguments).exits_with(1).says(&["the script did not end in time, and was stopped"]);
}

#[test]
fn a_script_whose_name_cannot_be_a_launchers_is_no_node() {
    let world = World::new();
    world.write("hub/launchers/new\nline.sh", "#!/bin/bash\ncd ~/code && exec claude\n");
    world.write("hub/launchers/.hidden-claude.sh", "#!/bin/bash\ncd ~/code && exec claude\n");
    world.assembly(["import", "launchers", "--write"]).exits_with(1).stdout("").says(&[
        "assembly::import::bad-name",
        "holds a control character",
        "rename the script",
    ]);
    assert!(!world.path("hub/launchers.kdl").exists(), "nothing was written");
}
