//! Artifacts that the target's repository tracks.

use std::path::Path;

use crate::support::{Ran, World};

const CODE: &str = "assembly::plan::tracked:";

/// Runs git somewhere in the world.
fn git(world: &World, folder: impl AsRef<Path>, words: &[&str]) {
    let author = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"];
    let output = world.command("git", author.iter().chain(words)).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn commit_all(world: &World, folder: impl AsRef<Path>) {
    git(world, &folder, &["add", "--force", "--all"]);
    git(world, &folder, &["commit", "-q", "--allow-empty", "-m", "x"]);
}

/// What stands between backticks behind `help: run`, once for each problem.
fn commands(ran: &Ran) -> Vec<String> {
    let helps = ran.stderr.split("help: run `").skip(1);
    let commands = helps.filter_map(|help| Some(help.split_once('`')?.0.to_owned()));
    commands.filter(|command| command.starts_with("git -C")).collect()
}

/// Pastes what the help says into a shell, and expects silence then.
#[track_caller]
fn help_helps(world: &World, count: usize) {
    let ran = world.assembly(["check"]).succeeds();
    assert_eq!(ran.stderr.matches(CODE).count(), count, "{ran}");
    let commands = commands(&ran);
    assert_eq!(commands.len(), count, "{ran}");
    for command in commands {
        let command = command.replace("[ROOT]", &world.path("").to_string_lossy());
        let output = world.command("sh", ["-c", &command]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    world.assembly(["check"]).succeeds().keeps_silent_about(&[CODE]);
}

#[test]
fn every_tracked_artifact_is_named_by_check_plan_status_and_run() {
    let world = World::full();
    world.git_init();
    world.write("target/CLAUDE.local.md", "mine\n").write("target/.claude/settings.local.json", "{}\n");
    world.write("target/.claude/skills/review/SKILL.md", "mine\n");
    commit_all(&world, world.target(""));
    let words = [
        "`CLAUDE.local.md` is tracked by git in `[ROOT]/target`",
        "what a run writes is a change of the repository, ignored or not",
        "run `git -C [ROOT]/target rm --cached -- CLAUDE.local.md`",
        "run `git -C [ROOT]/target rm --cached -- .claude/settings.local.json`",
        "run `git -C [ROOT]/target rm -r --cached -- .claude/skills/review`",
    ];
    for (arguments, code) in [
        (&["check"][..], 0),
        (&["plan"], 0),
        (&["status"], 1),
        (&["run", "app-mac-agent", "--dry-run"], 0),
        (&["run", "app-mac-agent", "--no-launch"], 0),
    ] {
        let ran = world.assembly(arguments).exits_with(code).says(&words);
        assert_eq!(ran.stderr.matches(CODE).count(), 3, "{ran}");
    }
    // Nothing changes any more, so no process is started to ask.
    world.run().keeps_silent_about(&[CODE]);
    help_helps(&world, 3);
}

#[test]
fn what_only_looks_like_an_artifact_is_passed_over() {
    let world = World::full();
    world.git_init();
    for path in [
        "CLAUDE.md",
        "CLAUDE.local.md.txt",
        "sub/CLAUDE.local.md",
        ".claude/settings.json",
        ".claude/skills/x",
    ] {
        world.write(Path::new("target").join(path), "x\n");
    }
    commit_all(&world, world.target(""));
    world.assembly(["check"]).succeeds().keeps_silent_about(&[CODE]);
    world.run().keeps_silent_about(&[CODE]);
}

#[test]
fn the_command_can_be_pasted_whatever_the_target_is_called() {
    let name = "it's a $HOME `x` \u{e4}";
    let world = World::new();
    world.module("one.md", "x\n");
    world.manifest(
        "launcher \"a-agent\" {\n    target \"../target/it's a $$HOME `x` \u{e4}\"\n    cli \"agent\" harness=\"claude\"\n    \
         modules \"one.md\"\n}\n",
    );
    std::fs::create_dir_all(world.target(name)).unwrap();
    world.git_init();
    world.write(Path::new("target").join(name).join("CLAUDE.local.md"), "mine\n");
    commit_all(&world, world.target(""));
    let ran = world.assembly(["check", "--json"]).succeeds();
    let document = ran.json();
    let found = document["diagnostics"].as_array().unwrap();
    let help =
        found.iter().find(|problem| problem["code"] == "assembly::plan::tracked").unwrap()["help"].clone();
    let command = help.as_str().unwrap().strip_prefix("run `").unwrap().strip_suffix('`').unwrap();
    let command = command.replace("[ROOT]", &world.path("").to_string_lossy());
    let output = world.command("sh", ["-c", &command]).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    world.assembly(["check"]).succeeds().keeps_silent_about(&[CODE]);
}

#[test]
fn each_work_tree_and_submodule_is_asked_itself() {
    let world = World::full();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.write("library/CLAUDE.local.md", "mine\n");
    git(&world, world.path("library"), &["init", "-q"]);
    commit_all(&world, world.path("library"));
    world.git_init();
    world.write("target/CLAUDE.local.md", "mine\n");
    commit_all(&world, world.target(""));
    git(&world, world.target(""), &["worktree", "add", "-q", "-b", "linked", "../linked"]);
    let library = world.path("library");
    git(&world, world.target(""), &["submodule", "--quiet", "add", &library.to_string_lossy(), "sub"]);
    for target in ["linked", "target/sub"] {
        world.manifest(&manifest.replace("../target", &format!("../{target}")));
        help_helps(&world, 1);
    }
    // The main work tree has an index of its own.
    world.manifest(&manifest);
    help_helps(&world, 1);
}

#[test]
fn a_submodule_within_the_target_is_asked_too() {
    let world = World::full();
    world.write("library/settings.local.json", "{}\n");
    git(&world, world.path("library"), &["init", "-q"]);
    commit_all(&world, world.path("library"));
    world.git_init();
    let library = world.path("library");
    git(&world, world.target(""), &["submodule", "--quiet", "add", &library.to_string_lossy(), ".claude"]);
    world
        .assembly(["check"])
        .succeeds()
        .says(&["run `git -C [ROOT]/target/.claude rm --cached -- settings.local.json`"]);
    help_helps(&world, 1);
}

#[test]
fn a_missing_git_or_repository_is_no_problem() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "mine\n");
    world.assembly(["check"]).succeeds().keeps_silent_about(&[CODE]);
    world.git_init();
    commit_all(&world, world.target(""));
    world.assembly(["check"]).env("PATH", world.path("bin")).succeeds().keeps_silent_about(&[CODE]);
}
